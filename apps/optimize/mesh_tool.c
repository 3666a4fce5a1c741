#include "mesh_tool.h"

#ifdef VRM_HAVE_MESHOPTIMIZER

#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

const char *mesh_tool_problem(void) { return NULL; }

/* Borders stay where they are, so that no gap opens to the next primitive. How far the surface may
 * be off is left open: the number of triangles was asked for. */
uint32_t mesh_tool_simplify(const vrm_simplify_task *task, uint32_t *out_indices, void *user) {
    const float any_error = 1.0f; /* of the size of the mesh */
    (void)user;
    return (uint32_t)meshopt_simplifyWithAttributes(
        out_indices, task->indices, task->index_count, task->positions, task->vertex_count,
        3 * sizeof(float), task->attributes, task->attribute_count * sizeof(float),
        task->attribute_weights, task->attribute_count, NULL, task->target_index_count, any_error,
        meshopt_SimplifyLockBorder, NULL);
}

/* How many vertices a GPU computes for each triangle. */
static float cost_of(const uint32_t *indices, uint32_t index_count, uint32_t vertex_count) {
    enum { CACHE = 16 };
    return meshopt_analyzeVertexCache(indices, index_count, vertex_count, CACHE, 0, 0).acmr;
}

/* Until another order would save little: so a file that was optimised stays as it is. */
void mesh_tool_order(uint32_t *indices, uint32_t index_count, uint32_t vertex_count, void *user) {
    const float worth = 0.97f;
    const size_t size = (size_t)index_count * sizeof *indices;
    uint32_t *ordered = malloc(size);
    float cost = cost_of(indices, index_count, vertex_count), next;
    (void)user;
    while (ordered != NULL) {
        meshopt_optimizeVertexCache(ordered, indices, index_count, vertex_count);
        next = cost_of(ordered, index_count, vertex_count);
        if (next >= worth * cost) break;
        memcpy(indices, ordered, size);
        cost = next;
    }
    free(ordered);
}

#else

const char *mesh_tool_problem(void) { return "this program was built without meshoptimizer"; }

uint32_t mesh_tool_simplify(const vrm_simplify_task *task, uint32_t *out_indices, void *user) {
    (void)task, (void)out_indices, (void)user;
    return 0;
}

void mesh_tool_order(uint32_t *indices, uint32_t index_count, uint32_t vertex_count, void *user) {
    (void)indices, (void)index_count, (void)vertex_count, (void)user;
}

#endif

/* --- Compression --- */

#ifdef VRM_HAVE_MESHOPT_DECODER

#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

const char *mesh_tool_compress_problem(void) { return NULL; }

/* Indices of 16 or 32 bits as the encoders take them; to be freed. */
static unsigned int *read_indices(const vrm_meshopt_task *task) {
    unsigned int *indices = malloc(task->count * sizeof *indices);
    const unsigned char *bytes = task->elements;
    for (size_t i = 0; indices != NULL && i < task->count; ++i, bytes += task->stride) {
        indices[i] = (unsigned int)bytes[0] | (unsigned int)bytes[1] << 8;
        if (task->stride == 4) {
            indices[i] |= (unsigned int)bytes[2] << 16 | (unsigned int)bytes[3] << 24;
        }
    }
    return indices;
}

static size_t compress_indices(const vrm_meshopt_task *task, uint8_t *out, size_t capacity) {
    unsigned int *indices = read_indices(task);
    size_t size = 0;
    if (indices == NULL) return 0;
    if (task->mode == VRM_MESHOPT_MODE_TRIANGLES) {
        size = meshopt_encodeIndexBuffer(out, capacity, indices, task->count);
    } else {
        size = meshopt_encodeIndexSequence(out, capacity, indices, task->count);
    }
    free(indices);
    return size;
}

size_t mesh_tool_compress(const vrm_meshopt_task *task, uint8_t *out, size_t capacity, void *user) {
    (void)user;
    if (task->mode != VRM_MESHOPT_MODE_ATTRIBUTES) return compress_indices(task, out, capacity);
    return meshopt_encodeVertexBuffer(out, capacity, task->elements, task->count, task->stride);
}

/* EXT_meshopt_compression has version 0 of vertices and 1 of indices; newer encoders begin with
 * others. The setting is one of the process. */
void mesh_tool_begin(void) {
    meshopt_encodeVertexVersion(0);
    meshopt_encodeIndexVersion(1);
}

#else

const char *mesh_tool_compress_problem(void) {
    return "this program was built without meshoptimizer";
}

size_t mesh_tool_compress(const vrm_meshopt_task *task, uint8_t *out, size_t capacity, void *user) {
    (void)task, (void)out, (void)capacity, (void)user;
    return 0;
}

void mesh_tool_begin(void) {}

#endif

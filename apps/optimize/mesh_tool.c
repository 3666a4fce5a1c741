#include "mesh_tool.h"

#ifdef VRM_HAVE_MESHOPTIMIZER

#include <meshoptimizer.h>

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

void mesh_tool_order(uint32_t *indices, uint32_t index_count, uint32_t vertex_count, void *user) {
    (void)user;
    meshopt_optimizeVertexCache(indices, indices, index_count, vertex_count);
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

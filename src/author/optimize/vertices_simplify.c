/*
 * Fewer triangles. The tool removes vertices and moves none, so skin weights and morph targets stay
 * those of the remaining vertices. It also gets the other properties of a vertex beside its
 * position: its normal, its texture coordinates, the center of its bones, and its movement by morph
 * targets. So edges of pictures, joints and lips keep their vertices.
 */
#include "author/optimize/vertices.h"

#include "base/math.h"

#include <string.h>

enum { NORMAL, UV = 3, MOVES = 5, BONES = 9, ATTRIBUTES = 12 };

static const float attribute_weights[ATTRIBUTES] = {
    0.5f, 0.5f, 0.5f,       /* the normal */
    1.0f, 1.0f,             /* texture coordinates */
    4.0f, 4.0f, 4.0f, 4.0f, /* how far morph targets move it, in meters */
    0.5f, 0.5f, 0.5f        /* the center of its bones, in meters */
};

static bool is_key(vrm_string key, const char *text) {
    return key.length == strlen(text) && memcmp(key.data, text, key.length) == 0;
}

static float number(const vrmi_stream *stream, uint32_t vertex, uint32_t component) {
    static const uint8_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    vrm_component type = stream->elements.component;
    uint32_t size = sizes[type - VRM_COMPONENT_I8];
    if (component >= stream->elements.components) return 0.0f;
    return vrmi_load_component(stream->elements.bytes + (size_t)vertex * stream->elements.stride +
                                   (size_t)component * size,
                               type, stream->is_normalized);
}

static void copy(const vrmi_pool *pool, const vrmi_stream *stream, uint32_t components, float *out,
                 uint32_t stride) {
    for (uint32_t i = 0; i < pool->vertex_count; ++i) {
        for (uint32_t c = 0; c < components; ++c)
            out[(size_t)i * stride + c] = number(stream, i, c);
    }
}

/* The sum of what all targets do, and of how far they go. */
static void add_moves(const vrmi_pool *pool, const vrmi_stream *stream, float *out) {
    for (uint32_t i = 0; i < pool->vertex_count; ++i) {
        float *vertex = out + (size_t)i * ATTRIBUTES + MOVES;
        vrm_vec3 move = {number(stream, i, 0), number(stream, i, 1), number(stream, i, 2)};
        vertex[0] += move.x;
        vertex[1] += move.y;
        vertex[2] += move.z;
        vertex[3] += sqrtf(move.x * move.x + move.y * move.y + move.z * move.z);
    }
}

/* Bones differ by number: neighbors of a joint have others than the rest of a limb. */
static void add_bones(const vrmi_pool *pool, const vrmi_stream *joints, const vrmi_stream *weights,
                      float *out) {
    for (uint32_t i = 0; i < pool->vertex_count; ++i) {
        float *vertex = out + (size_t)i * ATTRIBUTES + BONES;
        for (uint32_t c = 0; c < 4; ++c) {
            float weight = number(weights, i, c);
            uint32_t bone = (uint32_t)number(joints, i, c);
            /* Three numbers that differ much between bones of neighboring numbers. */
            vertex[0] += weight * (float)(bone * 37 % 101) / 101.0f;
            vertex[1] += weight * (float)(bone * 53 % 103) / 103.0f;
            vertex[2] += weight * (float)(bone * 71 % 107) / 107.0f;
        }
    }
}

/* What a pool has for the tool; made once, for all parts of the pool. */
typedef struct pool_numbers {
    float *positions, *attributes;
} pool_numbers;

static bool read_numbers(vrmi_vertices *all, const vrmi_pool *pool, pool_numbers *out) {
    const vrmi_stream *joints = NULL, *weights = NULL;
    out->positions = VRMI_OPTIMIZE_TAKE(all->work, float, (size_t)pool->vertex_count * 3);
    out->attributes = VRMI_OPTIMIZE_TAKE(all->work, float, (size_t)pool->vertex_count *ATTRIBUTES);
    if (out->positions == NULL || out->attributes == NULL) return false;
    for (uint32_t i = 0; i < pool->stream_count; ++i) {
        const vrmi_stream *stream = &pool->streams[i];
        bool is_position = is_key(stream->key, "POSITION");
        if (stream->target != VRM_NONE) {
            if (is_position) add_moves(pool, stream, out->attributes);
        } else if (is_position) {
            copy(pool, stream, 3, out->positions, 3);
        } else if (is_key(stream->key, "NORMAL")) {
            copy(pool, stream, 3, out->attributes + NORMAL, ATTRIBUTES);
        } else if (is_key(stream->key, "TEXCOORD_0")) {
            copy(pool, stream, 2, out->attributes + UV, ATTRIBUTES);
        } else if (is_key(stream->key, "JOINTS_0")) {
            joints = stream;
        } else if (is_key(stream->key, "WEIGHTS_0")) {
            weights = stream;
        }
    }
    if (joints != NULL && weights != NULL) add_bones(pool, joints, weights, out->attributes);
    return true;
}

static uint32_t simplify_part(vrmi_vertices *all, vrmi_part *part, const pool_numbers *numbers,
                              uint32_t target) {
    vrm_simplify_task task = {.indices = part->indices,
                              .positions = numbers->positions,
                              .attributes = numbers->attributes,
                              .attribute_weights = attribute_weights,
                              .index_count = part->index_count,
                              .vertex_count = all->pools[part->pool].vertex_count,
                              .attribute_count = ATTRIBUTES,
                              .target_index_count = target};
    uint32_t *indices = VRMI_OPTIMIZE_TAKE(all->work, uint32_t, part->index_count), count, left_out;
    if (indices == NULL) return 0;
    count = all->work->tools.simplify(&task, indices, all->work->tools.user);
    if (count == 0 || count >= part->index_count) return 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (indices[i] >= task.vertex_count) return 0;
    }
    left_out = (part->index_count - count) / 3;
    part->indices = indices;
    part->index_count = count - count % 3;
    return left_out;
}

uint32_t vrmi_vertices_simplify(vrmi_vertices *all, uint32_t triangles) {
    pool_numbers *numbers = VRMI_OPTIMIZE_TAKE(all->work, pool_numbers, all->pool_count);
    uint64_t sum = 0;
    uint32_t left_out = 0;
    if (all->work->tools.simplify == NULL || numbers == NULL) return 0;
    for (uint32_t i = 0; i < all->part_count; ++i) sum += all->parts[i].index_count / 3;
    if (sum <= triangles) return 0;
    for (uint32_t i = 0; i < all->part_count; ++i) {
        vrmi_part *part = &all->parts[i];
        uint64_t target = (uint64_t)(part->index_count / 3) * triangles / sum;
        if (part->is_left) continue;
        if (numbers[part->pool].positions == NULL &&
            !read_numbers(all, &all->pools[part->pool], &numbers[part->pool])) {
            return left_out;
        }
        left_out += simplify_part(all, part, &numbers[part->pool], (uint32_t)target * 3);
    }
    return left_out;
}

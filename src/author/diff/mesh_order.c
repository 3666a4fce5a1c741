/* Whether meshes have the same triangles, in any order. */
#include "author/diff/mesh_work.h"

#include <string.h>

/* One of the two primitives. */
typedef struct side {
    const vrm_model *model;
    const vrm_primitive *model_primitive;
    int32_t mesh, primitive;
    vrmi_memory *memory;
    float *numbers; /* room of the work */
    bool is_turned;
    uint64_t *vertices; /* a hash of all that a vertex has */
    uint32_t *corners;
    size_t corner_count;
    uint64_t sum; /* of the hashes of the triangles */
} side;

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static uint64_t bits_of(float number) {
    uint32_t bits;
    if (number == 0.0f) number = 0.0f; /* zeros of both signs are the same */
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void hash_numbers(side *s, uint32_t components, bool has_direction) {
    const float sign = has_direction && s->is_turned ? -1.0f : 1.0f;
    for (uint32_t i = 0; i < s->model_primitive->vertex_count; ++i) {
        for (uint32_t k = 0; k < components; ++k) {
            const float number = s->numbers[(size_t)i * components + k];
            s->vertices[i] =
                mix(s->vertices[i], bits_of(k == 0 || k == 2 ? number * sign : number));
        }
    }
}

/* The attributes of `like`, in its order: both sides are hashed alike. */
static bool hash_attributes(side *s, const vrm_primitive *like) {
    for (uint32_t i = 0; i < like->attribute_count; ++i) {
        const vrm_attribute *attribute =
            vrmi_mesh_find_attribute(s->model_primitive, &like->attributes[i]);
        const uint32_t components = vrmi_mesh_components(like->attributes[i].semantic);
        if (attribute == NULL ||
            !vrmi_mesh_read_attribute(s->model, s->mesh, s->primitive, attribute, s->numbers,
                                      (uint64_t)s->model_primitive->vertex_count * components)) {
            return false;
        }
        hash_numbers(s, components, attribute->semantic <= VRM_ATTRIBUTE_TANGENT);
    }
    return true;
}

static bool hash_target(side *s, uint32_t target, vrm_attribute_semantic semantic) {
    if (vrm_model_read_morph_target(s->model, s->mesh, s->primitive, (int32_t)target, semantic,
                                    s->numbers,
                                    (size_t)s->model_primitive->vertex_count * 3) != VRM_OK) {
        return false;
    }
    hash_numbers(s, 3, true);
    return true;
}

static bool hash_targets(side *s, const vrm_primitive *like) {
    for (uint32_t i = 0; i < like->target_count; ++i) {
        const bool has_normals = like->targets[i].normal != VRM_NONE ||
                                 s->model_primitive->targets[i].normal != VRM_NONE;
        if (!hash_target(s, i, VRM_ATTRIBUTE_POSITION) ||
            (has_normals && !hash_target(s, i, VRM_ATTRIBUTE_NORMAL))) {
            return false;
        }
    }
    return true;
}

/* A triangle is the same whichever of its corners comes first, and not the same turned over. */
static uint64_t hash_triangle(uint64_t a, uint64_t b, uint64_t c) {
    return mix(mix(mix(1, a), b), c) + mix(mix(mix(1, b), c), a) + mix(mix(mix(1, c), a), b);
}

static bool hash_triangles(side *s) {
    const size_t most = (size_t)s->model_primitive->triangle_count * 3;
    s->corners = vrmi_diff_take(s->memory, most, sizeof *s->corners);
    if (s->corners == NULL || vrm_model_read_triangles(s->model, s->mesh, s->primitive, s->corners,
                                                       most, &s->corner_count) != VRM_OK) {
        return false;
    }
    for (size_t i = 0; i + 2 < s->corner_count; i += 3) {
        s->sum += mix(2, hash_triangle(s->vertices[s->corners[i]], s->vertices[s->corners[i + 1]],
                                       s->vertices[s->corners[i + 2]]));
    }
    return true;
}

static bool hash_side(side *s, const vrm_primitive *like) {
    s->vertices = vrmi_diff_take(s->memory, s->model_primitive->vertex_count, sizeof *s->vertices);
    if (s->vertices == NULL) return false;
    memset(s->vertices, 0, s->model_primitive->vertex_count * sizeof *s->vertices);
    return hash_attributes(s, like) && hash_targets(s, like) && hash_triangles(s);
}

static bool is_in_order(const side *a, const side *b) {
    return a->model_primitive->vertex_count == b->model_primitive->vertex_count &&
           memcmp(a->vertices, b->vertices,
                  a->model_primitive->vertex_count * sizeof a->vertices[0]) == 0 &&
           memcmp(a->corners, b->corners, a->corner_count * sizeof a->corners[0]) == 0;
}

static bool can_be_same(const vrm_primitive *a, const vrm_primitive *b) {
    return a->attribute_count == b->attribute_count && a->target_count == b->target_count &&
           a->triangle_count == b->triangle_count && a->triangle_count > 0 && a->mode == b->mode &&
           !a->is_compressed && !b->is_compressed;
}

/* All numbers that both sides have, for the bound on what is read. */
static uint64_t numbers_of(const vrm_primitive *primitive) {
    const uint64_t vertices = primitive->vertex_count;
    return vertices * 4 * primitive->attribute_count + vertices * 6 * primitive->target_count;
}

vrmi_mesh_likeness vrmi_mesh_compare_content(vrmi_mesh_work *work, int32_t mesh, int32_t other,
                                             int32_t primitive) {
    const vrm_diff *pair = work->pair;
    side a = {
        .memory = pair->list.memory, .model = pair->a.model, .mesh = mesh, .primitive = primitive};
    side b = {
        .memory = pair->list.memory, .model = pair->b.model, .mesh = other, .primitive = primitive};
    vrmi_mesh_likeness likeness = VRMI_MESH_DIFFERENT;
    uint64_t vertices;
    a.model_primitive = &pair->a.gltf->meshes[mesh].primitives[primitive];
    b.model_primitive = &pair->b.gltf->meshes[other].primitives[primitive];
    if (!can_be_same(a.model_primitive, b.model_primitive)) return VRMI_MESH_DIFFERENT;
    vertices = a.model_primitive->vertex_count > b.model_primitive->vertex_count
                   ? a.model_primitive->vertex_count
                   : b.model_primitive->vertex_count;
    /* A mesh that is too large here is too large for the comparison by numbers, which then reports
     * it. */
    if (numbers_of(a.model_primitive) > work->left || numbers_of(b.model_primitive) > work->left ||
        !vrmi_mesh_need(work, vertices * 4)) {
        return VRMI_MESH_DIFFERENT;
    }
    a.numbers = work->a;
    b.numbers = work->b;
    a.is_turned = pair->turns;
    if (hash_side(&a, a.model_primitive) && hash_side(&b, a.model_primitive) &&
        a.corner_count == b.corner_count && a.sum == b.sum) {
        likeness = is_in_order(&a, &b) ? VRMI_MESH_SAME : VRMI_MESH_REORDERED;
    }
    vrmi_diff_drop(pair->list.memory, a.vertices);
    vrmi_diff_drop(pair->list.memory, a.corners);
    vrmi_diff_drop(pair->list.memory, b.vertices);
    vrmi_diff_drop(pair->list.memory, b.corners);
    return likeness;
}

/*
 * firstPerson: what the first-person camera draws of a mesh (FP-002 to FP-015, §6.7).
 *
 * An automatic mesh with a skin is decided by its triangles. That reads the joints, weights and
 * indices of its primitives: 25 bytes of memory for each vertex of one primitive at a time, and 12
 * for each triangle where no memory of the caller's takes them; within the memory limit of the
 * load. It is meant to be asked once for each mesh, when the mesh goes to the renderer.
 */
#include "gltf/unpack.h"
#include "model/model.h"

#include <string.h>

typedef struct split {
    const vrm_model *model;
    const vrm_mesh *mesh;
    int32_t mesh_index;
    uint32_t joint_count;
    const uint8_t *is_head_joint; /* by joint of the skin; only where triangles decide */
    vrm_result result;            /* VRM_OK, or why it could not be prepared */
    vrmi_memory memory;
    vrmi_arena arena; /* what lasts as long as the question */
} split;

/* A limit, or the allocator, refused the memory (ER-018, ER-020). */
static vrm_result refused(const vrmi_memory *memory) {
    return memory->refusal == VRMI_REFUSAL_BYTES ? VRM_ERROR_LIMIT : VRM_ERROR_OUT_OF_MEMORY;
}

static bool has_mesh(const vrm_gltf *gltf, int32_t node) {
    return gltf != NULL && node >= 0 && (uint32_t)node < gltf->node_count &&
           gltf->nodes[node].mesh != VRM_NONE;
}

/* --- The head, and all below it --- */

static bool is_below_head(const vrm_gltf *gltf, int32_t node, int32_t head) {
    while (node != VRM_NONE && node != head) node = gltf->nodes[node].parent;
    return node != VRM_NONE;
}

enum { UNKNOWN = 0, HEAD = 1, BODY = 2 };

/* Remembers what it finds on its way up, so that all joints together take one step a node. */
static uint8_t part_of(const vrm_gltf *gltf, uint8_t *parts, int32_t node) {
    int32_t top = node;
    uint8_t part;
    while (top != VRM_NONE && parts[top] == UNKNOWN) top = gltf->nodes[top].parent;
    part = top != VRM_NONE ? parts[top] : BODY;
    for (; node != top; node = gltf->nodes[node].parent) parts[node] = part;
    return part;
}

/* Which joints move the head; *out_any: whether there are any. */
static bool find_head_joints(split *asked, const vrm_skin *skin, int32_t head, bool *out_any) {
    const vrm_gltf *gltf = &asked->model->document.gltf;
    uint8_t *parts = VRMI_TAKE(&asked->arena, uint8_t, gltf->node_count);
    uint8_t *is_head_joint = VRMI_TAKE(&asked->arena, uint8_t, skin->joint_count);
    *out_any = false;
    if (parts == NULL || is_head_joint == NULL) return false;
    memset(parts, UNKNOWN, gltf->node_count);
    parts[head] = HEAD;
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        is_head_joint[i] = part_of(gltf, parts, skin->joints[i]) == HEAD;
        if (is_head_joint[i]) *out_any = true;
    }
    asked->is_head_joint = is_head_joint;
    asked->joint_count = skin->joint_count;
    return true;
}

/* --- Decisions before the triangles are read --- */

static vrm_first_person_type decide_automatic(split *asked, int32_t node) {
    const vrm_gltf *gltf = &asked->model->document.gltf;
    int32_t head = asked->model->tables->first_person.head_node;
    int32_t skin = gltf->nodes[node].skin;
    bool has_head_joint;
    if (head == VRM_NONE) return VRM_FIRST_PERSON_BOTH;
    /* A mesh without a skin belongs to the head if its node does (FP-008). */
    if (skin == VRM_NONE) {
        return is_below_head(gltf, node, head) ? VRM_FIRST_PERSON_THIRD_PERSON_ONLY
                                               : VRM_FIRST_PERSON_BOTH;
    }
    if (!find_head_joints(asked, &gltf->skins[skin], head, &has_head_joint)) {
        asked->result = refused(&asked->memory);
        return VRM_FIRST_PERSON_SPLIT;
    }
    /* A skin without joints of the head is not split (FP-009). */
    return has_head_joint ? VRM_FIRST_PERSON_SPLIT : VRM_FIRST_PERSON_BOTH;
}

/* Begins a question about a node with a mesh. VRM_FIRST_PERSON_SPLIT: the triangles decide. */
static vrm_first_person_type begin(split *asked, const vrm_model *model, int32_t node) {
    const vrm_gltf *gltf = &model->document.gltf;
    vrm_first_person_type type;
    memset(asked, 0, sizeof *asked);
    asked->model = model;
    asked->mesh_index = gltf->nodes[node].mesh;
    asked->mesh = &gltf->meshes[asked->mesh_index];
    asked->result = VRM_OK;
    /* A budget of its own: any number of threads may ask at once. */
    vrmi_memory_init(&asked->memory, &model->memory.allocator);
    asked->memory.max_bytes = model->memory.max_bytes;
    vrmi_arena_init(&asked->arena, &asked->memory, 0);
    /* Annotations other than `auto` decide by themselves (FP-002, FP-003, FP-004). */
    type = model->tables->first_person.types[node];
    return type == VRM_FIRST_PERSON_AUTO ? decide_automatic(asked, node) : type;
}

/* --- Vertices and triangles --- */

static int32_t find_weights(const vrm_primitive *primitive, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == VRM_ATTRIBUTE_WEIGHTS && attribute->set == set) {
            return attribute->accessor;
        }
    }
    return VRM_NONE;
}

/* A joint that is out of range is not the head's. (vrm_model_read_joints would make it joint 0,
 * which may be.) */
static void mark_head(const split *asked, const uint16_t *joints, const float *weights,
                      uint32_t vertex_count, uint8_t *is_head_vertex) {
    for (size_t i = 0; i < (size_t)vertex_count * 4; ++i) {
        if (weights[i] > 0.0f && joints[i] < asked->joint_count &&
            asked->is_head_joint[joints[i]]) {
            is_head_vertex[i / 4] = 1;
        }
    }
}

/* By vertex, whether any of its influences is the head's (FP-005, FP-015). `out` is of `arena`. */
static vrm_result find_head_vertices(const split *asked, const vrm_primitive *primitive,
                                     vrmi_arena *arena, uint8_t **out) {
    const vrmi_document *document = &asked->model->document;
    uint32_t count = primitive->vertex_count;
    uint8_t *is_head_vertex = VRMI_TAKE(arena, uint8_t, count);
    float *weights = NULL;
    uint16_t *joints = NULL;
    if (is_head_vertex == NULL) return refused(arena->memory);
    memset(is_head_vertex, 0, count);
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        int32_t weight_accessor = find_weights(primitive, attribute->set);
        vrm_result result;
        if (attribute->semantic != VRM_ATTRIBUTE_JOINTS || weight_accessor == VRM_NONE) continue;
        if (weights == NULL) {
            weights = vrmi_arena_take(arena, count, 4 * sizeof *weights, alignof(float));
            joints = vrmi_arena_take(arena, count, 4 * sizeof *joints, alignof(uint16_t));
            if (weights == NULL || joints == NULL) return refused(arena->memory);
        }
        result = vrmi_unpack_joints(document, attribute->accessor, count, joints);
        if (result != VRM_OK) return result;
        result = vrmi_unpack_floats(document, weight_accessor, count, 4, weights);
        if (result != VRM_OK) return result;
        mark_head(asked, joints, weights, count, is_head_vertex);
    }
    *out = is_head_vertex;
    return VRM_OK;
}

/* Keeps triangles in their order (FP-010). Returns how many indices are left. */
static size_t keep_body(const uint8_t *is_head_vertex, uint32_t *triangles, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i += 3) {
        const uint32_t *corner = &triangles[i];
        if (is_head_vertex[corner[0]] | is_head_vertex[corner[1]] | is_head_vertex[corner[2]]) {
            continue;
        }
        memmove(&triangles[kept], corner, 3 * sizeof *corner);
        kept += 3;
    }
    return kept;
}

/* The triangles of the body; *out_all: how many indices there were before. What `out` NULL asks for
 * is only how many, and takes separate memory. */
static vrm_result read_body(const split *asked, int32_t primitive, uint32_t *out, size_t capacity,
                            size_t *out_kept, size_t *out_all) {
    const vrm_primitive *found = &asked->mesh->primitives[primitive];
    vrmi_memory memory = asked->memory;
    vrmi_arena arena;
    uint8_t *is_head_vertex = NULL;
    vrm_result result;
    vrmi_arena_init(&arena, &memory, 0);
    result = find_head_vertices(asked, found, &arena, &is_head_vertex);
    if (result == VRM_OK && out == NULL) {
        capacity = (size_t)found->triangle_count * 3;
        out = vrmi_arena_take(&arena, found->triangle_count, 3 * sizeof *out, alignof(uint32_t));
        if (out == NULL) result = refused(&memory);
    }
    if (result == VRM_OK) {
        result = vrm_model_read_triangles(asked->model, asked->mesh_index, primitive, out, capacity,
                                          out_all);
    }
    *out_kept = result == VRM_OK ? keep_body(is_head_vertex, out, *out_all) : 0;
    vrmi_arena_release(&arena);
    return result;
}

/* Empty lists make it all or nothing (§6.7). Points and lines have no part in it. */
static vrm_first_person_type decide_by_triangles(const split *asked) {
    bool has_head = false, has_body = false;
    if (asked->result != VRM_OK) return VRM_FIRST_PERSON_SPLIT;
    for (uint32_t i = 0; i < asked->mesh->primitive_count; ++i) {
        const vrm_primitive *primitive = &asked->mesh->primitives[i];
        size_t kept = 0, all = 0;
        if (primitive->is_compressed) return VRM_FIRST_PERSON_SPLIT;
        if (primitive->triangle_count == 0) continue;
        if (read_body(asked, (int32_t)i, NULL, 0, &kept, &all) != VRM_OK)
            return VRM_FIRST_PERSON_SPLIT;
        has_body = has_body || kept > 0;
        has_head = has_head || kept < all;
        if (has_head && has_body) return VRM_FIRST_PERSON_SPLIT;
    }
    return has_head ? VRM_FIRST_PERSON_THIRD_PERSON_ONLY : VRM_FIRST_PERSON_BOTH;
}

/* --- The public face --- */

vrm_first_person_type vrm_model_first_person(const vrm_model *model, int32_t node) {
    split asked;
    vrm_first_person_type show;
    if (!has_mesh(vrm_model_gltf(model), node)) return VRM_FIRST_PERSON_BOTH;
    show = begin(&asked, model, node);
    if (show == VRM_FIRST_PERSON_SPLIT) show = decide_by_triangles(&asked);
    vrmi_arena_release(&asked.arena);
    return show;
}

static vrm_result read_split(const split *asked, int32_t primitive, uint32_t *out, size_t capacity,
                             size_t *out_count) {
    const vrm_primitive *found = &asked->mesh->primitives[primitive];
    size_t all = 0;
    if (asked->result != VRM_OK) return asked->result;
    if (found->is_compressed) return VRM_ERROR_UNSUPPORTED;
    if (found->triangle_count == 0) return VRM_OK;
    if (out == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    return read_body(asked, primitive, out, capacity, out_count, &all);
}

vrm_result vrm_model_read_first_person_triangles(const vrm_model *model, int32_t node,
                                                 int32_t primitive, uint32_t *out, size_t capacity,
                                                 size_t *out_count) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    split asked;
    size_t count = 0;
    vrm_result result = VRM_OK;
    if (out_count != NULL) *out_count = 0;
    if (!has_mesh(gltf, node) || primitive < 0 ||
        (uint32_t)primitive >= gltf->meshes[gltf->nodes[node].mesh].primitive_count) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    switch (begin(&asked, model, node)) {
    case VRM_FIRST_PERSON_THIRD_PERSON_ONLY:
        break; /* nothing */
    case VRM_FIRST_PERSON_SPLIT:
        result = read_split(&asked, primitive, out, capacity, &count);
        break;
    default:
        result =
            vrm_model_read_triangles(model, asked.mesh_index, primitive, out, capacity, &count);
        break;
    }
    vrmi_arena_release(&asked.arena);
    if (out_count != NULL) *out_count = count;
    return result;
}

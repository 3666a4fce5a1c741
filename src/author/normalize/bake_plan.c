/* The old and the new position of every node (requirements 6.9, steps 1 and 5). */
#include "author/normalize/bake_parts.h"

#include <assert.h>
#include <string.h>

/* What is off by less is as it should be: 2e-6 of a radian is a hundredth of a millimeter at the
 * end of a raised arm. */
static const float SAME = 2e-6f, SAME_SCALE = 1e-5f;

void vrmi_bake_desc_init(vrmi_bake_desc *desc) {
    memset(desc, 0, sizeof *desc);
    desc->turn = vrmi_quat_identity();
}

static const vrm_trs *rest_before(const vrmi_bake *bake, int32_t node) {
    return bake->desc.pose != NULL ? &bake->desc.pose[node] : &bake->gltf->nodes[node].rest;
}

/* A pose turns nodes, and does nothing else. */
static bool is_posed(const vrmi_bake *bake, int32_t node) {
    vrm_quat rest = bake->gltf->nodes[node].rest.rotation, now = rest_before(bake, node)->rotation;
    return now.x != rest.x || now.y != rest.y || now.z != rest.z || now.w != rest.w;
}

/* What is above all nodes without a parent. */
static vrm_mat4 top_of(const vrmi_bake *bake) {
    const vrm_trs top = {bake->desc.move, bake->desc.turn, {1.0f, 1.0f, 1.0f}};
    return vrmi_mat4_from_trs(&top);
}

static bool is_near_identity(const vrm_mat4 *m) {
    for (int i = 0; i < 11; ++i) {
        if (i % 4 != 3 && fabsf(m->m[i] - (i % 5 == 0 ? 1.0f : 0.0f)) > SAME) return false;
    }
    return true;
}

static bool has_unit_scale(const vrm_mat4 *m) {
    for (int i = 0; i < 3; ++i) {
        const float *c = &m->m[4 * i];
        if (fabsf(vrmi_vec3_length(vrm_vec3_make(c[0], c[1], c[2])) - 1.0f) > SAME) return false;
    }
    return true;
}

/* The rotation that the node has afterwards, in the space of the model. */
static vrm_quat axes_after(const vrmi_bake_node *node) {
    return node->keeps_rotation ? vrmi_mat4_rotation(&node->before) : vrmi_quat_identity();
}

static bool is_identity(vrm_quat q) { return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f; }

/* --- Before --- */

static void place_before(vrmi_bake *bake) {
    const vrm_mat4 top = top_of(bake);
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        int32_t index = bake->forest.order[i], parent = bake->gltf->nodes[index].parent;
        vrmi_bake_node *node = &bake->nodes[index];
        node->before = vrmi_mat4_place(parent == VRM_NONE ? &top : &bake->nodes[parent].before,
                                       rest_before(bake, index));
        node->is_mirrored = vrmi_mat4_determinant(&node->before) < 0.0f;
        node->scale = vrmi_mat4_uniform_scale(&node->before);
        /* A radius keeps its spelling if the scale is only rounding. */
        if (fabsf(node->scale - 1.0f) <= SAME_SCALE) node->scale = 1.0f;
    }
}

/* --- After --- */

/* The node above all others of the hips, which are not it; VRM_NONE: there is none. */
static int32_t find_root(const vrmi_bake *bake) {
    const int32_t *bones =
        bake->desc.bones != NULL ? bake->desc.bones : bake->tables->humanoid.nodes;
    int32_t hips = bones[VRM_BONE_HIPS], node = hips;
    if (hips == VRM_NONE) return VRM_NONE;
    while (bake->gltf->nodes[node].parent != VRM_NONE) node = bake->gltf->nodes[node].parent;
    return node != hips ? node : VRM_NONE;
}

static void stay(vrmi_bake *bake, int32_t index) {
    vrmi_bake_node *node = &bake->nodes[index];
    node->rest = bake->gltf->nodes[index].rest;
    node->after = node->before;
    node->change = vrmi_mat4_identity();
    node->scale = 1.0f;
    node->is_same = true;
}

/* The linear part of `before`, in the axes that the node has afterwards, and the way by which it is
 * moved against what hangs on it. */
static vrm_mat4 change_of(const vrmi_bake_node *node, vrm_quat axes, vrm_vec3 way) {
    vrm_mat4 change = node->before;
    vrm_quat back = vrmi_quat_conjugate(axes);
    for (int i = 0; i < 3 && !is_identity(axes); ++i) {
        float *c = &change.m[4 * i];
        vrm_vec3 turned = vrmi_quat_rotate(back, vrm_vec3_make(c[0], c[1], c[2]));
        c[0] = turned.x;
        c[1] = turned.y;
        c[2] = turned.z;
    }
    way = vrmi_quat_rotate(back, way);
    change.m[12] = way.x;
    change.m[13] = way.y;
    change.m[14] = way.z;
    return change;
}

static void place_after(vrmi_bake *bake, int32_t index, int32_t root, bool has_top) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    int32_t parent = bake->gltf->nodes[index].parent;
    vrmi_bake_node *node = &bake->nodes[index];
    const vrmi_bake_node *above = parent != VRM_NONE ? &bake->nodes[parent] : NULL;
    const vrm_mat4 identity = vrmi_mat4_identity();
    const vrm_mat4 *space = above != NULL ? &above->after : &identity;
    bool is_above_same = above != NULL ? above->is_same : !has_top;
    bool is_centered = index == root && bake->desc.root_to_origin;
    vrm_vec3 place = is_centered ? zero : vrmi_mat4_translation(&node->before);
    vrm_vec3 way = vrmi_vec3_sub(vrmi_mat4_translation(&node->before), place);
    vrm_quat axes = axes_after(node);
    vrm_quat back = above != NULL ? vrmi_quat_conjugate(axes_after(above)) : vrmi_quat_identity();
    if (is_above_same && !is_posed(bake, index) && vrmi_vec3_length(way) == 0.0f &&
        (node->keeps_rotation ? has_unit_scale(&node->before) && !node->is_mirrored
                              : is_near_identity(&node->before))) {
        stay(bake, index);
        return;
    }
    node->rest.rotation = is_identity(axes) && is_identity(back)
                              ? axes
                              : vrmi_quat_normalize(vrmi_quat_multiply(back, axes));
    node->rest.scale = vrm_vec3_make(1.0f, 1.0f, 1.0f);
    /* A position keeps its spelling in the file if it is still the same. */
    node->rest.translation =
        is_above_same && !is_centered
            ? rest_before(bake, index)->translation
            : vrmi_quat_rotate(back, vrmi_vec3_sub(place, vrmi_mat4_translation(space)));
    node->rest.translation = vrmi_vec3_to_finite(node->rest.translation);
    node->after = vrmi_mat4_place(space, &node->rest);
    node->change = change_of(node, axes, way);
    bake->changes = true;
}

static void place_all_after(vrmi_bake *bake) {
    int32_t root = find_root(bake);
    const vrmi_bake_desc *desc = &bake->desc;
    bool has_top;
    assert(bake->nodes != NULL); /* vrmi_bake_begin has seen to it */
    has_top = !is_identity(desc->turn) || vrmi_vec3_length(desc->move) != 0.0f;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        place_after(bake, bake->forest.order[i], root, has_top);
    }
}

bool vrmi_bake_begin(vrmi_bake *bake, vrm_edit *edit, const vrmi_bake_desc *desc) {
    memset(bake, 0, sizeof *bake);
    bake->edit = edit;
    bake->gltf = vrm_model_gltf(edit->model);
    bake->tables = vrm_model_tables(edit->model);
    bake->desc = *desc;
    vrmi_arena_init(&bake->arena, &edit->memory, 0);
    bake->nodes = VRMI_TAKE(&bake->arena, vrmi_bake_node, bake->gltf->node_count);
    if (bake->nodes == NULL ||
        !vrmi_forest_take(&bake->arena, bake->gltf->nodes, bake->gltf->node_count, &bake->forest)) {
        bake->is_refused = true;
        return false;
    }
    if (bake->gltf->node_count > 0) {
        memset(bake->nodes, 0, bake->gltf->node_count * sizeof *bake->nodes);
    }
    place_before(bake);
    if (!desc->loses_constraints) vrmi_bake_keep_rotations(bake);
    place_all_after(bake);
    return true;
}

void vrmi_bake_release(vrmi_bake *bake) { vrmi_arena_release(&bake->arena); }

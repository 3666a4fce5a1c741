/* The pose, and where it places the nodes: the first stage of an update. */
#include "avatar/sleep.h"

#include <string.h>

void vrmi_place_node(vrm_avatar *avatar, int32_t node) {
    int32_t parent = avatar->gltf->nodes[node].parent;
    const vrm_mat4 *above = parent != VRM_NONE ? &avatar->world[parent] : &avatar->root_world;
    avatar->world[node] = vrmi_mat4_place(above, &avatar->local[node]);
}

void vrmi_place_nodes(vrm_avatar *avatar, const int32_t *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) vrmi_place_node(avatar, nodes[i]);
}

/*
 * A number that is not finite in a row of a node's matrix makes the same row of every child's
 * matrix so, or at least its translation, whatever the child's own transform. So the nodes without
 * children tell of all. Nor does a sum ever become finite again: it may only be called infinite
 * where its parts are merely huge, and then nothing is changed.
 */
bool vrmi_is_frame_finite(const vrm_avatar *avatar) {
    const vrmi_rig *rig = avatar->rig;
    float sums[16] = {0.0f}, sum = 0.0f;
    for (uint32_t i = 0; i < rig->leaf_count; ++i) {
        const float *m = avatar->world[rig->leaf_nodes[i]].m;
        for (int k = 0; k < 16; ++k) sums[k] += m[k];
    }
    for (int k = 0; k < 16; ++k) sum += sums[k];
    return vrmi_is_finite(sum);
}

static void saturate(vrm_mat4 *m) {
    for (int i = 0; i < 16; ++i) m->m[i] = vrmi_to_finite(m->m[i]);
}

void vrmi_make_frame_finite(vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->gltf->node_count; ++i) {
        int32_t node = avatar->rig->forest.order[i];
        vrmi_place_node(avatar, node);
        saturate(&avatar->world[node]);
    }
}

void vrmi_place_below(vrm_avatar *avatar, int32_t node) {
    const vrmi_forest *forest = &avatar->rig->forest;
    uint32_t first = forest->place[node];
    vrmi_place_nodes(avatar, &forest->order[first], forest->end[node] - first);
}

void vrmi_place_root(vrm_avatar *avatar) {
    vrm_mat4 *m = &avatar->root_world;
    *m = vrmi_mat4_from_trs(&avatar->root);
    saturate(m); /* a turned scale may be greater than its largest axis */
    avatar->root_rotation = avatar->root.rotation;
    if (!vrmi_has_half_turn(avatar)) return;
    for (int i = 0; i < 3; ++i) {
        m->m[i] = -m->m[i];
        m->m[8 + i] = -m->m[8 + i];
    }
    avatar->root_rotation =
        vrmi_quat_multiply(avatar->root.rotation, vrm_quat_make(0.0f, 1.0f, 0.0f, 0.0f));
}

void vrm_avatar_set_root(vrm_avatar *avatar, const vrm_trs *root) {
    vrm_trs own;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, root)) return;
    if (!vrmi_trs_is_finite(root)) {
        vrmi_misuse(avatar, __func__, "the root is not finite");
        return;
    }
    own = *root;
    own.rotation = vrmi_quat_normalize(root->rotation);
    vrmi_set_input(avatar, &avatar->root, &own, sizeof own);
    vrmi_place_root(avatar);
}

void vrm_avatar_get_root(const vrm_avatar *avatar, vrm_trs *out) {
    if (avatar != NULL && vrmi_is_given(avatar, __func__, out)) *out = avatar->root;
}

vrm_trs *vrm_avatar_locals(vrm_avatar *avatar) {
    if (avatar == NULL) return NULL;
    vrmi_touch_pose(avatar);
    return avatar->pose;
}

void vrm_avatar_reset_pose(vrm_avatar *avatar) {
    if (avatar == NULL) return;
    vrmi_touch_pose(avatar);
    for (uint32_t i = 0; i < avatar->gltf->node_count; ++i) {
        avatar->pose[i] = avatar->gltf->nodes[i].rest;
    }
}

static void place_pose(vrm_avatar *avatar, const int32_t *nodes, uint32_t count) {
    uint32_t all = avatar->gltf->node_count;
    if (vrmi_sleep_check(avatar)) return;
    if (all != 0) memcpy(avatar->local, avatar->pose, sizeof *avatar->pose * all);
    vrmi_place_nodes(avatar, nodes, count);
}

void vrm_avatar_update_pose(vrm_avatar *avatar) {
    if (avatar == NULL) return;
    place_pose(avatar, avatar->rig->forest.order, avatar->gltf->node_count);
}

void vrmi_update_pose_before_springs(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    if (rig->is_moved_read || avatar->collider_capacity != 0) {
        vrm_avatar_update_pose(avatar);
    } else {
        place_pose(avatar, rig->still_nodes, rig->still_count);
    }
}

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
    if (avatar == NULL || root == NULL || !vrmi_trs_is_finite(root)) return;
    own = *root;
    own.rotation = vrmi_quat_normalize(root->rotation);
    vrmi_set_input(avatar, &avatar->root, &own, sizeof own);
    vrmi_place_root(avatar);
}

void vrm_avatar_get_root(const vrm_avatar *avatar, vrm_trs *out) {
    if (avatar != NULL && out != NULL) *out = avatar->root;
}

vrm_trs *vrm_avatar_pose(vrm_avatar *avatar) {
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

/* Floats in memory of the host's, which need not be aligned. */
static void *element(void *first, size_t stride, uint32_t index) {
    return (unsigned char *)first + stride * index;
}

static int32_t node_of(const vrm_avatar *avatar, const vrm_node_array *array, uint32_t index) {
    int64_t node = array->nodes != NULL ? array->nodes[index] : (int64_t)index;
    return node >= 0 && node < avatar->gltf->node_count ? (int32_t)node : VRM_NONE;
}

/*
 * A host's graph hangs below the root alone. Where a half turn stands between the root and the
 * model, it is a part of the transforms of the nodes without a parent there: it is multiplied in on
 * the way out and taken off on the way in. Both only move and negate numbers, so that they undo
 * each other to the bit.
 */
static bool is_turned_for_host(const vrm_avatar *avatar, int32_t node) {
    return vrmi_has_half_turn(avatar) && avatar->gltf->nodes[node].parent == VRM_NONE;
}

static vrm_quat turn_out(vrm_quat q) { return vrm_quat_make(q.z, q.w, -q.x, -q.y); }
static vrm_quat turn_in(vrm_quat q) { return vrm_quat_make(-q.z, -q.w, q.x, q.y); }

/* Which stages write which rotations with the settings of now, or wrote them into the last frame: a
 * host may only be handing those back, and a spring that was switched off would stand still in its
 * last shape. */
static void find_writers_now(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    uint8_t *writers = avatar->writers_now;
    uint32_t nodes = avatar->gltf->node_count;
    if (nodes != 0) memcpy(writers, avatar->rig->writers, nodes);
    for (int32_t bone = VRM_BONE_LEFT_EYE; bone <= VRM_BONE_RIGHT_EYE; ++bone) {
        int32_t eye = vrmi_bone_node(avatar, (vrm_bone)bone);
        if (eye == VRM_NONE) continue;
        if (avatar->gaze.mode != VRM_LOOK_AT_MODE_OFF || avatar->gaze_was_on) continue;
        writers[eye] &= (uint8_t)~VRM_WRITER_LOOK_AT;
    }
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        const vrmi_spring *spring = &avatar->springs.springs[rig->joints[i].spring];
        if (vrmi_spring_is_shown(spring) || spring->was_shown) continue;
        writers[rig->joints[i].node] &= (uint8_t)~VRM_WRITER_SPRING;
    }
}

void vrm_avatar_gather(vrm_avatar *avatar, const vrm_node_array *from) {
    if (avatar == NULL || from == NULL) return;
    vrmi_touch_pose(avatar);
    find_writers_now(avatar);
    for (uint32_t i = 0; i < from->count; ++i) {
        int32_t node = node_of(avatar, from, i);
        bool is_turned;
        vrm_trs trs;
        if (node == VRM_NONE) continue;
        is_turned = is_turned_for_host(avatar, node);
        trs = avatar->pose[node];
        if (from->translation != NULL) {
            memcpy(&trs.translation, element(from->translation, from->stride, i),
                   sizeof trs.translation);
            if (is_turned) trs.translation = vrmi_half_turn(trs.translation);
        }
        if (from->rotation != NULL && avatar->writers_now[node] == 0) {
            memcpy(&trs.rotation, element(from->rotation, from->stride, i), sizeof trs.rotation);
            if (is_turned) trs.rotation = turn_in(trs.rotation);
        }
        if (from->scale != NULL) {
            memcpy(&trs.scale, element(from->scale, from->stride, i), sizeof trs.scale);
        }
        if (vrmi_trs_is_finite(&trs)) avatar->pose[node] = trs;
    }
}

void vrm_avatar_scatter(const vrm_avatar *avatar, const vrm_node_array *to, int32_t writers) {
    if (avatar == NULL || to == NULL || (writers < 0 && writers != VRM_ALL)) return;
    for (uint32_t i = 0; i < to->count; ++i) {
        int32_t node = node_of(avatar, to, i);
        vrm_trs trs;
        if (node == VRM_NONE) continue;
        if (writers != VRM_ALL && (avatar->rig->writers[node] & writers) == 0) continue;
        trs = avatar->local[node];
        if (is_turned_for_host(avatar, node)) {
            trs.translation = vrmi_half_turn(trs.translation);
            trs.rotation = turn_out(trs.rotation);
        }
        if (to->translation != NULL) {
            memcpy(element(to->translation, to->stride, i), &trs.translation,
                   sizeof trs.translation);
        }
        if (to->rotation != NULL) {
            memcpy(element(to->rotation, to->stride, i), &trs.rotation, sizeof trs.rotation);
        }
        if (to->scale != NULL) {
            memcpy(element(to->scale, to->stride, i), &trs.scale, sizeof trs.scale);
        }
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

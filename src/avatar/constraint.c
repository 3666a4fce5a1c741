/*
 * Node constraints: the fifth stage of an update (NC, 6.5).
 *
 * Each writes the rotation of its destination, from rest rotations and from what is above it in the
 * order of evaluation; never from the destination's own rotation of before. So a second evaluation
 * gives the same bits (NC-023).
 */
#include "avatar/avatar.h"

static vrm_vec3 axis_of(const vrm_constraint *constraint) {
    static const vrm_vec3 axes[] = {
        [VRM_AXIS_POSITIVE_X] = {1.0f, 0.0f, 0.0f}, [VRM_AXIS_NEGATIVE_X] = {-1.0f, 0.0f, 0.0f},
        [VRM_AXIS_POSITIVE_Y] = {0.0f, 1.0f, 0.0f}, [VRM_AXIS_NEGATIVE_Y] = {0.0f, -1.0f, 0.0f},
        [VRM_AXIS_POSITIVE_Z] = {0.0f, 0.0f, 1.0f}, [VRM_AXIS_NEGATIVE_Z] = {0.0f, 0.0f, -1.0f},
    };
    return axes[constraint->axis];
}

static vrm_quat rest_of(const vrm_avatar *avatar, int32_t node) {
    return avatar->gltf->nodes[node].rest.rotation;
}

/* 6.5.1. */
static vrm_quat roll(const vrm_avatar *avatar, const vrm_constraint *constraint) {
    vrm_quat source = avatar->local[constraint->source].rotation;
    vrm_quat source_rest = rest_of(avatar, constraint->source);
    vrm_quat rest = rest_of(avatar, constraint->node);
    vrm_vec3 axis = axis_of(constraint);
    /* How the source has turned: in its parent's frame, then in the destination's at rest. */
    vrm_quat turn = vrmi_quat_multiply(source, vrmi_quat_conjugate(source_rest));
    vrm_quat swing;
    turn = vrmi_quat_multiply(vrmi_quat_conjugate(rest), vrmi_quat_multiply(turn, rest));
    turn = vrmi_quat_normalize(turn);
    swing = vrmi_quat_from_to(axis, vrmi_quat_rotate(turn, axis));
    return vrmi_quat_multiply(rest, vrmi_quat_multiply(vrmi_quat_conjugate(swing), turn));
}

/* 6.5.3. */
static vrm_quat rotation(const vrm_avatar *avatar, const vrm_constraint *constraint) {
    vrm_quat source = avatar->local[constraint->source].rotation;
    vrm_quat source_rest = rest_of(avatar, constraint->source);
    vrm_quat turn = vrmi_quat_multiply(vrmi_quat_conjugate(source_rest), source);
    return vrmi_quat_multiply(rest_of(avatar, constraint->node), turn);
}

/* Where a source below its own destination is while the destination is at rest, in the space of the
 * destination's parent (NC-006). */
static vrm_vec3 place_below_rest(const vrm_avatar *avatar, const vrm_constraint *constraint) {
    int32_t node = constraint->source;
    vrm_vec3 place = avatar->local[node].translation;
    vrm_trs trs;
    vrm_mat4 local;
    while ((node = avatar->gltf->nodes[node].parent) != constraint->node) {
        local = vrmi_mat4_from_trs(&avatar->local[node]);
        place = vrmi_mat4_transform_point(&local, place);
    }
    trs = avatar->local[node];
    trs.rotation = rest_of(avatar, node);
    local = vrmi_mat4_from_trs(&trs);
    return vrmi_mat4_transform_point(&local, place);
}

/* 6.5.2. */
static vrm_quat aim(const vrm_avatar *avatar, const vrm_constraint *constraint) {
    int32_t parent = avatar->gltf->nodes[constraint->node].parent;
    const vrm_mat4 *above = parent != VRM_NONE ? &avatar->world[parent] : &avatar->root_world;
    vrm_quat above_rotation =
        parent != VRM_NONE ? vrmi_mat4_rotation(above) : avatar->root_rotation;
    vrm_quat rest = rest_of(avatar, constraint->node);
    vrm_quat at_rest = vrmi_quat_normalize(vrmi_quat_multiply(above_rotation, rest));
    vrm_vec3 from = vrmi_quat_rotate(at_rest, axis_of(constraint));
    vrm_vec3 here = vrmi_mat4_transform_point(above, avatar->local[constraint->node].translation);
    vrm_vec3 there =
        vrmi_forest_is_within(&avatar->rig->forest, constraint->source, constraint->node)
            ? vrmi_mat4_transform_point(above, place_below_rest(avatar, constraint))
            : vrmi_mat4_translation(&avatar->world[constraint->source]);
    /* The identity where there is no direction: at the same place (NC-021), or beyond what floats
     * hold (ER-014). */
    vrm_quat swing = vrmi_quat_from_to(from, vrmi_vec3_sub(there, here));
    return vrmi_quat_multiply(vrmi_quat_conjugate(above_rotation),
                              vrmi_quat_multiply(swing, at_rest));
}

static vrm_quat turn_fully(const vrm_avatar *avatar, const vrm_constraint *constraint) {
    switch (constraint->kind) {
    case VRM_CONSTRAINT_ROLL:
        return roll(avatar, constraint);
    case VRM_CONSTRAINT_AIM:
        return aim(avatar, constraint);
    default:
        return rotation(avatar, constraint);
    }
}

void vrm_avatar_update_constraints(vrm_avatar *avatar) {
    const vrmi_rig *rig;
    uint32_t placed = 0;
    if (avatar == NULL) return;
    rig = avatar->rig;
    for (uint32_t i = 0; i < avatar->tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &avatar->tables->constraints[i];
        vrm_quat turned;
        vrmi_place_nodes(avatar, &rig->constrained_nodes[placed], rig->placed_before[i] - placed);
        placed = rig->placed_before[i];
        turned = vrmi_quat_normalize(turn_fully(avatar, constraint));
        avatar->local[constraint->node].rotation =
            vrmi_quat_slerp(rest_of(avatar, constraint->node), turned, constraint->weight);
    }
    vrmi_place_nodes(avatar, &rig->constrained_nodes[placed], rig->constrained_count - placed);
}

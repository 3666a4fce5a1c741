#include "rig.h"

#include "avatar/sleep.h"

#include <string.h>

/* By node: the joint whose head it is, found in the other avatar. */
static int32_t joint_of(const vrm_avatar *avatar, int32_t node) {
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        if (avatar->tables->spring_joints[i].node == node) return (int32_t)i;
    }
    return VRM_NONE;
}

/* The node that is the center of a joint at present. */
static int32_t center_of(const vrm_avatar *avatar, uint32_t joint) {
    int32_t place = avatar->springs.springs[avatar->tables->spring_joints[joint].spring].center;
    return place != VRM_NONE ? avatar->rig->springs.places[place].node : VRM_NONE;
}

/* Where a place was at the last update of the other avatar. */
static vrmi_spring_place place_before(const vrm_avatar *from, int32_t node) {
    int32_t place = from->rig->springs.node_places[node];
    if (place != VRM_NONE && (uint32_t)place < from->rig->springs.input_count) {
        return from->springs.inputs_before[place];
    }
    return vrmi_spring_place_from(&from->world[node]);
}

static void carry_joint(vrm_avatar *to, uint32_t mine, const vrm_avatar *from, uint32_t other) {
    vrmi_spring *spring = &to->springs.springs[to->tables->spring_joints[mine].spring];
    const vrmi_spring *was = &from->springs.springs[from->tables->spring_joints[other].spring];
    spring->weight = was->weight;
    spring->mode = was->mode;
    spring->wind = was->wind;
    if (to->tables->spring_joints[mine].tail_node != from->tables->spring_joints[other].tail_node ||
        center_of(to, mine) != center_of(from, other)) {
        return;
    }
    vrmi_set_joint_tail(to, mine, vrmi_joint_tail(from, other));
    vrmi_set_joint_quat(to, mine, vrmi_row_rotation(to),
                        vrmi_joint_quat(from, other, vrmi_row_rotation(from)));
    vrmi_set_joint_quat(to, mine, vrmi_row_rotation_before(to),
                        vrmi_joint_quat(from, other, vrmi_row_rotation_before(from)));
    to->springs.is_new[mine] = from->springs.is_new[other];
}

static void carry_springs(vrm_avatar *to, const vrm_avatar *from) {
    const vrmi_rig_springs *rig = &to->rig->springs;
    to->springs.wind = from->springs.wind;
    to->springs.ahead = from->springs.ahead;
    to->springs.turn = from->springs.turn;
    to->springs.has_started = from->springs.has_started;
    to->springs.traits = 0;
    for (uint32_t i = 0; i < rig->input_count; ++i) {
        to->springs.inputs_before[i] =
            i == 0 ? from->springs.inputs_before[0] : place_before(from, rig->places[i].node);
    }
    for (uint32_t i = 0; i < to->tables->spring_joint_count; ++i) {
        int32_t other = joint_of(from, to->tables->spring_joints[i].node);
        if (other != VRM_NONE) carry_joint(to, i, from, (uint32_t)other);
    }
}

/* Lets `to`, which has the same nodes and expressions, go on where `from` is: pose, gaze,
 * expressions, wind, frame. Springs go on where the node, tail and center of a joint are the same;
 * other joints start from rest. */
void vrm_web_rig_carry(vrm_avatar *to, const vrm_avatar *from) {
    const uint32_t nodes = to->gltf->node_count, expressions = to->tables->expression_count;
    if (nodes != from->gltf->node_count || expressions != from->tables->expression_count) return;
    memcpy(to->pose, from->pose, nodes * sizeof to->pose[0]);
    memcpy(to->local, from->local, nodes * sizeof to->local[0]);
    memcpy(to->world, from->world, nodes * sizeof to->world[0]);
    memcpy(to->face.inputs, from->face.inputs,
           (size_t)VRM_EXPRESSION_LAYER_COUNT * expressions * sizeof to->face.inputs[0]);
    to->look_at = from->look_at;
    to->look_at_was_on = from->look_at_was_on;
    to->root = from->root;
    vrmi_place_root(to);
    carry_springs(to, from);
    vrmi_wake(to);
}

static void change_lane(vrmi_lane_collider *to, uint32_t lane, const vrm_spring_collider *from) {
    to->offset[0][lane] = from->offset.x;
    to->offset[1][lane] = from->offset.y;
    to->offset[2][lane] = from->offset.z;
    to->tail[0][lane] = from->tail.x;
    to->tail[1][lane] = from->tail.y;
    to->tail[2][lane] = from->tail.z;
    to->radius[lane] = from->radius;
}

/* A lane without a chain meets what the last chain meets, as it was written (rig_lanes.c). */
static void change_lanes(const vrmi_rig *rig, int32_t collider, const vrm_spring_collider *from) {
    for (uint32_t i = 0; i < rig->lanes.group_count; ++i) {
        const vrmi_lane_group *group = &rig->lanes.groups[i];
        vrmi_lane_collider *own = (vrmi_lane_collider *)(uintptr_t)rig->lanes.lane_colliders;
        if (group->is_shared && !rig->lanes.is_crowdable) continue;
        for (uint32_t k = 0; k < group->collider_count * VRMI_LANES; ++k) {
            uint32_t lane = k % VRMI_LANES;
            uint32_t used = lane < group->lane_count ? lane : group->lane_count - 1;
            const vrmi_met *met = &rig->springs.met[group->springs[used]];
            if (k / VRMI_LANES >= met->count ||
                rig->springs.met_colliders[met->first + k / VRMI_LANES] != collider) {
                continue;
            }
            change_lane(&own[group->first_lane_collider + k / VRMI_LANES], lane, from);
        }
    }
}

/* Gives a collider of the avatar's model another place and size. Returns 0 if it has another node
 * or shape, and nothing is changed: another rig is needed then. */
int32_t vrm_web_rig_set_collider(vrm_avatar *avatar, uint32_t index,
                                 const vrm_spring_collider *collider) {
    vrm_spring_collider *to = (vrm_spring_collider *)(uintptr_t)avatar->tables->spring_colliders;
    vrm_spring_collider from = *collider;
    if (!vrm_rig_complete_collider(&from)) return 0;
    if (index >= avatar->tables->spring_collider_count || to[index].node != from.node ||
        to[index].shape != from.shape) {
        return 0;
    }
    to[index] = from; /* no other avatar has this model */
    change_lanes(avatar->rig, (int32_t)index, &from);
    vrmi_wake(avatar);
    return 1;
}

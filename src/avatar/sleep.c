#include "avatar/sleep.h"

static bool has_pose_changed(vrm_avatar *avatar) {
    size_t bytes = sizeof *avatar->pose * avatar->gltf->node_count;
    if (!avatar->sleep.is_pose_touched) return false;
    avatar->sleep.is_pose_touched = 0;
    if (bytes == 0 || memcmp(avatar->pose, avatar->sleep.pose_seen, bytes) == 0) return false;
    memcpy(avatar->sleep.pose_seen, avatar->pose, bytes);
    return true;
}

bool vrmi_sleep_check(vrm_avatar *avatar) {
    vrmi_sleep *sleep = &avatar->sleep;
    bool is_changed;
    if ((avatar->flags & VRM_RUN_SLEEP) == 0) return false;
    is_changed = has_pose_changed(avatar);
    if (sleep->is_changed) is_changed = true;
    sleep->is_changed = 0;
    if (is_changed) sleep->still_steps = 0;
    sleep->is_asleep = sleep->still_steps >= VRMI_SLEEP_STEPS;
    return sleep->is_asleep != 0;
}

/* Tails in center space are measured there: what the center does is an input. */
static bool is_moving(const vrm_avatar *avatar, uint32_t joint) {
    vrmi_tail tail = vrmi_joint_tail(avatar, joint);
    vrm_vec3 way = vrmi_vec3_sub(tail.current, tail.previous);
    float limit = VRMI_SLEEP_MOTION * avatar->springs.inputs_before[0].scale;
    return !(vrmi_vec3_dot(way, way) <= limit * limit);
}

void vrmi_sleep_count(vrm_avatar *avatar, uint32_t steps) {
    vrmi_sleep *sleep = &avatar->sleep;
    if ((avatar->flags & VRM_RUN_SLEEP) == 0 || steps == 0) return;
    for (uint32_t i = 0; i < avatar->tables->joint_count; ++i) {
        if (avatar->springs.is_new[i] || is_moving(avatar, i)) {
            sleep->still_steps = 0;
            return;
        }
    }
    /* What the frame shows lies between the last two steps, which are equal by then. */
    sleep->still_steps += (int32_t)steps;
    if (sleep->still_steps > VRMI_SLEEP_STEPS) sleep->still_steps = VRMI_SLEEP_STEPS;
}

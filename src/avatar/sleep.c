#include "avatar/sleep.h"

bool vrmi_is_pose_changed(const vrm_avatar *avatar) {
    size_t bytes = sizeof *avatar->pose * avatar->gltf->node_count;
    if ((avatar->flags & VRM_AVATAR_FLAG_SLEEP) == 0 || !avatar->sleep.is_pose_touched)
        return false;
    return bytes != 0 && memcmp(avatar->pose, avatar->sleep.pose_seen, bytes) != 0;
}

/* From now on, the pose is the one that was seen. */
static void see_pose(vrm_avatar *avatar) {
    size_t bytes = sizeof *avatar->pose * avatar->gltf->node_count;
    if (bytes != 0) memcpy(avatar->sleep.pose_seen, avatar->pose, bytes);
}

void vrmi_sleep_restored(vrm_avatar *avatar) {
    avatar->sleep.is_stale = 1;
    avatar->sleep.is_pose_touched = 0;
    if ((avatar->flags & VRM_AVATAR_FLAG_SLEEP) != 0) see_pose(avatar);
}

void vrmi_refresh_frame(vrm_avatar *avatar) {
    vrmi_sleep sleep = avatar->sleep;
    vrmi_look_at look_at = avatar->look_at;
    if (!sleep.is_stale) return;
    if (vrmi_is_pose_changed(avatar)) sleep.is_changed = 1; /* the update will have seen it */
    vrm_avatar_update(avatar, 0.0f);
    /* It has aimed the look_at anew, which the avatar that was saved may not have done yet. */
    avatar->look_at = look_at;
    avatar->sleep = sleep;
    avatar->sleep.is_stale = 0;
}

bool vrmi_sleep_check(vrm_avatar *avatar) {
    vrmi_sleep *sleep = &avatar->sleep;
    bool is_changed;
    bool is_stale = sleep->is_stale != 0;
    sleep->is_stale = 0;
    if ((avatar->flags & VRM_AVATAR_FLAG_SLEEP) == 0) return false;
    is_changed = vrmi_is_pose_changed(avatar);
    if (is_changed) see_pose(avatar);
    if (vrmi_is_blending(avatar)) is_changed = true;
    sleep->is_pose_touched = 0;
    if (sleep->is_changed) is_changed = true;
    sleep->is_changed = 0;
    if (is_changed) sleep->still_steps = 0;
    sleep->is_asleep = sleep->still_steps >= VRMI_SLEEP_STEPS;
    sleep->is_shown = sleep->is_asleep && is_stale;
    if (sleep->is_shown) sleep->is_asleep = 0; /* until the last stage */
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
    if ((avatar->flags & VRM_AVATAR_FLAG_SLEEP) == 0 || steps == 0) return;
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        if (avatar->springs.sway == 0.0) break; /* nothing of their motion is seen */
        if (avatar->springs.is_new[i] || is_moving(avatar, i)) {
            sleep->still_steps = 0;
            return;
        }
    }
    /* What the frame shows lies between the last two steps, which are equal by then. */
    sleep->still_steps += (int32_t)steps;
    if (sleep->still_steps > VRMI_SLEEP_STEPS) sleep->still_steps = VRMI_SLEEP_STEPS;
}

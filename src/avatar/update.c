/* One update: the stages in the order of the specification (UO-001 to UO-009). */
#include "avatar/avatar.h"

static void update_before_springs(vrm_avatar *avatar, float dt) {
    vrmi_update_pose_before_springs(avatar);
    vrm_avatar_update_look_at(avatar);
    vrm_avatar_update_expressions(avatar, dt);
    vrm_avatar_update_constraints(avatar);
}

void vrm_avatar_update(vrm_avatar *avatar, float dt) {
    if (avatar == NULL) return;
    update_before_springs(avatar, dt);
    vrm_avatar_update_springs(avatar, dt);
}

void vrmi_update_together(vrm_avatar *const avatars[], const float dt[], uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) update_before_springs(avatars[i], dt[i]);
    vrmi_update_springs_together(avatars, dt, count);
}

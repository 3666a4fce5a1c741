/* One update: the stages in the order of the specification (UO-001 to UO-009). */
#include "avatar/avatar.h"

void vrm_avatar_update(vrm_avatar *avatar, float dt) {
    if (avatar == NULL) return;
    vrmi_update_pose_before_springs(avatar);
    vrm_avatar_update_look_at(avatar);
    vrm_avatar_update_expressions(avatar, dt);
    vrm_avatar_update_constraints(avatar);
    vrm_avatar_update_springs(avatar, dt);
}

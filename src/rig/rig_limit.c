/* What the limits of joints are while springs run: axes instead of rotations, and sines and cosines
 * instead of angles, so that a step needs no functions of angles (SL). */
#include "base/math.h"
#include "rig/rig.h"

#include <string.h>

static void prepare(const vrmi_rig_joint *joint, const vrm_spring_limit *from, vrmi_limit *to) {
    vrm_quat space = vrmi_quat_multiply(vrmi_quat_from_up(joint->axis), from->rotation);
    space = vrmi_quat_normalize(vrmi_quat_multiply(joint->rest, space));
    to->kind = from->kind == VRM_SPRING_LIMIT_HINGE ? VRM_SPRING_LIMIT_SPHERICAL : from->kind;
    to->x = vrmi_quat_rotate(space, vrm_vec3_make(1.0f, 0.0f, 0.0f));
    to->y = vrmi_quat_rotate(space, vrm_vec3_make(0.0f, 1.0f, 0.0f));
    to->z = vrmi_quat_rotate(space, vrm_vec3_make(0.0f, 0.0f, 1.0f));
    vrmi_sincos(from->angle, &to->sin_angle, &to->cos_angle);
    vrmi_sincos(from->yaw, &to->sin_yaw, &to->cos_yaw);
    /* The nearest floats to pi and pi / 2 may be larger than these. */
    to->sin_angle = vrmi_max(to->sin_angle, 0.0f);
    to->cos_yaw = vrmi_max(to->cos_yaw, 0.0f);
}

bool vrmi_rig_limits_build(vrmi_rig *rig, const vrm_tables *tables) {
    uint32_t count = tables->spring_joint_count, limited = 0;
    vrmi_limit *limits;
    for (uint32_t i = 0; i < count; ++i) {
        limited += tables->spring_joints[i].limit.kind != VRM_SPRING_LIMIT_NONE;
    }
    if (limited == 0) return true;
    limits = VRMI_TAKE(&rig->arena, vrmi_limit, count);
    if (limits == NULL) return false;
    memset(limits, 0, count * sizeof limits[0]);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_spring_limit *from = &tables->spring_joints[i].limit;
        if (from->kind != VRM_SPRING_LIMIT_NONE) prepare(&rig->springs.joints[i], from, &limits[i]);
    }
    rig->springs.limits = limits;
    return true;
}

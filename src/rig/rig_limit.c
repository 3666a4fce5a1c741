/* What the limits of joints are while springs run: axes instead of rotations, and sines and cosines
 * instead of angles, so that a step needs no functions of angles (SL). */
#include "base/math.h"
#include "rig/rig.h"

#include <string.h>

/* Below this, 1 + b.y is nothing but rounding: the bone points along -Y. */
#define OPPOSITE 1e-6f

/* From +Y to the axis of the bone by the shortest arc; a half turn around X where the bone points
 * along -Y (SL-006). */
static vrm_quat arc_to(vrm_vec3 axis) {
    float w = 1.0f + axis.y;
    /* Near -Y, 1 + b.y has lost its digits, and the part across has not. */
    if (axis.y < 0.0f) w = (axis.x * axis.x + axis.z * axis.z) / (1.0f - axis.y);
    if (!(vrmi_max(fabsf(axis.x), fabsf(axis.z)) > OPPOSITE || axis.y > 0.0f)) {
        return vrm_quat_make(1.0f, 0.0f, 0.0f, 0.0f);
    }
    return vrmi_quat_normalize(vrm_quat_make(axis.z, 0.0f, -axis.x, w));
}

static void prepare(const vrmi_rig_joint *joint, const vrm_spring_limit *from, vrmi_limit *to) {
    vrm_quat space = vrmi_quat_multiply(arc_to(joint->axis), from->rotation);
    space = vrmi_quat_normalize(vrmi_quat_multiply(joint->rest, space));
    to->kind = from->kind == VRM_LIMIT_HINGE ? VRM_LIMIT_SPHERICAL : from->kind;
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
        limited += tables->spring_joints[i].limit.kind != VRM_LIMIT_NONE;
    }
    if (limited == 0) return true;
    limits = VRMI_TAKE(&rig->arena, vrmi_limit, count);
    if (limits == NULL) return false;
    memset(limits, 0, count * sizeof limits[0]);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_spring_limit *from = &tables->spring_joints[i].limit;
        if (from->kind != VRM_LIMIT_NONE) prepare(&rig->springs.joints[i], from, &limits[i]);
    }
    rig->springs.limits = limits;
    return true;
}

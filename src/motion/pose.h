/* What the files of poses share. */
#ifndef VRMI_MOTION_POSE_H
#define VRMI_MOTION_POSE_H

#include "base/math.h"
#include "vrm/pose.h"

/* As vrm_pose_blend blends a rotation; at weight 1 the bits of b. */
vrm_quat vrmi_pose_blend_rotation(vrm_quat a, vrm_quat b, float weight);

/* What a pose says of a bone, normalized; rest where it says nothing. */
static inline vrm_quat vrmi_pose_rotation(const vrm_pose *pose, vrm_bone bone) {
    bool is_said = (pose->bones & VRM_BONE_BIT(bone)) != 0;
    return is_said ? vrmi_quat_normalize(pose->rotations[bone]) : vrmi_quat_identity();
}

/* A rotation as a mirror in the plane x = 0 shows it. */
static inline vrm_quat vrmi_quat_mirror(vrm_quat q) { return vrm_quat_make(q.x, -q.y, -q.z, q.w); }

/*
 * What a pose says of the eyes. A pose with both bits is not allowed; its angles are taken.
 */
typedef struct vrmi_gaze {
    vrm_pose_parts kind; /* VRM_POSE_LOOK_AT_DEGREES, VRM_POSE_LOOK_AT_POINT, or 0: nothing */
    float yaw_degrees;
    float pitch_degrees;
    vrm_vec3 point;
} vrmi_gaze;

vrmi_gaze vrmi_pose_gaze(const vrm_pose *pose);
void vrmi_pose_set_gaze(vrm_pose *pose, vrmi_gaze gaze);

/*
 * How the custom expressions of two poses become those of a third. A name that both have gets
 * a times the one weight and b times the other, one that only one of them has gets only_a or only_b
 * times its own. With is_difference such names are left out, and weights may be negative.
 */
typedef struct vrmi_customs_rule {
    float a;
    float b;
    float only_a;
    float only_b;
    bool is_difference;
} vrmi_customs_rule;

/* The place of a name among customs; VRM_NONE if it is not there. The place at which it is sought
 * first is a guess. */
int32_t vrmi_customs_find(const vrm_custom_weight *customs, uint32_t count, vrm_string name,
                          uint32_t first);

/* Writes the array and the count of customs of `out` alone, which may be `a` or `b`, or have the
 * array of one of them. */
void vrmi_pose_mix_customs(const vrm_pose *a, const vrm_pose *b, vrmi_customs_rule rule,
                           vrm_pose *out);

#endif

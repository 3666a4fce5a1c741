/* A pose to stand in, so that nobody's first picture is a T. */
#include "motion/pose.h"

#include "model/model.h"

/*
 * Turns of the left side, in the axes of an avatar that faces +Z with its left hand towards +X,
 * palm down (TP-007 to TP-012). Turns of one bone are multiplied in the order in which they stand.
 * The right side is the mirror image.
 */
typedef struct turn {
    int32_t bone;
    vrm_vec3 axis;
    float degrees;
} turn;

/* clang-format off */
static const turn turns[] = {
    /* About +Z a left arm goes up, about +X it goes back once it hangs. The innermost turn of the
     * upper arm is about its own length: elbows bend forward and a little towards the body. */
    {VRM_BONE_LEFT_SHOULDER, {0, 0, 1}, -4},
    {VRM_BONE_LEFT_UPPER_ARM, {1, 0, 0}, -4},
    {VRM_BONE_LEFT_UPPER_ARM, {0, 0, 1}, -70},
    {VRM_BONE_LEFT_UPPER_ARM, {1, 0, 0}, 10},
    {VRM_BONE_LEFT_LOWER_ARM, {0, 1, 0}, -16},
    {VRM_BONE_LEFT_HAND, {0, 0, 1}, -5},
    /* Fingers curl towards the palm, the little one most. */
    {VRM_BONE_LEFT_INDEX_PROXIMAL, {0, 0, 1}, -14},
    {VRM_BONE_LEFT_INDEX_INTERMEDIATE, {0, 0, 1}, -20},
    {VRM_BONE_LEFT_INDEX_DISTAL, {0, 0, 1}, -12},
    {VRM_BONE_LEFT_MIDDLE_PROXIMAL, {0, 0, 1}, -18},
    {VRM_BONE_LEFT_MIDDLE_INTERMEDIATE, {0, 0, 1}, -24},
    {VRM_BONE_LEFT_MIDDLE_DISTAL, {0, 0, 1}, -14},
    {VRM_BONE_LEFT_RING_PROXIMAL, {0, 0, 1}, -22},
    {VRM_BONE_LEFT_RING_INTERMEDIATE, {0, 0, 1}, -27},
    {VRM_BONE_LEFT_RING_DISTAL, {0, 0, 1}, -16},
    {VRM_BONE_LEFT_LITTLE_PROXIMAL, {0, 0, 1}, -25},
    {VRM_BONE_LEFT_LITTLE_INTERMEDIATE, {0, 0, 1}, -29},
    {VRM_BONE_LEFT_LITTLE_DISTAL, {0, 0, 1}, -17},
    /* The thumb points between +X and +Z. About +Y it bends, towards the index finger; about the
     * other axis it goes under the palm. */
    {VRM_BONE_LEFT_THUMB_METACARPAL, {1, 0, -1}, 14},
    {VRM_BONE_LEFT_THUMB_METACARPAL, {0, 1, 0}, 12},
    {VRM_BONE_LEFT_THUMB_PROXIMAL, {0, 1, 0}, 10},
    {VRM_BONE_LEFT_THUMB_DISTAL, {0, 1, 0}, 16},
    /* A leg hangs along -Y: its foot stays where it is, and the toes go outwards. */
    {VRM_BONE_LEFT_UPPER_LEG, {0, 1, 0}, 4},
};
/* clang-format on */

/* Slopes that a T-pose may have (TP-007). */
#define SLOPE_DEGREES 15.0f

/*
 * How far the upper arm is already down at rest. A file in an A-pose breaks the specification, but
 * lowering its arms by as much as others' would cross them before the body.
 */
static float arm_slope(const vrm_model *model, vrm_bone upper, vrm_bone lower) {
    vrm_vec3 arm = vrmi_vec3_sub(vrm_model_bone_rest_position(model, lower),
                                 vrm_model_bone_rest_position(model, upper));
    float degrees = vrmi_degrees(vrmi_atan2(-arm.y, fabsf(arm.x)));
    return degrees > SLOPE_DEGREES ? degrees : 0.0f;
}

/* All turns of one bone of the left side; the identity for any other. */
static vrm_quat turn_of(int32_t bone, float arm_slope_degrees) {
    vrm_quat rotation = vrmi_quat_identity();
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; ++i) {
        float degrees = turns[i].degrees;
        if (turns[i].bone != bone) continue;
        if (bone == VRM_BONE_LEFT_UPPER_ARM && turns[i].axis.z != 0.0f) {
            degrees = vrmi_min(degrees + arm_slope_degrees, 0.0f);
        }
        rotation = vrmi_quat_multiply(
            rotation, vrmi_quat_from_axis_angle(turns[i].axis, vrmi_radians(degrees)));
    }
    return vrmi_quat_normalize(rotation);
}

void vrm_pose_relaxed(const vrm_model *model, vrm_pose *pose) {
    float left_slope, right_slope;
    if (pose == NULL) {
        vrmi_model_misuse(model, __func__, VRMI_MISUSE_NULL);
        return;
    }
    vrm_pose_init(pose);
    if (model == NULL) return;
    left_slope = arm_slope(model, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM);
    right_slope = arm_slope(model, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM);
    pose->parts = VRM_POSE_HIPS;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (vrm_model_bone_node(model, bone) != VRM_NONE) pose->bones |= VRM_BONE_BIT(bone);
    }
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; ++i) {
        const vrm_bone left = turns[i].bone, right = vrmi_bone_mirror(left);
        /* What the pose does not say has the numbers of rest. */
        if ((pose->bones & VRM_BONE_BIT(left)) != 0) {
            pose->rotations[left] = turn_of(left, left_slope);
        }
        if ((pose->bones & VRM_BONE_BIT(right)) != 0) {
            pose->rotations[right] = vrmi_quat_mirror(turn_of(left, right_slope));
        }
    }
}

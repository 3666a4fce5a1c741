/* Poses: making, completing, masking and mirroring them; pose_blend.c has what mixes them. */
#include "motion/pose.h"

#include "model/model.h"

#include <string.h>

/* The bits of the bones from one to another. */
#define BONES(first, last)                                                                         \
    ((VRM_BONE_BIT((last) - (first) + 1) - 1) << (first)) /* both included                         \
                                                           */

void vrm_pose_init(vrm_pose *pose) {
    if (pose == NULL) return;
    memset(pose, 0, sizeof *pose);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) pose->rotations[i] = vrmi_quat_identity();
}

/* --- Eyes --- */

vrmi_gaze vrmi_pose_gaze(const vrm_pose *pose) {
    vrmi_gaze gaze;
    gaze.kind = (pose->parts & VRM_POSE_LOOK_AT_DEGREES) != 0
                    ? VRM_POSE_LOOK_AT_DEGREES
                    : pose->parts & VRM_POSE_LOOK_AT_POINT;
    gaze.yaw_degrees = pose->yaw_degrees;
    gaze.pitch_degrees = pose->pitch_degrees;
    gaze.point = pose->look_at;
    return gaze;
}

void vrmi_pose_set_gaze(vrm_pose *pose, vrmi_gaze gaze) {
    bool has_angles = gaze.kind == VRM_POSE_LOOK_AT_DEGREES;
    bool has_point = gaze.kind == VRM_POSE_LOOK_AT_POINT;
    pose->parts &= ~(vrm_pose_parts)(VRM_POSE_LOOK_AT_DEGREES | VRM_POSE_LOOK_AT_POINT);
    pose->parts |= gaze.kind;
    pose->yaw_degrees = has_angles ? vrmi_to_finite(gaze.yaw_degrees) : 0.0f;
    pose->pitch_degrees = has_angles ? vrmi_to_finite(gaze.pitch_degrees) : 0.0f;
    pose->look_at = has_point ? vrmi_vec3_to_finite(gaze.point) : vrm_vec3_make(0.0f, 0.0f, 0.0f);
}

/* --- Fill and mask --- */

void vrm_pose_fill(vrm_pose *pose, const vrm_pose *base) {
    static const vrmi_customs_rule keep = {1.0f, 0.0f, 1.0f, 1.0f, false};
    uint64_t bones;
    uint32_t presets;
    if (pose == NULL || pose == base) return;
    if (base == NULL) {
        /* What is not said has the numbers of rest already: only the bits are missing. */
        pose->bones |= VRM_ALL_BONES;
        pose->parts |= VRM_POSE_HIPS;
        return;
    }
    bones = base->bones & ~pose->bones & VRM_ALL_BONES;
    presets = base->presets & ~pose->presets & VRM_ALL_PRESETS;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if ((bones & VRM_BONE_BIT(i)) != 0) pose->rotations[i] = base->rotations[i];
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((presets >> i & 1) != 0) pose->weights[i] = base->weights[i];
    }
    pose->bones |= bones;
    pose->presets |= presets;
    if ((pose->parts & VRM_POSE_HIPS) == 0 && (base->parts & VRM_POSE_HIPS) != 0) {
        pose->hips = base->hips;
        pose->parts |= VRM_POSE_HIPS;
    }
    if (vrmi_pose_gaze(pose).kind == 0) vrmi_pose_set_gaze(pose, vrmi_pose_gaze(base));
    vrmi_pose_mix_customs(pose, base, keep, pose);
}

void vrm_pose_mask(vrm_pose *pose, uint64_t bones, uint32_t presets, vrm_pose_parts parts) {
    vrmi_gaze gaze;
    if (pose == NULL) return;
    pose->bones &= bones & VRM_ALL_BONES;
    pose->presets &= presets & VRM_ALL_PRESETS;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if ((pose->bones & VRM_BONE_BIT(i)) == 0) pose->rotations[i] = vrmi_quat_identity();
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((pose->presets >> i & 1) == 0) pose->weights[i] = 0.0f;
    }
    gaze = vrmi_pose_gaze(pose);
    gaze.kind &= parts;
    vrmi_pose_set_gaze(pose, gaze);
    if ((pose->parts & parts & VRM_POSE_HIPS) == 0) {
        pose->parts &= ~(vrm_pose_parts)VRM_POSE_HIPS;
        pose->hips = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    }
    if ((presets & VRM_ALL_PRESETS) == 0) pose->custom_count = 0;
}

uint64_t vrm_bone_group_bones(vrm_bone_group group) {
    static const uint64_t groups[VRM_BONE_GROUP_COUNT] = {
        [VRM_BONE_GROUP_HIPS] = VRM_BONE_BIT(VRM_BONE_HIPS),
        [VRM_BONE_GROUP_TRUNK] = BONES(VRM_BONE_SPINE, VRM_BONE_UPPER_CHEST),
        [VRM_BONE_GROUP_HEAD] = BONES(VRM_BONE_NECK, VRM_BONE_JAW),
        [VRM_BONE_GROUP_LEFT_ARM] = BONES(VRM_BONE_LEFT_SHOULDER, VRM_BONE_LEFT_HAND),
        [VRM_BONE_GROUP_RIGHT_ARM] = BONES(VRM_BONE_RIGHT_SHOULDER, VRM_BONE_RIGHT_HAND),
        [VRM_BONE_GROUP_LEFT_LEG] = BONES(VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_TOES),
        [VRM_BONE_GROUP_RIGHT_LEG] = BONES(VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_TOES),
        [VRM_BONE_GROUP_LEFT_FINGERS] =
            BONES(VRM_BONE_LEFT_THUMB_METACARPAL, VRM_BONE_LEFT_LITTLE_DISTAL),
        [VRM_BONE_GROUP_RIGHT_FINGERS] =
            BONES(VRM_BONE_RIGHT_THUMB_METACARPAL, VRM_BONE_RIGHT_LITTLE_DISTAL),
        [VRM_BONE_GROUP_UPPER_BODY] = BONES(VRM_BONE_SPINE, VRM_BONE_JAW) |
                                      BONES(VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_LITTLE_DISTAL),
        [VRM_BONE_GROUP_LOWER_BODY] =
            VRM_BONE_BIT(VRM_BONE_HIPS) | BONES(VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_TOES)};
    return vrmi_is_index(group, VRM_BONE_GROUP_COUNT) ? groups[group] : 0;
}

/* --- Left and right --- */

static void swap_presets(vrm_pose *pose, int left, int right) {
    float weight = pose->weights[left];
    uint32_t bits = pose->presets;
    pose->weights[left] = pose->weights[right];
    pose->weights[right] = weight;
    pose->presets &= ~((uint32_t)1 << left | (uint32_t)1 << right);
    pose->presets |= (bits >> left & 1) << right | (bits >> right & 1) << left;
}

void vrm_pose_mirror(vrm_pose *pose) {
    vrm_quat before[VRM_BONE_COUNT];
    uint64_t bones = 0;
    if (pose == NULL) return;
    memcpy(before, pose->rotations, sizeof before);
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        vrm_bone from = vrmi_bone_mirror(i);
        bool is_said = (pose->bones & VRM_BONE_BIT(from)) != 0;
        pose->rotations[i] = is_said ? vrmi_quat_mirror(before[from]) : vrmi_quat_identity();
        if (is_said) bones |= VRM_BONE_BIT(i);
    }
    pose->bones = bones;
    swap_presets(pose, VRM_PRESET_BLINK_LEFT, VRM_PRESET_BLINK_RIGHT);
    swap_presets(pose, VRM_PRESET_LOOK_LEFT, VRM_PRESET_LOOK_RIGHT);
    /* From 0, so that what is 0 stays +0. */
    pose->hips.x = 0.0f - pose->hips.x;
    pose->yaw_degrees = 0.0f - pose->yaw_degrees;
    pose->look_at.x = 0.0f - pose->look_at.x;
}

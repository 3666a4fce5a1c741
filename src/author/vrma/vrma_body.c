#include "author/vrma/vrma_body.h"

#include "base/math.h"

/* The middle and the left side; the right side mirrors it. */
static const vrm_vec3 places[VRM_BONE_COUNT] = {
    [VRM_BONE_HIPS] = {0.0f, 1.0f, 0.0f},
    [VRM_BONE_SPINE] = {0.0f, 1.06f, 0.0f},
    [VRM_BONE_CHEST] = {0.0f, 1.18f, -0.005f},
    [VRM_BONE_UPPER_CHEST] = {0.0f, 1.31f, -0.01f},
    [VRM_BONE_NECK] = {0.0f, 1.47f, -0.015f},
    [VRM_BONE_HEAD] = {0.0f, 1.55f, 0.0f},
    [VRM_BONE_JAW] = {0.0f, 1.57f, 0.02f},
    [VRM_BONE_LEFT_UPPER_LEG] = {0.09f, 0.96f, 0.0f},
    [VRM_BONE_LEFT_LOWER_LEG] = {0.09f, 0.53f, 0.0f},
    [VRM_BONE_LEFT_FOOT] = {0.09f, 0.09f, -0.02f},
    [VRM_BONE_LEFT_TOES] = {0.09f, 0.02f, 0.12f},
    [VRM_BONE_LEFT_SHOULDER] = {0.03f, 1.42f, -0.01f},
    [VRM_BONE_LEFT_UPPER_ARM] = {0.16f, 1.42f, -0.01f},
    [VRM_BONE_LEFT_LOWER_ARM] = {0.44f, 1.42f, -0.01f},
    [VRM_BONE_LEFT_HAND] = {0.7f, 1.42f, -0.01f},
    [VRM_BONE_LEFT_THUMB_METACARPAL] = {0.725f, 1.41f, 0.015f},
    [VRM_BONE_LEFT_THUMB_PROXIMAL] = {0.76f, 1.405f, 0.04f},
    [VRM_BONE_LEFT_THUMB_DISTAL] = {0.79f, 1.4f, 0.06f},
    [VRM_BONE_LEFT_INDEX_PROXIMAL] = {0.8f, 1.42f, 0.02f},
    [VRM_BONE_LEFT_INDEX_INTERMEDIATE] = {0.84f, 1.42f, 0.02f},
    [VRM_BONE_LEFT_INDEX_DISTAL] = {0.865f, 1.42f, 0.02f},
    [VRM_BONE_LEFT_MIDDLE_PROXIMAL] = {0.8f, 1.42f, -0.005f},
    [VRM_BONE_LEFT_MIDDLE_INTERMEDIATE] = {0.845f, 1.42f, -0.005f},
    [VRM_BONE_LEFT_MIDDLE_DISTAL] = {0.875f, 1.42f, -0.005f},
    [VRM_BONE_LEFT_RING_PROXIMAL] = {0.795f, 1.42f, -0.028f},
    [VRM_BONE_LEFT_RING_INTERMEDIATE] = {0.835f, 1.42f, -0.028f},
    [VRM_BONE_LEFT_RING_DISTAL] = {0.865f, 1.42f, -0.028f},
    [VRM_BONE_LEFT_LITTLE_PROXIMAL] = {0.785f, 1.42f, -0.05f},
    [VRM_BONE_LEFT_LITTLE_INTERMEDIATE] = {0.815f, 1.42f, -0.05f},
    [VRM_BONE_LEFT_LITTLE_DISTAL] = {0.835f, 1.42f, -0.05f},
};

enum {
    LEG_BONES = VRM_BONE_RIGHT_UPPER_LEG - VRM_BONE_LEFT_UPPER_LEG,
    ARM_BONES = VRM_BONE_RIGHT_SHOULDER - VRM_BONE_LEFT_SHOULDER,
    FINGER_BONES = VRM_BONE_RIGHT_THUMB_METACARPAL - VRM_BONE_LEFT_THUMB_METACARPAL
};

/* The same bone of the left side; VRM_NONE: the bone is not of the right side. */
static vrm_bone left_of(vrm_bone bone) {
    if (bone >= VRM_BONE_RIGHT_THUMB_METACARPAL) return bone - FINGER_BONES;
    if (bone >= VRM_BONE_LEFT_THUMB_METACARPAL) return VRM_NONE;
    if (bone >= VRM_BONE_RIGHT_SHOULDER) return bone - ARM_BONES;
    if (bone >= VRM_BONE_LEFT_SHOULDER) return VRM_NONE;
    return bone >= VRM_BONE_RIGHT_UPPER_LEG ? bone - LEG_BONES : VRM_NONE;
}

vrm_vec3 vrmi_vrma_bone_place(vrm_bone bone) {
    const vrm_bone left = left_of(bone);
    vrm_vec3 place = places[left != VRM_NONE ? left : bone];
    if (left != VRM_NONE) place.x = -place.x;
    return place;
}

vrm_vec3 vrmi_vrma_eye_offset(void) { return vrm_vec3_make(0.0f, 0.07f, 0.08f); }

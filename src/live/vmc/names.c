#include "live/vmc/names.h"

#include "base/text.h"
#include "vrm/base.h"

#include <string.h>

#define BONE(bone, name)                                                                           \
    { VRM_BONE_##bone, sizeof(name) - 1, name }
/* A finger of a hand. The thumb has other names. */
#define FINGER(SIDE, Side, NAME, Name)                                                             \
    BONE(SIDE##_##NAME##_PROXIMAL, #Side #Name "Proximal"),                                        \
        BONE(SIDE##_##NAME##_INTERMEDIATE, #Side #Name "Intermediate"),                            \
        BONE(SIDE##_##NAME##_DISTAL, #Side #Name "Distal")
#define HAND(SIDE, Side)                                                                           \
    BONE(SIDE##_THUMB_METACARPAL, #Side "ThumbProximal"),                                          \
        BONE(SIDE##_THUMB_PROXIMAL, #Side "ThumbIntermediate"),                                    \
        BONE(SIDE##_THUMB_DISTAL, #Side "ThumbDistal"), FINGER(SIDE, Side, INDEX, Index),          \
        FINGER(SIDE, Side, MIDDLE, Middle), FINGER(SIDE, Side, RING, Ring),                        \
        FINGER(SIDE, Side, LITTLE, Little)
#define BOTH(NAME, Name) BONE(LEFT_##NAME, "Left" #Name), BONE(RIGHT_##NAME, "Right" #Name)

const vrmi_unity_bone vrmi_unity_bones[VRM_BONE_COUNT] = {
    BONE(HIPS, "Hips"),        BOTH(UPPER_LEG, UpperLeg),
    BOTH(LOWER_LEG, LowerLeg), BOTH(FOOT, Foot),
    BONE(SPINE, "Spine"),      BONE(CHEST, "Chest"),
    BONE(NECK, "Neck"),        BONE(HEAD, "Head"),
    BOTH(SHOULDER, Shoulder),  BOTH(UPPER_ARM, UpperArm),
    BOTH(LOWER_ARM, LowerArm), BOTH(HAND, Hand),
    BOTH(TOES, Toes),          BOTH(EYE, Eye),
    BONE(JAW, "Jaw"),          HAND(LEFT, Left),
    HAND(RIGHT, Right),        BONE(UPPER_CHEST, "UpperChest"),
};

int32_t vrmi_unity_bone_find(const char *name, size_t length, int32_t guess) {
    const vrm_string wanted = {name, (uint32_t)length};
    if (length >= sizeof vrmi_unity_bones[0].name) return VRM_NONE;
    if ((uint32_t)guess < VRM_BONE_COUNT && vrmi_unity_bones[guess].length == length &&
        memcmp(vrmi_unity_bones[guess].name, name, length) == 0) {
        return guess;
    }
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        if (vrmi_unity_bones[i].length == length &&
            vrmi_string_equals_no_case(wanted, vrmi_unity_bones[i].name)) {
            return i;
        }
    }
    return VRM_NONE;
}

/* As VRM 0.x names them, which has no "surprised": its avatars have an expression of that name. */
static const char *const old_names[VRM_PRESET_COUNT] = {
    [VRM_PRESET_HAPPY] = "Joy",
    [VRM_PRESET_ANGRY] = "Angry",
    [VRM_PRESET_SAD] = "Sorrow",
    [VRM_PRESET_RELAXED] = "Fun",
    [VRM_PRESET_SURPRISED] = "Surprised",
    [VRM_PRESET_AA] = "A",
    [VRM_PRESET_IH] = "I",
    [VRM_PRESET_OU] = "U",
    [VRM_PRESET_EE] = "E",
    [VRM_PRESET_OH] = "O",
    [VRM_PRESET_BLINK] = "Blink",
    [VRM_PRESET_BLINK_LEFT] = "Blink_L",
    [VRM_PRESET_BLINK_RIGHT] = "Blink_R",
    [VRM_PRESET_LOOK_UP] = "LookUp",
    [VRM_PRESET_LOOK_DOWN] = "LookDown",
    [VRM_PRESET_LOOK_LEFT] = "LookLeft",
    [VRM_PRESET_LOOK_RIGHT] = "LookRight",
    [VRM_PRESET_NEUTRAL] = "Neutral",
};

const char *vrmi_vmc_preset_old_name(vrm_preset preset) {
    return (uint32_t)preset < VRM_PRESET_COUNT ? old_names[preset] : "";
}

vrm_preset vrmi_vmc_preset_find(const char *name, size_t length) {
    const vrm_string wanted = {name, (uint32_t)length};
    if (length > sizeof "blinkRight") return VRM_NONE;
    for (vrm_preset i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (vrmi_string_equals_no_case(wanted, old_names[i]) ||
            vrmi_string_equals_no_case(wanted, vrm_preset_name(i))) {
            return i;
        }
    }
    return VRM_NONE;
}

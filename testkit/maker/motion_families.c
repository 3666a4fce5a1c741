/*
 * Families of BVH: what programs and collections call their joints, which joints they have between
 * those of VRM, and in which order, unit and pose they write them.
 */
#include "motion_bvh.h"

#include <string.h>

/* --- CMU, as converted by cgspeed --- */

static const rig_row cmu[] = {
    BONE("Hips", NULL, HIPS),
    BEFORE("&HipJoint", "Hips", LEFT_UPPER_LEG, 0, 0), /* no length, and never turned */
    BONE("%UpLeg", "&HipJoint", LEFT_UPPER_LEG),
    BONE("%Leg", "%UpLeg", LEFT_LOWER_LEG),
    BONE("%Foot", "%Leg", LEFT_FOOT),
    BONE("%ToeBase", "%Foot", LEFT_TOES),
    BONE("LowerBack", "Hips", SPINE),
    BONE("Spine", "LowerBack", CHEST),
    BONE("Spine1", "Spine", UPPER_CHEST),
    BEFORE("Neck", "Spine1", NECK, 0.5, 0.5),
    BONE("Neck1", "Neck", NECK),
    BONE("Head", "Neck1", HEAD),
    BONE("%Shoulder", "Spine1", LEFT_SHOULDER),
    BONE("%Arm", "%Shoulder", LEFT_UPPER_ARM),
    BONE("%ForeArm", "%Arm", LEFT_LOWER_ARM),
    BONE("%Hand", "%ForeArm", LEFT_HAND),
    END("%FingerBase", "%Hand"),
    END("&Thumb", "%Hand"),
    LAST_ROW,
};

/* --- Daz, Poser, Second Life --- */

#define DAZ_FINGER(name, first, second, third)                                                     \
    BONE("%" name "1", "%Hand", LEFT_##first), BONE("%" name "2", "%" name "1", LEFT_##second),    \
        BONE("%" name "3", "%" name "2", LEFT_##third)

static const rig_row daz[] = {
    BONE("hip", NULL, HIPS),
    BONE("abdomen", "hip", SPINE),
    BONE("chest", "abdomen", CHEST),
    BONE("neck", "chest", NECK),
    BONE("head", "neck", HEAD),
    BONE("%Collar", "chest", LEFT_SHOULDER),
    BONE("%Shldr", "%Collar", LEFT_UPPER_ARM),
    BONE("%ForeArm", "%Shldr", LEFT_LOWER_ARM),
    BONE("%Hand", "%ForeArm", LEFT_HAND),
    DAZ_FINGER("Thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    DAZ_FINGER("Index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    DAZ_FINGER("Mid", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    DAZ_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    DAZ_FINGER("Pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BEFORE("%Buttock", "hip", LEFT_UPPER_LEG, 0.2, 0.6),
    BONE("%Thigh", "%Buttock", LEFT_UPPER_LEG),
    BONE("%Shin", "%Thigh", LEFT_LOWER_LEG),
    BONE("%Foot", "%Shin", LEFT_FOOT),
    BONE("%Toe", "%Foot", LEFT_TOES),
    LAST_ROW,
};

/* --- Biovision, Xsens, 100STYLE --- */

static const rig_row biovision[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Chest", "Hips", SPINE),
    BONE("Chest2", "Chest", CHEST),
    BEFORE("Chest3", "Chest2", UPPER_CHEST, 0.5, 0.5),
    BONE("Chest4", "Chest3", UPPER_CHEST),
    BONE("Neck", "Chest4", NECK),
    BONE("Head", "Neck", HEAD),
    BONE("%Collar", "Chest4", LEFT_SHOULDER),
    BONE("%Shoulder", "%Collar", LEFT_UPPER_ARM),
    BONE("%Elbow", "%Shoulder", LEFT_LOWER_ARM),
    BONE("%Wrist", "%Elbow", LEFT_HAND),
    BONE("%Hip", "Hips", LEFT_UPPER_LEG),
    BONE("%Knee", "%Hip", LEFT_LOWER_LEG),
    BONE("%Ankle", "%Knee", LEFT_FOOT),
    BONE("%Toe", "%Ankle", LEFT_TOES),
    LAST_ROW,
};

/* --- The example of most descriptions of the format --- */

static const rig_row wisconsin[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Chest", "Hips", SPINE),
    BONE("Neck", "Chest", NECK),
    BONE("Head", "Neck", HEAD),
    BONE("%Collar", "Chest", LEFT_SHOULDER),
    BONE("%UpArm", "%Collar", LEFT_UPPER_ARM),
    BONE("%LowArm", "%UpArm", LEFT_LOWER_ARM),
    BONE("%Hand", "%LowArm", LEFT_HAND),
    BONE("%UpLeg", "Hips", LEFT_UPPER_LEG),
    BONE("%LowLeg", "%UpLeg", LEFT_LOWER_LEG),
    BONE("%Foot", "%LowLeg", LEFT_FOOT),
    LAST_ROW,
};

/* --- HumanIK: Noitom, Rokoko --- */

#define HUMANIK_FINGER(name, first, second, third)                                                 \
    BEFORE("%InHand" name, "%Hand", LEFT_##first, 0.1, 0.4),                                       \
        BONE("%Hand" name "1", "%InHand" name, LEFT_##first),                                      \
        BONE("%Hand" name "2", "%Hand" name "1", LEFT_##second),                                   \
        BONE("%Hand" name "3", "%Hand" name "2", LEFT_##third)

/* Legs, and from the shoulders to the hands. */
#define HUMANIK_LIMBS(toes, chest)                                                                 \
    BONE("%UpLeg", "Hips", LEFT_UPPER_LEG), BONE("%Leg", "%UpLeg", LEFT_LOWER_LEG),                \
        BONE("%Foot", "%Leg", LEFT_FOOT), BONE(toes, "%Foot", LEFT_TOES),                          \
        BONE("%Shoulder", chest, LEFT_SHOULDER), BONE("%Arm", "%Shoulder", LEFT_UPPER_ARM),        \
        BONE("%ForeArm", "%Arm", LEFT_LOWER_ARM), BONE("%Hand", "%ForeArm", LEFT_HAND)

static const rig_row humanik[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Spine", "Hips", SPINE),
    BONE("Spine1", "Spine", CHEST),
    BONE("Spine2", "Spine1", UPPER_CHEST),
    BEFORE("Spine3", "Spine2", NECK, 0.2, 0.4),
    BONE("Neck", "Spine3", NECK),
    BEFORE("Neck1", "Neck", HEAD, 0.5, 0.5),
    BONE("Head", "Neck1", HEAD),
    HUMANIK_LIMBS("%ToeBase", "Spine3"),
    BONE("%HandThumb1", "%Hand", LEFT_THUMB_METACARPAL),
    BONE("%HandThumb2", "%HandThumb1", LEFT_THUMB_PROXIMAL),
    BONE("%HandThumb3", "%HandThumb2", LEFT_THUMB_DISTAL),
    HUMANIK_FINGER("Index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    HUMANIK_FINGER("Middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    HUMANIK_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    HUMANIK_FINGER("Pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    LAST_ROW,
};

/* --- LaFAN1, and the sample of UniVRM --- */

static const rig_row lafan[] = {
    BONE("Hips", NULL, HIPS),        BONE("Spine", "Hips", SPINE),
    BONE("Spine1", "Spine", CHEST),  BONE("Spine2", "Spine1", UPPER_CHEST),
    BONE("Neck", "Spine2", NECK),    BONE("Head", "Neck", HEAD),
    HUMANIK_LIMBS("%Toe", "Spine2"), LAST_ROW,
};

static const rig_row univrm[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Spine", "Hips", SPINE),
    BONE("Spine1", "Spine", CHEST),
    BONE("Neck", "Spine1", NECK),
    BONE("Head", "Neck", HEAD),
    HUMANIK_LIMBS("%ToeBase", "Spine1"),
    LAST_ROW,
};

/* --- Bandai Namco Research: the side is at the end, the way over the ground in joint_Root --- */

static const rig_row bandai[] = {
    BEFORE("joint_Root", NULL, HIPS, 0, 0),
    BONE("Hips", "joint_Root", HIPS),
    BONE("Spine", "Hips", SPINE),
    BONE("Chest", "Spine", CHEST),
    BONE("Neck", "Chest", NECK),
    BONE("Head", "Neck", HEAD),
    BONE("Shoulder_%", "Chest", LEFT_SHOULDER),
    BONE("UpperArm_%", "Shoulder_%", LEFT_UPPER_ARM),
    BONE("LowerArm_%", "UpperArm_%", LEFT_LOWER_ARM),
    BONE("Hand_%", "LowerArm_%", LEFT_HAND),
    BONE("UpperLeg_%", "Hips", LEFT_UPPER_LEG),
    BONE("LowerLeg_%", "UpperLeg_%", LEFT_LOWER_LEG),
    BONE("Foot_%", "LowerLeg_%", LEFT_FOOT),
    BONE("Toes_%", "Foot_%", LEFT_TOES),
    LAST_ROW,
};

/* --- mocopi --- */

static const rig_row mocopi[] = {
    BONE("root", NULL, HIPS),
    BEFORE("torso_1", "root", SPINE, 0.5, 0.5),
    BONE("torso_2", "torso_1", SPINE),
    BEFORE("torso_3", "torso_2", CHEST, 0.5, 0.5),
    BONE("torso_4", "torso_3", CHEST),
    BEFORE("torso_5", "torso_4", UPPER_CHEST, 0.33, 0.33),
    BEFORE("torso_6", "torso_5", UPPER_CHEST, 0.67, 0.67),
    BONE("torso_7", "torso_6", UPPER_CHEST),
    BONE("neck_1", "torso_7", NECK),
    BEFORE("neck_2", "neck_1", HEAD, 0.5, 0.5),
    BONE("head", "neck_2", HEAD),
    BONE("%_shoulder", "torso_7", LEFT_SHOULDER),
    BONE("%_up_arm", "%_shoulder", LEFT_UPPER_ARM),
    BONE("%_low_arm", "%_up_arm", LEFT_LOWER_ARM),
    BONE("%_hand", "%_low_arm", LEFT_HAND),
    BONE("%_up_leg", "root", LEFT_UPPER_LEG),
    BONE("%_low_leg", "%_up_leg", LEFT_LOWER_LEG),
    BONE("%_foot", "%_low_leg", LEFT_FOOT),
    BONE("%_toes", "%_foot", LEFT_TOES),
    LAST_ROW,
};

/* --- VRoid, and recorders for Unity --- */

#define VROID_FINGER(name, first, second, third)                                                   \
    BONE("J_Bip_%_" name "1", "J_Bip_%_Hand", LEFT_##first),                                       \
        BONE("J_Bip_%_" name "2", "J_Bip_%_" name "1", LEFT_##second),                             \
        BONE("J_Bip_%_" name "3", "J_Bip_%_" name "2", LEFT_##third)

static const rig_row vroid[] = {
    BONE("J_Bip_C_Hips", NULL, HIPS),
    BONE("J_Bip_C_Spine", "J_Bip_C_Hips", SPINE),
    BONE("J_Bip_C_Chest", "J_Bip_C_Spine", CHEST),
    BONE("J_Bip_C_UpperChest", "J_Bip_C_Chest", UPPER_CHEST),
    BONE("J_Bip_C_Neck", "J_Bip_C_UpperChest", NECK),
    BONE("J_Bip_C_Head", "J_Bip_C_Neck", HEAD),
    BONE("J_Bip_%_UpperLeg", "J_Bip_C_Hips", LEFT_UPPER_LEG),
    BONE("J_Bip_%_LowerLeg", "J_Bip_%_UpperLeg", LEFT_LOWER_LEG),
    BONE("J_Bip_%_Foot", "J_Bip_%_LowerLeg", LEFT_FOOT),
    BONE("J_Bip_%_ToeBase", "J_Bip_%_Foot", LEFT_TOES),
    BONE("J_Bip_%_Shoulder", "J_Bip_C_UpperChest", LEFT_SHOULDER),
    BONE("J_Bip_%_UpperArm", "J_Bip_%_Shoulder", LEFT_UPPER_ARM),
    BONE("J_Bip_%_LowerArm", "J_Bip_%_UpperArm", LEFT_LOWER_ARM),
    BONE("J_Bip_%_Hand", "J_Bip_%_LowerArm", LEFT_HAND),
    VROID_FINGER("Thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    VROID_FINGER("Index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    VROID_FINGER("Middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    VROID_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    VROID_FINGER("Little", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    LAST_ROW,
};

/* --- Unreal --- */

#define UNREAL_FINGER(name, first, second, third)                                                  \
    BONE(name "_01_%", "hand_%", LEFT_##first), BONE(name "_02_%", name "_01_%", LEFT_##second),   \
        BONE(name "_03_%", name "_02_%", LEFT_##third)

static const rig_row unreal[] = {
    BONE("pelvis", NULL, HIPS),
    BONE("spine_01", "pelvis", SPINE),
    BONE("spine_02", "spine_01", CHEST),
    BONE("spine_03", "spine_02", UPPER_CHEST),
    BONE("neck_01", "spine_03", NECK),
    BONE("head", "neck_01", HEAD),
    BONE("clavicle_%", "spine_03", LEFT_SHOULDER),
    BONE("upperarm_%", "clavicle_%", LEFT_UPPER_ARM),
    BONE("lowerarm_%", "upperarm_%", LEFT_LOWER_ARM),
    BONE("hand_%", "lowerarm_%", LEFT_HAND),
    UNREAL_FINGER("thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    UNREAL_FINGER("index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    UNREAL_FINGER("middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    UNREAL_FINGER("ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    UNREAL_FINGER("pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BONE("thigh_%", "pelvis", LEFT_UPPER_LEG),
    BONE("calf_%", "thigh_%", LEFT_LOWER_LEG),
    BONE("foot_%", "calf_%", LEFT_FOOT),
    BONE("ball_%", "foot_%", LEFT_TOES),
    LAST_ROW,
};

/* --- All of them --- */

const bvh_family bvh_families[] = {
    {.name = "humanik",
     .table = {humanik, {"Left", "Right"}},
     .order = "YXZ",
     .unit = 0.01,
     .channels = BVH_CHANNELS_ALL},
    {.name = "cmu",
     .table = {cmu, {"Left", "Right"}},
     .order = "ZYX",
     .unit = 0.056444,
     .legs_out = 20,
     .has_t_frame = true},
    {.name = "daz", .table = {daz, {"l", "r"}}, .order = "mixed", .unit = 0.01},
    {.name = "biovision", .table = {biovision, {"Left", "Right"}}, .order = "ZXY", .unit = 0.01},
    {.name = "wisconsin",
     .table = {wisconsin, {"Left", "Right"}},
     .order = "ZXY",
     .unit = 0.0254,
     .rest = REST_HANGING},
    {.name = "lafan",
     .table = {lafan, {"Left", "Right"}},
     .order = "ZYX",
     .unit = 0.01,
     .offsets = OFFSETS_LOCAL,
     .studio = {2.1, 0, -1.4}},
    {.name = "bandai",
     .table = {bandai, {"L", "R"}},
     .order = "ZXY",
     .unit = 0.01,
     .offsets = OFFSETS_LOCAL,
     .channels = BVH_CHANNELS_NOISY,
     .studio = {0, 0, 4.27}},
    {.name = "mocopi",
     .table = {mocopi, {"l", "r"}},
     .order = "ZXY",
     .unit = 0.01,
     .channels = BVH_CHANNELS_ALL},
    {.name = "vroid", .table = {vroid, {"L", "R"}}, .order = "ZXY", .unit = 1},
    {.name = "unreal", .table = {unreal, {"l", "r"}}, .order = "XYZ", .unit = 0.01, .rest = REST_A},
    {.name = "univrm",
     .table = {univrm, {"Left", "Right"}},
     .order = "ZXY",
     .unit = 0.01,
     .has_no_root_offset = true},
    {.name = NULL},
};

int bvh_find_family(const char *name) {
    for (int i = 0; bvh_families[i].name != NULL; ++i) {
        if (strcmp(bvh_families[i].name, name) == 0) return i;
    }
    return NONE;
}

/*
 * Families of skeletons in rigged files: those that motions have, and those of programs that make
 * bodies.
 */
#include "body_rig.h"
#include "motion_bvh.h"

#include <string.h>

/* --- Blender: Rigify --- */

#define RIGIFY_FINGER(name, first, second, third)                                                  \
    BONE("DEF-" name ".01.%", "DEF-hand.%", LEFT_##first),                                         \
        BONE("DEF-" name ".02.%", "DEF-" name ".01.%", LEFT_##second),                             \
        BONE("DEF-" name ".03.%", "DEF-" name ".02.%", LEFT_##third)

static const rig_row rigify[] = {
    BONE("DEF-spine", NULL, HIPS),
    BONE("DEF-spine.001", "DEF-spine", SPINE),
    BONE("DEF-spine.002", "DEF-spine.001", CHEST),
    BONE("DEF-spine.003", "DEF-spine.002", UPPER_CHEST),
    BONE("DEF-spine.004", "DEF-spine.003", NECK),
    BEFORE("DEF-spine.005", "DEF-spine.004", HEAD, 0.5, 0.5),
    BONE("DEF-spine.006", "DEF-spine.005", HEAD),
    BONE("DEF-shoulder.%", "DEF-spine.003", LEFT_SHOULDER),
    BONE("DEF-upper_arm.%", "DEF-shoulder.%", LEFT_UPPER_ARM),
    BEFORE("DEF-upper_arm.%.001", "DEF-upper_arm.%", LEFT_LOWER_ARM, 0, 0.5),
    BONE("DEF-forearm.%", "DEF-upper_arm.%.001", LEFT_LOWER_ARM),
    BEFORE("DEF-forearm.%.001", "DEF-forearm.%", LEFT_HAND, 0, 0.5),
    BONE("DEF-hand.%", "DEF-forearm.%.001", LEFT_HAND),
    RIGIFY_FINGER("thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    RIGIFY_FINGER("f_index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    RIGIFY_FINGER("f_middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    RIGIFY_FINGER("f_ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    RIGIFY_FINGER("f_pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BONE("DEF-thigh.%", "DEF-spine", LEFT_UPPER_LEG),
    BEFORE("DEF-thigh.%.001", "DEF-thigh.%", LEFT_LOWER_LEG, 0, 0.5),
    BONE("DEF-shin.%", "DEF-thigh.%.001", LEFT_LOWER_LEG),
    BEFORE("DEF-shin.%.001", "DEF-shin.%", LEFT_FOOT, 0, 0.5),
    BONE("DEF-foot.%", "DEF-shin.%.001", LEFT_FOOT),
    BONE("DEF-toe.%", "DEF-foot.%", LEFT_TOES),
    LAST_ROW,
};

/* --- Character Creator and iClone --- */

#define CC_FINGER(name, first, second, third)                                                      \
    BONE("CC_Base_%_" name "1", "CC_Base_%_Hand", LEFT_##first),                                   \
        BONE("CC_Base_%_" name "2", "CC_Base_%_" name "1", LEFT_##second),                         \
        BONE("CC_Base_%_" name "3", "CC_Base_%_" name "2", LEFT_##third)

static const rig_row character_creator[] = {
    BONE("CC_Base_Hip", NULL, HIPS),
    BEFORE("CC_Base_Pelvis", "CC_Base_Hip", LEFT_UPPER_LEG, 0, 0),
    BONE("CC_Base_%_Thigh", "CC_Base_Pelvis", LEFT_UPPER_LEG),
    BONE("CC_Base_%_Calf", "CC_Base_%_Thigh", LEFT_LOWER_LEG),
    BONE("CC_Base_%_Foot", "CC_Base_%_Calf", LEFT_FOOT),
    BONE("CC_Base_%_ToeBase", "CC_Base_%_Foot", LEFT_TOES),
    BONE("CC_Base_Waist", "CC_Base_Hip", SPINE),
    BONE("CC_Base_Spine01", "CC_Base_Waist", CHEST),
    BONE("CC_Base_Spine02", "CC_Base_Spine01", UPPER_CHEST),
    BONE("CC_Base_NeckTwist01", "CC_Base_Spine02", NECK),
    BEFORE("CC_Base_NeckTwist02", "CC_Base_NeckTwist01", HEAD, 0.5, 0.5),
    BONE("CC_Base_Head", "CC_Base_NeckTwist02", HEAD),
    BONE("CC_Base_%_Clavicle", "CC_Base_Spine02", LEFT_SHOULDER),
    BONE("CC_Base_%_Upperarm", "CC_Base_%_Clavicle", LEFT_UPPER_ARM),
    BONE("CC_Base_%_Forearm", "CC_Base_%_Upperarm", LEFT_LOWER_ARM),
    BONE("CC_Base_%_Hand", "CC_Base_%_Forearm", LEFT_HAND),
    CC_FINGER("Thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    CC_FINGER("Index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    CC_FINGER("Mid", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    CC_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    CC_FINGER("Pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    LAST_ROW,
};

/* --- 3ds Max: Biped --- */

#define BIPED_FINGER(name, first, second, third)                                                   \
    BONE("Bip001 % Finger" name, "Bip001 % Hand", LEFT_##first),                                   \
        BONE("Bip001 % Finger" name "1", "Bip001 % Finger" name, LEFT_##second),                   \
        BONE("Bip001 % Finger" name "2", "Bip001 % Finger" name "1", LEFT_##third)

static const rig_row biped[] = {
    BONE("Bip001 Pelvis", NULL, HIPS),
    BONE("Bip001 Spine", "Bip001 Pelvis", SPINE),
    BONE("Bip001 Spine1", "Bip001 Spine", CHEST),
    BONE("Bip001 Spine2", "Bip001 Spine1", UPPER_CHEST),
    BONE("Bip001 Neck", "Bip001 Spine2", NECK),
    BONE("Bip001 Head", "Bip001 Neck", HEAD),
    BONE("Bip001 % Clavicle", "Bip001 Spine2", LEFT_SHOULDER),
    BONE("Bip001 % UpperArm", "Bip001 % Clavicle", LEFT_UPPER_ARM),
    BONE("Bip001 % Forearm", "Bip001 % UpperArm", LEFT_LOWER_ARM),
    BONE("Bip001 % Hand", "Bip001 % Forearm", LEFT_HAND),
    BIPED_FINGER("0", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    BIPED_FINGER("1", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    BIPED_FINGER("2", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    BIPED_FINGER("3", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    BIPED_FINGER("4", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BONE("Bip001 % Thigh", "Bip001 Pelvis", LEFT_UPPER_LEG),
    BONE("Bip001 % Calf", "Bip001 % Thigh", LEFT_LOWER_LEG),
    BONE("Bip001 % Foot", "Bip001 % Calf", LEFT_FOOT),
    BONE("Bip001 % Toe0", "Bip001 % Foot", LEFT_TOES),
    LAST_ROW,
};

/* --- SMPL --- */

static const rig_row smpl[] = {
    BONE("pelvis", NULL, HIPS),
    BONE("%_hip", "pelvis", LEFT_UPPER_LEG),
    BONE("%_knee", "%_hip", LEFT_LOWER_LEG),
    BONE("%_ankle", "%_knee", LEFT_FOOT),
    BONE("%_foot", "%_ankle", LEFT_TOES),
    BONE("spine1", "pelvis", SPINE),
    BONE("spine2", "spine1", CHEST),
    BONE("spine3", "spine2", UPPER_CHEST),
    BONE("neck", "spine3", NECK),
    BONE("head", "neck", HEAD),
    BONE("%_collar", "spine3", LEFT_SHOULDER),
    BONE("%_shoulder", "%_collar", LEFT_UPPER_ARM),
    BONE("%_elbow", "%_shoulder", LEFT_LOWER_ARM),
    BONE("%_wrist", "%_elbow", LEFT_HAND),
    LAST_ROW,
};

/* --- MakeHuman --- */

#define MAKEHUMAN_FINGER(name, first, second, third)                                               \
    BONE("finger" name "-1.%", "wrist.%", LEFT_##first),                                           \
        BONE("finger" name "-2.%", "finger" name "-1.%", LEFT_##second),                           \
        BONE("finger" name "-3.%", "finger" name "-2.%", LEFT_##third)

static const rig_row makehuman[] = {
    BONE("root", NULL, HIPS),
    BONE("spine05", "root", SPINE),
    BEFORE("spine04", "spine05", CHEST, 0.5, 0.5),
    BONE("spine03", "spine04", CHEST),
    BEFORE("spine02", "spine03", UPPER_CHEST, 0.5, 0.5),
    BONE("spine01", "spine02", UPPER_CHEST),
    BONE("neck01", "spine01", NECK),
    BEFORE("neck02", "neck01", HEAD, 0.5, 0.5),
    BONE("head", "neck02", HEAD),
    BONE("clavicle.%", "spine01", LEFT_SHOULDER),
    BONE("upperarm01.%", "clavicle.%", LEFT_UPPER_ARM),
    BEFORE("upperarm02.%", "upperarm01.%", LEFT_LOWER_ARM, 0, 0.5),
    BONE("lowerarm01.%", "upperarm02.%", LEFT_LOWER_ARM),
    BEFORE("lowerarm02.%", "lowerarm01.%", LEFT_HAND, 0, 0.5),
    BONE("wrist.%", "lowerarm02.%", LEFT_HAND),
    MAKEHUMAN_FINGER("1", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    MAKEHUMAN_FINGER("2", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    MAKEHUMAN_FINGER("3", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    MAKEHUMAN_FINGER("4", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    MAKEHUMAN_FINGER("5", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BONE("upperleg01.%", "root", LEFT_UPPER_LEG),
    BONE("lowerleg01.%", "upperleg01.%", LEFT_LOWER_LEG),
    BONE("foot.%", "lowerleg01.%", LEFT_FOOT),
    LAST_ROW,
};

/* --- Rokoko Newton --- */

static const rig_row rokoko[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Spine1", "Hips", SPINE),
    BONE("Spine2", "Spine1", CHEST),
    BONE("Spine3", "Spine2", UPPER_CHEST),
    BONE("Neck", "Spine3", NECK),
    BONE("Head", "Neck", HEAD),
    BONE("%Shoulder", "Spine3", LEFT_SHOULDER),
    BONE("%Arm", "%Shoulder", LEFT_UPPER_ARM),
    BONE("%ForeArm", "%Arm", LEFT_LOWER_ARM),
    BONE("%Hand", "%ForeArm", LEFT_HAND),
    BONE("%Thigh", "Hips", LEFT_UPPER_LEG),
    BONE("%Shin", "%Thigh", LEFT_LOWER_LEG),
    BONE("%Foot", "%Shin", LEFT_FOOT),
    BONE("%Toe", "%Foot", LEFT_TOES),
    LAST_ROW,
};

/* --- MMD --- */

static const rig_row mmd[] = {
    BONE("センター", NULL, HIPS),
    BEFORE("下半身", "センター", LEFT_UPPER_LEG, 0, 0),
    BONE("%足", "下半身", LEFT_UPPER_LEG),
    BONE("%ひざ", "%足", LEFT_LOWER_LEG),
    BONE("%足首", "%ひざ", LEFT_FOOT),
    BONE("%つま先", "%足首", LEFT_TOES),
    BONE("上半身", "センター", SPINE),
    BONE("上半身2", "上半身", CHEST),
    BONE("首", "上半身2", NECK),
    BONE("頭", "首", HEAD),
    BONE("%肩", "上半身2", LEFT_SHOULDER),
    BONE("%腕", "%肩", LEFT_UPPER_ARM),
    BONE("%ひじ", "%腕", LEFT_LOWER_ARM),
    BONE("%手首", "%ひじ", LEFT_HAND),
    LAST_ROW,
};

/* --- Names of no family: words alone tell them --- */

#define WORDS_FINGER(name, first, second, third)                                                   \
    BONE("%_hand" name "0001_bind_JNT", "%_hand0001_bind_JNT", LEFT_##first),                      \
        BONE("%_hand" name "0002_bind_JNT", "%_hand" name "0001_bind_JNT", LEFT_##second),         \
        BONE("%_hand" name "0003_bind_JNT", "%_hand" name "0002_bind_JNT", LEFT_##third)

static const rig_row words[] = {
    BONE("C_hips_bind_JNT", NULL, HIPS),
    BONE("C_belly0001_bind_JNT", "C_hips_bind_JNT", SPINE),
    BONE("C_belly0002_bind_JNT", "C_belly0001_bind_JNT", CHEST),
    BONE("C_neck0001_bind_JNT", "C_belly0002_bind_JNT", NECK),
    BONE("C_head0001_bind_JNT", "C_neck0001_bind_JNT", HEAD),
    BONE("%_clavicle_bind_JNT", "C_belly0002_bind_JNT", LEFT_SHOULDER),
    BONE("%_armUpper0001_bind_JNT", "%_clavicle_bind_JNT", LEFT_UPPER_ARM),
    BONE("%_armLower0001_bind_JNT", "%_armUpper0001_bind_JNT", LEFT_LOWER_ARM),
    BONE("%_hand0001_bind_JNT", "%_armLower0001_bind_JNT", LEFT_HAND),
    WORDS_FINGER("Thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),
    WORDS_FINGER("Pointer", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),
    WORDS_FINGER("Middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),
    WORDS_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),
    WORDS_FINGER("Pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL),
    BONE("%_legUpper0001_bind_JNT", "C_hips_bind_JNT", LEFT_UPPER_LEG),
    BONE("%_legLower0001_bind_JNT", "%_legUpper0001_bind_JNT", LEFT_LOWER_LEG),
    BONE("%_foot0001_bind_JNT", "%_legLower0001_bind_JNT", LEFT_FOOT),
    BONE("%_toe0001_bind_JNT", "%_foot0001_bind_JNT", LEFT_TOES),
    LAST_ROW,
};

/* --- All of them --- */

/* Families that motions have too are taken by name from the tables of motions. */
const body_family body_families[] = {
    {"vrm", "", {NULL, {NULL, NULL}}},
    {"mixamo", "mixamorig:", {NULL, {NULL, NULL}}},
    {"mixamo-no-prefix", "", {NULL, {NULL, NULL}}},
    {"sketchfab", "mixamorig:", {NULL, {NULL, NULL}}}, /* Mixamo; numbers behind the names */
    {"character-prefix", "Knight_", {NULL, {NULL, NULL}}},
    {"humanik", "", {NULL, {NULL, NULL}}},
    {"cmu", "", {NULL, {NULL, NULL}}},
    {"daz", "", {NULL, {NULL, NULL}}},
    {"biovision", "", {NULL, {NULL, NULL}}},
    {"wisconsin", "", {NULL, {NULL, NULL}}},
    {"lafan", "", {NULL, {NULL, NULL}}},
    {"bandai", "", {NULL, {NULL, NULL}}},
    {"mocopi", "", {NULL, {NULL, NULL}}},
    {"vroid", "", {NULL, {NULL, NULL}}},
    {"unreal", "", {NULL, {NULL, NULL}}},
    {"univrm", "", {NULL, {NULL, NULL}}},
    {"rigify", "", {rigify, {"L", "R"}}},
    {"character-creator", "", {character_creator, {"L", "R"}}},
    {"biped", "", {biped, {"L", "R"}}},
    {"smpl", "", {smpl, {"left", "right"}}},
    {"makehuman", "", {makehuman, {"L", "R"}}},
    {"rokoko", "", {rokoko, {"Left", "Right"}}},
    {"mmd", "", {mmd, {"左", "右"}}},
    {"words", "", {words, {"L", "R"}}},
    {NULL, NULL, {NULL, {NULL, NULL}}},
};

int body_family_find(const char *name) {
    for (int i = 0; body_families[i].name != NULL; ++i) {
        if (strcmp(body_families[i].name, name) == 0) return i;
    }
    return NONE;
}

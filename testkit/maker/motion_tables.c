/* The joints of rigs in glTF: the humanoid by its own names, and that of Mixamo. */
#include "motion_rig.h"

/* --- Bones by their names in VRM 1.0 --- */

#define HUMANOID_FINGER(name, BONE_NAME)                                                           \
    BONE("%" name "Proximal", "%Hand", LEFT_##BONE_NAME##_PROXIMAL),                               \
        BONE("%" name "Intermediate", "%" name "Proximal", LEFT_##BONE_NAME##_INTERMEDIATE),       \
        BONE("%" name "Distal", "%" name "Intermediate", LEFT_##BONE_NAME##_DISTAL)

static const rig_row humanoid[] = {
    BONE("hips", NULL, HIPS),
    BONE("spine", "hips", SPINE),
    BONE("chest", "spine", CHEST),
    BONE("upperChest", "chest", UPPER_CHEST),
    BONE("neck", "upperChest", NECK),
    BONE("head", "neck", HEAD),
    BONE("jaw", "head", JAW),
    BONE("%UpperLeg", "hips", LEFT_UPPER_LEG),
    BONE("%LowerLeg", "%UpperLeg", LEFT_LOWER_LEG),
    BONE("%Foot", "%LowerLeg", LEFT_FOOT),
    BONE("%Toes", "%Foot", LEFT_TOES),
    BONE("%Shoulder", "upperChest", LEFT_SHOULDER),
    BONE("%UpperArm", "%Shoulder", LEFT_UPPER_ARM),
    BONE("%LowerArm", "%UpperArm", LEFT_LOWER_ARM),
    BONE("%Hand", "%LowerArm", LEFT_HAND),
    BONE("%ThumbMetacarpal", "%Hand", LEFT_THUMB_METACARPAL),
    BONE("%ThumbProximal", "%ThumbMetacarpal", LEFT_THUMB_PROXIMAL),
    BONE("%ThumbDistal", "%ThumbProximal", LEFT_THUMB_DISTAL),
    HUMANOID_FINGER("Index", INDEX),
    HUMANOID_FINGER("Middle", MIDDLE),
    HUMANOID_FINGER("Ring", RING),
    HUMANOID_FINGER("Little", LITTLE),
    LAST_ROW,
};

const rig_table rig_humanoid = {humanoid, {"left", "right"}};

/* --- Mixamo --- */

#define MIXAMO_FINGER(name, first, second, third)                                                  \
    BONE("%Hand" name "1", "%Hand", LEFT_##first),                                                 \
        BONE("%Hand" name "2", "%Hand" name "1", LEFT_##second),                                   \
        BONE("%Hand" name "3", "%Hand" name "2", LEFT_##third),                                    \
        END("%Hand" name "4", "%Hand" name "3")

#define MIXAMO_ARM                                                                                 \
    BONE("%Arm", "%Shoulder", LEFT_UPPER_ARM), BONE("%ForeArm", "%Arm", LEFT_LOWER_ARM)

#define MIXAMO_FINGERS                                                                             \
    MIXAMO_FINGER("Thumb", THUMB_METACARPAL, THUMB_PROXIMAL, THUMB_DISTAL),                        \
        MIXAMO_FINGER("Index", INDEX_PROXIMAL, INDEX_INTERMEDIATE, INDEX_DISTAL),                  \
        MIXAMO_FINGER("Middle", MIDDLE_PROXIMAL, MIDDLE_INTERMEDIATE, MIDDLE_DISTAL),              \
        MIXAMO_FINGER("Ring", RING_PROXIMAL, RING_INTERMEDIATE, RING_DISTAL),                      \
        MIXAMO_FINGER("Pinky", LITTLE_PROXIMAL, LITTLE_INTERMEDIATE, LITTLE_DISTAL)

#define MIXAMO_LEG                                                                                 \
    BONE("%Leg", "%UpLeg", LEFT_LOWER_LEG), BONE("%Foot", "%Leg", LEFT_FOOT),                      \
        BONE("%ToeBase", "%Foot", LEFT_TOES), END("%Toe_End", "%ToeBase")

static const rig_row mixamo[] = {
    BONE("Hips", NULL, HIPS),
    BONE("Spine", "Hips", SPINE),
    BONE("Spine1", "Spine", CHEST),
    BONE("Spine2", "Spine1", UPPER_CHEST),
    BONE("Neck", "Spine2", NECK),
    BONE("Head", "Neck", HEAD),
    END("HeadTop_End", "Head"),
    BONE("%Shoulder", "Spine2", LEFT_SHOULDER),
    MIXAMO_ARM,
    BONE("%Hand", "%ForeArm", LEFT_HAND),
    MIXAMO_FINGERS,
    BONE("%UpLeg", "Hips", LEFT_UPPER_LEG),
    MIXAMO_LEG,
    LAST_ROW,
};

const rig_table rig_mixamo = {mixamo, {"Left", "Right"}};

/* Joints that nobody's list has, which take half of what the next one turns. */
static const rig_row mixamo_between[] = {
    BONE("Hips", NULL, HIPS),
    BEFORE("Waist", "Hips", SPINE, 0.5, 0.5),
    BONE("Spine", "Waist", SPINE),
    BONE("Spine1", "Spine", CHEST),
    BONE("Spine2", "Spine1", UPPER_CHEST),
    BEFORE("Collar", "Spine2", NECK, 0.4, 0.3),
    BONE("Neck", "Collar", NECK),
    BONE("Head", "Neck", HEAD),
    END("HeadTop_End", "Head"),
    BONE("%Shoulder", "Collar", LEFT_SHOULDER),
    MIXAMO_ARM,
    BEFORE("%ForeArmTwist", "%ForeArm", LEFT_HAND, 0.5, 0.6),
    BONE("%Hand", "%ForeArmTwist", LEFT_HAND),
    MIXAMO_FINGERS,
    BEFORE("%Pelvis", "Hips", LEFT_UPPER_LEG, 0.25, 0.5),
    BONE("%UpLeg", "%Pelvis", LEFT_UPPER_LEG),
    MIXAMO_LEG,
    LAST_ROW,
};

const rig_table rig_mixamo_between = {mixamo_between, {"Left", "Right"}};

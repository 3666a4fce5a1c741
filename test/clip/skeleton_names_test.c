/* Which joint is which bone, by the names of programs. */
#include "clip/skeleton_names.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { MOST_JOINTS = 80 };

typedef struct naming {
    vrmi_source_joint joints[MOST_JOINTS];
    char names[MOST_JOINTS][64];
    uint32_t count;
    const vrmi_skeleton_family *family;
} naming;

static void add_name(naming *n, const char *prefix, const char *name, size_t length) {
    vrmi_source_joint *joint = &n->joints[n->count];
    vrmi_source_joint_init(joint);
    snprintf(n->names[n->count], sizeof n->names[0], "%s%.*s", prefix, (int)length, name);
    joint->name.data = n->names[n->count];
    joint->name.length = (uint32_t)strlen(joint->name.data);
    ++n->count;
}

/* A list of "Name=bone" with spaces between them, "Name" for a joint that is no bone; `@` stands
 * for the mark of the left, and each such name for a second one of the right. */
static void add_list(naming *n, const char *prefix, const char *list, const char *side) {
    while (*list != '\0') {
        size_t length = strcspn(list, " ");
        size_t name = strcspn(list, "= ");
        char text[64] = "";
        for (size_t i = 0; i < name; ++i) {
            if (list[i] == '@') {
                strcat(text, side);
            } else {
                strncat(text, &list[i], 1);
            }
        }
        add_name(n, prefix, text, strlen(text));
        list += length;
        while (*list == ' ') ++list;
    }
}

/* Checks the bones of a list; `is_left` says which. Returns how many. */
static int check_list(const naming *n, uint32_t *at, const char *list, const char *side) {
    int count = 0;
    while (*list != '\0') {
        size_t length = strcspn(list, " "), name = strcspn(list, "= ");
        char bone[64] = "";
        if (name < length) {
            snprintf(bone, sizeof bone, "%s%.*s", side, (int)(length - name - 1), list + name + 1);
            if (*side != '\0' && bone[strlen(side)] >= 'a') bone[strlen(side)] -= 'a' - 'A';
            ++count;
        }
        test_note("%s: %s", n->family->name, n->names[*at]);
        CHECK_TEXT(n->joints[*at].bone == VRM_NONE ? "" : vrm_bone_name(n->joints[*at].bone), bone);
        ++*at;
        list += length;
        while (*list == ' ') ++list;
    }
    test_note(NULL);
    return count;
}

#define FINGERS(thumb, index, middle, ring, little, a, b, c)                                       \
    thumb a "=thumbMetacarpal " thumb b "=thumbProximal " thumb c "=thumbDistal " index a          \
            "=indexProximal " index b "=indexIntermediate " index c "=indexDistal " middle a       \
            "=middleProximal " middle b "=middleIntermediate " middle c "=middleDistal " ring a    \
            "=ringProximal " ring b "=ringIntermediate " ring c "=ringDistal " little a            \
            "=littleProximal " little b "=littleIntermediate " little c "=littleDistal "

#define HUMANIK_CENTRE                                                                             \
    "Hips=hips Spine=spine Spine1=chest Spine2=upperChest Spine3 Neck=neck Neck1 Head=head"
#define HUMANIK_SIDES                                                                              \
    "@Shoulder=shoulder @Arm=upperArm @ForeArm=lowerArm @Hand=hand @InHandIndex @UpLeg=upperLeg "  \
    "@Leg=lowerLeg @Foot=foot @ToeBase=toes " FINGERS("@HandThumb", "@HandIndex", "@HandMiddle",   \
                                                      "@HandRing", "@HandPinky", "1", "2", "3")

static const struct {
    const char *family, *prefix, *left, *right, *centre, *sides;
} families[] = {
    {"mixamo", "mixamorig:", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"mixamo", "mixamorig", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"mixamo", "mixamorig1:", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"mixamo", "mixamorig_", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"humanik", "", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"humanik", "Character1_", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"humanik", "someone:body:", "Left", "Right", HUMANIK_CENTRE, HUMANIK_SIDES},
    {"cmu", "", "Left", "Right",
     "Hips=hips LHipJoint RHipJoint LowerBack=spine Spine=chest Spine1=upperChest Neck Neck1=neck "
     "Head=head LThumb RThumb",
     "@UpLeg=upperLeg @Leg=lowerLeg @Foot=foot @ToeBase=toes @Shoulder=shoulder @Arm=upperArm "
     "@ForeArm=lowerArm @Hand=hand @FingerBase @HandIndex1"},
    {"daz", "", "l", "r",
     "hip=hips abdomen=spine chest=chest neck=neck head=head leftEye=leftEye rightEye=rightEye",
     "@Collar=shoulder @Shldr=upperArm @ForeArm=lowerArm @Hand=hand @Buttock @Thigh=upperLeg "
     "@Shin=lowerLeg @Foot=foot @Toe=toes " FINGERS("@Thumb", "@Index", "@Mid", "@Ring", "@Pinky",
                                                    "1", "2", "3")},
    {"biovision", "", "Left", "Right",
     "Hips=hips Chest=spine Chest2=chest Chest3 Chest4=upperChest Neck=neck Head=head",
     "@Collar=shoulder @Shoulder=upperArm @Elbow=lowerArm @Wrist=hand @Hip=upperLeg "
     "@Knee=lowerLeg @Ankle=foot @Toe=toes"},
    {"wisconsin", "", "Left", "Right", "Hips=hips Chest=spine Neck=neck Head=head",
     "@Collar=shoulder @UpArm=upperArm @LowArm=lowerArm @Hand=hand @UpLeg=upperLeg "
     "@LowLeg=lowerLeg @Foot=foot"},
    {"lafan1", "", "Left", "Right",
     "Hips=hips Spine=spine Spine1=chest Spine2=upperChest Neck=neck Head=head",
     "@UpLeg=upperLeg @Leg=lowerLeg @Foot=foot @Toe=toes @Shoulder=shoulder @Arm=upperArm "
     "@ForeArm=lowerArm @Hand=hand"},
    {"bandai-namco", "", "L", "R",
     "joint_Root Hips=hips Spine=spine Chest=chest Neck=neck Head=head",
     "Shoulder_@=shoulder UpperArm_@=upperArm LowerArm_@=lowerArm Hand_@=hand "
     "UpperLeg_@=upperLeg LowerLeg_@=lowerLeg Foot_@=foot Toes_@=toes"},
    {"mocopi", "", "l", "r",
     "root=hips torso_1 torso_2=spine torso_3 torso_4=chest torso_5 torso_6 torso_7=upperChest "
     "neck_1=neck neck_2 head=head",
     "@_shoulder=shoulder @_up_arm=upperArm @_low_arm=lowerArm @_hand=hand @_up_leg=upperLeg "
     "@_low_leg=lowerLeg @_foot=foot @_toes=toes"},
    {"vroid", "", "J_Bip_L", "J_Bip_R",
     "J_Bip_C_Hips=hips J_Bip_C_Spine=spine J_Bip_C_Chest=chest J_Bip_C_UpperChest=upperChest "
     "J_Bip_C_Neck=neck J_Bip_C_Head=head J_Adj_L_FaceEye=leftEye J_Adj_R_FaceEye=rightEye",
     "@_UpperLeg=upperLeg @_LowerLeg=lowerLeg @_Foot=foot @_ToeBase=toes @_Shoulder=shoulder "
     "@_UpperArm=upperArm @_LowerArm=lowerArm @_Hand=hand " FINGERS(
         "@_Thumb", "@_Index", "@_Middle", "@_Ring", "@_Little", "1", "2", "3")},
    {"unreal", "", "l", "r",
     "root pelvis=hips spine_01=spine spine_02=chest spine_03=upperChest spine_04 spine_05 "
     "neck_01=neck neck_02 head=head",
     "clavicle_@=shoulder upperarm_@=upperArm lowerarm_@=lowerArm hand_@=hand thigh_@=upperLeg "
     "calf_@=lowerLeg foot_@=foot ball_@=toes " FINGERS("thumb", "index", "middle", "ring", "pinky",
                                                        "_01_@", "_02_@", "_03_@")},
    {"vrm", "", "left", "right",
     "hips=hips spine=spine chest=chest upperChest=upperChest neck=neck head=head jaw=jaw",
     "@Eye=eye @Shoulder=shoulder @UpperArm=upperArm @LowerArm=lowerArm @Hand=hand "
     "@UpperLeg=upperLeg @LowerLeg=lowerLeg @Foot=foot @Toes=toes @ThumbMetacarpal=thumbMetacarpal "
     "@ThumbProximal=thumbProximal @ThumbDistal=thumbDistal @IndexProximal=indexProximal "
     "@IndexIntermediate=indexIntermediate @LittleDistal=littleDistal"},
    {"unity", "", "Left", "Right",
     "Hips=hips Spine=spine Chest=chest UpperChest=upperChest Neck=neck Head=head Jaw=jaw",
     "@Eye=eye @Shoulder=shoulder @UpperArm=upperArm @LowerArm=lowerArm @Hand=hand "
     "@UpperLeg=upperLeg @LowerLeg=lowerLeg @Foot=foot @Toes=toes @ThumbProximal=thumbMetacarpal "
     "@ThumbIntermediate=thumbProximal @ThumbDistal=thumbDistal @RingProximal=ringProximal"},
    {"biped", "Bip01_", "L_", "R_",
     "Pelvis=hips Spine=spine Spine1=chest Spine2=upperChest Neck=neck Head=head",
     "@Clavicle=shoulder @UpperArm=upperArm @Forearm=lowerArm @Hand=hand @Thigh=upperLeg "
     "@Calf=lowerLeg @Foot=foot @Toe0=toes @Finger0=thumbMetacarpal @Finger01=thumbProximal "
     "@Finger02=thumbDistal @Finger1=indexProximal @Finger42=littleDistal"},
};

/* Every family, in the case of its program, in capitals, and with spaces instead of hyphens. */
TEST(an_041_names_of_every_family) {
    for (size_t i = 0; i < COUNT(families); ++i) {
        for (int form = 0; form < 3; ++form) {
            static naming n;
            uint32_t at = 0;
            memset(&n, 0, sizeof n);
            add_list(&n, families[i].prefix, families[i].centre, "");
            add_list(&n, families[i].prefix, families[i].sides, families[i].left);
            add_list(&n, families[i].prefix, families[i].sides, families[i].right);
            for (uint32_t k = 0; k < n.count; ++k) {
                for (char *c = n.names[k]; *c != '\0'; ++c) {
                    if (form == 1 && *c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
                    if (form == 2 && *c == '_') *c = k % 2 ? ' ' : '-';
                }
            }
            n.family = vrmi_find_skeleton(n.joints, n.count);
            test_note("%s%s", families[i].prefix, families[i].family);
            REQUIRE(n.family != NULL);
            CHECK_TEXT(n.family->name, families[i].family);
            check_list(&n, &at, families[i].centre, "");
            check_list(&n, &at, families[i].sides, "left");
            check_list(&n, &at, families[i].sides, "right");
            CHECK_INT(at, n.count);
        }
    }
    test_note(NULL);
}

TEST(an_041_what_families_say_of_their_files) {
    static naming n;
    memset(&n, 0, sizeof n);
    add_list(&n, "", "Hips LHipJoint LowerBack Spine Head", "");
    add_list(&n, "", "@UpLeg @Leg @Arm @ForeArm", "Left");
    add_list(&n, "", "@UpLeg @Leg @Arm @ForeArm", "Right");
    n.family = vrmi_find_skeleton(n.joints, n.count);
    REQUIRE(n.family != NULL);
    CHECK_TEXT(n.family->name, "cmu");
    CHECK_INT(n.family->first_frame_is_t_pose, 1);
    CHECK(n.family->unit == 0.056444f);
}

/* LeftShoulder is the upper arm in one family, and the collar bone in others. */
TEST(an_041_names_are_read_by_family) {
    static naming n;
    memset(&n, 0, sizeof n);
    add_list(&n, "", "Hips Chest Neck Head", "");
    add_list(&n, "", "@Collar @Shoulder @Elbow @Hip @Knee", "Left");
    add_list(&n, "", "@Collar @Shoulder @Elbow @Hip @Knee", "Right");
    CHECK(vrmi_find_skeleton(n.joints, n.count) != NULL);
    CHECK_INT(n.joints[5].bone, VRM_BONE_LEFT_UPPER_ARM);
    CHECK_INT(n.joints[10].bone, VRM_BONE_RIGHT_UPPER_ARM);
    memset(&n, 0, sizeof n);
    add_list(&n, "", "Hips Spine Neck Head", "");
    add_list(&n, "", "@Shoulder @Arm @ForeArm @UpLeg @Leg", "Left");
    add_list(&n, "", "@Shoulder @Arm @ForeArm @UpLeg @Leg", "Right");
    CHECK(vrmi_find_skeleton(n.joints, n.count) != NULL);
    CHECK_INT(n.joints[4].bone, VRM_BONE_LEFT_SHOULDER);
}

/* Of two joints with one name, the first is the bone. */
TEST(an_041_the_first_of_equal_names_is_the_bone) {
    static naming n;
    memset(&n, 0, sizeof n);
    add_list(&n, "", "Hips Hips Spine Head head", "");
    add_list(&n, "", "@Arm @ForeArm @UpLeg @Leg", "Left");
    add_list(&n, "", "@Arm @ForeArm @UpLeg @Leg", "Right");
    CHECK(vrmi_find_skeleton(n.joints, n.count) != NULL);
    CHECK_INT(n.joints[0].bone, VRM_BONE_HIPS);
    CHECK_INT(n.joints[1].bone, VRM_NONE);
    CHECK_INT(n.joints[3].bone, VRM_BONE_HEAD);
    CHECK_INT(n.joints[4].bone, VRM_NONE);
}

/* Half a body is none, and nothing is set. */
TEST(an_041_a_body_has_hips_arms_and_legs) {
    static naming n;
    memset(&n, 0, sizeof n);
    add_list(&n, "", "Hips Spine Head", "");
    add_list(&n, "", "@Arm @ForeArm @UpLeg @Leg", "Left");
    add_list(&n, "", "@Arm @ForeArm @UpLeg", "Right");
    CHECK(vrmi_find_skeleton(n.joints, n.count) == NULL);
    for (uint32_t i = 0; i < n.count; ++i) CHECK_INT(n.joints[i].bone, VRM_NONE);
    add_list(&n, "", "@Leg", "Right");
    CHECK(vrmi_find_skeleton(n.joints, n.count) != NULL);
}

/* Names of any bytes: empty, long, with NUL, and marks without a name. */
TEST(an_041_any_bytes_are_a_name) {
    static const struct {
        const char *data;
        uint32_t length;
    } names[] = {{"", 0},    {"\0", 1},   {"hips\0x", 6}, {"mixamorig", 9}, {"left", 4},
                 {"l", 1},   {"_", 1},    {":", 1},       {"bip01", 5},     {"character12", 11},
                 {"123", 3}, {"\xFF", 1}, {"hips\0", 5},  {"Left:", 5}};
    vrmi_source_joint joints[COUNT(names) + 1];
    char longest[300];
    memset(longest, 'l', sizeof longest);
    for (size_t i = 0; i <= COUNT(names); ++i) {
        vrmi_source_joint_init(&joints[i]);
        joints[i].name.data = i < COUNT(names) ? names[i].data : longest;
        joints[i].name.length = i < COUNT(names) ? names[i].length : sizeof longest;
    }
    CHECK(vrmi_find_skeleton(joints, COUNT(names) + 1) == NULL);
    CHECK(vrmi_find_skeleton(joints, 0) == NULL);
}

TEST_SUITE(skeleton_names, ENTRY(an_041_names_of_every_family),
           ENTRY(an_041_what_families_say_of_their_files), ENTRY(an_041_names_are_read_by_family),
           ENTRY(an_041_the_first_of_equal_names_is_the_bone),
           ENTRY(an_041_a_body_has_hips_arms_and_legs), ENTRY(an_041_any_bytes_are_a_name));

/* humanoid of 1.0 and of the drafts; the way an avatar stands. */
#include "support/avatar.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ALL_MISSING                                                                                \
    "missing required bones: hips, spine, head, leftUpperLeg, leftLowerLeg, leftFoot, "            \
    "rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, leftLowerArm, leftHand, "              \
    "rightUpperArm, rightLowerArm, rightHand"
#define BONES "/extensions/VRMC_vrm/humanoid/humanBones"

static const char *const required[15] = {
    "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
    "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
    "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand",
};

static int32_t node_of(const loaded *file, const char *bone) {
    return file->tables != NULL ? file->tables->humanoid.nodes[vrm_bone_find(bone)] : -2;
}

/* HU-004: 55 names, in the order of the specification's table. */
TEST(hu_004_the_names_of_bones) {
    CHECK_INT(VRM_BONE_COUNT, 55);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        CHECK_INT(vrm_bone_find(vrm_bone_name((vrm_bone)i)), i);
    }
    CHECK_TEXT(vrm_bone_name(VRM_BONE_HIPS), "hips");
    CHECK_TEXT(vrm_bone_name(VRM_BONE_RIGHT_LITTLE_DISTAL), "rightLittleDistal");
    CHECK_TEXT(vrm_bone_name(VRM_BONE_COUNT), "");
    CHECK_TEXT(vrm_bone_name((vrm_bone)-1), "");
    CHECK_INT(vrm_bone_find("Hips"), VRM_NONE);
    CHECK_INT(vrm_bone_find(""), VRM_NONE);
    CHECK_INT(vrm_bone_find(NULL), VRM_NONE);
    CHECK_INT(vrm_bone_find("leftThumbIntermediate"), VRM_NONE);
}

TEST(hu_004_each_bone_is_read) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        const char *name = vrm_bone_name((vrm_bone)i);
        loaded file =
            load_vrm1(format_members("'humanoid':{'humanBones':{'%s':{'node':22}}}", name), NULL);
        test_note("%s", name);
        CHECK_INT(node_of(&file, name), 22);
        for (int k = 0; file.tables != NULL && k < VRM_BONE_COUNT; ++k) {
            if (k != i) CHECK_INT(file.tables->humanoid.nodes[k], VRM_NONE);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(hu_001_hu_002_without_bones) {
    static const char *const members[] = {
        "'extras':{'humanoid':0}",
        "'humanoid':null",
        "'humanoid':[]",
        "'humanoid':{}",
        "'humanoid':{'humanBones':[]}",
        "'humanoid':{'humanBones':[{'bone':'hips','node':1}]}",
        "'humanoid':{'humanBones':3}",
    };
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file = load_vrm1(members[i], NULL), beta = load_beta(members[i], NULL);
        loaded strict = load_vrm1_strict(members[i], NULL);
        test_note("%s", members[i]);
        CHECK_INT(strict.result, VRM_ERROR_VRM);
        CHECK_TEXT(vrm_report_failure(strict.report)->code, "humanoid-missing");
        CHECK(found(&file, "humanoid-missing", "/extensions/VRMC_vrm"));
        CHECK(found(&beta, "humanoid-missing", "/extensions/VRMC_vrm"));
        CHECK_INT(count_code(&file, "bone-missing"), 1);
        CHECK_TEXT(message_of(&file, "bone-missing"), ALL_MISSING);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->humanoid.is_complete, 0);
            CHECK_INT(file.tables->first_person.head_node, VRM_NONE);
        }
        unload(&strict);
        unload(&beta);
        unload(&file);
    }
    test_note(NULL);
}

/* HU-002: the draft's change log has a list. */
TEST(hu_002_a_list_of_bones_in_the_draft) {
    loaded file = load_draft("'humanoid':{'humanBones':[{'bone':'hips','node':1},"
                             "{'bone':'leftThumbProximal','node':22},"
                             "{'bone':'leftThumbIntermediate','node':23},"
                             "{'bone':'hips','node':2},{'bone':'nose','node':2},{'node':4},"
                             "{'bone':'spine'},{'bone':'head','node':99},7]}",
                             NULL);
    CHECK_INT(node_of(&file, "hips"), 1);
    CHECK_INT(node_of(&file, "leftThumbMetacarpal"), 22);
    CHECK_INT(node_of(&file, "leftThumbProximal"), 23);
    CHECK(found(&file, "bone-twice", BONES "/3"));
    CHECK(found(&file, "bone-unknown", BONES "/4"));
    CHECK(found(&file, "field-missing", BONES "/5"));
    CHECK(found(&file, "field-missing", BONES "/6"));
    CHECK(found(&file, "index-out-of-range", BONES "/7/node"));
    CHECK(found(&file, "field-type", BONES "/8"));
    CHECK_INT(node_of(&file, "head"), VRM_NONE);
    CHECK(found(&file, "alias-used", BONES)); /* old thumbs are always said */
    unload(&file);
}

TEST(hu_003_each_required_bone) {
    for (size_t i = 0; i < COUNT(required); ++i) {
        loaded file = load_vrm1(humanoid_members(required[i], NULL), NULL);
        loaded strict = load_vrm1_strict(humanoid_members(required[i], NULL), NULL);
        test_note("%s", required[i]);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "bone-missing", BONES));
        if (find_diagnostic(&file, "bone-missing") != NULL) {
            CHECK_TEXT(find_diagnostic(&file, "bone-missing")->message,
                       format_members("missing required bones: %s", required[i]));
        }
        CHECK_INT(node_of(&file, required[i]), VRM_NONE);
        if (file.tables != NULL) {
            CHECK_INT(file.tables->humanoid.is_complete, 0);
            CHECK_INT(file.tables->humanoid.faces_minus_z, 0); /* measured by what there is */
        }
        CHECK_INT(strict.result, VRM_ERROR_VRM);
        CHECK(strict.model == NULL);
        unload(&strict);
        unload(&file);
    }
    test_note(NULL);
}

TEST(hu_004_hu_015_other_keys) {
    static const char more[] = "'headTail':{'node':4},'nose':{'node':4},'':{},'Hips':{'node':4}";
    loaded file = load_vrm1(humanoid_members(NULL, more), NULL);
    loaded draft = load_draft(humanoid_members(NULL, "'headTail':{'node':4},'leftToesTail':3,"
                                                     "'rightLittleTail':null,'nose':{}"),
                              NULL);
    CHECK_INT(count_code(&file, "bone-unknown"), 4);
    CHECK_INT(count_findings(&file), 4);
    CHECK(found(&file, "bone-unknown", BONES "/headTail"));
    CHECK(found(&file, "bone-unknown", BONES "/nose"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.is_complete, 1);
    CHECK_INT(node_of(&file, "hips"), 1);
    /* In the draft the tails are known hints. */
    CHECK_INT(count_findings(&draft), 1);
    CHECK(found(&draft, "bone-unknown", BONES "/nose"));
    unload(&draft);
    unload(&file);
    draft = load_draft("'humanoid':{'humanBones':[{'bone':'headTail','node':4},"
                       "{'bone':'leftToesTail'},{'bone':'nose','node':4}]}",
                       NULL);
    CHECK_INT(count_code(&draft, "bone-unknown"), 1);
    CHECK(found(&draft, "bone-unknown", BONES "/2"));
    CHECK_INT(count_code(&draft, "field-missing"), 0);
    unload(&draft);
}

TEST(hu_005_the_node_of_a_bone) {
    static const struct {
        const char *bone;
        const char *code, *pointer;
    } cases[] = {
        {"{}", "field-missing", BONES "/jaw"},
        {"{'node':24}", "index-out-of-range", BONES "/jaw/node"},
        {"{'node':-1}", "index-negative", BONES "/jaw/node"},
        {"{'node':1.5}", "field-not-integer", BONES "/jaw/node"},
        {"{'node':'1'}", "field-type", BONES "/jaw/node"},
        {"{'node':null}", "field-type", BONES "/jaw/node"},
        {"7", "field-type", BONES "/jaw"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_vrm1(humanoid_members(NULL, format_members("'jaw':%s", cases[i].bone)), NULL);
        test_note("%s", cases[i].bone);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, cases[i].code, cases[i].pointer));
        CHECK_INT(node_of(&file, "jaw"), VRM_NONE);
        CHECK_INT(node_of(&file, "hips"), 1);
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file = load_vrm1(humanoid_members(NULL, "'jaw':{'node':2e1},'neck':null"), NULL);
        CHECK_INT(node_of(&file, "jaw"), 20); /* GL-034 */
        CHECK_INT(node_of(&file, "neck"), VRM_NONE);
        CHECK_INT(count_findings(&file), 0);
        unload(&file);
    }
}

TEST(hu_006_two_bones_on_one_node) {
    loaded file = load_vrm1(humanoid_members(NULL, "'chest':{'node':2},'jaw':{'node':3}"), NULL);
    CHECK_INT(count_code(&file, "bone-node-twice"), 2);
    CHECK_INT(count_findings(&file), 2);
    CHECK(found(&file, "bone-node-twice", BONES "/chest/node"));
    CHECK(found(&file, "bone-node-twice", BONES "/jaw/node"));
    CHECK_TEXT(find_diagnostic(&file, "bone-node-twice")->message,
               "spine and chest are both assigned to node 2 \"spine\"");
    unload(&file);
}

/* HU-008, HU-010: nodes between bones are of no interest, nor are bones that may lack. */
TEST(hu_008_hu_010_nodes_between_bones) {
    static const char nodes[] =
        "'nodes':[{'children':[1]},{'children':[2],'rotation':[0,1,0,0]},"
        "{'name':'hips','children':[3,8],'rotation':[0,1,0,0],'translation':[0,1,0]},"
        "{'children':[4]},{'name':'spine','translation':[0,0.1,0],'children':[5]},"
        "{'children':[6],'rotation':[1,0,0,0]},{'children':[7],'rotation':[1,0,0,0]},"
        "{'name':'head','translation':[0,0.5,0]},{'children':[9,10]},"
        "{'name':'leftUpperLeg','translation':[0.1,0,0]},"
        "{'name':'rightUpperLeg','translation':[-0.1,0,0]}]";
    loaded file = load_vrm1("'humanoid':{'humanBones':{'hips':{'node':2},'spine':{'node':4},"
                            "'head':{'node':7},'leftUpperLeg':{'node':9},"
                            "'rightUpperLeg':{'node':10}}}",
                            nodes);
    CHECK_INT(count_findings(&file), 1); /* the ten bones that this body lacks */
    CHECK_TEXT(message_of(&file, "bone-missing"),
               "missing required bones: leftLowerLeg, leftFoot, rightLowerLeg, rightFoot, "
               "leftUpperArm, leftLowerArm, leftHand, rightUpperArm, rightLowerArm, rightHand");
    CHECK_INT(node_of(&file, "head"), 7);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.faces_minus_z, 0);
    CHECK_INT(file.gltf->nodes[0].parent, VRM_NONE);
    unload(&file);
}

TEST(hu_020_chest_and_neck_are_required_in_0_x_alone) {
    loaded file = load_old_vrm("'humanoid':{'humanBones':[]}", NULL);
    loaded draft = load_draft("'humanoid':{'humanBones':[]}", NULL);
    CHECK_INT(count_code(&file, "bone-missing"), 1);
    CHECK_INT(count_code(&draft, "bone-missing"), 1);
    CHECK_TEXT(message_of(&file, "bone-missing"), ALL_MISSING ", chest, neck");
    CHECK_TEXT(message_of(&draft, "bone-missing"), ALL_MISSING);
    unload(&draft);
    unload(&file);
}

TEST(hu_021_the_first_of_two_equal_keys_counts) {
    loaded file = load_vrm1(humanoid_members(NULL, "'hips':{'node':2},'jaw':{'node':99},"
                                                   "'jaw':{'node':22}"),
                            NULL);
    CHECK_INT(node_of(&file, "hips"), 1);
    CHECK(found(&file, "bone-twice", BONES "/hips"));
    CHECK_INT(node_of(&file, "jaw"), 22); /* the first that can be used */
    CHECK_INT(count_code(&file, "bone-twice"), 1);
    CHECK_INT(count_findings(&file), 2);
    unload(&file);
}

/* --- Thumbs (§4.6) --- */

typedef struct thumb_case {
    const char *bones;
    bool is_old_in_1, is_old_in_beta;     /* and in the draft */
    int32_t metacarpal, proximal, distal; /* of the left, where old naming is not applied */
    int32_t old_metacarpal, old_proximal; /* where it is */
} thumb_case;

static const thumb_case thumb_cases[] = {
    {"'leftThumbMetacarpal':{'node':21},'leftThumbProximal':{'node':22},"
     "'leftThumbDistal':{'node':23}",
     false, false, 21, 22, 23, 0, 0},
    {"'leftThumbProximal':{'node':21},'leftThumbIntermediate':{'node':22},"
     "'leftThumbDistal':{'node':23}",
     true, true, 0, 0, 23, 21, 22},
    /* One side decides for both. */
    {"'rightThumbIntermediate':{'node':17},'leftThumbProximal':{'node':21},"
     "'leftThumbDistal':{'node':23}",
     true, true, 0, 0, 23, 21, -1},
    {"'rightThumbMetacarpal':{'node':17},'leftThumbProximal':{'node':22}", false, false, -1, 22, -1,
     0, 0},
    /* A lone proximal. */
    {"'leftThumbProximal':{'node':21}", false, true, -1, 21, -1, 21, -1},
    {"'leftThumbProximal':{'node':21},'leftThumbDistal':{'node':23}", false, true, -1, 21, 23, 21,
     -1},
    {"'leftThumbDistal':{'node':23}", false, false, -1, -1, 23, 0, 0},
};

static void check_thumbs(loaded file, const thumb_case *expected, bool is_old) {
    CHECK_INT(node_of(&file, "leftThumbMetacarpal"),
              is_old ? expected->old_metacarpal : expected->metacarpal);
    CHECK_INT(node_of(&file, "leftThumbProximal"),
              is_old ? expected->old_proximal : expected->proximal);
    CHECK_INT(node_of(&file, "leftThumbDistal"), expected->distal);
    CHECK_INT(count_code(&file, "alias-used"), is_old);
    CHECK_INT(found(&file, "alias-used", BONES), is_old);
    CHECK_INT(count_findings(&file), 0);
    unload(&file);
}

TEST(hu_004_di_006_di_007_thumbs_of_older_drafts) {
    for (size_t i = 0; i < COUNT(thumb_cases); ++i) {
        const char *bones = humanoid_members(NULL, thumb_cases[i].bones);
        test_note("%s", thumb_cases[i].bones);
        check_thumbs(load_vrm1(bones, NULL), &thumb_cases[i], thumb_cases[i].is_old_in_1);
        check_thumbs(load_beta(bones, NULL), &thumb_cases[i], thumb_cases[i].is_old_in_beta);
        check_thumbs(load_draft(bones, NULL), &thumb_cases[i], thumb_cases[i].is_old_in_beta);
    }
    test_note(NULL);
}

/* --- The pose (TP) --- */

/* TP-001: what the file says is the rest pose, and stays. */
TEST(tp_001_the_rest_pose_is_what_the_file_says) {
    loaded file = load_vrm1(NULL, NULL);
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR((double)file.gltf->nodes[AVATAR_HIPS].rest.translation.y, 1, 0);
    CHECK_NEAR((double)file.gltf->nodes[11].rest.translation.x, 0.25, 0);
    CHECK_NEAR((double)file.gltf->nodes[11].rest.rotation.w, 1, 0);
    CHECK_NEAR((double)file.gltf->nodes[11].rest.scale.z, 1, 0);
    unload(&file);
}

/* A body of hips, head and upper legs; %g are the legs' x, and the rotation of the root about Y. */
static loaded load_body(vrm_dialect dialect, double left_x, double turn, bool has_legs) {
    double y = sin(turn / 2), w = cos(turn / 2);
    const char *bones =
        format_members("'humanoid':{'humanBones':{'hips':{'node':1},'head':{'node':2},%s}}",
                       has_legs ? "'leftUpperLeg':{'node':3},'rightUpperLeg':{'node':4}"
                                : "'leftUpperArm':{'node':3},'rightUpperArm':{'node':4}");
    const char *list = format_members(
        "'humanoid':{'humanBones':[{'bone':'hips','node':1},{'bone':'head','node':2},%s]}",
        has_legs ? "{'bone':'leftUpperLeg','node':3},{'bone':'rightUpperLeg','node':4}"
                 : "{'bone':'leftUpperArm','node':3},{'bone':'rightUpperArm','node':4}");
    const char *nodes =
        format_members("'nodes':[{'children':[1],'rotation':[0,%.9g,0,%.9g]},"
                       "{'children':[2,3,4],'translation':[0,1,0]},{'translation':[0,0.5,0]},"
                       "{'translation':[%g,-0.1,0]},{'translation':[%g,-0.1,0]}]",
                       y, w, left_x, -left_x);
    const avatar from = {dialect, dialect == VRM_DIALECT_0 ? list : bones, nodes, NULL, NULL};
    return load_avatar(&from);
}

static int32_t get_facing(vrm_dialect dialect, double left_x, double turn, bool has_legs) {
    loaded file = load_body(dialect, left_x, turn, has_legs);
    int32_t faces_minus_z = file.tables != NULL ? file.tables->humanoid.faces_minus_z : -1;
    unload(&file);
    return faces_minus_z;
}

TEST(tp_022_the_way_an_avatar_faces_is_measured) {
    static const struct {
        vrm_dialect dialect;
        int32_t nominal;
    } dialects[] = {
        {VRM_DIALECT_0, 1}, {VRM_DIALECT_1_DRAFT, 1}, {VRM_DIALECT_1_BETA, 0}, {VRM_DIALECT_1, 0}};
    const double pi = 3.14159265358979;
    for (size_t i = 0; i < COUNT(dialects); ++i) {
        vrm_dialect dialect = dialects[i].dialect;
        const avatar from = {dialect, NULL, NULL, NULL, NULL};
        loaded file = load_avatar(&from);
        test_note("%s", vrm_dialect_name(dialect));
        /* As it should be. */
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->humanoid.faces_minus_z, dialects[i].nominal);
        }
        unload(&file);
        /* Whatever the dialect, what is measured counts. */
        CHECK_INT(get_facing(dialect, 0.1, 0, true), 0);
        CHECK_INT(get_facing(dialect, -0.1, 0, true), 1);
        CHECK_INT(get_facing(dialect, 0.1, 0, false), 0); /* by its arms */
        CHECK_INT(get_facing(dialect, -0.1, 0, false), 1);
        CHECK_INT(get_facing(dialect, 0.1, pi, true), 1); /* turned by its root */
        /* Up to 60 degrees from the axis; sideways the dialect's word counts. */
        CHECK_INT(get_facing(dialect, 0.1, 0.32 * pi, true), 0);
        CHECK_INT(get_facing(dialect, -0.1, 0.32 * pi, true), 1);
        CHECK_INT(get_facing(dialect, 0.1, 0.35 * pi, true), dialects[i].nominal);
        CHECK_INT(get_facing(dialect, 0.1, 0.5 * pi, true), dialects[i].nominal);
        /* Nothing to measure. */
        CHECK_INT(get_facing(dialect, 0, 0, true), dialects[i].nominal);
    }
    test_note(NULL);
}

/* TP-014: nothing takes rest rotations for granted: a body whose every node is turned. */
TEST(tp_014_rest_rotations_are_free) {
    /* The head is turned by 90 degrees about X; the eyes are where they were in the model. */
    static const char nodes[] =
        "'nodes':[{'children':[1],'rotation':[0,1,0,0]},"
        "{'children':[2,3,4],'rotation':[0,1,0,0],'translation':[0,1,0]},"
        "{'children':[5,6],'translation':[0,0.5,0],'rotation':[0.70710678,0,0,0.70710678]},"
        "{'translation':[0.1,-0.1,0],'rotation':[0,0,1,0]},"
        "{'translation':[-0.1,-0.1,0],'rotation':[0,0,1,0]},"
        "{'translation':[0.03,0.02,-0.06]},{'translation':[-0.03,0.02,-0.06]}]";
    loaded file = load_vrm1("'humanoid':{'humanBones':{'hips':{'node':1},'head':{'node':2},"
                            "'leftUpperLeg':{'node':3},'rightUpperLeg':{'node':4},"
                            "'leftEye':{'node':5},'rightEye':{'node':6}}},'lookAt':{}",
                            nodes);
    CHECK_INT(count_findings(&file), count_code(&file, "bone-missing"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.faces_minus_z, 0);
    CHECK_NEAR((double)file.gltf->nodes[2].rest.rotation.x, 0.70710678, 1e-7);
    /* LA-002, LA-003: in the head's own space. */
    CHECK_NEAR((double)file.tables->look_at.offset_from_head_bone.x, 0, 1e-6);
    CHECK_NEAR((double)file.tables->look_at.offset_from_head_bone.y, 0.02, 1e-6);
    CHECK_NEAR((double)file.tables->look_at.offset_from_head_bone.z, -0.06, 1e-6);
    unload(&file);
}

TEST_SUITE(humanoid, ENTRY(hu_004_the_names_of_bones), ENTRY(hu_004_each_bone_is_read),
           ENTRY(hu_001_hu_002_without_bones), ENTRY(hu_002_a_list_of_bones_in_the_draft),
           ENTRY(hu_003_each_required_bone), ENTRY(hu_004_hu_015_other_keys),
           ENTRY(hu_005_the_node_of_a_bone), ENTRY(hu_006_two_bones_on_one_node),
           ENTRY(hu_008_hu_010_nodes_between_bones),
           ENTRY(hu_020_chest_and_neck_are_required_in_0_x_alone),
           ENTRY(hu_021_the_first_of_two_equal_keys_counts),
           ENTRY(hu_004_di_006_di_007_thumbs_of_older_drafts),
           ENTRY(tp_001_the_rest_pose_is_what_the_file_says),
           ENTRY(tp_022_the_way_an_avatar_faces_is_measured),
           ENTRY(tp_014_rest_rotations_are_free));

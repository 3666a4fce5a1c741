/* Measurements on an animated avatar for which the table of faults (testkit/maker/faults) has no
 * file: locations without the JSON, the forms of drafts, and avatars that lack parts. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <vrm/author/check.h>

static char found_text[8192];

static void write_report(const vrm_report *report) {
    found_text[0] = '\0';
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(found_text);
        snprintf(found_text + length, sizeof found_text - length, "\n%s %s\n", found->code,
                 found->pointer);
    }
}

static bool has(const char *wanted) {
    char line[256];
    snprintf(line, sizeof line, "\n%s\n", wanted);
    return strstr(found_text, line) != NULL;
}

/* Whether a check of a file says this: "code pointer". */
static bool finds_with(const char *json, vrm_check_flags flags, const char *wanted) {
    fixture file = fixture_glb(json, NULL, 0);
    vrm_report *report = NULL;
    vrm_check_desc desc;
    vrm_check_desc_init(&desc);
    desc.flags = flags;
    CHECK_INT(vrm_check(file.bytes, file.size, &desc, &report), VRM_OK);
    write_report(report);
    vrm_report_destroy(report);
    fixture_free(&file);
    return has(wanted);
}

static bool finds(const char *json, const char *wanted) { return finds_with(json, 0, wanted); }

/* Whether a check of its model says this: the JSON is gone. */
static bool model_finds(const char *json, const char *wanted) {
    fixture file = fixture_glb(json, NULL, 0);
    vrm_report *report = NULL;
    vrm_model *model = NULL;
    CHECK_INT(vrm_model_load(file.bytes, file.size, NULL, &model, NULL), VRM_OK);
    CHECK_INT(vrm_check_model(model, NULL, &report), VRM_OK);
    write_report(report);
    vrm_report_destroy(report);
    vrm_model_release(model);
    fixture_free(&file);
    return has(wanted);
}

/* A head with a chain of two bones, 10 cm each, and eyes. */
#define NODES                                                                                      \
    "'nodes':[{'name':'head','translation':[0,1.4,0],'children':[1,4,5]},"                         \
    "{'name':'a','translation':[0.2,0,0],'children':[2]},"                                         \
    "{'name':'b','translation':[0,-0.1,0],'children':[3]},"                                        \
    "{'name':'c','translation':[0,-0.1,0]},"                                                       \
    "{'name':'LeftEye','translation':[0.03,0.06,0]},{'name':'RightEye','translation':[-0.03,0.06," \
    "0]}]"
#define VRM_1(version, bones, members)                                                             \
    "'VRMC_vrm':{'specVersion':'" version "'," members "'humanoid':{'humanBones':{" bones "}}}"
#define FILE_1(springs)                                                                            \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone'],'extensions':"     \
    "{" VRM_1("1.0", "'head':{'node':0}", "") ",'VRMC_springBone':{'specVersion':'1.0'," springs   \
                                              "}}," NODES "}"
#define BALL(offset, radius)                                                                       \
    "{'node':0,'shape':{'sphere':{'offset':[" offset "],'radius':" radius "}}}"

TEST(bh_006_joints_that_were_left_out_count_in_the_file) {
    static const char json[] = FILE_1("'colliders':[" BALL(
        "1,0,0",
        "0.1") "],'colliderGroups':[{'colliders':[0]}],"
               "'springs':[{'joints':[{'node':99},{'node':1,'hitRadius':1},{'node':2},{'node':3}],"
               "'colliderGroups':[0]}]");
    CHECK(finds(json, "hit-radius-large /extensions/VRMC_springBone/springs/0/joints/1/hitRadius"));
    CHECK(model_finds(json,
                      "hit-radius-large /extensions/VRMC_springBone/springs/0/joints/0/hitRadius"));
    CHECK(!finds_with(json, VRM_CHECK_NO_BEHAVIOR,
                      "hit-radius-large /extensions/VRMC_springBone/springs/0/joints/1/hitRadius"));
}

TEST(bh_004_a_tail_in_the_very_middle_of_a_collider) {
    CHECK(finds(FILE_1("'colliders':[" BALL(
                    "0.2,-0.1,0", "0.05") "],"
                                          "'colliderGroups':[{'colliders':[0]}],"
                                          "'springs':[{'joints':[{'node':1},{'node':2},{'node':3}],"
                                          "'colliderGroups':[0]}]"),
                "joint-in-collider /extensions/VRMC_springBone/colliders/0"));
}

TEST(bh_004_what_holds_joints_inside_is_no_fault) {
    CHECK(!finds(FILE_1("'colliders':[{'node':0,'shape':{'sphere':{}},'extensions':{"
                        "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{"
                        "'sphere':{'offset':[0.2,-0.1,0],'radius':1,'inside':true}}}}}],"
                        "'colliderGroups':[{'colliders':[0]}],"
                        "'springs':[{'joints':[{'node':1},{'node':2},{'node':3}],"
                        "'colliderGroups':[0]}]"),
                 "collider-holds-spring /extensions/VRMC_springBone/colliders/0"));
}

TEST(bh_007_a_collider_without_a_shape_is_said_by_the_load) {
    CHECK(!finds(FILE_1("'colliders':[{'node':0,'shape':{}}]"),
                 "collider-unused /extensions/VRMC_springBone/colliders/0"));
    CHECK(finds(FILE_1("'colliders':[" BALL("0,0,0", "0.1") "]"),
                "collider-unused /extensions/VRMC_springBone/colliders/0"));
}

/* --- Forms of drafts --- */

TEST(bh_006_bone_groups_of_drafts_of_spring_bone) {
    CHECK(finds(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone'],"
        "'extensions':{" VRM_1(
            "1.0-beta", "'head':{'node':0}",
            "") ",'VRMC_springBone':{"
                "'specVersion':'1.0-draft','colliderGroups':[{'node':0,'colliders':[{"
                "'shapeType':'sphere','offset':[1,0,0],'radius':0.1}]}],'boneGroups':[{'name':'x',"
                "'hitRadius':1,'bones':[1],'colliderGroups':[0]}]}}," NODES "}",
        "hit-radius-large /extensions/VRMC_springBone/boneGroups/0/hitRadius"));
}

TEST(bh_004_colliders_of_nodes_and_roots_of_springs) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_node_collider'],'extensions':{" VRM_1(
            "1.0-beta", "'head':{'node':0}",
            "") ",'VRMC_springBone':{'specVersion':'1.0-draft','settings':[{'hitRadius':1}],"
                "'springs':[{'setting':0,'springRoot':1,'colliders':[0]}]}},"
                "'nodes':[{'translation':[0,1.4,0],'children':[1],'extensions':{'VRMC_node_"
                "collider':{"
                "'specVersion':'1.0-draft','shapes':[{'sphere':{'offset':[0.2,-0.1,0],'radius':0."
                "05}}]}}},"
                "{'translation':[0.2,0,0],'children':[2]},{'translation':[0,-0.1,0]}]}";
    CHECK(finds(json, "joint-in-collider /nodes/0/extensions/VRMC_node_collider"));
    CHECK(has("hit-radius-large /extensions/VRMC_springBone/springs/0"));
}

#define FILE_0(members)                                                                            \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'extensions':{'VRM':{'humanoid':{"        \
    "'humanBones':[{'bone':'head','node':0}]}," members "}}," NODES "}"

TEST(bh_008_groups_of_colliders_without_springs) {
    CHECK(finds(FILE_0("'secondaryAnimation':{'colliderGroups':[{'node':0,'colliders':[]}]}"),
                "collider-group-unused /extensions/VRM/secondaryAnimation/colliderGroups/0"));
    CHECK(finds(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{"
        "'VRMC_vrm':{'specVersion':'1.0','meta':{'title':'x'},'humanoid':{'humanBones':{"
        "'head':{'node':0}}},'springBone':{'colliderGroups':[{'node':0,'colliders':[]}]}}}," NODES
        "}",
        "collider-group-unused /extensions/VRMC_vrm/springBone/colliderGroups/0"));
}

TEST(bh_002_the_chains_of_a_group_are_one_spring) {
    /* Two roots, whose chains are both too stiff, and one diagnostic. */
    CHECK(finds(FILE_0("'secondaryAnimation':{'boneGroups':[{'comment':'x','stiffiness':1e9,"
                       "'bones':[1,4]}]}"),
                "spring-still /extensions/VRM/secondaryAnimation/boneGroups/0/stiffiness"));
    CHECK(strstr(strstr(found_text, "spring-still") + 1, "spring-still") == NULL);
    /* One of the chains that sways is enough. */
    CHECK(!model_finds(FILE_0("'secondaryAnimation':{'boneGroups':[{'stiffiness':1,'bones':[1]},"
                              "{'comment':'y','stiffiness':0.5,'dragForce':1,'bones':[4]}]}"),
                       "spring-still /extensions/VRM/secondaryAnimation/boneGroups/1"));
}

/* --- lookAt --- */

#define EYES "'head':{'node':0},'leftEye':{'node':4},'rightEye':{'node':5}"
#define LOOKS(bones, look_at)                                                                      \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{" VRM_1(               \
        "1.0", bones, "'lookAt':{" look_at "},") "}," NODES "}"

TEST(bh_013_bh_019_the_right_eye_alone) {
    CHECK(finds(LOOKS("'head':{'node':0},'rightEye':{'node':5}",
                      "'rangeMapHorizontalInner':{'inputMaxValue':1,'outputScale':10}"),
                "look-at-saturates "
                "/extensions/VRMC_vrm/lookAt/rangeMapHorizontalInner/inputMaxValue"));
    CHECK(has("look-at-one-eye /extensions/VRMC_vrm/lookAt/type"));
    CHECK(!has("look-at-saturates "
               "/extensions/VRMC_vrm/lookAt/rangeMapHorizontalOuter/inputMaxValue"));
}

TEST(bh_014_bh_015_without_the_json) {
    static const char json[] = LOOKS(EYES, "'rangeMapVerticalUp':{'outputScale':0},"
                                           "'rangeMapVerticalDown':{'outputScale':-9}");
    CHECK(model_finds(json, "look-at-still /extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/"
                            "outputScale"));
    CHECK(has("look-at-wrong-way /extensions/VRMC_vrm/lookAt/rangeMapVerticalDown/outputScale"));
}

TEST(bh_021_without_eyes_the_head_counts) {
    CHECK(finds(LOOKS("'head':{'node':0}", "'offsetFromHeadBone':[0,0.6,0]"),
                "look-at-offset-far /extensions/VRMC_vrm/lookAt/offsetFromHeadBone"));
    CHECK(!finds(LOOKS("'head':{'node':0}", "'offsetFromHeadBone':[0,0.4,0]"),
                 "look-at-offset-far /extensions/VRMC_vrm/lookAt/offsetFromHeadBone"));
    CHECK(!finds(LOOKS("'hips':{'node':0}", "'offsetFromHeadBone':[0,9,0]"),
                 "look-at-offset-far /extensions/VRMC_vrm/lookAt/offsetFromHeadBone"));
}

TEST(bh_018_bh_024_nothing_shows_where_it_looks) {
    CHECK(finds(LOOKS("'head':{'node':0}", "'type':'bone'"),
                "look-at-no-eyes /extensions/VRMC_vrm/lookAt/type"));
    CHECK(!finds(LOOKS("'hips':{'node':0}", "'type':'bone'"),
                 "look-at-no-eyes /extensions/VRMC_vrm/lookAt/type"));
    /* It has no face. */
    CHECK(!finds("{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{" VRM_1(
                     "1.0", "'head':{'node':0}",
                     "'lookAt':{'type':'bone'},") "},"
                                                  "'nodes':[{'name':'head'},{'name':'ey'}]}",
                 "look-at-no-eyes /extensions/VRMC_vrm/lookAt/type"));
    CHECK(finds(LOOKS(EYES, "'type':'expression'"),
                "look-at-no-expressions /extensions/VRMC_vrm/lookAt/type"));
}

TEST_SUITE(behaviour, ENTRY(bh_006_joints_that_were_left_out_count_in_the_file),
           ENTRY(bh_004_a_tail_in_the_very_middle_of_a_collider),
           ENTRY(bh_004_what_holds_joints_inside_is_no_fault),
           ENTRY(bh_007_a_collider_without_a_shape_is_said_by_the_load),
           ENTRY(bh_006_bone_groups_of_drafts_of_spring_bone),
           ENTRY(bh_004_colliders_of_nodes_and_roots_of_springs),
           ENTRY(bh_008_groups_of_colliders_without_springs),
           ENTRY(bh_002_the_chains_of_a_group_are_one_spring),
           ENTRY(bh_013_bh_019_the_right_eye_alone), ENTRY(bh_014_bh_015_without_the_json),
           ENTRY(bh_021_without_eyes_the_head_counts),
           ENTRY(bh_018_bh_024_nothing_shows_where_it_looks));

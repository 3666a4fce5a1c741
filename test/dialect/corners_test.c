/* Values at the ends of what the dialects read, and trees that cannot be undone. */
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Versions of extensions, as strings and as numbers. */
TEST(versions_of_the_spring_bone) {
    static const struct {
        const char *version, *code;
        bool is_read;
    } cases[] = {
        {"'1.0'", NULL, true},
        {"'1'", "spec-version-other", true},
        {"'1.7'", "spec-version-newer", true},
        {"'1-x'", "spec-version-other", true},
        {"'1x'", "spec-version-unknown", false},
        {"'/.0'", "spec-version-unknown", false},
        {"':'", "spec-version-unknown", false},
        {"'2.0'", "spec-version-unknown", false},
        {"1.5", "spec-version-other", true},
        {"0.5", "spec-version-unknown", false},
        {"2", "spec-version-unknown", false},
        {"true", "spec-version-unknown", false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char extension[256];
        avatar from = {VRM_DIALECT_1, NULL, NULL, extension, NULL};
        loaded file;
        snprintf(extension, sizeof extension,
                 "'VRMC_springBone':{'specVersion':%s,'springs':[{'joints':[{'node':21},"
                 "{'node':22}]}]}",
                 cases[i].version);
        file = load_avatar(&from);
        test_note("%s", cases[i].version);
        REQUIRE(file.model != NULL);
        CHECK_INT(file.tables->spring_count, cases[i].is_read);
        if (cases[i].code == NULL) CHECK_INT(count_findings(&file), 0);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, "/extensions/VRMC_springBone/specVersion"));
        }
        unload(&file);
    }
    test_note(NULL);
}

/* SB-047: where the world is flat there is no way back into it; nothing sways, nothing breaks. */
TEST(sb_047_springs_of_a_flat_world) {
    static const char *const nodes =
        "{'scale':[0,0,0],'children':[25]},{'children':[26],'translation':[0,1,0]},"
        "{'translation':[0,1,0],'children':[27]},{'translation':[0,1,0]}";
    avatar one = {VRM_DIALECT_1, NULL, NULL,
                  "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':25},"
                  "{'node':27}]}]}",
                  nodes};
    avatar old = {VRM_DIALECT_0,
                  "'secondaryAnimation':{'colliderGroups':[],'boneGroups':[{'bones':[25]}]}", NULL,
                  NULL, nodes};
    loaded file = load_avatar(&one);
    REQUIRE(file.model != NULL && file.tables->spring_joint_count == 1);
    CHECK_NEAR(file.tables->spring_joints[0].tail_offset.y, 0, 0);
    CHECK(found(&file, "spring-no-length", NULL));
    unload(&file);
    file = load_avatar(&old);
    REQUIRE(file.model != NULL && file.tables->spring_joint_count == 3);
    CHECK_NEAR(file.tables->spring_joints[2].tail_offset.y, -0.07, 1e-6);
    unload(&file);
}

/* LA-003: eyes of a head without size do not say where they are. */
TEST(la_003_eyes_of_a_flat_head) {
    loaded file = load_vrm1(
        humanoid_members("head", "'head':{'node':24},'leftEye':{'node':25},'rightEye':{'node':26}"),
        NULL);
    unload(&file);
    {
        const avatar flat = {
            VRM_DIALECT_1,
            humanoid_members("head",
                             "'head':{'node':24},'leftEye':{'node':25},'rightEye':{'node':26}"),
            NULL, NULL,
            "{'scale':[0,0,0],'children':[25,26]},{'translation':[1,0,0]},"
            "{'translation':[-1,0,0]}"};
        file = load_avatar(&flat);
        REQUIRE(file.model != NULL);
        CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_LEFT_EYE], 25);
        CHECK_NEAR(file.tables->look_at.offset_from_head_bone.x, 0, 0);
        CHECK_NEAR(file.tables->look_at.offset_from_head_bone.y, 0.06, 1e-6); /* the default */
        unload(&file);
    }
}

/* Nodes that only turn by a quaternion of w = -1, or that only one axis stretches. */
TEST(nodes_that_do_more_than_move) {
    static const struct {
        const char *members;
        vrm_vec3 place; /* of a child at (1, 2, 3) */
    } cases[] = {
        {"'rotation':[0,0,0,-1]", {1, 2, 3}},  {"'rotation':[0,0,0,1]", {1, 2, 3}},
        {"'rotation':[0,1,0,0]", {-1, 2, -3}}, {"'scale':[2,1,1]", {2, 2, 3}},
        {"'scale':[1,2,1]", {1, 4, 3}},        {"'scale':[1,1,2]", {1, 2, 6}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        vrm_avatar *who;
        const vrm_frame *frame;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{%s,'children':[2]},"
                 "{'translation':[1,2,3]}]}",
                 cases[i].members);
        file = load_json(json);
        test_note("%s", cases[i].members);
        REQUIRE(file.model != NULL);
        who = create_avatar(file.model, NULL);
        frame = vrm_avatar_frame(who);
        CHECK_NEAR(frame->world[2].m[12], cases[i].place.x, 1e-6);
        CHECK_NEAR(frame->world[2].m[13], cases[i].place.y, 1e-6);
        CHECK_NEAR(frame->world[2].m[14], cases[i].place.z, 1e-6);
        vrm_avatar_destroy(who);
        unload(&file);
    }
    test_note(NULL);
}

/* DI-007: names of the draft in later files are read, with a word. */
TEST(di_007_old_names_in_the_beta) {
    loaded file = load_beta("'expressions':{'preset':{'happy':{'ignoreBlink':true,"
                            "'ignoreMouth':false,'is_binary':true}}},"
                            "'lookAt':{'type':'bone','firstPersonBoneOffset':[0,0.1,0.2]}",
                            NULL);
    REQUIRE(file.model != NULL && file.tables->expression_count == 1);
    CHECK_INT(file.tables->expressions[0].override_blink, VRM_OVERRIDE_BLOCK);
    CHECK_INT(file.tables->expressions[0].override_mouth, VRM_OVERRIDE_NONE);
    CHECK_INT(file.tables->expressions[0].is_binary, 1);
    CHECK_NEAR(file.tables->look_at.offset_from_head_bone.z, 0.2, 1e-6);
    CHECK_INT(count_code(&file, "alias-used"), 4);
    unload(&file);
}

/* Thumbs of a list of bones, on either side. */
TEST(thumbs_of_the_right_hand_alone) {
    loaded file = load_draft("'humanoid':{'humanBones':[{'bone':'rightThumbProximal','node':24},"
                             "{'bone':'hips','node':1}]}",
                             NULL);
    const avatar from = {VRM_DIALECT_1_DRAFT,
                         "'humanoid':{'humanBones':[{'bone':'rightThumbProximal','node':24},"
                         "{'bone':'hips','node':1}]}",
                         NULL, NULL, "{}"};
    unload(&file);
    file = load_avatar(&from);
    REQUIRE(file.model != NULL);
    CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_RIGHT_THUMB_METACARPAL], 24);
    CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_LEFT_THUMB_METACARPAL], VRM_NONE);
    unload(&file);
}

/* FP-014: an annotation of a mesh that no node has, said twice, is of nothing. */
TEST(fp_014_annotations_of_a_mesh_without_nodes) {
    loaded file = load_draft(
        "'firstPerson':{'meshAnnotations':[{'mesh':2,'firstPersonType':'both'},"
        "{'mesh':2,'firstPersonType':'thirdPersonOnly'}]}",
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':0},"
        "{'POSITION':0}]}]},{'primitives':[{'attributes':{'POSITION':0}}]},"
        "{'primitives':[{'attributes':{'POSITION':0}}]}]");
    REQUIRE(file.model != NULL);
    CHECK(!found(&file, "annotation-twice", NULL));
    CHECK(!found(&file, "annotation-no-mesh", NULL));
    unload(&file);
}

/* Colliders of the draft whose sizes are none: what `radius` says counts. */
TEST(sizes_of_colliders_of_the_draft) {
    loaded file = load_draft(
        "'springBone':{'colliderGroups':[{'node':3,'colliders':["
        "{'radius':0.5,'size':[-1]},{'radius':0.5,'size':[1e39]},{'radius':0.5,'size':['x']},"
        "{'radius':0.5,'size':[0.25]},7]}],'boneGroups':[{'bones':[21],'colliderGroups':[0]}]}",
        NULL);
    REQUIRE(file.model != NULL && file.tables->spring_collider_count >= 4);
    CHECK_NEAR(file.tables->spring_colliders[0].radius, 0.5, 0);
    CHECK_NEAR(file.tables->spring_colliders[1].radius, 0.5, 0);
    CHECK_NEAR(file.tables->spring_colliders[2].radius, 0.5, 0);
    CHECK_NEAR(file.tables->spring_colliders[3].radius, 0.25, 0);
    unload(&file);
}

/* A curve is omitted only if it is the straight line in every number that counts. */
TEST(curves_that_are_nearly_straight) {
    static const struct {
        const char *curve;
        uint32_t keys;
    } cases[] = {
        {"[0,0,0,1,1,1,1,0]", 0},   {"[0,0,9,1,1,1,1,9]", 0},   {"[0,0,0,1,2,1,1,0]", 2},
        {"[0,0,0,1,1,2,1,0]", 2},   {"[0,0,0,1,1,1,2,0]", 2},   {"[0,0,0,2,1,1,1,0]", 2},
        {"[0.5,0,0,1,1,1,1,0]", 2}, {"[0,0.5,0,1,1,1,1,0]", 2},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_old_vrm(
            format_members("'firstPerson':{'lookAtTypeName':'Bone','lookAtHorizontalInner':{"
                           "'curve':%s,'xRange':90,'yRange':10}}",
                           cases[i].curve),
            NULL);
        test_note("%s", cases[i].curve);
        REQUIRE(file.model != NULL);
        CHECK_INT(file.tables->look_at.horizontal_inner.curve_key_count, cases[i].keys);
        unload(&file);
    }
    test_note(NULL);
}

/* Values of materials that say nothing, and one that has everything. */
TEST(v0_020_values_that_say_nothing) {
    loaded file = load_old_vrm(
        "'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy','materialValues':["
        "{'materialName':'skin','targetValue':[1,1,1,1]},"
        "{'materialName':'skin','propertyName':'_Color'},"
        "{'propertyName':'_Color','targetValue':[1,1,1,1]},7,"
        "{'materialName':'skin','propertyName':'_Color','targetValue':[1,0,0,1]}]}]}",
        NULL);
    REQUIRE(file.model != NULL && file.tables->expression_count == 1);
    CHECK_INT(file.tables->expressions[0].color_bind_count, 1);
    unload(&file);
}

/* V0-051: the exporter's number ends where its digits do. */
TEST(v0_051_exporters_with_odd_numbers) {
    static const struct {
        const char *exporter;
        double red;
    } cases[] = {{"UniVRM-0.106:0", 0.214041}, {"UniVRM-0.106", 0.214041}, {"UniVRM-0.:", 0.5}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_old_vrm(
            format_members("'exporterVersion':'%s','materialProperties':[{'name':'skin',"
                           "'shader':'VRM_USE_GLTFSHADER'},{'name':'cloth',"
                           "'shader':'VRM_USE_GLTFSHADER'}]",
                           cases[i].exporter),
            "'materials':[{'name':'skin','emissiveFactor':[0.5,0,0]},{'name':'cloth'}]");
        test_note("%s", cases[i].exporter);
        REQUIRE(file.model != NULL);
        CHECK_NEAR(file.tables->materials[0].emissive_factor[0], cases[i].red, 1e-6);
        unload(&file);
    }
    test_note(NULL);
}

/* SB-043: tails beyond the range of floats, and a center that is another chain's tail. */
TEST(sb_043_tails_beyond_all_measure) {
    const avatar from = {VRM_DIALECT_1, NULL, NULL,
                         "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':24},"
                         "{'node':25}]},{'center':2,'joints':[]},{'center':21,'joints':["
                         "{'node':21},{'node':22}]},{'joints':[{'node':22},{'node':23}]}]}",
                         "{'children':[25]},{'translation':[1e30,1e30,0]}"};
    loaded file = load_avatar(&from);
    vrm_avatar *who;
    REQUIRE(file.model != NULL && file.tables->spring_count == 4);
    CHECK_NEAR(file.tables->spring_joints[0].tail_offset.x, 0, 0);
    CHECK(found(&file, "spring-no-length", "/extensions/VRMC_springBone/springs/0"));
    CHECK(!found(&file, "spring-center-sways", NULL));
    who = create_avatar(file.model, NULL);
    vrm_avatar_update(who, 1.0f / 60.0f);
    CHECK(isfinite(vrm_avatar_frame(who)->world[25].m[12]));
    /* The spring without joints has no center to be moved to. */
    vrm_avatar_set_spring_center(who, 1, 0);
    {
        static unsigned char bytes[16384];
        size_t size = vrm_avatar_save_size(who);
        REQUIRE(size <= sizeof bytes);
        CHECK_INT(vrm_avatar_save(who, bytes, sizeof bytes), VRM_OK);
        CHECK_INT(vrm_avatar_restore(who, bytes, size), VRM_OK);
    }
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A mesh that several nodes show, with bounds that floats cannot hold. */
TEST(bounds_of_meshes_without_an_end) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,'count':3,'type':'VEC3',"
        "'min':[-3e38,0,0],'max':[3e38,0,0]},{'bufferView':9,'componentType':5126,'count':3,"
        "'type':'VEC3'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},"
        "{'primitives':[{'attributes':{'POSITION':1}},{'attributes':{'NORMAL':1}}]}],"
        "'nodes':[{'mesh':0,'translation':[-3e38,0,0],'scale':[2,1,1]},{'mesh':0},{'mesh':1},"
        "{'mesh':0,'skin':0},{'mesh':0,'skin':0}],'skins':[{'joints':[0]}]}");
    vrm_avatar *who;
    vrm_vec3 least, most;
    REQUIRE(file.model != NULL);
    who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    if (vrm_avatar_get_bounds(who, &least, &most)) {
        CHECK(isfinite(least.x) && isfinite(most.x));
        CHECK(least.x <= most.x && least.y <= most.y && least.z <= most.z);
    }
    vrm_avatar_destroy(who);
    unload(&file);
}

/* V0-012: of negative indices, -1 alone means that there is none. */
TEST(v0_012_negative_indices) {
    loaded file = load_old_vrm("'firstPerson':{'firstPersonBone':-1}", NULL);
    CHECK(!found(&file, "index-negative", NULL));
    unload(&file);
    file = load_old_vrm("'firstPerson':{'firstPersonBone':-2}", NULL);
    CHECK(found(&file, "index-negative", "/extensions/VRM/firstPerson/firstPersonBone"));
    unload(&file);
}

/* UO-009: constraints that read what springs move, or hang from it, see the pose as the stages do.
 */
TEST(uo_009_constraints_that_hang_from_springs) {
    static const char *const constrained[] = {
        "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'rotation':{"
        "'source':22}}}}}",
        "{'children':[25],'translation':[0,1,0]},{'translation':[0,-1,0],'children':[26]},"
        "{'translation':[0,-1,0],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
        "'constraint':{'rotation':{'source':3}}}}}"};
    for (size_t i = 0; i < COUNT(constrained); ++i) {
        const avatar from = {
            VRM_DIALECT_1, NULL, NULL,
            i == 0 ? "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':21},"
                     "{'node':22},{'node':23}]}]}"
                   : "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':24},"
                     "{'node':25},{'node':26}]}]}",
            constrained[i]};
        loaded file = load_avatar(&from);
        vrm_avatar *a, *b;
        test_note("case %d", (int)i);
        REQUIRE(file.model != NULL && file.tables->constraint_count == 1);
        a = create_avatar(file.model, NULL);
        b = create_avatar(file.model, NULL);
        for (int k = 0; k < 30; ++k) {
            const float dt = 1.0f / 60.0f;
            const vrm_quat turn = {0, 0.1f * (float)(k % 5), 0, 1};
            vrm_avatar_set_bone_rotation(a, VRM_BONE_HEAD, &turn);
            vrm_avatar_set_bone_rotation(b, VRM_BONE_HEAD, &turn);
            vrm_avatar_locals(a)[21].translation.x = 0.1f * (float)(k % 7);
            vrm_avatar_locals(b)[21].translation.x = 0.1f * (float)(k % 7);
            vrm_avatar_update(a, dt);
            vrm_avatar_update_pose(b);
            vrm_avatar_update_look_at(b);
            vrm_avatar_update_expressions(b, dt);
            vrm_avatar_update_constraints(b);
            vrm_avatar_update_springs(b, dt);
            CHECK(memcmp(vrm_avatar_frame(a)->world, vrm_avatar_frame(b)->world,
                         sizeof(vrm_mat4) * file.gltf->node_count) == 0);
        }
        vrm_avatar_destroy(a);
        vrm_avatar_destroy(b);
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(dialect_corners, ENTRY(versions_of_the_spring_bone),
           ENTRY(sb_047_springs_of_a_flat_world), ENTRY(la_003_eyes_of_a_flat_head),
           ENTRY(nodes_that_do_more_than_move), ENTRY(di_007_old_names_in_the_beta),
           ENTRY(thumbs_of_the_right_hand_alone), ENTRY(fp_014_annotations_of_a_mesh_without_nodes),
           ENTRY(sizes_of_colliders_of_the_draft), ENTRY(curves_that_are_nearly_straight),
           ENTRY(v0_020_values_that_say_nothing), ENTRY(v0_051_exporters_with_odd_numbers),
           ENTRY(sb_043_tails_beyond_all_measure), ENTRY(bounds_of_meshes_without_an_end),
           ENTRY(v0_012_negative_indices), ENTRY(uo_009_constraints_that_hang_from_springs));

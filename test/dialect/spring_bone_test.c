/* VRMC_springBone: what is read of it (SB-001 … SB-018, SB-028, SB-054, §4.11). */
#include "dialect/spring_fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* --- Versions --- */

/* GL-030, DI-004, DI-005 */
TEST(sb_001_versions) {
    static const struct {
        const char *dialect, *version;
        uint32_t spring_count;
        const char *code;
    } cases[] = {
        {"1.0", "'specVersion':'1.0',", 1, NULL},
        {"1.0", "'specVersion':'1.0-beta',", 1, NULL},
        {"1.0", "'specVersion':'1.0-draft',", 1, NULL},
        {"1.0", "", 1, "spec-version-missing"},
        {"1.0-beta", "", 1, NULL}, /* the beta did not have it at first */
        {"1.0", "'specVersion':'1.0.1',", 1, "spec-version-other"},
        {"1.0", "'specVersion':'2.0',", 0, "spec-version-unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        static const char *const codes[] = {"spec-version-missing", "spec-version-other",
                                            "spec-version-unknown"};
        char json[512];
        loaded file;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone'],"
                 "'nodes':[{'children':[1]},{}],'extensions':{'VRMC_vrm':{'specVersion':'%s'},"
                 "'VRMC_springBone':{%s'springs':[{" JOINTS_2(0, 1) "}]}}}",
                 cases[i].dialect, cases[i].version);
        file = load_json(json);
        test_note("%s %s", cases[i].dialect, cases[i].version);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->spring_count, cases[i].spring_count);
            CHECK_INT(file.tables->spring_joint_count, cases[i].spring_count);
        }
        for (size_t k = 0; k < sizeof codes / sizeof codes[0]; ++k) {
            CHECK(found(&file, codes[k], NULL) ==
                  (cases[i].code != NULL && strcmp(cases[i].code, codes[k]) == 0));
        }
        unload(&file);
    }
}

TEST(er_009_a_broken_extension_is_left_out) {
    static const char *const broken[] = {"3", "[]", "null", "'springs'"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; ++i) {
        char json[256];
        loaded file;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
                 "'VRMC_springBone':%s}}",
                 broken[i]);
        file = load_json(json);
        test_note("%s", broken[i]);
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->spring_count, 0);
        CHECK(found(&file, "field-type", SPRING_BONE));
        unload(&file);
    }
}

/* --- Colliders --- */

TEST(sb_002_a_collider_that_cannot_be_used_keeps_its_place) {
    loaded file = load_springs("'colliders':[{'node':1,'shape':{'sphere':{'radius':0.1}}},"
                               "{'shape':{'sphere':{'radius':0.2}}},"
                               "{'node':2,'shape':{'sphere':{'radius':0.3}}},{'node':3},"
                               "{'node':99,'shape':{'sphere':{}}},7],"
                               "'colliderGroups':[{'colliders':[2]}]");
    static const struct {
        int32_t node, shape;
    } expected[] = {
        {1, VRM_COLLIDER_SPHERE}, {VRM_NONE, VRM_COLLIDER_NONE}, {2, VRM_COLLIDER_SPHERE},
        {3, VRM_COLLIDER_NONE},   {VRM_NONE, VRM_COLLIDER_NONE}, {VRM_NONE, VRM_COLLIDER_NONE},
    };
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 6);
    for (uint32_t i = 0; i < 6; ++i) {
        test_note("collider %u", (unsigned)i);
        CHECK_INT(file.tables->spring_colliders[i].node, expected[i].node);
        CHECK_INT(file.tables->spring_colliders[i].shape, expected[i].shape);
    }
    test_note(NULL);
    CHECK(found(&file, "field-missing", SPRING_BONE "/colliders/1"));
    CHECK(found(&file, "collider-no-shape", SPRING_BONE "/colliders/3"));
    CHECK(found(&file, "index-out-of-range", SPRING_BONE "/colliders/4/node"));
    CHECK(found(&file, "field-type", SPRING_BONE "/colliders/5"));
    REQUIRE(file.tables->spring_collider_group_count == 1);
    CHECK_INT(file.tables->spring_collider_groups[0].collider_count, 1);
    CHECK_INT(file.tables->spring_collider_groups[0].colliders[0], 2);
    unload(&file);
}

TEST(sb_003_a_shape_is_one_of_two) {
    loaded file =
        load_springs("'colliders':[{'node':1,'shape':{'capsule':{'radius':1},'sphere':{'radius':2}}"
                     "},{'node':1,'shape':{}},{'node':1,'shape':{'box':{}}},"
                     "{'node':1,'shape':{'sphere':4,'capsule':{}}}]");
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 4);
    CHECK_INT(file.tables->spring_colliders[0].shape, VRM_COLLIDER_SPHERE);
    CHECK_NEAR((double)file.tables->spring_colliders[0].radius, 2, 0);
    CHECK(found(&file, "collider-shapes", SPRING_BONE "/colliders/0/shape"));
    CHECK_INT(file.tables->spring_colliders[1].shape, VRM_COLLIDER_NONE);
    CHECK(found(&file, "collider-no-shape", SPRING_BONE "/colliders/1"));
    CHECK_INT(file.tables->spring_colliders[2].shape, VRM_COLLIDER_NONE);
    CHECK(found(&file, "collider-no-shape", SPRING_BONE "/colliders/2"));
    CHECK_INT(file.tables->spring_colliders[3].shape, VRM_COLLIDER_CAPSULE);
    CHECK(found(&file, "field-type", SPRING_BONE "/colliders/3/shape/sphere"));
    unload(&file);
}

TEST(sb_004_spheres) {
    loaded file = load_springs("'colliders':[{'node':1,'shape':{'sphere':{}}},"
                               "{'node':2,'shape':{'sphere':{'offset':[1,2,3],'radius':0.25,"
                               "'inside':true}}},{'node':3,'shape':{'sphere':{'radius':-1}}}]");
    const vrm_spring_collider *colliders;
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 3);
    colliders = file.tables->spring_colliders;
    check_vec3(colliders[0].offset, 0, 0, 0);
    CHECK_NEAR((double)colliders[0].radius, 0, 0);
    CHECK_INT(colliders[1].shape, VRM_COLLIDER_SPHERE); /* inside is of the extension alone */
    check_vec3(colliders[1].offset, 1, 2, 3);
    CHECK_NEAR((double)colliders[1].radius, 0.25, 0);
    CHECK_INT(colliders[2].shape, VRM_COLLIDER_SPHERE);
    CHECK_NEAR((double)colliders[2].radius, 0, 0);
    CHECK(found(&file, "field-range", SPRING_BONE "/colliders/2/shape/sphere/radius"));
    unload(&file);
}

TEST(sb_005_capsules) {
    loaded file = load_springs("'colliders':[{'node':1,'shape':{'capsule':{}}},"
                               "{'node':2,'shape':{'capsule':{'offset':[1,2,3],'radius':0.25,"
                               "'tail':[4,5,6]}}},{'node':3,'shape':{'capsule':{'tail':[1,2]}}}]");
    const vrm_spring_collider *colliders;
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 3);
    colliders = file.tables->spring_colliders;
    for (int i = 0; i < 3; ++i) CHECK_INT(colliders[i].shape, VRM_COLLIDER_CAPSULE);
    check_vec3(colliders[0].offset, 0, 0, 0);
    check_vec3(colliders[0].tail, 0, 0, 0);
    CHECK_NEAR((double)colliders[0].radius, 0, 0);
    check_vec3(colliders[1].offset, 1, 2, 3);
    check_vec3(colliders[1].tail, 4, 5, 6);
    CHECK_NEAR((double)colliders[1].radius, 0.25, 0);
    check_vec3(colliders[2].tail, 0, 0, 0); /* ER-013 */
    CHECK(found(&file, "field-vector-short", SPRING_BONE "/colliders/2/shape/capsule/tail"));
    unload(&file);
}

TEST(sb_007_groups_leave_out_bad_colliders) {
    loaded file = load_springs(
        "'colliders':[{'node':1,'shape':{'sphere':{}}},{'node':2,'shape':{'sphere':{}}}],"
        "'colliderGroups':[{'name':'hands','colliders':[1,99,-1,0,1.0,'0']},{},{'colliders':[]}]");
    const vrm_spring_collider_group *groups;
    REQUIRE(file.tables != NULL && file.tables->spring_collider_group_count == 3);
    groups = file.tables->spring_collider_groups;
    CHECK_TEXT(groups[0].name.data, "hands");
    REQUIRE(groups[0].collider_count == 2);
    CHECK_INT(groups[0].colliders[0], 1);
    CHECK_INT(groups[0].colliders[1], 0); /* and 1.0, which is 1 again (SB-061) */
    CHECK(found(&file, "index-out-of-range", SPRING_BONE "/colliderGroups/0/colliders/1"));
    CHECK(found(&file, "index-negative", SPRING_BONE "/colliderGroups/0/colliders/2"));
    CHECK(found(&file, "field-type", SPRING_BONE "/colliderGroups/0/colliders/5"));
    CHECK_TEXT(groups[1].name.data, "");
    CHECK_INT(groups[1].collider_count, 0);
    CHECK(found(&file, "field-missing", SPRING_BONE "/colliderGroups/1"));
    CHECK_INT(groups[2].collider_count, 0);
    CHECK(found(&file, "array-empty", SPRING_BONE "/colliderGroups/2/colliders"));
    unload(&file);
}

TEST(sb_008_springs_leave_out_bad_groups) {
    loaded file = load_springs("'colliders':[{'node':7,'shape':{'sphere':{}}}],"
                               "'colliderGroups':[{'colliders':[0]}],'springs':[{'name':'hair',"
                               "'colliderGroups':[0,99]," JOINTS_2(1, 2) "}]");
    const vrm_spring *spring;
    REQUIRE(file.tables != NULL && file.tables->spring_count == 1);
    spring = file.tables->springs;
    CHECK_TEXT(spring->name.data, "hair");
    REQUIRE(spring->collider_group_count == 1);
    CHECK_INT(spring->collider_groups[0], 0);
    CHECK(found(&file, "index-out-of-range", SPRING_BONE "/springs/0/colliderGroups/1"));
    unload(&file);
}

/* --- Joints --- */

TEST(sb_009_joints_are_pairs) {
    loaded file = load_springs("'springs':[{" JOINTS_4(1, 2, 3, 4) "},{" JOINTS_2(7, 8) "}]");
    REQUIRE(file.tables != NULL && file.tables->spring_count == 2);
    CHECK_PAIRS(&file, 0, {1, 2}, {2, 3}, {3, 4});
    CHECK_PAIRS(&file, 1, {7, 8});
    CHECK_INT(file.tables->springs[0].first_joint, 0);
    CHECK_INT(file.tables->springs[1].first_joint, 3);
    CHECK_INT(file.tables->spring_joint_count, 4);
    check_vec3(file.tables->spring_joints[0].tail_offset, 0, -0.1, 0);
    check_vec3(file.tables->spring_joints[2].tail_offset, 0, -0.4, 0);
    CHECK_INT(file.tables->springs[0].center, VRM_NONE);
    unload(&file);
}

/* SB-016: and the parameters of a head are those of its pair. */
TEST(sb_010_the_last_joint_is_only_a_tail) {
    loaded file = load_springs(
        "'springs':[{'joints':[{'node':1,'hitRadius':0.1,'stiffness':1.5,'gravityPower':0.2,"
        "'gravityDir':[1,0,0],'dragForce':0.3},{'node':2,'hitRadius':0.4,'stiffness':2.5,"
        "'gravityPower':0.5,'gravityDir':[0,0,2],'dragForce':0.6},{'node':3,'hitRadius':0.7,"
        "'stiffness':9,'gravityPower':9,'gravityDir':[9,9,9],'dragForce':0.9}]}]");
    const vrm_spring_joint *joints;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    joints = file.tables->spring_joints;
    CHECK_NEAR((double)joints[0].hit_radius, 0.1, 1e-7);
    CHECK_NEAR((double)joints[0].stiffness, 1.5, 0);
    CHECK_NEAR((double)joints[0].gravity_power, 0.2, 1e-7);
    CHECK_NEAR((double)joints[0].drag_force, 0.3, 1e-7);
    check_vec3(joints[0].gravity_dir, 1, 0, 0);
    CHECK_NEAR((double)joints[1].hit_radius, 0.4, 1e-7);
    CHECK_NEAR((double)joints[1].stiffness, 2.5, 0);
    CHECK_NEAR((double)joints[1].gravity_power, 0.5, 0);
    CHECK_NEAR((double)joints[1].drag_force, 0.6, 1e-7);
    check_vec3(joints[1].gravity_dir, 0, 0, 2); /* as given (SB-050) */
    unload(&file);
}

TEST(sb_017_defaults) {
    loaded file = load_springs("'springs':[{" JOINTS_2(1, 2) "}]");
    const vrm_spring_joint *joint;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    joint = file.tables->spring_joints;
    CHECK_NEAR((double)joint->hit_radius, 0, 0);
    CHECK_NEAR((double)joint->stiffness, 1, 0);
    CHECK_NEAR((double)joint->gravity_power, 0, 0);
    CHECK_NEAR((double)joint->drag_force, 0.5, 0);
    check_vec3(joint->gravity_dir, 0, -1, 0);
    CHECK_TEXT(file.tables->springs[0].name.data, "");
    unload(&file);
}

TEST(sb_018_values_out_of_range_are_clamped) {
    loaded file = load_springs(
        "'springs':[{'joints':[{'node':1,'hitRadius':-0.1,'stiffness':-1,'gravityPower':-2,"
        "'dragForce':1.5},{'node':2,'dragForce':-0.5,'stiffness':1e999,'gravityDir':[0,1]},"
        "{'node':3}]}]");
    const vrm_spring_joint *joints;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    joints = file.tables->spring_joints;
    CHECK_NEAR((double)joints[0].hit_radius, 0, 0);
    CHECK_NEAR((double)joints[0].stiffness, 0, 0);
    CHECK_NEAR((double)joints[0].gravity_power, 0, 0);
    CHECK_NEAR((double)joints[0].drag_force, 1, 0);
    CHECK_NEAR((double)joints[1].drag_force, 0, 0);
    CHECK_NEAR((double)joints[1].stiffness, 1, 0); /* GL-035 */
    check_vec3(joints[1].gravity_dir, 0, -1, 0);   /* ER-013 */
    CHECK_INT(count_found(&file, "field-range"), 5);
    CHECK(found(&file, "field-range", SPRING_BONE "/springs/0/joints/0/hitRadius"));
    CHECK(found(&file, "field-range", SPRING_BONE "/springs/0/joints/0/stiffness"));
    CHECK(found(&file, "field-range", SPRING_BONE "/springs/0/joints/0/gravityPower"));
    CHECK(found(&file, "field-range", SPRING_BONE "/springs/0/joints/0/dragForce"));
    CHECK(found(&file, "field-range", SPRING_BONE "/springs/0/joints/1/dragForce"));
    unload(&file);
}

/* GL-033: the joint goes, and the chain closes over it. */
TEST(sb_009_a_joint_without_a_node_is_left_out) {
    loaded file = load_springs("'springs':[{'joints':[{'node':1},{'node':99},{'node':3}]},"
                               "{'joints':[{'stiffness':2},{'node':7},{'node':8},{'node':-1}]}]");
    CHECK_PAIRS(&file, 0, {1, 3});
    CHECK_PAIRS(&file, 1, {7, 8});
    CHECK(found(&file, "index-out-of-range", SPRING_BONE "/springs/0/joints/1/node"));
    CHECK(found(&file, "field-missing", SPRING_BONE "/springs/1/joints/0"));
    CHECK(found(&file, "index-negative", SPRING_BONE "/springs/1/joints/3/node"));
    unload(&file);
}

/* SB-026: what the state of a pair is made from. */
TEST(sb_028_a_tail_beyond_skipped_nodes_is_in_the_space_of_its_head) {
    /* Node 7 has a quarter turn and scale 2: its +Z points along +X, two meters a unit. */
    loaded file =
        load_springs("'springs':[{" JOINTS_2(1, 4) "},{" JOINTS_2(7, 9) "},"
                                                                        "{" JOINTS_2(0, 8) "}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count >= 2);
    check_vec3(file.tables->spring_joints[0].tail_offset, 0, -0.7, 0);
    check_vec3(file.tables->spring_joints[1].tail_offset, 0, 0, 2);
    unload(&file);
    file = load_springs("'springs':[{" JOINTS_2(0, 8) "}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    check_vec3(file.tables->spring_joints[0].tail_offset, 3, 0, 0);
    unload(&file);
}

TEST(sb_028_gv_006_sparse_chain) {
    /* Head at the origin with a quarter turn about Y, tail two meters along the world's +Z. */
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'nodes':[{'rotation':[0,0.70710678,0,0.70710678],"
        "'children':[1]},{'translation':[-1,0,0],'children':[2]},{'translation':[-1,0,0]}],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',"
        "'springs':[{" JOINTS_2(0, 2) "}]}}}");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    check_vec3(file.tables->spring_joints[0].tail_offset, -2, 0, 0);
    CHECK(found(&file, "extension-undeclared", SPRING_BONE)); /* GL-004 */
    unload(&file);
}

TEST(sb_054_springs_without_pairs_are_inert) {
    loaded file = load_springs("'springs':[{'joints':[{'node':1}]},{'joints':[]},{},"
                               "{" JOINTS_2(1, 2) "}]");
    REQUIRE(file.tables != NULL && file.tables->spring_count == 4);
    for (uint32_t i = 0; i < 3; ++i) {
        CHECK_INT(file.tables->springs[i].joint_count, 0);
    }
    CHECK_PAIRS(&file, 3, {1, 2}); /* springs keep their places */
    CHECK_INT(count_found(&file, "spring-no-joints"), 2);
    CHECK(found(&file, "spring-no-joints", SPRING_BONE "/springs/1"));
    CHECK(found(&file, "spring-no-joints", SPRING_BONE "/springs/2"));
    unload(&file);
}

/* --- Drafts of 2020 and 2021 (§4.11) --- */

TEST(di_006_bone_groups) {
    loaded file = load_springs("'boneGroups':[{'name':'hair','bones':[1],'stiffness':2,"
                               "'colliderGroups':[0]}],'colliderGroups':[{'node':7,'colliders':["
                               "{'offset':[0,1,0],'radius':0.5}]}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 6);
    CHECK(found(&file, "alias-used", SPRING_BONE)); /* DI-007 */
    CHECK_NEAR((double)file.tables->spring_joints[0].stiffness, 2, 0);
    CHECK_NEAR((double)file.tables->spring_joints[0].drag_force, 0.4, 1e-7);
    REQUIRE(file.tables->spring_collider_count == 1);
    CHECK_INT(file.tables->spring_colliders[0].node, 7);
    unload(&file);
    /* The final name wins. */
    file = load_springs("'boneGroups':[{'bones':[1]}],'springs':[{" JOINTS_2(7, 8) "}]");
    CHECK_PAIRS(&file, 0, {7, 8});
    CHECK_INT(file.tables->spring_count, 1);
    unload(&file);
}

TEST(di_006_settings_of_springs) {
    loaded file = load_springs(
        "'settings':[{'stiffness':3,'dragForce':0.1},{'gravityPower':0.5}],'springs':["
        "{'name':'joints','setting':0,'hitRadius':0.02,'joints':[{'node':1},{'node':2,"
        "'stiffness':4},{'node':3}]},{'name':'root','setting':1,'hitRadius':0.05,'springRoot':8},"
        "{'setting':7,'joints':[{'node':4},{'node':5}]}]");
    const vrm_spring_joint *joints;
    CHECK_PAIRS(&file, 0, {1, 2}, {2, 3});
    CHECK_PAIRS(&file, 1, {8, 9}, {9, VRM_NONE}); /* as in 0.x (V0-041) */
    CHECK_PAIRS(&file, 2, {4, 5});
    REQUIRE(file.tables->spring_joint_count == 5);
    joints = file.tables->spring_joints;
    CHECK_NEAR((double)joints[0].stiffness, 3, 0);
    CHECK_NEAR((double)joints[0].drag_force, 0.1, 1e-7);
    CHECK_NEAR((double)joints[0].hit_radius, 0.02, 1e-7);
    CHECK_NEAR((double)joints[1].stiffness, 4, 0);
    CHECK_NEAR((double)joints[1].drag_force, 0.1, 1e-7);
    CHECK_NEAR((double)joints[2].gravity_power, 0.5, 0);
    CHECK_NEAR((double)joints[2].hit_radius, 0.05, 1e-7);
    CHECK_NEAR((double)joints[4].stiffness, 1, 0);
    CHECK(found(&file, "alias-used", SPRING_BONE "/settings"));
    CHECK(found(&file, "index-out-of-range", SPRING_BONE "/springs/2/setting"));
    unload(&file);
}

TEST(di_006_colliders_of_nodes) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_node_collider'],'nodes':[{'children':["
        "1]},{},{'extensions':{"
        "'VRMC_node_collider':{'shapes':[{'sphere':{'radius':0.5}},{'capsule':{'tail':[0,0,1]}},"
        "{}]}}}],'extensions':{'VRMC_vrm':{'specVersion':'1.0-beta'},'VRMC_springBone':{'springs':"
        "[{'colliders':[0,2]," JOINTS_2(0, 1) "}]}}}");
    const vrm_tables *tables = file.tables;
    REQUIRE(tables != NULL && tables->spring_collider_count == 3 &&
            tables->spring_collider_group_count == 1);
    CHECK_INT(tables->spring_colliders[0].shape, VRM_COLLIDER_SPHERE);
    CHECK_NEAR((double)tables->spring_colliders[0].radius, 0.5, 0);
    CHECK_INT(tables->spring_colliders[1].shape, VRM_COLLIDER_CAPSULE);
    CHECK_INT(tables->spring_colliders[2].shape, VRM_COLLIDER_NONE);
    for (uint32_t i = 0; i < 3; ++i) {
        CHECK_INT(tables->spring_colliders[i].node, 2);
        CHECK_INT(tables->spring_collider_groups[0].colliders[i], i);
    }
    REQUIRE(tables->spring_count == 1 && tables->springs[0].collider_group_count == 1);
    CHECK_INT(tables->springs[0].collider_groups[0], 0);
    CHECK(found(&file, "alias-used", "/nodes/2/extensions/VRMC_node_collider"));
    CHECK(found(&file, "collider-no-shape", "/nodes/2/extensions/VRMC_node_collider/shapes/2"));
    unload(&file);
}

TEST(gl_031_keys_of_a_vendor_are_not_those_of_a_draft) {
    loaded file = load_springs("'springs':[{'setting':3,'hitRadius':'large','colliders':['a'],"
                               "'springRoot':99," JOINTS_2(1, 2) "}]");
    CHECK_PAIRS(&file, 0, {1, 2});
    CHECK(!found(&file, "index-out-of-range", NULL));
    CHECK(!found(&file, "field-type", NULL));
    CHECK_NEAR((double)file.tables->spring_joints[0].hit_radius, 0, 0);
    unload(&file);
}

TEST(di_006_springs_of_the_draft_give_way) {
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{},{'children':[3]},{}],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0','springBone':{'boneGroups':[{'bones':[0]}],"
        "'colliderGroups':[{'node':0,'colliders':[{'radius':1}]}]}},"
        "'VRMC_springBone':{'specVersion':'1.0','springs':[{" JOINTS_2(2, 3) "}]}}}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1_DRAFT);
    CHECK_INT(file.tables->spring_count, 1);
    CHECK_INT(file.tables->spring_collider_count, 0);
    CHECK_PAIRS(&file, 0, {2, 3});
    CHECK(found(&file, "springs-twice", SPRING_BONE));
    unload(&file);
    /* Not to an extension without springs. */
    file = load_json("{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{}],'extensions':{"
                     "'VRMC_vrm':{'specVersion':'1.0','springBone':{'boneGroups':[{'bones':[0]}]}},"
                     "'VRMC_springBone':{'specVersion':'1.0'}}}");
    CHECK_PAIRS(&file, 0, {0, 1}, {1, VRM_NONE});
    CHECK(!found(&file, "springs-twice", NULL));
    unload(&file);
}

/* --- Limits and memory --- */

TEST(er_018_springs_have_limits) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{'children':[2]},{}],'extensions':{"
        "'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0','colliders':["
        "{'node':0,'shape':{'sphere':{}}},{'node':0,'shape':{'sphere':{}}}],'springs':["
        "{" JOINTS_3(0, 1, 2) "}]}}}";
    for (int i = 0; i < 3; ++i) {
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        limits.max_joints = i == 1 ? 1 : 2;
        limits.max_colliders = i == 2 ? 1 : 2;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        test_note("case %d", i);
        CHECK_INT(file.result, i == 0 ? VRM_OK : VRM_ERROR_LIMIT);
        unload(&file);
    }
}

TEST(er_020_memory_may_run_out_at_any_time) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1],'extensions':{'VRMC_node_constraint':{"
        "'specVersion':'1.0','constraint':{'aim':{'source':2,'aimAxis':'NegativeX'}}}}},"
        "{'children':[2],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
        "'roll':{'source':2,'rollAxis':'X'}}}}},{}],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
        "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':1,'shape':{'sphere':{}}}],"
        "'colliderGroups':[{'colliders':[0]}],'springs':[{'colliderGroups':[0]," JOINTS_3(
            0, 1, 2) "}]}}}";
    int64_t needed = 0;
    for (int64_t fail_at = -1; fail_at < needed || fail_at < 0; ++fail_at) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        counting_init(&counter, fail_at);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        test_note("%d allocations", (int)fail_at);
        if (fail_at < 0) {
            needed = counter.count;
            if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->spring_joint_count, 2);
        } else {
            CHECK(file.model == NULL || file.result == VRM_OK);
        }
        unload(&file);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
}

/* --- Corpus --- */

TEST(sb_001_corpus) {
    loaded file = load_fixture(fixture_corpus("usd/fixtures/springbone.vrm"), NULL);
    const vrm_spring_joint *joint;
    if (file.file.bytes == NULL) {
        test_skip(NO_CORPUS);
        unload(&file);
        return;
    }
    CHECK_PAIRS(&file, 0, {3, 4});
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    joint = file.tables->spring_joints;
    CHECK_NEAR((double)joint->hit_radius, 0.02, 1e-7);
    CHECK_NEAR((double)joint->stiffness, 1, 0);
    CHECK_NEAR((double)joint->gravity_power, 0.5, 0);
    CHECK_NEAR((double)joint->drag_force, 0.4, 1e-7);
    check_vec3(joint->tail_offset, 0, 0.2, 0);
    CHECK_TEXT(file.tables->springs[0].name.data, "Hair");
    CHECK_TEXT(file.tables->spring_collider_groups[0].name.data, "Head");
    CHECK_NEAR((double)file.tables->spring_colliders[0].radius, 0.1, 1e-7);
    CHECK_INT(file.tables->springs[0].center, VRM_NONE); /* SB-022: node 5 is no ancestor */
    unload(&file);
}

TEST_SUITE(spring_bone, ENTRY(sb_001_versions), ENTRY(er_009_a_broken_extension_is_left_out),
           ENTRY(sb_002_a_collider_that_cannot_be_used_keeps_its_place),
           ENTRY(sb_003_a_shape_is_one_of_two), ENTRY(sb_004_spheres), ENTRY(sb_005_capsules),
           ENTRY(sb_007_groups_leave_out_bad_colliders), ENTRY(sb_008_springs_leave_out_bad_groups),
           ENTRY(sb_009_joints_are_pairs), ENTRY(sb_010_the_last_joint_is_only_a_tail),
           ENTRY(sb_017_defaults), ENTRY(sb_018_values_out_of_range_are_clamped),
           ENTRY(sb_009_a_joint_without_a_node_is_left_out),
           ENTRY(sb_028_a_tail_beyond_skipped_nodes_is_in_the_space_of_its_head),
           ENTRY(sb_028_gv_006_sparse_chain), ENTRY(sb_054_springs_without_pairs_are_inert),
           ENTRY(di_006_bone_groups), ENTRY(di_006_settings_of_springs),
           ENTRY(di_006_colliders_of_nodes),
           ENTRY(gl_031_keys_of_a_vendor_are_not_those_of_a_draft),
           ENTRY(di_006_springs_of_the_draft_give_way), ENTRY(er_018_springs_have_limits),
           ENTRY(er_020_memory_may_run_out_at_any_time), ENTRY(sb_001_corpus));

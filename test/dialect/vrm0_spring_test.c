/* VRM 0.x: secondaryAnimation (V0-033 … V0-041). */
#include "dialect/vrm0_fixture.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_vec3(vrm_vec3 got, double x, double y, double z) {
    CHECK_NEAR((double)got.x, x, 1e-6);
    CHECK_NEAR((double)got.y, y, 1e-6);
    CHECK_NEAR((double)got.z, z, 1e-6);
}

#define GROUP(text) "'secondaryAnimation':{'boneGroups':[{" text "}]}"
#define GROUP_POINTER "/extensions/VRM/secondaryAnimation/boneGroups/"

static const vrm_spring_joint *find_joint(const loaded *file, int32_t node) {
    for (uint32_t i = 0; i < file->tables->spring_joint_count; ++i) {
        if (file->tables->spring_joints[i].node == node) return &file->tables->spring_joints[i];
    }
    return NULL;
}

TEST(v0_033_colliders_are_spheres_in_their_groups) {
    loaded file =
        load_vrm0("'secondaryAnimation':{'colliderGroups':[{'node':2,'colliders':[{'radius':0.1},"
                  "{'offset':{'y':1},'radius':0.2},{'radius':-1}]},{'node':3,'colliders':["
                  "{'radius':0.4},{'radius':0.5},{'radius':0.6}]}]}");
    static const double radii[] = {0.1, 0.2, 0, 0.4, 0.5, 0.6};
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 6 &&
            file.tables->spring_collider_group_count == 2);
    for (uint32_t i = 0; i < 6; ++i) {
        const vrm_spring_collider_group *group = &file.tables->spring_collider_groups[i / 3];
        const vrm_spring_collider *collider = &file.tables->spring_colliders[i];
        REQUIRE(group->collider_count == 3);
        CHECK_INT(group->colliders[i % 3], i);
        CHECK_INT(collider->shape, VRM_COLLIDER_SPHERE);
        CHECK_INT(collider->node, i < 3 ? 2 : 3);
        CHECK_NEAR((double)collider->radius, radii[i], 1e-7);
    }
    check_vec3(file.tables->spring_colliders[1].offset, 0, 1, 0);
    CHECK(found(&file, "field-range", /* SB-004 */
                "/extensions/VRM/secondaryAnimation/colliderGroups/0/colliders/2/radius"));
    unload(&file);
}

TEST(v0_034_every_node_below_a_root_sways) {
    loaded file = load_vrm0(GROUP("'comment':'hair','bones':[1],'stiffiness':2,'gravityPower':0.5,"
                                  "'dragForce':0.3,'hitRadius':0.05"));
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->spring_joint_count, 4);
    for (int32_t node = 1; node <= 4; ++node) {
        const vrm_spring_joint *joint = find_joint(&file, node);
        test_note("node %d", (int)node);
        if (!CHECK(joint != NULL)) continue;
        CHECK_NEAR((double)joint->stiffness, 2, 0);
        CHECK_NEAR((double)joint->gravity_power, 0.5, 0);
        CHECK_NEAR((double)joint->drag_force, 0.3, 1e-7);
        CHECK_NEAR((double)joint->hit_radius, 0.05, 1e-7);
        CHECK_TEXT(file.tables->springs[joint->spring].name.data, "hair");
    }
    test_note(NULL);
    unload(&file);
}

TEST(v0_035_a_chain_follows_first_children) {
    loaded file = load_vrm0(GROUP("'bones':[1]"));
    static const struct {
        int32_t node, tail, spring;
    } expected[] = {{1, 2, 0}, {2, 3, 0}, {3, VRM_NONE, 0}, {4, VRM_NONE, 1}};
    REQUIRE(file.tables != NULL && file.tables->spring_count == 2 &&
            file.tables->spring_joint_count == 4);
    CHECK_INT(file.tables->springs[0].first_joint, 0);
    CHECK_INT(file.tables->springs[0].joint_count, 3);
    CHECK_INT(file.tables->springs[1].first_joint, 3);
    CHECK_INT(file.tables->springs[1].joint_count, 1);
    for (uint32_t i = 0; i < 4; ++i) {
        const vrm_spring_joint *joint = &file.tables->spring_joints[i];
        CHECK_INT(joint->node, expected[i].node);
        CHECK_INT(joint->tail_node, expected[i].tail);
        CHECK_INT(joint->spring, expected[i].spring);
    }
    check_vec3(file.tables->spring_joints[0].tail_offset, 0, -0.1, 0);
    unload(&file);
}

TEST(v0_036_stiffness_by_both_names) {
    loaded file = load_vrm0(GROUP("'bones':[7],'stiffiness':2"));
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    CHECK_NEAR((double)file.tables->spring_joints[0].stiffness, 2, 0);
    CHECK(!found(&file, "legacy-key", NULL));
    unload(&file);
    file = load_vrm0(GROUP("'bones':[7],'stiffness':2"));
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    CHECK_NEAR((double)file.tables->spring_joints[0].stiffness, 2, 0);
    CHECK(found(&file, "legacy-key", GROUP_POINTER "0"));
    unload(&file);
    file = load_vrm0(GROUP("'bones':[7],'stiffness':2,'stiffiness':3"));
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    CHECK_NEAR((double)file.tables->spring_joints[0].stiffness, 3, 0);
    unload(&file);
}

TEST(v0_037_defaults_of_a_group) {
    loaded file = load_vrm0(GROUP("'bones':[7]"));
    const vrm_spring_joint *joint;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    joint = &file.tables->spring_joints[0];
    CHECK_NEAR((double)joint->stiffness, 1, 0);
    CHECK_NEAR((double)joint->gravity_power, 0, 0);
    check_vec3(joint->gravity_dir, 0, -1, 0);
    CHECK_NEAR((double)joint->drag_force, 0.4, 1e-7);
    CHECK_NEAR((double)joint->hit_radius, 0.02, 1e-7);
    CHECK_INT(file.tables->springs[0].center, VRM_NONE);
    CHECK_INT(file.tables->springs[0].collider_group_count, 0);
    unload(&file);
    file = load_vrm0(GROUP("'bones':[7],'dragForce':2,'stiffiness':-1"));
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    CHECK_NEAR((double)file.tables->spring_joints[0].drag_force, 1, 0); /* SB-018 */
    CHECK_NEAR((double)file.tables->spring_joints[0].stiffness, 0, 0);
    CHECK(found(&file, "field-range", GROUP_POINTER "0/dragForce"));
    unload(&file);
}

TEST(v0_038_center) {
    loaded file = load_vrm0(GROUP("'bones':[1],'center':0"));
    REQUIRE(file.tables != NULL && file.tables->spring_count == 2);
    CHECK_INT(file.tables->springs[0].center, 0);
    CHECK_INT(file.tables->springs[1].center, 0);
    unload(&file);
    file = load_vrm0(GROUP("'bones':[1],'center':-1"));
    REQUIRE(file.tables != NULL && file.tables->spring_count == 2);
    CHECK_INT(file.tables->springs[0].center, VRM_NONE);
    unload(&file);
}

TEST(v0_039_gravity_is_converted_and_not_normalised) {
    loaded file = load_vrm0(GROUP("'bones':[7],'gravityDir':{'x':0,'y':-2,'z':1}"));
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    check_vec3(file.tables->spring_joints[0].gravity_dir, 0, -2, -1);
    unload(&file);
}

TEST(v0_040_roots_that_overlap) {
    /* The same root twice, and one below another. */
    loaded file = load_vrm0("'secondaryAnimation':{'boneGroups':[{'bones':[1,1],'stiffiness':1},"
                            "{'bones':[2],'stiffiness':2}]}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->spring_joint_count, 4);
    CHECK_NEAR((double)find_joint(&file, 2)->stiffness, 1, 0);
    CHECK(found(&file, "spring-root-twice", GROUP_POINTER "0"));
    CHECK(found(&file, "spring-root-twice", GROUP_POINTER "1"));
    unload(&file);
    /* One above another: what came first stays as it is, and is the tail of the node above it. */
    file = load_vrm0("'secondaryAnimation':{'boneGroups':[{'bones':[2],'stiffiness':2},"
                     "{'bones':[1],'stiffiness':1}]}");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 4);
    CHECK_NEAR((double)find_joint(&file, 2)->stiffness, 2, 0);
    CHECK_NEAR((double)find_joint(&file, 3)->stiffness, 2, 0);
    CHECK_NEAR((double)find_joint(&file, 1)->stiffness, 1, 0);
    CHECK_INT(find_joint(&file, 1)->tail_node, 2);
    CHECK_NEAR((double)find_joint(&file, 4)->stiffness, 1, 0);
    CHECK(find_joint(&file, 1)->spring != find_joint(&file, 4)->spring);
    CHECK(found(&file, "spring-root-above", GROUP_POINTER "1"));
    unload(&file);
}

/* GV-084 */
TEST(v0_041_a_leaf_has_a_virtual_tail) {
    loaded file = load_vrm0(GROUP("'bones':[1,7,9]"));
    REQUIRE(file.tables != NULL && find_joint(&file, 3) != NULL && find_joint(&file, 4) != NULL &&
            find_joint(&file, 7) != NULL && find_joint(&file, 9) != NULL);
    CHECK_INT(find_joint(&file, 3)->tail_node, VRM_NONE);       /* SB-055 */
    check_vec3(find_joint(&file, 3)->tail_offset, 0, -0.07, 0); /* on from its parent */
    check_vec3(find_joint(&file, 4)->tail_offset, 0.07, 0, 0);
    check_vec3(find_joint(&file, 7)->tail_offset, 0, -0.07, 0); /* no parent: down */
    /* At scale 2 the tail is 14 cm away in the world, and 7 in the space of the leaf. */
    check_vec3(find_joint(&file, 9)->tail_offset, 0, 0, -0.07);
    unload(&file);
}

/* A turned leaf: the direction is one of the world, the offset one of the leaf. */
TEST(v0_041_in_the_space_of_the_leaf) {
    loaded file =
        load_json("{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'nodes':[{'children':[1]},"
                  "{'translation':[0,0,0],'rotation':[0,0,0.70710678,0.70710678],'children':[2]},"
                  "{'translation':[0,1,0],'rotation':[0,0,0.70710678,0.70710678]}],"
                  "'extensions':{'VRM':{'secondaryAnimation':{'boneGroups':[{'bones':[1]}]}}}}");
    REQUIRE(file.tables != NULL && find_joint(&file, 1) != NULL && find_joint(&file, 2) != NULL);
    check_vec3(find_joint(&file, 1)->tail_offset, 0, 1, 0);
    /* In the world the leaf lies at -X of its parent and is turned by half a turn. */
    check_vec3(find_joint(&file, 2)->tail_offset, 0.07, 0, 0);
    unload(&file);
}

/* A chain is reported at the group that makes it, whichever chain of the file it is. In the draft
 * as in 0.x. */
TEST(sb_043_a_chain_is_reported_at_its_group) {
    static const char nodes[] = "'nodes':[{'children':[1,2]},{'translation':[0,1,0]},"
                                "{'children':[3]},{},{'children':[5]},{}]";
    static const char groups[] = "'boneGroups':[{'bones':[]},{'bones':[0]},{'bones':[4]}]";
    char json[600];
    loaded file;
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},%s,'extensions':{'VRM':{'secondaryAnimation':{%s}}}}",
             nodes, groups);
    file = load_json(json);
    REQUIRE(file.tables != NULL && file.tables->spring_count == 3);
    CHECK(found(&file, "spring-no-length", GROUP_POINTER "1"));
    CHECK(found(&file, "spring-no-length", GROUP_POINTER "2"));
    CHECK(!found(&file, "spring-no-length", GROUP_POINTER "0"));
    unload(&file);
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},%s,'extensions':{'VRMC_vrm':{'springBone':{%s}}}}", nodes,
             groups);
    file = load_json(json);
    REQUIRE(file.tables != NULL && file.tables->spring_count == 3);
    CHECK(found(&file, "spring-no-length", "/extensions/VRMC_vrm/springBone/boneGroups/1"));
    CHECK(found(&file, "spring-no-length", "/extensions/VRMC_vrm/springBone/boneGroups/2"));
    unload(&file);
}

/* ER-007: a long chain, with its roots from the bottom up, so that each walk meets the last. */
TEST(v0_040_many_roots_in_a_deep_chain) {
    enum { NODES = 20000 };
    size_t capacity = (size_t)NODES * 32 + 256, length = 0;
    char *json = malloc(capacity);
    loaded file;
    length += (size_t)sprintf(json, "{'asset':{'version':'2.0'},'nodes':[");
    for (int i = 0; i < NODES; ++i) {
        length += (size_t)(i + 1 < NODES ? sprintf(json + length, "{'children':[%d]},", i + 1)
                                         : sprintf(json + length, "{}]"));
    }
    length += (size_t)sprintf(json + length, ",'extensions':{'VRM':{'secondaryAnimation':"
                                             "{'boneGroups':[{'bones':[");
    for (int i = NODES; i-- > 0;) {
        length += (size_t)sprintf(json + length, i > 0 ? "%d," : "%d]}]}}}}", i);
    }
    CHECK(length < capacity);
    file = load_json(json);
    free(json);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->spring_joint_count, NODES);
    CHECK_INT(file.tables->spring_count, NODES);
    unload(&file);
}

TEST_SUITE(vrm0_spring, ENTRY(v0_033_colliders_are_spheres_in_their_groups),
           ENTRY(v0_034_every_node_below_a_root_sways),
           ENTRY(v0_035_a_chain_follows_first_children), ENTRY(v0_036_stiffness_by_both_names),
           ENTRY(v0_037_defaults_of_a_group), ENTRY(v0_038_center),
           ENTRY(v0_039_gravity_is_converted_and_not_normalised), ENTRY(v0_040_roots_that_overlap),
           ENTRY(v0_041_a_leaf_has_a_virtual_tail), ENTRY(v0_041_in_the_space_of_the_leaf),
           ENTRY(sb_043_a_chain_is_reported_at_its_group),
           ENTRY(v0_040_many_roots_in_a_deep_chain));

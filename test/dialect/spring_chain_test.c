/* Chains of joints against the node tree and each other, and their order (SB-011 … SB-040). */
#include "dialect/spring_fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- The tree --- */

TEST(sb_011_a_chain_ends_where_a_joint_is_not_below_the_one_before_it) {
    loaded file = load_springs("'springs':[{" JOINTS_4(1, 2, 8, 9) "},{" JOINTS_3(
        5, 4, 3) "},"
                 "{" JOINTS_2(7, 7) "},{" JOINTS_2(8, 9) "}]");
    CHECK_PAIRS(&file, 0, {1, 2});
    CHECK_INT(file.tables->springs[1].joint_count, 0);
    CHECK_INT(file.tables->springs[2].joint_count, 0);
    CHECK_PAIRS(&file, 3, {8, 9});
    CHECK_INT(count_found(&file, "spring-chain"), 3);
    CHECK(found(&file, "spring-chain", SPRING_BONE "/springs/0/joints/2/node"));
    CHECK(found(&file, "spring-chain", SPRING_BONE "/springs/1/joints/1/node"));
    CHECK(found(&file, "spring-chain", SPRING_BONE "/springs/2/joints/1/node"));
    CHECK(!found(&file, "spring-overlap", NULL));
    unload(&file);
}

TEST(sb_012_a_chain_may_skip_nodes) {
    loaded file = load_springs("'springs':[{" JOINTS_3(1, 3, 5) "}]");
    CHECK_PAIRS(&file, 0, {1, 3}, {3, 5});
    CHECK(!found(&file, "spring-chain", NULL));
    unload(&file);
}

/* --- Two chains --- */

TEST(sb_014_b_c_d_then_a_b_c_d_keeps_a_b) {
    loaded file = load_springs("'springs':[{" JOINTS_3(2, 3, 4) "},{" JOINTS_4(1, 2, 3, 4) "}]");
    CHECK_PAIRS(&file, 0, {2, 3}, {3, 4});
    CHECK_PAIRS(&file, 1, {1, 2});
    CHECK_INT(file.tables->spring_joint_count, 3);
    CHECK_INT(count_found(&file, "spring-overlap"), 1);
    CHECK(found(&file, "spring-overlap", SPRING_BONE "/springs/1/joints/1/node"));
    unload(&file);
}

TEST(sb_014_skipped_nodes_count) {
    /* a-(b)-c, then b-(c)-e: its head is skipped in the first. */
    loaded file = load_springs("'springs':[{" JOINTS_2(1, 3) "},{" JOINTS_2(2, 4) "}]");
    CHECK_PAIRS(&file, 0, {1, 3});
    CHECK_INT(file.tables->springs[1].joint_count, 0);
    CHECK(found(&file, "spring-overlap", SPRING_BONE "/springs/1/joints/0/node"));
    unload(&file);
    /* The other way round: it skips the head of the first. */
    file = load_springs("'springs':[{" JOINTS_2(2, 4) "},{" JOINTS_2(1, 3) "}]");
    CHECK_PAIRS(&file, 0, {2, 4});
    CHECK_INT(file.tables->springs[1].joint_count, 0);
    CHECK(found(&file, "spring-overlap", SPRING_BONE "/springs/1/joints/0/node"));
    unload(&file);
}

/* AMB-041 */
TEST(sb_014_a_tail_may_be_a_head_elsewhere) {
    loaded file = load_springs(
        "'springs':[{'name':'bow'," JOINTS_2(1, 2) "},{'name':'ribbon'," JOINTS_2(2, 3) "}]");
    CHECK_PAIRS(&file, 0, {1, 2});
    CHECK_PAIRS(&file, 1, {2, 3});
    CHECK_TEXT(message_of(&file, "spring-shared-node"),
               "node 2 is the end of this chain and a joint of spring 1 \"ribbon\"");
    CHECK_TEXT(find_diagnostic(&file, "spring-shared-node")->subject_name, "bow");
    CHECK(!found(&file, "spring-overlap", NULL));
    CHECK_INT(count_found(&file, "spring-shared-node"), 1);
    CHECK(found(&file, "spring-shared-node", SPRING_BONE "/springs/0"));
    unload(&file);
}

TEST(sb_014_pairs_around_a_gap_stay) {
    /* 3 belongs to the first chain: the pairs from 1 to 2 and from 4 on stay. */
    loaded file = load_springs("'springs':[{" JOINTS_2(3, 4) "},{'joints':[{'node':1},{'node':2},"
                                                             "{'node':3},{'node':4},{'node':5}]}]");
    CHECK_PAIRS(&file, 0, {3, 4});
    CHECK_PAIRS(&file, 1, {1, 2}, {2, 3}, {4, 5});
    CHECK_INT(file.tables->springs[1].first_joint, 1);
    CHECK(found(&file, "spring-overlap", SPRING_BONE "/springs/1/joints/2/node"));
    unload(&file);
}

/* SB-025: and what lies above comes first. */
TEST(sb_015_branches_are_chains_of_their_own) {
    loaded file = load_springs("'springs':[{" JOINTS_2(4, 5) "},{" JOINTS_4(1, 2, 3, 4) "}]");
    CHECK_PAIRS(&file, 0, {4, 5});
    CHECK_PAIRS(&file, 1, {1, 2}, {2, 3}, {3, 4});
    CHECK_UPDATE_ORDER(&file, 1, 2, 3, 4);
    unload(&file);
}

/* --- Centers --- */

TEST(sb_022_a_center_is_joint_0_or_above_it) {
    static const struct {
        const char *center;
        int32_t expected;
        const char *code;
    } cases[] = {
        {"1", 1, NULL},
        {"0", 0, NULL},
        {"2", VRM_NONE, "spring-center"},
        {"7", VRM_NONE, "spring-center"},
        {"10", VRM_NONE, "spring-center"},
        {"11", VRM_NONE, "index-out-of-range"},
        {"-1", VRM_NONE, "index-negative"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char springs[256];
        loaded file;
        snprintf(springs, sizeof springs, "'springs':[{'center':%s," JOINTS_3(1, 2, 3) "}]",
                 cases[i].center);
        file = load_springs(springs);
        test_note("%s", cases[i].center);
        CHECK_PAIRS(&file, 0, {1, 2}, {2, 3}); /* the spring is kept */
        CHECK_INT(file.tables->springs[0].center, cases[i].expected);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, SPRING_BONE "/springs/0/center"));
        } else {
            CHECK(!found(&file, "spring-center", NULL));
            CHECK(!found(&file, "spring-center-sways", NULL));
        }
        unload(&file);
    }
}

TEST(sb_023_a_center_that_another_spring_moves_is_said) {
    /* The second chain hangs from the first; its center is 3, which the first moves. */
    loaded file = load_springs("'springs':[{" JOINTS_3(1, 2, 3) "},{'center':3," JOINTS_2(
        4, 5) "},"
              "{'center':7," JOINTS_2(8, 9) "}]");
    REQUIRE(file.tables != NULL && file.tables->spring_count == 3);
    CHECK_INT(file.tables->springs[1].center, 3);
    CHECK_INT(file.tables->springs[2].center, 7);
    CHECK_INT(count_found(&file, "spring-center-sways"), 1);
    CHECK(found(&file, "spring-center-sways", SPRING_BONE "/springs/1/center"));
    unload(&file);
    /* Its own joint 0, below another chain. */
    file = load_springs("'springs':[{" JOINTS_2(1, 2) "},{'center':3," JOINTS_2(3, 4) "}]");
    CHECK(found(&file, "spring-center-sways", SPRING_BONE "/springs/1/center"));
    unload(&file);
}

/* --- Order --- */

TEST(sb_040_by_depth_then_spring_then_joint) {
    loaded file = load_springs(
        "'springs':[{" JOINTS_2(3, 4) "},{" JOINTS_3(7, 8, 9) "},"
                                                              "{" JOINTS_3(1, 2, 3) "}]");
    CHECK_UPDATE_ORDER(&file, 7, 1, 8, 2, 3);
    CHECK(!found(&file, "spring-collider-cycle", NULL));
    unload(&file);
}

#define SPHERE_AT(node) "{'node':" #node ",'shape':{'sphere':{}}}"

/* AMB-055 */
TEST(sb_040_joints_that_move_a_collider_come_first) {
    /* The collider at 5 moves with the chain of the second spring, from 1 to 4. */
    loaded file = load_springs("'colliders':[" SPHERE_AT(
        5) "],'colliderGroups':[{'colliders':[0]}],"
           "'springs':[{'colliderGroups':[0]," JOINTS_3(7, 8, 9) "},"
                                                                 "{" JOINTS_4(1, 2, 3, 4) "}]");
    CHECK_UPDATE_ORDER(&file, 1, 2, 3, 7, 8);
    CHECK(!found(&file, "spring-collider-cycle", NULL));
    unload(&file);
    /* One that is inert moves nobody. */
    file = load_springs(
        "'colliders':[{'node':5,'shape':{}}],'colliderGroups':[{'colliders':[0]}],"
        "'springs':[{'colliderGroups':[0]," JOINTS_3(7, 8, 9) "},"
                                                              "{" JOINTS_4(1, 2, 3, 4) "}]");
    CHECK_UPDATE_ORDER(&file, 7, 1, 8, 2, 3);
    unload(&file);
}

TEST(sb_040_circles_through_colliders_are_said_once) {
    /* Each of the two chains meets a collider of the other. */
    loaded file = load_springs("'colliders':[" SPHERE_AT(3) "," SPHERE_AT(
        9) "],"
           "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],"
           "'springs':[{'colliderGroups':[0]," JOINTS_3(7, 8, 9) "},"
                                                                 "{'colliderGroups':[1]," JOINTS_4(
                                                                     1, 2, 3, 4) "}]");
    CHECK_UPDATE_ORDER(&file, 7, 1, 8, 2, 3); /* as if there were no colliders */
    CHECK_INT(count_found(&file, "spring-collider-cycle"), 1);
    CHECK(found(&file, "spring-collider-cycle", SPRING_BONE "/springs/0"));
    unload(&file);
    /* A chain with a collider on itself. */
    file = load_springs(
        "'colliders':[" SPHERE_AT(9) "],'colliderGroups':[{'colliders':[0]}],"
                                     "'springs':[{" JOINTS_2(1, 2) "},{'colliderGroups':[0],"
                                                                   "" JOINTS_2(8, 9) "}]");
    CHECK_UPDATE_ORDER(&file, 1, 8);
    CHECK(found(&file, "spring-collider-cycle", SPRING_BONE "/springs/1"));
    unload(&file);
}

TEST(sb_040_beside_a_circle_the_rest_of_the_order_holds) {
    /*
     * Springs of 8 and of 4 meet each other's colliders, at 9 and 5. Above 4 lies 2, of a third
     * spring: 8 waits for it all the same, as the collider at 5 moves with it. The fourth, of 0,
     * meets the collider at 9 and is no part of the circle: it waits for 8.
     */
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{},{'children':[3]},"
        "{'children':[4]},{'children':[5]},{},{},{'children':[8]},{'children':[9]},{}],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',"
        "'colliders':[" SPHERE_AT(5) "," SPHERE_AT(
            9) "],"
               "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],'springs':["
               "{'colliderGroups':[1]," JOINTS_2(0, 1) "},{'colliderGroups':[0]," JOINTS_2(
                   8, 9) "},"
                         "{'colliderGroups':[1]," JOINTS_2(4, 5) "},{" JOINTS_2(3, 4) "}]}}}");
    CHECK_UPDATE_ORDER(&file, 3, 8, 0, 4);
    CHECK_INT(count_found(&file, "spring-collider-cycle"), 1);
    CHECK(found(&file, "spring-collider-cycle", SPRING_BONE "/springs/1"));
    unload(&file);
}

TEST(sb_040_springs_of_one_bone_group_wait_alike) {
    /* 0.x: both chains of the first group meet a collider at 5, which the second group moves. */
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{},{'children':[3]},{},"
        "{'children':[5]},{}],'extensionsUsed':['VRM'],'extensions':{'VRM':{'secondaryAnimation':{"
        "'colliderGroups':[{'node':5,'colliders':[{'radius':1}]}],"
        "'boneGroups':[{'bones':[0,2],'colliderGroups':[0]},{'bones':[4]}]}}}}");
    CHECK_UPDATE_ORDER(&file, 4, 5, 0, 2, 1, 3);
    CHECK(!found(&file, "spring-collider-cycle", NULL));
    unload(&file);
}

TEST(sb_043_joints_without_length_are_kept) {
    loaded file = load_springs("'springs':[{" JOINTS_3(3, 4, 6) "},{" JOINTS_2(7, 8) "}]");
    CHECK_PAIRS(&file, 0, {3, 4}, {4, 6});
    CHECK_INT(count_found(&file, "spring-no-length"), 1);
    CHECK(found(&file, "spring-no-length", SPRING_BONE "/springs/0"));
    unload(&file);
    /* A head whose world is flattened has no length either. */
    file = load_json("{'asset':{'version':'2.0'},'nodes':[{'scale':[1,0,1],'children':[1]},"
                     "{'translation':[1,1,1]}],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
                     "'VRMC_springBone':{'specVersion':'1.0','springs':[{" JOINTS_2(0, 1) "}]}}}");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 1);
    check_vec3(file.tables->spring_joints[0].tail_offset, 0, 0, 0);
    CHECK(found(&file, "spring-no-length", SPRING_BONE "/springs/0"));
    unload(&file);
}

/* ER-007: springs that each reach over a chain of 10,000 nodes, and all are refused but the first
 * two; walking over the nodes each time would take a hundred million steps. */
TEST(er_007_sb_014_long_pairs) {
    enum { COUNT = 10000 };
    char *json = malloc(COUNT * 80 + 1000);
    size_t length = 0;
    loaded file;
    length += (size_t)sprintf(json, "{'asset':{'version':'2.0'},'nodes':[{'children':[1]}");
    for (int i = 1; i < COUNT; ++i) {
        length += (size_t)(i + 1 < COUNT ? sprintf(json + length, ",{'children':[%d]}", i + 1)
                                         : sprintf(json + length, ",{}"));
    }
    length += (size_t)sprintf(json + length, "],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
                                             "'VRMC_springBone':{'specVersion':'1.0','springs':["
                                             "{" JOINTS_2(5000, 5001) "}");
    for (int i = 0; i < COUNT; ++i) {
        length += (size_t)sprintf(json + length, ",{'joints':[{'node':%d},{'node':%d}]}",
                                  i == 0 ? 1 : 0, i == 0 ? 5000 : COUNT - 1);
    }
    sprintf(json + length, "]}}}");
    file = load_json(json);
    free(json);
    REQUIRE(file.tables != NULL && file.tables->spring_count == COUNT + 1);
    CHECK_INT(file.tables->spring_joint_count, 2);
    CHECK_PAIRS(&file, 0, {5000, 5001});
    CHECK_PAIRS(&file, 1, {1, 5000});
    CHECK_UPDATE_ORDER(&file, 1, 5000);
    unload(&file);
}

TEST_SUITE(spring_chain, ENTRY(sb_011_a_chain_ends_where_a_joint_is_not_below_the_one_before_it),
           ENTRY(sb_012_a_chain_may_skip_nodes), ENTRY(sb_014_b_c_d_then_a_b_c_d_keeps_a_b),
           ENTRY(sb_014_skipped_nodes_count), ENTRY(sb_014_a_tail_may_be_a_head_elsewhere),
           ENTRY(sb_014_pairs_around_a_gap_stay), ENTRY(sb_015_branches_are_chains_of_their_own),
           ENTRY(sb_022_a_center_is_joint_0_or_above_it),
           ENTRY(sb_023_a_center_that_another_spring_moves_is_said),
           ENTRY(sb_040_by_depth_then_spring_then_joint),
           ENTRY(sb_040_joints_that_move_a_collider_come_first),
           ENTRY(sb_040_circles_through_colliders_are_said_once),
           ENTRY(sb_040_beside_a_circle_the_rest_of_the_order_holds),
           ENTRY(sb_040_springs_of_one_bone_group_wait_alike),
           ENTRY(sb_043_joints_without_length_are_kept), ENTRY(er_007_sb_014_long_pairs));

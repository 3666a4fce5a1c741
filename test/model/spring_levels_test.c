/* Who waits for whom among springs: levels and circles (SB-025, SB-040), and the lanes that are
 * made of them. */
#include "avatar/avatar.h"
#include "dialect/spring_fixture.h"
#include "hostile/hostile_files.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_levels(const loaded *file, const uint32_t *levels, uint32_t count) {
    REQUIRE(file->model != NULL && file->tables->spring_joint_count == count);
    CHECK(!file->model->prepared->has_circle);
    REQUIRE(file->model->prepared->joint_levels != NULL);
    for (uint32_t i = 0; i < count; ++i) {
        test_note("joint %u", i);
        CHECK_INT(file->model->prepared->joint_levels[i], levels[i]);
    }
    test_note(NULL);
}
#define CHECK_LEVELS(file, ...)                                                                    \
    check_levels(file, (const uint32_t[]){__VA_ARGS__},                                            \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

TEST(sb_025_a_chain_on_a_chain_is_a_level_higher) {
    /* The second hangs on the first, and the third on the tail of the second. */
    loaded file = load_springs("'springs':[{" JOINTS_3(1, 2, 3) "},{" JOINTS_2(3, 4) "},{" JOINTS_2(
        4, 5) "},{" JOINTS_2(8, 9) "}]");
    CHECK_LEVELS(&file, 0, 0, 1, 2, 0);
    unload(&file);
    /* A joint after a skipped node starts again. */
    file = load_springs("'springs':[{" JOINTS_3(1, 3, 5) "}]");
    CHECK_LEVELS(&file, 0, 1);
    unload(&file);
}

TEST(sb_040_a_spring_is_a_level_above_what_carries_its_colliders) {
    loaded file =
        load_springs("'colliders':[{'node':9,'shape':{'sphere':{}}}],"
                     "'colliderGroups':[{'colliders':[0]}],'springs':["
                     "{'colliderGroups':[0]," JOINTS_3(1, 2, 3) "},{" JOINTS_2(8, 9) "}]");
    CHECK_LEVELS(&file, 1, 1, 0);
    CHECK_UPDATE_ORDER(&file, 8, 1, 2);
    unload(&file);
    /* An inert collider is carried by nobody. */
    file = load_springs("'colliders':[{'node':9}],'colliderGroups':[{'colliders':[0]}],'springs':["
                        "{'colliderGroups':[0]," JOINTS_3(1, 2, 3) "},{" JOINTS_2(8, 9) "}]");
    CHECK_LEVELS(&file, 0, 0, 0);
    unload(&file);
}

TEST(sb_040_circles_have_no_levels) {
    /* A collider on the chain itself. */
    loaded file = load_springs("'colliders':[{'node':3,'shape':{'sphere':{}}}],"
                               "'colliderGroups':[{'colliders':[0]}],'springs':["
                               "{'colliderGroups':[0]," JOINTS_3(1, 2, 3) "}]");
    REQUIRE(file.model != NULL);
    CHECK(file.model->prepared->has_circle);
    CHECK(file.model->prepared->joint_levels == NULL);
    unload(&file);
}

/* In 0.x a center may be anywhere: also further down on the chain, where it moves after the first
 * joint has. The first joint itself counts as it is at rest (AMB-040). */
TEST(sb_040_a_center_that_moves_later_is_a_circle) {
    for (int i = 0; i < 2; ++i) {
        const avatar from = {
            VRM_DIALECT_0,
            i == 0 ? "'secondaryAnimation':{'boneGroups':[{'bones':[21],'center':23}]}"
                   : "'secondaryAnimation':{'boneGroups':[{'bones':[21],'center':21}]}",
            NULL, NULL, NULL};
        loaded file = load_avatar_file(avatar_file(&from), NULL);
        REQUIRE(file.model != NULL);
        CHECK_INT(file.tables->springs[0].center, i == 0 ? 23 : 21);
        CHECK_INT(file.model->prepared->has_circle, i == 0);
        unload(&file);
    }
}

/* --- In quantity --- */

/* A chain of nodes, each of them a spring of its own. */
static char *nested_springs(int count) {
    size_t capacity = 1000 + (size_t)count * 120, at = 0;
    char *json = malloc(capacity);
#define PUT(...) at += (size_t)snprintf(json + at, capacity - at, __VA_ARGS__)
    PUT("{'asset':{'version':'2.0'},'nodes':[");
    for (int i = 0; i < count; ++i) PUT("{'translation':[0,-0.01,0],'children':[%d]},", i + 1);
    PUT("{'translation':[0,-0.01,0]}],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
        "'VRMC_springBone':{'specVersion':'1.0','springs':[");
    for (int i = 0; i < count; ++i) {
        PUT("%s{'joints':[{'node':%d},{'node':%d}]}", i != 0 ? "," : "", i, i + 1);
    }
    PUT("]}}}");
#undef PUT
    return json;
}

TEST(sb_025_nested_springs_move_as_the_reference_does) {
    enum { COUNT = 300 };
    char *json = nested_springs(COUNT);
    loaded file = load_json(json);
    vrm_avatar *both[2];
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    REQUIRE(file.model != NULL);
    for (int i = 0; i < 2; ++i) {
        desc.lanes = i == 0 ? VRM_LANES_SCALAR : VRM_LANES_PLAIN;
        both[i] = create_avatar(file.model, &desc);
        REQUIRE(both[i] != NULL);
    }
    CHECK(both[1]->wide != NULL);
    CHECK_INT(both[1]->rig->lanes.level_count, COUNT);
    for (int frame = 0; frame < 20; ++frame) {
        for (int i = 0; i < 2; ++i) {
            vrm_avatar_set_wind_value(both[i], vrm_vec3_make(1, 0, 0.5f));
            vrm_avatar_update(both[i], 1.0f / 60.0f);
        }
        CHECK(memcmp(both[0]->local, both[1]->local, sizeof(vrm_trs) * (COUNT + 1)) == 0);
    }
    vrm_avatar_destroy(both[0]);
    vrm_avatar_destroy(both[1]);
    unload(&file);
    free(json);
}

/* What is quadratic takes most of a minute here, and what is linear a tenth of a second. */
TEST(er_018_a_hundred_thousand_nested_springs_make_an_avatar) {
    enum { COUNT = 100000 };
    char *json = nested_springs(COUNT);
    loaded file = load_json(json);
    double start;
    REQUIRE(file.model != NULL);
    start = hostile_seconds();
    CHECK(vrm_avatar_size(file.model, NULL) != 0);
    CHECK(hostile_seconds() - start < 3 * hostile_slowness());
    CHECK(!vrmi_model_rig(file.model)->lanes.is_wide); /* one lane of eight: not worth its memory */
    unload(&file);
    free(json);
}

TEST_SUITE(spring_levels, ENTRY(sb_025_a_chain_on_a_chain_is_a_level_higher),
           ENTRY(sb_040_a_spring_is_a_level_above_what_carries_its_colliders),
           ENTRY(sb_040_circles_have_no_levels),
           ENTRY(sb_040_a_center_that_moves_later_is_a_circle),
           ENTRY(sb_025_nested_springs_move_as_the_reference_does),
           ENTRY(er_018_a_hundred_thousand_nested_springs_make_an_avatar));

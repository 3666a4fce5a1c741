/* Which colliders springs meet: each once (SB-061), shared, and within a limit (ER-021). */
#include "avatar/spring_scene.h"
#include "dialect/spring_fixture.h"
#include "model/model.h"
#include "support/avatar.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPHERE "{'node':10,'shape':{'sphere':{'radius':0.1}}}"
#define INERT "{'node':10}"

static void check_list(const int32_t *list, uint32_t count, const char *expected) {
    char text[256] = "";
    for (uint32_t i = 0; i < count; ++i) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i != 0 ? " " : "",
                 list[i]);
    }
    CHECK_TEXT(text, expected);
}

static void check_met(const loaded *file, uint32_t spring, const char *expected) {
    const vrmi_prepared *prepared = file->model->prepared;
    const vrmi_met *met = &prepared->met[spring];
    REQUIRE(met->first + met->count <= prepared->met_count);
    check_list(prepared->met_colliders + met->first, met->count, expected);
}

/* --- Each once --- */

TEST(sb_061_lists_name_a_thing_once) {
    loaded file = load_springs(
        "'colliders':[" SPHERE "," SPHERE "," SPHERE "," INERT "],"
        "'colliderGroups':[{'colliders':[2,0,2,2,0]},{'colliders':[1,1]},{'colliders':[0,1]},"
        "{'colliders':[3,1]},{'colliders':[]}],"
        "'springs':[{'colliderGroups':[0,0]," JOINTS_2(
            1, 2) "},{'colliderGroups':[1,0,2,1]," JOINTS_2(2, 3) "},{'colliderGroups':[4,3,0]"
                                                                  "," JOINTS_2(3, 4) "},{" JOINTS_2(
                                                                      8, 9) "}"
                                                                            "]");
    REQUIRE(file.tables != NULL && file.tables->spring_count == 4);
    check_list(file.tables->spring_collider_groups[0].colliders,
               file.tables->spring_collider_groups[0].collider_count, "2 0");
    check_list(file.tables->spring_collider_groups[1].colliders,
               file.tables->spring_collider_groups[1].collider_count, "1");
    check_list(file.tables->springs[0].collider_groups,
               file.tables->springs[0].collider_group_count, "0");
    check_list(file.tables->springs[1].collider_groups,
               file.tables->springs[1].collider_group_count, "1 0 2");
    /* In the order of the first mention, whichever group has it; without inert ones. */
    check_met(&file, 0, "2 0");
    check_met(&file, 1, "1 2 0");
    check_met(&file, 2, "1 2 0");
    check_met(&file, 3, "");
    CHECK(!found(&file, "too-many-collider-tests", NULL));
    unload(&file);
}

TEST(sb_061_lists_of_0_x_and_the_draft_name_a_thing_once) {
    static const avatar files[] = {
        {VRM_DIALECT_0,
         "'secondaryAnimation':{'colliderGroups':[{'node':3,'colliders':[{'radius':1},{'radius':2}]"
         "}"
         "],'boneGroups':[{'bones':[21],'colliderGroups':[0,0,0]}]}",
         NULL, NULL, NULL},
        {VRM_DIALECT_1_DRAFT,
         "'springBone':{'colliderGroups':[{'node':3,'colliders':[{'radius':1},{'radius':2}]}],"
         "'boneGroups':[{'bones':[21],'colliderGroups':[0,0,0]}]}",
         NULL, NULL, NULL},
    };
    for (size_t i = 0; i < 2; ++i) {
        loaded file = load_avatar_file(avatar_file(&files[i]), NULL);
        REQUIRE(file.tables != NULL && file.tables->spring_count != 0);
        for (uint32_t k = 0; k < file.tables->spring_count; ++k) {
            check_list(file.tables->springs[k].collider_groups,
                       file.tables->springs[k].collider_group_count, "0");
            check_met(&file, k, "0 1");
        }
        unload(&file);
    }
}

/* A file that repeats everything moves as one that does not, to the bit. */
TEST(sb_061_a_collider_acts_once) {
#define COLLIDERS                                                                                  \
    "'colliders':[{'node':6,'shape':{'sphere':{'offset':[0,0,-0.12],'radius':0.1}}},"              \
    "{'node':6,'shape':{'capsule':{'offset':[0,-0.2,-0.1],'tail':[0,-0.4,-0.1],'radius':0.09}}}],"
#define LOOSE ",'stiffness':0.1,'gravityPower':1,'hitRadius':0.03"
    const char *once = COLLIDERS "'colliderGroups':[{'colliders':[0,1]}],'springs':[{"
                                 "'colliderGroups':[0]," SCENE_CHAIN(LOOSE) "}]";
    const char *again = COLLIDERS "'colliderGroups':[{'colliders':[0,0]},{'colliders':[0,1,0]}],"
                                  "'springs':[{'colliderGroups':[0,1,0,1]," SCENE_CHAIN(LOOSE) "}]";
    const vrm_lanes lanes[2] = {VRM_LANES_SCALAR, VRM_LANES_PLAIN};
    for (int k = 0; k < 2; ++k) {
        vrm_avatar_desc desc;
        scene a, b;
        vrm_avatar_desc_init(&desc);
        desc.lanes = lanes[k];
        a = scene_make(SCENE_HAIR, once, &desc);
        b = scene_make(SCENE_HAIR, again, &desc);
        REQUIRE(a.avatar != NULL && b.avatar != NULL);
        for (int i = 0; i < 60; ++i) {
            scene_update(&a, 1, 1.0f / 60.0f);
            scene_update(&b, 1, 1.0f / 60.0f);
            CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * 7) == 0);
        }
        CHECK(scene_swing(&a, 1) > 5); /* else nothing was pushed */
        scene_free(&a);
        scene_free(&b);
    }
}

/* Springs with the same list, side by side or not, share its result. */
TEST(sb_061_equal_lists_share_memory) {
    loaded file = load_springs(
        "'colliders':[" SPHERE "," SPHERE "," SPHERE "],"
        "'colliderGroups':[{'colliders':[0,1]},{'colliders':[2]}],'springs':["
        "{'colliderGroups':[0,1]," JOINTS_2(1, 2) "},{'colliderGroups':[1]," JOINTS_2(
            2, 3) "},{'colliderGroups':[0,1,0]," JOINTS_2(3, 4) "},{'colliderGroups':[1]"
                                                                "," JOINTS_2(4, 5) "}]");
    const vrmi_prepared *prepared;
    REQUIRE(file.model != NULL);
    prepared = file.model->prepared;
    CHECK_INT(prepared->met_count, 4);
    check_met(&file, 0, "0 1 2");
    check_met(&file, 1, "2");
    CHECK_INT(prepared->met[2].first, prepared->met[0].first);
    CHECK_INT(prepared->met[3].first, prepared->met[1].first);
    CHECK_INT(prepared->met[2].count, 3);
    CHECK_INT(prepared->met[3].count, 1);
    unload(&file);
}

/* --- The limit --- */

#define CROWDED                                                                                    \
    "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{'translation':[0,1,0],'children':[2]}," \
    "{'translation':[0,1,0]},{'children':[4]},{'translation':[0,1,0]},{'children':[6]},"           \
    "{'translation':[0,1,0]},{}],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"                  \
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[" COLLIDER7 "," COLLIDER7 "," COLLIDER7   \
    "],'colliderGroups':[{'colliders':[0,1]},{'colliders':[1,2]}],'springs':["                     \
    "{'colliderGroups':[0]," JOINTS_3(0, 1, 2) "},{'colliderGroups':[0,1]," JOINTS_2(              \
        3, 4) "},{'colliderGroups':[0]," JOINTS_2(5, 6) "}]}}}"
#define COLLIDER7 "{'node':7,'shape':{'sphere':{'radius':0.1}}}"

static loaded load_crowded(uint32_t limit) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    limits.max_collider_tests = limit;
    return load_fixture(fixture_glb(CROWDED, NULL, 0), &desc);
}

/* Spring 0 takes 2 joints times 2 colliders; spring 1 takes 3, and 1 for the collider that its
 * groups both name; spring 2 takes 2. */
TEST(er_021_collider_tests_have_a_limit) {
    static const struct {
        uint32_t limit;
        const char *met[3];
        int spring; /* that is reported; -1: none */
        const char *message;
    } cases[] = {
        {10, {"0 1", "0 1 2", "0 1"}, -1, NULL},
        {9,
         {"0 1", "0 1 2", "0"},
         2,
         "spring 2 keeps 1 colliders; more of them for its 1 joints would exceed the limit of 9 "
         "tests per step"},
        {8, {"0 1", "0 1 2", ""}, 2, NULL},
        {6, {"0 1", "0 1", ""}, 1, NULL},
        {3,
         {"0", "0", ""},
         0,
         "spring 0 keeps 1 colliders; more of them for its 2 joints would exceed the limit of 3 "
         "tests per step"},
        {1, {"", "0", ""}, 0, NULL}, /* what is too much for one may be enough for the next */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded file = load_crowded(cases[i].limit);
        char place[64];
        test_note("a limit of %u", cases[i].limit);
        CHECK_INT(file.result, VRM_OK);
        for (uint32_t k = 0; k < 3; ++k) check_met(&file, k, cases[i].met[k]);
        CHECK_INT(count_found(&file, "too-many-collider-tests"), cases[i].spring != -1);
        snprintf(place, sizeof place, SPRING_BONE "/springs/%d", cases[i].spring);
        if (cases[i].spring != -1) CHECK(found(&file, "too-many-collider-tests", place));
        if (cases[i].message != NULL) {
            CHECK_TEXT(vrm_report_get(file.report, vrm_report_count(file.report) - 1)->message,
                       cases[i].message);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* --- In quantity --- */

static char *repeat(const char *before, const char *piece, int count, const char *after) {
    size_t length = strlen(piece);
    char *text = malloc(strlen(before) + length * (size_t)count + strlen(after) + 1), *end = text;
    end += sprintf(end, "%s", before);
    for (int i = 0; i < count; ++i, end += length) memcpy(end, piece, length);
    sprintf(end - 1, "%s", after); /* over the last comma */
    return text;
}

/* One joint, one collider, and 8,000 times 8,000 ways from one to the other: seconds for a step,
 * when each was walked. */
TEST(sb_061_er_021_names_in_quantity_are_one_test) {
    char *group = repeat("'colliders':[" SPHERE "],'colliderGroups':[{'colliders':[", "0,", 8000,
                         "]}],'springs':[{'colliderGroups':[");
    char *springs = repeat(group, "0,", 8000, "]," JOINTS_2(1, 2) "}]");
    loaded file = load_springs(springs);
    REQUIRE(file.model != NULL);
    CHECK_INT(file.model->prepared->met_count, 1);
    check_met(&file, 0, "0");
    CHECK_INT(file.tables->springs[0].collider_group_count, 1);
    CHECK_INT(file.tables->spring_collider_groups[0].collider_count, 1);
    unload(&file);
    free(group);
    free(springs);
}

/* 1,000 springs with 1,000 shared colliders: exactly the limit of tests, and one list. */
TEST(er_021_shared_colliders_take_one_list) {
    enum { SPRINGS = 1500, SHAPES = 1000 };
    size_t capacity = 400000;
    char *json = malloc(capacity);
    size_t at = 0;
    vrmi_met total = {0, 0};
    loaded file;
#define PUT(...) at += (size_t)snprintf(json + at, capacity - at, __VA_ARGS__)
    PUT("{'asset':{'version':'2.0'},'nodes':[{}");
    for (int i = 0; i < SPRINGS; ++i) PUT(",{'children':[%d]},{'translation':[0,1,0]}", 2 * i + 2);
    PUT("],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',"
        "'colliders':[");
    for (int i = 0; i < SHAPES; ++i) {
        PUT("%s{'node':0,'shape':{'sphere':{}}}", i != 0 ? "," : "");
    }
    PUT("],'colliderGroups':[{'colliders':[");
    for (int i = 0; i < SHAPES; ++i) PUT("%s%d", i != 0 ? "," : "", i);
    PUT("]}],'springs':[");
    for (int i = 0; i < SPRINGS; ++i) {
        PUT("%s{'colliderGroups':[0],'joints':[{'node':%d},{'node':%d}]}", i != 0 ? "," : "",
            2 * i + 1, 2 * i + 2);
    }
    PUT("]}}}");
#undef PUT
    REQUIRE(at < capacity - 1);
    file = load_json(json);
    REQUIRE(file.model != NULL);
    CHECK_INT(file.model->prepared->met_count, SHAPES);
    for (uint32_t i = 0; i < SPRINGS; ++i) total.count += file.model->prepared->met[i].count;
    CHECK_INT(total.count, 1000000);
    CHECK_INT(file.model->prepared->met[999].count, SHAPES);
    CHECK_INT(file.model->prepared->met[1000].count, 0);
    CHECK_INT(count_found(&file, "too-many-collider-tests"), 1);
    CHECK(found(&file, "too-many-collider-tests", SPRING_BONE "/springs/1000"));
    unload(&file);
    free(json);
}

TEST_SUITE(spring_lists, ENTRY(sb_061_lists_name_a_thing_once),
           ENTRY(sb_061_lists_of_0_x_and_the_draft_name_a_thing_once),
           ENTRY(sb_061_a_collider_acts_once), ENTRY(sb_061_equal_lists_share_memory),
           ENTRY(er_021_collider_tests_have_a_limit),
           ENTRY(sb_061_er_021_names_in_quantity_are_one_test),
           ENTRY(er_021_shared_colliders_take_one_list));

/* VRMC_springBone_limit (SL): what is read of it. */
#include "dialect/spring_fixture.h"
#include "test.h"

#include <stdio.h>

#define JOINT "/extensions/VRMC_springBone/springs/0/joints/0"
#define LIMIT "/extensions/VRMC_springBone_limit"
#define PI 3.14159265358979

/* A chain of the nodes 2, 3 and 4, whose first joint has this extension. */
static loaded load_limit(const char *extension) {
    char springs[1024];
    snprintf(springs, sizeof springs,
             "'springs':[{'joints':[{'node':2,'extensions':{'VRMC_springBone_limit':%s}},"
             "{'node':3},{'node':4}]}]",
             extension);
    return load_springs(springs);
}

#define DRAFT(limit) "{'specVersion':'1.0-draft','limit':{" limit "}}"

static vrm_spring_limit first_limit(const loaded *file) {
    static const vrm_spring_limit none = {VRM_NONE, -1, -1, {0, 0, 0, 0}};
    return CHECK(file->tables != NULL) && CHECK_INT(file->tables->spring_joint_count, 2)
               ? file->tables->spring_joints[0].limit
               : none;
}

static void check_limit(const loaded *file, vrm_spring_limit_kind kind, double angle, double yaw) {
    vrm_spring_limit limit = first_limit(file);
    CHECK_INT(limit.kind, kind);
    CHECK_NEAR((double)limit.angle, angle, 1e-7);
    CHECK_NEAR((double)limit.yaw, yaw, 1e-7);
}

static void check_rotation(const loaded *file, double x, double y, double z, double w) {
    vrm_quat q = first_limit(file).rotation;
    CHECK_NEAR((double)q.x, x, 1e-7);
    CHECK_NEAR((double)q.y, y, 1e-7);
    CHECK_NEAR((double)q.z, z, 1e-7);
    CHECK_NEAR((double)q.w, w, 1e-7);
}

TEST(sl_001_the_extension_is_of_one_joint) {
    loaded file = load_springs(
        "'springs':[{'joints':[{'node':2},{'node':3,'extensions':{'VRMC_springBone_limit':" DRAFT(
            "'cone':{'angle':0.5}") "}},{'node':4}]}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    CHECK_INT(file.tables->spring_joints[0].limit.kind, VRM_SPRING_LIMIT_NONE);
    CHECK_NEAR((double)file.tables->spring_joints[0].limit.rotation.w, 1, 0);
    CHECK_INT(file.tables->spring_joints[1].limit.kind, VRM_SPRING_LIMIT_CONE);
    CHECK_NEAR((double)file.tables->spring_joints[1].limit.angle, 0.5, 0);
    CHECK_INT(count_found(&file, "extension-unknown"), 0);
    unload(&file);
}

TEST(sl_001_versions) {
    static const struct {
        const char *version, *code, *place;
        vrm_spring_limit_kind kind;
    } cases[] = {
        {"'specVersion':'1.0-draft',", NULL, NULL, VRM_SPRING_LIMIT_HINGE},
        {"'specVersion':'1.0',", NULL, NULL, VRM_SPRING_LIMIT_HINGE},
        {"", "spec-version-missing", JOINT LIMIT, VRM_SPRING_LIMIT_HINGE},
        {"'specVersion':'1.0.1',", "spec-version-other", JOINT LIMIT "/specVersion",
         VRM_SPRING_LIMIT_HINGE},
        {"'specVersion':'2.0',", "spec-version-unknown", JOINT LIMIT "/specVersion",
         VRM_SPRING_LIMIT_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, "{%s'limit':{'hinge':{'angle':1}}}",
                 cases[i].version);
        file = load_limit(extension);
        test_note("%s", cases[i].version);
        CHECK_INT(first_limit(&file).kind, cases[i].kind);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, cases[i].place));
        } else {
            CHECK_INT(count_found(&file, "spec-version-missing"), 0);
            CHECK_INT(count_found(&file, "spec-version-other"), 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(sl_001_without_a_limit_there_is_none) {
    static const char *const extensions[] = {"{'specVersion':'1.0-draft'}",
                                             "{'specVersion':'1.0-draft','limit':7}", "[]"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; ++i) {
        loaded file = load_limit(extensions[i]);
        test_note("%s", extensions[i]);
        CHECK_INT(first_limit(&file).kind, VRM_SPRING_LIMIT_NONE);
        CHECK(found(&file, i == 0 ? "field-missing" : "field-type", NULL));
        unload(&file);
    }
    test_note(NULL);
}

TEST(sl_002_one_kind) {
    static const struct {
        const char *limit, *code;
        vrm_spring_limit_kind kind;
    } cases[] = {
        {DRAFT("'cone':{'angle':1}"), NULL, VRM_SPRING_LIMIT_CONE},
        {DRAFT("'hinge':{'angle':1}"), NULL, VRM_SPRING_LIMIT_HINGE},
        {DRAFT("'spherical':{'pitch':1,'yaw':0}"), NULL, VRM_SPRING_LIMIT_SPHERICAL},
        {DRAFT(""), "spring-limit-no-kind", VRM_SPRING_LIMIT_NONE},
        {DRAFT("'box':{}"), "spring-limit-no-kind", VRM_SPRING_LIMIT_NONE},
        {DRAFT("'spherical':{'pitch':1,'yaw':0},'hinge':{'angle':1},'cone':{'angle':1}"),
         "spring-limit-kinds", VRM_SPRING_LIMIT_CONE},
        {DRAFT("'spherical':{'pitch':1,'yaw':0},'hinge':{'angle':1}"), "spring-limit-kinds",
         VRM_SPRING_LIMIT_HINGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded file = load_limit(cases[i].limit);
        test_note("%s", cases[i].limit);
        CHECK_INT(first_limit(&file).kind, cases[i].kind);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, JOINT LIMIT "/limit"));
        CHECK_INT(count_found(&file, "spring-limit-kinds") +
                      count_found(&file, "spring-limit-no-kind"),
                  cases[i].code != NULL);
        unload(&file);
    }
    test_note(NULL);
}

TEST(sl_003_angles_are_kept_in_range) {
    static const struct {
        const char *limit;
        vrm_spring_limit_kind kind;
        double angle, yaw;
        int diagnostics;
    } cases[] = {
        {DRAFT("'cone':{'angle':0}"), VRM_SPRING_LIMIT_CONE, 0, 0, 0},
        {DRAFT("'cone':{'angle':3.141592653589793}"), VRM_SPRING_LIMIT_CONE, PI, 0, 0},
        {DRAFT("'cone':{'angle':3.14159274}"), VRM_SPRING_LIMIT_CONE, PI, 0, 0},
        {DRAFT("'cone':{'angle':4}"), VRM_SPRING_LIMIT_CONE, PI, 0, 1},
        {DRAFT("'hinge':{'angle':-0.5}"), VRM_SPRING_LIMIT_HINGE, 0, 0, 1},
        {DRAFT("'hinge':{'angle':0.75}"), VRM_SPRING_LIMIT_HINGE, 0.75, 0, 0},
        {DRAFT("'spherical':{'pitch':2,'yaw':1}"), VRM_SPRING_LIMIT_SPHERICAL, 2, 1, 0},
        {DRAFT("'spherical':{'pitch':3.5,'yaw':1.6}"), VRM_SPRING_LIMIT_SPHERICAL, PI, PI / 2, 2},
        {DRAFT("'spherical':{'pitch':-1,'yaw':-1}"), VRM_SPRING_LIMIT_SPHERICAL, 0, 0, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded file = load_limit(cases[i].limit);
        test_note("%s", cases[i].limit);
        CHECK_INT(first_limit(&file).kind, cases[i].kind);
        CHECK_NEAR((double)first_limit(&file).angle, cases[i].angle, 2e-7);
        CHECK_NEAR((double)first_limit(&file).yaw, cases[i].yaw, 2e-7);
        CHECK_INT(count_found(&file, "field-range"), cases[i].diagnostics);
        unload(&file);
    }
    test_note(NULL);
}

TEST(sl_003_without_its_angle_a_limit_is_left_out) {
    static const char *const limits[] = {DRAFT("'cone':{}"), DRAFT("'hinge':{'pitch':1}"),
                                         DRAFT("'spherical':{'pitch':1}"),
                                         DRAFT("'spherical':{'yaw':1}")};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        loaded file = load_limit(limits[i]);
        test_note("%s", limits[i]);
        CHECK_INT(first_limit(&file).kind, VRM_SPRING_LIMIT_NONE);
        CHECK_INT(count_found(&file, "field-missing"), 1);
        unload(&file);
    }
    test_note(NULL);
}

TEST(sl_004_the_rotation_is_of_unit_length) {
    loaded file = load_limit(DRAFT("'cone':{'angle':1,'rotation':[0,0,0,2]}"));
    check_limit(&file, VRM_SPRING_LIMIT_CONE, 1, 0);
    check_rotation(&file, 0, 0, 0, 1);
    CHECK(found(&file, "spring-limit-rotation", JOINT LIMIT "/limit/cone/rotation"));
    unload(&file);
    file = load_limit(DRAFT("'hinge':{'angle':1,'rotation':[0,0,0,0]}"));
    check_limit(&file, VRM_SPRING_LIMIT_HINGE, 1, 0);
    check_rotation(&file, 0, 0, 0, 1);
    CHECK(found(&file, "spring-limit-rotation-zero", JOINT LIMIT "/limit/hinge/rotation"));
    unload(&file);
    file = load_limit(DRAFT("'spherical':{'pitch':1,'yaw':1,'rotation':[0.6,0,-0.8,0]}"));
    check_rotation(&file, 0.6, 0, -0.8, 0);
    CHECK_INT(count_found(&file, "spring-limit-rotation"), 0);
    unload(&file);
    file = load_limit(DRAFT("'cone':{'angle':1}"));
    check_rotation(&file, 0, 0, 0, 1);
    unload(&file);
}

TEST(sl_005_the_last_joint_has_none) {
    loaded file =
        load_springs("'springs':[{'joints':[{'node':2},{'node':3},{'node':4,'extensions':{"
                     "'VRMC_springBone_limit':" DRAFT(
                         "'cone':{'angle':0.5}") "}}]},"
                                                 "{'joints':[{'node':8,'extensions':{'VRMC_"
                                                 "springBone_limit':{}}}]}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    CHECK_INT(file.tables->spring_joints[0].limit.kind, VRM_SPRING_LIMIT_NONE);
    CHECK_INT(file.tables->spring_joints[1].limit.kind, VRM_SPRING_LIMIT_NONE);
    CHECK(
        found(&file, "spring-limit-last", "/extensions/VRMC_springBone/springs/0/joints/2" LIMIT));
    CHECK(
        found(&file, "spring-limit-last", "/extensions/VRMC_springBone/springs/1/joints/0" LIMIT));
    CHECK_INT(count_found(&file, "spec-version-missing"), 0);
    unload(&file);
}

/* A joint without a node is skipped; its neighbors follow each other with their own limits. */
TEST(sl_001_a_limit_stays_with_its_joint) {
    loaded file = load_springs(
        "'springs':[{'joints':[{'node':2,'extensions':{'VRMC_springBone_limit'"
        ":" DRAFT("'cone':{'angle':0.5}") "}},{'extensions':{'VRMC_springBone_"
                                          "limit':" DRAFT("'hinge':{'angle':1}") "}},{'node':"
                                                                                 "3},{'node':"
                                                                                 "4}]}]");
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    check_limit(&file, VRM_SPRING_LIMIT_CONE, 0.5, 0);
    CHECK_INT(file.tables->spring_joints[1].limit.kind, VRM_SPRING_LIMIT_NONE);
    unload(&file);
}

TEST_SUITE(spring_limit, ENTRY(sl_001_the_extension_is_of_one_joint), ENTRY(sl_001_versions),
           ENTRY(sl_001_without_a_limit_there_is_none), ENTRY(sl_002_one_kind),
           ENTRY(sl_003_angles_are_kept_in_range),
           ENTRY(sl_003_without_its_angle_a_limit_is_left_out),
           ENTRY(sl_004_the_rotation_is_of_unit_length), ENTRY(sl_005_the_last_joint_has_none),
           ENTRY(sl_001_a_limit_stays_with_its_joint));

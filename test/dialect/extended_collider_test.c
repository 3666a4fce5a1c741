/* VRMC_springBone_extended_collider (EC). */
#include "dialect/spring_fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define EXTENDED "/extensions/VRMC_springBone_extended_collider"

/* A collider at node 1 with a base sphere of radius 1 and this extension. */
static loaded load_extended(const char *extension) {
    char colliders[1024];
    snprintf(colliders, sizeof colliders,
             "'colliders':[{'node':1,'shape':{'sphere':{'radius':1}},'extensions':{"
             "'VRMC_springBone_extended_collider':%s}}]",
             extension);
    return load_springs(colliders);
}

#define SHAPE(text) "{'specVersion':'1.0','shape':{" text "}}"

static const vrm_spring_collider *only_collider(const loaded *file) {
    static const vrm_spring_collider none = {VRM_NONE, VRM_NONE, {0, 0, 0}, {0, 0, 0}, -1};
    return CHECK(file->tables != NULL) && CHECK_INT(file->tables->spring_collider_count, 1)
               ? file->tables->spring_colliders
               : &none;
}

TEST(ec_001_the_extension_is_of_one_collider) {
    loaded file = load_springs(
        "'colliders':[{'node':1,'shape':{'sphere':{'radius':1}}},{'node':2,'shape':{'sphere':{"
        "'radius':1}},'extensions':{'VRMC_springBone_extended_collider':" SHAPE(
            "'plane':{}") "}},"
                          "{'node':3,'shape':{'capsule':{}}}]");
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 3);
    CHECK_INT(file.tables->spring_colliders[0].shape, VRM_COLLIDER_SPHERE);
    CHECK_INT(file.tables->spring_colliders[1].shape, VRM_COLLIDER_PLANE);
    CHECK_INT(file.tables->spring_colliders[1].node, 2);
    CHECK_INT(file.tables->spring_colliders[2].shape, VRM_COLLIDER_CAPSULE);
    unload(&file);
}

TEST(ec_002_the_extended_shape_takes_the_place_of_the_base) {
    loaded file = load_springs("'colliders':[{'node':1,'shape':{'sphere':{'offset':[0,-10000,0]}},"
                               "'extensions':{'VRMC_springBone_extended_collider':" SHAPE(
                                   "'sphere':{'offset':[1,2,3],'radius':0.5,'inside':true}") "}}]");
    const vrm_spring_collider *collider = only_collider(&file);
    CHECK_INT(collider->shape, VRM_COLLIDER_INSIDE_SPHERE);
    check_vec3(collider->offset, 1, 2, 3);
    CHECK_NEAR((double)collider->radius, 0.5, 0);
    CHECK(!found(&file, "collider-no-fallback", NULL));
    unload(&file);
}

/* SB-002: files like this are known. */
TEST(ec_002_without_a_base_shape_the_extended_one_acts) {
    static const char *const bases[] = {"", "'shape':{},"};
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; ++i) {
        char colliders[512];
        loaded file;
        const vrm_spring_collider *collider;
        snprintf(colliders, sizeof colliders,
                 "'colliders':[{'node':4,%s'extensions':{'VRMC_springBone_extended_collider':"
                 "{'shape':{'capsule':{'inside':true,'tail':[0,1,0],'radius':0.25}}}}}]",
                 bases[i]);
        file = load_springs(colliders);
        collider = only_collider(&file);
        test_note("%s", bases[i]);
        CHECK_INT(collider->node, 4);
        CHECK_INT(collider->shape, VRM_COLLIDER_INSIDE_CAPSULE);
        check_vec3(collider->tail, 0, 1, 0);
        CHECK_NEAR((double)collider->radius, 0.25, 0);
        CHECK(found(&file, "spec-version-missing", SPRING_BONE "/colliders/0" EXTENDED));
        CHECK(found(&file, "collider-no-fallback", SPRING_BONE "/colliders/0"));
        CHECK(!found(&file, "collider-no-shape", NULL));
        unload(&file);
    }
}

/* GL-030, DI-004, DI-005 */
TEST(ec_003_versions) {
    static const struct {
        const char *version;
        int32_t shape;
        const char *code;
    } cases[] = {
        {"'specVersion':'1.0',", VRM_COLLIDER_PLANE, NULL},
        {"'specVersion':'1.0-draft',", VRM_COLLIDER_PLANE, "collider-extended-draft"},
        {"", VRM_COLLIDER_PLANE, "spec-version-missing"},
        {"'specVersion':'1.0-beta',", VRM_COLLIDER_PLANE, "spec-version-other"},
        {"'specVersion':'2.0',", VRM_COLLIDER_SPHERE, "spec-version-unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, "{%s'shape':{'plane':{}}}", cases[i].version);
        file = load_extended(extension);
        test_note("%s", cases[i].version);
        CHECK_INT(only_collider(&file)->shape, cases[i].shape);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, NULL));
        CHECK(found(&file, "collider-extended-draft", NULL) == (i == 1));
        unload(&file);
    }
}

TEST(ec_004_one_shape_is_chosen) {
    static const struct {
        const char *shape;
        int32_t expected;
        const char *code;
    } cases[] = {
        {"", VRM_COLLIDER_SPHERE, "collider-extended-shape"},
        {"'box':{}", VRM_COLLIDER_SPHERE, "collider-extended-shape"},
        {"'plane':5", VRM_COLLIDER_SPHERE, "collider-extended-shape"},
        {"'plane':{},'sphere':{'inside':true}", VRM_COLLIDER_INSIDE_SPHERE, "collider-shapes"},
        {"'plane':{},'capsule':{}", VRM_COLLIDER_CAPSULE, "collider-shapes"},
        {"'plane':{},'capsule':{},'sphere':{}", VRM_COLLIDER_SPHERE, "collider-shapes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, SHAPE("%s"), cases[i].shape);
        file = load_extended(extension);
        test_note("%s", cases[i].shape);
        CHECK_INT(only_collider(&file)->shape, cases[i].expected);
        /* The base sphere has a radius of 1, the extended ones of 0. */
        CHECK_NEAR((double)only_collider(&file)->radius, i < 3 ? 1 : 0, 0);
        CHECK(found(&file, cases[i].code, SPRING_BONE "/colliders/0" EXTENDED "/shape"));
        unload(&file);
    }
}

TEST(ec_005_without_a_shape_the_base_acts) {
    static const char *const extensions[] = {"{'specVersion':'1.0'}",
                                             "{'specVersion':'1.0','shape':3}", "7"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; ++i) {
        loaded file = load_extended(extensions[i]);
        test_note("%s", extensions[i]);
        CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_SPHERE);
        CHECK_NEAR((double)only_collider(&file)->radius, 1, 0);
        CHECK(!found(&file, "collider-extended-shape", NULL));
        CHECK(found(&file, "field-type", NULL) == (i > 0));
        unload(&file);
    }
}

TEST(ec_006_spheres) {
    loaded file = load_extended(SHAPE("'sphere':{}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_SPHERE);
    check_vec3(only_collider(&file)->offset, 0, 0, 0);
    CHECK_NEAR((double)only_collider(&file)->radius, 0, 0);
    unload(&file);
    file = load_extended(SHAPE("'sphere':{'radius':-3,'inside':false,'offset':[0,0,1]}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_SPHERE);
    check_vec3(only_collider(&file)->offset, 0, 0, 1);
    CHECK_NEAR((double)only_collider(&file)->radius, 0, 0);
    CHECK(found(&file, "field-range", SPRING_BONE "/colliders/0" EXTENDED "/shape/sphere/radius"));
    unload(&file);
}

TEST(ec_009_capsules) {
    loaded file = load_extended(SHAPE("'capsule':{}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_CAPSULE);
    check_vec3(only_collider(&file)->offset, 0, 0, 0);
    check_vec3(only_collider(&file)->tail, 0, 0, 0);
    CHECK_NEAR((double)only_collider(&file)->radius, 0, 0);
    unload(&file);
    file = load_extended(
        SHAPE("'capsule':{'offset':[1,2,3],'tail':[4,5,6],'radius':0.5,'inside':true}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_INSIDE_CAPSULE);
    check_vec3(only_collider(&file)->offset, 1, 2, 3);
    check_vec3(only_collider(&file)->tail, 4, 5, 6);
    CHECK_NEAR((double)only_collider(&file)->radius, 0.5, 0);
    unload(&file);
}

TEST(ec_014_normals_are_made_unit_vectors) {
    static const struct {
        const char *normal;
        double x, y, z;
        bool is_said;
    } cases[] = {
        {"", 0, 0, 1, false},
        {"'normal':[0,1,0],", 0, 1, 0, false},
        {"'normal':[0,0,2],", 0, 0, 1, true},
        {"'normal':[3,0,-4],", 0.6, 0, -0.8, true},
        {"'normal':[0,1.0005,0],", 0, 1, 0, false},
        {"'normal':[0,1.002,0],", 0, 1, 0, true},
        {"'normal':[1e-30,0,0],", 1, 0, 0, true},
        {"'normal':[0,-1e38,0],", 0, -1, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char extension[256];
        loaded file;
        snprintf(extension, sizeof extension, SHAPE("'plane':{%s'offset':[1,2,3]}"),
                 cases[i].normal);
        file = load_extended(extension);
        test_note("%s", cases[i].normal);
        CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_PLANE);
        check_vec3(only_collider(&file)->offset, 1, 2, 3);
        check_vec3(only_collider(&file)->tail, cases[i].x, cases[i].y, cases[i].z);
        CHECK(found(&file, "collider-normal",
                    SPRING_BONE "/colliders/0" EXTENDED "/shape/plane/normal") == cases[i].is_said);
        unload(&file);
    }
}

TEST(ec_015_a_plane_without_a_normal_is_inert) {
    loaded file = load_extended(SHAPE("'plane':{'normal':[0,0,0]}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_NONE);
    CHECK_INT(only_collider(&file)->node, 1);
    CHECK(found(&file, "collider-normal-zero",
                SPRING_BONE "/colliders/0" EXTENDED "/shape/plane/normal"));
    unload(&file);
}

/* AMB-032 */
TEST(ec_022_palne_is_plane) {
    loaded file = load_extended(SHAPE("'palne':{'normal':[1,0,0]}"));
    CHECK_INT(only_collider(&file)->shape, VRM_COLLIDER_PLANE);
    check_vec3(only_collider(&file)->tail, 1, 0, 0);
    CHECK(found(&file, "collider-palne", SPRING_BONE "/colliders/0" EXTENDED "/shape/palne"));
    unload(&file);
    file = load_extended(SHAPE("'palne':{'normal':[1,0,0]},'plane':{'normal':[0,1,0]}"));
    check_vec3(only_collider(&file)->tail, 0, 1, 0);
    CHECK(!found(&file, "collider-palne", NULL));
    unload(&file);
}

/* The files lack the extension's version, and all but the last the base shape. */
TEST(ec_002_sb_002_corpus) {
    static const struct {
        const char *kind;
        int32_t shape;
    } kinds[] = {{"icaps", VRM_COLLIDER_INSIDE_CAPSULE},
                 {"isphere", VRM_COLLIDER_INSIDE_SPHERE},
                 {"plane", VRM_COLLIDER_PLANE}};
    static const char *const variants[] = {"anglelimit_30",   "anglelimit_60", "anglelimit_90",
                                           "ploose",          "pmed",          "ptight",
                                           "with_base_sphere"};
    uint32_t count = 0;
    for (size_t i = 0; i < 3 * 7; ++i) {
        char path[128];
        loaded file;
        bool is_last = i % 7 == 6;
        if (is_last && i / 7 != 2) continue;
        snprintf(path, sizeof path, "conformance/springbone_extended_%s_%s.vrm", kinds[i / 7].kind,
                 variants[i % 7]);
        file = load_fixture(fixture_corpus(path), NULL);
        if (file.file.bytes == NULL) {
            test_skip(NO_CORPUS);
            unload(&file);
            return;
        }
        test_note("%s", path);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(only_collider(&file)->shape, kinds[i / 7].shape);
        CHECK_INT(only_collider(&file)->node, 4);
        CHECK(found(&file, "spec-version-missing", SPRING_BONE "/colliders/0" EXTENDED));
        CHECK(found(&file, "collider-no-fallback", SPRING_BONE "/colliders/0") == !is_last);
        if (CHECK(file.tables != NULL)) CHECK_INT(file.tables->spring_joint_count, 3);
        unload(&file);
        ++count;
    }
    test_note(NULL);
    CHECK_INT(count, 19);
}

TEST_SUITE(extended_collider, ENTRY(ec_001_the_extension_is_of_one_collider),
           ENTRY(ec_002_the_extended_shape_takes_the_place_of_the_base),
           ENTRY(ec_002_without_a_base_shape_the_extended_one_acts), ENTRY(ec_003_versions),
           ENTRY(ec_004_one_shape_is_chosen), ENTRY(ec_005_without_a_shape_the_base_acts),
           ENTRY(ec_006_spheres), ENTRY(ec_009_capsules),
           ENTRY(ec_014_normals_are_made_unit_vectors),
           ENTRY(ec_015_a_plane_without_a_normal_is_inert), ENTRY(ec_022_palne_is_plane),
           ENTRY(ec_002_sb_002_corpus));

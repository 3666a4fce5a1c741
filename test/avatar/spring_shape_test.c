/* The five shapes of colliders, and how tails are pushed out of them (SB-031 to SB-035, EC). */
#include "avatar/spring/spring.h"
#include "avatar/spring_scene.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define STILL ",'stiffness':0,'dragForce':1"

/* A bone that only colliders move, and one collider of this JSON on node 2. */
static scene scene_with(const char *joint, const char *collider) {
    char springs[1024];
    snprintf(springs, sizeof springs,
             "'colliders':[{'node':2,%s}],'colliderGroups':[{'colliders':[0]}],"
             "'springs':[{'colliderGroups':[0],'joints':[{'node':0%s},{'node':1}]}]",
             collider, joint);
    return scene_make(SCENE_BONE, springs, NULL);
}

#define EXTENDED(shape)                                                                            \
    "'shape':{'sphere':{'offset':[0,-10000,0],'radius':0}},"                                       \
    "'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{" shape "}}}"

TEST(sb_006_colliders_move_with_their_node) {
    scene s = scene_with(STILL, "'shape':{'sphere':{'offset':[1,0,0],'radius':0.3}}");
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 0) == 0);
    /* A quarter turn takes the offset to (0, -1, 0), shifted by 10 cm. */
    vrm_avatar_locals(s.avatar)[2].rotation = turn_about(0, 0, 1, -90);
    vrm_avatar_locals(s.avatar)[2].translation.x = 0.1f;
    scene_update(&s, 1, DT);
    /* At 15 frames a second four steps; at 60 one: the sphere has arrived. */
    CHECK(distance_of(scene_tail(&s, 0), vrm_vec3_make(0.1f, -1, 0)) > 0.28);
    CHECK(scene_tail(&s, 0).x < -0.15f);
    scene_free(&s);
}

/* SB-019: 5 cm between the tail and the sphere. */
TEST(sb_019_hit_radius_is_in_metres) {
    const char *sphere = "'shape':{'sphere':{'offset':[0.35,-1,0],'radius':0.3}}";
    scene near = scene_with(STILL ",'hitRadius':0.04", sphere);
    scene far = scene_with(STILL ",'hitRadius':0.06", sphere);
    scene_update(&near, 1, DT);
    scene_update(&far, 1, DT);
    CHECK(scene_swing(&near, 0) == 0);
    CHECK_NEAR(scene_tail(&far, 0).x, -0.01, 1e-4);
    scene_free(&near);
    scene_free(&far);
}

/* SB-031: one after the other, each seeing what the one before it did. */
TEST(sb_031_colliders_act_in_the_order_of_their_lists) {
    vrm_vec3 tails[2];
    for (size_t i = 0; i < 2; ++i) {
        char springs[1024];
        scene s;
        snprintf(springs, sizeof springs,
                 "'colliders':[{'node':2,'shape':{'sphere':{'offset':[0.1,-1,0],'radius':0.3}}},"
                 "{'node':2,'shape':{'sphere':{'offset':[-0.2,-1,0.1],'radius':0.3}}}],"
                 "'colliderGroups':[{'colliders':%s},{'colliders':%s}],"
                 "'springs':[{'colliderGroups':[0,1],'joints':[{'node':0" STILL "},{'node':1}]}]",
                 i == 0 ? "[0]" : "[1]", i == 0 ? "[1]" : "[0]");
        s = scene_make(SCENE_BONE, springs, NULL);
        scene_update(&s, 1, DT);
        tails[i] = scene_tail(&s, 0);
        scene_free(&s);
    }
    /* By hand: out of the first along x, then out of the second; lengths kept after each. */
    {
        double x = 0, y = -1, z = 0;
        static const double centres[2][3] = {{0.1, -1, 0}, {-0.2, -1, 0.1}};
        for (int k = 0; k < 2; ++k) {
            double dx = x - centres[k][0], dy = y - centres[k][1], dz = z - centres[k][2];
            double length = sqrt(dx * dx + dy * dy + dz * dz), push = 0.3 - length;
            if (push > 0) x += dx / length * push, y += dy / length * push, z += dz / length * push;
            length = sqrt(x * x + y * y + z * z);
            x /= length, y /= length, z /= length;
        }
        CHECK_VEC3(tails[0], x, y, z, 2e-6);
    }
    CHECK(distance_of(tails[0], tails[1]) > 0.05);
}

TEST(sb_035_ec_018_a_tail_in_the_very_centre_is_left_alone) {
    static const char *shapes[] = {
        "'shape':{'sphere':{'offset':[0,-1,0],'radius':0.3}}",
        "'shape':{'capsule':{'offset':[-1,-1,0],'tail':[1,-1,0],'radius':0.3}}",
        EXTENDED("'sphere':{'offset':[0,-1,0],'radius':0.3,'inside':true}"),
        EXTENDED("'capsule':{'offset':[-1,-1,0],'tail':[1,-1,0],'radius':0.3,'inside':true}"),
    };
    for (size_t i = 0; i < 4; ++i) {
        scene s = scene_with(STILL, shapes[i]);
        scene_update(&s, 3, DT);
        CHECK_VEC3(scene_tail(&s, 0), 0, -1, 0, 1e-7);
        CHECK(scene_is_finite(&s));
        scene_free(&s);
    }
}

/* Shapes themselves, against numbers worked out by hand. */
static vrm_vec3 pushed(int32_t kind, vrm_vec3 a, vrm_vec3 b, float radius, float tail_radius,
                       vrm_vec3 tail) {
    vrmi_shape shape;
    shape.kind = kind;
    shape.radius = radius;
    shape.a = a;
    shape.b = b;
    vrmi_shape_push(&shape, tail_radius, &tail);
    return tail;
}

static const vrm_vec3 zero = {0, 0, 0}, ahead = {0, 0, 1};

TEST(sb_032_033_spheres_and_capsules_push_from_their_nearest_point) {
    vrm_vec3 tail = {0.1f, 0, 0.5f};
    CHECK_VEC3(pushed(VRM_COLLIDER_SPHERE, zero, zero, 0.6f, 0.1f, vrm_vec3_make(0.3f, 0, 0.4f)),
               0.42, 0, 0.56, 1e-6);
    CHECK_VEC3(pushed(VRM_COLLIDER_CAPSULE, zero, ahead, 0.2f, 0.05f, tail), 0.25, 0, 0.5, 1e-6);
    /* Beyond its ends. */
    tail.z = 1.15f;
    CHECK_VEC3(pushed(VRM_COLLIDER_CAPSULE, zero, ahead, 0.2f, 0.05f, tail), 0.1386750, 0,
               1.2080126, 1e-6);
    tail.z = -0.15f;
    CHECK_VEC3(pushed(VRM_COLLIDER_CAPSULE, zero, ahead, 0.2f, 0.05f, tail), 0.1386750, 0,
               -0.2080126, 1e-6);
    /* Touching is no collision. */
    tail = vrm_vec3_make(0.25f, 0, 0.5f);
    CHECK_VEC3(pushed(VRM_COLLIDER_CAPSULE, zero, ahead, 0.25f, 0, tail), 0.25, 0, 0.5, 0);
}

/* SB-034, EC-019: a capsule without length is a sphere, inside and out. */
TEST(sb_034_ec_019_capsules_without_length_are_spheres) {
    vrm_vec3 tail = {0.1f, 0.2f, -0.2f};
    for (int i = 0; i < 2; ++i) {
        int32_t sphere = i == 0 ? VRM_COLLIDER_SPHERE : VRM_COLLIDER_INSIDE_SPHERE;
        int32_t capsule = i == 0 ? VRM_COLLIDER_CAPSULE : VRM_COLLIDER_INSIDE_CAPSULE;
        vrm_vec3 a = pushed(sphere, zero, zero, i == 0 ? 0.5f : 0.25f, 0.1f, tail);
        vrm_vec3 b = pushed(capsule, zero, zero, i == 0 ? 0.5f : 0.25f, 0.1f, tail);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
        CHECK(distance_of(a, tail) > 0.1);
    }
}

/* EC-007, EC-010: extended shapes without `inside` are the base shapes. */
TEST(ec_007_010_extended_outsides_are_the_base_shapes) {
    static const char *pairs[2][2] = {
        {"'shape':{'sphere':{'offset':[0.1,-1,0.05],'radius':0.3}}",
         EXTENDED("'sphere':{'offset':[0.1,-1,0.05],'radius':0.3,'inside':false}")},
        {"'shape':{'capsule':{'offset':[0.1,-1,0],'tail':[0.1,-0.5,0.2],'radius':0.3}}",
         EXTENDED("'capsule':{'offset':[0.1,-1,0],'tail':[0.1,-0.5,0.2],'radius':0.3}")}};
    for (size_t i = 0; i < 2; ++i) {
        scene a = scene_with(",'gravityPower':1", pairs[i][0]);
        scene b = scene_with(",'gravityPower':1", pairs[i][1]);
        scene_update(&a, 20, DT);
        scene_update(&b, 20, DT);
        CHECK(scene_swing(&a, 0) > 5);
        CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * 3) == 0);
        scene_free(&a);
        scene_free(&b);
    }
}

TEST(ec_008_011_insides_keep_tails_within) {
    CHECK_VEC3(pushed(VRM_COLLIDER_INSIDE_SPHERE, zero, zero, 0.5f, 0.1f, vrm_vec3_make(0, -1, 0)),
               0, -0.4, 0, 1e-6);
    CHECK_VEC3(
        pushed(VRM_COLLIDER_INSIDE_SPHERE, zero, zero, 0.5f, 0.1f, vrm_vec3_make(0, -0.3f, 0)), 0,
        -0.3f, 0, 0);
    CHECK_VEC3(
        pushed(VRM_COLLIDER_INSIDE_CAPSULE, zero, ahead, 0.2f, 0.05f, vrm_vec3_make(0.3f, 0, 0.5f)),
        0.15, 0, 0.5, 1e-6); /* EC-011 */
}

/* EC-017: smaller than the tail itself: to the middle and not past it. */
TEST(ec_017_a_tight_inside_pulls_to_its_middle) {
    CHECK_VEC3(
        pushed(VRM_COLLIDER_INSIDE_SPHERE, zero, zero, 0.01f, 0.05f, vrm_vec3_make(0, -1, 0)), 0, 0,
        0, 1e-6);
    CHECK_VEC3(pushed(VRM_COLLIDER_INSIDE_CAPSULE, zero, ahead, 0.01f, 0.05f,
                      vrm_vec3_make(0, 0.2f, 0.25f)),
               0, 0, 0.25, 1e-6);
}

TEST(ec_012_013_planes_keep_tails_on_the_side_of_their_normal) {
    vrm_vec3 up = {0, 1, 0};
    CHECK_VEC3(pushed(VRM_COLLIDER_PLANE, zero, up, 0, 0.05f, vrm_vec3_make(700, 0.02f, 3)), 700,
               0.05, 3, 1e-6);
    CHECK_VEC3(pushed(VRM_COLLIDER_PLANE, zero, up, 0, 0.05f, vrm_vec3_make(0, 0.06f, 3)), 0, 0.06f,
               3, 0);
    CHECK_VEC3(pushed(VRM_COLLIDER_PLANE, zero, up, 0, 0.05f, vrm_vec3_make(0, -50, 0)), 0, 0.05, 0,
               1e-5);
}

/* GV-018: a normal on a stretched node. */
TEST(ec_013_normals_go_by_the_inverse_transpose) {
    const vrmi_spring_place at =
        vrmi_spring_place_make(vrm_vec3_make(0, 0, 0), vrmi_quat_identity(), 2);
    vrm_spring_collider plane;
    vrmi_shape shape;
    memset(&plane, 0, sizeof plane);
    plane.shape = VRM_COLLIDER_PLANE;
    plane.tail = vrm_vec3_make(0.70710678f, 0.70710678f, 0);
    shape = vrmi_shape_of(&plane, &at, vrm_vec3_make(2, 1, 1), true);
    CHECK_VEC3(shape.b, 0.447214, 0.894427, 0, 1e-6);
}

/* EC-016: after a push the bone is as long as before. */
TEST(ec_016_lengths_hold_after_every_shape) {
    static const char *shapes[] = {
        EXTENDED("'plane':{'offset':[0,-0.8,0],'normal':[0.6,0.8,0]}"),
        EXTENDED("'sphere':{'offset':[0.3,-0.5,0],'radius':0.4,'inside':true}"),
        EXTENDED("'capsule':{'offset':[0.3,-0.5,0],'tail':[0.3,0,0],'radius':0.4,'inside':true}"),
    };
    for (size_t i = 0; i < 3; ++i) {
        scene s = scene_with(",'hitRadius':0.02", shapes[i]);
        test_note("shape %d", (int)i);
        scene_update(&s, 10, DT);
        CHECK(scene_swing(&s, 0) > 3);
        CHECK_NEAR(distance_of(scene_head(&s, 0), scene_tail(&s, 0)), 1, 1e-6);
        scene_free(&s);
    }
    test_note(NULL);
}

/* EC-024, SB-046: radii grow with their node; planes have none. */
TEST(ec_024_radii_follow_the_scale_of_their_node) {
    vrm_spring_collider collider;
    const vrmi_spring_place at =
        vrmi_spring_place_make(vrm_vec3_make(1, 0, 0), vrmi_quat_identity(), 3);
    const vrm_vec3 three = {3, 3, 3};
    memset(&collider, 0, sizeof collider);
    collider.radius = 0.2f;
    collider.offset = vrm_vec3_make(0, 0.5f, 0);
    for (int32_t kind = VRM_COLLIDER_SPHERE; kind <= VRM_COLLIDER_INSIDE_CAPSULE; ++kind) {
        vrmi_shape scaled, literal;
        collider.shape = kind;
        scaled = vrmi_shape_of(&collider, &at, three, true);
        literal = vrmi_shape_of(&collider, &at, three, false);
        CHECK_NEAR(scaled.radius, 0.6, 1e-6);
        CHECK_NEAR(literal.radius, 0.2, 1e-6);
        CHECK_VEC3(scaled.a, 1, 1.5, 0, 1e-6);
    }
}

/* SB-047: nothing is left of a collider of size zero but, outside, a point. */
TEST(sb_047_colliders_of_scale_zero) {
    static const char *shapes[] = {
        "'shape':{'sphere':{'offset':[0,-1,0],'radius':5}}",
        "'shape':{'capsule':{'offset':[0,-1,0],'tail':[0,-2,0],'radius':5}}",
        EXTENDED("'sphere':{'radius':0.5,'inside':true}"),
        EXTENDED("'capsule':{'tail':[0,1,0],'radius':0.5,'inside':true}"),
        EXTENDED("'plane':{'normal':[0,1,0]}"),
    };
    for (size_t i = 0; i < 5; ++i) {
        scene s = scene_with(STILL, shapes[i]);
        test_note("shape %d", (int)i);
        vrm_avatar_locals(s.avatar)[2].scale = zero;
        scene_update(&s, 3, DT);
        CHECK(scene_swing(&s, 0) == 0);
        CHECK(scene_is_finite(&s));
        scene_free(&s);
    }
    test_note(NULL);
}

TEST_SUITE(
    spring_shape, ENTRY(sb_006_colliders_move_with_their_node),
    ENTRY(sb_019_hit_radius_is_in_metres), ENTRY(sb_031_colliders_act_in_the_order_of_their_lists),
    ENTRY(sb_035_ec_018_a_tail_in_the_very_centre_is_left_alone),
    ENTRY(sb_032_033_spheres_and_capsules_push_from_their_nearest_point),
    ENTRY(sb_034_ec_019_capsules_without_length_are_spheres),
    ENTRY(ec_007_010_extended_outsides_are_the_base_shapes),
    ENTRY(ec_008_011_insides_keep_tails_within), ENTRY(ec_017_a_tight_inside_pulls_to_its_middle),
    ENTRY(ec_012_013_planes_keep_tails_on_the_side_of_their_normal),
    ENTRY(ec_013_normals_go_by_the_inverse_transpose), ENTRY(ec_016_lengths_hold_after_every_shape),
    ENTRY(ec_024_radii_follow_the_scale_of_their_node), ENTRY(sb_047_colliders_of_scale_zero));

/* VRMC_springBone_limit (SL): what limits do to springs that run. */
#include "avatar/spring/spring_limit.h"
#include "avatar/spring_scene.h"
#include "support/lanes.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define LIMIT(kind)                                                                                \
    ",'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':{" kind "}}}"
#define BONE(kind) "'springs':[{" SCENE_JOINT(",'stiffness':0.2" LIMIT(kind)) "}]"

/* From the head to the tail, unit. */
static vrm_vec3 direction_of(const scene *s, int32_t joint) {
    return vrmi_vec3_safe_normalize(vrmi_vec3_sub(scene_tail(s, joint), scene_head(s, joint)),
                                    vrm_vec3_make(0, 0, 0));
}

static double angle_between(vrm_vec3 a, double x, double y, double z) {
    double dot = (double)a.x * x + (double)a.y * y + (double)a.z * z;
    return acos(dot > 1 ? 1 : dot < -1 ? -1 : dot);
}

static scene blown(const char *spring_bone, float x, float y, float z,
                   const vrm_avatar_desc *desc) {
    scene s = scene_make(SCENE_BONE, spring_bone, desc);
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(x, y, z));
    scene_update(&s, 240, DT);
    return s;
}

TEST(sl_008_a_cone_holds_the_tail) {
    scene s = blown(BONE("'cone':{'angle':0.4}"), 20, 3, 5, NULL);
    CHECK_NEAR(angle_between(direction_of(&s, 0), 0, -1, 0), 0.4, 1e-5);
    CHECK_NEAR(distance_of(scene_tail(&s, 0), scene_head(&s, 0)), 1, 1e-5);
    /* Within the cone it is free. */
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(0.02f, 0, 0));
    scene_update(&s, 600, DT);
    CHECK(angle_between(direction_of(&s, 0), 0, -1, 0) < 0.2);
    CHECK(angle_between(direction_of(&s, 0), 0, -1, 0) > 0.01);
    scene_free(&s);
}

/* The bone points along -Y, so that the limit's space is that of the head turned by half around X:
 * its X is X. */
TEST(sl_009_a_hinge_keeps_to_its_plane) {
    scene s = blown(BONE("'hinge':{'angle':0.6}"), 20, 0, 7, NULL);
    vrm_vec3 d = direction_of(&s, 0);
    CHECK_NEAR((double)d.x, 0, 1e-6);
    CHECK_NEAR((double)d.y, -cos(0.6), 1e-5);
    CHECK_NEAR((double)d.z, sin(0.6), 1e-5);
    scene_free(&s);
}

TEST(sl_010_a_spherical_limit_has_two_angles) {
    scene s = blown(BONE("'spherical':{'pitch':0.6,'yaw':0.3}"), 20, 0, 20, NULL);
    vrm_vec3 d = direction_of(&s, 0);
    CHECK_NEAR((double)d.x, sin(0.3), 1e-5);
    CHECK_NEAR((double)d.y, -cos(0.3) * cos(0.6), 1e-5);
    CHECK_NEAR((double)d.z, cos(0.3) * sin(0.6), 1e-5);
    scene_free(&s);
}

/* The limit turns with what is above the joint, and not with the joint. */
TEST(sl_006_the_space_follows_the_parent) {
    scene s = scene_make(
        SCENE_HAIR,
        "'springs':[{" SCENE_CHAIN(",'stiffness':0.1" LIMIT("'cone':{'angle':0.2}")) "}]", NULL);
    vrm_quat turn = turn_about(1, 0, 2, 70);
    vrm_vec3 axis = vrmi_quat_rotate(turn, vrm_vec3_make(0, -1, 0));
    vrm_avatar_locals(s.avatar)[0].rotation = turn;
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(30, 30, 0));
    scene_update(&s, 240, DT);
    for (int32_t i = 0; i < 4; ++i) {
        vrm_vec3 d = direction_of(&s, i);
        CHECK_NEAR(angle_between(d, (double)axis.x, (double)axis.y, (double)axis.z), 0.2, 1e-4);
        /* Each joint has its limit around where the one above it points. */
        axis = d;
    }
    scene_free(&s);
}

/* A collider pushes the tail out of the cone; the limit has the last word. */
TEST(sl_007_after_each_collision_the_limit_acts_again) {
    static const char colliders[] =
        "'colliders':[{'node':2,'shape':{'sphere':{'offset':[-0.2,-1,0],'radius':0.4}}},"
        "{'node':2,'shape':{'sphere':{'offset':[-0.2,-1,0.4],'radius':0.3}}}],"
        "'colliderGroups':[{'colliders':[0,1]}],";
    char free_one[1024], limited[1024];
    scene a, b;
    snprintf(free_one, sizeof free_one, "%s'springs':[{'colliderGroups':[0],%s}]", colliders,
             SCENE_JOINT(""));
    snprintf(limited, sizeof limited, "%s'springs':[{'colliderGroups':[0],%s}]", colliders,
             SCENE_JOINT(LIMIT("'cone':{'angle':0.1}")));
    a = scene_make(SCENE_BONE, free_one, NULL);
    b = scene_make(SCENE_BONE, limited, NULL);
    scene_update(&a, 60, DT);
    scene_update(&b, 60, DT);
    CHECK(angle_between(direction_of(&a, 0), 0, -1, 0) > 0.15);
    CHECK_NEAR(angle_between(direction_of(&b, 0), 0, -1, 0), 0.1, 1e-5);
    scene_free(&a);
    scene_free(&b);
}

/* Any direction of unit length, the singular ones and what is very near them: the result is finite,
 * of unit length, within the limit, and stays where it is. */
TEST(sl_011_every_direction_has_a_result) {
    static const float parts[] = {0, 1, -1, 1e-3f, -1e-3f, 1e-6f, -1e-6f, 1e-7f, 1e-20f, 0.5f};
    static const float angles[] = {0, 1e-7f, 0.5f, 1.57079633f, 2.5f, 3.14159265f};
    enum { PARTS = sizeof parts / sizeof parts[0], ANGLES = sizeof angles / sizeof angles[0] };
    const vrmi_spring_place above = vrmi_spring_place_identity();
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; i < ANGLES * 4 * PARTS * PARTS * PARTS; ++i) {
            vrm_vec3 d = {parts[i % PARTS], parts[i / PARTS % PARTS],
                          parts[i / (PARTS * PARTS) % PARTS]};
            int rest = i / (PARTS * PARTS * PARTS);
            float yaw = kind == 2 ? angles[rest / ANGLES] : 0;
            vrmi_limit limit;
            vrm_vec3 once, twice;
            memset(&limit, 0, sizeof limit);
            limit.x.x = limit.y.y = limit.z.z = 1;
            limit.kind = kind == 0 ? VRM_SPRING_LIMIT_CONE : VRM_SPRING_LIMIT_SPHERICAL;
            vrmi_sincos(angles[rest % ANGLES], &limit.sin_angle, &limit.cos_angle);
            vrmi_sincos(yaw, &limit.sin_yaw, &limit.cos_yaw);
            limit.sin_angle = vrmi_max(limit.sin_angle, 0);
            limit.cos_yaw = vrmi_max(limit.cos_yaw, 0);
            d = vrmi_vec3_safe_normalize(d, vrm_vec3_make(0, 1, 0));
            once = vrmi_limit_direction(&limit, &above, d);
            twice = vrmi_limit_direction(&limit, &above, once);
            if (!vrmi_vec3_is_finite(once) || fabs((double)vrmi_vec3_length(once) - 1) > 1e-6 ||
                distance_of(once, twice) > 3e-6) {
                test_note("kind %d, angles %g and %g, direction %g %g %g", kind,
                          (double)angles[rest % ANGLES], (double)yaw, (double)d.x, (double)d.y,
                          (double)d.z);
                CHECK(vrmi_vec3_is_finite(once));
                CHECK_NEAR(vrmi_vec3_length(once), 1, 1e-6);
                CHECK_NEAR(distance_of(once, twice), 0, 3e-6);
                test_note(NULL);
                return;
            }
        }
    }
    CHECK(true);
}

TEST(sl_012_limits_can_be_switched_off) {
    vrm_avatar_desc desc;
    scene a, b;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_NO_SPRING_LIMITS;
    a = blown(BONE("'cone':{'angle':0.1}"), 5, 0, 2, &desc);
    b = blown("'springs':[{" SCENE_JOINT(",'stiffness':0.2") "}]", 5, 0, 2, NULL);
    CHECK(memcmp(a.frame.world, b.frame.world, sizeof *a.frame.world * 3) == 0);
    CHECK(angle_between(direction_of(&a, 0), 0, -1, 0) > 0.5);
    scene_free(&a);
    scene_free(&b);
}

TEST(sl_013_an_angle_of_0_holds_the_bone) {
    static const char *const kinds[] = {BONE("'cone':{'angle':0}"), BONE("'hinge':{'angle':0}"),
                                        BONE("'spherical':{'pitch':0,'yaw':0}")};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        scene s = blown(kinds[i], 40, 30, -20, NULL);
        CHECK_VEC3(direction_of(&s, 0), 0, -1, 0, 1e-6);
        scene_free(&s);
    }
}

TEST(sl_014_limits_do_not_depend_on_scale) {
    static const float scales[] = {0.5f, 1, 3};
    for (int literal = 0; literal < 2; ++literal) {
        vrm_vec3 first = {0, 0, 0};
        for (size_t i = 0; i < sizeof scales / sizeof scales[0]; ++i) {
            vrm_avatar_desc desc;
            vrm_trs root = trs_at(0, 0, 0);
            vrm_vec3 d;
            scene s;
            vrm_avatar_desc_init(&desc);
            desc.flags = literal ? VRM_AVATAR_FLAG_LITERAL_SCALE : 0;
            s = scene_make(SCENE_BONE, BONE("'spherical':{'pitch':0.6,'yaw':0.3}"), &desc);
            root.scale = vrm_vec3_make(scales[i], scales[i], scales[i]);
            vrm_avatar_set_root(s.avatar, &root);
            vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(60, 0, 60));
            scene_update(&s, 300, DT);
            d = direction_of(&s, 0);
            if (i == 0) first = d;
            CHECK_VEC3(d, (double)first.x, (double)first.y, (double)first.z, 1e-5);
            CHECK_NEAR((double)d.x, sin(0.3), 1e-5);
            scene_free(&s);
        }
    }
}

/* The lines end where the limit does, at the distance of the tail. */
TEST(lines_show_limits) {
    static const struct {
        const char *spring_bone;
        size_t count;
    } cases[] = {{BONE("'cone':{'angle':0.4}"), 40},
                 {BONE("'hinge':{'angle':0.4}"), 14},
                 {BONE("'spherical':{'pitch':0.4,'yaw':0.2}"), 4 * 14}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vrm_line lines[256];
        size_t found = 0;
        scene s = scene_make(SCENE_BONE, cases[i].spring_bone, NULL);
        size_t count = vrm_avatar_debug_lines(s.avatar, lines, 256);
        REQUIRE(count <= 256);
        for (size_t k = 0; k < count; ++k) {
            if (lines[k].kind != VRM_LINE_KIND_LIMIT) continue;
            ++found;
            CHECK_INT(lines[k].index, 0);
            CHECK_NEAR(distance_of(lines[k].to, scene_head(&s, 0)), 1, 1e-5);
            if (i != 0) continue;
            CHECK_NEAR(angle_between(lines[k].to, 0, -1, 0), 0.4, 1e-5);
        }
        CHECK_INT(found, cases[i].count);
        scene_free(&s);
    }
}

TEST_SUITE(spring_limit_run, ENTRY(sl_008_a_cone_holds_the_tail),
           ENTRY(sl_009_a_hinge_keeps_to_its_plane), ENTRY(sl_010_a_spherical_limit_has_two_angles),
           ENTRY(sl_006_the_space_follows_the_parent),
           ENTRY(sl_007_after_each_collision_the_limit_acts_again),
           ENTRY(sl_011_every_direction_has_a_result), ENTRY(sl_012_limits_can_be_switched_off),
           ENTRY(sl_013_an_angle_of_0_holds_the_bone), ENTRY(sl_014_limits_do_not_depend_on_scale),
           ENTRY(lines_show_limits));

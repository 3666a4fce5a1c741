/* What an application does to running springs: none of it may kick. */
#include "avatar/spring_scene.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.3,'dragForce':0.3") "}]"
#define TWO                                                                                        \
    "{'children':[1]},{'translation':[0,-1,0]},{'translation':[1,0,0],'children':[3]},"            \
    "{'translation':[0,-1,0]}"
#define TWO_SPRINGS                                                                                \
    "'springs':[{'joints':[{'node':0},{'node':1}]},{'joints':[{'node':2},{'node':3}]}]"

static scene hair(uint32_t colliders) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = colliders;
    return scene_make(SCENE_HAIR, HAIR, &desc);
}

static void turn_head(scene *s, double degrees) {
    vrm_avatar_locals(s->avatar)[0].rotation = turn_about(0.2f, 1, 0, degrees);
}

/* Moves the head about, so that the hair is in motion. */
static void move(scene *s, int count) {
    for (int i = 0; i < count; ++i) {
        turn_head(s, 40 * sin(i * 0.25));
        scene_update(s, 1, DT);
    }
}

/* The greatest difference of rotations of two scenes. */
static double difference(const scene *a, const scene *b) {
    double most = 0;
    for (uint32_t i = 0; i < a->frame.node_count; ++i) {
        most = fmax(most, angle_of(a->frame.local[i].rotation, b->frame.local[i].rotation));
    }
    return most;
}

TEST(sb_051_reset_starts_from_rest_where_it_is) {
    scene s = hair(0);
    move(&s, 30);
    CHECK(scene_swing(&s, 1) > 2);
    turn_head(&s, 0);
    scene_set_root(&s, 50, 0, 0);
    vrm_avatar_reset_springs(s.avatar, VRM_ALL);
    scene_update(&s, 1, 0); /* the frame shows rest at once */
    CHECK(scene_swing(&s, 1) == 0);
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 1) < 1); /* gravity alone */
    scene_free(&s);
}

TEST(sb_051_one_spring_can_be_reset_alone) {
    scene s = scene_make(TWO, TWO_SPRINGS, NULL);
    scene_update(&s, 1, DT);
    scene_set_root(&s, 0.5f, 0, 0);
    scene_update(&s, 2, DT);
    CHECK(scene_swing(&s, 0) > 10 && scene_swing(&s, 2) > 10);
    vrm_avatar_reset_springs(s.avatar, 1);
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 0) > 10);
    CHECK(scene_swing(&s, 2) < 0.01);
    scene_free(&s);
}

/* SB-051: put elsewhere with shape and motion, hair goes on as if nothing had happened. */
TEST(sb_051_teleport_keeps_the_shape_if_asked) {
    scene a = hair(0), b = hair(0), c = hair(0);
    vrm_trs far = trs_at(1000, -20, 300);
    move(&a, 20);
    move(&b, 20);
    move(&c, 20);
    vrm_avatar_teleport(b.avatar, &far, 1);
    vrm_avatar_teleport(c.avatar, &far, 0);
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT);
    scene_update(&c, 1, DT);
    CHECK(scene_swing(&a, 1) > 2);
    CHECK_NEAR(difference(&a, &b), 0, 0.1); /* floats are coarse at 1 km */
    CHECK(scene_swing(&c, 1) < 1);
    CHECK_VEC3(scene_head(&b, 0), 1000 + scene_head(&a, 0).x, -20 + scene_head(&a, 0).y,
               300 + scene_head(&a, 0).z, 1e-3);
    scene_free(&a);
    scene_free(&b);
    scene_free(&c);
}

/* Turned and scaled as well: gravity alone then sees a difference, so there is none here. */
TEST(teleport_turns_and_scales_the_motion_too) {
    const char *springs = "'springs':[{" SCENE_CHAIN(",'dragForce':0.2") "}]";
    scene a = scene_make(SCENE_HAIR, springs, NULL), b = scene_make(SCENE_HAIR, springs, NULL);
    vrm_trs place = trs_at(3, 1, -2);
    place.rotation = turn_about(1, 1, 0, 75);
    place.scale = vrm_vec3_make(2, 2, 2);
    move(&a, 20);
    move(&b, 20);
    vrm_avatar_teleport(b.avatar, &place, 1);
    for (int i = 0; i < 30; ++i) {
        scene_update(&a, 1, DT);
        scene_update(&b, 1, DT);
        CHECK_NEAR(difference(&a, &b), 0, 0.02);
    }
    scene_free(&a);
    scene_free(&b);
}

/* SB-046: grown or shrunk in place, and in motion, it goes on as if nothing had happened. */
TEST(scaling_to_a_tenth_and_tenfold_is_not_seen) {
    static const float scales[] = {0.1f, 10};
    for (size_t k = 0; k < 2; ++k) {
        scene a = hair(0), b = hair(0);
        vrm_trs root = trs_at(0, 0, 0);
        test_note("scale %g", (double)scales[k]);
        root.scale = vrm_vec3_make(scales[k], scales[k], scales[k]);
        move(&a, 20);
        move(&b, 20);
        CHECK(scene_swing(&a, 1) > 2);
        vrm_avatar_teleport(b.avatar, &root, 1);
        for (int i = 20; i < 80; ++i) {
            turn_head(&a, 40 * sin(i * 0.25));
            turn_head(&b, 40 * sin(i * 0.25));
            scene_update(&a, 1, DT);
            scene_update(&b, 1, DT);
            CHECK_NEAR(difference(&a, &b), 0, 0.06);
        }
        CHECK(scene_is_finite(&b));
        scene_free(&a);
        scene_free(&b);
    }
    test_note(NULL);
}

TEST(shift_of_origin_is_not_seen) {
    scene a = hair(1), b = hair(1);
    vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 1.4f, -0.15f}, {0, 0, 0}, 0.06f};
    vrm_avatar_set_collider(a.avatar, 0, &ball);
    vrm_avatar_set_collider(b.avatar, 0, &ball);
    move(&a, 15);
    move(&b, 15);
    vrm_avatar_shift_origin_value(b.avatar, vrm_vec3_make(-64, 16, 32));
    for (int i = 0; i < 20; ++i) {
        scene_update(&a, 1, 0.012f);
        scene_update(&b, 1, 0.012f);
        CHECK_NEAR(difference(&a, &b), 0, 0.05);
    }
    CHECK_NEAR(scene_head(&b, 2).x, scene_head(&a, 2).x - 64, 1e-4);
    scene_free(&a);
    scene_free(&b);
}

/* SB-052 */
TEST(sb_052_a_held_spring_keeps_its_shape_and_goes_on_without_a_kick) {
    scene s = hair(0);
    vrm_quat held, before;
    move(&s, 22);
    CHECK(scene_swing(&s, 1) > 2);
    vrm_avatar_set_spring_mode(s.avatar, VRM_ALL, VRM_SPRING_MODE_HOLD);
    held = s.frame.local[1].rotation;
    for (int i = 0; i < 30; ++i) {
        scene_set_root(&s, (float)i, 0, 0);
        turn_head(&s, i * 3);
        scene_update(&s, 1, DT);
    }
    CHECK(angle_of(held, s.frame.local[1].rotation) < 1e-3);
    vrm_avatar_set_spring_mode(s.avatar, VRM_ALL, VRM_SPRING_MODE_RUN);
    before = s.frame.local[1].rotation;
    scene_update(&s, 1, DT);
    CHECK(angle_of(before, s.frame.local[1].rotation) < 3);
    scene_free(&s);
}

TEST(sb_052_a_tracked_spring_goes_on_unseen) {
    scene a = hair(0), b = hair(0);
    vrm_avatar_locals(b.avatar)[1].rotation = turn_about(1, 0, 0, 33);
    vrm_avatar_set_spring_mode(b.avatar, 0, VRM_SPRING_MODE_TRACK);
    move(&a, 20);
    move(&b, 20);
    CHECK_NEAR(scene_swing(&b, 1), 33, 1e-3); /* the pose */
    vrm_avatar_set_spring_mode(b.avatar, 0, VRM_SPRING_MODE_RUN);
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT);
    CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * a.frame.node_count) == 0);
    scene_free(&a);
    scene_free(&b);
}

TEST(sb_052_a_spring_that_is_off_starts_from_rest_again) {
    scene s = hair(0);
    move(&s, 20);
    vrm_avatar_set_spring_mode(s.avatar, 0, VRM_SPRING_MODE_OFF);
    scene_set_root(&s, 10, 0, 0);
    scene_update(&s, 5, DT);
    CHECK(scene_swing(&s, 1) == 0);
    scene_set_root(&s, 30, 0, 0);
    vrm_avatar_set_spring_mode(s.avatar, 0, VRM_SPRING_MODE_RUN);
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 1) < 1);
    scene_free(&s);
}

/* Half of a sway for 600 frames is half of it still: nothing adds up. */
TEST(a_spring_weight_does_not_drift) {
    scene full = hair(0), half = hair(0);
    vrm_quat pose = turn_about(0, 0, 1, 20);
    vrm_avatar_locals(half.avatar)[1].rotation = pose;
    vrm_avatar_set_spring_weight(half.avatar, 0, 0.5f);
    for (int i = 0; i < 600; ++i) {
        turn_head(&full, 40 * sin(i * 0.25));
        turn_head(&half, 40 * sin(i * 0.25));
        scene_update(&full, 1, DT);
        scene_update(&half, 1, DT);
        if (i % 50 != 0 && i != 599) continue;
        CHECK_NEAR(angle_of(half.frame.local[1].rotation, pose),
                   angle_of(full.frame.local[1].rotation, pose) / 2, 0.05);
    }
    CHECK(memcmp(full.avatar->springs.rows, half.avatar->springs.rows,
                 sizeof(vrmi_row) * full.avatar->rig->lanes.row_count) == 0);
    vrm_avatar_set_spring_weight(half.avatar, 0, 0);
    scene_update(&half, 1, DT);
    CHECK(angle_of(half.frame.local[1].rotation, pose) == 0);
    scene_free(&full);
    scene_free(&half);
}

/* A lookup that found nothing gives VRM_NONE, which must not mean every spring. */
TEST(vrm_none_is_no_spring_and_vrm_all_is_every_one) {
    scene s = scene_make(TWO, TWO_SPRINGS, NULL);
    const vrmi_spring *springs = s.avatar->springs.springs;
    const vrm_vec3 wind = {0, 0, 3};
    static const int32_t nothing[] = {VRM_NONE, -3, 2, INT32_MIN, INT32_MAX};
    scene_update(&s, 1, DT);
    scene_set_root(&s, 0.5f, 0, 0);
    scene_update(&s, 2, DT);
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; ++i) {
        test_note("spring %d", (int)nothing[i]);
        vrm_avatar_set_spring_mode(s.avatar, nothing[i], VRM_SPRING_MODE_OFF);
        vrm_avatar_set_spring_weight(s.avatar, nothing[i], 0);
        vrm_avatar_set_spring_wind_value(s.avatar, nothing[i], wind);
        vrm_avatar_reset_springs(s.avatar, nothing[i]);
        for (int k = 0; k < 2; ++k) {
            CHECK_INT(springs[k].mode, VRM_SPRING_MODE_RUN);
            CHECK(springs[k].weight == 1 && springs[k].wind.z == 0);
        }
        CHECK_INT(s.avatar->springs.is_new[0], 0);
        CHECK_INT(s.avatar->springs.has_started, 1);
    }
    test_note(NULL);
    vrm_avatar_set_spring_mode(s.avatar, VRM_ALL, VRM_SPRING_MODE_OFF);
    vrm_avatar_set_spring_weight(s.avatar, VRM_ALL, 0.5f);
    vrm_avatar_set_spring_wind_value(s.avatar, VRM_ALL, wind);
    vrm_avatar_reset_springs(s.avatar, VRM_ALL);
    for (int k = 0; k < 2; ++k) {
        CHECK_INT(springs[k].mode, VRM_SPRING_MODE_OFF);
        CHECK(springs[k].weight == 0.5f && springs[k].wind.z == 3);
    }
    CHECK_INT(s.avatar->springs.is_new[0], 1);
    scene_free(&s);
}

TEST(wind_can_blow_on_one_spring) {
    scene s = scene_make(TWO, TWO_SPRINGS, NULL);
    vrm_avatar_set_spring_wind_value(s.avatar, 1, vrm_vec3_make(0, 0, 3));
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) < 0.01);
    CHECK(scene_swing(&s, 2) > 10);
    CHECK(scene_tail(&s, 1).z > 0.2f);
    vrm_avatar_set_spring_wind_value(s.avatar, 1, vrm_vec3_make(NAN, 0, 3)); /* ignored */
    scene_update(&s, 1, DT);
    CHECK(scene_is_finite(&s));
    scene_free(&s);
}

TEST(settings_of_a_joint_can_change_while_it_runs) {
    scene s = hair(0);
    vrm_spring_joint_settings settings;
    vrm_avatar_get_spring_joint(s.avatar, 2, &settings);
    CHECK_NEAR(settings.gravity_power, 0.3, 1e-7);
    CHECK_NEAR(settings.drag_force, 0.3, 1e-7);
    settings.drag_force = 7;
    settings.stiffness = -1;
    settings.hit_radius = NAN;
    settings.gravity_dir = vrm_vec3_make(1, 0, 0);
    settings.gravity_power = 4;
    vrm_avatar_set_spring_joint(s.avatar, 2, &settings);
    vrm_avatar_get_spring_joint(s.avatar, 2, &settings);
    CHECK(settings.drag_force == 1 && settings.stiffness == 0 && settings.hit_radius == 0);
    scene_update(&s, 60, DT);
    CHECK(scene_tail(&s, 2).x > 0.05f);
    CHECK(scene_is_finite(&s));
    scene_free(&s);
}

/* The motion goes on from where it is; only what counts as rest changes. */
TEST(a_center_can_change_while_it_runs) {
    scene a = hair(0), b = hair(0);
    move(&a, 20);
    move(&b, 20);
    vrm_avatar_set_spring_center(b.avatar, 0, 0);
    CHECK(b.avatar->springs.springs[0].center != VRM_NONE);
    scene_update(&a, 1, DT); /* the head stands still in this frame: no difference yet */
    scene_update(&b, 1, DT);
    CHECK_NEAR(difference(&a, &b), 0, 0.01);
    for (int i = 0; i < 60; ++i) {
        scene_set_root(&b, (float)i * 0.1f, 0, 0); /* the center moves along */
        scene_update(&a, 1, DT);
        scene_update(&b, 1, DT);
        CHECK_NEAR(difference(&a, &b), 0, 0.05);
    }
    vrm_avatar_set_spring_center(b.avatar, 0, 6); /* not above the chain: ignored (SB-022) */
    CHECK_INT(b.avatar->springs.springs[0].center, b.avatar->rig->springs.node_places[0]);
    vrm_avatar_set_spring_center(b.avatar, 0, VRM_NONE);
    scene_update(&a, 1, DT);
    scene_update(&b, 1, DT);
    CHECK_NEAR(difference(&a, &b), 0, 0.05);
    scene_free(&a);
    scene_free(&b);
}

TEST(colliders_of_the_application_act_on_every_spring) {
    scene s = hair(2);
    vrm_spring_collider floor = {VRM_NONE, VRM_COLLIDER_PLANE, {0, 1.45f, 0}, {0, 3, 0}, 0};
    vrm_spring_collider ball = {6, VRM_COLLIDER_SPHERE, {0, 0.05f, -0.1f}, {0, 0, 0}, 0.05f};
    scene_update(&s, 30, DT);
    CHECK(scene_tail(&s, 3).y < 1.3f);
    vrm_avatar_set_collider(s.avatar, 0, &floor);
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(0, 0, -0.2f)); /* off the exact balance */
    scene_update(&s, 60, DT);
    CHECK(scene_tail(&s, 0).y > 1.44f); /* 1.5 at rest, and the second 1.4 */
    CHECK(scene_tail(&s, 1).y > 1.44f);
    vrm_avatar_set_collider(s.avatar, 0, NULL);
    scene_update(&s, 240, DT);
    CHECK(scene_tail(&s, 3).y < 1.3f);
    /* On a node: it turns with the head. */
    vrm_avatar_set_collider(s.avatar, 1, &ball);
    turn_head(&s, 180);
    scene_update(&s, 240, DT);
    CHECK(distance_of(scene_tail(&s, 0), vrm_vec3_make(0, 1.55f, 0.1f)) > 0.03);
    CHECK(scene_is_finite(&s));
    vrm_avatar_set_collider(s.avatar, 2, &ball); /* no such slot */
    ball.shape = 9;
    vrm_avatar_set_collider(s.avatar, 1, &ball); /* no such shape */
    CHECK_INT(s.avatar->springs.colliders[1].shape, VRM_COLLIDER_SPHERE);
    scene_free(&s);
}

TEST(warm_up_shows_hair_at_rest_under_gravity) {
    scene a = hair(0), b = hair(0);
    turn_head(&a, 70);
    turn_head(&b, 70);
    scene_update(&a, 1, DT);
    vrm_avatar_warm_up(a.avatar, 10);
    scene_update(&b, 600, DT);
    CHECK(scene_swing(&b, 1) > 0.3);
    CHECK_NEAR(difference(&a, &b), 0, 0.01);
    scene_free(&a);
    scene_free(&b);
}

TEST(lines_show_joints_and_colliders) {
    vrm_line lines[640];
    size_t count, joints = 0, tails = 0, colliders = 0;
    scene s = scene_make(SCENE_HAIR,
                         "'colliders':[{'node':6,'shape':{'sphere':{'radius':0.08}}},{'node':6,"
                         "'shape':{'capsule':{'tail':[0,1,0],'radius':0.1}}}],"
                         "'springs':[{" SCENE_CHAIN(",'hitRadius':0.02") "}]",
                         NULL);
    count = vrm_avatar_debug_lines(s.avatar, lines, 640);
    REQUIRE(count <= 640);
    for (size_t i = 0; i < count; ++i) {
        if (lines[i].kind == VRM_LINE_KIND_JOINT) {
            ++joints;
            CHECK(distance_of(lines[i].from, scene_head(&s, lines[i].index)) < 1e-6);
            CHECK(distance_of(lines[i].to, scene_tail(&s, lines[i].index)) < 1e-6);
        } else if (lines[i].kind == VRM_LINE_KIND_TAIL) {
            ++tails;
            CHECK_NEAR(distance_of(lines[i].to, scene_tail(&s, lines[i].index)), 0.02, 1e-5);
        } else if (lines[i].index == 0) {
            ++colliders;
            CHECK_NEAR(distance_of(lines[i].from, vrm_vec3_make(0, 1.5f, 0)), 0.08, 1e-5);
        }
    }
    CHECK_INT(joints, 4);
    CHECK_INT(tails, 4 * 3 * 12);
    CHECK_INT(colliders, 3 * 36); /* large ones are round too */
    CHECK_INT(vrm_avatar_debug_lines(s.avatar, NULL, 0), count);
    CHECK_INT(vrm_avatar_debug_lines(s.avatar, lines, 3), count);
    scene_free(&s);
}

TEST_SUITE(spring_verbs, ENTRY(sb_051_reset_starts_from_rest_where_it_is),
           ENTRY(sb_051_one_spring_can_be_reset_alone),
           ENTRY(sb_051_teleport_keeps_the_shape_if_asked),
           ENTRY(teleport_turns_and_scales_the_motion_too), ENTRY(shift_of_origin_is_not_seen),
           ENTRY(scaling_to_a_tenth_and_tenfold_is_not_seen),
           ENTRY(sb_052_a_held_spring_keeps_its_shape_and_goes_on_without_a_kick),
           ENTRY(sb_052_a_tracked_spring_goes_on_unseen),
           ENTRY(sb_052_a_spring_that_is_off_starts_from_rest_again),
           ENTRY(a_spring_weight_does_not_drift),
           ENTRY(vrm_none_is_no_spring_and_vrm_all_is_every_one),
           ENTRY(wind_can_blow_on_one_spring), ENTRY(settings_of_a_joint_can_change_while_it_runs),
           ENTRY(a_center_can_change_while_it_runs),
           ENTRY(colliders_of_the_application_act_on_every_spring),
           ENTRY(warm_up_shows_hair_at_rest_under_gravity), ENTRY(lines_show_joints_and_colliders));

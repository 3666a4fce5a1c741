/* The formula of springs, joint by joint (SB-029 to SB-060), on small scenes. */
#include "avatar/spring_scene.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define STILL ",'stiffness':0,'dragForce':1"

static void set_tail(scene *s, uint32_t joint, vrm_vec3 place) {
    vrmi_tail tail;
    tail.current = tail.previous = place;
    vrmi_set_joint_tail(s->avatar, joint, tail);
}

/* One update of a bone at rest, worked out by hand. */
TEST(sb_029_one_step_is_the_published_formula) {
    scene s = scene_make(
        SCENE_BONE,
        "'springs':[{" SCENE_JOINT(",'stiffness':2,'gravityPower':3,'gravityDir':[1,0,0]") "}]",
        NULL);
    double x = 3.0 / 60, y = -1 - 2.0 / 60, length = sqrt(x * x + y * y);
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_tail(&s, 0), x / length, y / length, 0, 1e-6);
    CHECK_VEC3(vrmi_joint_tail(s.avatar, 0).current, x / length, y / length, 0, 1e-6);
    CHECK_VEC3(vrmi_joint_tail(s.avatar, 0).previous, 0, -1, 0, 1e-7); /* SB-037 */
    scene_free(&s);
}

TEST(sb_029_inertia_is_what_drag_leaves_of_the_last_step) {
    scene s = scene_make(SCENE_BONE,
                         "'springs':[{" SCENE_JOINT(",'stiffness':0,'dragForce':0.25") "}]", NULL);
    double x, y, length;
    scene_update(&s, 1, DT);
    vrmi_set_joint_vec3(s.avatar, 0, vrmi_row_previous(s.avatar), vrm_vec3_make(-0.04f, -1, 0));
    scene_update(&s, 1, DT);
    x = 0.04 * 0.75, y = -1, length = sqrt(x * x + y * y);
    CHECK_VEC3(scene_tail(&s, 0), x / length, y / length, 0, 1e-6);
    scene_free(&s);
}

TEST(sb_030_the_length_of_a_bone_never_changes) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN(",'gravityPower':0.5") "}]", NULL);
    for (int i = 0; i < 200; ++i) {
        scene_set_root(&s, (float)sin(i * 0.3), (float)cos(i * 0.7) * 0.2f, 0);
        scene_update(&s, 1, i % 3 == 0 ? DT : 0.011f);
        for (int32_t k = 0; k < 4; ++k) {
            vrmi_tail tail = vrmi_joint_tail(s.avatar, (uint32_t)k);
            CHECK_NEAR(distance_of(scene_head(&s, k), scene_tail(&s, k)), 0.1, 2e-6);
            CHECK(isfinite(tail.current.x));
        }
    }
    scene_free(&s);
}

/* SB-036: the rotation that is written puts the tail where the solver has it. */
TEST(sb_036_rotation_points_the_bone_at_its_tail) {
    scene s = scene_make("{'rotation':[0.1825742,0.3651484,0.5477226,0.7302967],'children':[1]},"
                         "{'translation':[0.3,-0.2,0.5],'rotation':[0.5,-0.5,0.5,0.5],"
                         "'children':[2]},{'translation':[0.1,0.7,0.2]}",
                         "'springs':[{'joints':[{'node':1,'gravityPower':1},{'node':2}]}]", NULL);
    for (int i = 0; i < 100; ++i) {
        scene_set_root(&s, (float)sin(i * 0.2), 0, 0);
        scene_update(&s, 1, DT);
        CHECK(distance_of(scene_tail(&s, 0), vrmi_joint_tail(s.avatar, 0).current) < 3e-6);
    }
    scene_free(&s);
}

TEST(sb_010_012_013_only_heads_turn) {
    /* 0 is the head, 1 is skipped, 2 the tail, 3 hangs below it */
    scene s = scene_make("{'children':[1]},{'translation':[0,-0.5,0],'children':[2]},"
                         "{'translation':[0,-0.5,0],'children':[3]},{'translation':[0,-0.5,0]}",
                         "'springs':[{'joints':[{'node':0,'gravityPower':1,'gravityDir':[1,0,0]},"
                         "{'node':2}]}]",
                         NULL);
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) > 10);
    for (int32_t i = 1; i < 4; ++i) CHECK_INT(scene_swing(&s, i) == 0, true); /* SB-012, SB-013 */
    CHECK_NEAR(distance_of(scene_head(&s, 0), scene_tail(&s, 0)), 1, 1e-6);
    scene_free(&s);
}

TEST(sb_020_without_a_center_motion_of_the_root_sways) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    scene_update(&s, 1, DT);
    scene_set_root(&s, 0.5f, 0, 0);
    scene_update(&s, 1, DT);
    CHECK(scene_swing(&s, 0) > 20);
    CHECK(scene_tail(&s, 0).x < 0.2f); /* left behind */
    scene_free(&s);
}

static void check_center_stands_still(const char *spring) {
    scene s = scene_make("{'children':[1]},{'translation':[0,1,0],'children':[2]},"
                         "{'translation':[0,-1,0]}",
                         spring, NULL);
    double most = 0;
    scene_update(&s, 1, DT);
    for (int i = 1; i < 120; ++i) {
        vrm_trs root = trs_at((float)sin(i * 0.1) * 3, (float)i * 0.1f, 2);
        root.rotation = turn_about(1, 2, 3, i * 7);
        vrm_avatar_set_root(s.avatar, &root);
        scene_update(&s, 1, i % 2 == 0 ? DT : 1.0f / 45);
        most = fmax(most, scene_swing(&s, 1));
    }
    CHECK_NEAR(most, 0, 0.05);
    scene_free(&s);
}

TEST(sb_021_rigid_motion_of_the_center_makes_no_inertia) {
    /* Above the chain, and the chain's own first joint (AMB-040). */
    check_center_stands_still("'springs':[{'center':0,'joints':[{'node':1},{'node':2}]}]");
    check_center_stands_still("'springs':[{'center':1,'joints':[{'node':1},{'node':2}]}]");
}

TEST(sb_024_gravity_is_of_the_world_whatever_the_center) {
    scene s = scene_make(
        SCENE_BONE, "'springs':[{'center':0," SCENE_JOINT(",'stiffness':0,'gravityPower':1") "}]",
        NULL);
    vrm_trs root = trs_at(0, 0, 0);
    root.rotation = turn_about(0, 0, 1, 70);
    vrm_avatar_set_root(s.avatar, &root);
    scene_update(&s, 600, DT);
    CHECK_VEC3(scene_tail(&s, 0), 0, -1, 0, 1e-3);
    scene_free(&s);
}

TEST(sb_027_the_first_update_gives_no_kick) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN("") "}]", NULL);
    vrm_avatar_locals(s.avatar)[0].rotation = turn_about(0, 1, 0, 130);
    scene_set_root(&s, 100, 20, -40);
    for (int i = 0; i < 60; ++i) {
        scene_update(&s, 1, DT);
        CHECK(scene_swing(&s, 1) < 0.1 && scene_swing(&s, 4) < 0.1);
    }
    scene_free(&s);
}

TEST(sb_038_a_moved_head_keeps_its_rest_direction) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    scene_update(&s, 1, DT);
    vrm_avatar_locals(s.avatar)[0].translation = vrm_vec3_make(0.3f, 0.2f, -0.1f);
    scene_update(&s, 600, DT);
    CHECK_VEC3(scene_tail(&s, 0), 0.3, -0.8, -0.1, 1e-4);
    CHECK(scene_swing(&s, 0) < 0.01);
    scene_free(&s);
}

TEST(sb_039_a_joint_without_a_parent_hangs_from_the_root) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    vrm_trs root = trs_at(0, 0, 0);
    root.rotation = turn_about(0, 0, 1, 90);
    vrm_avatar_set_root(s.avatar, &root);
    scene_update(&s, 300, DT);
    CHECK_VEC3(scene_tail(&s, 0), 1, 0, 0, 1e-5);
    scene_free(&s);
}

TEST(sb_044_a_tail_on_its_head_falls_back_to_rest) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT(STILL) "}]", NULL);
    scene_update(&s, 1, DT);
    set_tail(&s, 0, vrm_vec3_make(0, 0, 0));
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_tail(&s, 0), 0, -1, 0, 1e-6);
    scene_free(&s);
}

TEST(sb_043_a_bone_without_length_stays_at_rest) {
    scene s = scene_make("{'children':[1]},{'rotation':[0,0,0.6,0.8]}",
                         "'springs':[{'joints':[{'node':0,'gravityPower':5,'gravityDir':[1,0,0]},"
                         "{'node':1}]}]",
                         NULL);
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) == 0 && scene_is_finite(&s));
    scene_free(&s);
}

/* The same motion, k times as large. */
TEST(sb_045_046_a_scaled_avatar_moves_alike) {
    static const float scales[] = {0.1f, 2, 10};
    const char *springs =
        "'colliders':[{'node':6,'shape':{'sphere':{'offset':[0,-0.2,-0.16],'radius':0.08}}}],"
        "'colliderGroups':[{'colliders':[0]}],'springs':[{'colliderGroups':[0]," SCENE_CHAIN(
            ",'gravityPower':0.3,'hitRadius':0.02") "}]";
    for (size_t k = 0; k < 3; ++k) {
        scene a = scene_make(SCENE_HAIR, springs, NULL), b = scene_make(SCENE_HAIR, springs, NULL);
        double most = 0;
        test_note("scale %g", (double)scales[k]);
        for (int i = 0; i < 120; ++i) {
            float x = 0.3f * (float)sin(i * 0.15);
            vrm_trs root = trs_at(x * scales[k], 0, 0);
            scene_set_root(&a, x, 0, 0);
            root.scale = vrm_vec3_make(scales[k], scales[k], scales[k]);
            vrm_avatar_set_root(b.avatar, &root);
            scene_update(&a, 1, DT);
            scene_update(&b, 1, DT);
            for (int32_t n = 1; n < 5; ++n) {
                double angle = angle_of(a.frame.local[n].rotation, b.frame.local[n].rotation);
                most = fmax(most, angle);
            }
            CHECK_NEAR(distance_of(scene_head(&b, 3), scene_tail(&b, 3)), 0.1 * scales[k],
                       2e-5 * scales[k]); /* SB-045 */
        }
        CHECK_NEAR(most, 0, 0.057); /* 1e-3 rad */
        scene_free(&a);
        scene_free(&b);
    }
    test_note(NULL);
}

TEST(sb_046_literal_scale_is_an_option) {
    vrm_avatar_desc desc;
    scene s;
    vrm_trs root = trs_at(0, 0, 0);
    double x = 1.0 / 60, y = -2, length = sqrt(x * x + y * y);
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_LITERAL_SCALE;
    s = scene_make(
        SCENE_BONE,
        "'springs':[{" SCENE_JOINT(",'stiffness':0,'gravityPower':1,'gravityDir':[1,0,0]") "}]",
        &desc);
    root.scale = vrm_vec3_make(2, 2, 2);
    vrm_avatar_set_root(s.avatar, &root);
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_tail(&s, 0), 2 * x / length, 2 * y / length, 0, 1e-6);
    scene_free(&s);
}

TEST(sb_047_scale_zero_waits_and_goes_on) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN(",'gravityPower':1") "}]", NULL);
    vrmi_tail before, after;
    scene_update(&s, 20, DT);
    before = vrmi_joint_tail(s.avatar, 2);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(0, 0, 0);
    scene_update(&s, 5, DT);
    CHECK(scene_is_finite(&s));
    CHECK(scene_swing(&s, 3) == 0);
    after = vrmi_joint_tail(s.avatar, 2);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    vrm_avatar_locals(s.avatar)[0].scale = vrm_vec3_make(1, 1, 1);
    scene_update(&s, 1, DT);
    CHECK(scene_is_finite(&s));
    scene_free(&s);
}

TEST(sb_048_what_is_not_finite_starts_anew) {
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN("") "}]", NULL);
    scene_update(&s, 3, DT);
    *vrmi_joint_number(s.avatar, 1, vrmi_row_current(s.avatar)) = NAN;
    *vrmi_joint_number(s.avatar, 2, vrmi_row_previous(s.avatar) + 1) = INFINITY;
    scene_update(&s, 2, DT);
    CHECK(scene_is_finite(&s));
    CHECK(isfinite(vrmi_joint_tail(s.avatar, 1).current.x));
    CHECK(scene_swing(&s, 2) < 0.5);
    scene_free(&s);
}

TEST(sb_049_springs_come_to_rest) {
    static const double starts[] = {60, 179};
    for (size_t i = 0; i < 2; ++i) {
        scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
        double angle = starts[i] * 3.14159265358979 / 180;
        scene_update(&s, 1, DT);
        set_tail(&s, 0, vrm_vec3_make((float)sin(angle), (float)-cos(angle), 0));
        scene_update(&s, 2, DT);
        CHECK(scene_swing(&s, 0) > 50);
        scene_update(&s, 1200, DT);
        CHECK_NEAR(scene_swing(&s, 0), 0, 0.02);
        scene_free(&s);
    }
}

static vrm_quat turned_by(const char *joint, vrm_vec3 wind) {
    char springs[256];
    scene s;
    vrm_quat rotation;
    springs[0] = '\0';
    strcat(springs, "'springs':[{'joints':[{'node':0,'stiffness':1");
    strcat(springs, joint);
    strcat(springs, "},{'node':1}]}]");
    s = scene_make(SCENE_BONE, springs, NULL);
    vrm_avatar_set_wind_value(s.avatar, wind);
    scene_update(&s, 7, DT);
    rotation = s.frame.local[0].rotation;
    scene_free(&s);
    return rotation;
}

TEST(sb_050_053_gravity_is_as_given_and_wind_adds_to_it) {
    const vrm_vec3 none = {0, 0, 0}, east = {1, 0, 0};
    vrm_quat a = turned_by(",'gravityPower':2,'gravityDir':[1,0,0]", none);
    vrm_quat b = turned_by(",'gravityPower':1,'gravityDir':[2,0,0]", none);
    vrm_quat c = turned_by(",'gravityPower':1,'gravityDir':[1,0,0]", east); /* SB-053 */
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    CHECK(memcmp(&a, &c, sizeof a) == 0);
    CHECK(angle_of(a, turned_by("", none)) > 5);
}

TEST(sb_060_the_pose_of_a_head_is_overwritten) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    vrm_avatar_locals(s.avatar)[0].rotation = turn_about(0, 0, 1, 80);
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) < 0.01);
    scene_free(&s);
}

/* SB-025, SB-040: a chain on a chain, and a collider that another chain carries. */
TEST(sb_025_040_what_hangs_on_a_joint_follows_in_the_same_step) {
    /* 0 → 1 is a chain along x; 2 hangs from 1's place and carries the chain 2 → 3 */
    scene s =
        scene_make("{'children':[1]},{'translation':[1,0,0],'children':[2]},"
                   "{'translation':[0,0.5,0],'children':[3]},{'translation':[0,-1,0]}",
                   "'springs':[{'joints':[{'node':2,'stiffness':4,'dragForce':1},{'node':3}]},"
                   "{'joints':[{'node':0,'gravityPower':20,'stiffness':0},{'node':1}]}]",
                   NULL);
    CHECK_INT(s.file.tables->spring_joints[s.file.tables->spring_joint_order[0]].node, 0);
    for (int i = 0; i < 20; ++i) {
        scene_update(&s, 1, DT);
        /* The solver's place of the second head is that of the frame: no lag. */
        CHECK(distance_of(s.avatar->springs.places[s.avatar->rig->springs.joints[0].place].position,
                          scene_head(&s, 0)) < 2e-6);
    }
    CHECK(scene_head(&s, 0).y < 0); /* it went down with the first chain */
    scene_free(&s);
}

/* A circle through colliders: each chain carries what the other hits. */
TEST(sb_040_circles_run_on_the_latest_places_and_repeat) {
    const char *nodes = "{'children':[1]},{'translation':[0,-1,0]},"
                        "{'translation':[0.3,0,0],'children':[3]},{'translation':[0,-1,0]}";
    const char *springs = "'colliders':[{'node':1,'shape':{'sphere':{'radius':0.4}}},"
                          "{'node':3,'shape':{'sphere':{'radius':0.4}}}],"
                          "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],"
                          "'springs':[{'colliderGroups':[1],'joints':[{'node':0},{'node':1}]},"
                          "{'colliderGroups':[0],'joints':[{'node':2},{'node':3}]}]";
    scene a = scene_make(nodes, springs, NULL), b = scene_make(nodes, springs, NULL);
    CHECK(a.avatar->rig->springs.has_circle);
    scene_update(&a, 50, DT);
    scene_update(&b, 50, DT);
    CHECK(scene_is_finite(&a));
    CHECK(memcmp(a.frame.local, b.frame.local, sizeof(vrm_trs) * 4) == 0);
    CHECK(distance_of(scene_tail(&a, 0), scene_tail(&a, 1)) > 0.39); /* 0.3 at rest */
    scene_free(&a);
    scene_free(&b);
}

/* SB-056: springs are last, and see what constraints did in this very frame (UO-007). */
TEST(sb_056_springs_see_the_constraints_of_their_frame) {
    scene s = scene_make(
        "{'children':[1],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
        "'rotation':{'source':3}}}}},{'translation':[0,-0.5,0],'children':[2]},"
        "{'translation':[0,-1,0]},{}",
        "'springs':[{'joints':[{'node':1},{'node':2}]}]", NULL);
    scene_update(&s, 1, DT);
    vrm_avatar_locals(s.avatar)[3].rotation = turn_about(0, 0, 1, 90);
    scene_update(&s, 1, DT);
    CHECK_VEC3(scene_head(&s, 0), 0.5, 0, 0, 1e-6);
    CHECK(scene_swing(&s, 1) > 20); /* left behind by that turn */
    scene_free(&s);
}

/* SB-059: neither joints nor tails need a mesh, a name or a skin. */
TEST(sb_059_empty_nodes_may_be_joints_and_tails) {
    scene s = scene_make("{'children':[1]},{'translation':[0,-0.3,0],'children':[2]},"
                         "{'translation':[0,-0.3,0]}",
                         "'springs':[{'joints':[{'node':0,'gravityPower':1,'gravityDir':[1,0,0]},"
                         "{'node':1,'gravityPower':1,'gravityDir':[1,0,0]},{'node':2}]}]",
                         NULL);
    CHECK_INT(s.file.gltf->mesh_count, 0);
    scene_update(&s, 30, DT);
    CHECK(scene_swing(&s, 0) > 10 && scene_tail(&s, 1).x > 0.2f);
    scene_free(&s);
}

TEST_SUITE(spring_run, ENTRY(sb_029_one_step_is_the_published_formula),
           ENTRY(sb_029_inertia_is_what_drag_leaves_of_the_last_step),
           ENTRY(sb_030_the_length_of_a_bone_never_changes),
           ENTRY(sb_036_rotation_points_the_bone_at_its_tail),
           ENTRY(sb_010_012_013_only_heads_turn),
           ENTRY(sb_020_without_a_center_motion_of_the_root_sways),
           ENTRY(sb_021_rigid_motion_of_the_center_makes_no_inertia),
           ENTRY(sb_024_gravity_is_of_the_world_whatever_the_center),
           ENTRY(sb_027_the_first_update_gives_no_kick),
           ENTRY(sb_038_a_moved_head_keeps_its_rest_direction),
           ENTRY(sb_039_a_joint_without_a_parent_hangs_from_the_root),
           ENTRY(sb_044_a_tail_on_its_head_falls_back_to_rest),
           ENTRY(sb_043_a_bone_without_length_stays_at_rest),
           ENTRY(sb_045_046_a_scaled_avatar_moves_alike), ENTRY(sb_046_literal_scale_is_an_option),
           ENTRY(sb_047_scale_zero_waits_and_goes_on), ENTRY(sb_048_what_is_not_finite_starts_anew),
           ENTRY(sb_049_springs_come_to_rest),
           ENTRY(sb_050_053_gravity_is_as_given_and_wind_adds_to_it),
           ENTRY(sb_060_the_pose_of_a_head_is_overwritten),
           ENTRY(sb_025_040_what_hangs_on_a_joint_follows_in_the_same_step),
           ENTRY(sb_040_circles_run_on_the_latest_places_and_repeat),
           ENTRY(sb_056_springs_see_the_constraints_of_their_frame),
           ENTRY(sb_059_empty_nodes_may_be_joints_and_tails));

/* Where an avatar looks, and from where (LA, FP-013). */
#include "avatar/look_at_fixture.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Angles --- */

static const struct {
    point target; /* from the eyes, to the left, up and forward */
    double yaw, pitch;
} gv_030[] = {{{0, 0, 1}, 0, 0},   {{1, 0, 1}, 45, 0},  {{-1, 0, 1}, -45, 0},
              {{0, 1, 1}, 0, -45}, {{0, -1, 1}, 0, 45}, {{1, 1, 1}, 45, -35.26439},
              {{0, 1, 0}, 0, -90}, {{0, -1, 0}, 0, 90}, {{0, 0, -1}, 180, 0}};

/* Left and down are positive, and forward is where the avatar looks, in every file and either way
 * of showing it. */
TEST(la_005_la_006_la_007_la_009_tp_014_tp_023_gv_030_angles) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'bone'", ""));
        for (size_t k = 0; k < COUNT(gv_030); ++k) {
            look_at(&s, in_world(st, point_add(between_eyes, gv_030[k].target)));
            check_degrees(&s, gv_030[k].yaw, gv_030[k].pitch, 1e-4);
        }
        close_figure(&s);
    }
    test_note(NULL);
}

/* The origin and the axes of lookAt follow the head. */
TEST(la_002_la_004_tp_014_fp_013_gv_031_a_turned_head) {
    body from = body_plain();
    figure s;
    from.rest[1 + VRM_BONE_HEAD] = turn_x(90);
    from.vrm = "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0]}";
    REQUIRE(open_figure(&s, &from, 0));
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(30)));
    look_at(&s, point_make(1.396025, 1.5, 0.417987));
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0.03, 1.5, 0.051962), 1e-6);
    check_degrees(&s, 45, 0, 1e-4);
    /* At rest the target is 30 degrees further. */
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_update(s.avatar, 0);
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 1.5, 0.06), 1e-6);
    close_figure(&s);
}

TEST(la_004_gv_032_the_offset_counts) {
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0.1]}", 0));
    look_at(&s, point_make(0, 1.56, 5));
    check_degrees(&s, 0, 0, 1e-4);
    look_at(&s, point_make(0, 1.56, 0.05)); /* behind the eyes, before the head */
    check_degrees(&s, 180, 0, 1e-4);
    close_figure(&s);
}

/* Whatever the head does: a target that the head takes along keeps its angles. */
TEST(la_004_la_026_tp_014_tp_023_gaze_goes_with_the_head) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        const point neck = {0, 1.45, -0.01}, to_target = {0.5, -0.3, 1};
        stance st = get_stance(i);
        turn nod = turn_times(turn_y(-70), turn_times(turn_x(25), turn_z(40)));
        point target;
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'bone'", ""));
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_NECK, turn_float(nod));
        target = point_sub(point_add(between_eyes, to_target), neck);
        target = point_add(neck, turn_point(nod, target));
        look_at(&s, in_world(st, target)); /* LA-026: in the same frame, not the next */
        check_degrees(&s, 26.565051, 15.020256, 2e-4);
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(la_023_a_target_in_the_eye_keeps_the_angles) {
    figure s;
    vrm_vec3 eye;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'}", 0));
    eye = vrm_avatar_eye_position(s.avatar);
    vrm_avatar_look_at(s.avatar, eye);
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 0, 0, 0); /* at first */
    look_at(&s, point_add(point_of(eye), point_make(1, 0, 1)));
    check_degrees(&s, 45, 0, 1e-4);
    vrm_avatar_look_at(s.avatar, eye);
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 45, 0, 1e-4);
    check_eyes(&s, 5, 5, 0);
    close_figure(&s);
}

TEST(la_024_straight_up_and_down) {
    /* (x, z) beside the eyes, which are at x = z = 0 here. */
    static const float beside[][2] = {
        {0, 0}, {-0.0f, -0.0f}, {1e-9f, 0}, {0, -1e-9f}, {-1e-7f, 1e-7f}};
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0]}", 0));
    for (size_t i = 0; i < COUNT(beside); ++i) {
        vrm_avatar_look_at(s.avatar, vrm_vec3_make(beside[i][0], 3, beside[i][1]));
        vrm_avatar_update(s.avatar, 0);
        check_degrees(&s, 0, -90, 1e-4);
        vrm_avatar_look_at(s.avatar, vrm_vec3_make(beside[i][0], 0, beside[i][1]));
        vrm_avatar_update(s.avatar, 0);
        check_degrees(&s, 0, 90, 1e-4);
    }
    vrm_avatar_look_at(s.avatar, vrm_vec3_make(1e-3f, 3, 0)); /* no longer straight up */
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 90, -90, 0.1);
    close_figure(&s);
}

/* One pair of angles, in degrees, for both eyes; given and taken. */
TEST(la_008_la_009_a_direction_in_degrees) {
    vrm_look_at_state state;
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    look_degrees(&s, 45, 30);
    check_degrees(&s, 45, 30, 0);
    check_eyes(&s, 5, 4, 4);
    /* The head does not matter to it. */
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(50)));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 45, 30, 0);
    check_eyes(&s, 5, 4, 4);
    /* What is not finite changes nothing. */
    vrm_avatar_set_look_at_degrees(s.avatar, NAN, 0);
    vrm_avatar_set_look_at_degrees(s.avatar, 0, -INFINITY);
    vrm_avatar_look_at(s.avatar, vrm_vec3_make(NAN, 0, 0));
    vrm_avatar_look_at(s.avatar, vrm_vec3_make(0, INFINITY, 0));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 45, 30, 0);
    /* Nobody looks, and nobody asks. */
    vrm_avatar_look_at(NULL, vrm_vec3_make(0, 0, 0));
    vrm_avatar_set_look_at_degrees(NULL, 1, 1);
    vrm_avatar_set_look_at_off(NULL);
    vrm_avatar_update_look_at(NULL);
    vrm_avatar_get_look_at(s.avatar, NULL);
    memset(&state, 0x11, sizeof state);
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(NULL, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_OFF);
    CHECK(state.yaw_degrees == 0 && state.pitch_degrees == 0);
    close_figure(&s);
}

/* The world moves, or the avatar in it. */
TEST(what_look_at_was_told_can_be_asked) {
    vrm_look_at_state state;
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'}", 0));
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.struct_size, sizeof state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_OFF);
    CHECK(state.yaw_degrees == 0 && state.pitch_degrees == 0 && state.target.z == 0);
    vrm_avatar_set_look_at_degrees(s.avatar, 12, -7);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_DEGREES);
    CHECK(state.set_yaw_degrees == 12 && state.set_pitch_degrees == -7);
    CHECK(state.yaw_degrees == 12 && state.pitch_degrees == -7);
    vrm_avatar_look_at(s.avatar, vrm_vec3_make((float)between_eyes.x + 3, (float)between_eyes.y,
                                               (float)between_eyes.z + 3));
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_TARGET);
    CHECK(state.target.x == (float)between_eyes.x + 3);
    CHECK(state.yaw_degrees == 12); /* as of the last update */
    CHECK(state.set_yaw_degrees == 0 && state.set_pitch_degrees == 0);
    vrm_avatar_update(s.avatar, 0);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_NEAR(state.yaw_degrees, 45, 1e-4);
    vrm_avatar_set_look_at_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    vrm_avatar_get_look_at(s.avatar, &state);
    CHECK_INT(state.mode, VRM_LOOK_AT_MODE_OFF);
    CHECK(state.yaw_degrees == 0 && state.target.x != 0);
    vrm_avatar_get_look_at(NULL, &state);
    CHECK(state.target.x == 0);
    vrm_avatar_get_look_at(s.avatar, NULL);
    close_figure(&s);
}

TEST(gl_020_gl_021_the_root_and_the_target) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        static const float scales[] = {1, 0.01f, 25};
        stance st = get_stance(i);
        point target = point_add(between_eyes, point_make(0, 0, 2));
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'bone'", ""));
        look_at(&s, in_world(st, target));
        check_degrees(&s, 0, 0, 1e-4);
        /* Two meters to its left: the target is on its right. */
        {
            vrm_trs root = {
                point_float(in_world(st, point_make(2, 0, 0))), {0, 0, 0, 1}, {1, 1, 1}};
            vrm_avatar_set_root(s.avatar, &root);
            vrm_avatar_update(s.avatar, 0);
            check_degrees(&s, -45, 0, 1e-4);
        }
        /* A target that the root takes along keeps its angles, at any size. */
        for (size_t k = 0; k < COUNT(scales); ++k) {
            turn about = turn_about(1, -2, 0.5, 130);
            vrm_trs root = {{3, -1, 2}, turn_float(about), {scales[k], scales[k], scales[k]}};
            point p = point_add(between_eyes, point_make(-0.5, 0.25, 1));
            p = point_scale(turn_point(about, in_world(st, p)), (double)scales[k]);
            vrm_avatar_set_root(s.avatar, &root);
            look_at(&s, point_add(p, point_make(3, -1, 2)));
            check_degrees(&s, -26.565051, -12.604382, scales[k] < 1 ? 5e-3 : 2e-4);
        }
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(fp_013_between_the_eyes) {
    vrm_vec3 out = {1, 2, 3};
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        vrm_trs root = {{1, 0, 0}, {0, 0, 0, 1}, {2, 2, 2}};
        point p = in_world(st, between_eyes);
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'bone'", ""));
        CHECK_POINT(vrm_avatar_eye_position(s.avatar), p, 2e-6);
        vrm_avatar_set_root(s.avatar, &root);
        vrm_avatar_update(s.avatar, 0);
        vrm_avatar_get_eye_position(s.avatar, &out);
        CHECK_POINT(out, point_make(1 + 2 * p.x, 2 * p.y, 2 * p.z), 4e-6);
        close_figure(&s);
    }
    test_note(NULL);
    vrm_avatar_get_eye_position(NULL, &out);
    CHECK_POINT(out, point_make(0, 0, 0), 0);
    vrm_avatar_get_eye_position(NULL, NULL);
}

/* Also where the file has no lookAt: then it is the fallback, the middle of the eyes. */
TEST(fp_013_la_003_between_the_eyes_without_look_at) {
    figure s;
    REQUIRE(open_plain(&s, NULL, 0));
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), between_eyes, 1e-6);
    close_figure(&s);
}

/* GV-030 for a file of 0.x, which faces -Z: shown as any other, or as it is in the file. */
TEST(v0_032_la_005_mirrored_gv_030) {
    for (int as_file = 0; as_file < 2; ++as_file) {
        double sign = as_file ? -1 : 1;
        body from = body_plain();
        figure s;
        from.is_old = true;
        from.faces_minus_z = true;
        from.vrm = "'firstPerson':{'firstPersonBone':6,'firstPersonBoneOffset':"
                   "{'x':0,'y':0.06,'z':0.07}}";
        REQUIRE(open_figure(&s, &from, as_file ? VRM_AVATAR_FLAG_AS_FILE : 0));
        CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 1.56, sign * 0.07), 2e-6);
        for (size_t k = 0; k < COUNT(gv_030); ++k) {
            point p = gv_030[k].target;
            look_at(&s, point_make(sign * p.x, 1.56 + p.y, sign * (0.07 + p.z)));
            check_degrees(&s, gv_030[k].yaw, gv_030[k].pitch, 1e-4);
        }
        close_figure(&s);
    }
}

/* --- Off, and none --- */

TEST(la_033_gaze_off) {
    figure s;
    vrm_trs *pose;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}," LOOK_EXPRESSIONS, 0));
    pose = vrm_avatar_locals(s.avatar);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    vrm_avatar_set_look_at_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 0, 0, 0);
    CHECK(memcmp(&s.frame.local[1 + VRM_BONE_LEFT_EYE],
                 &s.file.gltf->nodes[1 + VRM_BONE_LEFT_EYE].rest, sizeof(vrm_trs)) == 0);
    CHECK(memcmp(&s.frame.local[1 + VRM_BONE_RIGHT_EYE],
                 &s.file.gltf->nodes[1 + VRM_BONE_RIGHT_EYE].rest, sizeof(vrm_trs)) == 0);
    /* The eyes follow the pose then, and lookAt, when it is on, does not build upon it. */
    pose[1 + VRM_BONE_LEFT_EYE].rotation = turn_float(turn_y(7));
    vrm_avatar_update(s.avatar, 0);
    check_eyes(&s, 7, 0, 0);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    CHECK_TURN(pose[1 + VRM_BONE_LEFT_EYE].rotation, turn_y(7), 1e-6);
    close_figure(&s);
    REQUIRE(open_plain(&s, GV_037, 0));
    look_degrees(&s, 45, 30);
    vrm_avatar_set_look_at_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_figure(&s);
}

/* At first nobody looks anywhere. */
TEST(la_033_a_new_avatar) {
    figure s;
    REQUIRE(open_plain(&s, GV_037, 0));
    check_degrees(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_LEFT_EYE, turn_float(turn_y(7)));
    vrm_avatar_update(s.avatar, 0);
    check_eyes(&s, 7, 0, 0);
    close_figure(&s);
}

/* 3.1: without lookAt in the file, nothing moves the eyes. The angles are available to turn the
 * head. */
TEST(look_at_that_the_file_does_not_have) {
    figure s;
    REQUIRE(open_plain(&s, LOOK_EXPRESSIONS, VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION));
    look_at(&s, point_add(between_eyes, point_make(1, 0, 1)));
    check_degrees(&s, 45, 0, 1e-4);
    check_eyes(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_figure(&s);
}

TEST(look_at_without_a_head) {
    body from = body_plain();
    figure s;
    from.is_absent[VRM_BONE_HEAD] = true;
    from.vrm = "'lookAt':{'type':'bone'," GV_035_MAPS "}";
    REQUIRE(open_figure(&s, &from, 0));
    look_at(&s, point_make(3, 0, 1));
    check_degrees(&s, 0, 0, 0);
    check_eyes(&s, 0, 0, 0);
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 0, 0), 0);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    close_figure(&s);
}

/* --- Order --- */

/* Stage 2 sees the head of stage 1, in one update as well as by hand; and what it writes for
 * expressions is seen by stage 4 of the same update. */
TEST(uo_002_la_026_the_head_of_this_frame) {
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    vrm_avatar_look_at(s.avatar, point_float(point_add(between_eyes, point_make(0, 0, 100))));
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(-30)));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 30, 0, 0.05);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(60)));
    check_degrees(&s, 30, 0, 0.05); /* not before the update */
    vrm_avatar_update_pose(s.avatar);
    check_eyes(&s, 0, 0, 0); /* stage 1 shows the pose */
    vrm_avatar_update_look_at(s.avatar);
    check_degrees(&s, -60, 0, 0.05);
    /* 60 of 90 degrees to the right: 2/3 of 8 for the left eye, of 10 for the right one. */
    CHECK_NEAR(eye_turn(&s, VRM_BONE_LEFT_EYE).y, turn_y(-16.0 / 3).y, 1e-4);
    CHECK_NEAR(eye_turn(&s, VRM_BONE_RIGHT_EYE).y, turn_y(-20.0 / 3).y, 1e-4);
    close_figure(&s);
    REQUIRE(open_plain(&s, GV_037, 0));
    vrm_avatar_set_look_at_degrees(s.avatar, 45, 0);
    vrm_avatar_update_pose(s.avatar);
    vrm_avatar_update_look_at(s.avatar);
    check_weights(&s, 0, 0, 0, 0); /* only weights are computed here … */
    vrm_avatar_update_expressions(s.avatar, 0);
    check_weights(&s, 0.5, 0, 0, 0); /* … and applied here */
    close_figure(&s);
}

/* --- No number is too large --- */

TEST(er_014_far_targets) {
    static const float far_away[] = {1e6f, 1e12f, 9e17f, 1.1e18f, 1e25f, 1e38f};
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    for (size_t i = 0; i < COUNT(far_away); ++i) {
        double f = (double)far_away[i];
        test_note("%g", f);
        look_at(&s, point_make(f, 0, f));
        check_degrees(&s, 45, 0, 1e-3);
        look_at(&s, point_make(-f, f, f));
        check_degrees(&s, -45, -35.26439, 1e-3);
        CHECK(is_sound(&s));
    }
    test_note(NULL);
    {
        /* From one end of the numbers to the other there is no way: the angles stay. */
        vrm_trs root = {{-3e38f, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_NECK,
                                           turn_float(turn_about(1, 2, 3, 40)));
        vrm_avatar_set_root(s.avatar, &root);
        look_at(&s, point_make(3e38, 0, 1));
        check_degrees(&s, -45, -35.26439, 1e-3);
        CHECK(is_sound(&s));
    }
    look_degrees(&s, 3e38, -3e38);
    check_eyes(&s, 10, 8, -6);
    CHECK(is_sound(&s));
    close_figure(&s);
}

/* Maps and curves whose numbers are out of all proportion. */

TEST_SUITE(look_at_run, ENTRY(la_005_la_006_la_007_la_009_tp_014_tp_023_gv_030_angles),
           ENTRY(la_002_la_004_tp_014_fp_013_gv_031_a_turned_head),
           ENTRY(la_004_gv_032_the_offset_counts),
           ENTRY(la_004_la_026_tp_014_tp_023_gaze_goes_with_the_head),
           ENTRY(la_023_a_target_in_the_eye_keeps_the_angles), ENTRY(la_024_straight_up_and_down),
           ENTRY(la_008_la_009_a_direction_in_degrees), ENTRY(what_look_at_was_told_can_be_asked),
           ENTRY(gl_020_gl_021_the_root_and_the_target), ENTRY(fp_013_between_the_eyes),
           ENTRY(fp_013_la_003_between_the_eyes_without_look_at),
           ENTRY(v0_032_la_005_mirrored_gv_030), ENTRY(la_033_gaze_off), ENTRY(la_033_a_new_avatar),
           ENTRY(look_at_that_the_file_does_not_have), ENTRY(look_at_without_a_head),
           ENTRY(uo_002_la_026_the_head_of_this_frame), ENTRY(er_014_far_targets));

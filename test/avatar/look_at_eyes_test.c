/* What lookAt moves: range maps, bones, expressions (LA). */
#include "avatar/look_at_fixture.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Range maps and bones --- */

TEST(la_010_la_011_gv_033_gv_034_range_maps) {
    static const struct {
        const char *outer;
        double yaw, left_eye;
    } cases[] = {
        {"{'inputMaxValue':90,'outputScale':10}", 45, 5},
        {"{'inputMaxValue':90,'outputScale':10}", 120, 10},
        {"{'inputMaxValue':90,'outputScale':10}", 180, 10},
        {"{'inputMaxValue':90,'outputScale':10}", 0, 0},
        {"{'inputMaxValue':0,'outputScale':8}", 5, 8},
        {"{'inputMaxValue':0,'outputScale':8}", 0, 0},
        {"{'inputMaxValue':0,'outputScale':8}", -0.0, 0},
        {"{'inputMaxValue':30,'outputScale':0}", 20, 0},
        {"{'inputMaxValue':60,'outputScale':90}", 20, 30},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        figure s;
        test_note("%s at %g", cases[i].outer, cases[i].yaw);
        REQUIRE(open_plain(&s,
                           format_members("'lookAt':{'rangeMapHorizontalOuter':%s,"
                                          "'rangeMapHorizontalInner':%s}",
                                          cases[i].outer, cases[i].outer),
                           0));
        look_degrees(&s, cases[i].yaw, 0);
        check_eyes(&s, cases[i].left_eye, cases[i].left_eye, 0);
        look_degrees(&s, -cases[i].yaw, 0); /* the sign comes back after the map */
        check_eyes(&s, -cases[i].left_eye, -cases[i].left_eye, 0);
        close_figure(&s);
    }
    test_note(NULL);
}

/* To the left the left eye moves outwards and the right one inwards. */
TEST(la_013_la_014_la_015_la_016_tp_014_tp_023_gv_035_both_eyes) {
    static const struct {
        double yaw, pitch, left, right, down;
    } cases[] = {
        {45, 30, 5, 4, 4},      {-45, 30, -4, -5, 4}, {45, -30, 5, 4, -2},
        {-45, -30, -4, -5, -2}, {0, 0, 0, 0, 0},
    };
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'bone'," GV_035_MAPS, ""));
        for (size_t k = 0; k < COUNT(cases); ++k) {
            look_degrees(&s, cases[k].yaw, cases[k].pitch);
            check_eyes(&s, cases[k].left, cases[k].right, cases[k].down);
        }
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(la_016_gv_035_the_very_numbers) {
    const turn left = {0.034866, 0.043593, -0.001522, 0.998440};
    const turn right = {0.034878, 0.034878, -0.001218, 0.998782};
    figure s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    look_degrees(&s, 45, 30);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_LEFT_EYE].rotation, left, 2e-6);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_RIGHT_EYE].rotation, right, 2e-6);
    close_figure(&s);
}

TEST(la_017_gv_036_eyes_with_rest_rotations) {
    const turn expected = {0.727893, 0.042220, -0.019430, 0.684114};
    body from = body_plain();
    figure s;
    from.rest[1 + VRM_BONE_HEAD] = turn_y(30);
    from.rest[1 + VRM_BONE_LEFT_EYE] = turn_x(90);
    from.vrm = "'lookAt':{'type':'bone'," GV_035_MAPS "}";
    REQUIRE(open_figure(&s, &from, 0));
    look_degrees(&s, 45, 30);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_LEFT_EYE].rotation, expected, 2e-6);
    close_figure(&s);
}

/* The world matrices tell the same: what was before the eye is now where it looks. */
TEST(la_017_uo_008_eyes_in_the_world) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        const vrm_mat4 *eye;
        double scale;
        point before, got;
        figure s;
        REQUIRE(open_look_at(&s, st,
                             "'type':'bone','rangeMapHorizontalOuter':{'inputMaxValue':90,"
                             "'outputScale':90},'rangeMapVerticalDown':{'inputMaxValue':90,"
                             "'outputScale':90}",
                             ""));
        look_degrees(&s, 40, 25);
        eye = &s.frame.world[1 + VRM_BONE_LEFT_EYE];
        scale = (double)s.from.root.scale.x;
        before = turn_point(turn_inverse(body_rotation(&s.from, VRM_BONE_LEFT_EYE)),
                            point_make(0, 0, st.faces_minus_z ? -1 : 1));
        got = point_make((double)eye->m[0] * before.x + (double)eye->m[4] * before.y +
                             (double)eye->m[8] * before.z,
                         (double)eye->m[1] * before.x + (double)eye->m[5] * before.y +
                             (double)eye->m[9] * before.z,
                         (double)eye->m[2] * before.x + (double)eye->m[6] * before.y +
                             (double)eye->m[10] * before.z);
        CHECK_POINT(
            point_float(point_scale(got, 1 / scale)),
            in_world(st, turn_point(turn_times(turn_y(40), turn_x(25)), point_make(0, 0, 1))),
            2e-6);
        CHECK_POINT(vrm_avatar_bone_position(s.avatar, VRM_BONE_LEFT_EYE),
                    in_world(st, body_position(VRM_BONE_LEFT_EYE)), 2e-6);
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(la_025_one_eye_and_none) {
    static const char vrm[] =
        "'lookAt':{'type':'bone','rangeMapHorizontalOuter':{'inputMaxValue':60,'outputScale':12},"
        "'rangeMapHorizontalInner':{'inputMaxValue':60,'outputScale':12}}," LOOK_EXPRESSIONS;
    body from = body_plain();
    figure s;
    from.vrm = vrm;
    from.is_absent[VRM_BONE_LEFT_EYE] = true;
    for (uint32_t flags = 0; flags <= VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION;
         flags += VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION) {
        REQUIRE(open_figure(&s, &from, flags));
        look_degrees(&s, 30, 0);
        check_eyes(&s, 0, 6, 0);
        check_weights(&s, 0, 0, 0, 0); /* one eye is enough */
        close_figure(&s);
    }
    from.is_absent[VRM_BONE_RIGHT_EYE] = true;
    REQUIRE(open_figure(&s, &from, 0));
    look_degrees(&s, 30, 45);
    check_eyes(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_figure(&s);
    /* The option: expressions instead. Degrees are no weights, so the range alone counts. */
    REQUIRE(open_figure(&s, &from, VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION));
    look_degrees(&s, 30, 45);
    check_weights(&s, 0.5, 0, 0.5, 0);
    look_degrees(&s, -200, -9);
    check_weights(&s, 0, 1, 0, 0.1);
    close_figure(&s);
    /* And where there are none, nothing. */
    from.vrm = "'lookAt':{'type':'bone'}";
    REQUIRE(open_figure(&s, &from, VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION));
    look_degrees(&s, 30, 45);
    check_eyes(&s, 0, 0, 0);
    close_figure(&s);
}

/* --- Expressions --- */

TEST(la_018_la_019_la_020_gv_037_weights_of_expressions) {
    figure s;
    REQUIRE(open_plain(&s, GV_037, 0));
    look_degrees(&s, -45, 30);
    check_weights(&s, 0, 0.5, 0.4, 0);
    look_degrees(&s, 45, -30); /* the other way: nothing is left of the first */
    check_weights(&s, 0.5, 0, 0, 0.25);
    look_degrees(&s, 45, 0);
    check_weights(&s, 0.5, 0, 0, 0);
    look_degrees(&s, 0, 15);
    check_weights(&s, 0, 0, 0.2, 0);
    look_degrees(&s, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    check_eyes(&s, 0, 0, 0); /* bones are left alone */
    look_degrees(&s, 180, 90);
    check_weights(&s, 1, 0, 0.8, 0);
    check_eyes(&s, 0, 0, 0);
    close_figure(&s);
}

/* By a target, in all stances: lookLeft is the avatar's own left. */
TEST(la_018_tp_023_expressions_in_every_stance) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        figure s;
        REQUIRE(open_look_at(&s, st, "'type':'expression'", "," LOOK_EXPRESSIONS));
        look_at(&s, in_world(st, point_add(between_eyes, point_make(1, -1, 1))));
        check_weights(&s, 0.5, 0, 35.26439 / 90, 0);
        close_figure(&s);
    }
    test_note(NULL);
}

TEST(la_021_weights_are_clamped) {
    figure s;
    REQUIRE(open_plain(&s,
                       "'lookAt':{'type':'expression','rangeMapHorizontalOuter':{'inputMaxValue':"
                       "90,'outputScale':3},'rangeMapVerticalDown':{'inputMaxValue':90,"
                       "'outputScale':-1}}," LOOK_EXPRESSIONS,
                       0));
    look_degrees(&s, 60, 60);
    check_weights(&s, 1, 0, 0, 0);
    look_degrees(&s, 15, 0);
    check_weights(&s, 0.5, 0, 0, 0);
    close_figure(&s);
}

/* What a look expression moves is its own affair. */
TEST(la_022_an_expression_that_moves_a_texture) {
    figure s;
    body from = body_plain();
    from.vrm = "'lookAt':{'type':'expression'},'expressions':{'preset':{"
               "'lookLeft':{'textureTransformBinds':[{'material':0,'scale':[1,1],"
               "'offset':[0.2,0]}]},"
               "'lookDown':{'morphTargetBinds':[{'node':56,'index':1,'weight':1}]}}}";
    REQUIRE(open_figure(&s, &from, 0));
    look_degrees(&s, 45, 22.5);
    CHECK_NEAR((double)s.frame.materials[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR].x, 0.1, 1e-6);
    CHECK_NEAR((double)s.frame.morph_weights[s.frame.morph_offsets[BODY_FACE] + 1], 0.25, 1e-6);
    close_figure(&s);
}

/* The application's own input stays separate from that of lookAt. */
TEST(la_020_gaze_does_not_touch_other_inputs) {
    figure s;
    REQUIRE(open_plain(&s, GV_037, 0));
    vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "lookUp"), 0.75f);
    look_degrees(&s, 45, 30);
    check_weights(&s, 0.5, 0, 0.4, 0.75);
    vrm_avatar_set_look_at_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_weights(&s, 0, 0, 0, 0.75);
    close_figure(&s);
}

TEST(la_027_overrides_and_the_gaze_of_bones) {
    static const char vrm[] = "'lookAt':{'type':'bone'," GV_035_MAPS
                              "},'expressions':{'preset':{'happy':{'overrideLookAt':'blend'},"
                              "'angry':{'overrideLookAt':'block'}}}";
    for (uint32_t flags = 0; flags <= VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT;
         flags += VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT) {
        double rest = flags != 0 ? 0.6 : 1;
        int32_t happy, angry;
        figure s;
        REQUIRE(open_plain(&s, vrm, flags));
        happy = vrm_model_find_expression(s.file.model, "happy");
        angry = vrm_model_find_expression(s.file.model, "angry");
        vrm_avatar_set_expression(s.avatar, happy, 0.4f);
        look_degrees(&s, 45, 30);
        check_eyes(&s, 5 * rest, 4 * rest, 4 * rest);
        check_degrees(&s, 45, 30, 0);
        vrm_avatar_set_expression(s.avatar, angry, 0.1f);
        vrm_avatar_update(s.avatar, 0);
        check_eyes(&s, flags != 0 ? 0 : 5, flags != 0 ? 0 : 4, flags != 0 ? 0 : 4);
        vrm_avatar_set_expression(s.avatar, angry, 0);
        vrm_avatar_set_expression(s.avatar, happy, 0);
        vrm_avatar_update(s.avatar, 0);
        check_eyes(&s, 5, 4, 4);
        close_figure(&s);
    }
}

/* Look expressions themselves are weakened in any case. */
TEST(la_027_overrides_and_look_expressions) {
    figure s;
    REQUIRE(open_plain(&s,
                       "'lookAt':{'type':'expression'},'expressions':{'preset':{'happy':{"
                       "'overrideLookAt':'blend'},'lookLeft':{},'lookRight':{},'lookUp':{},"
                       "'lookDown':{}}}",
                       0));
    vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "happy"), 0.5f);
    look_degrees(&s, 45, 0);
    check_weights(&s, 0.25, 0, 0, 0);
    close_figure(&s);
}

/* --- 0.x --- */

TEST(la_032_v0_031_gv_038_curves_of_0) {
    static const struct {
        const char *curve;
        double yaw, left_eye;
    } cases[] = {
        {"'curve':[0,0,0,0,1,1,0,0],", 22.5, 1.5625},
        {"'curve':[0,0,0,0,1,1,0,0],", 45, 5},
        {"'curve':[0,0,0,0,1,1,0,0],", 90, 10},
        {"'curve':[0,0,0,0,1,1,0,0],", 170, 10},
        {"'curve':[1,1,0,0,0,0,0,0],", 22.5, 1.5625}, /* sorted by time */
        {"'curve':[0,0,0,1,1,1,1,0],", 22.5, 2.5},
        {"", 22.5, 2.5},
        /* Before the first key and behind the last one. */
        {"'curve':[0.5,0.25,0,0,0.75,0.5,0,0],", 9, 2.5},
        {"'curve':[0.5,0.25,0,0,0.75,0.5,0,0],", 80, 5},
        /* The middle of a segment that is half as long: tangents are slopes, 1/8 * 0.5 * (2 - 0).
         */
        {"'curve':[0,0,0,2,0.5,0.5,0,0,1,1,0,0],", 22.5, 3.75},
        {"'curve':[0,0,0,2,0.5,0.5,0,0,1,1,0,0],", 67.5, 7.5},
        {"'curve':[0,0,0,2,0.5,0.5,0,0,1,1,0,0],", 45, 5},
        {"'curve':[0,0,0,0,0.5,0.5,2,0,1,1,0,0],", 22.5, 1.25},
        /* An infinite tangent is a step, whichever of the two it is. */
        {"'curve':[0,0,0,3.40282347e38,0.5,0.5,0,0,1,1,-3.40282347e38,0],", 44, 0},
        {"'curve':[0,0,0,3.40282347e38,0.5,0.5,0,0,1,1,-3.40282347e38,0],", 46, 5},
        /* Two keys at one time: a step. */
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 44, 0},
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 45, 10},
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 60, 10},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        figure s;
        test_note("%s at %g", cases[i].curve, cases[i].yaw);
        REQUIRE(open_old(&s, format_members("'lookAtTypeName':'Bone','lookAtHorizontalOuter':{%s"
                                            "'xRange':90,'yRange':10}",
                                            cases[i].curve)));
        look_degrees(&s, cases[i].yaw, 0);
        check_eye(&s, VRM_BONE_LEFT_EYE, cases[i].left_eye, 0);
        look_degrees(&s, -cases[i].yaw, 0);
        check_eye(&s, VRM_BONE_RIGHT_EYE, -cases[i].left_eye, 0);
        look_degrees(&s, 0, 0);
        check_eye(&s, VRM_BONE_LEFT_EYE, 0, 0);
        close_figure(&s);
    }
    test_note(NULL);
    {
        /* A range of 0 has a curve too (6.4.4): any angle is its end. */
        figure s;
        REQUIRE(open_old(&s, "'lookAtHorizontalOuter':{'curve':[0,0,0,0,1,1,0,0],'xRange':0,"
                             "'yRange':10}"));
        look_degrees(&s, 1, 0);
        check_eye(&s, VRM_BONE_LEFT_EYE, 10, 0);
        close_figure(&s);
    }
}

/* Maps and curves whose numbers are out of all proportion. */
TEST(er_014_la_032_monstrous_maps) {
    static const char *const maps[] = {
        "'xRange':90,'yRange':3e38",
        "'xRange':1e-38,'yRange':-3e38",
        "'curve':[0,0,0,3e38,1,1,-3e38,0],'xRange':90,'yRange':1e20",
        "'curve':[0,3e38,0,3e38,1,-3e38,3e38,0],'xRange':90,'yRange':3e38",
        "'curve':[0,0,0,0,1e-40,1,3e38,3e38,1,1,3e38,0],'xRange':90,'yRange':10",
        "'curve':[-3e38,0,0,3e38,3e38,1,3e38,0],'xRange':90,'yRange':10",
    };
    for (size_t i = 0; i < COUNT(maps); ++i) {
        for (int type = 0; type < 2; ++type) {
            figure s;
            test_note("%s", maps[i]);
            REQUIRE(
                open_old(&s, format_members("'lookAtTypeName':'%s','lookAtHorizontalOuter':"
                                            "{%s},'lookAtVerticalUp':{%s}",
                                            type == 0 ? "Bone" : "BlendShape", maps[i], maps[i])));
            for (double yaw = -180; yaw <= 180; yaw += 7.5) {
                look_degrees(&s, yaw, yaw / 2);
                CHECK(is_sound(&s));
            }
            close_figure(&s);
        }
    }
    test_note(NULL);
}

TEST_SUITE(look_at_eyes, ENTRY(la_010_la_011_gv_033_gv_034_range_maps),
           ENTRY(la_013_la_014_la_015_la_016_tp_014_tp_023_gv_035_both_eyes),
           ENTRY(la_016_gv_035_the_very_numbers), ENTRY(la_017_gv_036_eyes_with_rest_rotations),
           ENTRY(la_017_uo_008_eyes_in_the_world), ENTRY(la_025_one_eye_and_none),
           ENTRY(la_018_la_019_la_020_gv_037_weights_of_expressions),
           ENTRY(la_018_tp_023_expressions_in_every_stance), ENTRY(la_021_weights_are_clamped),
           ENTRY(la_022_an_expression_that_moves_a_texture),
           ENTRY(la_020_gaze_does_not_touch_other_inputs),
           ENTRY(la_027_overrides_and_the_gaze_of_bones),
           ENTRY(la_027_overrides_and_look_expressions), ENTRY(la_032_v0_031_gv_038_curves_of_0),
           ENTRY(er_014_la_032_monstrous_maps));

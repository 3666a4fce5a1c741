/* Gaze while an avatar runs (LA), and where it starts (FP-013). */
#include "avatar/body_fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* GV-035's maps. */
#define GV_035_MAPS                                                                                \
    "'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':10},"                             \
    "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':8},"                              \
    "'rangeMapVerticalDown':{'inputMaxValue':90,'outputScale':12},"                                \
    "'rangeMapVerticalUp':{'inputMaxValue':90,'outputScale':6}"
#define LOOK_EXPRESSIONS                                                                           \
    "'expressions':{'preset':{'lookUp':{},'lookDown':{},'lookLeft':{},'lookRight':{}}}"

typedef struct scene {
    body from;
    loaded file;
    vrm_avatar *avatar;
    vrm_frame frame;
} scene;

static bool open_scene(scene *out, const body *from, uint32_t flags) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    memset(out, 0, sizeof *out);
    out->from = *from;
    out->file = load_body(from);
    out->avatar = vrm_avatar_create(out->file.model, &desc);
    vrm_avatar_frame(out->avatar, &out->frame);
    return out->avatar != NULL;
}

static bool open_plain(scene *out, const char *vrm, uint32_t flags) {
    body from = body_plain();
    from.vrm = vrm;
    return open_scene(out, &from, flags);
}

static void close_scene(scene *s) {
    vrm_avatar_destroy(s->avatar);
    unload(&s->file);
}

/* Every way a body can stand in a file and in the world. */
typedef struct stance {
    bool is_twisted, faces_minus_z, is_as_file;
} stance;

enum { STANCE_COUNT = 8 };

static stance get_stance(int i) {
    stance s = {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
    test_note("%s, %s%s", s.is_twisted ? "twisted" : "plain", s.faces_minus_z ? "-Z" : "+Z",
              s.is_as_file ? ", as file" : "");
    return s;
}

/* Between the eyes of a body that faces +Z. */
static const point between_eyes = {0, 1.56, 0.07};

/* The eyes' place is written in the head's own axes (LA-002). */
static bool open_stance(scene *out, stance s, const char *look_at, const char *more,
                        uint32_t flags) {
    body from = s.is_twisted ? body_twisted() : body_plain();
    point offset = point_sub(between_eyes, body_position(VRM_BONE_HEAD));
    from.faces_minus_z = s.faces_minus_z;
    if (s.faces_minus_z) offset = point_make(-offset.x, offset.y, -offset.z);
    offset = turn_point(turn_inverse(body_rotation(&from, VRM_BONE_HEAD)), offset);
    offset = point_scale(offset, 1 / (double)from.root.scale.x);
    from.vrm = format_members("'lookAt':{%s,'offsetFromHeadBone':[%.9g,%.9g,%.9g]}%s", look_at,
                              offset.x, offset.y, offset.z, more);
    return open_scene(out, &from, flags | (s.is_as_file ? VRM_RUN_AS_FILE : 0));
}

/* What a point of an avatar that faces +Z is in the world. */
static point in_world(stance s, point p) {
    return s.faces_minus_z && s.is_as_file ? point_make(-p.x, p.y, -p.z) : p;
}

static void look_at(scene *s, point target) {
    vrm_avatar_look_at(s->avatar, point_float(target));
    vrm_avatar_update(s->avatar, 0);
}

static void look_degrees(scene *s, double yaw, double pitch) {
    vrm_avatar_look_degrees(s->avatar, (float)yaw, (float)pitch);
    vrm_avatar_update(s->avatar, 0);
}

static void check_degrees(const scene *s, double yaw, double pitch, double tolerance) {
    float got_yaw = 1000, got_pitch = 1000;
    vrm_avatar_gaze_degrees(s->avatar, &got_yaw, &got_pitch);
    if (yaw == 180) got_yaw = fabsf(got_yaw); /* behind: either side */
    CHECK_NEAR((double)got_yaw, yaw, tolerance);
    CHECK_NEAR((double)got_pitch, pitch, tolerance);
}

/* The eye's turn in the axes of an avatar that faces +Z: from 6.4.3, solved for E. */
static turn eye_turn(const scene *s, vrm_bone eye) {
    turn rest = body_rotation(&s->from, eye);
    turn now = turn_of(s->frame.local[1 + eye].rotation);
    turn e = turn_times(turn_inverse(s->from.rest[1 + eye]), now);
    e = turn_times(turn_times(rest, e), turn_inverse(rest));
    return s->from.faces_minus_z ? turn_mirrored(e) : e;
}

static void check_eye(const scene *s, vrm_bone eye, double yaw, double pitch) {
    turn expected = turn_times(turn_y(yaw), turn_x(pitch));
    CHECK_TURN(turn_float(eye_turn(s, eye)), expected, 2e-6);
}

static void check_eyes(const scene *s, double left_yaw, double right_yaw, double pitch) {
    check_eye(s, VRM_BONE_LEFT_EYE, left_yaw, pitch);
    check_eye(s, VRM_BONE_RIGHT_EYE, right_yaw, pitch);
}

static void check_weight(const scene *s, const char *name, double expected) {
    int32_t index = vrm_model_find_expression(s->file.model, name);
    CHECK(index != VRM_NONE);
    CHECK_NEAR((double)vrm_avatar_expression_weight(s->avatar, index), expected, 1e-6);
}

static void check_weights(const scene *s, double left, double right, double down, double up) {
    check_weight(s, "lookLeft", left);
    check_weight(s, "lookRight", right);
    check_weight(s, "lookDown", down);
    check_weight(s, "lookUp", up);
}

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
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'bone'", "", 0));
        for (size_t k = 0; k < COUNT(gv_030); ++k) {
            look_at(&s, in_world(st, point_add(between_eyes, gv_030[k].target)));
            check_degrees(&s, gv_030[k].yaw, gv_030[k].pitch, 1e-4);
        }
        close_scene(&s);
    }
    test_note(NULL);
}

/* The origin and the axes of the gaze follow the head. */
TEST(la_002_la_004_tp_014_fp_013_gv_031_a_turned_head) {
    body from = body_plain();
    scene s;
    from.rest[1 + VRM_BONE_HEAD] = turn_x(90);
    from.vrm = "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0]}";
    REQUIRE(open_scene(&s, &from, 0));
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(30)));
    look_at(&s, point_make(1.396025, 1.5, 0.417987));
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0.03, 1.5, 0.051962), 1e-6);
    check_degrees(&s, 45, 0, 1e-4);
    /* At rest the target is 30 degrees further. */
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, vrm_quat_make(0, 0, 0, 1));
    vrm_avatar_update(s.avatar, 0);
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 1.5, 0.06), 1e-6);
    close_scene(&s);
}

TEST(la_004_gv_032_the_offset_counts) {
    scene s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone','offsetFromHeadBone':[0,0.06,0.1]}", 0));
    look_at(&s, point_make(0, 1.56, 5));
    check_degrees(&s, 0, 0, 1e-4);
    look_at(&s, point_make(0, 1.56, 0.05)); /* behind the eyes, before the head */
    check_degrees(&s, 180, 0, 1e-4);
    close_scene(&s);
}

/* Whatever the head does: a target that the head takes along keeps its angles. */
TEST(la_004_la_026_tp_014_tp_023_gaze_goes_with_the_head) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        const point neck = {0, 1.45, -0.01}, to_target = {0.5, -0.3, 1};
        stance st = get_stance(i);
        turn nod = turn_times(turn_y(-70), turn_times(turn_x(25), turn_z(40)));
        point target;
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'bone'", "", 0));
        vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_NECK, turn_float(nod));
        target = point_sub(point_add(between_eyes, to_target), neck);
        target = point_add(neck, turn_point(nod, target));
        look_at(&s, in_world(st, target)); /* LA-026: in the same frame, not the next */
        check_degrees(&s, 26.565051, 15.020256, 2e-4);
        close_scene(&s);
    }
    test_note(NULL);
}

TEST(la_023_a_target_in_the_eye_keeps_the_angles) {
    scene s;
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
    close_scene(&s);
}

TEST(la_024_straight_up_and_down) {
    /* (x, z) beside the eyes, which are at x = z = 0 here. */
    static const float beside[][2] = {
        {0, 0}, {-0.0f, -0.0f}, {1e-9f, 0}, {0, -1e-9f}, {-1e-7f, 1e-7f}};
    scene s;
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
    close_scene(&s);
}

/* One pair of angles, in degrees, for both eyes; given and taken. */
TEST(la_008_la_009_a_direction_in_degrees) {
    float yaw, pitch;
    scene s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    look_degrees(&s, 45, 30);
    check_degrees(&s, 45, 30, 0);
    check_eyes(&s, 5, 4, 4);
    /* The head does not matter to it. */
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(50)));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 45, 30, 0);
    check_eyes(&s, 5, 4, 4);
    /* What is not finite changes nothing. */
    vrm_avatar_look_degrees(s.avatar, NAN, 0);
    vrm_avatar_look_degrees(s.avatar, 0, -INFINITY);
    vrm_avatar_look_at(s.avatar, vrm_vec3_make(NAN, 0, 0));
    vrm_avatar_look_at(s.avatar, vrm_vec3_make(0, INFINITY, 0));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 45, 30, 0);
    /* Nobody looks, and nobody asks. */
    vrm_avatar_look_at(NULL, vrm_vec3_make(0, 0, 0));
    vrm_avatar_look_degrees(NULL, 1, 1);
    vrm_avatar_look_off(NULL);
    vrm_avatar_update_look_at(NULL);
    vrm_avatar_gaze_degrees(s.avatar, NULL, NULL);
    vrm_avatar_gaze_degrees(NULL, &yaw, &pitch);
    CHECK(yaw == 0 && pitch == 0);
    close_scene(&s);
}

/* The world moves, or the avatar in it. */
TEST(gl_020_gl_021_the_root_and_the_target) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        static const float scales[] = {1, 0.01f, 25};
        stance st = get_stance(i);
        point target = point_add(between_eyes, point_make(0, 0, 2));
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'bone'", "", 0));
        look_at(&s, in_world(st, target));
        check_degrees(&s, 0, 0, 1e-4);
        /* Two metres to its left: the target is on its right. */
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
        close_scene(&s);
    }
    test_note(NULL);
}

TEST(fp_013_between_the_eyes) {
    vrm_vec3 out = {1, 2, 3};
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        vrm_trs root = {{1, 0, 0}, {0, 0, 0, 1}, {2, 2, 2}};
        point p = in_world(st, between_eyes);
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'bone'", "", 0));
        CHECK_POINT(vrm_avatar_eye_position(s.avatar), p, 2e-6);
        vrm_avatar_set_root(s.avatar, &root);
        vrm_avatar_update(s.avatar, 0);
        vrm_avatar_get_eye_position(s.avatar, &out);
        CHECK_POINT(out, point_make(1 + 2 * p.x, 2 * p.y, 2 * p.z), 4e-6);
        close_scene(&s);
    }
    test_note(NULL);
    vrm_avatar_get_eye_position(NULL, &out);
    CHECK_POINT(out, point_make(0, 0, 0), 0);
    vrm_avatar_get_eye_position(NULL, NULL);
}

/* Also where the file has no lookAt: then it is the fallback, the middle of the eyes. */
TEST(fp_013_la_003_between_the_eyes_without_look_at) {
    scene s;
    REQUIRE(open_plain(&s, NULL, 0));
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), between_eyes, 1e-6);
    close_scene(&s);
}

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
        scene s;
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
        close_scene(&s);
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
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'bone'," GV_035_MAPS, "", 0));
        for (size_t k = 0; k < COUNT(cases); ++k) {
            look_degrees(&s, cases[k].yaw, cases[k].pitch);
            check_eyes(&s, cases[k].left, cases[k].right, cases[k].down);
        }
        close_scene(&s);
    }
    test_note(NULL);
}

TEST(la_016_gv_035_the_very_numbers) {
    const turn left = {0.034866, 0.043593, -0.001522, 0.998440};
    const turn right = {0.034878, 0.034878, -0.001218, 0.998782};
    scene s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    look_degrees(&s, 45, 30);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_LEFT_EYE].rotation, left, 2e-6);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_RIGHT_EYE].rotation, right, 2e-6);
    close_scene(&s);
}

TEST(la_017_gv_036_eyes_with_rest_rotations) {
    const turn expected = {0.727893, 0.042220, -0.019430, 0.684114};
    body from = body_plain();
    scene s;
    from.rest[1 + VRM_BONE_HEAD] = turn_y(30);
    from.rest[1 + VRM_BONE_LEFT_EYE] = turn_x(90);
    from.vrm = "'lookAt':{'type':'bone'," GV_035_MAPS "}";
    REQUIRE(open_scene(&s, &from, 0));
    look_degrees(&s, 45, 30);
    CHECK_TURN(s.frame.local[1 + VRM_BONE_LEFT_EYE].rotation, expected, 2e-6);
    close_scene(&s);
}

/* The world matrices tell the same: what was before the eye is now where it looks. */
TEST(la_017_uo_008_eyes_in_the_world) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        const vrm_mat4 *eye;
        double scale;
        point before, got;
        scene s;
        REQUIRE(open_stance(&s, st,
                            "'type':'bone','rangeMapHorizontalOuter':{'inputMaxValue':90,"
                            "'outputScale':90},'rangeMapVerticalDown':{'inputMaxValue':90,"
                            "'outputScale':90}",
                            "", 0));
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
        close_scene(&s);
    }
    test_note(NULL);
}

TEST(la_025_one_eye_and_none) {
    static const char vrm[] =
        "'lookAt':{'type':'bone','rangeMapHorizontalOuter':{'inputMaxValue':60,'outputScale':12},"
        "'rangeMapHorizontalInner':{'inputMaxValue':60,'outputScale':12}}," LOOK_EXPRESSIONS;
    body from = body_plain();
    scene s;
    from.vrm = vrm;
    from.is_absent[VRM_BONE_LEFT_EYE] = true;
    for (uint32_t flags = 0; flags <= VRM_RUN_GAZE_BY_EXPRESSION;
         flags += VRM_RUN_GAZE_BY_EXPRESSION) {
        REQUIRE(open_scene(&s, &from, flags));
        look_degrees(&s, 30, 0);
        check_eyes(&s, 0, 6, 0);
        check_weights(&s, 0, 0, 0, 0); /* one eye is enough */
        close_scene(&s);
    }
    from.is_absent[VRM_BONE_RIGHT_EYE] = true;
    REQUIRE(open_scene(&s, &from, 0));
    look_degrees(&s, 30, 45);
    check_eyes(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_scene(&s);
    /* The option: expressions instead. Degrees are no weights, so the range alone counts. */
    REQUIRE(open_scene(&s, &from, VRM_RUN_GAZE_BY_EXPRESSION));
    look_degrees(&s, 30, 45);
    check_weights(&s, 0.5, 0, 0.5, 0);
    look_degrees(&s, -200, -9);
    check_weights(&s, 0, 1, 0, 0.1);
    close_scene(&s);
    /* And where there are none, nothing. */
    from.vrm = "'lookAt':{'type':'bone'}";
    REQUIRE(open_scene(&s, &from, VRM_RUN_GAZE_BY_EXPRESSION));
    look_degrees(&s, 30, 45);
    check_eyes(&s, 0, 0, 0);
    close_scene(&s);
}

/* --- Expressions --- */

#define GV_037                                                                                     \
    "'lookAt':{'type':'expression','rangeMapHorizontalOuter':{'inputMaxValue':90,"                 \
    "'outputScale':1},'rangeMapHorizontalInner':{'inputMaxValue':1,'outputScale':0.01},"           \
    "'rangeMapVerticalDown':{'inputMaxValue':60,'outputScale':0.8},"                               \
    "'rangeMapVerticalUp':{'inputMaxValue':60,'outputScale':0.5}}," LOOK_EXPRESSIONS

TEST(la_018_la_019_la_020_gv_037_weights_of_expressions) {
    scene s;
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
    close_scene(&s);
}

/* By a target, in all stances: lookLeft is the avatar's own left. */
TEST(la_018_tp_023_expressions_in_every_stance) {
    for (int i = 0; i < STANCE_COUNT; ++i) {
        stance st = get_stance(i);
        scene s;
        REQUIRE(open_stance(&s, st, "'type':'expression'", "," LOOK_EXPRESSIONS, 0));
        look_at(&s, in_world(st, point_add(between_eyes, point_make(1, -1, 1))));
        check_weights(&s, 0.5, 0, 35.26439 / 90, 0);
        close_scene(&s);
    }
    test_note(NULL);
}

TEST(la_021_weights_are_clamped) {
    scene s;
    REQUIRE(open_plain(&s,
                       "'lookAt':{'type':'expression','rangeMapHorizontalOuter':{'inputMaxValue':"
                       "90,'outputScale':3},'rangeMapVerticalDown':{'inputMaxValue':90,"
                       "'outputScale':-1}}," LOOK_EXPRESSIONS,
                       0));
    look_degrees(&s, 60, 60);
    check_weights(&s, 1, 0, 0, 0);
    look_degrees(&s, 15, 0);
    check_weights(&s, 0.5, 0, 0, 0);
    close_scene(&s);
}

/* What a look expression moves is its own affair. */
TEST(la_022_an_expression_that_moves_a_texture) {
    scene s;
    body from = body_plain();
    from.vrm = "'lookAt':{'type':'expression'},'expressions':{'preset':{"
               "'lookLeft':{'textureTransformBinds':[{'material':0,'scale':[1,1],"
               "'offset':[0.2,0]}]},"
               "'lookDown':{'morphTargetBinds':[{'node':56,'index':1,'weight':1}]}}}";
    REQUIRE(open_scene(&s, &from, 0));
    look_degrees(&s, 45, 22.5);
    CHECK_NEAR((double)s.frame.materials[0].uv_offset[VRM_SLOT_BASE_COLOR].x, 0.1, 1e-6);
    CHECK_NEAR((double)s.frame.morph_weights[s.frame.morph_offsets[BODY_FACE] + 1], 0.25, 1e-6);
    close_scene(&s);
}

/* The application's own input stays apart from the gaze's. */
TEST(la_020_gaze_does_not_touch_other_inputs) {
    scene s;
    REQUIRE(open_plain(&s, GV_037, 0));
    vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "lookUp"), 0.75f);
    look_degrees(&s, 45, 30);
    check_weights(&s, 0.5, 0, 0.4, 0.75);
    vrm_avatar_look_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_weights(&s, 0, 0, 0, 0.75);
    close_scene(&s);
}

TEST(la_027_overrides_and_the_gaze_of_bones) {
    static const char vrm[] = "'lookAt':{'type':'bone'," GV_035_MAPS
                              "},'expressions':{'preset':{'happy':{'overrideLookAt':'blend'},"
                              "'angry':{'overrideLookAt':'block'}}}";
    for (uint32_t flags = 0; flags <= VRM_RUN_OVERRIDE_BONE_GAZE;
         flags += VRM_RUN_OVERRIDE_BONE_GAZE) {
        double rest = flags != 0 ? 0.6 : 1;
        int32_t happy, angry;
        scene s;
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
        close_scene(&s);
    }
}

/* Look expressions themselves are weakened in any case. */
TEST(la_027_overrides_and_look_expressions) {
    scene s;
    REQUIRE(open_plain(&s,
                       "'lookAt':{'type':'expression'},'expressions':{'preset':{'happy':{"
                       "'overrideLookAt':'blend'},'lookLeft':{},'lookRight':{},'lookUp':{},"
                       "'lookDown':{}}}",
                       0));
    vrm_avatar_set_expression(s.avatar, vrm_model_find_expression(s.file.model, "happy"), 0.5f);
    look_degrees(&s, 45, 0);
    check_weights(&s, 0.25, 0, 0, 0);
    close_scene(&s);
}

/* --- 0.x --- */

static bool open_old(scene *out, const char *first_person) {
    body from = body_plain();
    from.is_old = true;
    from.faces_minus_z = true;
    from.vrm = format_members("'firstPerson':{'firstPersonBone':6,%s}", first_person);
    return open_scene(out, &from, 0);
}

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
        /* Two keys at one time: a step. */
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 44, 0},
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 45, 10},
        {"'curve':[0,0,0,0,0.5,0,0,0,0.5,1,0,0,1,1,0,0],", 60, 10},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        scene s;
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
        close_scene(&s);
    }
    test_note(NULL);
    {
        /* A range of 0 has a curve too (6.4.4): any angle is its end. */
        scene s;
        REQUIRE(open_old(&s, "'lookAtHorizontalOuter':{'curve':[0,0,0,0,1,1,0,0],'xRange':0,"
                             "'yRange':10}"));
        look_degrees(&s, 1, 0);
        check_eye(&s, VRM_BONE_LEFT_EYE, 10, 0);
        close_scene(&s);
    }
}

/* GV-030 for a file of 0.x, which faces -Z: shown as any other, or as it is in the file. */
TEST(v0_032_la_005_mirrored_gv_030) {
    for (int as_file = 0; as_file < 2; ++as_file) {
        double sign = as_file ? -1 : 1;
        body from = body_plain();
        scene s;
        from.is_old = true;
        from.faces_minus_z = true;
        from.vrm = "'firstPerson':{'firstPersonBone':6,'firstPersonBoneOffset':"
                   "{'x':0,'y':0.06,'z':0.07}}";
        REQUIRE(open_scene(&s, &from, as_file ? VRM_RUN_AS_FILE : 0));
        CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 1.56, sign * 0.07), 2e-6);
        for (size_t k = 0; k < COUNT(gv_030); ++k) {
            point p = gv_030[k].target;
            look_at(&s, point_make(sign * p.x, 1.56 + p.y, sign * (0.07 + p.z)));
            check_degrees(&s, gv_030[k].yaw, gv_030[k].pitch, 1e-4);
        }
        close_scene(&s);
    }
}

/* --- Off, and none --- */

TEST(la_033_gaze_off) {
    scene s;
    vrm_trs *pose;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}," LOOK_EXPRESSIONS, 0));
    pose = vrm_avatar_pose(s.avatar);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    vrm_avatar_look_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 0, 0, 0);
    CHECK(memcmp(&s.frame.local[1 + VRM_BONE_LEFT_EYE],
                 &s.file.gltf->nodes[1 + VRM_BONE_LEFT_EYE].rest, sizeof(vrm_trs)) == 0);
    CHECK(memcmp(&s.frame.local[1 + VRM_BONE_RIGHT_EYE],
                 &s.file.gltf->nodes[1 + VRM_BONE_RIGHT_EYE].rest, sizeof(vrm_trs)) == 0);
    /* The eyes follow the pose then, and gaze, when it is on, does not build upon it. */
    pose[1 + VRM_BONE_LEFT_EYE].rotation = turn_float(turn_y(7));
    vrm_avatar_update(s.avatar, 0);
    check_eyes(&s, 7, 0, 0);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    CHECK_TURN(pose[1 + VRM_BONE_LEFT_EYE].rotation, turn_y(7), 1e-6);
    close_scene(&s);
    REQUIRE(open_plain(&s, GV_037, 0));
    look_degrees(&s, 45, 30);
    vrm_avatar_look_off(s.avatar);
    vrm_avatar_update(s.avatar, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_scene(&s);
}

/* At first nobody looks anywhere. */
TEST(la_033_a_new_avatar) {
    scene s;
    REQUIRE(open_plain(&s, GV_037, 0));
    check_degrees(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_LEFT_EYE, turn_float(turn_y(7)));
    vrm_avatar_update(s.avatar, 0);
    check_eyes(&s, 7, 0, 0);
    close_scene(&s);
}

/* 3.1: without lookAt there is no gaze control. The angles are there, for who turns the head. */
TEST(gaze_without_look_at_in_the_file) {
    scene s;
    REQUIRE(open_plain(&s, LOOK_EXPRESSIONS, VRM_RUN_GAZE_BY_EXPRESSION));
    look_at(&s, point_add(between_eyes, point_make(1, 0, 1)));
    check_degrees(&s, 45, 0, 1e-4);
    check_eyes(&s, 0, 0, 0);
    check_weights(&s, 0, 0, 0, 0);
    close_scene(&s);
}

TEST(gaze_without_a_head) {
    body from = body_plain();
    scene s;
    from.is_absent[VRM_BONE_HEAD] = true;
    from.vrm = "'lookAt':{'type':'bone'," GV_035_MAPS "}";
    REQUIRE(open_scene(&s, &from, 0));
    look_at(&s, point_make(3, 0, 1));
    check_degrees(&s, 0, 0, 0);
    check_eyes(&s, 0, 0, 0);
    CHECK_POINT(vrm_avatar_eye_position(s.avatar), point_make(0, 0, 0), 0);
    look_degrees(&s, 45, 30);
    check_eyes(&s, 5, 4, 4);
    close_scene(&s);
}

/* --- Order --- */

/* Stage 2 sees the head of stage 1, in one update as well as by hand; and what it writes for
 * expressions is seen by stage 4 of the same update. */
TEST(uo_002_la_026_the_head_of_this_frame) {
    scene s;
    REQUIRE(open_plain(&s, "'lookAt':{'type':'bone'," GV_035_MAPS "}", 0));
    vrm_avatar_look_at(s.avatar, point_float(point_add(between_eyes, point_make(0, 0, 100))));
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(-30)));
    vrm_avatar_update(s.avatar, 0);
    check_degrees(&s, 30, 0, 0.05);
    vrm_avatar_set_bone_rotation(s.avatar, VRM_BONE_HEAD, turn_float(turn_y(60)));
    check_degrees(&s, 30, 0, 0.05); /* not before the update */
    vrm_avatar_update_pose(s.avatar);
    check_eyes(&s, 0, 0, 0); /* stage 1 shows the pose */
    vrm_avatar_update_look_at(s.avatar);
    check_degrees(&s, -60, 0, 0.05);
    /* 60 of 90 degrees to the right: 2/3 of 8 for the left eye, of 10 for the right one. */
    CHECK_NEAR(eye_turn(&s, VRM_BONE_LEFT_EYE).y, turn_y(-16.0 / 3).y, 1e-4);
    CHECK_NEAR(eye_turn(&s, VRM_BONE_RIGHT_EYE).y, turn_y(-20.0 / 3).y, 1e-4);
    close_scene(&s);
    REQUIRE(open_plain(&s, GV_037, 0));
    vrm_avatar_look_degrees(s.avatar, 45, 0);
    vrm_avatar_update_pose(s.avatar);
    vrm_avatar_update_look_at(s.avatar);
    check_weights(&s, 0, 0, 0, 0); /* only weights are computed here … */
    vrm_avatar_update_expressions(s.avatar, 0);
    check_weights(&s, 0.5, 0, 0, 0); /* … and applied here */
    close_scene(&s);
}

/* --- No number is too large --- */

static bool is_sound(const scene *s) {
    for (int i = 0; i < BODY_NODE_COUNT; ++i) {
        turn q = turn_of(s->frame.local[i].rotation);
        double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (!(fabs(length - 1) < 1e-5)) return false;
        for (int k = 0; k < 16; ++k) {
            if (!isfinite(s->frame.world[i].m[k])) return false;
        }
    }
    return true;
}

TEST(er_014_far_targets) {
    static const float far_away[] = {1e6f, 1e12f, 9e17f, 1.1e18f, 1e25f, 1e38f};
    scene s;
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
    look_degrees(&s, 3e38, -3e38);
    check_eyes(&s, 10, 8, -6);
    CHECK(is_sound(&s));
    close_scene(&s);
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
            scene s;
            test_note("%s", maps[i]);
            REQUIRE(
                open_old(&s, format_members("'lookAtTypeName':'%s','lookAtHorizontalOuter':"
                                            "{%s},'lookAtVerticalUp':{%s}",
                                            type == 0 ? "Bone" : "BlendShape", maps[i], maps[i])));
            for (double yaw = -180; yaw <= 180; yaw += 7.5) {
                look_degrees(&s, yaw, yaw / 2);
                CHECK(is_sound(&s));
            }
            close_scene(&s);
        }
    }
    test_note(NULL);
}

TEST_SUITE(gaze, ENTRY(la_005_la_006_la_007_la_009_tp_014_tp_023_gv_030_angles),
           ENTRY(la_002_la_004_tp_014_fp_013_gv_031_a_turned_head),
           ENTRY(la_004_gv_032_the_offset_counts),
           ENTRY(la_004_la_026_tp_014_tp_023_gaze_goes_with_the_head),
           ENTRY(la_023_a_target_in_the_eye_keeps_the_angles), ENTRY(la_024_straight_up_and_down),
           ENTRY(la_008_la_009_a_direction_in_degrees),
           ENTRY(gl_020_gl_021_the_root_and_the_target), ENTRY(fp_013_between_the_eyes),
           ENTRY(fp_013_la_003_between_the_eyes_without_look_at),
           ENTRY(la_010_la_011_gv_033_gv_034_range_maps),
           ENTRY(la_013_la_014_la_015_la_016_tp_014_tp_023_gv_035_both_eyes),
           ENTRY(la_016_gv_035_the_very_numbers), ENTRY(la_017_gv_036_eyes_with_rest_rotations),
           ENTRY(la_017_uo_008_eyes_in_the_world), ENTRY(la_025_one_eye_and_none),
           ENTRY(la_018_la_019_la_020_gv_037_weights_of_expressions),
           ENTRY(la_018_tp_023_expressions_in_every_stance), ENTRY(la_021_weights_are_clamped),
           ENTRY(la_022_an_expression_that_moves_a_texture),
           ENTRY(la_020_gaze_does_not_touch_other_inputs),
           ENTRY(la_027_overrides_and_the_gaze_of_bones),
           ENTRY(la_027_overrides_and_look_expressions), ENTRY(la_032_v0_031_gv_038_curves_of_0),
           ENTRY(v0_032_la_005_mirrored_gv_030), ENTRY(la_033_gaze_off), ENTRY(la_033_a_new_avatar),
           ENTRY(gaze_without_look_at_in_the_file), ENTRY(gaze_without_a_head),
           ENTRY(uo_002_la_026_the_head_of_this_frame), ENTRY(er_014_far_targets),
           ENTRY(er_014_la_032_monstrous_maps));

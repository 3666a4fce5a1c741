/* What a BVH file does not say: its T-pose, its unit, its axes, and what positions mean. */
#include "clip/bvh_fixture.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define DEGREES 57.29577951308232

enum { MOST_FRAMES = 12 };

/* A film that is edited before it is written. */
typedef struct stage {
    bvh_part parts[BVH_PARTS];
    double rotations[MOST_FRAMES * BVH_PARTS][3];
    double hips[MOST_FRAMES][3];
    bvh_film film;
} stage;

/* The person, standing still in a T-pose. */
static void set_stage(stage *s, int frames) {
    memset(s, 0, sizeof *s);
    memcpy(s->parts, bvh_person, sizeof s->parts);
    for (int i = 0; i < frames; ++i) s->hips[i][1] = 0.9;
    s->film.parts = s->parts;
    s->film.order = "ZXY";
    s->film.rotations = (const double(*)[3])s->rotations;
    s->film.hips = (const double(*)[3])s->hips;
    s->film.part_count = BVH_PARTS;
    s->film.frame_count = frames;
}

static void set_rotation(stage *s, int frame, int part, double x, double y, double z) {
    double *r = s->rotations[frame * BVH_PARTS + part];
    r[0] = x;
    r[1] = y;
    r[2] = z;
}

static void open_stage(stage *s, bvh_read *out) {
    static char text[BVH_TEXT_CAPACITY];
    s->film.parts = s->parts;
    bvh_write(&s->film, text);
    bvh_open(out, text);
    CHECK(out->ok);
}

/* Turns the offset of a part about z. */
static void turn_offset(stage *s, int part, double degrees) {
    double *o = s->parts[part].offset, c = cos(degrees / DEGREES), sn = sin(degrees / DEGREES);
    double x = o[0] * c - o[1] * sn, y = o[0] * sn + o[1] * c;
    o[0] = x;
    o[1] = y;
}

/* Arms that are lowered by an angle in the offsets of the file. */
static void lower_arms(stage *s, double degrees) {
    turn_offset(s, BVH_LEFT_FOREARM, -degrees);
    turn_offset(s, BVH_LEFT_HAND, -degrees);
    turn_offset(s, BVH_RIGHT_FOREARM, degrees);
    turn_offset(s, BVH_RIGHT_HAND, degrees);
}

/* --- Rotations --- */

/* The six orders, against products of the axes one by one. */
TEST(an_040_rotations_are_multiplied_in_the_order_of_channels) {
    static const char *const orders[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
    for (size_t i = 0; i < COUNT(orders); ++i) {
        double angles[3] = {20, -50, 110};
        bvh_turn q = {0, 0, 0, 1}, got;
        stage s;
        bvh_read read;
        test_note("%s", orders[i]);
        for (int k = 0; k < 3; ++k) {
            int axis = orders[i][k] - 'X';
            double h = angles[axis] / 2 / DEGREES, sn = sin(h), c = cos(h);
            bvh_turn a = {axis == 0 ? sn : 0, axis == 1 ? sn : 0, axis == 2 ? sn : 0, c};
            bvh_turn p = {q.w * a.x + q.x * a.w + q.y * a.z - q.z * a.y,
                          q.w * a.y + q.y * a.w + q.z * a.x - q.x * a.z,
                          q.w * a.z + q.z * a.w + q.x * a.y - q.y * a.x,
                          q.w * a.w - q.x * a.x - q.y * a.y - q.z * a.z};
            q = p;
        }
        set_stage(&s, 1);
        s.film.order = orders[i];
        set_rotation(&s, 0, BVH_LEFT_FOREARM, 20, -50, 110);
        open_stage(&s, &read);
        got = bvh_turned(&read, VRM_BONE_LEFT_LOWER_ARM, 0);
        CHECK_NEAR(fabs(got.x * q.x + got.y * q.y + got.z * q.z + got.w * q.w), 1, 1e-6);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'x', 0), 0, 1e-4);
        bvh_close(&read);
    }
    test_note(NULL);
}

/* A turn of 360 degrees is no jump: neighbors are on one side. */
TEST(an_040_rotations_keep_their_sign) {
    stage s;
    bvh_read read;
    const float *q;
    set_stage(&s, 9);
    for (int i = 0; i < 9; ++i) set_rotation(&s, i, BVH_SPINE, 0, i * 90.0, 0);
    for (int i = 5; i < 9; ++i) set_rotation(&s, i, BVH_SPINE, 0, i * 90.0 - 720, 0);
    open_stage(&s, &read);
    q = read.motion.tracks[bvh_joint(&read, VRM_BONE_SPINE)->rotation_track].values;
    for (int i = 1; i < 9; ++i) {
        double dot = 0;
        for (int k = 0; k < 4; ++k) dot += (double)q[4 * i + k] * q[4 * i - 4 + k];
        CHECK_NEAR(dot, sqrt(0.5), 1e-6);
    }
    bvh_close(&read);
}

/* --- The T-pose --- */

TEST(an_042_offsets_that_are_a_t_pose_are_it) {
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    set_rotation(&s, 0, BVH_LEFT_ARM, 0, 0, -70);
    open_stage(&s, &read);
    CHECK_INT(vrm_report_count(read.load.report), 0);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', -70), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_HAND, 0, 'z', -70), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_UPPER_ARM, 0, 'z', 0), 0, 1e-4);
    /* In it, the hands are as high as the shoulders. */
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[12], 0.7, 1e-6);
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[13], 1.3, 1e-6);
    bvh_close(&read);
}

/* A knee in front of the ankle is how people are built, and no bent knee (mocopi has 8.5 degrees).
 */
TEST(an_042_limbs_that_are_nearly_straight_stay_as_they_are) {
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    s.parts[BVH_LEFT_FOOT].offset[2] = -0.06;
    s.parts[BVH_RIGHT_FOOT].offset[2] = -0.06;
    lower_arms(&s, 4);
    open_stage(&s, &read);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_LOWER_LEG, 0, 'x', 0), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', 0), 0, 1e-4);
    bvh_close(&read);
}

/* A-pose and hanging arms: the file's own zero is not the T-pose. */
TEST(an_042_arms_are_raised_to_a_t_pose) {
    static const double angles[] = {45, 90, 20};
    for (size_t i = 0; i < COUNT(angles); ++i) {
        stage s;
        bvh_read read;
        test_note("%g degrees", angles[i]);
        set_stage(&s, 2);
        lower_arms(&s, angles[i]);
        /* First as the offsets are; then raised, with a bent elbow. */
        set_rotation(&s, 1, BVH_LEFT_ARM, 0, 0, angles[i]);
        set_rotation(&s, 1, BVH_RIGHT_ARM, 0, 0, -angles[i]);
        open_stage(&s, &read);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', -angles[i]), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_LOWER_ARM, 0, 'z', -angles[i]), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_HAND, 0, 'z', angles[i]), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 1, 'z', 0), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_HAND, 1, 'z', 0), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_LOWER_ARM, 1, 'z', 0), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_HEAD, 1, 'z', 0), 0, 1e-4);
        bvh_close(&read);
    }
    test_note(NULL);
}

/* Legs that are spread in the offsets; feet are flat on the floor all the same. */
TEST(an_042_legs_are_put_together_and_feet_stay_flat) {
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    turn_offset(&s, BVH_LEFT_LEG, 20);
    turn_offset(&s, BVH_LEFT_FOOT, 20);
    turn_offset(&s, BVH_RIGHT_LEG, -20);
    turn_offset(&s, BVH_RIGHT_FOOT, -20);
    open_stage(&s, &read);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_LEG, 0, 'z', 20), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_LOWER_LEG, 0, 'z', 20), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_FOOT, 0, 'z', 0), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_UPPER_LEG, 0, 'z', -20), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_TOES, 0, 'z', 0), 0, 1e-4);
    bvh_close(&read);
}

/* A first frame that is a T comes before offsets that are none. It may stand anywhere. */
TEST(an_042_a_first_frame_that_is_a_t_pose_is_it) {
    stage s;
    bvh_read read;
    set_stage(&s, 2);
    lower_arms(&s, 60);
    for (int i = 0; i < 2; ++i) set_rotation(&s, i, BVH_HIPS, 0, 30, 0);
    set_rotation(&s, 0, BVH_SPINE, 3, 0, 0);
    set_rotation(&s, 1, BVH_SPINE, 3, 0, 0);
    set_rotation(&s, 0, BVH_LEFT_ARM, -3, 0, 60);
    set_rotation(&s, 0, BVH_RIGHT_ARM, -3, 0, -60);
    open_stage(&s, &read);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (bvh_joint(&read, bone) == NULL) continue;
        test_note("%s", vrm_bone_name(bone));
        CHECK_NEAR(bvh_off(&read, bone, 0, 'x', 0), 0, 1e-4);
        CHECK_INT(bvh_joint(&read, bone)->parent == VRM_NONE, bone == VRM_BONE_HIPS);
    }
    test_note(NULL);
    /* The figure faced 30 degrees to its left: it is turned to +Z. */
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[12] -
                   bvh_joint(&read, VRM_BONE_RIGHT_HAND)->t_pose.m[12],
               1.4, 2e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_HIPS, 1, 'y', 0), 0, 1e-4);
    bvh_close(&read);
}

/* A T-pose before the motion is a help for programs, and nothing to be seen. */
TEST(an_042_a_t_pose_before_the_motion_is_not_played) {
    for (int jumps = 0; jumps < 2; ++jumps) {
        stage s;
        bvh_read read;
        set_stage(&s, 3);
        for (int i = 1; i < 3; ++i) {
            s.hips[i][0] = i;
            set_rotation(&s, i, BVH_LEFT_ARM, 0, 0, jumps ? -70 - i : -5 * i);
        }
        open_stage(&s, &read);
        CHECK_INT(bvh_said(&read, "bvh-t-frame"), jumps);
        CHECK_INT(read.motion.tracks[0].count, 3 - jumps);
        CHECK(read.motion.tracks[0].times[0] == 0);
        CHECK_NEAR(read.motion.hips_rest.x, jumps, 1e-6);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', jumps ? -71 : 0), 0, 1e-4);
        bvh_close(&read);
    }
}

/* A first frame that is any other pose is not the T-pose. */
TEST(an_042_any_other_first_frame_is_none) {
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    lower_arms(&s, 45);
    set_rotation(&s, 0, BVH_LEFT_ARM, 0, 0, 30);
    set_rotation(&s, 0, BVH_RIGHT_ARM, 0, 0, -30);
    open_stage(&s, &read);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', -15), 0, 1e-4);
    bvh_close(&read);
}

TEST(an_042_skeletons_without_a_figure_are_refused) {
    static char text[BVH_TEXT_CAPACITY];
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    s.parts[BVH_LEFT_LEG].offset[1] = 0.4; /* one leg goes up */
    s.parts[1].name = "Spine9";
    bvh_write(&s.film, text);
    bvh_open(&read, text);
    CHECK(!read.ok);
    CHECK_INT(read.load.result, VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(
        bvh_sentence(&read, "bvh-no-t-pose"),
        "no T-pose was found for the skeleton of 17 joints; joints that are not bones: \"Spine9\"");
    bvh_close(&read);
}

/* --- Offsets along bones --- */

/* The person as programs write it that animate by bones: +X along every bone, and of limbs the axis
 * of the hinge along +Z. Frame 0 has hanging arms, and nothing in it is bent. */
static void set_sticks(stage *s, int frames) {
    static const double offsets[BVH_PARTS][3] = {
        {0, 0, 0},      {0.1, 0, 0},      {0.5, 0, 0},  {0.3, 0, 0.2},   {0.25, 0, 0}, {0.25, 0, 0},
        {0.3, 0, -0.2}, {0.25, 0, 0},     {0.25, 0, 0}, {-0.02, 0, 0.1}, {0.4, 0, 0},  {0.4, 0, 0},
        {0.16, 0, 0},   {-0.02, 0, -0.1}, {0.4, 0, 0},  {0.4, 0, 0},     {0.16, 0, 0}};
    set_stage(s, frames);
    s->film.order = "ZYX";
    for (int i = 0; i < BVH_PARTS; ++i) memcpy(s->parts[i].offset, offsets[i], sizeof offsets[i]);
    for (int i = 0; i < frames; ++i) {
        set_rotation(s, i, BVH_HIPS, 90, 0, 90); /* x up, y forward, z to the left */
        set_rotation(s, i, BVH_LEFT_ARM, 0, -160, 0);
        set_rotation(s, i, BVH_RIGHT_ARM, 0, 160, 0);
        set_rotation(s, i, BVH_LEFT_UP_LEG, 0, 0, 180);
        set_rotation(s, i, BVH_RIGHT_UP_LEG, 0, 0, 180);
        /* The sole is flat when the foot goes down by 30 degrees. */
        set_rotation(s, i, BVH_LEFT_FOOT, 0, 0, -60);
        set_rotation(s, i, BVH_RIGHT_FOOT, 0, 0, -60);
        set_rotation(s, i, BVH_LEFT_TOES, 0, 0, -30);
        set_rotation(s, i, BVH_RIGHT_TOES, 0, 0, -30);
    }
}

TEST(an_042_hinges_show_how_limbs_are_turned) {
    stage s;
    bvh_read read;
    set_sticks(&s, 4);
    /* Level arms with elbows at right angles; then a step of the left leg. */
    set_rotation(&s, 1, BVH_LEFT_ARM, 0, -90, 0);
    set_rotation(&s, 1, BVH_RIGHT_ARM, 0, 90, 0);
    set_rotation(&s, 1, BVH_LEFT_FOREARM, 0, 0, 90);
    set_rotation(&s, 1, BVH_RIGHT_FOREARM, 0, 0, 90);
    set_rotation(&s, 2, BVH_LEFT_UP_LEG, 0, 0, 150);
    set_rotation(&s, 2, BVH_LEFT_LEG, 0, 0, 40);
    set_rotation(&s, 2, BVH_RIGHT_LEG, 0, 0, 15);
    open_stage(&s, &read);
    CHECK(bvh_said(&read, "bvh-no-rest"));
    CHECK_INT(vrm_report_count(read.load.report), 1);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_HIPS, 0, 'x', 0), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_HEAD, 2, 'x', 0), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 0, 'z', -70), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_UPPER_ARM, 0, 'z', 70), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 1, 'z', 0), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_LOWER_ARM, 1, 'y', -90), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_LOWER_ARM, 1, 'y', 90), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_LEG, 2, 'x', -30), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_LOWER_LEG, 2, 'x', 10), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_LOWER_LEG, 2, 'x', 15), 0, 1e-3);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_FOOT, 0, 'x', 0), 0, 0.1);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_FOOT, 2, 'x', 10), 0, 0.1);
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[12], 0.7, 1e-5);
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_RIGHT_UPPER_LEG)->t_pose.m[12], -0.1, 1e-5);
    CHECK_NEAR(read.motion.hips_height, 0.9, 0.01);
    bvh_close(&read);
}

/* Arms that are never bent: their direction is right, and their twist is reported as unknown. */
TEST(an_042_limbs_without_a_hinge_are_reported) {
    stage s;
    bvh_read read;
    set_sticks(&s, 3);
    set_rotation(&s, 1, BVH_LEFT_LEG, 0, 0, 40);
    set_rotation(&s, 1, BVH_RIGHT_LEG, 0, 0, 40);
    open_stage(&s, &read);
    CHECK(bvh_said(&read, "bvh-no-rest"));
    CHECK_TEXT(bvh_sentence(&read, "bvh-stiff-limbs"),
               "limbs that do not bend in this motion: 2; they may be twisted");
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[12], 0.7, 1e-5);
    CHECK_NEAR(bvh_joint(&read, VRM_BONE_LEFT_HAND)->t_pose.m[13],
               bvh_joint(&read, VRM_BONE_LEFT_UPPER_ARM)->t_pose.m[13], 1e-5);
    bvh_close(&read);
}

/* --- Axes --- */

/* Offsets, positions and rotations of the stage as another space has them: axes go to axes. */
static void change_axes(stage *s, const int to[3], const double sign[3]) {
    double det = sign[0] * sign[1] * sign[2];
    if ((to[1] - to[0] + 3) % 3 != 1) det = -det;
    for (int i = 0; i < BVH_PARTS; ++i) {
        double o[3];
        memcpy(o, s->parts[i].offset, sizeof o);
        for (int k = 0; k < 3; ++k) s->parts[i].offset[to[k]] = sign[k] * o[k];
    }
    for (int i = 0; i < s->film.frame_count; ++i) {
        double p[3];
        memcpy(p, s->hips[i], sizeof p);
        for (int k = 0; k < 3; ++k) s->hips[i][to[k]] = sign[k] * p[k];
    }
    for (int i = 0; i < s->film.frame_count * BVH_PARTS; ++i) {
        double r[3];
        memcpy(r, s->rotations[i], sizeof r);
        for (int k = 0; k < 3; ++k) s->rotations[i][to[k]] = det * sign[k] * r[k];
    }
}

/* A step forward, with one arm lowered. */
static void set_step(stage *s) {
    set_stage(s, 2);
    set_rotation(s, 1, BVH_LEFT_ARM, 0, 0, -40);
    set_rotation(s, 1, BVH_LEFT_UP_LEG, -30, 0, 0);
    s->hips[1][0] = 0.1;
    s->hips[1][2] = 0.5;
}

static void check_step(const bvh_read *read) {
    double hips[3];
    CHECK_NEAR(bvh_off(read, VRM_BONE_LEFT_UPPER_ARM, 1, 'z', -40), 0, 1e-4);
    CHECK_NEAR(bvh_off(read, VRM_BONE_RIGHT_UPPER_ARM, 1, 'z', 0), 0, 1e-4);
    CHECK_NEAR(bvh_off(read, VRM_BONE_LEFT_UPPER_LEG, 1, 'x', -30), 0, 1e-4);
    CHECK_NEAR(bvh_off(read, VRM_BONE_HIPS, 1, 'x', 0), 0, 1e-4);
    bvh_hips(read, 0, hips);
    CHECK_NEAR(hips[1], 0.9, 1e-5);
    bvh_hips(read, 1, hips);
    CHECK_NEAR(hips[0], 0.1, 1e-5);
    CHECK_NEAR(hips[1], 0.9, 1e-5);
    CHECK_NEAR(hips[2], 0.5, 1e-5);
    CHECK_NEAR(read->motion.hips_height, 0.9, 1e-5);
    CHECK_NEAR(bvh_joint(read, VRM_BONE_HEAD)->t_pose.m[13], 1.5, 1e-5);
    CHECK_NEAR(bvh_joint(read, VRM_BONE_LEFT_UPPER_ARM)->t_pose.m[12], 0.2, 1e-5);
    CHECK_NEAR(bvh_joint(read, VRM_BONE_LEFT_TOES)->t_pose.m[14], 0.12, 1e-5);
}

/* Facing -Z, +X and -X, and with z up, facing -y or +y. */
TEST(an_044_figures_are_turned_to_face_z) {
    static const struct {
        const char *name;
        int out[3];
        double sign[3];
    } cases[] = {
        {"as it is", {0, 1, 2}, {1, 1, 1}},      {"-z", {0, 1, 2}, {-1, 1, -1}},
        {"+x", {2, 1, 0}, {-1, 1, 1}},           {"-x", {2, 1, 0}, {1, 1, -1}},
        {"z up, -y", {0, 2, 1}, {1, 1, -1}},     {"z up, +y", {0, 2, 1}, {-1, 1, 1}},
        {"upside down", {0, 1, 2}, {-1, -1, 1}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        stage s;
        bvh_read read;
        test_note("%s", cases[i].name);
        set_step(&s);
        change_axes(&s, cases[i].out, cases[i].sign);
        open_stage(&s, &read);
        CHECK_INT(vrm_report_count(read.load.report), 0);
        check_step(&read);
        bvh_close(&read);
    }
    test_note(NULL);
}

/* A mirrored file: its left is at the right of a figure that still faces +Z, as its toes show. */
TEST(an_044_sides_of_mirrored_files_are_exchanged) {
    static const int same[3] = {0, 1, 2};
    static const double mirror[3] = {-1, 1, 1};
    stage s;
    bvh_read read;
    double hips[3];
    set_step(&s);
    change_axes(&s, same, mirror);
    open_stage(&s, &read);
    CHECK(bvh_said(&read, "bvh-mirrored"));
    CHECK_INT(vrm_report_count(read.load.report), 1);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_UPPER_ARM, 1, 'z', 40), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_LEFT_UPPER_ARM, 1, 'z', 0), 0, 1e-4);
    CHECK_NEAR(bvh_off(&read, VRM_BONE_RIGHT_UPPER_LEG, 1, 'x', -30), 0, 1e-4);
    bvh_hips(&read, 1, hips);
    CHECK_NEAR(hips[0], -0.1, 1e-5);
    CHECK_NEAR(hips[2], 0.5, 1e-5);
    bvh_close(&read);
}

/* Without toes, knees tell the same. */
TEST(an_044_knees_show_where_a_figure_faces) {
    static const int same[3] = {0, 1, 2};
    static const double mirror[3] = {-1, 1, 1};
    for (int i = 0; i < 2; ++i) {
        stage s;
        bvh_read read;
        set_step(&s);
        s.parts[BVH_LEFT_TOES].offset[2] = s.parts[BVH_RIGHT_TOES].offset[2] = 0;
        set_rotation(&s, 1, BVH_LEFT_LEG, 50, 0, 0);
        if (i == 1) change_axes(&s, same, mirror);
        open_stage(&s, &read);
        CHECK_INT(bvh_said(&read, "bvh-mirrored"), i);
        bvh_close(&read);
    }
}

/* --- Units, height and floor --- */

TEST(an_043_units) {
    static const struct {
        double scale, unit;
    } cases[] = {
        {1, 1}, {100, 0.01}, {1 / 0.0254, 0.0254}, {1 / 0.056444, 0.056444}, {1000, 0.001}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        stage s;
        bvh_read read;
        test_note("unit of %g m", cases[i].unit);
        set_stage(&s, 1);
        for (int k = 0; k < BVH_PARTS * 3; ++k) s.parts[k / 3].offset[k % 3] *= cases[i].scale;
        s.hips[0][1] *= cases[i].scale;
        open_stage(&s, &read);
        CHECK_NEAR(read.motion.unit, cases[i].unit, 1e-7);
        CHECK_NEAR((double)read.motion.hips_height * cases[i].unit, 0.9, 1e-5);
        CHECK_NEAR((double)read.motion.hips_rest.y * cases[i].unit, 0.9, 1e-5);
        CHECK_INT(vrm_report_count(read.load.report), 0);
        bvh_close(&read);
    }
    test_note(NULL);
}

TEST(an_043_a_unit_that_is_none) {
    stage s;
    bvh_read read;
    set_stage(&s, 1);
    for (int k = 0; k < BVH_PARTS * 3; ++k) s.parts[k / 3].offset[k % 3] *= 5;
    open_stage(&s, &read);
    CHECK_NEAR(read.motion.unit, 0.85 / 4, 1e-6);
    CHECK_TEXT(bvh_sentence(&read, "bvh-unit"),
               "a leg is 4 units long, which matches a person in no common unit");
    bvh_close(&read);
}

/* A squat: hips come down by 0.2 m, and the height is that of standing nevertheless. */
static void set_squat(stage *s, double floor_height) {
    const double bend = acos(0.75) * DEGREES;
    set_stage(s, 3);
    for (int i = 1; i < 3; ++i) {
        for (int leg = BVH_LEFT_UP_LEG; leg <= BVH_RIGHT_UP_LEG;
             leg += BVH_RIGHT_UP_LEG - BVH_LEFT_UP_LEG) {
            set_rotation(s, i, leg, -bend, 0, 0);
            set_rotation(s, i, leg + 1, 2 * bend, 0, 0);
            set_rotation(s, i, leg + 2, -bend, 0, 0);
        }
        s->hips[i][1] -= 0.2;
    }
    for (int i = 0; i < 3; ++i) {
        s->hips[i][0] = 3 + i;
        s->hips[i][1] += floor_height;
        s->hips[i][2] = -2;
    }
}

TEST(an_043_hips_at_rest_are_those_of_a_standing_body) {
    static const double floors[] = {0, 1.5, -0.9};
    for (size_t i = 0; i < COUNT(floors); ++i) {
        stage s;
        bvh_read read;
        test_note("floor at %g", floors[i]);
        set_squat(&s, floors[i]);
        memcpy(s.hips[0], s.hips[1], sizeof s.hips[0]); /* it never stands */
        memcpy(s.rotations[0], s.rotations[BVH_PARTS], sizeof s.rotations[0] * BVH_PARTS);
        open_stage(&s, &read);
        CHECK_NEAR(read.motion.hips_height, 0.9, 1e-5);
        CHECK_NEAR(read.motion.hips_rest.x, 4, 1e-5);
        CHECK_NEAR(read.motion.hips_rest.y, floors[i] + 0.9, 1e-4);
        CHECK_NEAR(read.motion.hips_rest.z, -2, 1e-5);
        bvh_close(&read);
    }
    test_note(NULL);
}

/* Where joints of feet are a little above 0, soles are that thick, and the floor is at 0. */
TEST(an_043_a_floor_near_zero_is_at_zero) {
    stage s;
    bvh_read read;
    set_squat(&s, 0.05);
    open_stage(&s, &read);
    CHECK_NEAR(read.motion.hips_rest.y, 0.95, 1e-5);
    CHECK_NEAR(read.motion.hips_height, 0.95, 1e-5);
    bvh_close(&read);
}

/* --- Positions --- */

TEST(an_045_positions_that_restate_offsets_are_left_out) {
    stage s;
    bvh_read read;
    set_step(&s);
    s.film.has_all_positions = true;
    open_stage(&s, &read);
    check_step(&read);
    CHECK_TEXT(bvh_sentence(&read, "bvh-positions-restated"),
               "joints whose positions only repeat their offsets: 16");
    CHECK_INT(vrm_report_count(read.load.report), 1);
    for (uint32_t i = 0; i < read.motion.joint_count; ++i) {
        CHECK_INT(read.motion.joints[i].translation_track != VRM_NONE, i == 0);
    }
    bvh_close(&read);
}

TEST(an_045_other_positions_below_the_hips_are_dropped) {
    static char text[BVH_TEXT_CAPACITY];
    stage s;
    bvh_read read;
    char *number;
    set_step(&s);
    s.film.has_all_positions = true;
    bvh_write(&s.film, text);
    /* The head of the last frame is 0.51 above the spine, 1 cm off; that of the first 0.5. */
    number = strstr(strstr(text, "0.1 0.9 0.5 "), "0 0.5 0 ");
    CHECK(number != NULL);
    if (number == NULL) return;
    memcpy(number, "0 .51 0 ", 8);
    bvh_open(&read, text);
    CHECK(read.ok);
    check_step(&read);
    CHECK_INT(vrm_report_count(read.load.report), 2);
    CHECK(bvh_said(&read, "bvh-positions-restated"));
    CHECK(strstr(bvh_sentence(&read, "bvh-positions-dropped"), "offsets: 1;") != NULL);
    bvh_close(&read);
}

/* Motion that is split between a root and the hips is put together. */
TEST(an_045_joints_above_the_hips_move_them) {
    static char text[BVH_TEXT_CAPACITY], other[BVH_TEXT_CAPACITY];
    stage s;
    bvh_read read;
    double hips[3];
    char *motion;
    set_stage(&s, 1);
    s.hips[0][0] = 1;
    bvh_write(&s.film, text);
    motion = strstr(text, "MOTION");
    snprintf(other, sizeof other,
             "HIERARCHY\nROOT joint_Root\n{ OFFSET 5 5 5 CHANNELS 6 Xposition Yposition Zposition "
             "Zrotation Xrotation Yrotation\nJOINT%.*s}\n"
             "MOTION\nFrames: 1\nFrame Time: 0.1\n10 0 20 0 0 90 %s",
             (int)(motion - strstr(text, " Hips")), strstr(text, " Hips"),
             strstr(motion, "1 0.9 0 "));
    bvh_open(&read, other);
    CHECK(read.ok);
    if (read.ok) {
        bvh_hips(&read, 0, hips);
        CHECK_NEAR(hips[0], 10, 1e-5);
        CHECK_NEAR(hips[1], 0.9, 1e-5);
        CHECK_NEAR(hips[2], 20 - 1, 1e-5);
        CHECK_NEAR(read.motion.hips_rest.z, 19, 1e-5);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_HIPS, 0, 'y', 90), 0, 1e-4);
        CHECK_NEAR(bvh_off(&read, VRM_BONE_HEAD, 0, 'y', 90), 0, 1e-4);
        CHECK_INT(vrm_report_count(read.load.report), 0);
    }
    bvh_close(&read);
}

TEST_SUITE(bvh_pose, ENTRY(an_040_rotations_are_multiplied_in_the_order_of_channels),
           ENTRY(an_040_rotations_keep_their_sign), ENTRY(an_042_offsets_that_are_a_t_pose_are_it),
           ENTRY(an_042_limbs_that_are_nearly_straight_stay_as_they_are),
           ENTRY(an_042_arms_are_raised_to_a_t_pose),
           ENTRY(an_042_legs_are_put_together_and_feet_stay_flat),
           ENTRY(an_042_a_first_frame_that_is_a_t_pose_is_it),
           ENTRY(an_042_a_t_pose_before_the_motion_is_not_played),
           ENTRY(an_042_any_other_first_frame_is_none),
           ENTRY(an_042_skeletons_without_a_figure_are_refused),
           ENTRY(an_042_hinges_show_how_limbs_are_turned),
           ENTRY(an_042_limbs_without_a_hinge_are_reported),
           ENTRY(an_044_figures_are_turned_to_face_z),
           ENTRY(an_044_sides_of_mirrored_files_are_exchanged),
           ENTRY(an_044_knees_show_where_a_figure_faces), ENTRY(an_043_units),
           ENTRY(an_043_a_unit_that_is_none),
           ENTRY(an_043_hips_at_rest_are_those_of_a_standing_body),
           ENTRY(an_043_a_floor_near_zero_is_at_zero),
           ENTRY(an_045_positions_that_restate_offsets_are_left_out),
           ENTRY(an_045_other_positions_below_the_hips_are_dropped),
           ENTRY(an_045_joints_above_the_hips_move_them));

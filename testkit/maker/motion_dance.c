/*
 * A dance of four bars, sixteen beats at 120 a minute. The hands go from figure to figure, one a
 * beat; hips, knees and head keep the beat meanwhile.
 */
#include "motion.h"

#define LEFT(bone) VRM_BONE_LEFT_##bone

enum { BEATS = 16 };

/* --- Figures of an arm --- */

typedef struct figure {
    vec3 wrist, elbow; /* as pose_arm_reach has them */
    double flex;       /* of the hand towards its palm, degrees */
    double twist;      /* of the hand about the forearm: the palm to the front */
    double lift;       /* of the shoulder */
    double curls[5];
} figure;

enum { PAW_UP, PAW_DOWN, CHEEK, UP, SIGN, OUT, HIP, POINT, HEART, LOW };

static const figure figures[] = {
    [PAW_UP] = {{0.20, 0.22, 0.48}, {0.9, -0.8, 0}, 55, 0, 4, {0.5, 0.7, 0.7, 0.7, 0.7}},
    [PAW_DOWN] = {{0.24, -0.30, 0.50}, {0.9, -0.7, -0.3}, 55, 0, 0, {0.5, 0.7, 0.7, 0.7, 0.7}},
    [CHEEK] = {{0.05, 0.08, 0.26}, {0.45, -1, 0.1}, 4, 0, 5, {0.1, 0.1, 0.12, 0.16, 0.2}},
    [UP] = {{0.34, 0.88, 0.08}, {1, -0.1, -0.3}, 0, 0, 16, {0, 0.03, 0.02, 0.04, 0.06}},
    [SIGN] = {{0.40, 0.42, 0.44}, {0.8, -0.8, -0.1}, -8, 0, 8, {0.9, 0, 0, 0.95, 0.95}},
    [OUT] = {{0.90, 0.12, 0.22}, {0, -0.9, -0.5}, -10, 0, 3, {0, 0.05, 0.03, 0.06, 0.1}},
    [HIP] = {{0.10, -0.66, 0.10}, {1, 0.1, -0.7}, 30, -20, 2, {0.3, 0.5, 0.5, 0.5, 0.5}},
    [POINT] = {{0.34, 0.06, 0.84}, {0.7, -0.7, 0}, 0, 0, 4, {0.8, 0, 0.9, 0.95, 0.95}},
    [HEART] = {{-0.30, -0.22, 0.50}, {1, -0.5, 0}, 10, 0, 2, {0.4, 0.35, 0.4, 0.45, 0.5}},
    [LOW] = {{0.48, -0.70, 0.26}, {0.4, -0.1, -1}, -25, 0, 0, {0.1, 0.1, 0.1, 0.12, 0.15}},
};

static const int left_figures[BEATS] = {PAW_UP, PAW_DOWN, PAW_UP, PAW_DOWN, LOW, OUT, UP,    OUT,
                                        CHEEK,  CHEEK,    HIP,    HIP,      HIP, HIP, HEART, OUT};
static const int right_figures[BEATS] = {PAW_DOWN, PAW_UP, PAW_DOWN, PAW_UP, LOW,   OUT,
                                         UP,       OUT,    CHEEK,    CHEEK,  POINT, OUT,
                                         SIGN,     SIGN,   HEART,    LOW};

/* Half a degree of `flex` and so on matter to nobody: all numbers of a figure go alike. */
static figure figure_mix(const figure *a, const figure *b, double t) {
    figure f;
    double away = vec3_length(vec3_sub(b->wrist, a->wrist)) * 4 * t * (1 - t);
    f.wrist = vec3_mix(a->wrist, b->wrist, t);
    /* Around the shoulder, not through it. */
    f.wrist = vec3_add(f.wrist, vec3_scale(vec3_make(0.16, 0, 0.20), away));
    f.elbow = vec3_mix(a->elbow, b->elbow, t);
    f.flex = mix(a->flex, b->flex, t);
    f.twist = mix(a->twist, b->twist, t);
    f.lift = mix(a->lift, b->lift, t);
    for (int i = 0; i < 5; ++i) f.curls[i] = mix(a->curls[i], b->curls[i], t);
    return f;
}

/* Numbers of the beats, one after the other: each is reached at its beat, and held for a moment. */
static double reached(double beat, int *from, int *to) {
    double begin;
    *from = (int)beat % BEATS;
    *to = (*from + 1) % BEATS;
    begin = beat - (int)beat;
    return smooth_step(0.12, 0.95, begin);
}

static double at_beat(const double values[BEATS], double beat) {
    int from, to;
    double t = reached(beat, &from, &to);
    return mix(values[from], values[to], t);
}

static void dance_arm(const motion_body *body, motion_pose *pose, bool is_right, double beat) {
    const int *row = is_right ? right_figures : left_figures;
    int from, to;
    double t = reached(beat, &from, &to);
    figure f = figure_mix(&figures[row[from]], &figures[row[to]], t);
    f.wrist.y += 0.03 * cosine(beat); /* with the beat, also where a figure is held */
    pose_set(pose, is_right, LEFT(SHOULDER), turn_z(f.lift));
    pose_arm_reach(body, pose, is_right, f.wrist, f.elbow);
    pose_set(pose, is_right, LEFT(HAND), quat_multiply(turn_x(f.twist), turn_z(-f.flex)));
    pose_fingers(pose, is_right, f.curls);
}

/* --- Legs --- */

/* How much the feet leave the ground: heels alone in the first and third bar, steps in the others.
 */
static const double steps[BEATS] = {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0};

/* A jump around this beat: 0 on the ground, 1 at the top. */
static double jump_at(double beat, double when) {
    double t = clamp((beat - when) * 1.25 + 0.5, 0, 1);
    return 4 * t * (1 - t);
}

static double jump(double beat) { return jump_at(beat, 6.05) + jump_at(beat, 14.95); }

/* How far the knees bend before and after it. */
static double crouch(double beat) {
    return jump_at(beat, 5.35) + jump_at(beat, 6.75) + jump_at(beat, 14.25) + jump_at(beat, 15.6);
}

/* The foot that bears no weight, once in two beats: left at odd ones. */
static foot_place dance_foot(double beat, bool is_right) {
    foot_place at = {{0.012, 0, 0}, 9, 0, 1};
    double turn = (beat + (is_right ? 0 : 1)) / 2, step = at_beat(steps, beat), up = jump(beat);
    double raised = smooth_step(0.35, 1, cosine(turn)) * (1 - lower(up * 4, 1));
    at.ball.x += raised * step * 0.02;
    at.ball.y = raised * step * 0.09 + up * 0.075;
    at.ball.z = raised * step * 0.06;
    at.pitch = raised * mix(34, 24, step) + up * 32;
    at.level = 1 - higher(step * raised, up);
    return at;
}

/* --- Head, face and lookAt --- */

static const double tilts[BEATS] = {6, -6, 6, -6, 0, 0, 0, 8, -12, 12, -8, -8, 10, 10, 0, 0};
static const double looks[BEATS] = {8, -8, 8, -8, 0, 0, 0, 0, 6, -6, 10, 4, -12, -12, 0, 0};
static const double chins[BEATS] = {0, 0, 0, 0, 6, 0, -12, -8, 4, 4, 0, 0, -4, -4, 8, 2};
static const double smiles[BEATS] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1};
static const double vowels[BEATS] = {1, 0.5, 1,   0.5, 0,   0.7, 1, 0.3,
                                     0, 0,   0.8, 0.3, 0.9, 0.6, 0, 0};
static const double rounds[BEATS] = {0, 0, 0, 0, 0.6, 0, 0, 0, 0, 0, 0, 0.6, 0, 0, 0, 0};
static const double blushes[BEATS] = {0, 0, 0, 0, 0, 0, 0, 0.3, 1, 1, 0.4, 0, 0, 0, 1, 0.6};

static double blink_at(double beat, double when) {
    return smooth_step(when, when + 0.12, beat) - smooth_step(when + 0.2, when + 0.5, beat);
}

static void dance_face(motion_pose *pose, double beat) {
    double sung = 0.65 + 0.35 * cosine(beat * 2); /* each vowel twice a beat */
    pose->weights[MOTION_HAPPY] = at_beat(smiles, beat);
    pose->weights[MOTION_AA] = at_beat(vowels, beat) * sung;
    pose->weights[MOTION_OH] = at_beat(rounds, beat) * sung;
    pose->weights[MOTION_BLUSH] = at_beat(blushes, beat);
    pose->weights[MOTION_BLINK] = blink_at(beat, 3.4) + blink_at(beat, 6.9) + blink_at(beat, 11.3);
    /* The eyes stay on whoever watches. */
    pose->look_left = -0.8 * at_beat(looks, beat);
    pose->look_up = 0.5 * at_beat(chins, beat);
}

/* --- The whole --- */

void motion_dance(const motion_body *body, double phase, motion_pose *out) {
    double beat = phase * (double)BEATS, leg = body_leg(body), weight = cosine(beat / 2);
    double down = (1 + cosine(beat)) / 2, step = at_beat(steps, beat), up = jump(beat);
    double slow = sine(phase * 2);
    pose_init(body, out);
    /* The weight is on the left leg at even beats; knees bend on every beat. */
    out->hips.x += leg * 0.065 * weight;
    out->hips.y -= leg * (0.036 + 0.040 * down * (1 - up) + 0.015 * step + 0.035 * crouch(beat));
    out->hips.y += 0.085 * up;
    out->hips.z += leg * 0.012 * cosine(beat);
    out->turns[VRM_BONE_HIPS] = turn_yxz(7 * slow + 5 * sine(beat / 2), 3 * down, 7 * weight);
    out->turns[VRM_BONE_SPINE] = turn_yxz(2 * slow, 2 - 3 * down, -6 * weight);
    out->turns[VRM_BONE_CHEST] = turn_yxz(3 * slow - 4 * sine(beat / 2), -2 * down, -4 * weight);
    out->turns[VRM_BONE_UPPER_CHEST] = turn_yxz(-2 * slow, -1 + 2 * down, 2 * weight);
    out->turns[VRM_BONE_NECK] =
        turn_yxz(at_beat(looks, beat) * 0.4 - 4 * slow, at_beat(chins, beat) * 0.4 + 2 * down,
                 at_beat(tilts, beat) * 0.4);
    out->turns[VRM_BONE_HEAD] = turn_yxz(at_beat(looks, beat) * 0.6 - 4 * slow,
                                         at_beat(chins, beat) * 0.6, at_beat(tilts, beat) * 0.6);
    for (int side = 0; side < 2; ++side) {
        pose_foot(body, out, side == 1, dance_foot(beat, side == 1));
        dance_arm(body, out, side == 1, beat);
    }
    dance_face(out, beat);
}

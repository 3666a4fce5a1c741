/* Motions whose feet stand on the ground: standing, walking, squatting. */
#include "motion.h"

#define LEFT(bone) VRM_BONE_LEFT_##bone

static const double loose_hand[5] = {0.15, 0.12, 0.16, 0.2, 0.24};

/* A smooth way from 0 to 1 that begins and ends at rest. */
static double ease(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/* 0 … 1 … 0, once in a phase. */
static double swell(double phase) { return (1 - cosine(phase)) / 2; }

/* --- Standing --- */

void motion_stand(const motion_body *body, double phase, motion_pose *out) {
    const foot_place still = {{0, 0, 0}, 6, 0, 1};
    double breath = swell(phase), sway = sine(phase), leg = body_leg(body);
    pose_init(body, out);
    out->hips.x += 0.010 * leg * sway;
    out->hips.y -= 0.008 * leg;
    out->turns[VRM_BONE_HIPS] = turn_z(-0.6 * sway);
    out->turns[VRM_BONE_SPINE] = turn_x(-0.8 * breath);
    out->turns[VRM_BONE_CHEST] = turn_yxz(0, -1.2 * breath, 0.6 * sway);
    out->turns[VRM_BONE_NECK] = turn_x(0.9 * breath);
    out->turns[VRM_BONE_HEAD] = turn_yxz(1.5 * sine(phase + 0.2), 1.1 * breath, 0);
    for (int side = 0; side < 2; ++side) {
        pose_foot(body, out, side == 1, still);
        pose_set(out, side == 1, LEFT(SHOULDER), turn_z(1.2 * breath - 3));
        pose_arm_hang(out, side == 1, 70 - breath, 3, 14 + breath);
        pose_fingers(out, side == 1, loose_hand);
    }
    out->weights[MOTION_BLINK] = smooth_step(0.60, 0.625, phase) - smooth_step(0.635, 0.68, phase);
    out->look_left = 4 * sine(phase + 0.3);
    out->look_up = 2 * sine(phase * 2);
}

/* --- Walking --- */

/*
 * A foot stands for 0.6 of a loop: flat, and from 0.45 on the ball alone, while the heel rises. The
 * other one is half a loop behind it.
 */
enum { STEP_FLAT = 45, STEP_STANDS = 60 }; /* hundredths */

static foot_place walking_foot(double phase, double offset, double stride) {
    foot_place at = {{0, 0, 0}, 3, 0, 1};
    double turns = phase - offset, along = turns < 0 ? turns + 1 : turns;
    double first = turns - along + offset + 0.27; /* where it stands, in strides */
    double stands = (double)STEP_STANDS / 100.0, flat = (double)STEP_FLAT / 100.0;
    at.ball.z = first * stride;
    if (along < stands) {
        at.pitch = 38 * ease(clamp((along - flat) / (stands - flat), 0, 1));
    } else {
        double swing = (along - stands) / (1 - stands), heel;
        at.ball.z += stride * ease(swing);
        at.pitch = mix(38, -8, ease(lower(swing / 0.8, 1))) + 8 * ease(higher(swing - 0.8, 0) * 5);
        at.level = 1 - ease(lower(swing * 3, 1));
        /* The heel, 12.5 cm behind the ball, stays off the ground while the toes point up. */
        heel = 0.125 * higher(-sine(at.pitch / 360), 0);
        at.ball.y = 0.045 * power(sine(swing / 2), 2) + heel;
    }
    return at;
}

void motion_walk(const motion_body *body, double phase, motion_pose *out) {
    double leg = body_leg(body), stride = 1.2 * leg, step = cosine(phase);
    double lean = cosine(phase - 0.27); /* over the left foot: 1 */
    pose_init(body, out);
    out->hips.z += stride * phase;
    out->hips.x += 0.022 * leg * lean;
    out->hips.y -= leg * (0.050 + 0.018 * cosine(phase * 2));
    out->turns[VRM_BONE_HIPS] = turn_yxz(-6 * step, 2, 2.5 * lean);
    out->turns[VRM_BONE_SPINE] = turn_yxz(4 * step, 1, -1.5 * lean);
    out->turns[VRM_BONE_CHEST] = turn_yxz(5 * step, 0, -1 * lean);
    out->turns[VRM_BONE_UPPER_CHEST] = turn_yxz(3 * step, 0, 0);
    out->turns[VRM_BONE_NECK] = turn_yxz(-3 * step, -1, 0);
    out->turns[VRM_BONE_HEAD] = turn_yxz(-3 * step, -2 - cosine(phase * 2 + 0.2), 0);
    for (int side = 0; side < 2; ++side) {
        double swing = side == 0 ? -step : step;
        pose_foot(body, out, side == 1, walking_foot(phase, side == 0 ? 0 : 0.5, stride));
        pose_set(out, side == 1, LEFT(SHOULDER), turn_yxz(-3 * swing, 0, -4));
        pose_arm_hang(out, side == 1, 68, 4 + 24 * swing, 20 + 12 * swing);
        pose_set(out, side == 1, LEFT(HAND), turn_z(-5 - 4 * swing));
        pose_fingers(out, side == 1, loose_hand);
    }
}

/* --- Squatting --- */

void motion_squat(const motion_body *body, double phase, motion_pose *out) {
    const foot_place still = {{0.02, 0, 0}, 14, 0, 1};
    double depth = ease(swell(phase)), leg = body_leg(body);
    pose_init(body, out);
    out->hips.y -= leg * (0.015 + 0.43 * depth);
    out->hips.z -= leg * 0.16 * depth;
    out->turns[VRM_BONE_HIPS] = turn_x(26 * depth);
    out->turns[VRM_BONE_SPINE] = turn_x(6 * depth);
    out->turns[VRM_BONE_CHEST] = turn_x(-4 * depth);
    out->turns[VRM_BONE_NECK] = turn_x(-10 * depth);
    out->turns[VRM_BONE_HEAD] = turn_x(-14 * depth);
    for (int side = 0; side < 2; ++side) {
        pose_foot(body, out, side == 1, still);
        pose_arm_hang(out, side == 1, mix(70, 82, depth), mix(3, 108, depth), mix(14, 6, depth));
        pose_fingers(out, side == 1, loose_hand);
    }
}

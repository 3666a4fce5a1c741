/*
 * Hips that move over feet that stay.
 *
 * Knees keep their bend: a leg that is straight at rest, as in nearly every avatar, cannot stretch,
 * and where it gives way by a tenth of a millimeter its knee already bends by three degrees. So the
 * distance from hip joint to ankle is kept for both legs, by letting the hips sink and roll. That
 * is how two rigid legs move under a pelvis: legs that stand parallel only lean, and legs that
 * stand apart roll it. Only upper legs and feet are turned. In a pose in which that would take a
 * great roll, or is not possible (sitting on the floor), the hips move less, or not at all.
 */
#include "motion/idle.h"

/* Unknowns are in meters: a roll counts as what it lifts a hip joint by. */
#define DAMPING 1e-3f
#define ITERATIONS 4
#define MAX_ROLL 0.035f     /* 2 degrees */
#define MAX_RESIDUE 0.0001f /* of the length of a leg */

typedef struct strut {
    vrm_vec3 hip;   /* where the upper leg begins, in the base */
    vrm_vec3 ankle; /* where the foot begins, and stays */
    vrm_quat foot;  /* rotation of the foot in the model's space */
    float length;   /* from hip to ankle */
} strut;

static strut measure(const vrmi_idle_stance *stance, const vrmi_idle_leg *leg) {
    strut s;
    vrm_quat rotation = stance->hips_rotation;
    s.hip = vrmi_vec3_add(stance->hips, vrmi_quat_rotate(rotation, leg->hip_to_upper));
    rotation = vrmi_quat_multiply(rotation, leg->upper);
    s.ankle = vrmi_vec3_add(s.hip, vrmi_quat_rotate(rotation, leg->upper_to_lower));
    rotation = vrmi_quat_multiply(rotation, leg->lower);
    s.ankle = vrmi_vec3_add(s.ankle, vrmi_quat_rotate(rotation, leg->lower_to_foot));
    s.foot = vrmi_quat_multiply(rotation, leg->foot);
    s.length = vrmi_vec3_length(vrmi_vec3_sub(s.ankle, s.hip));
    return s;
}

/* What takes the legs back to their lengths. */
typedef struct answer {
    float height;
    float roll;
    float residue; /* what is left of the greater error, to first order */
} answer;

/*
 * One step of Newton's for the height of the hips and their roll, damped so that it has an answer
 * also in poses in which the legs say little about the two (both stretched forward).
 */
static answer solve(const vrmi_idle_stance *moved, const strut struts[2], float width) {
    float a = DAMPING, b = 0.0f, c = DAMPING, p = 0.0f, q = 0.0f, lift, determinant;
    float error[2], by_height[2], by_roll[2];
    answer out;
    for (int i = 0; i < 2; ++i) {
        vrm_vec3 arm = vrmi_quat_rotate(moved->hips_rotation, moved->legs[i].hip_to_upper);
        vrm_vec3 leg = vrmi_vec3_sub(vrmi_vec3_add(moved->hips, arm), struts[i].ankle);
        float inverse = 1.0f / struts[i].length;
        /* By how much it is too long; how much that grows with height and with roll. */
        error[i] = (vrmi_vec3_dot(leg, leg) - struts[i].length * struts[i].length) * 0.5f * inverse;
        by_height[i] = leg.y * inverse;
        by_roll[i] = (leg.y * arm.x - leg.x * arm.y) * inverse / width;
        a += by_height[i] * by_height[i];
        b += by_height[i] * by_roll[i];
        c += by_roll[i] * by_roll[i];
        p += by_height[i] * error[i];
        q += by_roll[i] * error[i];
    }
    determinant = a * c - b * b; /* at least the square of DAMPING */
    out.height = -(c * p - b * q) / determinant;
    lift = -(a * q - b * p) / determinant;
    out.roll = lift / width;
    out.residue = 0.0f;
    for (int i = 0; i < 2; ++i) {
        float left = fabsf(error[i] + by_height[i] * out.height + by_roll[i] * lift);
        out.residue = vrmi_max(out.residue, left / struts[i].length);
    }
    return out;
}

/* How much of a shift the legs allow: all of it where they stand. */
static float allowed(answer first, float shift) {
    float part = 1.0f;
    if (fabsf(first.roll) > MAX_ROLL) part = MAX_ROLL / fabsf(first.roll);
    if (fabsf(first.height) * part > shift) part = shift / fabsf(first.height);
    if (first.residue * part > MAX_RESIDUE) part = MAX_RESIDUE / first.residue;
    return part;
}

/* The base with its hips elsewhere. */
static void place_hips(vrmi_idle_stance *moved, const vrmi_idle_stance *base, vrm_vec3 shift,
                       float yaw, float roll) {
    vrm_quat turn =
        vrmi_quat_multiply(vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 0.0f, 1.0f), roll),
                           vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), yaw));
    moved->hips = vrmi_vec3_add(base->hips, shift);
    moved->hips_rotation = vrmi_quat_normalize(vrmi_quat_multiply(turn, base->hips_rotation));
}

/* Turns a leg so that its foot stays. */
static void swing_leg(vrmi_idle_leg *leg, const vrmi_idle_stance *moved,
                      const vrmi_idle_stance *base, const strut *s) {
    vrm_vec3 hip =
        vrmi_vec3_add(moved->hips, vrmi_quat_rotate(moved->hips_rotation, leg->hip_to_upper));
    vrm_quat swing =
        vrmi_quat_from_to(vrmi_vec3_sub(s->ankle, s->hip), vrmi_vec3_sub(s->ankle, hip));
    vrm_quat upper = vrmi_quat_multiply(swing, vrmi_quat_multiply(base->hips_rotation, leg->upper));
    vrm_quat lower = vrmi_quat_multiply(upper, leg->lower);
    leg->upper =
        vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_conjugate(moved->hips_rotation), upper));
    leg->foot = vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_conjugate(lower), s->foot));
}

float vrmi_idle_shift_weight(vrmi_idle_stance *stance, vrm_vec3 *shift, float *yaw) {
    strut struts[2] = {measure(stance, &stance->legs[0]), measure(stance, &stance->legs[1])};
    vrm_vec3 between = vrmi_vec3_sub(stance->legs[0].hip_to_upper, stance->legs[1].hip_to_upper);
    float width = 0.5f * vrmi_vec3_length(between), part, roll = 0.0f;
    vrmi_idle_stance moved = *stance;
    if (!(width > VRMI_EPSILON_LENGTH && struts[0].length > VRMI_EPSILON_LENGTH &&
          struts[1].length > VRMI_EPSILON_LENGTH)) {
        *shift = vrm_vec3_make(0.0f, 0.0f, 0.0f);
        *yaw = 0.0f;
        return 0.0f;
    }
    place_hips(&moved, stance, *shift, *yaw, 0.0f);
    part = allowed(solve(&moved, struts, width), vrmi_vec3_length(*shift));
    *shift = vrmi_vec3_scale(*shift, part);
    *yaw *= part;
    for (int i = 0; i < ITERATIONS; ++i) {
        answer step;
        place_hips(&moved, stance, *shift, *yaw, roll);
        step = solve(&moved, struts, width);
        shift->y += step.height;
        roll += step.roll;
    }
    place_hips(&moved, stance, *shift, *yaw, roll);
    for (int i = 0; i < 2; ++i) swing_leg(&moved.legs[i], &moved, stance, &struts[i]);
    *stance = moved;
    return roll;
}

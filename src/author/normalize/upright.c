/*
 * A body that is tilted as a whole, or faces another direction, is turned as a whole (TP-002 to
 * TP-004).
 *
 * Bodies are never quite even. A lean, a tilt or another direction counts only if two parts of the
 * body agree: trunk and legs, or legs and arms. Turning both does not turn them against each other.
 */
#include "author/normalize/bake.h"
#include "model/t_pose.h"

/* A check limits in meters how far a body may lean and how even it has to be. These are the same
 * limits as angles, for its height and its arm span. */
static const float LEAN_DEGREES = 5.4f, EVEN_DEGREES = 2.0f;

typedef struct body {
    vrm_vec3 left_of_legs, left_of_arms; /* from right to left */
    vrm_vec3 trunk, legs, whole;         /* upwards */
} body;

static vrm_vec3 middle(const vrmi_poser *p, vrm_bone left, vrm_bone right) {
    return vrmi_vec3_lerp(vrmi_poser_position(p, left), vrmi_poser_position(p, right), 0.5f);
}

static body measure(const vrmi_poser *p) {
    body b = {{0.0f, 0.0f, 0.0f},
              {0.0f, 0.0f, 0.0f},
              {0.0f, 0.0f, 0.0f},
              {0.0f, 0.0f, 0.0f},
              {0.0f, 0.0f, 0.0f}};
    b.left_of_legs = vrmi_poser_along(p, VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_LEFT_UPPER_LEG);
    b.left_of_arms = vrmi_poser_along(p, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    b.trunk = b.whole = vrmi_poser_along(p, VRM_BONE_HIPS, VRM_BONE_HEAD);
    if (vrmi_poser_has(p, VRM_BONE_LEFT_UPPER_LEG) && vrmi_poser_has(p, VRM_BONE_LEFT_FOOT) &&
        vrmi_poser_has(p, VRM_BONE_RIGHT_UPPER_LEG) && vrmi_poser_has(p, VRM_BONE_RIGHT_FOOT) &&
        vrmi_poser_has(p, VRM_BONE_HEAD)) {
        vrm_vec3 feet = middle(p, VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT);
        vrm_vec3 thighs = middle(p, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG);
        b.legs = vrmi_vec3_sub(thighs, feet);
        b.whole = vrmi_vec3_sub(vrmi_poser_position(p, VRM_BONE_HEAD), feet);
    }
    return b;
}

/* Whether two parts of a body are both off a direction, and less off each other. */
static bool are_both_off(vrm_vec3 a, vrm_vec3 b, vrm_vec3 should, float most_degrees) {
    float least = vrmi_min(vrmi_degrees_between(a, should), vrmi_degrees_between(b, should));
    return least > most_degrees && vrmi_degrees_between(a, b) < least;
}

/* What is left of a vector at right angles to a unit vector. */
static vrm_vec3 across(vrm_vec3 v, vrm_vec3 unit) {
    return vrmi_vec3_sub(v, vrmi_vec3_scale(unit, vrmi_vec3_dot(v, unit)));
}

static vrm_vec3 level(vrm_vec3 v) { return vrm_vec3_make(v.x, 0.0f, v.z); }

/* Which way its left is, in as far as it has to be turned. */
static vrm_vec3 find_left(const body *b, vrm_vec3 forward, float side) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f}, aside = {side, 0.0f, 0.0f};
    vrm_vec3 left = vrmi_vec3_safe_normalize(b->left_of_legs, zero);
    vrm_vec3 other = vrmi_vec3_safe_normalize(b->left_of_arms, zero);
    const float sine = 0.0349f; /* of EVEN_DEGREES */
    bool looks_aside =
        vrmi_degrees_between(vrmi_vec3_cross(left, b->trunk), forward) > VRMI_POSE_FACING_DEGREES ||
        are_both_off(level(left), level(other), aside, EVEN_DEGREES);
    bool is_tilted = fabsf(left.y) > sine && fabsf(other.y) > sine && left.y * other.y > 0.0f;
    if (!is_tilted) left.y = 0.0f;
    if (!looks_aside) {
        left = vrm_vec3_make(side * vrmi_vec3_length(level(left)), left.y, 0.0f);
    }
    return vrmi_vec3_safe_normalize(left, aside);
}

/* Which way is up for it, likewise; at right angles to its left. */
static vrm_vec3 find_up(const body *b, vrm_vec3 left) {
    vrm_vec3 up = across(vrm_vec3_make(0.0f, 1.0f, 0.0f), left);
    /* A body on its side does not show how far it leans. */
    if (vrmi_vec3_length(up) < 0.1f ||
        are_both_off(across(b->trunk, left), across(b->legs, left), up, LEAN_DEGREES)) {
        up = across(b->whole, left);
    }
    return vrmi_vec3_safe_normalize(up, vrm_vec3_make(0.0f, 0.0f, 0.0f));
}

vrm_quat vrmi_find_upright(const vrmi_poser *poser, bool faces_minus_z) {
    const float half_cosine = 0.99985f; /* of EVEN_DEGREES */
    float side = faces_minus_z ? -1.0f : 1.0f;
    body b = measure(poser);
    vrm_vec3 left, up;
    vrm_quat turn;
    if (!(vrmi_vec3_length(b.left_of_legs) > 1e-6f)) b.left_of_legs = b.left_of_arms;
    /* Without two directions there is no telling. */
    if (!(vrmi_vec3_length(vrmi_vec3_cross(b.left_of_legs, b.trunk)) > 1e-9f)) {
        return vrmi_quat_identity();
    }
    left = find_left(&b, vrm_vec3_make(0.0f, 0.0f, side), side);
    up = find_up(&b, left);
    if (!(vrmi_vec3_length(up) > 0.5f)) return vrmi_quat_identity();
    turn = vrmi_quat_upright(up, vrmi_vec3_cross(left, up));
    /* A half turn about +Y. */
    if (faces_minus_z) turn = vrmi_quat_multiply(vrm_quat_make(0.0f, 1.0f, 0.0f, 0.0f), turn);
    return fabsf(turn.w) < half_cosine ? turn : vrmi_quat_identity();
}

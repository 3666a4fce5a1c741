/*
 * The T-pose of VRM (TP-005 to TP-011), by rotations of nodes: arms and fingers aside, palms down,
 * thumbs at 45 degrees, legs down, feet ahead. Bones that are nearly there stay as they are.
 */
#include "author/make/make.h"
#include "model/poser.h"

/* From how many degrees on a bone is turned. */
static const float ARM_DEGREES = 1.0f, HAND_DEGREES = 8.0f, ROLL_DEGREES = 30.0f,
                   FINGER_DEGREES = 12.0f, THUMB_DEGREES = 18.0f, LEG_DEGREES = 8.0f,
                   FOOT_DEGREES = 8.0f;

/* From one bone to another, of length 1; zero if there is none. */
static vrm_vec3 direction(const vrmi_poser *p, vrm_bone from, vrm_bone to) {
    return vrmi_vec3_safe_normalize(vrmi_poser_along(p, from, to), vrm_vec3_make(0.0f, 0.0f, 0.0f));
}

/* --- Arms --- */

/* From the knuckle of the little finger to that of the index: forward, if the palm is down. */
static void roll_palm(vrmi_poser *p, vrm_bone lower_arm, vrm_bone hand, vrm_bone thumb,
                      vrm_vec3 aside) {
    const vrm_bone index = thumb + 3, middle = thumb + 6, ring = thumb + 9, little = thumb + 12;
    const vrm_bone last = vrmi_poser_has(p, little) ? little
                          : vrmi_poser_has(p, ring) ? ring
                                                    : middle;
    const vrm_vec3 across = direction(p, last, index);
    float angle;
    if (vrmi_vec3_length(across) < 0.5f || fabsf(vrmi_vec3_dot(across, aside)) > 0.8f) return;
    /* About +X; from +Z. */
    angle = vrmi_atan2(-across.y, across.z);
    if (fabsf(vrmi_degrees(angle)) <= ROLL_DEGREES) return;
    /* A wrist that turns all of it would wring the sleeve: the forearm takes half. */
    vrmi_poser_turn(p, lower_arm,
                    vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), -0.5f * angle));
    vrmi_poser_turn(p, hand,
                    vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), -0.5f * angle));
}

/* Straight, and level; how far fingers are spread stays. */
static void straighten_finger(vrmi_poser *p, vrm_bone first, float side) {
    for (vrm_bone bone = first; bone < first + 2; ++bone) {
        const float spread = vrmi_clamp(direction(p, bone, bone + 1).z, -0.25f, 0.25f);
        const vrm_vec3 should = vrm_vec3_make(side, 0.0f, spread);
        vrmi_poser_aim(p, bone, bone + 1, should, FINGER_DEGREES);
    }
}

static void set_thumb(vrmi_poser *p, vrm_bone thumb, float side) {
    const vrm_vec3 should = vrm_vec3_make(side, 0.0f, 1.0f);
    const vrm_vec3 is = vrmi_poser_along(p, thumb + 1, thumb + 2);
    if (vrmi_degrees_between(is, should) <= THUMB_DEGREES) return;
    /* The ball of the thumb goes half of the way. */
    if (vrmi_poser_has(p, thumb)) {
        vrmi_poser_turn(p, thumb,
                        vrmi_quat_slerp(vrmi_quat_identity(), vrmi_quat_from_to(is, should), 0.5f));
    }
    vrmi_poser_aim(p, thumb + 1, thumb + 2, should, 1.0f);
}

static void set_arm(vrmi_poser *p, float side, vrm_bone upper_arm, vrm_bone thumb) {
    const vrm_vec3 aside = {side, 0.0f, 0.0f};
    const vrm_bone lower_arm = upper_arm + 1, hand = upper_arm + 2, middle = thumb + 6;
    vrmi_poser_aim(p, upper_arm, lower_arm, aside, ARM_DEGREES);
    vrmi_poser_aim(p, lower_arm, hand, aside, ARM_DEGREES);
    vrmi_poser_aim(p, hand, vrmi_poser_has(p, middle) ? middle : thumb + 3, aside, HAND_DEGREES);
    roll_palm(p, lower_arm, hand, thumb, aside);
    for (int finger = 1; finger < 5; ++finger) straighten_finger(p, thumb + 3 * finger, side);
    set_thumb(p, thumb, side);
}

/* --- Legs --- */

static const vrm_vec3 DOWN = {0.0f, -1.0f, 0.0f};

/* Whether a leg is so far from straight that it has to be turned. */
static bool is_bent(const vrmi_poser *p, vrm_bone upper_leg) {
    return vrmi_degrees_between(vrmi_poser_along(p, upper_leg, upper_leg + 1), DOWN) >
               LEG_DEGREES ||
           vrmi_degrees_between(vrmi_poser_along(p, upper_leg + 1, upper_leg + 2), DOWN) >
               LEG_DEGREES;
}

/* A leg goes straight down, and its foot keeps its pitch. */
static void straighten_leg(vrmi_poser *p, vrm_bone upper_leg) {
    const vrm_bone lower_leg = upper_leg + 1, foot = upper_leg + 2;
    const int32_t node = p->bones[foot];
    const vrm_quat before = vrmi_mat4_rotation(&p->world[node]);
    vrm_quat now;
    vrmi_poser_aim(p, upper_leg, lower_leg, DOWN, ARM_DEGREES);
    vrmi_poser_aim(p, lower_leg, foot, DOWN, ARM_DEGREES);
    now = vrmi_mat4_rotation(&p->world[node]);
    vrmi_poser_turn(p, foot,
                    vrmi_quat_normalize(vrmi_quat_multiply(before, vrmi_quat_conjugate(now))));
}

static void turn_foot_ahead(vrmi_poser *p, vrm_bone foot) {
    vrm_vec3 ahead = direction(p, foot, foot + 1);
    ahead.y = 0.0f;
    if (vrmi_vec3_length(ahead) < 0.2f) return;
    if (vrmi_degrees_between(ahead, vrm_vec3_make(0.0f, 0.0f, 1.0f)) <= FOOT_DEGREES) return;
    vrmi_poser_turn(
        p, foot,
        vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), -vrmi_atan2(ahead.x, ahead.z)));
}

/* Both legs or none: they stay alike. */
static void set_legs(vrmi_poser *p) {
    if (is_bent(p, VRM_BONE_LEFT_UPPER_LEG) || is_bent(p, VRM_BONE_RIGHT_UPPER_LEG)) {
        straighten_leg(p, VRM_BONE_LEFT_UPPER_LEG);
        straighten_leg(p, VRM_BONE_RIGHT_UPPER_LEG);
    }
    turn_foot_ahead(p, VRM_BONE_LEFT_FOOT);
    turn_foot_ahead(p, VRM_BONE_RIGHT_FOOT);
}

void vrmi_make_t_pose(vrmi_make *make) {
    int32_t bones[VRM_BONE_COUNT];
    vrmi_poser p = {
        make->gltf, &make->forest, bones, make->pose, make->world, {0.0f, 0.0f, 0.0f, 1.0f}, 0};
    if (make->stance.keeps_pose) return;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) bones[bone] = make->bones[bone].node;
    set_arm(&p, 1.0f, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_THUMB_METACARPAL);
    set_arm(&p, -1.0f, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_THUMB_METACARPAL);
    set_legs(&p);
    make->turned_bones |= p.turned;
}

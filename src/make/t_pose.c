/*
 * The T-pose of VRM (TP-005 to TP-011), by rotations of nodes: arms and fingers aside, palms down,
 * thumbs at 45 degrees, legs down, feet ahead. Bones that are nearly there stay as they are.
 */
#include "make/make.h"

/* From how many degrees on a bone is turned. */
static const float ARM_DEGREES = 1.0f, HAND_DEGREES = 8.0f, ROLL_DEGREES = 30.0f,
                   FINGER_DEGREES = 12.0f, THUMB_DEGREES = 18.0f, LEG_DEGREES = 8.0f,
                   FOOT_DEGREES = 8.0f;

/* Worlds of a node and all below it. */
static void place_below(vrmi_make *make, int32_t node) {
    const vrm_mat4 origin = vrmi_mat4_identity();
    for (uint32_t i = make->forest.place[node]; i < make->forest.end[node]; ++i) {
        const int32_t at = make->forest.order[i], parent = make->gltf->nodes[at].parent;
        make->world[at] =
            vrmi_mat4_place(parent != VRM_NONE ? &make->world[parent] : &origin, &make->pose[at]);
    }
}

/* Turns a bone, with all below it, by a rotation of the world. */
static void turn_bone(vrmi_make *make, vrm_bone bone, vrm_quat turn) {
    const int32_t node = make->bones[bone].node, parent = make->gltf->nodes[node].parent;
    const vrm_quat above =
        parent != VRM_NONE ? vrmi_mat4_rotation(&make->world[parent]) : vrmi_quat_identity();
    const vrm_quat inward =
        vrmi_quat_multiply(vrmi_quat_conjugate(above), vrmi_quat_multiply(turn, above));
    make->pose[node].rotation =
        vrmi_quat_normalize(vrmi_quat_multiply(inward, make->pose[node].rotation));
    make->turned_bones |= VRM_BONE_BIT(bone);
    place_below(make, node);
}

static bool has(const vrmi_make *make, vrm_bone bone) { return make->bones[bone].node != VRM_NONE; }

static vrm_vec3 place_of(const vrmi_make *make, vrm_bone bone) {
    return vrmi_make_position(make, make->bones[bone].node);
}

/* From one bone to another; zero where there is none. */
static vrm_vec3 direction(const vrmi_make *make, vrm_bone from, vrm_bone to) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    if (!has(make, from) || !has(make, to)) return zero;
    return vrmi_vec3_safe_normalize(vrmi_vec3_sub(place_of(make, to), place_of(make, from)), zero);
}

static float degrees_between(vrm_vec3 a, vrm_vec3 b) {
    return vrmi_degrees(vrmi_acos(vrmi_clamp(vrmi_vec3_dot(a, b), -1.0f, 1.0f)));
}

/* Turns a bone so that the one behind it lies in a direction. */
static void aim(vrmi_make *make, vrm_bone bone, vrm_bone next, vrm_vec3 should, float tolerance) {
    const vrm_vec3 is = direction(make, bone, next);
    if (vrmi_vec3_length(is) < 0.5f || degrees_between(is, should) <= tolerance) return;
    turn_bone(make, bone, vrmi_quat_from_to(is, should));
}

/* --- Arms --- */

/* From the knuckle of the little finger to that of the index: forward, where the palm is down. */
static void roll_palm(vrmi_make *make, vrm_bone lower_arm, vrm_bone hand, vrm_bone thumb,
                      vrm_vec3 aside) {
    const vrm_bone index = thumb + 3, middle = thumb + 6, ring = thumb + 9, little = thumb + 12;
    const vrm_bone last = has(make, little) ? little : has(make, ring) ? ring : middle;
    const vrm_vec3 across = direction(make, last, index);
    float angle;
    if (vrmi_vec3_length(across) < 0.5f || fabsf(vrmi_vec3_dot(across, aside)) > 0.8f) return;
    /* About +X; from +Z. */
    angle = vrmi_atan2(-across.y, across.z);
    if (fabsf(vrmi_degrees(angle)) <= ROLL_DEGREES) return;
    /* A wrist that turns all of it would wring the sleeve: the forearm takes half. */
    turn_bone(make, lower_arm,
              vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), -0.5f * angle));
    turn_bone(make, hand,
              vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), -0.5f * angle));
}

/* Straight, and level; how far fingers are spread stays. */
static void straighten_finger(vrmi_make *make, vrm_bone first, float side) {
    for (vrm_bone bone = first; bone < first + 2; ++bone) {
        const vrm_vec3 is = direction(make, bone, bone + 1);
        const float spread = vrmi_clamp(is.z, -0.25f, 0.25f);
        vrm_vec3 should = vrm_vec3_make(side, 0.0f, spread);
        should = vrmi_vec3_safe_normalize(should, should);
        if (has(make, bone) && has(make, bone + 1))
            aim(make, bone, bone + 1, should, FINGER_DEGREES);
    }
}

static void set_thumb(vrmi_make *make, vrm_bone thumb, float side) {
    const vrm_vec3 should = vrm_vec3_make(side * 0.70710678f, 0.0f, 0.70710678f);
    const vrm_vec3 is = direction(make, thumb + 1, thumb + 2);
    if (vrmi_vec3_length(is) < 0.5f || degrees_between(is, should) <= THUMB_DEGREES) return;
    /* The ball of the thumb goes half of the way. */
    if (has(make, thumb)) {
        turn_bone(make, thumb,
                  vrmi_quat_slerp(vrmi_quat_identity(), vrmi_quat_from_to(is, should), 0.5f));
    }
    aim(make, thumb + 1, thumb + 2, should, 1.0f);
}

static void set_arm(vrmi_make *make, float side, vrm_bone upper_arm, vrm_bone thumb) {
    const vrm_vec3 aside = {side, 0.0f, 0.0f};
    const vrm_bone lower_arm = upper_arm + 1, hand = upper_arm + 2, middle = thumb + 6;
    aim(make, upper_arm, lower_arm, aside, ARM_DEGREES);
    aim(make, lower_arm, hand, aside, ARM_DEGREES);
    aim(make, hand, has(make, middle) ? middle : thumb + 3, aside, HAND_DEGREES);
    roll_palm(make, lower_arm, hand, thumb, aside);
    for (int finger = 1; finger < 5; ++finger) straighten_finger(make, thumb + 3 * finger, side);
    set_thumb(make, thumb, side);
}

/* --- Legs --- */

static const vrm_vec3 DOWN = {0.0f, -1.0f, 0.0f};

/* Whether a leg is so far from straight that it has to be turned. */
static bool is_bent(const vrmi_make *make, vrm_bone upper_leg) {
    return degrees_between(direction(make, upper_leg, upper_leg + 1), DOWN) > LEG_DEGREES ||
           degrees_between(direction(make, upper_leg + 1, upper_leg + 2), DOWN) > LEG_DEGREES;
}

/* A leg goes straight down, and its foot keeps its pitch. */
static void straighten_leg(vrmi_make *make, vrm_bone upper_leg) {
    const vrm_bone lower_leg = upper_leg + 1, foot = upper_leg + 2;
    const int32_t node = make->bones[foot].node;
    const vrm_quat before = vrmi_mat4_rotation(&make->world[node]);
    vrm_quat now;
    aim(make, upper_leg, lower_leg, DOWN, ARM_DEGREES);
    aim(make, lower_leg, foot, DOWN, ARM_DEGREES);
    now = vrmi_mat4_rotation(&make->world[node]);
    turn_bone(make, foot,
              vrmi_quat_normalize(vrmi_quat_multiply(before, vrmi_quat_conjugate(now))));
}

static void turn_foot_ahead(vrmi_make *make, vrm_bone foot) {
    vrm_vec3 ahead = direction(make, foot, foot + 1);
    ahead.y = 0.0f;
    if (vrmi_vec3_length(ahead) < 0.2f) return;
    ahead = vrmi_vec3_safe_normalize(ahead, ahead);
    if (degrees_between(ahead, vrm_vec3_make(0.0f, 0.0f, 1.0f)) <= FOOT_DEGREES) return;
    turn_bone(
        make, foot,
        vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), -vrmi_atan2(ahead.x, ahead.z)));
}

/* Both legs or none, so that they stay alike. */
static void set_legs(vrmi_make *make) {
    if (is_bent(make, VRM_BONE_LEFT_UPPER_LEG) || is_bent(make, VRM_BONE_RIGHT_UPPER_LEG)) {
        straighten_leg(make, VRM_BONE_LEFT_UPPER_LEG);
        straighten_leg(make, VRM_BONE_RIGHT_UPPER_LEG);
    }
    turn_foot_ahead(make, VRM_BONE_LEFT_FOOT);
    turn_foot_ahead(make, VRM_BONE_RIGHT_FOOT);
}

void vrmi_make_t_pose(vrmi_make *make) {
    if (make->stance.keeps_pose) return;
    set_arm(make, 1.0f, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_THUMB_METACARPAL);
    set_arm(make, -1.0f, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_THUMB_METACARPAL);
    set_legs(make);
}

/* Breath and shifts of weight, over the pose that the application wrote. */
#include "motion/idle.h"

/* The bones of idle animation, in the order of vrmi_idle_state. What is above comes first. */
enum {
    HIPS,
    SPINE,
    CHEST,
    UPPER_CHEST,
    NECK,
    HEAD,
    LEFT_SHOULDER,
    RIGHT_SHOULDER,
    LEFT_ARM,
    RIGHT_ARM,
    LEFT_LEG,
    RIGHT_LEG,
    LEFT_FOOT,
    RIGHT_FOOT,
    SLOT_COUNT
};
_Static_assert((int)SLOT_COUNT == (int)VRMI_IDLE_BONE_COUNT,
               "one place in the state for each bone");

enum { BREATH = 1, SWAY = 2 };

static const struct {
    vrm_bone bone;
    int32_t parts;      /* which of the two turn it */
    int32_t substitute; /* turns in its place where the avatar does not have it; or VRM_NONE */
} slots[SLOT_COUNT] = {
    [HIPS] = {VRM_BONE_HIPS, SWAY, VRM_NONE},
    [SPINE] = {VRM_BONE_SPINE, BREATH | SWAY, VRM_NONE},
    [CHEST] = {VRM_BONE_CHEST, BREATH | SWAY, SPINE},
    [UPPER_CHEST] = {VRM_BONE_UPPER_CHEST, BREATH | SWAY, CHEST},
    [NECK] = {VRM_BONE_NECK, BREATH | SWAY, HEAD},
    [HEAD] = {VRM_BONE_HEAD, BREATH | SWAY, VRM_NONE},
    [LEFT_SHOULDER] = {VRM_BONE_LEFT_SHOULDER, BREATH, VRM_NONE},
    [RIGHT_SHOULDER] = {VRM_BONE_RIGHT_SHOULDER, BREATH, VRM_NONE},
    [LEFT_ARM] = {VRM_BONE_LEFT_UPPER_ARM, BREATH | SWAY, VRM_NONE},
    [RIGHT_ARM] = {VRM_BONE_RIGHT_UPPER_ARM, BREATH | SWAY, VRM_NONE},
    [LEFT_LEG] = {VRM_BONE_LEFT_UPPER_LEG, SWAY, VRM_NONE},
    [RIGHT_LEG] = {VRM_BONE_RIGHT_UPPER_LEG, SWAY, VRM_NONE},
    [LEFT_FOOT] = {VRM_BONE_LEFT_FOOT, SWAY, VRM_NONE},
    [RIGHT_FOOT] = {VRM_BONE_RIGHT_FOOT, SWAY, VRM_NONE},
};

/* A value that differs by no more is the one that was written: a host's scene graph may have
 * rounded it on its way back. Of quaternions and meters. */
#define SAME 1e-5f

#define DEGREE (VRMI_PI / 180.0f)

/* Amplitudes: the ends of what noise can reach, and a full breath. Noise stays below a half of its
 * end for nine tenths of the time. */
#define SWAY_X 0.032f /* of the length of a leg */
#define SWAY_Z 0.012f
#define SWAY_YAW (2.5f * DEGREE)
#define LEAN_BACK 0.6f /* the part of the hips' shift that the head does not follow */
#define HEAD_PITCH (3.0f * DEGREE)
#define HEAD_YAW (5.0f * DEGREE)
#define HEAD_ROLL (3.0f * DEGREE)
#define ARM_SWING (2.0f * DEGREE)
#define BREATH_SPINE (0.3f * DEGREE)
#define BREATH_CHEST (0.6f * DEGREE)
#define BREATH_UPPER_CHEST (0.9f * DEGREE)
#define BREATH_SHOULDER (1.2f * DEGREE)
#define BREATH_ARM (0.8f * DEGREE)

typedef struct body {
    vrmi_idle_state *state;
    vrm_avatar *avatar;
    const vrm_model *model;
    const int32_t *nodes;
    int32_t parts; /* BREATH, SWAY: those that are on */
    /* What to write: turns in the axes of the bone's parent, as axis times angle; and rotations. */
    vrm_vec3 turns[SLOT_COUNT];
    vrm_quat rotations[SLOT_COUNT];
} body;

/* ------------------------------------------------------------------------------------ the base */

static bool has(const body *b, int32_t slot) { return b->nodes[slots[slot].bone] != VRM_NONE; }

static bool is_same_rotation(vrm_quat a, vrm_quat b) {
    if (vrmi_quat_dot(a, b) < 0.0f) b = vrmi_quat_negate(b);
    return fabsf(a.x - b.x) <= SAME && fabsf(a.y - b.y) <= SAME && fabsf(a.z - b.z) <= SAME &&
           fabsf(a.w - b.w) <= SAME;
}

static bool is_same_position(vrm_vec3 a, vrm_vec3 b) {
    return fabsf(a.x - b.x) <= SAME && fabsf(a.y - b.y) <= SAME && fabsf(a.z - b.z) <= SAME;
}

/* The rotation of a bone that the avatar has, as it is in the pose. */
static vrm_quat in_pose(const body *b, int32_t slot) {
    return vrm_avatar_locals(b->avatar)[b->nodes[slots[slot].bone]].rotation;
}

/* Whether the bone still holds what was written here last. */
static bool is_ours(const body *b, int32_t slot) {
    return has(b, slot) && (b->state->bones & (1u << slot)) != 0 &&
           is_same_rotation(in_pose(b, slot), b->state->last[slot]);
}

static bool are_hips_ours(const body *b) {
    return b->state->hips_moved != 0 &&
           is_same_position(vrm_avatar_hips_position(b->avatar), b->state->hips_last);
}

/* What the application has written since the last update becomes the base. What no part that is on
 * turns is given back. */
static void take_base(body *b) {
    for (int32_t i = 0; i < SLOT_COUNT; ++i) {
        bool is_on = has(b, i) && (slots[i].parts & b->parts) != 0;
        if (is_on && !is_ours(b, i)) {
            b->state->base[i] = vrm_avatar_bone_rotation(b->avatar, slots[i].bone);
        } else if (!is_on && is_ours(b, i)) {
            vrm_avatar_set_bone_rotation_value(b->avatar, slots[i].bone, b->state->base[i]);
        }
        if (!is_on) b->state->bones &= ~(1u << i);
        b->rotations[i] = b->state->base[i];
    }
    if ((b->parts & SWAY) != 0) {
        if (!are_hips_ours(b)) b->state->hips_base = vrm_avatar_hips_position(b->avatar);
    } else {
        if (are_hips_ours(b)) vrm_avatar_set_hips_position_value(b->avatar, b->state->hips_base);
        b->state->hips_moved = 0;
    }
}

static void write_pose(body *b) {
    for (int32_t i = 0; i < SLOT_COUNT; ++i) {
        /* Half the angle and its tangent are the same to 0.003 degrees here. */
        vrm_vec3 half = vrmi_vec3_scale(b->turns[i], 0.5f);
        vrm_quat turn = vrm_quat_make(half.x, half.y, half.z, 1.0f);
        if (!has(b, i) || (slots[i].parts & b->parts) == 0) continue;
        vrm_avatar_set_bone_rotation_value(b->avatar, slots[i].bone,
                                           vrmi_quat_multiply(turn, b->rotations[i]));
        b->state->last[i] = in_pose(b, i);
        b->state->bones |= 1u << i;
    }
}

/* ---------------------------------------------------------------------------------- the motion */

/* About x a bone above the hips bends forward, about y it turns left, about z it leans right. */
static void turn_bone(body *b, int32_t slot, float x, float y, float z) {
    while (slot != VRM_NONE && !has(b, slot)) slot = slots[slot].substitute;
    if (slot == VRM_NONE) return;
    b->turns[slot] = vrmi_vec3_add(b->turns[slot], vrm_vec3_make(x, y, z));
}

/* How full the lungs are: in, out, and a pause. */
static float lungs(const vrmi_idle_state *state) {
    float phase = (float)(uint32_t)((state->breath >> 8) & 0xffffffu) * (1.0f / 16777216.0f);
    float depth =
        vrmi_chance_unit(vrmi_chance(state->seed, VRMI_IDLE_BREATH_DEPTH, state->breath >> 32));
    return (vrmi_smooth_step(0.0f, 0.4f, phase) - vrmi_smooth_step(0.4f, 0.9f, phase)) *
           (0.75f + 0.25f * depth);
}

static void breathe(body *b, float amount) {
    float air = lungs(b->state) * amount;
    turn_bone(b, SPINE, -BREATH_SPINE * air, 0.0f, 0.0f);
    turn_bone(b, CHEST, -BREATH_CHEST * air, 0.0f, 0.0f);
    turn_bone(b, UPPER_CHEST, -BREATH_UPPER_CHEST * air, 0.0f, 0.0f);
    /* The head stays level. */
    turn_bone(b, NECK, 0.5f * (BREATH_SPINE + BREATH_CHEST + BREATH_UPPER_CHEST) * air, 0.0f, 0.0f);
    turn_bone(b, HEAD, 0.4f * (BREATH_SPINE + BREATH_CHEST + BREATH_UPPER_CHEST) * air, 0.0f, 0.0f);
    /* Shoulders rise, and the arms go on hanging. */
    if (has(b, LEFT_SHOULDER) && has(b, RIGHT_SHOULDER)) {
        turn_bone(b, LEFT_SHOULDER, 0.0f, 0.0f, BREATH_SHOULDER * air);
        turn_bone(b, RIGHT_SHOULDER, 0.0f, 0.0f, -BREATH_SHOULDER * air);
        turn_bone(b, LEFT_ARM, 0.0f, 0.0f, -BREATH_ARM * air);
        turn_bone(b, RIGHT_ARM, 0.0f, 0.0f, BREATH_ARM * air);
    }
}

static float noise(const body *b, vrmi_idle_channel channel, uint32_t milliseconds) {
    return vrmi_noise(b->state->seed, (uint32_t)channel, b->state->time,
                      (uint64_t)milliseconds * 1000000u);
}

static vrmi_idle_leg get_leg(const body *b, int32_t leg_slot, int32_t foot_slot, vrm_bone lower,
                             vrm_vec3 rest_hips) {
    vrm_vec3 rest_upper = vrm_model_bone_rest_position(b->model, slots[leg_slot].bone);
    vrm_vec3 rest_lower = vrm_model_bone_rest_position(b->model, lower);
    vrm_vec3 rest_foot = vrm_model_bone_rest_position(b->model, slots[foot_slot].bone);
    vrmi_idle_leg leg;
    leg.upper = b->state->base[leg_slot];
    leg.lower = vrm_avatar_bone_rotation(b->avatar, lower);
    leg.foot = b->state->base[foot_slot];
    leg.hip_to_upper = vrmi_vec3_sub(rest_upper, rest_hips);
    leg.upper_to_lower = vrmi_vec3_sub(rest_lower, rest_upper);
    leg.lower_to_foot = vrmi_vec3_sub(rest_foot, rest_lower);
    return leg;
}

static bool has_legs(const body *b) {
    return has(b, HIPS) && has(b, LEFT_LEG) && has(b, RIGHT_LEG) && has(b, LEFT_FOOT) &&
           has(b, RIGHT_FOOT) && b->nodes[VRM_BONE_LEFT_LOWER_LEG] != VRM_NONE &&
           b->nodes[VRM_BONE_RIGHT_LOWER_LEG] != VRM_NONE;
}

/* Moves hips and legs, and lets the upper body make up for it. */
static void shift_weight(body *b, float amount) {
    vrmi_idle_stance stance;
    vrm_vec3 shift, rest_hips = vrm_model_bone_rest_position(b->model, VRM_BONE_HIPS);
    float leg_length, trunk, yaw, roll, lean;
    if (!has_legs(b)) return;
    stance.hips = b->state->hips_base;
    stance.hips_rotation = b->state->base[HIPS];
    stance.legs[0] = get_leg(b, LEFT_LEG, LEFT_FOOT, VRM_BONE_LEFT_LOWER_LEG, rest_hips);
    stance.legs[1] = get_leg(b, RIGHT_LEG, RIGHT_FOOT, VRM_BONE_RIGHT_LOWER_LEG, rest_hips);
    leg_length = vrmi_vec3_length(stance.legs[0].upper_to_lower) +
                 vrmi_vec3_length(stance.legs[0].lower_to_foot);
    shift.x = SWAY_X * leg_length * amount *
              (0.8f * noise(b, VRMI_IDLE_SWAY_X, 3700) + 0.2f * noise(b, VRMI_IDLE_SWAY_X, 1300));
    shift.y = 0.0f;
    shift.z = SWAY_Z * leg_length * amount * noise(b, VRMI_IDLE_SWAY_Z, 2300);
    yaw = SWAY_YAW * amount * noise(b, VRMI_IDLE_SWAY_YAW, 4300);
    roll = vrmi_idle_shift_weight(&stance, &shift, &yaw);
    b->rotations[HIPS] = stance.hips_rotation;
    b->rotations[LEFT_LEG] = stance.legs[0].upper;
    b->rotations[RIGHT_LEG] = stance.legs[1].upper;
    b->rotations[LEFT_FOOT] = stance.legs[0].foot;
    b->rotations[RIGHT_FOOT] = stance.legs[1].foot;
    vrm_avatar_set_hips_position_value(b->avatar, stance.hips);
    b->state->hips_last = vrm_avatar_hips_position(b->avatar);
    b->state->hips_moved = 1;
    /* The trunk leans back over the feet, and the head stays more upright than the trunk. */
    trunk = vrm_model_bone_rest_position(b->model, VRM_BONE_HEAD).y - rest_hips.y;
    lean = LEAN_BACK * shift.x / vrmi_max(trunk, 0.25f * leg_length + VRMI_EPSILON_LENGTH);
    turn_bone(b, SPINE, 0.0f, -0.4f * yaw, 0.6f * lean - roll);
    turn_bone(b, CHEST, 0.0f, -0.4f * yaw, 0.4f * lean);
    turn_bone(b, NECK, 0.0f, 0.0f, -0.4f * lean);
    turn_bone(b, HEAD, 0.0f, 0.0f, -0.4f * lean);
}

static void sway(body *b, float amount) {
    float pitch = HEAD_PITCH * amount * noise(b, VRMI_IDLE_HEAD_PITCH, 2300);
    float yaw = HEAD_YAW * amount * noise(b, VRMI_IDLE_HEAD_YAW, 2900);
    float roll = HEAD_ROLL * amount * noise(b, VRMI_IDLE_HEAD_ROLL, 3100);
    shift_weight(b, amount);
    turn_bone(b, NECK, 0.4f * pitch, 0.4f * yaw, 0.4f * roll);
    turn_bone(b, HEAD, 0.6f * pitch, 0.6f * yaw, 0.6f * roll);
    turn_bone(b, LEFT_ARM, ARM_SWING * amount * noise(b, VRMI_IDLE_LEFT_ARM, 2100), 0.0f, 0.0f);
    turn_bone(b, RIGHT_ARM, ARM_SWING * amount * noise(b, VRMI_IDLE_RIGHT_ARM, 2500), 0.0f, 0.0f);
}

void vrmi_idle_write_body(vrmi_idle *idle, vrm_avatar *avatar) {
    body b = {0};
    /* Begins with the base itself, so that it can begin at any time without a jump. */
    float fade = idle->state.time < VRMI_SECOND
                     ? vrmi_smooth_step(0.0f, 1.0f, vrmi_idle_seconds(idle->state.time))
                     : 1.0f;
    float breath_amount = vrmi_saturate(idle->breath), sway_amount = vrmi_saturate(idle->sway);
    b.state = &idle->state;
    b.avatar = avatar;
    b.model = vrm_avatar_model(avatar);
    b.nodes = vrm_model_tables(b.model)->humanoid.nodes;
    b.parts = (breath_amount > 0.0f ? BREATH : 0) | (sway_amount > 0.0f ? SWAY : 0);
    take_base(&b);
    if (breath_amount > 0.0f) breathe(&b, breath_amount * fade);
    if (sway_amount > 0.0f) sway(&b, sway_amount * fade);
    write_pose(&b);
}

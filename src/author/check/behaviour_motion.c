/* What the avatar does while it is measured: each motion moves what springs usually hang on. */
#include "author/check/behaviour.h"

typedef struct swing {
    vrm_bone bone;
    vrm_vec3 axis;
    float degrees; /* to either side */
    float hertz;
    float phase; /* of a turn */
} swing;

/* In the axes of an avatar that faces +Z. Hips turn skirts and tails, legs push skirts. */
static const swing sway[] = {
    {VRM_BONE_HIPS, {0, 1, 0}, 25, 0.7f, 0},
    {VRM_BONE_SPINE, {0, 0, 1}, 10, 1.4f, 0},
    {VRM_BONE_CHEST, {0, 1, 0}, 10, 0.7f, 0.5f},
    {VRM_BONE_HEAD, {1, 0, 0}, 8, 1.4f, 0.25f},
    {VRM_BONE_LEFT_UPPER_LEG, {1, 0, 0}, 25, 1, 0},
    {VRM_BONE_RIGHT_UPPER_LEG, {1, 0, 0}, 25, 1, 0.5f},
    {VRM_BONE_LEFT_UPPER_ARM, {0, 1, 0}, 25, 1, 0},
    {VRM_BONE_RIGHT_UPPER_ARM, {0, 1, 0}, 25, 1, 0},
};

static const swing shake[] = {
    {VRM_BONE_SPINE, {1, 0, 0}, 8, 1.1f, 0},
    {VRM_BONE_NECK, {1, 0, 0}, 12, 1.3f, 0.25f},
    {VRM_BONE_HEAD, {0, 1, 0}, 35, 2, 0},
    {VRM_BONE_LEFT_UPPER_ARM, {0, 0, 1}, 35, 1.7f, 0},
    {VRM_BONE_RIGHT_UPPER_ARM, {0, 0, 1}, 35, 1.7f, 0.5f},
    {VRM_BONE_LEFT_LOWER_ARM, {0, 1, 0}, 30, 1.3f, 0},
    {VRM_BONE_RIGHT_LOWER_ARM, {0, 1, 0}, 30, 1.3f, 0.5f},
    {VRM_BONE_LEFT_HAND, {0, 0, 1}, 25, 2, 0},
    {VRM_BONE_RIGHT_HAND, {0, 0, 1}, 25, 2, 0},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static float wave(float hertz, float phase, float seconds) {
    float sine, cosine;
    vrmi_sincos(VRMI_PI * 2.0f * (hertz * seconds + phase), &sine, &cosine);
    return sine;
}

static void apply(vrm_avatar *avatar, const swing *swings, size_t count, float seconds,
                  float amount) {
    for (size_t i = 0; i < count; ++i) {
        const swing *s = &swings[i];
        float degrees = amount * s->degrees * wave(s->hertz, s->phase, seconds);
        vrm_avatar_set_bone_rotation_value(
            avatar, s->bone, vrmi_quat_from_axis_angle(s->axis, vrmi_radians(degrees)));
    }
}

/* The whole avatar goes to and fro and turns, so that also what hangs on no bone is moved. */
static void apply_root(vrm_avatar *avatar, float seconds, float amount) {
    vrm_trs root = vrmi_trs_identity();
    root.translation.x = amount * 0.25f * wave(0.5f, 0.0f, seconds);
    root.translation.y = amount * 0.03f * wave(2.0f, 0.0f, seconds);
    root.rotation = vrmi_quat_from_axis_angle(
        vrm_vec3_make(0.0f, 1.0f, 0.0f), vrmi_radians(amount * 60.0f * wave(0.4f, 0.0f, seconds)));
    vrm_avatar_set_root(avatar, &root);
}

/* 0 to 1 within the first steps of a motion. */
static float rise(uint32_t step) {
    return vrmi_min(1.0f, (float)(step + 1) / (float)VRMI_STAND_STEPS);
}

void vrmi_life_pose(vrm_avatar *avatar, int motion, uint32_t step) {
    float seconds = (float)step / 60.0f, amount = rise(step);
    float end = (float)VRMI_MOTION_STEPS / 60.0f;
    switch (motion) {
    case VRMI_MOTION_SWAY:
        apply(avatar, sway, COUNT(sway), seconds, amount);
        apply_root(avatar, seconds, amount);
        break;
    case VRMI_MOTION_SHAKE:
        /* The motion before goes on and fades while this one begins. */
        if (step < VRMI_STAND_STEPS) {
            apply(avatar, sway, COUNT(sway), end + seconds, 1.0f - amount);
            apply_root(avatar, end + seconds, 1.0f - amount);
        }
        apply(avatar, shake, COUNT(shake), seconds, amount);
        break;
    default:
        if (step < VRMI_STAND_STEPS) {
            apply(avatar, shake, COUNT(shake), end + seconds, 1.0f - amount);
        }
        break;
    }
}

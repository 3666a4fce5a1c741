/* The motions of `vrm diff --motion`: the same inputs for both avatars. */
#include "apps/kit/avatar/player.h"
#include "diff_motion.h"

#include <math.h>

/* --- Idle life --- */

void drive_idle(motion_driver *driver, double time, float dt) {
    if (time <= 0.0) {
        avatar_relax(driver->a);
        avatar_relax(driver->b);
        vrm_idle_init(&driver->idle_a, 1);
        vrm_idle_init(&driver->idle_b, 1);
    }
    vrm_idle_update(&driver->idle_a, driver->a, dt);
    vrm_idle_update(&driver->idle_b, driver->b, dt);
}

/* --- A file --- */

void drive_clip(motion_driver *driver, double time, float dt) {
    (void)dt;
    clip_player_apply(driver->player_a, driver->a, time, 0);
    clip_player_apply(driver->player_b, driver->b, time, 0);
}

/* --- Poses out of a random number generator --- */

/* Every pose is reached after this time, and left for the next one at once. */
#define SECONDS_OF_A_POSE 0.75
#define MOST_TURN 0.45f /* sine of half of the largest angle about each axis, roughly */

/* A number from -1 to 1 that belongs to a pose and a place in it, whatever was asked for before: a
 * bone that only one avatar has changes nothing for the others. */
static float random_of(uint32_t pose, uint32_t place) {
    uint64_t x = ((uint64_t)pose << 32 | place) + 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    return (float)((double)(x >> 11) / 4503599627370496.0 - 1.0);
}

/* What a number is between two poses; `part` goes from 0 to 1 and starts and ends softly. */
static float between(uint32_t pose, uint32_t place, float part) {
    float from = pose > 0 ? random_of(pose, place) : 0.0f, to = random_of(pose + 1, place);
    float soft = part * part * (3.0f - 2.0f * part);
    return from + (to - from) * soft;
}

enum { PLACE_HIPS = 1000, PLACE_ROOT = 1010, PLACE_GAZE = 1020, PLACE_EXPRESSIONS = 2000 };

static vrm_quat random_rotation(uint32_t pose, uint32_t place, float part, float most) {
    float x = between(pose, place, part) * most, y = between(pose, place + 1, part) * most;
    float z = between(pose, place + 2, part) * most, length = sqrtf(x * x + y * y + z * z + 1.0f);
    return vrm_quat_make(x / length, y / length, z / length, 1.0f / length);
}

static void move_hips(vrm_avatar *avatar, uint32_t pose, float part) {
    vrm_vec3 hips = vrm_model_bone_rest_position(vrm_avatar_model(avatar), VRM_BONE_HIPS);
    hips.x += between(pose, PLACE_HIPS, part) * 0.1f;
    hips.y += between(pose, PLACE_HIPS + 1, part) * 0.1f;
    hips.z += between(pose, PLACE_HIPS + 2, part) * 0.1f;
    vrm_avatar_set_hips_position(avatar, &hips);
}

static void move_body(vrm_avatar *avatar, const motion_driver *driver, uint32_t pose, float part) {
    vrm_trs root = vrm_trs_identity();
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_quat turn;
        if (vrm_model_bone_node(driver->pair->a.model, bone) == VRM_NONE ||
            vrm_model_bone_node(driver->pair->b.model, bone) == VRM_NONE) {
            continue;
        }
        turn = random_rotation(pose, (uint32_t)bone * 4, part, MOST_TURN);
        vrm_avatar_set_bone_rotation(avatar, bone, &turn);
    }
    move_hips(avatar, pose, part);
    /* Up to a metre within a pose: a run, which springs lag behind. */
    root.translation.x = between(pose, PLACE_ROOT, part);
    root.translation.z = between(pose, PLACE_ROOT + 1, part);
    root.rotation = vrm_quat_make(0.0f, between(pose, PLACE_ROOT + 2, part) * 0.7f, 0.0f, 0.0f);
    root.rotation.w = sqrtf(1.0f - root.rotation.y * root.rotation.y);
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_set_look_at_degrees(avatar, between(pose, PLACE_GAZE, part) * 60.0f,
                                   between(pose, PLACE_GAZE + 1, part) * 40.0f);
}

/* Most are off at a time, as in a face. */
static void move_face(motion_driver *driver, uint32_t pose, float part) {
    for (uint32_t i = 0; i < driver->pair->a.tables->expression_count; ++i) {
        const int32_t other =
            vrm_diff_match(driver->pair->diff, VRM_DIFF_TABLE_EXPRESSIONS, (int32_t)i);
        float weight = between(pose, PLACE_EXPRESSIONS + i, part) * 2.0f - 1.0f;
        if (other == VRM_NONE) continue;
        if (weight < 0.0f) weight = 0.0f;
        vrm_avatar_set_expression(driver->a, (int32_t)i, weight);
        vrm_avatar_set_expression(driver->b, other, weight);
    }
}

void drive_random(motion_driver *driver, double time, float dt) {
    double poses = time / SECONDS_OF_A_POSE;
    uint32_t pose = (uint32_t)poses;
    float part = (float)(poses - (double)pose);
    (void)dt;
    move_body(driver->a, driver, pose, part);
    move_body(driver->b, driver, pose, part);
    move_face(driver, pose, part);
}

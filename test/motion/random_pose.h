/* Poses for tests: any numbers that a pose may have, from a seed. */
#ifndef TEST_MOTION_RANDOM_POSE_H
#define TEST_MOTION_RANDOM_POSE_H

#include "base/chance.h"
#include "base/math.h"
#include "vrm/pose.h"

#include <string.h>

static inline float random_number(uint64_t seed, uint64_t place) {
    return vrmi_chance_unit(vrmi_chance(seed, 77, place)) * 2.0f - 1.0f;
}

static inline vrm_quat random_rotation(uint64_t seed, uint64_t place) {
    return vrmi_quat_normalize(
        vrm_quat_make(random_number(seed, 4 * place), random_number(seed, 4 * place + 1),
                      random_number(seed, 4 * place + 2), random_number(seed, 4 * place + 3)));
}

/* A pose that says everything but customs, with a direction of the eyes. */
static inline vrm_pose random_pose(uint64_t seed) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.bones = VRM_ALL_BONES;
    pose.presets = VRM_ALL_PRESETS;
    pose.parts = VRM_POSE_HIPS | VRM_POSE_LOOK_AT_DEGREES;
    for (uint64_t i = 0; i < VRM_BONE_COUNT; ++i) pose.rotations[i] = random_rotation(seed, i);
    for (uint64_t i = 0; i < VRM_PRESET_COUNT; ++i) {
        pose.weights[i] = fabsf(random_number(seed, 300 + i));
    }
    pose.hips =
        vrm_vec3_make(random_number(seed, 400), random_number(seed, 401), random_number(seed, 402));
    pose.yaw_degrees = 40.0f * random_number(seed, 403);
    pose.pitch_degrees = 20.0f * random_number(seed, 404);
    return pose;
}

/* Whether all values of two poses have the same bits, except custom expressions. */
static inline bool pose_is_same(const vrm_pose *a, const vrm_pose *b) {
    vrm_pose p = *a, q = *b;
    p.custom_count = q.custom_count = p.custom_capacity = q.custom_capacity = 0;
    p.customs = q.customs = NULL;
    return memcmp(&p, &q, sizeof p) == 0;
}

static inline bool is_same_rotation(vrm_quat a, vrm_quat b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The angle between two rotations, in degrees. */
static inline double rotation_error(vrm_quat a, vrm_quat b) {
    vrm_quat d = vrmi_quat_multiply(vrmi_quat_conjugate(a), b);
    double v =
        sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y + (double)d.z * (double)d.z);
    return 2.0 * atan2(v, fabs((double)d.w)) * (180.0 / 3.14159265358979323846);
}

static inline double pose_error(const vrm_pose *a, const vrm_pose *b) {
    double most = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        most = fmax(most, rotation_error(a->rotations[i], b->rotations[i]));
    }
    return most;
}

#endif

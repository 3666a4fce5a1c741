/* Clips and poses for the tests of mixers. */
#ifndef TEST_MOTION_MIXER_CLIPS_H
#define TEST_MOTION_MIXER_CLIPS_H

#include "base/floats.h"
#include "base/math.h"
#include "motion/made_clip.h"
#include "motion/random_pose.h"

#include <vrm/mixer.h>

#define FRAME_60 16666667

static inline vrm_quat about(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static inline vrm_pose still(void) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    return pose;
}

/* A clip of two seconds in which every bone of the made body turns from one random rotation to
 * another, by at most 60 degrees, and the hips go forward by 1. */
static inline vrm_clip *random_clip(uint64_t seed) {
    vrm_pose keys[3];
    const float times[3] = {0, 1, 2};
    const made_body body = made_body_default();
    for (int i = 0; i < 3; ++i) {
        keys[i] = still();
        keys[i].bones = body.bones;
        keys[i].parts = VRM_POSE_HIPS;
        keys[i].hips =
            vrm_vec3_make(0.05f * (float)(i == 1), -0.05f * (float)(i == 1), 0.5f * (float)i);
        for (uint64_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_quat turn = random_rotation(seed + (uint64_t)(i % 2), bone);
            keys[i].rotations[bone] = vrmi_quat_slerp(
                vrmi_quat_identity(), turn.w < 0 ? vrmi_quat_negate(turn) : turn, 0.25f);
        }
    }
    return made_clip(keys, times, 3, &body);
}

/* A clip of one second of one bone, which turns about x by an angle, and back. */
static inline vrm_clip *nod_clip(vrm_bone bone, float from, float to) {
    vrm_pose keys[3];
    const float times[3] = {0, 0.5f, 1};
    for (int i = 0; i < 3; ++i) {
        keys[i] = still();
        keys[i].bones = VRM_BONE_BIT(bone);
        keys[i].rotations[bone] = about(1, 0, 0, i == 1 ? to : from);
    }
    return made_clip(keys, times, 3, NULL);
}

/* One clip says what a sample of it says, completed by rest. */
static inline vrm_pose shown(const vrm_clip *clip, int64_t time) {
    vrm_pose pose = still();
    vrm_clip_sample(clip, time, &pose);
    vrm_pose_fill(&pose, NULL);
    return pose;
}

#endif

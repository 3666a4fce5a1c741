/* The weighted sum of poses, of which mixers are made. */
#ifndef VRMI_MOTION_MIXER_H
#define VRMI_MOTION_MIXER_H

#include "motion/pose.h"
#include "motion/quat_wide.h"
#include "vrm/mixer.h"

/* What a slot gives to the sum of its layer. */
typedef struct vrmi_mixer_part {
    const vrm_pose *pose;
    const vrm_clip *clip; /* that the places of its customs belong to; NULL: none */
    uint64_t bones;       /* what of the pose takes part */
    uint32_t presets;
    vrm_pose_parts parts;
    float weight;  /* more than 0 */
    vrm_vec3 root; /* movement of the root, with the weight of the hips */
} vrmi_mixer_part;

/* A pose that grows layer by layer. */
typedef struct vrmi_mixer_pose {
    vrm_pose *pose;
    vrm_vec3 root;
    const vrm_clip *custom_clip; /* all customs are of this clip */
    bool customs_are_mixed;      /* they are of several */
} vrmi_mixer_pose;

/* How bones were summed up so far: a bit for each. */
typedef struct vrmi_mixer_sum {
    /* One rotation alone is kept as it is, so that nothing happens to its bits; a sum has the
     * weights in it. */
    vrm_quat rotations[VRM_BONE_COUNT];
    float totals[VRM_BONE_COUNT]; /* of weights */
    uint64_t alone;
    uint64_t summed;
    float weights[VRM_PRESET_COUNT]; /* of presets, times the weights of slots */
    float weight_totals[VRM_PRESET_COUNT];
    float custom_weights[VRM_MIXER_CUSTOMS];
    float custom_totals[VRM_MIXER_CUSTOMS];
    uint32_t presets;
    vrm_vec3 hips; /* times weights, as all that follow */
    vrm_vec3 root;
    float hips_total;
    float yaw_degrees;
    float pitch_degrees;
    float degrees_total;
    vrm_vec3 point;
    float point_total;
} vrmi_mixer_sum;

void vrmi_mixer_sum_begin(vrmi_mixer_sum *sum);
/* Customs that the pose does not have yet are added to it, with the weight 0. */
void vrmi_mixer_sum_add(vrmi_mixer_sum *sum, const vrmi_mixer_part *part, vrmi_mixer_pose *below);
/* Lays the sum over the pose. */
void vrmi_mixer_sum_end(const vrmi_mixer_sum *sum, vrmi_mixer_pose *below);

#endif

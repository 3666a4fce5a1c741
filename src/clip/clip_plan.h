/*
 * The first half of making a clip: what each track of a motion becomes when it is normalized, and
 * how bones come together. The second half (clip_build.c) packs it.
 */
#ifndef VRMI_CLIP_CLIP_PLAN_H
#define VRMI_CLIP_CLIP_PLAN_H

#include "clip/clip.h"

/* A track that is normalized and changes over time. */
typedef struct vrmi_plan_track {
    const float *times;
    float *values;
    uint32_t count; /* of the keys */
    int32_t interpolation;
    uint32_t width;       /* 4: a rotation; else a curve of 1 or 3 */
    uint32_t rotation;    /* of the clip */
    vrmi_curve_kind kind; /* of a curve */
    uint32_t index;       /* likewise */
    uint64_t hash;        /* of the times and the interpolation: tracks of a set have the same */
} vrmi_plan_track;

typedef struct vrmi_plan {
    vrm_pose base;
    vrmi_plan_track *tracks;
    vrm_string *customs;
    float *custom_weights;
    vrm_quat joints[VRMI_CLIP_MAX_JOINTS];
    vrmi_clip_way way[VRMI_CLIP_MAX_WAY];
    vrmi_clip_turn *turns;
    vrm_vec3 way_rest;
    vrm_quat look_at;
    uint64_t moving_bones;
    uint32_t track_count;
    uint32_t custom_count;
    uint32_t joint_count;
    uint32_t turn_count;
    uint32_t way_count;
} vrmi_plan;

/* False: memory was refused. Everything is taken from the scratch arena of the load. */
bool vrmi_clip_plan(vrmi_load *load, const vrmi_source_motion *motion, vrmi_plan *out);

#endif

/*
 * What a .vrma file is made of: the tracks of a clip, as channels have them. Each is a list of its
 * own here, whichever of them the clip keeps together.
 */
#ifndef VRMI_WRITE_VRMA_TRACKS_H
#define VRMI_WRITE_VRMA_TRACKS_H

#include "clip/clip.h"
#include "vrm/author/write.h"

#include <math.h>

typedef enum vrmi_vrma_kind {
    VRMI_VRMA_ROTATION, /* of the bone `index` */
    VRMI_VRMA_HIPS,     /* their place, in meters */
    VRMI_VRMA_PRESET,   /* a weight; `index` is the preset */
    VRMI_VRMA_CUSTOM,   /* a weight; `index` into the customs of the clip */
    VRMI_VRMA_LOOK_AT   /* the rotation of the eyes */
} vrmi_vrma_kind;

typedef struct vrmi_vrma_track {
    vrmi_vrma_kind kind;
    uint32_t index;
    uint32_t width; /* numbers of a value: 4, 3 or 1 */
    const float *times;
    float *values; /* by key; of a spline, three values a key */
    uint32_t count;
    int32_t interpolation;
    bool is_short;  /* of a rotation: it is written in 16 bits */
    uint32_t input; /* set by the writer: which list of times it has */
} vrmi_vrma_track;

typedef struct vrmi_vrma_tracks {
    vrmi_vrma_track *tracks; /* bones, hips, presets, customs, lookAt */
    uint32_t count;
    uint64_t bones;    /* that the file has */
    uint32_t presets;  /* likewise */
    bool *has_custom;  /* by custom of the clip: likewise */
    float hips_height; /* in meters */
    vrm_written_changes changes;
    uint64_t clip_key_count;                         /* before keys were removed */
    float error_degrees, error_meters, error_weight; /* the largest, at the keys that there were */
} vrmi_vrma_tracks;

/* The numbers of one key of a track. */
static inline size_t vrmi_vrma_key_floats(const vrmi_vrma_track *track) {
    return (size_t)track->width *
           (track->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? 3u : 1u);
}

/* A number of a short rotation: from -1 to 1 in steps of 1 / 32767. */
static inline int16_t vrmi_vrma_short(float value) {
    return (int16_t)floorf(vrmi_clamp(value, -1.0f, 1.0f) * 32767.0f + 0.5f);
}

/* A place of the hips in the file; a tangent has no rest. `from` is in hips heights, `to` in
 * meters.
 */
void vrmi_vrma_place_hips(const vrmi_vrma_tracks *tracks, vrm_vec3 from, bool is_tangent,
                          float *to);

/* Gives the key of a LINEAR rotation the sign that is nearer to the key before it, exactly as a
 * reader does (AN-037). */
void vrmi_vrma_follow_sign(float *key);

/* Writes such a key. */
void vrmi_vrma_write_turn(vrm_quat q, uint32_t key, float *values);

/* Takes everything from the arena. False: memory was refused. The clip lives longer. */
bool vrmi_vrma_collect(vrmi_arena *arena, const vrm_clip *clip, const vrm_write_desc *desc,
                       vrmi_vrma_tracks *out);

#endif

/*
 * A clip: a motion that is normalized, in one block of memory.
 *
 * Tracks whose keys are at the same times make a set, so that a time is looked for once in a set
 * and not once in a track. A set keeps all values of one key together: eight rotations make a
 * group, x y z w as lines of eight (base/lanes.h), and what a time needs are two keys that stand
 * side by side. So a random time costs what the next one costs, and nothing has to be remembered
 * between two calls.
 *
 * Where keys were removed from each track by itself, nearly each is alone in its set. Such narrow
 * sets have short lines, and a sample collects their keys until eight lanes are full.
 *
 * What does not change stands in `base`, the pose with which a sample begins.
 */
#ifndef VRMI_CLIP_CLIP_H
#define VRMI_CLIP_CLIP_H

#include "base/atomic.h"
#include "base/math.h"
#include "base/memory.h"
#include "base/misuse.h"
#include "base/private_api.h"
#include "clip/source.h"
#include "vrm/clip.h"

/*
 * Rotations of a clip: those of bones, by bone; those of joints that are no bones but move some;
 * that of the eyes; and one that nobody looks at, for lanes without a track.
 */
enum {
    VRMI_CLIP_MAX_JOINTS = 64, /* that are no bones; a body has a dozen */
    VRMI_CLIP_MAX_WAY = 64,    /* joints above the hips; files have three or so */
    VRMI_CLIP_FIRST_JOINT = VRM_BONE_COUNT,
    VRMI_CLIP_LOOK_AT = VRMI_CLIP_FIRST_JOINT + VRMI_CLIP_MAX_JOINTS,
    VRMI_CLIP_NOWHERE,
    VRMI_CLIP_ROTATIONS
};

/* 126 years, in nanoseconds. */
#define VRMI_CLIP_MAX_DURATION INT64_C(4000000000000000000)

/* What a curve of one or three numbers says. */
typedef enum vrmi_curve_kind {
    VRMI_CURVE_HIPS,         /* 3: pose.hips */
    VRMI_CURVE_PLACE,        /* 3: of a joint on the way to the hips; `index` into the way */
    VRMI_CURVE_PRESET,       /* 1: `index` is the preset */
    VRMI_CURVE_CUSTOM,       /* 1: `index` into the customs */
    VRMI_CURVE_LOOK_AT_POINT /* 3 */
} vrmi_curve_kind;

typedef struct vrmi_curve {
    const float *values; /* by key: `width` numbers, or three times as many of a spline */
    vrmi_curve_kind kind;
    uint32_t index;
    uint32_t width;
} vrmi_curve;

/* Eight rotations of one set: where they go. */
typedef struct vrmi_clip_group {
    uint8_t targets[VRMI_LANES]; /* rotations of the clip */
} vrmi_clip_group;

typedef struct vrmi_clip_set {
    const float *times; /* seconds */
    const float *keys;  /* by key, by group: 4 lines, or 3 × 4 of a spline */
    const vrmi_clip_group *groups;
    const vrmi_curve *curves;
    uint32_t key_count;
    uint32_t group_count;
    uint32_t line; /* floats in a line: VRMI_LANES, or as few as a narrow set has rotations */
    uint32_t curve_count;
    int32_t interpolation;
    double keys_per_second; /* of times at equal distances; else 0 */
} vrmi_clip_set;

/*
 * N_bone = N N_bone, in the order of the list. It takes a bone from the space of the joint above it
 * in the file to the space of its parent bone: past joints that are no bones, and past bones, where
 * the file has them in another order than a humanoid.
 */
typedef struct vrmi_clip_turn {
    uint8_t rotation; /* N, a rotation of the clip */
    uint8_t bone;
    uint8_t is_inverse; /* N⁻¹ */
} vrmi_clip_turn;

/* A joint on the way from the file's origin to the hips: where it is in the space of the one above
 * it, which has turned; in hips heights, about the axes of the T-pose. */
typedef struct vrmi_clip_way {
    vrm_vec3 place;   /* where no curve says otherwise */
    uint8_t rotation; /* its own, of the clip; VRMI_CLIP_NOWHERE: it does not turn */
} vrmi_clip_way;

struct vrm_clip {
    vrmi_misuse_hook misuse; /* of the load; and of mixers that play the clip */
    vrmi_memory memory;
    vrmi_atomic_count references;
    size_t bytes; /* of the block */
    vrm_clip_info info;
    vrm_leg_shape legs; /* of the body that the motion was made for */
    bool has_legs;
    vrm_pose base; /* without customs */
    const vrmi_clip_set *sets;
    const vrm_quat *joints; /* rotations from VRMI_CLIP_FIRST_JOINT on, where no track says them */
    const vrmi_clip_turn *turns;
    const vrmi_clip_way *way; /* of the hips; empty: nothing above them moves */
    const vrm_string *customs;
    const float *custom_weights; /* where no track says them */
    uint32_t set_count;
    uint32_t joint_count; /* of the rotations that are no bones */
    uint32_t turn_count;
    uint32_t way_count;
    vrm_vec3 way_rest; /* where the hips are at rest, in hips heights */
    vrm_quat look_at;  /* where no track says it */
};

/* How every load of a clip begins: the outputs cleared, the desc completed, and a report made where
 * one is asked for. `has_input`: the caller's other arguments can be used. */
vrm_result vrmi_clip_load_begin(bool has_input, const vrm_clip_desc *desc, vrm_clip_desc *out_desc,
                                vrmi_load_settings *settings, vrm_clip **out_clip,
                                vrm_report **out_report);

/* Whether a file that begins with these bytes, at least VRMI_GLB_LOOK_BYTES of a longer one, can be
 * a motion. The rest of one that cannot need not be read. */
bool vrmi_clip_may_begin(const uint8_t *bytes, size_t size);

/* Makes a clip of a motion. NULL: the load has failed and says why. */
vrm_clip *vrmi_clip_build(vrmi_load *load, vrmi_memory *memory, const vrmi_source_motion *motion);

/* Whether all keys are equal, and a spline does not leave them in between. `width`: the numbers of
 * one value. */
VRMI_API bool vrmi_is_constant(const float *values, uint32_t count, uint32_t width,
                               int32_t interpolation);

/* vrm_clip_sample at a time in seconds: that of a key is the key, which no nanosecond may meet. */
VRMI_API void vrmi_clip_sample(const vrm_clip *clip, double seconds, vrm_pose *out);

/* Which presets a .vrma file may have: not the directions of the eyes (AN-019). */
VRMI_API bool vrmi_vrma_may_say(vrm_preset preset);

/* The reader of .vrma files and of other glTF files with a humanoid, in a load whose JSON is still
 * there. False: the load has failed. */
struct vrm_model;
struct vrmi_json;
bool vrmi_read_gltf_motion(vrmi_load *load, const struct vrm_model *model,
                           const struct vrmi_json *root, int32_t animation, bool mapped_only,
                           vrmi_source_motion *out);

#endif

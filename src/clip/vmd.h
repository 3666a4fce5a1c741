/*
 * A VMD file, the motion of MikuMikuDance. vmd_parse.c reads its keys, vmd_track.c makes tracks of
 * them, vmd_legs.c finds where legs are that follow targets, and vmd.c makes a motion of it.
 *
 * VMD has keys by the names of bones, relative to the rest of a model that is not in the file. What
 * models have in common stands in for it: an upright body of 8 cm a unit, with arms that hang by 35
 * degrees, and the leg below (AN-046). All centers of the body turn about the hips.
 *
 * Numbers are converted when they are read: +Y up, facing +Z, right-handed.
 */
#ifndef VRMI_CLIP_VMD_H
#define VRMI_CLIP_VMD_H

#include "clip/source.h"

#define VRMI_VMD_UNIT 0.08f        /* meters */
#define VRMI_VMD_ARMS_DOWN 35.0f   /* degrees */
#define VRMI_VMD_HIPS_HEIGHT 11.2f /* in units, as all that follows */
#define VRMI_VMD_HIP_ASIDE 0.9f    /* the joint of a leg */
#define VRMI_VMD_HIP_HEIGHT 10.8f
#define VRMI_VMD_KNEE_HEIGHT 6.0f
#define VRMI_VMD_ANKLE_HEIGHT 1.2f
#define VRMI_VMD_BALL_HEIGHT 0.3f
#define VRMI_VMD_BALL_AHEAD 1.2f

/* Whether bytes begin as VMD does. */
bool vrmi_is_vmd(const uint8_t *bytes, size_t size);

/* Reads a file. False: the load has failed and says why. What it takes, it takes from the scratch
 * arena of the load. */
bool vrmi_read_vmd(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_source_motion *out);

/* --- Bones --- */

/* The bones of MMD: those in the middle, those of the left, and as many of the right. */
typedef enum vrmi_vmd_bone {
    VRMI_VMD_ALL,    /* 全ての親: the parent of everything */
    VRMI_VMD_CENTER, /* センター */
    VRMI_VMD_GROOVE, /* グルーブ */
    VRMI_VMD_WAIST,  /* 腰 */
    VRMI_VMD_LOWER,  /* 下半身: the hips */
    VRMI_VMD_UPPER,  /* 上半身 */
    VRMI_VMD_UPPER2,
    VRMI_VMD_UPPER3,
    VRMI_VMD_NECK, /* 首 */
    VRMI_VMD_HEAD, /* 頭 */
    VRMI_VMD_EYES, /* 両目: both eyes */
    VRMI_VMD_LEFT
} vrmi_vmd_bone;

/* Of one side: added to VRMI_VMD_LEFT or vrmi_vmd_right. */
typedef enum vrmi_vmd_side {
    VRMI_VMD_SHOULDER_P, /* 肩P: turns before the shoulder */
    VRMI_VMD_SHOULDER,   /* 肩 */
    VRMI_VMD_ARM,        /* 腕 */
    VRMI_VMD_ARM_TWIST,  /* 腕捩 */
    VRMI_VMD_ELBOW,      /* ひじ */
    VRMI_VMD_HAND_TWIST, /* 手捩 */
    VRMI_VMD_WRIST,      /* 手首 */
    VRMI_VMD_THUMB,      /* 親指０: the first of three */
    VRMI_VMD_INDEX = VRMI_VMD_THUMB + 3,
    VRMI_VMD_MIDDLE = VRMI_VMD_INDEX + 3,
    VRMI_VMD_RING = VRMI_VMD_MIDDLE + 3,
    VRMI_VMD_LITTLE = VRMI_VMD_RING + 3,
    VRMI_VMD_LEG = VRMI_VMD_LITTLE + 3, /* 足 */
    VRMI_VMD_LEG_D,                     /* 足D: turns behind it, likewise the others */
    VRMI_VMD_KNEE,                      /* ひざ */
    VRMI_VMD_KNEE_D,
    VRMI_VMD_ANKLE, /* 足首 */
    VRMI_VMD_ANKLE_D,
    VRMI_VMD_TOE,       /* つま先 */
    VRMI_VMD_TOE_EX,    /* 足先EX */
    VRMI_VMD_EYE,       /* 目 */
    VRMI_VMD_IK_PARENT, /* 足IK親: the parent of both targets */
    VRMI_VMD_FOOT_IK,   /* 足ＩＫ: where the ankle is */
    VRMI_VMD_TOE_IK,    /* つま先ＩＫ: where the ball of the foot is, below that */
    VRMI_VMD_SIDE_COUNT
} vrmi_vmd_side;

enum {
    VRMI_VMD_RIGHT = (int)VRMI_VMD_LEFT + (int)VRMI_VMD_SIDE_COUNT,
    VRMI_VMD_BONE_COUNT = (int)VRMI_VMD_RIGHT + (int)VRMI_VMD_SIDE_COUNT
};

/* --- Keys --- */

enum {
    VRMI_VMD_FRAME_RATE = 30,
    VRMI_VMD_MAX_FRAME = 1 << 22, /* almost two days: beyond it, floats tell no frames apart */
    VRMI_VMD_MAX_STEPS = 32,      /* parts of the way of several bones from key to key, at least */
    VRMI_VMD_MAX_DEPTH = 12,      /* halves of halves of a curve */
    VRMI_VMD_FEW_FRAMES = 8,      /* so many of a curve have a key each */
    VRMI_VMD_MOST_FRAMES = 500000 /* of all tracks, and four for each key: no dance needs more */
};

typedef struct vrmi_vmd_key {
    vrm_vec3 place; /* in units, from rest */
    vrm_quat rotation;
    const uint8_t *curves; /* 64 bytes: from the key before to this one */
    uint32_t frame;
} vrmi_vmd_key;

/* Keys of one bone, in the order of frames; no two at one frame. */
typedef struct vrmi_vmd_keys {
    const vrmi_vmd_key *keys;
    uint32_t count;
} vrmi_vmd_keys;

typedef struct vrmi_vmd_weight {
    uint32_t frame;
    float weight;
} vrmi_vmd_weight;

/* Keys of one morph, likewise. */
typedef struct vrmi_vmd_weights {
    const vrmi_vmd_weight *keys;
    vrm_preset preset;
    uint32_t count;
} vrmi_vmd_weights;

/* From a frame on, which targets are followed: bits of the four. */
typedef struct vrmi_vmd_switch {
    uint32_t frame;
    uint8_t is_off[2][2]; /* by side: of the foot, of the toes */
} vrmi_vmd_switch;

enum { VRMI_VMD_MORPH_COUNT = 18 };

typedef struct vrmi_vmd {
    vrmi_vmd_keys bones[VRMI_VMD_BONE_COUNT];
    vrmi_vmd_weights morphs[VRMI_VMD_MORPH_COUNT];
    const vrmi_vmd_switch *switches; /* in the order of frames */
    uint32_t switch_count;
    uint32_t frames_left; /* that tracks may still have beside keys of the file */
    bool is_coarse;       /* they did not suffice, and the report says so */
} vrmi_vmd;

/* `out` is all 0. False: the load has failed. */
bool vrmi_vmd_read_keys(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_vmd *out);

/* --- Tracks --- */

/* Whether a bone moves at all: has keys. */
static inline bool vrmi_vmd_has(const vrmi_vmd *vmd, uint32_t bone) {
    return vmd->bones[bone].count != 0;
}

/* A bone at a frame, which need not be whole. Without keys it is at rest. */
vrmi_vmd_key vrmi_vmd_sample(const vrmi_vmd *vmd, uint32_t bone, double frame);

/* A list of frames, in order; each once. */
typedef struct vrmi_vmd_frames {
    float *frames;
    uint32_t count;
} vrmi_vmd_frames;

/* The frames at which some bones have to be looked at so that lines between them are their curves.
 * False: memory was refused, and the load has failed. */
bool vrmi_vmd_list_frames(vrmi_load *load, vrmi_vmd *vmd, const uint8_t *bones, uint32_t bone_count,
                          vrmi_vmd_frames *out);

/* Adds a track; VRM_NONE: memory was refused, and the load has failed. The motion has room for it.
 */
int32_t vrmi_vmd_add_track(vrmi_load *load, vrmi_source_motion *motion,
                           const vrmi_vmd_frames *frames, const float *values);

/* --- Legs --- */

/* Rotations of a leg under the hips, its knee and its ankle. */
typedef struct vrmi_vmd_leg {
    vrm_quat upper, lower, foot;
} vrmi_vmd_leg;

/* Whether a leg follows a target in this file, now and then. `side` is 0 for the left. */
bool vrmi_vmd_leg_is_led(const vrmi_vmd *vmd, int side);

/* A leg at a frame: where its targets want it, or as its own keys are. */
vrmi_vmd_leg vrmi_vmd_pose_leg(const vrmi_vmd *vmd, int side, double frame);

#endif

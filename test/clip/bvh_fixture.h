/*
 * BVH texts of a small figure, and what vrmi_read_bvh makes of them.
 */
#ifndef VRM_TEST_CLIP_BVH_FIXTURE_H
#define VRM_TEST_CLIP_BVH_FIXTURE_H

#include "base/memory.h"
#include "clip/bvh.h"

#include <stddef.h>

/* --- Texts --- */

typedef struct bvh_part {
    const char *name;
    int parent; /* -1: a root; joints below another follow it */
    double offset[3];
} bvh_part;

enum { BVH_PARTS = 17, BVH_TEXT_CAPACITY = 1 << 16 };

/* A person of 1.6 m in a T-pose, in meters, with names of HumanIK: hips 0.9 m above the soles. Its
 * ends are 0.1 m long. */
extern const bvh_part bvh_person[BVH_PARTS];

/* Joints of the person. */
enum {
    BVH_HIPS,
    BVH_SPINE,
    BVH_HEAD,
    BVH_LEFT_ARM,
    BVH_LEFT_FOREARM,
    BVH_LEFT_HAND,
    BVH_RIGHT_ARM,
    BVH_RIGHT_FOREARM,
    BVH_RIGHT_HAND,
    BVH_LEFT_UP_LEG,
    BVH_LEFT_LEG,
    BVH_LEFT_FOOT,
    BVH_LEFT_TOES,
    BVH_RIGHT_UP_LEG,
    BVH_RIGHT_LEG,
    BVH_RIGHT_FOOT,
    BVH_RIGHT_TOES
};

/* What a text is made from. Rotations are about x, y and z, in degrees, whatever the order. */
typedef struct bvh_film {
    const bvh_part *parts;
    const char *order;            /* "ZXY" */
    const double (*rotations)[3]; /* by frame, by part */
    const double (*hips)[3];      /* by frame: the position of the root */
    int part_count, frame_count;
    bool has_all_positions; /* every joint has a position, which is its offset */
} bvh_film;

/* Writes a text of the film, at 30 frames a second. */
void bvh_write(const bvh_film *film, char out[BVH_TEXT_CAPACITY]);

/* --- Results --- */

typedef struct bvh_read {
    vrmi_memory memory;
    vrmi_arena arena;
    vrmi_load load;
    vrmi_source_motion motion;
    bool ok;
} bvh_read;

void bvh_begin(bvh_read *out);
void bvh_run(bvh_read *read, const char *text, size_t size);
/* Both, of a text that ends with NUL. */
void bvh_open(bvh_read *out, const char *text);
void bvh_close(bvh_read *read);

/* Whether the report has a code; and the sentence of it, or "". */
bool bvh_said(const bvh_read *read, const char *code);
const char *bvh_sentence(const bvh_read *read, const char *code);

/* The joint of a bone. */
const vrmi_source_joint *bvh_joint(const bvh_read *read, vrm_bone bone);

typedef struct bvh_turn {
    double x, y, z, w;
} bvh_turn;

/* G of a bone at a key: how far it has turned from the T-pose, in our space. */
bvh_turn bvh_turned(const bvh_read *read, vrm_bone bone, uint32_t key);

/* Degrees between G and a turn about an axis, 'x', 'y' or 'z'. */
double bvh_off(const bvh_read *read, vrm_bone bone, uint32_t key, char axis, double degrees);

/* Where the hips are at a key, in units of the file. */
void bvh_hips(const bvh_read *read, uint32_t key, double out[3]);

#endif

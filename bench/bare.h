/*
 * The bare kernel: the arithmetic of one step of the springs on eight lanes of AVX2, and nothing
 * else. All that it needs is laid out for it before the clock runs, in the order in which it is
 * read: places of the chains' parents and of centers, colliders in world space, translations and
 * scales of nodes, constants, settings, state. It writes no frame. What an engine takes beyond this
 * time, it takes for getting at its data and for handing out its results.
 *
 * The arithmetic is the engine's own source (spring_wide_body.h), and its rotations are compared
 * with the engine's bit for bit, so that it is neither less nor other work.
 */
#ifndef VRM_BENCH_BARE_H
#define VRM_BENCH_BARE_H

#include "avatar/avatar.h"

typedef struct bare_row {
    float translation[3][VRMI_LANES];
    float scale[3][VRMI_LANES];
    vrmi_lane_row rig;
    vrmi_row state;
} bare_row;

typedef struct bare_group {
    float parent[13][VRMI_LANES]; /* columns, position, scale */
    float center[13][VRMI_LANES];
    float has_center[VRMI_LANES];
    float wind[3][VRMI_LANES];
    uint32_t center_bits;
    uint32_t first_row, row_count;
    uint32_t first_shape, shape_count; /* into `shapes`, or into `lane_shapes` */
    uint32_t is_shared;
} bare_group;

typedef struct bare_springs {
    bare_group *groups;
    bare_row *rows;
    vrmi_shape *shapes; /* in the order in which groups meet them */
    float (*lane_shapes)[VRMI_SHAPE_LINES][VRMI_LANES];
    const vrmi_lane_collider **colliders; /* of which these are */
    uint32_t group_count, row_count, shape_count, lane_shape_count;
    bool is_literal;
    int turn; /* of the avatar: which tails and rotations are the last ones */
} bare_springs;

/* Room for the avatar's springs, and their constants and state as they are. False: the machine has
 * no AVX2, or the engine does not take this model eight at a time. */
bool bare_create(bare_springs *bare, const vrm_avatar *avatar);
void bare_destroy(bare_springs *bare);

/* What the avatar's last step read: places, centers, wind, colliders, nodes. */
void bare_read_inputs(bare_springs *bare, const vrm_avatar *avatar);

/* Reads all of it once, so that it is in the cache as far as it fits. */
float bare_touch(const bare_springs *bare);

/* Where the compiler has no AVX2, it does nothing. */
void bare_step(bare_springs *bare, float dt);

/* Whether the rotations are the avatar's, bit for bit. */
bool bare_is_equal(const bare_springs *bare, const vrm_avatar *avatar);

#endif

/*
 * motion.h: life without input. A relaxed pose to stand in, and idle life: blinking, breath, small
 * shifts of weight and gaze.
 *
 *   vrm_idle idle;
 *   vrm_avatar_pose_relaxed(avatar);
 *   vrm_idle_init(&idle, 1);
 *   for (;;) {
 *       … write what you know of the pose, expressions and gaze …
 *       vrm_idle_update(&idle, avatar, dt);
 *       vrm_avatar_update(avatar, dt);
 *   }
 *
 * All of it goes through the functions of vrm/avatar.h that any application uses. Nothing here
 * allocates, logs or fails. docs/motion.md has the numbers.
 */
#ifndef VRM_MOTION_H
#define VRM_MOTION_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/types.h"

/*
 * Stands at ease: arms down beside the body, elbows and fingers a little bent, toes a little
 * outwards. Writes the whole humanoid pose: bones that it does not name are as in the T-pose, and
 * the hips and feet are where they are at rest. Nodes that are no bones are left as they are.
 */
VRM_API void vrm_avatar_pose_relaxed(vrm_avatar *avatar);

/* --- Idle life --- */

enum {
    /* Hips, spine, chest, upperChest, neck, head, shoulders, upper arms, upper legs, feet. */
    VRM_IDLE_BONE_COUNT = 14
};

/* What vrm_idle_update remembers. Times are in nanoseconds. */
typedef struct vrm_idle_state {
    uint64_t seed;
    uint64_t time;
    uint64_t breath;       /* breaths since the beginning, times 2^32 */
    uint64_t blink_passed; /* of the way to the next blink, whose length is blink_due */
    uint64_t blink_due;
    uint64_t blink_age; /* since the last blink began */
    uint64_t gaze_age;  /* since the eyes last set out */
    uint64_t gaze_due;
    uint32_t blink_count;
    uint32_t gaze_count;
    uint32_t bones;          /* a bit for each bone that holds what was written last */
    int32_t hips_moved;      /* 1: and so does the position of the hips */
    int32_t blink_is_double; /* 1: the last blink comes twice */
    int32_t blink_written;   /* 1: the layer of blinks holds more than 0 */
    int32_t gaze_written; /* the gaze is what was written last: 1: over none, 2: over gaze_base */
    uint32_t reserved;
    float gaze_from[2]; /* yaw and pitch, degrees */
    float gaze_to[2];
    float gaze_base[2];
    float gaze_last[2];
    vrm_vec3 hips_base;
    vrm_vec3 hips_last;
    vrm_quat base[VRM_IDLE_BONE_COUNT]; /* what the application wrote, normalised */
    vrm_quat last[VRM_IDLE_BONE_COUNT]; /* what the nodes then held */
} vrm_idle_state;

/*
 * One for each avatar, in the caller's memory. It holds no pointers: copied beside the bytes of
 * vrm_avatar_save and put back with them, it goes on as before.
 *
 * The settings may be changed at any time. Amounts are 0 to 1; 0 takes back what was written and
 * leaves that part to the application.
 */
typedef struct vrm_idle {
    float blink;              /* how far the eyes close; 1 */
    float breath;             /* 1 */
    float sway;               /* shifts of weight, and small turns of head and arms; 1 */
    float gaze;               /* how far the eyes wander; 1 */
    float blinks_per_minute;  /* on average; 0 to 60; 15 */
    float breaths_per_minute; /* 0 to 60; 15 */
    vrm_idle_state state;
} vrm_idle;

/* The settings above. Equal seeds give equal motion, bit for bit; different ones, different. */
VRM_API void vrm_idle_init(vrm_idle *idle, uint64_t seed);

/*
 * Lets `dt` seconds pass (at most 60; 0, negative and not finite: none) and writes the inputs of
 * the next vrm_avatar_update. Motion depends on the time that has passed, not on how it was cut
 * into frames.
 *
 *   pose    Turns bones, and moves the hips, over what the application wrote: the base. A bone that
 *           does not hold what was written here last has been written by the application since, and
 *           that is its new base. So a pose that is written once stays, one that is written in each
 *           frame is followed, and nothing adds up. The feet stay where the base has them.
 *   blink   Writes `blink` in VRM_LAYER_BLINK; `blinkLeft` and `blinkRight` where the avatar has no
 *           `blink`, or one that moves nothing.
 *   gaze    Adds to the direction of vrm_avatar_look_degrees, by the same rule; without one, the
 *           eyes wander about straight ahead. A target of vrm_avatar_look_at is left alone.
 */
VRM_API void vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt);

#endif

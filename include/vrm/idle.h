/**
 * @file idle.h
 * Idle animation without input: blinking, breath, small shifts of weight and wandering eyes.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 *
 * @code
 * vrm_idle idle;
 * vrm_pose pose;
 * vrm_pose_relaxed(model, &pose); // of vrm/pose.h
 * vrm_avatar_apply_pose(avatar, &pose, NULL);
 * vrm_idle_init(&idle, 1);
 * for (;;) {
 *     // … write your pose, expressions and lookAt …
 *     vrm_idle_update(&idle, avatar, dt);
 *     vrm_avatar_update(avatar, dt);
 * }
 * @endcode
 *
 * It uses only public functions of vrm/avatar.h. Nothing here allocates, logs or fails.
 * docs/guides/motion.md has the numbers.
 */
#ifndef VRM_IDLE_H
#define VRM_IDLE_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/types.h"

/**
 * Idle animation of one avatar, in memory that the caller provides. It holds no pointers: copy it
 * with the bytes of vrm_avatar_save, restore both, and the motion continues from there.
 *
 * You may change the settings at any time. Amounts are 0 to 1. 0 undoes what was written, and
 * leaves that part to the application.
 */
typedef struct vrm_idle {
    float blink;              /**< How far the eyes close. Default: 1. */
    float breath;             /**< Default: 1. */
    float sway;               /**< Shifts of weight, small turns of head and arms. Default: 1. */
    float look_at;            /**< How far the eyes wander. Default: 1. */
    float blinks_per_minute;  /**< On average; 0 to 60. Default: 15. */
    float breaths_per_minute; /**< 0 to 60. Default: 15. */
    uint64_t state[128];      /**< Private. Copy it as bytes. */
} vrm_idle;

/**
 * Fills in the default settings and the first state. Equal seeds give equal motion, bit for bit;
 * different seeds give different motion.
 *
 * @param idle  Receives settings and state.
 * @param seed  Any number.
 * @threads one at a time for each vrm_idle
 */
VRM_API void vrm_idle_init(vrm_idle *idle, uint32_t seed);

/**
 * Advances the time and writes the inputs of the next vrm_avatar_update. The motion depends on the
 * elapsed time, not on the frame rate.
 *
 * - Pose: it turns bones and moves the hips relative to the pose of the application. If a bone does
 *   not hold the value that this function wrote last, the application has written it since, and the
 *   new value becomes the base. So you may write a pose once or in each frame, and nothing adds up.
 *   The feet stay at the positions that the application gives them.
 * - Blink: it writes `blink` in VRM_EXPRESSION_LAYER_BLINK, or `blinkLeft` and `blinkRight` if the
 *   avatar has no `blink`, or one that moves nothing.
 * - LookAt: it adds to the direction of vrm_avatar_set_look_at_degrees, by the same rule; if lookAt
 *   is off, the eyes wander around straight ahead. It does not change a target.
 *
 * @param idle    A vrm_idle that vrm_idle_init has filled in.
 * @param avatar  An avatar; always the same one for one vrm_idle.
 * @param dt      Seconds, at most 60. 0, negative values and NaN let no time pass.
 * @task Blink, breathe and look around
 * @threads one
 */
VRM_API void vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt);

/**
 * Blinks now, unless a blink is under way. The time to the next blink begins again.
 *
 * @param idle  A vrm_idle that vrm_idle_init has filled in.
 * @task Blink at a moment of my own
 * @threads one at a time for each vrm_idle
 */
VRM_API void vrm_idle_blink(vrm_idle *idle);

#endif

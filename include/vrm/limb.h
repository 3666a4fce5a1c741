/**
 * @file limb.h
 * Inverse kinematics: reach a point with a hand, keep feet on the ground.
 *
 * A pose fits every avatar, so the positions of its hands and feet depend on the avatar's
 * proportions. These functions bend the arms and legs of a pose for one avatar. Call them after you
 * mix poses and before you apply the result.
 *
 * @code
 * vrm_mixer_update(&mixer, elapsed, &pose, NULL, NULL, 0);
 * vrm_ground_update(&ground, model, &pose, &root, elapsed);
 * vrm_pose_reach(&pose, model, VRM_LIMB_RIGHT_ARM, &door_handle, NULL, NULL, 1.0f);
 * vrm_avatar_apply_pose(avatar, &pose, NULL);
 * @endcode
 *
 * - Space: meters, relative to the root of the avatar, which faces +Z.
 * - Memory: the caller provides all of it. Nothing here allocates, logs or fails.
 * - Same bits: equal inputs give equal poses on every compiler and processor.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LIMB_H
#define VRM_LIMB_H

#include "vrm/base.h"
#include "vrm/clip.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/types.h"

/** An arm or a leg. */
typedef int32_t vrm_limb;

enum {
    VRM_LIMB_LEFT_ARM = 0, /**< Upper arm, lower arm and hand. */
    VRM_LIMB_RIGHT_ARM = 1,
    VRM_LIMB_LEFT_LEG = 2, /**< Upper leg, lower leg and foot. */
    VRM_LIMB_RIGHT_LEG = 3,
    VRM_LIMB_COUNT = 4
};

/**
 * Returns the position and rotation of a model's bone in a pose.
 *
 * @param pose          A pose. Bones that it does not set are at rest.
 * @param model         A model.
 * @param bone          A VRM_BONE_ constant.
 * @param out_position  Receives the position, in meters; may be NULL.
 * @param out_rotation  Receives the rotation from the T-pose; may be NULL.
 * @return 1; 0 if the avatar does not have the bone. Nothing is written then.
 * @threads any
 */
VRM_API int32_t vrm_pose_get_bone_transform(const vrm_pose *pose, const vrm_model *model,
                                            vrm_bone bone, vrm_vec3 *out_position,
                                            vrm_quat *out_rotation);

/**
 * Bends an arm or a leg to move its hand or foot to a point, as far as it reaches.
 *
 * @param pose    The pose. Two bones of the limb turn, and its hand or foot.
 * @param model   The model of the avatar that will show the pose.
 * @param limb    A VRM_LIMB_ constant.
 * @param target  The new position of the hand or foot joint, in meters.
 * @param bend    The direction in which elbow or knee points; NULL: as in the pose. In a straight
 *                limb, knees then bend forward and elbows back.
 * @param end     The rotation of hand or foot from the T-pose, relative to the root. NULL: a hand
 *                follows its arm, and a foot keeps its rotation in the pose.
 * @param weight  0 to 1; clamped. The amount of the change; at 0 every bit stays.
 * @return How far the target is out of reach at weight 1, in meters; 0: it is reached. -1 if the
 * avatar does not have the limb, or an argument is not finite.
 * @task Reach a point with a hand or foot
 * @threads any
 */
VRM_API float vrm_pose_reach(vrm_pose *pose, const vrm_model *model, vrm_limb limb,
                             const vrm_vec3 *target, const vrm_vec3 *bend, const vrm_quat *end,
                             float weight);

/* --- Keep feet on the ground --- */

/** The state of a foot on the ground. All of it is private. */
typedef struct vrm_ground_foot {
    vrm_vec3 last;    /**< Position of the sole without a hold, in the world. */
    vrm_vec3 held;    /**< Position at which it is held, in the world. */
    vrm_vec3 offset;  /**< The offset that a hold adds. */
    float fade;       /**< How much of that offset remains, 0 to 1. */
    float settled;    /**< How much its height is that of the ground, 0 to 1. */
    int32_t is_held;  /**< 1: it is held. */
    int32_t has_last; /**< 1: `last` is valid. */
} vrm_ground_foot;

/**
 * Settings and state that keep feet on the ground. Prepare it with vrm_ground_init; you may change
 * settings at any time. It is plain data that may be copied as bytes.
 */
typedef struct vrm_ground {
    float height;       /**< Of the ground in the world, in meters. Default: 0. */
    float weight;       /**< 0 to 1: the amount of the change. Default: 1. */
    float hold_speed;   /**< A sole slower than this is held, in m/s. Default: 0.1. */
    float hold_height;  /**< If it is not higher than this, in meters. Default: 0.03. */
    int32_t has_source; /**< 1: `source` is the body that the motion was made for. */
    /** The result of vrm_clip_get_legs. In a crossfade, set it to the legs of the new clip when the
     * fade begins. */
    vrm_leg_shape source;
    vrm_ground_foot feet[2]; /**< Left and right. */
} vrm_ground;

/**
 * Fills in the default settings. No foot is held.
 *
 * @param ground  Receives them.
 * @threads any
 */
VRM_API void vrm_ground_init(vrm_ground *ground);

/**
 * Moves the soles of a pose to their positions in the motion, and holds feet that stand.
 *
 * - If `source` is set, each sole follows the motion of that body, in proportion to the height of
 *   the hips: longer thighs or higher heels do not lift it from the ground. Otherwise it follows
 *   the pose on this avatar.
 * - A sole that is low and slow in the world is held at its position on the ground until it leaves.
 *   Holds begin and end without a jump.
 * - The hips are lowered if a standing leg would be too short.
 *
 * @param ground   Settings and state: one for each avatar.
 * @param model    The model of the avatar that will show the pose.
 * @param pose     The pose; its legs and hips are changed.
 * @param root     The root of the avatar in the world; NULL: it does not move. A tilted root stands
 *                 on the ground too.
 * @param elapsed  Since the last update, in nanoseconds.
 * @task Keep feet on the ground
 * @threads one
 */
VRM_API void vrm_ground_update(vrm_ground *ground, const vrm_model *model, vrm_pose *pose,
                               const vrm_trs *root, int64_t elapsed);

#endif

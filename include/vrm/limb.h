/**
 * @file limb.h
 * Arms and legs that have to be somewhere: hands at a point, soles on the ground.
 *
 * A pose fits every avatar, and so its hands and feet are where the proportions of an avatar put
 * them. These functions know the avatar: they bend the arms and legs of a pose for it, after all
 * poses were mixed and before the pose is applied.
 *
 * @code
 * vrm_mixer_update(&mixer, elapsed, &pose, NULL, NULL, 0);
 * vrm_ground_update(&ground, model, &pose, &root, elapsed);
 * vrm_pose_reach(&pose, model, VRM_LIMB_RIGHT_ARM, &door_handle, NULL, NULL, 1.0f);
 * vrm_avatar_apply_pose(avatar, &pose, NULL);
 * @endcode
 *
 * - Space: metres, under the root of the avatar, which faces +Z.
 * - Memory: everything is the caller's. Nothing here allocates, logs or fails.
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
 * Returns where a bone is that a model has, in a pose.
 *
 * @param pose          A pose. Bones that it does not say are at rest.
 * @param model         A model.
 * @param bone          A VRM_BONE_ constant.
 * @param out_position  Receives the place, in metres; may be NULL.
 * @param out_rotation  Receives how far it has turned from the T-pose; may be NULL.
 * @return 1; 0 if the avatar does not have the bone. Nothing is written then.
 * @threads any
 */
VRM_API int32_t vrm_pose_get_bone_transform(const vrm_pose *pose, const vrm_model *model,
                                            vrm_bone bone, vrm_vec3 *out_position,
                                            vrm_quat *out_rotation);

/**
 * Bends an arm or a leg so that its hand or foot is at a point, as far as it reaches.
 *
 * @param pose    The pose. Two bones of the limb are turned, and its hand or foot.
 * @param model   The model of the avatar that will show the pose.
 * @param limb    A VRM_LIMB_ constant.
 * @param target  Where the joint of the hand or foot is to be, in metres.
 * @param bend    To which side elbow or knee points; NULL: as in the pose, and where the limb is
 *                straight, knees forward and elbows back.
 * @param end     How far hand or foot are turned from the T-pose, under the root. NULL: a hand goes
 *                along with its arm, and a foot stays as it is turned in the pose.
 * @param weight  0 to 1; clamped. How much of all this is done; at 0 every bit stays.
 * @return How far the target is out of reach at weight 1, in metres; 0: it is reached. -1 if the
 * avatar does not have the limb, or an argument is not finite.
 * @threads any
 */
VRM_API float vrm_pose_reach(vrm_pose *pose, const vrm_model *model, vrm_limb limb,
                             const vrm_vec3 *target, const vrm_vec3 *bend, const vrm_quat *end,
                             float weight);

/** What is remembered of a foot on the ground. All of it is the library's own. */
typedef struct vrm_ground_foot {
    vrm_vec3 last;    /**< Where the sole would be without a hold, in the world. */
    vrm_vec3 held;    /**< Where it is held, in the world. */
    vrm_vec3 offset;  /**< What a hold has moved it by. */
    float fade;       /**< How much of that offset is left, 0 to 1. */
    float settled;    /**< How much its height is that of the ground, 0 to 1. */
    int32_t is_held;  /**< 1: it stands. */
    int32_t has_last; /**< 1: `last` is known. */
} vrm_ground_foot;

/**
 * Soles on the ground. Prepare it with vrm_ground_init; settings may change at any time. It is
 * plain data that may be copied as bytes.
 */
typedef struct vrm_ground {
    float height;            /**< Of the ground in the world, in metres. Default: 0. */
    float weight;            /**< 0 to 1: how much is done. Default: 1. */
    float hold_speed;        /**< A sole slower than this is held, in m/s. Default: 0.1. */
    float hold_height;       /**< If it is at most so high, in metres. Default: 0.03. */
    int32_t has_source;      /**< 1: `source` is the body that the motion was made for. */
    vrm_leg_shape source;    /**< What vrm_clip_get_legs gives. In a crossfade, set it to
                                  the clip that is faded in when the fade begins. */
    vrm_ground_foot feet[2]; /**< Left and right. */
} vrm_ground;

/**
 * Fills in the default settings. Nothing is held.
 *
 * @param ground  Receives them.
 * @threads any
 */
VRM_API void vrm_ground_init(vrm_ground *ground);

/**
 * Puts the soles of a pose where the motion has them, and holds those that stand.
 *
 * - Where the body of the motion is known (`source`), each sole goes the way that it went there, in
 *   proportion to the height of the hips: longer thighs or higher heels do not lift it from the
 *   ground. Otherwise it goes the way that the pose gives it on this avatar.
 * - A sole that is low and slow in the world is held at its place, on the ground, until it leaves.
 *   Holds begin and end without a jump.
 * - The hips are lowered where a standing leg would be too short.
 *
 * @param ground   What is remembered from frame to frame: one for each avatar.
 * @param model    The model of the avatar that will show the pose.
 * @param pose     The pose; its legs and hips are changed.
 * @param root     The root of the avatar in the world; NULL: it does not move. One that is turned
 *                 by anything but the vertical stands on the ground nevertheless.
 * @param elapsed  Since the last update, in nanoseconds.
 * @threads one
 */
VRM_API void vrm_ground_update(vrm_ground *ground, const vrm_model *model, vrm_pose *pose,
                               const vrm_trs *root, int64_t elapsed);

#endif

/**
 * @file pose.h
 * Poses for any avatar: bone rotations, hips, expressions and lookAt.
 *
 * A vrm_pose does not depend on the bones of one avatar: its rotations are normalized (TP-020), and
 * its hips move in units of hips height. So a pose from a clip, a tracker or a solver fits every
 * avatar. Functions that move a body return a pose, and functions that show a body take one:
 *
 * @code
 * vrm_pose pose;
 * vrm_pose_init(&pose);
 * pose.bones |= VRM_BONE_BIT(VRM_BONE_HEAD);
 * pose.rotations[VRM_BONE_HEAD] = turned;
 * vrm_pose_blend(&pose, &other, 0.5f, &pose);
 * vrm_avatar_apply_pose(avatar, &pose, NULL); // what the next update shows
 * @endcode
 *
 * - Order: vrm_avatar_apply_pose writes the whole body. Combine everything that moves the body into
 *   one pose, and apply it once in a frame. Idle animation (vrm/idle.h) then adds to it. See
 *   docs/guides/motion.md.
 * - Memory: the caller provides a pose. Nothing here allocates, logs or fails.
 * - Numbers: values that are not finite are ignored, or count as rest.
 * - Same bits: equal inputs give equal poses on every compiler and processor.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_POSE_H
#define VRM_POSE_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/tables.h"
#include "vrm/types.h"

/** The weight of a custom expression, by its name. */
typedef struct vrm_custom_weight {
    vrm_string name; /**< In the memory of the pose's source: a clip, for example. */
    float weight;    /**< 0 to 1. */
    /** Its index among the customs of its clip, which avoids a lookup by name; VRM_NONE: look up
     * its name. */
    int32_t custom;
} vrm_custom_weight;

/** Parts of a pose beside bones: bits of vrm_pose.parts. */
typedef uint32_t vrm_pose_parts;

enum {
    VRM_POSE_HIPS = 1,            /**< vrm_pose.hips. */
    VRM_POSE_LOOK_AT_DEGREES = 2, /**< The direction of the eyes. */
    VRM_POSE_LOOK_AT_POINT = 4,   /**< A point that the eyes look at. Not both. */
    VRM_POSE_ALL_PARTS = 7
};

/** The bit of a bone in vrm_pose.bones. */
#define VRM_BONE_BIT(bone) ((uint64_t)1 << (bone))

/** The bits of all bones. */
#define VRM_ALL_BONES (((uint64_t)1 << VRM_BONE_COUNT) - 1)

/** The bits of the bones that every humanoid must have. VRM 0.x requires the chest and the neck
 * too. */
#define VRM_REQUIRED_BONES                                                                         \
    (VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_SPINE) | VRM_BONE_BIT(VRM_BONE_HEAD) |    \
     VRM_BONE_BIT(VRM_BONE_LEFT_UPPER_LEG) | VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG) |               \
     VRM_BONE_BIT(VRM_BONE_LEFT_FOOT) | VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_LEG) |                   \
     VRM_BONE_BIT(VRM_BONE_RIGHT_LOWER_LEG) | VRM_BONE_BIT(VRM_BONE_RIGHT_FOOT) |                  \
     VRM_BONE_BIT(VRM_BONE_LEFT_UPPER_ARM) | VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_ARM) |               \
     VRM_BONE_BIT(VRM_BONE_LEFT_HAND) | VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_ARM) |                   \
     VRM_BONE_BIT(VRM_BONE_RIGHT_LOWER_ARM) | VRM_BONE_BIT(VRM_BONE_RIGHT_HAND))

/** The bits of all preset expressions. */
#define VRM_ALL_PRESETS (((uint32_t)1 << VRM_PRESET_COUNT) - 1)

/**
 * A pose. It is plain data that may be copied as bytes; a copy shares the array of customs.
 *
 * Entries without a bit in `bones`, `presets` or `parts` are unset: their values are those of rest,
 * or 0, and blends ignore them.
 */
typedef struct vrm_pose {
    uint64_t bones;                     /**< VRM_BONE_BIT of the bones that have a rotation. */
    uint32_t presets;                   /**< 1 << VRM_PRESET_ of the presets with a weight. */
    vrm_pose_parts parts;               /**< VRM_POSE_ bits. */
    vrm_quat rotations[VRM_BONE_COUNT]; /**< By bone, normalized: the identity in the T-pose. */
    vrm_vec3 hips;                      /**< From their rest position, in units of hips height. */
    float weights[VRM_PRESET_COUNT];    /**< By preset, 0 to 1. */
    float yaw_degrees;                  /**< Of the eyes; positive to the avatar's left. */
    float pitch_degrees;                /**< Of the eyes; positive downwards. */
    vrm_vec3 look_at;                   /**< A point under the root, in units of hips height. */
    uint32_t custom_count;              /**< Of `customs`, those that are set. */
    uint32_t custom_capacity;           /**< Of `customs`; more are lost. */
    vrm_custom_weight *customs;         /**< The caller's array; NULL: no custom expressions. */
} vrm_pose;

/**
 * Makes an empty pose: no bits, all bones at rest, no customs and no array for them.
 *
 * @param pose  Receives the pose.
 * @threads any
 */
VRM_API void vrm_pose_init(vrm_pose *pose);

/**
 * Fills unset entries from `base`: bones, hips, weights, customs and lookAt.
 *
 * @param pose  The pose to fill.
 * @param base  The source of unset entries; NULL: the T-pose, of all bones and the hips.
 * @threads any
 */
VRM_API void vrm_pose_fill(vrm_pose *pose, const vrm_pose *base);

/**
 * Keeps only some bones, presets and parts of a pose. The others become unset, with the values of
 * rest.
 *
 * The position of the hips is a separate part, because it moves the legs. If the pose moves only
 * the upper body, remove VRM_POSE_HIPS: the feet then stay on the floor.
 *
 * @param pose     The pose.
 * @param bones    VRM_BONE_BIT of the bones that stay.
 * @param presets  1 << VRM_PRESET_ of the presets that stay. Customs stay if any preset stays.
 * @param parts    VRM_POSE_ bits of the parts that stay.
 * @task Use only some bones of a pose
 * @threads any
 */
VRM_API void vrm_pose_mask(vrm_pose *pose, uint64_t bones, uint32_t presets, vrm_pose_parts parts);

/** Groups of bones, for masks. Shoulders belong to the arms, and the feet and toes to the legs. */
typedef int32_t vrm_bone_group;

enum {
    VRM_BONE_GROUP_HIPS = 0,
    VRM_BONE_GROUP_TRUNK = 1, /**< Spine, chest and upperChest. */
    VRM_BONE_GROUP_HEAD = 2,  /**< Neck, head, eyes and jaw. */
    VRM_BONE_GROUP_LEFT_ARM = 3,
    VRM_BONE_GROUP_RIGHT_ARM = 4,
    VRM_BONE_GROUP_LEFT_LEG = 5,
    VRM_BONE_GROUP_RIGHT_LEG = 6,
    VRM_BONE_GROUP_LEFT_FINGERS = 7,
    VRM_BONE_GROUP_RIGHT_FINGERS = 8,
    VRM_BONE_GROUP_UPPER_BODY = 9,  /**< All but the hips and the legs. */
    VRM_BONE_GROUP_LOWER_BODY = 10, /**< Hips and legs. */
    VRM_BONE_GROUP_COUNT = 11
};

/**
 * Returns the bones of a group.
 *
 * @param group  A VRM_BONE_GROUP_ constant.
 * @return VRM_BONE_BIT of its bones; 0 for any other value.
 * @threads any
 */
VRM_API uint64_t vrm_bone_group_bones(vrm_bone_group group);

/**
 * Blends two poses: numbers are their weighted sum, and a rotation is the weighted sum of the two
 * quaternions, by the shorter way, normalized. An entry that only one of the two sets is taken from
 * it in full, at any weight.
 *
 * A sum does not depend on the order of the poses, and extends to three poses and more. It follows
 * the path of slerp at nearly its speed: it is at most 0.93 degrees ahead or behind if the
 * rotations are 90 degrees apart, and 0.12 degrees at 45.
 *
 * LookAt: a direction and a point cannot be blended; the one of greater weight is taken, and that
 * of `b` if the weights are equal. Customs of the same name are blended. Their field `custom` is
 * VRM_NONE if it may belong to another clip; names are then looked up.
 *
 * @param a       The pose at weight 0.
 * @param b       The pose at weight 1.
 * @param weight  0 to 1; clamped. At 0 and 1, entries that both set have the bits of the one pose.
 * @param out     Prepared with vrm_pose_init; receives the pose, in its own array of customs. May
 *                be `a` or `b`.
 * @task Blend two poses
 * @threads any
 */
VRM_API void vrm_pose_blend(const vrm_pose *a, const vrm_pose *b, float weight, vrm_pose *out);

/**
 * Adds a difference to a pose: each rotation turns its bone further, about the axes that the bone
 * has in the pose (pose * difference), and hips, weights and angles are added. Weights stay from 0
 * to 1. A lookAt point moves only if both have one.
 *
 * @param base        The pose.
 * @param difference  The result of vrm_pose_subtract, or any pose to use as a difference.
 * @param weight      How much of it, 0 to 1; clamped. At 0 the result has the bits of the pose. A
 *                    part of a rotation is blended as in vrm_pose_blend.
 * @param out         Prepared with vrm_pose_init; receives the pose, in its own array of customs.
 *                    May be either of the two.
 * @task Add a gesture to a pose
 * @threads any
 */
VRM_API void vrm_pose_add(const vrm_pose *base, const vrm_pose *difference, float weight,
                          vrm_pose *out);

/**
 * Returns the difference between two poses: vrm_pose_add(reference, out, 1) is the pose, within
 * rounding. Weights of a difference are from -1 to 1.
 *
 * @param pose       A pose.
 * @param reference  The pose to compare with: usually the first of a clip.
 * @param out        Prepared with vrm_pose_init; receives the difference, of entries that both set.
 *                   May be either of the two.
 * @threads any
 */
VRM_API void vrm_pose_subtract(const vrm_pose *pose, const vrm_pose *reference, vrm_pose *out);

/**
 * Swaps left and right, as a mirror does: bones, hips, lookAt, and the presets that have a side.
 *
 * @param pose  The pose to mirror. Customs do not change.
 * @task Mirror a pose
 * @threads any
 */
VRM_API void vrm_pose_mirror(vrm_pose *pose);

/**
 * Makes a relaxed standing pose: arms down beside the body, elbows and fingers a little bent, toes
 * a little outwards. It sets the hips, which stay at rest, and all bones that the model has. If the
 * arms hang at rest, as in an A-pose, it lowers them only by the rest of the way.
 *
 * @param model  The model of the avatar; NULL: the pose is empty.
 * @param pose   Receives the pose, which vrm_pose_init need not have prepared. It has no customs.
 * @task Stand relaxed instead of in a T-pose
 * @threads any
 */
VRM_API void vrm_pose_relaxed(const vrm_model *model, vrm_pose *pose);

/* --- Apply and read poses --- */

/** Bits of the flags of vrm_apply_desc: VRM_APPLY_ constants. */
typedef uint32_t vrm_apply_flags;

enum {
    /** Bones and hips that the pose does not set stay as they are. Without this flag, they go to
     * rest. */
    VRM_APPLY_KEEP = 1,
    /** The hips stay at their rest position in x and z: the body moves in place. */
    VRM_APPLY_IN_PLACE = 2,
    /** Expressions do not change. */
    VRM_APPLY_NO_EXPRESSIONS = 4,
    /** LookAt does not change. */
    VRM_APPLY_NO_LOOK_AT = 8,
    VRM_APPLY_ALL = 15 /**< All of these. */
};

/** Settings of vrm_avatar_apply_pose. Fill them with vrm_apply_desc_init. */
typedef struct vrm_apply_desc {
    uint32_t struct_size;  /**< Set by vrm_apply_desc_init. */
    vrm_apply_flags flags; /**< VRM_APPLY_ bits. Default: 0. */
    /** The result of vrm_clip_bind, or NULL: names are looked up. */
    const int32_t *custom_bindings;
    uint32_t custom_binding_count; /**< Of `custom_bindings`. */
    vrm_expression_layer layer;    /**< Of the expressions. Default: VRM_EXPRESSION_LAYER_MOTION. */
} vrm_apply_desc;

/**
 * Writes a pose into the inputs of an avatar: its bones, its hips, a layer of its expressions and
 * its lookAt. The next update shows it (AN-030).
 *
 * - Bones: the rotation of a bone that this avatar lacks goes to its next descendants (AN-014).
 *   Bones that the pose does not set go to rest (AN-013), unless VRM_APPLY_KEEP is set. Nodes that
 *   are not bones do not change.
 * - Expressions: the layer gets the weights of the pose, and 0 for all others. Other layers stay.
 * - LookAt: it does not change if the pose does not set it (AN-027).
 *
 * @param avatar  An avatar.
 * @param pose    The pose.
 * @param desc    Optional settings; NULL means the defaults.
 * @task Apply a pose to an avatar
 * @threads one
 */
VRM_API void vrm_avatar_apply_pose(vrm_avatar *avatar, const vrm_pose *pose,
                                   const vrm_apply_desc *desc);

/**
 * Returns the inputs of an avatar as a pose: the rotations of its bones, the position of its hips,
 * the greatest weights of its layers, and its lookAt. Apply it to another avatar to copy the pose.
 *
 * @param avatar  An avatar.
 * @param out     Prepared with vrm_pose_init; receives the pose. Its customs go to its own array,
 *                with names of the model.
 * @task Copy the pose of an avatar
 * @threads one
 */
VRM_API void vrm_avatar_read_pose(const vrm_avatar *avatar, vrm_pose *out);

/**
 * Fills in the default settings. Call it through the macro vrm_apply_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  Of the caller's vrm_apply_desc.
 * @threads any
 */
VRM_API void vrm_apply_desc_init_sized(vrm_apply_desc *desc, size_t struct_size);
/** Calls vrm_apply_desc_init_sized with the size of the struct. */
#define vrm_apply_desc_init(desc) vrm_apply_desc_init_sized((desc), sizeof *(desc))

#endif

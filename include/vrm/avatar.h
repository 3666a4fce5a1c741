/**
 * @file avatar.h
 * One running instance of a model.
 *
 * Pose in, frame out. The application writes the pose (local transforms in the file's node order),
 * the inputs of expressions and lookAt, and the root. vrm_avatar_update computes the frame from
 * them: local and world transforms of all nodes, morph weights and material values. An update does
 * not change the pose: every update starts from it and writes only the frame.
 *
 * - Space: world = root * (a half turn for a model that faces -Z) * model. See vrm/types.h.
 * - Memory: one block, allocated when the avatar is created. Nothing here allocates, logs or fails
 *   afterwards. The avatar holds a reference to its model.
 * - Threads: one avatar belongs to one thread at a time. Avatars of one model are independent.
 * - Indices: nodes, materials, expressions, springs and joints are indices into the tables of the
 *   model. Indices out of range do nothing; `misuse` of vrm_load_desc reports them.
 * - Numbers: the functions ignore values that are not finite. Values in the array of
 *   vrm_avatar_locals are used unchanged: rotations there must be unit quaternions. Finite inputs
 *   give finite frames: values that overflow are clamped to the largest finite float.
 * - Same bits: equal models, inputs and times give equal frames on every compiler and processor, as
 *   long as rounding is to nearest and denormal numbers are not flushed to zero.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_AVATAR_H
#define VRM_AVATAR_H

#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/types.h"

/** One running instance of a model. */
typedef struct vrm_avatar vrm_avatar;

/* --- Create, update and destroy --- */

/** Bits of the flags of an avatar: VRM_AVATAR_FLAG_ constants. */
typedef uint32_t vrm_avatar_flags;

enum {
    /** No half turn: a model that faces -Z (0.x) faces -Z in the world too. */
    VRM_AVATAR_FLAG_AS_FILE = 1,
    /** Springs take one step of the frame's own dt, at most 1/20 s, exactly like the
     * specification's pseudo-code. Their motion then depends on the frame rate (SB-042). */
    VRM_AVATAR_FLAG_LITERAL_TIME = 2,
    /** Springs do not scale radii and forces with the avatar (SB-046). */
    VRM_AVATAR_FLAG_LITERAL_SCALE = 4,
    /** Morph weights are clamped to 0…1 after they have been added up (EX-040). */
    VRM_AVATAR_FLAG_CLAMP_MORPHS = 8,
    /** overrideLookAt weakens lookAt of type bone too, as UniVRM does (LA-027). */
    VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT = 16,
    /** LookAt of type bone in a model without eye bones moves its look expressions (LA-025). */
    VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION = 32,
    /** Once its springs have come to rest, an avatar sleeps: updates cost almost nothing until an
     * input changes. Call vrm_avatar_locals again in every frame in which you write the pose. */
    VRM_AVATAR_FLAG_SLEEP = 64,
    /** Springs ignore the limits of their joints (SL-012). */
    VRM_AVATAR_FLAG_NO_SPRING_LIMITS = 128
};

/** Settings of an avatar. Fill them with vrm_avatar_desc_init, then change what you need. */
typedef struct vrm_avatar_desc {
    uint32_t struct_size;           /**< Set by vrm_avatar_desc_init. */
    vrm_avatar_flags flags;         /**< VRM_AVATAR_FLAG_ bits. Default: 0. */
    const vrm_allocator *allocator; /**< Copied. For vrm_avatar_create. NULL: malloc and free. */
    uint32_t collider_capacity;     /**< Colliders that the application can set. Default: 0. */
    int32_t lanes;                  /**< Experimental (vrm/lanes.h). Default: 0, the fastest. */
    void *user;                     /**< The first value of vrm_avatar_user. */
} vrm_avatar_desc;

/**
 * Creates an avatar at rest, at the origin. The first avatar of a model also creates the tables
 * that all of its avatars share, with the model's allocator.
 *
 * @param model       The model; the avatar holds a reference to it.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_avatar  Receives the avatar, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the avatar with vrm_avatar_destroy and the report with
 * vrm_report_destroy.
 * @task Create an avatar
 * @threads any
 */
VRM_API vrm_result vrm_avatar_create(vrm_model *model, const vrm_avatar_desc *desc,
                                     vrm_avatar **out_avatar, vrm_report **out_report);

/**
 * Updates the frame: calls all stages in the order of the specification, from
 * vrm_avatar_update_pose to vrm_avatar_update_springs.
 *
 * @param avatar  An avatar.
 * @param dt      Seconds since the last update; it moves springs and UV animation. 0, negative
 *                values and NaN let no time pass (SB-041).
 * @task Advance an avatar by one frame
 * @threads one
 */
VRM_API void vrm_avatar_update(vrm_avatar *avatar, float dt);

/**
 * Destroys an avatar of any kind. The caller keeps the memory of vrm_avatar_init. An avatar of a
 * crowd is removed from the crowd.
 *
 * @param avatar  An avatar, or NULL.
 * @threads one
 */
VRM_API void vrm_avatar_destroy(vrm_avatar *avatar);

/**
 * Returns how many bytes an avatar needs, for vrm_avatar_init.
 *
 * @param model  The model.
 * @param desc   Optional settings; NULL means the defaults.
 * @return Bytes; 0 if there is no model, the desc is bad, or memory was refused for the tables that
 * the avatars of a model share.
 * @threads any
 */
VRM_API size_t vrm_avatar_size(vrm_model *model, const vrm_avatar_desc *desc);

/**
 * Creates an avatar in memory that the caller provides. The memory must not move until
 * vrm_avatar_destroy.
 *
 * @param memory      At least vrm_avatar_size bytes, aligned to 16. Borrowed until the avatar is
 *                    destroyed.
 * @param size        The size of `memory` in bytes.
 * @param model       The model; the avatar holds a reference to it.
 * @param desc        Optional settings, the same as for vrm_avatar_size; NULL means the defaults.
 * @param out_avatar  Receives the avatar, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return As vrm_avatar_create; VRM_ERROR_CAPACITY if the memory is too small or not aligned.
 * @ownership The caller destroys the avatar with vrm_avatar_destroy, and then frees the memory. The
 * caller destroys the report with vrm_report_destroy.
 * @task Create an avatar in my own memory
 * @threads any
 */
VRM_API vrm_result vrm_avatar_init(void *memory, size_t size, vrm_model *model,
                                   const vrm_avatar_desc *desc, vrm_avatar **out_avatar,
                                   vrm_report **out_report);

/**
 * Returns the model of an avatar.
 *
 * @param avatar  An avatar.
 * @return The model, without a new reference; NULL only if `avatar` is NULL.
 * @ownership The reference belongs to the avatar.
 * @threads one
 */
VRM_API vrm_model *vrm_avatar_model(const vrm_avatar *avatar);

/**
 * Stores an application pointer with the avatar. The library does not use it.
 *
 * @param avatar  An avatar.
 * @param user    Any pointer.
 * @threads one
 */
VRM_API void vrm_avatar_set_user(vrm_avatar *avatar, void *user);

/**
 * Returns the pointer of vrm_avatar_set_user.
 *
 * @param avatar  An avatar.
 * @return The pointer; NULL if none was stored.
 * @ownership The pointer is the caller's.
 * @threads one
 */
VRM_API void *vrm_avatar_user(const vrm_avatar *avatar);

/**
 * Fills in the default settings of an avatar. Call it through the macro vrm_avatar_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_avatar_desc_init_sized(vrm_avatar_desc *desc, size_t struct_size);
/** Fills in the default settings of an avatar. */
#define vrm_avatar_desc_init(desc) vrm_avatar_desc_init_sized((desc), sizeof *(desc))

/* --- Move in the world --- */

/**
 * Moves the avatar. Its springs react to the motion.
 *
 * @param avatar  An avatar.
 * @param root    From the avatar's space to the world. Scale should be uniform and positive.
 * @task Move an avatar in the world
 * @threads one
 */
VRM_API void vrm_avatar_set_root(vrm_avatar *avatar, const vrm_trs *root);

/**
 * Returns the root that was set last.
 *
 * @param avatar  An avatar.
 * @param out     Receives the transform.
 * @threads one
 */
VRM_API void vrm_avatar_get_root(const vrm_avatar *avatar, vrm_trs *out);

/**
 * Teleports the avatar without disturbing its springs (SB-051).
 *
 * @param avatar      An avatar.
 * @param root        From the avatar's space to the world.
 * @param keep_shape  1: springs keep their shape and motion as seen from the root. 0: they restart
 *                    from their rest pose at the next update.
 * @task Teleport an avatar without shaking its hair
 * @threads one
 */
VRM_API void vrm_avatar_teleport(vrm_avatar *avatar, const vrm_trs *root, int32_t keep_shape);

/**
 * Moves the world's origin: adds `shift` to the root, to all state in world space and to the target
 * of lookAt. The picture does not change.
 *
 * @param avatar  An avatar.
 * @param shift   Added to every position in the world, in meters.
 * @task Shift the origin of a large world
 * @threads one
 */
VRM_API void vrm_avatar_shift_origin(vrm_avatar *avatar, const vrm_vec3 *shift);

/** Calls vrm_avatar_shift_origin with a value. */
static inline void vrm_avatar_shift_origin_value(vrm_avatar *avatar, vrm_vec3 shift) {
    vrm_avatar_shift_origin(avatar, &shift);
}

/* --- Set the pose --- */

/**
 * Returns the pose: the local transform of every node. Read and write it. It starts as the rest
 * pose.
 *
 * @param avatar  An avatar.
 * @return One transform for each node of vrm_frame; NULL only if `avatar` is NULL.
 * @ownership The array belongs to the avatar.
 * @task Write the pose of all nodes
 * @threads one
 */
VRM_API vrm_trs *vrm_avatar_locals(vrm_avatar *avatar);

/**
 * Sets the pose of all nodes back to rest.
 *
 * @param avatar  An avatar.
 * @task Return to the rest pose
 * @threads one
 */
VRM_API void vrm_avatar_reset_pose(vrm_avatar *avatar);

/**
 * Sets the normalized rotation of a bone (TP-020). It is the identity in the T-pose, and relative
 * to the parent bone. It means the same for every avatar, regardless of rest rotations and of the
 * direction that the file faces: its axes are those of an avatar that faces +Z.
 *
 * @param avatar    An avatar.
 * @param bone      A VRM_BONE_ constant.
 * @param rotation  A quaternion; it is normalized.
 * @task Turn a bone
 * @threads one
 */
VRM_API void vrm_avatar_set_bone_rotation(vrm_avatar *avatar, vrm_bone bone,
                                          const vrm_quat *rotation);

/** Calls vrm_avatar_set_bone_rotation with a value. */
static inline void vrm_avatar_set_bone_rotation_value(vrm_avatar *avatar, vrm_bone bone,
                                                      vrm_quat rotation) {
    vrm_avatar_set_bone_rotation(avatar, bone, &rotation);
}

/**
 * Returns the normalized rotation of a bone in the pose.
 *
 * @param avatar  An avatar.
 * @param bone    A VRM_BONE_ constant.
 * @param out     Receives the rotation; the identity if the avatar does not have the bone.
 * @threads one
 */
VRM_API void vrm_avatar_get_bone_rotation(const vrm_avatar *avatar, vrm_bone bone, vrm_quat *out);

/** Returns the result of vrm_avatar_get_bone_rotation by value. */
static inline vrm_quat vrm_avatar_bone_rotation(const vrm_avatar *avatar, vrm_bone bone) {
    vrm_quat out = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_avatar_get_bone_rotation(avatar, bone, &out);
    return out;
}

/**
 * Sets the local rotation of a bone's node in the pose.
 *
 * @param avatar    An avatar.
 * @param bone      A VRM_BONE_ constant.
 * @param rotation  A quaternion; it is normalized.
 * @threads one
 */
VRM_API void vrm_avatar_set_bone_local_rotation(vrm_avatar *avatar, vrm_bone bone,
                                                const vrm_quat *rotation);

/** Calls vrm_avatar_set_bone_local_rotation with a value. */
static inline void vrm_avatar_set_bone_local_rotation_value(vrm_avatar *avatar, vrm_bone bone,
                                                            vrm_quat rotation) {
    vrm_avatar_set_bone_local_rotation(avatar, bone, &rotation);
}

/**
 * Sets the position of the hips, relative to the root. The hips are the only bone that a humanoid
 * pose moves (HU-013).
 *
 * @param avatar    An avatar.
 * @param position  In meters, for an avatar that faces +Z. At rest it is that of
 *                  vrm_model_get_bone_rest_position.
 * @threads one
 */
VRM_API void vrm_avatar_set_hips_position(vrm_avatar *avatar, const vrm_vec3 *position);

/** Calls vrm_avatar_set_hips_position with a value. */
static inline void vrm_avatar_set_hips_position_value(vrm_avatar *avatar, vrm_vec3 position) {
    vrm_avatar_set_hips_position(avatar, &position);
}

/**
 * Returns the position of the hips in the pose, relative to the root.
 *
 * @param avatar  An avatar.
 * @param out     Receives the position; the origin if the avatar has no hips.
 * @threads one
 */
VRM_API void vrm_avatar_get_hips_position(const vrm_avatar *avatar, vrm_vec3 *out);

/** Returns the result of vrm_avatar_get_hips_position by value. */
static inline vrm_vec3 vrm_avatar_hips_position(const vrm_avatar *avatar) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_avatar_get_hips_position(avatar, &out);
    return out;
}

/* --- Look at a target --- */

/** What an avatar looks at. */
typedef int32_t vrm_look_at_mode;

enum {
    VRM_LOOK_AT_MODE_OFF = 0,    /**< Nothing: the eyes follow the pose (LA-033). */
    VRM_LOOK_AT_MODE_TARGET = 1, /**< A point in the world. */
    VRM_LOOK_AT_MODE_DEGREES = 2 /**< A direction relative to the head. */
};

/** The settings and the result of lookAt. Fields may be added at the end. */
typedef struct vrm_look_at_state {
    uint32_t struct_size;    /**< Set by vrm_look_at_state_init. */
    vrm_look_at_mode mode;   /**< A VRM_LOOK_AT_ constant. */
    vrm_vec3 target;         /**< With VRM_LOOK_AT_MODE_TARGET: the point in the world. */
    float set_yaw_degrees;   /**< With VRM_LOOK_AT_MODE_DEGREES: the angle that was set. */
    float set_pitch_degrees; /**< Likewise. */
    float yaw_degrees;       /**< The result of the last update, before range maps. */
    float pitch_degrees;     /**< Likewise. */
} vrm_look_at_state;

/** Prepares a vrm_look_at_state. */
#define vrm_look_at_state_init(state) ((state)->struct_size = (uint32_t)sizeof *(state))

/**
 * Makes the avatar look at a point in the world.
 *
 * @param avatar  An avatar.
 * @param target  In meters.
 * @task Look at a point, such as the camera
 * @threads one
 */
VRM_API void vrm_avatar_set_look_at_target(vrm_avatar *avatar, const vrm_vec3 *target);

/** Calls vrm_avatar_set_look_at_target with a value. */
static inline void vrm_avatar_look_at(vrm_avatar *avatar, vrm_vec3 target) {
    vrm_avatar_set_look_at_target(avatar, &target);
}

/**
 * Makes the avatar look in a direction, relative to its head (LA-006).
 *
 * @param avatar         An avatar.
 * @param yaw_degrees    Positive to the avatar's left.
 * @param pitch_degrees  Positive downwards.
 * @task Look in a direction
 * @threads one
 */
VRM_API void vrm_avatar_set_look_at_degrees(vrm_avatar *avatar, float yaw_degrees,
                                            float pitch_degrees);

/**
 * Switches lookAt off: the eyes follow the pose (LA-033).
 *
 * @param avatar  An avatar.
 * @threads one
 */
VRM_API void vrm_avatar_set_look_at_off(vrm_avatar *avatar);

/**
 * Returns the settings of lookAt and the result of the last update.
 *
 * @param avatar  An avatar.
 * @param out     Prepared with vrm_look_at_state_init; receives the state.
 * @threads one
 */
VRM_API void vrm_avatar_get_look_at(const vrm_avatar *avatar, vrm_look_at_state *out);

/**
 * Returns the point between the eyes in the world: the origin of lookAt, and the position of a
 * first-person camera (FP-013).
 *
 * @param avatar  An avatar.
 * @param out     Receives the position.
 * @task Place a first-person camera
 * @threads one
 */
VRM_API void vrm_avatar_get_eye_position(const vrm_avatar *avatar, vrm_vec3 *out);

/** Returns the result of vrm_avatar_get_eye_position by value. */
static inline vrm_vec3 vrm_avatar_eye_position(const vrm_avatar *avatar) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_avatar_get_eye_position(avatar, &out);
    return out;
}

/* --- Show expressions --- */

/**
 * A layer of expression inputs. Parts of an application that move the same face, such as lip sync
 * and blinking, each write their own layer. The input of an expression is the largest value of all
 * layers, each multiplied by the weight of its layer. Overrides and isBinary apply after that. Only
 * the lookAt stage writes the layer VRM_EXPRESSION_LAYER_LOOK_AT.
 */
typedef int32_t vrm_expression_layer;

enum {
    VRM_EXPRESSION_LAYER_APPLICATION = 0, /**< The layer of vrm_avatar_set_expression. */
    VRM_EXPRESSION_LAYER_EMOTION = 1,
    VRM_EXPRESSION_LAYER_VISEME = 2,
    VRM_EXPRESSION_LAYER_BLINK = 3,
    VRM_EXPRESSION_LAYER_LOOK_AT = 4,
    VRM_EXPRESSION_LAYER_MOTION = 5, /**< The layer of vrm_avatar_apply_pose. */
    VRM_EXPRESSION_LAYER_COUNT = 6
};

/**
 * Sets an expression in the layer VRM_EXPRESSION_LAYER_APPLICATION. It stays until it is set again.
 *
 * @param avatar      An avatar.
 * @param expression  An index into the expressions of vrm_tables. VRM_NONE, which
 * vrm_model_find_expression returns if the avatar lacks an expression, does nothing.
 * @param weight      0 to 1; clamped, NaN counts as 0 (EX-005).
 * @task Show an expression
 * @threads one
 */
VRM_API void vrm_avatar_set_expression(vrm_avatar *avatar, int32_t expression, float weight);

/**
 * Sets an expression in one layer. It stays until it is set again.
 *
 * @param avatar      An avatar.
 * @param layer       A VRM_EXPRESSION_LAYER_ constant other than VRM_EXPRESSION_LAYER_LOOK_AT.
 * @param expression  An index into the expressions of vrm_tables.
 * @param weight      0 to 1; clamped, NaN counts as 0 (EX-005).
 * @task Combine lip sync, blinking and emotions
 * @threads one
 */
VRM_API void vrm_avatar_set_layer_expression(vrm_avatar *avatar, vrm_expression_layer layer,
                                             int32_t expression, float weight);

/**
 * Returns the weight of an expression in one layer.
 *
 * @param avatar      An avatar.
 * @param layer       A VRM_EXPRESSION_LAYER_ constant.
 * @param expression  An index into the expressions of vrm_tables.
 * @return 0 to 1.
 * @threads one
 */
VRM_API float vrm_avatar_layer_expression(const vrm_avatar *avatar, vrm_expression_layer layer,
                                          int32_t expression);

/**
 * Sets the weight of a layer (default: 1). 0 switches the layer off.
 *
 * @param avatar  An avatar.
 * @param layer   A VRM_EXPRESSION_LAYER_ constant.
 * @param weight  0 to 1; clamped.
 * @threads one
 */
VRM_API void vrm_avatar_set_expression_layer_weight(vrm_avatar *avatar, vrm_expression_layer layer,
                                                    float weight);

/**
 * Returns the weight of a layer.
 *
 * @param avatar  An avatar.
 * @param layer   A VRM_EXPRESSION_LAYER_ constant.
 * @return 0 to 1.
 * @threads one
 */
VRM_API float vrm_avatar_expression_layer_weight(const vrm_avatar *avatar,
                                                 vrm_expression_layer layer);

/**
 * Sets all expressions of a layer to 0.
 *
 * @param avatar  An avatar.
 * @param layer   A VRM_EXPRESSION_LAYER_ constant.
 * @threads one
 */
VRM_API void vrm_avatar_clear_expression_layer(vrm_avatar *avatar, vrm_expression_layer layer);

/**
 * Returns the effective weight of an expression after the last update: after isBinary and
 * overrides.
 *
 * @param avatar      An avatar.
 * @param expression  An index into the expressions of vrm_tables.
 * @return 0 to 1.
 * @threads one
 */
VRM_API float vrm_avatar_expression_weight(const vrm_avatar *avatar, int32_t expression);

/** The classes on which overrides act. */
typedef int32_t vrm_expression_class;

enum {
    VRM_EXPRESSION_CLASS_NONE = 0,
    VRM_EXPRESSION_CLASS_BLINK = 1,
    VRM_EXPRESSION_CLASS_LOOK_AT = 2,
    VRM_EXPRESSION_CLASS_MOUTH = 3
};

/**
 * Assigns a custom expression to a class that overrides act on (EX-017). The class of a preset does
 * not change.
 *
 * @param avatar            An avatar.
 * @param expression        An index into the expressions of vrm_tables.
 * @param expression_class  A VRM_EXPRESSION_CLASS_ constant.
 * @threads one
 */
VRM_API void vrm_avatar_set_expression_class(vrm_avatar *avatar, int32_t expression,
                                             vrm_expression_class expression_class);

/* --- Run single stages of an update --- */

/**
 * First stage: copies the pose into the frame and computes world transforms. If your engine has its
 * own update order, call the stages one by one. The result has the same bits as that of
 * vrm_avatar_update.
 *
 * @param avatar  An avatar.
 * @task Call the stages of an update in my own order
 * @threads one
 */
VRM_API void vrm_avatar_update_pose(vrm_avatar *avatar);

/**
 * Second stage: lookAt.
 *
 * @param avatar  An avatar.
 * @threads one
 */
VRM_API void vrm_avatar_update_look_at(vrm_avatar *avatar);

/**
 * Third stage: expressions, morph weights and material values.
 *
 * @param avatar  An avatar.
 * @param dt      Seconds since the last update; it moves UV animation.
 * @threads one
 */
VRM_API void vrm_avatar_update_expressions(vrm_avatar *avatar, float dt);

/**
 * Fourth stage: node constraints.
 *
 * @param avatar  An avatar.
 * @threads one
 */
VRM_API void vrm_avatar_update_constraints(vrm_avatar *avatar);

/**
 * Fifth stage: springs.
 *
 * @param avatar  An avatar.
 * @param dt      Seconds since the last update.
 * @threads one
 */
VRM_API void vrm_avatar_update_springs(vrm_avatar *avatar, float dt);

/* --- Save and restore --- */

/**
 * Returns how many bytes vrm_avatar_save writes. It does not change while the avatar exists.
 *
 * @param avatar  An avatar.
 * @return Bytes.
 * @threads one
 */
VRM_API size_t vrm_avatar_save_size(const vrm_avatar *avatar);

/**
 * Saves everything that the next frames depend on: pose, root, inputs, settings, and the state of
 * lookAt, springs and UV animation. The bytes are the same on every target, in a crowd and alone.
 *
 * @param avatar    An avatar.
 * @param out       Receives the bytes.
 * @param capacity  The size of `out` in bytes.
 * @return VRM_OK, VRM_ERROR_CAPACITY or VRM_ERROR_INVALID_ARGUMENT.
 * @task Save the state, for rollback
 * @threads one
 */
VRM_API vrm_result vrm_avatar_save(const vrm_avatar *avatar, void *out, size_t capacity);

/**
 * Restores what vrm_avatar_save wrote. Saving and restoring take a fraction of the time of an
 * update: games with rollback can save in every frame.
 *
 * The frame is not part of a save. It is stale until the next update, which a rollback makes
 * anyway. vrm_avatar_update(avatar, 0) shows the restored state without letting time pass.
 *
 * @param avatar  An avatar of the same model, flags and collider capacity.
 * @param bytes   The saved bytes.
 * @param size    Their number.
 * @return VRM_OK; VRM_ERROR_MISMATCH for a save of another model (in anything that motion depends
 * on), of other flags, of another collider capacity or of another version; VRM_ERROR_PAYLOAD for
 * bytes that are not a save, truncated or damaged. The avatar changes only on VRM_OK.
 * @task Restore a saved state
 * @threads one
 */
VRM_API vrm_result vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size);

/**
 * Copies the settings of an avatar to an avatar of another model: root, pose of the humanoid bones,
 * and of other nodes by name, lookAt, expressions and their layers by name, spring modes, weights
 * and winds by name, and the user pointer. Use it to replace an avatar after its file was exported
 * again. Springs restart from rest.
 *
 * @param to    The avatar that gets the settings.
 * @param from  The avatar that is replaced.
 * @task Replace an avatar after a new export
 * @threads one
 */
VRM_API void vrm_avatar_carry_over(vrm_avatar *to, const vrm_avatar *from);

#endif

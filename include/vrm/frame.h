/**
 * @file frame.h
 * The frame of an avatar: the result of its last update.
 *
 * A frame is a set of plain arrays that an engine reads without a call per element. The functions
 * here read it for bones, nodes and skins. None of them changes the avatar.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_FRAME_H
#define VRM_FRAME_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/types.h"

/** The uses of textures that expressions and MToon can move: all but the matcap. */
typedef int32_t vrm_texture_slot;

enum {
    VRM_TEXTURE_SLOT_BASE_COLOR = 0,
    VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS = 1,
    VRM_TEXTURE_SLOT_NORMAL = 2,
    VRM_TEXTURE_SLOT_OCCLUSION = 3,
    VRM_TEXTURE_SLOT_EMISSIVE = 4,
    VRM_TEXTURE_SLOT_SHADE_MULTIPLY = 5,
    VRM_TEXTURE_SLOT_SHADING_SHIFT = 6,
    VRM_TEXTURE_SLOT_RIM_MULTIPLY = 7,
    VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY = 8,
    VRM_TEXTURE_SLOT_UV_ANIMATION_MASK = 9,
    VRM_TEXTURE_SLOT_COUNT = 10
};

/** The values of a material that can change; the others are in the tables of the model. Frozen. */
typedef struct vrm_material_values {
    float base_color[4];    /**< Red, green, blue, alpha. */
    float emissive[3];      /**< Before the emissive_strength of the material. */
    float shade_color[3];   /**< MToon's shade color. */
    float matcap[3];        /**< MToon's matcap factor. */
    float rim_color[3];     /**< MToon's parametric rim color. */
    float outline_color[3]; /**< MToon's outline color. */
    /** MToon's UV animation, before the animation mask: radians, 0 to 2 pi; with a mask 0 to 510 pi
     * (MT-028). */
    float uv_rotation;
    vrm_vec2 uv_scroll;                         /**< In UV units, before the animation mask. */
    vrm_vec2 uv_scale[VRM_TEXTURE_SLOT_COUNT];  /**< By vrm_texture_slot. */
    vrm_vec2 uv_offset[VRM_TEXTURE_SLOT_COUNT]; /**< By vrm_texture_slot. */
} vrm_material_values;

/** The result of the last update, as arrays of the avatar. Fields may be added at the end. */
typedef struct vrm_frame {
    const vrm_trs *local;          /**< By node, relative to its parent. */
    const vrm_mat4 *world;         /**< By node, to the world. */
    const float *morph_weights;    /**< Of node n: from morph_offsets[n] to morph_offsets[n + 1]. */
    const uint32_t *morph_offsets; /**< node_count + 1 of them. */
    const vrm_material_values *materials; /**< By material. */
    const float *expression_weights;      /**< As vrm_avatar_expression_weight. */
    uint32_t node_count;                  /**< Of `local` and `world`. */
    uint32_t morph_weight_count;          /**< Of `morph_weights`. */
    uint32_t material_count;              /**< Of `materials`. */
    uint32_t expression_count;            /**< Of `expression_weights`. */
} vrm_frame;

/**
 * Returns the frame of the last update. Its address and the addresses in it stay the same until the
 * avatar is destroyed.
 *
 * @param avatar  An avatar.
 * @return The frame; an empty frame if `avatar` is NULL. Never NULL.
 * @ownership The frame belongs to the avatar. Its values are valid until the next update.
 * @task Get transforms, morph weights and material values to draw
 * @threads one
 */
VRM_API const vrm_frame *vrm_avatar_frame(const vrm_avatar *avatar);

/**
 * Returns the values of a material that expressions and UV animation change: an element of
 * `materials` of the frame. vrm_model_material has the other values.
 *
 * @param avatar  An avatar.
 * @param index   The index of a material, or VRM_NONE.
 * @return The values; those of glTF's default material for VRM_NONE, an index out of range or NULL.
 * Never NULL.
 * @ownership The values belong to the avatar; those of the default material are static. Its values
 * are valid until the next update.
 * @threads one
 */
VRM_API const vrm_material_values *vrm_avatar_material_values(const vrm_avatar *avatar,
                                                              int32_t index);

/**
 * Returns the position of a bone in the world after the last update.
 *
 * @param avatar  An avatar.
 * @param bone    A VRM_BONE_ constant.
 * @param out     Receives the position; the origin if the avatar does not have the bone.
 * @task Get the position of a bone
 * @threads one
 */
VRM_API void vrm_avatar_get_bone_position(const vrm_avatar *avatar, vrm_bone bone, vrm_vec3 *out);

/** Returns the result of vrm_avatar_get_bone_position by value. */
static inline vrm_vec3 vrm_avatar_bone_position(const vrm_avatar *avatar, vrm_bone bone) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_avatar_get_bone_position(avatar, bone, &out);
    return out;
}

/**
 * Returns the world matrix of a bone after the last update.
 *
 * @param avatar  An avatar.
 * @param bone    A VRM_BONE_ constant.
 * @param out     Receives the matrix; the identity if the avatar does not have the bone.
 * @threads one
 */
VRM_API void vrm_avatar_get_bone_matrix(const vrm_avatar *avatar, vrm_bone bone, vrm_mat4 *out);

/**
 * Returns the matrix from a node's space to the model's space, which does not depend on the root
 * (GL-020).
 *
 * @param avatar  An avatar.
 * @param node    The index of a node.
 * @param out     Receives the matrix; the identity for an index out of range.
 * @threads one
 */
VRM_API void vrm_avatar_get_node_in_model(const vrm_avatar *avatar, int32_t node, vrm_mat4 *out);

/**
 * Computes the skin matrices of a skin after the last update: world matrix of the joint times its
 * inverse bind matrix. A vertex in the world is the sum of weight * matrix * position over its
 * joints; the transform of the mesh's own node is ignored, as glTF requires.
 *
 * @param avatar         An avatar.
 * @param skin           The index of a skin.
 * @param inverse_binds  The result of vrm_model_read_inverse_binds for this skin: joint_count
 *                       matrices.
 * @param out            Receives joint_count matrices.
 * @param capacity       How many matrices `out` can hold.
 * @return VRM_OK, VRM_ERROR_CAPACITY or VRM_ERROR_INVALID_ARGUMENT.
 * @task Get skin matrices
 * @threads one
 */
VRM_API vrm_result vrm_avatar_get_skin_matrices(const vrm_avatar *avatar, int32_t skin,
                                                const vrm_mat4 *inverse_binds, vrm_mat4 *out,
                                                size_t capacity);

/**
 * Returns a box in the world around the avatar after the last update: for culling and for framing a
 * camera. It is an estimate from the node positions and from the extent of the meshes around them
 * at rest. It does not read the payload.
 *
 * @param avatar     An avatar.
 * @param out_least  Receives the least x, y and z.
 * @param out_most   Receives the greatest x, y and z.
 * @return 1; 0 if nothing of the avatar can be drawn. Both points are then the root's position.
 * @task Get a bounding box for culling
 * @threads one
 */
VRM_API int32_t vrm_avatar_get_bounds(const vrm_avatar *avatar, vrm_vec3 *out_least,
                                      vrm_vec3 *out_most);

#endif

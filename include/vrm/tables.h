/**
 * @file tables.h
 * The VRM tables: the meaning of a file, in one form for all four VRM versions (0.x, 1.0 draft,
 * 1.0-beta and 1.0).
 *
 * Values are as a 1.0 file would give them: glTF axes, meters, degrees for lookAt, linear colors.
 * Every index has been checked and is the file's own glTF index, or VRM_NONE. Missing values have
 * their defaults. Strings and arrays belong to the model.
 *
 * The structs here are frozen within a major version. New data is added at the end of vrm_tables.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_TABLES_H
#define VRM_TABLES_H

#include "vrm/base.h"
#include "vrm/gltf.h"
#include "vrm/types.h"

/** The VRM version of a file. */
typedef int32_t vrm_dialect;

enum {
    VRM_DIALECT_NONE = 0,     /**< Plain glTF without an avatar. */
    VRM_DIALECT_0 = 1,        /**< 0.x. */
    VRM_DIALECT_1_DRAFT = 2,  /**< The draft of 2019. */
    VRM_DIALECT_1_BETA = 3,   /**< 1.0-beta. */
    VRM_DIALECT_1 = 4,        /**< 1.0. */
    VRM_DIALECT_ANIMATION = 5 /**< VRMC_vrm_animation: motion, and no avatar (GL-036). */
};

/**
 * Returns the name of a VRM version: "none", "0.x", "1.0-draft", "1.0-beta", "1.0" or "animation".
 *
 * @param dialect  A VRM_DIALECT_ constant.
 * @return A static string; "none" for any other value.
 * @threads any
 */
VRM_API const char *vrm_dialect_name(vrm_dialect dialect);

/* --- Author, license and permissions --- */

/** Who may act with the avatar: avatarPermission. */
typedef int32_t vrm_avatar_permission;

enum {
    VRM_AVATAR_PERMISSION_ONLY_AUTHOR = 0,
    VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON = 1,
    VRM_AVATAR_PERMISSION_EVERYONE = 2
};

/** Which commercial use is allowed: commercialUsage. */
typedef int32_t vrm_commercial_usage;

enum {
    VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT = 0,
    VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT = 1,
    VRM_COMMERCIAL_USAGE_CORPORATION = 2
};

/** Whether the author must be credited: creditNotation. */
typedef int32_t vrm_credit_notation;

enum { VRM_CREDIT_NOTATION_REQUIRED = 0, VRM_CREDIT_NOTATION_UNNECESSARY = 1 };

/** Whether the avatar may be modified: modification. */
typedef int32_t vrm_modification;

enum {
    VRM_MODIFICATION_PROHIBITED = 0,
    VRM_MODIFICATION_ALLOWED = 1,
    VRM_MODIFICATION_REDISTRIBUTION = 2
};

/**
 * The permissions of an avatar, in the terms of 1.0 for all VRM versions. A permission that a file
 * does not give, or gives as an unknown value, is the most restrictive one (ME-025).
 */
typedef struct vrm_permissions {
    vrm_avatar_permission avatar_permission;    /**< VRM_AVATAR_PERMISSION_… */
    vrm_commercial_usage commercial_usage;      /**< VRM_COMMERCIAL_USAGE_… */
    vrm_credit_notation credit_notation;        /**< VRM_CREDIT_NOTATION_… */
    vrm_modification modification;              /**< VRM_MODIFICATION_… */
    int32_t allow_excessively_violent_usage;    /**< 1: allowed. */
    int32_t allow_excessively_sexual_usage;     /**< 1: allowed. */
    int32_t allow_political_or_religious_usage; /**< 1: allowed. */
    int32_t allow_antisocial_or_hate_usage;     /**< 1: allowed. */
    int32_t allow_redistribution;               /**< 1: allowed. */
} vrm_permissions;

/**
 * Author, license and permissions of an avatar. The text is untrusted: make it safe before you show
 * it or use it as a file name (vrm_string_printable, vrm_string_file_name).
 *
 * A permission that a file does not give, or gives as an unknown value, is the most restrictive one
 * (ME-025). Licenses of 0.x and the draft are kept as text in `legacy_…` and grant nothing by
 * themselves (ME-031); vrm_meta_map_license maps them to the terms of 1.0.
 */
typedef struct vrm_meta {
    vrm_string name;                        /**< The name of the avatar. */
    vrm_string version;                     /**< The version of the avatar. */
    const vrm_string *authors;              /**< In the order of the file. */
    const vrm_string *references;           /**< Works that the avatar is derived from. */
    vrm_string copyright_information;       /**< Free text. */
    vrm_string contact_information;         /**< Free text. */
    vrm_string third_party_licenses;        /**< Free text. */
    vrm_string license_url;                 /**< The license of the file. */
    vrm_string other_license_url;           /**< A further license; may be empty. */
    vrm_string legacy_allowed_user;         /**< As the file writes them; empty in 1.0. */
    vrm_string legacy_violent_usage;        /**< Likewise. */
    vrm_string legacy_sexual_usage;         /**< Likewise. */
    vrm_string legacy_commercial_usage;     /**< Likewise. */
    vrm_string legacy_license_name;         /**< Likewise. */
    vrm_string legacy_other_permission_url; /**< Likewise. */
    uint32_t author_count;                  /**< Of `authors`. */
    uint32_t reference_count;               /**< Of `references`. */
    int32_t thumbnail_image;                /**< Index into images. */
    vrm_permissions permissions;            /**< The permissions of the avatar. */
} vrm_meta;

/**
 * Maps the license of a 0.x or draft file to the permissions of 1.0. These versions have no fields
 * for redistribution, modification and credit: `legacy_license_name` covers them, and `permissions`
 * holds the most restrictive values. The mapping is informative: it replaces these three values,
 * and it lowers `commercial_usage` for licenses that exclude profit. The application decides
 * whether to rely on it (ME-031).
 *
 * @param meta             The meta of a model.
 * @param out_permissions  Receives the permissions of the meta, with the mapping applied if there
 *                         is one.
 * @return 1 if the license was mapped; 0 if there is none (also in 1.0) or it is unknown, and the
 * permissions are those of the meta.
 * @task Find out what the license of a 0.x avatar allows
 * @threads any
 */
VRM_API int32_t vrm_meta_map_license(const vrm_meta *meta, vrm_permissions *out_permissions);

/* --- Humanoid bones --- */

/** All humanoid bones, in the order of the specification's table: X(CONSTANT, "name"). */
#define VRM_BONES(X)                                                                               \
    X(HIPS, "hips")                                                                                \
    X(SPINE, "spine")                                                                              \
    X(CHEST, "chest")                                                                              \
    X(UPPER_CHEST, "upperChest")                                                                   \
    X(NECK, "neck")                                                                                \
    X(HEAD, "head")                                                                                \
    X(LEFT_EYE, "leftEye")                                                                         \
    X(RIGHT_EYE, "rightEye")                                                                       \
    X(JAW, "jaw")                                                                                  \
    X(LEFT_UPPER_LEG, "leftUpperLeg")                                                              \
    X(LEFT_LOWER_LEG, "leftLowerLeg")                                                              \
    X(LEFT_FOOT, "leftFoot")                                                                       \
    X(LEFT_TOES, "leftToes")                                                                       \
    X(RIGHT_UPPER_LEG, "rightUpperLeg")                                                            \
    X(RIGHT_LOWER_LEG, "rightLowerLeg")                                                            \
    X(RIGHT_FOOT, "rightFoot")                                                                     \
    X(RIGHT_TOES, "rightToes")                                                                     \
    X(LEFT_SHOULDER, "leftShoulder")                                                               \
    X(LEFT_UPPER_ARM, "leftUpperArm")                                                              \
    X(LEFT_LOWER_ARM, "leftLowerArm")                                                              \
    X(LEFT_HAND, "leftHand")                                                                       \
    X(RIGHT_SHOULDER, "rightShoulder")                                                             \
    X(RIGHT_UPPER_ARM, "rightUpperArm")                                                            \
    X(RIGHT_LOWER_ARM, "rightLowerArm")                                                            \
    X(RIGHT_HAND, "rightHand")                                                                     \
    X(LEFT_THUMB_METACARPAL, "leftThumbMetacarpal")                                                \
    X(LEFT_THUMB_PROXIMAL, "leftThumbProximal")                                                    \
    X(LEFT_THUMB_DISTAL, "leftThumbDistal")                                                        \
    X(LEFT_INDEX_PROXIMAL, "leftIndexProximal")                                                    \
    X(LEFT_INDEX_INTERMEDIATE, "leftIndexIntermediate")                                            \
    X(LEFT_INDEX_DISTAL, "leftIndexDistal")                                                        \
    X(LEFT_MIDDLE_PROXIMAL, "leftMiddleProximal")                                                  \
    X(LEFT_MIDDLE_INTERMEDIATE, "leftMiddleIntermediate")                                          \
    X(LEFT_MIDDLE_DISTAL, "leftMiddleDistal")                                                      \
    X(LEFT_RING_PROXIMAL, "leftRingProximal")                                                      \
    X(LEFT_RING_INTERMEDIATE, "leftRingIntermediate")                                              \
    X(LEFT_RING_DISTAL, "leftRingDistal")                                                          \
    X(LEFT_LITTLE_PROXIMAL, "leftLittleProximal")                                                  \
    X(LEFT_LITTLE_INTERMEDIATE, "leftLittleIntermediate")                                          \
    X(LEFT_LITTLE_DISTAL, "leftLittleDistal")                                                      \
    X(RIGHT_THUMB_METACARPAL, "rightThumbMetacarpal")                                              \
    X(RIGHT_THUMB_PROXIMAL, "rightThumbProximal")                                                  \
    X(RIGHT_THUMB_DISTAL, "rightThumbDistal")                                                      \
    X(RIGHT_INDEX_PROXIMAL, "rightIndexProximal")                                                  \
    X(RIGHT_INDEX_INTERMEDIATE, "rightIndexIntermediate")                                          \
    X(RIGHT_INDEX_DISTAL, "rightIndexDistal")                                                      \
    X(RIGHT_MIDDLE_PROXIMAL, "rightMiddleProximal")                                                \
    X(RIGHT_MIDDLE_INTERMEDIATE, "rightMiddleIntermediate")                                        \
    X(RIGHT_MIDDLE_DISTAL, "rightMiddleDistal")                                                    \
    X(RIGHT_RING_PROXIMAL, "rightRingProximal")                                                    \
    X(RIGHT_RING_INTERMEDIATE, "rightRingIntermediate")                                            \
    X(RIGHT_RING_DISTAL, "rightRingDistal")                                                        \
    X(RIGHT_LITTLE_PROXIMAL, "rightLittleProximal")                                                \
    X(RIGHT_LITTLE_INTERMEDIATE, "rightLittleIntermediate")                                        \
    X(RIGHT_LITTLE_DISTAL, "rightLittleDistal")

/** A humanoid bone. */
typedef int32_t vrm_bone;

enum {
/** @cond */
#define X(name, text) VRM_BONE_##name,
    /** @endcond */
    VRM_BONES(X)
#undef X
        VRM_BONE_COUNT
};

/**
 * Returns the specification's name of a bone, such as "hips".
 *
 * @param bone  A VRM_BONE_ constant.
 * @return A static string; "" for any other value.
 * @threads any
 */
VRM_API const char *vrm_bone_name(vrm_bone bone);

/**
 * Finds a bone by the specification's name.
 *
 * @param name  The name, such as "leftUpperArm"; upper and lower case differ.
 * @return A VRM_BONE_ constant; VRM_NONE if there is no such bone.
 * @task Find a bone constant by its name
 * @threads any
 */
VRM_API vrm_bone vrm_bone_find(const char *name);

/** The humanoid bones of an avatar. */
typedef struct vrm_humanoid {
    int32_t nodes[VRM_BONE_COUNT]; /**< By vrm_bone; VRM_NONE: the avatar does not have it. */
    int32_t is_complete;           /**< 1: it has all 15 required bones (HU-003). */
    int32_t faces_minus_z;         /**< 1: at rest it looks along -Z, as 0.x models do (TP-022). */
} vrm_humanoid;

/* --- Expressions --- */

/** All preset expressions: X(CONSTANT, "name"). */
#define VRM_PRESETS(X)                                                                             \
    X(HAPPY, "happy")                                                                              \
    X(ANGRY, "angry")                                                                              \
    X(SAD, "sad")                                                                                  \
    X(RELAXED, "relaxed")                                                                          \
    X(SURPRISED, "surprised")                                                                      \
    X(AA, "aa")                                                                                    \
    X(IH, "ih")                                                                                    \
    X(OU, "ou")                                                                                    \
    X(EE, "ee")                                                                                    \
    X(OH, "oh")                                                                                    \
    X(BLINK, "blink")                                                                              \
    X(BLINK_LEFT, "blinkLeft")                                                                     \
    X(BLINK_RIGHT, "blinkRight")                                                                   \
    X(LOOK_UP, "lookUp")                                                                           \
    X(LOOK_DOWN, "lookDown")                                                                       \
    X(LOOK_LEFT, "lookLeft")                                                                       \
    X(LOOK_RIGHT, "lookRight")                                                                     \
    X(NEUTRAL, "neutral")

/** A preset expression. */
typedef int32_t vrm_preset;

enum {
/** @cond */
#define X(name, text) VRM_PRESET_##name,
    /** @endcond */
    VRM_PRESETS(X)
#undef X
        VRM_PRESET_COUNT
};

/**
 * Returns the specification's name of a preset, such as "happy".
 *
 * @param preset  A VRM_PRESET_ constant.
 * @return A static string; "" for any other value.
 * @threads any
 */
VRM_API const char *vrm_preset_name(vrm_preset preset);

/**
 * Finds a preset by the specification's name.
 *
 * @param name  The name in 1.0, such as "happy"; upper and lower case differ.
 * @return A VRM_PRESET_ constant; VRM_NONE if there is no such preset.
 * @threads any
 */
VRM_API vrm_preset vrm_preset_find(const char *name);

/** How an expression overrides a class of expressions: overrideBlink and so on. */
typedef int32_t vrm_expression_override;

enum { VRM_OVERRIDE_NONE = 0, VRM_OVERRIDE_BLOCK = 1, VRM_OVERRIDE_BLEND = 2 };

/** Which color of a material an expression changes: materialColorBinds[].type. */
typedef int32_t vrm_color_bind_type;

enum {
    VRM_COLOR_BIND_COLOR = 0,
    VRM_COLOR_BIND_EMISSION = 1,
    VRM_COLOR_BIND_SHADE = 2,
    VRM_COLOR_BIND_MATCAP = 3,
    VRM_COLOR_BIND_RIM = 4,
    VRM_COLOR_BIND_OUTLINE = 5
};

/** How an expression changes the weight of a morph target. */
typedef struct vrm_morph_bind {
    int32_t node;   /**< Index of the node with the mesh. */
    int32_t target; /**< Of the node's mesh. */
    float weight;   /**< The weight of the target at weight 1 of the expression. */
} vrm_morph_bind;

/** How an expression changes a color of a material. */
typedef struct vrm_color_bind {
    int32_t material;         /**< Index of the material. */
    vrm_color_bind_type type; /**< VRM_COLOR_BIND_… */
    float target[4];          /**< The color at weight 1: red, green, blue, alpha. */
} vrm_color_bind;

/** Bits: which parts of a texture transform an expression changes. */
typedef int32_t vrm_uv_components;

enum { VRM_UV_SCALE_X = 1, VRM_UV_SCALE_Y = 2, VRM_UV_OFFSET_X = 4, VRM_UV_OFFSET_Y = 8 };

/** How an expression moves the textures of a material. */
typedef struct vrm_uv_bind {
    int32_t material;             /**< Index of the material. */
    vrm_uv_components components; /**< VRM_UV_… bits that it drives; all four in 1.0. */
    vrm_vec2 scale;               /**< Of the texture coordinates at weight 1. */
    vrm_vec2 offset;              /**< Of the texture coordinates at weight 1. */
} vrm_uv_bind;

/** An expression. */
typedef struct vrm_expression {
    vrm_string name;                          /**< Of a preset: the specification's. */
    const vrm_morph_bind *morph_binds;        /**< Morph targets that it moves. */
    const vrm_color_bind *color_binds;        /**< Colors that it changes. */
    const vrm_uv_bind *uv_binds;              /**< Textures that it moves. */
    uint32_t morph_bind_count;                /**< Of `morph_binds`. */
    uint32_t color_bind_count;                /**< Of `color_binds`. */
    uint32_t uv_bind_count;                   /**< Of `uv_binds`. */
    vrm_preset preset;                        /**< A vrm_preset; VRM_NONE: custom. */
    int32_t is_binary;                        /**< 1: on above the threshold, else off. */
    float binary_threshold;                   /**< 0.5; 0 in the draft (EX-007). */
    vrm_expression_override override_blink;   /**< VRM_OVERRIDE_… */
    vrm_expression_override override_look_at; /**< VRM_OVERRIDE_… */
    vrm_expression_override override_mouth;   /**< VRM_OVERRIDE_… */
} vrm_expression;

/* --- First person --- */

/** Which camera draws a mesh: meshAnnotations[].type, and what vrm_model_first_person returns. */
typedef int32_t vrm_first_person_type;

enum {
    VRM_FIRST_PERSON_AUTO = 0, /**< Only in files: the head bone decides (FP-005 to FP-009). */
    VRM_FIRST_PERSON_BOTH = 1, /**< Both cameras draw all of it. */
    VRM_FIRST_PERSON_THIRD_PERSON_ONLY = 2, /**< The first-person camera draws nothing of it. */
    VRM_FIRST_PERSON_FIRST_PERSON_ONLY = 3, /**< Only the first-person camera draws it. */
    VRM_FIRST_PERSON_SPLIT = 4 /**< Never in files: see vrm_model_read_first_person_triangles. */
};

/** What the first-person camera draws. */
typedef struct vrm_first_person {
    const vrm_first_person_type
        *types; /**< One for each node of vrm_gltf; meaningful for nodes with a mesh. */
    /** What AUTO hides, with all nodes below it; VRM_NONE if there is no head. */
    int32_t head_node;
} vrm_first_person;

/* --- LookAt --- */

/** How lookAt moves the eyes: lookAt.type. */
typedef int32_t vrm_look_at_type;

enum { VRM_LOOK_AT_TYPE_BONE = 0, VRM_LOOK_AT_TYPE_EXPRESSION = 1 };

/** A key of a 0.x curve; cubic Hermite between keys. */
typedef struct vrm_curve_key {
    float time;        /**< Of the input, 0 to 1. */
    float value;       /**< Of the output, 0 to 1. */
    float in_tangent;  /**< Slope before the key. */
    float out_tangent; /**< Slope after the key. */
} vrm_curve_key;

/** How an angle of lookAt becomes a rotation of an eye or a weight of an expression. */
typedef struct vrm_range_map {
    const vrm_curve_key *curve; /**< Of 0.x, if it is not a straight line. */
    uint32_t curve_key_count;   /**< Of `curve`; 0: a straight line. */
    float input_max_degrees;    /**< Angles above it count as this angle. */
    float output_scale;         /**< Degrees (bone) or weight (expression). */
} vrm_range_map;

/** How the avatar looks at things. */
typedef struct vrm_look_at {
    int32_t is_present;    /**< 0: the file has no lookAt; the fields have their defaults. */
    vrm_look_at_type type; /**< VRM_LOOK_AT_TYPE_… */
    /** The position of the eyes, in meters, in the space of the head bone. */
    vrm_vec3 offset_from_head_bone;
    vrm_range_map horizontal_inner; /**< For an eye that turns towards the nose. */
    vrm_range_map horizontal_outer; /**< For an eye that turns away from the nose. */
    vrm_range_map vertical_down;    /**< For looking down. */
    vrm_range_map vertical_up;      /**< For looking up. */
} vrm_look_at;

/* --- Node constraints --- */

/** The kind of a node constraint. */
typedef int32_t vrm_constraint_kind;

enum { VRM_CONSTRAINT_ROLL = 0, VRM_CONSTRAINT_AIM = 1, VRM_CONSTRAINT_ROTATION = 2 };

/** A signed axis. */
typedef int32_t vrm_axis;

enum {
    VRM_AXIS_POSITIVE_X = 0, /**< And the X of a roll. */
    VRM_AXIS_NEGATIVE_X = 1,
    VRM_AXIS_POSITIVE_Y = 2,
    VRM_AXIS_NEGATIVE_Y = 3,
    VRM_AXIS_POSITIVE_Z = 4,
    VRM_AXIS_NEGATIVE_Z = 5
};

/** A node constraint. */
typedef struct vrm_constraint {
    int32_t node;             /**< The destination. */
    int32_t source;           /**< Index of the node that is followed. */
    vrm_constraint_kind kind; /**< VRM_CONSTRAINT_… */
    vrm_axis axis;            /**< VRM_AXIS_…; of roll and aim. */
    float weight;             /**< 0 to 1. */
} vrm_constraint;

/* --- Spring bones --- */

/** The shape of a collider. */
typedef int32_t vrm_collider_shape;

enum {
    VRM_COLLIDER_NONE = 0, /**< Inert: it keeps its index in the file. */
    VRM_COLLIDER_SPHERE = 1,
    VRM_COLLIDER_CAPSULE = 2,
    VRM_COLLIDER_INSIDE_SPHERE = 3,
    VRM_COLLIDER_INSIDE_CAPSULE = 4,
    VRM_COLLIDER_PLANE = 5
};

/** A collider of springs. */
typedef struct vrm_spring_collider {
    int32_t node;             /**< Index of the node that it is fixed to. */
    vrm_collider_shape shape; /**< VRM_COLLIDER_… */
    vrm_vec3 offset;          /**< In the space of the node. */
    vrm_vec3 tail;            /**< Of a capsule: its other end; of a plane: its unit normal. */
    float radius;             /**< In meters; 0 for a plane. */
} vrm_spring_collider;

/** A group of colliders. Lists of colliders and of groups contain each element once, at its first
 * position in the file (SB-061). */
typedef struct vrm_spring_collider_group {
    vrm_string name;          /**< The name in the file; may be empty. */
    const int32_t *colliders; /**< Indices of its colliders. */
    uint32_t collider_count;  /**< Of `colliders`. */
} vrm_spring_collider_group;

/** How the direction of a joint's tail is limited: the member of `limit`. */
typedef int32_t vrm_spring_limit_kind;

enum {
    VRM_SPRING_LIMIT_NONE = 0,     /**< No limit. */
    VRM_SPRING_LIMIT_CONE = 1,     /**< Within an angle around +Y of the limit's space. */
    VRM_SPRING_LIMIT_HINGE = 2,    /**< In the YZ plane, within an angle from +Y. */
    VRM_SPRING_LIMIT_SPHERICAL = 3 /**< Within a pitch around X and a yaw to either side. */
};

/** How far the tail of a joint may turn from its bone at rest: VRMC_springBone_limit (SL). */
typedef struct vrm_spring_limit {
    vrm_spring_limit_kind kind; /**< VRM_SPRING_LIMIT_… */
    float angle;                /**< Of a cone or hinge, or the pitch; in radians, 0 to pi. */
    float yaw;                  /**< Of a spherical limit, in radians, 0 to pi / 2; else 0. */
    /** From the limit's space to the space in which the bone at rest points along +Y; unit. */
    vrm_quat rotation;
} vrm_spring_limit;

/**
 * A head and its tail, which moves. A chain of n joints in a file makes n - 1 of these (SB-009).
 * The tail is a node, or, if `tail_node` is VRM_NONE, a point in the space of the head (0.x).
 */
typedef struct vrm_spring_joint {
    int32_t node;           /**< Index of the node at its head, which it turns. */
    int32_t tail_node;      /**< Index of the node at its tail, or VRM_NONE. */
    vrm_vec3 tail_offset;   /**< Of the tail in the head's space, at rest, in both cases. */
    float hit_radius;       /**< Of the sphere around the tail that colliders push, in meters. */
    float stiffness;        /**< How strongly it returns to its rest pose. */
    float gravity_power;    /**< The strength of gravity. */
    float drag_force;       /**< How much motion is lost, 0 to 1. */
    vrm_vec3 gravity_dir;   /**< The direction of gravity, in world space. */
    int32_t spring;         /**< Index of its spring. */
    vrm_spring_limit limit; /**< Where its tail may point (SL). */
} vrm_spring_joint;

/** A spring: a chain of simulated joints. */
typedef struct vrm_spring {
    vrm_string name;                /**< The name in the file; may be empty. */
    const int32_t *collider_groups; /**< Indices of its collider groups. */
    uint32_t collider_group_count;  /**< Of `collider_groups`. */
    uint32_t first_joint;           /**< Its joints follow each other in the joints of the model. */
    uint32_t joint_count;           /**< How many joints it has. */
    int32_t center;                 /**< Node; VRM_NONE: the world. */
} vrm_spring;

/* --- Materials --- */

/** How the width of an outline is measured: outlineWidthMode. */
typedef int32_t vrm_outline_width_mode;

enum {
    VRM_OUTLINE_NONE = 0,
    VRM_OUTLINE_WORLD_COORDINATES = 1,
    VRM_OUTLINE_SCREEN_COORDINATES = 2
};

/** The MToon values of a material. Base color, emission, alpha, normal map and sides are in the
 * material of the same index in vrm_tables. */
typedef struct vrm_mtoon {
    int32_t is_present;                        /**< 0: the material is not MToon. */
    int32_t transparent_with_z_write;          /**< transparentWithZWrite. */
    int32_t render_queue_offset;               /**< renderQueueOffsetNumber, -9 to 9. */
    vrm_outline_width_mode outline_width_mode; /**< VRM_OUTLINE_… */
    float shade_color_factor[3];               /**< shadeColorFactor. */
    float shading_shift_factor;                /**< shadingShiftFactor, -1 to 1. */
    float shading_toony_factor;                /**< shadingToonyFactor, 0 to 1. */
    float gi_equalization_factor;              /**< giEqualizationFactor, 0 to 1. */
    float matcap_factor[3];                    /**< matcapFactor. */
    float parametric_rim_color_factor[3];      /**< parametricRimColorFactor. */
    float rim_lighting_mix_factor;             /**< rimLightingMixFactor, 0 to 1. */
    float parametric_rim_fresnel_power_factor; /**< parametricRimFresnelPowerFactor. */
    float parametric_rim_lift_factor;          /**< parametricRimLiftFactor. */
    float
        outline_width_factor; /**< outlineWidthFactor: meters, or a part of the screen's height. */
    float outline_color_factor[3];                   /**< outlineColorFactor. */
    float outline_lighting_mix_factor;               /**< outlineLightingMixFactor, 0 to 1. */
    float uv_animation_scroll_x_speed_factor;        /**< UV units a second. */
    float uv_animation_scroll_y_speed_factor;        /**< UV units a second. */
    float uv_animation_rotation_speed_factor;        /**< Radians a second. */
    vrm_texture_info shade_multiply_texture;         /**< sRGB. */
    vrm_texture_info shading_shift_texture;          /**< Its scale is `strength`. */
    vrm_texture_info matcap_texture;                 /**< sRGB. */
    vrm_texture_info rim_multiply_texture;           /**< sRGB. */
    vrm_texture_info outline_width_multiply_texture; /**< Linear; its green channel counts. */
    vrm_texture_info uv_animation_mask_texture;      /**< Linear; its blue channel counts. */
} vrm_mtoon;

/* --- All tables --- */

/** All VRM tables of a file. Fields may be added at the end. */
typedef struct vrm_tables {
    vrm_dialect dialect;               /**< A vrm_dialect constant. */
    vrm_string spec_version;           /**< As the file writes it. */
    vrm_meta meta;                     /**< Author, license and permissions. */
    vrm_humanoid humanoid;             /**< Its bones. */
    vrm_first_person first_person;     /**< What the first-person camera draws. */
    vrm_look_at look_at;               /**< How it looks at things. */
    const vrm_expression *expressions; /**< Presets first, in their order; then custom ones. */
    /** In the order of evaluation (NC-020). */
    const vrm_constraint *constraints;
    const vrm_spring_collider *spring_colliders;             /**< Colliders of springs. */
    const vrm_spring_collider_group *spring_collider_groups; /**< Groups of colliders. */
    const vrm_spring *springs;                               /**< Chains of simulated joints. */
    const vrm_spring_joint
        *spring_joints; /**< Joints of all springs, one spring after the other. */
    /** Indices of joints in the order of updates (SB-040). */
    const int32_t *spring_joint_order;
    /** The materials to draw: one for each of the file's materials, in the form of 1.0. Use these
     * instead of the materials of vrm_gltf, which are those of the file (0.x differs). */
    const vrm_material *materials;
    const vrm_mtoon *mtoons;              /**< One for each material. */
    uint32_t expression_count;            /**< Of `expressions`. */
    uint32_t constraint_count;            /**< Of `constraints`. */
    uint32_t spring_collider_count;       /**< Of `spring_colliders`. */
    uint32_t spring_collider_group_count; /**< Of `spring_collider_groups`. */
    uint32_t spring_count;                /**< Of `springs`. */
    uint32_t spring_joint_count;          /**< Of `spring_joints` and of `spring_joint_order`. */
    uint32_t material_count;              /**< Of `materials` and of `mtoons`. */
    uint32_t reserved;                    /**< Always 0. */
} vrm_tables;

#endif

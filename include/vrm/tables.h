/*
 * tables.h: what a VRM file means, in one form for all four dialects (0.x, 1.0 draft, 1.0-beta and
 * 1.0).
 *
 * Values are as a 1.0 file would give them: glTF axes, metres, degrees for gaze, linear colours.
 * Every index has been checked and is the file's own glTF index, or VRM_NONE. What a file lacks
 * has its default. Strings and arrays belong to the model.
 */
#ifndef VRM_TABLES_H
#define VRM_TABLES_H

#include "vrm/base.h"
#include "vrm/gltf.h"
#include "vrm/types.h"

typedef enum vrm_dialect {
    VRM_DIALECT_NONE = 0,     /* plain glTF: no avatar in it */
    VRM_DIALECT_0 = 1,        /* 0.x */
    VRM_DIALECT_1_DRAFT = 2,  /* the draft of 2019 */
    VRM_DIALECT_1_BETA = 3,   /* 1.0-beta */
    VRM_DIALECT_1 = 4,        /* 1.0 */
    VRM_DIALECT_ANIMATION = 5 /* VRMC_vrm_animation: motion, and no avatar (GL-036) */
} vrm_dialect;

/* "0.x", "1.0-draft", "1.0-beta", "1.0", "animation"; "none". */
VRM_API const char *vrm_dialect_name(vrm_dialect dialect);

/* --- Meta (ME) --- */

enum { VRM_AVATAR_ONLY_AUTHOR = 0, VRM_AVATAR_ONLY_LICENSED_PERSON = 1, VRM_AVATAR_EVERYONE = 2 };

enum {
    VRM_COMMERCIAL_PERSONAL_NON_PROFIT = 0,
    VRM_COMMERCIAL_PERSONAL_PROFIT = 1,
    VRM_COMMERCIAL_CORPORATION = 2
};

enum { VRM_CREDIT_REQUIRED = 0, VRM_CREDIT_UNNECESSARY = 1 };

enum {
    VRM_MODIFICATION_PROHIBITED = 0,
    VRM_MODIFICATION_ALLOWED = 1,
    VRM_MODIFICATION_REDISTRIBUTION = 2
};

/*
 * What may be done with the avatar, in the words of 1.0 whatever its dialect. What a file does not
 * permit, or permits in words that are not understood, is the most restrictive (ME-025).
 */
typedef struct vrm_permissions {
    int32_t avatar_permission; /* VRM_AVATAR_… */
    int32_t commercial_usage;  /* VRM_COMMERCIAL_… */
    int32_t credit_notation;   /* VRM_CREDIT_… */
    int32_t modification;      /* VRM_MODIFICATION_… */
    int32_t allow_excessively_violent_usage;
    int32_t allow_excessively_sexual_usage;
    int32_t allow_political_or_religious_usage;
    int32_t allow_antisocial_or_hate_usage;
    int32_t allow_redistribution;
} vrm_permissions;

/*
 * Who made the avatar, and what may be done with it. Text of a stranger: make it harmless before it
 * is shown or used as a file name (vrm_string_printable, vrm_string_file_name).
 *
 * A permission that a file does not give, or gives in words that are not understood, is the most
 * restrictive one (ME-025). Licences of 0.x and the draft are kept as text in `legacy_…` and grant
 * nothing by themselves (ME-031).
 */
typedef struct vrm_meta {
    vrm_string name;
    vrm_string version;
    const vrm_string *authors;
    const vrm_string *references;
    vrm_string copyright_information;
    vrm_string contact_information;
    vrm_string third_party_licenses;
    vrm_string license_url;
    vrm_string other_license_url;
    vrm_string legacy_allowed_user; /* as the file writes them; empty in 1.0 */
    vrm_string legacy_violent_usage;
    vrm_string legacy_sexual_usage;
    vrm_string legacy_commercial_usage;
    vrm_string legacy_license_name;
    vrm_string legacy_other_permission_url;
    uint32_t author_count;
    uint32_t reference_count;
    int32_t thumbnail_image; /* index into images */
    vrm_permissions permissions;
} vrm_meta;

/* --- Humanoid (HU) --- */

/* The order of the specification's table. */
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

typedef enum vrm_bone {
#define X(name, text) VRM_BONE_##name,
    VRM_BONES(X)
#undef X
        VRM_BONE_COUNT
} vrm_bone;

/* The specification's name, "hips"; "" past the end. And back: VRM_NONE for no such name. */
VRM_API const char *vrm_bone_name(vrm_bone bone);
VRM_API int32_t vrm_bone_find(const char *name);

typedef struct vrm_humanoid {
    int32_t nodes[VRM_BONE_COUNT]; /* by vrm_bone; VRM_NONE: the avatar does not have it */
    int32_t is_complete;           /* 1: all 15 required bones are there (HU-003) */
    int32_t faces_minus_z;         /* 1: at rest it looks along -Z, as 0.x models do (TP-022) */
} vrm_humanoid;

/* --- Expressions (EX) --- */

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

typedef enum vrm_preset {
#define X(name, text) VRM_PRESET_##name,
    VRM_PRESETS(X)
#undef X
        VRM_PRESET_COUNT
} vrm_preset;

VRM_API const char *vrm_preset_name(vrm_preset preset);

enum { VRM_OVERRIDE_NONE = 0, VRM_OVERRIDE_BLOCK = 1, VRM_OVERRIDE_BLEND = 2 };

enum {
    VRM_COLOR_COLOR = 0,
    VRM_COLOR_EMISSION = 1,
    VRM_COLOR_SHADE = 2,
    VRM_COLOR_MATCAP = 3,
    VRM_COLOR_RIM = 4,
    VRM_COLOR_OUTLINE = 5
};

typedef struct vrm_morph_bind {
    int32_t node;
    int32_t target; /* of the node's mesh */
    float weight;
} vrm_morph_bind;

typedef struct vrm_color_bind {
    int32_t material;
    int32_t type; /* VRM_COLOR_… */
    float target[4];
} vrm_color_bind;

enum { VRM_UV_SCALE_X = 1, VRM_UV_SCALE_Y = 2, VRM_UV_OFFSET_X = 4, VRM_UV_OFFSET_Y = 8 };

typedef struct vrm_uv_bind {
    int32_t material;
    int32_t components; /* VRM_UV_… bits that it drives; all four in 1.0 */
    vrm_vec2 scale;
    vrm_vec2 offset;
} vrm_uv_bind;

typedef struct vrm_expression {
    vrm_string name; /* of a preset: the specification's */
    const vrm_morph_bind *morph_binds;
    const vrm_color_bind *color_binds;
    const vrm_uv_bind *uv_binds;
    uint32_t morph_bind_count;
    uint32_t color_bind_count;
    uint32_t uv_bind_count;
    int32_t preset;         /* a vrm_preset; VRM_NONE: custom */
    int32_t is_binary;      /* 1: on above the threshold, else off */
    float binary_threshold; /* 0.5; 0 in the draft (EX-007) */
    int32_t override_blink; /* VRM_OVERRIDE_… */
    int32_t override_look_at;
    int32_t override_mouth;
} vrm_expression;

/* --- firstPerson (FP) --- */

enum {
    VRM_FIRST_PERSON_AUTO = 0,
    VRM_FIRST_PERSON_BOTH = 1,
    VRM_FIRST_PERSON_THIRD_PERSON_ONLY = 2,
    VRM_FIRST_PERSON_FIRST_PERSON_ONLY = 3
};

typedef struct vrm_first_person {
    const int32_t *flags; /* VRM_FIRST_PERSON_… by node; meaningful for nodes with a mesh */
    int32_t head_node;    /* what AUTO hides, with all below it; VRM_NONE where there is no head */
} vrm_first_person;

/* --- lookAt (LA) --- */

enum { VRM_LOOK_AT_BONE = 0, VRM_LOOK_AT_EXPRESSION = 1 };

/* A key of a 0.x curve; cubic Hermite between keys. */
typedef struct vrm_curve_key {
    float time, value, in_tangent, out_tangent;
} vrm_curve_key;

typedef struct vrm_range_map {
    const vrm_curve_key *curve; /* of 0.x, where it is not a straight line */
    uint32_t curve_key_count;
    float input_max_degrees;
    float output_scale; /* degrees (bone) or weight (expression) */
} vrm_range_map;

typedef struct vrm_look_at {
    int32_t is_present; /* 0: the file says nothing of gaze; the fields have their defaults */
    int32_t type;       /* VRM_LOOK_AT_… */
    vrm_vec3 offset_from_head_bone;
    vrm_range_map horizontal_inner;
    vrm_range_map horizontal_outer;
    vrm_range_map vertical_down;
    vrm_range_map vertical_up;
} vrm_look_at;

/* --- Node constraints (NC) --- */

enum { VRM_CONSTRAINT_ROLL = 0, VRM_CONSTRAINT_AIM = 1, VRM_CONSTRAINT_ROTATION = 2 };

enum {
    VRM_AXIS_POSITIVE_X = 0, /* and the X of a roll */
    VRM_AXIS_NEGATIVE_X = 1,
    VRM_AXIS_POSITIVE_Y = 2,
    VRM_AXIS_NEGATIVE_Y = 3,
    VRM_AXIS_POSITIVE_Z = 4,
    VRM_AXIS_NEGATIVE_Z = 5
};

typedef struct vrm_constraint {
    int32_t node; /* the destination */
    int32_t source;
    int32_t kind; /* VRM_CONSTRAINT_… */
    int32_t axis; /* VRM_AXIS_…; of roll and aim */
    float weight;
} vrm_constraint;

/* --- Spring bones (SB, EC) --- */

enum {
    VRM_COLLIDER_NONE = 0, /* inert: keeps its place, so that indices stay true */
    VRM_COLLIDER_SPHERE = 1,
    VRM_COLLIDER_CAPSULE = 2,
    VRM_COLLIDER_INSIDE_SPHERE = 3,
    VRM_COLLIDER_INSIDE_CAPSULE = 4,
    VRM_COLLIDER_PLANE = 5
};

typedef struct vrm_collider {
    int32_t node;
    int32_t shape;   /* VRM_COLLIDER_… */
    vrm_vec3 offset; /* in the space of the node */
    vrm_vec3 tail;   /* of a capsule: its other end; of a plane: its unit normal */
    float radius;
} vrm_collider;

/* Lists of colliders and of groups name a thing once, where the file first mentions it (SB-061). */
typedef struct vrm_collider_group {
    vrm_string name;
    const int32_t *colliders;
    uint32_t collider_count;
} vrm_collider_group;

/*
 * A head and its tail: what sways. A chain of n joints in a file makes n - 1 of these (SB-009).
 * The tail is a node, or, where `tail_node` is VRM_NONE, a point in the space of the head (0.x).
 */
typedef struct vrm_joint {
    int32_t node;
    int32_t tail_node;
    vrm_vec3 tail_offset; /* of the tail in the head's space, at rest, in both cases */
    float hit_radius;
    float stiffness;
    float gravity_power;
    float drag_force;
    vrm_vec3 gravity_dir;
    int32_t spring;
} vrm_joint;

typedef struct vrm_spring {
    vrm_string name;
    const int32_t *collider_groups;
    uint32_t collider_group_count;
    uint32_t first_joint; /* its joints follow each other in the joints of the model */
    uint32_t joint_count;
    int32_t center; /* node; VRM_NONE: the world */
} vrm_spring;

/* --- Materials (MT, HE) --- */

enum {
    VRM_OUTLINE_NONE = 0,
    VRM_OUTLINE_WORLD_COORDINATES = 1,
    VRM_OUTLINE_SCREEN_COORDINATES = 2
};

/* What MToon adds to a material. Base colour, emission, alpha, normal map and sides are in the
 * material of the same index in vrm_tables. */
typedef struct vrm_mtoon {
    int32_t is_present; /* 0: the material is not MToon */
    int32_t transparent_with_z_write;
    int32_t render_queue_offset;
    int32_t outline_width_mode; /* VRM_OUTLINE_… */
    float shade_color_factor[3];
    float shading_shift_factor;
    float shading_toony_factor;
    float gi_equalization_factor;
    float matcap_factor[3];
    float parametric_rim_color_factor[3];
    float rim_lighting_mix_factor;
    float parametric_rim_fresnel_power_factor;
    float parametric_rim_lift_factor;
    float outline_width_factor;
    float outline_color_factor[3];
    float outline_lighting_mix_factor;
    float uv_animation_scroll_x_speed_factor;
    float uv_animation_scroll_y_speed_factor;
    float uv_animation_rotation_speed_factor;
    vrm_texture_info shade_multiply_texture;
    vrm_texture_info shading_shift_texture; /* its scale is `strength` */
    vrm_texture_info matcap_texture;
    vrm_texture_info rim_multiply_texture;
    vrm_texture_info outline_width_multiply_texture;
    vrm_texture_info uv_animation_mask_texture;
} vrm_mtoon;

/* --- All of it --- */

typedef struct vrm_tables {
    int32_t dialect;         /* a vrm_dialect */
    vrm_string spec_version; /* as the file writes it */
    vrm_meta meta;
    vrm_humanoid humanoid;
    vrm_first_person first_person;
    vrm_look_at look_at;
    const vrm_expression *expressions; /* presets first, in their order; then custom ones */
    const vrm_constraint *constraints; /* in the order in which they are to be evaluated (NC-020) */
    const vrm_collider *colliders;
    const vrm_collider_group *collider_groups;
    const vrm_spring *springs;
    const vrm_joint *joints;
    const int32_t *joint_order; /* joints in the order in which they are to be updated (SB-040) */
    const vrm_material *materials; /* one for each of the file's, as 1.0 would write it (0.x) */
    const vrm_mtoon *mtoons;       /* one for each material */
    uint32_t expression_count;
    uint32_t constraint_count;
    uint32_t collider_count;
    uint32_t collider_group_count;
    uint32_t spring_count;
    uint32_t joint_count;
} vrm_tables;

#endif

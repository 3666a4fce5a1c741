/*
 * avatar.h: one living instance of a model.
 *
 * Pose in, frame out. The application writes the pose (local transforms in the file's node order),
 * the inputs of expressions and gaze, and the root; vrm_avatar_update turns them into the frame:
 * local and world transforms of all nodes, morph weights, material values. The pose stays as it
 * was written: every update starts from it, and stages write only the frame.
 *
 *   space     world = root * (half turn of a model that faces -Z) * model. See vrm/types.h.
 *   memory    one block, taken when the avatar is made. Nothing here allocates, logs or fails
 *             afterwards. The avatar holds a reference to its model.
 *   threads   one avatar belongs to one thread at a time. Avatars of one model are independent.
 *   indices   nodes, materials, expressions, springs and joints are indices into the tables of the
 *             model. NULL and indices out of range do nothing.
 *   numbers   values that are not finite are ignored by the functions below. What is written into
 *             the array of vrm_avatar_pose is taken as it is: rotations must be unit quaternions.
 *             Finite inputs give finite frames: what scales and translations take beyond the range
 *             of floats stops at its end. The last stage of an update sees to it.
 *   the same bits   equal models, inputs and times give equal frames, whatever compiler or
 *             processor, as long as rounding is to nearest and denormals are not flushed to zero.
 */
#ifndef VRM_AVATAR_H
#define VRM_AVATAR_H

#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/types.h"

typedef struct vrm_avatar vrm_avatar;

/* --- Making one --- */

enum {
    /* No half turn: a model that faces -Z (0.x) does so in the world too. */
    VRM_RUN_AS_FILE = 1,
    /* Springs take one step of the frame's own dt, at most 1/20 s, as the specification's
     * pseudo-code has it: their motion then depends on the frame rate (SB-042). */
    VRM_RUN_LITERAL_TIME = 2,
    /* Springs do not scale radii and forces with the avatar (SB-046). */
    VRM_RUN_LITERAL_SCALE = 4,
    /* Morph weights are clamped to 0…1 after they have been added up (EX-040). */
    VRM_RUN_CLAMP_MORPHS = 8,
    /* overrideLookAt weakens the gaze of bones too, as UniVRM does (LA-027). */
    VRM_RUN_OVERRIDE_BONE_GAZE = 16,
    /* Gaze of type bone in a model without eye bones moves its look… expressions (LA-025). */
    VRM_RUN_GAZE_BY_EXPRESSION = 32,
    /* Once its springs have come to rest, an avatar sleeps: updates cost next to nothing until an
     * input changes. What vrm_avatar_pose returned is to be asked for anew in every frame in which
     * it is written. */
    VRM_RUN_SLEEP = 64
};

/* How springs are computed: the same bits, at another speed. */
enum {
    VRM_LANES_AUTO = 0,   /* the best that this machine has */
    VRM_LANES_SCALAR = 1, /* the reference: one joint at a time */
    VRM_LANES_PLAIN = 2,  /* eight at a time in plain C */
    VRM_LANES_SSE2 = 3,
    VRM_LANES_AVX2 = 4,
    VRM_LANES_NEON = 5,
    VRM_LANES_WASM = 6
};

/* "scalar", "avx2" and so on; "" for none of these. And whether this machine can use them. */
VRM_API const char *vrm_lanes_name(uint32_t lanes);
VRM_API int32_t vrm_lanes_supported(uint32_t lanes);

/* Fill with vrm_avatar_desc_init, then change what you need. */
typedef struct vrm_avatar_desc {
    uint32_t struct_size;
    uint32_t flags;                 /* VRM_RUN_… */
    const vrm_allocator *allocator; /* of vrm_avatar_create; NULL: malloc and free. Copied. */
    uint32_t collider_capacity;     /* colliders of the application's own; 0 */
    uint32_t lanes; /* VRM_LANES_…: how springs are computed; one that is not there is SCALAR */
} vrm_avatar_desc;

VRM_API void vrm_avatar_desc_init_sized(vrm_avatar_desc *desc, size_t struct_size);
#define vrm_avatar_desc_init(desc) vrm_avatar_desc_init_sized((desc), sizeof *(desc))

/* An avatar at rest, at the origin. `desc` may be NULL. NULL: no model, or memory was refused. */
VRM_API vrm_avatar *vrm_avatar_create(vrm_model *model, const vrm_avatar_desc *desc);
/* Also for an avatar of vrm_avatar_init, whose memory stays the caller's; and for one that is in a
 * crowd, which it leaves. */
VRM_API void vrm_avatar_destroy(vrm_avatar *avatar);

/*
 * The same in memory of the caller's: vrm_avatar_size bytes, aligned to 16, which must stay where
 * they are until vrm_avatar_destroy. 0 and NULL: no model, a bad desc, too little memory, or the
 * tables that all avatars of a model share could not be made. Those are made by the first call,
 * with the model's allocator.
 */
VRM_API size_t vrm_avatar_size(vrm_model *model, const vrm_avatar_desc *desc);
VRM_API vrm_avatar *vrm_avatar_init(void *memory, size_t size, vrm_model *model,
                                    const vrm_avatar_desc *desc);

VRM_API vrm_model *vrm_avatar_model(const vrm_avatar *avatar);

/* --- Where it is --- */

/* Moves the avatar, so that its springs sway. Scale should be uniform and positive. */
VRM_API void vrm_avatar_set_root(vrm_avatar *avatar, const vrm_trs *root);
VRM_API void vrm_avatar_root(const vrm_avatar *avatar, vrm_trs *out);

/*
 * Puts the avatar elsewhere without a sway. `keep_shape` 1: springs keep their shape and motion as
 * seen from the root; 0: they start anew, at rest, with the next update (SB-051).
 */
VRM_API void vrm_avatar_teleport(vrm_avatar *avatar, const vrm_trs *root, int32_t keep_shape);

/* The application's world got another origin: adds `shift` to the root, to all state in world space
 * and to the target of the gaze. Nothing is seen of it. */
VRM_API void vrm_avatar_shift_origin(vrm_avatar *avatar, vrm_vec3 shift);

/* --- The pose --- */

/* Local transforms by node, to be read and written; node_count of the model. Rest at first. */
VRM_API vrm_trs *vrm_avatar_pose(vrm_avatar *avatar);
/* All nodes back to rest. */
VRM_API void vrm_avatar_reset_pose(vrm_avatar *avatar);

/*
 * Bones, normalised (TP-020): a rotation that is the identity in the T-pose and is the same for
 * every avatar, whatever its rest rotations and the way it faces: axes of an avatar that faces +Z.
 * It is the bone's own turn, under its parent's.
 */
VRM_API void vrm_avatar_set_bone_rotation(vrm_avatar *avatar, vrm_bone bone, vrm_quat rotation);
VRM_API vrm_quat vrm_avatar_bone_rotation(const vrm_avatar *avatar, vrm_bone bone);
VRM_API void vrm_avatar_get_bone_rotation(const vrm_avatar *avatar, vrm_bone bone, vrm_quat *out);

/* Bones, raw: the local rotation of the node, as in the pose. */
VRM_API void vrm_avatar_set_bone_local_rotation(vrm_avatar *avatar, vrm_bone bone,
                                                vrm_quat rotation);

/* Where the hips are under the root, in metres, for an avatar that faces +Z: the one bone that a
 * humanoid pose moves (HU-013). At rest: vrm_model_bone_rest_position. */
VRM_API void vrm_avatar_set_hips_position(vrm_avatar *avatar, vrm_vec3 position);
VRM_API vrm_vec3 vrm_avatar_hips_position(const vrm_avatar *avatar);
VRM_API void vrm_avatar_get_hips_position(const vrm_avatar *avatar, vrm_vec3 *out);

/*
 * Transforms of a host's own scene graph: `count` nodes, the n-th at `translation + n * stride` and
 * so on, as floats in the order of vrm_trs. Any of the three may be NULL. `nodes` says which node
 * the n-th is; NULL: the n-th. VRM_NONE leaves one out.
 */
typedef struct vrm_node_array {
    void *translation;
    void *rotation;
    void *scale;
    size_t stride; /* bytes */
    const int32_t *nodes;
    uint32_t count;
    uint32_t reserved; /* 0 */
} vrm_node_array;

/*
 * Gather writes the host's transforms into the pose; scatter writes the frame's local transforms
 * into the host's. `writers` of scatter says of which nodes: of those whose rotation any of these
 * stages may write (VRM_WRITER_… bits, see vrm_model_node_writers), or VRM_ALL for all nodes.
 *
 * A host may hand back everything that scatter gave it, and nothing changes: gather leaves out
 * rotations that a stage writes at present. Where the stage is off, the rotation is the host's:
 * that of an eye while look-at is off, that of a joint whose spring is VRM_SPRING_OFF or
 * VRM_SPRING_TRACK, or has a weight of 0. It is so from the first update on that the stage is off
 * in: until then the host may only be handing back what the stage wrote.
 *
 * The host's graph hangs below the avatar's root and nothing else: root * the host's transforms is
 * frame.world. For a 0.x model, which faces -Z in its file, the half turn that makes it face +Z
 * is therefore a part of the host's transforms of the nodes that have no parent. A host that builds
 * its graph from the file calls scatter with VRM_ALL once to begin with, or makes the avatar with
 * VRM_RUN_AS_FILE.
 */
VRM_API void vrm_avatar_gather(vrm_avatar *avatar, const vrm_node_array *from);
VRM_API void vrm_avatar_scatter(const vrm_avatar *avatar, const vrm_node_array *to,
                                int32_t writers);

enum { VRM_WRITER_LOOK_AT = 1, VRM_WRITER_CONSTRAINT = 2, VRM_WRITER_SPRING = 4 };

/* Which stages may write the rotation of a node: VRM_WRITER_… bits. 0: it is the application's. */
VRM_API int32_t vrm_model_node_writers(const vrm_model *model, int32_t node);

/* --- Gaze (LA) --- */

/* Looks at a point of the world, from now on; or in a direction: yaw to the avatar's left, pitch
 * down, from where the head points (LA-006). Or not at all: the eyes follow the pose (LA-033). */
VRM_API void vrm_avatar_look_at(vrm_avatar *avatar, vrm_vec3 target);
VRM_API void vrm_avatar_look_degrees(vrm_avatar *avatar, float yaw_degrees, float pitch_degrees);
VRM_API void vrm_avatar_look_off(vrm_avatar *avatar);
/* What the three functions above have set. */
enum {
    VRM_LOOK_AT_MODE_OFF = 0,
    VRM_LOOK_AT_MODE_TARGET = 1, /* vrm_avatar_look_at */
    VRM_LOOK_AT_MODE_DEGREES = 2 /* vrm_avatar_look_degrees */
};

typedef struct vrm_look_at_state {
    int32_t mode;    /* VRM_LOOK_AT_MODE_… */
    vrm_vec3 target; /* in the world; the last one that was given, whatever the mode */
    /* What vrm_avatar_look_degrees was given; in the other modes, as of the last update. */
    float yaw_degrees;
    float pitch_degrees;
} vrm_look_at_state;

/* All zero for NULL. */
VRM_API void vrm_avatar_get_look_at(const vrm_avatar *avatar, vrm_look_at_state *out);

/* The yaw and pitch of the last update, before range maps are applied. */
VRM_API void vrm_avatar_gaze_degrees(const vrm_avatar *avatar, float *yaw_degrees,
                                     float *pitch_degrees);
/* Between the eyes, in the world: where the gaze starts, and the first-person camera (FP-013). */
VRM_API vrm_vec3 vrm_avatar_eye_position(const vrm_avatar *avatar);
VRM_API void vrm_avatar_get_eye_position(const vrm_avatar *avatar, vrm_vec3 *out);

/* --- Expressions (EX) --- */

/*
 * Inputs come in layers, so that the parts of an application that move one face need not know of
 * each other. The input of an expression is the greatest that any layer gives it, each multiplied
 * by the weight of its layer; overrides and isBinary come after that. The layer of gaze is written
 * by the look-at stage alone.
 */
enum {
    VRM_LAYER_APPLICATION = 0, /* vrm_avatar_set_expression */
    VRM_LAYER_EMOTION = 1,
    VRM_LAYER_VISEME = 2,
    VRM_LAYER_BLINK = 3,
    VRM_LAYER_GAZE = 4,
    VRM_LAYER_COUNT = 5
};

/* 0 to 1; what lies outside is clamped, NaN counts as 0 (EX-005). It stays until it is set anew. */
VRM_API void vrm_avatar_set_expression(vrm_avatar *avatar, int32_t expression, float weight);
VRM_API void vrm_avatar_set_expression_in(vrm_avatar *avatar, int32_t layer, int32_t expression,
                                          float weight);
/* 1 at first; 0 switches a layer off. And all inputs of a layer to 0. */
VRM_API void vrm_avatar_set_layer_weight(vrm_avatar *avatar, int32_t layer, float weight);
VRM_API void vrm_avatar_clear_layer(vrm_avatar *avatar, int32_t layer);

/* What came of it in the last update, after isBinary and overrides. */
VRM_API float vrm_avatar_expression_weight(const vrm_avatar *avatar, int32_t expression);

enum { VRM_CLASS_NONE = 0, VRM_CLASS_BLINK = 1, VRM_CLASS_LOOK_AT = 2, VRM_CLASS_MOUTH = 3 };

/* Overrides act on classes. Presets have theirs; a custom expression can be put into one (EX-017).
 * Nothing happens to a preset. */
VRM_API void vrm_avatar_set_expression_class(vrm_avatar *avatar, int32_t expression,
                                             int32_t expression_class);

/* --- Springs (SB) --- */

/*
 * `spring` is an index of a spring, or VRM_ALL for all of them. VRM_NONE does nothing, as any other
 * index that is out of range.
 */

/* Restarts the springs from rest with the next update (SB-051). */
VRM_API void vrm_avatar_reset_springs(vrm_avatar *avatar, int32_t spring);

enum {
    VRM_SPRING_RUN = 0,
    VRM_SPRING_HOLD = 1,  /* stands still in its present shape; goes on from it without a kick */
    VRM_SPRING_TRACK = 2, /* goes on unseen: the frame shows the pose */
    VRM_SPRING_OFF = 3    /* the frame shows the pose; starts from rest when it runs again */
};

VRM_API void vrm_avatar_set_spring_mode(vrm_avatar *avatar, int32_t spring, int32_t mode);

/* How much of the sway is shown, 0 to 1; the rest is the pose. The motion itself is not changed. */
VRM_API void vrm_avatar_set_spring_weight(vrm_avatar *avatar, int32_t spring, float weight);

/* A force in world space beside gravity, in the unit of gravityPower (SB-053): for all springs, and
 * for one, which is added. */
VRM_API void vrm_avatar_set_wind(vrm_avatar *avatar, vrm_vec3 force);
VRM_API void vrm_avatar_set_spring_wind(vrm_avatar *avatar, int32_t spring, vrm_vec3 force);

/* The node of the center space, or VRM_NONE for the world. Motion goes on from where it is. */
VRM_API void vrm_avatar_set_spring_center(vrm_avatar *avatar, int32_t spring, int32_t node);

/* What a joint may be given while it runs; values out of range are clamped as on loading. */
typedef struct vrm_joint_settings {
    float hit_radius;
    float stiffness;
    float gravity_power;
    float drag_force;
    vrm_vec3 gravity_dir;
} vrm_joint_settings;

VRM_API void vrm_avatar_joint_settings(const vrm_avatar *avatar, int32_t joint,
                                       vrm_joint_settings *out);
VRM_API void vrm_avatar_set_joint_settings(vrm_avatar *avatar, int32_t joint,
                                           const vrm_joint_settings *settings);

/*
 * Colliders of the application's own act on every spring, after the spring's own. `slot` is below
 * the desc's collider_capacity. `node` VRM_NONE: offset, tail and radius are in world space; else
 * in the space of the node as the pose, gaze and constraints place it. NULL takes one away.
 */
VRM_API void vrm_avatar_set_collider(vrm_avatar *avatar, uint32_t slot,
                                     const vrm_collider *collider);

/* Starts the springs anew and lets `seconds` pass (10 at most) with all inputs as they are, so that
 * the first frame shows hair at rest under gravity. Call it after vrm_avatar_update. */
VRM_API void vrm_avatar_warm_up(vrm_avatar *avatar, float seconds);

/* --- The frame --- */

/*
 * One update: the stages below, in the order of the specification. `dt` in seconds since the last
 * one; it moves springs and UV animation. 0, negative and NaN let no time pass (SB-041).
 */
VRM_API void vrm_avatar_update(vrm_avatar *avatar, float dt);

/* The stages, for hosts with an order of their own. vrm_avatar_update is exactly these calls. */
VRM_API void vrm_avatar_update_pose(vrm_avatar *avatar);
VRM_API void vrm_avatar_update_look_at(vrm_avatar *avatar);
VRM_API void vrm_avatar_update_expressions(vrm_avatar *avatar, float dt);
VRM_API void vrm_avatar_update_constraints(vrm_avatar *avatar);
VRM_API void vrm_avatar_update_springs(vrm_avatar *avatar, float dt);

/* Uses of textures that expressions and MToon can move; all but the matcap. */
enum {
    VRM_SLOT_BASE_COLOR = 0,
    VRM_SLOT_METALLIC_ROUGHNESS = 1,
    VRM_SLOT_NORMAL = 2,
    VRM_SLOT_OCCLUSION = 3,
    VRM_SLOT_EMISSIVE = 4,
    VRM_SLOT_SHADE_MULTIPLY = 5,
    VRM_SLOT_SHADING_SHIFT = 6,
    VRM_SLOT_RIM_MULTIPLY = 7,
    VRM_SLOT_OUTLINE_WIDTH_MULTIPLY = 8,
    VRM_SLOT_UV_ANIMATION_MASK = 9,
    VRM_SLOT_COUNT = 10
};

/* What may change of a material; the rest is in the tables of the model. Colours are linear. */
typedef struct vrm_material_values {
    float base_color[4];
    float emissive[3]; /* before emissive_strength of the material */
    float shade_color[3];
    float matcap[3];
    float rim_color[3];
    float outline_color[3];
    float uv_rotation;  /* MToon's UV animation: radians, 0 to 2 pi; 510 pi with a mask (MT-028) */
    vrm_vec2 uv_scroll; /* and UV units, both before the animation mask */
    vrm_vec2 uv_scale[VRM_SLOT_COUNT];
    vrm_vec2 uv_offset[VRM_SLOT_COUNT];
} vrm_material_values;

/* Arrays of the avatar, valid until it is destroyed; their values are those of the last update. */
typedef struct vrm_frame {
    const vrm_trs *local;          /* by node, relative to its parent */
    const vrm_mat4 *world;         /* by node */
    const float *morph_weights;    /* of node n: from morph_offsets[n] to morph_offsets[n + 1] */
    const uint32_t *morph_offsets; /* node_count + 1 of them */
    const vrm_material_values *materials;
    const float *expression_weights; /* as vrm_avatar_expression_weight */
    uint32_t node_count;
    uint32_t morph_weight_count;
    uint32_t material_count;
    uint32_t expression_count;
} vrm_frame;

VRM_API void vrm_avatar_frame(const vrm_avatar *avatar, vrm_frame *out);

/* Where a bone is in the world; the origin where the avatar does not have it. */
VRM_API vrm_vec3 vrm_avatar_bone_position(const vrm_avatar *avatar, vrm_bone bone);
VRM_API void vrm_avatar_get_bone_position(const vrm_avatar *avatar, vrm_bone bone, vrm_vec3 *out);

/* From a node's space to the model's, which no root moves (GL-020). */
VRM_API void vrm_avatar_node_in_model(const vrm_avatar *avatar, int32_t node, vrm_mat4 *out);

/* Lines that show the springs: each from `from` to `to`, in world space. */
enum {
    VRM_LINE_JOINT = 0,   /* head to tail */
    VRM_LINE_TAIL = 1,    /* the sphere around a tail that colliders push, as three circles */
    VRM_LINE_COLLIDER = 2 /* circles and edges; of a plane: a square and its normal */
};

typedef struct vrm_line {
    vrm_vec3 from, to;
    int32_t kind;  /* VRM_LINE_… */
    int32_t index; /* of the joint or collider; an application's: behind those of the model */
} vrm_line;

/* Writes as many as fit, and returns how many there are in all. */
VRM_API size_t vrm_avatar_debug_lines(const vrm_avatar *avatar, vrm_line *out, size_t capacity);

/* --- Save and restore --- */

/*
 * A save holds all that the next frames depend on: pose, root, inputs, settings, and the state of
 * look-at, springs and UV animation. It has no pointers, its bytes are the same on every target,
 * and it may be restored into any avatar of the same model that was made with the same flags and
 * collider_capacity, alone or in a crowd. Saving and restoring take a fraction of the time of an
 * update, so that games with rollback can save in every frame.
 */

/* How many bytes a save of this avatar has; the same for its whole life. 0 for NULL. */
VRM_API size_t vrm_avatar_save_size(const vrm_avatar *avatar);

/* VRM_ERROR_CAPACITY: `capacity` is below vrm_avatar_save_size, and nothing is written. */
VRM_API vrm_result vrm_avatar_save(const vrm_avatar *avatar, void *out, size_t capacity);

/*
 * Goes back to what was saved. Anything but VRM_OK leaves the avatar as it was:
 *
 *   VRM_ERROR_MISMATCH   a save of another model (in anything that motion depends on: nodes, bones,
 *                        expressions, look-at, constraints, springs), of an avatar with other flags
 *                        or another collider_capacity, or of another version of the library
 *   VRM_ERROR_PAYLOAD    not a save, cut short, or damaged
 *
 * The frame is not part of a save. It is stale until the next update, which a rollback makes
 * anyway: as a rule it stays what it was before the call. vrm_avatar_update(avatar, 0) shows the
 * restored state without letting time pass. That is the frame of the moment of saving, if no input
 * was written between the last update and the save; else it shows those inputs.
 */
VRM_API vrm_result vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size);

/* --- Questions to the model --- */

/* The nearest bone above `bone` that the model has (HU-017); VRM_NONE for the hips. */
VRM_API int32_t vrm_model_bone_parent(const vrm_model *model, vrm_bone bone);

/* Where a bone is at rest in the model, turned so that it faces +Z; the origin if it is absent. */
VRM_API vrm_vec3 vrm_model_bone_rest_position(const vrm_model *model, vrm_bone bone);
VRM_API void vrm_model_get_bone_rest_position(const vrm_model *model, vrm_bone bone, vrm_vec3 *out);

/* The axes of a bone at rest (HU-016): x along it, y the fixed axis of the draft's table, z across;
 * in the model's space. 0: it has no length, or the table has no axis for it. */
VRM_API int32_t vrm_model_bone_axes(const vrm_model *model, vrm_bone bone, vrm_vec3 out_axes[3]);

/* --- firstPerson (FP) --- */

/* What the first-person camera draws of a mesh node. */
enum {
    VRM_SHOW_ALL = 0,          /* both cameras draw all of it */
    VRM_SHOW_THIRD_PERSON = 1, /* the first-person camera draws nothing of it */
    VRM_SHOW_FIRST_PERSON = 2, /* it alone draws it */
    VRM_SHOW_SPLIT = 3         /* it draws the triangles of vrm_model_read_first_person_triangles */
};

/* VRM_SHOW_… of a node with a mesh, automatic ones decided as FP-005 to FP-009 say; reads the
 * payload for those, and says VRM_SHOW_SPLIT where it cannot. That takes time and, for the call,
 * memory of the model's allocator in proportion to the mesh: ask once for each. */
VRM_API int32_t vrm_model_first_person(const vrm_model *model, int32_t node);

/* The triangles of a primitive of the node's mesh that the first-person camera draws, in the file's
 * order; else as vrm_model_read_triangles. Vertices are shared with the whole mesh. */
VRM_API vrm_result vrm_model_read_first_person_triangles(const vrm_model *model, int32_t node,
                                                         int32_t primitive, uint32_t *out,
                                                         size_t capacity, size_t *out_count);

#endif

/*
 * What an avatar holds. Inputs, state and frame are arrays in one block; the stages read and write
 * them, each its own part.
 */
#ifndef VRMI_AVATAR_AVATAR_H
#define VRMI_AVATAR_AVATAR_H

#include "avatar/place.h"
#include "base/private_api.h"
#include "rig/rig.h"
#include "vrm/lanes.h"
#include "vrm/spring.h"

/* The settings of lookAt, and its result in the last update. */
typedef struct vrmi_look_at {
    int32_t mode;    /* VRM_LOOK_AT_MODE_… */
    vrm_vec3 target; /* in the world; the last one that was given, whatever the mode */
    float yaw_degrees;
    float pitch_degrees;
} vrmi_look_at;

typedef struct vrmi_face {
    /* Inputs, by layer and then by expression; also lookAt's own layer, which look_at.c writes. */
    float *inputs;
    float layer_weights[VRM_EXPRESSION_LAYER_COUNT];
    int32_t *classes;  /* by expression: VRM_EXPRESSION_CLASS_… */
    double *uv_phases; /* by material: scroll x, scroll y, rotation */
    /* The frame's. */
    float *weights; /* by expression */
    float *morphs;
    vrm_material_values *materials;
} vrmi_face;

/* The tail of a joint, in the center space of its spring. */
typedef struct vrmi_tail {
    vrm_vec3 current;
    vrm_vec3 previous;
} vrmi_tail;

/*
 * Settings and state of eight joints, as the lanes of the rig have them (rig.h): a line for each
 * number, a lane for each joint. That a joint's own numbers lie apart costs the reference solver
 * little, and a second copy would have to be kept equal.
 */
enum {
    VRMI_ROW_TAIL = 0,     /* 3 */
    VRMI_ROW_ROTATION = 3, /* 4 */
    VRMI_ROW_STATE = 7,    /* lines of the above, which are there twice: see vrmi_row_current */
    VRMI_ROW_HIT_RADIUS = 14,
    VRMI_ROW_STIFFNESS = 15,
    VRMI_ROW_GRAVITY_POWER = 16,
    VRMI_ROW_DRAG_FORCE = 17,
    VRMI_ROW_GRAVITY_DIR = 18, /* 3 */
    VRMI_ROW_LINES = 21
};
typedef struct vrmi_row {
    float v[VRMI_ROW_LINES][VRMI_LANES];
} vrmi_row;

typedef struct vrmi_spring {
    vrm_vec3 wind;
    float weight;
    int32_t mode;      /* VRM_SPRING_MODE_… */
    int32_t center;    /* place of the rig; VRM_NONE: the world */
    int32_t was_shown; /* 1: not shown any more, but the last frame shows it (see gather) */
} vrmi_spring;

/* Whether the frame shows the spring; else it shows the pose. */
static inline bool vrmi_spring_is_shown(const vrmi_spring *spring) {
    return spring->mode != VRM_SPRING_MODE_TRACK && spring->mode != VRM_SPRING_MODE_OFF &&
           spring->weight > 0.0f;
}

/* A collider in world space, as one step of the springs sees it. */
typedef struct vrmi_shape {
    int32_t kind; /* VRM_COLLIDER_…; NONE: nothing to hit */
    float radius;
    vrm_vec3 a; /* center, one end, or a point of the plane */
    vrm_vec3 b; /* the other end less `a`; the plane's unit normal */
} vrmi_shape;

/* Of eight shapes at once: a, b, radius, 1 where there is something to hit, and how far from `a`
 * the shape goes. */
enum { VRMI_SHAPE_LINES = 9 };

/* What the settings of all springs have in common, so that a step does not have to ask each of
 * them. */
enum {
    VRMI_TRAIT_KNOWN = 1,       /* else they have changed, and the rest is not known */
    VRMI_TRAIT_CAN_STEP = 2,    /* modes are of the regular kind (spring_wide.h) */
    VRMI_TRAIT_CAN_WRITE = 4,   /* modes and weights are */
    VRMI_TRAIT_HAS_CENTER = 8,  /* some spring has one */
    VRMI_TRAIT_OWN_CENTER = 16, /* some center is not a plain input */
    VRMI_TRAIT_HAS_WIND = 32    /* some spring has a wind of its own, which is not +0 */
};

/* Colliders that a crowd shares (spring_world.h). */
struct vrmi_world;

/* A ball of the world that the tails below a place do not leave in an update. */
typedef struct vrmi_ball {
    vrm_vec3 centre;
    float radius;
} vrmi_ball;

typedef struct vrmi_springs {
    /* Inputs. */
    vrmi_row *rows;       /* by row of the rig's lanes; settings are inputs, the rest is state */
    vrmi_spring *springs; /* by spring */
    vrm_spring_collider *colliders; /* the application's, by index */
    vrm_vec3 wind;
    uint32_t traits; /* VRMI_TRAIT_… of `springs`; 0 after a change to them */
    /* State: of the joints after the last step, and of the inputs at the last update. */
    uint8_t *is_new;                  /* by joint: starts from rest in the next step (SB-027) */
    vrmi_spring_place *inputs_before; /* by input place */
    vrmi_shape *shapes_before;        /* of the application's colliders */
    double ahead; /* seconds from the last update to the last step, which may lie ahead of it */
    double sway;  /* how much of the springs is shown: 1 all; 0 none, and no steps are taken */
    int32_t turn; /* 0 or 1: which of two tails and rotations are those of the last step */
    int32_t is_carried; /* 1: the next step only carries the springs along (see spring_verbs.c) */
    int32_t has_was_shown; /* 1: some spring may have was_shown set */
    int32_t has_started;   /* 0: the next update with time in it starts all joints from rest */
    /* Of the crowd, which says so anew after a restore. 1: `sway` goes to 0; else it goes to 1. */
    int32_t is_rigid;
    /* Room for the steps of one update. */
    vrmi_spring_place *inputs; /* by input place: now, while `places` are of another time */
    vrmi_spring_place *places; /* by place: at the time of the step */
    bool are_places_present;   /* those of the inputs are where the frame has them */
    vrmi_shape *shapes;        /* by collider of the model, by index of the application, and then
                                * those that are met of the crowd */
    vrmi_shape *shapes_now;    /* by index */
    float *lane_shapes;        /* of the group at work, where its chains have different colliders */
    /* What is met of the colliders of a crowd: in this update, or else in the last one. */
    const struct vrmi_world *world; /* NULL: none, as outside of the crowd's own update */
    uint32_t *met;                  /* indices of the crowd's colliders, ascending */
    uint32_t met_count;
    float most_hit;         /* the largest hit radius of a joint; below 0: not known */
    vrmi_reach *reach;      /* room, by base of the rig's reach; as are the next */
    vrmi_ball *balls;       /* by base */
    vrmi_reach_link *links; /* by place that is no input */
} vrmi_springs;

/* See sleep.h. */
typedef struct vrmi_sleep {
    vrm_trs *pose_seen; /* what the pose was at the last update; with VRM_AVATAR_FLAG_SLEEP alone */
    int32_t is_changed; /* an input has changed since the last update */
    int32_t is_pose_touched;
    int32_t still_steps;
    int32_t is_asleep; /* in this update */
    int32_t is_stale;  /* the frame is that of before a restore */
    int32_t is_shown;  /* asleep, and yet this update shows the frame: it was stale */
} vrmi_sleep;

/* A way to take the steps of springs eight joints at a time (spring_wide.h). */
struct vrmi_wide;

struct vrm_avatar {
    vrm_model *model;
    const struct vrmi_wide *wide; /* NULL: the reference solver alone */
    const vrmi_rig *rig;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrm_allocator allocator;
    size_t allocated; /* bytes of its block; 0: the memory is the caller's */
    uint32_t flags;   /* VRM_AVATAR_FLAG_… */
    uint32_t collider_capacity;
    uint32_t near_capacity; /* colliders of its crowd that it can meet in an update */
    vrm_trs root;
    vrm_mat4 root_world; /* the root, and the half turn where there is one */
    vrm_quat root_rotation;
    vrm_trs *pose; /* by node */
    vrm_trs *local;
    vrm_mat4 *world;
    uint8_t *writers_now; /* room for gather, by node: stages that write its rotation at present */
    vrmi_look_at look_at;
    int32_t look_at_was_on; /* 1: off now, but the last frame shows it (see gather) */
    vrmi_face face;
    vrmi_springs springs;
    vrmi_sleep sleep;
    vrm_frame frame;         /* what vrm_avatar_frame returns */
    void *user;              /* the application's */
    struct vrm_crowd *crowd; /* that it is in; NULL: none */
    uint32_t crowd_index;    /* its place in it */
};

/* Of an avatar's block, and of each array in it: matrices are written as whole lines of the cache.
 */
enum { VRMI_AVATAR_ALIGNMENT = VRMI_MEMORY_ALIGNMENT, VRMI_AVATAR_LINE = 64 };

/* A desc of the caller, or the defaults where it is NULL. False: it is refused. */
bool vrmi_avatar_desc_read(vrm_avatar_desc *out, const vrm_avatar_desc *desc);

/* vrm_avatar_create for a member of a crowd, which can meet so many of the crowd's colliders. */
vrm_result vrmi_avatar_create(vrm_model *model, const vrm_avatar_desc *desc, uint32_t near_capacity,
                              vrm_avatar **out);

/* Takes an avatar out of the crowd that it is in, without destroying it. */
void vrmi_crowd_forget(vrm_avatar *avatar);

/* Tells the host that a function was given something that it cannot use, and does nothing. The
 * avatar may be NULL, as in the functions below. */
static inline void vrmi_misuse(const vrm_avatar *avatar, const char *function,
                               const char *problem) {
    if (avatar != NULL) vrmi_model_misuse(avatar->model, function, problem);
}

/* The same for an index that is not there. VRM_NONE is what a search gives that finds nothing, and
 * passing it on is no mistake. */
static inline void vrmi_misuse_index(const vrm_avatar *avatar, const char *function, int32_t index,
                                     const char *problem) {
    if (index != VRM_NONE) vrmi_misuse(avatar, function, problem);
}

/* Whether a pointer was given that must not be NULL. */
static inline bool vrmi_is_given(const vrm_avatar *avatar, const char *function,
                                 const void *pointer) {
    if (pointer == NULL) vrmi_misuse(avatar, function, VRMI_MISUSE_NULL);
    return pointer != NULL;
}

/* Whether there is such a bone at all; the avatar may lack it. */
static inline bool vrmi_is_bone(const vrm_avatar *avatar, const char *function, vrm_bone bone) {
    if (vrmi_is_index(bone, VRM_BONE_COUNT)) return true;
    vrmi_misuse_index(avatar, function, bone, "there is no such bone");
    return false;
}

/* The node of a bone; VRM_NONE where there is none, or no such bone. */
static inline int32_t vrmi_bone_node(const vrm_avatar *avatar, vrm_bone bone) {
    return vrmi_is_index((int32_t)bone, VRM_BONE_COUNT) ? avatar->tables->humanoid.nodes[bone]
                                                        : VRM_NONE;
}

/* Input of an expression in a layer. */
static inline float *vrmi_face_input(const vrm_avatar *avatar, int32_t layer, int32_t expression) {
    return &avatar->face
                .inputs[(size_t)layer * avatar->tables->expression_count + (size_t)expression];
}

/* Whether the model faces -Z, and is turned by half a turn (TP-023). */
static inline bool vrmi_is_turned(const vrm_avatar *avatar) {
    return avatar->tables->humanoid.faces_minus_z != 0;
}
/* Whether that half turn stands between the root and the model. */
static inline bool vrmi_has_half_turn(const vrm_avatar *avatar) {
    return vrmi_is_turned(avatar) && (avatar->flags & VRM_AVATAR_FLAG_AS_FILE) == 0;
}

/*
 * Lines of the state: tails and rotations of the last step, and of the one before it. A step writes
 * over the older ones, and takes a turn: nothing is copied from one to the other.
 */
static inline int vrmi_row_current(const vrm_avatar *avatar) {
    return VRMI_ROW_STATE * avatar->springs.turn + VRMI_ROW_TAIL;
}
static inline int vrmi_row_previous(const vrm_avatar *avatar) {
    return VRMI_ROW_STATE * (1 - avatar->springs.turn) + VRMI_ROW_TAIL;
}
static inline int vrmi_row_rotation(const vrm_avatar *avatar) {
    return VRMI_ROW_STATE * avatar->springs.turn + VRMI_ROW_ROTATION;
}
static inline int vrmi_row_rotation_before(const vrm_avatar *avatar) {
    return VRMI_ROW_STATE * (1 - avatar->springs.turn) + VRMI_ROW_ROTATION;
}

/* Numbers of one joint among the rows. */
static inline vrm_vec3 vrmi_joint_vec3(const vrm_avatar *avatar, uint32_t joint, int line) {
    uint32_t slot = avatar->rig->lanes.slots[joint], lane = slot % VRMI_LANES;
    const vrmi_row *row = &avatar->springs.rows[slot / VRMI_LANES];
    return vrm_vec3_make(row->v[line][lane], row->v[line + 1][lane], row->v[line + 2][lane]);
}
static inline void vrmi_set_joint_vec3(vrm_avatar *avatar, uint32_t joint, int line, vrm_vec3 v) {
    uint32_t slot = avatar->rig->lanes.slots[joint], lane = slot % VRMI_LANES;
    vrmi_row *row = &avatar->springs.rows[slot / VRMI_LANES];
    row->v[line][lane] = v.x;
    row->v[line + 1][lane] = v.y;
    row->v[line + 2][lane] = v.z;
}
static inline vrm_quat vrmi_joint_quat(const vrm_avatar *avatar, uint32_t joint, int line) {
    uint32_t slot = avatar->rig->lanes.slots[joint], lane = slot % VRMI_LANES;
    const vrmi_row *row = &avatar->springs.rows[slot / VRMI_LANES];
    return vrm_quat_make(row->v[line][lane], row->v[line + 1][lane], row->v[line + 2][lane],
                         row->v[line + 3][lane]);
}
static inline void vrmi_set_joint_quat(vrm_avatar *avatar, uint32_t joint, int line, vrm_quat q) {
    uint32_t slot = avatar->rig->lanes.slots[joint], lane = slot % VRMI_LANES;
    vrmi_row *row = &avatar->springs.rows[slot / VRMI_LANES];
    row->v[line][lane] = q.x;
    row->v[line + 1][lane] = q.y;
    row->v[line + 2][lane] = q.z;
    row->v[line + 3][lane] = q.w;
}
static inline float *vrmi_joint_number(const vrm_avatar *avatar, uint32_t joint, int line) {
    uint32_t slot = avatar->rig->lanes.slots[joint];
    return &avatar->springs.rows[slot / VRMI_LANES].v[line][slot % VRMI_LANES];
}

static inline vrmi_tail vrmi_joint_tail(const vrm_avatar *avatar, uint32_t joint) {
    vrmi_tail tail;
    tail.current = vrmi_joint_vec3(avatar, joint, vrmi_row_current(avatar));
    tail.previous = vrmi_joint_vec3(avatar, joint, vrmi_row_previous(avatar));
    return tail;
}
static inline void vrmi_set_joint_tail(vrm_avatar *avatar, uint32_t joint, vrmi_tail tail) {
    vrmi_set_joint_vec3(avatar, joint, vrmi_row_current(avatar), tail.current);
    vrmi_set_joint_vec3(avatar, joint, vrmi_row_previous(avatar), tail.previous);
}

/* World matrices from local transforms (pose.c): of one node, whose parent's is known; of a node
 * and all below it; of a list of nodes, what is above first. */
void vrmi_place_node(vrm_avatar *avatar, int32_t node);
void vrmi_place_below(vrm_avatar *avatar, int32_t node);
void vrmi_place_nodes(vrm_avatar *avatar, const int32_t *nodes, uint32_t count);

/*
 * Finite inputs give finite frames (ER-014): where nested scales or far translations take a matrix
 * beyond the range of floats, all matrices are made anew, and each of their numbers is brought back
 * to the end of the range before the nodes below are placed. The last stage of an update asks the
 * first, which costs a sum over the nodes without children, and calls the second if need be. (Not
 * earlier: a host that calls the stages itself would then give springs other inputs than
 * vrm_avatar_update does.)
 */
bool vrmi_is_frame_finite(const vrm_avatar *avatar);
void vrmi_make_frame_finite(vrm_avatar *avatar);

/* The stage of the pose where springs follow in the same update: without matrices of the nodes that
 * they move and will place anyway, unless something reads those before. */
VRMI_API void vrmi_update_pose_before_springs(vrm_avatar *avatar);

/* Writes the root's matrix and rotation after `root` has changed. */
void vrmi_place_root(vrm_avatar *avatar);

/* What the files that belong to no stage need of the stages: inputs and state of a new avatar,
 * whose arrays are zero; and the frame from inputs and state as they are, with no time passing. */
void vrmi_expressions_start(vrm_avatar *avatar);
void vrmi_expressions_apply(vrm_avatar *avatar);
void vrmi_springs_start(vrm_avatar *avatar);
void vrmi_springs_write(vrm_avatar *avatar);

/* How deep a point of the world is in a collider of the model, where the last update has put its
 * node, in meters: how far the collider would push it. 0 outside of it, and for colliders that hold
 * things inside of them (spring_collider.c). */
VRMI_API float vrmi_collider_depth(const vrm_avatar *avatar, int32_t collider, vrm_vec3 point);

/* The springs of several avatars at once, with their times: each gets the bits that it gets alone.
 * Of these they can, pair by pair. */
enum { VRMI_MOST_TOGETHER = 16 };
bool vrmi_can_update_together(const vrm_avatar *a, const vrm_avatar *b);
void vrmi_update_springs_together(vrm_avatar *const avatars[], const float dt[], uint32_t count);

/* vrm_avatar_update for several of which that is true (update.c). */
void vrmi_update_together(vrm_avatar *const avatars[], const float dt[], uint32_t count);

/* The next step carries the springs to where they are by then, in their shape and without motion:
 * for an avatar that was frozen while it may have been moved. */
void vrmi_springs_carry(vrm_avatar *avatar);

/* Whether springs are being blended out or in, so that the next frame is another. */
static inline bool vrmi_is_blending(const vrm_avatar *avatar) {
    double end = avatar->springs.is_rigid ? 0.0 : 1.0;
    return avatar->tables->spring_joint_count != 0 && avatar->springs.sway != end;
}

/* Copies numbers of `width` bytes with the bytes of each in reverse, as big-endian machines do for
 * save and restore (save.c). */
void vrmi_copy_reversed(unsigned char *out, const unsigned char *source, size_t bytes,
                        size_t width);

/* VRM_LANES_… of the desc; NULL: the reference solver, or lanes that this machine does not have. */
const struct vrmi_wide *vrmi_wide_choose(vrm_lanes lanes);

#endif

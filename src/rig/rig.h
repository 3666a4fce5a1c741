/*
 * The rig: what running avatars of a model share, worked out from its tables when the first of them
 * is made. Immutable afterwards.
 *
 * It is not part of loading, because many who load a file never run it (hubs, converters).
 */
#ifndef VRMI_MODEL_RIG_H
#define VRMI_MODEL_RIG_H

#include "base/math.h"
#include "base/memory.h"
#include "gltf/forest.h"
#include "model/model.h"
#include "vrm/avatar.h"
#include "vrm/frame.h"

/*
 * A place that springs need to know in each of their steps, and how to find it: parents of heads,
 * centers, nodes with colliders, and all nodes above those.
 *
 * Places of nodes that no spring moves come first, and are inputs of the springs (SB-042); the very
 * first is the application's root. The others hang below a head. Both lists have what is above
 * before what is below.
 */
typedef struct vrmi_rig_place {
    int32_t node;            /* VRM_NONE: the root */
    int32_t parent;          /* place; of the root: VRM_NONE */
    uint32_t first_collider; /* into place_colliders: the colliders on this node */
    uint32_t collider_count;
} vrmi_rig_place;

typedef struct vrmi_rig_joint {
    int32_t node;
    int32_t spring;
    int32_t place;           /* of the head */
    int32_t parent_place;    /* of the node above it */
    vrm_quat rest;           /* rotation of the head */
    vrm_vec3 axis;           /* head to tail, unit length, in the space of the head */
    float length;            /* of the bone in that space; 0: it is inert (SB-043) */
    vrm_vec3 rest_axis;      /* `axis` at rest, in the space of the node above the head */
    vrm_vec3 turn_axis;      /* there: of the half turn where the tail is opposite to rest (6.1) */
    uint32_t first_follower; /* into followers: what hangs rigidly below this head */
    uint32_t follower_count;
} vrmi_rig_joint;

/*
 * Where the tail of a joint may point (SL). A hinge is a spherical limit without yaw, so that there
 * are two kinds only.
 */
typedef struct vrmi_limit {
    int32_t kind;     /* VRM_SPRING_LIMIT_NONE, _CONE or _SPHERICAL */
    vrm_vec3 x, y, z; /* axes of its space, in the space of the node above the head (SL-006) */
    float cos_angle;  /* of the cone's angle, or of the pitch */
    float sin_angle;
    float cos_yaw;
    float sin_yaw;
} vrmi_limit;

typedef struct vrmi_rig_springs {
    const vrmi_rig_place *places;
    const vrmi_rig_joint *joints;   /* by the model's index */
    const vrmi_limit *limits;       /* by the model's index; NULL: no joint has one */
    const int32_t *followers;       /* places */
    const int32_t *place_colliders; /* colliders of the model, by place */
    const int32_t *node_places;     /* by node; VRM_NONE: no place */
    const int32_t *moved_nodes;     /* heads and all below them, what is above first */
    uint32_t place_count;
    uint32_t input_count; /* of the places: nodes that no spring moves, and the root */
    uint32_t moved_count;
    const int32_t *still_nodes; /* all others, what is above first */
    uint32_t still_count;
    /* lookAt or a constraint reads where the pose puts a node that springs move. */
    bool is_moved_read;
    /* Some joint reads a collider or a center that is updated after it: a circle (SB-040). */
    bool has_circle;
    const vrmi_met *met; /* by spring: its colliders, each once; the model's (prepared.h) */
    const int32_t *met_colliders;
} vrmi_rig_springs;

/* No tail that hangs from the node of `place` goes farther from it than `radius`, in the space of
 * that node. `scale` is the largest of a head there, in that space: hit radii grow with it. */
typedef struct vrmi_reach {
    int32_t place; /* an input */
    float radius;
    float scale;
} vrmi_reach;

/* What a node that springs move had when reaches were measured; as long as the pose has the same,
 * they hold. */
typedef struct vrmi_reach_rest {
    int32_t node;
    vrm_vec3 translation;
    vrm_vec3 scale;
} vrmi_reach_rest;

/* Of a place that springs move, in the space of its base: the way to it along all nodes between,
 * and its scale. */
typedef struct vrmi_reach_link {
    float distance;
    float scale;
} vrmi_reach_link;

typedef struct vrmi_rig_reach {
    const int32_t *bases;        /* input places that joints hang from */
    const uint32_t *joint_bases; /* by joint: index into `bases` */
    const vrmi_reach *at_rest;   /* by base */
    const vrmi_reach_rest *rest; /* by place that is no input */
    uint32_t count;              /* of the bases */
    uint32_t depth;              /* nodes from a base to a head, at most */
} vrmi_rig_reach;

/*
 * Springs eight at a time. A lane is a chain: a head, the head that is its child, and so on. Eight
 * chains make a group; joint k of each of them a row. Rows of a group are taken one after the
 * other, groups in the order of their levels: a chain that needs to know what another one did is on
 * a later level than it.
 *
 *   group   chain 0  chain 1  …  chain 7
 *   row 0   head     head        head       each row: constants here, state in the avatar
 *   row 1   head     head        –          a lane whose chain has ended stays empty
 */
/* Constants of vrmi_rig_joint, a line each; an empty lane has no length. */
enum {
    VRMI_LANE_REST = 0,      /* 4 */
    VRMI_LANE_REST_AXIS = 4, /* 3 */
    VRMI_LANE_LENGTH = 7,
    VRMI_LANE_TURN_AXIS = 8, /* 3 */
    VRMI_LANE_LINES = 11
};
typedef struct vrmi_lane_row {
    float v[VRMI_LANE_LINES][VRMI_LANES];
    int32_t joints[VRMI_LANES];       /* VRM_NONE: an empty lane */
    int32_t nodes[VRMI_LANES];        /* the heads; of an empty lane: some node, to be read only */
    int32_t end_nodes[VRMI_LANES];    /* the child that ends the chain here; VRM_NONE: none */
    uint32_t local_bytes[VRMI_LANES]; /* where the heads are in an array of vrm_trs */
    uint32_t world_bytes[VRMI_LANES]; /* and in one of vrm_mat4 */
    uint32_t active;                  /* lanes that are not empty: bits */
    uint32_t published; /* lanes whose places something outside the chain needs: bits */
    uint32_t ends;      /* lanes with an end node: bits */
} vrmi_lane_row;

/* Constants of vrmi_limit, a line each; those of lanes without a limit are 0. */
enum {
    VRMI_LIMIT_X = 0, /* 3, as the next two */
    VRMI_LIMIT_Y = 3,
    VRMI_LIMIT_Z = 6,
    VRMI_LIMIT_COS_ANGLE = 9,
    VRMI_LIMIT_SIN_ANGLE = 10,
    VRMI_LIMIT_COS_YAW = 11,
    VRMI_LIMIT_SIN_YAW = 12,
    VRMI_LIMIT_HAS = 13,     /* 1 or 0 */
    VRMI_LIMIT_IS_CONE = 14, /* 1 or 0 */
    VRMI_LIMIT_LINES = 15
};
typedef struct vrmi_lane_limit {
    float v[VRMI_LIMIT_LINES][VRMI_LANES];
} vrmi_lane_limit;

/* One collider for each lane, where the chains of a group have different ones. */
typedef struct vrmi_lane_collider {
    float offset[3][VRMI_LANES];
    float tail[3][VRMI_LANES];
    float radius[VRMI_LANES];
    float is_inside[VRMI_LANES]; /* 1 or 0 */
    float is_plane[VRMI_LANES];
    float is_capsule[VRMI_LANES];
    float is_there[VRMI_LANES]; /* 0: the lane has fewer colliders than others */
    int32_t places[VRMI_LANES];
    uint32_t has_plane;
    uint32_t has_capsule;
    uint32_t has_inside;
    uint32_t has_gap; /* it is not there in some lane */
} vrmi_lane_collider;

typedef struct vrmi_lane_group {
    uint32_t first_row;
    uint32_t row_count;
    uint32_t lane_count; /* the first so many lanes have chains */
    uint32_t collider_count;
    uint32_t first_collider;           /* into shared_colliders, if they are shared */
    uint32_t first_lane_collider;      /* into lane_colliders, if they are not, or is_crowdable */
    uint32_t is_shared;                /* 1: all its chains have the same colliders */
    int32_t parent_places[VRMI_LANES]; /* empty lanes: those of the first lane */
    int32_t parent_nodes[VRMI_LANES];  /* VRM_NONE: the root */
    int32_t springs[VRMI_LANES];
} vrmi_lane_group;

typedef struct vrmi_lane_level {
    uint32_t first_group, group_count;
    uint32_t first_follower, follower_count; /* into `followers`: places that follow the heads */
    uint32_t first_node, node_count;         /* into `nodes`: moved nodes that are in no lane */
    uint32_t first_shape, shape_count; /* into `shapes`: shared colliders to be placed before it */
} vrmi_lane_level;

typedef struct vrmi_rig_lanes {
    const vrmi_lane_row *rows;
    const vrmi_lane_limit *limits; /* by row; NULL: no joint has one */
    const vrmi_lane_group *groups;
    const vrmi_lane_level *levels;
    const int32_t *shared_colliders; /* the model's (prepared.h) */
    const vrmi_lane_collider *lane_colliders;
    const int32_t *followers;
    const int32_t *nodes;
    const int32_t *shapes;          /* colliders */
    const uint32_t *slots;          /* by joint: row * VRMI_LANES + lane */
    const int32_t *collider_places; /* places with colliders, but for the root */
    uint32_t collider_place_count;
    uint32_t row_count;
    uint32_t group_count;
    uint32_t level_count;
    uint32_t most_lane_colliders; /* of one group */
    bool is_crowdable;            /* lanes of several avatars are worth being taken together */
    bool is_wide; /* false: there are rows for the state, but no groups: a circle, or too much */
} vrmi_rig_lanes;

typedef struct vrmi_rig_expressions {
    const uint32_t *morph_offsets; /* by node, and one more: into the morph weights of a frame */
    const float *rest_morphs; /* what they are without expressions; 0 where one binds (EX-018) */
    const uint32_t *bound_morphs;              /* of the weights: those that expressions change */
    const vrm_material_values *rest_materials; /* by material */
    const uint32_t *bound_materials;           /* those that expressions change */
    const uint32_t *animated_materials;        /* MToon materials with a UV animation */
    uint32_t morph_count;
    uint32_t bound_morph_count;
    uint32_t bound_material_count;
    uint32_t animated_material_count;
} vrmi_rig_expressions;

/* What bounds of a frame are made of. */
typedef struct vrmi_rig_bounds {
    const int32_t *nodes; /* those that draw something, or move vertices of something drawn */
    uint32_t node_count;
    float reach; /* how far meshes reach beyond these nodes at rest, in meters */
} vrmi_rig_bounds;

/* Bones of the model, eight in a row: what vrmi_bone_local_from_normalised needs of each. */
typedef struct vrmi_bone_row {
    float v[8][VRMI_LANES]; /* 4: L0, the rotation at rest; 4: W0⁻¹, into the space of the bone */
    int32_t nodes[VRMI_LANES]; /* VRM_NONE: an empty lane */
    int32_t bones[VRMI_LANES];
} vrmi_bone_row;

enum { VRMI_BONE_ROWS = (VRM_BONE_COUNT + VRMI_LANES - 1) / VRMI_LANES };

typedef struct vrmi_rig_bones {
    vrmi_bone_row rows[VRMI_BONE_ROWS];
    uint32_t row_count;
    uint64_t has;                                 /* bits of the bones that the model has */
    vrm_vec3 hips_rest;                           /* as vrm_model_get_bone_rest_position has it */
    float hips_height;                            /* in meters: what one hips height of a pose is */
    int32_t preset_expressions[VRM_PRESET_COUNT]; /* VRM_NONE: it does not have the preset */
} vrmi_rig_bones;

typedef struct vrmi_rig {
    vrmi_shared shared; /* how the model lets it go */
    vrmi_memory memory;
    vrmi_arena arena;
    vrmi_forest forest;
    const int32_t *leaf_nodes; /* nodes without children */
    uint32_t leaf_count;
    const uint8_t *writers;           /* the model's, as is the next (prepared.h) */
    const vrm_quat *bone_rotations;   /* at rest, in the model's space */
    vrm_mat4 hips_parent;             /* at rest, in the model's space */
    vrm_mat4 hips_parent_inverse;     /* the identity where it has none */
    const int32_t *constrained_nodes; /* destinations and all below them, what is above first */
    const uint32_t *placed_before;    /* by constraint: how many of those it has to find placed */
    uint32_t constrained_count;
    vrmi_rig_bones bones;
    vrmi_rig_expressions expressions;
    vrmi_rig_springs springs;
    vrmi_rig_lanes lanes;
    vrmi_rig_reach reach;
    vrmi_rig_bounds bounds;
    uint64_t fingerprint; /* of what save and restore have to agree on */
} vrmi_rig;

/* Of the model, made now if there is none yet; safe to call from any thread. NULL: memory was
 * refused. */
const vrmi_rig *vrmi_model_rig(vrm_model *model);

void vrmi_rig_bones_build(vrmi_rig *rig, const vrm_model *model);

/* The parts. False: memory was refused. */
bool vrmi_rig_springs_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                            const vrmi_prepared *prepared, vrmi_arena *scratch);
bool vrmi_rig_limits_build(vrmi_rig *rig, const vrm_tables *tables);
bool vrmi_rig_lanes_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          const vrmi_prepared *prepared, vrmi_arena *scratch);
bool vrmi_rig_reach_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                          vrmi_arena *scratch);
bool vrmi_rig_expressions_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                                vrmi_arena *scratch);
bool vrmi_rig_constraints_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                                vrmi_arena *scratch);

/* Of everything in the model that the state of an avatar, and what follows from it, depends on.
 * What only the picture depends on (meshes, colors, names of nodes) takes no part. */
uint64_t vrmi_rig_fingerprint(const vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables);

/* The reaches of all bases, with `local` transforms by node. `links` is room, by place that is no
 * input. */
void vrmi_reach_measure(const vrmi_rig *rig, uint32_t joint_count, const vrm_trs *local,
                        vrmi_reach_link *links, vrmi_reach *out);

#endif

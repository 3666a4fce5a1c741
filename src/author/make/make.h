/*
 * An avatar from a rigged glTF file: the facts of the file, and the guesses about it.
 *
 * The steps are, in this order: measure (worlds, weights of joints), bones (set by a person, by the
 * names of a family, by words in names, by shape), stance (which way is up, left and forward; the
 * unit), T-pose, ground; then what depends on the bones: expressions, lookAt, springs, first
 * person. Each step reads the results of earlier steps, and corrections of a person come first in
 * each.
 *
 * Geometry stays as it is. A pose is changed only through the nodes, because skins follow them.
 */
#ifndef VRMI_MAKE_MAKE_H
#define VRMI_MAKE_MAKE_H

#include "base/math.h"
#include "base/memory.h"
#include "gltf/forest.h"
#include "vrm/author/make.h"
#include "vrm/model.h"
#include "vrm/tables.h"

/* How a guess came about, the surest first. */
typedef enum vrmi_sureness {
    VRMI_SURE_NOTHING, /* there is no guess */
    VRMI_SURE_TOLD,    /* a person set it */
    VRMI_SURE_FAMILY,  /* the names of a known family of skeletons */
    VRMI_SURE_WORDS,   /* words in names, and the tree */
    VRMI_SURE_SHAPE    /* by the positions of joints */
} vrmi_sureness;

typedef struct vrmi_bone_guess {
    int32_t node; /* VRM_NONE: none */
    vrmi_sureness sureness;
} vrmi_bone_guess;

/* A part of the body that hangs and sways. */
typedef enum vrmi_hanging {
    VRMI_HANGING_HAIR,
    VRMI_HANGING_SKIRT,
    VRMI_HANGING_TAIL,
    VRMI_HANGING_EAR,
    VRMI_HANGING_BREAST,
    VRMI_HANGING_CAPE,
    VRMI_HANGING_OTHER,
    VRMI_HANGING_COUNT
} vrmi_hanging;

/* A chain of nodes, from the first to the tail. */
typedef struct vrmi_chain {
    vrm_string name;
    vrmi_hanging kind;
    vrmi_sureness sureness;
    const int32_t *nodes;
    uint32_t node_count;
    float stiffness, gravity_power, drag_force, hit_radius;
} vrmi_chain;

/* One expression, as binds of morph targets. */
typedef struct vrmi_expression_guess {
    vrm_string name;
    vrm_preset preset; /* VRM_NONE: a custom one */
    vrmi_sureness sureness;
    vrm_morph_bind *binds;
    uint32_t bind_count;
    vrm_expression_override override_blink, override_look_at, override_mouth;
} vrmi_expression_guess;

/* How the body lies in the space of the file. */
typedef struct vrmi_stance {
    vrm_vec3 up, forward; /* unit vectors of the file's space */
    float unit;           /* meters of one unit of the file's space */
    vrmi_sureness facing_sureness, unit_sureness;
    bool is_bind_pose; /* the pose of the skin is used, and not that of the nodes */
    bool pose_is_told; /* a person set which of the two */
    bool keeps_pose;   /* no T-pose is made */
    float height;      /* of the body in the file's space */
} vrmi_stance;

/* The body around a bone, in meters of the new file, in the T-pose. */
typedef struct vrmi_girth {
    float radius; /* how far vertices are from the bone, in the mean; 0: there are none */
    float top;    /* of the head alone: how far the highest vertex is above the bone */
} vrmi_girth;

/* A bone that hangs on another node than that of the bone above it: it has to be moved there. */
typedef struct vrmi_move {
    vrm_bone bone;
    int32_t node, parent;
} vrmi_move;

enum { VRMI_MOST_MOVES = 16 };

typedef struct vrmi_make {
    vrmi_memory *memory;
    vrmi_arena arena;
    const vrm_model *model;
    const vrm_gltf *gltf;
    vrmi_forest forest;
    bool is_refused; /* memory was */
    /* By node: */
    vrm_trs *pose;      /* what will be written; at first what the file has */
    vrm_mat4 *world;    /* of `pose` */
    uint8_t *is_joint;  /* of a skin that a mesh uses; without a skin, every node */
    uint8_t *is_above;  /* a joint, or above one */
    float *weights;     /* how much of the vertices a joint moves */
    vrm_bone *bone_of;  /* VRM_NONE: no bone */
    uint8_t *is_spring; /* a node of a chain */
    /* Guesses: */
    const char *family; /* of names; NULL: none */
    vrmi_bone_guess bones[VRM_BONE_COUNT];
    vrmi_move moves[VRMI_MOST_MOVES]; /* to be done before anything else is guessed */
    uint32_t move_count;
    const vrm_mat4 *const *binds; /* by skin: new inverse binds; NULL: those of the file */
    uint32_t even_scales;         /* nodes whose scales were nearly equal, and are equal now */
    vrmi_stance stance;
    vrmi_girth girths[VRM_BONE_COUNT];
    vrmi_expression_guess *expressions;
    uint32_t expression_count;
    vrmi_chain *chains;
    uint32_t chain_count;
    bool chains_are_told;
    uint64_t turned_bones;               /* VRM_BONE_BITs of bones that the T-pose has turned */
    bool root_is_added;                  /* a node is added above all others */
    vrm_first_person_type *first_person; /* by node */
    vrm_string name, author;
    bool author_is_guessed, name_is_guessed;
} vrmi_make;

/* --- measure.c --- */

/* Takes the tables by node and finds out which are joints. False: memory was refused. */
bool vrmi_make_measure(vrmi_make *make);
/* Computes `world` from `pose`, of all nodes. */
void vrmi_make_place_nodes(vrmi_make *make);
static inline vrm_vec3 vrmi_make_position(const vrmi_make *make, int32_t node) {
    return vrmi_mat4_translation(&make->world[node]);
}
static inline int32_t vrmi_make_bone(const vrmi_make *make, vrm_bone bone) {
    return make->bones[bone].node;
}
/* Whether a node is another, or lies below it. */
static inline bool vrmi_make_is_below(const vrmi_make *make, int32_t node, int32_t upper) {
    return vrmi_forest_is_within(&make->forest, node, upper);
}

/* A vertex in the space of the file, in the pose. */
typedef struct vrmi_make_vertex {
    vrm_vec3 place;
    int32_t mesh_node;
    const int32_t *nodes; /* that move it; NULL: it has no skin, and its mesh's node does */
    const float *weights; /* of them */
    uint32_t count;       /* of the nodes */
} vrmi_make_vertex;

typedef void vrmi_make_visit(void *user, const vrmi_make_vertex *vertex);
/* Calls `visit` for the vertices of all nodes that have a mesh, up to a bound. */
void vrmi_make_vertices(vrmi_make *make, vrmi_make_visit *visit, void *user);

/* --- bone_names.c, bone_words.c, bone_shape.c, bones.c --- */

/* The parts of a body that words can name. */
typedef enum vrmi_part {
    VRMI_PART_NONE,
    VRMI_PART_HIPS,
    VRMI_PART_TRUNK,
    VRMI_PART_NECK,
    VRMI_PART_HEAD,
    VRMI_PART_EYE,
    VRMI_PART_JAW,
    VRMI_PART_SHOULDER,
    VRMI_PART_ARM, /* upper or lower */
    VRMI_PART_UPPER_ARM,
    VRMI_PART_LOWER_ARM,
    VRMI_PART_HAND,
    VRMI_PART_LEG, /* upper or lower */
    VRMI_PART_UPPER_LEG,
    VRMI_PART_LOWER_LEG,
    VRMI_PART_FOOT,
    VRMI_PART_TOES,
    VRMI_PART_THUMB,
    VRMI_PART_INDEX,
    VRMI_PART_MIDDLE,
    VRMI_PART_RING,
    VRMI_PART_LITTLE,
    VRMI_PART_NO_BONE /* words exclude it: a control, an end, a lock of hair */
} vrmi_part;

typedef struct vrmi_body_words {
    vrmi_part part;
    int side; /* 1 left, -1 right, 0 neither */
    bool is_distal;
} vrmi_body_words;

vrmi_body_words vrmi_make_read_words(vrm_string name);

/* Each sets bones that are not set; those that a person set stay. */
bool vrmi_make_bones_by_names(vrmi_make *make);
void vrmi_make_bones_by_words(vrmi_make *make);
void vrmi_make_bones_by_shape(vrmi_make *make);
/* Fingers that names do not identify, of hands that they do. */
void vrmi_make_fingers_by_shape(vrmi_make *make);

/* All of them, until the required bones are there. False: memory was refused. */
bool vrmi_make_find_bones(vrmi_make *make);
/* Takes bones that were found before some of them were moved: names alone could now identify
 * others, and the moves would have been for nothing. */
void vrmi_make_keep_bones(vrmi_make *make, const vrmi_bone_guess *bones);
/* Sets a bone unless it is set, or the node is another bone. */
void vrmi_make_set_bone(vrmi_make *make, vrm_bone bone, int32_t node, vrmi_sureness sureness);
/* Bits of the required bones that were not found. */
uint64_t vrmi_make_missing_bones(const vrmi_make *make);
/* Fingers, from the joints of each finger in order: a joint after the last bone is an end. */
void vrmi_make_set_finger(vrmi_make *make, vrm_bone first, const int32_t *nodes, uint32_t count,
                          vrmi_sureness sureness);
/* The trunk between hips and the joint that arms hang on: two joints or more. */
void vrmi_make_set_trunk(vrmi_make *make, const int32_t *nodes, uint32_t count,
                         vrmi_sureness sureness);

/* --- bind_pose.c, stance.c, t_pose.c --- */

/* Scales whose three numbers differ by rounding alone become equal (TP-013). */
void vrmi_make_even_scales(vrmi_make *make);

/* Puts the nodes into the pose in which the skin was bound; false: it has none. And back. */
bool vrmi_make_bind_pose(vrmi_make *make);
void vrmi_make_rest_pose(vrmi_make *make);
/* Takes the one of the two that is nearer to a T-pose. */
void vrmi_make_choose_pose(vrmi_make *make);
/* How far limbs and trunk are from a T-pose, in radians; the mean of the parts that are there. */
float vrmi_make_distance_from_t_pose(const vrmi_make *make);
/* Up, left and forward of the body by its bones. False: they are in one line. */
bool vrmi_make_axes(const vrmi_make *make, vrm_vec3 *up, vrm_vec3 *left, vrm_vec3 *forward);
/* Upright, facing +Z and in meters: the roots of the scene are turned and scaled. */
void vrmi_make_stand(vrmi_make *make);
void vrmi_make_t_pose(vrmi_make *make);
/* Soles at Y = 0, and the hips at X = 0; measures the girths of bones. */
void vrmi_make_ground(vrmi_make *make);

/* --- metres.c --- */

struct vrm_edit;
/* Removes the scales of bones and of all nodes that have no mesh, and makes `binds` for them. Does
 * nothing if bones would keep a scale, or the inverse binds cannot be read. */
void vrmi_make_unscale(vrmi_make *make);
void vrmi_make_write_binds(vrmi_make *make, struct vrm_edit *edit);

/* --- morphs.c, chains.c, first_person.c --- */

bool vrmi_make_find_expressions(vrmi_make *make);
bool vrmi_make_find_chains(vrmi_make *make);
bool vrmi_make_find_first_person(vrmi_make *make);

/* --- avatar_tables.c --- */

/* All of it as the tables of an avatar, in the arena. False: memory was refused. */
bool vrmi_make_tables(vrmi_make *make, vrm_tables *out);

#endif

/*
 * The joints of a file of motion: a tree of names, with those that stand for humanoid bones, and
 * others between and behind them. Writers take the joints' rotations from it.
 */
#ifndef MAKER_MOTION_RIG_H
#define MAKER_MOTION_RIG_H

#include "motion.h"

typedef enum rig_kind {
    RIG_BONE,   /* the joint is a bone */
    RIG_BEFORE, /* it takes a part of the rotation of the next bone below */
    RIG_END     /* it never turns: the end of the bone above */
} rig_kind;

/*
 * One joint of a table. In names, % stands for a side, and & for its first letter: a row with one
 * of them is there twice, and its bone is that of the left.
 */
typedef struct rig_row {
    const char *name, *parent; /* NULL: the root */
    rig_kind kind;
    int bone;
    double part; /* RIG_BEFORE: how much of the rotation */
    double at;   /* and where it lies between the bone above (0) and its bone (1) */
} rig_row;

#define BONE(name, parent, bone)                                                                   \
    { name, parent, RIG_BONE, VRM_BONE_##bone, 0, 1 }
#define BEFORE(name, parent, bone, part, at)                                                       \
    { name, parent, RIG_BEFORE, VRM_BONE_##bone, part, at }
#define END(name, parent)                                                                          \
    { name, parent, RIG_END, NONE, 0, 1 }
#define LAST_ROW                                                                                   \
    { NULL, NULL, RIG_END, NONE, 0, 0 }

/* --- Tables: each ends with LAST_ROW --- */

typedef struct rig_table {
    const rig_row *rows;
    const char *sides[2]; /* the words for left and right */
} rig_table;

extern const rig_table rig_humanoid;       /* bones by their names in VRM 1.0 */
extern const rig_table rig_mixamo;         /* without a prefix */
extern const rig_table rig_mixamo_between; /* with joints between, which move */

/* --- Rigs --- */

/* How the axes of joints lie at rest. */
typedef enum rig_axes {
    AXES_MODEL,  /* as those of the model */
    AXES_RANDOM, /* anyhow */
    AXES_Y,      /* +Y along every bone, as in Mixamo */
    AXES_X       /* +X along every bone, as in LaFAN1 */
} rig_axes;

typedef struct rig_joint {
    char name[NAME_SIZE];
    int parent;
    rig_kind kind;
    int bone;
    double part;
    vec3 place; /* in the T-pose, in meters */
    vec3 tip;   /* where it ends, if it has no children */
    quat rest;  /* its rotation in the T-pose, in the space of the model */
    bool has_children;
} rig_joint;

typedef struct rig {
    LIST(rig_joint) joints; /* parents before children */
    int hips;
    bool has_bone[VRM_BONE_COUNT];
} rig;

/* Bones that are `missing` are skipped: their children are attached to their parents, and turn in
 * the model as they would with them. */
void rig_build(rig *out, const rig_table *table, const motion_body *body,
               const bool missing[VRM_BONE_COUNT]);
void rig_release(rig *r);

void rig_set_axes(rig *r, rig_axes axes);

/* The pose of the file is not a T-pose: arms lowered, legs spread, by these degrees. */
void rig_set_pose(rig *r, double arms_down, double legs_out);

/* The rotations of all joints relative to their parents; of NULL, in the T-pose. */
void rig_turns(const rig *r, const motion_pose *pose, quat *out);

/* From the parent, in its axes; of the root, in the model. In meters. */
vec3 rig_offset(const rig *r, size_t joint);

#endif

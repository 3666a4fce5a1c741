/*
 * Geometry that is turned, moved, or freed of rotations and scales: the normalisation of the draft
 * (TP-018, requirements 6.9), as steps on a file that is edited.
 *
 * A bake is first planned: where every node was and where it will be. Then the nodes, the meshes
 * with their skins, and what an avatar says in the axes of its nodes are written, each by a
 * function of its own, so that a caller who writes the avatar's part anew can leave that one out.
 *
 * Every place and direction that a file gives in the space of a node goes through `change` of that
 * node. It is the identity, bit for bit, for nodes that stay as they are: to bake twice changes
 * nothing the second time.
 */
#ifndef VRMI_NORMALIZE_BAKE_H
#define VRMI_NORMALIZE_BAKE_H

#include "author/document/file_edit.h"
#include "base/math.h"
#include "gltf/forest.h"
#include "model/model.h"
#include "model/poser.h"

typedef struct vrmi_bake_node {
    vrm_mat4 before; /* its space in that of the model: posed, turned and moved as the desc says */
    vrm_mat4 after;  /* the same in the new file, as a load will find it */
    vrm_mat4 change; /* from its old space to its new one */
    vrm_trs rest;    /* in the new file, relative to the parent */
    float scale;     /* that lengths in its old space are multiplied by */
    bool is_same;    /* it stays as it is; `change` is the identity */
    bool is_mirrored;
    bool keeps_rotation; /* its axes stay those of its own rotation */
} vrmi_bake_node;

/* What is to be baked. All zeros but `turn`, which vrmi_bake_desc_init sets, is normalisation. */
typedef struct vrmi_bake_desc {
    const vrm_trs
        *pose; /* by node: instead of the rests of the file, with other rotations; NULL: those */
    vrm_quat turn;       /* of the whole model, about the origin */
    vrm_vec3 move;       /* of the whole model, behind the turn */
    bool root_to_origin; /* the node above all others of the hips goes to the origin (TP-021) */
    /* Every node is normalised, and constraints that cannot be said then are left out. Else nodes
     * keep their rotation where a constraint depends on it. */
    bool loses_constraints;
    bool is_literal;      /* radii and forces of springs stay where scales go (NO-005) */
    const int32_t *bones; /* nodes by vrm_bone; NULL: those of the model */
} vrmi_bake_desc;

void vrmi_bake_desc_init(vrmi_bake_desc *desc);

typedef struct vrmi_bake {
    vrm_edit *edit;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrmi_bake_desc desc;
    vrmi_arena arena;      /* of what lives as long as the bake */
    vrmi_bake_node *nodes; /* by node of the file */
    vrmi_forest forest;    /* of the nodes */
    bool changes;          /* at least one node does not stay as it is */
    bool drops_extensions; /* something with an extension of its own was left out */
    bool is_refused;       /* memory was */
    vrm_result result;     /* VRM_OK, or why it cannot be done */
} vrmi_bake;

/*
 * The plan. Everything is read from the model of the edit, which is the file before any change.
 * False: memory was refused. It has to be released in any case.
 */
bool vrmi_bake_begin(vrmi_bake *bake, vrm_edit *edit, const vrmi_bake_desc *desc);
void vrmi_bake_release(vrmi_bake *bake);

/* Nodes: translations, and no other rotations than those that are kept. Animations of the file,
 * which have no meaning in an avatar (GL-008), go where a node changes (NO-008). */
void vrmi_bake_nodes(vrmi_bake *bake);

/* Meshes and skins. `result` says why it could not be done: a payload that is missing, or one that
 * is compressed in a way that cannot be read. */
void vrmi_bake_meshes(vrmi_bake *bake);

/* What the avatar says in the axes of its nodes: colliders, springs, limits, lookAt, constraints.
 * In the dialect of the file. */
void vrmi_bake_avatar(vrmi_bake *bake);

/* All three, and an end: accessors that nothing refers to any longer are left out. */
vrm_result vrmi_bake_run(vrmi_bake *bake);

/* How high the lowest vertex of the feet is, and that of the whole model, as `before` places them.
 * False: there are no vertices of both feet, or they cannot be read (TP-006). */
bool vrmi_bake_find_soles(vrmi_bake *bake, float *out_soles, float *out_lowest);

/*
 * Turns arms, hands, fingers, legs, feet and spine to the T-pose, where they are off by more than a
 * check allows (TP-004 to TP-011). `rests` are those of the nodes before, and after. `bones` are
 * nodes by vrm_bone, or VRM_NONE. `out_turned` receives a bit for each bone that was turned, and
 * `out_turn` the turn of the whole model, which the caller gives to the bake. False: memory was
 * refused.
 */
bool vrmi_pose_to_t(vrmi_arena *arena, const vrm_gltf *gltf, const int32_t *bones,
                    bool faces_minus_z, vrm_trs *rests, uint64_t *out_turned, vrm_quat *out_turn);

/* The turn that makes a body that lies askew stand upright and look along +Z, or along -Z where
 * `faces_minus_z` (TP-002 to TP-004). The identity for one that stands as it should. */
vrm_quat vrmi_find_upright(const vrmi_poser *poser, bool faces_minus_z);

#endif

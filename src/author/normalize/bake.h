/*
 * Turns or moves geometry, or removes rotations and scales from it: the normalization of the draft
 * (TP-018, requirements 6.9), as steps on a file that is edited.
 *
 * A bake is planned first: the old and the new position of every node. Then the nodes, the meshes
 * with their skins, and the avatar's data in the axes of its nodes are written, each by a separate
 * function. A caller that writes the avatar's part itself can skip that one.
 *
 * Every position and direction in the space of a node goes through `change` of that node. It is the
 * identity, bit for bit, for nodes that stay as they are: a second bake changes nothing.
 */
#ifndef VRMI_NORMALIZE_BAKE_H
#define VRMI_NORMALIZE_BAKE_H

#include "author/document/file_edit.h"
#include "base/math.h"
#include "gltf/forest.h"
#include "model/model.h"
#include "model/poser.h"
#include "vrm/author/normalize.h"

typedef struct vrmi_bake_node {
    vrm_mat4 before; /* its space in that of the model: posed, turned and moved as in the desc */
    vrm_mat4 after;  /* the same in the new file, as a load will find it */
    vrm_mat4 change; /* from its old space to its new one */
    vrm_trs rest;    /* in the new file, relative to the parent */
    float scale;     /* that lengths in its old space are multiplied by */
    bool is_same;    /* it stays as it is; `change` is the identity */
    bool is_mirrored;
    bool keeps_rotation; /* its axes stay those of its own rotation */
} vrmi_bake_node;

/* What to bake. All zeros but `turn`, which vrmi_bake_desc_init sets, is normalization. */
typedef struct vrmi_bake_desc {
    const vrm_trs
        *pose; /* by node: instead of the rests of the file, with other rotations; NULL: those */
    vrm_quat turn;       /* of the whole model, about the origin */
    vrm_vec3 move;       /* of the whole model, after the turn */
    bool root_to_origin; /* the node above all others of the hips goes to the origin (TP-021) */
    /* Every node is normalized, and constraints that then cannot be expressed are removed.
     * Otherwise nodes keep their rotation if a constraint depends on it. */
    bool loses_constraints;
    bool is_literal;      /* radii and forces of springs stay when scales are removed (NO-005) */
    const int32_t *bones; /* nodes by vrm_bone; NULL: those of the model */
} vrmi_bake_desc;

void vrmi_bake_desc_init(vrmi_bake_desc *desc);

typedef struct vrmi_bake {
    vrm_edit *edit;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrmi_bake_desc desc;
    vrmi_arena arena;      /* of data that exists as long as the bake */
    vrmi_bake_node *nodes; /* by node of the file */
    vrmi_forest forest;    /* of the nodes */
    bool changes;          /* at least one node does not stay as it is */
    bool drops_extensions; /* an element with its own extension was removed */
    bool is_refused;       /* memory was */
    vrm_result result;     /* VRM_OK, or why it cannot be done */
} vrmi_bake;

/*
 * The plan. Everything is read from the model of the edit, which is the file before any change.
 * False: memory was refused. It has to be released in any case.
 */
bool vrmi_bake_begin(vrmi_bake *bake, vrm_edit *edit, const vrmi_bake_desc *desc);
void vrmi_bake_release(vrmi_bake *bake);

/* Nodes: translations, and only the rotations that are kept. Animations of the file, which have no
 * meaning in an avatar (GL-008), are removed if a node changes (NO-008). */
void vrmi_bake_nodes(vrmi_bake *bake);

/* Meshes and skins. On failure, `result` has the reason: the payload is missing, or compressed in a
 * way that cannot be read. */
void vrmi_bake_meshes(vrmi_bake *bake);

/* The avatar's data in the axes of its nodes: colliders, springs, limits, lookAt, constraints. In
 * the dialect of the file. */
void vrmi_bake_avatar(vrmi_bake *bake);

/* All three, and then accessors that nothing refers to any longer are removed. */
vrm_result vrmi_bake_run(vrmi_bake *bake);

/* vrm_normalize on an open file. On failure the file may be half changed: vrmi_edit_undo. */
vrm_result vrmi_normalize_edit(vrm_edit *edit, vrm_normalize_flags flags);

/* The height of the lowest vertex of the feet, and of the whole model, at the positions of
 * `before`. False: there are no vertices of both feet, or they cannot be read (TP-006). */
bool vrmi_bake_find_soles(vrmi_bake *bake, float *out_soles, float *out_lowest);

/*
 * Turns arms, hands, fingers, legs, feet and spine to the T-pose, if they are off by more than a
 * check allows (TP-004 to TP-011). `rests` are those of the nodes before, and after. `bones` are
 * nodes by vrm_bone, or VRM_NONE. `out_turned` receives a bit for each bone that was turned, and
 * `out_turn` the turn of the whole model, which the caller passes to the bake. False: an allocation
 * failed.
 */
bool vrmi_pose_to_t(vrmi_arena *arena, const vrm_gltf *gltf, const int32_t *bones,
                    bool faces_minus_z, vrm_trs *rests, uint64_t *out_turned, vrm_quat *out_turn);

/* The turn that makes a body that is tilted stand upright and face +Z, or -Z if `faces_minus_z`
 * (TP-002 to TP-004). The identity if the body stands as it should. */
vrm_quat vrmi_find_upright(const vrmi_poser *poser, bool faces_minus_z);

#endif

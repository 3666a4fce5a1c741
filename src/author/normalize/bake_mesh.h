/* What the files that bake meshes and skins share. */
#ifndef VRMI_NORMALIZE_BAKE_MESH_H
#define VRMI_NORMALIZE_BAKE_MESH_H

#include "author/normalize/bake_parts.h"
#include "model/skinning.h"

typedef struct vrmi_bake_skin {
    const vrm_mat4 *matrices; /* by joint: takes vertices to their new positions; NULL: not read */
    vrm_mat4 without;         /* the same for vertices without weights */
    bool is_same;             /* vertices stay where they are, and so do the inverse binds */
    bool gets_root;           /* the root becomes a joint, after the others (TP-019) */
    int32_t root;             /* the joint that vertices without weights get */
} vrmi_bake_skin;

/* A node that shows a mesh. Those that show the same mesh in the same way are a group. */
typedef struct vrmi_bake_use {
    int32_t node, mesh, skin;
    bool is_mirrored;
    bool lacks_joints; /* a primitive of the mesh has none, and moves with the node alone */
} vrmi_bake_use;

typedef struct vrmi_bake_group {
    const vrmi_bake_use *uses;
    uint32_t use_count;
    bool moves;       /* vertices get new positions */
    bool gets_joints; /* some vertices have no weights, and get the root (TP-019) */
    int32_t mesh;     /* that of the new file */
} vrmi_bake_group;

/* What an accessor of the file has become, for vertices that move in one way. */
typedef struct vrmi_bake_key {
    int32_t words[4 + 2 * VRMI_MOST_SETS];
} vrmi_bake_key;

typedef struct vrmi_bake_claim {
    vrmi_bake_key key;
    int32_t accessor; /* of the new file; VRM_NONE: free */
} vrmi_bake_claim;

typedef struct vrmi_bake_meshes_state {
    vrmi_bake *bake;
    const vrmi_document *document;
    vrmi_arena *arena; /* of the bake */
    vrmi_bake_skin *skins;
    vrmi_bake_use *uses;
    uint32_t use_count;
    vrmi_bake_group *groups;
    uint32_t group_count;
    uint32_t *references;    /* to each accessor, before any change */
    uint8_t *is_taken;       /* accessors that cannot be written in place, or have been */
    vrmi_bake_claim *claims; /* a hash table; its size is a power of two */
    uint32_t claim_capacity;
    uint64_t steps_left; /* vertices that may still be read: a file can name its bytes many times */
    float bind_error;    /* how far vertices are from the positions of single joints, in meters */
} vrmi_bake_meshes_state;

typedef vrmi_bake_meshes_state vrmi_meshes;

/* --- Skins (bake_skin.c) --- */

/* Reads the inverse binds of all skins. On failure, returns false, and the bake has the reason. */
bool vrmi_bake_read_skins(vrmi_meshes *meshes);
/* Writes those that do not stay as they are. */
void vrmi_bake_write_skins(vrmi_meshes *meshes);

/* --- Vertices (bake_vertices.c) --- */

/* Whether all vertices of a primitive have weights. */
bool vrmi_bake_has_weights(const vrmi_skinning *skinning, uint32_t vertex);
/* Reads the joints and weights of a primitive. On failure, returns false, and the bake has the
 * reason. */
bool vrmi_bake_read_sets(vrmi_meshes *meshes, const vrm_primitive *primitive, vrmi_arena *arena,
                         vrmi_skinning *out);
void vrmi_bake_primitive(vrmi_meshes *meshes, const vrmi_bake_group *group, uint32_t index,
                         vrmi_value *primitive);

/* --- Accessors (bake_accessor.c) --- */

/* Finds the new accessor of an old one. True: `out` is its index in the new file. False: `out` is
 * the index of the claim that a later vrmi_bake_put_floats fills. */
bool vrmi_bake_find_claim(vrmi_meshes *meshes, const vrmi_bake_key *key, uint32_t *out);

/* Gives an accessor of the file other values: in place, or in a copy of it if others need the old
 * ones. Returns its index. */
int32_t vrmi_bake_put_floats(vrmi_meshes *meshes, int32_t accessor, const float *values,
                             uint32_t count, uint32_t components, bool has_bounds);
/* The same for four joints a vertex. */
int32_t vrmi_bake_put_joints(vrmi_meshes *meshes, int32_t accessor, const uint16_t *values,
                             uint32_t count);

/* How many vertices may be read in all: each byte of the file a few times, and a fixed number. */
uint64_t vrmi_bake_step_limit(const vrm_gltf *gltf);
/* Subtracts a count from the budget. False: less is left; the bake has the reason (NO-013). */
bool vrmi_bake_take_steps(vrmi_meshes *meshes, uint64_t count);

/* The bake cannot be done. Returns false. */
bool vrmi_bake_fail(vrmi_bake *bake, vrm_result result);
bool vrmi_bake_refuse(vrmi_bake *bake);

#endif

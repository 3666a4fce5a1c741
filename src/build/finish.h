/*
 * What is checked and computed for all dialects alike, when everything has been read.
 *
 * Each returns false only when the load has failed.
 */
#ifndef VRMI_MODEL_FINISH_H
#define VRMI_MODEL_FINISH_H

#include "build/build.h"

/* Required bones, the way the avatar faces, the eyes' place, firstPerson's head. */
bool vrmi_finish_humanoid(vrmi_build *build);

/* The order of evaluation; cycles are left out (NC-005, NC-020). */
bool vrmi_finish_constraints(vrmi_build *build);

/* Chains against the tree and each other; which colliders springs meet; the order of updates and
 * levels (SB-011, SB-014, SB-040, SB-061, ER-021). */
bool vrmi_finish_springs(vrmi_build *build);

/* The rest of what avatars need beside the tables: bones at rest, and who writes which node. */
bool vrmi_finish_prepared(vrmi_build *build);

/* Copies the tables and what is prepared into one block of `*out_bytes`, from `memory`. NULL:
 * memory was refused. */
vrmi_packed *vrmi_pack_tables(const vrmi_build *build, vrmi_memory *memory, size_t *out_bytes);

/* How far meshes reach beyond their nodes (finish_bounds.c): made of one node with a mesh after the
 * other. The marks are zero at first: one for each node, skin and mesh. */
typedef struct vrmi_box {
    vrm_vec3 least, most;
    bool has_points;
} vrmi_box;

typedef struct vrmi_bounds {
    uint8_t *is_bounded; /* the marks that prepared.h has */
    uint8_t *is_skin_seen;
    uint8_t *is_mesh_seen;
    vrmi_box nodes;
    vrmi_box meshes;
} vrmi_bounds;

void vrmi_bounds_add(vrmi_bounds *bounds, const vrmi_build *build, uint32_t index);
float vrmi_bounds_reach(const vrmi_bounds *bounds);

#endif

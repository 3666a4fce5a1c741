/* Avatars as files: what all dialects share, and one writer for each. */
#ifndef MAKER_WRITE_H
#define MAKER_WRITE_H

#include "avatar.h"
#include "glb.h"

typedef enum dialect { DIALECT_1, DIALECT_BETA, DIALECT_DRAFT, DIALECT_0 } dialect;

typedef struct write_options {
    dialect dialect;
    bool uses_prose;     /* the draft: keys of its text where its schema has others (§4.4) */
    bool has_old_thumbs; /* 1.0-beta before June 2022 (§4.6) */
} write_options;

/* Fills `out`, which glb_release frees. The avatar has to outlive it. */
void avatar_write(const avatar *a, const write_options *options, glb *out);

bool dialect_find(const char *name, dialect *out);
const char *dialect_name(dialect d);

/* Whether avatars of this dialect face -Z, have chains of root bones, spheres alone, and so on:
 * what 0.x and the draft have in common. */
bool dialect_is_old(dialect d);

/* --- For the writers --- */

typedef struct writer {
    glb *file;
    const avatar *a;
    write_options options;
    int *indices; /* of nodes in the file, by node of the avatar; NONE: not written */
} writer;

void write_gltf(writer *w);  /* nodes, meshes, materials, images; fills `indices` */
void write_vrm1(writer *w);  /* 1.0 and 1.0-beta: VRMC_vrm, springs, constraints */
void write_draft(writer *w); /* VRMC_vrm of 2019, springs in it */
void write_vrm0(writer *w);  /* VRM, springs and materials in it */

/* VRMC_materials_mtoon of a material whose glTF part has been written. */
void write_mtoon(writer *w, const avatar_material *m, json *extensions);
void write_draft_mtoon(writer *w, const avatar_material *m, json *extensions);

/* A textureInfo, with the material's KHR_texture_transform; nothing where the texture is NONE. */
void put_texture(writer *w, json *to, const char *key, int texture, const avatar_material *m);

/* The inverse of what §4.10 does to _ShadeToony and _ShadeShift. */
void old_shading(const avatar_material *m, double *toony, double *shift);

/* The width of outlines in the units of 0.x: centimetres, or percent of half the height. */
double old_outline_width(const avatar_material *m);

/* A vector or a rotation of the description in the axes of the file: 0.x and the draft face -Z,
 * half a turn about Y away (§4.3). */
vec3 file_vector(const writer *w, vec3 v);
quat file_rotation(const writer *w, quat q);

/* The name of a bone in this dialect (thumbs, §4.6). */
const char *bone_name_in(const writer *w, int bone);

/*
 * Colliders as 0.x and the draft group them: by node. A group of ours becomes one for each of its
 * nodes, in the order in which they come.
 */
typedef struct node_group {
    int node;
    LIST(int) colliders;
} node_group;

typedef struct node_groups {
    LIST(node_group) list;
    LIST(int) firsts; /* by group of ours: its first one here; one more at the end */
} node_groups;

void node_groups_make(const avatar *a, node_groups *out);
void node_groups_free(node_groups *groups);

/* Whether 0.x has a group for this spring: not where it hangs in the subtree of an earlier one. */
bool spring_is_root(const avatar *a, size_t spring);

#endif

/*
 * What the texts of 0.x and of the draft of 2019 share: springs by roots, colliders by nodes, binds
 * by meshes, and numbers of MToon before 1.0 (§4.7, §4.9, §4.10).
 *
 * Vectors of the tables are written as they are: who writes an avatar of these dialects turns it
 * first, so that it faces -Z.
 */
#ifndef VRMI_WRITE_OLD_TEXT_H
#define VRMI_WRITE_OLD_TEXT_H

#include "author/text/vrm_text.h"

/* Colliders of one node that belong to one group of the tables. */
typedef struct vrmi_node_group {
    int32_t node; /* of the tables */
    uint32_t first_collider;
    uint32_t collider_count;
} vrmi_node_group;

/* What is found out before a text is written. */
typedef struct vrmi_old_text {
    vrmi_arena arena;
    uint32_t *mesh_node_counts; /* by mesh */
    uint8_t *is_annotated;      /* by mesh; for the writer */
    vrmi_node_group *groups;
    uint32_t group_count;
    int32_t *colliders;       /* of the tables, group by group */
    uint32_t *first_groups;   /* by group of the tables: its first one here; one more at the end */
    uint8_t *is_root;         /* by spring: its first joint is a root of a group of bones */
    uint8_t *is_repeated;     /* by expression: an earlier custom one has its name, in any case */
    uint32_t *material_names; /* by material: a number that materials of one name share */
    uint32_t *material_name_counts; /* by material: how many written materials have its name */
} vrmi_old_text;

/*
 * Finds it out, and reports what is lost of springs: one that hangs below an earlier one gets the
 * values of that one, and all nodes of a subtree sway. False: memory was refused, which the writer
 * then says too. Release it in both cases.
 */
bool vrmi_old_text_make(vrmi_vrm_text *text, vrmi_old_text *out);
void vrmi_old_text_release(vrmi_old_text *old);

/* --- Springs --- */

/* Neighbors that say the same are one group of bones: whether this spring begins one. */
bool vrmi_begins_bone_group(const vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring);

/* The lists of the group of bones that begins with this spring. */
void vrmi_put_bone_roots(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring);
void vrmi_put_bone_collider_groups(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring);

/* The members boneGroups and colliderGroups, which 0.x and the draft have alike; what is in a group
 * of bones and in a collider differs. */
typedef void vrmi_put_old_bone_group(vrmi_vrm_text *text, const vrmi_old_text *old,
                                     uint32_t spring);
typedef void vrmi_put_old_collider(vrmi_vrm_text *text, int32_t index);
void vrmi_put_groups(vrmi_vrm_text *text, const vrmi_old_text *old,
                     vrmi_put_old_bone_group *put_bone_group, vrmi_put_old_collider *put_collider);

/* --- Expressions and annotations by mesh --- */

/*
 * One behind the last bind of those that the bind of a mesh stands for, of which `first` is the
 * first: a reader makes a bind of each node with the mesh, one behind the other (V0-017). A node
 * that comes again begins another bind, which adds to the one before (EX-039). Reports binds that
 * not all nodes with the mesh have.
 */
uint32_t vrmi_mesh_bind_end(const vrmi_vrm_text *text, const vrmi_old_text *old,
                            const vrm_expression *expression, uint32_t first);

/* Whether the annotation of this node is written: it is the first with its mesh. Reports one that
 * differs. Ask node by node, once. */
bool vrmi_is_mesh_annotation(const vrmi_vrm_text *text, vrmi_old_text *old, uint32_t node);

/* --- Numbers --- */

/*
 * The number that a reader makes `wanted` of, near to `guess`: the one with the fewest decimals, so
 * that it looks as it was meant. Where no decimal does, the guess, which is off by its rounding.
 */
typedef float vrmi_conversion(float value);
float vrmi_invert(double guess, float wanted, vrmi_conversion *convert);

/* MToon before 1.0: the inverse of §4.10. */
void vrmi_old_shading(const vrm_mtoon *mtoon, float *out_toony, float *out_shift);
float vrmi_old_outline_width(const vrm_mtoon *mtoon);
float vrmi_old_gi_intensity(const vrm_mtoon *mtoon);
float vrmi_old_uv_rotation(const vrm_mtoon *mtoon, vrm_dialect dialect);
float vrmi_old_offset_y(float offset, float scale); /* V counted from the bottom */

/* Emission of a material as one color that may exceed 1. */
void vrmi_old_emission(const vrm_material *material, float out[3]);

/* The one transform that all textures of a material have. Reports textures that lie otherwise, and
 * what MToon before 1.0 has nothing for. */
typedef struct vrmi_old_transform {
    float scale[2], offset[2]; /* V counted from the bottom */
} vrmi_old_transform;
vrmi_old_transform vrmi_find_old_transform(const vrmi_vrm_text *text, uint32_t material);

/* The number that a texture has in the written file, or VRM_NONE. */
int32_t vrmi_mapped_texture(const vrmi_vrm_text *text, const vrm_texture_info *info);

#endif

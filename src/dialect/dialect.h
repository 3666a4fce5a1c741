/*
 * The dialects: each reads one way of writing VRM into the tables of a build.
 *
 * A reader returns false only when the load has failed; what a file has wrong is reported, and the
 * smallest thing that cannot be used is left out (GL-033, ER-009).
 */
#ifndef VRMI_DIALECT_DIALECT_H
#define VRMI_DIALECT_DIALECT_H

#include "build/build.h"

/* Which dialect the file is written in (DI-001 … DI-003, DI-009); `at` is set to its root object.
 */
vrm_dialect vrmi_detect_dialect(vrmi_build *build, vrmi_json *out_at);

/* Reads everything that the dialect has into the build. */
bool vrmi_read_dialect(vrmi_build *build);

/* One reader a dialect. `vrm` is the object VRMC_vrm or VRM. */
bool vrmi_read_vrm1(vrmi_build *build, const vrmi_json *vrm);
bool vrmi_read_draft(vrmi_build *build, const vrmi_json *vrm);
bool vrmi_read_vrm0(vrmi_build *build, const vrmi_json *vrm);

/* Extensions that stand beside VRMC_vrm. */
bool vrmi_read_spring_bone(vrmi_build *build);
bool vrmi_read_node_constraints(vrmi_build *build);
bool vrmi_read_mtoon(vrmi_build *build);
bool vrmi_read_hdr_emissive(vrmi_build *build);

/* Parts of VRMC_vrm that are read alike in all of 1.x: the final names, and the older ones where
 * those are absent (DI-006). */
void vrmi_read_humanoid(vrmi_build *build, const vrmi_json *vrm);
bool vrmi_read_first_person(vrmi_build *build, const vrmi_json *vrm);
void vrmi_read_look_at(vrmi_build *build, const vrmi_json *vrm);
/* The object `expressions`; and a list of groups as drafts have (§4.4, §4.11). */
bool vrmi_read_expressions(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_expression_list(vrmi_build *build, const vrmi_json *list);

/* What `meta` has under the names of 1.0 and of the drafts after 2019 (§4.11). */
enum { VRMI_META_AVATAR = 1, VRMI_META_VIOLENT = 2, VRMI_META_SEXUAL = 4 };
/* Into the tables; what is missing is not said here. `*out_given` has VRMI_META_… bits. False: the
 * load has failed. */
bool vrmi_read_meta(vrmi_build *build, const vrmi_json *at, int32_t *out_given);

/* An object with boneGroups and colliderGroups: of the draft, and VRMC_springBone of 2020 (§4.11).
 */
bool vrmi_read_draft_springs(vrmi_build *build, const vrmi_json *at);

/* Parts of 0.x that other files have: blendShapeMaster, secondaryAnimation and materialProperties,
 * whose value is NULL where the file lacks them. */
bool vrmi_read_vrm0_expressions(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_vrm0_springs(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_vrm0_materials(vrmi_build *build, const vrmi_json *array, vrm_string exporter);

/* {x, y, z} in Unity's left-handed axes, or an array of three (V0-010, V0-011), in glTF's axes.
 * False: there is none, and `out` is left alone. */
bool vrmi_read_vrm0_vector(vrmi_build *build, const vrmi_json *at, vrm_vec3 *out);

/* MToon under the names of the draft of 2019. */
bool vrmi_is_draft_mtoon(const vrmi_json *at);
void vrmi_note_draft_mtoon(vrmi_build *build, const vrmi_json *at);
void vrmi_read_draft_mtoon(vrmi_build *build, const vrmi_json *at, uint32_t material);

/* --- Shared --- */

/* The offset of a texture whose V is counted from the bottom, counted from the top (GV-082). Always
 * finite. */
float vrmi_flip_v(float offset, float scale);
/* Shading of 0.x and the draft, where shift and toony mean something else (GV-085). */
void vrmi_convert_shading(float toony, float shift, vrm_mtoon *mtoon);
/* Emission that may exceed 1, as factor and strength (HE-003). */
void vrmi_set_emission(vrm_material *material, const float color[3]);
/* MT-011: takes the offset into what the material's way of blending allows. */
void vrmi_limit_render_queue(vrmi_build *build, const vrmi_json *at, int32_t alpha_mode,
                             vrm_mtoon *mtoon);

/* What a specVersion of its extension lets us do (DI-004, DI-005). */
typedef struct vrmi_versions {
    const char *const *accepted; /* ends with NULL */
    bool may_be_absent;          /* a missing version is not reported */
    bool absent_is_read;         /* absent is read as 1.0 */
} vrmi_versions;

/* Returns true if the extension is to be read (as 1.0), false if it is to be left out. Diagnostics
 * have been reported by then. */
bool vrmi_check_spec_version(vrmi_build *build, const vrmi_json *extension,
                             const vrmi_versions *versions);
/* The same for a version under another key. */
bool vrmi_check_version(vrmi_build *build, const vrmi_json *extension, const char *key,
                        const vrmi_versions *versions);

/* Says that an older name was understood (DI-007). */
void vrmi_note_alias(vrmi_build *build, const vrmi_json *at, const char *old_name,
                     const char *name);

/* Whether this is an object; says so where it is something else. */
bool vrmi_check_object(vrmi_build *build, const vrmi_json *at);
/* Says that the required `key` is missing, unless it or its older name is there, and so was found
 * wrong already. */
void vrmi_report_absent(vrmi_build *build, const vrmi_json *at, const char *key,
                        const char *old_key);

/* A bone by its name; with `old_thumbs` those of the thumb are numbered as 0.x does (V0-009). */
int32_t vrmi_find_bone_name(vrm_string name, bool old_thumbs);
/* Sets a bone; one that is set already stays (HU-021, V0-008). */
void vrmi_set_bone(vrmi_build *build, const vrmi_json *at, int32_t bone, int32_t node);
/* humanBones as an object keyed by bone (1.0, and the draft). */
void vrmi_read_bone_map(vrmi_build *build, const vrmi_json *bones);

/* humanBones as a list of {bone, node} (0.x, and the draft's change log). */
void vrmi_read_bone_list(vrmi_build *build, const vrmi_json *list);

/* Name, author and reference of 0.x and the draft, where the meta does not have them yet, with what
 * §4.5 puts where there is none; the rest of the meta has been read. */
bool vrmi_set_legacy_names(vrmi_build *build, const vrmi_json *at, vrm_string title,
                           vrm_string author, vrm_string reference);

/* Groups of colliders that stand at one node (V0-033, §4.9), each read by `read` into `out`, which
 * has its node and is zero otherwise. False: it cannot be used, has been reported, and is left out.
 */
typedef bool vrmi_collider_reader(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out);
bool vrmi_read_node_collider_groups(vrmi_build *build, const vrmi_json *array,
                                    vrmi_collider_reader *read);
/* Indices into the collider groups that have been read; bad ones are left out (SB-008). */
bool vrmi_read_group_indices(vrmi_build *build, const vrmi_json *array, const int32_t **out,
                             uint32_t *out_count);

/* Binds of expressions collect here until the expression is complete. */
typedef struct vrmi_binds {
    vrmi_list morphs; /* vrm_morph_bind */
    vrmi_list colors; /* vrm_color_bind */
    vrmi_list uvs;    /* vrm_uv_bind */
} vrmi_binds;

void vrmi_binds_begin(vrmi_build *build, vrmi_binds *binds);
void vrmi_binds_store(const vrmi_binds *binds, vrm_expression *expression);

/* What an expression of 1.0 says of itself, and its binds. `at` is an object. False: the load has
 * failed. */
bool vrmi_read_expression_body(vrmi_build *build, const vrmi_json *at, vrm_expression *out,
                               vrmi_binds *binds);
/* Morph binds by node, or by mesh; their weights are divided by `divisor`. */
bool vrmi_read_morph_binds(vrmi_build *build, const vrmi_json *array, float divisor,
                           vrmi_list *binds);
/* EX-022: says that a weight lies outside of 0 to 1. */
void vrmi_check_bind_weight(vrmi_build *build, const vrmi_json *at, float weight);
/* The array targetValue; one of three is opaque (EX-026). False: it cannot be used. */
bool vrmi_read_bind_color(vrmi_build *build, const vrmi_json *at, float out[4]);

/* Annotates a node (FP-014: the first wins). */
void vrmi_annotate(vrmi_build *build, const vrmi_json *at, int32_t node, int32_t flag);
/* 0.x and the draft name a mesh, and mean every node that has it (V0-017). One that was annotated
 * is not gone through again: that would take the product of annotations and nodes. */
void vrmi_annotate_mesh(vrmi_build *build, const vrmi_json *at, int32_t mesh, int32_t flag);

/* Parameters of a group of 0.x and the draft, which apply to each joint of its subtrees. */
typedef struct vrmi_bone_group {
    vrm_string name;
    float hit_radius, stiffness, gravity_power, drag_force;
    vrm_vec3 gravity_dir;
    int32_t center;
    const int32_t *collider_groups;
    uint32_t collider_group_count;
    const int32_t *roots;
    uint32_t root_count;
} vrmi_bone_group;

/* Makes springs of the subtrees (V0-034, V0-035, V0-040, V0-041). `taken` marks nodes that an
 * earlier root has, by node, across all groups of the file. */
bool vrmi_add_bone_group(vrmi_build *build, const vrmi_json *at, const vrmi_bone_group *group,
                         uint8_t *taken);

#endif

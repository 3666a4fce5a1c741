/*
 * Every place of a file that holds the index of an element: in glTF, in ratified extensions and
 * common others, in the four dialects of VRM, and in .vrma. There is one table of places, for all
 * code that moves, merges or removes elements.
 *
 * The table also covers two kinds that are not indices: materials of 0.x, which
 * VRM.materialProperties repeats and which are bound by name, and pointers of
 * KHR_animation_pointer.
 */
#ifndef VRMI_WRITE_REFERENCES_H
#define VRMI_WRITE_REFERENCES_H

#include "author/json/json_tree.h"

/* The tables that are referred to by index. */
typedef enum vrmi_reference_kind {
    VRMI_REFERENCE_NODE,
    VRMI_REFERENCE_MESH,
    VRMI_REFERENCE_SKIN,
    VRMI_REFERENCE_ACCESSOR,
    VRMI_REFERENCE_BUFFER_VIEW,
    VRMI_REFERENCE_BUFFER,
    VRMI_REFERENCE_IMAGE,
    VRMI_REFERENCE_TEXTURE,
    VRMI_REFERENCE_SAMPLER,
    VRMI_REFERENCE_MATERIAL,
    VRMI_REFERENCE_CAMERA,
    VRMI_REFERENCE_SCENE,
    VRMI_REFERENCE_ANIMATION,
    VRMI_REFERENCE_COLLIDER,             /* of VRMC_springBone */
    VRMI_REFERENCE_COLLIDER_GROUP,       /* of VRMC_springBone */
    VRMI_REFERENCE_COLLIDER_GROUP_0,     /* of 0.x */
    VRMI_REFERENCE_COLLIDER_GROUP_DRAFT, /* of the draft */
    VRMI_REFERENCE_KINDS
} vrmi_reference_kind;

#define VRMI_REFERENCE_BIT(kind) (UINT32_C(1) << (kind))

/* The array of a table; NULL if the file has none. */
vrmi_value *vrmi_reference_table(vrmi_tree *tree, vrmi_reference_kind kind);
/* "nodes", as the JSON calls it. */
const char *vrmi_reference_table_name(vrmi_reference_kind kind);

/* Calls `visit` for every number that is an index into one of these tables, `kinds` bit by bit. It
 * may replace the number, and change nothing else. */
typedef void vrmi_reference_visit(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind,
                                  void *user);
void vrmi_references_visit(vrmi_tree *tree, uint32_t kinds, vrmi_reference_visit *visit,
                           void *user);

/* The number of references to each element of a table. Those from `count` on are skipped. */
void vrmi_references_count(vrmi_tree *tree, vrmi_reference_kind kind, uint32_t *counts,
                           uint32_t count);

/*
 * Other indices for all references, without touching the table: for example from duplicates to the
 * first of them. `map` has the new index of each of `count` elements; VRM_NONE removes what refers
 * to that element, as below.
 */
void vrmi_references_rewrite(vrmi_tree *tree, vrmi_reference_kind kind, const int32_t *map,
                             uint32_t count);

/*
 * Removes the elements of a table whose byte is 0, and rewrites every index. `keeps` has one byte
 * for each element of the table.
 *
 * References to a removed element are removed as far as the schemas require: the child of a node, a
 * bone, a bind, an annotation, a channel, a constraint, a texture of a material; a spring that has
 * lost all of its joints; a collider of a removed node, and its entry in groups. If that cannot be
 * done without the payload, the element stays: joints of skins, and accessors, views and buffers
 * that are still referred to. Rewrite the skin, or remove the references, first.
 *
 * `map`, which may be NULL, receives the new index of each old element; VRM_NONE for removed ones.
 */
void vrmi_references_keep(vrmi_tree *tree, vrmi_reference_kind kind, const uint8_t *keeps,
                          int32_t *map);

#endif

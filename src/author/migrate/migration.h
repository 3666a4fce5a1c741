/* A migration: what its steps share. */
#ifndef VRMI_MIGRATE_MIGRATION_H
#define VRMI_MIGRATE_MIGRATION_H

#include "author/document/file_edit.h"
#include "author/document/written.h"
#include "author/text/vrm_text.h"
#include "vrm/author/migrate.h"

typedef struct vrmi_kept vrmi_kept;

typedef struct vrmi_migration {
    vrm_edit edit;
    vrmi_arena arena;
    vrm_migrate_desc desc;
    vrm_dialect from, to;
    vrm_gltf gltf;        /* of the new file, but for nodes that are added */
    vrm_node *nodes;      /* those of `gltf`, if they may be changed */
    vrm_tables tables;    /* of the new file */
    vrmi_index_maps maps; /* of nodes that are added */
    vrm_string old_meta;  /* JSON of the old file; empty if it has none */
    vrm_string
        restored_meta;  /* JSON that it was migrated from; empty: it was not, or was changed */
    vrmi_kept *kept;    /* extras that wait for their new objects */
    bool is_in_place;   /* blocks of the old file need another version alone */
    bool is_refused;    /* memory was */
    bool keeps_numbers; /* of nodes: unknown extensions may have them */
} vrmi_migration;

/* Room for a pointer or a sentence; what is longer is cut. */
enum { VRMI_SENTENCE = 512 };

/* --- The list of changes (changes.c) --- */

void vrmi_say_change(vrmi_migration *m, vrm_change_kind kind, const char *code, const char *from,
                     const char *to, const char *sentence);

/* The block of a dialect in a file: "/extensions/VRM" or "/extensions/VRMC_vrm". */
const char *vrmi_block_pointer(vrm_dialect dialect);
vrmi_value *vrmi_find_block(vrmi_migration *m, vrm_dialect dialect);

/* "/base/index/tail"; an index of VRM_NONE and a tail of NULL are skipped. Returns `out`. */
const char *vrmi_point_at(char out[VRMI_SENTENCE], const char *base, int64_t index,
                          const char *tail);

/* The location of an expression of the new tables in the new file. Returns `out`. */
const char *vrmi_point_at_expression(const vrmi_migration *m, const vrm_expression *expression,
                                     uint32_t index, char out[VRMI_SENTENCE]);

/* For vrmi_vrm_text: what the new dialect cannot express. */
void vrmi_say_loss(void *migration, vrmi_loss loss, int32_t index);

/* Which expression of the tables each blendShapeGroup of the old file is; VRM_NONE: none. NULL:
 * memory was refused. */
int32_t *vrmi_map_groups(vrmi_migration *m, vrmi_value *groups);

/* What became of each thing of the old file, block by block. Before anything is changed. */
void vrmi_say_blocks(vrmi_migration *m);

/* --- Meta (permissions.c, meta.c, meta_changes.c) --- */

/*
 * The permissions of an avatar after a migration, in the terms of 1.0: never more than before
 * (MI-010). `maps`: the name of an old license counts (§4.5). For a file of 0.x, this is what a
 * load of it returns; its own texts may contain more.
 */
vrm_permissions vrmi_migrate_permissions(const vrm_meta *meta, vrm_dialect to, bool maps);

/* Puts the address of a Creative Commons license, which 1.0 has no name for, into an empty
 * otherLicenseUrl (MI-027). */
void vrmi_link_license(vrm_meta *meta);

/* Puts the license into the fields that 0.x has. `redistributes`: the old file allows that. */
void vrmi_name_vrm0_license(vrm_meta *meta, bool redistributes);

/*
 * Decides the meta of the new file, and puts it into the tables. VRM_ERROR_CONSENT: permissions
 * differ, and the caller has not accepted that; the list of changes has them.
 */
vrm_result vrmi_begin_meta(vrmi_migration *m);

/* What became of each field (meta_changes.c). `consent_alone`: of those that need consent. */
void vrmi_say_meta(vrmi_migration *m, const vrm_permissions *before, bool consent_alone);

/* Completes the meta that stands in the new block: that of the old file is kept beside it, or
 * the one that the old file was migrated from comes back. */
void vrmi_end_meta(vrmi_migration *m);

/* --- Nodes (nodes.c) --- */

/* Nodes at the tails of leaves, which 1.0 requires (V0-041, MI-006). */
void vrmi_add_tail_nodes(vrmi_migration *m);
/* Bones that 0.x requires and 1.0 does not: chest and neck (V0-024, MI-021). */
void vrmi_add_bones(vrmi_migration *m);
/* Nodes at tails that 0.x sees without them. Later indices move down. Call it last. */
void vrmi_remove_tail_nodes(vrmi_migration *m);

/* --- Tables (settle.c) --- */

/* Other names for custom expressions that would be a preset, or another custom one, in the new
 * dialect: each expression keeps its own name (V0-014, EX-004, MI-025). */
void vrmi_rename_expressions(vrmi_migration *m);
/* What `auto` hides if it is not attached to the head (V0-025, MI-008). */
void vrmi_settle_first_person(vrmi_migration *m);
/* Curves of lookAt as straight lines with the same end (MI-007). */
void vrmi_straighten_look_at(vrmi_migration *m);

/* --- Blocks (blocks.c) --- */

/* Replaces the blocks of the old dialect in the document with those of the new one. */
void vrmi_migrate_blocks(vrmi_migration *m);

/* `before` has the same meaning as `to`, in another text. Changes `to` to the meaning of `after`,
 * and keeps everything that `before` and `after` have in common (merge.c). All are objects. */
void vrmi_merge_json(vrmi_tree *tree, vrmi_value *to, vrmi_tree *before, vrmi_value *from,
                     vrmi_tree *after, vrmi_value *wanted);
/* The same with texts. False: memory was refused. */
bool vrmi_merge_texts(vrmi_migration *m, vrmi_value *value, vrm_string before, vrm_string after);

/* --- Extras and extensions inside of blocks (extras.c) --- */

/* Takes those that go along out of the old blocks, and lists the others as lost. */
void vrmi_take_extras(vrmi_migration *m);
/* Puts them into the new blocks. */
void vrmi_give_extras(vrmi_migration *m);

/* --- Materials (materials.c) --- */

/* Gives each material its values in the new tables. Members that need no change stay. */
void vrmi_migrate_materials(vrmi_migration *m, vrmi_vrm_text *text);

#endif

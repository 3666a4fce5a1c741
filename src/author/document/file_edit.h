/*
 * A file that is being edited: the bytes that it was opened with, the tree of its JSON, and the
 * bytes of buffer views that are new or replaced. Everything that was not touched is written as it
 * was, byte for byte; BIN too, unless views are added or replaced.
 *
 * Memory that is refused is remembered by the tree (`is_refused`): functions then do nothing, and
 * vrmi_edit_write fails.
 */
#ifndef VRMI_WRITE_FILE_EDIT_H
#define VRMI_WRITE_FILE_EDIT_H

#include "author/document/payload_edit.h"
#include "author/document/references.h"
#include "author/json/json_tree.h"
#include "base/misuse.h"
#include "vrm/author/write.h"
#include "vrm/model.h"

/* How often something refers to each buffer view. Replacing one image after another counts them
 * once: vrm_edit_set_image keeps the counts right, and every other operation drops them. */
typedef struct vrmi_view_uses {
    uint32_t *counts;
    uint32_t count, capacity;
    bool is_known;
} vrmi_view_uses;

/* The JSON and BIN that the tables were read from, if they are no longer those of the opened file.
 */
typedef struct vrmi_edit_base {
    char *json; /* NULL: that of the file */
    size_t json_length;
    const uint8_t *bin;           /* NULL: there is none */
    size_t bin_size, owned_bytes; /* 0: it is the file's */
    size_t size;                  /* of the whole file, if it were written */
} vrmi_edit_base;

typedef struct vrm_edit {
    vrmi_memory memory;
    vrmi_tree tree;
    vrm_model *model; /* of `base`, before the changes that came after it: tables and payload */
    vrmi_edit_base base, next; /* next: what vrmi_edit_step has made, without BIN */
    const uint8_t *bytes;
    size_t size;
    size_t bom_bytes;     /* a byte order mark before the JSON, which is no part of the tree */
    vrmi_payload payload; /* BIN, and the bytes of new views */
    vrmi_view_uses view_uses;
    vrm_written *changes;        /* a file without bytes, which has the list of changes */
    vrm_limits limits;           /* complete */
    vrm_meshopt_decoder meshopt; /* of the load; without functions: none */
    bool names_changed;          /* extensions may have come or gone: extensionsUsed follows */
    bool keeps_names;            /* the program sees to extensionsUsed itself */
    char problem[256];           /* why the last operation was refused */
    const char *function;        /* the last operation */
    vrmi_misuse_hook misuse;
} vrm_edit;

/*
 * Opens GLB or plain glTF; the bytes are borrowed until vrmi_edit_close. `desc` is that of a load,
 * which is always lenient here and takes any glTF. On failure there is nothing to close. `report`
 * may be NULL; else the caller destroys it.
 */
vrm_result vrmi_edit_open(vrm_edit *edit, const void *bytes, size_t size, const vrm_load_desc *desc,
                          vrm_report **report);
void vrmi_edit_close(vrm_edit *edit);

/*
 * Work in steps, on one open file. Each step changes the tree and the payload; vrmi_edit_step then
 * lays out the payload, and returns the size that the file has now. Either vrmi_edit_accept makes
 * that the base of the next step, which has new tables, or vrmi_edit_undo goes back to the base.
 * Both open the tree again: values from before are gone. Changes of vrmi_edit_changed stay.
 *
 * `desc` is that of a load, which is always lenient and takes any glTF.
 */
vrm_result vrmi_edit_step(vrm_edit *edit, size_t *out_size);
vrm_result vrmi_edit_accept(vrm_edit *edit, const vrm_load_desc *desc);
vrm_result vrmi_edit_undo(vrm_edit *edit);

/* From now on memory comes from this allocator. Nothing has been changed yet. */
vrm_result vrmi_edit_use(vrm_edit *edit, const vrm_allocator *allocator);

/* A model of the file as it is now: that of the edit if nothing has changed since it was opened,
 * else a separate one, whose bytes are here too. Release it in either case. */
typedef struct vrmi_edit_now {
    const vrm_model *model;
    vrm_model *own;
    vrm_written *file;
} vrmi_edit_now;
vrm_result vrmi_edit_load_now(vrm_edit *edit, vrmi_edit_now *out);
void vrmi_edit_now_release(vrmi_edit_now *now);

/* Adds an element to a table, which is created if it is missing, and returns its index. VRM_NONE:
 * the extension of the table is missing, or an allocation failed. */
int32_t vrmi_edit_add_element(vrm_edit *edit, vrmi_reference_kind table, vrm_string json);

/* vrmi_references_keep, _rewrite and _count, for those who have an edit in hand. */
void vrmi_edit_keep_elements(vrm_edit *edit, vrmi_reference_kind kind, const uint8_t *keeps,
                             int32_t *map);

/* Removes the accessors that nothing refers to any longer. `before` is the number of references to
 * each of them before, from vrmi_references_count: accessors that were never used stay. */
void vrmi_edit_drop_accessors(vrm_edit *edit, const uint32_t *before, uint32_t before_count);

/*
 * Updates extensionsUsed to the file, and keeps its order (GL-005). Missing names of `extensions`
 * objects are added. Duplicates, and known names without an object, are removed, from
 * extensionsRequired too. Unknown names stay, and so do KHR_mesh_quantization and the like, which
 * have no object.
 */
void vrmi_edit_complete_extensions(vrm_edit *edit);

/* The number of different extensions, used in the file or listed, that may refer to elements in
 * ways that the references do not cover (vrmi_reference_knows). */
uint32_t vrmi_edit_count_unknown(vrm_edit *edit);

/* Adds to the list of changes that the written file will have. */
void vrmi_edit_changed(vrm_edit *edit, vrm_change_kind kind, const char *code, vrm_string from,
                       vrm_string to, vrm_string text);

/* Why the tree is no longer complete: VRM_ERROR_OUT_OF_MEMORY, or VRM_ERROR_LIMIT if a limit or the
 * 32 bits of sizes were exceeded. */
vrm_result vrmi_edit_refusal(const vrm_edit *edit);

/* Writes the file as it is now. It may be called again. VRM_ERROR_OUT_OF_MEMORY, or VRM_ERROR_LIMIT
 * if it is too large for the limits or for a GLB. */
vrm_result vrmi_edit_write(vrm_edit *edit, vrm_written **out);

#endif

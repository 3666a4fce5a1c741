/*
 * The payload of a file that is edited: BIN, and buffer views that are new or have other bytes.
 * Unchanged views keep their bytes, and BIN keeps its order: a replaced view stays at its offset,
 * and the data after it moves by a multiple of four; new views come at the end.
 *
 * A GLB gets its new bytes in BIN. A plain .gltf, and a GLB whose first buffer is external, get a
 * further buffer with a data URI: buffers that are external files or data URIs are never written.
 */
#ifndef VRMI_WRITE_PAYLOAD_EDIT_H
#define VRMI_WRITE_PAYLOAD_EDIT_H

#include "author/json/json_tree.h"
#include "vrm/gltf.h"

struct vrm_edit;

typedef struct vrmi_new_view {
    vrmi_value *view; /* the object in the JSON: of a view, or of its compression */
    const uint8_t *bytes;
    size_t size;
} vrmi_new_view;

/* A part of BIN that is removed. */
typedef struct vrmi_cut {
    size_t begin, end;
} vrmi_cut;

typedef struct vrmi_payload {
    const uint8_t *bin; /* of the file; or our own, after a new layout */
    size_t bin_size;
    size_t owned_bytes;   /* 0: it is the file's, or that of the base */
    vrmi_new_view *views; /* of several for one view the last counts. Views that are new, and have
                             no place yet, are marked in the tree. */
    uint32_t count, capacity;
    vrmi_cut *cuts;
    uint32_t cut_count, cut_capacity;
    bool repacks;
    bool becomes_glb; /* a plain file is written as a GLB */
    bool is_changed;  /* BIN is not that of the file any longer */
} vrmi_payload;

/* A new buffer view with a copy of these bytes; returns its index. `stride` 0: none is written.
 * `target`: 34962, 34963 or 0. VRM_NONE: memory was refused. */
int32_t vrmi_edit_add_view(struct vrm_edit *edit, const void *bytes, size_t size, uint32_t stride,
                           int32_t target);

/* The bytes of an object with byteOffset and byteLength from now on: of a view, or of its
 * compression. They are copied. */
void vrmi_edit_put_bytes(struct vrm_edit *edit, vrmi_value *object, const void *bytes, size_t size);

/* The view keeps its index and gets a copy of other bytes; EXT_meshopt_compression goes. An index
 * that is none changes nothing. */
void vrmi_edit_replace_view(struct vrm_edit *edit, int32_t view, const void *bytes, size_t size);

/* Removes views that nothing refers to, and their bytes, unless other views have them too. `keeps`
 * has a byte for each view, which is 0 for those. */
void vrmi_edit_drop_views(struct vrm_edit *edit, const uint8_t *keeps);
/* The same for one view. */
void vrmi_edit_drop_view(struct vrm_edit *edit, int32_t view);

/* A new accessor with its own view; returns its index. `values` have no gaps; rows of vertices are
 * padded to a multiple of four bytes if required. `has_bounds`: min and max are computed and
 * written. */
int32_t vrmi_edit_add_accessor(struct vrm_edit *edit, vrm_component component, vrm_element element,
                               bool is_normalized, uint32_t count, const void *values,
                               int32_t target, bool has_bounds);

/* When the file is written: removes views that nothing refers to, and bytes between views. Only BIN
 * gets a new layout. */
void vrmi_edit_repack(struct vrm_edit *edit);

/* Puts new bytes into BIN, and writes what the views are now into the tree. False: memory was
 * refused, or BIN would be larger than a GLB can be. */
bool vrmi_payload_lay_out(struct vrm_edit *edit);
void vrmi_payload_release(struct vrm_edit *edit);

#endif

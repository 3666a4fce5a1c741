/* Compressed buffer views of a file that is edited (EXT_meshopt_compression, GL-048). */
#ifndef VRMI_WRITE_COMPRESSION_EDIT_H
#define VRMI_WRITE_COMPRESSION_EDIT_H

#include "author/document/file_edit.h"

/* The number of views that the load has decoded. */
uint32_t vrmi_edit_count_compressed(const vrm_edit *edit);

/* Puts the decoded bytes of those views into the file. */
void vrmi_edit_decode_views(vrm_edit *edit);

/* The same as a step of its own that the list of changes names, after which the tables are those of
 * a file without compression. A file without compressed views does not change. `desc` is that of a
 * load. */
vrm_result vrmi_edit_decode(vrm_edit *edit, const vrm_load_desc *desc);

/* Adds to the list of changes how many views of the model are compressed no longer. */
void vrmi_edit_note_decoded(vrm_edit *edit);

/* What an encoder made of a view. */
typedef struct vrmi_compressed {
    const char *mode, *filter; /* NULL: none */
    const uint8_t *bytes;
    size_t size, count, stride;
} vrmi_compressed;

/* A buffer without bytes, which stands in for those of compressed views; returns its index. */
int32_t vrmi_edit_add_stand_in(vrm_edit *edit, size_t size);
/* Gives a view compressed bytes in the place of its own. `offset` is that in the stand-in. */
void vrmi_edit_compress_view(vrm_edit *edit, int32_t view, int32_t stand_in, size_t offset,
                             const vrmi_compressed *compressed);

/* Which buffers only stand in for compressed views: they have no address, and say so or are used by
 * such views alone. `out` has a byte for each of `count` buffers. BIN has no address either. */
void vrmi_edit_find_stand_ins(vrm_edit *edit, uint8_t *out, uint32_t count);

/* Removes buffers that stand in for compressed views, with or without bytes, if no view refers to
 * them any longer. */
void vrmi_edit_drop_stand_ins(vrm_edit *edit);

#endif

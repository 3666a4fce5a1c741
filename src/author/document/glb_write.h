/* The container: written again around a changed JSON text, or a new one. */
#ifndef VRMI_WRITE_GLB_WRITE_H
#define VRMI_WRITE_GLB_WRITE_H

#include "base/memory.h"

typedef struct vrmi_written {
    uint8_t *bytes; /* of the memory; NULL if there is none */
    size_t size;
} vrmi_written;

/* What may change of the container beside its JSON, bit by bit. */
enum {
    VRMI_WRITE_PAD_BIN = 1, /* the BIN chunk is filled up with zeros to a multiple of four bytes */
    VRMI_WRITE_CUT_END = 2  /* bytes after the last chunk are dropped */
};

/* The JSON text of a file, without the white space and the zeros that pad its chunk; a plain .gltf
 * is all JSON. The file has been loaded: its lengths are valid. */
vrm_string vrmi_written_json(const uint8_t *bytes, size_t size);

bool vrmi_is_glb(const uint8_t *bytes, size_t size);

/* The bytes of the BIN chunk, with its padding; NULL if there is none. */
const uint8_t *vrmi_written_bin(const uint8_t *bytes, size_t size, size_t *out_size);

/* Whether all bytes after the last chunk of a GLB are zeros. */
bool vrmi_ends_in_zeros(const uint8_t *bytes, size_t size);

/*
 * Replaces the JSON of a loaded file with `json`. All bytes after it, which are the BIN chunk and
 * unknown chunks, are copied as they are. In a GLB the lengths are updated, and the JSON is padded
 * with spaces to a multiple of four bytes.
 *
 * False: an allocation failed, or a GLB would exceed its 32-bit size.
 */
bool vrmi_glb_write(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                    size_t length, unsigned changes, vrmi_written *out);

/*
 * The same for a GLB, with another BIN chunk instead of the old one, or after the JSON if there was
 * none; without such a chunk if `bin_size` is 0. It is padded with zeros.
 */
bool vrmi_glb_write_bin(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                        size_t length, const uint8_t *bin, size_t bin_size, vrmi_written *out);

/* The size of the file that vrmi_glb_write or, with `has_bin`, vrmi_glb_write_bin makes. 0: a GLB
 * cannot be so large. */
size_t vrmi_glb_measure(const uint8_t *bytes, size_t size, const char *json, size_t length,
                        bool has_bin, size_t bin_size);

/*
 * Makes a new GLB from a JSON text, with room for a BIN chunk of `bin_size` bytes, all of them 0,
 * at `out_bin`; without such a chunk if that is 0. False as above.
 */
bool vrmi_glb_create(vrmi_memory *memory, const char *json, size_t length, size_t bin_size,
                     vrmi_written *out, uint8_t **out_bin);

#endif

/* The container: written again around a changed JSON text, or a new one. */
#ifndef VRMI_WRITE_GLB_WRITE_H
#define VRMI_WRITE_GLB_WRITE_H

#include "base/memory.h"

typedef struct vrmi_written {
    uint8_t *bytes; /* of the memory; NULL where there is none */
    size_t size;
} vrmi_written;

/* What may change of the container beside its JSON, bit by bit. */
enum {
    VRMI_WRITE_PAD_BIN = 1, /* the BIN chunk is filled up with zeros to a multiple of four bytes */
    VRMI_WRITE_CUT_END = 2  /* bytes behind the last chunk are left out */
};

/* Where the JSON text of a file lies, without the white space and the zeros that fill its chunk up;
 * a plain .gltf is all JSON. The file has been loaded: its lengths are good. */
vrm_string vrmi_written_json(const uint8_t *bytes, size_t size);

bool vrmi_is_glb(const uint8_t *bytes, size_t size);

/* The bytes of the BIN chunk, with those that fill it up; NULL where there is none. */
const uint8_t *vrmi_written_bin(const uint8_t *bytes, size_t size, size_t *out_size);

/* Whether all bytes behind the last chunk of a GLB are zeros. */
bool vrmi_ends_in_zeros(const uint8_t *bytes, size_t size);

/*
 * Puts `json` in the place of the JSON of a file that has been loaded. All bytes behind it, which
 * are the BIN chunk and chunks that nobody knows, are copied as they are. In a GLB the lengths
 * follow, and the JSON is padded with spaces to a multiple of four bytes.
 *
 * False: memory was refused, or a GLB would be larger than its 32 bits can say.
 */
bool vrmi_glb_write(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                    size_t length, unsigned changes, vrmi_written *out);

/*
 * The same for a GLB, with another BIN chunk in the place of the old one, or right behind the JSON
 * where there was none; no such chunk where `bin_size` is 0. It is filled up with zeros.
 */
bool vrmi_glb_write_bin(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                        size_t length, const uint8_t *bin, size_t bin_size, vrmi_written *out);

/*
 * Makes a new GLB of a JSON text, with room for a BIN chunk of `bin_size` bytes, all of them 0, at
 * `out_bin`; no such chunk where that is 0. False as above.
 */
bool vrmi_glb_create(vrmi_memory *memory, const char *json, size_t length, size_t bin_size,
                     vrmi_written *out, uint8_t **out_bin);

#endif

/* The container, written again around a changed JSON text. */
#ifndef VRMI_WRITE_GLB_WRITE_H
#define VRMI_WRITE_GLB_WRITE_H

#include "base/memory.h"

typedef struct vrmi_written {
    uint8_t *bytes; /* of the memory; NULL where there is none */
    size_t size;
} vrmi_written;

/*
 * Puts `json` in the place of the JSON that stands at [json_offset, json_offset + json_length) of a
 * file. All bytes behind it, which are the BIN chunk and chunks that nobody knows, are copied as
 * they are. In a GLB the two lengths follow, and the JSON is padded with spaces to a multiple of
 * four bytes; `is_glb` false: a plain .gltf, which has neither.
 *
 * False: memory was refused, or a GLB would be larger than its 32 bits can say.
 */
bool vrmi_glb_write(vrmi_memory *memory, const uint8_t *bytes, size_t size, bool is_glb,
                    size_t json_offset, size_t json_length, const char *json, size_t length,
                    vrmi_written *out);

#endif

#include "write/glb_write.h"

#include "base/checked.h"

#include <string.h>

enum { HEADER_BYTES = 12, CHUNK_HEADER_BYTES = 8 };

static void write_u32(uint8_t *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (8 * i) & 0xFF);
}

/* Without the spaces, and zeros of bad writers, that fill the chunk up. */
static size_t without_padding(const char *json, size_t length) {
    while (length > 0 && (json[length - 1] == ' ' || json[length - 1] == '\0')) --length;
    return length;
}

static bool add_sizes(size_t a, size_t b, size_t c, size_t most, size_t *out) {
    return vrmi_add_size(a, b, out) && vrmi_add_size(*out, c, out) && *out <= most;
}

bool vrmi_glb_write(vrmi_memory *memory, const uint8_t *bytes, size_t size, bool is_glb,
                    size_t json_offset, size_t json_length, const char *json, size_t length,
                    vrmi_written *out) {
    const size_t rest_offset = json_offset + json_length, rest = size - rest_offset;
    size_t padding = 0;
    *out = (vrmi_written){NULL, 0};
    if (is_glb) {
        length = without_padding(json, length);
        padding = (4 - length % 4) % 4;
    }
    if (!add_sizes(json_offset, length, padding, SIZE_MAX, &out->size) ||
        !add_sizes(out->size, rest, 0, is_glb ? UINT32_MAX : SIZE_MAX, &out->size)) {
        return false;
    }
    out->bytes = vrmi_memory_allocate(memory, out->size);
    if (out->bytes == NULL) return false;
    memcpy(out->bytes, bytes, json_offset);
    memcpy(out->bytes + json_offset, json, length);
    memset(out->bytes + json_offset + length, ' ', padding);
    memcpy(out->bytes + json_offset + length + padding, bytes + rest_offset, rest);
    if (is_glb) {
        write_u32(out->bytes + HEADER_BYTES - 4, out->size);
        write_u32(out->bytes + json_offset - CHUNK_HEADER_BYTES, length + padding);
    }
    return true;
}

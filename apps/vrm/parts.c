#include "parts.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 12, CHUNK = 8 };

bool glb_split(const uint8_t *bytes, size_t size, glb_parts *out) {
    size_t at, declared;
    memset(out, 0, sizeof *out);
    if (size < HEADER + CHUNK || memcmp(bytes, "glTF", 4) != 0) return false;
    declared = vrmi_load_u32(bytes + 8);
    out->json = bytes + HEADER + CHUNK;
    out->json_size = vrmi_load_u32(bytes + HEADER);
    if (out->json_size > size - HEADER - CHUNK) return false;
    at = HEADER + CHUNK + out->json_size;
    while (out->json_size > 0 &&
           (out->json[out->json_size - 1] == ' ' || out->json[out->json_size - 1] == 0)) {
        --out->json_size;
    }
    if (at + CHUNK <= declared && at + CHUNK <= size && memcmp(bytes + at + 4, "BIN", 4) == 0 &&
        vrmi_load_u32(bytes + at) <= size - at - CHUNK) {
        out->has_bin = true;
        out->bin = bytes + at + CHUNK;
        out->bin_size = vrmi_load_u32(bytes + at);
        at += CHUNK + out->bin_size;
    }
    out->rest = bytes + at;
    out->rest_size = size - at;
    out->behind = size > declared ? size - declared : 0;
    if (out->behind > out->rest_size) out->behind = out->rest_size;
    return true;
}

static uint8_t *put(uint8_t *to, const void *from, size_t size) {
    if (size > 0) memcpy(to, from, size);
    return to + size;
}

bool glb_join(const glb_parts *parts, whole_file *out) {
    const size_t padding = (4 - parts->json_size % 4) % 4;
    const size_t bin_padding = (4 - parts->bin_size % 4) % 4;
    const size_t bin_chunk = parts->has_bin ? CHUNK + parts->bin_size + bin_padding : 0;
    uint8_t *cursor;
    out->bytes = NULL;
    out->size = 0;
    if (parts->json_size > UINT32_MAX / 4 || parts->bin_size > UINT32_MAX / 2 ||
        parts->rest_size > UINT32_MAX / 8) {
        return false;
    }
    out->size = HEADER + CHUNK + parts->json_size + padding + bin_chunk + parts->rest_size;
    out->bytes = cursor = malloc(out->size);
    if (cursor == NULL) return false;
    cursor = put(cursor, "glTF\2\0\0\0", 8);
    vrmi_store_u32(cursor, out->size - parts->behind);
    vrmi_store_u32(cursor + 4, parts->json_size + padding);
    cursor = put(cursor + 8, "JSON", 4);
    cursor = put(cursor, parts->json, parts->json_size);
    cursor = put(cursor, "   ", padding);
    if (parts->has_bin) {
        vrmi_store_u32(cursor, parts->bin_size + bin_padding);
        cursor = put(cursor + 4, "BIN\0", 4);
        cursor = put(cursor, parts->bin, parts->bin_size);
        cursor = put(cursor, "\0\0\0", bin_padding);
    }
    put(cursor, parts->rest, parts->rest_size);
    return true;
}

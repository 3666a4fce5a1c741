#include "author/document/glb_write.h"
#include "base/bytes.h"

#include "base/checked.h"

#include <string.h>

enum { HEADER_BYTES = 12, CHUNK_HEADER_BYTES = 8, JSON_OFFSET = HEADER_BYTES + CHUNK_HEADER_BYTES };

static size_t padding_of(size_t length) { return (4 - length % 4) % 4; }

/* The parts of a container after its JSON. All of it is [json_end, size). */
typedef struct layout {
    bool is_glb;
    size_t json_offset, json_end;
    size_t bin_offset, bin_end; /* the bytes of the BIN chunk; 0 if there is none */
    size_t last_end;            /* of the last chunk */
} layout;

static layout read_layout(const uint8_t *bytes, size_t size) {
    layout at = {.json_end = size, .last_end = size};
    size_t end;
    if (size < JSON_OFFSET || memcmp(bytes, "glTF", 4) != 0) return at;
    at.is_glb = true;
    at.json_offset = JSON_OFFSET;
    at.json_end = at.last_end = JSON_OFFSET + vrmi_load_u32(bytes + HEADER_BYTES);
    end = vrmi_load_u32(bytes + 8);
    while (at.last_end < end && end - at.last_end >= CHUNK_HEADER_BYTES) {
        const uint8_t *chunk = bytes + at.last_end;
        size_t begin = at.last_end + CHUNK_HEADER_BYTES;
        at.last_end = begin + vrmi_load_u32(chunk);
        if (at.bin_offset == 0 && memcmp(chunk + 4, "BIN", 4) == 0) {
            at.bin_offset = begin;
            at.bin_end = at.last_end;
        }
    }
    return at;
}

/* Without the spaces, and zeros of bad writers, that fill the chunk up. */
static size_t without_padding(const char *json, size_t length) {
    while (length > 0 && (json[length - 1] == ' ' || json[length - 1] == '\0')) --length;
    return length;
}

vrm_string vrmi_written_json(const uint8_t *bytes, size_t size) {
    const layout at = read_layout(bytes, size);
    const char *json = (const char *)bytes + at.json_offset;
    size_t length = at.json_end - at.json_offset;
    vrm_string text = {json, (uint32_t)(at.is_glb ? without_padding(json, length) : length)};
    return text;
}

bool vrmi_is_glb(const uint8_t *bytes, size_t size) { return read_layout(bytes, size).is_glb; }

const uint8_t *vrmi_written_bin(const uint8_t *bytes, size_t size, size_t *out_size) {
    const layout at = read_layout(bytes, size);
    *out_size = at.bin_end - at.bin_offset;
    return at.bin_offset != 0 ? bytes + at.bin_offset : NULL;
}

bool vrmi_ends_in_zeros(const uint8_t *bytes, size_t size) {
    const layout at = read_layout(bytes, size);
    for (size_t i = at.last_end; i < size; ++i) {
        if (bytes[i] != 0) return false;
    }
    return true;
}

/* Appends bytes to what is written. */
static void put(uint8_t **to, const void *from, size_t length) {
    if (length > 0) memcpy(*to, from, length);
    *to += length;
}

static void fill(uint8_t **cursor, int byte, size_t length) {
    memset(*cursor, byte, length);
    *cursor += length;
}

static bool add_sizes(size_t a, size_t b, size_t c, size_t most, size_t *out) {
    return vrmi_add_size(a, b, out) && vrmi_add_size(*out, c, out) && *out <= most;
}

/* What is copied of the old container, and what stands between. */
typedef struct pieces {
    size_t bin_begin, bin_end; /* of the old BIN chunk with its header, if there is a new one */
    size_t end;                /* of what is kept */
    const uint8_t *bin;        /* the new one */
    size_t bin_size;
    bool has_bin; /* there is a new one, or none any longer */
} pieces;

static bool measure(const layout *at, size_t length, const pieces *p, size_t *out) {
    const bool puts_bin = p->has_bin && p->bin_size != 0;
    const size_t bin_padding = puts_bin ? padding_of(p->bin_size) : 0;
    const size_t kept = p->bin_begin - at->json_end + (p->end - p->bin_end);
    return add_sizes(at->json_offset, length, at->is_glb ? padding_of(length) : 0, SIZE_MAX, out) &&
           add_sizes(*out, kept, puts_bin ? CHUNK_HEADER_BYTES + bin_padding : 0, SIZE_MAX, out) &&
           add_sizes(*out, puts_bin ? p->bin_size : 0, 0, at->is_glb ? UINT32_MAX : SIZE_MAX, out);
}

static bool write_pieces(vrmi_memory *memory, const uint8_t *bytes, const layout *at,
                         const char *json, size_t length, const pieces *p, vrmi_written *out) {
    const bool puts_bin = p->has_bin && p->bin_size != 0;
    const size_t bin_padding = puts_bin ? padding_of(p->bin_size) : 0;
    size_t padding = 0, total;
    uint8_t *cursor;
    if (at->is_glb) {
        length = without_padding(json, length);
        padding = padding_of(length);
    }
    if (!measure(at, length, p, &total)) return false;
    cursor = vrmi_memory_allocate(memory, total);
    if (cursor == NULL) return false;
    *out = (vrmi_written){cursor, total};
    put(&cursor, bytes, at->json_offset);
    put(&cursor, json, length);
    fill(&cursor, ' ', padding);
    put(&cursor, bytes + at->json_end, p->bin_begin - at->json_end);
    if (puts_bin) {
        vrmi_store_u32(cursor, p->bin_size + bin_padding);
        cursor += 4;
        put(&cursor, "BIN\0", 4);
        put(&cursor, p->bin, p->bin_size);
        fill(&cursor, 0, bin_padding);
    }
    put(&cursor, bytes + p->bin_end, p->end - p->bin_end);
    if (at->is_glb) {
        /* Bytes after the end of the container stay after it, if they are kept. */
        size_t declared = vrmi_load_u32(bytes + 8);
        size_t beyond = p->end > declared ? p->end - declared : 0;
        vrmi_store_u32(out->bytes + 8, total - beyond);
        vrmi_store_u32(out->bytes + HEADER_BYTES, length + padding);
    }
    return true;
}

/* A new BIN replaces the old one. */
static pieces replace_bin(const layout *at, const uint8_t *bin, size_t bin_size, size_t end) {
    pieces p = {.bin = bin, .bin_size = bin_size, .end = end, .has_bin = true};
    const bool is_there = at->bin_offset != 0;
    p.bin_begin = is_there ? at->bin_offset - CHUNK_HEADER_BYTES : at->json_end;
    p.bin_end = is_there ? at->bin_end : at->json_end;
    return p;
}

bool vrmi_glb_write(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                    size_t length, unsigned changes, vrmi_written *out) {
    const layout at = read_layout(bytes, size);
    const size_t end = (changes & VRMI_WRITE_CUT_END) != 0 ? at.last_end : size;
    pieces p = {.bin_begin = at.json_end, .bin_end = at.json_end, .end = end};
    *out = (vrmi_written){NULL, 0};
    if ((changes & VRMI_WRITE_PAD_BIN) != 0 && at.bin_end > at.bin_offset) {
        p = replace_bin(&at, bytes + at.bin_offset, at.bin_end - at.bin_offset, end);
    }
    return write_pieces(memory, bytes, &at, json, length, &p, out);
}

bool vrmi_glb_write_bin(vrmi_memory *memory, const uint8_t *bytes, size_t size, const char *json,
                        size_t length, const uint8_t *bin, size_t bin_size, vrmi_written *out) {
    const layout at = read_layout(bytes, size);
    const pieces p = replace_bin(&at, bin, bin_size, size);
    *out = (vrmi_written){NULL, 0};
    return write_pieces(memory, bytes, &at, json, length, &p, out);
}

size_t vrmi_glb_measure(const uint8_t *bytes, size_t size, const char *json, size_t length,
                        bool has_bin, size_t bin_size) {
    const layout at = read_layout(bytes, size);
    pieces p = {.bin_begin = at.json_end, .bin_end = at.json_end, .end = size};
    size_t total;
    if (has_bin) p = replace_bin(&at, NULL, bin_size, size);
    if (at.is_glb) length = without_padding(json, length);
    return measure(&at, length, &p, &total) ? total : 0;
}

bool vrmi_glb_create(vrmi_memory *memory, const char *json, size_t length, size_t bin_size,
                     vrmi_written *out, uint8_t **out_bin) {
    const size_t padding = padding_of(length), bin_padding = padding_of(bin_size);
    const size_t bin_header = bin_size != 0 ? CHUNK_HEADER_BYTES : 0;
    size_t total;
    uint8_t *cursor;
    *out = (vrmi_written){NULL, 0};
    *out_bin = NULL;
    if (!add_sizes(JSON_OFFSET, length, padding, UINT32_MAX, &total) ||
        !add_sizes(total, bin_header, bin_padding, UINT32_MAX, &total) ||
        !add_sizes(total, bin_size, 0, UINT32_MAX, &total)) {
        return false;
    }
    cursor = vrmi_memory_allocate(memory, total);
    if (cursor == NULL) return false;
    *out = (vrmi_written){cursor, total};
    put(&cursor, "glTF\2\0\0\0", 8);
    vrmi_store_u32(cursor, total);
    vrmi_store_u32(cursor + 4, length + padding);
    cursor += 8;
    put(&cursor, "JSON", 4);
    put(&cursor, json, length);
    fill(&cursor, ' ', padding);
    if (bin_size == 0) return true;
    vrmi_store_u32(cursor, bin_size + bin_padding);
    cursor += 4;
    put(&cursor, "BIN\0", 4);
    *out_bin = cursor;
    fill(&cursor, 0, bin_size + bin_padding);
    return true;
}

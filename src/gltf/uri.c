#include "gltf/uri.h"

#include "base/text.h"

#include <string.h>

enum { MAX_PATH_BYTES = 1024 };

static bool is_data(vrm_string uri) {
    const vrm_string scheme = {uri.data, uri.length < 5 ? uri.length : 5};
    return vrmi_string_equals_no_case(scheme, "data:");
}

static int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    return -1;
}

/* Returns the number of bytes written, or SIZE_MAX. `out` has length / 4 * 3 + 3 bytes. */
static size_t base64_decode(const char *text, size_t length, uint8_t *out) {
    uint32_t bits = 0;
    unsigned bit_count = 0;
    size_t written = 0;
    while (length > 0 && text[length - 1] == '=') --length;
    if (length % 4 == 1) return SIZE_MAX;
    for (size_t i = 0; i < length; ++i) {
        int digit = base64_digit(text[i]);
        if (digit < 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            out[written++] = (uint8_t)(bits >> bit_count);
        }
    }
    return written;
}

static bool cannot_decode(vrmi_load *load, const vrmi_json *at, const char *why) {
    vrmi_load_found(load, VRMI_DATA_URI, at, VRMI_WITH(vrmi_words(why)));
    return true;
}

/* data:[type][;parameters];base64,… */
static bool decode_data(vrmi_load *load, const vrmi_json *at, vrm_string uri, vrmi_resource *out) {
    static const char marker[] = ";base64";
    const size_t marker_length = sizeof marker - 1;
    const char *header = uri.data + 5;
    const char *comma = memchr(uri.data, ',', uri.length);
    const char *text, *mime_end;
    size_t length, capacity, size;
    uint8_t *bytes, *exact;
    out->is_data = true;
    if (comma == NULL) return cannot_decode(load, at, "there is no comma in it");
    if ((size_t)(comma - header) < marker_length ||
        memcmp(comma - marker_length, marker, marker_length) != 0) {
        return cannot_decode(load, at, "it is not base64");
    }
    text = comma + 1;
    length = uri.length - (size_t)(text - uri.data);
    capacity = length / 4 * 3 + 3;
    bytes = vrmi_memory_allocate(load->memory, capacity);
    if (bytes == NULL) return vrmi_load_refused(load);
    size = base64_decode(text, length, bytes);
    if (size == SIZE_MAX) {
        vrmi_memory_release(load->memory, bytes, capacity);
        return cannot_decode(load, at, "it has characters that are not base64");
    }
    /* Whoever lets the bytes go knows their size, not the capacity. */
    exact = vrmi_memory_allocate(load->memory, size);
    if (exact != NULL) memcpy(exact, bytes, size);
    vrmi_memory_release(load->memory, bytes, capacity);
    if (exact == NULL) return vrmi_load_refused(load);
    mime_end = memchr(header, ';', (size_t)(comma - header));
    out->mime = vrmi_arena_copy_string(load->arena, header, (size_t)(mime_end - header));
    if (out->mime.data == NULL) {
        vrmi_memory_release(load->memory, exact, size);
        return vrmi_load_refused(load);
    }
    out->bytes.data = exact;
    out->bytes.size = size;
    out->bytes.owner = VRMI_OWNER_MEMORY;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Percent-decodes; false where the result would hold a NUL or does not fit. */
static bool decode_path(vrm_string uri, char *out, size_t capacity, size_t *out_length) {
    size_t length = 0;
    for (uint32_t i = 0; i < uri.length; ++i) {
        char c = uri.data[i];
        if (c == '%') {
            int high = i + 2 < uri.length ? hex_digit(uri.data[i + 1]) : -1;
            int low = i + 2 < uri.length ? hex_digit(uri.data[i + 2]) : -1;
            if (high < 0 || low < 0) return false;
            c = (char)(uint8_t)(high * 16 + low);
            i += 2;
        }
        if (c == '\0' || length + 1 >= capacity) return false;
        out[length++] = c;
    }
    out[length] = '\0';
    *out_length = length;
    return true;
}

/* Relative, without a scheme, a drive, a backslash, or a way up. */
static bool is_path_safe(const char *path, size_t length) {
    size_t start = 0;
    if (length == 0 || path[0] == '/') return false;
    for (size_t i = 0; i <= length; ++i) {
        if (i < length && (path[i] == ':' || path[i] == '\\' || (unsigned char)path[i] < 0x20)) {
            return false;
        }
        if (i == length || path[i] == '/') {
            if (i - start == 2 && path[start] == '.' && path[start + 1] == '.') return false;
            start = i + 1;
        }
    }
    return vrmi_utf8_is_valid(path, length, NULL);
}

/* False: memory was refused. */
static bool resolve(vrmi_load *load, const vrmi_json *at, vrm_string uri,
                    vrmi_diagnostic_id unresolved, vrmi_bytes *out) {
    const vrmi_external_file *file;
    char path[MAX_PATH_BYTES];
    size_t length = 0;
    vrm_string decoded = {path, 0};
    if (!decode_path(uri, path, sizeof path, &length) || !is_path_safe(path, length)) {
        vrmi_load_found(load, VRMI_URI_UNSAFE, at, VRMI_WITH(vrmi_quoted(uri)));
        return true;
    }
    decoded.length = (uint32_t)length;
    file = vrmi_external_find(load->external, decoded, load->arena, load->scratch);
    if (file == NULL) return vrmi_load_refused(load);
    if (file->result == VRM_ERROR_LIMIT) {
        vrmi_load_found(
            load, VRMI_EXTERNAL_LIMIT, at,
            VRMI_WITH(vrmi_quoted(decoded), vrmi_unsigned(load->limits.max_external_bytes)));
    } else if (file->data == NULL) {
        vrmi_load_found(load, unresolved, at, VRMI_WITH(vrmi_quoted(decoded)));
    }
    out->data = file->data;
    out->size = file->size;
    out->owner = VRMI_OWNER_EXTERNAL;
    return true;
}

bool vrmi_uri_fetch(vrmi_load *load, const vrmi_json *at, vrm_string uri,
                    vrmi_diagnostic_id unresolved, vrmi_resource *out) {
    static const vrmi_resource none = {{NULL, 0, VRMI_OWNER_CALLER}, {"", 0}, {"", 0}, false};
    *out = none;
    if (is_data(uri)) return decode_data(load, at, uri, out);
    out->uri = uri;
    return resolve(load, at, uri, unresolved, &out->bytes);
}

#include "gltf/glb.h"
#include "base/bytes.h"

#include "base/text.h"

#include <string.h>

enum {
    HEADER_BYTES = 12,
    CHUNK_HEADER_BYTES = 8,
    CHUNK_JSON = 0x4E4F534A,
    CHUNK_BIN = 0x004E4942,
};

/* What people do give to a VRM loader: the message that names it saves them an hour. */
static const char *guess_format(const uint8_t *bytes, size_t size) {
    static const struct {
        const char *name;
        size_t offset, length;
        const char *magic;
    } formats[] = {
        {"a PNG image", 0, 4, "\x89PNG"},
        {"a JPEG image", 0, 3, "\xFF\xD8\xFF"},
        {"a WebP image", 8, 4, "WEBP"},
        {"a GIF image", 0, 4, "GIF8"},
        {"a ZIP archive; the avatar may be inside", 0, 4, "PK\x03\x04"},
        {"a gzip archive, such as a .unitypackage", 0, 2, "\x1F\x8B"},
        {"a 7z archive", 0, 6, "7z\xBC\xAF\x27\x1C"},
        {"a RAR archive", 0, 4, "Rar!"},
        {"an FBX file", 0, 18, "Kaydara FBX Binary"},
        {"an MMD model (.pmx)", 0, 4, "PMX "},
        {"a Blender file", 0, 7, "BLENDER"},
        {"a Unity asset bundle", 0, 7, "UnityFS"},
        {"a Git LFS pointer; fetch the real file with git lfs pull", 0, 23,
         "version https://git-lfs"},
        {"a web page; the download may have failed", 0, 9, "<!DOCTYPE"},
        {"a web page; the download may have failed", 0, 9, "<!doctype"},
        {"a web page; the download may have failed", 0, 5, "<html"},
        {"a BVH motion; vrm motion info shows it", 0, 9, "HIERARCHY"},
        {"a VMD motion; vrm motion info shows it", 0, 20, "Vocaloid Motion Data"},
        {"an XML file", 0, 5, "<?xml"},
        {"a PDF file", 0, 5, "%PDF-"},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
        if (size >= formats[i].offset + formats[i].length &&
            memcmp(bytes + formats[i].offset, formats[i].magic, formats[i].length) == 0) {
            return formats[i].name;
        }
    }
    return NULL;
}

static bool refuse(vrmi_load *load, const uint8_t *bytes, size_t size) {
    const char *format = guess_format(bytes, size);
    if (size == 0) {
        vrmi_load_found(load, VRMI_FILE_EMPTY, NULL, NULL);
    } else if (format != NULL) {
        vrmi_load_found_at(load, VRMI_NOT_GLTF_BUT, 0, VRMI_WITH(vrmi_words(format)));
    } else {
        vrmi_load_found_at(load, VRMI_NOT_GLTF, 0, NULL);
    }
    return false;
}

static bool is_space(uint8_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Behind white space and a byte order mark. */
static size_t first_visible(const uint8_t *bytes, size_t size) {
    size_t i = 0;
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) i = 3;
    while (i < size && is_space(bytes[i])) ++i;
    return i;
}

/* A plain .gltf begins with a brace. */
static bool looks_like_json(const uint8_t *bytes, size_t size) {
    size_t first = first_visible(bytes, size);
    return first < size && bytes[first] == '{';
}

bool vrmi_glb_may_begin(const uint8_t *bytes, size_t size) {
    size_t first = first_visible(bytes, size);
    return (size >= 4 && memcmp(bytes, "glTF", 4) == 0) || first == size || bytes[first] == '{';
}

/* Zeros behind the JSON are a common exporter's mistake, and no JSON. */
static void trim_json(vrmi_load *load, vrmi_glb *glb) {
    size_t length = glb->json_length;
    while (length > 0 && glb->json[length - 1] == '\0') --length;
    if (length == glb->json_length) return;
    vrmi_load_found_at(load, VRMI_GLB_JSON_PADDING, glb->json_offset + length,
                       VRMI_WITH(vrmi_unsigned(glb->json_length - length)));
    glb->json_length = length;
}

static bool needs(vrmi_load *load, uint64_t bytes) {
    load->needed_bytes = bytes;
    vrmi_load_found(load, VRMI_INCOMPLETE, NULL, VRMI_WITH(vrmi_unsigned(bytes)));
    return false;
}

/* The JSON chunk must be whole. BIN is the second chunk, if there is one: where its bytes begin is
 * known without them. */
static bool read_prefix(vrmi_load *load, const uint8_t *bytes, size_t size, size_t end,
                        vrmi_glb *out) {
    const size_t start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    uint32_t length = vrmi_load_u32(bytes + HEADER_BYTES);
    if (vrmi_load_u32(bytes + HEADER_BYTES + 4) != CHUNK_JSON) {
        vrmi_load_found_at(load, VRMI_GLB_NO_JSON, HEADER_BYTES, NULL);
        return false;
    }
    if (end < start || length > end - start) {
        vrmi_load_found_at(load, VRMI_GLB_CHUNK_OVERRUN, HEADER_BYTES,
                           VRMI_WITH(vrmi_unsigned(length), vrmi_unsigned(end)));
        return false;
    }
    if (length > size - start) return needs(load, (uint64_t)start + length);
    out->json = (const char *)bytes + start;
    out->json_length = length;
    out->json_offset = start;
    /* BIN is the second chunk or nowhere; its type is believed where it is not there to be seen. */
    if (end - start - length > CHUNK_HEADER_BYTES &&
        (size - start - length < CHUNK_HEADER_BYTES ||
         vrmi_load_u32(bytes + start + length + 4) == CHUNK_BIN)) {
        out->bin_offset = start + length + CHUNK_HEADER_BYTES;
    }
    trim_json(load, out);
    return true;
}

static void report_unknown_chunk(vrmi_load *load, uint32_t type, size_t offset) {
    char name[4];
    vrm_string text = {name, 4};
    for (int i = 0; i < 4; ++i) name[i] = (char)(uint8_t)(type >> (8 * i));
    vrmi_load_found_at(load, VRMI_GLB_UNKNOWN_CHUNK, offset, VRMI_WITH(vrmi_quoted(text)));
}

bool vrmi_glb_read(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_glb *out) {
    size_t end, offset = HEADER_BYTES;
    uint32_t version;
    memset(out, 0, sizeof *out);
    if (size > load->limits.max_file_bytes) {
        vrmi_load_found(load, VRMI_LIMIT_FILE, NULL,
                        VRMI_WITH(vrmi_unsigned(size), vrmi_unsigned(load->limits.max_file_bytes)));
        return false;
    }
    if (load->is_prefix && size < 4 && (size == 0 || memcmp(bytes, "glTF", size) == 0)) {
        return needs(load, HEADER_BYTES + CHUNK_HEADER_BYTES);
    }
    if (size < 4 || memcmp(bytes, "glTF", 4) != 0) {
        if (!looks_like_json(bytes, size)) return refuse(load, bytes, size);
        out->json = (const char *)bytes;
        out->json_length = size;
        return true;
    }
    if (load->is_prefix && size < HEADER_BYTES + CHUNK_HEADER_BYTES) {
        return needs(load, HEADER_BYTES + CHUNK_HEADER_BYTES);
    }
    if (size < HEADER_BYTES) {
        vrmi_load_found_at(load, VRMI_GLB_TRUNCATED, size,
                           VRMI_WITH(vrmi_unsigned(size), vrmi_unsigned(HEADER_BYTES)));
        return false;
    }
    version = vrmi_load_u32(bytes + 4);
    if (version != 2) {
        vrmi_load_found_at(load, VRMI_GLB_VERSION, 4, VRMI_WITH(vrmi_unsigned(version)));
        return false;
    }
    end = vrmi_load_u32(bytes + 8);
    if (end > size && !load->is_prefix) {
        vrmi_load_found_at(load, VRMI_GLB_TRUNCATED, size,
                           VRMI_WITH(vrmi_unsigned(size), vrmi_unsigned(end)));
        return false;
    }
    if (load->is_prefix) return read_prefix(load, bytes, size, end, out);
    while (offset < end && end - offset >= CHUNK_HEADER_BYTES) {
        uint32_t length = vrmi_load_u32(bytes + offset);
        uint32_t type = vrmi_load_u32(bytes + offset + 4);
        size_t start = offset + CHUNK_HEADER_BYTES;
        if (length > end - start) {
            vrmi_load_found_at(load, VRMI_GLB_CHUNK_OVERRUN, offset,
                               VRMI_WITH(vrmi_unsigned(length), vrmi_unsigned(end - start)));
            return false;
        }
        if (length % 4 != 0) {
            vrmi_load_found_at(load, VRMI_GLB_CHUNK_ALIGNMENT, offset,
                               VRMI_WITH(vrmi_unsigned(length)));
        }
        if (out->json == NULL) {
            if (type != CHUNK_JSON) break;
            out->json = (const char *)bytes + start;
            out->json_length = length;
            out->json_offset = start;
        } else if (type == CHUNK_BIN && out->bin == NULL) {
            out->bin = bytes + start;
            out->bin_offset = start;
            out->bin_length = length;
        } else {
            report_unknown_chunk(load, type, offset);
        }
        offset = start + length;
    }
    if (out->json == NULL) {
        vrmi_load_found_at(load, VRMI_GLB_NO_JSON, HEADER_BYTES, NULL);
        return false;
    }
    if (offset < size) {
        vrmi_load_found_at(load, VRMI_GLB_TRAILING_BYTES, offset,
                           VRMI_WITH(vrmi_unsigned(size - offset)));
    }
    trim_json(load, out);
    return true;
}

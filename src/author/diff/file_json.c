/* The JSON of a file as the file itself spells it. */
#include "author/diff/diff.h"
#include "author/diff/json_compare.h"
#include "base/bytes.h"
#include "gltf/json.h"

#include <string.h>

/* The chunk of a GLB file, by its type. A load has accepted the file, so this finds what the load
 * finds. */
static const char *find_chunk(const vrmi_diff_file *file, const char *type, size_t *out_size) {
    size_t at = 12;
    *out_size = 0;
    while (file->size >= at + 8) {
        size_t size = vrmi_load_u32((const uint8_t *)file->bytes + at), rest = file->size - at - 8;
        if (size > rest) size = rest;
        if (memcmp(file->bytes + at + 4, type, 4) == 0) {
            *out_size = size;
            return file->bytes + at + 8;
        }
        at += 8 + size;
    }
    return NULL;
}

/* Infinity and NaN, which a load that repairs reads, cannot be written as JSON: they are null. The
 * values of a tree of yyjson stand one after the other. */
static void drop_not_finite(yyjson_doc *json) {
    yyjson_val *value = yyjson_doc_get_root(json);
    for (size_t left = yyjson_doc_get_val_count(json); left > 0; --left, ++value) {
        const char *text = yyjson_get_raw(value);
        if (text == NULL) continue;
        text += *text == '-';
        if (*text < '0' || *text > '9') unsafe_yyjson_set_null(value);
    }
}

bool vrmi_diff_read_json(vrm_diff *diff, vrmi_diff_file *file, uint32_t max_depth) {
    const yyjson_alc allocator = vrmi_diff_yyjson(&diff->memory);
    const char *text = file->bytes;
    size_t size = file->size;
    if (size >= 4 && memcmp(file->bytes, "glTF", 4) == 0) {
        text = find_chunk(file, "JSON", &size);
        file->bin = find_chunk(file, "BIN\0", &file->bin_size);
    }
    if (size >= 3 && text != NULL && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (text == NULL) return true;
    /* The parsed tree is compared by functions that call themselves. */
    if (!vrmi_json_text_depth_fits(text, size, max_depth)) return false;
    /* yyjson_read_opts does not change the text without YYJSON_READ_INSITU. */
    file->json = yyjson_read_opts((char *)(uintptr_t)text, size,
                                  YYJSON_READ_NUMBER_AS_RAW | YYJSON_READ_ALLOW_INF_AND_NAN |
                                      YYJSON_READ_ALLOW_INVALID_UNICODE,
                                  &allocator, NULL);
    drop_not_finite(file->json);
    return diff->memory.refusal == VRMI_REFUSAL_NONE;
}

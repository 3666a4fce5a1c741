/* Text to yyjson's tree, within the limits of the load. */
#include "gltf/json.h"

#include "base/checked.h"
#include "base/text.h"

#include <string.h>

/* --- yyjson's memory, out of ours. It frees without saying sizes, so each block begins with its
 * own. --- */

enum { HEADER = 16, MAX_SPARE = 16 << 20 };

static void *json_take(vrmi_memory *memory, size_t size, size_t more) {
    unsigned char *block;
    if (!vrmi_add_size(size, HEADER + more, &size)) return NULL;
    block = vrmi_memory_allocate(memory, size);
    if (block == NULL) return NULL;
    memcpy(block, &size, sizeof size);
    return block + HEADER;
}

/*
 * The first block has room for what is made of the tree and goes with it (vrmi_json_spare): nine
 * bytes for each ten of text, for which yyjson asks 27, do for a million bytes of springs. The rule
 * depends on nothing but the size asked for, so that a load that fits into its memory also fits
 * into more.
 */
static size_t spare_bytes(uint64_t size) {
    uint64_t more = size / 32 * 11;
    if (!VRMI_JSON_FAST) return 0;
    return more < MAX_SPARE ? (size_t)more : MAX_SPARE;
}

static void *json_allocate(void *context, size_t size) {
    return json_take(context, size, spare_bytes(size));
}

static void json_free(void *context, void *pointer) {
    unsigned char *block;
    size_t size;
    if (pointer == NULL) return;
    block = (unsigned char *)pointer - HEADER;
    memcpy(&size, block, sizeof size);
    vrmi_memory_release(context, block, size);
}

static void *json_reallocate(void *context, void *pointer, size_t old_size, size_t size) {
    void *moved = json_take(context, size, 0);
    if (moved == NULL) return NULL;
    memcpy(moved, pointer, old_size < size ? old_size : size);
    json_free(context, pointer);
    return moved;
}

/* --- Depth --- */

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch((const void *)(address))
#else
#define PREFETCH(address) ((void)(address))
#endif

/*
 * Whether a tree is at most `limit` deep. yyjson itself has no limit and needs none, as neither
 * its reader nor its writer recurses; ours is for whoever comes later (ER-005). It stores the tree
 * in one array in depth-first order, so one pass with the ends of the open containers is enough,
 * and as a container cannot be deeper than it has values, small ones are passed over as a whole,
 * and so are lists of plain values. (A scan of the text beforehand, which has to know strings from
 * structure, took as long as the parse; a pass over every value a fifth of it.)
 */
static bool tree_depth_fits(yyjson_doc *document, uint32_t limit) {
    yyjson_val *ends[VRMI_JSON_MAX_DEPTH + 1];
    uint32_t depth = 0;
    yyjson_val *value = yyjson_doc_get_root(document);
    yyjson_val *last = unsafe_yyjson_get_next(value);
    while (value < last) {
        yyjson_val *next;
        while (depth > 0 && value >= ends[depth - 1]) --depth;
        next = unsafe_yyjson_get_next(value);
        PREFETCH((uintptr_t)next + 8 * ((uintptr_t)next - (uintptr_t)value));
        if (unsafe_yyjson_is_ctn(value)) {
            if (depth >= limit) return false;
            size_t members = unsafe_yyjson_get_len(value) << unsafe_yyjson_is_obj(value);
            size_t values = (size_t)(next - value) - 1;
            bool is_flat = values == members && depth + 1 < limit; /* empty ones may be in it */
            if (values >= limit - depth && !is_flat) {
                ends[depth++] = next;
                next = value + 1;
            }
        }
        value = next;
    }
    return true;
}

/* For the message about text that could not be parsed within its memory, where the layout of the
 * tree is not relied on, and for trees with other flags. */
bool vrmi_json_text_depth_fits(const char *text, size_t length, uint32_t limit) {
    uint64_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; ++i) {
        char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > limit) return false;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return true;
}

/* --- Repairing text that is not Unicode (ER-017) --- */

static bool hex4(const char *text, uint32_t *out) {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        char c = text[i];
        uint32_t digit;
        if (c >= '0' && c <= '9') {
            digit = (uint32_t)(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = (uint32_t)(c - 'a' + 10);
        } else if (c >= 'A' && c <= 'F') {
            digit = (uint32_t)(c - 'A' + 10);
        } else {
            return false;
        }
        value = value * 16 + digit;
    }
    *out = value;
    return true;
}

/* Half of a surrogate pair, written as an escape, becomes U+FFFD in place. */
static uint64_t mend_surrogates(char *text, size_t length, size_t *out_first) {
    uint64_t mended = 0;
    for (size_t i = 0; i + 6 <= length; ++i) {
        uint32_t unit, next;
        if (text[i] != '\\') continue;
        if (text[i + 1] != 'u' || !hex4(text + i + 2, &unit)) {
            ++i;
            continue;
        }
        if (unit >= 0xD800 && unit <= 0xDBFF && i + 12 <= length && text[i + 6] == '\\' &&
            text[i + 7] == 'u' && hex4(text + i + 8, &next) && next >= 0xDC00 && next <= 0xDFFF) {
            i += 11;
            continue;
        }
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            if (mended++ == 0 && i < *out_first) *out_first = i;
            memcpy(text + i + 2, "FFFD", 4);
        }
        i += 5;
    }
    return mended;
}

static uint64_t count_invalid(const char *text, size_t length, size_t *out_first) {
    uint64_t count = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code_point;
        size_t step = vrmi_utf8_decode(text + i, length - i, &code_point);
        if (code_point == VRMI_UTF8_INVALID && count++ == 0) *out_first = i;
        i += step;
    }
    return count;
}

/* --- Parse --- */

enum { PADDING = YYJSON_PADDING_SIZE };

/* Room for a text and the padding that yyjson wants behind it. */
static bool take_text(vrmi_load *load, size_t length, vrmi_json_tree *out) {
    size_t bytes;
    if (!vrmi_add_size(length, PADDING, &bytes)) return vrmi_load_refused(load);
    out->text = vrmi_memory_allocate(load->memory, bytes);
    if (out->text == NULL) return vrmi_load_refused(load);
    out->text_bytes = bytes;
    memset(out->text + length, 0, PADDING);
    return true;
}

/* Fills `out` with the text, everything replaced that is not Unicode. False: nothing was wrong of
 * that kind, or the load has failed. */
static bool mend_text(vrmi_load *load, const char *text, size_t length, uint64_t byte_offset,
                      vrmi_json_tree *out) {
    size_t mended_length = vrmi_utf8_mend(text, length, NULL, 0);
    size_t first = SIZE_MAX;
    uint64_t count = count_invalid(text, length, &first);
    if (mended_length == SIZE_MAX || !take_text(load, mended_length, out)) return false;
    /* The padding has room for the NUL. */
    vrmi_utf8_mend(text, length, out->text, out->text_bytes);
    count += mend_surrogates(out->text, mended_length, &first);
    if (count == 0) return false;
    vrmi_load_found_at(load, VRMI_JSON_UTF8, byte_offset + first,
                       VRMI_WITH(vrmi_unsigned(count), vrmi_unsigned(first)));
    return vrmi_load_ok(load);
}

/* What the tree may take while it is made. */
static uint64_t tree_bytes_allowed(const vrmi_load *load, size_t length) {
    return vrmi_yyjson_most_bytes(length, load->limits.max_json_values) +
           spare_bytes(vrmi_yyjson_first_bytes(length)) + 4096;
}

/* Parses `json->text` in place. */
static bool parse_in_place(vrmi_load *load, vrmi_json_tree *json, yyjson_read_err *error) {
    vrmi_memory *memory = load->memory;
    yyjson_alc allocator = {json_allocate, json_reallocate, json_free, memory};
    size_t length = json->text_bytes - PADDING;
    bool is_strict = (load->desc.flags & VRM_LOAD_STRICT) != 0;
    /* Infinity is a diagnostic of a field, not of the file (GL-035). */
    yyjson_read_flag flags = is_strict ? YYJSON_READ_NOFLAG : YYJSON_READ_ALLOW_INF_AND_NAN;
    uint64_t max_bytes = memory->max_bytes;
    uint64_t allowed = memory->used_bytes + tree_bytes_allowed(load, length);
    if (allowed < max_bytes) memory->max_bytes = allowed;
    memory->refusal = VRMI_REFUSAL_NONE;
    json->tree =
        yyjson_read_opts(json->text, length, flags | YYJSON_READ_INSITU, &allocator, error);
    memory->max_bytes = max_bytes;
    return json->tree != NULL;
}

/* What stopped the parser. */
static void report_failure(vrmi_load *load, const char *text, size_t length, uint64_t byte_offset,
                           const yyjson_read_err *error) {
    const vrm_limits *limits = &load->limits;
    vrmi_memory *memory = load->memory;
    if (error->code != YYJSON_READ_ERROR_MEMORY_ALLOCATION) {
        vrmi_load_found_at(load, VRMI_JSON_SYNTAX, byte_offset + error->pos,
                           VRMI_WITH(vrmi_words(error->msg), vrmi_unsigned(error->pos)));
    } else if (memory->refusal != VRMI_REFUSAL_BYTES ||
               tree_bytes_allowed(load, length) > memory->max_bytes - memory->used_bytes) {
        vrmi_load_refused(load);
    } else if (vrmi_json_text_depth_fits(text, length, limits->max_json_depth)) {
        vrmi_load_found(load, VRMI_LIMIT_JSON_VALUES, NULL,
                        VRMI_WITH(vrmi_unsigned(limits->max_json_values)));
    } else {
        vrmi_load_found(load, VRMI_LIMIT_JSON_DEPTH, NULL,
                        VRMI_WITH(vrmi_unsigned(limits->max_json_depth)));
    }
}

static bool parse(vrmi_load *load, const char *text, size_t length, uint64_t byte_offset,
                  vrmi_json_tree *out) {
    yyjson_read_err error = {0};
    if (!take_text(load, length, out)) return false;
    if (length != 0) memcpy(out->text, text, length);
    if (parse_in_place(load, out, &error)) return true;
    if (error.code == YYJSON_READ_ERROR_INVALID_STRING) {
        vrmi_json_release(out, load->memory);
        if (mend_text(load, text, length, byte_offset, out) && parse_in_place(load, out, &error)) {
            return true;
        }
    }
    if (vrmi_load_ok(load)) report_failure(load, text, length, byte_offset, &error);
    return false;
}

bool vrmi_json_parse(vrmi_load *load, const char *text, size_t length, uint64_t byte_offset,
                     vrmi_json_tree *out) {
    const vrm_limits *limits = &load->limits;
    memset(out, 0, sizeof *out);
    if (length > limits->max_json_bytes) {
        vrmi_load_found(load, VRMI_LIMIT_JSON, NULL,
                        VRMI_WITH(vrmi_unsigned(length), vrmi_unsigned(limits->max_json_bytes)));
        return false;
    }
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        vrmi_load_found_at(load, VRMI_JSON_BOM, byte_offset, NULL);
        text += 3;
        length -= 3;
        byte_offset += 3;
    }
    if (parse(load, text, length, byte_offset, out)) {
        if (VRMI_JSON_FAST ? !tree_depth_fits(out->tree, limits->max_json_depth)
                           : !vrmi_json_text_depth_fits(text, length, limits->max_json_depth)) {
            vrmi_load_found(load, VRMI_LIMIT_JSON_DEPTH, NULL,
                            VRMI_WITH(vrmi_unsigned(limits->max_json_depth)));
        } else if (yyjson_doc_get_val_count(out->tree) > limits->max_json_values) {
            vrmi_load_found(load, VRMI_LIMIT_JSON_VALUES, NULL,
                            VRMI_WITH(vrmi_unsigned(limits->max_json_values)));
        } else {
            return true;
        }
    }
    vrmi_json_release(out, load->memory);
    return false;
}

/*
 * yyjson does not know how many values there will be and takes room for one for each 6 bytes of
 * text; files have half of that. It frees the document as one block, so the block is ours, with its
 * size in front. If the values are not in it, as might be in another version, nothing is spare.
 */
void *vrmi_json_spare(const vrmi_json_tree *json, size_t *out_bytes) {
    unsigned char *begin = (unsigned char *)json->tree;
    yyjson_val *root = yyjson_doc_get_root(json->tree);
    uintptr_t end, last;
    size_t size;
    *out_bytes = 0;
    if (!VRMI_JSON_FAST || root == NULL) return NULL;
    memcpy(&size, begin - HEADER, sizeof size);
    end = (uintptr_t)begin - HEADER + size;
    last = (uintptr_t)unsafe_yyjson_get_next(root);
    if ((uintptr_t)root < (uintptr_t)begin || (uintptr_t)root >= end || last >= end) return NULL;
    *out_bytes = (size_t)(end - last);
    return unsafe_yyjson_get_next(root);
}

void vrmi_json_release_tree(vrmi_json_tree *json) {
    if (json->tree != NULL) yyjson_doc_free(json->tree);
    json->tree = NULL;
}

void vrmi_json_release(vrmi_json_tree *json, vrmi_memory *memory) {
    vrmi_json_release_tree(json);
    vrmi_memory_release(memory, json->text, json->text_bytes);
    memset(json, 0, sizeof *json);
}

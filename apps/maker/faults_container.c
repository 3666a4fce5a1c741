/* Faults of the container, of JSON itself, and of its size. */
#include "faults.h"

#include <string.h>

static void put_u32(bytes *file, size_t at, size_t value) {
    for (size_t i = 0; i < 4; ++i) file->items[at + i] = (unsigned char)(value >> (8 * i));
}

static size_t json_length(const bytes *file) {
    size_t value = 0;
    for (size_t i = 4; i-- > 0;) value = value << 8 | file->items[12 + i];
    return value;
}

static void write_instead(bytes *file, const char *text, size_t size) {
    file->count = 0;
    bytes_append(file, text, size);
}

static void make_empty(bytes *file) { file->count = 0; }

static void make_text(bytes *file) { write_instead(file, "An avatar, but only in words.\n", 30); }

static void make_archive(bytes *file) {
    write_instead(file, "PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 30);
}

static void cut_short(bytes *file) { file->count -= 1000; }

static void set_version(bytes *file) { put_u32(file, 4, 1); }

static void overrun_chunk(bytes *file) { put_u32(file, 12, file->count); }

static void rename_chunk(bytes *file) { memcpy(file->items + 16, "TEXT", 4); }

static void add_trailing(bytes *file) { bytes_append(file, "more", 4); }

static void add_chunk(bytes *file) {
    bytes_u32(file, 4);
    bytes_append(file, "ABCD", 4);
    bytes_u32(file, 0);
    put_u32(file, 8, file->count);
}

static void drop_bin(bytes *file) {
    file->count = 20 + json_length(file);
    put_u32(file, 8, file->count);
}

/* The JSON with these bytes before and behind it. */
static void surround_json(bytes *file, const char *before, size_t before_size, const char *behind,
                          size_t behind_size) {
    bytes text = {NULL, 0, 0};
    bytes_append(&text, before, before_size);
    bytes_append(&text, file->items + 20, json_length(file));
    bytes_append(&text, behind, behind_size);
    replace_json(file, text.items, text.count);
    LIST_FREE(&text);
}

static void lose_alignment(bytes *file) { surround_json(file, "", 0, " ", 1); }

static void pad_with_zeros(bytes *file) { surround_json(file, "", 0, "\0\0\0\0", 4); }

static void add_byte_order_mark(bytes *file) { surround_json(file, "\xEF\xBB\xBF", 3, " ", 1); }

static void make_array(bytes *file) { replace_json(file, "[]  ", 4); }

/* --- Size --- */

/* `head`, `count` times `item`, `tail`, in place of a mark in the JSON. */
static void repeat_in_json(bytes *file, const char *mark, const char *head, const char *item,
                           size_t count, const char *tail) {
    size_t length = json_length(file), size = strlen(mark), at = 0;
    bytes text = {NULL, 0, 0};
    while (at + size <= length && memcmp(file->items + 20 + at, mark, size) != 0) ++at;
    if (at + size > length) die("this text is not in the JSON:", mark);
    bytes_append(&text, file->items + 20, at);
    bytes_append(&text, head, strlen(head));
    for (size_t i = 0; i < count; ++i) bytes_append(&text, item, strlen(item));
    bytes_append(&text, tail, strlen(tail));
    bytes_append(&text, file->items + 20 + at + size, length - at - size);
    bytes_pad(&text, 4, ' ');
    replace_json(file, text.items, text.count);
    LIST_FREE(&text);
}

static void nest_deeply(bytes *file) {
    char closing[201];
    memset(closing, ']', 200);
    closing[200] = '\0';
    repeat_in_json(file, "{\"asset\"", "{\"extras\":", "[", 200, closing);
    /* The key that the mark stood for comes behind. */
    repeat_in_json(file, closing, closing, "", 0, ",\"asset\"");
}

static void add_values(bytes *file) { /* more than 4 million */
    repeat_in_json(file, "{\"asset\"", "{\"extras\":[0", ",0", (UINT32_C(4) << 20) + 1,
                   "],\"asset\"");
}

static void add_nodes(bytes *file) { /* more than 1 million */
    repeat_in_json(file, "\"nodes\":[{", "\"nodes\":[", "{},", UINT32_C(1) << 20, "{");
}

const fault container_faults[] = {
    {"file-empty", DIALECT_1, {{0}}, NULL, make_empty},
    {"not-gltf", DIALECT_1, {{0}}, NULL, make_text},
    {"not-gltf-but", DIALECT_1, {{0}}, NULL, make_archive},
    {"glb-truncated", DIALECT_1, {{0}}, NULL, cut_short},
    {"glb-version", DIALECT_1, {{0}}, NULL, set_version},
    {"glb-chunk-overrun", DIALECT_1, {{0}}, NULL, overrun_chunk},
    {"glb-no-json", DIALECT_1, {{0}}, NULL, rename_chunk},
    {"glb-trailing-bytes", DIALECT_1, {{0}}, NULL, add_trailing},
    {"glb-chunk-alignment", DIALECT_1, {{0}}, NULL, lose_alignment},
    {"glb-json-padding", DIALECT_1, {{0}}, NULL, pad_with_zeros},
    {"glb-unknown-chunk", DIALECT_1, {{0}}, NULL, add_chunk},
    {"buffer-missing", DIALECT_1, {{0}}, NULL, drop_bin},
    {"json-syntax", DIALECT_1, {{EDIT_TEXT, "\"asset\":", "\"asset\" "}}, NULL, NULL},
    {"json-not-object", DIALECT_1, {{0}}, NULL, make_array},
    {"json-bom", DIALECT_1, {{0}}, NULL, add_byte_order_mark},
    {"json-utf8", DIALECT_1, {{EDIT_TEXT, "\"parametric\"", "\"param\xFFtric\""}}, NULL, NULL},
    {"json-duplicate-key",
     DIALECT_1,
     {{EDIT_TEXT, "\"scene\":0", "\"scene\":0,\"scene\":0"}},
     NULL,
     NULL},
    {"limit-json-depth", DIALECT_1, {{0}}, NULL, nest_deeply},
    {"limit-json-values", DIALECT_1, {{0}}, NULL, add_values},
    {"limit-count", DIALECT_1, {{0}}, NULL, add_nodes},
    {NULL, DIALECT_1, {{0}}, NULL, NULL},
};

/* Faults of the container, of JSON itself, and of its size: edits of the written GLB, by name. */
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

void replace_json(bytes *file, const void *text, size_t length) {
    size_t old_length = json_length(file);
    bytes out = {NULL, 0, 0};
    bytes_append(&out, file->items, 8);
    bytes_u32(&out, (uint32_t)(file->count - old_length + length));
    bytes_u32(&out, (uint32_t)length);
    bytes_append(&out, file->items + 16, 4);
    bytes_append(&out, text, length);
    bytes_append(&out, file->items + 20 + old_length, file->count - 20 - old_length);
    LIST_FREE(file);
    *file = out;
}

void replace_text(bytes *file, const char *find, const char *with) {
    size_t length = json_length(file), size = strlen(find), at = 0;
    const unsigned char *text = file->items + 20;
    bytes changed = {NULL, 0, 0};
    while (at + size <= length && memcmp(text + at, find, size) != 0) ++at;
    if (at + size > length) die("this text is not in the JSON:", find);
    bytes_append(&changed, text, at);
    bytes_append(&changed, with, strlen(with));
    bytes_append(&changed, text + at + size, length - at - size);
    bytes_pad(&changed, 4, ' ');
    replace_json(file, changed.items, changed.count);
    LIST_FREE(&changed);
}

static void write_instead(bytes *file, const char *text, size_t size) {
    file->count = 0;
    bytes_append(file, text, size);
}

static void make_empty(bytes *file, int unused) {
    (void)unused;
    file->count = 0;
}

static void make_text(bytes *file, int unused) {
    (void)unused;
    write_instead(file, "An avatar, but only in words.\n", 30);
}

static void make_archive(bytes *file, int unused) {
    (void)unused;
    write_instead(file, "PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 30);
}

static void cut_short(bytes *file, int count) { file->count -= (size_t)count; }

static void set_version(bytes *file, int version) { put_u32(file, 4, (size_t)version); }

static void overrun_chunk(bytes *file, int unused) {
    (void)unused;
    put_u32(file, 12, file->count);
}

static void rename_chunk(bytes *file, int unused) {
    (void)unused;
    memcpy(file->items + 16, "TEXT", 4);
}

static void add_trailing(bytes *file, int count) {
    for (int i = 0; i < count; ++i) bytes_u8(file, 0);
}

/* The BIN chunk may be up to three bytes longer than the buffer; `count` is a multiple of 4. */
static void grow_bin(bytes *file, int count) {
    size_t at = 20 + json_length(file), length = 0;
    for (size_t i = 4; i-- > 0;) length = length << 8 | file->items[at + i];
    put_u32(file, at, length + (size_t)count);
    add_trailing(file, count);
    put_u32(file, 8, file->count);
}

static void add_chunk(bytes *file, int unused) {
    (void)unused;
    bytes_u32(file, 4);
    bytes_append(file, "ABCD", 4);
    bytes_u32(file, 0);
    put_u32(file, 8, file->count);
}

static void drop_bin(bytes *file, int unused) {
    (void)unused;
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

static void lose_alignment(bytes *file, int count) {
    surround_json(file, "", 0, "    ", (size_t)count);
}

static void pad_with_zeros(bytes *file, int unused) {
    (void)unused;
    surround_json(file, "", 0, "\0\0\0\0", 4);
}

static void add_byte_order_mark(bytes *file, int unused) {
    (void)unused;
    surround_json(file, "\xEF\xBB\xBF", 3, " ", 1);
}

static void break_utf8(bytes *file, int unused) {
    (void)unused;
    replace_text(file, "\"parametric\"", "\"param\xFFtric\"");
}

static void make_array(bytes *file, int unused) {
    (void)unused;
    replace_json(file, "[]  ", 4);
}

/* As plain glTF: the JSON alone, with the BIN chunk as a data URI. */
static void make_plain(bytes *file, int unused) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t bin = 28 + json_length(file), length = file->count - bin;
    bytes uri = {NULL, 0, 0}, text = {NULL, 0, 0};
    (void)unused;
    bytes_append(&uri, "\"buffers\":[{\"uri\":\"data:application/octet-stream;base64,", 56);
    for (size_t i = 0; i < length; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < length ? file->items[bin + i + k] : 0U);
        for (size_t k = 0; k < 4; ++k)
            bytes_u8(&uri,
                     (unsigned char)(i + k <= length ? digits[group >> (18 - 6 * k) & 63] : '='));
    }
    bytes_append(&uri, "\",\0", 3);
    replace_text(file, "\"buffers\":[{", (const char *)uri.items);
    bytes_append(&text, "\n", 1);
    bytes_append(&text, file->items + 20, json_length(file));
    LIST_FREE(file);
    LIST_FREE(&uri);
    *file = text;
}

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

/* Arrays in arrays, `depth` of them, as the first member of the JSON. */
static void nest_deeply(bytes *file, int depth) {
    bytes closing = {NULL, 0, 0};
    for (int i = 0; i < depth; ++i) bytes_append(&closing, "]", 1);
    bytes_append(&closing, ",\"asset\"", 9);
    repeat_in_json(file, "{\"asset\"", "{\"extras\":", "[", (size_t)depth,
                   (const char *)closing.items);
    LIST_FREE(&closing);
}

static void add_values(bytes *file, int count) {
    repeat_in_json(file, "{\"asset\"", "{\"extras\":[0", ",0", (size_t)count, "],\"asset\"");
}

/* --- By name --- */

bool change_named(bytes *file, const char *name, int number) {
    static const struct {
        const char *name;
        void (*change)(bytes *file, int number);
    } changes[] = {
        {"empty", make_empty},
        {"text", make_text},
        {"archive", make_archive},
        {"plain-gltf", make_plain},
        {"cut-short", cut_short},
        {"set-version", set_version},
        {"overrun-chunk", overrun_chunk},
        {"rename-chunk", rename_chunk},
        {"add-trailing", add_trailing},
        {"grow-bin", grow_bin},
        {"add-chunk", add_chunk},
        {"drop-bin", drop_bin},
        {"lose-alignment", lose_alignment},
        {"pad-with-zeros", pad_with_zeros},
        {"byte-order-mark", add_byte_order_mark},
        {"break-utf8", break_utf8},
        {"array", make_array},
        {"nest", nest_deeply},
        {"add-values", add_values},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        if (strcmp(changes[i].name, name) != 0) continue;
        changes[i].change(file, number);
        return true;
    }
    return false;
}

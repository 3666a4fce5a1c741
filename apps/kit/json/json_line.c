#include "json_line.h"
#include "apps/kit/program/console.h"
#include "base/text.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1 << 13, MOST_WAITING = 1 << 16, MOST_DEPTH = 31, NUMBER_SIZE = 32 };

/* --- Bytes --- */

/* Makes room for so many bytes more. False: there is not enough memory, and the line is lost. */
static bool make_room(json_line *line, size_t count) {
    size_t capacity = line->capacity > 0 ? line->capacity : FIRST_CAPACITY;
    char *grown;
    while (capacity - line->length < count && capacity <= SIZE_MAX / 2) capacity *= 2;
    grown = line->has_no_memory || capacity - line->length < count ? NULL
                                                                   : realloc(line->text, capacity);
    if (grown == NULL) {
        line->has_no_memory = true;
        return false;
    }
    line->text = grown;
    line->capacity = capacity;
    return true;
}

/* Where so many bytes more can be written; NULL: there is not enough memory. Whoever writes them
 * adds them to the length. */
static inline char *room_for(json_line *line, size_t count) {
    if (count > line->capacity - line->length && !make_room(line, count)) return NULL;
    return line->text + line->length;
}

static void append(json_line *line, const char *bytes, size_t count) {
    char *out = room_for(line, count);
    if (out == NULL) return;
    memcpy(out, bytes, count);
    line->length += count;
}

static inline void append_byte(json_line *line, char byte) {
    char *out = room_for(line, 1);
    if (out == NULL) return;
    *out = byte;
    ++line->length;
}

static void append_text(json_line *line, const char *text) { append(line, text, strlen(text)); }

/* --- Text --- */

enum { MOST_PIECE = 4096, MOST_ESCAPED = 6 }; /* bytes of one byte: \u001b */

/* Where to cut a text, so that no character of UTF-8 is cut. */
static size_t piece_of(const char *text, size_t length) {
    size_t size = MOST_PIECE;
    if (length <= size) return length;
    while (size > MOST_PIECE - 3 && ((unsigned char)text[size] & 0xC0) == 0x80) --size;
    return size;
}

/* In pieces, so that a long text needs little more room than it has. */
static void append_quoted(json_line *line, const char *text, size_t length) {
    for (bool is_first = true;; is_first = false) {
        size_t size = piece_of(text, length);
        char *out = room_for(line, MOST_ESCAPED * size + 3), before = '\0';
        vrmi_text piece;
        if (out == NULL) return;
        if (!is_first) { /* the new quote stands where the last byte before the old one was */
            out -= 2;
            before = *out;
        }
        piece = vrmi_text_make(out, MOST_ESCAPED * size + 3);
        vrmi_text_append_json_string(&piece, (vrm_string){text, (uint32_t)size});
        line->length += piece.length;
        if (!is_first) {
            *out = before;
            line->length -= 2;
        }
        if (size == length) return;
        text += size;
        length -= size;
    }
}

/* --- Members --- */

static void next_member(json_line *line) {
    if (line->has_members) append_byte(line, ',');
    line->has_members = true;
}

/* Keys are the program's own words, which need no escapes. */
static void append_key(json_line *line, const char *key) {
    size_t length = strlen(key);
    char *out = room_for(line, length + 3);
    if (out == NULL) return;
    out[0] = '"';
    memcpy(out + 1, key, length);
    memcpy(out + 1 + length, "\":", 2);
    line->length += length + 3;
}

/* A key that is empty has been written by json_name. */
static void begin_member(json_line *line, const char *key) {
    if (key != NULL && key[0] == '\0') return;
    next_member(line);
    if (key != NULL) append_key(line, key);
}

void json_name(json_line *line, vrm_string name) {
    next_member(line);
    append_quoted(line, name.data, name.length);
    append(line, ":", 1);
}

static void open_level(json_line *line, const char *key, bool is_array) {
    begin_member(line, key);
    append_byte(line, is_array ? '[' : '{');
    if (line->depth < MOST_DEPTH) ++line->depth;
    line->arrays &= ~(1u << line->depth);
    if (is_array) line->arrays |= 1u << line->depth;
    line->has_members = false;
}

void json_object(json_line *line, const char *key) { open_level(line, key, false); }

void json_array(json_line *line, const char *key) { open_level(line, key, true); }

void json_close(json_line *line) {
    append_byte(line, (line->arrays >> line->depth & 1u) != 0 ? ']' : '}');
    if (line->depth > 0) --line->depth;
    line->has_members = true;
}

void json_string(json_line *line, const char *key, vrm_string text) {
    begin_member(line, key);
    append_quoted(line, text.data, text.length);
}

void json_word(json_line *line, const char *key, const char *text) {
    begin_member(line, key);
    append_quoted(line, text, strlen(text));
}

static void append_member(json_line *line, const char *key, const char *value) {
    begin_member(line, key);
    append_text(line, value);
}

void json_flag(json_line *line, const char *key, bool flag) {
    append_member(line, key, flag ? "true" : "false");
}

void json_null(json_line *line, const char *key) { append_member(line, key, "null"); }

/* Of all ASCII that may stand in JSON as it is, a terminal acts upon DEL alone. */
void json_raw(json_line *line, const char *key, const char *value) {
    const char *end;
    begin_member(line, key);
    while ((end = strchr(value, 0x7F)) != NULL) {
        append(line, value, (size_t)(end - value));
        append_text(line, "\\u007f");
        value = end + 1;
    }
    append_text(line, value);
}

void json_integer(json_line *line, const char *key, int64_t number) {
    char text[NUMBER_SIZE];
    vrmi_text shown = vrmi_text_make(text, sizeof text);
    vrmi_text_append_i64(&shown, number);
    append_member(line, key, text);
}

void json_unsigned(json_line *line, const char *key, uint64_t number) {
    char text[NUMBER_SIZE];
    vrmi_text shown = vrmi_text_make(text, sizeof text);
    vrmi_text_append_u64(&shown, number);
    append_member(line, key, text);
}

/* --- Numbers --- */

/* (isfinite of mingw warns about doubles.) */
static bool is_finite(double number) { return number >= -DBL_MAX && number <= DBL_MAX; }

void json_float(json_line *line, const char *key, float number) {
    char text[NUMBER_SIZE];
    vrmi_text shown = vrmi_text_make(text, sizeof text);
    vrmi_text_append_float(&shown, number);
    append_member(line, key, is_finite((double)number) ? text : "null");
}

void json_number(json_line *line, const char *key, double number) {
    char text[NUMBER_SIZE];
    vrmi_text shown = vrmi_text_make(text, sizeof text);
    vrmi_text_append_double(&shown, number);
    append_member(line, key, is_finite(number) ? text : "null");
}

void json_milliseconds(json_line *line, const char *key, double number) {
    char text[350]; /* the largest double has 309 digits before the point */
    if (!is_finite(number)) {
        json_null(line, key);
        return;
    }
    snprintf(text, sizeof text, "%.3f", number);
    append_member(line, key, text);
}

void json_floats(json_line *line, const char *key, const float *numbers, size_t count) {
    json_array(line, key);
    for (size_t i = 0; i < count; ++i) json_float(line, NULL, numbers[i]);
    json_close(line);
}

/* --- Paths --- */

static void append_base64(json_line *line, const char *bytes, size_t count) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        size_t left = count - i;
        uint32_t bits = (uint32_t)(unsigned char)bytes[i] << 16;
        char four[4];
        if (left > 1) bits |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (left > 2) bits |= (uint32_t)(unsigned char)bytes[i + 2];
        four[0] = letters[bits >> 18 & 63];
        four[1] = letters[bits >> 12 & 63];
        four[2] = '=';
        four[3] = '=';
        if (left > 1) four[2] = letters[bits >> 6 & 63];
        if (left > 2) four[3] = letters[bits & 63];
        append(line, four, 4);
    }
}

void json_path(json_line *line, const char *key, const char *path) {
    size_t length = strlen(path);
    begin_member(line, key);
    append_quoted(line, path, length);
    if (vrmi_utf8_is_valid(path, length, NULL)) return;
    next_member(line);
    append(line, "\"", 1);
    append_text(line, key);
    append_text(line, "_base64\":\"");
    append_base64(line, path, length);
    append(line, "\"", 1);
}

/* --- The line --- */

void json_begin(json_line *line) {
    memset(line, 0, sizeof *line);
    append(line, "{", 1);
}

bool json_is_long(const json_line *line) { return line->length >= MOST_WAITING; }

void json_print_some(json_line *line) {
    if (!json_is_long(line)) return;
    console_put(line->text, line->length);
    line->length = 0;
}

void json_drop(json_line *line) {
    free(line->text);
    memset(line, 0, sizeof *line);
}

char *json_take(json_line *line) {
    char *text;
    append(line, "}", 2); /* with the NUL byte */
    text = line->text;
    if (line->has_no_memory) {
        free(text);
        text = NULL;
    }
    memset(line, 0, sizeof *line);
    return text;
}

bool json_print(json_line *line) {
    bool is_good;
    append(line, "}\n", 2);
    is_good = !line->has_no_memory;
    if (is_good) {
        console_put(line->text, line->length);
    } else {
        fprintf(stderr, "vrm: there is not enough memory for a line of JSON\n");
    }
    json_drop(line);
    return is_good;
}

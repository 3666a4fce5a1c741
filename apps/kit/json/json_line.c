#include "json_line.h"
#include "apps/kit/program/console.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1 << 13, MOST_WAITING = 1 << 16, MOST_DEPTH = 31 };

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
    char *to = room_for(line, count);
    if (to == NULL) return;
    memcpy(to, bytes, count);
    line->length += count;
}

static inline void append_byte(json_line *line, char byte) {
    char *to = room_for(line, 1);
    if (to == NULL) return;
    *to = byte;
    ++line->length;
}

static void append_text(json_line *line, const char *text) { append(line, text, strlen(text)); }

static void append_escape(json_line *line, unsigned long code) {
    char text[48];
    if (code < 0x10000) {
        snprintf(text, sizeof text, "\\u%04lx", code);
    } else {
        code -= 0x10000;
        snprintf(text, sizeof text, "\\u%04lx\\u%04lx", 0xD800 + (code >> 10),
                 0xDC00 + (code & 0x3FF));
    }
    append_text(line, text);
}

/* --- Text --- */

/* How many bytes the first one promises. */
static size_t sequence_length(unsigned char first) {
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* What stands at the beginning of the text, which is not ASCII. */
typedef enum character_kind { IS_HARMLESS, IS_ESCAPED, IS_NOT_UTF8 } character_kind;

/*
 * Reads a character, and its code where that is to be escaped. What is not harmless is not listed
 * here again: vrm_string_printable knows it, and shows such a character as \u{…} and a byte that is
 * not UTF-8 as \x….
 */
static character_kind read_character(const char *text, size_t length, size_t *out_size,
                                     unsigned long *out_code) {
    char shown[32];
    size_t size = sequence_length((unsigned char)text[0]);
    vrm_string character = {text, (uint32_t)(size < length ? size : length)};
    *out_size = character.length;
    *out_code = 0;
    vrm_string_printable(character, shown, sizeof shown);
    if (strlen(shown) == character.length && memcmp(shown, text, character.length) == 0) {
        return IS_HARMLESS;
    }
    if (strncmp(shown, "\\u{", 3) == 0) {
        *out_code = strtoul(shown + 3, NULL, 16);
        return IS_ESCAPED;
    }
    *out_size = 1;
    return IS_NOT_UTF8;
}

static void append_ascii(json_line *line, char c) {
    if (c == '"' || c == '\\') {
        char escaped[2] = {'\\', c};
        append(line, escaped, 2);
    } else if (c == '\n') {
        append(line, "\\n", 2);
    } else if (c == '\t') {
        append(line, "\\t", 2);
    } else {
        append_escape(line, (unsigned char)c);
    }
}

static void append_quoted(json_line *line, const char *text, size_t length) {
    size_t done = 0;
    append_byte(line, '"');
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        size_t size = 1;
        unsigned long code;
        character_kind kind = IS_HARMLESS;
        bool is_plain = c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
        if (c >= 0x80) {
            kind = read_character(text + i, length - i, &size, &code);
            is_plain = kind == IS_HARMLESS;
        }
        if (!is_plain) {
            append(line, text + done, i - done);
            if (c < 0x80) {
                append_ascii(line, (char)c);
            } else if (kind == IS_ESCAPED) {
                append_escape(line, code);
            } else {
                append_text(line, "\xEF\xBF\xBD"); /* U+FFFD */
            }
            done = i + size;
        }
        i += size;
    }
    append(line, text + done, length - done);
    append_byte(line, '"');
}

/* --- Members --- */

static void next_member(json_line *line) {
    if (line->has_members) append_byte(line, ',');
    line->has_members = true;
}

/* Keys are the program's own words, which need no escapes. */
static void append_key(json_line *line, const char *key) {
    size_t length = strlen(key);
    char *to = room_for(line, length + 3);
    if (to == NULL) return;
    to[0] = '"';
    memcpy(to + 1, key, length);
    memcpy(to + 1 + length, "\":", 2);
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
        append_escape(line, 0x7F);
        value = end + 1;
    }
    append_text(line, value);
}

/* Records are mostly whole numbers, which snprintf takes ten times as long for. */
static void append_whole(json_line *line, const char *key, uint64_t number, bool is_negative) {
    char text[24];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    if (is_negative) text[--at] = '-';
    begin_member(line, key);
    append(line, text + at, sizeof text - at);
}

void json_integer(json_line *line, const char *key, int64_t number) {
    append_whole(line, key, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0);
}

void json_unsigned(json_line *line, const char *key, uint64_t number) {
    append_whole(line, key, number, false);
}

/* --- Numbers --- */

/* (isfinite of mingw warns about doubles.) */
static bool is_finite(double number) { return number >= -DBL_MAX && number <= DBL_MAX; }

void json_float(json_line *line, const char *key, float number) {
    char text[32];
    if (!is_finite((double)number)) {
        json_null(line, key);
        return;
    }
    for (int digits = 6; digits <= 9; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, (double)number);
        if (strtof(text, NULL) == number) break;
    }
    append_member(line, key, text);
}

void json_number(json_line *line, const char *key, double number) {
    char text[32];
    if (!is_finite(number)) {
        json_null(line, key);
        return;
    }
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) break;
    }
    append_member(line, key, text);
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

/* The bits that the first byte of a character carries, how many bytes follow, and the least value
 * that needs them. False: no character begins with it. */
static bool read_first_byte(unsigned char byte, uint32_t *bits, size_t *more, uint32_t *least) {
    if (byte < 0x80) {
        *bits = byte, *more = 0, *least = 0;
    } else if (byte >= 0xC0 && byte < 0xE0) {
        *bits = byte & 0x1Fu, *more = 1, *least = 0x80;
    } else if (byte >= 0xE0 && byte < 0xF0) {
        *bits = byte & 0x0Fu, *more = 2, *least = 0x800;
    } else if (byte >= 0xF0 && byte < 0xF8) {
        *bits = byte & 0x07u, *more = 3, *least = 0x10000;
    } else {
        return false;
    }
    return true;
}

bool json_is_utf8(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        uint32_t value, least;
        size_t more;
        if (!read_first_byte(*at++, &value, &more, &least) || more > (size_t)(end - at)) {
            return false;
        }
        for (; more > 0; --more, ++at) {
            if ((*at & 0xC0) != 0x80) return false;
            value = value << 6 | (*at & 0x3Fu);
        }
        if (value < least || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return false;
    }
    return true;
}

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
    if (json_is_utf8(path, length)) return;
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

#include "json_text.h"
#include "base/text.h"

#include <string.h>

enum { MOST_DEPTH = 256 };

static bool is_next(const json_span *span, char wanted) {
    return span->at < span->end && *span->at == wanted;
}

static bool skip_character(json_span *span, char wanted) {
    if (!is_next(span, wanted)) return false;
    ++span->at;
    return true;
}

static void skip_space(json_span *span) {
    while (span->at < span->end && memchr(" \t\r\n", *span->at, 4) != NULL) ++span->at;
}

/* --- Scalars --- */

static bool skip_word(json_span *span, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(span->end - span->at) < length || memcmp(span->at, word, length) != 0)
        return false;
    span->at += length;
    return true;
}

/* At least one. */
static bool skip_digits(json_span *span) {
    const char *begin = span->at;
    while (span->at < span->end && *span->at >= '0' && *span->at <= '9') ++span->at;
    return span->at > begin;
}

static bool skip_number(json_span *span) {
    skip_character(span, '-');
    if (!skip_character(span, '0') && !skip_digits(span)) return false;
    if (skip_character(span, '.') && !skip_digits(span)) return false;
    if (!skip_character(span, 'e') && !skip_character(span, 'E')) return true;
    if (!skip_character(span, '+')) skip_character(span, '-');
    return skip_digits(span);
}

/* Four hexadecimal digits; -1: there are none. */
static int take_unit(json_span *span) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
        const char *found =
            span->at < span->end && *span->at != '\0' ? strchr(digits, *span->at) : NULL;
        if (found == NULL) return -1;
        unit = unit * 16 + (int)((found - digits) % 16);
        ++span->at;
    }
    return unit;
}

/* What follows \u: halves of a character come in pairs. */
static bool skip_unit(json_span *span) {
    int unit = take_unit(span);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    if (!skip_word(span, "\\u")) return false;
    unit = take_unit(span);
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

static bool skip_escape(json_span *span) {
    if (skip_character(span, 'u')) return skip_unit(span);
    if (span->at == span->end || memchr("\"\\/bfnrt", *span->at, 8) == NULL) return false;
    ++span->at;
    return true;
}

static bool skip_string(json_span *span) {
    if (!skip_character(span, '"')) return false;
    while (span->at < span->end && (unsigned char)*span->at >= 0x20) {
        char next = *span->at++;
        if (next == '"') return true;
        if (next == '\\' && !skip_escape(span)) return false;
    }
    return false;
}

static bool skip_scalar(json_span *span) {
    if (is_next(span, '"')) return skip_string(span);
    return skip_word(span, "true") || skip_word(span, "false") || skip_word(span, "null") ||
           skip_number(span);
}

/* --- Values --- */

/* The objects and arrays around a place, from the outside in: what closes each. */
typedef struct json_levels {
    char ends[MOST_DEPTH];
    size_t depth;
} json_levels;

static bool skip_key(json_span *span) {
    skip_space(span);
    if (!skip_string(span)) return false;
    skip_space(span);
    return skip_character(span, ':');
}

/* Behind a value: closes what ends there. True with depth 0: the whole ends there. True otherwise:
 * another value follows. */
static bool skip_ends(json_span *span, json_levels *around) {
    while (around->depth > 0) {
        const char end = around->ends[around->depth - 1];
        skip_space(span);
        if (skip_character(span, ',')) return end == ']' || skip_key(span);
        if (!skip_character(span, end)) return false;
        --around->depth;
    }
    return true;
}

/* The bracket that an object or array begins with. `is_empty`: it ends there, too. */
static bool skip_begin(json_span *span, json_levels *around, bool *is_empty) {
    const char end = *span->at == '{' ? '}' : ']';
    if (around->depth == MOST_DEPTH) return false;
    ++span->at;
    skip_space(span);
    *is_empty = skip_character(span, end);
    if (*is_empty) return true;
    around->ends[around->depth++] = end;
    return end == ']' || skip_key(span);
}

static bool skip_value(json_span *span) {
    json_levels around = {.depth = 0};
    for (;;) {
        bool is_whole = true;
        skip_space(span);
        if (is_next(span, '{') || is_next(span, '[')) {
            if (!skip_begin(span, &around, &is_whole)) return false;
        } else if (!skip_scalar(span)) {
            return false;
        }
        if (is_whole && !skip_ends(span, &around)) return false;
        if (around.depth == 0) return true;
    }
}

bool json_is_object(json_span text) {
    const char *begin = text.at;
    if (!is_next(&text, '{') || !vrmi_utf8_is_valid(begin, (size_t)(text.end - begin), NULL))
        return false;
    return skip_value(&text) && text.at == text.end;
}

bool json_next(json_span *rest, json_span *out_key, json_span *out_value) {
    if (rest->at == rest->end) return false;
    ++rest->at; /* the bracket that it begins with, or a comma */
    skip_space(rest);
    if (rest->at == rest->end) return false; /* that was the end of it */
    if (out_key != NULL) {
        out_key->at = rest->at + 1;
        if (!skip_string(rest)) return false; /* it is empty */
        out_key->end = rest->at - 1;
        skip_space(rest);
        if (!skip_character(rest, ':')) return false;
        skip_space(rest);
    }
    out_value->at = rest->at;
    if (!skip_value(rest)) return false;
    out_value->end = rest->at;
    skip_space(rest);
    return true;
}

bool json_is_word(json_span part, const char *word) {
    size_t length = strlen(word);
    return (size_t)(part.end - part.at) == length && memcmp(part.at, word, length) == 0;
}

bool json_copy_plain(json_span value, char *out, size_t capacity) {
    size_t length = (size_t)(value.end - value.at);
    if (length < 2 || *value.at != '"' || length - 2 >= capacity) return false;
    if (memchr(value.at, '\\', length) != NULL) return false;
    memcpy(out, value.at + 1, length - 2);
    out[length - 2] = '\0';
    return true;
}

#include "json_text.h"
#include "base/text.h"

#include <string.h>

enum { MOST_DEPTH = 256 };

static bool is_next(const json_span *in, char wanted) {
    return in->at < in->end && *in->at == wanted;
}

static bool skip_character(json_span *in, char wanted) {
    if (!is_next(in, wanted)) return false;
    ++in->at;
    return true;
}

static void skip_space(json_span *in) {
    while (in->at < in->end && memchr(" \t\r\n", *in->at, 4) != NULL) ++in->at;
}

/* --- Scalars --- */

static bool skip_word(json_span *in, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0) return false;
    in->at += length;
    return true;
}

/* At least one. */
static bool skip_digits(json_span *in) {
    const char *begin = in->at;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9') ++in->at;
    return in->at > begin;
}

static bool skip_number(json_span *in) {
    skip_character(in, '-');
    if (!skip_character(in, '0') && !skip_digits(in)) return false;
    if (skip_character(in, '.') && !skip_digits(in)) return false;
    if (!skip_character(in, 'e') && !skip_character(in, 'E')) return true;
    if (!skip_character(in, '+')) skip_character(in, '-');
    return skip_digits(in);
}

/* Four hexadecimal digits; -1: there are none. */
static int take_unit(json_span *in) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
        const char *found = in->at < in->end && *in->at != '\0' ? strchr(digits, *in->at) : NULL;
        if (found == NULL) return -1;
        unit = unit * 16 + (int)((found - digits) % 16);
        ++in->at;
    }
    return unit;
}

/* What follows \u: halves of a character come in pairs. */
static bool skip_unit(json_span *in) {
    int unit = take_unit(in);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    if (!skip_word(in, "\\u")) return false;
    unit = take_unit(in);
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

static bool skip_escape(json_span *in) {
    if (skip_character(in, 'u')) return skip_unit(in);
    if (in->at == in->end || memchr("\"\\/bfnrt", *in->at, 8) == NULL) return false;
    ++in->at;
    return true;
}

static bool skip_string(json_span *in) {
    if (!skip_character(in, '"')) return false;
    while (in->at < in->end && (unsigned char)*in->at >= 0x20) {
        char next = *in->at++;
        if (next == '"') return true;
        if (next == '\\' && !skip_escape(in)) return false;
    }
    return false;
}

static bool skip_scalar(json_span *in) {
    if (is_next(in, '"')) return skip_string(in);
    return skip_word(in, "true") || skip_word(in, "false") || skip_word(in, "null") ||
           skip_number(in);
}

/* --- Values --- */

/* The objects and arrays around a place, from the outside in: what closes each. */
typedef struct json_levels {
    char ends[MOST_DEPTH];
    size_t depth;
} json_levels;

static bool skip_key(json_span *in) {
    skip_space(in);
    if (!skip_string(in)) return false;
    skip_space(in);
    return skip_character(in, ':');
}

/* Behind a value: closes what ends there. True with depth 0: the whole ends there. True otherwise:
 * another value follows. */
static bool skip_ends(json_span *in, json_levels *around) {
    while (around->depth > 0) {
        const char end = around->ends[around->depth - 1];
        skip_space(in);
        if (skip_character(in, ',')) return end == ']' || skip_key(in);
        if (!skip_character(in, end)) return false;
        --around->depth;
    }
    return true;
}

/* The bracket that an object or array begins with. `is_empty`: it ends there, too. */
static bool skip_begin(json_span *in, json_levels *around, bool *is_empty) {
    const char end = *in->at == '{' ? '}' : ']';
    if (around->depth == MOST_DEPTH) return false;
    ++in->at;
    skip_space(in);
    *is_empty = skip_character(in, end);
    if (*is_empty) return true;
    around->ends[around->depth++] = end;
    return end == ']' || skip_key(in);
}

static bool skip_value(json_span *in) {
    json_levels around = {.depth = 0};
    for (;;) {
        bool is_whole = true;
        skip_space(in);
        if (is_next(in, '{') || is_next(in, '[')) {
            if (!skip_begin(in, &around, &is_whole)) return false;
        } else if (!skip_scalar(in)) {
            return false;
        }
        if (is_whole && !skip_ends(in, &around)) return false;
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

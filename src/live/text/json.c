#include "live/text/json.h"

#include <string.h>

/* Deeper values are refused: nothing recurses further. */
enum { MOST_DEPTH = 8 };

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

void vrmi_json_text_space(vrmi_json_text *r) {
    while (r->scan.at != r->scan.end && is_space(*r->scan.at)) ++r->scan.at;
}

static bool take(vrmi_json_text *r, char c) {
    vrmi_json_text_space(r);
    return vrmi_scan_take(&r->scan, c);
}

/* A string as it is written: names of shapes have no escapes. */
bool vrmi_json_text_string(vrmi_json_text *r, vrm_string *out) {
    vrmi_scan *s = &r->scan;
    if (!take(r, '"')) return false;
    out->data = s->at;
    for (; s->at != s->end && *s->at != '"'; ++s->at) {
        if ((unsigned char)*s->at < 0x20) return false;
        if (*s->at == '\\' && ++s->at == s->end) return false;
    }
    if (s->at == s->end) return false;
    out->length = (uint32_t)(s->at++ - out->data);
    return true;
}

bool vrmi_json_text_word(vrmi_json_text *r, const char *word) {
    const size_t length = strlen(word);
    if ((size_t)(r->scan.end - r->scan.at) < length || memcmp(r->scan.at, word, length) != 0) {
        return false;
    }
    r->scan.at += length;
    return true;
}

bool vrmi_json_text_number(vrmi_json_text *r, float *out) {
    vrmi_json_text_space(r);
    return vrmi_scan_number(&r->scan, out);
}

bool vrmi_json_text_object(vrmi_json_text *r, vrmi_json_member_reader *read, float *numbers) {
    vrm_string key;
    if (!take(r, '{') || ++r->depth > MOST_DEPTH) return false;
    if (!take(r, '}')) {
        do {
            if (!vrmi_json_text_string(r, &key) || !take(r, ':')) return false;
            if (!read(r, key, numbers)) return false;
        } while (take(r, ','));
        if (!take(r, '}')) return false;
    }
    --r->depth;
    return true;
}

bool vrmi_json_text_array(vrmi_json_text *r, bool (*read)(vrmi_json_text *)) {
    if (!take(r, '[') || ++r->depth > MOST_DEPTH) return false;
    if (!take(r, ']')) {
        do {
            if (!read(r)) return false;
        } while (take(r, ','));
        if (!take(r, ']')) return false;
    }
    --r->depth;
    return true;
}

static bool skip_member(vrmi_json_text *r, vrm_string key, float *numbers) {
    (void)key;
    (void)numbers;
    return vrmi_json_text_skip(r);
}

bool vrmi_json_text_skip(vrmi_json_text *r) {
    vrm_string text;
    float number;
    vrmi_json_text_space(r);
    if (r->scan.at == r->scan.end) return false;
    switch (*r->scan.at) {
    case '{':
        return vrmi_json_text_object(r, skip_member, NULL);
    case '[':
        return vrmi_json_text_array(r, vrmi_json_text_skip);
    case '"':
        return vrmi_json_text_string(r, &text);
    case 't':
        return vrmi_json_text_word(r, "true");
    case 'f':
        return vrmi_json_text_word(r, "false");
    case 'n':
        return vrmi_json_text_word(r, "null");
    default:
        return vrmi_scan_number(&r->scan, &number);
    }
}

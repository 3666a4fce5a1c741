#include "author/json/json_scan.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static bool ends_scalar(char c) { return is_space(c) || c == ',' || c == ']' || c == '}'; }

void vrmi_scan_space(vrmi_json_scan *scan) {
    while (scan->at < scan->length && is_space(scan->text[scan->at])) ++scan->at;
}

bool vrmi_scan_character(vrmi_json_scan *scan, char c) {
    vrmi_scan_space(scan);
    if (scan->at >= scan->length || scan->text[scan->at] != c) return false;
    ++scan->at;
    return true;
}

bool vrmi_scan_string(vrmi_json_scan *scan) {
    size_t at = scan->at;
    if (at >= scan->length || scan->text[at] != '"') return false;
    for (++at; at < scan->length; ++at) {
        if (scan->text[at] == '\\') {
            ++at;
        } else if (scan->text[at] == '"') {
            scan->at = at + 1;
            return true;
        }
    }
    return false;
}

/* Brackets of both kinds are counted together: the text has been parsed, so that they match. */
static bool scan_container(vrmi_json_scan *scan) {
    size_t depth = 0;
    while (scan->at < scan->length) {
        char c = scan->text[scan->at];
        if (c == '"') {
            if (!vrmi_scan_string(scan)) return false;
            continue;
        }
        ++scan->at;
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (--depth == 0) return true;
        }
    }
    return false;
}

bool vrmi_scan_value(vrmi_json_scan *scan) {
    size_t begin = scan->at;
    if (begin >= scan->length) return false;
    switch (scan->text[begin]) {
    case '"':
        return vrmi_scan_string(scan);
    case '{':
    case '[':
        return scan_container(scan);
    default:
        break;
    }
    while (scan->at < scan->length && !ends_scalar(scan->text[scan->at])) ++scan->at;
    return scan->at > begin;
}

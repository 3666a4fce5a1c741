#include "explain.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern const unsigned char
    requirements[]; /* docs/evidence/requirements.md, with a NUL byte at the end */
extern const size_t requirements_size;

/* IDs are two letters or letter and digit, a dash and three digits: "GL-033", "V0-020". */
static bool read_id(const char *text, char out[16]) {
    size_t length = strlen(text);
    if (length < 6 || length > 10) return false;
    for (size_t i = 0; i <= length; ++i) {
        char c = text[i];
        out[i] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return true;
}

/* Copies the cell that begins at `at` without the marks of Markdown; returns where the next cell
 * begins. A bar within a cell has a backslash before it. */
static const char *read_cell(const char *at, char *out, size_t capacity) {
    size_t length = 0;
    while (*at == ' ') ++at;
    for (; *at != '\0' && *at != '\n' && *at != '|'; ++at) {
        if (*at == '*' && at[1] == '*') {
            ++at;
            continue;
        }
        if (*at == '\\' && at[1] == '|') ++at;
        if (*at == '`') continue;
        if (length + 1 < capacity) out[length++] = *at;
    }
    while (length > 0 && out[length - 1] == ' ') --length;
    /* A cut text must not end within a character. */
    while (length > 0 && length + 1 == capacity && ((unsigned char)out[length - 1] & 0x80) != 0) {
        --length;
    }
    out[length] = '\0';
    if (strcmp(out, "–") == 0) out[0] = '\0';
    return *at == '|' ? at + 1 : at;
}

bool find_requirement(const char *id, requirement *out) {
    char wanted[16], row[24], kind[64];
    const char *at;
    if (!read_id(id, wanted)) return false;
    snprintf(row, sizeof row, "\n| %s |", wanted);
    at = strstr((const char *)requirements, row);
    if (at == NULL) return false;
    memcpy(out->id, wanted, sizeof wanted);
    at = read_cell(at + strlen(row), out->source, sizeof out->source);
    at = read_cell(at, out->level, sizeof out->level);
    at = read_cell(at, kind, sizeof kind);
    at = read_cell(at, out->text, sizeof out->text);
    read_cell(at, out->fallback, sizeof out->fallback);
    return true;
}

/* "### 3.2 HU — humanoid"; one heading may have two areas: "MT / HE — materials". */
bool find_area(const char *area, char *out, size_t capacity) {
    const char *at = (const char *)requirements;
    while ((at = strstr(at, "\n### 3.")) != NULL) {
        const char *end = strchr(at + 1, '\n'), *dash = strstr(at, " — "), *found;
        if (end == NULL || dash == NULL) return false;
        found = strstr(at, area);
        if (dash < end && found != NULL && found < dash) {
            dash += strlen(" — ");
            snprintf(out, capacity, "%.*s", (int)(end - dash), dash);
            return true;
        }
        at += 1;
    }
    return false;
}

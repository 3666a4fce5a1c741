#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "output.h"
#include "open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static bool to_wide(const char *path, WCHAR *out) {
    return MultiByteToWideChar(CP_UTF8, 0, path, -1, out, MAX_OUTPUT_PATH) != 0;
}

static bool there_is_folder(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    DWORD found = to_wide(path, wide) ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    return found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

static void make_one(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    if (to_wide(path, wide)) CreateDirectoryW(wide, NULL);
}

static bool is_separator(char c) { return c == '/' || c == '\\'; }
#else
#include <sys/stat.h>

static bool there_is_folder(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static void make_one(const char *path) { mkdir(path, 0777); }

static bool is_separator(char c) { return c == '/'; }
#endif

bool is_folder(const char *path) {
    size_t length = strlen(path);
    return (length > 0 && is_separator(path[length - 1])) || there_is_folder(path);
}

bool make_folder(const char *path) {
    char part[MAX_OUTPUT_PATH];
    size_t length = strlen(path);
    if (there_is_folder(path)) return true;
    if (length == 0 || length >= sizeof part) return false;
    for (size_t i = 1; i < length; ++i) {
        if (!is_separator(path[i])) continue;
        memcpy(part, path, i);
        part[i] = '\0';
        make_one(part);
    }
    make_one(path);
    return there_is_folder(path);
}

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static bool is_same(const char *a, const char *b) {
    while (*a != '\0' && lower(*a) == lower(*b)) ++a, ++b;
    return *a == *b;
}

bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), end = strlen(ending);
    return length > end && is_same(path + length - end, ending);
}

static bool is_taken(const output_names *names, const char *name) {
    for (size_t i = 0; i < names->taken_count; ++i) {
        if (is_same(names->taken[i], name)) return true;
    }
    return false;
}

static bool take(output_names *names, const char *name) {
    size_t size = strlen(name) + 1;
    char **taken = realloc(names->taken, (names->taken_count + 1) * sizeof *taken);
    char *copy = malloc(size);
    if (taken != NULL) names->taken = taken;
    if (taken == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    memcpy(copy, name, size);
    names->taken[names->taken_count++] = copy;
    return true;
}

/* Between the last separator and the last dot behind it. */
static vrm_string stem_of(const char *path) {
    const char *start = path, *end;
    vrm_string stem;
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '/' || *at == '\\') start = at + 1;
    }
    end = strrchr(start, '.');
    if (end == NULL || end == start) end = start + strlen(start);
    stem.data = start;
    stem.length = (uint32_t)(end - start);
    return stem;
}

bool output_name(output_names *names, const char *input, const char *ending,
                 char out[MAX_OUTPUT_PATH]) {
    char stem[200], name[256];
    size_t folder = strlen(names->folder);
    int length;
    vrm_string_file_name(stem_of(input), stem, sizeof stem);
    snprintf(name, sizeof name, "%s%s", stem, ending);
    for (unsigned number = 2; is_taken(names, name); ++number) {
        snprintf(name, sizeof name, "%s-%u%s", stem, number, ending);
    }
    if (!take(names, name)) return false;
    length = snprintf(out, MAX_OUTPUT_PATH, "%s%s%s", names->folder,
                      folder == 0 || is_separator(names->folder[folder - 1]) ? "" : "/", name);
    return length > 0 && length < MAX_OUTPUT_PATH;
}

void output_names_release(output_names *names) {
    for (size_t i = 0; i < names->taken_count; ++i) free(names->taken[i]);
    free(names->taken);
    memset(names, 0, sizeof *names);
}

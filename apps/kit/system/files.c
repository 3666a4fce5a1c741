#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#if defined(__APPLE__)
#define st_mtim st_mtimespec
#endif

#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- Paths --- */

bool make_folder(const char *path) {
    char part[MAX_OUTPUT_PATH];
    size_t length = strlen(path);
    int error;
    if (folder_exists(path)) return true;
    errno = ENOENT;
    if (length == 0 || length >= sizeof part) return false;
    for (size_t i = 1; i < length; ++i) {
        if (!is_separator(path[i])) continue;
        memcpy(part, path, i);
        part[i] = '\0';
        create_folder(part);
    }
    if (create_folder(path)) return true;
    error = errno;
    if (folder_exists(path)) return true; /* another process was faster */
    errno = error;
    return false;
}

const char *base_name(const char *path) {
    const char *name = path;
    for (const char *at = path; *at != '\0'; ++at) {
        if (is_separator(*at)) name = at + 1;
    }
    return name;
}

bool make_folder_of(const char *path) {
    char folder[MAX_OUTPUT_PATH];
    size_t length = (size_t)(base_name(path) - path);
    errno = ENAMETOOLONG;
    if (length >= sizeof folder) return false;
    if (length == 0) return true;
    memcpy(folder, path, length);
    if (length > 1) --length; /* the separator */
    folder[length] = '\0';
    return make_folder(folder);
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

const char *unreadable_words(const char *path) {
    FILE *stream;
    if (folder_exists(path)) return "this is a folder";
    errno = 0;
    stream = open_by_path(path, "rb");
    if (stream != NULL) fclose(stream);
    if (stream == NULL && errno == ENOENT) return "there is no such file";
    if (stream == NULL && errno == EACCES) return "the file may not be read";
    return "the file cannot be read";
}

bool file_identity_is_same(const file_identity *a, const file_identity *b) {
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

/* --- Lists --- */

static bool add_entry(folder_list *list, const char *name, bool is_folder) {
    size_t size = strlen(name) + 1;
    folder_entry *grown;
    char *copy;
    if ((list->count & (list->count - 1)) == 0) { /* full: the room is a power of two */
        size_t capacity = list->count > 0 ? list->count * 2 : 1;
        grown = realloc(list->items, capacity * sizeof *grown);
        if (grown == NULL) return false;
        list->items = grown;
    }
    copy = malloc(size);
    if (copy == NULL) return false;
    memcpy(copy, name, size);
    list->items[list->count].name = copy;
    list->items[list->count].is_folder = is_folder;
    ++list->count;
    return true;
}

static int compare_entries(const void *a, const void *b) {
    return strcmp(((const folder_entry *)a)->name, ((const folder_entry *)b)->name);
}

void folder_list_release(folder_list *list) {
    for (size_t i = 0; i < list->count; ++i) free(list->items[i].name);
    free(list->items);
    memset(list, 0, sizeof *list);
}

/* Sorts what was read, or gives up. */
static bool end_list(folder_list *list, bool is_good) {
    if (!is_good) {
        folder_list_release(list);
        return false;
    }
    if (list->count > 1) qsort(list->items, list->count, sizeof *list->items, compare_entries);
    return true;
}

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { MOST_NAME = 1024 };

bool widen_path(const char *path, wchar_t out[MAX_OUTPUT_PATH]) {
    errno = ENOENT;
    return MultiByteToWideChar(CP_UTF8, 0, path, -1, out, MAX_OUTPUT_PATH) != 0;
}

FILE *open_by_path(const char *path, const char *mode) {
    WCHAR wide[MAX_OUTPUT_PATH];
    const wchar_t *how = mode[0] == 'r' ? L"rb" : mode[0] == 'a' ? L"ab" : L"wb";
    return widen_path(path, wide) ? _wfopen(wide, how) : NULL;
}

bool file_size(const char *path, uint64_t *out) {
    WCHAR wide[MAX_OUTPUT_PATH];
    WIN32_FILE_ATTRIBUTE_DATA found;
    if (!widen_path(path, wide) || !GetFileAttributesExW(wide, GetFileExInfoStandard, &found)) {
        return false;
    }
    *out = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    return true;
}

static bool open_for_identity(const char *path, BY_HANDLE_FILE_INFORMATION *out) {
    WCHAR wide[MAX_OUTPUT_PATH];
    HANDLE file;
    bool is_good;
    if (!widen_path(path, wide)) return false;
    file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    is_good = GetFileInformationByHandle(file, out) != 0;
    CloseHandle(file);
    return is_good;
}

bool is_same_file(const char *a, const char *b) {
    BY_HANDLE_FILE_INFORMATION first, second;
    return open_for_identity(a, &first) && open_for_identity(b, &second) &&
           first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh &&
           first.nFileIndexLow == second.nFileIndexLow;
}

file_identity file_identity_of(const char *path) {
    BY_HANDLE_FILE_INFORMATION found;
    file_identity out = {0};
    if (!open_for_identity(path, &found)) return out;
    out.device = found.dwVolumeSerialNumber;
    out.number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    out.size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    out.seconds = found.ftLastWriteTime.dwHighDateTime;
    out.nanoseconds = found.ftLastWriteTime.dwLowDateTime;
    return out;
}

bool folder_exists(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    DWORD found = widen_path(path, wide) ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    return found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

bool create_folder(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    if (!widen_path(path, wide)) return false;
    errno = EACCES;
    return CreateDirectoryW(wide, NULL) != 0;
}

bool is_separator(char c) { return c == '/' || c == '\\'; }

static bool add_found(folder_list *list, const WIN32_FIND_DATAW *found) {
    char name[MOST_NAME];
    bool is_folder = (found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    if (found->cFileName[0] == L'.') return true;
    if (is_folder && (found->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return true;
    if (WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, MOST_NAME, NULL, NULL) == 0) {
        return true;
    }
    return add_entry(list, name, is_folder);
}

bool list_folder(const char *path, folder_list *out) {
    WCHAR wide[MAX_OUTPUT_PATH + 2];
    WIN32_FIND_DATAW found;
    HANDLE search;
    bool is_good = true;
    memset(out, 0, sizeof *out);
    if (!widen_path(path, wide)) return false;
    wcscat(wide, L"\\*");
    search = FindFirstFileW(wide, &found);
    errno = EACCES;
    if (search == INVALID_HANDLE_VALUE) return false;
    do {
        is_good = add_found(out, &found);
    } while (is_good && FindNextFileW(search, &found));
    FindClose(search);
    errno = ENOMEM;
    return end_list(out, is_good);
}

#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

FILE *open_by_path(const char *path, const char *mode) { return fopen(path, mode); }

bool file_size(const char *path, uint64_t *out) {
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode)) return false;
    *out = (uint64_t)found.st_size;
    return true;
}

bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

file_identity file_identity_of(const char *path) {
    struct stat found;
    file_identity out = {0};
    if (stat(path, &found) != 0) return out;
    out.device = (uint64_t)found.st_dev;
    out.number = (uint64_t)found.st_ino;
    out.size = (uint64_t)found.st_size;
    out.seconds = (uint64_t)found.st_mtime;
    out.nanoseconds = (uint64_t)found.st_mtim.tv_nsec;
    return out;
}

bool folder_exists(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

bool create_folder(const char *path) { return mkdir(path, 0777) == 0; }

bool is_separator(char c) { return c == '/'; }

/* An archive can hold pipes, and links to devices: reading one could wait for ever. A link that
 * leads nowhere is listed, so that it is reported. */
static bool add_found(folder_list *list, int folder, const char *name) {
    struct stat found;
    if (name[0] == '.' || fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return true;
    if (S_ISDIR(found.st_mode)) return add_entry(list, name, true);
    if (S_ISLNK(found.st_mode) && fstatat(folder, name, &found, 0) != 0) {
        return add_entry(list, name, false);
    }
    return !S_ISREG(found.st_mode) || add_entry(list, name, false);
}

bool list_folder(const char *path, folder_list *out) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    bool is_good = true;
    memset(out, 0, sizeof *out);
    if (folder == NULL) return false;
    while (is_good && (entry = readdir(folder)) != NULL) {
        is_good = add_found(out, dirfd(folder), entry->d_name);
    }
    closedir(folder);
    errno = ENOMEM;
    return end_list(out, is_good);
}

#endif

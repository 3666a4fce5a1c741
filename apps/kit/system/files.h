/* Files and folders by paths in UTF-8, on all systems. */
#ifndef VRM_KIT_FILES_H
#define VRM_KIT_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The longest path of a file that is written. */
enum { MAX_OUTPUT_PATH = 4096 };

#if defined(_WIN32)
/* The path as functions of Windows take it. False: it is too long, or no UTF-8. */
bool widen_path(const char *path, wchar_t out[MAX_OUTPUT_PATH]);
#endif

/* fopen; `mode` is "rb", "wb" or "ab". NULL leaves errno. */
FILE *open_by_path(const char *path, const char *mode);

/* Why a file cannot be read, in the words of a load. */
const char *unreadable_words(const char *path);

/* How many bytes a file has. False: that is not known. */
bool file_size(const char *path, uint64_t *out);

/* Which file it is, and when it was changed: all 0 if that is not known. */
typedef struct file_identity {
    uint64_t device, number, size, seconds, nanoseconds;
} file_identity;

file_identity file_identity_of(const char *path);
bool file_identity_is_same(const file_identity *a, const file_identity *b);

/* Whether two paths lead to the same file, which exists. */
bool is_same_file(const char *a, const char *b);

/* Whether there is a folder of that name. */
bool folder_exists(const char *path);

/* Creates one folder. False leaves errno. */
bool create_folder(const char *path);

/* Whether a character stands between the names of a path. */
bool is_separator(char c);

/* Makes a folder, and those above it, where they are not there. False leaves errno. */
bool make_folder(const char *path);
/* The folder that a file is in. */
bool make_folder_of(const char *path);

/* The part of a path behind the last separator. */
const char *base_name(const char *path);

/* Whether the name of a file ends so: ".png". Case does not matter. */
bool has_ending(const char *path, const char *ending);

/* --- Listing --- */

typedef struct folder_entry {
    char *name;
    bool is_folder; /* a folder itself, not a link to one */
} folder_entry;

typedef struct folder_list {
    folder_entry *items;
    size_t count;
} folder_list;

/* What is in a folder, sorted by the bytes of the names, without names that begin with a dot.
 * Links to folders are skipped, as they could lead around in circles, and so are pipes and devices.
 * False leaves errno. */
bool list_folder(const char *path, folder_list *out);
void folder_list_release(folder_list *list);

#endif

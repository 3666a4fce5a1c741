#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64

#include "outputs.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/stop.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <vrm/vrm.h>

/* --- Folders --- */

/* OUT/ab/cd/SHA-256/RECIPE: names have these lengths. */
enum { LEVELS = 4 };
static const size_t digits_of[LEVELS] = {2, 2, HASH_DIGITS, RECIPE_DIGITS};

typedef struct walker {
    const char *folder;
    char path[MAX_OUTPUT_PATH];
    bool (*each)(const output *each, void *user);
    void *user;
} walker;

static bool is_level(const char *name, int level) {
    return strlen(name) == digits_of[level] && strspn(name, "0123456789abcdef") == digits_of[level];
}

/* Manifests begin with their schema and the version. */
static void read_version(const char *path, char out[32]) {
    char text[128];
    FILE *file = fopen(path, "rb");
    const char *found;
    size_t length;
    if (file == NULL) return;
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    found = strstr(text, "\"version\":\"");
    if (found != NULL) sscanf(found, "\"version\":\"%31[^\"]", out);
    fclose(file);
}

/* Adds a file of an output. */
static void measure_file(const char *path, const char *name, output *out) {
    char whole[MAX_OUTPUT_PATH + 300];
    struct stat about;
    snprintf(whole, sizeof whole, "%s/%s", path, name);
    if (lstat(whole, &about) != 0 || !S_ISREG(about.st_mode)) return;
    out->bytes += (uint64_t)about.st_size;
    if (strcmp(name, MANIFEST_NAME) != 0) return;
    out->time = (int64_t)about.st_mtim.tv_sec;
    read_version(whole, out->version);
}

static void measure(const walker *walk, DIR *list, output *out) {
    const char *place = walk->path + strlen(walk->folder) + 1;
    struct dirent *entry;
    struct stat about;
    *out = (output){0};
    snprintf(out->place, sizeof out->place, "%s", place);
    snprintf(out->sha256, sizeof out->sha256, "%.64s", place + 6);
    if (lstat(walk->path, &about) == 0) out->time = (int64_t)about.st_mtim.tv_sec;
    while ((entry = readdir(list)) != NULL) measure_file(walk->path, entry->d_name, out);
}

static bool walk_level(walker *walk, int level);

static bool walk_entry(walker *walk, const char *name, int level) {
    size_t length = strlen(walk->path);
    bool goes_on = true;
    if (!is_level(name, level) || length + strlen(name) + 2 > sizeof walk->path) return true;
    snprintf(walk->path + length, sizeof walk->path - length, "/%s", name);
    goes_on = walk_level(walk, level + 1);
    walk->path[length] = '\0';
    return goes_on;
}

/* What another process removes meanwhile is passed over. */
static bool walk_level(walker *walk, int level) {
    DIR *list = opendir(walk->path);
    struct dirent *entry;
    bool goes_on = true;
    if (list == NULL) return level > 0 && (errno == ENOENT || errno == ENOTDIR);
    if (level == LEVELS) {
        output found;
        measure(walk, list, &found);
        goes_on = walk->each(&found, walk->user) && stop_requested() == 0;
    }
    while (level < LEVELS && goes_on && (entry = readdir(list)) != NULL) {
        goes_on = walk_entry(walk, entry->d_name, level);
    }
    closedir(list);
    return goes_on;
}

bool outputs_walk(const char *folder, bool (*each)(const output *each, void *user), void *user) {
    walker walk = {.folder = folder, .each = each, .user = user};
    return snprintf(walk.path, sizeof walk.path, "%s", folder) < (int)sizeof walk.path &&
           walk_level(&walk, 0);
}

bool outputs_remove(const char *folder, const char *place) {
    char path[MAX_OUTPUT_PATH], file[MAX_OUTPUT_PATH + 300];
    folder_list list;
    snprintf(path, sizeof path, "%s/%s", folder, place);
    snprintf(file, sizeof file, "%s/" MANIFEST_NAME, path);
    remove(file);
    if (list_folder(path, &list)) {
        for (size_t i = 0; i < list.count; ++i) {
            snprintf(file, sizeof file, "%s/%s", path, list.items[i].name);
            remove(file);
        }
        folder_list_release(&list);
    }
    if (remove(path) != 0 && errno != ENOENT) return false;
    *strrchr(path, '/') = '\0';
    remove(path); /* fails if the upload has other outputs */
    return true;
}

/* --- Uploads --- */

void upload_set_init(upload_set *set) {
    key_set_init(&set->all);
    key_set_init(&set->waiting);
    set->is_whole = true;
}

void upload_set_release(upload_set *set) {
    key_set_release(&set->all);
    key_set_release(&set->waiting);
}

static bool add(key_set *set, const char *sha256) {
    text_key key = key_of(set, sha256, HASH_DIGITS);
    bool is_new;
    return key_set_add(set, &key, &is_new);
}

static bool has(const key_set *set, const char *sha256) {
    text_key key = key_of(set, sha256, HASH_DIGITS);
    return key_set_has(set, &key);
}

void upload_set_add(upload_set *set, const ledger_entry *entry) {
    bool is_added = entry->problem == NULL && add(&set->all, entry->key) &&
                    (entry->committed != 0 || add(&set->waiting, entry->key));
    if (!is_added) set->is_whole = false;
}

bool upload_set_has(const upload_set *set, const char *sha256) { return has(&set->all, sha256); }

/* "1.2.3"; false: it is not like that. */
static bool parse_version(const char *text, unsigned long out[3]) {
    for (int i = 0; i < 3; ++i) {
        char *end;
        if (*text < '0' || *text > '9') return false;
        out[i] = strtoul(text, &end, 10);
        if (i < 2 && *end != '.') return false;
        text = end + 1;
    }
    return true;
}

/* Whether a version is older than this one. */
static bool is_older(const char *version) {
    unsigned long theirs[3], ours[3];
    int i = 0;
    if (!parse_version(version, theirs) || !parse_version(vrm_version(), ours)) return false;
    while (i < 2 && theirs[i] == ours[i]) ++i;
    return theirs[i] < ours[i];
}

output_use output_use_of(const output *item, const upload_set *uploads) {
    if (!has(&uploads->all, item->sha256)) return OUTPUT_GONE;
    return is_older(item->version) && !has(&uploads->waiting, item->sha256) ? OUTPUT_OLD
                                                                            : OUTPUT_NEEDED;
}

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* flock */
#define _FILE_OFFSET_BITS 64

#include "store.h"
#include "child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A manifest has the records of a job in it, and little more. */
/* Between making a temporary folder and giving it its name there are three calls. */
enum { PIECE = 1 << 16, RENAME_SECONDS = 600, MOST_MANIFEST = MOST_RECORD_BYTES + (1 << 20) };
#define TEMPORARY "tmp"
#define LOCK "lock"

static int open_folder(int from, const char *path) {
    return openat(from, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* --- Temporary folders --- */

static void remove_folder(int from, const char *path) {
    int folder = open_folder(from, path), listed = folder >= 0 ? dup(folder) : -1;
    DIR *list = listed >= 0 ? fdopendir(listed) : NULL;
    struct dirent *entry;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        unlinkat(folder, entry->d_name, 0);
    }
    if (list != NULL) closedir(list);
    if (folder >= 0) close(folder);
    unlinkat(from, path, AT_REMOVEDIR);
}

/* Whether nobody holds the lock of a temporary folder. */
static bool is_left(int from, const char *name) {
    char path[300];
    int lock;
    bool is_free;
    snprintf(path, sizeof path, "%s/" LOCK, name);
    lock = openat(from, path, O_RDWR | O_CLOEXEC);
    if (lock < 0) return false; /* it is being made, or being removed */
    is_free = flock(lock, LOCK_EX | LOCK_NB) == 0;
    close(lock);
    return is_free;
}

/* A folder without its name yet: its worker is about to rename it, or was killed before. */
static bool is_old(int from, const char *name) {
    struct stat about;
    return fstatat(from, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(about.st_mode) &&
           time(NULL) - about.st_mtime > RENAME_SECONDS;
}

static bool is_abandoned(int from, const char *name) {
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return false;
    return name[0] == '.' ? is_old(from, name) : is_left(from, name);
}

/* Removes what workers left that are no more. */
static void sweep(int temporaries) {
    int listed = dup(temporaries);
    DIR *list = listed >= 0 ? fdopendir(listed) : NULL;
    struct dirent *entry;
    if (list == NULL) {
        if (listed >= 0) close(listed);
        return;
    }
    while ((entry = readdir(list)) != NULL) {
        if (is_abandoned(temporaries, entry->d_name)) remove_folder(temporaries, entry->d_name);
    }
    closedir(list);
}

/* The lock is taken before the folder has its name, so that no other worker finds it free. */
static bool make_temporary(store *out, int temporaries) {
    char hidden[80], path[100];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(out->name, sizeof out->name, "%ld-%lld%09ld", (long)getpid(), (long long)now.tv_sec,
             now.tv_nsec);
    snprintf(hidden, sizeof hidden, ".%s", out->name);
    snprintf(path, sizeof path, "%s/" LOCK, hidden);
    if (mkdirat(temporaries, hidden, 0777) != 0) return false;
    out->lock = openat(temporaries, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out->lock < 0 || flock(out->lock, LOCK_EX | LOCK_NB) != 0) return false;
    if (renameat(temporaries, hidden, temporaries, out->name) != 0) return false;
    out->temporary = open_folder(temporaries, out->name);
    return out->temporary >= 0;
}

const char *store_open(store *out, const char *path) {
    const char *problem;
    int temporaries = -1;
    bool is_good;
    *out = (store){.folder = -1, .temporary = -1, .lock = -1};
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return strerror(errno);
    out->folder = open_folder(AT_FDCWD, path);
    if (out->folder < 0) return strerror(errno);
    is_good = (mkdirat(out->folder, TEMPORARY, 0777) == 0 || errno == EEXIST) &&
              (temporaries = open_folder(out->folder, TEMPORARY)) >= 0;
    if (is_good) sweep(temporaries);
    is_good = is_good && make_temporary(out, temporaries);
    problem = is_good ? NULL : strerror(errno);
    if (temporaries >= 0) close(temporaries);
    if (!is_good) store_close(out);
    return problem;
}

void store_close(store *store) {
    if (store->temporary >= 0) {
        char path[100];
        close(store->temporary);
        snprintf(path, sizeof path, TEMPORARY "/%s", store->name);
        remove_folder(store->folder, path);
    }
    if (store->lock >= 0) close(store->lock);
    if (store->folder >= 0) close(store->folder);
    store->folder = store->temporary = store->lock = -1;
}

/* --- Places --- */

char *store_find(const store *store, const char *place, size_t *out_length) {
    char path[MOST_MANIFEST_FOLDER + 16], *text = NULL;
    struct stat found;
    int file;
    snprintf(path, sizeof path, "%s/" MANIFEST_NAME, place);
    file = openat(store->folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    if (fstat(file, &found) == 0 && found.st_size > 0 && found.st_size <= MOST_MANIFEST) {
        text = malloc((size_t)found.st_size);
        if (text != NULL && !read_exactly(file, text, (size_t)found.st_size, 0)) {
            free(text);
            text = NULL;
        }
        *out_length = (size_t)found.st_size;
    }
    close(file);
    return text;
}

/* Brings what a folder lists to the disk. */
static bool sync_folder(const store *store, const char *path) {
    int folder = open_folder(store->folder, path);
    bool is_good = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0) close(folder);
    return is_good;
}

/* Folders from the outside in; each that is new is brought to the disk by the one around it. */
bool store_begin(store *store, const char *place) {
    char path[MOST_MANIFEST_FOLDER], around[MOST_MANIFEST_FOLDER] = ".";
    size_t length = strlen(place);
    for (size_t i = 0; i <= length; ++i) {
        if (place[i] != '/' && place[i] != '\0') continue;
        snprintf(path, sizeof path, "%.*s", (int)i, place);
        if (mkdirat(store->folder, path, 0777) == 0) {
            if (!sync_folder(store, around)) return false;
        } else if (errno != EEXIST) {
            return false;
        }
        memcpy(around, path, sizeof around);
    }
    return true;
}

static bool copy_part(int from, uint64_t begin, uint64_t end, int to, hash_pieces *hash) {
    unsigned char piece[PIECE];
    while (begin < end) {
        size_t size = end - begin < sizeof piece ? (size_t)(end - begin) : sizeof piece;
        if (!read_exactly(from, piece, size, begin) || !write_wholly(to, piece, size)) return false;
        hash_add(hash, piece, size);
        begin += size;
    }
    return true;
}

/* Makes a file whole under a temporary name, and then gives it its own. */
static bool finish_file(store *store, int file, const char *temporary, const char *place,
                        const char *name, bool is_good) {
    char path[MOST_MANIFEST_FOLDER + MOST_STEP_NAME + 8];
    snprintf(path, sizeof path, "%s/%s", place, name);
    is_good = is_good && fsync(file) == 0;
    if (close(file) != 0) is_good = false;
    is_good = is_good && renameat(store->temporary, temporary, store->folder, path) == 0;
    if (!is_good) unlinkat(store->temporary, temporary, 0);
    return is_good;
}

static int create_temporary(store *store, char name[32]) {
    snprintf(name, 32, "%llu", (unsigned long long)store->count++);
    return openat(store->temporary, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

bool store_put(store *store, const char *place, const char *name, int from, uint64_t begin,
               uint64_t end, char out_sha256[HASH_DIGITS + 1]) {
    char temporary[32];
    int file = create_temporary(store, temporary);
    hash_pieces *hash = hash_begin();
    bool is_good = file >= 0 && copy_part(from, begin, end, file, hash);
    if (!hash_end(hash, out_sha256)) is_good = false;
    return file >= 0 && finish_file(store, file, temporary, place, name, is_good);
}

bool store_commit(store *store, const char *place, const char *manifest, bool has_files) {
    char temporary[32];
    int file;
    if (has_files && !sync_folder(store, place)) return false;
    file = create_temporary(store, temporary);
    if (file < 0) return false;
    return finish_file(store, file, temporary, place, MANIFEST_NAME,
                       write_wholly(file, manifest, strlen(manifest))) &&
           sync_folder(store, place);
}

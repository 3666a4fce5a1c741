#if !defined(_WIN32)
#define _XOPEN_SOURCE 700 /* realpath */
#endif

#include "output_file.h"
#include "files.h"
#include "workers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 1000, MOST_NAME = 120 };

/* A temporary file, from the moment it is created until it is renamed or removed. */
typedef struct temporary {
    char path[MAX_OUTPUT_PATH];
    struct temporary *next;
} temporary;

/* What this program is writing. It belongs to the process as its temporary files do: whatever ends
 * the program must be able to remove those of all threads. */
static struct {
    work_lock lock;
    temporary *first;
    unsigned count; /* of the temporary files so far: each has a name of its own */
    bool is_stopped;
} writing = {.lock = WORK_LOCK_INIT};

/* --- What the system does. False leaves errno. --- */

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <windows.h>

typedef HANDLE file_handle;

static void set_errno(void) {
    static const struct {
        DWORD from;
        int to;
    } errors[] = {{ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
                  {ERROR_INVALID_NAME, ENOENT},      {ERROR_ACCESS_DENIED, EACCES},
                  {ERROR_SHARING_VIOLATION, EACCES}, {ERROR_WRITE_PROTECT, EROFS},
                  {ERROR_DISK_FULL, ENOSPC},         {ERROR_HANDLE_DISK_FULL, ENOSPC},
                  {ERROR_FILE_EXISTS, EEXIST},       {ERROR_ALREADY_EXISTS, EEXIST}};
    DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i) {
        if (errors[i].from == error) errno = errors[i].to;
    }
}

static unsigned long process_number(void) { return GetCurrentProcessId(); }

static bool create_new(const char *path, file_handle *out) {
    WCHAR wide[MAX_OUTPUT_PATH];
    if (!widen_path(path, wide)) return false;
    *out = CreateFileW(wide, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    if (*out == INVALID_HANDLE_VALUE) set_errno();
    return *out != INVALID_HANDLE_VALUE;
}

static bool write_all(file_handle file, const char *bytes, size_t size) {
    while (size > 0) {
        DWORD piece = size < (1u << 30) ? (DWORD)size : 1u << 30, done = 0;
        if (!WriteFile(file, bytes, piece, &done, NULL)) {
            set_errno();
            return false;
        }
        bytes += done;
        size -= done;
    }
    return true;
}

static bool close_file(file_handle file) {
    if (CloseHandle(file)) return true;
    set_errno();
    return false;
}

static bool sync_file(file_handle file) {
    if (FlushFileBuffers(file)) return true;
    set_errno();
    return false;
}

static void remove_file(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    if (widen_path(path, wide)) DeleteFileW(wide);
}

static bool put_in_place(const char *from, const char *to, bool replaces) {
    WCHAR wide_from[MAX_OUTPUT_PATH], wide_to[MAX_OUTPUT_PATH];
    if (!widen_path(from, wide_from) || !widen_path(to, wide_to)) return false;
    if (MoveFileExW(wide_from, wide_to,
                    (replaces ? MOVEFILE_REPLACE_EXISTING : 0) | MOVEFILE_WRITE_THROUGH))
        return true;
    set_errno();
    return false;
}

bool output_file_exists(const char *path) {
    WCHAR wide[MAX_OUTPUT_PATH];
    return widen_path(path, wide) && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
}

static void set_binary(void) { _setmode(_fileno(stdout), _O_BINARY); }

#elif defined(__unix__) || defined(__APPLE__)

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int file_handle;

static unsigned long process_number(void) { return (unsigned long)getpid(); }

static bool create_new(const char *path, file_handle *out) {
    *out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return *out >= 0;
}

static bool write_all(file_handle file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t done = write(file, bytes, size < (1u << 30) ? size : 1u << 30);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

static bool close_file(file_handle file) { return close(file) == 0; }

static bool sync_file(file_handle file) { return fsync(file) == 0; }

/* Brings a rename to the disk. Not every folder can be opened or synced: what can be done is. */
static bool sync_folder_of(const char *path) {
    char folder[MAX_OUTPUT_PATH];
    int length = (int)(base_name(path) - path), handle;
    bool is_good;
    snprintf(folder, sizeof folder, "%.*s", length > 0 ? length : 1, length > 0 ? path : ".");
    handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return true;
    is_good = fsync(handle) == 0 || errno == EINVAL || errno == EBADF;
    close(handle);
    return is_good;
}

/* Of several programs that replace a file, one does. Where locks are unknown there is none, and a
 * file that may not be read is replaced without. False: another one has it. */
static bool hold_file(const char *path, file_handle *out) {
    *out = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (*out < 0 || flock(*out, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    close(*out);
    return false;
}

static void release_file(file_handle file) {
    if (file >= 0) close(file);
}

/* Gives a file the owner and the permissions of the one that it will replace. One that belongs to
 * somebody else may not have all of them. */
static void keep_permissions(file_handle file, const char *path) {
    struct stat found;
    if (stat(path, &found) != 0) return;
    if (fchown(file, found.st_uid, found.st_gid) != 0) errno = 0;
    if (fchmod(file, found.st_mode & 0777) != 0) errno = 0;
}

static void remove_file(const char *path) { unlink(path); }

/* A link is refused where there is a file already, which a rename is not; but some file systems
 * have no links. */
static bool put_in_place(const char *from, const char *to, bool replaces) {
    if (replaces) return rename(from, to) == 0;
    if (link(from, to) == 0) {
        unlink(from);
        return true;
    }
    if (errno == EEXIST) return false;
    if (output_file_exists(to)) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

bool output_file_exists(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0;
}

/* The number of fd:N, or -1. */
static int descriptor_of(const char *path) {
    int number = 0;
    if (strncmp(path, "fd:", 3) != 0 || path[3] == '\0') return -1;
    for (const char *at = path + 3; *at != '\0'; ++at) {
        if (*at < '0' || *at > '9' || number > 99999) return -1;
        number = number * 10 + (*at - '0');
    }
    return number;
}

bool output_is_descriptor(const char *path) { return descriptor_of(path) >= 0; }

/* A descriptor that is open already; or a pipe or a device: to rename a file over it would take its
 * place. */
static bool is_special(const char *path) {
    struct stat found;
    return output_is_descriptor(path) ||
           (stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode));
}

static bool open_special(const char *path, file_handle *out) {
    if (!is_special(path)) return false;
    *out = output_is_descriptor(path) ? dup(descriptor_of(path))
                                      : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return *out >= 0;
}

/* What a link leads to, to be freed; NULL: it is no link. The link itself stays. */
static char *resolve_links(const char *path) {
    struct stat found;
    if (lstat(path, &found) != 0 || !S_ISLNK(found.st_mode)) return NULL;
    return realpath(path, NULL);
}

static void set_binary(void) {}

#else /* plain C */

typedef FILE *file_handle;

static bool sync_file(file_handle file) { return fflush(file) == 0; }

static unsigned long process_number(void) { return 0; }

static bool create_new(const char *path, file_handle *out) {
    *out = fopen(path, "wbx");
    return *out != NULL;
}

static bool write_all(file_handle file, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, file) == size;
}

static bool close_file(file_handle file) { return fclose(file) == 0; }

static void remove_file(const char *path) { remove(path); }

bool output_file_exists(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file != NULL) fclose(file);
    return file != NULL;
}

static bool put_in_place(const char *from, const char *to, bool replaces) {
    if (!replaces && output_file_exists(to)) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

static void set_binary(void) {}

#endif

#if defined(_WIN32) || !(defined(__unix__) || defined(__APPLE__)) /* without POSIX */

/* On Windows, a rename is on the disk when it returns. */
static bool sync_folder_of(const char *path) {
    (void)path;
    return true;
}

/* Without a lock, only the identity of the file is compared. */
static bool hold_file(const char *path, file_handle *out) {
    (void)path;
    *out = NULL;
    return true;
}

static void release_file(file_handle file) { (void)file; }

static void keep_permissions(file_handle file, const char *path) { (void)file, (void)path; }

bool output_is_descriptor(const char *path) {
    (void)path;
    return false;
}

static bool is_special(const char *path) {
    (void)path;
    return false;
}

static bool open_special(const char *path, file_handle *out) {
    (void)path, (void)out;
    return false;
}

static char *resolve_links(const char *path) {
    (void)path;
    return NULL;
}

#endif

/* --- Temporary files --- */

/* .name.png.vrm-tmp-PID-N in the folder of the path; a long name is cut. */
static bool name_temporary(const char *path, unsigned number, char out[MAX_OUTPUT_PATH]) {
    const char *name = base_name(path);
    int length = snprintf(out, MAX_OUTPUT_PATH, "%.*s.%.*s.vrm-tmp-%lu-%u", (int)(name - path),
                          path, MOST_NAME, name, process_number(), number);
    errno = ENAMETOOLONG;
    return length > 0 && length < MAX_OUTPUT_PATH;
}

/* Creates the file and notes it. A name can be taken by what a killed program of the same number
 * has left. */
static bool create_temporary(const char *path, temporary *out, file_handle *out_file) {
    bool is_created = false;
    work_lock_take(&writing.lock);
    for (int i = 0; i < MOST_TRIES && !is_created; ++i) {
        errno = EINTR;
        if (writing.is_stopped || !name_temporary(path, writing.count++, out->path)) break;
        is_created = create_new(out->path, out_file);
        if (!is_created && errno != EEXIST) break;
    }
    if (is_created) {
        out->next = writing.first;
        writing.first = out;
    }
    work_lock_give(&writing.lock);
    return is_created;
}

static void forget(const temporary *gone) {
    temporary **at = &writing.first;
    while (*at != NULL && *at != gone) at = &(*at)->next;
    if (*at != NULL) *at = gone->next;
}

/* Renames it where `is_good`, and removes it otherwise. */
static bool end_temporary(temporary *file, const char *path, bool is_good, bool replaces) {
    int error = errno;
    work_lock_take(&writing.lock);
    if (writing.is_stopped) {
        is_good = false; /* it is removed already */
        error = EINTR;
    } else {
        forget(file);
        errno = error;
        is_good = is_good && put_in_place(file->path, path, replaces);
        error = errno;
        if (!is_good) remove_file(file->path);
    }
    work_lock_give(&writing.lock);
    errno = error;
    return is_good;
}

void output_files_stop(void) {
    work_lock_take(&writing.lock);
    writing.is_stopped = true;
    for (const temporary *at = writing.first; at != NULL; at = at->next) remove_file(at->path);
    writing.first = NULL;
    work_lock_give(&writing.lock);
}

static bool create_temporary_in_folder(const char *path, temporary *out, file_handle *out_file) {
    return create_temporary(path, out, out_file) ||
           (errno == ENOENT && make_folder_of(path) && create_temporary(path, out, out_file));
}

static bool put_whole(const char *path, const void *bytes, size_t size, bool replaces, bool syncs) {
    temporary *file = malloc(sizeof *file);
    file_handle handle;
    bool is_good;
    errno = ENOMEM;
    if (file == NULL) return false;
    is_good = create_temporary_in_folder(path, file, &handle);
    if (is_good) {
        if (replaces) keep_permissions(handle, path);
        is_good = write_all(handle, bytes, size) && (!syncs || sync_file(handle));
        if (is_good) {
            is_good = close_file(handle);
        } else {
            int error = errno;
            close_file(handle);
            errno = error;
        }
        is_good = end_temporary(file, path, is_good, replaces) && (!syncs || sync_folder_of(path));
    }
    free(file);
    return is_good;
}

bool output_file_put(const char *path, const void *bytes, size_t size, bool replaces,
                     const char **out_reason) {
    file_handle special;
    bool is_good;
    int error;
    if (open_special(path, &special)) {
        is_good = write_all(special, bytes, size);
        error = errno;
        if (!close_file(special) && is_good) {
            is_good = false;
            error = errno;
        }
    } else {
        char *target = replaces ? resolve_links(path) : NULL;
        is_good = put_whole(target != NULL ? target : path, bytes, size, replaces, false);
        error = errno;
        free(target);
    }
    if (!is_good) *out_reason = error == EEXIST ? OUTPUT_EXISTS : strerror(error);
    return is_good;
}

static bool replace_held(const char *path, const file_identity *before, const void *bytes,
                         size_t size, const char **out_reason) {
    const file_identity now = file_identity_of(path);
    if (!file_identity_is_same(before, &now)) {
        *out_reason = "another program has changed it meanwhile; run the command again";
        return false;
    }
    if (put_whole(path, bytes, size, true, true)) return true;
    *out_reason = strerror(errno);
    return false;
}

bool output_file_replace(const char *path, const file_identity *before, const void *bytes,
                         size_t size, const char **out_reason) {
    char *target = resolve_links(path);
    file_handle held;
    bool is_good = hold_file(path, &held);
    if (is_good) {
        is_good = replace_held(target != NULL ? target : path, before, bytes, size, out_reason);
        release_file(held);
    } else {
        *out_reason = "another program is replacing it; run the command again";
    }
    free(target);
    return is_good;
}

static bool can_create(const char *path) {
    temporary *file = malloc(sizeof *file);
    file_handle handle;
    bool is_good = false;
    int error = ENOMEM;
    if (file != NULL) {
        is_good = create_temporary_in_folder(path, file, &handle);
        error = errno;
    }
    if (is_good) {
        close_file(handle);
        end_temporary(file, path, false, true);
    }
    free(file);
    errno = error;
    return is_good;
}

bool output_file_try(const char *path, const char **out_reason) {
    char *target = resolve_links(path);
    bool is_good = is_special(path);
    if (folder_exists(path)) {
        errno = EISDIR;
    } else if (!is_good) {
        is_good = can_create(target != NULL ? target : path);
    }
    if (!is_good) *out_reason = strerror(errno);
    free(target);
    return is_good;
}

bool output_standard_put(const void *bytes, size_t size, const char **out_reason) {
    set_binary();
    errno = 0;
    if (fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0) return true;
    *out_reason = errno != 0 ? strerror(errno) : "an earlier write failed";
    clearerr(stdout); /* it is said once */
    return false;
}

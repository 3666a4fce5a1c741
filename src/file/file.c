/* Everything that touches stdio. */
#if defined(__unix__) || defined(__APPLE__) || defined(__wasi__)
#define VRMI_HAS_OPENAT
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#define _FILE_OFFSET_BITS 64
#endif

#include "file/file.h"

#include "base/checked.h"
#include "base/text.h"
#include "clip/clip.h"
#include "gltf/glb.h"
#include "model/model.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#elif defined(VRMI_HAS_OPENAT)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { FIRST_PIECE = 1 << 16 };

typedef struct file_bytes {
    unsigned char *data;
    size_t size;
    size_t capacity;
} file_bytes;

/* A file that is open for reading. */
typedef struct input {
    FILE *stream;
    bool is_regular; /* and not a pipe, a terminal or a device */
    uint64_t size;   /* of a regular file, as the system states it; else 0 */
} input;

/* --- Opening. False leaves errno. --- */

#if defined(_WIN32)

/* fopen would take the path in the code page of the system. */
static bool widen(const char *path, WCHAR *out, int capacity) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, capacity) != 0)
        return true;
    errno = ENOENT;
    return false;
}

static int error_of_windows(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return EACCES;
    default:
        return EIO;
    }
}

/* The handle is the stream's, or closed. */
static bool wrap_handle(HANDLE handle, bool only_regular, input *out) {
    BY_HANDLE_FILE_INFORMATION info;
    int descriptor;
    out->is_regular = GetFileType(handle) == FILE_TYPE_DISK;
    if (out->is_regular) {
        const DWORD special = FILE_ATTRIBUTE_DIRECTORY |
                              (only_regular ? (DWORD)FILE_ATTRIBUTE_REPARSE_POINT : (DWORD)0);
        if (!GetFileInformationByHandle(handle, &info) || (info.dwFileAttributes & special) != 0) {
            out->is_regular = false;
            only_regular = true;
        } else {
            out->size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
        }
    }
    if (only_regular && !out->is_regular) {
        CloseHandle(handle);
        errno = EACCES;
        return false;
    }
    descriptor = _open_osfhandle((intptr_t)handle, _O_RDONLY | _O_BINARY);
    if (descriptor < 0) {
        CloseHandle(handle);
        return false;
    }
    out->stream = _fdopen(descriptor, "rb");
    if (out->stream == NULL) _close(descriptor);
    return out->stream != NULL;
}

static bool open_path(const char *path, input *out) {
    WCHAR wide[32768];
    HANDLE handle;
    memset(out, 0, sizeof *out);
    if (!widen(path, wide, (int)(sizeof wide / sizeof wide[0]))) return false;
    handle = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                         FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        DWORD attributes = GetFileAttributesW(wide);
        bool is_folder =
            attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        errno = is_folder ? EISDIR : error_of_windows();
        return false;
    }
    return wrap_handle(handle, false, out);
}

/* Every folder on the way is looked at before the file is opened, and the file when it is open. A
 * folder that is exchanged for a link in between is not noticed: there is no openat here. */
static bool open_below(const char *folder, vrm_string path, input *out) {
    char joined[4096];
    WCHAR wide[4096];
    HANDLE handle;
    size_t start;
    vrmi_text text = vrmi_text_make(joined, sizeof joined);
    memset(out, 0, sizeof *out);
    vrmi_text_append(&text, folder[0] != '\0' ? folder : ".");
    vrmi_text_append(&text, "\\");
    start = text.length;
    vrmi_text_append_string(&text, path);
    errno = ENOENT;
    if (text.truncated) return false;
    for (size_t i = start; i < text.length; ++i) {
        DWORD attributes;
        if (joined[i] != '/') continue;
        joined[i] = '\0';
        if (!widen(joined, wide, (int)(sizeof wide / sizeof wide[0]))) return false;
        attributes = GetFileAttributesW(wide);
        if (attributes == INVALID_FILE_ATTRIBUTES ||
            (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
            errno = EACCES;
            return false;
        }
        joined[i] = '\\';
    }
    if (!widen(joined, wide, (int)(sizeof wide / sizeof wide[0]))) return false;
    handle = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                         FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        errno = error_of_windows();
        return false;
    }
    return wrap_handle(handle, true, out);
}

#elif defined(VRMI_HAS_OPENAT)

#if !defined(O_CLOEXEC)
#define O_CLOEXEC 0
#endif
#if !defined(O_NOCTTY)
#define O_NOCTTY 0
#endif

static void close_keeping_errno(int descriptor) {
    int error = errno;
    close(descriptor);
    errno = error;
}

/* The descriptor is the stream's, or closed. */
static bool wrap_descriptor(int descriptor, bool only_regular, input *out) {
    struct stat status;
    memset(out, 0, sizeof *out);
    if (descriptor < 0) return false;
    if (fstat(descriptor, &status) == 0) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
        out->is_regular = S_ISREG(status.st_mode);
        out->size = out->is_regular && status.st_size > 0 ? (uint64_t)status.st_size : 0;
        if (!S_ISDIR(status.st_mode) && (out->is_regular || !only_regular)) {
            out->stream = fdopen(descriptor, "rb");
        }
    }
    if (out->stream != NULL) return true;
    close_keeping_errno(descriptor);
    return false;
}

static bool open_path(const char *path, input *out) {
    return wrap_descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), false, out);
}

/* Opens one part of a path without following a link. The kind is looked at first, because to open a
 * device can have effects; and again by the caller, because it may have been exchanged since.
 * Without O_NONBLOCK, to open a FIFO would wait for a writer. */
static int open_part(int folder, const char *name, bool is_last) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return -1;
    if (is_last ? !S_ISREG(status.st_mode) : !S_ISDIR(status.st_mode)) {
        errno = EACCES;
        return -1;
    }
    return openat(folder, name,
                  O_RDONLY | O_NOFOLLOW | O_CLOEXEC |
                      (is_last ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY));
}

/* The folder itself may be a link, because the caller named it; nothing below it may. */
static bool open_below(const char *folder, vrm_string path, input *out) {
    char name[1024];
    uint32_t start = 0;
    int at = open(folder[0] != '\0' ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; at >= 0 && i <= path.length; ++i) {
        bool is_last = i == path.length;
        uint32_t length = i - start;
        int next;
        if (!is_last && path.data[i] != '/') continue;
        if (!is_last && (length == 0 || (length == 1 && path.data[start] == '.'))) {
            start = i + 1;
            continue;
        }
        if (length == 0 || length >= sizeof name ||
            (length == 2 && memcmp(path.data + start, "..", 2) == 0)) {
            errno = ENOENT;
            next = -1;
        } else {
            memcpy(name, path.data + start, length);
            name[length] = '\0';
            next = open_part(at, name, is_last);
        }
        start = i + 1;
        close_keeping_errno(at);
        at = next;
    }
    return wrap_descriptor(at, true, out);
}

#else

/* How long the file says it is; 0 where it cannot say. */
static uint64_t size_of(FILE *file) {
    long size;
    if (fseek(file, 0, SEEK_END) != 0) return 0;
    size = ftell(file);
    if (fseek(file, 0, SEEK_SET) != 0) return 0;
    return size > 0 ? (uint64_t)size : 0;
}

static bool open_path(const char *path, input *out) {
    int first;
    memset(out, 0, sizeof *out);
    out->stream = fopen(path, "rb");
    if (out->stream == NULL) return false;
    /* A folder can be opened, and may say that it is endless: only reading shows what it is. */
    first = getc(out->stream);
    if (first == EOF && ferror(out->stream)) {
        fclose(out->stream);
        return false;
    }
    if (first != EOF) ungetc(first, out->stream);
    out->size = size_of(out->stream);
    out->is_regular = out->size != 0;
    return true;
}

/* Plain C knows no links, nor the kind of a file. */
static bool open_below(const char *folder, vrm_string path, input *out) {
    char joined[4096];
    vrmi_text text = vrmi_text_make(joined, sizeof joined);
    if (folder[0] != '\0') {
        vrmi_text_append(&text, folder);
        vrmi_text_append(&text, "/");
    }
    vrmi_text_append_string(&text, path);
    errno = ENOENT;
    return !text.truncated && open_path(joined, out);
}

#endif

/* --- Reading --- */

static bool grow(vrmi_memory *memory, file_bytes *bytes, size_t capacity) {
    unsigned char *data = vrmi_memory_allocate(memory, capacity);
    if (data == NULL) return false;
    if (bytes->size != 0) memcpy(data, bytes->data, bytes->size);
    vrmi_memory_release(memory, bytes->data, bytes->capacity);
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

/* How much room the next piece needs: twice as much, and no more than the limit and one byte, by
 * which an input that is longer is recognized. 0: it cannot be expressed. */
static size_t next_capacity(size_t capacity, uint64_t limit) {
    if (capacity > SIZE_MAX / 2) return 0;
    return capacity * 2 > limit ? (size_t)limit + 1 : capacity * 2;
}

/*
 * Reads to the end, at most `limit` bytes and one more. `out` holds the first bytes already, and
 * room for the whole where its size is known. VRM_ERROR_FILE leaves errno.
 */
static vrm_result read_rest(const input *input, vrmi_memory *memory, uint64_t limit,
                            file_bytes *out) {
    for (;;) {
        size_t capacity;
        out->size += fread(out->data + out->size, 1, out->capacity - out->size, input->stream);
        if (out->size > limit) return VRM_ERROR_LIMIT;
        if (out->size < out->capacity) return ferror(input->stream) ? VRM_ERROR_FILE : VRM_OK;
        capacity = next_capacity(out->capacity, limit);
        if (capacity == 0 || !grow(memory, out, capacity)) return VRM_ERROR_OUT_OF_MEMORY;
    }
}

/*
 * Reads a whole input, in memory of `memory`. VRM_ERROR_LIMIT: it is longer than `limit`, and
 * in->size says how long, where that is known. An input that cannot begin with its
 * first bytes, as `may_begin` says, is not read further; NULL: it is read, whatever it is.
 */

static vrm_result read_input(const input *input, vrmi_memory *memory, uint64_t limit,
                             vrmi_may_begin *may_begin, file_bytes *out) {
    unsigned char head[VRMI_GLB_LOOK_BYTES];
    size_t capacity = FIRST_PIECE, got;
    vrm_result result;
    bool is_refused;
    memset(out, 0, sizeof *out);
    if (limit > SIZE_MAX - 1) limit = SIZE_MAX - 1;
    if (input->size > limit) return VRM_ERROR_LIMIT;
    errno = 0;
    /* Otherwise the system is asked for a page at a time, and for more than is looked at. */
    setvbuf(input->stream, NULL, _IONBF, 0);
    got = fread(head, 1, sizeof head, input->stream);
    if (got < sizeof head && ferror(input->stream)) return VRM_ERROR_FILE;
    if (got > limit) return VRM_ERROR_LIMIT;
    is_refused = may_begin != NULL && !may_begin(head, got);
    /* One byte more than the size, so that the end is met without growing. */
    if (input->size != 0) capacity = (size_t)input->size + 1;
    if (is_refused || capacity < got + 1) capacity = got + 1;
    if (!grow(memory, out, capacity)) return VRM_ERROR_OUT_OF_MEMORY;
    memcpy(out->data, head, got);
    out->size = got;
    result = is_refused ? VRM_OK : read_rest(input, memory, limit, out);
    if (result != VRM_OK) {
        int error = errno;
        vrmi_memory_release(memory, out->data, out->capacity);
        errno = error;
    }
    return result;
}

static const char *describe_error(int error) {
    switch (error) {
    case ENOENT:
        return "there is no such file";
    case EACCES:
        return "the file may not be read";
    case EISDIR:
        return "this is a folder";
    case ENOTDIR:
        return "a part of the path is not a folder";
    default:
        return "the file cannot be read";
    }
}

static void report_failure(vrm_report *report, vrmi_diagnostic_id id,
                           const vrmi_argument *arguments) {
    vrmi_report_add(report, &vrmi_gltf_diagnostics.messages[id], true, NULL, arguments);
}

/* Says why nothing was read. `error` is that of VRM_ERROR_FILE. */
static vrm_result cannot_read(vrm_report *report, vrm_result result, int error, uint64_t size,
                              uint64_t limit) {
    if (result == VRM_ERROR_FILE) {
        report_failure(report, VRMI_FILE_UNREADABLE, VRMI_WITH(vrmi_words(describe_error(error))));
    } else if (result == VRM_ERROR_OUT_OF_MEMORY) {
        report_failure(report, VRMI_OUT_OF_MEMORY, NULL);
    } else {
        /* A pipe does not say how long it is. */
        report_failure(report, VRMI_LIMIT_FILE,
                       VRMI_WITH(size > limit ? vrmi_unsigned(size) : vrmi_words("too many"),
                                 vrmi_unsigned(limit)));
    }
    return result;
}

/* Reads the file of a load that has begun; the source owns the bytes. */
vrm_result vrmi_read_source(const char *path, const vrmi_load_settings *settings,
                            vrmi_may_begin *may_begin, vrm_report *report, vrmi_source *out) {
    uint64_t limit = settings->limits.max_file_bytes;
    vrmi_memory memory;
    file_bytes bytes;
    vrm_result result;
    input input;
    if (!open_path(path, &input)) return cannot_read(report, VRM_ERROR_FILE, errno, 0, limit);
    vrmi_memory_init(&memory, settings->desc.allocator);
    result = read_input(&input, &memory, limit, may_begin, &bytes);
    if (result != VRM_OK) {
        int error = errno;
        fclose(input.stream);
        return cannot_read(report, result, error, input.size, limit);
    }
    fclose(input.stream);
    *out = (vrmi_source){.bytes = bytes.data, .size = bytes.size, .owned_bytes = bytes.capacity};
    return VRM_OK;
}

void vrmi_release_source(const vrmi_load_settings *settings, const vrmi_source *source) {
    vrmi_memory memory;
    vrmi_memory_init(&memory, settings->desc.allocator);
    vrmi_memory_adopt(&memory, source->owned_bytes);
    vrmi_memory_release(&memory, (void *)(uintptr_t)source->bytes, source->owned_bytes);
}

vrm_result vrm_model_load_file(const char *path, const vrm_load_desc *desc, vrm_model **out_model,
                               vrm_report **out_report) {
    vrmi_load_settings settings;
    vrmi_source source;
    vrm_report *report;
    vrm_result result = vrmi_model_load_begin(path != NULL, desc, &settings, out_model, out_report);
    if (result != VRM_OK) return result;
    assert(path != NULL); /* vrmi_model_load_begin has seen to it */
    report = out_report != NULL ? *out_report : NULL;
    result = vrmi_read_source(path, &settings, vrmi_glb_may_begin, report, &source);
    if (result != VRM_OK) return result;
    return vrmi_model_load(&source, &settings, report, out_model, NULL);
}

vrm_result vrm_clip_load_file(const char *path, const vrm_clip_desc *desc, vrm_clip **out_clip,
                              vrm_report **out_report) {
    vrmi_load_settings settings;
    vrm_clip_desc own;
    vrmi_source source;
    vrm_report *report;
    vrm_result result =
        vrmi_clip_load_begin(path != NULL, desc, &own, &settings, out_clip, out_report);
    if (result != VRM_OK) return result;
    assert(path != NULL); /* vrmi_clip_load_begin has seen to it */
    report = out_report != NULL ? *out_report : NULL;
    result = vrmi_read_source(path, &settings, vrmi_clip_may_begin, report, &source);
    if (result != VRM_OK) return result;
    vrm_report_destroy(report); /* a load makes its own */
    result = vrm_clip_load(source.bytes, source.size, desc, out_clip, out_report);
    vrmi_release_source(&settings, &source);
    return result;
}

/* --- Files beside a .gltf --- */

/* A resolver has no allocator of its caller's: the memory is malloc's. */
static vrm_result resolve_in_folder(const char *uri, uint64_t max_bytes, const void **out_bytes,
                                    size_t *out_size, void *user) {
    const char *folder = user;
    vrmi_memory memory;
    file_bytes bytes;
    input input;
    vrm_result result;
    if (!open_below(folder != NULL ? folder : "", vrmi_string_from(uri), &input))
        return VRM_ERROR_FILE;
    vrmi_memory_init(&memory, NULL);
    result = read_input(&input, &memory, max_bytes, NULL, &bytes);
    fclose(input.stream);
    if (result != VRM_OK) return result;
    *out_bytes = bytes.data;
    *out_size = bytes.size;
    return VRM_OK;
}

/* The size is that of the file, not of its block, which the default allocator does not mind. */
static void release_from_folder(const void *bytes, size_t size, void *user) {
    vrmi_memory memory;
    (void)user;
    vrmi_memory_init(&memory, NULL);
    vrmi_memory_adopt(&memory, size);
    vrmi_memory_release(&memory, (void *)(uintptr_t)bytes, size);
}

void vrm_folder_resolver_init(vrm_resolver *resolver, const char *folder) {
    if (resolver == NULL) return;
    resolver->resolve = resolve_in_folder;
    resolver->release = release_from_folder;
    resolver->user = (void *)(uintptr_t)folder;
}

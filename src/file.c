/* Everything that touches stdio. */
#include "vrm/file.h"

#include "base/checked.h"
#include "base/text.h"
#include "model/model.h"

#include <errno.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

/* 64-bit sizes without fseeko: files are read to their end in growing pieces. */
enum { FIRST_PIECE = 1 << 16 };

typedef struct file_bytes {
    unsigned char *data;
    size_t size;
    size_t capacity;
} file_bytes;

#if defined(_WIN32)
/* fopen would take the path in the code page of the system. */
static FILE *open_file(const char *path) {
    WCHAR wide[32768];
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide,
                            (int)(sizeof wide / sizeof wide[0])) == 0) {
        errno = ENOENT;
        return NULL;
    }
    return _wfopen(wide, L"rb");
}
#else
static FILE *open_file(const char *path) { return fopen(path, "rb"); }
#endif

static bool grow(vrmi_memory *memory, file_bytes *bytes, size_t capacity) {
    unsigned char *data = vrmi_memory_allocate(memory, capacity);
    if (data == NULL) return false;
    if (bytes->size != 0) memcpy(data, bytes->data, bytes->size);
    vrmi_memory_release(memory, bytes->data, bytes->capacity);
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

/* How long the file says it is; 0 where it cannot say (a pipe). */
static size_t file_size(FILE *file) {
    long size;
    if (fseek(file, 0, SEEK_END) != 0) return 0;
    size = ftell(file);
    if (fseek(file, 0, SEEK_SET) != 0) return 0;
    return size > 0 ? (size_t)size : 0;
}

/* A folder can be opened, and may say that it is endless: only reading shows what it is. */
static bool can_be_read(FILE *file) {
    int first = getc(file);
    if (first != EOF) ungetc(first, file);
    return first != EOF || !ferror(file);
}

/*
 * Reads a whole file, at most `limit` bytes and one more, by which the caller sees that the limit
 * is exceeded. VRM_ERROR_FILE leaves errno.
 */
static vrm_result read_file(const char *path, const vrm_allocator *allocator, uint64_t limit,
                            file_bytes *out) {
    FILE *file = open_file(path);
    vrmi_memory memory;
    size_t first;
    vrm_result result = VRM_OK;
    memset(out, 0, sizeof *out);
    if (file == NULL) return VRM_ERROR_FILE;
    vrmi_memory_init(&memory, allocator);
    if (!can_be_read(file)) {
        int error = errno;
        fclose(file);
        errno = error;
        return VRM_ERROR_FILE;
    }
    first = file_size(file);
    if (first > limit) first = (size_t)limit;
    /* One byte more than the size, so that the end is met without growing. */
    if (!grow(&memory, out, (first != 0 ? first : FIRST_PIECE) + 1)) {
        fclose(file);
        return VRM_ERROR_OUT_OF_MEMORY;
    }
    errno = 0;
    for (;;) {
        size_t got = fread(out->data + out->size, 1, out->capacity - out->size, file);
        out->size += got;
        if (got == 0 || out->size > limit) break;
        if (out->size == out->capacity &&
            (out->capacity > SIZE_MAX / 2 || !grow(&memory, out, out->capacity * 2))) {
            result = VRM_ERROR_OUT_OF_MEMORY;
            break;
        }
    }
    if (result == VRM_OK && ferror(file)) result = VRM_ERROR_FILE;
    fclose(file);
    if (result != VRM_OK) vrmi_memory_release(&memory, out->data, out->capacity);
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

static void report_failure(vrm_report *report, vrmi_diagnostic_id id, int error) {
    const vrm_string nowhere = {"", 0};
    vrmi_report_add(report, id, true, nowhere, VRM_NO_OFFSET,
                    VRMI_WITH(vrmi_words(describe_error(error))));
}

vrm_result vrm_model_load_file(const char *path, const vrm_load_desc *desc, vrm_model **out_model,
                               vrm_report **out_report) {
    vrm_load_desc complete;
    file_bytes bytes;
    vrmi_source source;
    vrm_report *report;
    vrm_result result = vrmi_model_load_begin(path != NULL, desc, &complete, out_model, out_report);
    if (result != VRM_OK) return result;
    report = out_report != NULL ? *out_report : NULL;
    result = read_file(path, complete.allocator, complete.limits.max_file_bytes, &bytes);
    if (result != VRM_OK) {
        report_failure(report, result == VRM_ERROR_FILE ? VRMI_FILE_UNREADABLE : VRMI_OUT_OF_MEMORY,
                       errno);
        return result;
    }
    source.bytes = bytes.data;
    source.size = bytes.size;
    source.owned_bytes = bytes.capacity;
    return vrmi_model_load(&source, &complete, report, out_model, NULL);
}

/* --- Files beside a .gltf --- */

static vrm_result resolve_in_folder(vrm_string uri, const void **out_bytes, size_t *out_size,
                                    void *user) {
    const char *folder = user;
    char path[4096];
    vrmi_text text = vrmi_text_make(path, sizeof path);
    file_bytes bytes;
    vrm_result result;
    if (folder != NULL && folder[0] != '\0') {
        vrmi_text_append(&text, folder);
        vrmi_text_append(&text, "/");
    }
    vrmi_text_append_string(&text, uri);
    if (text.truncated) return VRM_ERROR_FILE;
    result = read_file(path, NULL, UINT64_C(2) << 30, &bytes);
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

/* --- Printing --- */

void vrm_report_print(const vrm_report *report, FILE *stream) {
    static const char *const severities[] = {"note", "warning", "error"};
    uint64_t found = 0;
    uint32_t count = vrm_report_count(report);
    if (stream == NULL) return;
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        fprintf(stream, "%s: ", severities[entry->severity]);
        if (entry->pointer.length != 0) fprintf(stream, "%s: ", entry->pointer.data);
        fprintf(stream, "%s [%s]\n", entry->message.data, entry->code);
        if (entry->remedy.length != 0) fprintf(stream, "    %s\n", entry->remedy.data);
    }
    for (int severity = 0; severity < 3; ++severity) {
        found += vrm_report_found(report, (vrm_severity)severity);
    }
    if (found > count) {
        fprintf(stream, "and %llu more\n", (unsigned long long)(found - count));
    }
}

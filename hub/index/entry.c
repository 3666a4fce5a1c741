#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#if defined(__APPLE__)
#define st_mtim st_mtimespec
#endif

#include "entry.h"
#include "apps/kit/avatar/notes.h"
#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is read at first: the JSON of small avatars, and in any case the length of it. */
enum { FIRST_BYTES = 1 << 16, GLB_HEADER = 12, CHUNK_HEADER = 8 };

/* A buffer that a long JSON needed is not kept for the short ones that follow. */
enum { MOST_KEPT = 1 << 23 };

void entry_fail(index_entry *out, const char *result, const char *reason) {
    out->result = result;
    snprintf(out->reason, sizeof out->reason, "%s", reason);
}

void entry_release(index_entry *entry) {
    vrm_model_release(entry->model);
    entry->model = NULL;
}

void entry_buffer_release(entry_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (entry_buffer){NULL, 0, 0};
}

/* --- Opening --- */

bool entry_open(index_entry *out, const batch_file *file, int *out_file) {
    struct stat about;
    memset(out, 0, sizeof *out);
    out->path = file->input.path != NULL ? file->input.path : "";
    *out_file = -1;
    if (file->input.problem != NULL) {
        entry_fail(out, "no-input", file->input.problem);
        return false;
    }
    *out_file = open(out->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*out_file < 0 || fstat(*out_file, &about) != 0) {
        entry_fail(out, "not-readable", strerror(errno));
    } else if (!S_ISREG(about.st_mode)) {
        entry_fail(out, "not-readable", "it is no regular file");
    } else {
        out->is_there = true;
        out->stamp.size = (uint64_t)about.st_size;
        out->stamp.modified =
            (int64_t)about.st_mtim.tv_sec * 1000000000 + (int64_t)about.st_mtim.tv_nsec;
        return true;
    }
    if (*out_file >= 0) close(*out_file);
    *out_file = -1;
    return false;
}

void entry_close(int file) { close(file); }

/* --- Reading --- */

/* Reads until there are `most` bytes, or the file ends. False: errno says why. */
static bool read_until(int file, entry_buffer *buffer, uint64_t most) {
    if (most > buffer->capacity) {
        unsigned char *grown = most <= SIZE_MAX / 2 ? realloc(buffer->bytes, (size_t)most) : NULL;
        errno = ENOMEM;
        if (grown == NULL) return false;
        buffer->bytes = grown;
        buffer->capacity = (size_t)most;
    }
    while (buffer->size < most) {
        ssize_t count = pread(file, buffer->bytes + buffer->size, (size_t)most - buffer->size,
                              (off_t)buffer->size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) break;
        buffer->size += (size_t)count;
    }
    return true;
}

static bool is_glb(const entry_buffer *buffer) {
    return buffer->size >= GLB_HEADER + CHUNK_HEADER && memcmp(buffer->bytes, "glTF", 4) == 0;
}

/* The most that is read: what is longer, the library refuses by its length. */
static uint64_t most_bytes(const vrm_limits *limits) {
    uint64_t most = limits->max_json_bytes + GLB_HEADER + CHUNK_HEADER;
    if (limits->max_file_bytes < most) most = limits->max_file_bytes;
    if (limits->max_memory_bytes != 0 && limits->max_memory_bytes < most) {
        most = limits->max_memory_bytes;
    }
    return most;
}

/* How much of a file has to be read. A plain .gltf does not say how long its JSON is; anything else
 * that is no GLB is refused by its first bytes. */
static uint64_t bytes_to_read(const entry_buffer *buffer, uint64_t size, uint64_t limit) {
    uint64_t wanted = buffer->size;
    if (is_glb(buffer)) {
        wanted = (uint64_t)vrmi_load_u32(buffer->bytes + GLB_HEADER) + GLB_HEADER + CHUNK_HEADER;
    } else if (buffer->size > 0 && memchr("{ \t\r\n\xEF", buffer->bytes[0], 6) != NULL) {
        wanted = size;
    }
    if (wanted > size) wanted = size;
    return wanted < limit ? wanted : limit;
}

/* --- Hashes --- */

/* That of the JSON alone: copies of an avatar whose pictures were made smaller have it too. */
static void hash_json(index_entry *out, const entry_buffer *buffer) {
    const unsigned char *json = buffer->bytes;
    size_t size = buffer->size;
    if (is_glb(buffer)) {
        uint64_t length = vrmi_load_u32(buffer->bytes + GLB_HEADER);
        json += GLB_HEADER + CHUNK_HEADER;
        size -= GLB_HEADER + CHUNK_HEADER;
        if (length > size) return;
        size = (size_t)length;
    }
    out->json_bytes = size;
    if (!hash_bytes(json, size, out->json_sha256)) out->json_sha256[0] = '\0';
}

/* The whole file, in pieces behind what the buffer has. */
static void hash_whole(index_entry *out, int file, const entry_buffer *buffer) {
    unsigned char piece[1 << 16];
    hash_pieces *hash = hash_begin();
    uint64_t at = buffer->size;
    ssize_t count = 0;
    hash_add(hash, buffer->bytes, buffer->size);
    while (at < out->stamp.size && (count = pread(file, piece, sizeof piece, (off_t)at)) != 0) {
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) break;
        hash_add(hash, piece, (size_t)count);
        at += (uint64_t)count;
    }
    if (!hash_end(hash, out->file_sha256) || at != out->stamp.size) out->file_sha256[0] = '\0';
}

/* --- The model --- */

static void take_failure(index_entry *out, const vrm_report *report) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    if (failure == NULL) return;
    snprintf(out->code, sizeof out->code, "%s", failure->code);
    snprintf(out->reason, sizeof out->reason, "%s", failure->message);
}

static void take_model(index_entry *out, const vrm_load_desc *desc, const entry_buffer *buffer) {
    file_notes notes = {0};
    vrm_report *report = NULL;
    vrm_peek peek;
    vrm_result result;
    vrm_peek_init(&peek);
    result = vrm_model_peek(buffer->bytes, buffer->size, desc, &peek, &out->model, &report);
    out->errors = vrm_report_found(report, VRM_SEVERITY_ERROR);
    out->warnings = vrm_report_found(report, VRM_SEVERITY_WARNING);
    out->thumbnail_offset = peek.thumbnail_offset;
    out->thumbnail_bytes = peek.thumbnail_bytes;
    if (result == VRM_ERROR_INCOMPLETE) out->needed_bytes = peek.needed_bytes;
    if (result != VRM_OK) take_failure(out, report);
    notes_set_report(&notes, result, report);
    out->result = result == VRM_ERROR_INCOMPLETE ? "incomplete" : notes_result(&notes);
    notes_release(&notes);
}

static void read_beginning(index_entry *out, int file, const vrm_load_desc *desc, bool hashes_file,
                           entry_buffer *buffer) {
    uint64_t size = out->stamp.size, most = most_bytes(desc->limits);
    uint64_t first = size < FIRST_BYTES ? size : FIRST_BYTES;
    if (size > desc->limits->max_file_bytes) {
        entry_fail(out, "limit-exceeded", "the file is larger than --max-bytes");
        return;
    }
    buffer->size = 0;
    if (!read_until(file, buffer, first < most ? first : most) ||
        !read_until(file, buffer, bytes_to_read(buffer, size, most))) {
        entry_fail(out, errno == ENOMEM ? "out-of-memory" : "not-readable", strerror(errno));
        return;
    }
    take_model(out, desc, buffer);
    if (out->model != NULL) hash_json(out, buffer);
    if (hashes_file) hash_whole(out, file, buffer);
}

void entry_read(index_entry *out, int file, const vrm_load_desc *desc, bool hashes_file,
                entry_buffer *buffer) {
    read_beginning(out, file, desc, hashes_file, buffer);
    close(file);
    if (buffer->capacity > MOST_KEPT) entry_buffer_release(buffer);
}

/*
 * What the index says of one file. It is read from the first bytes, as far as the JSON reaches: of
 * an avatar of 16 MB that is a part of a hundred.
 */
#ifndef VRM_INDEX_ENTRY_H
#define VRM_INDEX_ENTRY_H

#include "apps/kit/batch/batch.h"
#include "apps/kit/system/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/vrm.h>

enum { MOST_REASON = 480 };

/* The memory that a worker reads into. It begins as zeros, and grows with the largest JSON. */
typedef struct entry_buffer {
    unsigned char *bytes;
    size_t size, capacity;
} entry_buffer;

void entry_buffer_release(entry_buffer *buffer);

/* By these the next run sees that a file is the one that it knows. */
typedef struct file_stamp {
    uint64_t size;
    int64_t modified; /* nanoseconds since 1970 */
} file_stamp;

typedef struct index_entry {
    const char *path;
    bool is_there; /* it could be opened: there is a stamp */
    file_stamp stamp;
    const char *result; /* "ok", or why there is no model, as records of JSON have it */
    char code[64];      /* of the diagnostic, and its sentence */
    char reason[MOST_REASON];
    uint64_t needed_bytes; /* of a beginning that is too short; else 0 */
    vrm_model *model;      /* owned; NULL: the file cannot be used */
    uint32_t errors, warnings;
    uint64_t json_bytes;
    char json_sha256[HASH_DIGITS + 1]; /* "": there is none */
    char file_sha256[HASH_DIGITS + 1];
    uint64_t thumbnail_offset, thumbnail_bytes;
} index_entry;

/* Opens a file, which stays open in `*out_file`, and reads its stamp. False: there is none, and the
 * entry says why. */
bool entry_open(index_entry *out, const batch_file *file, int *out_file);

/* Leaves an opened file as it is. */
void entry_close(int file);

/* Reads the entry from the file, which is closed. `hashes_file`: the whole file is read, for its
 * SHA-256. */
void entry_read(index_entry *out, int file, const vrm_load_desc *desc, bool hashes_file,
                entry_buffer *buffer);

/* An entry of a file of which there is nothing else to say. */
void entry_fail(index_entry *out, const char *result, const char *reason);

void entry_release(index_entry *entry);

#endif

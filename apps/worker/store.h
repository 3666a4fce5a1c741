/*
 * Writes outputs into the folder of --out (apps/kit/batch/manifest.h).
 *
 * A file is written under another name in OUT/tmp, brought to the disk, and renamed. The manifest
 * comes last: where it exists, all of it exists. Two workers that do the same job at the same time
 * write the same bytes, and it does not matter whose are seen. What a killed worker leaves in
 * OUT/tmp is removed by the next one: each holds a lock there as long as it lives.
 */
#ifndef VRM_WORK_STORE_H
#define VRM_WORK_STORE_H

#include "apps/kit/batch/manifest.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct store {
    int folder;    /* OUT; -1: there is none */
    int temporary; /* that of this worker in OUT/tmp */
    int lock;
    char name[64]; /* of the temporary folder */
    uint64_t count;
} store;

/* NULL, or what is wrong. */
const char *store_open(store *out, const char *path);
void store_close(store *store);

/* The manifest of a place, to be freed; NULL: it has none. */
char *store_find(const store *store, const char *place, size_t *out_length);

/* Makes the folder of a place. */
bool store_begin(store *store, const char *place);

/* A part of an open file becomes a file of the place. Its hash goes to `out_sha256`. False leaves
 * errno. */
bool store_put(store *store, const char *place, const char *name, int from, uint64_t begin,
               uint64_t end, char out_sha256[HASH_DIGITS + 1]);

/* The manifest: from here on the place is whole. `has_files`: others were put before. */
bool store_commit(store *store, const char *place, const char *manifest, bool has_files);

#endif

/*
 * A baseline: diagnostics that somebody has accepted. They are counted, and do not make a file
 * fail.
 *
 * An entry names the file by its name without folders, the code, the words of the sentence that
 * are no names or numbers of the file, and the place: the JSON pointer with * for each index, and
 * the name of the element. What moves to another index, or to another folder, stays accepted. An
 * entry accepts as many diagnostics of a file as it counts; one more is new.
 *
 * The file has one line of JSON for each entry, sorted, behind a line that says what it is.
 */
#ifndef VRM_CHECK_BASELINE_H
#define VRM_CHECK_BASELINE_H

#include "apps/kit/batch/key_set.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* Begins as zeros: nothing is accepted. */
typedef struct baseline {
    key_set accepted; /* each entry with 1, 2 … up to its count */
    bool is_there;
} baseline;

/* False: standard error says why. */
bool baseline_load(const char *path, baseline *out);
void baseline_release(baseline *baseline);

/* Which of the diagnostics of a file are accepted. False: there is not enough memory. */
bool baseline_mark(const baseline *baseline, const char *path, const vrm_diagnostic *const *items,
                   uint32_t count, bool *out_is_accepted);

/* --- Writing --- */

/* Begins as zeros. Entries are held until they are written. */
typedef struct baseline_writer {
    key_set known; /* lines that are held already */
    char **lines;  /* owned */
    size_t count, capacity;
} baseline_writer;

/* Adds what was found in a file. One thread at a time. False: there is not enough memory. */
bool baseline_add(baseline_writer *writer, const char *path, const vrm_diagnostic *const *items,
                  uint32_t count);

/* Writes all that was added, and frees it. A baseline that exists is replaced. False: standard
 * error says why. */
bool baseline_write(baseline_writer *writer, const char *path);
void baseline_drop(baseline_writer *writer);

#endif

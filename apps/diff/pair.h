/* Two files that are compared. */
#ifndef VRM_DIFF_PAIR_H
#define VRM_DIFF_PAIR_H

#include "changes.h"
#include "diff_file.h"

typedef struct diff_pair {
    diff_file a, b;
    const diff_bounds *bounds;
    vrm_diff *diff; /* NULL until they are compared */
    diff_changes changes;
} diff_pair;

/* Opens both files. False: a file could not be used, and standard error says why; `*out_failed` is
 * that file. */
bool pair_open(diff_pair *pair, const char *a, const char *b, const diff_bounds *bounds,
               const diff_file **out_failed);
void pair_close(diff_pair *pair);

/* Compares what the files hold; `parts` are those to report, a bit each, or 0 for all. False: the
 * time is over, or there is not enough memory. */
bool pair_compare(diff_pair *pair, uint32_t parts);

#endif

/* `vrm check --fix`: where fixed files go, and what is said of them. */
#ifndef VRM_CHECK_FIX_H
#define VRM_CHECK_FIX_H

#include "check_file.h"

/* What came of fixing a file. Begins as zeros: it was not asked for, or there was no file. */
typedef struct check_fixed {
    vrm_written *file; /* owned */
    const char *out;   /* where it was written to; NULL: nowhere */
} check_fixed;

/* Opens the place that the options name. NULL, or one sentence that says what is wrong. */
const char *fix_open(outputs *out, const fix_options *options, const input_options *from);

/* Writes the fixed file, or says why that cannot be done. In place, a file of which nothing was
 * fixed is not touched. */
void fix_write(batch_file *file, const fix_options *options, outputs *places, check_fixed *fixed,
               file_notes *notes);

/* What was fixed, as a list, and as a member of a record. Nothing where there is no file. */
void fix_print_text(const check_fixed *fixed);
void fix_print_json(json_line *line, const check_fixed *fixed);

#endif

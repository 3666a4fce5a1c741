/*
 * Checks of a file and of the file that was made from it: how many diagnostics each has, and which
 * errors only the new one has. Commands of rewrite.h ask for it with `checks`.
 *
 * Errors are compared by code and count: pointers and indices differ between VRM versions, and
 * after nodes were removed.
 */
#ifndef VRM_KIT_NEW_ERRORS_H
#define VRM_KIT_NEW_ERRORS_H

#include "apps/kit/json/json_line.h"

#include <stdbool.h>
#include <vrm/author.h>

enum { MOST_ERROR_CODES = 512 }; /* there are fewer codes */

typedef struct error_code {
    const char *code; /* static */
    uint32_t count;
} error_code;

/* The errors of a check by code, and the diagnostics of each severity. */
typedef struct file_errors {
    uint64_t counts[3];
    error_code codes[MOST_ERROR_CODES];
    uint32_t code_count;
} file_errors;

/* Checks a file within the settings of a load. The result is that of vrm_check: a file that does
 * not load has the error that says why. False: the check did not end, for `out_result`, which is
 * VRM_ERROR_CANCELLED or VRM_ERROR_OUT_OF_MEMORY. */
bool file_errors_find(const void *bytes, size_t size, const vrm_load_desc *settings,
                      file_errors *out, vrm_result *out_result);

/* The same for a glTF file that has no avatar yet. Repaired problems count as errors, because a
 * check of the avatar will report them as such. */
bool file_errors_find_any(const void *bytes, size_t size, const vrm_load_desc *settings,
                          file_errors *out, vrm_result *out_result);

/* The errors of `after` that `before` lacks. */
void file_errors_new(const file_errors *before, const file_errors *after, file_errors *out);

/* "2 × pose-thumb, pose-root", as much as fits. Returns `out`. */
const char *file_errors_text(const file_errors *errors, char *out, size_t capacity);

/* An array of objects with code and count. */
void file_errors_add_json(json_line *line, const char *key, const file_errors *errors);

#endif

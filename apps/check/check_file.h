/* The parts of `vrm check`: its settings, what was found in a file, and the forms of output. */
#ifndef VRM_CHECK_FILE_H
#define VRM_CHECK_FILE_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/batch/batch_options.h"
#include "apps/kit/json/json_line.h"
#include "baseline.h"
#include "budget.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/author.h>

typedef enum check_form { FORM_TEXT, FORM_JSON, FORM_SARIF } check_form;

/* Beyond the severities: no diagnostic fails. */
enum { FAIL_NEVER = VRM_SEVERITY_ERROR + 1 };

/* --fix and what goes with it. */
typedef struct fix_options {
    bool is_on, in_place;
    output_options output;
} fix_options;

/* The decoding of a file's images. */
typedef struct image_decoding {
    const vrm_allocator *allocator;
    int32_t (*cancel)(void *user);
    void *cancel_user;
    uint64_t work;    /* that has been spent */
    uint64_t skipped; /* images that would take more than is left */
} image_decoding;

typedef struct check_options {
    check_form form;
    int fail_on;          /* the least severity that makes a file fail, or FAIL_NEVER */
    const char **ignored; /* codes; owned */
    uint32_t ignored_count;
    vrm_check_flags flags;
    profile budgets;          /* owned; without a name: none */
    baseline accepted;        /* owned */
    const char *new_baseline; /* where one is written, or NULL */
    /* Of --decode-images; its user is an image_decoding. NULL: images are judged by their headers.
     */
    vrm_decode_image_fn *decode_image;
    const char *picture; /* where to draw what was found; NULL: nowhere */
    fix_options fix;
    file_options files;
} check_options;

/* What was found in one file, without what is ignored. */
typedef struct check_found {
    const char *path;
    const file_notes *notes;
    const struct check_fixed *fixed; /* what was fixed; NULL: that was not asked for */
    const vrm_diagnostic **items;    /* owned; in the order of the report */
    uint32_t count;
    uint64_t counts[3]; /* by severity, also of those that the report does not hold */
    uint64_t ignored;
    uint64_t accepted;     /* by the baseline; left out as well */
    const budget *budgets; /* compared with the profile, or NULL */
    bool was_checked;      /* to its end: the file can be loaded */
    bool passes;
} check_found;

/* Checks the file within its limits, and compares it with the profile. Standard error is told of
 * one that cannot even be read. With `out_fixed`, which may be NULL, the file is fixed in memory,
 * and the check is of what that gives. */
void check_file(batch_file *file, const check_options *chosen, memory_budget *memory,
                file_notes *notes, budget *out_budget, vrm_written **out_fixed);

/* What is left of the notes of a file. What was found goes into `writer` and is accepted, unless
 * that is NULL. False: there is not enough memory. */
bool check_collect(const char *path, const file_notes *notes, const check_options *chosen,
                   baseline_writer *writer, check_found *out);
void check_found_release(check_found *found);

/* Of all files that were reported. */
typedef struct check_totals {
    uint64_t files;
    uint64_t clean; /* nothing was found, or nothing that is not ignored */
    uint64_t unusable;
    uint64_t counts[3];
    uint64_t ignored;
    uint64_t accepted;
} check_totals;

/* --- Forms. False: there is not enough memory. --- */

void check_print_text(const check_found *found);
void check_print_totals(const check_totals *totals);

bool check_print_json(const check_found *found, const check_options *chosen);

/* A document of SARIF, written result by result. Begins as zeros. */
typedef struct sarif_document {
    bool has_begun, has_results;
    const vrm_diagnostic_info **rules; /* owned: those that results name, in the order of that */
    uint32_t rule_count;
} sarif_document;

bool check_print_sarif(sarif_document *document, const check_found *found);
/* The end of the document, which begins here if nothing was printed. `is_whole`: all files were
 * looked at, and could be used. */
void check_end_sarif(sarif_document *document, bool is_whole);

#endif

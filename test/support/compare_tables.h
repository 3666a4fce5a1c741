/*
 * Whether two files mean the same.
 *
 *   char report[1024];
 *   if (!CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0)) puts(report);
 */
#ifndef VRM_TEST_COMPARE_TABLES_H
#define VRM_TEST_COMPARE_TABLES_H

#include <stddef.h>
#include <vrm/vrm.h>

/* The tables of a model, and how many nodes and materials its file has. */
typedef struct compared {
    const vrm_tables *tables;
    uint32_t node_count;
    uint32_t material_count;
} compared;

compared compared_model(const vrm_model *model);

typedef struct compare_options {
    double tolerance;        /* of numbers, absolute */
    int is_turned;           /* 1: the second faces the other way, and so do its vectors (§4.3) */
    const char *const *skip; /* names to pass over, as the report writes them but with [] for any
                                index, and all that begin like them; ends with NULL. NULL: none */
} compare_options;

/* Names that differ between files of different dialects that mean the same: what they call
 * themselves, and the license. */
extern const char *const compare_skip_dialect[];

/*
 * Returns how many fields differ, and writes the first of them into `out`, a line each:
 * "expressions[2].morph_binds[0].weight: 0.5 and 1". `options` may be NULL: nothing is passed over,
 * and numbers are equal or not.
 */
int compare_tables(const compared *a, const compared *b, const compare_options *options, char *out,
                   size_t capacity);

#endif

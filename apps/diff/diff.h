/* `vrm diff`: what differs between two files. */
#ifndef VRM_DIFF_H
#define VRM_DIFF_H

#include "apps/kit/arguments.h"
#include "json_compare.h"
#include "pair.h"

/* The exit codes of diff(1), which git and scripts know: the files differ is 1, so that what cannot
 * be compared is 2. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_NOT_COMPARED = 2 };

typedef struct diff_options {
    bool is_json;
    bool is_brief;
    bool shows_all;
} diff_options;

/* How the JSON and the payload differ, whatever that means. */
typedef struct diff_spelling {
    bool has_json;      /* both files have a tree to compare */
    bool is_payload;    /* the BIN chunks differ */
    size_t value_count; /* operations */
} diff_spelling;

/* Compares everything but the pictures. */
void diff_tables(diff_pair *pair);

void diff_print_text(const diff_pair *pair, const diff_options *options,
                     const diff_spelling *spelling);
/* False: there is not enough memory. */
bool diff_print_json(const diff_pair *pair, const diff_spelling *spelling);

/* What follows the command's name. Returns the exit code. */
int diff_main(int argc, char **argv);

#endif

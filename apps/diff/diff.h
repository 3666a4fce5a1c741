/* `vrm diff`: what differs between two files. */
#ifndef VRM_DIFF_H
#define VRM_DIFF_H

#include "apps/kit/arguments.h"
#include "diff_motion.h"
#include "json_compare.h"
#include "pair.h"

/* The exit codes of diff(1), which git and scripts know: the files differ is 1, so that what cannot
 * be compared is 2. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_NOT_COMPARED = 2 };

/* How the JSON and the payload differ, whatever that means. */
typedef struct diff_spelling {
    bool has_json;      /* both files have a tree to compare */
    bool is_payload;    /* the BIN chunks differ */
    size_t value_count; /* operations */
} diff_spelling;

typedef struct diff_options {
    bool is_json;
    bool is_brief;
    bool shows_all;
    bool has_motion;
    motion_settings motion;
} diff_options;

/* What the comparison found, beside the changes of the pair. */
typedef struct diff_found {
    diff_spelling spelling;
    motion_results motion;
} diff_found;

/* Compares what the files say. */
void diff_tables(diff_pair *pair);

void diff_print_text(const diff_pair *pair, const diff_options *options, const diff_found *found);
/* False: there is not enough memory. */
bool diff_print_json(const diff_pair *pair, const diff_found *found);

/* What follows the command's name. Returns the exit code. */
int diff_main(int argc, char **argv);

#endif

/* `vrm diff`: what differs between two files. */
#ifndef VRM_DIFF_COMMAND_H
#define VRM_DIFF_COMMAND_H

#include "apps/kit/options/arguments.h"
#include "diff_motion.h"
#include "diff_picture.h"
#include "pair.h"

/* The exit codes of diff(1), which git and scripts know: the files differ is 1, so that what cannot
 * be compared is 2. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_NOT_COMPARED = 2 };

typedef struct diff_options {
    bool is_json;
    bool is_brief;
    bool shows_all;
    uint32_t only; /* the parts that are spoken of: a bit each; 0: all */
    bool has_motion;
    motion_settings motion;
    bool has_pixels;
    const char *out; /* the picture that shows the difference; NULL: none */
    double min_ssim; /* pictures that are less alike are a difference */
    diff_bounds bounds;
} diff_options;

/* What the comparison found, beside the changes of the pair. */
typedef struct diff_found {
    motion_results motion;
    diff_pictures pictures;
} diff_found;

void diff_print_text(const diff_pair *pair, const diff_options *options, const diff_found *found);
/* False: there is not enough memory. */
bool diff_print_json(const diff_pair *pair, const diff_found *found);

/* Returned where options ask for what only a program that draws can do. */
enum { DIFF_NEEDS_DRAWING = -1 };

/* Runs the command with what follows its name, and returns an exit code. `drawing` is NULL in a
 * program that does not draw. The order of the arguments may change. */
int diff_run(int argc, char **argv, const diff_drawing *drawing);

#endif

/*
 * `vrm check`: says what is wrong with files. The command is a library, so that a program that
 * draws can link it too.
 *
 * check.c reads the command line and runs the batch, check_file.c checks one file and leaves out
 * what is ignored, and a file for each form prints what is left: check_text.c, check_json.c and
 * check_sarif.c.
 */
#ifndef VRM_CHECK_COMMAND_H
#define VRM_CHECK_COMMAND_H

#include "apps/kit/batch/batch.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/author.h>

struct check_found; /* check_file.h */
struct check_options;

/* What only a program that draws can do. */
typedef struct check_drawing {
    /* As vrm_check_desc has it, for --decode-images; `user` is the allocator. */
    vrm_decode_image_fn *decode_image;
    /* Draws what was found over the avatar into the file of --picture. False: standard error says
     * why there is no picture. */
    bool (*draw)(batch_file *file, const struct check_options *chosen,
                 const struct check_found *found);
} check_drawing;

/* Returned where options ask for what only a program that draws can do. */
enum { CHECK_NEEDS_DRAWING = -1 };

/* Runs the command with what follows its name, and returns an exit code. `drawing` is NULL in a
 * program that does not draw. The order of the arguments may change. */
int check_run(int argc, char **argv, const check_drawing *drawing);

#endif

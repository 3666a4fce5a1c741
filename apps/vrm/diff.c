/* vrm diff. apps/diff has the command itself. */
#include "apps/diff/diff.h"
#include "apps/kit/program/language.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading the arguments may change their order, so that another program gets a copy of them. */
static int run_diff(int argc, char **argv) {
    size_t size = (size_t)argc * sizeof(char *);
    char **arguments = malloc(size + 1);
    int code;
    if (arguments == NULL) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        return EXIT_NOT_COMPARED;
    }
    memcpy(arguments, argv, size);
    code = diff_run(argc, argv, NULL);
    if (code == DIFF_NEEDS_DRAWING) code = run_draw("diff", argc, arguments, EXIT_NOT_COMPARED);
    free(arguments);
    return code;
}

const command command_diff = {COMMAND_DIFF, run_diff};

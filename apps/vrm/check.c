/* vrm check. apps/check has the command itself. */
#include "apps/check/check.h"
#include "apps/kit/program/language.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading the arguments may change their order, so that another program gets a copy of them. */
static int run_check(int argc, char **argv) {
    size_t size = (size_t)argc * sizeof(char *);
    char **arguments = malloc(size + 1);
    int code;
    if (arguments == NULL) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        return EXIT_NOT_LOADED;
    }
    memcpy(arguments, argv, size);
    code = check_run(argc, argv, NULL);
    if (code == CHECK_NEEDS_DRAWING) code = run_draw("check", argc, arguments, EXIT_NOT_LOADED);
    free(arguments);
    return code;
}

const command command_check = {COMMAND_CHECK, run_check};

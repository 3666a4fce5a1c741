/* vrm-draw: what `vrm render` and `vrm thumb` run. */
#include "apps/kit/program.h"
#include "command.h"

#include <stdio.h>
#include <string.h>

static const command *const commands[] = {&command_render, &command_thumb};

static int run(int argc, char **argv) {
    const command *found = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; ++i) {
        if (strcmp(commands[i]->name, argv[1]) == 0) found = commands[i];
    }
    if (found == NULL) return usage_error(NULL, "use vrm render or vrm thumb", NULL);
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(found->help, stdout);
            return EXIT_LOADED;
        }
    }
    return found->run(argc - 2, argv + 2);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

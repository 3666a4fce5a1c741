#include "command.h"
#include "help.h"

int command_run(const command *chosen, int argc, char **argv) {
    if (!asks_for_help(argc, argv)) return chosen->run(argc, argv);
    help_print(stdout, chosen->id);
    return EXIT_LOADED;
}

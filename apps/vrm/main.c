#include "apps/kit/console.h"
#include "apps/kit/program.h"
#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

static const command *const commands[] = {&command_info, &command_sim, &command_render,
                                          &command_thumb, &command_view};

static const command *find_command(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static void print_help(FILE *stream) {
    fprintf(stream, "vrm %s, a command-line tool for VRM avatars\n\n", vrm_version());
    fprintf(stream, "Usage: vrm COMMAND [OPTIONS] FILE…\n\nCommands:\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        fprintf(stream, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    }
    fprintf(stream, "  help     show the help of a command: vrm help info\n\n"
                    "Options:\n"
                    "  --help     show this page\n"
                    "  --version  show the version of the tool\n\n"
                    "Exit codes: 0 everything succeeded; 1 a file could not be used;\n"
                    "2 the command line is wrong.\n"
                    "The output is coloured on a terminal, unless NO_COLOR is set.\n");
}

/* The page of a command that another program runs is that program's. */
static int print_page(const command *of) {
    static char help[] = "--help";
    char *arguments[] = {help};
    if (of->help == NULL) return of->run(1, arguments);
    fputs(of->help, stdout);
    return EXIT_LOADED;
}

static int run_help(int argc, char **argv) {
    const command *found;
    if (argc == 0) {
        print_help(stdout);
        return EXIT_LOADED;
    }
    found = find_command(argv[0]);
    if (found == NULL) return usage_error(NULL, "unknown command", argv[0]);
    return print_page(found);
}

static int run(int argc, char **argv) {
    const command *found;
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("vrm %s\n", vrm_version());
        return EXIT_LOADED;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return run_help(0, NULL);
    if (strcmp(argv[1], "help") == 0) return run_help(argc - 2, argv + 2);
    found = find_command(argv[1]);
    if (found == NULL) {
        const char *what = argv[1][0] == '-' ? "unknown option" : "unknown command";
        return usage_error(NULL, what, argv[1]);
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return print_page(found);
        }
    }
    return found->run(argc - 2, argv + 2);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

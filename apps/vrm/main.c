#include "apps/kit/console.h"
#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <shellapi.h>
#endif

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

static int run_help(int argc, char **argv) {
    const command *found;
    if (argc == 0) {
        print_help(stdout);
        return EXIT_LOADED;
    }
    found = find_command(argv[0]);
    if (found == NULL) return usage_error(NULL, "unknown command", argv[0]);
    fputs(found->help, stdout);
    return EXIT_LOADED;
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
            fputs(found->help, stdout);
            return EXIT_LOADED;
        }
    }
    return found->run(argc - 2, argv + 2);
}

#if defined(_WIN32)
/* The arguments of main are in the code page of the system; ours are UTF-8. */
int main(void) {
    int argc = 0, result;
    WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &argc);
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    if (wide == NULL || argv == NULL) return EXIT_NOT_LOADED;
    for (int i = 0; i < argc; ++i) {
        int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        argv[i] = malloc((size_t)size);
        if (argv[i] == NULL) return EXIT_NOT_LOADED;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, argv[i], size, NULL, NULL);
    }
    console_begin();
    result = console_end(run(argc, argv));
    for (int i = 0; i < argc; ++i) free(argv[i]);
    free(argv);
    LocalFree(wide);
    return result;
}
#else
int main(int argc, char **argv) {
    console_begin();
    return console_end(run(argc, argv));
}
#endif

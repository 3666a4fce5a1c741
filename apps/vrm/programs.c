/* The commands that programs of their own run: what draws takes long to load, and the rest needs
 * libraries that this program does without. */
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "command.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A program that is not there; `needs` says why it may not have been built, or is empty. */
static void print_missing(const char *program, const char *needs) {
    fputs("vrm: ", stderr);
    say_to(stderr, "the program {1} was not found, neither beside this program nor in PATH.\n",
           program);
    fputs(needs, stderr);
}

int run_draw(const char *name, int argc, char **argv, int missing) {
    char **arguments = calloc((size_t)argc + 1, sizeof *arguments);
    int code = -1;
    if (arguments != NULL) {
        arguments[0] = (char *)(uintptr_t)name;
        for (int i = 0; i < argc; ++i) arguments[i + 1] = argv[i];
        code = program_run("vrm-draw", argc + 1, arguments);
    }
    free(arguments);
    if (code >= 0) return code;
    print_missing(
        "vrm-draw",
        say("It is built only if libepoxy is installed (libepoxy-dev on Debian, libepoxy in "
            "Homebrew).\n"));
    return missing;
}

static int run_render(int argc, char **argv) {
    return run_draw("render", argc, argv, EXIT_NOT_LOADED);
}

static int run_thumb(int argc, char **argv) {
    return run_draw("thumb", argc, argv, EXIT_NOT_LOADED);
}

int run_viewer(int argc, char **argv, const char *otherwise) {
    int code = program_run("vrm-view", argc, argv);
    if (code >= 0) return code;
    print_missing(
        "vrm-view",
        say("It is built only with SDL2, libepoxy, Dear ImGui and a C++ compiler (libsdl2-dev, "
            "libepoxy-dev and libimgui-dev on Debian).\n"));
    fputs(otherwise, stderr);
    return EXIT_NOT_LOADED;
}

static int run_view(int argc, char **argv) { return run_viewer(argc, argv, ""); }

static int run_optimize(int argc, char **argv) {
    int code = program_run("vrm-optimize", argc, argv);
    if (code >= 0) return code;
    print_missing("vrm-optimize", "");
    return EXIT_NOT_LOADED;
}

static int run_index(int argc, char **argv) {
    int code = program_run("vrm-index", argc, argv);
    if (code >= 0) return code;
    print_missing(
        "vrm-index",
        say("It is built only if SQLite is installed (libsqlite3-dev on Debian, sqlite in "
            "Homebrew).\n"));
    return EXIT_NOT_LOADED;
}

static int run_hub(int argc, char **argv) {
    int code = program_run("vrm-hub", argc, argv);
    if (code >= 0) return code;
    print_missing(
        "vrm-hub",
        say("It is built only if the NATS client library is installed (libnats-dev on Debian).\n"));
    return EXIT_NOT_LOADED;
}

const command command_hub = {COMMAND_HUB, run_hub};
const command command_index = {COMMAND_INDEX, run_index};
const command command_optimize = {COMMAND_OPTIMIZE, run_optimize};
const command command_render = {COMMAND_RENDER, run_render};
const command command_thumb = {COMMAND_THUMB, run_thumb};
const command command_view = {COMMAND_VIEW, run_view};

/* The commands that make pictures, in a build without OpenGL. */
#include "command.h"

#include <stdio.h>

static const char help[] = "This build of vrm makes no pictures: it was made without the renderer, "
                           "or without libepoxy, which\n"
                           "finds OpenGL (libepoxy-dev on Debian, libepoxy in Homebrew).\n";

static int run(int argc, char **argv) {
    (void)argc;
    (void)argv;
    fputs(help, stderr);
    return EXIT_NOT_LOADED;
}

const command command_render = {"render", "pictures of avatars (not in this build)", help, run};
const command command_thumb = {"thumb", "portraits of avatars (not in this build)", help, run};

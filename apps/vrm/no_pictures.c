/* The commands that make pictures, in a build without OpenGL. */
#include "command.h"

#include <stdio.h>

static const char help[] =
    "This build of vrm makes no pictures, because it was built without the renderer or without\n"
    "libepoxy (libepoxy-dev on Debian, libepoxy in Homebrew).\n";

static int run(int argc, char **argv) {
    (void)argc;
    (void)argv;
    fputs(help, stderr);
    return EXIT_NOT_LOADED;
}

const command command_render = {"render", "make pictures of avatars (not in this build)", help,
                                run};
const command command_thumb = {"thumb", "make portraits of avatars (not in this build)", help, run};

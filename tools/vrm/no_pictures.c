/* The commands that make pictures, in a build without OpenGL. */
#include "command.h"

#include <stdio.h>

static const char help[] =
    "This vrm was built without libepoxy, which finds OpenGL: it makes no pictures.\n"
    "Install it (libepoxy-dev on Debian, libepoxy in Homebrew), and build vrm anew.\n";

static int run(int argc, char **argv) {
    (void)argc;
    (void)argv;
    fprintf(stderr, "vrm: %s", help);
    return EXIT_NOT_LOADED;
}

const command command_render = {"render", "pictures of avatars (not in this build)", help, run};
const command command_thumb = {"thumb", "portraits of avatars (not in this build)", help, run};

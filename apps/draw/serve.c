/* Pictures for `vrm work`: GL is made ready, and a picture drawn in which all kinds of materials
 * are seen, before this process locks itself in and is given a stranger's file. */
#define _GNU_SOURCE /* memfd_create */

#include "serve.h"
#include "apps/worker/serve.h"
#include "drawing.h"

#include <epoxy/gl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const unsigned char first_avatar[];
extern const size_t first_avatar_size;

/* All on the processor and in this thread: what is locked in has one, and none can be started
 * later. Nothing is kept on the disk for other runs, which would need a thread too. */
static void set_up_mesa(void) {
    setenv("LIBGL_ALWAYS_SOFTWARE", "true", 1);
    setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    setenv("LP_NUM_THREADS", "0", 1);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    setenv("mesa_glthread", "false", 1);
}

/* Standard input becomes the avatar that comes with the program, as that of a job is: in memory,
 * and sealed. */
static bool take_first_avatar(void) {
    const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    int file = memfd_create("first-avatar", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    bool is_good = file >= 0 &&
                   write(file, first_avatar, first_avatar_size) == (ssize_t)first_avatar_size &&
                   fcntl(file, F_ADD_SEALS, seals) == 0 && lseek(file, 0, SEEK_SET) == 0 &&
                   dup2(file, STDIN_FILENO) >= 0;
    if (file >= 0) close(file);
    return is_good;
}

static int run_step(void *user, int argc, char **argv) {
    drawing_host *host = user;
    const command_text *named = command_find(argv[0]);
    command_id id = named != NULL ? named->id : COMMAND_TOOL;
    if (id == COMMAND_RENDER) return render_run(host, argc - 1, argv + 1);
    if (id == COMMAND_THUMB) return thumb_run(host, argc - 1, argv + 1);
    return EXIT_USAGE;
}

static const char *make_ready(void *user, char identity[MOST_IDENTITY]) {
    drawing_host *host = user;
    char words[5][16] = {"thumb", "-", "--json", "--out=fd:3", "--size=64x64"};
    char *argv[] = {words[0], words[1], words[2], words[3], words[4], NULL};
    set_up_mesa();
    if (!take_first_avatar()) return "there is not enough memory";
    if (run_step(user, 5, argv) != EXIT_LOADED || !host->has_studio) {
        return "this machine cannot draw: Mesa is needed (on Debian: libegl-mesa0, libgl1-mesa-dri "
               "and libgles2)";
    }
    snprintf(identity, MOST_IDENTITY, "%s, %s", (const char *)glGetString(GL_VERSION),
             (const char *)glGetString(GL_RENDERER));
    return NULL;
}

_Noreturn int draw_serve(int argc, char **argv) {
    drawing_host host;
    const serve_program program = {
        .makes_code = true, .ready = make_ready, .run = run_step, .user = &host};
    int code;
    drawing_host_init(&host);
    code = serve_steps(&program, argc, argv);
    _exit(code); /* taking GL down needs calls that are not allowed any more */
}

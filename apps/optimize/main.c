/* vrm-optimize: what `vrm optimize` runs. Image libraries and meshoptimizer take longer to load
 * than the tool itself. */
#include "apps/kit/program/program.h"
#include "optimize.h"

#if defined(VRM_HAVE_SERVE)
#include "apps/worker/serve.h"

#include <stddef.h>

/* For `vrm work`, whose files are those of strangers: image libraries work on them behind bars. */
static int run_step(void *user, int argc, char **argv) {
    (void)user;
    return command_optimize.run(argc - 1, argv + 1);
}

static const char *make_ready(void *user, char identity[MOST_IDENTITY]) {
    (void)user;
    identity[0] = '\0'; /* the version of the tool says it all */
    return NULL;
}

static int serve(int argc, char **argv) {
    const serve_program program = {
        .makes_code = false, .ready = make_ready, .run = run_step, .user = NULL};
    return serve_steps(&program, argc, argv);
}
#endif

static int run(int argc, char **argv) {
#if defined(VRM_HAVE_SERVE)
    if (serve_is_wanted(argc, argv)) return serve(argc, argv);
#endif
    return command_run(&command_optimize, argc - 1, argv + 1);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

/* A program that draws for `vrm work` and is taken over by each file that says so. It is called
 * vrm-draw and lies beside vrm-evil-work, which finds it there. */
#include "apps/kit/program/program.h"
#include "apps/worker/serve.h"
#include "evil_deeds.h"

#include <stdio.h>

static const char *make_ready(void *user, char identity[MOST_IDENTITY]) {
    (void)user;
    snprintf(identity, MOST_IDENTITY, "nothing that draws");
    return NULL;
}

static int run_step(void *user, int argc, char **argv) {
    (void)user, (void)argc, (void)argv;
    return evil_do();
}

static int run(int argc, char **argv) {
    const serve_program program = {
        .makes_code = true, .ready = make_ready, .run = run_step, .user = NULL};
    return serve_is_wanted(argc, argv) ? serve_steps(&program, argc, argv) : 2;
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

/*
 * `vrm work` with verbs that do what the bytes of the job request, like an attacker who has taken
 * over the process of a job: crash, spin, take all memory, fork, write, connect, lie to the parent.
 * The worker itself is the one that is shipped.
 */
#include "apps/kit/program/program.h"
#include "apps/worker/work.h"
#include "evil_deeds.h"

#include <string.h>

/* The verb `info` of all jobs. */
static int run_evil(int argc, char **argv) {
    (void)argc, (void)argv;
    return evil_do();
}

static int run(int argc, char **argv) {
    static const command evil = {COMMAND_INFO, run_evil};
    static const command *const commands[] = {&evil};
    /* The worker starts this program again as `vrm work`. */
    int named = argc > 1 && strcmp(argv[1], "work") == 0 ? 2 : 1;
    return work_run(argc - named, argv + named, commands, 1);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

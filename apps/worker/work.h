/*
 * `vrm work`: one job of JSON on each line of standard input, and one result on each line of
 * standard output, as they are ready. Any queue can drive it; it knows none. docs/hub.md is its
 * page.
 *
 * work.c is the loop: it reads jobs, gives them to children, and ends those that take too long.
 * intake.c has the lines and the jobs that wait, job.c what a job may ask for, memory_file.c its
 * bytes, child.c the process that does it, jail.c what that process may do, outcome.c what came of
 * it, and store.c the folder of the outputs.
 */
#ifndef VRM_WORK_COMMAND_H
#define VRM_WORK_COMMAND_H

#include "apps/kit/command.h"

#include <stddef.h>

/* Runs the command with what follows its name, and returns an exit code. `commands` are those that
 * run the verbs of jobs. */
int work_run(int argc, char **argv, const command *const *commands, size_t count);

#endif

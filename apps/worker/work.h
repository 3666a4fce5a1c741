/*
 * `vrm work`: one job of JSON on each line of standard input, and one result on each line of
 * standard output, as they are ready. Any queue can drive it; it knows none. docs/guides/work.md is
 * its page.
 *
 * work.c is the loop: it reads jobs, gives them to slots, and waits. intake.c has the lines and the
 * jobs that wait, job.c what a job may ask for, memory_file.c its bytes, course.c its way through
 * processes: child.c those of this program, helper.c those of others, serve.c their side of it, and
 * jail.c what all of them may do. outcome.c has what came of it, results.c says it, and store.c is
 * the folder of the outputs.
 */
#ifndef VRM_WORK_COMMAND_H
#define VRM_WORK_COMMAND_H

#include "apps/kit/options/command.h"

#include <stddef.h>

/* Runs the command with what follows its name, and returns an exit code. `commands` are those that
 * run the verbs of jobs. */
int work_run(int argc, char **argv, const command *const *commands, size_t count);

#endif

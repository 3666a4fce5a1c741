/* The commands that a program has. What is said of them is in the table (options.h). */
#ifndef VRM_KIT_COMMAND_H
#define VRM_KIT_COMMAND_H

#include "arguments.h"

typedef struct command {
    command_id id;
    /* Takes what follows the command's name, and returns an exit code. */
    int (*run)(int argc, char **argv);
} command;

/* Runs a command, or prints its page if the arguments ask for it. */
int command_run(const command *chosen, int argc, char **argv);

#endif

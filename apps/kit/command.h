/* A command of a program. It takes what follows its name, and returns an exit code. */
#ifndef VRM_KIT_COMMAND_H
#define VRM_KIT_COMMAND_H

#include "arguments.h"

typedef struct command {
    const char *name;
    const char *summary; /* one line, for the list of commands */
    const char *help;    /* the whole page; NULL: the program that runs the command has it */
    int (*run)(int argc, char **argv);
} command;

#endif

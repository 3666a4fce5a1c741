/* The commands. Each takes what stands behind its name, and returns an exit code. */
#ifndef VRM_CLI_COMMAND_H
#define VRM_CLI_COMMAND_H

#include "apps/kit/arguments.h"

typedef struct command {
    const char *name;
    const char *summary; /* one line, for the list of commands */
    const char *help;    /* the whole page */
    int (*run)(int argc, char **argv);
} command;

extern const command command_info;
extern const command command_sim;
extern const command command_render;
extern const command command_thumb;
extern const command command_view;

#endif

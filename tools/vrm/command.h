/* The commands. Each takes what stands behind its name, and returns an exit code. */
#ifndef VRM_CLI_COMMAND_H
#define VRM_CLI_COMMAND_H

enum { EXIT_LOADED = 0, EXIT_NOT_LOADED = 1, EXIT_USAGE = 2 };

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

/* Says what is wrong with the call, and where help is. Returns EXIT_USAGE. */
int usage_error(const char *command_name, const char *problem, const char *argument);

#endif

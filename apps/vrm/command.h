/* The commands of the tool. */
#ifndef VRM_CLI_COMMAND_H
#define VRM_CLI_COMMAND_H

#include "apps/kit/command.h"

extern const command command_info;
extern const command command_sim;
extern const command command_help;
/* Run by programs of their own (programs.c). */
extern const command command_render;
extern const command command_thumb;
extern const command command_view;

#endif

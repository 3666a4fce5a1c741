/* The commands of the tool. */
#ifndef VRM_CLI_COMMAND_H
#define VRM_CLI_COMMAND_H

#include "apps/kit/options/command.h"

extern const command command_explain;
extern const command command_info;
extern const command command_check;
extern const command command_diff;
extern const command command_edit;
extern const command command_extract;
extern const command command_meta;
extern const command command_pack;
extern const command command_sim;
extern const command command_motion;
extern const command command_live;
extern const command command_migrate;
extern const command command_normalize;
extern const command command_make;
extern const command command_work;
extern const command command_help;
/* Run by programs of their own (programs.c). */
extern const command command_render;
extern const command command_thumb;
extern const command command_view;
extern const command command_optimize;
extern const command command_index;
extern const command command_hub;

/* Runs a command of vrm-draw, by its name. Returns its exit code, or `missing` where there is no
 * such program, of which standard error is told. */
int run_draw(const char *name, int argc, char **argv, int missing);

/* Runs the viewer. Returns its exit code; if there is none, standard error gets the reason and
 * `otherwise`, a sentence about what works without it. */
int run_viewer(int argc, char **argv, const char *otherwise);

/* Says that there is no such command, and which one is near. Returns EXIT_USAGE. */
int unknown_command(const char *name);

#endif

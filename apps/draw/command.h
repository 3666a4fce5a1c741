/* The commands that draw. */
#ifndef VRM_DRAW_COMMAND_H
#define VRM_DRAW_COMMAND_H

#include "apps/kit/options/command.h"

extern const command command_check;
extern const command command_diff;
extern const command command_render;
extern const command command_thumb;

#endif

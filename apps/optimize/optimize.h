#ifndef VRM_OPTIMIZE_OPTIMIZE_COMMAND_H
#define VRM_OPTIMIZE_OPTIMIZE_COMMAND_H

#include "apps/kit/options/command.h"

extern const command command_optimize;

#endif

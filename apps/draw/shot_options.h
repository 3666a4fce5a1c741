/* The command-line options that determine how a picture is taken. */
#ifndef VRM_CLI_SHOT_OPTIONS_H
#define VRM_CLI_SHOT_OPTIONS_H

#include "apps/kit/options/arguments.h"
#include "studio.h"

/* Takes the options that `vrm render` and `vrm thumb` share. */
option_result shot_read_option(option_value *value, shot_settings *shot);

#endif

/* vrm diff. apps/diff has the command itself. */
#include "apps/diff/diff.h"
#include "command.h"

const command command_diff = {COMMAND_DIFF, diff_main};

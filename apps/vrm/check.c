/* vrm check. apps/check has the command itself. */
#include "apps/check/check.h"
#include "command.h"

static int run_check(int argc, char **argv) { return check_run(argc, argv); }

const command command_check = {COMMAND_CHECK, run_check};

/* vrm-optimize: what `vrm optimize` runs. Image libraries and meshoptimizer take longer to load
 * than the tool itself. */
#include "apps/kit/program.h"
#include "optimize.h"

static int run(int argc, char **argv) { return command_run(&command_optimize, argc - 1, argv + 1); }

int main(int argc, char **argv) { return program_main(argc, argv, run); }

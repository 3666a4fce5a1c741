/* vrm-index: what `vrm index` runs. The command line itself does without SQLite. */
#include "apps/kit/program/program.h"
#include "index.h"

static int run(int argc, char **argv) { return command_run(&command_index, argc - 1, argv + 1); }

int main(int argc, char **argv) { return program_main(argc, argv, run); }

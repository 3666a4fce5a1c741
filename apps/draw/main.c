/* vrm-draw: what `vrm render` and `vrm thumb` run, and `vrm check` and `vrm diff` where they draw.
 */
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "command.h"
#if defined(VRM_HAVE_SERVE)
#include "apps/worker/serve.h"
#include "serve.h"
#endif

#include <string.h>

static int run(int argc, char **argv) {
    const command_text *named = argc > 1 ? command_find(argv[1]) : NULL;
    command_id id = named != NULL ? named->id : COMMAND_TOOL;
#if defined(VRM_HAVE_SERVE)
    if (serve_is_wanted(argc, argv)) return draw_serve(argc, argv);
#endif
    if (id == COMMAND_CHECK) return command_run(&command_check, argc - 2, argv + 2);
    if (id == COMMAND_DIFF) return command_run(&command_diff, argc - 2, argv + 2);
    if (id == COMMAND_RENDER) return command_run(&command_render, argc - 2, argv + 2);
    if (id == COMMAND_THUMB) return command_run(&command_thumb, argc - 2, argv + 2);
    return usage_error(COMMAND_TOOL, SAY("use 'vrm render' or 'vrm thumb'"), NULL);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

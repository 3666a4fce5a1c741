/* vrm-hub: what `vrm hub` runs, a queue of NATS JetStream for `vrm work` (hub/README.md). */
#include "apps/kit/options/command.h"
#include "apps/kit/program/program.h"
#include "feed.h"
#include "prune.h"
#include "pump.h"
#include "status.h"

#include <stdio.h>
#include <string.h>
#include <vrm/vrm.h>

static int run_hub(int argc, char **argv) {
    static int (*const verbs[HUB_VERB_COUNT])(const hub_options *) = {
        hub_push, hub_work, hub_reconcile, hub_status, hub_list_dead, hub_prune};
    hub_options options;
    return hub_options_read(&options, argc, argv) ? verbs[options.verb](&options) : EXIT_USAGE;
}

static int run(int argc, char **argv) {
    static const command hub = {COMMAND_HUB, run_hub};
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("vrm-hub %s\n", vrm_version());
        return EXIT_LOADED;
    }
    return command_run(&hub, argc - 1, argv + 1);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

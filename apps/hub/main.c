/* vrm-hub: a queue of NATS JetStream for `vrm work` (docs/hub.md). */
#include "apps/kit/program.h"
#include "feed.h"
#include "pump.h"
#include "status.h"

static int run(int argc, char **argv) {
    static int (*const verbs[HUB_VERB_COUNT])(const hub_options *) = {
        hub_push, hub_work, hub_reconcile, hub_status, hub_list_dead};
    hub_options options;
    int code = hub_options_read(&options, argc, argv);
    return code >= 0 ? code : verbs[options.verb](&options);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

/* vrm live, where there are no sockets. */
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "live.h"

#include <stdio.h>

static int refuse(void) {
    fprintf(stderr, "vrm: %s\n", say("vrm live was not built for this system"));
    return EXIT_NOT_LOADED;
}

int live_listen(const live_options *options, const vrm_model *model) {
    (void)options;
    (void)model;
    return refuse();
}

int live_send(const live_options *options, const vrm_model *model) {
    (void)options;
    (void)model;
    return refuse();
}

/* push and reconcile: what waits to be done goes into the queue. */
#ifndef VRM_HUB_FEED_H
#define VRM_HUB_FEED_H

#include "options.h"

int hub_push(const hub_options *options);
int hub_reconcile(const hub_options *options);

#endif

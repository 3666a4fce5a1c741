/* Removes outputs and dead letters that no upload needs, or that are over an age or a size. */
#ifndef VRM_HUB_PRUNE_H
#define VRM_HUB_PRUNE_H

#include "options.h"

int hub_prune(const hub_options *options);

#endif

/*
 * From the queue to `vrm work`, and back.
 *
 * A job is acknowledged when its manifest is on the disk, and not before: the server's word that it
 * has forgotten the job is waited for. A job that the worker saw crash or overrun is tried three
 * times; one that was handed out again and again because something was killed has a bound of its
 * own. What is over either, and what nobody can do, becomes a dead letter, which is stored before
 * the job is acknowledged.
 */
#ifndef VRM_HUB_PUMP_H
#define VRM_HUB_PUMP_H

#include "options.h"

enum { MOST_TRIES = 3, MOST_DELIVERIES = 20 };

int hub_work(const hub_options *options);

#endif

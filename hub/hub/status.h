/* How much is done, by what was uploaded and by its manifests. The broker is asked too, but not
 * believed: its own number is shown beside. */
#ifndef VRM_HUB_STATUS_H
#define VRM_HUB_STATUS_H

#include "ledger.h"

int hub_status(const hub_options *options);
int hub_list_dead(const hub_options *options);

/* Writes the file of --metrics, under another name first. */
void status_write_metrics(const hub_options *options, broker *from, ledger *uploads);

#endif

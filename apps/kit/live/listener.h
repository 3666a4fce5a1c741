/* Listens to a tracker: a socket, and what a VMC receiver makes of its datagrams. `vrm live`
 * records it, and the viewer shows it. */
#ifndef VRM_KIT_LISTENER_H
#define VRM_KIT_LISTENER_H

#include "udp.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/live.h>

/* The most different custom expressions of one tracker. */
enum { LISTENER_CUSTOMS = 256 };

typedef struct listener {
    udp_socket socket;
    const char *address;
    vrm_vmc_receiver *receiver;
    uint8_t bytes[UDP_MOST_BYTES];
} listener;

/* Each prints to stderr what prevents it, or the port once it listens. */
bool listener_open(listener *l, const char *address, uint32_t port);
/* What it reads from here on; NULL is an avatar of VRM 0.x. Datagrams wait for it. */
bool listener_expect(listener *l, const vrm_model *model);
/* After a failure too. Zero-initialised is not open. */
void listener_close(listener *l);

/* Reads the next datagram, without waiting. False: there is none. */
bool listener_take(listener *l, uint32_t *out_frames);

/* How many datagrams the system has dropped, as text. */
enum { LISTENER_NUMBER = 64 };
const char *listener_lost(const listener *l, char out[LISTENER_NUMBER]);

/* What came, what was lost and what was refused, to stdout. */
void listener_print_counts(const listener *l);

#endif

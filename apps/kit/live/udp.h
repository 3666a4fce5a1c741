/* Datagrams of UDP, for programs alone: the library opens no sockets. A system without sockets
 * opens none, with that as the reason (udp_elsewhere.c). */
#ifndef VRM_KIT_UDP_H
#define VRM_KIT_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest datagram that there is. */
enum { UDP_MOST_BYTES = 65536 };

typedef struct udp_socket {
    int descriptor;   /* -1: closed */
    uint32_t port;    /* on which it listens */
    uint8_t peer[32]; /* where it sends to: an address of the system */
    uint32_t peer_size;
} udp_socket;

/* Both take an IP address in numbers, and leave a reason in the system's words. Port 0: any that is
 * free. */
bool udp_listen(udp_socket *socket, const char *address, uint32_t port, const char **out_reason);
bool udp_send_to(udp_socket *socket, const char *address, uint32_t port, const char **out_reason);
void udp_close(udp_socket *socket);

/* Waits for a datagram or for a request to stop (stop.h), at most so many milliseconds; -1: without
 * end. True: there may be a datagram. */
bool udp_wait(const udp_socket *socket, int milliseconds);

/* Takes the next datagram without waiting. False: there is none. */
bool udp_take(const udp_socket *socket, void *bytes, size_t capacity, size_t *out_size);

/* False: the system has not taken it. */
bool udp_give(const udp_socket *socket, const void *bytes, size_t size);

/* How many datagrams the system has dropped because nobody took them in time. False: that is not
 * known here. */
bool udp_lost(const udp_socket *socket, uint32_t *out);

/* Nanoseconds since some moment. */
int64_t udp_now(void);

#endif

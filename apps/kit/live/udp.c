#if !defined(_WIN32)
#define _DEFAULT_SOURCE /* SO_MEMINFO */
#define _POSIX_C_SOURCE 200809L
#endif

#include "udp.h"
#include "apps/kit/system/stop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Room for some seconds of a sender, while a file is written or the processor is busy. */
enum { BUFFER_BYTES = 4 << 20 };

/* Either kind of address. */
typedef union any_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} any_address;

static bool read_address(const char *text, uint32_t port, any_address *out, uint32_t *out_size) {
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons((uint16_t)port);
        *out_size = sizeof out->v4;
        return true;
    }
    if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) != 1) return false;
    out->v6.sin6_family = AF_INET6;
    out->v6.sin6_port = htons((uint16_t)port);
    *out_size = sizeof out->v6;
    return true;
}

static bool fail(udp_socket *s, const char **out_reason) {
    *out_reason = strerror(errno);
    udp_close(s);
    return false;
}

static bool open_socket(udp_socket *s, const char *text, uint32_t port, any_address *address,
                        uint32_t *size, const char **out_reason) {
    memset(s, 0, sizeof *s);
    s->descriptor = -1;
    if (!read_address(text, port, address, size)) {
        errno = EADDRNOTAVAIL;
        return fail(s, out_reason);
    }
    s->descriptor = socket(address->any.sa_family, SOCK_DGRAM, 0);
    if (s->descriptor < 0) return fail(s, out_reason);
    fcntl(s->descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(s->descriptor, F_SETFL, O_NONBLOCK);
    return true;
}

bool udp_listen(udp_socket *s, const char *text, uint32_t port, const char **out_reason) {
    const int room = BUFFER_BYTES;
    any_address address;
    uint32_t size;
    socklen_t own_size = sizeof address;
    if (!open_socket(s, text, port, &address, &size, out_reason)) return false;
    setsockopt(s->descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room); /* or what is allowed */
    if (bind(s->descriptor, &address.any, size) != 0 ||
        getsockname(s->descriptor, &address.any, &own_size) != 0) {
        return fail(s, out_reason);
    }
    s->port = ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
    return true;
}

bool udp_send_to(udp_socket *s, const char *text, uint32_t port, const char **out_reason) {
    any_address address;
    if (!open_socket(s, text, port, &address, &s->peer_size, out_reason)) return false;
    memcpy(s->peer, &address, s->peer_size);
    return true;
}

void udp_close(udp_socket *s) {
    if (s->descriptor >= 0) close(s->descriptor);
    s->descriptor = -1;
}

bool udp_wait(const udp_socket *s, int milliseconds) {
    struct pollfd waits[2] = {{s->descriptor, POLLIN, 0}, {stop_descriptor(), POLLIN, 0}};
    return poll(waits, 2, milliseconds) > 0 && waits[0].revents != 0;
}

bool udp_take(const udp_socket *s, void *bytes, size_t capacity, size_t *out_size) {
    ssize_t size;
    do {
        size = recv(s->descriptor, bytes, capacity, 0);
    } while (size < 0 && errno == EINTR);
    if (size < 0) return false;
    *out_size = (size_t)size;
    return true;
}

bool udp_give(const udp_socket *s, const void *bytes, size_t size) {
    any_address address;
    memcpy(&address, s->peer, sizeof s->peer < sizeof address ? sizeof s->peer : sizeof address);
    struct pollfd wait = {s->descriptor, POLLOUT, 0};
    poll(&wait, 1, 100); /* a full buffer empties by itself */
    return sendto(s->descriptor, bytes, size, 0, &address.any, s->peer_size) == (ssize_t)size;
}

bool udp_lost(const udp_socket *s, uint32_t *out) {
#if defined(SO_MEMINFO)
    enum { DROPS = 8, COUNTS = 9 }; /* SK_MEMINFO_DROPS of linux/sock_diag.h */
    uint32_t counts[COUNTS];
    socklen_t size = sizeof counts;
    if (getsockopt(s->descriptor, SOL_SOCKET, SO_MEMINFO, counts, &size) != 0) return false;
    *out = counts[DROPS];
    return size == sizeof counts;
#else
    (void)s;
    (void)out;
    return false;
#endif
}

int64_t udp_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

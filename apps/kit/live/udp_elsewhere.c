/* UDP, where there are no sockets. */
#include "apps/kit/program/language.h"
#include "udp.h"

static bool refuse(udp_socket *s, const char **out_reason) {
    s->descriptor = -1;
    *out_reason = say("this build has no network sockets");
    return false;
}

bool udp_listen(udp_socket *s, const char *address, uint32_t port, const char **out_reason) {
    (void)address;
    (void)port;
    return refuse(s, out_reason);
}

bool udp_send_to(udp_socket *s, const char *address, uint32_t port, const char **out_reason) {
    (void)address;
    (void)port;
    return refuse(s, out_reason);
}

void udp_close(udp_socket *s) { s->descriptor = -1; }

bool udp_wait(const udp_socket *s, int milliseconds) {
    (void)s;
    (void)milliseconds;
    return false;
}

bool udp_take(const udp_socket *s, void *bytes, size_t capacity, size_t *out_size) {
    (void)s;
    (void)bytes;
    (void)capacity;
    *out_size = 0;
    return false;
}

bool udp_give(const udp_socket *s, const void *bytes, size_t size) {
    (void)s;
    (void)bytes;
    (void)size;
    return false;
}

bool udp_lost(const udp_socket *s, uint32_t *out) {
    (void)s;
    *out = 0;
    return false;
}

int64_t udp_now(void) { return 0; }

#include "listener.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"

#include <inttypes.h>
#include <stdio.h>

bool listener_open(listener *l, const char *address, uint32_t port) {
    const char *reason;
    char text[16];
    l->address = address;
    if (!udp_listen(&l->socket, address, port, &reason)) {
        snprintf(text, sizeof text, "%" PRIu32, port);
        fputs("vrm: ", stderr);
        say_to(stderr, "cannot listen on {1}, port {2}: {3}\n", address, text, reason);
        return false;
    }
    snprintf(text, sizeof text, "%" PRIu32, l->socket.port);
    say_to(stderr, "listening on {1}, port {2}; Ctrl+C ends\n", address, text);
    fflush(stderr);
    return true;
}

bool listener_expect(listener *l, const vrm_model *model) {
    vrm_vmc_receiver_desc desc;
    vrm_vmc_receiver_desc_init(&desc);
    desc.model = model;
    desc.custom_capacity = LISTENER_CUSTOMS;
    if (vrm_vmc_receiver_create(&desc, &l->receiver, NULL) == VRM_OK) return true;
    fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
    return false;
}

void listener_close(listener *l) {
    if (l->address != NULL) udp_close(&l->socket);
    vrm_vmc_receiver_destroy(l->receiver);
    l->address = NULL;
    l->receiver = NULL;
}

bool listener_take(listener *l, uint32_t *out_frames) {
    size_t size;
    if (!udp_take(&l->socket, l->bytes, sizeof l->bytes, &size)) return false;
    *out_frames = vrm_vmc_receiver_add(l->receiver, l->bytes, size, udp_now());
    return true;
}

const char *listener_lost(const listener *l, char out[LISTENER_NUMBER]) {
    uint32_t drops;
    return udp_lost(&l->socket, &drops) ? with_commas(drops, out) : say("unknown on this system");
}

void listener_print_counts(const listener *l) {
    const vrm_vmc_counts *c = vrm_vmc_receiver_counts(l->receiver);
    char frames[32], datagrams[32], messages[32], late[32], repeated[32], bones[32];
    char lost[LISTENER_NUMBER];
    say_to(stdout, "frames: {1}, datagrams: {2}\n", with_commas(c->frames, frames),
           with_commas(c->datagrams, datagrams));
    say_to(stdout, "lost datagrams: {1}\n", listener_lost(l, lost));
    say_to(stdout, "refused datagrams: {1}, refused messages: {2}\n",
           with_commas(c->refused_datagrams, datagrams),
           with_commas(c->refused_messages, messages));
    say_to(stdout,
           "late datagrams: {1}, repeated datagrams: {2}, unknown bones: {3}, restarts: {4}\n",
           with_commas(c->late_datagrams, late), with_commas(c->duplicates, repeated),
           with_commas(c->unknown_bones, bones), with_commas(c->restarts, frames));
}

#include "live/vmc_packets.h"

#include <stdarg.h>
#include <string.h>

packet packet_bundle(void) {
    packet p = {.size = 16, .is_bundle = true};
    memcpy(p.bytes, "#bundle\0\0\0\0\0\0\0\0\1", 16);
    return p;
}

packet packet_message(void) { return (packet){.size = 0}; }

static void put_u32(packet *p, uint32_t value) {
    for (int i = 0; i < 4; ++i) p->bytes[p->size++] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_string(packet *p, const char *text) {
    memcpy(p->bytes + p->size, text, strlen(text) + 1);
    p->size += strlen(text) + 1;
    while (p->size % 4 != 0) p->bytes[p->size++] = 0;
}

static void put_float(packet *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(p, bits);
}

static void begin(packet *p, const char *address, const char *types) {
    char tags[64] = ",";
    if (p->is_bundle) {
        p->message = p->size;
        p->size += 4;
    }
    strcat(tags, types);
    put_string(p, address);
    put_string(p, tags);
}

static void end(packet *p) {
    const size_t size = p->size;
    if (!p->is_bundle) return;
    p->size = p->message;
    put_u32(p, (uint32_t)(size - p->message - 4));
    p->size = size;
}

void packet_add(packet *p, const char *address, const char *types, ...) {
    va_list list;
    begin(p, address, types);
    va_start(list, types);
    for (const char *type = types; *type != '\0'; ++type) {
        if (*type == 's') put_string(p, va_arg(list, const char *));
        if (*type == 'f') put_float(p, (float)va_arg(list, double));
        if (*type == 'i') put_u32(p, (uint32_t)va_arg(list, int));
    }
    va_end(list);
    end(p);
}

void packet_clock(packet *p, float clock) { packet_add(p, "/VMC/Ext/T", "f", (double)clock); }

void packet_bone(packet *p, const char *name, vrm_vec3 position, vrm_quat rotation) {
    const float values[7] = {position.x, position.y, position.z, rotation.x,
                             rotation.y, rotation.z, rotation.w};
    begin(p, "/VMC/Ext/Bone/Pos", "sfffffff");
    put_string(p, name);
    for (int i = 0; i < 7; ++i) put_float(p, values[i]); /* a NaN keeps its bits */
    end(p);
}

void packet_weight(packet *p, const char *name, float weight) {
    packet_add(p, "/VMC/Ext/Blend/Val", "sf", name, (double)weight);
}

void packet_apply(packet *p) { packet_add(p, "/VMC/Ext/Blend/Apply", ""); }

uint32_t packet_give(const packet *p, vrm_vmc_receiver *receiver, int64_t milliseconds) {
    return vrm_vmc_receiver_add(receiver, p->bytes, p->size, milliseconds * 1000000);
}

uint32_t give_clock(vrm_vmc_receiver *receiver, float clock, int64_t milliseconds) {
    packet p = packet_message();
    packet_clock(&p, clock);
    return packet_give(&p, receiver, milliseconds);
}

uint32_t give_bone(vrm_vmc_receiver *receiver, const char *name, vrm_quat rotation,
                   int64_t milliseconds) {
    packet p = packet_message();
    packet_bone(&p, name, (vrm_vec3){0, 0, 0}, rotation);
    return packet_give(&p, receiver, milliseconds);
}

uint32_t give_weight(vrm_vmc_receiver *receiver, const char *name, float weight,
                     int64_t milliseconds) {
    packet p = packet_message();
    packet_weight(&p, name, weight);
    return packet_give(&p, receiver, milliseconds);
}

uint32_t give_apply(vrm_vmc_receiver *receiver, int64_t milliseconds) {
    packet p = packet_message();
    packet_apply(&p);
    return packet_give(&p, receiver, milliseconds);
}

vrm_vmc_receiver *create_receiver(const vrm_vmc_receiver_desc *desc) {
    vrm_vmc_receiver *made;
    vrm_vmc_receiver_create(desc, &made, NULL);
    return made;
}

vrm_vmc_sender *create_sender(const vrm_vmc_sender_desc *desc) {
    vrm_vmc_sender *made;
    vrm_vmc_sender_create(desc, &made, NULL);
    return made;
}

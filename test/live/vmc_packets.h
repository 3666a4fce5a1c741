/* Datagrams of VMC, made value by value, apart from the sender of the library. */
#ifndef VRM_TEST_LIVE_VMC_PACKETS_H
#define VRM_TEST_LIVE_VMC_PACKETS_H

#include "vrm/live/vmc.h"

#include <stdbool.h>

/* A datagram that grows: a bundle, or one message. */
typedef struct packet {
    uint8_t bytes[16384];
    size_t size;
    bool is_bundle;
    size_t message; /* where the size of the open message stands in a bundle */
} packet;

packet packet_bundle(void);
packet packet_message(void);

/* A message: each argument in turn, by the types of OSC: s char *, f double, i int. */
void packet_add(packet *p, const char *address, const char *types, ...);

/* Messages that VMC has. Rotations are those of Unity. */
void packet_clock(packet *p, float clock);
void packet_bone(packet *p, const char *name, vrm_vec3 position, vrm_quat rotation);
void packet_weight(packet *p, const char *name, float weight);
void packet_apply(packet *p);

/* Gives a datagram to a receiver at a time in milliseconds. */
uint32_t packet_give(const packet *p, vrm_vmc_receiver *receiver, int64_t milliseconds);

/* One message alone. */
uint32_t give_clock(vrm_vmc_receiver *receiver, float clock, int64_t milliseconds);
uint32_t give_bone(vrm_vmc_receiver *receiver, const char *name, vrm_quat rotation,
                   int64_t milliseconds);
uint32_t give_weight(vrm_vmc_receiver *receiver, const char *name, float weight,
                     int64_t milliseconds);
uint32_t give_apply(vrm_vmc_receiver *receiver, int64_t milliseconds);

vrm_vmc_receiver *create_receiver(const vrm_vmc_receiver_desc *desc);
vrm_vmc_sender *create_sender(const vrm_vmc_sender_desc *desc);

#endif

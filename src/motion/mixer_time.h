/* The time of a slot: fades, loops, and what happens on the way. */
#ifndef VRMI_MOTION_MIXER_TIME_H
#define VRMI_MOTION_MIXER_TIME_H

#include "vrm/mixer.h"

/* Where events go. */
typedef struct vrmi_mixer_events {
    vrm_mixer_event *events;
    uint32_t capacity;
    uint32_t count; /* also of those beyond the capacity */
} vrmi_mixer_events;

/* Lets time pass in a slot. Returns how often its loop began anew, less than 0 backwards. */
int64_t vrmi_mixer_pass(vrm_mixer_slot *slot, int32_t index, int64_t elapsed,
                        vrmi_mixer_events *out);

#endif

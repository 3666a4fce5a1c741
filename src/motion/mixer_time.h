/* The time of a slot: fades, loops, and what happens on the way. */
#ifndef VRMI_MOTION_MIXER_TIME_H
#define VRMI_MOTION_MIXER_TIME_H

#include "vrm/mixer.h"

#include <assert.h>
#include <string.h>

/* What a mixer remembers of a slot. */
typedef struct vrmi_slot_state {
    int64_t fade_passed;       /* in nanoseconds */
    int64_t fade_length;       /* 0: there is no fade */
    int64_t root_time;         /* of root_last */
    const vrm_clip *root_clip; /* of root_first; NULL: none yet */
    float root_first[2];       /* x and z of the hips at the beginning of the clip */
    float root_last[2];        /* and in the last update */
    float fade_from;           /* the weight at the beginning of the fade */
    float fade_to;             /* and at its end */
    uint32_t fraction;         /* of a nanosecond, times 2^20 */
    int32_t has_begun;         /* 1: time has passed since vrm_mixer_play */
} vrmi_slot_state;

static_assert(sizeof(vrmi_slot_state) <= sizeof((vrm_mixer_slot *)NULL)->state,
              "the state has to fit into the public struct");

/* The public struct holds the state as bytes. */
static inline vrmi_slot_state vrmi_slot_read(const vrm_mixer_slot *slot) {
    vrmi_slot_state state;
    memcpy(&state, slot->state, sizeof state);
    return state;
}

static inline void vrmi_slot_write(vrm_mixer_slot *slot, const vrmi_slot_state *state) {
    memcpy(slot->state, state, sizeof *state);
}

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

/* A small network: seven frames become the classes of sounds, and traits that tell vowels apart. */
#ifndef VRMI_LIVE_VOICE_NETWORK_H
#define VRMI_LIVE_VOICE_NETWORK_H

#include "live/voice/speaker.h"

#include <stdint.h>

enum {
    VRMI_CONTEXT = 7,
    VRMI_AHEAD = 3, /* of the context, frames behind the one that is recognized */
    VRMI_INPUTS = VRMI_CONTEXT * VRMI_FEATURES,
    VRMI_HIDDEN = 40
};

/* The classes; the first five are the vowels. */
enum { VRMI_CLASS_CLOSED = 5, VRMI_CLASS_OTHER, VRMI_CLASS_SILENCE, VRMI_CLASSES };

/* Rows of integers have a scale each. Matrices are flat, as compilers warn about missing braces. */
typedef struct vrmi_network {
    int8_t hidden[VRMI_HIDDEN * VRMI_INPUTS];
    int8_t traits[VRMI_TRAITS * VRMI_HIDDEN];
    int8_t classes[VRMI_CLASSES * VRMI_HIDDEN];
    float hidden_scale[VRMI_HIDDEN], hidden_bias[VRMI_HIDDEN];
    float traits_scale[VRMI_TRAITS];
    float classes_scale[VRMI_CLASSES], class_bias[VRMI_CLASSES];
    float means[VRMI_SHAPES];
    float vowels[VRMI_SPEAKER_VOWELS * VRMI_TRAITS];
} vrmi_network;

extern const vrmi_network vrmi_voice_network;

/* `classes` are probabilities. */
void vrmi_network_run(const vrmi_network *network, const float inputs[VRMI_INPUTS],
                      float classes[VRMI_CLASSES], float traits[VRMI_TRAITS]);

/* The probabilities of the vowels, if it is one. */
void vrmi_network_vowels(const float traits[VRMI_TRAITS],
                         const float vowels[VRMI_SPEAKER_VOWELS * VRMI_TRAITS],
                         float out[VRMI_SPEAKER_VOWELS]);

#endif

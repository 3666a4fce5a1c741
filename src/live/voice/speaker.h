/* What a voice has learned about its speaker: the mean of the spectrum, and the five vowels. */
#ifndef VRMI_LIVE_VOICE_SPEAKER_H
#define VRMI_LIVE_VOICE_SPEAKER_H

#include "live/voice/spectrum.h"

enum { VRMI_TRAITS = 12, VRMI_SPEAKER_VOWELS = 5 };

typedef struct vrmi_speaker {
    float count;             /* of loud frames; at most the number that is remembered */
    float sums[VRMI_SHAPES]; /* of them */
    float vowel_counts[VRMI_SPEAKER_VOWELS];
    float vowel_sums[VRMI_SPEAKER_VOWELS * VRMI_TRAITS];
} vrmi_speaker;

/* How loud the sound is at times. It starts at `VRMI_QUIET_PEAK`. */
#define VRMI_QUIET_PEAK (-6.0f)

/* Learns from a frame, and subtracts the mean. The loudness becomes a distance from its peak. */
void vrmi_speaker_normalize(vrmi_speaker *speaker, float *peak, const float prior[VRMI_SHAPES],
                            const float features[VRMI_FEATURES], float out[VRMI_FEATURES]);

/* Adds a frame of a known vowel. */
void vrmi_speaker_add_vowel(vrmi_speaker *speaker, int vowel, const float traits[VRMI_TRAITS]);

/* The means of the vowels: those of all speakers, moved towards this one. */
void vrmi_speaker_vowels(const vrmi_speaker *speaker,
                         const float prior[VRMI_SPEAKER_VOWELS * VRMI_TRAITS],
                         float out[VRMI_SPEAKER_VOWELS * VRMI_TRAITS]);

#endif

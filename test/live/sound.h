/* Sounds for tests of what listens: the vowels of a simple synthesizer, and silence. */
#ifndef VRM_TEST_SOUND_H
#define VRM_TEST_SOUND_H

#include <stdint.h>

/* aa, ih, ou, ee, oh: the order of vrm_mouth. */
enum { SOUND_MOST = 480000, SOUND_VOWELS = 5 };

typedef struct sound {
    float *samples;
    uint32_t count, rate;
    uint32_t noise;
} sound;

sound sound_create(uint32_t rate);
void sound_free(const sound *s);

/* What is more than SOUND_MOST samples is not added. */
void sound_add_vowel(sound *s, int vowel, float seconds);
void sound_add_silence(sound *s, float seconds);

#endif

/* A voice of pulses and five resonators. */
#include "live/sound.h"

#include "base/math.h"
#include "test.h"

#include <stdlib.h>

enum { FORMANTS = 5 };

/* Frequencies of a man's vowels: aa, ih, ou, ee, oh. */
static const float formants[SOUND_VOWELS][FORMANTS] = {{750.0f, 1200.0f, 2500.0f, 3500.0f, 4500.0f},
                                                       {290.0f, 2250.0f, 3000.0f, 3500.0f, 4500.0f},
                                                       {320.0f, 850.0f, 2300.0f, 3500.0f, 4500.0f},
                                                       {530.0f, 1850.0f, 2500.0f, 3500.0f, 4500.0f},
                                                       {500.0f, 850.0f, 2450.0f, 3500.0f, 4500.0f}};

sound sound_create(uint32_t rate) {
    sound s = {malloc(SOUND_MOST * sizeof(float)), 0, rate, 1};
    CHECK(s.samples != NULL);
    return s;
}

void sound_free(const sound *s) { free(s->samples); }

/* A resonator with a width of 80 Hz, over the samples since `from`. */
static void resonate(sound *s, uint32_t from, float hz) {
    const float radius = 1.0f - VRMI_PI * 80.0f / (float)s->rate;
    const float b = 2.0f * radius * vrmi_cos(2.0f * VRMI_PI * hz / (float)s->rate);
    const float gain = 1.0f - b + radius * radius;
    float last = 0.0f, before = 0.0f;
    for (uint32_t i = from; i < s->count; ++i) {
        const float value = gain * s->samples[i] + b * last - radius * radius * before;
        before = last;
        last = s->samples[i] = value;
    }
}

void sound_add_vowel(sound *s, int vowel, float seconds) {
    const uint32_t from = s->count, count = (uint32_t)(seconds * (float)s->rate);
    const uint32_t period = s->rate / 120;
    float flow = 0.0f;
    for (uint32_t i = 0; i < count && s->count < SOUND_MOST; ++i) {
        s->noise = s->noise * 1664525u + 1013904223u;
        flow = (1.0f - 800.0f / (float)s->rate) * flow + (i % period == 0 ? 1.0f : 0.0f);
        s->samples[s->count++] = flow + 1e-4f * (float)(s->noise >> 16) / 65536.0f;
    }
    for (int f = 0; f < FORMANTS; ++f) resonate(s, from, formants[vowel][f]);
    for (uint32_t i = from; i < s->count; ++i) s->samples[i] *= 0.8f;
}

void sound_add_silence(sound *s, float seconds) {
    const uint32_t count = (uint32_t)(seconds * (float)s->rate);
    for (uint32_t i = 0; i < count && s->count < SOUND_MOST; ++i) s->samples[s->count++] = 0.0f;
}

#include "live/voice/speaker.h"

#include "base/math.h"

/* In frames: 100 of them are a second. */
#define MOST_COUNT 1500.0f
#define PRIOR_COUNT 200.0f
/* How much of a speaker's mean is subtracted: the rest is what distinguishes people's vowels. */
#define MEAN_SHARE 0.5f
#define VOWEL_PRIOR_COUNT 40.0f
#define MOST_VOWEL_COUNT 1000.0f
/* In logarithms of power to base 2: 1 is 3 dB. */
#define PEAK_FALL 0.002f
#define LOUD_RANGE 7.0f
#define LEAST_LOUD (-11.0f)
#define LOWEST 20.0f

void vrmi_speaker_normalize(vrmi_speaker *s, float *peak, const float prior[VRMI_SHAPES],
                            const float features[VRMI_FEATURES], float out[VRMI_FEATURES]) {
    const float level = features[VRMI_SHAPES];
    *peak = vrmi_max(vrmi_max(*peak - PEAK_FALL, VRMI_QUIET_PEAK), level);
    if (level > *peak - LOUD_RANGE && level > LEAST_LOUD) {
        const float keep = s->count < MOST_COUNT ? 1.0f : MOST_COUNT / (MOST_COUNT + 1.0f);
        s->count = (s->count + 1.0f) * keep;
        for (int k = 0; k < VRMI_SHAPES; ++k) s->sums[k] = (s->sums[k] + features[k]) * keep;
    }
    for (int k = 0; k < VRMI_SHAPES; ++k) {
        const float mean = (PRIOR_COUNT * prior[k] + s->sums[k]) / (PRIOR_COUNT + s->count);
        out[k] = features[k] - prior[k] - MEAN_SHARE * (mean - prior[k]);
    }
    out[VRMI_SHAPES] = vrmi_clamp(level - *peak, -LOWEST, 0.0f);
}

void vrmi_speaker_add_vowel(vrmi_speaker *s, int vowel, const float traits[VRMI_TRAITS]) {
    float *sums = s->vowel_sums + vowel * VRMI_TRAITS;
    const float keep = s->vowel_counts[vowel] < MOST_VOWEL_COUNT
                           ? 1.0f
                           : MOST_VOWEL_COUNT / (MOST_VOWEL_COUNT + 1.0f);
    s->vowel_counts[vowel] = (s->vowel_counts[vowel] + 1.0f) * keep;
    for (int k = 0; k < VRMI_TRAITS; ++k) {
        sums[k] = (sums[k] + traits[k]) * keep;
    }
}

void vrmi_speaker_vowels(const vrmi_speaker *s,
                         const float prior[VRMI_SPEAKER_VOWELS * VRMI_TRAITS],
                         float out[VRMI_SPEAKER_VOWELS * VRMI_TRAITS]) {
    for (int i = 0; i < VRMI_SPEAKER_VOWELS * VRMI_TRAITS; ++i) {
        const float all = VOWEL_PRIOR_COUNT + s->vowel_counts[i / VRMI_TRAITS];
        out[i] = (VOWEL_PRIOR_COUNT * prior[i] + s->vowel_sums[i]) / all;
    }
}

/*
 * Chance from a seed: numbers that look random and are functions of (seed, channel, index) alone,
 * so that nothing has to be kept between calls and the same question always has the same answer.
 */
#ifndef VRMI_BASE_CHANCE_H
#define VRMI_BASE_CHANCE_H

#include "base/math.h"

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input changes each bit of
 * the result with a probability of one half. */
static inline uint64_t vrmi_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t vrmi_chance(uint64_t seed, uint32_t channel, uint64_t index) {
    const uint64_t step = 0x9e3779b97f4a7c15u; /* 2^64 divided by the golden ratio */
    return vrmi_mix(vrmi_mix(seed + step * (channel + 1u)) + step * (index + 1u));
}

/* From 0 to just below 1, and from -1 to just below 1; both exact. */
static inline float vrmi_chance_unit(uint64_t chance) {
    return (float)(chance >> 40) * (1.0f / 16777216.0f);
}
static inline float vrmi_chance_signed(uint64_t chance) {
    return vrmi_chance_unit(chance) * 2.0f - 1.0f;
}

/* Nearly normal, of mean 0 and deviation 1, and never beyond 3.47: the sum of four even ones. */
static inline float vrmi_chance_normal(uint64_t chance) {
    uint32_t sum = (uint32_t)(chance & 0xffffu) + (uint32_t)((chance >> 16) & 0xffffu) +
                   (uint32_t)((chance >> 32) & 0xffffu) + (uint32_t)(chance >> 48);
    return ((float)sum - 131070.0f) * (1.7320508f / 65536.0f);
}

/* Log-normal: its logarithm has the mean 0 and this deviation. */
static inline float vrmi_chance_log_normal(uint64_t chance, float deviation) {
    return vrmi_pow(2.7182818f, deviation * vrmi_chance_normal(chance));
}

/*
 * Smooth noise within -1…1: a cubic B-spline through a chance value every `period` nanoseconds. It
 * and its first two derivatives are continuous, and unlike noise that is interpolated it does not
 * pause at each value. Times are whole numbers, so that it is as smooth after a year as at first.
 */
static inline float vrmi_noise(uint64_t seed, uint32_t channel, uint64_t time, uint64_t period) {
    uint64_t cell = time / period;
    float t = (float)(time % period) / (float)period;
    float s = 1.0f - t, value[4];
    for (uint64_t i = 0; i < 4; ++i) {
        value[i] = vrmi_chance_signed(vrmi_chance(seed, channel, cell + i));
    }
    return (s * s * s * value[0] + (4.0f - 6.0f * t * t + 3.0f * t * t * t) * value[1] +
            (4.0f - 6.0f * s * s + 3.0f * s * s * s) * value[2] + t * t * t * value[3]) *
           (1.0f / 6.0f);
}

#endif

/* Logarithms and powers of 2 in float, from exact operations alone: the same bits everywhere. */
#ifndef VRMI_LIVE_VOICE_LOGARITHM_H
#define VRMI_LIVE_VOICE_LOGARITHM_H

#include "base/math.h"

/* Of a normal number above 0. Off by less than 1e-6. */
static inline float vrmi_log2(float x) {
    uint32_t bits = vrmi_float_bits(x);
    int exponent = (int)(bits >> 23) - 127;
    float m, t, square;
    bits = (bits & 0x007fffffu) | 0x3f800000u;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.41421356f) {
        m *= 0.5f;
        exponent += 1;
    }
    t = (m - 1.0f) / (m + 1.0f);
    square = t * t;
    return (float)exponent +
           t * (2.88539008f +
                square * (0.96179669f + square * (0.57707802f + square * 0.41219859f)));
}

/* Of a number from -100 to 0; below, that of -100. Off by less than 1e-6 of it. */
static inline float vrmi_exp2(float x) {
    const float clamped = vrmi_clamp(x, -100.0f, 0.0f), whole = floorf(clamped);
    const float r = clamped - whole;
    const uint32_t bits = (uint32_t)((int)whole + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale *
           (1.0f + r * (0.69314718f +
                        r * (0.24022650f +
                             r * (0.05550411f +
                                  r * (0.00961813f + r * (0.00133336f + r * 0.00015404f))))));
}

#endif

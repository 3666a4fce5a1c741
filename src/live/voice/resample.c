/*
 * A windowed sinc for each phase. Positions are integers, so that nothing drifts. Sound above 7,200
 * Hz is damped at every rate, also at 16,000: the same voice then gives nearly the same result.
 */
#include "live/voice/resample.h"

#include "base/math.h"

#include <string.h>

#define CUTOFF 0.9f

static uint32_t greatest_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void vrmi_resampler_measure(vrmi_resampler *r, uint32_t rate) {
    const uint32_t exact = VRMI_VOICE_RATE / greatest_divisor(rate, VRMI_VOICE_RATE);
    const uint32_t longer = rate > VRMI_VOICE_RATE ? rate : VRMI_VOICE_RATE;
    memset(r, 0, sizeof *r);
    r->rate = rate;
    r->phases = exact < VRMI_RESAMPLE_PHASES ? exact : VRMI_RESAMPLE_PHASES;
    r->taps = 2 * ((VRMI_RESAMPLE_HALF * longer + VRMI_VOICE_RATE - 1) / VRMI_VOICE_RATE);
}

/* `x` in samples of the lower rate, from the middle. */
static float kernel(float x) {
    const float window = vrmi_sin(0.5f * VRMI_PI * (1.0f - fabsf(x) / (float)VRMI_RESAMPLE_HALF));
    const float angle = VRMI_PI * CUTOFF * x;
    if (fabsf(x) >= (float)VRMI_RESAMPLE_HALF) return 0.0f;
    return window * window * (fabsf(x) < 1e-4f ? 1.0f : vrmi_sin(angle) / angle);
}

void vrmi_resampler_prepare(vrmi_resampler *r) {
    const float scale = r->rate > VRMI_VOICE_RATE ? (float)VRMI_VOICE_RATE / (float)r->rate : 1.0f;
    const uint32_t middle = r->taps / 2 - 1;
    for (uint32_t phase = 0; phase < r->phases; ++phase) {
        float *row = r->filter + (size_t)phase * r->taps;
        const float behind = (float)phase / (float)r->phases;
        float sum = 0.0f;
        for (uint32_t i = 0; i < r->taps; ++i) {
            row[i] = kernel(((float)i - (float)middle - behind) * scale);
            sum += row[i];
        }
        for (uint32_t i = 0; i < r->taps; ++i) row[i] /= sum;
    }
}

void vrmi_resampler_reset(vrmi_resampler *r) {
    r->at = r->phase = 0;
    r->wait = 1;
    memset(r->history, 0, 2 * (size_t)r->taps * sizeof *r->history);
}

/* Twice, so that the last `taps` are always in one row. */
void vrmi_resampler_add(vrmi_resampler *r, float sample) {
    r->history[r->at] = r->history[r->at + r->taps] = sample;
    r->at = r->at + 1 < r->taps ? r->at + 1 : 0;
    r->wait -= 1;
}

int vrmi_resampler_next(vrmi_resampler *r, float *out) {
    const float *samples = r->history + r->at, *row;
    uint32_t index, next;
    float sum = 0.0f;
    if (r->wait > 0) return 0;
    index = (uint32_t)((uint64_t)r->phase * r->phases / VRMI_VOICE_RATE);
    row = r->filter + (size_t)index * r->taps;
    for (uint32_t i = 0; i < r->taps; ++i) sum += row[i] * samples[i];
    *out = sum;
    next = r->phase + r->rate;
    r->wait = next / VRMI_VOICE_RATE;
    r->phase = next % VRMI_VOICE_RATE;
    return 1;
}

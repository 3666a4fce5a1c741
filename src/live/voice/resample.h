/* Samples of any rate become 16,000 per second. */
#ifndef VRMI_LIVE_VOICE_RESAMPLE_H
#define VRMI_LIVE_VOICE_RESAMPLE_H

#include <stdint.h>

enum {
    VRMI_VOICE_RATE = 16000,
    VRMI_RESAMPLE_PHASES = 512, /* at most; between them positions are rounded */
    VRMI_RESAMPLE_HALF = 6      /* half the width of the filter, in samples of the lower rate */
};

/* The buffers are the caller's: `taps * phases` floats, and `2 * taps`. */
typedef struct vrmi_resampler {
    uint32_t rate, taps, phases;
    uint32_t at;    /* where the next sample is written, below `taps` */
    uint32_t wait;  /* samples until the next result */
    uint32_t phase; /* of the next result: its distance behind a sample, in parts of 16,000 */
    float *filter;
    float *history;
} vrmi_resampler;

/* Sets rate, taps and phases. */
void vrmi_resampler_measure(vrmi_resampler *resampler, uint32_t rate);

/* Fills the filter, which the caller has set. */
void vrmi_resampler_prepare(vrmi_resampler *resampler);

void vrmi_resampler_reset(vrmi_resampler *resampler);

/* Adds a sample. Call `next` until it returns 0. */
void vrmi_resampler_add(vrmi_resampler *resampler, float sample);
int vrmi_resampler_next(vrmi_resampler *resampler, float *out);

#endif

/* 25 ms of a voice become twelve numbers of the shape of its spectrum, and its loudness. */
#ifndef VRMI_LIVE_VOICE_SPECTRUM_H
#define VRMI_LIVE_VOICE_SPECTRUM_H

enum {
    VRMI_FRAME = 400, /* samples, at VRMI_VOICE_RATE */
    VRMI_HOP = 160,
    VRMI_FFT = 512,
    VRMI_BANDS = 24,
    VRMI_SHAPES = 12,
    VRMI_FEATURES = VRMI_SHAPES + 1 /* the last one is the loudness, as a logarithm to base 2 */
};

typedef struct vrmi_spectrum_tables {
    float window[VRMI_FRAME];
    float twiddles[VRMI_FFT]; /* cosine and minus sine of each of the first half */
    float cosines[VRMI_SHAPES][VRMI_BANDS];
    float rise[VRMI_FFT / 2];         /* how much of a bin is in the upper one of its two bands */
    unsigned char band[VRMI_FFT / 2]; /* the upper one, from 1; 0: in none */
    unsigned short reversed[VRMI_FFT];
} vrmi_spectrum_tables;

void vrmi_spectrum_prepare(vrmi_spectrum_tables *tables);

/* `samples` has VRMI_FRAME of them, from -1 to 1. */
void vrmi_spectrum_measure(const vrmi_spectrum_tables *tables, const float *samples,
                           float out[VRMI_FEATURES]);

#endif

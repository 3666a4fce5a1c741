#include "live/voice/spectrum.h"

#include "base/math.h"
#include "live/voice/logarithm.h"
#include "live/voice/resample.h"

#define EMPHASIS 0.97f
#define LOWEST_HZ 100.0f
#define HIGHEST_HZ 7000.0f
/* Of a power: far below the noise of 16 bits. */
#define LEAST_POWER 1e-7f

/* --- Tables --- */

static float mel(float hz) { return vrmi_log2(1.0f + hz / 700.0f); }

static void prepare_bands(vrmi_spectrum_tables *t) {
    const float low = mel(LOWEST_HZ), step = (mel(HIGHEST_HZ) - low) / (VRMI_BANDS + 1);
    for (int bin = 0; bin < VRMI_FFT / 2; ++bin) {
        const float at = (mel((float)bin * (float)VRMI_VOICE_RATE / (float)VRMI_FFT) - low) / step;
        const bool is_in = at >= 0.0f && at < VRMI_BANDS + 1;
        const float whole = is_in ? floorf(at) : 0.0f;
        t->band[bin] = (unsigned char)(is_in ? (int)whole + 1 : 0);
        t->rise[bin] = is_in ? at - whole : 0.0f;
    }
}

static void prepare_fft(vrmi_spectrum_tables *t) {
    for (int i = 0; i < VRMI_FFT / 2; ++i) {
        const float angle = 2.0f * VRMI_PI * (float)i / (float)VRMI_FFT;
        float sine;
        vrmi_sincos(angle, &sine, &t->twiddles[2 * i]);
        t->twiddles[2 * i + 1] = -sine;
    }
    for (unsigned i = 0; i < VRMI_FFT; ++i) {
        unsigned reversed = 0;
        for (unsigned bit = 1; bit < VRMI_FFT; bit <<= 1) {
            reversed = reversed << 1 | ((i & bit) != 0);
        }
        t->reversed[i] = (unsigned short)reversed;
    }
}

void vrmi_spectrum_prepare(vrmi_spectrum_tables *t) {
    float unused;
    for (int i = 0; i < VRMI_FRAME; ++i) {
        const float sine = vrmi_sin(VRMI_PI * ((float)i + 0.5f) / (float)VRMI_FRAME);
        t->window[i] = sine * sine;
    }
    for (int k = 0; k < VRMI_SHAPES; ++k) {
        for (int b = 0; b < VRMI_BANDS; ++b) {
            const float angle = VRMI_PI * (float)(k + 1) * ((float)b + 0.5f) / (float)VRMI_BANDS;
            vrmi_sincos(angle, &unused, &t->cosines[k][b]);
        }
    }
    prepare_bands(t);
    prepare_fft(t);
}

/* --- Measuring --- */

/* In place; the input is in the order of `reversed`. */
static void transform(const vrmi_spectrum_tables *t, float *re, float *im) {
    for (int size = 2; size <= VRMI_FFT; size *= 2) {
        const int half = size / 2, stride = VRMI_FFT / size;
        for (int begin = 0; begin < VRMI_FFT; begin += size) {
            for (int i = 0; i < half; ++i) {
                const float c = t->twiddles[2 * i * stride], s = t->twiddles[2 * i * stride + 1];
                const int a = begin + i, b = a + half;
                const float x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
    }
}

static void add_bands(const vrmi_spectrum_tables *t, const float *re, const float *im,
                      float bands[VRMI_BANDS]) {
    for (int bin = 1; bin < VRMI_FFT / 2; ++bin) {
        const float power = re[bin] * re[bin] + im[bin] * im[bin];
        const int upper = t->band[bin];
        if (upper >= 1 && upper <= VRMI_BANDS) bands[upper - 1] += power * t->rise[bin];
        if (upper >= 2) bands[upper - 2] += power * (1.0f - t->rise[bin]);
    }
}

void vrmi_spectrum_measure(const vrmi_spectrum_tables *t, const float *samples,
                           float out[VRMI_FEATURES]) {
    float re[VRMI_FFT] = {0.0f}, im[VRMI_FFT] = {0.0f}, bands[VRMI_BANDS] = {0.0f}, loud = 0.0f;
    for (int i = 0; i < VRMI_FRAME; ++i) {
        const float last = i > 0 ? samples[i - 1] : samples[0];
        const float value = (samples[i] - EMPHASIS * last) * t->window[i];
        re[t->reversed[i]] = value;
        loud += samples[i] * samples[i] * t->window[i];
    }
    transform(t, re, im);
    add_bands(t, re, im, bands);
    for (int b = 0; b < VRMI_BANDS; ++b) bands[b] = vrmi_log2(bands[b] + LEAST_POWER);
    for (int k = 0; k < VRMI_SHAPES; ++k) {
        float sum = 0.0f;
        for (int b = 0; b < VRMI_BANDS; ++b) sum += t->cosines[k][b] * bands[b];
        out[k] = sum * (2.0f / (float)VRMI_BANDS);
    }
    out[VRMI_SHAPES] = vrmi_log2(loud + LEAST_POWER);
}

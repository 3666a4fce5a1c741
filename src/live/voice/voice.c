/*
 * The mouth of a sound. Samples are brought to 16,000 per second; each 10 ms of them become a frame
 * of features, and a network recognizes the frame three before the last one. So the result depends
 * on 12.5 ms of sound behind the middle of a frame, and on 30 ms more. The rest of the delay is how
 * the weights move.
 */
#include "vrm/live/voice.h"
#include "base/desc.h"
#include "base/math.h"
#include "base/memory.h"
#include "base/report.h"
#include "live/voice/network.h"
#include "live/voice/resample.h"

#include <stdalign.h>
#include <string.h>

VRMI_DESC_CHECK(vrm_voice_desc, reserved);

enum { CALIBRATION_VERSION = 1, VOWEL_VALUES = VRMI_SPEAKER_VOWELS * VRMI_TRAITS };
enum { VOWEL_COUNTS_AT = 1 + VRMI_SHAPES, VOWELS_AT = VOWEL_COUNTS_AT + VRMI_SPEAKER_VOWELS };
#define MOST_VALUE 1e6f
#define FRAMES_PER_SECOND 100.0f

/* Weights in 10 ms. Lips close faster than they open. */
#define MOST_RISE 0.2f
#define MOST_FALL 0.4f
/* Closed lips win against vowels from this probability on. */
#define CLOSED_FROM 0.35f
#define SILENT_FROM 0.8f
/* How far consonants open the mouth. */
#define CONSONANT 0.4f
/* How fast the shape of the mouth follows what is no vowel. */
#define LEAST_FOLLOW 0.15f
/* Loudness, in 3 dB from the peak: where the mouth is hardly open, and where it is fully. */
#define SOFT (-12.0f)
#define LOUD (-4.0f)

struct vrm_voice {
    vrmi_memory memory;
    size_t bytes;
    vrmi_resampler resampler;
    vrmi_spectrum_tables tables;
    /* Of the speaker. */
    vrmi_speaker speaker;
    float vowels[VOWEL_VALUES];
    int vowel;          /* that is said now, or -1 */
    uint32_t vowel_age; /* samples since then; VRMI_FRAME at most */
    /* Of the sound. */
    float samples[VRMI_FRAME];
    uint32_t missing; /* samples until the next frame */
    float peak;
    float inputs[VRMI_INPUTS];        /* the last frames */
    int frame_vowels[VRMI_AHEAD + 1]; /* of the last frames, or -1 */
    uint32_t frame_count;             /* VRMI_AHEAD at most */
    float shape[VRMI_SPEAKER_VOWELS];
    float weights[VRMI_SPEAKER_VOWELS];
};

void vrm_voice_desc_init_sized(vrm_voice_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
    if (desc != NULL && struct_size >= VRMI_SIZE_UP_TO(vrm_voice_desc, rate)) {
        desc->rate = VRMI_VOICE_RATE;
    }
}

/* --- The object --- */

static bool read_desc(const vrm_voice_desc *desc, vrm_voice_desc *own) {
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_voice_desc, reserved2), desc, 0)) {
        return false;
    }
    if (desc == NULL) own->rate = VRMI_VOICE_RATE;
    return own->reserved2 == 0 && own->rate >= VRM_VOICE_LEAST_RATE &&
           own->rate <= VRM_VOICE_MOST_RATE;
}

static void forget_speaker(vrm_voice *v) {
    memset(&v->speaker, 0, sizeof v->speaker);
    vrmi_speaker_vowels(&v->speaker, vrmi_voice_network.vowels, v->vowels);
}

vrm_result vrm_voice_create(const vrm_voice_desc *desc, vrm_voice **out_voice,
                            vrm_report **out_report) {
    vrm_voice_desc own;
    vrmi_layout layout = {0, false};
    vrmi_resampler resampler;
    vrmi_memory memory;
    unsigned char *place;
    size_t filter, history;
    vrm_voice *v;
    if (out_voice != NULL) *out_voice = NULL;
    if (out_voice == NULL || !read_desc(desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, own.allocator);
    vrmi_resampler_measure(&resampler, own.rate);
    vrmi_layout_add(&layout, 1, sizeof *v, alignof(vrm_voice));
    filter = vrmi_layout_add(&layout, (size_t)resampler.taps * resampler.phases, sizeof(float),
                             alignof(float));
    history = vrmi_layout_add(&layout, 2 * (size_t)resampler.taps, sizeof(float), alignof(float));
    place = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (place == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(place, 0, layout.size);
    v = (vrm_voice *)(void *)place;
    v->memory = memory;
    v->bytes = layout.size;
    v->resampler = resampler;
    v->resampler.filter = (float *)(void *)(place + filter);
    v->resampler.history = (float *)(void *)(place + history);
    vrmi_resampler_prepare(&v->resampler);
    vrmi_spectrum_prepare(&v->tables);
    v->vowel = -1;
    forget_speaker(v);
    vrm_voice_reset(v);
    *out_voice = v;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_voice_destroy(vrm_voice *voice) {
    vrmi_memory memory;
    if (voice == NULL) return;
    memory = voice->memory;
    vrmi_memory_release(&memory, voice, voice->bytes);
}

void vrm_voice_reset(vrm_voice *voice) {
    if (voice == NULL) return;
    vrmi_resampler_reset(&voice->resampler);
    memset(voice->samples, 0, sizeof voice->samples);
    memset(voice->inputs, 0, sizeof voice->inputs);
    memset(voice->shape, 0, sizeof voice->shape);
    memset(voice->weights, 0, sizeof voice->weights);
    for (int i = 0; i <= VRMI_AHEAD; ++i) voice->frame_vowels[i] = -1;
    voice->missing = VRMI_FRAME;
    voice->frame_count = 0;
    voice->peak = VRMI_QUIET_PEAK;
    voice->vowel_age = 0;
}

/* --- Frames become weights --- */

/* How far the mouth is open, from 0 to 1. */
static float openness(const float classes[VRMI_CLASSES], float loudness) {
    float vowels = 0.0f, loud = vrmi_smooth_step(SOFT, LOUD, loudness);
    if (classes[VRMI_CLASS_CLOSED] > CLOSED_FROM || classes[VRMI_CLASS_SILENCE] > SILENT_FROM) {
        return 0.0f;
    }
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) vowels += classes[i];
    return (vowels + CONSONANT * classes[VRMI_CLASS_OTHER]) * (0.5f + 0.5f * loud);
}

/* Falls have no other limit than their speed, so that lips close. Rises share what is left of 1. */
static void move(vrm_voice *v, const float wanted[VRMI_SPEAKER_VOWELS]) {
    float next[VRMI_SPEAKER_VOWELS], left = 1.0f, rise = 0.0f;
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) {
        const float w = v->weights[i];
        next[i] = vrmi_saturate(vrmi_clamp(wanted[i], w - MOST_FALL, w + MOST_RISE));
        left -= vrmi_min(next[i], w);
        rise += vrmi_max(next[i] - w, 0.0f);
    }
    left = vrmi_max(left, 0.0f);
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) {
        float *w = &v->weights[i];
        *w = next[i] > *w && rise > left ? *w + (next[i] - *w) * (left / rise) : next[i];
    }
}

static void open_mouth(vrm_voice *v, const float classes[VRMI_CLASSES],
                       const float vowels[VRMI_SPEAKER_VOWELS], float loudness) {
    const float open = openness(classes, loudness);
    float wanted[VRMI_SPEAKER_VOWELS], follow = 0.0f;
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) follow += classes[i];
    follow = vrmi_clamp(follow, LEAST_FOLLOW, 1.0f);
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) {
        v->shape[i] += (vowels[i] - v->shape[i]) * follow;
        wanted[i] = open * v->shape[i];
    }
    move(v, wanted);
}

static void recognize(vrm_voice *v) {
    float classes[VRMI_CLASSES], traits[VRMI_TRAITS], vowels[VRMI_SPEAKER_VOWELS];
    const float *frame = v->inputs + (VRMI_CONTEXT - 1 - VRMI_AHEAD) * VRMI_FEATURES;
    vrmi_network_run(&vrmi_voice_network, v->inputs, classes, traits);
    if (v->frame_vowels[0] >= 0) {
        vrmi_speaker_add_vowel(&v->speaker, v->frame_vowels[0], traits);
        vrmi_speaker_vowels(&v->speaker, vrmi_voice_network.vowels, v->vowels);
    }
    vrmi_network_vowels(traits, v->vowels, vowels);
    open_mouth(v, classes, vowels, frame[VRMI_SHAPES]);
}

/* --- Samples become frames --- */

static void add_frame(vrm_voice *v) {
    float features[VRMI_FEATURES];
    float *last = v->inputs + VRMI_INPUTS - VRMI_FEATURES;
    vrmi_spectrum_measure(&v->tables, v->samples, features);
    memmove(v->inputs, v->inputs + VRMI_FEATURES, (size_t)(last - v->inputs) * sizeof *last);
    vrmi_speaker_normalize(&v->speaker, &v->peak, vrmi_voice_network.means, features, last);
    memmove(v->frame_vowels, v->frame_vowels + 1, VRMI_AHEAD * sizeof *v->frame_vowels);
    v->frame_vowels[VRMI_AHEAD] = v->vowel_age == VRMI_FRAME ? v->vowel : -1;
    if (v->frame_count < VRMI_AHEAD) {
        v->frame_count += 1;
        return;
    }
    recognize(v);
}

static void add_sample(vrm_voice *v, float sample) {
    v->samples[VRMI_FRAME - v->missing] = sample;
    if (v->vowel_age < VRMI_FRAME) v->vowel_age += 1;
    if (--v->missing > 0) return;
    add_frame(v);
    memmove(v->samples, v->samples + VRMI_HOP, (VRMI_FRAME - VRMI_HOP) * sizeof *v->samples);
    v->missing = VRMI_HOP;
}

void vrm_voice_add(vrm_voice *voice, const float *samples, uint32_t count) {
    if (voice == NULL || samples == NULL) return;
    for (uint32_t i = 0; i < count; ++i) {
        const float sample = vrmi_is_finite(samples[i]) ? samples[i] : 0.0f;
        float resampled;
        vrmi_resampler_add(&voice->resampler, vrmi_clamp(sample, -1.0f, 1.0f));
        while (vrmi_resampler_next(&voice->resampler, &resampled)) add_sample(voice, resampled);
    }
}

void vrm_voice_get_mouth(const vrm_voice *voice, vrm_mouth *out) {
    if (out == NULL) return;
    memset(out, 0, sizeof *out);
    if (voice == NULL) return;
    *out = (vrm_mouth){.aa = voice->weights[0],
                       .ih = voice->weights[1],
                       .ou = voice->weights[2],
                       .ee = voice->weights[3],
                       .oh = voice->weights[4]};
}

/* --- Calibration --- */

void vrm_voice_set_vowel(vrm_voice *voice, vrm_preset vowel) {
    static const vrm_preset presets[VRMI_SPEAKER_VOWELS] = {
        VRM_PRESET_AA, VRM_PRESET_IH, VRM_PRESET_OU, VRM_PRESET_EE, VRM_PRESET_OH};
    int found = -1;
    if (voice == NULL) return;
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) {
        if (presets[i] == vowel) found = i;
    }
    if ((found < 0 && vowel != VRM_NONE) || found == voice->vowel) return;
    voice->vowel = found;
    voice->vowel_age = 0;
}

void vrm_voice_get_calibration(const vrm_voice *voice, vrm_voice_calibration *out) {
    const vrmi_speaker *s;
    if (out == NULL) return;
    memset(out, 0, sizeof *out);
    out->version = CALIBRATION_VERSION;
    if (voice == NULL) return;
    s = &voice->speaker;
    out->seconds = s->count / FRAMES_PER_SECOND;
    out->values[0] = s->count;
    memcpy(out->values + 1, s->sums, sizeof s->sums);
    memcpy(out->values + VOWEL_COUNTS_AT, s->vowel_counts, sizeof s->vowel_counts);
    memcpy(out->values + VOWELS_AT, s->vowel_sums, sizeof s->vowel_sums);
    for (int i = 0; i < VRMI_SPEAKER_VOWELS; ++i) {
        out->vowel_seconds[i] = s->vowel_counts[i] / FRAMES_PER_SECOND;
    }
}

static bool calibration_is_good(const vrm_voice_calibration *c) {
    if (c->version != CALIBRATION_VERSION || !(c->values[0] >= 0.0f)) return false;
    for (int i = 0; i < VRM_VOICE_CALIBRATION_VALUES; ++i) {
        if (!(fabsf(c->values[i]) <= MOST_VALUE)) return false;
        if (i >= VOWEL_COUNTS_AT && i < VOWELS_AT && c->values[i] < 0.0f) return false;
    }
    return true;
}

int32_t vrm_voice_set_calibration(vrm_voice *voice, const vrm_voice_calibration *calibration) {
    vrmi_speaker *s;
    if (voice == NULL) return 0;
    if (calibration == NULL) {
        forget_speaker(voice);
        return 1;
    }
    if (!calibration_is_good(calibration)) return 0;
    s = &voice->speaker;
    s->count = calibration->values[0];
    memcpy(s->sums, calibration->values + 1, sizeof s->sums);
    memcpy(s->vowel_counts, calibration->values + VOWEL_COUNTS_AT, sizeof s->vowel_counts);
    memcpy(s->vowel_sums, calibration->values + VOWELS_AT, sizeof s->vowel_sums);
    vrmi_speaker_vowels(s, vrmi_voice_network.vowels, voice->vowels);
    return 1;
}

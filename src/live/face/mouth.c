#include "live/face/mouth.h"

#include "base/math.h"

#include <string.h>

_Static_assert(VRM_PRESET_OH == VRM_PRESET_AA + VRMI_VOWELS - 1, "vowels follow each other");

void vrmi_mouth_set(vrm_pose *pose, const float vowels[VRMI_VOWELS]) {
    for (int i = 0; i < VRMI_VOWELS; ++i) {
        pose->weights[VRM_PRESET_AA + i] = vowels[i];
        pose->presets |= 1u << (VRM_PRESET_AA + i);
    }
}

static void limit_sum(float vowels[VRMI_VOWELS]) {
    float sum = 0.0f;
    for (int i = 0; i < VRMI_VOWELS; ++i) sum += vowels[i];
    for (int i = 0; i < VRMI_VOWELS && sum > 1.0f; ++i) vowels[i] /= sum;
}

/* --- Shapes --- */

enum { OPEN, SPREAD, PUCKER, FUNNEL, SIDES };

/* The whole vowel: how open, spread, puckered and rounded it is. Ours, from how people look who say
 * them; the directions of no two are nearer than 30 degrees. */
static const float whole[VRMI_VOWELS][SIDES] = {
    {0.60f, 0.00f, 0.00f, 0.00f}, /* aa */
    {0.20f, 0.50f, 0.00f, 0.00f}, /* ih */
    {0.10f, 0.00f, 0.80f, 0.20f}, /* ou */
    {0.35f, 0.30f, 0.00f, 0.00f}, /* ee */
    {0.40f, 0.00f, 0.30f, 0.60f}, /* oh */
};

/* What a mouth at rest has by noise; and how open it is when spreading counts in full: a smile with
 * closed lips says nothing. */
static const float REST_OPEN = 0.05f, SPREAD_OPEN = 0.15f;

static float length_of(const float v[SIDES]) {
    float square = 0.0f;
    for (int i = 0; i < SIDES; ++i) square += v[i] * v[i];
    return sqrtf(square);
}

static void measure(const float w[VRM_FACE_SHAPE_COUNT], float sides[SIDES]) {
    const float stretch = 0.5f * (w[VRM_FACE_MOUTH_STRETCH_LEFT] + w[VRM_FACE_MOUTH_STRETCH_RIGHT]);
    const float smile = 0.5f * (w[VRM_FACE_MOUTH_SMILE_LEFT] + w[VRM_FACE_MOUTH_SMILE_RIGHT]);
    /* ARKit's jaw may be open behind closed lips. */
    const float open = w[VRM_FACE_JAW_OPEN] - w[VRM_FACE_MOUTH_CLOSE];
    sides[OPEN] = vrmi_saturate((open - REST_OPEN) / (1.0f - REST_OPEN));
    sides[SPREAD] =
        vrmi_saturate(stretch + 0.5f * smile) * vrmi_saturate(sides[OPEN] / SPREAD_OPEN);
    sides[PUCKER] = vrmi_saturate((w[VRM_FACE_MOUTH_PUCKER] - 0.1f) / 0.9f);
    sides[FUNNEL] = vrmi_saturate((w[VRM_FACE_MOUTH_FUNNEL] - 0.1f) / 0.9f);
}

/* 1 over the fourth power of the distance between directions, so that the nearest one prevails and
 * nothing jumps. */
static float nearness(const float sides[SIDES], float length, const float vowel[SIDES]) {
    const float whole_length = length_of(vowel);
    float square = 0.005f;
    for (int i = 0; i < SIDES; ++i) {
        const float d = sides[i] / length - vowel[i] / whole_length;
        square += d * d;
    }
    return 1.0f / (square * square);
}

void vrmi_mouth_fit(const float weights[VRM_FACE_SHAPE_COUNT], float vowels[VRMI_VOWELS]) {
    float sides[SIDES], length, sum = 0.0f, full = 0.0f;
    memset(vowels, 0, VRMI_VOWELS * sizeof *vowels);
    measure(weights, sides);
    length = length_of(sides);
    if (length < 1e-6f) return;
    for (int i = 0; i < VRMI_VOWELS; ++i) {
        vowels[i] = nearness(sides, length, whole[i]);
        sum += vowels[i];
        full += vowels[i] * length_of(whole[i]);
    }
    for (int i = 0; i < VRMI_VOWELS; ++i) {
        vowels[i] = vowels[i] / sum * vrmi_min(length * sum / full, 1.0f);
    }
    limit_sum(vowels);
}

/* --- Visemes --- */

/* Ours: no vowel at PP, where lips touch, and no row with a sum above 1. */
static const float of_visemes[VRM_VISEME_COUNT][VRMI_VOWELS] = {
    /*  aa     ih     ou     ee     oh */
    {0.00f, 0.00f, 0.00f, 0.00f, 0.00f}, /* sil */
    {0.00f, 0.00f, 0.00f, 0.00f, 0.00f}, /* PP */
    {0.00f, 0.25f, 0.00f, 0.00f, 0.00f}, /* FF */
    {0.10f, 0.30f, 0.00f, 0.00f, 0.00f}, /* TH */
    {0.10f, 0.30f, 0.00f, 0.00f, 0.00f}, /* DD */
    {0.20f, 0.25f, 0.00f, 0.00f, 0.00f}, /* kk */
    {0.00f, 0.20f, 0.35f, 0.00f, 0.00f}, /* CH */
    {0.00f, 0.40f, 0.00f, 0.10f, 0.00f}, /* SS */
    {0.10f, 0.20f, 0.00f, 0.00f, 0.00f}, /* nn */
    {0.00f, 0.00f, 0.30f, 0.00f, 0.20f}, /* RR */
    {1.00f, 0.00f, 0.00f, 0.00f, 0.00f}, /* aa */
    {0.00f, 0.00f, 0.00f, 0.90f, 0.00f}, /* E */
    {0.00f, 1.00f, 0.00f, 0.00f, 0.00f}, /* ih */
    {0.00f, 0.00f, 0.00f, 0.00f, 1.00f}, /* oh */
    {0.00f, 0.00f, 1.00f, 0.00f, 0.00f}, /* ou */
};

void vrm_viseme_apply(const float *weights, uint32_t count, vrm_pose *out) {
    float vowels[VRMI_VOWELS] = {0}, closed = 0.0f;
    if (weights == NULL || out == NULL) return;
    for (uint32_t i = 0; i < count && i < VRM_VISEME_COUNT; ++i) {
        const float weight = vrmi_is_finite(weights[i]) ? vrmi_saturate(weights[i]) : 0.0f;
        if (i == VRM_VISEME_PP) closed = weight;
        for (int k = 0; k < VRMI_VOWELS; ++k) vowels[k] += weight * of_visemes[i][k];
    }
    limit_sum(vowels);
    /* Lips that touch win, also where weights do not add up to 1. */
    for (int k = 0; k < VRMI_VOWELS; ++k) vowels[k] *= 1.0f - closed;
    vrmi_mouth_set(out, vowels);
}

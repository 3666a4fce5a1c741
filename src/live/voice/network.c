#include "live/voice/network.h"

#include "base/math.h"
#include "live/voice/logarithm.h"

#define LOG2_E 1.44269504f

static void multiply(const int8_t *matrix, const float *scale, int rows, int columns,
                     const float *values, float *out) {
    for (int r = 0; r < rows; ++r, matrix += columns) {
        float sum = 0.0f;
        for (int c = 0; c < columns; ++c) sum += (float)matrix[c] * values[c];
        out[r] = sum * scale[r];
    }
}

/* Softmax, in place. */
static void to_probabilities(float *values, int count) {
    float most = values[0], sum = 0.0f;
    for (int i = 1; i < count; ++i) most = vrmi_max(most, values[i]);
    for (int i = 0; i < count; ++i) {
        values[i] = vrmi_exp2((values[i] - most) * LOG2_E);
        sum += values[i];
    }
    for (int i = 0; i < count; ++i) values[i] /= sum;
}

void vrmi_network_run(const vrmi_network *n, const float inputs[VRMI_INPUTS],
                      float classes[VRMI_CLASSES], float traits[VRMI_TRAITS]) {
    float hidden[VRMI_HIDDEN];
    multiply(n->hidden, n->hidden_scale, VRMI_HIDDEN, VRMI_INPUTS, inputs, hidden);
    for (int i = 0; i < VRMI_HIDDEN; ++i) hidden[i] = vrmi_max(hidden[i] + n->hidden_bias[i], 0.0f);
    multiply(n->traits, n->traits_scale, VRMI_TRAITS, VRMI_HIDDEN, hidden, traits);
    multiply(n->classes, n->classes_scale, VRMI_CLASSES, VRMI_HIDDEN, hidden, classes);
    for (int i = 0; i < VRMI_CLASSES; ++i) classes[i] += n->class_bias[i];
    to_probabilities(classes, VRMI_CLASSES);
}

/* Normal distributions with the same variance of 1. */
void vrmi_network_vowels(const float traits[VRMI_TRAITS],
                         const float vowels[VRMI_SPEAKER_VOWELS * VRMI_TRAITS],
                         float out[VRMI_SPEAKER_VOWELS]) {
    for (int v = 0; v < VRMI_SPEAKER_VOWELS; ++v) {
        float square = 0.0f;
        for (int k = 0; k < VRMI_TRAITS; ++k) {
            const float distance = traits[k] - vowels[v * VRMI_TRAITS + k];
            square += distance * distance;
        }
        out[v] = -0.5f * square;
    }
    to_probabilities(out, VRMI_SPEAKER_VOWELS);
}

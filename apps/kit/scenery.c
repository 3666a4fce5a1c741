#include "scenery.h"

#include <math.h>

void scenery_light(vrm_light *out) {
    /* Together 1 at most, so that white stays white and is not blown out. */
    static const vrm_light light = {
        {-0.45f, 0.65f, 1.0f}, {0.80f, 0.79f, 0.77f}, {0.20f, 0.21f, 0.23f}, {0.16f, 0.15f, 0.15f}};
    *out = light;
}

void scenery_turn_light(vrm_light *light, float yaw_degrees) {
    float radians = yaw_degrees * 0.017453293f;
    float s = sinf(radians), c = cosf(radians);
    vrm_vec3 d = light->direction;
    light->direction = vrm_vec3_make(c * d.x + s * d.z, d.y, c * d.z - s * d.x);
}

void scenery_background(float down, float out[3]) {
    /* Rows of one colour make small files. */
    static const float top[3] = {246.0f, 245.0f, 243.0f}, bottom[3] = {203.0f, 210.0f, 221.0f};
    for (int c = 0; c < 3; ++c) out[c] = floorf(top[c] + down * (bottom[c] - top[c]) + 0.5f);
}

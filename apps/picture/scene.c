#include "scene.h"

#include <math.h>

void scene_light(vrm_light *out) {
    /* Together 1 at most, so that white stays white and is not blown out. */
    static const vrm_light light = {
        {-0.45f, 0.65f, 1.0f}, {0.80f, 0.79f, 0.77f}, {0.20f, 0.21f, 0.23f}, {0.16f, 0.15f, 0.15f}};
    *out = light;
}

void scene_turn_light(vrm_light *light, float yaw_degrees) {
    float radians = yaw_degrees * 0.017453293f;
    float s = sinf(radians), c = cosf(radians);
    vrm_vec3 d = light->direction;
    light->direction = vrm_vec3_make(c * d.x + s * d.z, d.y, c * d.z - s * d.x);
}

void scene_background(float down, float out[3]) {
    /* Rows of one colour make small files. */
    static const float top[3] = {246.0f, 245.0f, 243.0f}, bottom[3] = {203.0f, 210.0f, 221.0f};
    for (int c = 0; c < 3; ++c) out[c] = floorf(top[c] + down * (bottom[c] - top[c]) + 0.5f);
}

vrm_vec3 scene_gust(vrm_vec3 force, double seconds) {
    /* Two slow waves that meet now and then. They repeat after 4 and 1.2 seconds, so that moving
     * pictures of 12 seconds, or 4, hardly show where they start again. */
    double turn = 6.283185307179586 * seconds;
    float share = 0.6f + 0.25f * (float)sin(turn / 4.0) + 0.15f * (float)sin(turn / 1.2);
    return vrm_vec3_make(share * force.x, share * force.y, share * force.z);
}

float scene_widest_outline(float height) {
    const float small = 0.5f, share = 0.002f; /* of a person, 3 mm */
    return height < small ? height * share : 0.0f;
}

void scene_settle(vrm_avatar *avatar) {
    vrm_avatar_update(avatar, 0.0f);
    vrm_avatar_warm_up(avatar, 3.0f); /* joints settle in half a second; slow ones in two */
}

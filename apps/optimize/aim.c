#include "aim.h"

#include "apps/kit/avatar/totals.h"

enum { SMALLEST_TEXTURE = 128 };

/* Bytes of all images whose longer side is at most `most`, with their smaller levels. */
static uint64_t texture_bytes(const vrm_model *model, uint32_t most, uint32_t bytes_per_pixel) {
    uint64_t pixels = 0;
    for (uint32_t i = 0; i < vrm_model_gltf(model)->image_count; ++i) {
        vrm_image_header header;
        uint64_t width, height, longer;
        if (vrm_model_get_image_header(model, (int32_t)i, &header) != VRM_OK) continue;
        width = header.width;
        height = header.height;
        longer = width > height ? width : height;
        if (longer > most) {
            width = width * most / longer;
            height = height * most / longer;
        }
        pixels += width * height; /* at most 2^26 each, and images are few enough for 64 bits */
    }
    return pixels * bytes_per_pixel + pixels * bytes_per_pixel / 3;
}

/* The largest side, halved from 4096 on, with which the textures fit into so many bytes. */
static uint32_t side_for(const vrm_model *model, uint64_t bytes, uint32_t bytes_per_pixel) {
    uint32_t side = 4096;
    if (texture_bytes(model, UINT32_MAX, bytes_per_pixel) <= bytes) return UINT32_MAX;
    while (side > SMALLEST_TEXTURE && texture_bytes(model, side, bytes_per_pixel) > bytes) {
        side /= 2;
    }
    return side;
}

static uint32_t smaller(uint32_t a, uint64_t b) { return b < a ? (uint32_t)b : a; }

static bool is_over(const profile *profile, budget_measure which, uint64_t value) {
    return profile->has_limit[which] && value > profile->limits[which];
}

static uint64_t draw_calls(const vrm_model *model) {
    costs cost;
    return count_costs(model, &cost) ? cost.draw_calls : 0;
}

uint32_t aim_lower(const profile *profile, uint64_t triangles, uint32_t asked) {
    uint64_t limit = profile->limits[MEASURE_TRIANGLES], next;
    if (asked == 0 || !is_over(profile, MEASURE_TRIANGLES, triangles)) return 0;
    next = asked * limit / triangles;
    next -= next / 64 + 1; /* once more than in proportion: the last ones are hard to leave out */
    return next < asked && next >= limit / 4 ? (uint32_t)next : 0;
}

void aim_for(const profile *profile, const vrm_model *model, vrm_optimize_desc *desc) {
    uint64_t triangles = count_totals(model).triangles;
    uint32_t side = UINT32_MAX;
    if (desc->triangles == 0 && is_over(profile, MEASURE_TRIANGLES, triangles)) {
        desc->triangles = (uint32_t)profile->limits[MEASURE_TRIANGLES];
    }
    if (is_over(profile, MEASURE_MATERIALS, vrm_model_gltf(model)->material_count) ||
        is_over(profile, MEASURE_DRAW_CALLS, draw_calls(model))) {
        desc->flags |= VRM_OPTIMIZE_ATLAS;
    }
    if (desc->max_texture != 0) return;
    if (profile->has_limit[MEASURE_IMAGE_SIDE])
        side = smaller(side, profile->limits[MEASURE_IMAGE_SIDE]);
    if (profile->has_limit[MEASURE_TEXTURE_BYTES]) {
        side = smaller(side, side_for(model, profile->limits[MEASURE_TEXTURE_BYTES], 4));
    }
    if (profile->has_limit[MEASURE_COMPRESSED_TEXTURE_BYTES]) {
        side = smaller(side, side_for(model, profile->limits[MEASURE_COMPRESSED_TEXTURE_BYTES], 1));
    }
    if (side != UINT32_MAX) desc->max_texture = side;
}

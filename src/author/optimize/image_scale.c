#include "author/optimize/image_scale.h"

#include "base/math.h"

void vrmi_scaled_size(uint32_t width, uint32_t height, uint32_t most, uint32_t *out_width,
                      uint32_t *out_height) {
    uint32_t longer = width > height ? width : height;
    *out_width = width;
    *out_height = height;
    if (most == 0 || longer <= most) return;
    *out_width = (uint32_t)(((uint64_t)width * most + longer / 2) / longer);
    *out_height = (uint32_t)(((uint64_t)height * most + longer / 2) / longer);
    if (*out_width == 0) *out_width = 1;
    if (*out_height == 0) *out_height = 1;
}

static void fill_light(float light[256]) {
    for (int i = 0; i < 256; ++i) light[i] = vrmi_srgb_to_linear((float)i / 255.0f);
}

static uint8_t to_byte(float value) {
    return (uint8_t)(vrmi_clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

/* The byte whose light is nearest, found among the 256: a byte always converts back to itself. */
static uint8_t from_light(const float light[256], float value) {
    uint32_t low = 0, high = 255;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (light[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0 && value - light[low - 1] < light[low] - value) --low;
    return (uint8_t)low;
}

/* What a new pixel sums up. */
typedef struct area {
    float color[3]; /* each pixel by its part of the area, and by its alpha if that is visible */
    float plain[3]; /* without alpha: for areas that are not seen at all */
    float alpha, weight, seen;
} area;

typedef struct scaling {
    const vrm_pixels *from;
    float light[256];
    bool is_color, has_alpha;
} scaling;

static void add_pixel(const scaling *s, const uint8_t *pixel, float weight, area *sum) {
    float alpha = (float)pixel[3] / 255.0f;
    float seen = s->has_alpha ? weight * alpha : weight;
    for (int c = 0; c < 3; ++c) {
        float value = s->is_color ? s->light[pixel[c]] : (float)pixel[c] / 255.0f;
        sum->color[c] += value * seen;
        sum->plain[c] += value * weight;
    }
    sum->alpha += alpha * weight;
    sum->weight += weight;
    sum->seen += seen;
}

/* The part of a row or column that a new pixel covers, in old ones. */
typedef struct span {
    uint32_t first, end;
    float first_part, last_part;
} span;

static span span_of(uint32_t at, uint32_t from, uint32_t to) {
    uint64_t begin = (uint64_t)at * from, end = (uint64_t)(at + 1) * from;
    span out = {(uint32_t)(begin / to), (uint32_t)((end + to - 1) / to), 1.0f, 1.0f};
    out.first_part = 1.0f - (float)(begin % to) / (float)to;
    if (end % to != 0) out.last_part = (float)(end % to) / (float)to;
    return out;
}

static float part_of(const span *s, uint32_t at) {
    if (at == s->first) return s->first_part;
    return at + 1 == s->end ? s->last_part : 1.0f;
}

static void sum_area(const scaling *s, const span *x, const span *y, area *sum) {
    for (uint32_t row = y->first; row < y->end; ++row) {
        const uint8_t *pixels = s->from->bytes + (size_t)row * s->from->width * 4;
        for (uint32_t column = x->first; column < x->end; ++column) {
            add_pixel(s, pixels + (size_t)column * 4, part_of(x, column) * part_of(y, row), sum);
        }
    }
}

static void put_pixel(const scaling *s, const area *sum, uint8_t *out) {
    const float *color = sum->seen > 0.0f ? sum->color : sum->plain;
    float weight = sum->seen > 0.0f ? sum->seen : sum->weight;
    for (int c = 0; c < 3; ++c) {
        float value = color[c] / weight;
        out[c] = s->is_color ? from_light(s->light, value) : to_byte(value);
    }
    out[3] = to_byte(sum->alpha / sum->weight);
}

void vrmi_scale_pixels(const vrm_pixels *from, bool is_color, bool has_alpha, vrm_pixels *to) {
    scaling s = {.from = from, .is_color = is_color, .has_alpha = has_alpha};
    fill_light(s.light);
    for (uint32_t y = 0; y < to->height; ++y) {
        span rows = span_of(y, from->height, to->height);
        for (uint32_t x = 0; x < to->width; ++x) {
            span columns = span_of(x, from->width, to->width);
            area sum = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0.0f, 0.0f, 0.0f};
            sum_area(&s, &columns, &rows, &sum);
            put_pixel(&s, &sum, to->bytes + ((size_t)y * to->width + x) * 4);
        }
    }
}

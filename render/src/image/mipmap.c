/*
 * Smaller levels of a texture, each the mean of the one above. On the CPU: so they are the same
 * with every GL, and in software rendering this is several times faster.
 */
#include "mipmap.h"

#include <math.h>
#include <string.h>

void vrmr_srgb_init(vrmr_srgb *out) {
    const float top = (float)(VRMR_SRGB_STEPS - 1);
    for (int i = 0; i < 256; ++i) {
        float c = (float)i / 255.0f;
        float linear = c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
        out->decode[i] = (uint16_t)(linear * top + 0.5f);
    }
    for (int i = 0; i < VRMR_SRGB_STEPS; ++i) {
        float c = (float)i / top;
        float encoded = c <= 0.0031308f ? c * 12.92f : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
        out->encode[i] = (uint8_t)(encoded * 255.0f + 0.5f);
    }
}

/* Two by two pixels become one. */
static void halve_even(const vrmr_srgb *srgb, const uint8_t *from, uint32_t width, uint32_t height,
                       uint8_t *out) {
    size_t row = (size_t)width * 4;
    for (uint32_t y = 0; y < height / 2; ++y) {
        const uint8_t *a = from + 2 * y * row, *b = a + row;
        for (uint32_t x = 0; x < width / 2; ++x, a += 8, b += 8, out += 4) {
            if (srgb != NULL) {
                for (int c = 0; c < 3; ++c) {
                    uint32_t sum = (uint32_t)srgb->decode[a[c]] + srgb->decode[a[c + 4]] +
                                   srgb->decode[b[c]] + srgb->decode[b[c + 4]];
                    out[c] = srgb->encode[(sum + 2) / 4];
                }
            } else {
                for (int c = 0; c < 3; ++c)
                    out[c] = (uint8_t)((a[c] + a[c + 4] + b[c] + b[c + 4] + 2) / 4);
            }
            out[3] = (uint8_t)((a[3] + a[7] + b[3] + b[7] + 2) / 4);
        }
    }
}

/* How much of each of up to three pixels belongs to pixel `i` of the smaller line: an odd number
 * 2n + 1 becomes n, so that each covers two pixels and a part of a third. Out of `size`. */
static uint32_t shares(uint32_t size, uint32_t i, uint32_t out[3]) {
    uint32_t half = size / 2;
    if (size == 1) {
        out[0] = 1;
        return 1;
    }
    if (size % 2 == 0) {
        out[0] = out[1] = half;
        return 2;
    }
    out[0] = half - i;
    out[1] = half;
    out[2] = i + 1;
    return 3;
}

static void halve_odd(const vrmr_srgb *srgb, const uint8_t *from, uint32_t width, uint32_t height,
                      uint8_t *out) {
    uint32_t to_width = width > 1 ? width / 2 : 1, to_height = height > 1 ? height / 2 : 1;
    uint64_t whole = (uint64_t)width * height;
    for (uint32_t y = 0; y < to_height; ++y) {
        uint32_t down[3], rows = shares(height, y, down);
        for (uint32_t x = 0; x < to_width; ++x, out += 4) {
            uint32_t across[3], columns = shares(width, x, across);
            uint64_t sum[4] = {0};
            for (uint32_t r = 0; r < rows; ++r) {
                const uint8_t *at = from + ((size_t)(2 * y + r) * width + 2 * (size_t)x) * 4;
                for (uint32_t k = 0; k < columns; ++k, at += 4) {
                    uint64_t share = (uint64_t)down[r] * across[k];
                    for (int c = 0; c < 4; ++c) {
                        sum[c] += share * (srgb != NULL && c < 3 ? srgb->decode[at[c]] : at[c]);
                    }
                }
            }
            for (int c = 0; c < 4; ++c) {
                uint64_t mean = (sum[c] + whole / 2) / whole;
                out[c] = srgb != NULL && c < 3 ? srgb->encode[mean] : (uint8_t)mean;
            }
        }
    }
}

void vrmr_halve(const vrmr_srgb *srgb, const uint8_t *from, uint32_t width, uint32_t height,
                uint8_t *out) {
    if (width % 2 == 0 && height % 2 == 0) {
        halve_even(srgb, from, width, height, out);
    } else {
        halve_odd(srgb, from, width, height, out);
    }
}

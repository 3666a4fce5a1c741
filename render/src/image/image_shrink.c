/*
 * Smaller pictures by the mean of areas.
 *
 * Where a size does not divide, a pixel that goes out covers a fraction of those at its edges. Each
 * direction is measured in units that make all fractions whole: a pixel that comes in is `step`
 * long and one that goes out `whole` long, and step * size = whole * out_size. Where it divides,
 * step is 1.
 */
#include "image_codec.h"

#include <string.h>

/* Where both directions divide and sums of a whole area fit 32 bits, rows go straight into sums. */
enum { MOST_EXACT_HALVINGS = 12 };

static bool is_exact(const vrmr_shrink *shrink) { return shrink->halvings != 0; }

static size_t channels(const vrmr_shrink *shrink) { return (size_t)shrink->out_width * 4; }

bool vrmr_shrink_begin(vrmr_shrink *shrink, uint32_t width, uint32_t height, vrmr_image *out,
                       const vrm_allocator *allocator) {
    size_t count = (size_t)out->width * 4;
    uint32_t ratio = width / out->width;
    memset(shrink, 0, sizeof *shrink);
    shrink->width = width;
    shrink->height = height;
    shrink->out_width = out->width;
    shrink->out_height = out->height;
    shrink->pixels = out->pixels;
    shrink->step_x = width % out->width == 0 ? 1 : out->width;
    shrink->whole_x = width % out->width == 0 ? ratio : width;
    shrink->step_y = height % out->height == 0 ? 1 : out->height;
    shrink->whole_y = height % out->height == 0 ? height / out->height : height;
    shrink->room_y = shrink->whole_y;
    if (shrink->step_x == 1 && shrink->step_y == 1 && shrink->whole_x == shrink->whole_y) {
        while (shrink->halvings < MOST_EXACT_HALVINGS && 1u << shrink->halvings < ratio) {
            shrink->halvings += 1;
        }
        if (1u << shrink->halvings != ratio) shrink->halvings = 0;
    }
    shrink->across =
        allocator->allocate(count * sizeof *shrink->across, VRMR_ALIGNMENT, allocator->user);
    if (shrink->across == NULL) return false;
    memset(shrink->across, 0, count * sizeof *shrink->across);
    if (is_exact(shrink)) return true;
    shrink->sums =
        allocator->allocate(count * sizeof *shrink->sums, VRMR_ALIGNMENT, allocator->user);
    if (shrink->sums == NULL) return false;
    memset(shrink->sums, 0, count * sizeof *shrink->sums);
    return true;
}

void vrmr_shrink_end(vrmr_shrink *shrink, const vrm_allocator *allocator) {
    size_t count = channels(shrink);
    if (shrink->across != NULL) {
        allocator->release(shrink->across, count * sizeof *shrink->across, VRMR_ALIGNMENT,
                           allocator->user);
    }
    if (shrink->sums != NULL) {
        allocator->release(shrink->sums, count * sizeof *shrink->sums, VRMR_ALIGNMENT,
                           allocator->user);
    }
    memset(shrink, 0, sizeof *shrink);
}

static uint8_t *out_row(const vrmr_shrink *shrink) {
    return shrink->pixels + shrink->row * channels(shrink);
}

/* ---- powers of two ---- */

/* Two channels of a pixel at a time, each in 16 bits, which hold sums of up to 16 by 16 pixels. It
 * is a third of what decoding a large texture for a small picture takes otherwise. */
enum { MOST_PAIRED_HALVINGS = 4 };
#define EVEN UINT32_C(0x00FF00FF)

static bool is_paired(const vrmr_shrink *shrink) {
    return shrink->halvings <= MOST_PAIRED_HALVINGS;
}

static uint32_t load_pixel(const uint8_t *at) {
    uint32_t pixel;
    memcpy(&pixel, at, sizeof pixel);
    return pixel;
}

/* Two words of sums a pixel that goes out. */
static void sum_two(uint32_t *sums, const uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t a = load_pixel(row + 8 * i), b = load_pixel(row + 8 * i + 4);
        sums[2 * i] += (a & EVEN) + (b & EVEN);
        sums[2 * i + 1] += (a >> 8 & EVEN) + (b >> 8 & EVEN);
    }
}

static void sum_pairs(uint32_t *sums, const uint8_t *row, size_t count, uint32_t length) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t even = 0, odd = 0;
        for (uint32_t j = 0; j < length; ++j, row += 4) {
            uint32_t pixel = load_pixel(row);
            even += pixel & EVEN;
            odd += pixel >> 8 & EVEN;
        }
        sums[2 * i] += even;
        sums[2 * i + 1] += odd;
    }
}

static void finish_pairs(const vrmr_shrink *shrink, uint8_t *out) {
    uint32_t shift = 2 * shrink->halvings, half = UINT32_C(0x00010001) << (shift - 1);
    for (size_t i = 0; i < shrink->out_width; ++i) {
        uint32_t even = (shrink->across[2 * i] + half) >> shift & EVEN;
        uint32_t odd = (shrink->across[2 * i + 1] + half) >> shift & EVEN;
        uint32_t pixel = even | odd << 8;
        memcpy(out + 4 * i, &pixel, sizeof pixel);
    }
}

static void sum_runs(uint32_t *sums, const uint8_t *row, size_t count, uint32_t length) {
    for (size_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < length; ++j, row += 4) {
            for (size_t c = 0; c < 4; ++c) sums[4 * i + c] += row[c];
        }
    }
}

static void finish_runs(const vrmr_shrink *shrink, uint8_t *out) {
    uint32_t shift = 2 * shrink->halvings, half = 1u << (shift - 1);
    for (size_t i = 0; i < channels(shrink); ++i) {
        out[i] = (uint8_t)((shrink->across[i] + half) >> shift);
    }
}

static void add_exact(vrmr_shrink *shrink, const uint8_t *row) {
    if (shrink->halvings == 1) {
        sum_two(shrink->across, row, shrink->out_width);
    } else if (is_paired(shrink)) {
        sum_pairs(shrink->across, row, shrink->out_width, shrink->whole_x);
    } else {
        sum_runs(shrink->across, row, shrink->out_width, shrink->whole_x);
    }
    shrink->room_y -= 1;
    if (shrink->room_y != 0) return;
    if (is_paired(shrink)) {
        finish_pairs(shrink, out_row(shrink));
    } else {
        finish_runs(shrink, out_row(shrink));
    }
    memset(shrink->across, 0, channels(shrink) * sizeof *shrink->across);
    shrink->room_y = shrink->whole_y;
    shrink->row += 1;
}

/* ---- any size ---- */

static void add_weighted(uint32_t *sums, const uint8_t *pixel, uint32_t weight) {
    for (size_t c = 0; c < 4; ++c) sums[c] += pixel[c] * weight;
}

/* One row that comes in, as a row of sums. No pixel is split over more than two, for those that go
 * out are no shorter. */
static void sum_across(const vrmr_shrink *shrink, const uint8_t *row) {
    uint32_t *sums = shrink->across, room = shrink->whole_x;
    memset(sums, 0, channels(shrink) * sizeof *sums);
    for (uint32_t x = 0; x < shrink->width; ++x, row += 4) {
        uint32_t first = room < shrink->step_x ? room : shrink->step_x;
        add_weighted(sums, row, first);
        room -= first;
        if (room != 0) continue;
        room = shrink->whole_x;
        sums += 4;
        if (first == shrink->step_x) continue;
        add_weighted(sums, row, shrink->step_x - first);
        room -= shrink->step_x - first;
    }
}

static void sum_down(const vrmr_shrink *shrink, uint32_t weight) {
    for (size_t i = 0; i < channels(shrink); ++i) {
        shrink->sums[i] += (uint64_t)shrink->across[i] * weight;
    }
}

static void finish_row(vrmr_shrink *shrink) {
    uint64_t whole = (uint64_t)shrink->whole_x * shrink->whole_y;
    uint8_t *out = out_row(shrink);
    for (size_t i = 0; i < channels(shrink); ++i) {
        out[i] = (uint8_t)((shrink->sums[i] + whole / 2) / whole);
    }
    memset(shrink->sums, 0, channels(shrink) * sizeof *shrink->sums);
    shrink->room_y = shrink->whole_y;
    shrink->row += 1;
}

void vrmr_shrink_add(vrmr_shrink *shrink, const uint8_t *row) {
    uint32_t first = shrink->room_y < shrink->step_y ? shrink->room_y : shrink->step_y;
    if (is_exact(shrink)) {
        add_exact(shrink, row);
        return;
    }
    sum_across(shrink, row);
    sum_down(shrink, first);
    shrink->room_y -= first;
    if (shrink->room_y != 0) return;
    finish_row(shrink);
    if (first == shrink->step_y) return;
    sum_down(shrink, shrink->step_y - first);
    shrink->room_y -= shrink->step_y - first;
}

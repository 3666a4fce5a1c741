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

/* Columns are added before rows are: a whole row of bytes is added at a time, which compilers do
 * with vectors. 16 bits hold sums of up to 16 by 16 pixels. */
enum { MOST_COLUMN_HALVINGS = 4 };

static bool has_columns(const vrmr_shrink *shrink) {
    return is_exact(shrink) && shrink->halvings <= MOST_COLUMN_HALVINGS;
}

static size_t column_count(const vrmr_shrink *shrink) { return (size_t)shrink->width * 4; }

static void *take_zeros(const vrm_allocator *allocator, size_t size) {
    void *memory = allocator->allocate(size, VRMR_ALIGNMENT, allocator->user);
    if (memory != NULL) memset(memory, 0, size);
    return memory;
}

static bool take_sums(vrmr_shrink *shrink, const vrm_allocator *allocator) {
    size_t count = channels(shrink);
    if (has_columns(shrink)) {
        shrink->columns = take_zeros(allocator, column_count(shrink) * sizeof *shrink->columns);
        return shrink->columns != NULL;
    }
    shrink->across = take_zeros(allocator, count * sizeof *shrink->across);
    if (shrink->across == NULL || is_exact(shrink)) return shrink->across != NULL;
    shrink->sums = take_zeros(allocator, count * sizeof *shrink->sums);
    return shrink->sums != NULL;
}

bool vrmr_shrink_begin(vrmr_shrink *shrink, uint32_t width, uint32_t height, vrmr_image *out,
                       const vrm_allocator *allocator) {
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
    return take_sums(shrink, allocator);
}

static void release_sums(const vrm_allocator *allocator, void *memory, size_t size) {
    if (memory != NULL) allocator->release(memory, size, VRMR_ALIGNMENT, allocator->user);
}

void vrmr_shrink_end(vrmr_shrink *shrink, const vrm_allocator *allocator) {
    release_sums(allocator, shrink->columns, column_count(shrink) * sizeof *shrink->columns);
    release_sums(allocator, shrink->across, channels(shrink) * sizeof *shrink->across);
    release_sums(allocator, shrink->sums, channels(shrink) * sizeof *shrink->sums);
    memset(shrink, 0, sizeof *shrink);
}

static uint8_t *out_row(const vrmr_shrink *shrink) {
    return shrink->pixels + shrink->row * channels(shrink);
}

/* ---- powers of two ---- */

static void add_columns(uint16_t *restrict sums, const uint8_t *restrict row, size_t count) {
    for (size_t i = 0; i < count; ++i) sums[i] = (uint16_t)(sums[i] + row[i]);
}

/* The four channels of a pixel at a time. */
static void finish_columns(const vrmr_shrink *shrink, uint8_t *out) {
    const uint64_t ones = UINT64_C(0x0001000100010001);
    uint32_t shift = 2 * shrink->halvings;
    uint64_t half = ones << (shift - 1);
    const uint16_t *from = shrink->columns;
    for (size_t i = 0; i < shrink->out_width; ++i) {
        uint64_t sum = half;
        uint16_t means[4];
        for (uint32_t j = 0; j < shrink->whole_x; ++j, from += 4) {
            uint64_t pixel;
            memcpy(&pixel, from, sizeof pixel);
            sum += pixel;
        }
        sum >>= shift;
        memcpy(means, &sum, sizeof means);
        for (size_t c = 0; c < 4; ++c) out[4 * i + c] = (uint8_t)means[c];
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
    if (has_columns(shrink)) {
        add_columns(shrink->columns, row, column_count(shrink));
    } else {
        sum_runs(shrink->across, row, shrink->out_width, shrink->whole_x);
    }
    shrink->room_y -= 1;
    if (shrink->room_y != 0) return;
    if (has_columns(shrink)) {
        finish_columns(shrink, out_row(shrink));
        memset(shrink->columns, 0, column_count(shrink) * sizeof *shrink->columns);
    } else {
        finish_runs(shrink, out_row(shrink));
        memset(shrink->across, 0, channels(shrink) * sizeof *shrink->across);
    }
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

/*
 * A pixel needs the one on its left, so that one row after the other has nothing to do at the same
 * time, and the processor waits for each pixel. Four rows go together instead, each a pixel behind
 * the one above it: what they need is there, and none waits for another.
 */
#include "png_filter.h"

#if defined(VRM_HAVE_DEFLATE)

#include <emmintrin.h>
#include <stdlib.h>
#include <string.h>

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTER_COUNT };

/* ---- one pixel ---- */

static uint8_t paeth(int a, int b, int c) {
    int from_a = abs(b - c), from_b = abs(a - c), from_c = abs(a + b - 2 * c);
    if (from_a <= from_b && from_a <= from_c) return (uint8_t)a;
    return (uint8_t)(from_b <= from_c ? b : c);
}

static uint8_t predict(uint8_t filter, uint8_t a, uint8_t b, uint8_t c) {
    switch (filter) {
    case FILTER_SUB:
        return a;
    case FILTER_UP:
        return b;
    case FILTER_AVERAGE:
        return (uint8_t)((a + b) / 2);
    case FILTER_PAETH:
        return paeth(a, b, c);
    default:
        return 0;
    }
}

/* Pixels from `first` to before `end`. `row` begins with its filter. */
static void undo_pixels(const vrmr_filtered *from, const uint8_t *row, uint32_t first, uint32_t end,
                        const uint8_t *above, uint8_t *out) {
    for (uint32_t x = first; x < end; ++x) {
        const uint8_t *raw = row + 1 + (size_t)x * from->channels;
        size_t at = (size_t)x * 4;
        for (uint32_t k = 0; k < from->channels; ++k) {
            uint8_t a = x > 0 ? out[at + k - 4] : 0, c = x > 0 ? above[at + k - 4] : 0;
            out[at + k] = (uint8_t)(raw[k] + predict(row[0], a, above[at + k], c));
        }
        if (from->channels == 3) out[at + 3] = 0xFF;
    }
}

/* ---- four rows ---- */

/* Two pixels, each channel in 16 bits. */
typedef __m128i pixels;

/* All bits where a row has the filter. */
typedef struct filter_masks {
    pixels left, up, average, paeth;
} filter_masks;

static pixels mask_of(uint8_t filter, uint8_t first, uint8_t second) {
    int64_t low = first == filter ? -1 : 0, high = second == filter ? -1 : 0;
    return _mm_set_epi64x(high, low);
}

static filter_masks masks_of(uint8_t first, uint8_t second) {
    filter_masks out;
    out.left = mask_of(FILTER_SUB, first, second);
    out.up = mask_of(FILTER_UP, first, second);
    out.average = mask_of(FILTER_AVERAGE, first, second);
    out.paeth = mask_of(FILTER_PAETH, first, second);
    return out;
}

static inline pixels absolute(pixels value) {
    return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value));
}

static inline pixels choose(pixels mask, pixels yes, pixels no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

/* a is on the left, b above, and c above on the left. */
static inline pixels paeth_of(pixels a, pixels b, pixels c) {
    pixels by_a = _mm_sub_epi16(b, c), by_b = _mm_sub_epi16(a, c);
    pixels from_c = absolute(_mm_add_epi16(by_a, by_b));
    pixels from_a = absolute(by_a), from_b = absolute(by_b);
    pixels least = _mm_min_epi16(from_c, _mm_min_epi16(from_a, from_b));
    return choose(_mm_cmpeq_epi16(least, from_a), a, choose(_mm_cmpeq_epi16(least, from_b), b, c));
}

static inline pixels undo(pixels raw, pixels a, pixels b, pixels c, const filter_masks *masks) {
    pixels average = _mm_and_si128(_mm_srli_epi16(_mm_add_epi16(a, b), 1), masks->average);
    pixels simple = _mm_or_si128(_mm_and_si128(a, masks->left), _mm_and_si128(b, masks->up));
    pixels near = _mm_and_si128(paeth_of(a, b, c), masks->paeth);
    pixels guess = _mm_or_si128(_mm_or_si128(average, simple), near);
    return _mm_and_si128(_mm_add_epi16(raw, guess), _mm_set1_epi16(0xFF));
}

static inline __m128i load(const uint8_t *at) {
    int32_t value;
    memcpy(&value, at, sizeof value);
    return _mm_cvtsi32_si128(value);
}

static inline void store(uint8_t *at, __m128i value) {
    int32_t low = _mm_cvtsi128_si32(value);
    memcpy(at, &low, sizeof low);
}

static inline pixels widen(__m128i bytes) { return _mm_unpacklo_epi8(bytes, _mm_setzero_si128()); }

static inline pixels load_two(const uint8_t *first, const uint8_t *second) {
    return widen(_mm_unpacklo_epi32(load(first), load(second)));
}

/* The second pixel of `first` and the first one of `second`. */
static inline pixels inner(pixels first, pixels second) {
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(first), _mm_castsi128_pd(second), 1));
}

/* Columns from 3 on, of the first row: each other row is a pixel behind the one above. What comes
 * before and after is in the rows already, or follows. */
static inline void undo_four(const vrmr_filtered *from, const uint8_t *const row[4],
                             const uint8_t *above, uint8_t *const out[4], uint32_t channels) {
    const filter_masks upper = masks_of(row[0][0], row[1][0]);
    const filter_masks lower = masks_of(row[2][0], row[3][0]);
    const __m128i alpha = channels == 3 ? _mm_set1_epi32((int32_t)0xFF000000) : _mm_setzero_si128();
    pixels left = load_two(out[0] + 8, out[1] + 4), left_low = widen(load(out[2]));
    pixels corner = load_two(above + 8, out[0] + 4), corner_low = widen(load(out[1]));
    for (uint32_t x = 3; x < from->width; ++x) {
        size_t at = 1 + (size_t)x * channels, to = (size_t)x * 4;
        pixels raw = load_two(row[0] + at, row[1] + at - channels);
        pixels raw_low = load_two(row[2] + at - 2 * channels, row[3] + at - 3 * channels);
        pixels top = _mm_unpacklo_epi64(widen(load(above + to)), left);
        pixels top_low = inner(left, left_low);
        __m128i packed;
        left = undo(raw, left, top, corner, &upper);
        left_low = undo(raw_low, left_low, top_low, corner_low, &lower);
        corner = top;
        corner_low = top_low;
        packed = _mm_or_si128(_mm_packus_epi16(left, left_low), alpha);
        store(out[0] + to, packed);
        store(out[1] + to - 4, _mm_srli_si128(packed, 4));
        store(out[2] + to - 8, _mm_srli_si128(packed, 8));
        store(out[3] + to - 12, _mm_srli_si128(packed, 12));
    }
}

static void undo_rows(const vrmr_filtered *from, const uint8_t *const row[4], const uint8_t *above,
                      uint8_t *const out[4]) {
    uint32_t width = from->width;
    undo_pixels(from, row[0], 0, 3, above, out[0]);
    undo_pixels(from, row[1], 0, 2, out[0], out[1]);
    undo_pixels(from, row[2], 0, 1, out[1], out[2]);
    if (from->channels == 3) {
        undo_four(from, row, above, out, 3);
    } else {
        undo_four(from, row, above, out, 4);
    }
    undo_pixels(from, row[1], width - 1, width, out[0], out[1]);
    undo_pixels(from, row[2], width - 2, width, out[1], out[2]);
    undo_pixels(from, row[3], width - 3, width, out[2], out[3]);
}

/* ---- rows that need nothing on the left ---- */

static bool is_upright(uint8_t filter) { return filter == FILTER_NONE || filter == FILTER_UP; }

static inline void add_above(const vrmr_filtered *from, const uint8_t *row, const uint8_t *above,
                             uint8_t *out, uint32_t channels) {
    const __m128i used = row[0] == FILTER_UP ? _mm_set1_epi8(-1) : _mm_setzero_si128();
    const __m128i alpha = channels == 3 ? _mm_set1_epi32((int32_t)0xFF000000) : _mm_setzero_si128();
    const uint8_t *raw = row + 1;
    uint32_t x = 0;
    for (; x + 4 <= from->width; x += 4, raw += (size_t)4 * channels) {
        size_t at = (size_t)x * 4;
        __m128i two = _mm_unpacklo_epi32(load(raw), load(raw + channels));
        __m128i more = _mm_unpacklo_epi32(load(raw + 2 * channels), load(raw + 3 * channels));
        __m128i top =
            _mm_and_si128(_mm_loadu_si128((const __m128i *)(const void *)(above + at)), used);
        __m128i sum = _mm_add_epi8(_mm_unpacklo_epi64(two, more), top);
        _mm_storeu_si128((__m128i *)(void *)(out + at), _mm_or_si128(sum, alpha));
    }
    undo_pixels(from, row, x, from->width, above, out);
}

static void undo_upright(const vrmr_filtered *from, const uint8_t *row, const uint8_t *above,
                         uint8_t *out) {
    if (from->channels == 3) {
        add_above(from, row, above, out, 3);
    } else {
        add_above(from, row, above, out, 4);
    }
}

bool vrmr_unfilter(const vrmr_filtered *from, uint32_t count, const uint8_t *above, uint8_t *out) {
    const uint8_t *row[VRMR_FILTER_ROWS];
    uint8_t *to[VRMR_FILTER_ROWS];
    uint32_t upright = 0;
    for (uint32_t i = 0; i < count; ++i) {
        row[i] = from->rows + i * (1 + (size_t)from->width * from->channels);
        to[i] = out + i * (size_t)from->width * 4;
        if (row[i][0] >= FILTER_COUNT) return false;
        upright += is_upright(row[i][0]);
    }
    if (count == VRMR_FILTER_ROWS && upright < VRMR_FILTER_ROWS) {
        undo_rows(from, row, above, to);
        return true;
    }
    for (uint32_t i = 0; i < count; ++i, above = to[i - 1]) {
        if (is_upright(row[i][0])) {
            undo_upright(from, row[i], above, to[i]);
        } else {
            undo_pixels(from, row[i], 0, from->width, above, to[i]);
        }
    }
    return true;
}

#endif

#include "png_whole.h"

#ifdef VRM_HAVE_DEFLATE

#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* 4096 x 4096 pixels of four channels: libdeflate takes seconds for that, and cannot be stopped. */
static const uint64_t most_bytes = (UINT64_C(1) << 26) + (UINT64_C(1) << 12);

typedef struct packing {
    const png_whole *whole;
    size_t stride;
    uint8_t *lines;    /* the row above and this one, and room for one with its filter */
    uint8_t *filtered; /* all rows, each behind the number of its filter */
    size_t filtered_size;
    uint8_t *packed;
    size_t packed_size;
} packing;

/* --- Filters --- */

static int distance(int a, int b) { return a < b ? b - a : a - b; }

/* The one of three neighbors that is nearest to a + b - c. */
static uint8_t paeth(uint8_t a, uint8_t b, uint8_t c) {
    const int to_a = distance(b, c), to_b = distance(a, c), to_c = distance(a + b, 2 * c);
    if (to_a <= to_b && to_a <= to_c) return a;
    return to_b <= to_c ? b : c;
}

/* Both rows have zeros before their first pixel. */
static void filter_row(const packing *packing, int filter, const uint8_t *above, const uint8_t *row,
                       uint8_t *out) {
    const size_t count = packing->stride;
    const uint8_t *left = row - packing->whole->channels,
                  *corner = above - packing->whole->channels;
    *out++ = (uint8_t)filter;
    switch (filter) {
    case PNG_FILTER_VALUE_SUB:
        for (size_t i = 0; i < count; ++i) out[i] = (uint8_t)(row[i] - left[i]);
        break;
    case PNG_FILTER_VALUE_UP:
        for (size_t i = 0; i < count; ++i) out[i] = (uint8_t)(row[i] - above[i]);
        break;
    case PNG_FILTER_VALUE_AVG:
        for (size_t i = 0; i < count; ++i) {
            out[i] = (uint8_t)(row[i] - (left[i] + above[i]) / 2);
        }
        break;
    case PNG_FILTER_VALUE_PAETH:
        for (size_t i = 0; i < count; ++i) {
            out[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
        }
        break;
    default:
        memcpy(out, row, count);
        break;
    }
}

/* Bytes near 0 are packed well. */
static uint64_t weigh(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i) sum += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
    return sum;
}

/* `spare` has room for a row. */
static void filter_best(const packing *packing, const uint8_t *above, const uint8_t *row,
                        uint8_t *out, uint8_t *spare) {
    uint64_t least = UINT64_MAX;
    for (int filter = PNG_FILTER_VALUE_NONE; filter < PNG_FILTER_VALUE_LAST; ++filter) {
        uint64_t weight;
        filter_row(packing, filter, above, row, spare);
        weight = weigh(spare + 1, packing->stride);
        if (weight >= least) continue;
        least = weight;
        memcpy(out, spare, packing->stride + 1);
    }
}

/* False: it was stopped. */
static bool filter_all(packing *packing) {
    const png_whole *whole = packing->whole;
    const size_t line = whole->channels + packing->stride;
    uint8_t *above = packing->lines + whole->channels, *row = above + line,
            *spare = row + packing->stride, *out = packing->filtered;
    for (uint32_t y = 0; y < whole->height; ++y) {
        uint8_t *last = above;
        if (whole->cancel != NULL && whole->cancel(whole->cancel_user) != 0) return false;
        whole->fill_row(whole->context, y, row);
        if (whole->filters == PNG_ALL_FILTERS) {
            filter_best(packing, above, row, out, spare);
        } else {
            filter_row(packing, whole->filters == PNG_FILTER_UP ? PNG_FILTER_VALUE_UP : 0, above,
                       row, out);
        }
        out += packing->stride + 1;
        above = row;
        row = last;
    }
    return true;
}

/* --- Packing --- */

static bool pack(packing *packing) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(packing->whole->level);
    size_t room;
    if (compressor == NULL) return false;
    room = libdeflate_zlib_compress_bound(compressor, packing->filtered_size);
    packing->packed = malloc(room);
    if (packing->packed != NULL) {
        packing->packed_size = libdeflate_zlib_compress(
            compressor, packing->filtered, packing->filtered_size, packing->packed, room);
    }
    libdeflate_free_compressor(compressor);
    return packing->packed_size > 0;
}

static void tell(png_structp png, png_infop info, void *context) {
    const packing *packing = context;
    packing->whole->tell_header(png, info, packing->whole->context);
    png_write_chunk(png, (png_const_bytep) "IDAT", packing->packed, packing->packed_size);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

uint8_t *png_whole_encode(const png_whole *whole, size_t *out_size) {
    const uint64_t stride = (uint64_t)whole->width * whole->channels;
    packing packing = {.whole = whole, .stride = (size_t)stride};
    uint8_t *bytes = NULL;
    if (stride == 0 || whole->height == 0 || stride + 1 > most_bytes / whole->height) return NULL;
    packing.filtered_size = (packing.stride + 1) * whole->height;
    packing.filtered = malloc(packing.filtered_size);
    packing.lines = calloc(1, 2 * whole->channels + 3 * packing.stride + 1);
    if (packing.filtered != NULL && packing.lines != NULL && filter_all(&packing) &&
        pack(&packing)) {
        bytes = png_write_bytes(tell, &packing, out_size);
    }
    free(packing.packed);
    free(packing.lines);
    free(packing.filtered);
    return bytes;
}

#else

uint8_t *png_whole_encode(const png_whole *whole, size_t *out_size) {
    (void)whole, (void)out_size;
    return NULL;
}

#endif

#include "png.h"

#include <stdlib.h>
#include <string.h>

static uint32_t crc32(const unsigned char *data, size_t size) {
    uint32_t crc = UINT32_C(0xFFFFFFFF);
    for (size_t i = 0; i < size; ++i) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc & 1 ? crc >> 1 ^ UINT32_C(0xEDB88320) : crc >> 1;
        }
    }
    return crc ^ UINT32_C(0xFFFFFFFF);
}

void png_add_chunk(bytes *to, const char *type, const bytes *data) {
    size_t start = to->count + 4;
    bytes_u32_big(to, (uint32_t)data->count);
    bytes_append(to, type, 4);
    bytes_append(to, data->items, data->count);
    bytes_u32_big(to, crc32(to->items + start, to->count - start));
}

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTERS };

static int predict(int filter, int left, int up, int corner) {
    int guess = left + up - corner;
    int to_left = abs(guess - left), to_up = abs(guess - up), to_corner = abs(guess - corner);
    switch (filter) {
    case FILTER_SUB:
        return left;
    case FILTER_UP:
        return up;
    case FILTER_AVERAGE:
        return (left + up) / 2;
    case FILTER_PAETH:
        return to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner;
    default:
        return 0;
    }
}

/* The row before the first one is zero, and so is what stands left of a row. */
static void filter_row(unsigned char *to, const unsigned char *row, const unsigned char *above,
                       size_t stride, size_t channels, int filter) {
    for (size_t i = 0; i < stride; ++i) {
        int left = i >= channels ? row[i - channels] : 0;
        int corner = i >= channels ? above[i - channels] : 0;
        to[i] = (unsigned char)(row[i] - predict(filter, left, above[i], corner));
    }
}

/* The filter whose differences are smallest in sum, as libpng chooses; by every 13th byte. */
static int choose_filter(const unsigned char *row, const unsigned char *above, size_t stride,
                         size_t channels) {
    int best = FILTER_NONE;
    size_t least = SIZE_MAX;
    for (int filter = FILTER_NONE; filter < FILTERS; ++filter) {
        size_t sum = 0;
        for (size_t i = channels; i < stride; i += 13) {
            int guess = predict(filter, row[i - channels], above[i], above[i - channels]);
            int difference = (row[i] - guess) & 0xFF;
            sum += (size_t)(difference < 128 ? difference : 256 - difference);
        }
        if (sum >= least) continue;
        least = sum;
        best = filter;
    }
    return best;
}

/* Rows, each behind the number of its filter. FILTERS: each row has a filter of its own. */
static bytes filter_rows(const unsigned char *pixels, size_t width, size_t height, size_t channels,
                         int filter) {
    size_t stride = width * channels;
    unsigned char *zeros = take_memory(stride), *line = take_memory(stride + 1);
    bytes out = {NULL, 0, 0};
    for (size_t y = 0; y < height; ++y) {
        const unsigned char *row = pixels + y * stride, *above = y > 0 ? row - stride : zeros;
        int chosen = filter < FILTERS ? filter : choose_filter(row, above, stride, channels);
        line[0] = (unsigned char)chosen;
        filter_row(line + 1, row, above, stride, channels, chosen);
        bytes_append(&out, line, stride + 1);
    }
    release_memory(zeros);
    release_memory(line);
    return out;
}

static bytes pack_filtered(const unsigned char *pixels, int width, int height, int channels,
                           int filter, packing how) {
    bytes rows = filter_rows(pixels, (size_t)width, (size_t)height, (size_t)channels, filter);
    bytes packed = {NULL, 0, 0};
    zlib_compress(&packed, rows.items, rows.count, how);
    LIST_FREE(&rows);
    return packed;
}

/* All rows by the one of the first filters that makes the smallest stream. */
static bytes pack_rows(const unsigned char *pixels, int width, int height, int channels,
                       int filters) {
    bytes best = pack_filtered(pixels, width, height, channels, FILTER_NONE, PACK_SMALL);
    for (int filter = FILTER_NONE + 1; filter < filters; ++filter) {
        bytes packed = pack_filtered(pixels, width, height, channels, filter, PACK_SMALL);
        if (packed.count < best.count) {
            LIST_FREE(&best);
            best = packed;
        } else {
            LIST_FREE(&packed);
        }
    }
    return best;
}

/* A whole file; `palette` may be NULL. */
static bytes join_chunks(int width, int height, unsigned color_type, const bytes *palette,
                         bytes *data) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    bytes out = {NULL, 0, 0}, header = {NULL, 0, 0}, none = {NULL, 0, 0};
    bytes_append(&out, signature, sizeof signature);
    bytes_u32_big(&header, (uint32_t)width);
    bytes_u32_big(&header, (uint32_t)height);
    bytes_u8(&header, 8);
    bytes_u8(&header, color_type);
    bytes_append(&header, "\0\0\0", 3);
    png_add_chunk(&out, "IHDR", &header);
    if (palette != NULL) png_add_chunk(&out, "PLTE", palette);
    png_add_chunk(&out, "IDAT", data);
    png_add_chunk(&out, "IEND", &none);
    LIST_FREE(&header);
    LIST_FREE(data);
    return out;
}

bytes png_encode(const unsigned char *pixels, int width, int height, int channels, packing how) {
    static const unsigned color_types[] = {0, 0, 0, 2, 6};
    bytes data = how == PACK_SMALL ? pack_rows(pixels, width, height, channels, FILTERS)
                                   : pack_filtered(pixels, width, height, channels,
                                                   how == PACK_QUICK ? FILTERS : FILTER_NONE, how);
    return join_chunks(width, height, color_types[channels], NULL, &data);
}

/* Places in a palette have no neighbourhood that a filter could use. */
bytes png_encode_indexed(const unsigned char *places, const unsigned char *palette,
                         size_t color_count, int width, int height) {
    bytes data = pack_rows(places, width, height, 1, 1), colors = {NULL, 0, 0}, png;
    bytes_append(&colors, palette, color_count * 3);
    png = join_chunks(width, height, 3, &colors, &data);
    LIST_FREE(&colors);
    return png;
}

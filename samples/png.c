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

static void add_chunk(bytes *to, const char *type, const bytes *data) {
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

/* All rows by one filter. */
static void filter_rows(bytes *to, const unsigned char *pixels, size_t width, size_t height,
                        size_t channels, int filter) {
    size_t stride = width * channels;
    for (size_t y = 0; y < height; ++y) {
        const unsigned char *row = pixels + y * stride;
        bytes_u8(to, (unsigned)filter);
        for (size_t i = 0; i < stride; ++i) {
            int left = i >= channels ? row[i - channels] : 0;
            int up = y > 0 ? row[(ptrdiff_t)i - (ptrdiff_t)stride] : 0;
            int corner = y > 0 && i >= channels
                             ? row[(ptrdiff_t)i - (ptrdiff_t)stride - (ptrdiff_t)channels]
                             : 0;
            bytes_u8(to, (unsigned)(row[i] - predict(filter, left, up, corner)) & 0xFF);
        }
    }
}

/* The rows by the filter that makes the smallest stream. */
static bytes pack_rows(const unsigned char *pixels, int width, int height, int channels,
                       int filters, bool is_stored) {
    bytes best = {NULL, 0, 0};
    for (int filter = FILTER_NONE; filter < filters; ++filter) {
        bytes rows = {NULL, 0, 0}, packed = {NULL, 0, 0};
        filter_rows(&rows, pixels, (size_t)width, (size_t)height, (size_t)channels, filter);
        zlib_compress(&packed, rows.items, rows.count, is_stored);
        LIST_FREE(&rows);
        if (best.items == NULL || packed.count < best.count) {
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
    add_chunk(&out, "IHDR", &header);
    if (palette != NULL) add_chunk(&out, "PLTE", palette);
    add_chunk(&out, "IDAT", data);
    add_chunk(&out, "IEND", &none);
    LIST_FREE(&header);
    LIST_FREE(data);
    return out;
}

bytes png_encode(const unsigned char *pixels, int width, int height, int channels, bool is_stored) {
    static const unsigned color_types[] = {0, 0, 0, 2, 6};
    bytes data = pack_rows(pixels, width, height, channels, is_stored ? 1 : FILTERS, is_stored);
    return join_chunks(width, height, color_types[channels], NULL, &data);
}

/* Places in a palette have no neighbourhood that a filter could use. */
bytes png_encode_indexed(const unsigned char *places, const unsigned char *palette,
                         size_t color_count, int width, int height) {
    bytes data = pack_rows(places, width, height, 1, 1, false), colors = {NULL, 0, 0}, png;
    bytes_append(&colors, palette, color_count * 3);
    png = join_chunks(width, height, 3, &colors, &data);
    LIST_FREE(&colors);
    return png;
}

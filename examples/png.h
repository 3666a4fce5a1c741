/*
 * png.h: reads, samples and writes PNG files, so that the examples need no image library. An
 * application has one already: use that. This one reads 8-bit images that are not interlaced, and
 * writes without compression.
 */
#ifndef EXAMPLE_PNG_H
#define EXAMPLE_PNG_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Deflate --- */

typedef struct png_stream {
    const uint8_t *bytes;
    uint8_t *out;
    size_t in_size, in_bits, out_size, out_count;
} png_stream;

/* Beyond the end all bits are 0; png_inflate then fails. */
static inline uint32_t png_bits(png_stream *stream, int count) {
    uint32_t value = 0;
    int i;
    for (i = 0; i < count; ++i, ++stream->in_bits) {
        const size_t at = stream->in_bits / 8;
        if (at < stream->in_size) {
            value |= (uint32_t)(stream->bytes[at] >> (stream->in_bits % 8) & 1) << i;
        }
    }
    return value;
}

/* A canonical Huffman code: how many symbols have each length, and all symbols in their order. */
typedef struct png_code {
    uint16_t counts[16], symbols[288];
} png_code;

static inline void png_code_make(png_code *code, const uint8_t *lengths, int count) {
    int length, symbol, next = 0;
    memset(code, 0, sizeof *code);
    for (length = 1; length < 16; ++length) {
        for (symbol = 0; symbol < count; ++symbol) {
            if (lengths[symbol] != length) continue;
            ++code->counts[length];
            code->symbols[next++] = (uint16_t)symbol;
        }
    }
}

static inline int png_symbol(png_stream *stream, const png_code *code) {
    int length, value = 0, first = 0, index = 0;
    for (length = 1; length < 16; ++length) {
        value = value * 2 + (int)png_bits(stream, 1);
        if (value - first < code->counts[length]) return code->symbols[index + value - first];
        index += code->counts[length];
        first = (first + code->counts[length]) * 2;
    }
    return -1;
}

static inline int png_read_codes(png_stream *stream, png_code *symbols, png_code *distances) {
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int symbol_count = (int)png_bits(stream, 5) + 257;
    const int distance_count = (int)png_bits(stream, 5) + 1;
    const int length_count = (int)png_bits(stream, 4) + 4;
    uint8_t lengths[320] = {0};
    int i, count = 0;
    if (symbol_count > 288) return 0;
    for (i = 0; i < length_count; ++i) lengths[order[i]] = (uint8_t)png_bits(stream, 3);
    png_code_make(symbols, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    while (count < symbol_count + distance_count) {
        const int symbol = png_symbol(stream, symbols);
        int repeat = 1, value = symbol;
        if (symbol < 0 || (symbol == 16 && count == 0)) return 0;
        if (symbol >= 16) value = symbol == 16 ? lengths[count - 1] : 0;
        if (symbol == 16) repeat = 3 + (int)png_bits(stream, 2);
        if (symbol == 17) repeat = 3 + (int)png_bits(stream, 3);
        if (symbol == 18) repeat = 11 + (int)png_bits(stream, 7);
        if (count + repeat > symbol_count + distance_count) return 0;
        while (repeat-- > 0) lengths[count++] = (uint8_t)value;
    }
    png_code_make(symbols, lengths, symbol_count);
    png_code_make(distances, lengths + symbol_count, distance_count);
    return 1;
}

static inline int png_inflate_coded(png_stream *stream, const png_code *symbols,
                                    const png_code *distances) {
    for (;;) {
        int symbol = png_symbol(stream, symbols), length, extra;
        size_t distance;
        if (symbol == 256) return 1;
        if (symbol < 0 || stream->in_bits / 8 > stream->in_size) return 0;
        if (symbol < 256) {
            if (stream->out_count == stream->out_size) return 0;
            stream->out[stream->out_count++] = (uint8_t)symbol;
            continue;
        }
        symbol -= 257;
        extra = symbol < 8 ? 0 : symbol / 4 - 1;
        length = symbol < 8 ? 3 + symbol : 3 + ((4 + symbol % 4) << extra);
        if (symbol >= 28) length = 258, extra = 0;
        length += (int)png_bits(stream, extra);
        symbol = png_symbol(stream, distances);
        if (symbol < 0 || symbol > 29) return 0;
        extra = symbol < 4 ? 0 : symbol / 2 - 1;
        distance = (size_t)(symbol < 4 ? 1 + symbol : 1 + ((2 + symbol % 2) << extra));
        distance += png_bits(stream, extra);
        if (distance > stream->out_count || (size_t)length > stream->out_size - stream->out_count) {
            return 0;
        }
        for (; length > 0; --length, ++stream->out_count) {
            stream->out[stream->out_count] = stream->out[stream->out_count - distance];
        }
    }
}

static inline int png_inflate_stored(png_stream *stream) {
    size_t length;
    stream->in_bits = (stream->in_bits + 7) / 8 * 8;
    length = png_bits(stream, 16);
    png_bits(stream, 16); /* its complement */
    if (length > stream->out_size - stream->out_count) return 0;
    for (; length > 0; --length) stream->out[stream->out_count++] = (uint8_t)png_bits(stream, 8);
    return stream->in_bits / 8 <= stream->in_size;
}

/* Fills `out` from a zlib stream. */
static inline int png_inflate(png_stream *stream) {
    int is_last = 0, is_good = 1;
    png_bits(stream, 16); /* the header of zlib */
    while (is_good && !is_last) {
        uint8_t lengths[288 + 30];
        png_code symbols, distances;
        uint32_t kind;
        is_last = (int)png_bits(stream, 1);
        kind = png_bits(stream, 2);
        memset(lengths, 8, 144);
        memset(lengths + 144, 9, 112);
        memset(lengths + 256, 7, 24);
        memset(lengths + 280, 8, 8);
        memset(lengths + 288, 5, 30);
        png_code_make(&symbols, lengths, 288);
        png_code_make(&distances, lengths + 288, 30);
        if (kind == 2) is_good = png_read_codes(stream, &symbols, &distances);
        if (kind == 0) {
            is_good = png_inflate_stored(stream);
        } else {
            is_good = is_good && kind != 3 && png_inflate_coded(stream, &symbols, &distances);
        }
    }
    return is_good && stream->out_count == stream->out_size;
}

/* --- Reading --- */

static inline uint32_t png_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Takes back the filter of each row, whose first byte names it. */
static inline void png_unfilter(uint8_t *rows, size_t stride, size_t height, size_t pixel) {
    size_t y, i;
    for (y = 0; y < height; ++y) {
        const uint8_t filter = rows[y * (stride + 1)];
        uint8_t *row = rows + y * (stride + 1) + 1;
        const uint8_t *above = y == 0 ? NULL : row - stride - 1;
        for (i = 0; i < stride; ++i) {
            const int a = i < pixel ? 0 : row[i - pixel], b = above ? above[i] : 0;
            const int c = above && i >= pixel ? above[i - pixel] : 0;
            const int to_a = abs(b - c), to_b = abs(a - c), to_c = abs(a + b - 2 * c);
            const int paeth = to_a <= to_b && to_a <= to_c ? a : to_b <= to_c ? b : c;
            const int guesses[] = {0, a, b, (a + b) / 2, paeth};
            row[i] = (uint8_t)(row[i] + guesses[filter % 5]);
        }
    }
}

/* One pixel as red, green, blue and alpha. */
static inline void png_pixel(const uint8_t *bytes, int type, const uint8_t palette[256][4],
                             uint8_t out[4]) {
    if (type == 3) {
        memcpy(out, palette[bytes[0]], 4);
    } else if (type == 2 || type == 6) {
        memcpy(out, bytes, 3);
        out[3] = type == 6 ? bytes[3] : 255;
    } else {
        memset(out, bytes[0], 3);
        out[3] = type == 4 ? bytes[1] : 255;
    }
}

typedef struct png_image {
    uint32_t width, height;
    uint8_t *rgba; /* released with free; NULL: it cannot be read */
} png_image;

static inline png_image png_read(const void *bytes, size_t size) {
    static const uint8_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    const uint8_t *source = (const uint8_t *)bytes;
    uint8_t palette[256][4], *joined, *rows = NULL;
    size_t at = 8, joined_size = 0, i, pixel = 0, stride = 0;
    png_image out = {0, 0, NULL};
    png_stream stream;
    int type;
    if (size < 33 || memcmp(source, "\x89PNG\r\n\x1a\n", 8) != 0 || source[24] != 8 ||
        source[28] != 0)
        return out;
    out.width = png_u32(source + 16);
    out.height = png_u32(source + 20);
    type = source[25];
    if (type > 6 || channels[type] == 0 || out.width - 1 > 8191 || out.height - 1 > 8191)
        return out;
    memset(palette, 255, sizeof palette);
    joined = (uint8_t *)malloc(size);
    for (; joined != NULL && size - at >= 12 && png_u32(source + at) <= size - at - 12;
         at += 12 + (size_t)png_u32(source + at)) {
        const uint8_t *data = source + at + 8;
        const size_t length = png_u32(source + at);
        if (memcmp(source + at + 4, "IDAT", 4) == 0) {
            memcpy(joined + joined_size, data, length);
            joined_size += length;
        } else if (memcmp(source + at + 4, "PLTE", 4) == 0) {
            for (i = 0; i < length / 3 && i < 256; ++i) memcpy(palette[i], data + i * 3, 3);
        } else if (memcmp(source + at + 4, "tRNS", 4) == 0 && type == 3) {
            for (i = 0; i < length && i < 256; ++i) palette[i][3] = data[i];
        }
    }
    pixel = channels[type];
    stride = out.width * pixel;
    rows = (uint8_t *)malloc((stride + 1) * out.height);
    stream.bytes = joined, stream.in_size = joined_size, stream.in_bits = 0;
    stream.out = rows, stream.out_size = (stride + 1) * out.height, stream.out_count = 0;
    if (joined != NULL && rows != NULL && png_inflate(&stream)) {
        out.rgba = (uint8_t *)malloc((size_t)out.width * out.height * 4);
        png_unfilter(rows, stride, out.height, pixel);
    }
    for (i = 0; out.rgba != NULL && i < (size_t)out.width * out.height; ++i) {
        const uint8_t *row = rows + i / out.width * (stride + 1) + 1;
        png_pixel(row + i % out.width * pixel, type, (const uint8_t(*)[4])palette,
                  out.rgba + i * 4);
    }
    free(joined);
    free(rows);
    return out;
}

/* The texel at texture coordinates, whose origin is at the top left, as linear red, green, blue and
 * alpha; white without an image. Textures repeat. */
static inline void png_sample(const png_image *image, float u, float v, float out[4]) {
    uint32_t x, y;
    int i;
    for (i = 0; i < 4; ++i) out[i] = 1.0f;
    if (image->rgba == NULL) return;
    x = (uint32_t)((u - floorf(u)) * (float)image->width) % image->width;
    y = (uint32_t)((v - floorf(v)) * (float)image->height) % image->height;
    for (i = 0; i < 4; ++i) {
        const float byte = image->rgba[((size_t)y * image->width + x) * 4 + (size_t)i] / 255.0f;
        out[i] = i < 3 ? powf(byte, 2.2f) : byte;
    }
}

/* --- Writing --- */

static inline void png_put_u32(uint8_t *out, uint32_t value) {
    int i;
    for (i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Writes a chunk whose data begins 8 bytes behind `chunk`, with room for 4 more behind it. */
static inline int png_put_chunk(FILE *file, uint8_t *chunk, const char *name, size_t length) {
    uint32_t crc = 0xffffffffu;
    size_t i;
    int bit;
    png_put_u32(chunk, (uint32_t)length);
    memcpy(chunk + 4, name, 4);
    for (i = 4; i < length + 8; ++i) {
        crc ^= chunk[i];
        for (bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    png_put_u32(chunk + length + 8, ~crc);
    return fwrite(chunk, 1, length + 12, file) == length + 12;
}

/* Red, green and blue of all pixels as a zlib stream of stored rows. Returns its length. */
static inline size_t png_store_rows(uint8_t *out, const uint8_t *rgb, uint32_t width,
                                    uint32_t height) {
    const uint32_t stride = width * 3 + 1;
    uint32_t a = 1, b = 0, y, i;
    uint8_t *at = out;
    *at++ = 0x78, *at++ = 0x01;
    for (y = 0; y < height; ++y) {
        *at++ = y + 1 == height;
        *at++ = (uint8_t)stride, *at++ = (uint8_t)(stride >> 8);
        *at++ = (uint8_t)~stride, *at++ = (uint8_t)(~stride >> 8);
        *at = 0; /* no filter */
        memcpy(at + 1, rgb + (size_t)y * (stride - 1), stride - 1);
        for (i = 0; i < stride; ++i) {
            a = (a + *at++) % 65521;
            b = (b + a) % 65521;
        }
    }
    png_put_u32(at, b << 16 | a);
    return (size_t)(at + 4 - out);
}

/* Writes red, green and blue of all pixels, the top row first. Returns 1 on success, else 0. */
static inline int png_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgb) {
    const size_t most = 2 + ((size_t)width * 3 + 6) * height + 4;
    uint8_t *chunk = (uint8_t *)malloc(most + 32);
    FILE *file = fopen(path, "wb");
    int is_good = chunk != NULL && file != NULL && width < 21845;
    if (is_good) {
        is_good = fwrite("\x89PNG\r\n\x1a\n", 1, 8, file) == 8;
        png_put_u32(chunk + 8, width);
        png_put_u32(chunk + 12, height);
        memcpy(chunk + 16, "\x08\x02\0\0\0", 5); /* 8 bits, red, green and blue */
        is_good = is_good && png_put_chunk(file, chunk, "IHDR", 13);
        is_good = is_good &&
                  png_put_chunk(file, chunk, "IDAT", png_store_rows(chunk + 8, rgb, width, height));
        is_good = is_good && png_put_chunk(file, chunk, "IEND", 0);
    }
    if (file != NULL && fclose(file) != 0) is_good = 0;
    free(chunk);
    return is_good;
}

/* Writes linear colors, three floats for each pixel, at half the width and height. */
static inline int png_write_half(const char *path, uint32_t width, uint32_t height,
                                 const float *linear) {
    const size_t stride = (size_t)width * 3, count = (size_t)(width / 2) * (height / 2) * 3;
    uint8_t *rgb = (uint8_t *)malloc(count);
    int is_good = rgb != NULL;
    size_t i;
    for (i = 0; is_good && i < count; ++i) {
        const size_t pixel = i / 3;
        const float *from =
            linear + pixel / (width / 2) * 2 * stride + pixel % (width / 2) * 6 + i % 3;
        const float mean = (from[0] + from[3] + from[stride] + from[stride + 3]) / 4.0f;
        rgb[i] = (uint8_t)(powf(fminf(fmaxf(mean, 0.0f), 1.0f), 1.0f / 2.2f) * 255.0f + 0.5f);
    }
    is_good = is_good && png_write(path, width / 2, height / 2, rgb);
    free(rgb);
    return is_good;
}

#endif

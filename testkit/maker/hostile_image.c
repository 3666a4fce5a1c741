/* A large image in few bytes. */
#include "hostile.h"

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

static void add_chunk(bytes *out, const char *type, const bytes *data) {
    size_t start = out->count + 4;
    bytes_u32_big(out, (uint32_t)data->count);
    bytes_append(out, type, 4);
    bytes_append(out, data->items, data->count);
    bytes_u32_big(out, crc32(out->items + start, out->count - start));
}

typedef struct bit_writer {
    bytes *out;
    uint32_t held;
    int count;
} bit_writer;

static void put_bits(bit_writer *w, uint32_t value, int count) {
    w->held |= value << w->count;
    w->count += count;
    while (w->count >= 8) {
        bytes_u8(w->out, w->held & 0xFF);
        w->held >>= 8;
        w->count -= 8;
    }
}

/* A zlib stream of zeros: one block, whose codes are written before it (RFC 1951, 3.2.7). They have
 * two bits for a zero and for the end, and one bit each for a match of 258 bytes and for its
 * distance of 1. About 900 zeros take a byte. Deflate can do a little more, but readers may refuse
 * at once a stream that is too short for what it claims to hold. */
static void add_zeros(bytes *out, size_t size) {
    static const unsigned char start[] = {0x78, 0xDA, 0xED, 0xC0, 0x81, 0,    0,
                                          0,    0,    0x80, 0xA0, 0xFD, 0xA9, 0x17};
    enum { MATCHES = 8, GROUP = 1 + MATCHES * 258, ZERO = 1, END = 3, CODE_BITS = 2 };
    bit_writer w = {out, 0x29, 7}; /* the last bits of the codes */
    bytes_append(out, start, sizeof start);
    for (size_t i = 0; i < size / GROUP; ++i) {
        put_bits(&w, ZERO, CODE_BITS);
        put_bits(&w, 0, MATCHES * 2);
    }
    for (size_t i = 0; i < size % GROUP; ++i) put_bits(&w, ZERO, CODE_BITS);
    put_bits(&w, END, CODE_BITS);
    put_bits(&w, 0, (8 - w.count) % 8);
    bytes_u32_big(out, (uint32_t)(size % 65521) << 16 | 1); /* Adler-32 of zeros */
}

bytes hostile_black_png(uint32_t size) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    bytes out = {NULL, 0, 0}, data = {NULL, 0, 0};
    bytes_append(&out, signature, sizeof signature);
    bytes_u32_big(&data, size);
    bytes_u32_big(&data, size);
    bytes_append(&data, "\10\0\0\0\0", 5); /* gray, 8 bits */
    add_chunk(&out, "IHDR", &data);
    data.count = 0;
    add_zeros(&data, ((size_t)size + 1) * size);
    add_chunk(&out, "IDAT", &data);
    data.count = 0;
    add_chunk(&out, "IEND", &data);
    LIST_FREE(&data);
    return out;
}

/* Deflate (RFC 1951) with the fixed Huffman codes, in a zlib stream. */
#include "png.h"

#include <string.h>

enum { WINDOW = 32768, MIN_MATCH = 3, MAX_MATCH = 258, HASH_SIZE = 1 << 15, MAX_CHAIN = 128 };

typedef struct bit_writer {
    bytes *to;
    uint32_t held;
    int count;
} bit_writer;

static void put_bits(bit_writer *w, uint32_t value, int count) {
    w->held |= value << w->count;
    w->count += count;
    while (w->count >= 8) {
        bytes_u8(w->to, w->held & 0xFF);
        w->held >>= 8;
        w->count -= 8;
    }
}

/* Huffman codes stand with their first bit first. */
static void put_code(bit_writer *w, uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; ++i) turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(w, turned, count);
}

static void put_symbol(bit_writer *w, uint32_t symbol) {
    if (symbol < 144) {
        put_code(w, 0x30 + symbol, 8);
    } else if (symbol < 256) {
        put_code(w, 0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
        put_code(w, symbol - 256, 7);
    } else {
        put_code(w, 0xC0 + symbol - 280, 8);
    }
}

static void put_match(bit_writer *w, uint32_t length, uint32_t distance) {
    static const uint16_t lengths[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distances[] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                            6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    uint32_t i = 28;
    while (lengths[i] > length) --i;
    put_symbol(w, 257 + i);
    put_bits(w, length - lengths[i], length_bits[i]);
    i = 29;
    while (distances[i] > distance) --i;
    put_code(w, i, 5);
    put_bits(w, distance - distances[i], distance_bits[i]);
}

static uint32_t hash_at(const unsigned char *data) {
    uint32_t key = (uint32_t)data[0] << 16 | (uint32_t)data[1] << 8 | data[2];
    return key * UINT32_C(2654435761) >> 17;
}

/* Earlier places with the same three bytes, the latest first. */
typedef struct matcher {
    const unsigned char *data;
    size_t size;
    int32_t heads[HASH_SIZE];
    int32_t *earlier;
} matcher;

static void remember(matcher *m, size_t at) {
    uint32_t hash;
    if (at + MIN_MATCH > m->size) return;
    hash = hash_at(m->data + at);
    m->earlier[at] = m->heads[hash];
    m->heads[hash] = (int32_t)at;
}

static size_t find_match(const matcher *m, size_t at, size_t *out_distance) {
    size_t best = 0, most = m->size - at < MAX_MATCH ? m->size - at : MAX_MATCH;
    int32_t candidate;
    if (most < MIN_MATCH) return 0;
    candidate = m->heads[hash_at(m->data + at)];
    for (int i = 0; i < MAX_CHAIN && candidate >= 0; ++i) {
        size_t distance = at - (size_t)candidate, length = 0;
        if (distance > WINDOW) break;
        while (length < most && m->data[(size_t)candidate + length] == m->data[at + length]) {
            ++length;
        }
        if (length > best) {
            best = length;
            *out_distance = distance;
        }
        candidate = m->earlier[candidate];
    }
    return best >= MIN_MATCH ? best : 0;
}

static void compress(bit_writer *w, const unsigned char *data, size_t size) {
    matcher *m = take_memory(sizeof *m);
    m->data = data;
    m->size = size;
    m->earlier = take_memory((size + 1) * sizeof *m->earlier);
    for (size_t i = 0; i < HASH_SIZE; ++i) m->heads[i] = -1;
    put_bits(w, 1, 1); /* the last block */
    put_bits(w, 1, 2); /* fixed codes */
    for (size_t at = 0; at < size;) {
        size_t distance = 0, next_distance = 0, length = find_match(m, at, &distance);
        remember(m, at);
        /* A longer match one byte later is worth the byte. */
        if (length != 0 && length < 32 && at + 1 < size &&
            find_match(m, at + 1, &next_distance) > length) {
            length = 0;
        }
        if (length == 0) {
            put_symbol(w, data[at++]);
            continue;
        }
        put_match(w, (uint32_t)length, (uint32_t)distance);
        for (size_t i = 1; i < length; ++i) remember(m, at + i);
        at += length;
    }
    put_symbol(w, 256);
    put_bits(w, 0, (8 - w->count) % 8);
    release_memory(m->earlier);
    release_memory(m);
}

static void store(bytes *to, const unsigned char *data, size_t size) {
    for (size_t at = 0; at < size || at == 0; at += 65535) {
        size_t length = size - at < 65535 ? size - at : 65535;
        bytes_u8(to, at + length == size);
        bytes_u16(to, (unsigned)length);
        bytes_u16(to, (unsigned)~length & 0xFFFF);
        bytes_append(to, data + at, length);
    }
}

static uint32_t adler32(const unsigned char *data, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; ++i) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

void zlib_compress(bytes *to, const unsigned char *data, size_t size, bool is_stored) {
    bit_writer w = {to, 0, 0};
    bytes_u8(to, 0x78);
    bytes_u8(to, is_stored ? 0x01 : 0xDA);
    if (is_stored) {
        store(to, data, size);
    } else {
        compress(&w, data, size);
    }
    bytes_u32_big(to, adler32(data, size));
}

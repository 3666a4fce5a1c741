/*
 * Deflate (RFC 1951) in a zlib stream, with the fixed Huffman codes or with codes made for the
 * data. Small files are searched long for matches and written as one block. Large ones (PACK_QUICK)
 * are searched briefly and written in blocks, so that twelve textures of 2048 x 2048 take seconds.
 */
#include "png.h"

#include <stdbool.h>
#include <string.h>

enum { WINDOW = 32768, MIN_MATCH = 3, MAX_MATCH = 258, HASH_SIZE = 1 << 15 };

typedef struct effort {
    int candidates;      /* earlier places that are compared */
    bool looks_ahead;    /* for a longer match one byte later */
    size_t block_tokens; /* a block ends after so many */
} effort;

static const effort effort_small = {128, true, SIZE_MAX}, effort_quick = {4, false, 1 << 16};

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

/* --- Huffman codes --- */

enum { LITERALS = 288, DISTANCES = 30, LENGTH_CODES = 19, END_OF_BLOCK = 256 };

typedef struct code_table {
    uint8_t lengths[LITERALS]; /* in bits; 0: does not occur */
    uint16_t codes[LITERALS];  /* with their first bit lowest, as they are written */
} code_table;

static uint16_t turn_code(uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; ++i) turned |= (code >> i & 1) << (count - 1 - i);
    return (uint16_t)turned;
}

/* The codes that follow from their lengths (RFC 1951, 3.2.2). */
static void number_codes(code_table *t, size_t count) {
    uint32_t code = 0;
    for (int length = 1; length <= 15; ++length) {
        for (size_t i = 0; i < count; ++i) {
            if (t->lengths[i] == length) t->codes[i] = turn_code(code++, length);
        }
        code <<= 1;
    }
}

/* Joins the two rarest again and again; of equals, those that stand first. */
static int measure_tree(const uint32_t *counts, size_t count, uint8_t *lengths) {
    uint32_t weights[2 * LITERALS];
    int parents[2 * LITERALS], deepest = 0;
    size_t nodes = count;
    for (size_t i = 0; i < count; ++i) {
        weights[i] = counts[i];
        parents[i] = -1;
    }
    for (;;) {
        int least = -1, second = -1;
        for (int i = 0; i < (int)nodes; ++i) {
            if (weights[i] == 0 || parents[i] >= 0) continue;
            if (least < 0 || weights[i] < weights[least]) {
                second = least;
                least = i;
            } else if (second < 0 || weights[i] < weights[second]) {
                second = i;
            }
        }
        if (second < 0) break;
        weights[nodes] = weights[least] + weights[second];
        parents[nodes] = -1;
        parents[least] = parents[second] = (int)nodes++;
    }
    for (size_t i = 0; i < count; ++i) {
        int depth = 0;
        for (int at = (int)i; parents[at] >= 0; at = parents[at]) ++depth;
        lengths[i] = (uint8_t)(counts[i] == 0 ? 0 : depth == 0 ? 1 : depth);
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/* Codes no longer than `most` bits. What is too deep gets nearer the more alike all counts are. */
static void make_codes(code_table *t, const uint32_t *counts, size_t count, int most) {
    uint32_t even[LITERALS];
    memset(t, 0, sizeof *t);
    memcpy(even, counts, count * sizeof *even);
    while (measure_tree(even, count, t->lengths) > most) {
        for (size_t i = 0; i < count; ++i) even[i] = even[i] == 0 ? 0 : even[i] / 2 + 1;
    }
    number_codes(t, count);
}

static void fixed_codes(code_table *literals, code_table *distances) {
    memset(literals, 0, sizeof *literals);
    memset(distances, 0, sizeof *distances);
    for (int i = 0; i < LITERALS; ++i) {
        literals->lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    for (int i = 0; i < DISTANCES; ++i) distances->lengths[i] = 5;
    number_codes(literals, LITERALS);
    number_codes(distances, DISTANCES);
}

static void put_symbol(bit_writer *w, const code_table *t, size_t symbol) {
    put_bits(w, t->codes[symbol], t->lengths[symbol]);
}

/* --- Tokens: a byte, or a length and a distance --- */

typedef struct token {
    uint16_t symbol, distance_symbol;
    uint16_t length_rest, distance_rest;
} token;

typedef LIST(token) token_list;

static const uint16_t length_starts[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_starts[] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                        6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void add_literal(token_list *to, unsigned symbol) {
    LIST_ADD(to)->symbol = (uint16_t)symbol;
}

static void add_match(token_list *to, size_t length, size_t distance) {
    token *t = LIST_ADD(to);
    unsigned i = 28;
    while (length_starts[i] > length) --i;
    t->symbol = (uint16_t)(257 + i);
    t->length_rest = (uint16_t)(length - length_starts[i]);
    i = 29;
    while (distance_starts[i] > distance) --i;
    t->distance_symbol = (uint16_t)i;
    t->distance_rest = (uint16_t)(distance - distance_starts[i]);
}

static void put_token(bit_writer *w, const token *t, const code_table *literals,
                      const code_table *distances) {
    put_symbol(w, literals, t->symbol);
    if (t->symbol <= END_OF_BLOCK) return;
    put_bits(w, t->length_rest, length_bits[t->symbol - 257]);
    put_symbol(w, distances, t->distance_symbol);
    put_bits(w, t->distance_rest, distance_bits[t->distance_symbol]);
}

/* How many bits tokens take, without those that are alike for all codes. */
static size_t measure_tokens(const token_list *tokens, const code_table *literals,
                             const code_table *distances) {
    size_t bits = 0;
    for (size_t i = 0; i < tokens->count; ++i) {
        const token *t = &tokens->items[i];
        bits += literals->lengths[t->symbol];
        if (t->symbol > END_OF_BLOCK) bits += distances->lengths[t->distance_symbol];
    }
    return bits;
}

/* --- The table of a block's own codes (RFC 1951, 3.2.7) --- */

typedef struct length_code {
    uint8_t symbol, bits, rest; /* 16 repeats the last one, 17 and 18 are zeros */
} length_code;

typedef LIST(length_code) length_list;

static void add_length(length_list *to, unsigned symbol, unsigned bits, size_t rest) {
    length_code *c = LIST_ADD(to);
    c->symbol = (uint8_t)symbol;
    c->bits = (uint8_t)bits;
    c->rest = (uint8_t)rest;
}

static void pack_lengths(length_list *to, const uint8_t *lengths, size_t count) {
    for (size_t at = 0; at < count;) {
        size_t run = 1;
        while (at + run < count && lengths[at + run] == lengths[at]) ++run;
        if (lengths[at] == 0 && run >= 11) {
            run = run < 138 ? run : 138;
            add_length(to, 18, 7, run - 11);
        } else if (lengths[at] == 0 && run >= 3) {
            add_length(to, 17, 3, run - 3);
        } else {
            add_length(to, lengths[at], 0, 0);
            run = run - 1 < 6 ? run - 1 : 6;
            if (run >= 3) add_length(to, 16, 2, run - 3);
            run = run >= 3 ? run + 1 : 1;
        }
        at += run;
    }
}

static void put_table(bit_writer *w, const code_table *literals, const code_table *distances) {
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES];
    uint32_t counts[LENGTH_CODES] = {0};
    size_t literal_count = LITERALS - 2, distance_count = DISTANCES, order_count = LENGTH_CODES;
    length_list packed = {NULL, 0, 0};
    code_table codes;
    while (literal_count > 257 && literals->lengths[literal_count - 1] == 0) --literal_count;
    while (distance_count > 1 && distances->lengths[distance_count - 1] == 0) --distance_count;
    memcpy(lengths, literals->lengths, literal_count);
    memcpy(lengths + literal_count, distances->lengths, distance_count);
    pack_lengths(&packed, lengths, literal_count + distance_count);
    for (size_t i = 0; i < packed.count; ++i) ++counts[packed.items[i].symbol];
    make_codes(&codes, counts, LENGTH_CODES, 7);
    while (order_count > 4 && codes.lengths[order[order_count - 1]] == 0) --order_count;
    put_bits(w, (uint32_t)literal_count - 257, 5);
    put_bits(w, (uint32_t)distance_count - 1, 5);
    put_bits(w, (uint32_t)order_count - 4, 4);
    for (size_t i = 0; i < order_count; ++i) put_bits(w, codes.lengths[order[i]], 3);
    for (size_t i = 0; i < packed.count; ++i) {
        put_symbol(w, &codes, packed.items[i].symbol);
        put_bits(w, packed.items[i].rest, packed.items[i].bits);
    }
    LIST_FREE(&packed);
}

/* --- Matches --- */

static uint32_t hash_at(const unsigned char *data) {
    uint32_t key = (uint32_t)data[0] << 16 | (uint32_t)data[1] << 8 | data[2];
    return key * UINT32_C(2654435761) >> 17;
}

/* Earlier places with the same three bytes, the latest first. */
typedef struct matcher {
    const unsigned char *data;
    size_t size;
    const effort *effort;
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
    for (int i = 0; i < m->effort->candidates && candidate >= 0; ++i) {
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

static matcher *matcher_make(const unsigned char *data, size_t size, const effort *chosen) {
    matcher *m = take_memory(sizeof *m);
    m->data = data;
    m->size = size;
    m->effort = chosen;
    m->earlier = take_memory((size + 1) * sizeof *m->earlier);
    for (size_t i = 0; i < HASH_SIZE; ++i) m->heads[i] = -1;
    return m;
}

/* The tokens of one block, from `at`; returns where the next block begins. */
static size_t find_tokens(matcher *m, token_list *to, size_t at) {
    while (at < m->size && to->count < m->effort->block_tokens) {
        size_t distance = 0, next_distance = 0, length = find_match(m, at, &distance);
        remember(m, at);
        /* A longer match one byte later is worth the byte. */
        if (length != 0 && m->effort->looks_ahead && length < 32 && at + 1 < m->size &&
            find_match(m, at + 1, &next_distance) > length) {
            length = 0;
        }
        if (length == 0) {
            add_literal(to, m->data[at++]);
            continue;
        }
        add_match(to, length, distance);
        for (size_t i = 1; i < length; ++i) remember(m, at + i);
        at += length;
    }
    add_literal(to, END_OF_BLOCK);
    return at;
}

static void put_block(bit_writer *w, const token_list *tokens, bool is_last) {
    enum { TABLE_BITS = 600 }; /* about what a table of codes takes */
    uint32_t literal_counts[LITERALS] = {0}, distance_counts[DISTANCES] = {0};
    code_table literals, distances, fixed_literals, fixed_distances;
    bool is_own;
    for (size_t i = 0; i < tokens->count; ++i) {
        ++literal_counts[tokens->items[i].symbol];
        if (tokens->items[i].symbol > END_OF_BLOCK) {
            ++distance_counts[tokens->items[i].distance_symbol];
        }
    }
    make_codes(&literals, literal_counts, LITERALS, 15);
    make_codes(&distances, distance_counts, DISTANCES, 15);
    fixed_codes(&fixed_literals, &fixed_distances);
    is_own = measure_tokens(tokens, &literals, &distances) + TABLE_BITS <
             measure_tokens(tokens, &fixed_literals, &fixed_distances);
    put_bits(w, is_last, 1);
    put_bits(w, is_own ? 2 : 1, 2);
    if (is_own) {
        put_table(w, &literals, &distances);
    } else {
        literals = fixed_literals;
        distances = fixed_distances;
    }
    for (size_t i = 0; i < tokens->count; ++i) {
        put_token(w, &tokens->items[i], &literals, &distances);
    }
}

static void compress(bit_writer *w, const unsigned char *data, size_t size, const effort *chosen) {
    matcher *m = matcher_make(data, size, chosen);
    token_list tokens = {NULL, 0, 0};
    size_t at = 0;
    do {
        tokens.count = 0;
        at = find_tokens(m, &tokens, at);
        put_block(w, &tokens, at == size);
    } while (at < size);
    put_bits(w, 0, (8 - w->count) % 8);
    LIST_FREE(&tokens);
    release_memory(m->earlier);
    release_memory(m);
}

/* --- The stream --- */

static void store(bytes *to, const unsigned char *data, size_t size) {
    for (size_t at = 0; at < size || at == 0; at += 65535) {
        size_t length = size - at < 65535 ? size - at : 65535;
        bytes_u8(to, at + length == size);
        bytes_u16(to, (unsigned)length);
        bytes_u16(to, (unsigned)~length & 0xFFFF);
        bytes_append(to, data + at, length);
    }
}

/* Sums fit 32 bits for 5552 bytes, so that remainders are taken only that often (RFC 1950). */
static uint32_t adler32(const unsigned char *data, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t at = 0; at < size; at += 5552) {
        size_t end = size - at < 5552 ? size : at + 5552;
        for (size_t i = at; i < end; ++i) {
            a += data[i];
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

void zlib_compress(bytes *to, const unsigned char *data, size_t size, packing how) {
    bit_writer w = {to, 0, 0};
    bytes_u8(to, 0x78);
    bytes_u8(to, how == PACK_STORED ? 0x01 : 0xDA);
    if (how == PACK_STORED) {
        store(to, data, size);
    } else {
        compress(&w, data, size, how == PACK_QUICK ? &effort_quick : &effort_small);
    }
    bytes_u32_big(to, adler32(data, size));
}

/* A zero, then eight matches of 258 with the byte before, again and again; then single zeros. */
void zlib_zeros(bytes *to, size_t size) {
    enum { MATCHES = 8, GROUP = 1 + MATCHES * MAX_MATCH, LONGEST = 257 + 28 };
    uint32_t literal_counts[LITERALS] = {0}, distance_counts[DISTANCES] = {0};
    size_t groups = size / GROUP, singles = size % GROUP;
    code_table literals, distances;
    bit_writer w = {to, 0, 0};
    literal_counts[0] = (uint32_t)(groups + singles);
    literal_counts[END_OF_BLOCK] = 1;
    literal_counts[LONGEST] = (uint32_t)(groups * MATCHES);
    distance_counts[0] = 1;
    make_codes(&literals, literal_counts, LITERALS, 15);
    make_codes(&distances, distance_counts, DISTANCES, 15);
    bytes_u8(to, 0x78);
    bytes_u8(to, 0xDA);
    put_bits(&w, 1, 1);
    put_bits(&w, 2, 2);
    put_table(&w, &literals, &distances);
    for (size_t i = 0; i < groups; ++i) {
        put_symbol(&w, &literals, 0);
        for (int k = 0; k < MATCHES; ++k) {
            put_symbol(&w, &literals, LONGEST);
            put_symbol(&w, &distances, 0);
        }
    }
    for (size_t i = 0; i < singles; ++i) put_symbol(&w, &literals, 0);
    put_symbol(&w, &literals, END_OF_BLOCK);
    put_bits(&w, 0, (8 - w.count) % 8);
    bytes_u32_big(to, (uint32_t)(size % 65521) << 16 | 1); /* Adler-32 of zeros */
}

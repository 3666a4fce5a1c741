#include "powers_of_ten.h"

#include <stdbool.h>
#include <string.h>

enum { LEAST = -343, MOST = 324, COUNT = MOST - LEAST + 1 };

/* 10^-343 begins 1,140 bits behind the point, 128 bits of it are wanted, and the rest takes up what
 * 343 divisions cut off. 10^324 has 1,077 bits. */
enum { WORDS = 43 };

typedef struct pair {
    uint64_t high, low;
} pair;

static pair powers[COUNT];
static bool is_filled;

/* 64 bits of a number whose last word comes last; behind its end there are zeros. */
static uint64_t bits_at(const uint32_t *words, uint32_t first_word, uint32_t shift) {
    uint64_t bits = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t word = first_word + i < WORDS ? words[first_word + i] : 0;
        if (i < 2) {
            bits = bits << 32 | word;
        } else {
            next = word;
        }
    }
    return shift == 0 ? bits : bits << shift | next >> (32 - shift);
}

/* The first 128 bits, from the first one that is set. */
static pair begin_of(const uint32_t *words) {
    uint32_t first = 0, shift;
    while (words[first] == 0) ++first;
    shift = (uint32_t)__builtin_clz(words[first]);
    return (pair){bits_at(words, first, shift), bits_at(words, first + 2, shift)};
}

static void multiply_by_ten(uint32_t *words) {
    uint64_t carry = 0;
    for (uint32_t i = WORDS; i-- > 0;) {
        carry += (uint64_t)words[i] * 10;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_ten(uint32_t *words) {
    uint64_t rest = 0;
    for (uint32_t i = 0; i < WORDS; ++i) {
        rest = rest << 32 | words[i];
        words[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

static void fill(void) {
    uint32_t words[WORDS];
    memset(words, 0, sizeof words);
    words[WORDS - 1] = 1;
    for (int32_t i = 0; i <= MOST; ++i) {
        powers[i - LEAST] = begin_of(words);
        multiply_by_ten(words);
    }
    memset(words, 0, sizeof words);
    words[0] = 1;
    for (int32_t i = -1; i >= LEAST; --i) {
        divide_by_ten(words);
        powers[i - LEAST] = begin_of(words);
    }
    is_filled = true;
}

void vrm_web_power_of_ten(int32_t exponent, uint64_t *out_high, uint64_t *out_low) {
    if (!is_filled) fill();
    *out_high = powers[exponent - LEAST].high;
    *out_low = powers[exponent - LEAST].low;
}

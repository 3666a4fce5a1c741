/*
 * Changes JSON so that it stays JSON, most of the time: a change of bytes nearly always ends at the
 * parser. Values are replaced by others of the same text, or by numbers and literals that are worth
 * a try; elements are doubled. Half of the changes are libFuzzer's own all the same.
 */
#ifndef VRM_FUZZ_JSON_MUTATOR_H
#define VRM_FUZZ_JSON_MUTATOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static const char *const mutator_values[] = {"0",
                                             "1",
                                             "2",
                                             "3",
                                             "4",
                                             "5",
                                             "6",
                                             "7",
                                             "8",
                                             "12",
                                             "16",
                                             "64",
                                             "255",
                                             "256",
                                             "65535",
                                             "65536",
                                             "-1",
                                             "-2147483648",
                                             "2147483647",
                                             "2147483648",
                                             "4294967295",
                                             "4294967296",
                                             "9223372036854775807",
                                             "9223372036854775808",
                                             "18446744073709551615",
                                             "0.5",
                                             "1.0",
                                             "1e30",
                                             "3.4e38",
                                             "1e39",
                                             "1e999",
                                             "-1e999",
                                             "1e-45",
                                             "NaN",
                                             "Infinity",
                                             "5120",
                                             "5121",
                                             "5122",
                                             "5123",
                                             "5125",
                                             "5126",
                                             "34962",
                                             "null",
                                             "true",
                                             "false",
                                             "\"\"",
                                             "\"SCALAR\"",
                                             "\"VEC2\"",
                                             "\"VEC3\"",
                                             "\"VEC4\"",
                                             "\"MAT2\"",
                                             "\"MAT3\"",
                                             "\"MAT4\"",
                                             "\"MASK\"",
                                             "\"STEP\"",
                                             "\"CUBICSPLINE\"",
                                             "\"weights\"",
                                             "\"\\ud800\"",
                                             "\"data:;base64,AAAA\"",
                                             "\"a.bin\"",
                                             "[]",
                                             "{}",
                                             "[0]",
                                             "[[]]",
                                             "[0,0,0,0]",
                                             "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
                                             "{\"POSITION\":0}"};

static uint32_t mutator_next(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static bool mutator_is_one_of(const char *set, uint8_t c) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* The end of the value or key that begins at `at`; `at` itself where none does. */
static size_t mutator_value_end(const uint8_t *text, size_t size, size_t at) {
    size_t depth = 0, i = at;
    if (at > 0 && !mutator_is_one_of("{[,: \n\t", text[at - 1])) return at;
    if (mutator_is_one_of("]},: \n\t", text[at])) return at;
    do {
        if (text[i] == '"') {
            for (++i; i < size && text[i] != '"'; ++i) i += text[i] == '\\';
            i = i < size ? i + 1 : size;
        } else if (mutator_is_one_of("{[", text[i])) {
            depth += 1;
            i += 1;
        } else if (mutator_is_one_of("]}", text[i])) {
            if (depth > 0) depth -= 1;
            i += 1;
        } else {
            do ++i;
            while (i < size && !mutator_is_one_of("{}[]\",: \n\t", text[i]));
        }
        if (depth == 0) break;
    } while (i < size);
    return i < size ? i : size;
}

/* A value somewhere in the text. False: none was found near. */
static bool mutator_find(const uint8_t *text, size_t size, uint64_t *state, size_t *begin,
                         size_t *end) {
    size_t start = size != 0 ? mutator_next(state) % size : 0;
    for (size_t i = start; i < size; ++i) {
        *begin = i;
        *end = mutator_value_end(text, size, i);
        if (*end > i) return true;
    }
    return false;
}

/* Replaces bytes of the text by others; `total` is the size of all from the text's start on. */
static size_t mutator_replace(uint8_t *text, size_t total, size_t capacity, size_t begin,
                              size_t end, const uint8_t *with, size_t length) {
    if (total - (end - begin) + length > capacity) return total;
    memmove(text + begin + length, text + end, total - end);
    memcpy(text + begin, with, length);
    return total - (end - begin) + length;
}

/* The JSON is [begin, end) of the data. */
static size_t mutator_change(uint8_t *data, size_t size, size_t max_size, size_t begin, size_t end,
                             unsigned seed) {
    uint64_t state = seed;
    uint8_t copy[4096];
    uint8_t *text = data + begin;
    size_t first, first_end, other, other_end, length = end - begin, total = size - begin;
    uint32_t kind = mutator_next(&state) % 8;
    if (kind < 3 || !mutator_find(text, length, &state, &first, &first_end)) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    if (kind < 6) { /* another value */
        const char *value = mutator_values[mutator_next(&state) %
                                           (sizeof mutator_values / sizeof mutator_values[0])];
        return begin + mutator_replace(text, total, max_size - begin, first, first_end,
                                       (const uint8_t *)value, strlen(value));
    }
    if (!mutator_find(text, length, &state, &other, &other_end)) return size;
    if (other_end - other + 1 > sizeof copy) return size;
    copy[0] = ',';
    memcpy(copy + 1, text + other, other_end - other);
    if (kind == 6) { /* a value of the same text */
        return begin + mutator_replace(text, total, max_size - begin, first, first_end, copy + 1,
                                       other_end - other);
    }
    return begin + mutator_replace(text, total, max_size - begin, first_end, first_end, copy,
                                   other_end - other + 1); /* one more element */
}

#endif

#include "key_set.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_CAPACITY = 1024 };

/* --- SipHash-2-4 with 128 bits (Aumasson and Bernstein) --- */

static uint64_t turn(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static void mix(uint64_t v[4], int rounds) {
    while (rounds-- > 0) {
        v[0] += v[1];
        v[1] = turn(v[1], 13) ^ v[0];
        v[0] = turn(v[0], 32);
        v[2] += v[3];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = turn(v[1], 17) ^ v[2];
        v[2] = turn(v[2], 32);
    }
}

static uint64_t little_endian(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; ++i) word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static void take_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    mix(v, 2);
    v[0] ^= word;
}

text_key key_of(const key_set *set, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    uint64_t v[4] = {set->secret[0] ^ UINT64_C(0x736F6D6570736575),
                     set->secret[1] ^ UINT64_C(0x646F72616E646F6D) ^ 0xEE,
                     set->secret[0] ^ UINT64_C(0x6C7967656E657261),
                     set->secret[1] ^ UINT64_C(0x7465646279746573)};
    size_t left = length % 8, whole = length - left;
    text_key key;
    for (size_t i = 0; i < whole; i += 8) take_word(v, little_endian(bytes + i, 8));
    take_word(v, (uint64_t)length << 56 | little_endian(bytes + whole, left));
    v[2] ^= 0xEE;
    mix(v, 4);
    key.words[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xDD;
    mix(v, 4);
    key.words[1] = v[0] ^ v[1] ^ v[2] ^ v[3];
    if (key.words[0] == 0 && key.words[1] == 0) key.words[0] = 1;
    return key;
}

/* --- The set --- */

/* What a stranger who wrote the texts cannot know: when the program runs, and where its memory is.
 */
void key_set_init(key_set *set) {
    double now = seconds_now();
    memset(set, 0, sizeof *set);
    memcpy(&set->secret[0], &now, sizeof now);
    set->secret[0] ^= (uint64_t)time(NULL) << 20;
    set->secret[1] = (uint64_t)(uintptr_t)set * UINT64_C(0x9E3779B97F4A7C15);
}

void key_set_release(key_set *set) {
    free(set->keys);
    memset(set, 0, sizeof *set);
}

static bool is_free(const text_key *key) { return key->words[0] == 0 && key->words[1] == 0; }

/* Where the key is, or where it would be. */
static text_key *find(text_key *keys, size_t capacity, const text_key *key) {
    size_t at = (size_t)key->words[0] & (capacity - 1);
    while (!is_free(&keys[at]) && memcmp(&keys[at], key, sizeof *key) != 0) {
        at = (at + 1) & (capacity - 1);
    }
    return &keys[at];
}

/* At most three quarters of the places are taken. */
static bool make_room(key_set *set) {
    size_t capacity = set->capacity > 0 ? set->capacity * 2 : FIRST_CAPACITY;
    text_key *keys;
    if (set->count + 1 <= set->capacity / 4 * 3) return true;
    keys = capacity > set->capacity ? calloc(capacity, sizeof *keys) : NULL;
    if (keys == NULL) return false;
    for (size_t i = 0; i < set->capacity; ++i) {
        if (!is_free(&set->keys[i])) *find(keys, capacity, &set->keys[i]) = set->keys[i];
    }
    free(set->keys);
    set->keys = keys;
    set->capacity = capacity;
    return true;
}

bool key_set_has(const key_set *set, const text_key *key) {
    return set->count > 0 && !is_free(find(set->keys, set->capacity, key));
}

bool key_set_add(key_set *set, const text_key *key, bool *out_is_new) {
    text_key *place;
    if (!make_room(set)) return false;
    place = find(set->keys, set->capacity, key);
    *out_is_new = is_free(place);
    if (*out_is_new) {
        *place = *key;
        ++set->count;
    }
    return true;
}

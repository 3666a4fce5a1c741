/*
 * A set of texts that keeps 16 bytes of each: its SipHash of 128 bits, with a key of this process,
 * so that nobody can write texts that are held for equal. Texts that differ are never held for
 * equal in practice: for a million of them the odds are 1 to 10^26.
 */
#ifndef VRM_KIT_KEY_SET_H
#define VRM_KIT_KEY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text_key {
    uint64_t words[2]; /* never both 0 */
} text_key;

typedef struct key_set {
    uint64_t secret[2];
    text_key *keys; /* owned; both words 0: a free place */
    size_t count, capacity;
} key_set;

void key_set_init(key_set *set);
void key_set_release(key_set *set);

text_key key_of(const key_set *set, const char *text, size_t length);

bool key_set_has(const key_set *set, const text_key *key);

/* False: there is not enough memory. `*out_is_new`: it was not there before. */
bool key_set_add(key_set *set, const text_key *key, bool *out_is_new);

#endif

#include "match.h"

#include <stdlib.h>
#include <string.h>

bool match_open(diff_match *match, uint32_t a_count, uint32_t b_count) {
    match->a_count = a_count;
    match->b_count = b_count;
    match->to_b = malloc(((size_t)a_count + 1) * sizeof *match->to_b);
    match->to_a = malloc(((size_t)b_count + 1) * sizeof *match->to_a);
    if (match->to_a == NULL || match->to_b == NULL) return false;
    for (uint32_t i = 0; i < a_count; ++i) match->to_b[i] = VRM_NONE;
    for (uint32_t i = 0; i < b_count; ++i) match->to_a[i] = VRM_NONE;
    return true;
}

void match_close(diff_match *match) {
    free(match->to_a);
    free(match->to_b);
    memset(match, 0, sizeof *match);
}

void match_set(diff_match *match, uint32_t a, uint32_t b) {
    match->to_b[a] = (int32_t)b;
    match->to_a[b] = (int32_t)a;
}

typedef struct keyed {
    match_key key;
    uint32_t index;
} keyed;

static int compare_keys(const match_key *a, const match_key *b) {
    uint32_t shorter = a->text.length < b->text.length ? a->text.length : b->text.length;
    int order;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    order = shorter > 0 ? memcmp(a->text.data, b->text.data, shorter) : 0;
    if (order != 0) return order;
    return a->text.length < b->text.length ? -1 : a->text.length > b->text.length;
}

static int compare_keyed(const void *left, const void *right) {
    const keyed *a = left, *b = right;
    int order = compare_keys(&a->key, &b->key);
    if (order != 0) return order;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The keys of all elements of one side that are not matched, in order. */
static keyed *list_keys(const int32_t *matched, uint32_t count, diff_side side,
                        match_key_of *key_of, const void *context, uint32_t *out_count) {
    keyed *keys = malloc(((size_t)count + 1) * sizeof *keys);
    *out_count = 0;
    for (uint32_t i = 0; keys != NULL && i < count; ++i) {
        keyed *next = &keys[*out_count];
        memset(&next->key, 0, sizeof next->key);
        next->index = i;
        if (matched[i] == VRM_NONE && key_of(context, side, i, &next->key)) *out_count += 1;
    }
    if (keys != NULL) qsort(keys, *out_count, sizeof *keys, compare_keyed);
    return keys;
}

bool match_by(diff_match *match, match_key_of *key_of, const void *context) {
    uint32_t a_count = 0, b_count = 0, a = 0, b = 0;
    keyed *in_a = list_keys(match->to_b, match->a_count, SIDE_A, key_of, context, &a_count);
    keyed *in_b = list_keys(match->to_a, match->b_count, SIDE_B, key_of, context, &b_count);
    bool is_good = in_a != NULL && in_b != NULL;
    while (is_good && a < a_count && b < b_count) {
        int order = compare_keys(&in_a[a].key, &in_b[b].key);
        if (order == 0) {
            match_set(match, in_a[a++].index, in_b[b++].index);
        } else if (order < 0) {
            ++a;
        } else {
            ++b;
        }
    }
    free(in_a);
    free(in_b);
    return is_good;
}

int64_t match_in_second(const diff_match *match, diff_side side, int32_t index) {
    if (index == VRM_NONE) return -1;
    if (side == SIDE_B) return index;
    return match->to_b[index] != VRM_NONE ? match->to_b[index] : -2 - (int64_t)index;
}

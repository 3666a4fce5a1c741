#include "author/diff/match.h"

#include <string.h>

bool vrmi_match_open(vrmi_diff_match *match, vrmi_memory *memory, uint32_t a_count,
                     uint32_t b_count) {
    match->memory = memory;
    match->a_count = a_count;
    match->b_count = b_count;
    match->to_b = vrmi_diff_take(memory, a_count, sizeof *match->to_b);
    match->to_a = vrmi_diff_take(memory, b_count, sizeof *match->to_a);
    if (match->to_a == NULL || match->to_b == NULL) return false;
    for (uint32_t i = 0; i < a_count; ++i) match->to_b[i] = VRM_NONE;
    for (uint32_t i = 0; i < b_count; ++i) match->to_a[i] = VRM_NONE;
    return true;
}

void vrmi_match_close(vrmi_diff_match *match) {
    vrmi_diff_drop(match->memory, match->to_a);
    vrmi_diff_drop(match->memory, match->to_b);
    memset(match, 0, sizeof *match);
}

void vrmi_match_set(vrmi_diff_match *match, uint32_t a, uint32_t b) {
    match->to_b[a] = (int32_t)b;
    match->to_a[b] = (int32_t)a;
}

typedef struct keyed {
    vrmi_match_key key;
    uint32_t index;
} keyed;

static int compare_keys(const vrmi_match_key *a, const vrmi_match_key *b) {
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
static keyed *list_keys(vrmi_memory *memory, const int32_t *matched, uint32_t count,
                        vrmi_diff_side side, vrmi_match_key_of *key_of, const void *context,
                        uint32_t *out_count) {
    keyed *keys = vrmi_diff_take(memory, (size_t)count + 1, sizeof *keys);
    *out_count = 0;
    for (uint32_t i = 0; keys != NULL && i < count; ++i) {
        keyed *next = &keys[*out_count];
        memset(&next->key, 0, sizeof next->key);
        next->index = i;
        if (matched[i] == VRM_NONE && key_of(context, side, i, &next->key)) *out_count += 1;
    }
    if (keys != NULL && !vrmi_diff_sort(memory, keys, *out_count, sizeof *keys, compare_keyed)) {
        vrmi_diff_drop(memory, keys);
        return NULL;
    }
    return keys;
}

bool vrmi_match_by(vrmi_diff_match *match, vrmi_match_key_of *key_of, const void *context) {
    uint32_t a_count = 0, b_count = 0, a = 0, b = 0;
    keyed *in_a = list_keys(match->memory, match->to_b, match->a_count, VRMI_SIDE_A, key_of,
                            context, &a_count);
    keyed *in_b = list_keys(match->memory, match->to_a, match->b_count, VRMI_SIDE_B, key_of,
                            context, &b_count);
    bool is_good = in_a != NULL && in_b != NULL;
    while (is_good && a < a_count && b < b_count) {
        int order = compare_keys(&in_a[a].key, &in_b[b].key);
        if (order == 0) {
            vrmi_match_set(match, in_a[a++].index, in_b[b++].index);
        } else if (order < 0) {
            ++a;
        } else {
            ++b;
        }
    }
    vrmi_diff_drop(match->memory, in_a);
    vrmi_diff_drop(match->memory, in_b);
    return is_good;
}

int64_t vrmi_match_in_second(const vrmi_diff_match *match, vrmi_diff_side side, int32_t index) {
    if (index == VRM_NONE) return -1;
    if (side == VRMI_SIDE_B) return index;
    return match->to_b[index] != VRM_NONE ? match->to_b[index] : -2 - (int64_t)index;
}

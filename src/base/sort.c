#include "base/sort.h"

/* A merge sort from the bottom up. */
uint32_t *vrmi_sort_order(vrmi_arena *arena, uint32_t count, vrmi_comes_before *before,
                          const void *context) {
    uint32_t *from = VRMI_TAKE(arena, uint32_t, count);
    uint32_t *to = VRMI_TAKE(arena, uint32_t, count);
    if (from == NULL || to == NULL) return NULL;
    for (uint32_t i = 0; i < count; ++i) from[i] = i;
    for (uint64_t run = 1; run < count; run *= 2) {
        uint32_t *sorted = to;
        for (uint64_t start = 0; start < count; start += run * 2) {
            uint64_t middle = start + run < count ? start + run : count;
            uint64_t end = middle + run < count ? middle + run : count;
            uint64_t a = start, b = middle;
            for (uint64_t i = start; i < end; ++i) {
                bool takes_b = a == middle || (b < end && before(context, from[b], from[a]));
                to[i] = takes_b ? from[b++] : from[a++];
            }
        }
        to = from;
        from = sorted;
    }
    return from;
}

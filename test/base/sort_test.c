#include "base/sort.h"
#include "test.h"

#include <string.h>

static bool key_comes_before(const void *context, uint32_t a, uint32_t b) {
    const uint32_t *keys = context;
    return keys[a] < keys[b];
}

/* Of every length up to 100: few keys, so that many are equal and have to keep their order. */
TEST(numbers_are_sorted_and_equal_ones_keep_their_order) {
    uint32_t keys[100], state = 1;
    for (uint32_t count = 0; count <= 100; ++count) {
        uint8_t seen[100] = {0};
        vrmi_memory memory;
        vrmi_arena arena;
        const uint32_t *order;
        vrmi_memory_init(&memory, NULL);
        vrmi_arena_init(&arena, &memory, 64);
        for (uint32_t i = 0; i < count; ++i) {
            state = state * 1664525u + 1013904223u;
            keys[i] = state >> 28;
        }
        order = vrmi_sort_order(&arena, count, key_comes_before, keys);
        REQUIRE(order != NULL);
        for (uint32_t i = 0; i < count; ++i) {
            REQUIRE(order[i] < count && !seen[order[i]]);
            seen[order[i]] = 1;
            if (i == 0) continue;
            CHECK(keys[order[i - 1]] < keys[order[i]] ||
                  (keys[order[i - 1]] == keys[order[i]] && order[i - 1] < order[i]));
        }
        vrmi_arena_release(&arena);
        CHECK_INT(memory.used_bytes, 0);
    }
}

TEST(sorting_without_memory_gives_nothing) {
    const uint32_t keys[3] = {2, 1, 0};
    vrmi_memory memory;
    vrmi_arena arena;
    vrmi_memory_init(&memory, NULL);
    memory.max_bytes = 1;
    vrmi_arena_init(&arena, &memory, 64);
    CHECK(vrmi_sort_order(&arena, 3, key_comes_before, keys) == NULL);
    vrmi_arena_release(&arena);
}

TEST_SUITE(sort, ENTRY(numbers_are_sorted_and_equal_ones_keep_their_order),
           ENTRY(sorting_without_memory_gives_nothing));

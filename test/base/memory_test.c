#include "base/memory.h"

#include "base/checked.h"
#include "support/fixture.h"
#include "test.h"
#include "testkit/create.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint64_t random_next(uint64_t *state) { /* xorshift64* */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* --- checked.h, against arithmetic that is wide enough --- */

typedef struct wide {
    uint64_t high, low;
} wide;

static wide wide_from(uint64_t value) { return (wide){0, value}; }

static wide wide_add(wide a, wide b) {
    wide sum = {a.high + b.high, a.low + b.low};
    if (sum.low < a.low) sum.high += 1;
    return sum;
}

static wide wide_multiply(uint64_t a, uint64_t b) {
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (middle & UINT32_MAX);
    wide product = {a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (low & UINT32_MAX)};
    return product;
}

static bool wide_at_most(wide a, uint64_t limit) { return a.high == 0 && a.low <= limit; }

/* Where things go wrong: around 0, and around every power of two that is a limit somewhere. */
static const uint64_t edges[] = {
    0,
    1,
    2,
    3,
    255,
    INT32_MAX,
    UINT64_C(1) << 31,
    UINT32_MAX,
    UINT64_C(1) << 32,
    (UINT64_C(1) << 32) + 1,
    INT64_MAX,
    UINT64_C(1) << 63,
    UINT64_MAX - 1,
    UINT64_MAX,
};

TEST(wide_arithmetic_of_this_test_is_right) {
    wide product = wide_multiply(UINT64_MAX, UINT64_MAX);
    CHECK(product.high == UINT64_MAX - 1 && product.low == 1);
    product = wide_multiply(UINT64_C(0x123456789ABCDEF0), UINT64_C(0xFEDCBA9876543210));
    CHECK(product.high == UINT64_C(0x121FA00AD77D7422) &&
          product.low == UINT64_C(0x236D88FE5618CF00));
    product = wide_add(wide_from(UINT64_MAX), wide_from(2));
    CHECK(product.high == 1 && product.low == 1);
}

TEST(er_008_sums_and_products_of_sizes) {
    for (size_t i = 0; i < COUNT(edges); ++i) {
        for (size_t k = 0; k < COUNT(edges); ++k) {
            size_t a = (size_t)edges[i], b = (size_t)edges[k], out = 77;
            wide sum = wide_add(wide_from(a), wide_from(b));
            wide product = wide_multiply(a, b);
            bool fits = wide_at_most(sum, SIZE_MAX);
            test_note("%zu and %zu", a, b);
            CHECK_INT(vrmi_add_size(a, b, &out), fits);
            CHECK(out == (fits ? a + b : 77));
            out = 77;
            fits = wide_at_most(product, SIZE_MAX);
            CHECK_INT(vrmi_multiply_size(a, b, &out), fits);
            CHECK(out == (fits ? (size_t)product.low : 77));
        }
    }
}

TEST(er_008_ranges) {
    for (size_t i = 0; i < COUNT(edges); ++i) {
        for (size_t k = 0; k < COUNT(edges); ++k) {
            for (size_t n = 0; n < COUNT(edges); ++n) {
                wide end = wide_add(wide_from(edges[i]), wide_from(edges[k]));
                test_note("%zu %zu %zu", i, k, n);
                CHECK_INT(vrmi_range_fits(edges[i], edges[k], edges[n]),
                          wide_at_most(end, edges[n]));
            }
        }
    }
}

/* The end of the last element, or of the offset where there is none. */
static bool elements_fit(uint64_t offset, uint64_t stride, uint64_t count, uint64_t element,
                         uint64_t total) {
    wide end = wide_from(offset);
    if (count > 0) {
        end = wide_add(wide_add(wide_multiply(count - 1, stride), wide_from(element)), end);
    }
    return wide_at_most(end, total);
}

TEST(er_008_elements_small) {
    for (uint64_t offset = 0; offset < 6; ++offset) {
        for (uint64_t stride = 0; stride < 6; ++stride) {
            for (uint64_t count = 0; count < 6; ++count) {
                for (uint64_t element = 0; element < 6; ++element) {
                    for (uint64_t total = 0; total < 36; ++total) {
                        bool fits = elements_fit(offset, stride, count, element, total);
                        if (vrmi_elements_fit(offset, stride, count, element, total) == fits) {
                            continue;
                        }
                        test_note("%d %d %d %d %d", (int)offset, (int)stride, (int)count,
                                  (int)element, (int)total);
                        CHECK_INT(!fits, fits);
                    }
                }
            }
        }
    }
}

TEST(er_008_elements_at_the_edges) {
    int fitting = 0, tested = 0;
    for (size_t i = 0; i < 537824; ++i) { /* 14 to the power of 5 */
        uint64_t v[5];
        size_t rest = i;
        bool fits;
        for (int k = 0; k < 5; ++k, rest /= COUNT(edges)) v[k] = edges[rest % COUNT(edges)];
        fits = elements_fit(v[0], v[1], v[2], v[3], v[4]);
        tested += 1;
        fitting += fits;
        if (vrmi_elements_fit(v[0], v[1], v[2], v[3], v[4]) == fits) continue;
        test_note("%zu", i);
        CHECK_INT(!fits, fits);
    }
    CHECK_INT(COUNT(edges), 14);
    CHECK(fitting > tested / 20 && fitting < tested / 2); /* both answers were asked for */
}

/* --- Budget --- */

TEST(er_018_a_budget_counts) {
    counting counter;
    vrmi_memory memory;
    void *a, *b, *c;
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    a = vrmi_memory_allocate(&memory, 100);
    b = vrmi_memory_allocate(&memory, 0); /* a pointer to nothing takes one byte */
    CHECK(a != NULL && b != NULL && a != b);
    CHECK_INT(memory.used_bytes, 101);
    CHECK_INT(memory.peak_bytes, 101);
    CHECK_INT(memory.allocation_count, 2);
    vrmi_memory_release(&memory, a, 100);
    CHECK_INT(memory.used_bytes, 1);
    c = vrmi_memory_allocate(&memory, 50);
    CHECK_INT(memory.used_bytes, 51);
    CHECK_INT(memory.peak_bytes, 101);
    CHECK_INT(memory.allocation_count, 3); /* never goes down */
    CHECK_INT(memory.refusal, VRMI_REFUSAL_NONE);
    vrmi_memory_release(&memory, b, 0);
    vrmi_memory_release(&memory, c, 50);
    vrmi_memory_release(&memory, NULL, 7); /* harmless */
    CHECK_INT(memory.used_bytes, 0);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
}

TEST(er_018_a_budget_says_why_it_refuses) {
    counting counter;
    vrmi_memory memory;
    void *a, *b;
    counting_init(&counter, 4);
    vrmi_memory_init(&memory, &counter.allocator);
    memory.max_bytes = 100;
    memory.max_allocations = 3;
    CHECK(vrmi_memory_allocate(&memory, 101) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_BYTES);
    a = vrmi_memory_allocate(&memory, 100); /* all of it */
    CHECK(a != NULL);
    vrmi_memory_release(&memory, a, 100);
    memory.max_allocations = 4;
    a = vrmi_memory_allocate(&memory, 60);
    CHECK(vrmi_memory_allocate(&memory, 41) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_BYTES);
    CHECK(vrmi_memory_allocate(&memory, SIZE_MAX) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_BYTES);
    CHECK_INT(memory.used_bytes, 60); /* what was refused was not counted */
    b = vrmi_memory_allocate(&memory, 40);
    CHECK(b != NULL);
    vrmi_memory_release(&memory, b, 40);
    b = vrmi_memory_allocate(&memory, 1);
    CHECK(b != NULL);
    CHECK(vrmi_memory_allocate(&memory, 1) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_ALLOCATIONS);
    CHECK_INT(counter.count, 4); /* the allocator was not asked for what the budget refuses */
    memory.max_allocations = 10;
    CHECK(vrmi_memory_allocate(&memory, 1) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_ALLOCATOR);
    CHECK_INT(memory.allocation_count, 4);
    CHECK_INT(memory.used_bytes, 61);
    vrmi_memory_release(&memory, a, 60);
    vrmi_memory_release(&memory, b, 1);
    CHECK_INT(counter.live, 0);
}

TEST(an_adopted_block_is_counted_and_makes_room_for_itself) {
    vrmi_memory memory;
    void *block = malloc(1000), *more;
    vrmi_memory_init(&memory, NULL); /* malloc and free */
    memory.max_bytes = 100;
    vrmi_memory_adopt(&memory, 1000);
    CHECK_INT(memory.used_bytes, 1000);
    CHECK_INT(memory.peak_bytes, 1000);
    CHECK_INT(memory.max_bytes, 1100);
    more = vrmi_memory_allocate(&memory, 100);
    CHECK(more != NULL);
    CHECK(vrmi_memory_allocate(&memory, 1) == NULL);
    vrmi_memory_release(&memory, block, 1000);
    vrmi_memory_release(&memory, more, 100);
    CHECK_INT(memory.used_bytes, 0);
    memory.max_bytes = UINT64_MAX - 5; /* no wrapping around */
    vrmi_memory_adopt(&memory, 100);
    CHECK(memory.max_bytes == UINT64_MAX - 5);
}

TEST(an_adopted_block_is_given_back_with_its_room) {
    vrmi_memory memory;
    vrmi_memory_init(&memory, NULL);
    memory.max_bytes = 100;
    vrmi_memory_adopt(&memory, 1000);
    vrmi_memory_give_back(&memory, 1000);
    CHECK_INT(memory.used_bytes, 0);
    CHECK_INT(memory.peak_bytes, 1000);
    CHECK_INT(memory.max_bytes, 100);
}

/* --- Arena --- */

TEST(an_arena_gives_aligned_memory_that_does_not_overlap) {
    enum { PIECES = 4000 };
    static struct {
        unsigned char *bytes;
        size_t size;
    } pieces[PIECES];
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    uint64_t state = 88172645463325252u;
    bool is_aligned = true, is_whole = true;
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 0);
    CHECK_INT(counter.count, 0); /* nothing is taken before the first use */
    for (int i = 0; i < PIECES; ++i) {
        size_t alignment = (size_t)1 << (random_next(&state) >> 40) % 5;
        size_t count = (random_next(&state) >> 40) % 40;
        size_t element = alignment * (1 + (random_next(&state) >> 40) % 3);
        if (i % 500 == 499) count = 10000; /* more than a block has */
        pieces[i].size = count * element;
        pieces[i].bytes = vrmi_arena_take(&arena, count, element, alignment);
        is_aligned =
            is_aligned && pieces[i].bytes != NULL && (uintptr_t)pieces[i].bytes % alignment == 0;
        if (pieces[i].size != 0) memset(pieces[i].bytes, i & 0xFF, pieces[i].size);
    }
    for (int i = 0; i < PIECES; ++i) {
        for (size_t k = 0; k < pieces[i].size; ++k) {
            is_whole = is_whole && pieces[i].bytes[k] == (i & 0xFF);
        }
    }
    CHECK(is_aligned);
    CHECK(is_whole);
    CHECK(counter.count < 30);
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    CHECK_INT(memory.used_bytes, 0);
    vrmi_arena_release(&arena); /* harmless */
}

TEST(an_arena_grows_by_doubling_up_to_a_bound) {
    static const uint64_t expected[] = {4096,   8192,   16384,   32768,   65536,  131072,
                                        262144, 524288, 1048576, 1048576, 1048576};
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    uint64_t total = 0;
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 100);
    for (size_t i = 0; i < COUNT(expected); ++i) {
        while (counter.count == (int64_t)i) CHECK(vrmi_arena_take(&arena, 256, 1, 1) != NULL);
        total += expected[i];
        test_note("block %zu", i);
        CHECK_INT(counter.live_bytes, total);
    }
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
}

/* A good estimate makes one block of it. */
TEST(an_arena_takes_the_first_block_that_was_asked_for) {
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 100000);
    for (int i = 0; i < 99; ++i) CHECK(vrmi_arena_take(&arena, 1000, 1, 1) != NULL);
    CHECK_INT(counter.count, 1);
    CHECK_INT(counter.live_bytes, 100000);
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
}

/* What is lent is used first, and never released; blocks come when it is used up. */
TEST(an_arena_begins_with_what_it_is_lent) {
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    unsigned char lent[1024];
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 0);
    vrmi_arena_lend(&arena, lent, sizeof lent);
    for (int i = 0; i < 4; ++i) {
        unsigned char *piece = vrmi_arena_take(&arena, 256, 1, 1);
        REQUIRE(piece == lent + (size_t)i * 256);
        memset(piece, i, 256);
    }
    CHECK_INT(counter.count, 0);
    CHECK(vrmi_arena_take(&arena, 1, 1, 1) != NULL);
    CHECK_INT(counter.count, 1);
    CHECK_INT(memory.used_bytes, 4096);
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
}

/* What was taken before a mark stays, with the bytes behind it free again; blocks that came later
 * are released. */
TEST(an_arena_goes_back_to_a_mark) {
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    counting_init(&counter, -1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 0);
    for (int round = 0; round < 20; ++round) {
        const vrmi_arena_mark outer = vrmi_arena_get_mark(&arena);
        const int64_t live = counter.live;
        unsigned char *kept = vrmi_arena_take(&arena, 100, 1, 1);
        REQUIRE(kept != NULL);
        memset(kept, round + 1, 100);
        for (size_t size = 1; size < 1000000; size *= 7) {
            const vrmi_arena_mark mark = vrmi_arena_get_mark(&arena);
            const int64_t inner = counter.live;
            unsigned char *first = vrmi_arena_take(&arena, size, 1, 1), *again;
            REQUIRE(first != NULL);
            memset(first, 0xEE, size);
            CHECK(vrmi_arena_take(&arena, size, 8, 8) != NULL);
            vrmi_arena_rewind(&arena, &mark);
            CHECK_INT(counter.live, inner);
            again = vrmi_arena_take(&arena, size, 1, 1);
            if (counter.live == inner) CHECK(again == first);
            vrmi_arena_rewind(&arena, &mark);
        }
        for (int i = 0; i < 100; ++i) CHECK_INT(kept[i], round + 1);
        if (round % 2 != 0) continue;
        vrmi_arena_rewind(&arena, &outer);
        CHECK_INT(counter.live, live);
    }
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
    CHECK_INT(memory.used_bytes, 0);
}

TEST(er_020_an_arena_without_memory) {
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    vrm_string string;
    void *kept;
    counting_init(&counter, 1);
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 0);
    kept = vrmi_arena_take(&arena, 10, 8, 8);
    CHECK(kept != NULL);
    CHECK(vrmi_arena_take(&arena, 10000, 8, 8) == NULL);
    CHECK_INT(memory.refusal, VRMI_REFUSAL_ALLOCATOR);
    string = vrmi_arena_copy_string(&arena, "x", 10000000);
    CHECK(string.data == NULL && string.length == 0);
    /* What is left of the block is still there. */
    CHECK(vrmi_arena_take(&arena, 10, 8, 8) == (char *)kept + 80);
    CHECK(vrmi_arena_take(&arena, 0, 8, 8) != NULL);
    vrmi_arena_release(&arena);
    CHECK_INT(counter.live, 0);
}

TEST(er_008_sizes_that_cannot_be_expressed_are_refused) {
    static const struct {
        size_t count, element;
    } cases[] = {{SIZE_MAX, 2},      {SIZE_MAX / 2 + 1, 2}, {2, SIZE_MAX},       {SIZE_MAX, 1},
                 {SIZE_MAX - 20, 1}, {SIZE_MAX / 8 + 1, 8}, {SIZE_MAX, SIZE_MAX}};
    counting counter;
    vrmi_memory memory;
    vrmi_arena arena;
    counting_init(&counter, 0); /* nothing of this gets as far as the allocator */
    vrmi_memory_init(&memory, &counter.allocator);
    vrmi_arena_init(&arena, &memory, 0);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("%zu", i);
        memory.refusal = VRMI_REFUSAL_NONE;
        CHECK(vrmi_arena_take(&arena, cases[i].count, cases[i].element, 8) == NULL);
        CHECK_INT(memory.refusal, VRMI_REFUSAL_ALLOCATOR);
        CHECK_INT(counter.count, 0);
    }
    if (SIZE_MAX > UINT32_MAX) { /* a length is a uint32_t; the data is not looked at */
        CHECK(vrmi_arena_copy_string(&arena, "", (size_t)UINT32_MAX).data == NULL);
        CHECK_INT(memory.refusal, VRMI_REFUSAL_ALLOCATOR);
    }
    vrmi_arena_release(&arena);
}

TEST(strings_are_copied_with_a_nul) {
    vrmi_memory memory;
    vrmi_arena arena;
    vrm_string a, b, c;
    vrmi_memory_init(&memory, NULL);
    vrmi_arena_init(&arena, &memory, 0);
    a = vrmi_arena_copy_string(&arena, "abcdef", 3);
    b = vrmi_arena_copy_string(&arena, "x\0y", 3);
    c = vrmi_arena_copy_string(&arena, NULL, 0);
    CHECK_TEXT(a.data, "abc");
    CHECK_INT(a.length, 3);
    CHECK(b.length == 3 && memcmp(b.data, "x\0y\0", 4) == 0);
    CHECK_TEXT(c.data, "");
    CHECK_INT(c.length, 0);
    vrmi_arena_release(&arena);
}

/* --- Layout --- */

TEST(a_layout_puts_arrays_one_behind_the_other) {
    vrmi_layout layout = {0, false};
    CHECK_INT(vrmi_layout_add(&layout, 3, 1, 1), 0);
    CHECK_INT(vrmi_layout_add(&layout, 2, 4, 4), 4);
    CHECK_INT(vrmi_layout_add(&layout, 1, 1, 1), 12);
    CHECK_INT(vrmi_layout_add(&layout, 0, 8, 8), 16); /* nothing, and still aligned */
    CHECK_INT(vrmi_layout_add(&layout, 1, 2, 2), 16);
    CHECK_INT(vrmi_layout_add(&layout, 2, 16, 16), 32);
    CHECK_INT(layout.size, 64);
    CHECK(!layout.overflow);
}

TEST(er_008_a_layout_that_cannot_be_expressed) {
    static const struct {
        size_t size, count, element, alignment;
        bool overflow;
    } cases[] = {
        {0, SIZE_MAX, 1, 1, false},
        {1, SIZE_MAX, 1, 1, true},
        {0, SIZE_MAX / 2 + 1, 2, 2, true},
        {SIZE_MAX, 0, 1, 1, false},
        {SIZE_MAX, 1, 1, 1, true},
        {SIZE_MAX - 2, 0, 4, 4, true}, /* aligning alone is too much */
        {SIZE_MAX - 15, 15, 1, 16, false},
        {SIZE_MAX - 15, 16, 1, 16, true},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        vrmi_layout layout = {cases[i].size, false};
        size_t offset =
            vrmi_layout_add(&layout, cases[i].count, cases[i].element, cases[i].alignment);
        test_note("%zu", i);
        CHECK_INT(layout.overflow, cases[i].overflow);
        if (cases[i].overflow) CHECK_INT(offset, 0);
        if (!cases[i].overflow) {
            CHECK(layout.size == cases[i].size + cases[i].count * cases[i].element);
        }
        /* It stays so, whatever comes after it. */
        vrmi_layout_add(&layout, 1, 0, 1);
        CHECK_INT(layout.overflow, cases[i].overflow);
    }
}

/* --- Allocators --- */

TEST(the_default_allocator_aligns) {
    vrm_allocator allocator;
    memset(&allocator, 0, sizeof allocator);
    vrm_default_allocator(&allocator);
    REQUIRE(allocator.allocate != NULL && allocator.release != NULL);
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        unsigned char *blocks[8];
        test_note("%d", (int)alignment);
        for (size_t i = 0; i < COUNT(blocks); ++i) {
            const size_t size = 1 + i * 37;
            blocks[i] = allocator.allocate(size, alignment, allocator.user);
            REQUIRE(blocks[i] != NULL);
            CHECK_INT((uintptr_t)blocks[i] % alignment, 0);
            memset(blocks[i], (int)i, size); /* ASan sees a block that is too small */
        }
        for (size_t i = 0; i < COUNT(blocks); ++i) {
            const size_t size = 1 + i * 37;
            CHECK(blocks[i][0] == i && blocks[i][size - 1] == i);
            allocator.release(blocks[i], size, alignment, allocator.user);
        }
    }
    test_note(NULL);
    CHECK(allocator.allocate(SIZE_MAX - 8, 4096, allocator.user) == NULL);
    allocator.release(NULL, 0, 16, allocator.user);
    allocator.release(NULL, 0, 4096, allocator.user);
    vrm_default_allocator(NULL);
}

/* Keeps a list of what it gave, so that a release of anything else is seen; and gives addresses
 * that are multiples of what was asked for, and of no more. */
typedef struct trap {
    vrm_allocator allocator;
    struct {
        void *block;
        unsigned char *memory;
        size_t size, alignment;
    } given[256];
    int live, most, count;
    int wrong_releases, wrong_alignments;
} trap;

static void *trap_allocate(size_t size, size_t alignment, void *user) {
    trap *self = user;
    for (size_t i = 0; i < COUNT(self->given); ++i) {
        unsigned char *memory;
        if (self->given[i].block != NULL) continue;
        if (alignment != 16) self->wrong_alignments += 1;
        self->given[i].block = malloc(size + 2 * alignment);
        if (self->given[i].block == NULL) return NULL;
        memory = self->given[i].block;
        memory += (alignment - (uintptr_t)memory) & (2 * alignment - 1); /* an odd multiple */
        self->given[i].memory = memory;
        self->given[i].size = size;
        self->given[i].alignment = alignment;
        self->count += 1;
        if (++self->live > self->most) self->most = self->live;
        return memory;
    }
    return NULL;
}

static void trap_release(void *memory, size_t size, size_t alignment, void *user) {
    trap *self = user;
    for (size_t i = 0; i < COUNT(self->given); ++i) {
        if (self->given[i].block == NULL || self->given[i].memory != memory) continue;
        if (self->given[i].size != size || self->given[i].alignment != alignment) {
            self->wrong_releases += 1;
        }
        free(self->given[i].block);
        self->given[i].block = NULL;
        self->live -= 1;
        return;
    }
    self->wrong_releases += 1; /* NULL, or something that was never given */
}

/* Everything that allocates: loads, reports, avatars, crowds, first-person questions. */
TEST(every_block_is_released_as_it_was_asked_for) {
    static trap self;
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_load_desc load;
    vrm_avatar_desc of_avatar;
    vrm_crowd_desc of_crowd;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar;
    vrm_crowd *crowd;
    if (file.bytes == NULL) return;
    memset(&self, 0, sizeof self);
    self.allocator.allocate = trap_allocate;
    self.allocator.release = trap_release;
    self.allocator.user = &self;
    vrm_load_desc_init(&load);
    load.allocator = &self.allocator;
    load.flags = VRM_LOAD_COPY_PAYLOAD;
    vrm_avatar_desc_init(&of_avatar);
    of_avatar.allocator = &self.allocator;
    vrm_crowd_desc_init(&of_crowd);
    of_crowd.allocator = &self.allocator;
    CHECK_INT(vrm_model_load(file.bytes, file.size, &load, &model, &report), VRM_OK);
    REQUIRE(model != NULL);
    avatar = create_avatar(model, &of_avatar);
    crowd = create_crowd(&of_crowd);
    REQUIRE(avatar != NULL && crowd != NULL);
    CHECK_INT((uintptr_t)avatar % 16, 0);
    for (int i = 0; i < 20; ++i) CHECK(add_avatar(crowd, model, NULL) != NULL);
    for (int i = 0; i < 7; ++i) vrm_crowd_remove(crowd, vrm_crowd_get(crowd, 0));
    for (int32_t i = 0; i < (int32_t)vrm_model_gltf(model)->node_count; ++i) {
        if (vrm_model_gltf(model)->nodes[i].mesh != VRM_NONE) vrm_model_first_person(model, i);
    }
    vrm_crowd_update(crowd, 0.1f);
    vrm_avatar_update(avatar, 0.1f);
    CHECK(self.count > 25 && self.most > 20);
    vrm_model_drop_payload(model);
    vrm_avatar_destroy(avatar);
    vrm_crowd_destroy(crowd);
    vrm_model_release(model);
    vrm_report_destroy(report);
    CHECK_INT(self.live, 0);
    CHECK_INT(self.wrong_releases, 0);
    CHECK_INT(self.wrong_alignments, 0);
    fixture_free(&file);
}

TEST_SUITE(memory, ENTRY(wide_arithmetic_of_this_test_is_right),
           ENTRY(er_008_sums_and_products_of_sizes), ENTRY(er_008_ranges),
           ENTRY(er_008_elements_small), ENTRY(er_008_elements_at_the_edges),
           ENTRY(er_018_a_budget_counts), ENTRY(er_018_a_budget_says_why_it_refuses),
           ENTRY(an_adopted_block_is_counted_and_makes_room_for_itself),
           ENTRY(an_adopted_block_is_given_back_with_its_room),
           ENTRY(an_arena_gives_aligned_memory_that_does_not_overlap),
           ENTRY(an_arena_grows_by_doubling_up_to_a_bound),
           ENTRY(an_arena_takes_the_first_block_that_was_asked_for),
           ENTRY(an_arena_begins_with_what_it_is_lent), ENTRY(an_arena_goes_back_to_a_mark),
           ENTRY(er_020_an_arena_without_memory),
           ENTRY(er_008_sizes_that_cannot_be_expressed_are_refused),
           ENTRY(strings_are_copied_with_a_nul), ENTRY(a_layout_puts_arrays_one_behind_the_other),
           ENTRY(er_008_a_layout_that_cannot_be_expressed), ENTRY(the_default_allocator_aligns),
           ENTRY(every_block_is_released_as_it_was_asked_for));

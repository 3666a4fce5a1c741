/*
 * malloc and free of the modules: small, and with a limit that the page sets. The library takes few
 * and large blocks (arenas, models, avatars), so that speed does not count here; what counts is
 * that memory which was given back is used again, and that a module does not grow without need.
 *
 * Blocks lie side by side from __heap_base to the end of memory, each with a head of 16 bytes.
 * Free neighbours are joined at once. Free blocks are in lists by their size: one for each power of
 * two. The last block ends with a head that is never free.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNIT = 16, LIST_COUNT = 32, PAGE = 65536, LEAST_GROWTH = 16 * PAGE, TRIES = 32 };

typedef struct block block;
struct block {
    uint32_t size;   /* of the whole block with this head, a multiple of UNIT */
    uint32_t before; /* size of the block before this one; 0: this is the first */
    uint32_t is_free;
    uint32_t unused;
    /* A free block only: its neighbours in the list. */
    block *next, *previous;
};

enum { HEAD = 16, LEAST = 32 };
_Static_assert(offsetof(block, next) == HEAD, "memory behind the head is aligned");
_Static_assert(sizeof(block) <= LEAST, "a free block has room for its links");

extern unsigned char __heap_base;

static block *lists[LIST_COUNT];
static uint32_t filled; /* bits: lists that are not empty */
static block *last;     /* the head at the end of memory; NULL: nothing was ever allocated */
static uint32_t cap = UINT32_MAX; /* of the whole memory, in bytes */
static uint32_t used;             /* bytes of blocks that are not free, with their heads */

void *malloc(size_t size);
void free(void *memory);
void *realloc(void *memory, size_t size);
void *calloc(size_t count, size_t size);
void vrm_web_set_memory_cap(uint32_t bytes);
uint32_t vrm_web_memory_used(void);

/* How far the memory of the module may grow, in bytes; 0: as far as the browser lets it. Memory
 * that it has already stays. */
void vrm_web_set_memory_cap(uint32_t bytes) { cap = bytes != 0 ? bytes : UINT32_MAX; }

/* How many bytes are allocated now. */
uint32_t vrm_web_memory_used(void) { return used; }

static uint32_t list_of(uint32_t size) { return 31u - (uint32_t)__builtin_clz(size); }

static block *behind(block *at) { return (block *)(void *)((unsigned char *)at + at->size); }

static block *before(block *at) { return (block *)(void *)((unsigned char *)at - at->before); }

static void put(block *at) {
    uint32_t list = list_of(at->size);
    at->is_free = 1;
    at->next = lists[list];
    at->previous = NULL;
    if (at->next != NULL) at->next->previous = at;
    lists[list] = at;
    filled |= 1u << list;
}

static void take(block *at) {
    uint32_t list = list_of(at->size);
    at->is_free = 0;
    if (at->next != NULL) at->next->previous = at->previous;
    if (at->previous != NULL) {
        at->previous->next = at->next;
    } else {
        lists[list] = at->next;
        if (at->next == NULL) filled &= ~(1u << list);
    }
}

/* A free block that is large enough. Those of the same power of two may be too small: few of them
 * are asked, so that a long list costs no time. */
static block *find(uint32_t size) {
    uint32_t list = list_of(size), larger;
    block *at = lists[list];
    for (int i = 0; i < TRIES && at != NULL; ++i, at = at->next) {
        if (at->size >= size) return at;
    }
    larger = list < LIST_COUNT - 1 ? filled & ~((2u << list) - 1u) : 0;
    return larger != 0 ? lists[__builtin_ctz(larger)] : NULL;
}

/* Joins a block that is in no list with free neighbours, and puts it into a list. */
static void release(block *at) {
    block *next = behind(at);
    if (next->is_free) {
        take(next);
        at->size += next->size;
    }
    if (at->before != 0 && before(at)->is_free) {
        uint32_t size = at->size;
        at = before(at);
        take(at);
        at->size += size;
    }
    behind(at)->before = at->size;
    put(at);
}

static void make_last(block *at, uint32_t size_before) {
    last = at;
    last->size = HEAD;
    last->before = size_before;
    last->is_free = 0;
}

/* The memory that the module was given at its start. */
static void begin(void) {
    uintptr_t start = ((uintptr_t)&__heap_base + UNIT - 1) & ~(uintptr_t)(UNIT - 1);
    uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    block *first = (block *)start; /* NOLINT: where memory begins */
    if (end - start < LEAST + HEAD) {
        make_last(first, 0);
        return;
    }
    first->size = (uint32_t)(end - start) - HEAD;
    first->before = 0;
    make_last(behind(first), first->size);
    put(first);
}

/* The old end becomes the head of a block. */
static bool grow(uint32_t size) {
    uint32_t pages = (uint32_t)__builtin_wasm_memory_size(0), most = cap / PAGE;
    uint32_t wanted = size > LEAST_GROWTH ? (size + PAGE - 1) / PAGE : LEAST_GROWTH / PAGE;
    block *at = last;
    if (pages >= most) return false;
    if (wanted > most - pages) wanted = (size + PAGE - 1) / PAGE;
    if (wanted > most - pages) return false;
    if (__builtin_wasm_memory_grow(0, wanted) == SIZE_MAX) return false;
    at->size = wanted * PAGE;
    make_last(behind(at), at->size);
    release(at);
    return true;
}

void *malloc(size_t size) {
    uint32_t whole;
    block *at;
    if (size > UINT32_MAX / 2) return NULL;
    whole = ((uint32_t)size + HEAD + UNIT - 1) & ~(uint32_t)(UNIT - 1);
    if (whole < LEAST) whole = LEAST;
    if (last == NULL) begin();
    at = find(whole);
    if (at == NULL) {
        if (!grow(whole)) return NULL;
        at = find(whole);
        if (at == NULL) return NULL;
    }
    take(at);
    if (at->size - whole >= LEAST) {
        uint32_t rest = at->size - whole;
        block *left;
        at->size = whole;
        left = behind(at);
        left->size = rest;
        left->before = whole;
        behind(left)->before = rest;
        put(left);
    }
    used += at->size;
    return (unsigned char *)at + HEAD;
}

void free(void *memory) {
    block *at = (block *)(void *)((unsigned char *)memory - HEAD);
    if (memory == NULL) return;
    used -= at->size;
    release(at);
}

/* Nobody calls these: what yyjson would read files with names them, and is not linked. */
void *realloc(void *memory, size_t size) {
    (void)memory;
    (void)size;
    return NULL;
}
void *calloc(size_t count, size_t size) {
    (void)count;
    (void)size;
    return NULL;
}

/*
 * Memory: a budget around the caller's allocator, an arena for what lives and dies together, and a
 * layout calculator for blocks that are sized before they are taken.
 */
#ifndef VRMI_BASE_MEMORY_H
#define VRMI_BASE_MEMORY_H

#include "base/private_api.h"
#include "vrm/base.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why the last allocation was refused. */
typedef enum vrmi_refusal {
    VRMI_REFUSAL_NONE = 0,
    VRMI_REFUSAL_ALLOCATOR,  /* the allocator returned NULL, or the size cannot be expressed */
    VRMI_REFUSAL_BYTES,      /* more bytes at once than the limit */
    VRMI_REFUSAL_ALLOCATIONS /* more allocations than the limit, counted from the beginning */
} vrmi_refusal;

typedef struct vrmi_memory {
    vrm_allocator allocator;
    uint64_t max_bytes;
    uint64_t max_allocations;
    uint64_t used_bytes;
    uint64_t peak_bytes;
    uint64_t allocation_count;
    vrmi_refusal refusal;
} vrmi_memory;

/* Every block is aligned to this: enough for any of our types, and for four floats at a time. */
enum { VRMI_MEMORY_ALIGNMENT = 16 };

/* NULL allocator: malloc and free. The limits start at "none". */
VRMI_API void vrmi_memory_init(vrmi_memory *memory, const vrm_allocator *allocator);
VRMI_API void *vrmi_memory_allocate(vrmi_memory *memory, size_t size);
VRMI_API void vrmi_memory_release(vrmi_memory *memory, void *pointer, size_t size);

/* An allocator that takes from this memory, which outlives it: several parts of a function then
 * share one limit. Blocks come from the memory's own allocator as they are, so that it can release
 * them. */
VRMI_API vrm_allocator vrmi_memory_allocator(vrmi_memory *memory);

/* Counts a block that was taken elsewhere. The limit makes room for it. Where it came from the same
 * allocator, it may be released here. */
void vrmi_memory_adopt(vrmi_memory *memory, size_t size);

/* The opposite, for an adopted block that the caller releases. */
void vrmi_memory_give_back(vrmi_memory *memory, size_t size);

/*
 * An arena grows by blocks and is released as a whole. What it gives out is not initialized.
 */
typedef struct vrmi_arena_block vrmi_arena_block;

typedef struct vrmi_arena {
    vrmi_memory *memory;
    vrmi_arena_block *newest;
    unsigned char *next; /* free bytes of the newest block: [next, end) */
    unsigned char *end;
    size_t block_size; /* of the block to come; doubles up to a bound */
} vrmi_arena;

/* `first_block` bytes are taken at the first use: an estimate saves blocks, nothing depends on it.
 */
VRMI_API void vrmi_arena_init(vrmi_arena *arena, vrmi_memory *memory, size_t first_block);
VRMI_API void vrmi_arena_release(vrmi_arena *arena);

/* Where an arena is. A rewind releases what was taken after the mark, and marks are rewound in the
 * opposite order. */
typedef struct vrmi_arena_mark {
    vrmi_arena_block *newest;
    unsigned char *next, *end;
    size_t block_size;
} vrmi_arena_mark;

VRMI_API vrmi_arena_mark vrmi_arena_get_mark(const vrmi_arena *arena);
VRMI_API void vrmi_arena_rewind(vrmi_arena *arena, const vrmi_arena_mark *mark);

/* Lets the arena use a caller-provided buffer of `size` bytes before it allocates blocks. Nobody
 * else may write the buffer until the arena is released. Call it before anything is taken. */
void vrmi_arena_lend(vrmi_arena *arena, void *memory, size_t size);

/* NULL when memory is refused. `count` 0 gives a valid pointer to nothing. */
VRMI_API void *vrmi_arena_take(vrmi_arena *arena, size_t count, size_t element_size,
                               size_t alignment);
#define VRMI_TAKE(arena, type, count)                                                              \
    ((type *)vrmi_arena_take((arena), (count), sizeof(type), alignof(type)))

/* Copies text into the arena and ends it with a NUL. `data` is NULL when memory is refused. */
VRMI_API vrm_string vrmi_arena_copy_string(vrmi_arena *arena, const char *data, size_t length);

/*
 * A block with several arrays in it: add each, take `size` bytes aligned to 16, and put each array
 * at its offset. `overflow` is set when the sum cannot be expressed.
 */
typedef struct vrmi_layout {
    size_t size;
    bool overflow;
} vrmi_layout;

VRMI_API size_t vrmi_layout_add(vrmi_layout *layout, size_t count, size_t element_size,
                                size_t alignment);

#endif

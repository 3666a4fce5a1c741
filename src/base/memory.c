#include "base/memory.h"

#include "base/checked.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK_MIN = 4096, ARENA_BLOCK_MAX = 1 << 20, ARENA_ALIGNMENT = VRMI_MEMORY_ALIGNMENT };

struct vrmi_arena_block {
    vrmi_arena_block *older;
    size_t size; /* of the whole allocation */
};

/* What malloc promises: enough for any standard type. 8 on 32-bit ARM and Windows. */
enum { MALLOC_ALIGNMENT = alignof(max_align_t) };

/* aligned_alloc is not everywhere (Windows), and its memory is not always for free: where malloc
 * does not align enough, a larger block is taken, and its address is kept before what is given. */
static void *default_allocate(size_t size, size_t alignment, void *user) {
    unsigned char *block, *memory;
    size_t whole;
    (void)user;
    if (alignment <= MALLOC_ALIGNMENT) return malloc(size);
    if (!vrmi_add_size(size, alignment + sizeof block, &whole)) return NULL;
    block = malloc(whole);
    if (block == NULL) return NULL;
    memory = block + sizeof block;
    memory += (size_t)(-(uintptr_t)memory & (uintptr_t)(alignment - 1));
    memcpy(memory - sizeof block, &block, sizeof block);
    return memory;
}

static void default_release(void *memory, size_t size, size_t alignment, void *user) {
    unsigned char *block = memory;
    (void)size;
    (void)user;
    if (memory != NULL && alignment > MALLOC_ALIGNMENT) {
        memcpy(&block, (unsigned char *)memory - sizeof block, sizeof block);
    }
    free(block);
}

void vrm_default_allocator(vrm_allocator *out) {
    if (out == NULL) return;
    out->allocate = default_allocate;
    out->release = default_release;
    out->user = NULL;
}

void vrmi_memory_init(vrmi_memory *memory, const vrm_allocator *allocator) {
    memset(memory, 0, sizeof *memory);
    if (allocator != NULL) {
        memory->allocator = *allocator;
    } else {
        vrm_default_allocator(&memory->allocator);
    }
    memory->max_bytes = UINT64_MAX;
    memory->max_allocations = UINT64_MAX;
}

void *vrmi_memory_allocate(vrmi_memory *memory, size_t size) {
    void *pointer;
    if (size == 0) size = 1;
    if (memory->allocation_count >= memory->max_allocations) {
        memory->refusal = VRMI_REFUSAL_ALLOCATIONS;
        return NULL;
    }
    if (size > memory->max_bytes || memory->used_bytes > memory->max_bytes - size) {
        memory->refusal = VRMI_REFUSAL_BYTES;
        return NULL;
    }
    pointer = memory->allocator.allocate(size, VRMI_MEMORY_ALIGNMENT, memory->allocator.user);
    if (pointer == NULL) {
        memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return NULL;
    }
    memory->allocation_count += 1;
    memory->used_bytes += size;
    if (memory->used_bytes > memory->peak_bytes) memory->peak_bytes = memory->used_bytes;
    return pointer;
}

void vrmi_memory_release(vrmi_memory *memory, void *pointer, size_t size) {
    if (pointer == NULL) return;
    if (size == 0) size = 1;
    memory->used_bytes -= size;
    memory->allocator.release(pointer, size, VRMI_MEMORY_ALIGNMENT, memory->allocator.user);
}

static void *allocate_shared(size_t size, size_t alignment, void *user) {
    assert(alignment <= VRMI_MEMORY_ALIGNMENT);
    (void)alignment;
    return vrmi_memory_allocate(user, size);
}

static void release_shared(void *memory, size_t size, size_t alignment, void *user) {
    (void)alignment;
    vrmi_memory_release(user, memory, size);
}

vrm_allocator vrmi_memory_allocator(vrmi_memory *memory) {
    return (vrm_allocator){allocate_shared, release_shared, memory};
}

void vrmi_memory_adopt(vrmi_memory *memory, size_t size) {
    if (memory->max_bytes <= UINT64_MAX - size) memory->max_bytes += size;
    memory->used_bytes += size;
    if (memory->used_bytes > memory->peak_bytes) memory->peak_bytes = memory->used_bytes;
}

void vrmi_memory_give_back(vrmi_memory *memory, size_t size) {
    memory->max_bytes = memory->max_bytes > size ? memory->max_bytes - size : 0;
    memory->used_bytes -= size;
}

void vrmi_arena_init(vrmi_arena *arena, vrmi_memory *memory, size_t first_block) {
    memset(arena, 0, sizeof *arena);
    arena->memory = memory;
    arena->block_size = first_block > ARENA_BLOCK_MIN ? first_block : ARENA_BLOCK_MIN;
}

void vrmi_arena_lend(vrmi_arena *arena, void *memory, size_t size) {
    assert(arena->newest == NULL && arena->next == NULL);
    arena->next = memory;
    arena->end = (unsigned char *)memory + size;
}

vrmi_arena_mark vrmi_arena_get_mark(const vrmi_arena *arena) {
    return (vrmi_arena_mark){arena->newest, arena->next, arena->end, arena->block_size};
}

void vrmi_arena_rewind(vrmi_arena *arena, const vrmi_arena_mark *mark) {
    while (arena->newest != mark->newest) {
        vrmi_arena_block *older = arena->newest->older;
        vrmi_memory_release(arena->memory, arena->newest, arena->newest->size);
        arena->newest = older;
    }
    arena->next = mark->next;
    arena->end = mark->end;
    arena->block_size = mark->block_size;
}

void vrmi_arena_release(vrmi_arena *arena) {
    const vrmi_arena_mark nothing = {NULL, NULL, NULL, arena->block_size};
    vrmi_arena_rewind(arena, &nothing);
}

static bool arena_grow(vrmi_arena *arena, size_t need) {
    const size_t header =
        (sizeof(vrmi_arena_block) + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    size_t size = arena->block_size;
    vrmi_arena_block *block;
    if (!vrmi_add_size(need, header + ARENA_ALIGNMENT, &need)) {
        arena->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return false;
    }
    if (size < need) size = need;
    block = vrmi_memory_allocate(arena->memory, size);
    if (block == NULL) return false;
    block->older = arena->newest;
    block->size = size;
    arena->newest = block;
    arena->next = (unsigned char *)block + header;
    arena->end = (unsigned char *)block + size;
    if (arena->block_size < ARENA_BLOCK_MAX) arena->block_size *= 2;
    if (arena->block_size > ARENA_BLOCK_MAX) arena->block_size = ARENA_BLOCK_MAX;
    return true;
}

void *vrmi_arena_take(vrmi_arena *arena, size_t count, size_t element_size, size_t alignment) {
    size_t size, padding;
    unsigned char *pointer;
    if (!vrmi_multiply_size(count, element_size, &size)) {
        arena->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return NULL;
    }
    padding = (size_t)(-(uintptr_t)arena->next & (uintptr_t)(alignment - 1));
    if (arena->next == NULL || (size_t)(arena->end - arena->next) < padding ||
        (size_t)(arena->end - arena->next) - padding < size) {
        if (!arena_grow(arena, size)) return NULL;
        padding = (size_t)(-(uintptr_t)arena->next & (uintptr_t)(alignment - 1));
    }
    pointer = arena->next + padding;
    arena->next = pointer + size;
    return pointer;
}

vrm_string vrmi_arena_copy_string(vrmi_arena *arena, const char *data, size_t length) {
    vrm_string string = {NULL, 0};
    char *copy;
    if (length >= UINT32_MAX) {
        arena->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return string;
    }
    copy = vrmi_arena_take(arena, length + 1, 1, 1);
    if (copy == NULL) return string;
    if (length != 0) memcpy(copy, data, length);
    copy[length] = '\0';
    string.data = copy;
    string.length = (uint32_t)length;
    return string;
}

size_t vrmi_layout_add(vrmi_layout *layout, size_t count, size_t element_size, size_t alignment) {
    size_t offset, size;
    if (!vrmi_add_size(layout->size, alignment - 1, &offset) ||
        !vrmi_multiply_size(count, element_size, &size)) {
        layout->overflow = true;
        return 0;
    }
    offset &= ~(alignment - 1);
    if (!vrmi_add_size(offset, size, &layout->size)) {
        layout->overflow = true;
        return 0;
    }
    return offset;
}

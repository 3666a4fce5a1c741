#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(size_t size, void *user) {
    (void)user;
    return malloc(size);
}

static void default_release(void *memory, size_t size, void *user) {
    (void)size;
    (void)user;
    free(memory);
}

vrm_allocator vrmr_default_allocator(void) {
    const vrm_allocator standard = {default_allocate, default_release, NULL};
    return standard;
}

void *vrmr_allocate(const vrm_allocator *allocator, size_t count, size_t size) {
    void *memory;
    if (count == 0) count = 1;
    if (count > SIZE_MAX / size) return NULL;
    memory = allocator->allocate(count * size, allocator->user);
    if (memory != NULL) memset(memory, 0, count * size);
    return memory;
}

void vrmr_release(const vrm_allocator *allocator, void *memory, size_t count, size_t size) {
    if (memory == NULL) return;
    allocator->release(memory, (count != 0 ? count : 1) * size, allocator->user);
}

void *vrmr_scratch_need(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size,
                        size_t keep) {
    size_t grown = scratch->size != 0 ? scratch->size : 1024;
    void *memory;
    if (size <= scratch->size) return scratch->data;
    while (grown < size) {
        if (grown > SIZE_MAX / 2) return NULL;
        grown *= 2;
    }
    memory = allocator->allocate(grown, allocator->user);
    if (memory == NULL) return NULL;
    if (keep != 0) memcpy(memory, scratch->data, keep);
    vrmr_scratch_release(scratch, allocator);
    scratch->data = memory;
    scratch->size = grown;
    return memory;
}

void vrmr_scratch_release(vrmr_scratch *scratch, const vrm_allocator *allocator) {
    if (scratch->data != NULL) allocator->release(scratch->data, scratch->size, allocator->user);
    scratch->data = NULL;
    scratch->size = 0;
}

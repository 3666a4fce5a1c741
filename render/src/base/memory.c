#include "memory.h"

#include <string.h>

vrm_allocator vrmr_default_allocator(void) {
    vrm_allocator standard;
    vrm_default_allocator(&standard);
    return standard;
}

void *vrmr_allocate(const vrm_allocator *allocator, size_t count, size_t size) {
    void *memory;
    if (count == 0) count = 1;
    if (count > SIZE_MAX / size) return NULL;
    memory = allocator->allocate(count * size, VRMR_ALIGNMENT, allocator->user);
    if (memory != NULL) memset(memory, 0, count * size);
    return memory;
}

void vrmr_release(const vrm_allocator *allocator, void *memory, size_t count, size_t size) {
    if (memory == NULL) return;
    allocator->release(memory, (count != 0 ? count : 1) * size, VRMR_ALIGNMENT, allocator->user);
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
    memory = allocator->allocate(grown, VRMR_ALIGNMENT, allocator->user);
    if (memory == NULL) return NULL;
    if (keep != 0) memcpy(memory, scratch->data, keep);
    vrmr_scratch_release(scratch, allocator);
    scratch->data = memory;
    scratch->size = grown;
    return memory;
}

void vrmr_scratch_release(vrmr_scratch *scratch, const vrm_allocator *allocator) {
    if (scratch->data != NULL)
        allocator->release(scratch->data, scratch->size, VRMR_ALIGNMENT, allocator->user);
    scratch->data = NULL;
    scratch->size = 0;
}

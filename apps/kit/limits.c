#include "limits.h"

#include <stdint.h>

static void *allocate(size_t size, size_t alignment, void *user) {
    memory_budget *budget = user;
    size_t used = atomic_fetch_add(&budget->used, size);
    void *memory = NULL;
    if (budget->most == 0 || (used <= budget->most && size <= budget->most - used)) {
        memory = budget->from.allocate(size, alignment, budget->from.user);
    } else {
        atomic_store(&budget->has_refused, true);
    }
    if (memory == NULL) atomic_fetch_sub(&budget->used, size);
    return memory;
}

static void release(void *memory, size_t size, size_t alignment, void *user) {
    memory_budget *budget = user;
    if (memory != NULL) atomic_fetch_sub(&budget->used, size);
    budget->from.release(memory, size, alignment, budget->from.user);
}

void memory_budget_init(memory_budget *budget) {
    vrm_default_allocator(&budget->from);
    atomic_init(&budget->used, 0);
    atomic_init(&budget->has_refused, false);
    budget->most = 0;
}

void memory_budget_begin(memory_budget *budget, uint64_t most) {
    size_t used = atomic_load(&budget->used);
    atomic_store(&budget->has_refused, false);
    budget->most = most == 0 ? 0 : most < SIZE_MAX - used ? used + (size_t)most : SIZE_MAX;
}

vrm_allocator memory_budget_allocator(memory_budget *budget) {
    vrm_allocator allocator = {allocate, release, budget};
    return allocator;
}

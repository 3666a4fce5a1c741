#include "limits.h"

#include <stdint.h>

bool memory_budget_take(memory_budget *budget, size_t size) {
    size_t used = atomic_fetch_add(&budget->used, size);
    if (budget->most == 0 || (used <= budget->most && size <= budget->most - used)) return true;
    atomic_store(&budget->has_refused, true);
    memory_budget_give(budget, size);
    return false;
}

void memory_budget_give(memory_budget *budget, size_t size) {
    atomic_fetch_sub(&budget->used, size);
}

static void *allocate(size_t size, size_t alignment, void *user) {
    memory_budget *budget = user;
    void *memory = NULL;
    if (!memory_budget_take(budget, size)) return NULL;
    memory = budget->from.allocate(size, alignment, budget->from.user);
    if (memory == NULL) memory_budget_give(budget, size);
    return memory;
}

static void release(void *memory, size_t size, size_t alignment, void *user) {
    memory_budget *budget = user;
    if (memory != NULL) memory_budget_give(budget, size);
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

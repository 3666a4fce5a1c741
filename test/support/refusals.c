#include "support/refusals.h"

#include "base/memory.h"

#if defined(VRM_TEST_WRAPS_ARENA)

/* Threads of other tests take from arenas too: they read `is_on`, and nobody writes it then. */
static struct {
    bool is_on;
    int64_t asked, refused;
} state;

void *__real_vrmi_arena_take(vrmi_arena *arena, size_t count, size_t element_size,
                             size_t alignment);
void *__wrap_vrmi_arena_take(vrmi_arena *arena, size_t count, size_t element_size,
                             size_t alignment);
vrm_string __real_vrmi_arena_copy_string(vrmi_arena *arena, const char *data, size_t length);
vrm_string __wrap_vrmi_arena_copy_string(vrmi_arena *arena, const char *data, size_t length);

static bool is_refused(vrmi_arena *arena) {
    if (!state.is_on || state.asked++ != state.refused) return false;
    arena->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
    return true;
}

void *__wrap_vrmi_arena_take(vrmi_arena *arena, size_t count, size_t element_size,
                             size_t alignment) {
    if (is_refused(arena)) return NULL;
    return __real_vrmi_arena_take(arena, count, element_size, alignment);
}

vrm_string __wrap_vrmi_arena_copy_string(vrmi_arena *arena, const char *data, size_t length) {
    const vrm_string none = {NULL, 0};
    if (is_refused(arena)) return none;
    return __real_vrmi_arena_copy_string(arena, data, length);
}

bool refusals_work(void) { return true; }

void refuse_piece(int64_t number) {
    state.is_on = number >= 0;
    state.asked = 0;
    state.refused = number;
}

int64_t pieces_asked(void) { return state.asked; }

#else

bool refusals_work(void) { return false; }
void refuse_piece(int64_t number) { (void)number; }
int64_t pieces_asked(void) { return 0; }

#endif

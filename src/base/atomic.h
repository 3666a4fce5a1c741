/*
 * What threads share without a lock: a count of references, and a pointer that one thread sets and
 * all others take. C11 has these in <stdatomic.h>, which MSVC does not offer without an
 * experimental switch, and which a compiler may leave out: this is the only file that knows.
 */
#ifndef VRMI_BASE_ATOMIC_H
#define VRMI_BASE_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>

#if defined(_MSC_VER)

#include <intrin.h>

typedef struct vrmi_atomic_count {
    volatile long value;
} vrmi_atomic_count;

typedef struct vrmi_atomic_pointer {
    void *volatile value;
} vrmi_atomic_pointer;

static inline void vrmi_atomic_count_init(vrmi_atomic_count *count, int value) {
    count->value = value;
}

static inline void vrmi_atomic_count_up(vrmi_atomic_count *count) {
    _InterlockedIncrement(&count->value);
}

static inline bool vrmi_atomic_count_down(vrmi_atomic_count *count) {
    return _InterlockedDecrement(&count->value) == 0;
}

static inline void vrmi_atomic_pointer_init(vrmi_atomic_pointer *pointer) { pointer->value = NULL; }

static inline void *vrmi_atomic_pointer_offer(vrmi_atomic_pointer *pointer, void *value) {
    return _InterlockedCompareExchangePointer(&pointer->value, value, NULL);
}

/* An exchange of NULL for NULL changes nothing, and orders what follows on every processor. */
static inline void *vrmi_atomic_pointer_get(const vrmi_atomic_pointer *pointer) {
    return vrmi_atomic_pointer_offer((vrmi_atomic_pointer *)pointer, NULL);
}

#elif defined(__GNUC__) && (defined(__STDC_NO_ATOMICS__) || defined(VRMI_ATOMIC_BUILTINS))

typedef struct vrmi_atomic_count {
    int value;
} vrmi_atomic_count;

typedef struct vrmi_atomic_pointer {
    void *value;
} vrmi_atomic_pointer;

static inline void vrmi_atomic_count_init(vrmi_atomic_count *count, int value) {
    __atomic_store_n(&count->value, value, __ATOMIC_RELAXED);
}

static inline void vrmi_atomic_count_up(vrmi_atomic_count *count) {
    __atomic_fetch_add(&count->value, 1, __ATOMIC_RELAXED);
}

static inline bool vrmi_atomic_count_down(vrmi_atomic_count *count) {
    return __atomic_fetch_sub(&count->value, 1, __ATOMIC_ACQ_REL) == 1;
}

static inline void vrmi_atomic_pointer_init(vrmi_atomic_pointer *pointer) {
    __atomic_store_n(&pointer->value, NULL, __ATOMIC_RELAXED);
}

static inline void *vrmi_atomic_pointer_get(const vrmi_atomic_pointer *pointer) {
    return __atomic_load_n(&pointer->value, __ATOMIC_ACQUIRE);
}

static inline void *vrmi_atomic_pointer_offer(vrmi_atomic_pointer *pointer, void *value) {
    void *found = NULL;
    __atomic_compare_exchange_n(&pointer->value, &found, value, false, __ATOMIC_ACQ_REL,
                                __ATOMIC_ACQUIRE);
    return found;
}

#else

#include <stdatomic.h>

typedef struct vrmi_atomic_count {
    atomic_int value;
} vrmi_atomic_count;

typedef struct vrmi_atomic_pointer {
    _Atomic(void *) value;
} vrmi_atomic_pointer;

static inline void vrmi_atomic_count_init(vrmi_atomic_count *count, int value) {
    atomic_init(&count->value, value);
}

/* One more reference, for a caller that has one: nothing has to be ordered. */
static inline void vrmi_atomic_count_up(vrmi_atomic_count *count) {
    atomic_fetch_add_explicit(&count->value, 1, memory_order_relaxed);
}

/* One reference less. True: it was the last, and everything that other threads did before they gave
 * up theirs is visible. */
static inline bool vrmi_atomic_count_down(vrmi_atomic_count *count) {
    return atomic_fetch_sub_explicit(&count->value, 1, memory_order_acq_rel) == 1;
}

static inline void vrmi_atomic_pointer_init(vrmi_atomic_pointer *pointer) {
    atomic_init(&pointer->value, NULL);
}

/* What was set, with everything that the thread that set it had written before; or NULL. */
static inline void *vrmi_atomic_pointer_get(const vrmi_atomic_pointer *pointer) {
    return atomic_load_explicit(&pointer->value, memory_order_acquire);
}

/* Sets a pointer that is NULL, and returns NULL; or returns what another thread has set before. */
static inline void *vrmi_atomic_pointer_offer(vrmi_atomic_pointer *pointer, void *value) {
    void *found = NULL;
    atomic_compare_exchange_strong_explicit(&pointer->value, &found, value, memory_order_acq_rel,
                                            memory_order_acquire);
    return found;
}

#endif

#endif

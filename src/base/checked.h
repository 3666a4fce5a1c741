/* Arithmetic on sizes that cannot wrap around (ER-008). Each returns false instead. */
#ifndef VRMI_BASE_CHECKED_H
#define VRMI_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool vrmi_add_size(size_t a, size_t b, size_t *out) {
    if (a > SIZE_MAX - b) return false;
    *out = a + b;
    return true;
}

static inline bool vrmi_multiply_size(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > SIZE_MAX / b) return false;
    *out = a * b;
    return true;
}

/* Whether [offset, offset + length) lies within `total` bytes. */
static inline bool vrmi_range_fits(uint64_t offset, uint64_t length, uint64_t total) {
    return offset <= total && length <= total - offset;
}

/*
 * Whether `count` elements of `element` bytes, `stride` bytes apart, the first at `offset`, lie
 * within `total` bytes. The last element need not be followed by padding up to the stride.
 */
static inline bool vrmi_elements_fit(uint64_t offset, uint64_t stride, uint64_t count,
                                     uint64_t element, uint64_t total) {
    if (count == 0) return offset <= total;
    if (!vrmi_range_fits(offset, element, total)) return false;
    return stride == 0 || count - 1 <= (total - offset - element) / stride;
}

#endif

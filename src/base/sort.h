/* The one sort of the library. */
#ifndef VRMI_BASE_SORT_H
#define VRMI_BASE_SORT_H

#include "base/memory.h"
#include "base/private_api.h"

typedef bool vrmi_comes_before(const void *context, uint32_t a, uint32_t b);

/* The numbers 0 to count - 1, sorted by what `before` says of them; equal ones keep their order.
 * However they lie, it takes count * log(count) steps. NULL: memory was refused. */
VRMI_API uint32_t *vrmi_sort_order(vrmi_arena *arena, uint32_t count, vrmi_comes_before *before,
                                   const void *context);

#endif

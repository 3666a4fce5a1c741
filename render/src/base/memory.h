/* Memory of the renderer: the caller's allocator, with checked sizes. */
#ifndef VRMR_MEMORY_H
#define VRMR_MEMORY_H

#include <vrm/base.h>

/* Of every block: enough for any type of ours. */
enum { VRMR_ALIGNMENT = 16 };

/* The next multiple of an alignment. */
static inline size_t vrmr_aligned(size_t size, size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

/* What libvrm uses where it is given none. */
vrm_allocator vrmr_default_allocator(void);

/* Zeroed memory for `count` elements, also where that is 0; NULL: refused. */
void *vrmr_allocate(const vrm_allocator *allocator, size_t count, size_t size);
/* What vrmr_allocate gave, with the same numbers; NULL is fine. */
void vrmr_release(const vrm_allocator *allocator, void *memory, size_t count, size_t size);

/* Memory that only grows. */
typedef struct vrmr_scratch {
    void *data;
    size_t size;
} vrmr_scratch;

/* At least `size` bytes; `keep` of the old ones are kept. NULL: refused, and nothing has changed.
 */
void *vrmr_scratch_need(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size,
                        size_t keep);
void vrmr_scratch_release(vrmr_scratch *scratch, const vrm_allocator *allocator);

#endif

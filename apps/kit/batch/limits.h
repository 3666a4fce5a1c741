/* What a file may cost: bytes, memory and time. */
#ifndef VRM_KIT_LIMITS_H
#define VRM_KIT_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* The options --max-bytes, --max-memory and --timeout. 0: the library's own limits, and no limit of
 * time. */
typedef struct file_limits {
    uint64_t max_bytes;  /* of the file itself */
    uint64_t max_memory; /* of what the library and the renderer allocate for it, with its bytes */
    double timeout;      /* in seconds */
} file_limits;

/* Memory of one file at a time, counted. It must outlive what is allocated from it. */
typedef struct memory_budget {
    vrm_allocator from;
    atomic_size_t used;
    size_t most;             /* 0: no limit */
    atomic_bool has_refused; /* since memory_budget_begin */
} memory_budget;

void memory_budget_init(memory_budget *budget);
/* The next file may take `most` bytes beyond what is allocated now; 0: no limit. */
void memory_budget_begin(memory_budget *budget, uint64_t most);
/* Counts memory that comes from elsewhere. False: that is more than the file may take. */
bool memory_budget_take(memory_budget *budget, size_t size);
void memory_budget_give(memory_budget *budget, size_t size);
vrm_allocator memory_budget_allocator(memory_budget *budget);

#endif

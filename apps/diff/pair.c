#include "pair.h"
#include "apps/kit/avatar/meshopt.h"

#include <string.h>

bool pair_open(diff_pair *pair, const char *a, const char *b, const diff_bounds *bounds,
               const diff_file **out_failed) {
    memset(pair, 0, sizeof *pair);
    pair->bounds = bounds;
    *out_failed = &pair->a;
    if (!diff_file_open(&pair->a, a, bounds)) return false;
    *out_failed = &pair->b;
    return diff_file_open(&pair->b, b, bounds);
}

bool pair_compare(diff_pair *pair, uint32_t parts) {
    enum { LIBRARY_PARTS = (1 << VRM_DIFF_PART_COUNT) - 1 };
    vrm_diff_desc desc;
    vrm_load_desc load;
    vrm_limits limits;
    vrm_limits_init(&limits);
    limits.max_memory_bytes = UINT64_MAX; /* that of the options is for each of the files */
    limits.max_allocations = UINT64_MAX;
    load_desc_init(&load);
    load.limits = &limits;
    load.cancel = diff_cancel;
    load.cancel_user = (void *)(uintptr_t)pair->bounds;
    vrm_diff_desc_init(&desc);
    desc.load = &load;
    desc.a_file = pair->a.bytes;
    desc.a_size = pair->a.size;
    desc.b_file = pair->b.bytes;
    desc.b_size = pair->b.size;
    desc.parts = parts & LIBRARY_PARTS;
    if (vrm_diff_create(pair->a.model, pair->b.model, &desc, &pair->diff, NULL) != VRM_OK)
        return false;
    if (parts != 0) pair->changes.left_out = ~parts;
    /* Motion and pictures alone: the library is asked for nothing. */
    if (parts == 0 || desc.parts != 0) changes_take(&pair->changes, pair->diff);
    return !pair->changes.has_no_memory;
}

void pair_close(diff_pair *pair) {
    changes_release(&pair->changes);
    vrm_diff_destroy(pair->diff);
    diff_file_close(&pair->a);
    diff_file_close(&pair->b);
}

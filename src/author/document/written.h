/* The file in memory that every verb which writes gives: its bytes, and what was changed. */
#ifndef VRMI_WRITE_WRITTEN_H
#define VRMI_WRITE_WRITTEN_H

#include "author/document/glb_write.h"
#include "base/memory.h"
#include "vrm/author/write.h"
#include "vrm/report.h"

struct vrm_written {
    vrmi_memory memory;
    vrmi_written file;
    vrm_written_info info;
    vrmi_arena arena; /* of the changes */
    vrm_change *changes;
    uint32_t change_count, change_capacity;
    vrm_report *fixed; /* of a fix: for each change, the diagnostic that is gone; else NULL */
    bool is_refused;   /* memory was, and the list of changes is not whole */
};

/* NULL: memory was refused. Limits of memory and allocations count; NULL: none. */
vrm_written *vrmi_written_create(const vrm_allocator *allocator, const vrm_limits *limits);

/* Adds to the list of changes. All text is copied. A caller looks at `is_refused` at the end. */
void vrmi_written_add_change(vrm_written *file, vrm_change_kind kind, const char *code,
                             vrm_string from, vrm_string to, vrm_string text);

/* The result of a function whose memory was refused. */
vrm_result vrmi_refusal_result(const vrmi_memory *memory);

#endif

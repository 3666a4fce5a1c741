#include "author/document/written.h"

#include "base/desc.h"

#include <string.h>

vrm_result vrmi_refusal_result(const vrmi_memory *memory) {
    const bool is_limit =
        memory->refusal == VRMI_REFUSAL_BYTES || memory->refusal == VRMI_REFUSAL_ALLOCATIONS;
    return is_limit ? VRM_ERROR_LIMIT : VRM_ERROR_OUT_OF_MEMORY;
}

vrm_written *vrmi_written_create(const vrm_allocator *allocator, const vrm_limits *limits) {
    vrmi_memory memory;
    vrm_written *file;
    vrmi_memory_init(&memory, allocator);
    if (limits != NULL) {
        memory.max_bytes = limits->max_memory_bytes;
        memory.max_allocations = limits->max_allocations;
    }
    file = vrmi_memory_allocate(&memory, sizeof *file);
    if (file == NULL) return NULL;
    memset(file, 0, sizeof *file);
    file->memory = memory;
    vrmi_arena_init(&file->arena, &file->memory, 0);
    return file;
}

/* What grows stays in the arena: all that it ever had is no more than twice what it has. */
static bool reserve(vrm_written *file) {
    uint32_t capacity = file->change_capacity != 0 ? file->change_capacity : 16;
    vrm_change *changes;
    if (file->change_count < file->change_capacity) return true;
    if (capacity > UINT32_MAX / 2) return false;
    capacity *= 2;
    changes = VRMI_TAKE(&file->arena, vrm_change, capacity);
    if (changes == NULL) return false;
    if (file->change_count > 0) {
        memcpy(changes, file->changes, file->change_count * sizeof changes[0]);
    }
    file->changes = changes;
    file->change_capacity = capacity;
    return true;
}

void vrmi_written_add_change(vrm_written *file, vrm_change_kind kind, const char *code,
                             vrm_string from, vrm_string to, vrm_string text) {
    vrm_change change = {.kind = kind};
    change.code = vrmi_arena_copy_string(&file->arena, code, strlen(code)).data;
    change.from = vrmi_arena_copy_string(&file->arena, from.data, from.length).data;
    change.to = vrmi_arena_copy_string(&file->arena, to.data, to.length).data;
    change.text = vrmi_arena_copy_string(&file->arena, text.data, text.length).data;
    if (change.code == NULL || change.from == NULL || change.to == NULL || change.text == NULL ||
        !reserve(file)) {
        file->is_refused = true;
        return;
    }
    file->changes[file->change_count++] = change;
}

/* --- Questions --- */

void vrm_written_get_info(const vrm_written *file, vrm_written_info *out) {
    static const vrm_written_info empty;
    if (out == NULL) return;
    vrmi_sized_write(out, VRMI_SIZE_UP_TO(vrm_written_info, error_weight),
                     file != NULL ? &file->info : &empty, sizeof empty);
}

const void *vrm_written_bytes(const vrm_written *file, size_t *out_size) {
    if (out_size != NULL) *out_size = file != NULL ? file->file.size : 0;
    return file != NULL ? file->file.bytes : NULL;
}

uint32_t vrm_written_change_count(const vrm_written *file) {
    return file != NULL ? file->change_count : 0;
}

const vrm_change *vrm_written_change(const vrm_written *file, uint32_t index) {
    return index < vrm_written_change_count(file) ? &file->changes[index] : NULL;
}

const char *vrm_change_kind_name(vrm_change_kind kind) {
    static const char *const names[] = {"kept",  "converted", "narrowed", "lost",
                                        "added", "removed",   "guessed",  "set"};
    const bool is_known = kind >= 0 && (size_t)kind < sizeof names / sizeof names[0];
    return is_known ? names[kind] : "";
}

void vrm_written_destroy(vrm_written *file) {
    vrmi_memory memory;
    if (file == NULL) return;
    vrmi_arena_release(&file->arena);
    vrm_report_destroy(file->fixed);
    if (file->file.bytes != NULL) {
        vrmi_memory_release(&file->memory, file->file.bytes, file->file.size);
    }
    memory = file->memory;
    vrmi_memory_release(&memory, file, sizeof *file);
}

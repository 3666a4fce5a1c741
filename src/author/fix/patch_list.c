#include "author/fix/patch_list.h"

#include <string.h>

void vrmi_patch_list_init(vrmi_patch_list *edit, vrmi_memory *memory) {
    memset(edit, 0, sizeof *edit);
    vrmi_arena_init(&edit->arena, memory, 0);
}

void vrmi_patch_list_release(vrmi_patch_list *edit) { vrmi_arena_release(&edit->arena); }

/* What grows stays in the arena: all that it ever had is no more than twice what it has. */
static bool reserve(vrmi_patch_list *edit) {
    uint32_t capacity = edit->capacity != 0 ? edit->capacity : 8;
    vrmi_patch_operation *operations;
    if (edit->count < edit->capacity) return true;
    if (capacity > UINT32_MAX / 2) return false;
    capacity *= 2;
    operations = VRMI_TAKE(&edit->arena, vrmi_patch_operation, capacity);
    if (operations == NULL) return false;
    if (edit->count > 0) {
        memcpy(operations, edit->operations, edit->count * sizeof operations[0]);
    }
    edit->operations = operations;
    edit->capacity = capacity;
    return true;
}

void vrmi_patch_list_add(vrmi_patch_list *edit, vrmi_patch_kind kind, vrm_string pointer,
                         vrm_string value) {
    vrmi_patch_operation operation = {.kind = kind};
    operation.pointer = vrmi_arena_copy_string(&edit->arena, pointer.data, pointer.length);
    operation.value = vrmi_arena_copy_string(&edit->arena, value.data, value.length);
    if (operation.pointer.data == NULL || operation.value.data == NULL || !reserve(edit)) {
        edit->is_refused = true;
        return;
    }
    edit->operations[edit->count++] = operation;
}

vrmi_patch_problem vrmi_patch_list_apply(vrmi_patch_list *edit, vrmi_memory *memory,
                                         const uint8_t *bytes, size_t size, bool skips,
                                         vrmi_written *out) {
    vrm_string json = vrmi_written_json(bytes, size);
    vrmi_patched text;
    vrmi_patch_problem problem;
    *out = (vrmi_written){NULL, 0};
    if (edit->is_refused) return VRMI_PATCH_NO_MEMORY;
    if (edit->drops_bom && json.length >= 3 && memcmp(json.data, "\xEF\xBB\xBF", 3) == 0) {
        json.data += 3;
        json.length -= 3;
    }
    problem = vrmi_json_patch(memory, json.data, json.length, edit->operations, edit->count, skips,
                              &text);
    if (problem != VRMI_PATCH_DONE) return problem;
    if (!vrmi_glb_write(memory, bytes, size, text.text, text.length, edit->changes, out)) {
        problem = VRMI_PATCH_NO_MEMORY;
    }
    vrmi_memory_release(memory, text.text, text.length);
    return problem;
}

#include "author/document/file_edit.h"

#include "author/document/written.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

static const char BOM[] = "\xEF\xBB\xBF";
enum { BOM_BYTES = 3 };

/* --- Opening --- */

static vrm_result load_model(vrm_edit *edit, const vrmi_source *source, const vrm_load_desc *desc,
                             vrm_report **out_report) {
    const bool has_input = source->bytes != NULL || source->parts != NULL || source->size == 0;
    vrm_report *report = NULL;
    vrmi_load_settings settings;
    vrm_result result = vrmi_model_load_begin(has_input, desc, &settings, &edit->model, out_report);
    if (out_report != NULL) report = *out_report;
    if (result != VRM_OK) return result;
    settings.desc.flags &= ~(vrm_load_flags)VRM_LOAD_COPY_PAYLOAD;
    settings.desc.flags |= VRM_LOAD_ANY_GLTF;
    edit->limits = settings.limits;
    edit->meshopt = settings.meshopt;
    return vrmi_model_load(source, &settings, report, &edit->model, NULL);
}

/* The tree of the base, and its payload. */
static bool open_tree(vrm_edit *edit) {
    const vrmi_edit_base *base = &edit->base;
    vrm_string json = {base->json, (uint32_t)base->json_length};
    if (base->json == NULL) json = vrmi_written_json(edit->bytes, edit->size);
    edit->payload = (vrmi_payload){.bin = base->bin,
                                   .bin_size = base->bin_size,
                                   .is_changed = base->owned_bytes != 0,
                                   .becomes_glb = edit->payload.becomes_glb};
    edit->view_uses.is_known = false;
    edit->bom_bytes = 0;
    if (json.length >= BOM_BYTES && memcmp(json.data, BOM, BOM_BYTES) == 0) {
        edit->bom_bytes = BOM_BYTES;
    }
    return vrmi_tree_open(&edit->tree, &edit->memory, json.data + edit->bom_bytes,
                          json.length - edit->bom_bytes);
}

static void init_memory(vrm_edit *edit, const vrm_allocator *allocator) {
    vrmi_memory_init(&edit->memory, allocator);
    edit->memory.max_bytes = edit->limits.max_memory_bytes;
    edit->memory.max_allocations = edit->limits.max_allocations;
}

vrm_result vrmi_edit_open(vrm_edit *edit, const void *bytes, size_t size, const vrm_load_desc *desc,
                          vrm_report **report) {
    const vrmi_source source = {.bytes = bytes, .size = size};
    vrm_result result;
    memset(edit, 0, sizeof *edit);
    vrmi_memory_init(&edit->memory, NULL);
    result = load_model(edit, &source, desc, report);
    if (result != VRM_OK) return result;
    edit->bytes = bytes;
    edit->size = edit->base.size = size;
    init_memory(edit, &edit->model->memory.allocator);
    edit->base.bin = vrmi_written_bin(edit->bytes, size, &edit->base.bin_size);
    edit->changes = vrmi_written_create(&edit->memory.allocator, &edit->limits);
    if (!open_tree(edit) || edit->changes == NULL) {
        result = vrmi_refusal_result(&edit->memory);
        vrmi_edit_close(edit);
    }
    return result;
}

/* JSON and BIN of a base that are not the file's. */
static void release_base(vrm_edit *edit, vrmi_edit_base *base) {
    if (base->json != NULL) vrmi_memory_release(&edit->memory, base->json, base->json_length);
    if (base->owned_bytes != 0) {
        vrmi_memory_release(&edit->memory, (void *)(uintptr_t)base->bin, base->owned_bytes);
    }
    *base = (vrmi_edit_base){.json = NULL};
}

void vrmi_edit_close(vrm_edit *edit) {
    vrmi_view_uses *uses = &edit->view_uses;
    vrmi_payload_release(edit);
    release_base(edit, &edit->next);
    vrmi_memory_release(&edit->memory, uses->counts, uses->capacity * sizeof uses->counts[0]);
    *uses = (vrmi_view_uses){.counts = NULL};
    vrmi_tree_release(&edit->tree);
    vrm_written_destroy(edit->changes);
    vrm_model_release(edit->model);
    release_base(edit, &edit->base);
    edit->model = NULL;
    edit->changes = NULL;
}

void vrmi_edit_changed(vrm_edit *edit, vrm_change_kind kind, const char *code, vrm_string from,
                       vrm_string to, vrm_string text) {
    vrmi_written_add_change(edit->changes, kind, code, from, to, text);
}

/* --- Elements --- */

/* The object that has the table: the root, or an extension that is there. */
static vrmi_value *find_owner(vrm_edit *edit, vrmi_reference_kind kind) {
    static const char *const owners[VRMI_REFERENCE_KINDS] = {
        [VRMI_REFERENCE_COLLIDER] = "/extensions/VRMC_springBone",
        [VRMI_REFERENCE_COLLIDER_GROUP] = "/extensions/VRMC_springBone",
        [VRMI_REFERENCE_COLLIDER_GROUP_0] = "/extensions/VRM/secondaryAnimation",
        [VRMI_REFERENCE_COLLIDER_GROUP_DRAFT] = "/extensions/VRMC_vrm/springBone",
    };
    return vrmi_tree_find(&edit->tree, vrmi_string_from(owners[kind]));
}

int32_t vrmi_edit_add_element(vrm_edit *edit, vrmi_reference_kind table, vrm_string json) {
    vrmi_value *owner = find_owner(edit, table);
    vrmi_value *array =
        vrmi_value_make(&edit->tree, owner, vrmi_reference_table_name(table), VRMI_VALUE_ARRAY);
    vrmi_value *element = vrmi_value_append(&edit->tree, array, json);
    return element != NULL ? (int32_t)vrmi_value_index(element) : VRM_NONE;
}

void vrmi_edit_keep_elements(vrm_edit *edit, vrmi_reference_kind kind, const uint8_t *keeps,
                             int32_t *map) {
    vrmi_references_keep(&edit->tree, kind, keeps, map);
}

void vrmi_edit_drop_accessors(vrm_edit *edit, const uint32_t *before, uint32_t before_count) {
    vrmi_tree *tree = &edit->tree;
    uint32_t count = vrmi_value_count(tree, vrmi_reference_table(tree, VRMI_REFERENCE_ACCESSOR));
    uint32_t *after = VRMI_TAKE(&tree->arena, uint32_t, count);
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    bool drops = false;
    if (after == NULL || keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    if (vrmi_edit_count_unknown(edit) > 0) return; /* they may have numbers of accessors */
    vrmi_references_count(tree, VRMI_REFERENCE_ACCESSOR, after, count);
    for (uint32_t i = 0; i < count; ++i) {
        keeps[i] = after[i] > 0 || (i < before_count && before[i] == 0);
        drops = drops || !keeps[i];
    }
    if (drops) vrmi_references_keep(tree, VRMI_REFERENCE_ACCESSOR, keeps, NULL);
}

/* --- Writing --- */

static void copy_changes(const vrm_written *from, vrm_written *to) {
    for (uint32_t i = 0; i < vrm_written_change_count(from); ++i) {
        const vrm_change *change = vrm_written_change(from, i);
        vrmi_written_add_change(to, change->kind, change->code, vrmi_string_from(change->from),
                                vrmi_string_from(change->to), vrmi_string_from(change->text));
    }
    if (from->is_refused) to->is_refused = true;
}

/* The text of the tree, after its original byte order mark. */
static bool write_json(vrm_edit *edit, vrmi_memory *memory, char **out, size_t *out_length) {
    char *text, *whole;
    size_t length;
    if (!vrmi_tree_write(&edit->tree, memory, &text, &length)) return false;
    *out = text;
    *out_length = length;
    if (edit->bom_bytes == 0 || edit->payload.becomes_glb) return true;
    whole = vrmi_memory_allocate(memory, length + BOM_BYTES);
    if (whole != NULL) {
        memcpy(whole, BOM, BOM_BYTES);
        memcpy(whole + BOM_BYTES, text, length);
    }
    vrmi_memory_release(memory, text, length);
    *out = whole;
    *out_length = length + BOM_BYTES;
    return whole != NULL;
}

static bool copy_file(const vrm_edit *edit, vrm_written *written) {
    written->file.bytes = vrmi_memory_allocate(&written->memory, edit->size);
    if (written->file.bytes == NULL) return false;
    written->file.size = edit->size;
    memcpy(written->file.bytes, edit->bytes, edit->size);
    return true;
}

/* A plain file becomes a new container. */
static bool create_glb(const vrmi_payload *payload, const char *json, size_t length,
                       vrm_written *written) {
    uint8_t *bin;
    if (!vrmi_glb_create(&written->memory, json, length, payload->bin_size, &written->file, &bin)) {
        return false;
    }
    if (payload->bin_size > 0) memcpy(bin, payload->bin, payload->bin_size);
    return true;
}

static bool write_file(vrm_edit *edit, vrm_written *written) {
    const vrmi_payload *payload = &edit->payload;
    char *json;
    size_t length;
    bool is_good;
    if (!vrmi_payload_lay_out(edit)) return false;
    if (!vrmi_tree_is_changed(&edit->tree) && !payload->is_changed && edit->base.json == NULL) {
        return copy_file(edit, written);
    }
    if (!write_json(edit, &written->memory, &json, &length)) return false;
    if (payload->becomes_glb) {
        is_good = create_glb(payload, json, length, written);
    } else if (payload->is_changed) {
        is_good = vrmi_glb_write_bin(&written->memory, edit->bytes, edit->size, json, length,
                                     payload->bin, payload->bin_size, &written->file);
    } else {
        is_good = vrmi_glb_write(&written->memory, edit->bytes, edit->size, json, length, 0,
                                 &written->file);
    }
    vrmi_memory_release(&written->memory, json, length);
    return is_good;
}

vrm_result vrmi_edit_refusal(const vrm_edit *edit) {
    return edit->tree.is_too_large ? VRM_ERROR_LIMIT : vrmi_refusal_result(&edit->memory);
}

static vrm_result why_not_written(const vrm_edit *edit, const vrm_written *written) {
    if (edit->changes->is_refused) return vrmi_refusal_result(&edit->changes->memory);
    if (written->is_refused || written->memory.refusal != VRMI_REFUSAL_NONE) {
        return vrmi_refusal_result(&written->memory);
    }
    if (edit->tree.is_refused) return vrmi_edit_refusal(edit);
    return VRM_ERROR_LIMIT; /* no memory was refused: the file is too large for a GLB */
}

vrm_result vrmi_edit_write(vrm_edit *edit, vrm_written **out) {
    vrm_written *written = vrmi_written_create(&edit->memory.allocator, &edit->limits);
    vrm_result result = VRM_OK;
    *out = NULL;
    if (written == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    copy_changes(edit->changes, written);
    if (!write_file(edit, written) || written->is_refused) {
        result = why_not_written(edit, written);
        vrm_written_destroy(written);
        written = NULL;
    }
    *out = written;
    return result;
}

/* --- Steps --- */

static bool is_base(const vrm_edit *edit) {
    return !vrmi_tree_is_changed(&edit->tree) && edit->payload.bin == edit->base.bin &&
           edit->payload.count == 0 && edit->payload.cut_count == 0;
}

vrm_result vrmi_edit_step(vrm_edit *edit, size_t *out_size) {
    const vrmi_payload *payload = &edit->payload;
    vrmi_edit_base *next = &edit->next;
    *out_size = edit->base.size;
    if (!vrmi_payload_lay_out(edit)) return vrmi_edit_refusal(edit);
    /* A file is written with less white space after its JSON than it may have had. */
    if (is_base(edit) && (edit->base.json != NULL || !payload->is_changed)) return VRM_OK;
    if (!write_json(edit, &edit->memory, &next->json, &next->json_length)) {
        if (edit->memory.refusal == VRMI_REFUSAL_NONE) return VRM_ERROR_LIMIT;
        return vrmi_edit_refusal(edit);
    }
    next->size = vrmi_glb_measure(edit->bytes, edit->size, next->json, next->json_length,
                                  payload->is_changed, payload->bin_size);
    *out_size = next->size;
    return next->size != 0 ? VRM_OK : VRM_ERROR_LIMIT;
}

static vrm_result open_base(vrm_edit *edit) {
    vrmi_tree_release(&edit->tree);
    return open_tree(edit) ? VRM_OK : vrmi_refusal_result(&edit->memory);
}

/* BIN is handed over if it is new. */
static void take_next(vrm_edit *edit) {
    vrmi_payload *payload = &edit->payload;
    vrmi_edit_base *base = &edit->base, *next = &edit->next;
    next->bin = payload->bin;
    next->bin_size = payload->bin_size;
    if (payload->bin == base->bin) {
        next->owned_bytes = base->owned_bytes;
        base->owned_bytes = 0;
    } else {
        next->owned_bytes = payload->owned_bytes;
        payload->owned_bytes = 0;
    }
    release_base(edit, base);
    *base = *next;
    *next = (vrmi_edit_base){.json = NULL};
}

vrm_result vrmi_edit_accept(vrm_edit *edit, const vrm_load_desc *desc) {
    const vrmi_edit_base *base = &edit->base;
    vrmi_glb parts = {.json = NULL};
    const vrmi_source source = {.parts = &parts};
    vrm_result result;
    if (edit->next.json == NULL) return VRM_OK; /* nothing has changed */
    vrm_model_release(edit->model);
    edit->model = NULL;
    take_next(edit);
    result = open_base(edit);
    if (result != VRM_OK) return result;
    parts.json = base->json;
    parts.json_length = base->json_length;
    parts.bin = base->bin_size != 0 ? base->bin : NULL;
    parts.bin_length = base->bin_size;
    return load_model(edit, &source, desc, NULL);
}

vrm_result vrmi_edit_undo(vrm_edit *edit) {
    vrmi_payload_release(edit);
    release_base(edit, &edit->next);
    return open_base(edit);
}

vrm_result vrmi_edit_use(vrm_edit *edit, const vrm_allocator *allocator) {
    vrmi_tree_release(&edit->tree);
    init_memory(edit, allocator);
    return open_base(edit);
}

/* --- Loading what would be written --- */

static vrm_result load_written(vrm_edit *edit, vrmi_edit_now *out) {
    vrm_load_desc desc;
    const void *bytes;
    size_t size;
    vrm_result result = vrmi_edit_write(edit, &out->file);
    if (result != VRM_OK) return result;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &edit->memory.allocator;
    desc.limits = &edit->limits;
    desc.meshopt = &edit->meshopt;
    bytes = vrm_written_bytes(out->file, &size);
    return vrm_model_load(bytes, size, &desc, &out->own, NULL);
}

vrm_result vrmi_edit_load_now(vrm_edit *edit, vrmi_edit_now *out) {
    vrm_result result = VRM_OK;
    *out = (vrmi_edit_now){.model = edit->model};
    if (is_base(edit)) return VRM_OK;
    result = load_written(edit, out);
    out->model = out->own;
    /* Memory that is refused ends an edit, wherever it was. */
    if (result == VRM_ERROR_OUT_OF_MEMORY || result == VRM_ERROR_LIMIT) {
        edit->tree.is_refused = true;
        edit->tree.is_too_large |= result == VRM_ERROR_LIMIT;
    }
    return result;
}

void vrmi_edit_now_release(vrmi_edit_now *now) {
    vrm_model_release(now->own);
    vrm_written_destroy(now->file);
}

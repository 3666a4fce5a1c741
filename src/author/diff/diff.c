/* vrm_diff_create and what reads its result. */
#include "author/diff/diff.h"

#include "author/diff/json_compare.h"
#include "author/document/written.h"
#include "base/desc.h"
#include "gltf/session.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_diff_desc, reserved);

void vrm_diff_desc_init_sized(vrm_diff_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

const char *vrm_diff_part_name(vrm_diff_part part) {
    static const char *const names[VRM_DIFF_PART_COUNT] = {
        "file",    "meta",      "bones",       "expressions", "lookAt", "firstPerson",
        "springs", "colliders", "constraints", "materials",   "images", "meshes",
        "skins",   "nodes",     "animations",  "extensions",  "other"};
    return part >= 0 && part < VRM_DIFF_PART_COUNT ? names[part] : "";
}

const char *vrm_diff_kind_name(vrm_diff_kind kind) {
    static const char *const names[] = {"added", "removed", "renamed", "changed"};
    return kind >= VRM_DIFF_ADDED && kind <= VRM_DIFF_CHANGED ? names[kind] : "";
}

/* --- The comparison --- */

bool vrmi_diff_is_cancelled(vrm_diff *diff) {
    if (!diff->is_cancelled && diff->cancel != NULL) {
        diff->is_cancelled = diff->cancel(diff->cancel_user) != 0;
    }
    return diff->is_cancelled;
}

static bool is_avatar(const vrmi_diff_file *file) {
    return file->tables->dialect != VRM_DIALECT_NONE &&
           file->tables->dialect != VRM_DIALECT_ANIMATION;
}

static void set_file(vrmi_diff_file *file, const vrm_model *model, const void *bytes, size_t size) {
    file->model = model;
    file->gltf = vrm_model_gltf(model);
    file->tables = vrm_model_tables(model);
    file->bytes = bytes;
    file->size = bytes != NULL ? size : 0;
}

static void compare_parts(vrm_diff *diff) {
    static void (*const parts[])(vrm_diff * diff) = {
        vrmi_diff_facts,       vrmi_diff_meta,         vrmi_diff_nodes,   vrmi_diff_expressions,
        vrmi_diff_look_at,     vrmi_diff_first_person, vrmi_diff_springs, vrmi_diff_colliders,
        vrmi_diff_constraints, vrmi_diff_materials,    vrmi_diff_images,  vrmi_diff_meshes,
        vrmi_diff_skins,       vrmi_diff_animations,   vrmi_diff_other,
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        if (vrmi_diff_is_cancelled(diff)) return;
        parts[i](diff);
    }
}

static bool has_json(const vrm_diff *diff) { return diff->a.json != NULL && diff->b.json != NULL; }

static void compare_spelling(vrm_diff *diff) {
    const vrmi_diff_file *a = &diff->a, *b = &diff->b;
    if (has_json(diff)) {
        vrmi_list_operations(&diff->memory, yyjson_doc_get_root(a->json),
                             yyjson_doc_get_root(b->json), NULL, &diff->operation_count);
    }
    diff->has_other_payload =
        a->bin_size != b->bin_size || (a->bin_size > 0 && memcmp(a->bin, b->bin, a->bin_size) != 0);
}

static vrm_result compare(vrm_diff *diff, const vrm_limits *limits) {
    if (!vrmi_diff_read_json(diff, &diff->a, limits->max_json_depth) ||
        !vrmi_diff_read_json(diff, &diff->b, limits->max_json_depth)) {
        return diff->memory.refusal != VRMI_REFUSAL_NONE ? vrmi_refusal_result(&diff->memory)
                                                         : VRM_ERROR_LIMIT;
    }
    diff->turns = is_avatar(&diff->a) && is_avatar(&diff->b) &&
                  diff->a.tables->humanoid.faces_minus_z != diff->b.tables->humanoid.faces_minus_z;
    if (diff->a.tables->dialect != diff->b.tables->dialect) diff->list.tolerance = 1e-5;
    if (vrmi_diff_number_contents(diff) && vrmi_diff_match_all(diff)) {
        compare_parts(diff);
        compare_spelling(diff);
    }
    if (diff->is_cancelled) return VRM_ERROR_CANCELLED;
    /* Also if a value counts as different because there was no memory to compare it. */
    return diff->list.is_refused || diff->memory.refusal != VRMI_REFUSAL_NONE
               ? vrmi_refusal_result(&diff->memory)
               : VRM_OK;
}

static vrm_diff *make(const vrm_diff_desc *desc, const vrmi_load_settings *load) {
    vrmi_memory memory;
    vrm_diff *diff;
    vrmi_load_memory_init(&memory, load);
    diff = vrmi_memory_allocate(&memory, sizeof *diff);
    if (diff == NULL) return NULL;
    memset(diff, 0, sizeof *diff);
    diff->memory = memory;
    diff->cancel = load->desc.cancel;
    diff->cancel_user = load->desc.cancel_user;
    vrmi_diff_list_init(&diff->list, &diff->memory);
    if (desc->parts != 0) diff->list.left_out = ~desc->parts;
    return diff;
}

vrm_result vrm_diff_create(const vrm_model *a, const vrm_model *b, const vrm_diff_desc *desc,
                           vrm_diff **out_diff, vrm_report **out_report) {
    vrm_diff_desc settings;
    vrmi_load_settings load;
    vrm_result result;
    vrm_diff *diff;
    if (out_diff != NULL) *out_diff = NULL;
    if (out_diff == NULL || a == NULL || b == NULL ||
        !vrmi_flagged_read(&settings, sizeof settings, VRMI_SIZE_UP_TO(vrm_diff_desc, parts), desc,
                           0) ||
        settings.parts >> VRM_DIFF_PART_COUNT != 0 ||
        !vrmi_load_settings_read(&load, settings.load)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    diff = make(&settings, &load);
    if (diff == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    set_file(&diff->a, a, settings.a_file, settings.a_size);
    set_file(&diff->b, b, settings.b_file, settings.b_size);
    result = compare(diff, &load.limits);
    if (result == VRM_OK) {
        *out_diff = diff;
    } else {
        vrm_diff_destroy(diff);
    }
    return vrmi_report_end(out_report, result);
}

static const vrmi_diff_match *match_of(const vrm_diff *diff, vrm_diff_table table) {
    const vrmi_diff_match *const matches[] = {
        &diff->nodes,       &diff->meshes,  &diff->materials, &diff->images,
        &diff->expressions, &diff->springs, &diff->colliders, &diff->groups};
    return table >= VRM_DIFF_TABLE_NODES && table <= VRM_DIFF_TABLE_GROUPS ? matches[table] : NULL;
}

void vrm_diff_destroy(vrm_diff *diff) {
    vrmi_memory memory;
    if (diff == NULL) return;
    for (vrm_diff_table table = 0; table <= VRM_DIFF_TABLE_GROUPS; ++table) {
        const vrmi_diff_match *match = match_of(diff, table);
        vrmi_diff_drop(&diff->memory, match->to_a);
        vrmi_diff_drop(&diff->memory, match->to_b);
    }
    vrmi_diff_drop(&diff->memory, diff->content_a);
    vrmi_diff_drop(&diff->memory, diff->content_b);
    vrmi_diff_list_release(&diff->list);
    yyjson_doc_free(diff->a.json);
    yyjson_doc_free(diff->b.json);
    memory = diff->memory;
    vrmi_memory_release(&memory, diff, sizeof *diff);
}

/* --- The result --- */

void vrm_diff_get_info(const vrm_diff *diff, vrm_diff_info *info) {
    vrm_diff_info found = {0};
    if (diff == NULL || info == NULL) return;
    found.count = diff->list.count;
    found.found = diff->list.found;
    found.operation_count = diff->operation_count;
    found.has_json = has_json(diff);
    found.has_other_payload = diff->has_other_payload;
    memcpy(found.part_counts, diff->list.part_counts, sizeof found.part_counts);
    vrmi_sized_write(info, VRMI_SIZE_UP_TO(vrm_diff_info, part_counts), &found, sizeof found);
}

const vrm_difference *vrm_diff_get(const vrm_diff *diff, uint32_t index) {
    return diff != NULL && index < diff->list.count ? &diff->list.items[index] : NULL;
}

int32_t vrm_diff_match(const vrm_diff *diff, vrm_diff_table table, int32_t index) {
    const vrmi_diff_match *match = diff != NULL ? match_of(diff, table) : NULL;
    if (match == NULL || index < 0 || (uint32_t)index >= match->a_count) return VRM_NONE;
    return match->to_b[index];
}

vrm_result vrm_diff_operations(vrm_diff *diff, const vrm_diff_visitor *visitor) {
    uint64_t count;
    if (diff == NULL || visitor == NULL || visitor->operation == NULL) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (!has_json(diff)) return VRM_OK;
    diff->memory.refusal = VRMI_REFUSAL_NONE;
    vrmi_list_operations(&diff->memory, yyjson_doc_get_root(diff->a.json),
                         yyjson_doc_get_root(diff->b.json), visitor, &count);
    return diff->memory.refusal != VRMI_REFUSAL_NONE ? vrmi_refusal_result(&diff->memory) : VRM_OK;
}

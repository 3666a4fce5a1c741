/*
 * A fix: a check that goes along with a load finds places, repairs turn them into an edit of the
 * JSON, and the new file is checked again, until there is nothing more to fix.
 */
#include "author/fix/fix.h"

#include "author/check/payload.h"
#include "author/document/written.h"
#include "base/desc.h"
#include "base/sort.h"
#include "base/text.h"
#include "build/diagnostics.h"
#include "model/model.h"

#include <assert.h>
#include <string.h>

/* What one repair uncovers, such as a list that has become empty, is fixed by the next pass. */
enum { MOST_PASSES = 8, BOM_BYTES = 3 };
/* Steps through the JSON that one pass may take to find its places: a bound for hostile files. */
static const uint64_t MOST_STEPS = UINT64_C(1) << 26;

/* --- The table --- */

typedef struct repair_entry {
    vrmi_diagnostic_id id;
    vrmi_repair *repair;
    const char *sentence;
} repair_entry;

static const repair_entry repairs[] = {
#define X(id, name, sentence) {VRMI_##id, vrmi_repair_##name, sentence},
    VRMI_REPAIRS(X)
#undef X
};

static const repair_entry *repair_of(vrmi_diagnostic_id id) {
    for (size_t i = 0; i < sizeof repairs / sizeof repairs[0]; ++i) {
        if (repairs[i].id == id) return &repairs[i];
    }
    return NULL;
}

static const char *code_of(vrmi_diagnostic_id id) {
    /* Not static: addresses in another DLL are no constants. */
    const vrmi_diagnostics *const rooms[] = {&vrmi_gltf_diagnostics, &vrmi_build_diagnostics,
                                             &vrmi_check_diagnostics};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; ++i) {
        if (id >= rooms[i]->first && id < rooms[i]->end) {
            return rooms[i]->messages[id - rooms[i]->first].info.code;
        }
    }
    return "";
}

const char *vrm_fix_sentence(const char *code) {
    for (size_t i = 0; code != NULL && i < sizeof repairs / sizeof repairs[0]; ++i) {
        if (strcmp(code_of(repairs[i].id), code) == 0) return repairs[i].sentence;
    }
    return NULL;
}

/* --- Finding --- */

static void found(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_place *place, void *user) {
    vrmi_fix *fix = user;
    vrmi_finding finding = {.id = id}, *list;
    if (id == VRMI_JSON_UTF8) fix->is_not_utf8 = true;
    if (repair_of(id) == NULL) return;
    finding.pointer =
        vrmi_arena_copy_string(&fix->arena, place->pointer.data, place->pointer.length);
    finding.byte_offset = place->byte_offset;
    finding.used_number = load->used_number;
    finding.report_index = vrm_report_count(load->report);
    finding.fixed_count = UINT32_MAX;
    list = vrmi_fix_reserve(&fix->arena, fix->findings, fix->count, &fix->capacity, sizeof *list);
    if (finding.pointer.data == NULL || list == NULL) {
        fix->is_refused = true;
        return;
    }
    fix->findings = list;
    fix->findings[fix->count++] = finding;
}

static int compare_findings(const vrmi_finding *a, const vrmi_finding *b) {
    uint32_t length = a->pointer.length < b->pointer.length ? a->pointer.length : b->pointer.length;
    int order = a->id != b->id ? (a->id < b->id ? -1 : 1) : 0;
    if (order == 0 && length > 0) order = memcmp(a->pointer.data, b->pointer.data, length);
    if (order == 0 && a->pointer.length != b->pointer.length) {
        order = a->pointer.length < b->pointer.length ? -1 : 1;
    }
    if (order == 0 && a->byte_offset != b->byte_offset) {
        order = a->byte_offset < b->byte_offset ? -1 : 1;
    }
    return order;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_finding *findings = context;
    return compare_findings(&findings[a], &findings[b]) < 0;
}

/* Those of one code at one place stand together, in the order of the report. */
static bool sort_findings(vrmi_fix *fix) {
    uint32_t *order = vrmi_sort_order(&fix->arena, fix->count, comes_before, fix->findings);
    vrmi_finding *sorted = VRMI_TAKE(&fix->arena, vrmi_finding, fix->count);
    if (order == NULL || sorted == NULL) return false;
    for (uint32_t i = 0; i < fix->count; ++i) sorted[i] = fix->findings[order[i]];
    fix->findings = sorted;
    return true;
}

static bool is_same_place(const vrmi_fix *fix, uint32_t index) {
    return index > 0 && compare_findings(&fix->findings[index - 1], &fix->findings[index]) == 0;
}

void vrmi_fix_repair(vrmi_fix *fix, vrmi_finding *at) {
    at->first_operation = fix->operation_count;
    repair_of(at->id)->repair(fix, at);
    if (fix->steps == 0) fix->operation_count = at->first_operation;
    at->operation_count = fix->operation_count - at->first_operation;
}

/* While the model is there. The tree is changed when the load has ended. */
static void repair_all(vrmi_fix *fix) {
    const vrm_string json = vrmi_written_json(fix->bytes, fix->size);
    if (fix->count == 0) return;
    if (!sort_findings(fix) ||
        !vrmi_tree_open(&fix->tree, fix->arena.memory, json.data, json.length)) {
        fix->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < fix->count; ++i) {
        vrmi_finding *at = &fix->findings[i];
        if (is_same_place(fix, i) || (fix->is_not_utf8 && at->pointer.length != 0)) continue;
        vrmi_fix_repair(fix, at);
    }
    if (fix->tree.is_refused) fix->is_refused = true;
}

typedef struct fix_run {
    const vrm_check_desc *desc;
    vrmi_fix *fix;
    vrm_check_flags asked; /* the caller's flags */
    bool decodes_images;   /* the caller asks for it */
    bool is_last;          /* nothing is fixed after this check */
    bool is_complete;      /* it has done all that the caller asks for */
} fix_run;

static bool has_changes(const vrmi_fix *fix) {
    for (uint32_t i = 0; i < fix->count; ++i) {
        if (fix->findings[i].changes_container || fix->findings[i].operation_count > 0) return true;
    }
    return false;
}

static void tell(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_place *place, void *user) {
    found(load, id, place, ((fix_run *)user)->fix);
}

/* Counted from the first, whatever needs a repair: so a second fix reads the same ones. */
static uint32_t count_readable(const vrm_model *model) {
    uint64_t budget = vrmi_payload_budget(model);
    uint32_t count = 0;
    while (count < model->document.gltf.accessor_count &&
           vrmi_read_spend(&model->document, (int32_t)count, &budget)) {
        count += 1;
    }
    return count;
}

/* Where there is nothing to fix, this check becomes the last one. Images stand earlier in a report
 * than behavior: if they are to be decoded, a check of its own does both. */
static void finish_check(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                         fix_run *run) {
    vrm_check_desc all = *run->desc;
    if (run->decodes_images) return;
    all.flags = run->asked;
    vrmi_check_run_behavior(load, model, root, &all);
    run->is_complete = true;
}

static void inspect(vrmi_load *load, const vrm_model *model, const vrmi_json *root, void *user) {
    fix_run *run = user;
    vrmi_fix *fix = run->fix;
    vrmi_check_run(load, model, root, run->desc);
    fix->model = model;
    fix->gltf = vrm_model_gltf(model);
    fix->readable = count_readable(model);
    fix->tables = vrm_model_tables(model);
    fix->memory = load->memory;
    if (run->is_last) return;
    repair_all(fix);
    if (!has_changes(fix)) finish_check(load, model, root, run);
}

/* --- Fixing --- */

static bool is_done(const vrmi_fix *fix, const vrmi_finding *at) {
    for (uint32_t i = 0; i < at->operation_count; ++i) {
        if (fix->operations[at->first_operation + i].state == VRMI_FIX_SKIPPED) return false;
    }
    return at->operation_count > 0 || at->changes_container;
}

/* The kind of change at a diagnostic that was fixed. */
static vrm_change_kind kind_of(const vrmi_fix *fix, const vrmi_finding *at) {
    static const vrm_change_kind kinds[] = {[VRMI_FIX_REPLACE] = VRM_CHANGE_CONVERTED,
                                            [VRMI_FIX_REMOVE] = VRM_CHANGE_REMOVED,
                                            [VRMI_FIX_RENAME] = VRM_CHANGE_KEPT,
                                            [VRMI_FIX_KEEP_LAST] = VRM_CHANGE_KEPT,
                                            [VRMI_FIX_ADD] = VRM_CHANGE_ADDED};
    return at->operation_count > 0 ? kinds[fix->operations[at->first_operation].kind]
                                   : VRM_CHANGE_KEPT;
}

/* Where the new file has the value that was fixed; nowhere if it went. */
static vrm_string place_of(vrmi_fix *fix, const vrmi_finding *at) {
    static const vrm_string nowhere = {"", 0};
    const vrmi_value *value =
        at->operation_count > 0 ? fix->operations[at->first_operation].value : NULL;
    return value != NULL ? vrmi_value_pointer(&fix->tree, value) : nowhere;
}

/* Lists what was fixed, with the diagnostic that the report of the check has of it. */
static void list_change(vrmi_fix *fix, const vrmi_finding *at, const vrm_diagnostic *entry,
                        vrm_written *file) {
    const uint32_t count = vrm_report_count(file->fixed);
    vrmi_report_copy(file->fixed, entry);
    if (vrm_report_count(file->fixed) == count) return;
    vrmi_written_add_change(file, kind_of(fix, at), entry->code, vrmi_string_from(entry->pointer),
                            place_of(fix, at), vrmi_string_from(repair_of(at->id)->sentence));
}

static void list_changes(vrmi_fix *fix, const vrm_report *report, vrm_written *file) {
    uint32_t left = 0;
    const vrmi_finding *first = NULL;
    for (uint32_t i = 0; i < fix->count; ++i) {
        const vrmi_finding *at = &fix->findings[i];
        const vrm_diagnostic *entry = vrm_report_get(report, at->report_index);
        if (!is_same_place(fix, i)) {
            first = at;
            left = is_done(fix, at) ? at->fixed_count : 0;
        }
        if (left == 0) continue;
        --left;
        if (entry != NULL && strcmp(entry->code, code_of(at->id)) == 0) {
            list_change(fix, first, entry, file);
        }
    }
}

static vrm_result refuse(const vrmi_memory *memory, vrm_report *report) {
    vrmi_diagnostic_id id = VRMI_OUT_OF_MEMORY;
    uint64_t limit = 0;
    if (memory->refusal == VRMI_REFUSAL_BYTES) {
        id = VRMI_LIMIT_MEMORY;
        limit = memory->max_bytes;
    } else if (memory->refusal == VRMI_REFUSAL_ALLOCATIONS) {
        id = VRMI_LIMIT_ALLOCATIONS;
        limit = memory->max_allocations;
    }
    vrmi_report_add(report, &vrmi_gltf_diagnostics.messages[id - VRMI_GLTF_FIRST], true, NULL,
                    VRMI_WITH(vrmi_unsigned(limit)));
    return vrmi_refusal_result(memory);
}

static void adopt(vrm_written *file, vrmi_written bytes) {
    if (file->file.bytes != NULL) {
        vrmi_memory_release(&file->memory, file->file.bytes, file->file.size);
    }
    file->file = bytes;
}

/* What all passes share. */
typedef struct passes {
    const vrm_check_desc *desc; /* of the caller */
    const uint8_t *input;       /* the file before the first change */
    size_t input_size;
    vrm_written *file;  /* has bytes after the first change */
    vrm_report *report; /* of the latest check */
    bool is_complete;   /* that check has done all that the caller asks for */
} passes;

/* The file around the tree as it is now. */
static bool write_file(vrmi_fix *fix, vrmi_memory *memory, vrmi_written *out) {
    char *json;
    size_t length, cut;
    bool is_good;
    if (!vrmi_tree_write(&fix->tree, memory, &json, &length)) return false;
    cut = fix->drops_bom && length >= BOM_BYTES && memcmp(json, "\xEF\xBB\xBF", BOM_BYTES) == 0
              ? BOM_BYTES
              : 0;
    is_good = vrmi_glb_write(memory, fix->bytes, fix->size, json + cut, length - cut,
                             fix->container_changes, out);
    vrmi_memory_release(memory, json, length);
    return is_good;
}

/* Writes the new file. `*out_again`: it differs, and is to be checked once more. */
static vrm_result apply(passes *all, vrmi_fix *fix, bool *out_again) {
    vrmi_memory *memory = &all->file->memory;
    vrmi_written written;
    vrmi_fix_apply(fix);
    if (fix->is_refused || !write_file(fix, memory, &written)) {
        return refuse(memory, all->report);
    }
    if (written.size == fix->size && memcmp(written.bytes, fix->bytes, fix->size) == 0) {
        vrmi_memory_release(memory, written.bytes, written.size);
        return VRM_OK;
    }
    list_changes(fix, all->report, all->file);
    adopt(all->file, written);
    *out_again = true;
    return all->file->is_refused || fix->tree.is_refused ? refuse(memory, all->report) : VRM_OK;
}

/* Checks the file as it is now. What no repair asks for, and what costs most, waits for the end. */
static vrm_result check(passes *all, vrmi_fix *fix, bool is_whole) {
    const vrmi_source source = {.bytes = fix->bytes, .size = fix->size};
    vrm_check_desc own;
    fix_run run = {.desc = &own, .fix = fix, .is_last = is_whole};
    const vrmi_inspection inspection = {tell, vrmi_check_is_error, inspect, &run};
    vrmi_load_settings settings;
    vrm_model *model = NULL;
    vrm_result result;
    vrm_report_destroy(all->report);
    all->report = NULL;
    result = vrmi_check_begin(true, all->desc, &own, &settings, &all->report);
    if (result != VRM_OK) return result;
    run.asked = own.flags;
    run.decodes_images = own.decode_image != NULL;
    if (!is_whole) {
        own.flags |= VRM_CHECK_NO_BEHAVIOR;
        own.decode_image = NULL;
    }
    settings.inspection = &inspection;
    result = vrmi_model_load(&source, &settings, all->report, &model, NULL);
    vrm_model_release(model);
    all->is_complete = run.is_complete;
    return result == VRM_OK && fix->is_refused ? refuse(&all->file->memory, all->report) : result;
}

static void begin_pass(const passes *all, vrmi_fix *fix) {
    const vrmi_written *file = &all->file->file;
    memset(fix, 0, sizeof *fix);
    fix->bytes = file->bytes != NULL ? file->bytes : all->input;
    fix->size = file->bytes != NULL ? file->size : all->input_size;
    fix->steps = MOST_STEPS;
    vrmi_arena_init(&fix->arena, &all->file->memory, 0);
}

static void end_pass(vrmi_fix *fix) {
    vrmi_tree_release(&fix->tree);
    vrmi_arena_release(&fix->arena);
}

/* One check, and the edit that it asks for. */
static vrm_result run_pass(passes *all, bool *out_again) {
    vrmi_fix fix;
    vrm_result result;
    *out_again = false;
    begin_pass(all, &fix);
    result = check(all, &fix, false);
    if (result == VRM_OK && has_changes(&fix)) result = apply(all, &fix, out_again);
    end_pass(&fix);
    return result;
}

/* The check whose report says what is left. */
static vrm_result run_last(passes *all) {
    vrmi_fix fix;
    vrm_result result;
    begin_pass(all, &fix);
    result = check(all, &fix, true);
    end_pass(&fix);
    return result;
}

/* Where nothing was fixed, the new file is a copy of the old one. */
static vrm_result copy_input(passes *all) {
    vrm_written *file = all->file;
    file->file.bytes = vrmi_memory_allocate(&file->memory, all->input_size);
    if (file->file.bytes == NULL) return refuse(&file->memory, all->report);
    file->file.size = all->input_size;
    memcpy(file->file.bytes, all->input, all->input_size);
    return VRM_OK;
}

static vrm_result run_passes(passes *all) {
    bool again = true;
    vrm_result result = VRM_OK;
    for (int pass = 0; again && pass < MOST_PASSES; ++pass) {
        result = run_pass(all, &again);
    }
    if (result == VRM_OK && !all->is_complete) result = run_last(all);
    return result == VRM_OK && all->file->file.bytes == NULL ? copy_input(all) : result;
}

static vrm_written *create(const vrmi_load_settings *settings) {
    vrm_written *file = vrmi_written_create(settings->desc.allocator, NULL);
    if (file == NULL) return NULL;
    file->memory.max_bytes = settings->limits.max_memory_bytes;
    file->memory.max_allocations = settings->limits.max_allocations;
    file->fixed = vrmi_report_create(settings->desc.allocator, settings->limits.max_diagnostics);
    if (file->fixed != NULL) return file;
    vrm_written_destroy(file);
    return NULL;
}

static vrm_result run(passes *all, vrm_written **out_file) {
    vrm_check_desc own;
    vrmi_load_settings settings;
    bool has_input = all->input != NULL || all->input_size == 0;
    vrm_result result =
        vrmi_check_begin(has_input && out_file != NULL, all->desc, &own, &settings, &all->report);
    if (result != VRM_OK) return result;
    assert(out_file != NULL); /* vrmi_check_begin has seen to it */
    all->file = create(&settings);
    if (all->file == NULL) {
        vrm_report_destroy(all->report);
        return vrmi_report_end(&all->report, VRM_ERROR_OUT_OF_MEMORY);
    }
    result = run_passes(all);
    if (result == VRM_OK) {
        *out_file = all->file;
    } else {
        vrm_written_destroy(all->file);
    }
    return result;
}

vrm_result vrm_fix(const void *bytes, size_t size, const vrm_check_desc *desc,
                   vrm_written **out_file, vrm_report **out_report) {
    passes all = {.desc = desc, .input = bytes, .input_size = size};
    vrm_result result;
    if (out_file != NULL) *out_file = NULL;
    result = run(&all, out_file);
    if (out_report != NULL) {
        *out_report = all.report;
    } else {
        vrm_report_destroy(all.report);
    }
    return result;
}

const vrm_diagnostic *vrm_written_fixed(const vrm_written *file, uint32_t index) {
    return file != NULL ? vrm_report_get(file->fixed, index) : NULL;
}

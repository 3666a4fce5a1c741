/* One file: its check, and what is left of its diagnostics. */
#include "check_file.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/system/files.h"
#include "check_motion.h"

#include <stdlib.h>
#include <string.h>

/* How many diagnostics of a file are kept. More than a load keeps: what is ignored must not push
 * out what is not. */
enum { MOST_DIAGNOSTICS = 4096 };

static vrm_result check_standard_input(batch_file *file, const load_bounds *bounds,
                                       const vrm_check_desc *desc, vrm_written **out_fixed,
                                       vrm_report **out_report) {
    vrm_result result = read_standard_input(file, &bounds->desc, out_report);
    if (result != VRM_OK) return result;
    return out_fixed != NULL ? vrm_fix(file->bytes, file->size, desc, out_fixed, out_report)
                             : vrm_check(file->bytes, file->size, desc, out_report);
}

/* Whether nothing was seen of what is in the file. Otherwise the report itself is what was asked
 * for, and stands on standard output. */
static bool saw_nothing(vrm_result result) {
    return result == VRM_ERROR_FILE || result == VRM_ERROR_CANCELLED ||
           result == VRM_ERROR_INVALID_ARGUMENT;
}

/* A file without an avatar, or one that is no glTF. */
static bool may_be_motion(vrm_result result) {
    return result == VRM_ERROR_VRM || result == VRM_ERROR_CONTAINER;
}

/* --- The profile --- */

static void note_over(file_notes *notes, const budget *budget, const budget_row *row) {
    const vrm_diagnostic_argument arguments[4] = {
        note_words(measure_words(row->which)), note_count(row->value),
        note_words(budget->profile->name), note_count(row->limit)};
    notes_keep(notes, TOOL_OVER_BUDGET, budget->profile->severity, arguments);
}

static uint64_t bytes_of(const batch_file *file) {
    uint64_t size = file->size;
    if (!file->input.is_standard_input && !file_size(file->input.path, &size)) size = 0;
    return size;
}

/* A check has no model to show: the file, which has just been read, is loaded for it. */
static void compare_with_profile(batch_file *file, const profile *profile,
                                 const load_bounds *bounds, file_notes *notes, budget *out) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result =
        file->input.is_standard_input
            ? vrm_model_load(file->bytes, file->size, &bounds->desc, &model, &report)
            : load_with(file->input.path, &bounds->desc, &model, &report);
    if (result == VRM_OK && budget_compare(profile, model, bytes_of(file), out)) {
        for (uint32_t i = 0; i < out->count; ++i) {
            if (budget_is_over(&out->rows[i])) note_over(notes, out, &out->rows[i]);
        }
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
}

/* --- The check --- */

static void note_skipped(file_notes *notes, uint64_t images) {
    const vrm_diagnostic_argument count = note_count(images);
    notes_keep(notes, TOOL_IMAGES_NOT_CHECKED, VRM_SEVERITY_WARNING, &count);
}

void check_file(batch_file *file, const check_options *chosen, memory_budget *memory,
                file_notes *notes, budget *out_budget, vrm_written **out_fixed) {
    const file_limits *limits = &chosen->files.batch.limits;
    load_bounds bounds;
    image_decoding decoding = {0};
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    if (!load_begin(file, limits, memory, &bounds, notes)) return;
    bounds.limits.max_diagnostics = MOST_DIAGNOSTICS;
    vrm_check_desc_init(&desc);
    desc.flags = chosen->flags;
    desc.load = &bounds.desc;
    decoding.allocator = &bounds.allocator;
    decoding.cancel = bounds.desc.cancel;
    decoding.cancel_user = bounds.desc.cancel_user;
    desc.decode_image = chosen->decode_image;
    desc.decode_image_user = &decoding;
    result = file->input.is_standard_input
                 ? check_standard_input(file, &bounds, &desc, out_fixed, &report)
                 : check_path(file->input.path, &desc, out_fixed, &report);
    if (may_be_motion(result) && check_motion(file, &bounds, notes)) {
        vrm_report_destroy(report);
        return;
    }
    if (load_failed(file, limits, memory, result, notes)) {
        vrm_report_destroy(report);
    } else if (saw_nothing(result)) {
        notes_add_report(notes, file->input.path, result, report);
    } else {
        notes_set_report(notes, result, report);
    }
    if (decoding.skipped > 0) note_skipped(notes, decoding.skipped);
    if (result == VRM_OK && chosen->budgets.name != NULL) {
        compare_with_profile(file, &chosen->budgets, &bounds, notes, out_budget);
    }
}

/* --- What is left --- */

static bool is_ignored(const check_options *chosen, const vrm_diagnostic *diagnostic) {
    for (uint32_t i = 0; i < chosen->ignored_count; ++i) {
        if (strcmp(chosen->ignored[i], diagnostic->code) == 0) return true;
    }
    return false;
}

static bool is_failed_by(const check_found *found, int fail_on) {
    for (int i = fail_on; i <= VRM_SEVERITY_ERROR; ++i) {
        if (found->counts[i] > 0) return true;
    }
    return false;
}

/* Leaves out what a rule of the options or the baseline leaves out. */
static void leave_out(check_found *found, uint64_t *count, const bool *is_left_out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; ++i) {
        if (is_left_out[i]) {
            found->counts[found->items[i]->severity] -= 1;
            *count += 1;
        } else {
            found->items[kept++] = found->items[i];
        }
    }
    found->count = kept;
}

/* `marks` has room for all items. */
static bool leave_out_accepted(check_found *found, const check_options *chosen,
                               baseline_writer *writer, bool *marks) {
    if (writer != NULL) {
        if (!baseline_add(writer, found->path, found->items, found->count)) return false;
        memset(marks, 1, found->count * sizeof *marks);
    } else if (chosen->accepted.is_there) {
        if (!baseline_mark(&chosen->accepted, found->path, found->items, found->count, marks)) {
            return false;
        }
    } else {
        return true;
    }
    leave_out(found, &found->accepted, marks);
    return true;
}

/* A file that cannot be used has nothing that could be accepted. */
static bool leave_out_all(check_found *found, const check_options *chosen,
                          baseline_writer *writer) {
    bool *marks = calloc((size_t)found->count + 1, sizeof *marks);
    bool is_good = marks != NULL;
    for (uint32_t i = 0; is_good && i < found->count; ++i) {
        marks[i] = is_ignored(chosen, found->items[i]);
    }
    if (is_good) leave_out(found, &found->ignored, marks);
    if (is_good && found->was_checked) is_good = leave_out_accepted(found, chosen, writer, marks);
    free(marks);
    return is_good;
}

bool check_collect(const char *path, const file_notes *notes, const check_options *chosen,
                   baseline_writer *writer, check_found *out) {
    uint32_t count = notes_count(notes);
    memset(out, 0, sizeof *out);
    out->path = path;
    out->notes = notes;
    out->was_checked = strcmp(notes_result(notes), "ok") == 0;
    out->items = calloc((size_t)count + 1, sizeof(const vrm_diagnostic *));
    if (out->items == NULL) return false;
    for (int i = 0; i < 3; ++i) out->counts[i] = notes_found(notes, (vrm_severity)i);
    for (uint32_t i = 0; i < count; ++i) out->items[i] = notes_get(notes, i);
    out->count = count;
    if (!leave_out_all(out, chosen, writer)) {
        check_found_release(out);
        return false;
    }
    out->passes = out->was_checked && !is_failed_by(out, chosen->fail_on);
    return true;
}

void check_found_release(check_found *found) {
    free(found->items);
    memset(found, 0, sizeof *found);
}

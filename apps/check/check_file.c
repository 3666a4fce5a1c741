/* One file: its check, and what is left of its diagnostics. */
#include "check_file.h"
#include "apps/kit/load.h"
#include "apps/kit/open.h"

#include <stdlib.h>
#include <string.h>

/* How many diagnostics of a file are kept. More than a load keeps: what is ignored must not push
 * out what is not. */
enum { MOST_DIAGNOSTICS = 4096 };

static vrm_result check_standard_input(batch_file *file, const load_bounds *bounds,
                                       const vrm_check_desc *desc, vrm_report **out_report) {
    vrm_result result = read_standard_input(file, &bounds->desc, out_report);
    if (result != VRM_OK) return result;
    return vrm_check(file->bytes, file->size, desc, out_report);
}

static vrm_result check_path(const char *path, vrm_check_desc *desc, vrm_report **out_report) {
    char *folder = folder_beside(path);
    vrm_resolver resolver;
    vrm_result result;
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        desc->resolver = &resolver;
    }
    result = vrm_check_file(path, desc, out_report);
    free(folder);
    return result;
}

/* Whether nothing was seen of what is in the file. Otherwise the report itself is what was asked
 * for, and stands on standard output. */
static bool saw_nothing(vrm_result result) {
    return result == VRM_ERROR_FILE || result == VRM_ERROR_CANCELLED ||
           result == VRM_ERROR_INVALID_ARGUMENT;
}

void check_file(batch_file *file, const check_options *chosen, memory_budget *budget,
                file_notes *notes) {
    const file_limits *limits = &chosen->files.batch.limits;
    load_bounds bounds;
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    if (!load_begin(file, limits, budget, &bounds, notes)) return;
    bounds.limits.max_diagnostics = MOST_DIAGNOSTICS;
    vrm_check_desc_init(&desc);
    desc.flags = chosen->flags;
    desc.limits = &bounds.limits;
    desc.allocator = &bounds.allocator;
    desc.cancel = bounds.desc.cancel;
    desc.cancel_user = bounds.desc.cancel_user;
    result = file->input.is_standard_input ? check_standard_input(file, &bounds, &desc, &report)
                                           : check_path(file->input.path, &desc, &report);
    if (load_failed(file, limits, budget, result, notes)) {
        vrm_report_destroy(report);
    } else if (saw_nothing(result)) {
        notes_add_report(notes, file->input.path, result, report);
    } else {
        notes_set_report(notes, result, report);
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

bool check_collect(const char *path, const file_notes *notes, const check_options *chosen,
                   check_found *out) {
    uint32_t count = notes_count(notes);
    memset(out, 0, sizeof *out);
    out->path = path;
    out->notes = notes;
    out->was_checked = strcmp(notes_result(notes), "ok") == 0;
    out->items = malloc(((size_t)count + 1) * sizeof(const vrm_diagnostic *));
    if (out->items == NULL) return false;
    for (int i = 0; i < 3; ++i) out->counts[i] = notes_found(notes, (vrm_severity)i);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_diagnostic *item = notes_get(notes, i);
        if (is_ignored(chosen, item)) {
            out->counts[item->severity] -= 1;
            out->ignored += 1;
        } else {
            out->items[out->count++] = item;
        }
    }
    out->passes = out->was_checked && !is_failed_by(out, chosen->fail_on);
    return true;
}

void check_found_release(check_found *found) {
    free(found->items);
    memset(found, 0, sizeof *found);
}

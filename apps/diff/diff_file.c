#include "diff_file.h"
#include "apps/kit/avatar/meshopt.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 64 };

/* --- Limits --- */

bool diff_is_late(const diff_bounds *bounds) {
    return bounds->deadline > 0.0 && seconds_now() > bounds->deadline;
}

int32_t diff_cancel(void *bounds) { return diff_is_late(bounds); }

static void set_limits(const diff_bounds *bounds, vrm_limits *out) {
    vrm_limits_init(out);
    if (bounds->limits.max_bytes != 0) out->max_file_bytes = bounds->limits.max_bytes;
    if (bounds->limits.max_memory != 0) {
        out->max_memory_bytes = bounds->limits.max_memory;
        out->max_external_bytes = bounds->limits.max_memory;
    }
}

/* --- Bytes --- */

/* The first bytes say whether the rest is worth reading. False: the report says why not. */
static bool looks_good(const char *bytes, size_t size, vrm_result *out_result,
                       vrm_report **out_report) {
    vrm_model *model = NULL;
    *out_result = vrm_model_peek(bytes, size, NULL, NULL, &model, out_report);
    vrm_model_release(model);
    if (*out_result == VRM_ERROR_CONTAINER) return false;
    vrm_report_destroy(*out_report);
    *out_report = NULL;
    return true;
}

static vrm_result read_all(FILE *stream, uint64_t size, diff_file *out, vrm_report **out_report) {
    vrm_result result = VRM_OK;
    size_t head;
    if (size >= SIZE_MAX) return VRM_ERROR_OUT_OF_MEMORY;
    out->bytes = malloc((size_t)size + 1);
    if (out->bytes == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    head = (size_t)size < HEAD_BYTES ? (size_t)size : HEAD_BYTES;
    out->size = fread(out->bytes, 1, head, stream);
    if (!looks_good(out->bytes, out->size, &result, out_report)) return result;
    if (out->size == HEAD_BYTES) {
        out->size += fread(out->bytes + HEAD_BYTES, 1, (size_t)size - HEAD_BYTES, stream);
    }
    return ferror(stream) ? VRM_ERROR_FILE : VRM_OK;
}

/* What the library says of a file that cannot be opened, or that is larger than it may be: it says
 * that best. */
static vrm_result ask_library(const char *path, const vrm_limits *limits, vrm_report **out_report) {
    vrm_model *none = NULL;
    vrm_load_desc desc;
    vrm_result result;
    load_desc_init(&desc);
    desc.limits = limits;
    result = load_with(path, &desc, &none, out_report);
    vrm_model_release(none);
    return result != VRM_OK ? result : VRM_ERROR_FILE;
}

static vrm_result read_path(const char *path, const diff_bounds *bounds, diff_file *out,
                            vrm_report **out_report) {
    FILE *stream = folder_exists(path) ? NULL : open_by_path(path, "rb");
    vrm_limits limits;
    uint64_t size;
    vrm_result result;
    set_limits(bounds, &limits);
    if (stream == NULL || !file_size(path, &size) || size > limits.max_file_bytes) {
        if (stream != NULL) fclose(stream);
        return ask_library(path, &limits, out_report);
    }
    result = read_all(stream, size, out, out_report);
    fclose(stream);
    return result;
}

static vrm_result read_pipe(const diff_bounds *bounds, diff_file *out, vrm_report **out_report) {
    batch_file input = {.input.is_standard_input = true};
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_result result;
    set_limits(bounds, &limits);
    load_desc_init(&desc);
    desc.limits = &limits;
    result = read_standard_input(&input, &desc, out_report);
    out->bytes = input.bytes;
    out->size = input.size;
    return result;
}

/* --- The model --- */

/* The bytes of the file count too. */
static bool begin_budget(diff_file *file, uint64_t most) {
    memory_budget_begin(&file->budget, most > file->size ? most - file->size : most);
    if (most == 0 || file->size < most) return true;
    atomic_store(&file->budget.has_refused, true);
    return false;
}

static vrm_result load_bytes(diff_file *file, const diff_bounds *bounds, vrm_report **out_report) {
    const vrm_allocator allocator = memory_budget_allocator(&file->budget);
    char *folder;
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_resolver resolver;
    vrm_result result;
    if (!begin_budget(file, bounds->limits.max_memory)) return VRM_ERROR_OUT_OF_MEMORY;
    folder = folder_beside(file->path);
    set_limits(bounds, &limits);
    load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.limits = &limits;
    desc.allocator = &allocator;
    desc.cancel = diff_cancel;
    desc.cancel_user = (void *)(uintptr_t)bounds;
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        desc.resolver = &resolver;
    }
    result = vrm_model_load(file->bytes, file->size, &desc, &file->model, out_report);
    free(folder);
    return result;
}

bool diff_file_open(diff_file *file, const char *path, const diff_bounds *bounds) {
    bool is_pipe = strcmp(path, "-") == 0;
    vrm_report *report = NULL;
    vrm_result result;
    memset(file, 0, sizeof *file);
    file->path = path;
    memory_budget_init(&file->budget);
    result = is_pipe ? read_pipe(bounds, file, &report) : read_path(path, bounds, file, &report);
    if (result == VRM_OK) result = load_bytes(file, bounds, &report);
    if (result == VRM_ERROR_OUT_OF_MEMORY) {
        vrm_report_destroy(report);
        note_no_memory(&file->notes, path, &bounds->limits, &file->budget);
    } else if (result == VRM_ERROR_CANCELLED) {
        vrm_report_destroy(report);
        note_late(&file->notes, path, &bounds->limits);
    } else if (result == VRM_ERROR_FILE && report == NULL) {
        vrm_diagnostic_argument problem = note_words(
            is_pipe ? WORDS("standard input cannot be read") : WORDS("the file cannot be read"));
        notes_add(&file->notes, path, TOOL_NO_INPUT, NULL, &problem);
    } else {
        notes_add_report(&file->notes, path, result, report);
    }
    if (result != VRM_OK) return false;
    file->gltf = vrm_model_gltf(file->model);
    file->tables = vrm_model_tables(file->model);
    return true;
}

void diff_file_close(diff_file *file) {
    vrm_model_release(file->model);
    free(file->bytes);
    notes_release(&file->notes);
    memset(file, 0, sizeof *file);
}

#include "load.h"
#include "apps/kit/avatar/meshopt.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/mapped.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

/* The library knows by so many bytes what a file is not; and a first piece of a pipe. */
enum { HEAD_BYTES = 64, FIRST_PIECE = 1 << 16 };

int32_t load_is_late(void *user) { return batch_is_late(user); }

/* --- Standard input --- */

/* How much room there is: pieces double as they grow. */
static size_t capacity_of(const batch_file *file) {
    size_t capacity = FIRST_PIECE;
    if (file->bytes == NULL) return 0;
    while (capacity < file->size) capacity *= 2;
    return capacity;
}

/* What nobody can change any more needs no copy. A file of another kind could become shorter while
 * it is read, which ends a program that has mapped it. */
static bool map_standard_input(batch_file *file) {
    file->bytes = mapped_standard_input(&file->size);
    file->is_mapped = file->bytes != NULL;
    return file->is_mapped;
}

/* Reads until there are `most` bytes or the end. False: there is not enough memory, or it cannot be
 * read, which errno says. */
static bool read_until(batch_file *file, FILE *stream, size_t most) {
    size_t capacity = capacity_of(file);
    if (file->is_mapped) return true;
    if (stream == stdin && file->bytes == NULL && map_standard_input(file)) return true;
    while (file->size < most && !feof(stream)) {
        if (file->size == capacity) {
            size_t larger = capacity > 0 ? capacity * 2 : FIRST_PIECE;
            void *grown = larger > capacity ? realloc(file->bytes, larger) : NULL;
            errno = ENOMEM;
            if (grown == NULL) return false;
            file->bytes = grown;
            capacity = larger;
        }
        errno = 0;
        file->size += fread((char *)file->bytes + file->size, 1,
                            (most < capacity ? most : capacity) - file->size, stream);
        if (ferror(stream)) return false;
    }
    return true;
}

static size_t most_bytes(const vrm_limits *limits) {
    uint64_t limit = limits->max_file_bytes;
    return limit < SIZE_MAX - 1 ? (size_t)limit + 1 : SIZE_MAX - 1;
}

static void begin_standard_input(void) {
#if defined(_WIN32)
    _setmode(_fileno(stdin), _O_BINARY);
#endif
}

static vrm_result reading_failed(void) {
    return errno == ENOMEM ? VRM_ERROR_OUT_OF_MEMORY : VRM_ERROR_FILE;
}

vrm_result read_standard_input(batch_file *file, const vrm_load_desc *desc,
                               vrm_report **out_report) {
    vrm_model *model = NULL;
    vrm_result result;
    *out_report = NULL;
    begin_standard_input();
    if (!read_until(file, stdin, HEAD_BYTES)) return VRM_ERROR_FILE;
    if (file->is_mapped) return VRM_OK; /* all of it is there, and nothing more would be read */
    result = vrm_model_peek(file->bytes, file->size, desc, NULL, &model, out_report);
    vrm_model_release(model);
    if (result == VRM_ERROR_CONTAINER) return result;
    vrm_report_destroy(*out_report);
    *out_report = NULL;
    return read_until(file, stdin, most_bytes(desc->limits)) ? VRM_OK : reading_failed();
}

static vrm_result load_standard_input(batch_file *file, const vrm_load_desc *desc,
                                      vrm_model **out_model, vrm_report **out_report) {
    vrm_result result = read_standard_input(file, desc, out_report);
    if (result != VRM_OK) return result;
    return vrm_model_load(file->bytes, file->size, desc, out_model, out_report);
}

/* A motion may be text, so that its first bytes are not looked at before the rest is read. */
static vrm_result load_clip_from_standard_input(batch_file *file, const vrm_clip_desc *desc,
                                                vrm_clip **out_clip, vrm_report **out_report) {
    begin_standard_input();
    if (!read_until(file, stdin, most_bytes(desc->load->limits))) return reading_failed();
    return vrm_clip_load(file->bytes, file->size, desc, out_clip, out_report);
}

/* --- Any file --- */

/* Asked before something is said on standard error, where the bar is. What a signal has stopped is
 * not reported: a load is cancelled then, and an image is too large. */
static bool is_silent(const void *user) {
    const batch_file *file = user;
    if (batch_is_late(file)) return true;
    progress_clear(batch_progress(file->worker));
    return false;
}

void notes_follow(file_notes *notes, const batch_file *file) {
    notes->is_silent = is_silent;
    notes->silent_of = file;
}

/* The limits of the tool as those of the library. */
static void set_limits(const file_limits *limits, vrm_limits *out) {
    vrm_limits_init(out);
    if (limits->max_bytes != 0) out->max_file_bytes = limits->max_bytes;
    if (limits->max_memory != 0) {
        out->max_memory_bytes = limits->max_memory;
        out->max_external_bytes = limits->max_memory;
    }
}

bool load_begin(batch_file *file, const file_limits *limits, memory_budget *budget,
                load_bounds *out, file_notes *notes) {
    const input_file *input = &file->input;
    notes_follow(notes, file);
    if (input->problem != NULL) {
        vrm_diagnostic_argument problem = note_words(input->problem);
        notes_add(notes, input->path != NULL ? input->path : "", TOOL_NO_INPUT, NULL, &problem);
        return false;
    }
    set_limits(limits, &out->limits);
    memory_budget_begin(budget, limits->max_memory);
    out->allocator = memory_budget_allocator(budget);
    load_desc_init(&out->desc);
    out->desc.limits = &out->limits;
    out->desc.cancel = load_is_late;
    out->desc.cancel_user = file;
    out->desc.allocator = &out->allocator;
    return true;
}

bool load_failed(const batch_file *file, const file_limits *limits, const memory_budget *budget,
                 vrm_result result, file_notes *notes) {
    const input_file *input = &file->input;
    if (result == VRM_ERROR_FILE && input->is_standard_input) {
        vrm_diagnostic_argument problem = note_words("standard input cannot be read");
        notes_add(notes, input->path, TOOL_NO_INPUT, NULL, &problem);
        return true;
    }
    if (result != VRM_ERROR_OUT_OF_MEMORY) return false;
    note_no_memory(notes, input->path, limits, budget);
    return true;
}

bool load_file(batch_file *file, uint32_t flags, const file_limits *limits, memory_budget *budget,
               vrm_model **out_model, file_notes *notes) {
    const input_file *input = &file->input;
    load_bounds bounds;
    vrm_report *report = NULL;
    vrm_result result;
    *out_model = NULL;
    if (!load_begin(file, limits, budget, &bounds, notes)) return false;
    bounds.desc.flags = flags;
    result = input->is_standard_input ? load_standard_input(file, &bounds.desc, out_model, &report)
                                      : load_with(input->path, &bounds.desc, out_model, &report);
    if (load_failed(file, limits, budget, result, notes)) {
        vrm_report_destroy(report);
    } else {
        notes_add_report(notes, input->path, result, report);
    }
    return result == VRM_OK;
}

vrm_result load_clip_of(batch_file *file, const load_bounds *bounds, vrm_load_flags flags,
                        int32_t animation, vrm_clip **out_clip, vrm_report **out_report) {
    vrm_load_desc load = bounds->desc;
    vrm_clip_desc desc;
    load.flags = flags;
    vrm_clip_desc_init(&desc);
    desc.load = &load;
    desc.animation = animation;
    return file->input.is_standard_input
               ? load_clip_from_standard_input(file, &desc, out_clip, out_report)
               : load_clip_with(file->input.path, &desc, out_clip, out_report);
}

bool load_clip(batch_file *file, vrm_load_flags flags, int32_t animation, const file_limits *limits,
               memory_budget *budget, vrm_clip **out_clip, file_notes *notes) {
    load_bounds bounds;
    vrm_report *report = NULL;
    vrm_result result;
    *out_clip = NULL;
    if (!load_begin(file, limits, budget, &bounds, notes)) return false;
    result = load_clip_of(file, &bounds, flags, animation, out_clip, &report);
    if (load_failed(file, limits, budget, result, notes)) {
        vrm_report_destroy(report);
    } else {
        notes_add_report(notes, file->input.path, result, report);
    }
    return result == VRM_OK;
}

static void note_unreadable(const batch_file *file, const char *words, file_notes *notes) {
    const vrm_diagnostic_argument problem = note_words(words);
    notes_add(notes, file->input.path, TOOL_NO_INPUT, NULL, &problem);
}

bool load_text(batch_file *file, const file_limits *limits, memory_budget *budget,
               load_bounds *out_bounds, file_notes *notes) {
    FILE *stream = stdin;
    vrm_limits most;
    bool is_read;
    if (!load_begin(file, limits, budget, out_bounds, notes)) return false;
    most = out_bounds->limits;
    if (limits->max_memory != 0 && limits->max_memory < most.max_file_bytes) {
        most.max_file_bytes = limits->max_memory;
    }
    if (file->input.is_standard_input) {
        begin_standard_input();
    } else {
        stream = open_by_path(file->input.path, "rb");
    }
    is_read = stream != NULL && read_until(file, stream, most_bytes(&most));
    if (stream != NULL && stream != stdin) fclose(stream);
    if (!is_read) {
        note_unreadable(file, unreadable_words(file->input.path), notes);
    } else if (file->size > most.max_file_bytes && most.max_file_bytes == limits->max_memory) {
        is_read = false;
        atomic_store(&budget->has_refused, true);
        note_no_memory(notes, file->input.path, limits, budget);
    } else if (file->size > out_bounds->limits.max_file_bytes) {
        is_read = false;
        note_unreadable(file, WORDS("it is larger than --max-bytes allows"), notes);
    }
    return is_read;
}

void note_no_memory(file_notes *notes, const char *path, const file_limits *limits,
                    const memory_budget *budget) {
    vrm_diagnostic_argument limit = note_count(limits->max_memory);
    bool is_refused = atomic_load(&budget->has_refused);
    notes_add(notes, path, is_refused ? TOOL_MEMORY_LIMIT : TOOL_NO_MEMORY, NULL, &limit);
}

bool hash_loaded(const batch_file *file, char out[HASH_DIGITS + 1], const char **out_reason) {
    if (!file->input.is_standard_input) return hash_file(file->input.path, out, out_reason);
    *out_reason = WORDS("its hash cannot be computed");
    return hash_bytes(file->bytes, file->size, out);
}

void note_late(file_notes *notes, const char *path, const file_limits *limits) {
    vrm_diagnostic_argument time = note_count((uint64_t)(limits->timeout * 1000.0 + 0.5));
    notes_add(notes, path, TOOL_TIMEOUT, NULL, &time);
}

void print_late(const char *command, const batch_file *file, const file_limits *limits,
                bool is_json) {
    const char *path = file->input.path != NULL ? file->input.path : "";
    file_notes notes = {0};
    note_late(&notes, path, limits);
    if (is_json) record_print_failure(command, path, &notes);
    notes_release(&notes);
}

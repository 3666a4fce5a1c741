#include "rewrite.h"
#include "apps/kit/avatar/changes.h"
#include "apps/kit/avatar/new_errors.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "load.h"
#include "new_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

option_result rewrite_option_read(option_value *value, rewrite_options *out) {
    option_result result;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        return OPTION_TAKEN;
    case OPTION_IN_PLACE:
        out->in_place = true;
        return OPTION_TAKEN;
    default:
        result = file_option_read(value, &out->files);
        return result == OPTION_NOT_READ ? output_option_read(value, &out->output) : result;
    }
}

/* What the workers share. */
typedef struct rewrite_job {
    const rewrite_command *command;
    const rewrite_options *options;
    outputs places;
    bool has_shown; /* a file: an empty line comes before the next */
} rewrite_job;

/* The checks of both files. */
typedef struct both_checks {
    bool are_done;
    file_errors before, after, added;
    file_errors fixed; /* those of `added` that --t-pose avoids */
} both_checks;

/* One file, and what came of it. */
typedef struct rewriting {
    both_checks *checks; /* NULL: there are none */
    vrm_written *file;
    change_details details; /* of its changes */
    const char *out;
    size_t size_before, size;
    size_t counted;     /* of --max-memory, for the bytes of the old file */
    bool needs_consent; /* the changes have to be accepted first */
    char problem[400];  /* why an operation was refused */
    file_notes notes;
} rewriting;

/* False: they are more than --max-memory. */
static bool count_bytes(memory_budget *budget, size_t size, rewriting *r) {
    if (!memory_budget_take(budget, size)) return false;
    r->counted = size;
    return true;
}

/* Reads a whole file, and no more than one byte beyond the limit, by which the library sees that
 * there are too many. */
static vrm_result read_path(batch_file *file, const vrm_limits *limits, memory_budget *budget,
                            rewriting *r) {
    uint64_t size = 0;
    FILE *stream;
    bool is_read;
    if (!file_size(file->input.path, &size)) return VRM_ERROR_FILE;
    if (size > limits->max_file_bytes) size = limits->max_file_bytes + 1;
    if (size >= SIZE_MAX) return VRM_ERROR_OUT_OF_MEMORY;
    if (!count_bytes(budget, (size_t)size, r)) return VRM_ERROR_OUT_OF_MEMORY;
    stream = open_by_path(file->input.path, "rb");
    if (stream == NULL) return VRM_ERROR_FILE;
    file->bytes = malloc(size > 0 ? (size_t)size : 1);
    if (file->bytes == NULL) {
        fclose(stream);
        return VRM_ERROR_OUT_OF_MEMORY;
    }
    file->size = fread(file->bytes, 1, (size_t)size, stream);
    is_read = ferror(stream) == 0;
    fclose(stream);
    return is_read ? VRM_OK : VRM_ERROR_FILE;
}

/* What is written must load: an edit can ask for anything. */
static vrm_result load_again(const vrm_load_desc *settings, rewriting *r, vrm_report **out_report) {
    vrm_load_desc desc = *settings;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(r->file, &size);
    vrm_result result;
    desc.flags |= VRM_LOAD_ANY_GLTF;
    result = vrm_model_load(bytes, size, &desc, &model, &report);
    vrm_model_release(model);
    if (result == VRM_OK) {
        vrm_report_destroy(report);
        return VRM_OK;
    }
    snprintf(r->problem, sizeof r->problem, "%s", WORDS("the new file could not be loaded"));
    vrm_report_destroy(*out_report);
    *out_report = report;
    return VRM_ERROR_INVALID_ARGUMENT;
}

static vrm_result edit_file(const batch_file *file, const rewrite_command *command,
                            const vrm_load_desc *settings, rewriting *r, vrm_report **out_report) {
    vrm_edit *edit = NULL;
    vrm_result result = vrm_edit_create(file->bytes, file->size, settings, &edit, out_report);
    if (result != VRM_OK) return result;
    result = command->edit(edit, file->input.is_standard_input ? NULL : file->input.path,
                           &r->details, r->problem, sizeof r->problem, command->user);
    if (result == VRM_ERROR_INVALID_ARGUMENT && r->problem[0] == '\0') {
        snprintf(r->problem, sizeof r->problem, "%s", vrm_edit_problem(edit));
    }
    if (result == VRM_OK) result = vrm_edit_write(edit, &r->file, NULL);
    if (result == VRM_OK) result = load_again(settings, r, out_report);
    vrm_edit_destroy(edit);
    return result;
}

/* --- Checks --- */

static bool find_errors(const vrm_written *file, const vrm_load_desc *settings, file_errors *out,
                        vrm_result *out_result) {
    size_t size;
    const void *bytes = vrm_written_bytes(file, &size);
    return file_errors_find(bytes, size, settings, out, out_result);
}

/* Which of the new errors the file does not have if it is made with --t-pose. */
static void try_t_pose(const batch_file *file, const rewrite_command *command,
                       const vrm_load_desc *settings, both_checks *checks) {
    file_errors after, left;
    vrm_written *made = NULL;
    vrm_report *report = NULL;
    vrm_result result =
        command->make_t_pose(file->bytes, file->size, settings, &made, &report, command->user);
    if (result == VRM_OK && find_errors(made, settings, &after, &result)) {
        file_errors_new(&checks->before, &after, &left);
        file_errors_new(&left, &checks->added, &checks->fixed);
    }
    vrm_report_destroy(report);
    vrm_written_destroy(made);
}

/* VRM_ERROR_CANCELLED: the file was given up meanwhile. Without memory for the checks, there is
 * the new file all the same. */
static vrm_result check_both(const batch_file *file, const rewrite_command *command,
                             const vrm_load_desc *settings, rewriting *r) {
    both_checks *checks = r->checks = calloc(1, sizeof *r->checks);
    vrm_result result = VRM_OK;
    if (checks == NULL) return VRM_OK;
    checks->are_done =
        (command->checks == REWRITE_CHECKED_GLTF ? file_errors_find_any : file_errors_find)(
            file->bytes, file->size, settings, &checks->before, &result) &&
        find_errors(r->file, settings, &checks->after, &result);
    if (!checks->are_done) return result == VRM_ERROR_CANCELLED ? result : VRM_OK;
    file_errors_new(&checks->before, &checks->after, &checks->added);
    if (checks->added.code_count > 0 && command->make_t_pose != NULL) {
        try_t_pose(file, command, settings, checks);
    }
    return VRM_OK;
}

static void note_errors(const batch_file *file, const both_checks *checks, file_notes *notes) {
    char text[400];
    vrm_diagnostic_argument codes;
    if (checks == NULL || checks->added.code_count == 0) return;
    codes = note_words(file_errors_text(&checks->added, text, sizeof text));
    notes_add(notes, file->input.path, TOOL_NEW_ERRORS, NULL, &codes);
    if (checks->fixed.code_count == 0) return;
    codes = note_words(file_errors_text(&checks->fixed, text, sizeof text));
    notes_add(notes, file->input.path, TOOL_T_POSE_FIXES, NULL, &codes);
}

static void add_checks(json_line *line, const both_checks *checks) {
    if (checks == NULL || !checks->are_done) return;
    json_object(line, "check");
    record_counts(line, "before", checks->before.counts);
    record_counts(line, "after", checks->after.counts);
    file_errors_add_json(line, "new_errors", &checks->added);
    file_errors_add_json(line, "fixed_by_t_pose", &checks->fixed);
    json_close(line);
}

/* Standard error has the new errors. */
static void print_checks(const both_checks *checks) {
    const uint64_t left =
        checks->after.counts[VRM_SEVERITY_ERROR] - checks->added.counts[VRM_SEVERITY_ERROR];
    char number[32];
    if (!checks->are_done) {
        printf("%s\n", say("The new file could not be checked: there is not enough memory."));
    } else if (left > 0) {
        say_to(stdout, "errors that the old file has too: {1}; vrm check lists them",
               with_commas(left, number));
        fputs("\n", stdout);
    }
}

/* --- Making --- */

static vrm_result read_input(batch_file *file, const load_bounds *bounds, memory_budget *budget,
                             rewriting *r, vrm_report **out_report) {
    vrm_result result;
    if (!file->input.is_standard_input) return read_path(file, &bounds->limits, budget, r);
    result = read_standard_input(file, &bounds->desc, out_report);
    if (result == VRM_OK && !count_bytes(budget, file->size, r)) return VRM_ERROR_OUT_OF_MEMORY;
    return result;
}

static vrm_result make(batch_file *file, const rewrite_command *command, load_bounds *bounds,
                       memory_budget *budget, rewriting *r, vrm_report **out_report) {
    char *folder = file->input.is_standard_input ? NULL : folder_beside(file->input.path);
    vrm_resolver resolver;
    vrm_result result;
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        bounds->desc.resolver = &resolver;
    }
    result = read_input(file, bounds, budget, r, out_report);
    r->size_before = file->size;
    if (result == VRM_OK && command->edit != NULL) {
        result = edit_file(file, command, &bounds->desc, r, out_report);
    } else if (result == VRM_OK) {
        result = command->make(file->bytes, file->size, &bounds->desc, &r->file, out_report,
                               command->user);
    }
    if (result == VRM_OK && command->checks != REWRITE_UNCHECKED) {
        result = check_both(file, command, &bounds->desc, r);
    }
    bounds->desc.resolver = NULL; /* it is of this function */
    free(folder);
    return result;
}

static void note_unreadable(const batch_file *file, file_notes *notes) {
    const vrm_diagnostic_argument problem = note_words(unreadable_words(file->input.path));
    notes_add(notes, file->input.path, TOOL_NO_INPUT, NULL, &problem);
}

/* The names of the fields that a person has to look at, from the list of changes. */
static void note_consent(const batch_file *file, const vrm_written *list, file_notes *notes) {
    char fields[512];
    size_t length = 0;
    vrm_diagnostic_argument said;
    fields[0] = '\0';
    for (uint32_t i = 0; i < vrm_written_change_count(list); ++i) {
        const vrm_change *change = vrm_written_change(list, i);
        const char *pointer = change->from[0] != '\0' ? change->from : change->to;
        const char *name = strrchr(pointer, '/');
        int added = snprintf(fields + length, sizeof fields - length, "%s%s",
                             length > 0 ? ", " : "", name != NULL ? name + 1 : change->code);
        if (added < 0 || (size_t)added >= sizeof fields - length) break;
        length += (size_t)added;
    }
    said = note_words(fields);
    notes_add(notes, file->input.path, TOOL_LICENSE_CONSENT, NULL, &said);
}

/* False: there is no new file, and the notes say why. */
static bool rewrite_one(batch_file *file, rewrite_job *job, memory_budget *budget, rewriting *r) {
    const file_limits *limits = &job->options->files.batch.limits;
    load_bounds bounds;
    vrm_report *report = NULL;
    vrm_result result;
    const void *bytes;
    if (!load_begin(file, limits, budget, &bounds, &r->notes)) return false;
    result = make(file, job->command, &bounds, budget, r, &report);
    if (load_failed(file, limits, budget, result, &r->notes)) {
        vrm_report_destroy(report);
    } else if (result == VRM_ERROR_CONSENT) {
        notes_set_report(&r->notes, VRM_OK, report);
        note_consent(file, r->file, &r->notes);
        r->needs_consent = true;
    } else if (r->problem[0] != '\0') {
        const vrm_diagnostic_argument problem = note_words(r->problem);
        vrm_report_destroy(report);
        notes_add(&r->notes, file->input.path, TOOL_EDIT_REFUSED, NULL, &problem);
    } else if (report == NULL && result == VRM_ERROR_FILE) {
        note_unreadable(file, &r->notes);
    } else {
        notes_add_report(&r->notes, file->input.path, result, report);
    }
    if (result != VRM_OK) return false;
    bytes = vrm_written_bytes(r->file, &r->size);
    if (job->options->in_place) {
        new_file_replace(file, bytes, r->size, &r->out, &r->notes);
    } else {
        new_file_write(file, &job->places, bytes, r->size, &r->out, &r->notes);
    }
    if (strcmp(notes_result(&r->notes), "ok") != 0) return false;
    note_errors(file, r->checks, &r->notes);
    return true;
}

/* --- Saying --- */

static bool print_json(const batch_file *file, const rewrite_command *command, rewriting *r) {
    json_line line;
    record_begin(&line, command->name, file->input.path);
    record_result(&line, &r->notes);
    if (r->out != NULL) json_path(&line, "out", r->out);
    json_unsigned(&line, "bytes_before", r->size_before);
    json_unsigned(&line, "bytes", r->size);
    changes_add_json(&line, r->file, &r->details);
    add_checks(&line, r->checks);
    if (command->add_json != NULL) command->add_json(&line, r->file, command->user);
    record_diagnostics(&line, &r->notes);
    return json_print(&line);
}

static void print_text(const batch_file *file, rewrite_job *job, const rewriting *r) {
    char before[32], after[32];
    if (job->has_shown) fputs("\n", stdout);
    job->has_shown = true;
    print_name(stdout, from_text(file->input.path), 400, 0);
    if (r->out == NULL) { /* it is there already */
        fputs("\n", stdout);
        return;
    }
    fputs(" → ", stdout);
    print_name(stdout, from_text(r->out), 400, 0);
    fputs("  ", stdout);
    say_to(stdout, "{1} bytes (before: {2})", with_commas(r->size, after),
           with_commas(r->size_before, before));
    fputs("\n", stdout);
    changes_print(r->file, &r->details);
    if (job->command->print != NULL) job->command->print(r->file, job->command->user);
    if (r->checks != NULL) print_checks(r->checks);
}

static bool report(const batch_file *file, rewrite_job *job, rewriting *r, bool is_good) {
    const bool is_standard = !job->options->in_place && job->places.kind == OUTPUT_STANDARD;
    if (is_good && !job->options->is_json) {
        print_unread_parts(file->input.path, r->notes.report);
    }
    if (is_good && is_standard) return true; /* standard output has the file */
    if (job->options->is_json) {
        return is_good ? print_json(file, job->command, r)
                       : record_print_failure(job->command->name,
                                              file->input.path != NULL ? file->input.path : "",
                                              &r->notes);
    }
    if (is_good) {
        print_text(file, job, r);
    } else if (r->needs_consent) {
        changes_print(r->file, &r->details);
    }
    return true;
}

/* --- Working --- */

static void begin(batch_file *file, void *user) {
    rewrite_job *job = user;
    if (job->options->in_place) {
        new_file_begin_in_place(file);
    } else {
        new_file_begin(file, &job->places);
    }
}

static void work(batch_worker *worker, void *user) {
    rewrite_job *job = user;
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) {
        rewriting r = {0};
        bool is_good = rewrite_one(file, job, &budget, &r);
        if (batch_begin_report(file) && !report(file, job, &r, is_good)) is_good = false;
        if (strcmp(notes_result(&r.notes), "ok") != 0) is_good = false; /* it has new errors */
        if (is_good && r.file != NULL && job->command->misses != NULL) {
            is_good = !job->command->misses(job->command->user);
        }
        vrm_written_destroy(r.file);
        free(r.checks);
        change_details_release(&r.details);
        notes_release(&r.notes);
        memory_budget_give(&budget, r.counted);
        batch_end_report(file, is_good);
    }
}

static void report_late(const batch_file *file, void *user) {
    const rewrite_job *job = user;
    print_late(job->command->name, file, &job->options->files.batch.limits, job->options->is_json);
}

/* Two avatars of a folder look the same as IN OUT (`vrm migrate *.vrm`): the second is not replaced
 * unless that is asked for. */
static bool would_be_lost(const rewrite_options *options) {
    const char *path = options->output.out;
    uint64_t size = 0;
    return !options->output.overwrites && !options->output.skips_existing &&
           strcmp(path, "-") != 0 && !output_is_descriptor(path) && !folder_exists(path) &&
           file_size(path, &size) && size > 0;
}

static int refuse_existing(const rewrite_command *command, const rewrite_options *options,
                           const char *from) {
    const vrm_diagnostic_argument path = note_words(options->output.out);
    file_notes notes = {0};
    notes_add(&notes, from, TOOL_OUTPUT_EXISTS, NULL, &path);
    if (options->is_json) record_print_failure(command->name, from, &notes);
    notes_release(&notes);
    return EXIT_NOT_LOADED;
}

int rewrite_files(const rewrite_command *command, const rewrite_options *options, int count,
                  char **operands) {
    rewrite_options own = *options;
    rewrite_job job = {.command = command, .options = &own};
    const batch_command works = {
        .begin = begin, .work = work, .report_late = report_late, .user = &job};
    const char *problem = NULL;
    int code;
    /* IN OUT is what people write for one file. */
    if (own.output.out == NULL && !own.in_place && count == 2 && own.files.list == NULL) {
        own.output.out = operands[1];
        own.output.is_operand = true;
        count = 1;
        if (would_be_lost(&own)) return refuse_existing(command, &own, operands[0]);
    }
    if (count == 0 && own.files.list == NULL) {
        return usage_error(command->id, SAY("no file was given"), NULL);
    }
    if (own.in_place == (own.output.out != NULL)) {
        if (!own.in_place && (count > 2 || own.files.list != NULL)) {
            return usage_error(command->id,
                               SAY("several files need an output folder: use --out FOLDER"), NULL);
        }
        if (own.in_place) {
            return usage_error(command->id, SAY("--in-place and --out cannot be combined"), NULL);
        }
        return usage_error(command->id, SAY("no output was given: use IN OUT, or --out OUT"), NULL);
    }
    if (!own.in_place) {
        const input_options from = {
            .paths = operands, .path_count = count, .list = own.files.list, .kind = INPUT_AVATARS};
        problem = new_files_open(&job.places, &own.output, &from, !own.is_json);
    }
    if (problem != NULL) return usage_error(command->id, problem, NULL);
    code = work_on_files(command->id, &own.files, count, operands, INPUT_AVATARS, &works);
    if (!own.in_place) outputs_close(&job.places);
    return code;
}

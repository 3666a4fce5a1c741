/* vrm check: the command line and the batch. */
#include "check.h"
#include "apps/kit/avatar/codes.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/new_file.h"
#include "apps/kit/program/language.h"
#include "check_fix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the workers share. It changes only while a report is printed. */
typedef struct check_job {
    const check_options *chosen;
    const check_drawing *drawing; /* NULL: there is none */
    check_totals totals;
    sarif_document sarif;
    baseline_writer new_baseline; /* where one is written */
    bool has_no_baseline;         /* it could not be written */
    outputs fixed_places;         /* of fixed files */
} check_job;

/* --- Reports --- */

static void add_to_totals(check_totals *totals, const check_found *found) {
    totals->files += 1;
    if (!found->was_checked) totals->unusable += 1;
    if (found->was_checked && found->count == 0) totals->clean += 1;
    for (int i = 0; i < 3; ++i) totals->counts[i] += found->counts[i];
    totals->ignored += found->ignored;
    totals->accepted += found->accepted;
}

static bool show(check_job *job, const check_found *found) {
    add_to_totals(&job->totals, found);
    switch (job->chosen->form) {
    case FORM_JSON:
        return check_print_json(found, job->chosen);
    case FORM_SARIF:
        return check_print_sarif(&job->sarif, found);
    default:
        check_print_text(found);
        return true;
    }
}

/* Prints what is left of the notes, and draws it where that is asked for. False: the file does not
 * pass. `file` is NULL where it was given up. */
static bool report(check_job *job, batch_file *file, const char *path, const file_notes *notes,
                   const budget *budgets, const check_fixed *fixed) {
    check_found found;
    bool is_good;
    baseline_writer *writer = job->chosen->new_baseline != NULL ? &job->new_baseline : NULL;
    if (!check_collect(path, notes, job->chosen, writer, &found)) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        return false;
    }
    if (budgets->profile != NULL) found.budgets = budgets;
    if (fixed->file != NULL) found.fixed = fixed;
    is_good = show(job, &found) && found.passes;
    if (file != NULL && job->chosen->picture != NULL && found.was_checked) {
        is_good = job->drawing->draw(file, job->chosen, &found) && is_good;
    }
    check_found_release(&found);
    return is_good;
}

static const char *path_of(const batch_file *file) {
    return file->input.path != NULL ? file->input.path : "";
}

static void work(batch_worker *worker, void *user) {
    check_job *job = user;
    memory_budget memory;
    batch_file *file;
    memory_budget_init(&memory);
    while ((file = batch_take(worker)) != NULL) {
        file_notes notes = {0};
        budget budgets = {0};
        check_fixed fixed = {0};
        bool is_good = false;
        check_file(file, job->chosen, &memory, &notes, &budgets,
                   job->chosen->fix.is_on ? &fixed.file : NULL);
        fix_write(file, &job->chosen->fix, &job->fixed_places, &fixed, &notes);
        if (batch_begin_report(file)) {
            is_good = report(job, file, path_of(file), &notes, &budgets, &fixed);
        }
        vrm_written_destroy(fixed.file);
        notes_release(&notes);
        batch_end_report(file, is_good);
    }
}

static void report_late(const batch_file *file, void *user) {
    check_job *job = user;
    const budget budgets = {0};
    const check_fixed fixed = {0};
    file_notes notes = {0};
    note_late(&notes, path_of(file), &job->chosen->files.batch.limits);
    report(job, NULL, path_of(file), &notes, &budgets, &fixed);
    notes_release(&notes);
}

static void begin_file(batch_file *file, void *user) {
    check_job *job = user;
    const fix_options *fix = &job->chosen->fix;
    if (fix->is_on && fix->in_place) new_file_begin_in_place(file);
    if (fix->is_on && !fix->in_place) new_file_begin(file, &job->fixed_places);
}

static void finish(bool is_interrupted, void *user) {
    check_job *job = user;
    if (job->chosen->form == FORM_SARIF) {
        check_end_sarif(&job->sarif, !is_interrupted && job->totals.unusable == 0);
    } else if (job->chosen->form == FORM_TEXT && !is_interrupted) {
        check_print_totals(&job->totals);
    }
    if (is_interrupted || job->chosen->new_baseline == NULL) return;
    job->has_no_baseline = !baseline_write(&job->new_baseline, job->chosen->new_baseline);
}

/* --- The command line --- */

typedef struct check_settings {
    check_options chosen;
    bool is_json, is_sarif;
    bool decodes_images;
    const char *baseline;
    char problem[PROFILE_PROBLEM]; /* with a code of --ignore, or a profile */
} check_settings;

static bool keep_code(check_options *out, const char *code) {
    const char **grown =
        realloc((void *)out->ignored, ((size_t)out->ignored_count + 1) * sizeof(const char *));
    if (grown == NULL) return false;
    out->ignored = grown;
    out->ignored[out->ignored_count++] = code;
    return true;
}

static void say_unknown_code(check_settings *out, const char *code) {
    const char *nearest = nearest_code(code);
    char shown[64];
    const char *arguments[2] = {shown, nearest};
    vrm_string_printable(from_text(code), shown, sizeof shown);
    say_into(out->problem, sizeof out->problem,
             nearest != NULL ? SAY("unknown code '{1}'. Did you mean {2}?")
                             : SAY("unknown code '{1}'; vrm explain lists all codes"),
             arguments, nearest != NULL ? 2 : 1);
}

/* The codes of one --ignore. */
static option_result ignore_codes(option_value *value, check_settings *out) {
    const char *at = value->text;
    for (;;) {
        char code[64];
        size_t length = strcspn(at, ",");
        const vrm_diagnostic_info *info;
        snprintf(code, sizeof code, "%.*s", (int)(length < sizeof code ? length : sizeof code), at);
        info = find_code(code);
        if (info == NULL) {
            say_unknown_code(out, code);
            value->problem = out->problem;
            return OPTION_WRONG;
        }
        if (!keep_code(&out->chosen, info->code)) {
            value->problem = "there is not enough memory";
            return OPTION_WRONG;
        }
        if (at[length] == '\0') return OPTION_TAKEN;
        at += length + 1;
    }
}

static option_result read_option(option_value *value, void *settings) {
    static const int severities[] = {VRM_SEVERITY_ERROR, VRM_SEVERITY_WARNING, VRM_SEVERITY_NOTE,
                                     FAIL_NEVER};
    check_settings *out = settings;
    option_result result;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_SARIF:
        out->is_sarif = true;
        break;
    case OPTION_FAIL_ON:
        out->chosen.fail_on = severities[value->word];
        break;
    case OPTION_DECODE_IMAGES:
        out->decodes_images = true;
        break;
    case OPTION_PICTURE:
        out->chosen.picture = value->text;
        break;
    case OPTION_IGNORE:
        return ignore_codes(value, out);
    case OPTION_PROFILE:
        profile_release(&out->chosen.budgets);
        value->problem = out->problem;
        return profile_load(value->text, &out->chosen.budgets, out->problem) ? OPTION_TAKEN
                                                                             : OPTION_WRONG;
    case OPTION_BASELINE:
        out->baseline = value->text;
        break;
    case OPTION_WRITE_BASELINE:
        out->chosen.new_baseline = value->text;
        break;
    case OPTION_NO_PAYLOAD:
        out->chosen.flags |= VRM_CHECK_NO_PAYLOAD;
        break;
    case OPTION_NO_BEHAVIOUR:
        out->chosen.flags |= VRM_CHECK_NO_BEHAVIOR;
        break;
    case OPTION_FIX:
        out->chosen.fix.is_on = true;
        break;
    case OPTION_IN_PLACE:
        out->chosen.fix.in_place = true;
        break;
    default:
        result = output_option_read(value, &out->chosen.fix.output);
        return result != OPTION_NOT_READ ? result : file_option_read(value, &out->chosen.files);
    }
    return OPTION_TAKEN;
}

/* NULL, or what is wrong with the options together. */
static const char *find_problem(const check_settings *settings, int file_count, char **paths) {
    const check_options *chosen = &settings->chosen;
    if (settings->is_json && settings->is_sarif) {
        return SAY("--json and --sarif cannot be combined");
    }
    if (chosen->picture != NULL &&
        (file_count != 1 || chosen->files.list != NULL || folder_exists(paths[0]))) {
        return SAY("--picture needs exactly one file");
    }
    if (chosen->picture != NULL && chosen->fix.is_on) {
        return SAY("--picture and --fix cannot be combined");
    }
    if (chosen->files.resume != NULL && !settings->is_json) {
        return SAY("--resume needs --json: it continues the records of an earlier run");
    }
    if (chosen->files.resume != NULL && chosen->new_baseline != NULL) {
        return SAY(
            "--write-baseline needs all files in one run and cannot be combined with --resume");
    }
    return NULL;
}

static int run_batch(check_settings *settings, const check_drawing *drawing, int file_count,
                     char **paths) {
    check_options *chosen = &settings->chosen;
    check_job job = {.chosen = chosen, .drawing = drawing};
    const batch_command works = {.begin = begin_file,
                                 .work = work,
                                 .report_late = report_late,
                                 .finish = finish,
                                 .user = &job};
    const input_options from = {paths, file_count, chosen->files.list, INPUT_ALL, NULL};
    const char *problem = find_problem(settings, file_count, paths);
    int code;
    if (problem == NULL) problem = fix_open(&job.fixed_places, &chosen->fix, &from);
    if (problem != NULL) return usage_error(COMMAND_CHECK, problem, NULL);
    if (drawing == NULL && (chosen->picture != NULL || settings->decodes_images)) {
        return CHECK_NEEDS_DRAWING;
    }
    if (settings->baseline != NULL && !baseline_load(settings->baseline, &chosen->accepted)) {
        return EXIT_NOT_LOADED;
    }
    code = work_on_files(COMMAND_CHECK, &chosen->files, file_count, paths, INPUT_ALL, &works);
    baseline_drop(&job.new_baseline);
    if (chosen->fix.is_on && !chosen->fix.in_place) outputs_close(&job.fixed_places);
    return job.has_no_baseline ? EXIT_NOT_LOADED : code;
}

/* Whether the list of profiles is asked for. It needs no file. */
static bool asks_for_profiles(int argc, char **argv) {
    for (int i = 0; i < argc; ++i) {
        if (strcmp(argv[i], "--profile=help") == 0) return true;
        if (strcmp(argv[i], "--profile") == 0 && i + 1 < argc && strcmp(argv[i + 1], "help") == 0) {
            return true;
        }
    }
    return false;
}

int check_run(int argc, char **argv, const check_drawing *drawing) {
    check_settings settings = {.chosen.files.batch.steps = 1};
    int file_count, code = EXIT_USAGE;
    if (asks_for_profiles(argc, argv)) {
        profiles_print();
        return EXIT_LOADED;
    }
    file_count = read_arguments(COMMAND_CHECK, argc, argv, read_option, &settings);
    settings.chosen.form = settings.is_json    ? FORM_JSON
                           : settings.is_sarif ? FORM_SARIF
                                               : FORM_TEXT;
    if (drawing != NULL && settings.decodes_images) {
        settings.chosen.decode_image = drawing->decode_image;
    }
    if (file_count >= 0) code = run_batch(&settings, drawing, file_count, argv);
    free((void *)settings.chosen.ignored);
    profile_release(&settings.chosen.budgets);
    baseline_release(&settings.chosen.accepted);
    return code;
}

#include "drawing.h"
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/output_file.h"
#include "shot_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

void drawing_options_init(drawing_options *options) {
    memset(options, 0, sizeof *options);
    shot_init(&options->shot);
    options->format = PICTURE_PNG;
    options->level = PICTURE_FAST;
    options->quality = PICTURE_QUALITY;
}

static option_result read_picture(const option_value *value, drawing_options *out) {
    static const picture_format formats[] = {PICTURE_PNG, PICTURE_JPEG, PICTURE_WEBP, PICTURE_GIF,
                                             PICTURE_MP4};
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_SMALL:
        out->level = PICTURE_SMALL;
        break;
    case OPTION_QUALITY:
        out->quality = (float)value->number;
        break;
    case OPTION_FORMAT:
        out->format = formats[value->word];
        out->has_format = true;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

option_result drawing_option_read(option_value *value, drawing_options *out) {
    option_result result = read_picture(value, out);
    if (result == OPTION_NOT_READ) result = output_option_read(value, &out->output);
    if (result == OPTION_NOT_READ) result = file_option_read(value, &out->files);
    if (result == OPTION_NOT_READ) result = shot_read_option(value, &out->shot);
    return result;
}

/* --- Formats --- */

picture_format drawing_format(const drawing_options *options, const char *path) {
    picture_format format;
    return path != NULL && picture_format_of(path, &format) ? format : options->format;
}

uint8_t *drawing_encode(const drawing_options *options, const char *path, const uint8_t *pixels,
                        uint32_t width, uint32_t height, size_t *out_size,
                        const char **out_problem) {
    return picture_encode(drawing_format(options, path), pixels, width, height, options->level,
                          options->quality, out_size, out_problem);
}

/* The endings with that of --format in front. NULL, or what is wrong. */
static const char *order_endings(const drawing_options *options, const char *const *endings,
                                 const char *out[PICTURE_FORMAT_COUNT + 2]) {
    const char *name = options->output.name != NULL ? options->output.name : options->output.out;
    const char *wanted = picture_format_ending(options->format);
    int count = 0, first = -1;
    for (; endings[count] != NULL; ++count) {
        out[count] = endings[count];
        if (strcmp(endings[count], wanted) == 0) first = count;
    }
    out[count] = NULL;
    if (!options->has_format) return NULL;
    if (first < 0) return SAY("--format is not available for this kind of picture");
    if (drawing_format(options, name) != options->format) {
        return SAY("--format and the ending of the output differ");
    }
    memmove(out + 1, out, (size_t)first * sizeof *out);
    out[0] = endings[first];
    return NULL;
}

/* --- Outputs --- */

/* What the batch keeps for each file. */
typedef struct output_place {
    const char *problem; /* why there is no path; NULL: there is one */
    char path[MAX_OUTPUT_PATH];
} output_place;

/* Names go by the order of the files, unless they depend on what is in them. */
static void begin_file(batch_file *file, void *user) {
    drawing_job *job = user;
    output_place *place = malloc(sizeof *place);
    file->data = place;
    if (place == NULL) return;
    place->problem = NULL;
    if (file->input.problem != NULL || outputs_need_hash(&job->outputs)) return;
    place->problem = outputs_name(&job->outputs, &file->input, NULL, place->path);
}

/* Names it by what is in it. */
static void name_by_hash(drawing_job *job, drawing *drawing, output_place *place) {
    char hash[HASH_DIGITS + 1];
    if (!hash_loaded(drawing->file, hash, &place->problem)) return;
    place->problem = outputs_name(&job->outputs, &drawing->file->input, hash, place->path);
}

/* Whether the picture may be made: it has a name, which is free. Otherwise it is said why, or the
 * file is skipped. */
static bool check_place(drawing_worker *worker, drawing *drawing, output_place *place) {
    const drawing_job *job = worker->job;
    const output_options *options = &job->options->output;
    vrm_diagnostic_argument path;
    drawing->out = place->path;
    if (place->problem != NULL) {
        subject_fail(&drawing->subject, batch_progress(worker->worker), place->problem);
        return false;
    }
    if (job->outputs.kind == OUTPUT_STANDARD || !output_file_exists(place->path)) return true;
    if (options->skips_existing) {
        drawing->is_skipped = true;
        return false;
    }
    if (outputs_replace(&job->outputs)) return true;
    path = note_words(place->path);
    progress_clear(batch_progress(worker->worker));
    notes_add(&drawing->subject.notes, drawing->subject.path, TOOL_OUTPUT_EXISTS, NULL, &path);
    return false;
}

/* --- Workers --- */

void drawing_host_init(drawing_host *host) {
    memset(host, 0, sizeof *host);
    memory_budget_init(&host->budget);
}

void drawing_host_close(drawing_host *host) {
    if (host->has_studio) studio_close(&host->studio);
    host->has_studio = false;
}

/* The first worker waits until it has something to draw: a file that cannot be loaded needs no
 * context, which takes longer than most files. */
static bool open_studio(drawing_worker *worker) {
    const char *problem;
    if (worker->host->has_studio) return true;
    if (!studio_open(&worker->host->studio, worker->job->few_pictures, &worker->host->budget,
                     &problem)) {
        if (batch_is_first(worker->worker)) {
            progress_clear(batch_progress(worker->worker));
            fprintf(stderr, "vrm: %s\n", problem);
            batch_stop(worker->worker);
        }
        return false;
    }
    worker->host->studio.bar = batch_progress(worker->worker);
    worker->host->has_studio = true;
    return true;
}

bool drawing_worker_open(drawing_worker *drawing_worker, drawing_job *job, batch_worker *worker) {
    memset(drawing_worker, 0, sizeof *drawing_worker);
    drawing_worker->job = job;
    drawing_worker->worker = worker;
    drawing_host_init(&drawing_worker->own);
    drawing_worker->host = job->host != NULL ? job->host : &drawing_worker->own;
    drawing_worker->host->studio.bar = batch_progress(worker);
    return batch_is_first(worker) || open_studio(drawing_worker);
}

void drawing_worker_close(drawing_worker *worker) {
    worker->host->studio.bar = NULL;
    drawing_host_close(&worker->own);
}

/* --- Files --- */

bool drawing_take(drawing_worker *worker, drawing *out) {
    memset(out, 0, sizeof *out);
    out->file = batch_take(worker->worker);
    if (out->file == NULL) return false;
    out->begin = seconds_now();
    out->subject.path = out->file->input.path != NULL ? out->file->input.path : "";
    notes_follow(&out->subject.notes, out->file);
    out->subject.cancel = load_is_late;
    out->subject.cancel_user = out->file;
    return true;
}

bool drawing_prepare(drawing_worker *worker, drawing *drawing) {
    const drawing_options *options = worker->job->options;
    const file_limits *limits = &options->files.batch.limits;
    output_place *place = drawing->file->data;
    bool has_hash = outputs_need_hash(&worker->job->outputs),
         has_input = drawing->file->input.problem == NULL;
    double start = seconds_now();
    photo_subject *subject = &drawing->subject;
    if (place == NULL) {
        note_no_memory(&subject->notes, subject->path, limits, &worker->host->budget);
        return false;
    }
    if (has_input && !has_hash && !check_place(worker, drawing, place)) return false;
    if (!load_file(drawing->file, VRM_LOAD_ANY_GLTF, limits, &worker->host->budget, &subject->model,
                   &subject->notes)) {
        return false;
    }
    subject->times.load = 1000.0 * (seconds_now() - start);
    if (has_hash) {
        name_by_hash(worker->job, drawing, place);
        if (!check_place(worker, drawing, place)) return false;
    }
    if (!open_studio(worker)) {
        subject->notes.result = "not-drawn"; /* it has been said why, for all files */
        return false;
    }
    return subject_prepare(&worker->host->studio, &options->shot, limits, subject);
}

bool drawing_write(drawing_worker *worker, drawing *drawing, const char *path, const void *bytes,
                   size_t size) {
    const outputs *places = &worker->job->outputs;
    vrm_diagnostic_argument said[2];
    const char *reason;
    bool is_good;
    if (!batch_hold(drawing->file)) return false;
    if (places->kind == OUTPUT_STANDARD) {
        path = "standard output";
        is_good = output_standard_put(bytes, size, &reason);
    } else {
        is_good = output_file_put(path, bytes, size, outputs_replace(places), &reason);
    }
    batch_go_on(drawing->file);
    if (is_good && outputs_shorten(places, &drawing->file->input)) {
        said[0] = note_words(base_name(path));
        notes_add(&drawing->subject.notes, drawing->subject.path, TOOL_NAME_SHORTENED, NULL, said);
    }
    if (is_good) return true;
    said[0] = note_words(path);
    said[1] = note_words(reason);
    progress_clear(batch_progress(worker->worker));
    if (strcmp(reason, OUTPUT_EXISTS) == 0) {
        notes_add(&drawing->subject.notes, drawing->subject.path, TOOL_OUTPUT_EXISTS, NULL, said);
    } else {
        notes_add(&drawing->subject.notes, drawing->subject.path, TOOL_WRITE_FAILED, NULL, said);
    }
    return false;
}

static bool print_outcome(drawing_worker *worker, drawing *drawing, bool is_good) {
    const drawing_job *job = worker->job;
    bool is_json = job->options->is_json;
    if (!is_json && drawing->subject.model != NULL) {
        print_unread_parts(drawing->subject.path, drawing->subject.notes.report);
        print_report_briefly(stderr, drawing->subject.path, drawing->subject.notes.report);
    }
    if (drawing->is_skipped)
        return print_skipped(job->command, &drawing->subject, drawing->out, is_json);
    if (!is_good) return print_not_taken(job->command, &drawing->subject, is_json);
    if (job->outputs.kind == OUTPUT_STANDARD) return true; /* the picture is there */
    drawing->taken.out = drawing->out;
    drawing->taken.has_times = job->host == NULL;
    drawing->taken.total_ms = 1000.0 * (seconds_now() - drawing->begin);
    drawing->taken.since_start_ms = 1000.0 * (seconds_now() - job->start);
    return print_taken(job->command, &drawing->subject, &drawing->taken, is_json);
}

void drawing_finish(drawing_worker *worker, drawing *drawing, bool is_good) {
    if (drawing->file == NULL) return;
    if (batch_begin_report(drawing->file) && !print_outcome(worker, drawing, is_good))
        is_good = false;
    taken_release(&drawing->taken);
    subject_close(&drawing->subject);
    batch_end_report(drawing->file, is_good || drawing->is_skipped);
    drawing->file = NULL;
}

/* --- All of them --- */

static void report_late(const batch_file *file, void *user) {
    const drawing_job *job = user;
    print_late(job->command, file, &job->options->files.batch.limits, job->options->is_json);
}

/* Before any work: no picture could be written. */
static bool make_output_folder(const char *path) {
    char problem[160];
    if (make_folder(path)) return true;
    snprintf(problem, sizeof problem, "this folder cannot be created: %s", strerror(errno));
    print_problem(path, problem);
    return false;
}

/* glibc gives a thread its own heap, which grows a few pages at a time: 2,300 system calls for one
 * picture. One thread does all the work, so it can have the main heap. */
static void prefer_one_heap(void) {
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, 1);
#endif
}

int drawing_run(drawing_job *job, command_id command, int path_count, char **paths,
                const char *const *endings, void (*work)(batch_worker *worker, void *user)) {
    const drawing_options *options = job->options;
    const input_options from = {
        .paths = paths, .path_count = path_count, .list = options->files.list};
    const batch_command drawn = {
        .begin = begin_file, .work = work, .report_late = report_late, .user = job};
    const char *ordered[PICTURE_FORMAT_COUNT + 2], *problem;
    int code;
    if (options->output.out == NULL) {
        return usage_error(command, SAY("no output was given: use --out OUT"), NULL);
    }
    problem = order_endings(options, endings, ordered);
    if (problem == NULL) {
        problem = outputs_open(&job->outputs, &options->output, &from, ordered);
    }
    if (problem == NULL && job->outputs.kind == OUTPUT_STANDARD && options->is_json) {
        problem = SAY("--json and --out - cannot be combined: the picture goes to standard output");
    }
    if (problem != NULL) return usage_error(command, problem, NULL);
    problem = picture_format_problem(drawing_format(
        options, options->output.name != NULL ? options->output.name : options->output.out));
    if (problem != NULL) {
        fprintf(stderr, "vrm: %s\n", say_words(problem));
        return EXIT_NOT_LOADED;
    }
    if (job->outputs.kind == OUTPUT_FOLDER && !make_output_folder(options->output.out)) {
        return EXIT_NOT_LOADED;
    }
    if (job->few_pictures && path_count == 1 && options->files.list == NULL) {
        prefer_one_heap();
    }
    code = work_on_files(command, &options->files, path_count, paths, INPUT_AVATARS, &drawn);
    outputs_close(&job->outputs);
    return code;
}

/* vrm thumb: portraits for a hub. */
#include "apps/kit/notes.h"
#include "apps/kit/open.h"
#include "apps/kit/output.h"
#include "apps/kit/progress.h"
#include "apps/kit/workers.h"
#include "apps/picture/picture.h"
#include "command.h"
#include "shot_options.h"
#include "shot_report.h"
#include "studio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct thumb_options {
    shot_settings shot;
    const char *folder;
    int level;
    uint32_t jobs; /* 0: as many as the processor has */
    bool is_json;
} thumb_options;

/* What is said of a file when it is its turn. */
typedef struct portrait_report {
    bool is_done; /* written, or failed */
    bool is_good; /* written */
    char *out;    /* the picture's path; NULL: there is no room for its name */
    photo_subject subject;
    photo_taken taken;
} portrait_report;

/* Shared by all workers; what changes is behind the lock. */
typedef struct thumb_job {
    const thumb_options *options;
    double start;
    progress bar;
    work_lock lock;
    output_names names;
    portrait_report *reports; /* one for each file */
    uint32_t count;
    uint32_t next;    /* the file that a worker takes next */
    uint32_t printed; /* how many have been reported, in the order of the files */
    bool all_good;
} thumb_job;

/* A portrait that is being drawn. */
typedef struct portrait {
    portrait_report *report; /* NULL: there is none */
    photo_subject subject;
    camera_place camera;
    double begin;
} portrait;

/* A thread with a context of its own. */
typedef struct thumb_worker {
    thumb_job *job;
    photo_studio studio;
    uint8_t *pixels;
    portrait portraits[2]; /* the one that was drawn last, and the one before it */
    uint32_t current;
} thumb_worker;

/* --- One portrait --- */

/* The avatar goes, and what is said of it is said as soon as all files before it are done. */
static void report(thumb_job *job, portrait_report *done, photo_subject *subject, bool is_good) {
    file_notes notes = subject->notes;
    memset(&subject->notes, 0, sizeof subject->notes);
    subject_close(subject);
    done->subject = *subject;
    done->subject.notes = notes;
    work_lock_take(&job->lock);
    done->is_done = true;
    done->is_good = is_good;
    if (!is_good) job->all_good = false;
    while (job->printed < job->count && job->reports[job->printed].is_done) {
        portrait_report *next = &job->reports[job->printed++];
        progress_clear(&job->bar);
        if (next->is_good) {
            if (!print_taken("thumb", &next->subject, &next->taken, job->options->is_json)) {
                job->all_good = false;
            }
        } else {
            print_not_taken("thumb", &next->subject, job->options->is_json);
        }
        notes_release(&next->subject.notes);
        progress_step(&job->bar);
    }
    work_lock_give(&job->lock);
}

static bool draw_portrait(thumb_worker *worker, portrait_report *to, portrait *out) {
    const shot_settings *shot = &worker->job->options->shot;
    const char *path = to->subject.path, *problem = NULL;
    memset(out, 0, sizeof *out);
    out->begin = seconds_now();
    if (subject_open(&worker->studio, shot, path, &out->subject)) {
        shot_camera(shot, &out->subject, 0.0f, false, &out->camera);
        if (studio_draw(&worker->studio, shot, &out->subject, &out->camera, 0.0f, &problem)) {
            out->report = to;
            return true;
        }
        subject_fail(&out->subject, &worker->job->bar, problem);
    }
    report(worker->job, to, &out->subject, false);
    return false;
}

static bool write_portrait(thumb_worker *worker, portrait *drawn, bool before,
                           const char **out_problem) {
    const thumb_options *options = worker->job->options;
    const shot_settings *shot = &options->shot;
    double start;
    bool is_good;
    if (!studio_read(&worker->studio, shot, &drawn->subject, before, worker->pixels, out_problem)) {
        return false;
    }
    *out_problem = "the name of its picture would be too long";
    if (drawn->report->out == NULL) return false;
    start = seconds_now();
    is_good = picture_write_png(drawn->report->out, worker->pixels, shot->width, shot->height,
                                options->level, out_problem);
    drawn->subject.times.encode = 1000.0 * (seconds_now() - start);
    return is_good;
}

/* `before`: another has been drawn since. */
static void finish_portrait(thumb_worker *worker, portrait *drawn, bool before) {
    const shot_settings *shot = &worker->job->options->shot;
    portrait_report *to = drawn->report;
    const char *problem = NULL;
    bool is_good;
    if (to == NULL) return;
    is_good = write_portrait(worker, drawn, before, &problem);
    if (!is_good) subject_fail(&drawn->subject, &worker->job->bar, problem);
    to->taken = (photo_taken){.out = to->out,
                              .width = shot->width,
                              .height = shot->height,
                              .pictures = 1,
                              .camera = drawn->camera};
    to->taken.total_ms = 1000.0 * (seconds_now() - drawn->begin);
    to->taken.since_start_ms = 1000.0 * (seconds_now() - worker->job->start);
    drawn->report = NULL;
    report(worker->job, to, &drawn->subject, is_good);
}

/* --- Many --- */

/* The next file, with a name for its picture: names go by the order of files. NULL: that was all.
 */
static portrait_report *take_file(thumb_job *job) {
    portrait_report *taken = NULL;
    char out[MAX_OUTPUT_PATH];
    work_lock_take(&job->lock);
    if (job->next < job->count) {
        taken = &job->reports[job->next++];
        progress_show(&job->bar, taken->subject.path);
        if (output_name(&job->names, taken->subject.path, ".png", out)) {
            size_t size = strlen(out) + 1;
            taken->out = malloc(size);
            if (taken->out != NULL) memcpy(taken->out, out, size);
        }
    }
    work_lock_give(&job->lock);
    return taken;
}

/* While Mesa draws a portrait on its threads, the one before it is written and the next is loaded.
 */
static void take_portrait(thumb_worker *worker, portrait_report *next) {
    portrait *now = &worker->portraits[worker->current ^ 1u];
    portrait *last = &worker->portraits[worker->current];
    bool is_drawn = draw_portrait(worker, next, now);
    finish_portrait(worker, last, is_drawn);
    if (is_drawn) worker->current ^= 1u;
}

static bool open_worker(thumb_worker *worker, thumb_job *job, const char **out_problem) {
    const shot_settings *shot = &job->options->shot;
    memset(worker, 0, sizeof *worker);
    worker->job = job;
    if (!studio_open(&worker->studio, true, out_problem)) return false;
    worker->studio.bar = &job->bar;
    worker->pixels = malloc((size_t)shot->width * shot->height * 4);
    if (worker->pixels != NULL) return true;
    *out_problem = "there is not enough memory";
    studio_close(&worker->studio);
    return false;
}

static void close_worker(thumb_worker *worker) {
    free(worker->pixels);
    studio_close(&worker->studio);
}

/* As long as there are any. */
static void take_files(thumb_worker *worker) {
    portrait_report *next;
    while ((next = take_file(worker->job)) != NULL) take_portrait(worker, next);
    finish_portrait(worker, &worker->portraits[worker->current], false);
}

/* What one worker does. Without a context for a further one, the others do its work. */
static void work(uint32_t index, void *user) {
    thumb_worker *first = user, another;
    const char *problem;
    if (index == 0) {
        finish_portrait(first, &first->portraits[first->current], false);
        take_files(first);
    } else if (open_worker(&another, first->job, &problem)) {
        take_files(&another);
        close_worker(&another);
    }
}

static uint32_t worker_count(const thumb_options *options, uint32_t files) {
    uint32_t count = options->jobs;
    if (count == 0) {
        count = processor_count();
        if (count > 8) count = 8; /* each has an avatar in memory */
    }
    return count < files ? count : files;
}

/* The first portrait shall come soon: no further worker starts before it is drawn, and it is
 * written before its worker goes on. */
static int take_all(thumb_job *job) {
    thumb_worker first;
    const char *problem;
    if (!make_folder(job->options->folder)) {
        print_problem(job->options->folder, "this folder cannot be created");
        return EXIT_NOT_LOADED;
    }
    if (!open_worker(&first, job, &problem)) {
        fprintf(stderr, "vrm: %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    progress_begin(&job->bar, job->count);
    take_portrait(&first, take_file(job));
    run_workers(worker_count(job->options, job->count - 1), work, &first);
    progress_clear(&job->bar);
    close_worker(&first);
    return job->all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

static int run_job(const thumb_options *options, int count, char **paths, double start) {
    thumb_job job = {.options = options, .start = start, .lock = WORK_LOCK_INIT, .all_good = true};
    int code;
    job.count = (uint32_t)count;
    job.names.folder = options->folder;
    job.reports = calloc(job.count, sizeof *job.reports);
    if (job.reports == NULL) {
        fprintf(stderr, "vrm: there is not enough memory\n");
        return EXIT_NOT_LOADED;
    }
    for (uint32_t i = 0; i < job.count; ++i) job.reports[i].subject.path = paths[i];
    code = take_all(&job);
    for (uint32_t i = 0; i < job.count; ++i) free(job.reports[i].out);
    free(job.reports);
    output_names_release(&job.names);
    return code;
}

/* --- The command --- */

static option_result read_option(option_value *value, void *settings) {
    thumb_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = out->shot.is_json = true;
        break;
    case OPTION_SMALL:
        out->level = PICTURE_SMALL;
        break;
    case OPTION_OUT:
        out->folder = value->text;
        break;
    case OPTION_JOBS:
        out->jobs = value->whole;
        break;
    default:
        return shot_read_option(value, &out->shot);
    }
    return OPTION_TAKEN;
}

static int run_thumb(int argc, char **argv) {
    double start = seconds_now();
    thumb_options options;
    int file_count;
    memset(&options, 0, sizeof options);
    shot_init(&options.shot);
    options.level = PICTURE_FAST;
    file_count = read_arguments(COMMAND_THUMB, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    if (options.folder == NULL)
        return usage_error(COMMAND_THUMB, "no output was given: use --out FOLDER", NULL);
    options.shot.has_view = true;
    if (!picture_can_write_png()) {
        fprintf(stderr, "vrm: this program was built without libpng and cannot write pictures\n");
        return EXIT_NOT_LOADED;
    }
    return run_job(&options, file_count, argv, start);
}

const command command_thumb = {COMMAND_THUMB, run_thumb};

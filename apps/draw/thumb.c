/* vrm thumb: portraits for a hub. */
#include "apps/kit/program/language.h"
#include "apps/picture/picture.h"
#include "command.h"
#include "drawing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A thread with a context of its own. */
typedef struct thumb_worker {
    drawing_worker drawing;
    uint8_t *pixels;
    drawing portraits[2]; /* the one that was drawn last, and the one before it */
    uint32_t current;
} thumb_worker;

/* --- One portrait --- */

static bool draw_portrait(thumb_worker *worker, drawing *drawing) {
    const shot_settings *shot = &worker->drawing.job->options->shot;
    const char *problem = NULL;
    if (!drawing_prepare(&worker->drawing, drawing)) return false;
    drawing->taken.width = shot->width;
    drawing->taken.height = shot->height;
    drawing->taken.pictures = 1;
    shot_camera(shot, &drawing->subject, 0.0f, false, &drawing->taken.camera);
    if (studio_draw(&worker->drawing.host->studio, shot, &drawing->subject, &drawing->taken.camera,
                    0.0f, &problem)) {
        return true;
    }
    subject_fail(&drawing->subject, worker->drawing.host->studio.bar, problem);
    return false;
}

/* The picture in memory, to be freed; NULL, with one sentence. */
static uint8_t *read_portrait(thumb_worker *worker, drawing *drawn, bool before, size_t *out_size,
                              const char **out_problem) {
    const drawing_options *options = worker->drawing.job->options;
    const shot_settings *shot = &options->shot;
    double start;
    uint8_t *bytes;
    if (!studio_read(&worker->drawing.host->studio, shot, &drawn->subject, before, worker->pixels,
                     out_problem)) {
        return NULL;
    }
    start = seconds_now();
    bytes = drawing_encode(options, drawn->out, worker->pixels, shot->width, shot->height, out_size,
                           out_problem);
    drawn->subject.times.encode = 1000.0 * (seconds_now() - start);
    return bytes;
}

/* `before`: another has been drawn since. */
static void finish_portrait(thumb_worker *worker, drawing *drawn, bool before) {
    const char *problem = NULL;
    size_t size = 0;
    uint8_t *bytes;
    bool is_good = false;
    if (drawn->file == NULL) return;
    bytes = read_portrait(worker, drawn, before, &size, &problem);
    if (bytes != NULL) {
        is_good = drawing_write(&worker->drawing, drawn, drawn->out, bytes, size);
    } else {
        subject_fail(&drawn->subject, worker->drawing.host->studio.bar, problem);
    }
    free(bytes);
    drawing_finish(&worker->drawing, drawn, is_good);
}

/* --- Many --- */

/*
 * While Mesa draws a portrait on its threads, the one before it is written and the next is loaded.
 * The first shall come soon, and is written before its worker goes on; and where a file may be
 * given up or has a limit of memory, nothing of another file may count for it.
 */
static void take_files(thumb_worker *worker) {
    const file_limits *limits = &worker->drawing.job->options->files.batch.limits;
    bool overlaps = limits->timeout <= 0.0 && limits->max_memory == 0, is_first = true;
    for (;;) {
        drawing *now = &worker->portraits[worker->current ^ 1u];
        drawing *last = &worker->portraits[worker->current];
        bool is_drawn;
        if (!drawing_take(&worker->drawing, now)) break;
        is_drawn = draw_portrait(worker, now);
        finish_portrait(worker, last, is_drawn);
        if (!is_drawn) {
            drawing_finish(&worker->drawing, now, false);
        } else if (is_first || !overlaps) {
            finish_portrait(worker, now, false);
        } else {
            worker->current ^= 1u;
        }
        is_first = false;
    }
    finish_portrait(worker, &worker->portraits[worker->current], false);
}

static void work(batch_worker *taking, void *user) {
    drawing_job *job = user;
    const shot_settings *shot = &job->options->shot;
    thumb_worker worker;
    memset(&worker, 0, sizeof worker);
    worker.pixels = malloc((size_t)shot->width * shot->height * 4);
    if (worker.pixels == NULL) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        if (batch_is_first(taking)) batch_stop(taking);
    } else if (drawing_worker_open(&worker.drawing, job, taking)) {
        take_files(&worker);
        drawing_worker_close(&worker.drawing);
    }
    free(worker.pixels);
}

/* --- The command --- */

static option_result read_option(option_value *value, void *settings) {
    return drawing_option_read(value, settings);
}

int thumb_run(drawing_host *host, int argc, char **argv) {
    static const char *const endings[] = {".png", ".jpg", ".jpeg", ".webp", NULL};
    drawing_options options;
    drawing_job job = {.command = "thumb",
                       .options = &options,
                       .host = host,
                       .few_pictures = host == NULL, /* a worker's process draws a thousand */
                       .start = seconds_now()};
    batch_options *many = &options.files.batch;
    int file_count;
    drawing_options_init(&options);
    many->steps = 1;
    many->starts_alone = true;
    file_count = read_arguments(COMMAND_THUMB, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    options.shot.has_view = true;
    options.shot.is_alone = true;
    options.shot.is_portrait = true;
    if (host != NULL) {
        many->jobs = 1;
    } else if (many->jobs == 0) {
        uint32_t count = processor_count();
        many->jobs = count < 8 ? count : 8; /* each has an avatar in memory */
    }
    return drawing_run(&job, COMMAND_THUMB, file_count, argv, endings, work);
}

static int run_thumb(int argc, char **argv) { return thumb_run(NULL, argc, argv); }

const command command_thumb = {COMMAND_THUMB, run_thumb};

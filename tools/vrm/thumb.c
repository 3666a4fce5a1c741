/* vrm thumb: portraits for a hub. */
#include "command.h"
#include "kit/load.h"
#include "kit/picture.h"
#include "output.h"
#include "progress.h"
#include "shot_options.h"
#include "shot_report.h"
#include "studio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: vrm thumb [OPTIONS] FILE… --out FOLDER\n"
    "\n"
    "Writes a portrait of each avatar as PNG: head and shoulders, whatever the avatar's size.\n"
    "Needs no screen. Pictures are named as their files are, made safe; where two files have one\n"
    "name, the second becomes name-2.png.\n"
    "\n"
    "Options:\n"
    "  -o, --out FOLDER       where to; it is made if need be\n"
    "  --view V               portrait (default), face, upper or full\n" SHOT_HELP_PICTURE
        SHOT_HELP_CAMERA SHOT_HELP_AVATAR
    "  --small                smaller files, which takes longer\n"
    "  --json                 one JSON object a file, on one line: size, camera, where time went,\n"
    "                         and what is wrong with the file\n"
    "  --help                 this page\n"
    "\n"
    "A file of which nothing tells where the head is is shown in full. The size is 512x512.\n"
    "\n"
    "Exit codes: 0 all pictures were taken, 1 one could not be, 2 wrong usage.\n";

typedef struct thumb_options {
    shot_settings shot;
    const char *folder;
    int level;
    bool is_json;
} thumb_options;

/* A portrait that is being drawn. */
typedef struct portrait {
    bool is_drawn; /* 0: there is none */
    photo_subject subject;
    camera_place camera;
    double begin;
} portrait;

typedef struct thumb_job {
    const thumb_options *options;
    photo_studio studio;
    output_names names;
    uint8_t *pixels;
    double start;
} thumb_job;

static bool draw_portrait(thumb_job *job, const char *path, portrait *out) {
    const shot_settings *shot = &job->options->shot;
    const char *problem = NULL;
    memset(out, 0, sizeof *out);
    out->begin = seconds_now();
    if (subject_open(&job->studio, shot, path, &out->subject)) {
        shot_camera(shot, &out->subject, 0.0f, false, &out->camera);
        out->is_drawn =
            studio_draw(&job->studio, shot, &out->subject, &out->camera, 0.0f, &problem);
        if (out->is_drawn) return true;
        progress_clear(&job->studio.bar);
        notes_add(&out->subject.notes, path, true, "not-drawn", "", problem);
    }
    print_not_taken(&out->subject, job->options->is_json);
    subject_close(&out->subject);
    return false;
}

static bool write_portrait(thumb_job *job, portrait *drawn, bool before, char out[MAX_OUTPUT_PATH],
                           const char **out_problem) {
    const shot_settings *shot = &job->options->shot;
    double start;
    bool is_good;
    if (!studio_read(&job->studio, shot, &drawn->subject, before, job->pixels, out_problem)) {
        return false;
    }
    *out_problem = "its name is too long";
    if (!output_name(&job->names, drawn->subject.path, ".png", out)) return false;
    start = seconds_now();
    is_good = picture_write_png(out, job->pixels, shot->width, shot->height, job->options->level,
                                out_problem);
    drawn->subject.times.encode = 1000.0 * (seconds_now() - start);
    return is_good;
}

/* `before`: another has been drawn since. */
static bool finish_portrait(thumb_job *job, portrait *drawn, bool before) {
    char out[MAX_OUTPUT_PATH];
    const char *problem = NULL;
    bool is_good;
    if (!drawn->is_drawn) return true;
    is_good = write_portrait(job, drawn, before, out, &problem);
    progress_clear(&job->studio.bar);
    if (is_good) {
        photo_taken taken = {
            out, job->options->shot.width, job->options->shot.height, 1, 0.0, 0.0, drawn->camera};
        taken.total_ms = 1000.0 * (seconds_now() - drawn->begin);
        taken.since_start_ms = 1000.0 * (seconds_now() - job->start);
        print_taken(&drawn->subject, &taken, job->options->is_json);
    } else {
        notes_add(&drawn->subject.notes, drawn->subject.path, true, "not-drawn", "", problem);
        print_not_taken(&drawn->subject, job->options->is_json);
    }
    subject_close(&drawn->subject);
    drawn->is_drawn = false;
    return is_good;
}

/* While Mesa draws a portrait on its threads, the one before it is written and the next is loaded.
 */
static bool take_portraits(thumb_job *job, int count, char **paths) {
    portrait portraits[2];
    bool all_good = true;
    memset(portraits, 0, sizeof portraits);
    for (int i = 0; i < count; ++i) {
        portrait *now = &portraits[i % 2], *last = &portraits[(i + 1) % 2];
        bool is_good;
        progress_show(&job->studio.bar, paths[i]);
        is_good = draw_portrait(job, paths[i], now);
        if (!finish_portrait(job, last, is_good)) all_good = false;
        if (!is_good) all_good = false;
        /* The first shall not wait for the second. */
        if (i == 0 && !finish_portrait(job, now, false)) all_good = false;
        progress_step(&job->studio.bar);
    }
    if (!finish_portrait(job, &portraits[(count - 1) % 2], false)) all_good = false;
    return all_good;
}

static int take_all(const thumb_options *options, int count, char **paths, double start) {
    thumb_job job;
    const char *problem;
    bool all_good = false;
    memset(&job, 0, sizeof job);
    job.options = options;
    job.names.folder = options->folder;
    job.start = start;
    if (!make_folder(options->folder)) {
        print_problem(options->folder, "this folder cannot be made");
        return EXIT_NOT_LOADED;
    }
    if (!studio_open(&job.studio, true, &problem)) {
        fprintf(stderr, "vrm: %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    job.pixels = malloc((size_t)options->shot.width * options->shot.height * 4);
    if (job.pixels != NULL) {
        progress_begin(&job.studio.bar, (uint32_t)count);
        all_good = take_portraits(&job, count, paths);
        progress_clear(&job.studio.bar);
    } else {
        fprintf(stderr, "vrm: there is not enough memory\n");
    }
    free(job.pixels);
    output_names_release(&job.names);
    studio_close(&job.studio);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

static option_result read_option(const char *option, char *value, void *settings) {
    thumb_options *out = settings;
    if (strcmp(option, "--json") == 0) {
        out->is_json = true;
        return FLAG_TAKEN;
    }
    if (strcmp(option, "--small") == 0) {
        out->level = PICTURE_SMALL;
        return FLAG_TAKEN;
    }
    if (strcmp(option, "--out") == 0 || strcmp(option, "-o") == 0) {
        out->folder = value;
        return value != NULL && value[0] != '\0' ? VALUE_TAKEN : WRONG_VALUE;
    }
    return shot_read_option(option, value, &out->shot);
}

static int run_thumb(int argc, char **argv) {
    double start = seconds_now();
    thumb_options options;
    int file_count;
    memset(&options, 0, sizeof options);
    shot_init(&options.shot);
    options.shot.view = VIEW_PORTRAIT;
    options.shot.has_view = true;
    options.level = PICTURE_FAST;
    file_count = read_arguments("thumb", argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    if (options.folder == NULL) return usage_error("thumb", "where to? (--out FOLDER)", NULL);
    if (options.shot.width == 0) options.shot.width = options.shot.height = 512;
    if (!picture_can_write_png()) {
        fprintf(stderr, "vrm: this vrm was built without libpng, and can write no pictures\n");
        return EXIT_NOT_LOADED;
    }
    return take_all(&options, file_count, argv, start);
}

const command command_thumb = {"thumb", "portraits of avatars", help, run_thumb};

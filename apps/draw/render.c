/* vrm render: pictures of avatars. */
#include "render.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/output_file.h"
#include "apps/picture/picture.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Files --- */

static void take_file(render_job *job, drawing *file) {
    const char *problem = "";
    bool is_good = drawing_prepare(&job->drawing, file);
    job->current = file;
    if (is_good) {
        is_good = render_take(job, &file->subject, file->out, &file->taken, &problem);
        if (!is_good) subject_fail(&file->subject, job->drawing.host->studio.bar, problem);
    }
    drawing_finish(&job->drawing, file, is_good);
}

/* Shared by all workers. */
typedef struct render_work {
    drawing_job drawing; /* first: it is what workers are given */
    const render_options *options;
} render_work;

static void work(batch_worker *worker, void *user) {
    render_work *all = user;
    const shot_settings *shot = &all->options->drawing.shot;
    render_job job;
    drawing file;
    memset(&job, 0, sizeof job);
    job.options = all->options;
    job.pixels = malloc((size_t)shot->width * shot->height * 4);
    if (job.pixels == NULL) {
        fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
        if (batch_is_first(worker)) batch_stop(worker);
    } else if (drawing_worker_open(&job.drawing, &all->drawing, worker)) {
        while (drawing_take(&job.drawing, &file)) take_file(&job, &file);
        text_fonts_close(job.fonts);
        drawing_worker_close(&job.drawing);
    }
    free(job.pixels);
}

/* --- Options --- */

static option_result set_mode(option_value *value, render_options *out, render_mode mode) {
    bool is_first = out->mode == MODE_STILL || out->mode == mode;
    out->mode = mode;
    value->problem = SAY("--turntable, --sheet, --impostor and --animate cannot be combined");
    return is_first ? OPTION_TAKEN : OPTION_WRONG;
}

static option_result read_option(option_value *value, void *settings) {
    render_options *out = settings;
    switch (value->option->id) {
    case OPTION_TURNTABLE:
        out->turns = value->whole;
        return set_mode(value, out, MODE_TURNTABLE);
    case OPTION_MOTION:
        out->motion = value->text;
        break;
    case OPTION_SHEET:
        out->shows_moments = value->word == 1;
        return set_mode(value, out, MODE_SHEET);
    case OPTION_IMPOSTOR: /* N means Nx1 */
        out->impostor_columns = value->width;
        out->impostor_rows = strchr(value->text, 'x') != NULL ? value->height : 1;
        return set_mode(value, out, MODE_IMPOSTOR);
    case OPTION_ANIMATE:
        out->animate_seconds = value->number;
        out->animates_motion = value->word == 0;
        return set_mode(value, out, MODE_ANIMATE);
    default:
        return drawing_option_read(value, &out->drawing);
    }
    return OPTION_TAKEN;
}

/* What a mode can write; the default first. */
static const char *const *mode_endings(render_mode mode) {
    static const char *const still[] = {".png", ".jpg", ".jpeg", ".webp", NULL};
    static const char *const moving[] = {".webp", ".gif", ".mp4", NULL};
    static const char *const both[] = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".mp4", NULL};
    static const char *const clear[] = {".png", ".webp", NULL};
    if (mode == MODE_IMPOSTOR) return clear;
    return mode == MODE_ANIMATE ? moving : mode == MODE_TURNTABLE ? both : still;
}

/* An impostor has a camera for each cell, and nothing behind the avatar. */
static const char *finish_impostor(shot_settings *shot) {
    if (shot->has_eye || shot->has_target || shot->has_up || shot->yaw_degrees != 0.0f ||
        shot->pitch_degrees != 0.0f || (shot->flags & VRM_RENDER_FIRST_PERSON) != 0) {
        return SAY("--impostor has its own directions: --turn, --eye, --target, --up and "
                   "--first-person cannot be used with it");
    }
    if (!shot->has_background) shot->background = BACKGROUND_TRANSPARENT;
    if (shot->width == 0) {
        shot->width = 128;
        shot->height = 256;
    }
    return NULL;
}

/* What a motion needs of the options. NULL, or what is wrong with them. */
static const char *finish_motion(render_options *options) {
    shot_settings *shot = &options->drawing.shot;
    if (options->motion == NULL) {
        return shot->at > 0.0 || shot->in_place || shot->follows || options->shows_moments ||
                       options->animates_motion
                   ? SAY("--at, --in-place, --follow, --sheet motion and --animate motion need "
                         "--motion")
                   : NULL;
    }
    if (shot->act != ACT_STAND) return SAY("--act and --motion cannot be combined");
    /* A picture of a head is of that head, wherever it goes. */
    if (shot->view != VIEW_FULL && !shot->has_eye) shot->follows = true;
    return NULL;
}

/* Opens the motion, which all workers share. False: it has been said why. */
static bool open_motion(render_options *options) {
    shot_settings *shot = &options->drawing.shot;
    vrm_clip_desc desc;
    vrm_clip_info info;
    vrm_report *report = NULL;
    vrm_result result;
    if (options->motion == NULL) return true;
    vrm_clip_desc_init(&desc);
    result = load_clip_with(options->motion, &desc, &shot->clip, &report);
    if (result != VRM_OK) print_failure(options->motion, result, report);
    vrm_report_destroy(report);
    vrm_clip_info_init(&info);
    vrm_clip_get_info(shot->clip, &info);
    if (options->animates_motion) options->animate_seconds = clip_seconds(&info);
    return result == VRM_OK;
}

/* NULL, or what is wrong with the options together. */
static const char *finish_options(render_options *options) {
    shot_settings *shot = &options->drawing.shot;
    const char *out = options->drawing.output.out;
    const char *problem = options->mode == MODE_IMPOSTOR ? finish_impostor(shot) : NULL;
    bool is_full;
    if (problem == NULL) problem = finish_motion(options);
    if (problem != NULL) return problem;
    if (options->mode == MODE_ANIMATE && !options->drawing.has_format) {
        options->drawing.format = PICTURE_WEBP;
    }
    if (out != NULL && options->mode == MODE_TURNTABLE &&
        (strcmp(out, "-") == 0 || output_is_descriptor(out)) &&
        !picture_format_moves(options->drawing.format)) {
        return SAY("standard output can have only one picture, and --turntable makes several: use "
                   "--format webp, gif or mp4");
    }
    if (options->mode == MODE_SHEET && !options->shows_moments && !shot->has_view) {
        shot->view = VIEW_FACE;
        shot->has_view = true;
    }
    shot->is_moving = options->mode == MODE_ANIMATE || options->shows_moments;
    is_full =
        shot->view == VIEW_FULL && !shot->has_eye && (shot->flags & VRM_RENDER_FIRST_PERSON) == 0;
    if (shot->width == 0) {
        shot->width = options->mode == MODE_SHEET ? 256 : is_full ? 640 : 512;
        shot->height = options->mode == MODE_SHEET ? (is_full ? 384 : 256) : is_full ? 960 : 512;
    }
    if (shot->near > 0.0f && shot->far > 0.0f && shot->near >= shot->far) {
        return SAY("--near must be less than --far");
    }
    return NULL;
}

int render_run(drawing_host *host, int argc, char **argv) {
    render_options options;
    render_work all = {.drawing = {.command = "render",
                                   .options = &options.drawing,
                                   .host = host,
                                   .start = seconds_now()},
                       .options = &options};
    batch_options *many = &options.drawing.files.batch;
    int file_count, code;
    const char *problem;
    memset(&options, 0, sizeof options);
    drawing_options_init(&options.drawing);
    file_count = read_arguments(COMMAND_RENDER, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    problem = finish_options(&options);
    if (problem != NULL) return usage_error(COMMAND_RENDER, problem, NULL);
    if (!open_motion(&options)) return EXIT_NOT_LOADED;
    all.drawing.few_pictures = host == NULL && render_steps(&options) < 10;
    if (host != NULL) many->jobs = 1;
    many->steps_itself = file_count == 1 && options.drawing.files.list == NULL;
    many->steps = many->steps_itself ? render_steps(&options) : 1;
    code = drawing_run(&all.drawing, COMMAND_RENDER, file_count, argv, mode_endings(options.mode),
                       work);
    vrm_clip_release(options.drawing.shot.clip);
    return code;
}

static int run_render(int argc, char **argv) { return render_run(NULL, argc, argv); }

const command command_render = {COMMAND_RENDER, run_render};

/* vrm render: pictures of avatars. */
#include "render.h"
#include "apps/kit/open.h"
#include "apps/picture/picture.h"
#include "command.h"
#include "shot_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Files --- */

static bool take_file(render_job *job, const char *path, const char *out, double start) {
    double begin = seconds_now();
    const char *problem = NULL;
    photo_subject subject;
    photo_taken taken;
    bool is_good;
    progress_show(&job->bar, path);
    memset(&taken, 0, sizeof taken);
    taken.out = out;
    is_good = subject_open(&job->studio, &job->options->shot, path, &subject);
    if (is_good) {
        is_good = render_take(job, &subject, out, &taken, &problem);
        progress_clear(&job->bar);
        if (!is_good) subject_fail(&subject, &job->bar, problem);
    }
    if (is_good) {
        taken.total_ms = 1000.0 * (seconds_now() - begin);
        taken.since_start_ms = 1000.0 * (seconds_now() - start);
        is_good = print_taken("render", &subject, &taken, job->options->is_json);
    } else {
        print_not_taken("render", &subject, job->options->is_json);
    }
    taken_release(&taken);
    subject_close(&subject);
    return is_good;
}

static bool take_files(render_job *job, int count, char **paths, bool into_folder, double start) {
    const char *ending = job->options->mode == MODE_ANIMATE ? ".webp" : ".png";
    output_names names = {job->options->out, NULL, 0};
    bool all_good = true;
    for (int i = 0; i < count; ++i) {
        char out[MAX_OUTPUT_PATH];
        if (!into_folder) {
            all_good = take_file(job, paths[i], job->options->out, start);
        } else if (!output_name(&names, paths[i], ending, out)) {
            print_problem(paths[i], "the name of its picture would be too long");
            all_good = false;
        } else if (!take_file(job, paths[i], out, start)) {
            all_good = false;
        }
    }
    output_names_release(&names);
    return all_good;
}

static int run_files(const render_options *options, int count, char **paths, bool into_folder,
                     double start) {
    render_job job;
    const char *problem;
    bool all_good = false;
    memset(&job, 0, sizeof job);
    job.options = options;
    if (into_folder && !make_folder(options->out)) {
        print_problem(options->out, "this folder cannot be created");
        return EXIT_NOT_LOADED;
    }
    if (!studio_open(&job.studio, render_steps(options) < 10, &problem)) {
        fprintf(stderr, "vrm: %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    job.studio.bar = &job.bar;
    job.pixels = malloc((size_t)options->shot.width * options->shot.height * 4);
    if (job.pixels != NULL) {
        progress_begin(&job.bar, (uint32_t)count * render_steps(options));
        all_good = take_files(&job, count, paths, into_folder, start);
        progress_clear(&job.bar);
    } else {
        fprintf(stderr, "vrm: there is not enough memory\n");
    }
    free(job.pixels);
    text_fonts_close(job.fonts);
    studio_close(&job.studio);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

/* --- Options --- */

static option_result set_mode(option_value *value, render_options *out, render_mode mode) {
    bool is_first = out->mode == MODE_STILL || out->mode == mode;
    out->mode = mode;
    value->problem = "--turntable, --sheet and --animate cannot be used together";
    return is_first ? OPTION_TAKEN : OPTION_WRONG;
}

static option_result read_option(option_value *value, void *settings) {
    render_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = out->shot.is_json = true;
        break;
    case OPTION_SMALL:
        out->level = PICTURE_SMALL;
        break;
    case OPTION_OUT:
        out->out = value->text;
        break;
    case OPTION_TURNTABLE:
        out->turns = value->whole;
        return set_mode(value, out, MODE_TURNTABLE);
    case OPTION_SHEET:
        return set_mode(value, out, MODE_SHEET);
    case OPTION_ANIMATE:
        out->animate_seconds = value->number;
        return set_mode(value, out, MODE_ANIMATE);
    default:
        return shot_read_option(value, &out->shot);
    }
    return OPTION_TAKEN;
}

/* NULL, or what is wrong with the options together. */
static const char *finish_options(render_options *options, int file_count, bool *out_into_folder) {
    shot_settings *shot = &options->shot;
    bool is_full;
    if (options->out == NULL) return "no output was given: use -o OUT";
    *out_into_folder = file_count > 1 || is_folder(options->out);
    if (!*out_into_folder) {
        bool is_webp = has_ending(options->out, ".webp"), is_png = has_ending(options->out, ".png");
        if (!is_webp && !is_png) return "the output must be a .png or .webp file, or a folder";
        if (options->mode == MODE_ANIMATE && !is_webp)
            return "--animate can write only a .webp file";
        if (options->mode == MODE_SHEET && !is_png) return "--sheet can write only a .png file";
    }
    if (options->mode == MODE_SHEET && !shot->has_view) {
        shot->view = VIEW_FACE;
        shot->has_view = true;
    }
    shot->is_moving = options->mode == MODE_ANIMATE;
    is_full =
        shot->view == VIEW_FULL && !shot->has_eye && (shot->flags & VRM_RENDER_FIRST_PERSON) == 0;
    if (shot->width == 0) {
        shot->width = options->mode == MODE_SHEET ? 256 : is_full ? 640 : 512;
        shot->height = options->mode == MODE_SHEET ? 256 : is_full ? 960 : 512;
    }
    if (shot->near > 0.0f && shot->far > 0.0f && shot->near >= shot->far) {
        return "--near must be less than --far";
    }
    return NULL;
}

/* NULL, or what this build lacks. */
static const char *missing_writer(const render_options *options) {
    if (options->mode == MODE_ANIMATE || has_ending(options->out, ".webp")) {
        return picture_can_write_webp() ? NULL : "libwebp and cannot write .webp files";
    }
    return picture_can_write_png() ? NULL : "libpng and cannot write .png files";
}

static int run_render(int argc, char **argv) {
    double start = seconds_now();
    render_options options;
    int file_count;
    bool into_folder = false;
    const char *problem;
    memset(&options, 0, sizeof options);
    shot_init(&options.shot);
    options.level = PICTURE_FAST;
    file_count = read_arguments(COMMAND_RENDER, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    problem = finish_options(&options, file_count, &into_folder);
    if (problem != NULL) return usage_error(COMMAND_RENDER, problem, NULL);
    problem = missing_writer(&options);
    if (problem != NULL) {
        fprintf(stderr, "vrm: this program was built without %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    return run_files(&options, file_count, argv, into_folder, start);
}

const command command_render = {COMMAND_RENDER, run_render};

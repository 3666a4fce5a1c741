/* vrm render: pictures of avatars. */
#include "render.h"
#include "apps/kit/open.h"
#include "apps/picture/picture.h"
#include "command.h"
#include "shot_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: vrm render [OPTIONS] FILE… -o OUT\n"
    "\n"
    "Draws avatars without a screen. OUT is a .png or .webp file, or a folder for several files.\n"
    "\n"
    "Picture:\n" SHOT_HELP_PICTURE "\n"
    "Camera:\n"
    "  --view V               frame the avatar: full (default), upper, portrait or "
    "face\n" SHOT_HELP_CAMERA
    "  --eye X,Y,Z            position of the camera, in metres; an avatar faces +Z\n"
    "  --target X,Y,Z         point that the camera looks at\n"
    "  --up X,Y,Z             direction that is up in the picture\n"
    "  --near N, --far N      near and far plane (defaults with --eye: 0.1 and 100)\n"
    "  --first-person         show what the avatar sees of itself, from its eyes unless --view or\n"
    "                         --eye is given\n"
    "\n"
    "Light:\n" SHOT_HELP_LIGHT "  --no-outline           draw no MToon outlines\n"
    "\n"
    "Avatar:\n" SHOT_HELP_AVATAR
    "  --time S               seconds of idle life before the picture, without blinks\n"
    "                         (default: 0)\n"
    "  --act A                what the avatar does during that time: stand (default), turn or\n"
    "                         step\n"
    "  --wind X,Y,Z           a force on hair and clothes, in gusts; 1 is strong\n"
    "  --uv-time S            seconds of UV animation alone (default: 0)\n"
    "  --show A,B             lines over the picture: skeleton, colliders, joints\n"
    "\n"
    "Several pictures:\n"
    "  --turntable N          N pictures from all sides: OUT-000.png …, or one animated .webp\n"
    "  --sheet expressions    one picture of all expressions with their names\n"
    "  --animate S            S seconds of the living avatar as an animated .webp\n"
    "\n"
    "Output:\n"
    "  -o, --out OUT          file or folder to write; a missing folder is created\n"
    "  --small                write smaller PNG files, which takes longer\n"
    "  --json                 print one JSON object for each file, on one line: size, camera,\n"
    "                         times and diagnostics\n"
    "  --help                 show this page\n"
    "\n"
    "Default sizes: 640x960 (full), 512x512 (other views), 256x256 (a cell of a sheet).\n"
    "\n"
    "Exit codes: 0 all pictures were made; 1 a picture could not be made;\n"
    "2 the command line is wrong.\n";

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
        if (!is_good) notes_add(&subject.notes, path, true, "not-drawn", "", problem);
    }
    if (is_good) {
        taken.total_ms = 1000.0 * (seconds_now() - begin);
        taken.since_start_ms = 1000.0 * (seconds_now() - start);
        is_good = print_taken(&subject, &taken, job->options->is_json);
    } else {
        print_not_taken(&subject, job->options->is_json);
    }
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
    studio_close(&job.studio);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

/* --- Options --- */

static bool set_mode(render_options *out, render_mode mode) {
    bool is_first = out->mode == MODE_STILL || out->mode == mode;
    out->mode = mode;
    return is_first;
}

static option_result read_option(const char *option, char *value, void *settings) {
    render_options *out = settings;
    bool is_good = value != NULL;
    if (strcmp(option, "--json") == 0) {
        out->is_json = true;
        return FLAG_TAKEN;
    }
    if (strcmp(option, "--small") == 0) {
        out->level = PICTURE_SMALL;
        return FLAG_TAKEN;
    }
    if (strcmp(option, "--out") == 0 || strcmp(option, "-o") == 0) {
        out->out = value;
        is_good = is_good && value[0] != '\0';
    } else if (strcmp(option, "--turntable") == 0) {
        is_good = is_good && read_whole(value, 1, MOST_TURNS, &out->turns) &&
                  set_mode(out, MODE_TURNTABLE);
    } else if (strcmp(option, "--sheet") == 0) {
        is_good = is_good && strcmp(value, "expressions") == 0 && set_mode(out, MODE_SHEET);
    } else if (strcmp(option, "--animate") == 0) {
        is_good = is_good && read_number_in(value, 0.03, 600.0, &out->animate_seconds) &&
                  set_mode(out, MODE_ANIMATE);
    } else {
        return shot_read_option(option, value, &out->shot);
    }
    return is_good ? VALUE_TAKEN : WRONG_VALUE;
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
    file_count = read_arguments("render", argc, argv, true, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    problem = finish_options(&options, file_count, &into_folder);
    if (problem != NULL) return usage_error("render", problem, NULL);
    problem = missing_writer(&options);
    if (problem != NULL) {
        fprintf(stderr, "vrm: this program was built without %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    return run_files(&options, file_count, argv, into_folder, start);
}

const command command_render = {"render", "make pictures of avatars", help, run_render};

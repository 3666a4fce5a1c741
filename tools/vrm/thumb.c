/* vrm thumb: portraits for a hub. */
#include "command.h"
#include "load.h"
#include "output.h"
#include "picture.h"
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
    "  --json                 one JSON object a file, on one line: size, camera, and where time "
    "went\n"
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

static bool take_one(photo_studio *studio, const thumb_options *options, output_names *names,
                     const char *path, uint8_t *pixels, double start) {
    double begin = seconds_now(), encode;
    const shot_settings *shot = &options->shot;
    char out[MAX_OUTPUT_PATH];
    const char *problem = NULL;
    photo_subject subject;
    photo_taken taken;
    bool is_good;
    if (!subject_open(studio, shot, path, &subject)) return false;
    memset(&taken, 0, sizeof taken);
    shot_camera(shot, &subject, 0.0f, false, &taken.camera);
    is_good = studio_take(studio, shot, &subject, &taken.camera, 0.0f, pixels, &problem);
    if (is_good && !output_name(names, path, ".png", out)) {
        problem = "its name is too long";
        is_good = false;
    }
    encode = seconds_now();
    is_good = is_good &&
              picture_write_png(out, pixels, shot->width, shot->height, options->level, &problem);
    subject.times.encode = 1000.0 * (seconds_now() - encode);
    progress_clear(&studio->bar);
    if (is_good) {
        taken.out = out;
        taken.width = shot->width;
        taken.height = shot->height;
        taken.pictures = 1;
        taken.total_ms = 1000.0 * (seconds_now() - begin);
        taken.since_start_ms = 1000.0 * (seconds_now() - start);
        print_taken(&subject, &taken, options->is_json);
    } else {
        print_problem(path, problem);
    }
    subject_close(&subject);
    return is_good;
}

static int take_all(const thumb_options *options, int count, char **paths, double start) {
    photo_studio studio;
    output_names names = {options->folder, NULL, 0};
    const char *problem;
    uint8_t *pixels;
    bool all_good = true;
    if (!make_folder(options->folder)) {
        print_problem(options->folder, "this folder cannot be made");
        return EXIT_NOT_LOADED;
    }
    if (!studio_open(&studio, true, &problem)) {
        fprintf(stderr, "vrm: %s\n", problem);
        return EXIT_NOT_LOADED;
    }
    pixels = malloc((size_t)options->shot.width * options->shot.height * 4);
    progress_begin(&studio.bar, (uint32_t)count);
    for (int i = 0; i < count && pixels != NULL; ++i) {
        progress_show(&studio.bar, paths[i]);
        if (!take_one(&studio, options, &names, paths[i], pixels, start)) all_good = false;
        progress_step(&studio.bar);
    }
    progress_clear(&studio.bar);
    if (pixels == NULL) {
        fprintf(stderr, "vrm: there is not enough memory\n");
        all_good = false;
    }
    free(pixels);
    output_names_release(&names);
    studio_close(&studio);
    return all_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

static option_result read_option(const char *option, char *value, thumb_options *out) {
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
    int file_count = 0;
    bool only_files = false;
    memset(&options, 0, sizeof options);
    shot_init(&options.shot);
    options.shot.view = VIEW_PORTRAIT;
    options.shot.has_view = true;
    options.level = PICTURE_FAST;
    for (int i = 0; i < argc; ++i) {
        char *value = i + 1 < argc ? argv[i + 1] : NULL;
        option_result found;
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[file_count++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_files = true;
            continue;
        }
        found = read_option(argv[i], value, &options);
        if (found == NOT_AN_OPTION) return usage_error("thumb", "there is no option", argv[i]);
        if (found == WRONG_VALUE) {
            return value == NULL ? usage_error("thumb", "a value is missing behind", argv[i])
                                 : usage_error("thumb", "this value is wrong:", value);
        }
        if (found == VALUE_TAKEN) ++i;
    }
    if (file_count == 0) return usage_error("thumb", "which file?", NULL);
    if (options.folder == NULL) return usage_error("thumb", "where to? (--out FOLDER)", NULL);
    if (options.shot.width == 0) options.shot.width = options.shot.height = 512;
    if (!picture_can_write_png()) {
        fprintf(stderr, "vrm: this vrm was built without libpng, and can write no pictures\n");
        return EXIT_NOT_LOADED;
    }
    return take_all(&options, file_count, argv, start);
}

const command command_thumb = {"thumb", "portraits of avatars", help, run_thumb};

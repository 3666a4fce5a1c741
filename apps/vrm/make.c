/* vrm make: an avatar out of a rigged glTF file. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/batch/rewrite.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/make.h>

enum { MOST_GUESSES_BYTES = 16 << 20, NAME_CAPACITY = 256 };

typedef struct make_options {
    rewrite_options rewrite;
    vrm_make_flags flags;
    const char *name, *author;
    const char *guesses_out, *guesses_in;
    char *guesses; /* what guesses_in has */
    size_t guesses_size;
    char default_name[NAME_CAPACITY]; /* of one file: that of the file */
    bool is_guesses_lost;             /* they could not be written */
} make_options;

static option_result read_option(option_value *value, void *settings) {
    make_options *out = settings;
    switch (value->option->id) {
    case OPTION_AVATAR_NAME:
        out->name = value->text;
        break;
    case OPTION_AUTHOR:
        out->author = value->text;
        break;
    case OPTION_GUESSES:
        out->guesses_out = value->text;
        break;
    case OPTION_WITH:
        out->guesses_in = value->text;
        break;
    case OPTION_KEEP_POSE:
        out->flags |= VRM_MAKE_KEEP_POSE;
        break;
    default:
        return rewrite_option_read(value, &out->rewrite);
    }
    return OPTION_TAKEN;
}

/* --- Guesses --- */

static bool read_guesses(make_options *options) {
    uint64_t size = 0;
    FILE *stream;
    bool is_read;
    if (options->guesses_in == NULL) return true;
    if (!file_size(options->guesses_in, &size) || size > MOST_GUESSES_BYTES) return false;
    stream = open_by_path(options->guesses_in, "rb");
    if (stream == NULL) return false;
    options->guesses = malloc((size_t)size + 1);
    is_read = options->guesses != NULL &&
              fread(options->guesses, 1, (size_t)size, stream) == (size_t)size;
    options->guesses_size = (size_t)size;
    fclose(stream);
    return is_read;
}

/* Also where bones are missing: that is what the file is for. */
static void write_guesses(make_options *options, const vrm_written *guesses) {
    const char *reason = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(guesses, &size);
    if (guesses == NULL || options->guesses_out == NULL) return;
    if (output_file_put(options->guesses_out, bytes, size, true, &reason)) return;
    print_problem(options->guesses_out, reason);
    options->is_guesses_lost = true;
}

/* --- The command --- */

static vrm_result make(const void *bytes, size_t size, const vrm_load_desc *settings,
                       vrm_written **out_file, vrm_report **out_report, void *user) {
    make_options *options = user;
    vrm_written *guesses = NULL;
    vrm_make_desc desc;
    vrm_result result;
    vrm_make_desc_init(&desc);
    desc.flags = options->flags;
    desc.load = settings;
    desc.name = options->name;
    desc.author = options->author;
    desc.default_name = options->default_name;
    desc.guesses = options->guesses;
    desc.guesses_size = options->guesses_size;
    result = vrm_make(bytes, size, &desc, out_file, &guesses, out_report);
    write_guesses(options, guesses);
    vrm_written_destroy(guesses);
    return result;
}

/* The name of a file without its folder and its ending. */
static void set_default_name(make_options *options, const char *path) {
    const char *name = path, *end;
    for (const char *c = path; *c != '\0'; ++c) {
        if (*c == '/' || *c == '\\') name = c + 1;
    }
    end = strrchr(name, '.');
    snprintf(options->default_name, sizeof options->default_name, "%.*s",
             (int)(end != NULL && end != name ? end - name : (ptrdiff_t)strlen(name)), name);
}

static int run_make(int argc, char **argv) {
    make_options options = {.rewrite.files.batch.steps = 1};
    const rewrite_command works = {.id = COMMAND_MAKE,
                                   .name = "make",
                                   .checks = REWRITE_CHECKED_GLTF,
                                   .make = make,
                                   .user = &options};
    int count = read_arguments(COMMAND_MAKE, argc, argv, read_option, &options), code;
    const bool is_one = count == 1 || (count == 2 && options.rewrite.output.out == NULL);
    if (count < 0) return EXIT_USAGE;
    if ((options.guesses_out != NULL || options.guesses_in != NULL) && !is_one) {
        return usage_error(COMMAND_MAKE, SAY("--guesses and --with need exactly one file"), NULL);
    }
    if (is_one && strcmp(argv[0], "-") != 0) set_default_name(&options, argv[0]);
    if (!read_guesses(&options)) {
        free(options.guesses);
        return usage_error(COMMAND_MAKE, SAY("the --with file cannot be read:"),
                           options.guesses_in);
    }
    code = rewrite_files(&works, &options.rewrite, count, argv);
    free(options.guesses);
    return code == EXIT_LOADED && options.is_guesses_lost ? EXIT_NOT_LOADED : code;
}

const command command_make = {COMMAND_MAKE, run_make};

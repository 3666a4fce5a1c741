/* vrm sim: runs avatars without a picture. */
#include "sim.h"
#include "apps/kit/console.h"
#include "apps/kit/open.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: vrm sim [OPTIONS] FILE…\n"
    "\n"
    "Runs avatars without a picture: pose, lookAt, expressions, constraints and springs, frame by\n"
    "frame.\n"
    "\n"
    "Options:\n"
    "  --frames N             how many frames (default: 120, or as many as the motion has)\n"
    "  --fps F                frames per second (default: 60, or those of the motion)\n"
    "  --motion M             still, sway (default), idle, or a file of inputs; see below\n"
    "  --expression NAME=W    set an expression to a weight from 0 to 1; can be repeated\n"
    "  --look X,Y,Z           look at this point in the world, in metres\n"
    "  --literal              compute springs as the pseudo-code of the specification does: one\n"
    "                         step for each frame, and forces that do not scale with the avatar\n"
    "  --as-file              do not turn an avatar that faces -Z (0.x) around\n"
    "  --lanes L              how springs are computed: auto (default), scalar, plain, sse2, "
    "avx2,\n"
    "                         neon or wasm, if the machine has it; the results are the same\n"
    "  --json                 print one JSON object for each file, on one line: inputs and\n"
    "                         results of each frame\n"
    "  --hash                 print one line for each file: a hash of the results of each stage\n"
    "  --help                 show this page\n"
    "\n"
    "A file of inputs is JSON: {\"dt\": seconds, \"frames\": [{\"root\": [x, y, z],\n"
    "\"in\": {node: {\"r\": [x, y, z, w], \"t\": [x, y, z]}}, \"expression\": {name: weight},\n"
    "\"look\": [x, y, z]}, …]}. A node is named by its index, and \"r\" and \"t\" are its local\n"
    "rotation and translation. What a frame does not name stays as it was. The output of --json\n"
    "can be used as a file of inputs.\n"
    "\n"
    "Exit codes: 0 all files were run; 1 a file could not be run; 2 the command line is wrong.\n";

/* --- Options --- */

static bool read_look(const char *text, sim_options *out) {
    return out->has_look = read_vec3(text, &out->look);
}

static bool read_expression(char *text, sim_options *out) {
    if (out->expression_count == MAX_EXPRESSIONS) return false;
    out->names[out->expression_count] = text;
    return read_weight(text, &out->weights[out->expression_count++]);
}

/* Lanes that this machine does not have are not a valid value. */
static bool read_lanes(const char *text, sim_options *out) {
    for (vrm_lanes i = VRM_LANES_AUTO; vrm_lanes_name(i)[0] != '\0'; ++i) {
        if (strcmp(vrm_lanes_name(i), text) != 0) continue;
        out->lanes = i;
        return vrm_lanes_supported(i) != 0;
    }
    return false;
}

static bool read_flag(const char *option, sim_options *out) {
    if (strcmp(option, "--json") == 0) {
        out->is_json = true;
    } else if (strcmp(option, "--hash") == 0) {
        out->is_hash = true;
    } else if (strcmp(option, "--literal") == 0) {
        out->flags |= VRM_AVATAR_LITERAL_TIME | VRM_AVATAR_LITERAL_SCALE;
    } else if (strcmp(option, "--as-file") == 0) {
        out->flags |= VRM_AVATAR_AS_FILE;
    } else {
        return false;
    }
    return true;
}

static option_result read_option(const char *option, char *value, void *settings) {
    static const char *const names[] = {"--frames",     "--fps",  "--motion",
                                        "--expression", "--look", "--lanes"};
    sim_options *out = settings;
    size_t index = 0;
    bool is_good = true;
    if (read_flag(option, out)) return FLAG_TAKEN;
    while (index < sizeof names / sizeof names[0] && strcmp(names[index], option) != 0) ++index;
    if (index == sizeof names / sizeof names[0]) return NOT_AN_OPTION;
    if (value == NULL) return WRONG_VALUE;
    if (index == 0) is_good = read_whole(value, 1, MAX_FRAMES, &out->frame_count);
    if (index == 1) is_good = read_number_in(value, 0.1, 10000.0, &out->fps);
    if (index == 2) out->motion = value;
    if (index == 3) is_good = read_expression(value, out);
    if (index == 4) is_good = read_look(value, out);
    if (index == 5) is_good = read_lanes(value, out);
    return is_good ? VALUE_TAKEN : WRONG_VALUE;
}

/* --- Runs --- */

void sim_set_expression(sim_run *run, int32_t expression, float weight) {
    if (expression < 0) return;
    run->expressions[expression] = weight;
    vrm_avatar_set_expression(run->avatar, expression, weight);
}

void sim_look_at(sim_run *run, vrm_vec3 target) {
    run->has_look = true;
    run->look = target;
    vrm_avatar_look_at(run->avatar, target);
}

/* The expressions and the lookAt target of the command line. */
static bool apply_options(sim_run *run, const char **out_problem) {
    const sim_options *options = run->options;
    if (options->has_look) sim_look_at(run, options->look);
    for (uint32_t i = 0; i < options->expression_count; ++i) {
        int32_t expression = vrm_model_find_expression(run->model, options->names[i]);
        if (expression == VRM_NONE) {
            char name[100];
            vrm_string_printable(from_text(options->names[i]), name, sizeof name);
            snprintf(run->problem, sizeof run->problem, "the avatar has no expression '%s'", name);
            *out_problem = run->problem;
            return false;
        }
        sim_set_expression(run, expression, options->weights[i]);
    }
    return true;
}

static bool show_run(sim_run *run, const char **out_problem) {
    if (!apply_options(run, out_problem)) return false;
    if (run->options->is_json) return sim_print_json(run, out_problem);
    if (run->options->is_hash) return sim_print_hash(run, out_problem);
    return sim_print_summary(run, out_problem);
}

static bool run_model(sim_run *run, const char **out_problem) {
    const sim_options *options = run->options;
    vrm_avatar_desc desc;
    bool is_good = false;
    vrm_avatar_desc_init(&desc);
    desc.flags = options->flags;
    desc.lanes = options->lanes;
    run->gltf = vrm_model_gltf(run->model);
    run->tables = vrm_model_tables(run->model);
    run->avatar = vrm_avatar_create(run->model, &desc);
    run->expressions = malloc((run->tables->expression_count + 1) * sizeof *run->expressions);
    *out_problem = "there is not enough memory";
    if (run->avatar != NULL && run->expressions != NULL) {
        *out_problem = NULL;
        for (uint32_t i = 0; i < run->tables->expression_count; ++i) run->expressions[i] = -1.0f;
        is_good = show_run(run, out_problem);
    }
    free(run->expressions);
    vrm_avatar_destroy(run->avatar);
    return is_good;
}

static bool run_path(const char *path, const sim_options *options, const motion *moves) {
    vrm_report *report;
    sim_run run;
    const char *problem = NULL;
    vrm_result result;
    memset(&run, 0, sizeof run);
    run.options = options;
    run.motion = moves;
    run.path = path;
    run.frame_count = options->frame_count != 0 ? options->frame_count
                      : moves->frame_count != 0 ? moves->frame_count
                                                : 120;
    run.dt = options->fps > 0.0 ? 1.0 / options->fps : moves->dt > 0.0 ? moves->dt : 1.0 / 60.0;
    result = load_path(path, 0, &run.model, &report);
    if (result != VRM_OK) {
        print_failure(path, result, report);
    } else if (!run_model(&run, &problem)) {
        print_problem(path, problem);
        result = VRM_ERROR_INVALID_ARGUMENT;
    }
    vrm_model_release(run.model);
    vrm_report_destroy(report);
    return result == VRM_OK;
}

static int run_files(int count, char **paths, const sim_options *options) {
    motion moves;
    const char *problem;
    bool all_run = true;
    if (!motion_open(options->motion, &moves, &problem)) {
        print_problem(options->motion, problem);
        return EXIT_NOT_LOADED;
    }
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !options->is_json && !options->is_hash) printf("\n");
        if (!run_path(paths[i], options, &moves)) all_run = false;
    }
    motion_close(&moves);
    return all_run ? EXIT_LOADED : EXIT_NOT_LOADED;
}

static int run_sim(int argc, char **argv) {
    sim_options options;
    int file_count;
    memset(&options, 0, sizeof options);
    options.motion = "sway";
    file_count = read_arguments("sim", argc, argv, true, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    if (options.is_json && options.is_hash) {
        return usage_error("sim", "--json and --hash cannot be used together", NULL);
    }
    return run_files(file_count, argv, &options);
}

const command command_sim = {"sim", "run an avatar without a picture", help, run_sim};

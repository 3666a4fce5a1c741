/* vrm sim: runs avatars without a picture. */
#include "sim.h"
#include "apps/kit/console.h"
#include "apps/kit/diagnostics.h"
#include "apps/kit/open.h"
#include "apps/kit/record.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Options --- */

static option_result read_expression(option_value *value, sim_options *out) {
    if (out->expression_count == MAX_EXPRESSIONS) {
        value->problem = "no more expressions can be set";
        return OPTION_WRONG;
    }
    out->names[out->expression_count] = value->text;
    out->weights[out->expression_count++] = value->weight;
    return OPTION_TAKEN;
}

static option_result read_lanes(option_value *value, sim_options *out) {
    for (vrm_lanes i = VRM_LANES_AUTO; vrm_lanes_name(i)[0] != '\0'; ++i) {
        if (strcmp(vrm_lanes_name(i), value->text) == 0) out->lanes = i;
    }
    if (vrm_lanes_supported(out->lanes)) return OPTION_TAKEN;
    value->problem = "this machine does not have these lanes";
    return OPTION_WRONG;
}

static option_result read_option(option_value *value, void *settings) {
    sim_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_HASH:
        out->is_hash = true;
        break;
    case OPTION_LITERAL:
        out->flags |= VRM_AVATAR_LITERAL_TIME | VRM_AVATAR_LITERAL_SCALE;
        break;
    case OPTION_AS_FILE:
        out->flags |= VRM_AVATAR_AS_FILE;
        break;
    case OPTION_FRAMES:
        out->frame_count = value->whole;
        break;
    case OPTION_FPS:
        out->fps = value->number;
        break;
    case OPTION_MOTION:
        out->motion = value->text;
        break;
    case OPTION_EXPRESSION:
        return read_expression(value, out);
    case OPTION_LANES:
        return read_lanes(value, out);
    case OPTION_LOOK:
        out->has_look = true;
        out->look = value_vec3(value);
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
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
static bool apply_options(sim_run *run) {
    const sim_options *options = run->options;
    if (options->has_look) sim_look_at(run, options->look);
    for (uint32_t i = 0; i < options->expression_count; ++i) {
        int32_t expression = vrm_model_find_expression(run->model, options->names[i]);
        if (expression == VRM_NONE) {
            notes_add_no_expression(&run->notes, run->path, run->model, options->names[i]);
            return false;
        }
        sim_set_expression(run, expression, options->weights[i]);
    }
    return true;
}

static bool show_run(sim_run *run, const char **out_problem) {
    if (!apply_options(run)) return false;
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
    if (run->avatar != NULL && run->expressions != NULL) {
        for (uint32_t i = 0; i < run->tables->expression_count; ++i) run->expressions[i] = -1.0f;
        is_good = show_run(run, out_problem);
    }
    free(run->expressions);
    vrm_avatar_destroy(run->avatar);
    return is_good;
}

void sim_note_failure(sim_run *run, const char *problem) {
    vrm_diagnostic_argument reason = note_words(problem != NULL ? problem : "");
    if (run->notes.result != NULL) return; /* it has been said */
    notes_add(&run->notes, run->path, problem != NULL ? TOOL_MOTION_MISMATCH : TOOL_NO_MEMORY, NULL,
              &reason);
}

static bool run_path(const char *path, const sim_options *options, const motion *moves) {
    vrm_report *report;
    sim_run run;
    const char *problem = NULL;
    vrm_result result;
    bool is_good;
    memset(&run, 0, sizeof run);
    run.options = options;
    run.motion = moves;
    run.path = path;
    run.frame_count = options->frame_count != 0 ? options->frame_count
                      : moves->frame_count != 0 ? moves->frame_count
                                                : 120;
    run.dt = options->fps > 0.0 ? 1.0 / options->fps : moves->dt > 0.0 ? moves->dt : 1.0 / 60.0;
    result = load_path(path, 0, &run.model, &report);
    notes_add_report(&run.notes, path, result, report);
    if (result == VRM_OK && !options->is_json && !options->is_hash) {
        print_report_briefly(stderr, path, report);
    }
    is_good = result == VRM_OK && run_model(&run, &problem);
    if (!is_good && result == VRM_OK) sim_note_failure(&run, problem);
    if (!is_good && options->is_json && !run.has_record) {
        record_print_failure("sim", path, &run.notes);
    }
    vrm_model_release(run.model);
    notes_release(&run.notes);
    return is_good;
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
    file_count = read_arguments(COMMAND_SIM, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    if (options.is_json && options.is_hash) {
        return usage_error(COMMAND_SIM, "--json and --hash cannot be used together", NULL);
    }
    return run_files(file_count, argv, &options);
}

const command command_sim = {COMMAND_SIM, run_sim};

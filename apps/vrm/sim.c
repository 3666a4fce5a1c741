/* vrm sim: runs avatars without a picture. */
#include "sim.h"
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Options --- */

static option_result read_expression(option_value *value, sim_options *out) {
    if (out->expression_count == MAX_EXPRESSIONS) {
        value->problem = SAY("no more expressions can be set");
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
    value->problem = SAY("these lanes are not available here");
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
        out->flags |= VRM_AVATAR_FLAG_LITERAL_TIME | VRM_AVATAR_FLAG_LITERAL_SCALE;
        break;
    case OPTION_AS_FILE:
        out->flags |= VRM_AVATAR_FLAG_AS_FILE;
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
        return file_option_read(value, &out->files);
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
    vrm_avatar_create(run->model, &desc, &run->avatar, NULL);
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

bool sim_begin_report(sim_run *run) {
    if (run->is_reporting) return true;
    run->is_reporting = batch_begin_report(run->file);
    if (run->is_reporting && run->model != NULL && !run->options->is_json &&
        !run->options->is_hash) {
        print_report_briefly(stderr, run->path, run->notes.report);
    }
    return run->is_reporting;
}

bool sim_is_late(const sim_run *run) {
    return run->is_reporting ? batch_is_overdue(run->file) : batch_is_late(run->file);
}

/* What the workers share. */
typedef struct sim_job {
    const sim_options *options;
    motion moves;
    bool has_shown; /* a file: an empty line comes before the next */
} sim_job;

static void run_file(batch_file *file, memory_budget *budget, sim_job *job) {
    const sim_options *options = job->options;
    const motion *moves = &job->moves;
    sim_run run;
    const char *problem = NULL;
    bool is_loaded, is_good;
    memset(&run, 0, sizeof run);
    run.options = options;
    run.motion = moves;
    run.file = file;
    run.has_shown = &job->has_shown;
    run.path = file->input.path;
    run.frame_count = options->frame_count != 0 ? options->frame_count
                      : moves->frame_count != 0 ? moves->frame_count
                                                : 120;
    run.dt = options->fps > 0.0 ? 1.0 / options->fps : moves->dt > 0.0 ? moves->dt : 1.0 / 60.0;
    is_loaded = load_file(file, 0, &options->files.batch.limits, budget, &run.model, &run.notes);
    is_good = is_loaded && run_model(&run, &problem);
    if (!is_good && is_loaded) sim_note_failure(&run, problem);
    if (sim_begin_report(&run) && !is_good && options->is_json && !run.has_record) {
        record_print_failure("sim", run.path, &run.notes);
    }
    if (is_loaded && !options->is_json) print_unread_parts(run.path, run.notes.report);
    vrm_model_release(run.model);
    notes_release(&run.notes);
    batch_end_report(file, is_good);
}

static void work(batch_worker *worker, void *user) {
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) run_file(file, &budget, user);
}

static void report_late(const batch_file *file, void *user) {
    const sim_options *options = ((const sim_job *)user)->options;
    print_late("sim", file, &options->files.batch.limits, options->is_json);
}

static int run_files(int count, char **paths, const sim_options *options) {
    sim_job job = {.options = options};
    const batch_command works = {.work = work, .report_late = report_late, .user = &job};
    const char *problem;
    int code;
    if (!motion_open(options->motion, &job.moves, &problem)) {
        print_problem(options->motion, problem);
        return EXIT_NOT_LOADED;
    }
    code = work_on_files(COMMAND_SIM, &options->files, count, paths, INPUT_AVATARS, &works);
    motion_close(&job.moves);
    return code;
}

static int run_sim(int argc, char **argv) {
    sim_options options;
    int file_count;
    memset(&options, 0, sizeof options);
    options.files.batch.steps = 1;
    file_count = read_arguments(COMMAND_SIM, argc, argv, read_option, &options);
    if (file_count < 0) return EXIT_USAGE;
    if (options.is_json && options.is_hash) {
        return usage_error(COMMAND_SIM, SAY("--json and --hash cannot be combined"), NULL);
    }
    return run_files(file_count, argv, &options);
}

const command command_sim = {COMMAND_SIM, run_sim};

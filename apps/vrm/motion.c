/* vrm motion: what is in files of motions, and what they do with an avatar. */
#include "motion.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Options --- */

static option_result read_option(option_value *value, void *settings) {
    motion_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_STRICT:
        out->is_strict = true;
        break;
    case OPTION_ANIMATION:
        out->animation = (int32_t)value->whole;
        break;
    case OPTION_FPS:
        out->fps = value->number;
        break;
    case OPTION_REDUCE:
        out->reduce = value->number;
        break;
    case OPTION_SMALL:
        out->is_small = true;
        break;
    case OPTION_FROM:
        out->from = value->number;
        break;
    case OPTION_TO:
        out->to = value->number;
        break;
    case OPTION_PHONEMES:
        out->phonemes = value->text;
        break;
    case OPTION_ALPHABET:
        out->alphabet = value->word;
        break;
    case OPTION_OUT:
        out->out = value->text;
        break;
    default:
        return file_option_read(value, &out->files);
    }
    return OPTION_TAKEN;
}

/* --- vrm motion info --- */

/* What the workers share. */
typedef struct info_job {
    const motion_options *options;
    bool has_shown; /* a file: an empty line comes before the next */
} info_job;

static bool show(const motion_file *file, info_job *job) {
    json_line line;
    if (job->options->is_json) {
        if (file->clip == NULL) return record_print_failure("motion", file->path, file->notes);
        record_begin(&line, "motion", file->path);
        record_result(&line, file->notes);
        motion_add_json(&line, file);
        record_diagnostics(&line, file->notes);
        return json_print(&line);
    }
    if (file->clip == NULL) return true; /* standard error says why */
    if (job->has_shown) fputs("\n", stdout);
    job->has_shown = true;
    motion_print_text(file);
    return true;
}

static void show_file(batch_file *file, memory_budget *budget, info_job *job) {
    const motion_options *options = job->options;
    file_notes notes = {0};
    vrm_clip *clip;
    motion_file shown = {.path = file->input.path, .notes = &notes};
    bool is_good = load_clip(file, options->is_strict ? VRM_LOAD_STRICT : 0u, options->animation,
                             &options->files.batch.limits, budget, &clip, &notes);
    shown.clip = clip;
    vrm_clip_info_init(&shown.info);
    vrm_clip_get_info(clip, &shown.info);
    if (batch_begin_report(file) && !show(&shown, job)) is_good = false;
    vrm_clip_release(clip);
    notes_release(&notes);
    batch_end_report(file, is_good);
}

static void work(batch_worker *worker, void *user) {
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) show_file(file, &budget, user);
}

static void report_late(const batch_file *file, void *user) {
    const motion_options *options = ((const info_job *)user)->options;
    print_late("motion", file, &options->files.batch.limits, options->is_json);
}

static int run_info(const motion_options *options, int count, char **paths) {
    info_job job = {options, false};
    const batch_command works = {.work = work, .report_late = report_late, .user = &job};
    if (count == 0 && options->files.list == NULL) {
        return usage_error(COMMAND_MOTION, SAY("no file was given"), NULL);
    }
    return work_on_files(COMMAND_MOTION, &options->files, count, paths, INPUT_MOTIONS, &works);
}

/* --- One motion, and another file --- */

typedef struct pair_job {
    const motion_options *options;
    const char *other;
    void (*run)(batch_file *file, memory_budget *budget, const char *other,
                const motion_options *options);
} pair_job;

static void work_on_pair(batch_worker *worker, void *user) {
    const pair_job *job = user;
    memory_budget budget;
    batch_file *file;
    memory_budget_init(&budget);
    while ((file = batch_take(worker)) != NULL) job->run(file, &budget, job->other, job->options);
}

static void report_late_pair(const batch_file *file, void *user) {
    const motion_options *options = ((const pair_job *)user)->options;
    print_late("motion", file, &options->files.batch.limits, options->is_json);
}

/* As a batch of one file, whose limits of bytes, memory and time hold. */
static int run_pair(pair_job *job, char *motion, const char *usage) {
    const file_options *files = &job->options->files;
    const input_options given = {
        .paths = &motion, .path_count = 1, .list = files->list, .kind = INPUT_MOTIONS};
    const batch_command works = {
        .work = work_on_pair, .report_late = report_late_pair, .user = job};
    if (!inputs_is_one(&given)) return usage_error(COMMAND_MOTION, usage, NULL);
    return work_on_files(COMMAND_MOTION, files, 1, &motion, INPUT_MOTIONS, &works);
}

/* --- Commands that write --- */

static bool is_vrma(const char *path) {
    return has_ending(path, ".vrma") || strcmp(path, "-") == 0;
}

/* False: --json and the file would both go to standard output. */
static bool has_room_for_json(const motion_options *options, const char *to) {
    if (!options->is_json || strcmp(to, "-") != 0) return true;
    usage_error(COMMAND_MOTION,
                SAY("--json cannot be used when the motion goes to standard output"), NULL);
    return false;
}

static int run_convert(const motion_options *options, int count, char **paths) {
    const char *usage = SAY("convert needs a motion and a .vrma file");
    if (count != 2 || !is_vrma(paths[1])) return usage_error(COMMAND_MOTION, usage, NULL);
    if (!has_room_for_json(options, paths[1])) return EXIT_USAGE;
    return run_pair(&(pair_job){options, paths[1], motion_convert}, paths[0], usage);
}

/* With phonemes, they move the mouth: they are exact, and the sound is not read. */
static int run_voice(const motion_options *options, int count, char **paths) {
    const char *usage = SAY("voice needs a .wav file or --phonemes FILE, and -o with a .vrma file");
    char *phonemes;
    int code;
    if (count > 1 || (count == 0 && options->phonemes == NULL) || options->out == NULL ||
        !is_vrma(options->out)) {
        return usage_error(COMMAND_MOTION, usage, NULL);
    }
    if (!has_room_for_json(options, options->out)) return EXIT_USAGE;
    if (options->phonemes == NULL) {
        return run_pair(&(pair_job){options, options->out, motion_sound}, paths[0], usage);
    }
    phonemes = malloc(strlen(options->phonemes) + 1); /* a list of paths is not const */
    if (phonemes == NULL) return EXIT_FAILURE;
    memcpy(phonemes, options->phonemes, strlen(options->phonemes) + 1);
    code = run_pair(&(pair_job){options, options->out, motion_voice}, phonemes, usage);
    free(phonemes);
    return code;
}

/* --- The command --- */

static int find_verb(const char *text) {
    static const char *const names[MOTION_VERB_COUNT] = {"info", "dump", "convert", "voice"};
    int i = 0;
    while (i < MOTION_VERB_COUNT && strcmp(names[i], text) != 0) ++i;
    return i;
}

static int run_motion(int argc, char **argv) {
    motion_options options = {.files.batch.steps = 1, .to = -1.0, .alphabet = -1};
    int count = read_arguments(COMMAND_MOTION, argc, argv, read_option, &options);
    if (count < 0) return EXIT_USAGE;
    switch (count > 0 ? find_verb(argv[0]) : MOTION_VERB_COUNT) {
    case MOTION_INFO:
        return run_info(&options, count - 1, argv + 1);
    case MOTION_DUMP:
        if (count != 3) {
            return usage_error(COMMAND_MOTION, SAY("dump needs an avatar and a motion"), NULL);
        }
        return run_pair(&(pair_job){&options, argv[1], motion_dump}, argv[2],
                        SAY("dump needs an avatar and a motion"));
    case MOTION_CONVERT:
        return run_convert(&options, count - 1, argv + 1);
    case MOTION_VOICE:
        return run_voice(&options, count - 1, argv + 1);
    default:
        return usage_error(COMMAND_MOTION,
                           SAY("the first argument must be info, dump, convert or voice, not"),
                           count > 0 ? argv[0] : "");
    }
}

const command command_motion = {COMMAND_MOTION, run_motion};

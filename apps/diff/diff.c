/* vrm diff: options, the comparison, the exit code. */
#include "diff.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/batch/progress.h"
#include "apps/kit/program/language.h"

#include <stdio.h>
#include <string.h>

static option_result read_option(option_value *value, void *settings) {
    diff_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_BRIEF:
        out->is_brief = true;
        break;
    case OPTION_ALL:
        out->shows_all = true;
        break;
    case OPTION_ONLY:
        out->only |= value->word_set; /* the words are the parts, in their order */
        break;
    case OPTION_MOTION:
        out->has_motion = true;
        break;
    case OPTION_MAX_DEGREES:
        out->motion.max_degrees = value->number;
        break;
    case OPTION_PIXELS:
        out->has_pixels = true;
        break;
    case OPTION_MIN_SSIM:
        out->min_ssim = value->number;
        break;
    case OPTION_OUT:
        out->out = value->text;
        break;
    case OPTION_MAX_BYTES:
        out->bounds.limits.max_bytes = value->bytes;
        break;
    case OPTION_MAX_MEMORY:
        out->bounds.limits.max_memory = value->bytes;
        break;
    case OPTION_TIMEOUT:
        out->bounds.limits.timeout = value->number;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

/* Why the comparison could not be made: the time, a limit of memory, or memory itself. */
static int say_why_not(const diff_options *options, const diff_pair *pair, const char *path) {
    file_notes notes = {0};
    if (diff_is_late(&options->bounds)) {
        note_late(&notes, path, &options->bounds.limits);
    } else {
        const bool is_second = atomic_load(&pair->b.budget.has_refused);
        note_no_memory(&notes, path, &options->bounds.limits,
                       is_second ? &pair->b.budget : &pair->a.budget);
    }
    if (options->is_json) record_print_failure("diff", path, &notes);
    notes_release(&notes);
    return EXIT_NOT_COMPARED;
}

static int show(diff_pair *pair, const diff_options *options, const diff_found *found) {
    if (options->is_json) {
        if (!diff_print_json(pair, found)) return EXIT_NOT_COMPARED;
    } else {
        diff_print_text(pair, options, found);
        print_unread_parts(pair->a.path, pair->a.notes.report);
        print_unread_parts(pair->b.path, pair->b.notes.report);
    }
    return pair->changes.found > 0 ? EXIT_DIFFERENT : EXIT_SAME;
}

/* Says which views are less alike than they may be. */
static void add_pictures(diff_pair *pair, const diff_pictures *pictures, double min_ssim) {
    for (uint32_t i = 0; i < pictures->count; ++i) {
        const diff_view *view = &pictures->views[i];
        char found[32];
        if (view->ssim >= min_ssim) continue;
        snprintf(found, sizeof found, "%.4f", view->ssim);
        change_add_value(&pair->changes, PART_PICTURES, view->name, "SSIM", found);
    }
}

static int compare(diff_pair *pair, const diff_options *options, const diff_drawing *drawing) {
    diff_found found = {0};
    int code = EXIT_NOT_COMPARED;
    bool is_good;
    if (!pair_compare(pair, options->only)) return say_why_not(options, pair, pair->a.path);
    is_good = !options->has_motion || diff_motion(pair, &options->motion, &found.motion);
    if (is_good && options->has_pixels && !diff_is_late(pair->bounds)) {
        is_good = drawing->compare(pair, options->out, &found.pictures);
        add_pictures(pair, &found.pictures, options->min_ssim);
    }
    if (is_good && (diff_is_late(pair->bounds) || pair->changes.has_no_memory)) {
        say_why_not(options, pair, pair->a.path);
        is_good = false;
    }
    if (is_good) code = show(pair, options, &found);
    motion_results_release(&found.motion);
    return code;
}

/* What is wrong with the options together; NULL: nothing. */
static const char *find_problem(const diff_options *options, int count, char **paths) {
    if (count < 2) return SAY("two files are required");
    if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0) {
        return SAY("only one of the files can be standard input");
    }
    if (options->out != NULL && !options->has_pixels) {
        return SAY("--out needs --pixels");
    }
    return NULL;
}

static int compare_files(const diff_options *options, char **paths, const diff_drawing *drawing) {
    diff_pair pair;
    const diff_file *failed;
    int code = EXIT_NOT_COMPARED;
    if (pair_open(&pair, paths[0], paths[1], &options->bounds, &failed)) {
        code = compare(&pair, options, drawing);
    } else if (options->is_json) {
        record_print_failure("diff", failed->path, &failed->notes);
    }
    pair_close(&pair);
    return code;
}

int diff_run(int argc, char **argv, const diff_drawing *drawing) {
    diff_options options = {0};
    int count = read_arguments(COMMAND_DIFF, argc, argv, read_option, &options);
    const char *problem;
    if (count < 0) return EXIT_NOT_COMPARED;
    problem = find_problem(&options, count, argv);
    if (problem != NULL) return usage_error(COMMAND_DIFF, problem, NULL);
    if (count > 2 && !options.has_motion) {
        return usage_error(COMMAND_DIFF, SAY("a third file must be a motion for --motion:"),
                           argv[2]);
    }
    options.motion.files = argv + 2;
    options.motion.file_count = count - 2;
    if (options.has_pixels && drawing == NULL) return DIFF_NEEDS_DRAWING;
    if (options.bounds.limits.timeout > 0.0) {
        options.bounds.deadline = seconds_now() + options.bounds.limits.timeout;
    }
    return compare_files(&options, argv, drawing);
}

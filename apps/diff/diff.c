/* vrm diff: options, the comparison, the exit code. */
#include "diff.h"
#include "apps/kit/language.h"
#include "apps/kit/record.h"

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
    case OPTION_MOTION:
        out->has_motion = true;
        break;
    case OPTION_MAX_DEGREES:
        out->motion.max_degrees = value->number;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

void diff_tables(diff_pair *pair) {
    diff_facts(pair);
    diff_meta(pair);
    diff_nodes(pair);
    diff_expressions(pair);
    diff_look_at(pair);
    diff_first_person(pair);
    diff_springs(pair);
    diff_colliders(pair);
    diff_constraints(pair);
    diff_materials(pair);
    diff_images(pair);
    diff_meshes(pair);
    diff_skins(pair);
    diff_animations(pair);
    diff_other(pair);
}

static bool compare_spelling(const diff_pair *pair, diff_spelling *out) {
    operation_counts counts = {0};
    yyjson_val *a = diff_file_root(&pair->a), *b = diff_file_root(&pair->b);
    bool is_good = true;
    out->has_json = a != NULL && b != NULL;
    if (out->has_json) is_good = write_operations(a, b, NULL, &counts);
    out->value_count = counts.set + counts.removed;
    out->is_payload =
        pair->a.bin_size != pair->b.bin_size ||
        (pair->a.bin_size > 0 && memcmp(pair->a.bin, pair->b.bin, pair->a.bin_size) != 0);
    return is_good;
}

static int say_no_memory(const diff_options *options, const char *path) {
    file_notes notes = {0};
    notes_add(&notes, path, TOOL_NO_MEMORY, NULL, NULL);
    if (options->is_json) record_print_failure("diff", path, &notes);
    notes_release(&notes);
    return EXIT_NOT_COMPARED;
}

static int show(diff_pair *pair, const diff_options *options, const diff_found *found) {
    if (options->is_json) {
        if (!diff_print_json(pair, found)) return EXIT_NOT_COMPARED;
    } else {
        diff_print_text(pair, options, found);
    }
    return pair->changes.found > 0 ? EXIT_DIFFERENT : EXIT_SAME;
}

static int compare(diff_pair *pair, const diff_options *options) {
    diff_found found = {0};
    int code = EXIT_NOT_COMPARED;
    diff_tables(pair);
    if (!compare_spelling(pair, &found.spelling) || pair->changes.has_no_memory) {
        return say_no_memory(options, pair->a.path);
    }
    if (!options->has_motion || diff_motion(pair, &options->motion, &found.motion)) {
        code = show(pair, options, &found);
    }
    motion_results_release(&found.motion);
    return code;
}

int diff_main(int argc, char **argv) {
    diff_options options = {0};
    diff_pair pair;
    const diff_file *failed;
    int count = read_arguments(COMMAND_DIFF, argc, argv, read_option, &options), code;
    if (count < 0) return EXIT_NOT_COMPARED;
    if (count < 2) return usage_error(COMMAND_DIFF, SAY("two files are needed"), NULL);
    if (count > 2 && !options.has_motion) {
        return usage_error(COMMAND_DIFF, SAY("a third file is a motion, for --motion:"), argv[2]);
    }
    options.motion.files = argv + 2;
    options.motion.file_count = count - 2;
    if (strcmp(argv[0], "-") == 0 && strcmp(argv[1], "-") == 0) {
        return usage_error(COMMAND_DIFF, SAY("only one of the files can be standard input"), NULL);
    }
    if (pair_open(&pair, argv[0], argv[1], &failed)) {
        code = compare(&pair, &options);
    } else if (failed == NULL) {
        code = say_no_memory(&options, argv[0]);
    } else {
        if (options.is_json) record_print_failure("diff", failed->path, &failed->notes);
        code = EXIT_NOT_COMPARED;
    }
    pair_close(&pair);
    return code;
}

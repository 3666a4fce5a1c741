/* vrm normalize: avatars without rotations and scales of nodes. */
#include "apps/kit/batch/rewrite.h"
#include "command.h"

#include <vrm/author/normalize.h>

typedef struct normalize_options {
    rewrite_options rewrite;
    vrm_normalize_flags flags;
} normalize_options;

static option_result read_option(option_value *value, void *settings) {
    normalize_options *out = settings;
    switch (value->option->id) {
    case OPTION_T_POSE:
        out->flags |= VRM_NORMALIZE_T_POSE;
        break;
    case OPTION_ON_GROUND:
        out->flags |= VRM_NORMALIZE_GROUND;
        break;
    case OPTION_LOSE_CONSTRAINTS:
        out->flags |= VRM_NORMALIZE_LOSE_CONSTRAINTS;
        break;
    case OPTION_LITERAL:
        out->flags |= VRM_NORMALIZE_LITERAL_SCALE;
        break;
    default:
        return rewrite_option_read(value, &out->rewrite);
    }
    return OPTION_TAKEN;
}

static vrm_result make(const void *bytes, size_t size, const vrm_load_desc *settings,
                       vrm_written **out_file, vrm_report **out_report, void *user) {
    vrm_normalize_desc desc;
    vrm_normalize_desc_init(&desc);
    desc.flags = ((const normalize_options *)user)->flags;
    desc.load = settings;
    return vrm_normalize(bytes, size, &desc, out_file, out_report);
}

static int run_normalize(int argc, char **argv) {
    normalize_options options = {.rewrite.files.batch.steps = 1};
    const rewrite_command works = {
        .id = COMMAND_NORMALIZE, .name = "normalize", .make = make, .user = &options};
    int count = read_arguments(COMMAND_NORMALIZE, argc, argv, read_option, &options);
    if (count < 0) return EXIT_USAGE;
    return rewrite_files(&works, &options.rewrite, count, argv);
}

const command command_normalize = {COMMAND_NORMALIZE, run_normalize};

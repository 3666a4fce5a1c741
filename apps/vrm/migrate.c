/* vrm migrate: avatars of one dialect as files of another. */
#include "apps/kit/batch/rewrite.h"
#include "apps/kit/program/language.h"
#include "command.h"

#include <string.h>
#include <vrm/author/migrate.h>

typedef struct migrate_options {
    rewrite_options rewrite;
    vrm_migrate_desc desc;
} migrate_options;

static option_result read_option(option_value *value, void *settings) {
    migrate_options *out = settings;
    switch (value->option->id) {
    case OPTION_TO:
        out->desc.to = strcmp(value->text, "0.x") == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1;
        break;
    case OPTION_ACCEPT_LICENSE_MAPPING:
        out->desc.flags |= VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
        break;
    case OPTION_MOST_RESTRICTIVE:
        out->desc.flags |= VRM_MIGRATE_MOST_RESTRICTIVE;
        break;
    case OPTION_T_POSE:
        out->desc.flags |= VRM_MIGRATE_T_POSE;
        break;
    case OPTION_LICENSE_URL:
        out->desc.license_url = value->text;
        break;
    case OPTION_AUTHOR:
        out->desc.author = value->text;
        break;
    default:
        return rewrite_option_read(value, &out->rewrite);
    }
    return OPTION_TAKEN;
}

static vrm_result make(const void *bytes, size_t size, const vrm_load_desc *settings,
                       vrm_written **out_file, vrm_report **out_report, void *user) {
    vrm_migrate_desc desc = ((const migrate_options *)user)->desc;
    desc.load = settings;
    return vrm_migrate(bytes, size, &desc, out_file, out_report);
}

static vrm_result make_t_pose(const void *bytes, size_t size, const vrm_load_desc *settings,
                              vrm_written **out_file, vrm_report **out_report, void *user) {
    migrate_options options = *(const migrate_options *)user;
    options.desc.flags |= VRM_MIGRATE_T_POSE;
    return make(bytes, size, settings, out_file, out_report, &options);
}

static int run_migrate(int argc, char **argv) {
    migrate_options options = {.rewrite.files.batch.steps = 1};
    rewrite_command works = {.id = COMMAND_MIGRATE,
                             .name = "migrate",
                             .checks = REWRITE_CHECKED,
                             .make = make,
                             .user = &options};
    int count;
    vrm_migrate_desc_init(&options.desc);
    count = read_arguments(COMMAND_MIGRATE, argc, argv, read_option, &options);
    if (count < 0) return EXIT_USAGE;
    if ((options.desc.flags & VRM_MIGRATE_T_POSE) == 0) works.make_t_pose = make_t_pose;
    return rewrite_files(&works, &options.rewrite, count, argv);
}

const command command_migrate = {COMMAND_MIGRATE, run_migrate};

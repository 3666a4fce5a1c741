#include "apps/kit/options/help.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/worker/work.h"
#include "command.h"
#include "version.h"

#include <string.h>

static const command *const commands[] = {
    &command_explain, &command_info,      &command_check,   &command_diff,     &command_edit,
    &command_meta,    &command_extract,   &command_pack,    &command_sim,      &command_motion,
    &command_live,    &command_normalize, &command_migrate, &command_optimize, &command_make,
    &command_render,  &command_thumb,     &command_view,    &command_index,    &command_work,
    &command_hub,     &command_help};

/* Verbs of jobs are commands of this program. */
static int run_work(int argc, char **argv) {
    return work_run(argc, argv, commands, sizeof commands / sizeof commands[0]);
}

const command command_work = {COMMAND_WORK, run_work};

static const command *find_command(command_id id) {
    size_t i = 0;
    while (commands[i]->id != id) ++i;
    return commands[i];
}

/* What other tools call a command. */
static const char *other_name(const char *name) {
    static const char *const names[][2] = {
        {"fix", "check --fix"}, {"repair", "check --fix"}, {"convert", "migrate"},
        {"upgrade", "migrate"}, {"version", "--version"},  {"validate", "check"},
        {"lint", "check"},      {"show", "info"},          {"inspect", "info"},
        {"unpack", "extract"},  {"compress", "optimize"},  {"screenshot", "thumb"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(names[i][0], name) == 0) return names[i][1];
    }
    return NULL;
}

int unknown_command(const char *name) {
    const command_text *nearest = command_nearest(name);
    const char *meant = other_name(name);
    char shown[128], problem[256];
    const char *arguments[] = {shown, meant};
    if (meant == NULL && nearest != NULL) arguments[1] = nearest->name;
    vrm_string_printable((vrm_string){name, (uint32_t)strlen(name)}, shown, sizeof shown);
    say_into(problem, sizeof problem,
             arguments[1] != NULL ? SAY("unknown command '{1}'. Did you mean 'vrm {2}'?")
                                  : SAY("unknown command '{1}'"),
             arguments, arguments[1] != NULL ? 2 : 1);
    return usage_error(COMMAND_TOOL, problem, NULL);
}

/* --- vrm without a command --- */

typedef struct tool_options {
    bool wants_version;
    bool is_json;
} tool_options;

static option_result read_tool_option(option_value *value, void *settings) {
    tool_options *out = settings;
    switch (value->option->id) {
    case OPTION_VERSION:
        out->wants_version = true;
        break;
    case OPTION_JSON:
        out->is_json = true;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static int run_tool(int argc, char **argv) {
    tool_options options = {false, false};
    int count = read_arguments(COMMAND_TOOL, argc, argv, read_tool_option, &options);
    if (count < 0) return EXIT_USAGE;
    if (count > 0) {
        return usage_error(COMMAND_TOOL, SAY("the command must come before its options:"), argv[0]);
    }
    if (!options.wants_version && !options.is_json) { /* vrm --lang ja */
        help_print(stderr, COMMAND_TOOL);
        return EXIT_USAGE;
    }
    if (!options.wants_version) {
        return usage_error(COMMAND_TOOL, SAY("--json needs --version or a command"), NULL);
    }
    if (options.is_json) return version_print_json() ? EXIT_LOADED : EXIT_NOT_LOADED;
    version_print();
    return EXIT_LOADED;
}

static const command command_tool = {COMMAND_TOOL, run_tool};

static int run(int argc, char **argv) {
    const command_text *found;
    if (argc < 2) {
        help_print(stderr, COMMAND_TOOL);
        return EXIT_USAGE;
    }
    if (argc > 2 && asks_for_help(1, argv + 1)) {
        return command_run(&command_help, argc - 2, argv + 2); /* vrm --help info */
    }
    if (argv[1][0] == '-') return command_run(&command_tool, argc - 1, argv + 1);
    found = command_find(argv[1]);
    if (found == NULL) return unknown_command(argv[1]);
    return command_run(find_command(found->id), argc - 2, argv + 2);
}

int main(int argc, char **argv) { return program_main(argc, argv, run); }

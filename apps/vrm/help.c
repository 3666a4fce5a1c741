/* vrm help: the pages of all commands, and what is made from the table of options beside them. */
#include "apps/kit/options/help.h"
#include "apps/kit/program/language.h"
#include "command.h"
#include "pages.h"

#include <stdio.h>

typedef struct help_options {
    bool is_json;
    bool wants_manual;
    bool wants_completions;
    int shell;
} help_options;

void print_spaced(const char *words) {
    for (; *words != '\0'; ++words) putchar(*words == '|' ? ' ' : *words);
}

static option_result read_option(option_value *value, void *settings) {
    help_options *out = settings;
    switch (value->option->id) {
    case OPTION_JSON:
        out->is_json = true;
        break;
    case OPTION_MAN:
        out->wants_manual = true;
        break;
    case OPTION_COMPLETIONS:
        out->wants_completions = true;
        out->shell = value->word;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static void print_completions(int shell) {
    static void (*const print[])(void) = {completion_print_bash, completion_print_zsh,
                                          completion_print_fish};
    print[shell]();
}

static int run_help(int argc, char **argv) {
    help_options options = {false, false, false, 0};
    const command_text *found = command_of(COMMAND_TOOL);
    int count = read_arguments(COMMAND_HELP, argc, argv, read_option, &options);
    if (count < 0) return EXIT_USAGE;
    if (count > 1) return usage_error(COMMAND_HELP, SAY("give one command:"), argv[1]);
    if (options.is_json + options.wants_manual + options.wants_completions > 1) {
        return usage_error(COMMAND_HELP, SAY("--json, --man and --completions cannot be combined"),
                           NULL);
    }
    if (count == 1 && (options.is_json || options.wants_completions)) {
        return usage_error(COMMAND_HELP, SAY("this prints all commands, not only"), argv[0]);
    }
    if (count == 1) found = command_find(argv[0]);
    if (found == NULL) return unknown_command(argv[0]);
    if (options.is_json) return page_print_json() ? EXIT_LOADED : EXIT_NOT_LOADED;
    if (options.wants_completions) {
        print_completions(options.shell);
    } else if (options.wants_manual) {
        page_print_manual(found->id);
    } else {
        help_print(stdout, found->id);
    }
    return EXIT_LOADED;
}

const command command_help = {COMMAND_HELP, run_help};

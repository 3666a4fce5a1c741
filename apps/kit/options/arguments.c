#include "arguments.h"
#include "apps/kit/program/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/base.h>

/* --- What is wrong --- */

enum { ARGUMENT_COLUMNS = 128, PROBLEM_SIZE = 512 };

static const char *printable(const char *text, size_t length, char out[ARGUMENT_COLUMNS]) {
    vrm_string string = {text, (uint32_t)length};
    vrm_string_printable(string, out, ARGUMENT_COLUMNS);
    return out;
}

int usage_error(command_id command, const char *problem, const char *argument) {
    const char *name = command_of(command)->name;
    char shown[ARGUMENT_COLUMNS], called[40];
    snprintf(called, sizeof called, "vrm%s%s", name[0] != '\0' ? " " : "", name);
    fprintf(stderr, "%s: %s", called, say(problem));
    if (argument != NULL) {
        fprintf(stderr, " '%s'", printable(argument, strlen(argument), shown));
    }
    fputs("\n", stderr);
    if (name[0] != '\0') {
        say_to(stderr, "Run '{1} --help' to see the usage and all options.", called);
    } else {
        say_to(stderr, "Run '{1} --help' to see all commands.", called);
    }
    fputs("\n", stderr);
    return EXIT_USAGE;
}

/* An argument as it was written: "--size", "--size=12" or "-o". */
typedef struct written_option {
    const char *name;
    size_t length; /* of the name alone */
    char *value;   /* behind the equals sign; NULL: there is none */
} written_option;

static written_option take_apart(char *argument) {
    written_option out = {argument, strlen(argument), NULL};
    char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
    if (equals != NULL) {
        out.length = (size_t)(equals - argument);
        out.value = equals + 1;
    }
    return out;
}

static int unknown_option(command_id command, written_option written) {
    const option *nearest = option_nearest(command, written.name, written.length);
    const command_text *owner = option_owner(written.name, written.length);
    char shown[ARGUMENT_COLUMNS], problem[PROBLEM_SIZE];
    const char *arguments[2] = {printable(written.name, written.length, shown), ""};
    const char *sentence = SAY("unknown option '{1}'");
    if (owner != NULL) {
        arguments[1] = owner->name;
        sentence = SAY("unknown option '{1}'. It is an option of 'vrm {2}'.");
    } else if (nearest != NULL) {
        arguments[1] = nearest->name;
        sentence = SAY("unknown option '{1}'. Did you mean --{2}?");
    }
    say_into(problem, sizeof problem, sentence, arguments, 2);
    usage_error(command, problem, NULL);
    return -1;
}

static int missing_value(command_id command, const option *option, written_option written) {
    char allowed[256], shown[ARGUMENT_COLUMNS], problem[PROBLEM_SIZE];
    const char *arguments[] = {printable(written.name, written.length, shown), allowed};
    option_allowed_said(option, allowed, sizeof allowed);
    say_into(problem, sizeof problem, SAY("the option '{1}' needs a value: {2}"), arguments, 2);
    usage_error(command, problem, NULL);
    return -1;
}

static int wrong_value(command_id command, const option_value *value, const char *text) {
    char allowed[256], shown[ARGUMENT_COLUMNS], problem[PROBLEM_SIZE];
    const char *arguments[] = {value->option->name, allowed, shown};
    printable(text, strlen(text), shown);
    if (value->problem != NULL) {
        snprintf(problem, sizeof problem, "--%s %s: %s", value->option->name, shown,
                 say(value->problem));
    } else {
        option_allowed_said(value->option, allowed, sizeof allowed);
        say_into(problem, sizeof problem, SAY("--{1} takes {2}, not '{3}'"), arguments, 3);
    }
    usage_error(command, problem, NULL);
    return -1;
}

static int problem_with(command_id command, const option *option, const char *what) {
    char problem[PROBLEM_SIZE];
    snprintf(problem, sizeof problem, "--%s %s", option->name, say(what));
    usage_error(command, problem, NULL);
    return -1;
}

/* --- Reading --- */

typedef struct argument_walk {
    command_id command;
    option_reader *read;
    void *settings;
    bool given[OPTION_COUNT];
} argument_walk;

/* `text` is what is shown if the value is wrong: reading may change the value itself. */
static int take_value(argument_walk *walk, option_value *value, const char *text) {
    option_result result = OPTION_WRONG;
    if (value->option->id == OPTION_LANG) { /* chosen by language_begin, before anything is said */
        result = language_exists(value->text) ? OPTION_TAKEN : OPTION_WRONG;
    } else if (value_read(value)) {
        result = walk->read(value, walk->settings);
    }
    if (result == OPTION_WRONG) return wrong_value(walk->command, value, text);
    if (result == OPTION_NOT_READ) {
        return problem_with(walk->command, value->option, "is read by no code of this command");
    }
    return 0;
}

static int take_defaults(argument_walk *walk) {
    for (const option *row = option_listed(walk->command, NULL); row != NULL;
         row = option_listed(walk->command, row)) {
        option_value value = {.option = row, .is_default = true, .text = row->fallback};
        if (row->fallback == NULL) continue;
        if (take_value(walk, &value, row->fallback) != 0) return -1;
    }
    return 0;
}

/* Returns how many arguments were taken, or -1. `next` is the argument behind this one, or NULL. */
static int take_option(argument_walk *walk, char *argument, char *next) {
    written_option written = take_apart(argument);
    const option *row = option_find(walk->command, written.name, written.length);
    option_value value = {.option = row, .text = ""};
    char text[ARGUMENT_COLUMNS];
    bool is_again;
    if (row == NULL) return unknown_option(walk->command, written);
    is_again = walk->given[row->id];
    walk->given[row->id] = true;
    if (row->kind == VALUE_NONE) {
        if (written.value != NULL) return problem_with(walk->command, row, SAY("takes no value"));
        return take_value(walk, &value, "") == 0 ? 1 : -1;
    }
    if (written.value == NULL) {
        /* The value was forgotten. One that really begins so can be given as --out=--name. */
        if (next == NULL || strncmp(next, "--", 2) == 0 ||
            option_find(walk->command, next, strlen(next)) != NULL) {
            return missing_value(walk->command, row, written);
        }
    }
    if (is_again && row->repeats == REPEAT_IS_WRONG) {
        return problem_with(walk->command, row, SAY("was given twice; use it once"));
    }
    value.text = written.value != NULL ? written.value : next;
    snprintf(text, sizeof text, "%s", value.text);
    if (take_value(walk, &value, text) != 0) return -1;
    return written.value != NULL ? 1 : 2;
}

int read_arguments(command_id command, int argc, char **argv, option_reader *read, void *settings) {
    argument_walk walk = {.command = command, .read = read, .settings = settings};
    int file_count = 0;
    bool only_files = false;
    if (take_defaults(&walk) != 0) return -1;
    for (int i = 0; i < argc;) {
        int taken = 1;
        if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[file_count++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_files = true;
        } else {
            taken = take_option(&walk, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        }
        if (taken < 0) return -1;
        i += taken;
    }
    if (file_count > 0 || !command_of(command)->needs_operand || walk.given[OPTION_LIST]) {
        return file_count;
    }
    usage_error(command, SAY("no file was given"), NULL);
    return -1;
}

bool asks_for_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

vrm_vec3 value_vec3(const option_value *value) {
    return vrm_vec3_make(value->numbers[0], value->numbers[1], value->numbers[2]);
}

/* The completion for fish. */
#include "pages.h"

#include <stdio.h>

/* Text inside of single quotes. */
static void print_text(const char *text) {
    for (; *text != '\0'; ++text) {
        if (*text == '\'' || *text == '\\') putchar('\\');
        putchar(*text);
    }
}

/* When a line of the script is for this command. */
static void print_condition(command_id command) {
    if (command == COMMAND_TOOL) {
        fputs("complete -c vrm -n __fish_use_subcommand", stdout);
    } else {
        printf("complete -c vrm -n '__fish_seen_subcommand_from %s'", command_of(command)->name);
    }
}

static void print_value(const option *row) {
    bool is_path = row->kind == VALUE_FILE || row->kind == VALUE_OUTPUT;
    fputs(is_path ? " -r -F" : " -x", stdout);
    if (row->kind == VALUE_WORDS) {
        fputs(" -a '(__fish_append , ", stdout);
        print_spaced(row->words);
        fputs(")'", stdout);
    } else if (row->words != NULL) {
        fputs(" -a '", stdout);
        print_spaced(row->words);
        putchar('\'');
    } else if (row->kind == VALUE_FOLDER) {
        fputs(" -a '(__fish_complete_directories)'", stdout);
    }
}

static void print_options(command_id command) {
    char text[512];
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        print_condition(command);
        if (row->letter != '\0') printf(" -s %c", row->letter);
        printf(" -l %s", row->name);
        if (row->kind != VALUE_NONE) print_value(row);
        option_describe(row, text, sizeof text);
        fputs(" -d '", stdout);
        print_text(text);
        fputs("'\n", stdout);
    }
}

static void print_commands(command_id where) {
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        print_condition(where);
        printf(" -a %s -d '", command->name);
        print_text(command->summary);
        fputs("'\n", stdout);
    }
}

/* One of the verbs, and files behind it. */
static void print_verbs(const command_text *command) {
    static const char *const conditions[] = {"and not", "and"};
    for (int i = 0; i < 2; ++i) {
        printf(
            "complete -c vrm -n '__fish_seen_subcommand_from %s; %s __fish_seen_subcommand_from ",
            command->name, conditions[i]);
        print_spaced(command_verbs(command));
        fputs("' -a '", stdout);
        if (i == 0) {
            print_spaced(command_verbs(command));
        } else {
            fputs(command->operand == OPERAND_MOTIONS ? "(__vrm_motions)" : "(__vrm_avatars)",
                  stdout);
        }
        fputs("'\n", stdout);
    }
}

void completion_print_fish(void) {
    fputs("# Completion of vrm for fish, made by 'vrm help --completions fish'.\n"
          "\n"
          "# Folders, and files that can hold an avatar.\n"
          "function __vrm_avatars\n"
          "    complete -C \"__fish_command_without_completions \"(commandline -ct | string escape "
          "-n) |\n"
          "        string match -ri '^.*(?:/|\\.vrm|\\.glb|\\.gltf)$'\n"
          "end\n"
          "\n"
          "# The same for motions, and the avatars that they move.\n"
          "function __vrm_motions\n"
          "    complete -C \"__fish_command_without_completions \"(commandline -ct | string escape "
          "-n) |\n"
          "        string match -ri "
          "'^.*(?:/|\\.vrma|\\.bvh|\\.vmd|\\.glb|\\.gltf|\\.vrm)$'\n"
          "end\n"
          "\n"
          "complete -c vrm -f\n",
          stdout);
    print_commands(COMMAND_TOOL);
    print_options(COMMAND_TOOL);
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        fputs("\n", stdout);
        print_options(command->id);
        if (command->operand == OPERAND_COMMAND) print_commands(command->id);
        if (command->operand == OPERAND_CODE) {
            print_condition(command->id);
            fputs(" -a \"(vrm explain 2>/dev/null | string match '  *' | string trim -l | "
                  "string replace -r ' +' \\t)\"\n",
                  stdout);
        }
        if (command_verbs(command) != NULL) print_verbs(command);
        if (command->operand == OPERAND_AVATARS) {
            print_condition(command->id);
            fputs(" -a '(__vrm_avatars)'\n", stdout);
        }
    }
}

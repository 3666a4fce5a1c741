/* The completion for zsh. */
#include "pages.h"

#include <stdio.h>
#include <string.h>

/* Text inside of single quotes, of which _arguments reads brackets, colons and backslashes. */
static void print_text(const char *text) {
    for (; *text != '\0'; ++text) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
        } else {
            if (strchr("[]:\\", *text) != NULL) putchar('\\');
            putchar(*text);
        }
    }
}

/* ":NAME:ACTION" */
static void print_action(const option *row) {
    bool is_path = row->kind == VALUE_FILE || row->kind == VALUE_OUTPUT;
    if (row->kind == VALUE_NONE) return;
    putchar(':');
    print_text(row->value);
    putchar(':');
    if (row->kind == VALUE_WORDS) {
        printf("_values -s , %s ", row->name);
        print_spaced(row->words);
    } else if (row->words != NULL && is_path) {
        printf("_vrm_word_or_file ");
        print_spaced(row->words);
    } else if (row->words != NULL) {
        putchar('(');
        print_spaced(row->words);
        putchar(')');
    } else if (is_path) {
        fputs("_files", stdout);
    } else if (row->kind == VALUE_FOLDER) {
        fputs("_files -/", stdout);
    } else {
        putchar(' ');
    }
}

static void print_option(const option *row) {
    char text[512];
    const char *equals = row->kind != VALUE_NONE ? "=" : "";
    option_describe(row, text, sizeof text);
    fputs("                ", stdout);
    if (row->repeats == REPEAT_ADDS) {
        fputs("'*'", stdout);
    } else if (row->letter != '\0') {
        printf("'(-%c --%s)'", row->letter, row->name);
    }
    if (row->letter != '\0') {
        printf("{-%c%s,--%s%s}", row->letter, *equals != '\0' ? "+" : "", row->name, equals);
    } else {
        printf("--%s%s", row->name, equals);
    }
    fputs("'[", stdout);
    print_text(text);
    fputs("]", stdout);
    print_action(row);
    fputs("' \\\n", stdout);
}

static void print_options(command_id command) {
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        print_option(row);
    }
}

static void print_command(const command_text *command) {
    printf("        %s)\n            _arguments -s : \\\n", command->name);
    print_options(command->id);
    fputs("                ", stdout);
    if (command->operand == OPERAND_AVATARS) fputs("'*:avatar:_vrm_avatars'", stdout);
    if (command_verbs(command) != NULL) {
        fputs("'1:what to do:(", stdout);
        print_spaced(command_verbs(command));
        fputs(command->operand == OPERAND_MOTIONS ? ")' '*:motion:_vrm_motions'"
                                                  : ")' '*:avatar:_vrm_avatars'",
              stdout);
    }
    if (command->operand == OPERAND_COMMAND) fputs("'1:command:_vrm_commands'", stdout);
    if (command->operand == OPERAND_CODE) fputs("'*:code:_vrm_codes'", stdout);
    if (command->operand == OPERAND_NONE) fputs("&& return", stdout);
    fputs("\n            ;;\n", stdout);
}

void completion_print_zsh(void) {
    fputs("#compdef vrm\n"
          "# Completion of vrm for zsh, made by 'vrm help --completions zsh'.\n"
          "\n"
          "_vrm_avatars() { _files -g '*.(#i)(vrm|glb|gltf)(-.)' }\n"
          "_vrm_motions() { _files -g '*.(#i)(vrma|bvh|vmd|glb|gltf|vrm)(-.)' }\n"
          "\n"
          "_vrm_codes() {\n"
          "    local -a codes=(${${${${(M)${(f)\"$(vrm explain 2>/dev/null)\"}:#  *}#  }%% *}})\n"
          "    compadd -a codes\n"
          "}\n"
          "\n"
          "_vrm_word_or_file() {\n"
          "    compadd -- $@\n"
          "    _files\n"
          "}\n"
          "\n"
          "_vrm_commands() {\n"
          "    local -a commands=(\n",
          stdout);
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        printf("        '%s:", command->name);
        print_text(command->summary);
        fputs("'\n", stdout);
    }
    fputs("    )\n"
          "    _describe command commands\n"
          "}\n"
          "\n"
          "_vrm() {\n"
          "    local curcontext=$curcontext state line\n"
          "    typeset -A opt_args\n"
          "    if (( CURRENT == 2 )) || [[ $words[2] == -* ]]; then\n"
          "            _arguments -s : \\\n",
          stdout);
    print_options(COMMAND_TOOL);
    fputs("                '1:command:_vrm_commands'\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $words[1] in\n",
          stdout);
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        print_command(command_of((command_id)i));
    }
    fputs("    esac\n"
          "}\n"
          "\n"
          "if [[ $funcstack[1] == _vrm ]]; then _vrm \"$@\"; else compdef _vrm vrm; fi\n",
          stdout);
}

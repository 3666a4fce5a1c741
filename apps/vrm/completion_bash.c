/* The completion for bash. It needs bash alone; with the package bash-completion, it is found by
 * its name. */
#include "pages.h"

#include <stdio.h>

/* What the script has whatever the table says. $cur is the word under the cursor. */
static const char head[] =
    "# Completion of vrm for bash, made by 'vrm help --completions bash'.\n"
    "\n"
    "# _vrm_words LIST: those words of the list that begin like the word under the cursor.\n"
    "_vrm_words() {\n"
    "    local word\n"
    "    for word in $1; do\n"
    "        [[ $word == \"$cur\"* ]] && COMPREPLY+=(\"$word\")\n"
    "    done\n"
    "}\n"
    "\n"
    "# _vrm_list LIST: the same for words with commas between them.\n"
    "_vrm_list() {\n"
    "    local before='' i\n"
    "    [[ $cur == *,* ]] && before=${cur%,*},\n"
    "    cur=${cur##*,}\n"
    "    _vrm_words \"$1\"\n"
    "    for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=$before${COMPREPLY[i]}; done\n"
    "    compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "# _vrm_paths [ENDING…]: folders, and files with one of the endings; without endings all.\n"
    "_vrm_paths() {\n"
    "    local path ending lower\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r path; do\n"
    "        if [[ -d $path || $# -eq 0 ]]; then\n"
    "            COMPREPLY+=(\"$path\")\n"
    "            continue\n"
    "        fi\n"
    "        for ending; do\n"
    "            lower=${path,,}\n"
    "            [[ $lower == *\"$ending\" ]] && COMPREPLY+=(\"$path\")\n"
    "        done\n"
    "    done < <(compgen -f -- \"$cur\")\n"
    "}\n"
    "\n"
    "_vrm() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' i\n"
    "    COMPREPLY=()\n"
    "    # '--view=fu' comes as three words.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=''\n"
    "    elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
    "        if [[ ${COMP_WORDS[i]} != -* ]]; then\n"
    "            command=${COMP_WORDS[i]}\n"
    "            break\n"
    "        fi\n"
    "    done\n";

/* What completes the value of an option. */
static void print_value(const option *row) {
    bool is_list = row->kind == VALUE_WORDS;
    if (row->words != NULL) {
        printf("%s '", is_list ? "_vrm_list" : "_vrm_words");
        print_spaced(row->words);
        fputs("'; ", stdout);
    }
    if (row->kind == VALUE_FILE || row->kind == VALUE_OUTPUT) fputs("_vrm_paths; ", stdout);
    if (row->kind == VALUE_FOLDER) fputs("_vrm_paths /; ", stdout);
    fputs("return ;;\n", stdout);
}

static void print_values(void) {
    fputs("    case \"$command $prev\" in\n", stdout);
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        const char *name = command_of((command_id)i)->name;
        for (const option *row = option_next((command_id)i, NULL); row != NULL;
             row = option_next((command_id)i, row)) {
            if (row->kind == VALUE_NONE) continue;
            printf("        '%s --%s'", name, row->name);
            if (row->letter != '\0') printf(" | '%s -%c'", name, row->letter);
            fputs(") ", stdout);
            print_value(row);
        }
    }
    fputs("    esac\n", stdout);
}

static void print_option_names(command_id command) {
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        printf("%s--%s", row == option_next(command, NULL) ? "" : " ", row->name);
        if (row->letter != '\0') printf(" -%c", row->letter);
    }
}

static void print_command_names(void) {
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        printf("%s%s", i == COMMAND_TOOL + 1 ? "" : " ", command_of((command_id)i)->name);
    }
}

static void print_options(void) {
    fputs("    if [[ $cur == -* ]]; then\n"
          "        case $command in\n",
          stdout);
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        printf("            '%s') _vrm_words '", command_of((command_id)i)->name);
        print_option_names((command_id)i);
        fputs("' ;;\n", stdout);
    }
    fputs("        esac\n"
          "        return\n"
          "    fi\n",
          stdout);
}

static void print_operands(void) {
    fputs("    case $command in\n", stdout);
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        printf("        '%s') ", command->name);
        if (command->operand == OPERAND_AVATARS) fputs("_vrm_paths .vrm .glb .gltf ", stdout);
        if (command_verbs(command) != NULL) {
            printf("if [[ $prev == %s ]]; then _vrm_words '", command->name);
            print_spaced(command_verbs(command));
            printf("'; else _vrm_paths%s .glb .gltf .vrm; fi ",
                   command->operand == OPERAND_MOTIONS ? " .vrma .bvh .vmd" : "");
        }
        if (command->operand == OPERAND_CODE) {
            fputs("_vrm_words \"$(vrm explain 2>/dev/null | sed -n 's/^  \\([^ ]*\\).*/\\1/p')\" ",
                  stdout);
        }
        if (command->operand == OPERAND_COMMAND) {
            fputs("_vrm_words '", stdout);
            print_command_names();
            fputs("' ", stdout);
        }
        fputs(";;\n", stdout);
    }
    fputs("    esac\n", stdout);
}

void completion_print_bash(void) {
    fputs(head, stdout);
    print_values();
    print_options();
    print_operands();
    fputs("}\n"
          "\n"
          "complete -F _vrm vrm\n",
          stdout);
}

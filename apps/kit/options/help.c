#include "help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/hash.h"
#include "apps/kit/system/terminal.h"

#include <string.h>
#include <vrm/base.h>

enum { MOST_COLUMNS = 100, TERM_COLUMNS = 22, LEAST_COLUMNS = 20 };

/* --- Text in columns --- */

/* What stays together: a word, or one character of a script that writes without spaces, with the
 * marks that must not begin a line. */
static size_t piece_length(const char *text) {
    static const uint32_t closing[] = {0x3001, 0x3002, 0x300D, 0xFF09, 0xFF1A, 0x30FC};
    const char *at = text, *next = text;
    uint32_t code;
    bool is_wide;
    next_character(&next);
    is_wide = columns_of(text, (size_t)(next - text)) == 2;
    for (;;) {
        bool is_closing = false;
        at = next;
        if (*at == '\0' || *at == ' ' || *at == '\n') break;
        code = next_character(&next);
        for (size_t i = 0; i < sizeof closing / sizeof closing[0]; ++i) {
            is_closing = is_closing || code == closing[i];
        }
        if (!is_closing && (is_wide || columns_of(at, (size_t)(next - at)) == 2)) break;
    }
    return (size_t)(at - text);
}

static void wrap(FILE *stream, const char *text, int at, int indent, int width) {
    bool is_first = true, follows_space = false;
    while (*text != '\0') {
        size_t length = piece_length(text);
        int columns = columns_of(text, length);
        if (!is_first && at + (follows_space ? 1 : 0) + columns > width) {
            fprintf(stream, "\n%*s", indent, "");
            at = indent;
        } else if (follows_space) {
            fputc(' ', stream);
            ++at;
        }
        fwrite(text, 1, length, stream);
        at += columns;
        is_first = false;
        text += length;
        follows_space = *text == ' ' || *text == '\n';
        if (strncmp(text, "\n\n", 2) == 0) {
            fprintf(stream, "\n\n%*s", indent, "");
            at = indent;
            is_first = true;
            follows_space = false;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', stream);
}

/* The width of the terminal, or 80. Wider lines are hard to read, and narrower columns impossible.
 */
static int page_columns(FILE *stream, int indent) {
    int columns = terminal_columns(stream);
    if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
    return columns < indent + LEAST_COLUMNS ? indent + LEAST_COLUMNS : columns;
}

void print_wrapped(FILE *stream, const char *text, int at, int indent) {
    wrap(stream, text, at, indent, page_columns(stream, indent));
}

void print_fitted(FILE *stream, const char *text, int at, int indent) {
    int width = is_terminal(stream) ? terminal_columns(stream) : 0;
    if (width > indent + LEAST_COLUMNS && at + columns_of(text, strlen(text)) > width) {
        wrap(stream, text, at, indent, width);
    } else {
        fprintf(stream, "%s\n", text);
    }
}

/* A term, and what it means in a column of its own. */
static void print_item(FILE *stream, const char *term, int term_columns, const char *text) {
    int indent = 2 + term_columns + 1, columns = columns_of(term, strlen(term));
    fprintf(stream, "  %s", term);
    if (columns > term_columns) {
        fprintf(stream, "\n%*s", indent, "");
    } else {
        fprintf(stream, "%*s", term_columns + 1 - columns, "");
    }
    print_wrapped(stream, text, indent, indent);
}

static int widest(const help_item *items) {
    int most = 0;
    for (; items->term != NULL; ++items) {
        int columns = columns_of(items->term, strlen(items->term));
        if (columns > most) most = columns;
    }
    return most + 1;
}

/* --- Parts of a page --- */

/* What an option does, which values it takes and its default, in another language than English. */
static void describe_option(const option *row, char *out, size_t capacity) {
    char words[256] = "", least[32], most[32];
    bool is_number = row->kind == VALUE_WHOLE || row->kind == VALUE_NUMBER;
    bool has_range = is_number && row->most<1e6, has_words = words_count(row->words)> 1;
    const char *arguments[] = {say_help(row->help), words, least, most, row->fallback};
    size_t length = 0;
    snprintf(least, sizeof least, "%g", row->least);
    snprintf(most, sizeof most, "%.10g", row->most);
    for (const char *at = has_words ? row->words : ""; *at != '\0'; ++at) {
        if (length + 4 >= sizeof words) break;
        length += (size_t)snprintf(words + length, sizeof words - length, "%.*s",
                                   *at == '|' ? 2 : 1, *at == '|' ? ", " : at);
    }
    if (has_words && row->form != NULL) {
        snprintf(words + length, sizeof words - length, ", %s", say_help(row->form));
    }
    if (row->fallback == NULL) {
        say_into(out, capacity,
                 has_words   ? SAY("{1}: {2}")
                 : has_range ? SAY("{1} (from {3} to {4})")
                             : "{1}",
                 arguments, 4);
    } else {
        say_into(out, capacity,
                 has_words   ? SAY("{1}: {2} (default: {5})")
                 : has_range ? SAY("{1} (from {3} to {4}; default: {5})")
                             : SAY("{1} (default: {5})"),
                 arguments, 5);
    }
}

static void print_option(FILE *stream, const option *row) {
    char term[64], text[1024], letter[8] = "";
    if (row->letter != '\0') snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(term, sizeof term, "%s--%s%s%s", letter, row->name, row->value != NULL ? " " : "",
             row->value != NULL ? row->value : "");
    if (language_is_english()) {
        option_describe(row, text, sizeof text);
    } else {
        describe_option(row, text, sizeof text);
    }
    print_item(stream, term, TERM_COLUMNS, text);
}

static void print_options(FILE *stream, command_id command) {
    const option *before = NULL;
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        if (before == NULL || before->group != row->group) {
            fprintf(stream, "\n%s:\n", say_help(group_heading(row->group)));
        }
        print_option(stream, row);
        before = row;
    }
}

/* The program that runs a command, if it is another one than this. */
static const char *program_of(command_id command) {
    switch (command) {
    case COMMAND_RENDER:
    case COMMAND_THUMB:
        return "vrm-draw";
    case COMMAND_VIEW:
        return "vrm-view";
    case COMMAND_INDEX:
        return "vrm-index";
    case COMMAND_HUB:
        return "vrm-hub";
    case COMMAND_OPTIMIZE:
        return "vrm-optimize";
    default:
        return NULL;
    }
}

static bool is_built(command_id command) {
    char path[MAX_PROGRAM_PATH];
    const char *program = program_of(command);
    if (command == COMMAND_WORK) return hash_is_available();
    return program == NULL || program_find(program, path);
}

static void print_command(FILE *stream, const command_text *command, int columns) {
    char text[400];
    const char *summary = say_help(command->summary);
    if (!is_built(command->id)) {
        summary = say_into(text, sizeof text, SAY("{1} (not in this build)"), &summary, 1);
    }
    print_item(stream, command->name, columns, summary);
}

static void print_commands(FILE *stream) {
    int columns = 0;
    fprintf(stream, "\n%s\n", say("Commands:"));
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        int length = (int)strlen(command_of((command_id)i)->name);
        if (length + 2 > columns) columns = length + 2;
    }
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        print_command(stream, command_of((command_id)i), columns);
    }
}

static void print_section(FILE *stream, const help_section *section) {
    fprintf(stream, "\n%s:\n", say_help(section->heading));
    if (section->text != NULL) {
        fprintf(stream, "  ");
        print_wrapped(stream, say_help(section->text), 2, 2);
    }
    for (const help_item *item = section->items; item != NULL && item->term != NULL; ++item) {
        print_item(stream, item->term, widest(section->items), say_help(item->text));
    }
}

static void print_examples(FILE *stream, const help_item *examples) {
    fprintf(stream, "\n%s\n", say("Examples:"));
    for (const help_item *item = examples; item->term != NULL; ++item) {
        fprintf(stream, "  %s\n      %s\n", item->term, say_help(item->text));
    }
}

void help_print(FILE *stream, command_id id) {
    const command_text *command = command_of(id);
    if (id == COMMAND_TOOL) {
        fprintf(stream, "vrm %s, %s\n\n%s vrm %s\n\n", vrm_version(), say_help(command->summary),
                say("Usage:"), command->operands);
    } else {
        fprintf(stream, "%s vrm %s [OPTIONS] %s\n\n", say("Usage:"), command->name,
                command->operands);
    }
    print_wrapped(stream, say_help(command->description), 0, 0);
    if (id == COMMAND_TOOL) print_commands(stream);
    print_options(stream, id);
    for (const help_section *section = command->sections;
         section != NULL && section->heading != NULL; ++section) {
        print_section(stream, section);
    }
    print_examples(stream, command->examples);
    fprintf(stream, "\n%s\n", say("Exit codes:"));
    print_item(stream, "0", 2, say_help(command->exit_success));
    print_item(stream, "1", 2, say_help(command->exit_failure));
    print_item(stream, "2", 2, say_help(command_exit_usage(command)));
}

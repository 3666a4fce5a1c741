#include "help.h"
#include "console.h"

#include <string.h>
#include <vrm/base.h>

enum { PAGE_COLUMNS = 92, TERM_COLUMNS = 22 };

/* --- Text in columns --- */

/* What stays together: a word, or one character of a script that writes without spaces, with the
 * marks that must not begin a line. */
static size_t piece_length(const char *text) {
    static const uint32_t closing[] = {0x3001, 0x3002, 0x300D, 0xFF09, 0xFF1A, 0x30FC};
    const char *at = text, *next = text;
    uint32_t code = next_character(&next);
    bool is_wide = columns_of(text, (size_t)(next - text)) == 2;
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

void print_wrapped(FILE *stream, const char *text, int at, int indent) {
    bool is_first = true, follows_space = false;
    while (*text != '\0') {
        size_t length = piece_length(text);
        int columns = columns_of(text, length);
        if (!is_first && at + (follows_space ? 1 : 0) + columns > PAGE_COLUMNS) {
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

static void print_option(FILE *stream, const option *row) {
    char term[64], text[512], letter[8] = "";
    if (row->letter != '\0') snprintf(letter, sizeof letter, "-%c, ", row->letter);
    snprintf(term, sizeof term, "%s--%s%s%s", letter, row->name, row->value != NULL ? " " : "",
             row->value != NULL ? row->value : "");
    option_describe(row, text, sizeof text);
    print_item(stream, term, TERM_COLUMNS, text);
}

static void print_options(FILE *stream, command_id command) {
    const option *before = NULL;
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        if (before == NULL || before->group != row->group) {
            fprintf(stream, "\n%s:\n", group_heading(row->group));
        }
        print_option(stream, row);
        before = row;
    }
}

static void print_commands(FILE *stream) {
    fprintf(stream, "\nCommands:\n");
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        print_item(stream, command->name, 8, command->summary);
    }
}

static void print_section(FILE *stream, const help_section *section) {
    fprintf(stream, "\n%s:\n", section->heading);
    if (section->text != NULL) {
        fprintf(stream, "  ");
        print_wrapped(stream, section->text, 2, 2);
    }
    for (const help_item *item = section->items; item != NULL && item->term != NULL; ++item) {
        print_item(stream, item->term, widest(section->items), item->text);
    }
}

static void print_examples(FILE *stream, const help_item *examples) {
    fprintf(stream, "\nExamples:\n");
    for (const help_item *item = examples; item->term != NULL; ++item) {
        fprintf(stream, "  %s\n      %s\n", item->term, item->text);
    }
}

void help_print(FILE *stream, command_id id) {
    const command_text *command = command_of(id);
    if (id == COMMAND_TOOL) {
        fprintf(stream, "vrm %s, %s\n\nUsage: vrm %s\n\n", vrm_version(), command->summary,
                command->operands);
    } else {
        fprintf(stream, "Usage: vrm %s [OPTIONS] %s\n\n", command->name, command->operands);
    }
    print_wrapped(stream, command->description, 0, 0);
    if (id == COMMAND_TOOL) print_commands(stream);
    print_options(stream, id);
    for (const help_section *section = command->sections;
         section != NULL && section->heading != NULL; ++section) {
        print_section(stream, section);
    }
    print_examples(stream, command->examples);
    fprintf(stream, "\nExit codes:\n");
    print_item(stream, "0", 2, command->exit_success);
    print_item(stream, "1", 2, command->exit_failure);
    print_item(stream, "2", 2, EXIT_USAGE_TEXT);
}

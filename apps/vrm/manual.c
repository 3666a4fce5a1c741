/* Manual pages in roff, with the macros of man(7), made from the table of options. */
#include "apps/kit/program/console.h"
#include "pages.h"

#include <stdio.h>
#include <string.h>
#include <vrm/base.h>

/* --- Text --- */

/* Text as it stands, whatever roff would make of it. It must not begin a line. */
static void put_text(const char *text, size_t length) {
    for (const char *end = text + length; text < end;) {
        uint32_t code = next_character(&text);
        switch (code) {
        case '\\':
            fputs("\\e", stdout);
            break;
        case '-':
            fputs("\\-", stdout);
            break;
        case '\'':
            fputs("\\(aq", stdout);
            break;
        case '`':
            fputs("\\(ga", stdout);
            break;
        case '"':
            fputs("\\(dq", stdout);
            break;
        case '^':
            fputs("\\(ha", stdout);
            break;
        case '~':
            fputs("\\(ti", stdout);
            break;
        default:
            if (code < 0x80) {
                putchar((int)code);
            } else {
                printf("\\[u%04X]", (unsigned)code);
            }
        }
    }
}

static void put(const char *text) { put_text(text, strlen(text)); }

/* A paragraph, or several. */
static void put_paragraphs(const char *text) {
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        fputs("\\&", stdout);
        put_text(text, length);
        fputs("\n", stdout);
        text += length;
        if (end == NULL) break;
        fputs(".PP\n", stdout);
        text += 2;
    }
}

static void put_heading(const char *macro, const char *heading) {
    printf(".%s \"", macro);
    for (; *heading != '\0'; ++heading) {
        bool is_small = *heading >= 'a' && *heading <= 'z' && strcmp(macro, "SH") == 0;
        putchar(is_small ? *heading - 'a' + 'A' : *heading);
    }
    fputs("\"\n", stdout);
}

/* --- Parts of a page --- */

/* "FILE… -o OUT": what a person puts in is in italics. */
static void put_operands(const char *operands) {
    bool is_italic = false;
    for (const char *at = operands; *at != '\0';) {
        bool is_capital = *at >= 'A' && *at <= 'Z';
        const char *from = at;
        if (is_capital != is_italic) fputs(is_capital ? "\\fI" : "\\fR", stdout);
        is_italic = is_capital;
        next_character(&at);
        put_text(from, (size_t)(at - from));
    }
    fputs(is_italic ? "\\fR\n" : "\n", stdout);
}

static void put_option(const option *row) {
    char text[512];
    fputs(".TP\n", stdout);
    if (row->letter != '\0') printf("\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", stdout);
    put(row->name);
    fputs("\\fR", stdout);
    if (row->value != NULL) {
        fputs(" \\fI", stdout);
        put(row->value);
        fputs("\\fR", stdout);
    }
    fputs("\n", stdout);
    option_describe(row, text, sizeof text);
    put_paragraphs(text);
}

static void put_options(command_id command) {
    const option *before = NULL, *first = option_next(command, NULL);
    put_heading("SH", "Options");
    for (const option *row = first; row != NULL; row = option_next(command, row)) {
        bool is_new = before == NULL || before->group != row->group;
        if (is_new && row->group != GROUP_OPTIONS) put_heading("SS", group_heading(row->group));
        put_option(row);
        before = row;
    }
}

static void put_item(const char *term, const char *text) {
    fputs(".TP\n\\fB", stdout);
    put(term);
    fputs("\\fR\n", stdout);
    put_paragraphs(text);
}

static void put_page_name(const char *command) {
    fputs("vrm", stdout);
    if (command[0] != '\0') {
        fputs("\\-", stdout);
        put(command);
    }
}

static void put_commands(void) {
    put_heading("SH", "Commands");
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        fputs(".TP\n\\fB", stdout);
        put_page_name(command->name);
        fputs("\\fR(1)\n", stdout);
        put_paragraphs(command->summary);
    }
}

static void put_sections(const help_section *section) {
    for (; section != NULL && section->heading != NULL; ++section) {
        put_heading("SH", section->heading);
        if (section->text != NULL) put_paragraphs(section->text);
        for (const help_item *item = section->items; item != NULL && item->term != NULL; ++item) {
            put_item(item->term, item->text);
        }
    }
}

static void put_examples(const help_item *example) {
    put_heading("SH", "Examples");
    for (; example->term != NULL; ++example) {
        put_item(example->term, example->text);
    }
}

static void put_see_also(command_id id) {
    bool is_first = true;
    put_heading("SH", "See also");
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        if (i == (int)id) continue;
        if (!is_first) fputs(",\n", stdout);
        fputs("\\fB", stdout);
        put_page_name(command_of((command_id)i)->name);
        fputs("\\fR(1)", stdout);
        is_first = false;
    }
    fputs("\n", stdout);
}

void page_print_manual(command_id id) {
    const command_text *command = command_of(id);
    fputs(".TH \"", stdout);
    fputs(id == COMMAND_TOOL ? "VRM" : "VRM\\-", stdout);
    for (const char *at = command->name; *at != '\0'; ++at) putchar(*at - 'a' + 'A');
    printf("\" \"1\" \"%s\" \"vrm %s\" \"User Commands\"\n", VRM_RELEASE_DATE, vrm_version());
    put_heading("SH", "Name");
    put_page_name(command->name);
    fputs(" \\- ", stdout);
    put(command->summary);
    fputs("\n", stdout);
    put_heading("SH", "Synopsis");
    printf("\\fBvrm%s%s\\fR ", id == COMMAND_TOOL ? "" : " ", command->name);
    if (id != COMMAND_TOOL) fputs("[\\fIOPTIONS\\fR] ", stdout);
    put_operands(command->operands);
    put_heading("SH", "Description");
    put_paragraphs(command->description);
    if (id == COMMAND_TOOL) put_commands();
    put_options(id);
    put_sections(command->sections);
    put_heading("SH", "Exit status");
    put_item("0", command->exit_success);
    put_item("1", command->exit_failure);
    put_item("2", command_exit_usage(command));
    put_examples(command->examples);
    put_see_also(id);
}

#include "options.h"
#include "apps/kit/program/language.h"
#include "options_table.h"

#include <stdio.h>
#include <string.h>

/* --- Commands --- */

const command_text *command_of(command_id id) { return &command_table[id]; }

const char *command_exit_usage(const command_text *text) {
    return text->id == COMMAND_DIFF ? EXIT_NOT_COMPARED_TEXT : EXIT_USAGE_TEXT;
}

const char *command_verbs(const command_text *text) {
    if (text->operand == OPERAND_MOTIONS) return "info|dump|convert|voice";
    return text->operand == OPERAND_UPLOADS ? "push|work|reconcile|status|dead|prune" : NULL;
}

const command_text *command_find(const char *name) {
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        if (strcmp(command_table[i].name, name) == 0) return &command_table[i];
    }
    return NULL;
}

/* --- Rows --- */

const char *group_heading(option_group group) {
    static const char *const headings[] = {
        [GROUP_OPTIONS] = "Options",         [GROUP_PICTURE] = "Picture",
        [GROUP_CAMERA] = "Camera",           [GROUP_LIGHT] = "Light",
        [GROUP_AVATAR] = "Avatar",           [GROUP_SEVERAL] = "Several pictures",
        [GROUP_OUTPUT] = "Output",           [GROUP_FILES] = "Files and limits",
        [GROUP_GENERAL] = "General options",
    };
    return headings[group];
}

static bool has_option(command_id command, const option *row) {
    return (row->commands >> command & 1u) != 0;
}

const option *option_next(command_id command, const option *before) {
    size_t at = before != NULL ? (size_t)(before - option_table) + 1 : 0;
    int group = before != NULL ? (int)before->group : 0;
    for (; group < GROUP_COUNT; ++group, at = 0) {
        for (; at < option_table_size; ++at) {
            const option *row = &option_table[at];
            if ((int)row->group == group && has_option(command, row)) return row;
        }
    }
    return NULL;
}

const option *option_listed(command_id command, const option *before) {
    size_t at = before != NULL ? (size_t)(before - option_table) + 1 : 0;
    while (at < option_table_size && !has_option(command, &option_table[at])) ++at;
    return at < option_table_size ? &option_table[at] : NULL;
}

static bool is_named(const option *row, const char *text, size_t length) {
    if (length < 2 || text[0] != '-') return false;
    if (text[1] != '-') return length == 2 && row->letter != '\0' && text[1] == row->letter;
    return strlen(row->name) == length - 2 && memcmp(row->name, text + 2, length - 2) == 0;
}

const option *option_find(command_id command, const char *text, size_t length) {
    for (const option *row = option_listed(command, NULL); row != NULL;
         row = option_listed(command, row)) {
        if (is_named(row, text, length)) return row;
    }
    return NULL;
}

const command_text *option_owner(const char *text, size_t length) {
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        if (option_find((command_id)i, text, length) != NULL) return &command_table[i];
    }
    return NULL;
}

/* --- Words --- */

size_t words_get(const char *words, int index, const char **out_word) {
    while (index-- > 0) words += strcspn(words, "|") + 1;
    *out_word = words;
    return strcspn(words, "|");
}

int words_count(const char *words) {
    int count = words != NULL;
    for (; words != NULL && *words != '\0'; ++words) count += *words == '|';
    return count;
}

int words_find(const char *words, const char *text, size_t length) {
    for (int i = 0; i < words_count(words); ++i) {
        const char *word;
        if (words_get(words, i, &word) == length && memcmp(word, text, length) == 0) return i;
    }
    return -1;
}

/* --- What is said of an option --- */

/* Text that grows up to the capacity. */
typedef struct text_out {
    char *at;
    size_t left; /* with the NUL byte */
} text_out;

static void add_text(text_out *out, const char *text, size_t length) {
    if (length >= out->left) length = out->left - 1;
    memcpy(out->at, text, length);
    out->at += length;
    out->left -= length;
    *out->at = '\0';
}

static void add(text_out *out, const char *text) { add_text(out, text, strlen(text)); }

/* As people write it: 1000000, not 1e+06. */
static void add_number(text_out *out, double number) {
    char text[40];
    bool is_whole = number == (double)(int64_t)number;
    snprintf(text, sizeof text, is_whole ? "%.0f" : "%g", number);
    add(out, text);
}

static void add_range(text_out *out, const option *option) {
    add(out, "from ");
    add_number(out, option->least);
    add(out, " to ");
    add_number(out, option->most);
}

/* "full (default), upper or face", and at the end what else may be there. */
static void add_words(text_out *out, const option *option, const char *marked, const char *rest,
                      bool is_said) {
    const char *comma = is_said ? say(", ") : ", ", *either = is_said ? say(" or ") : " or ";
    int count = words_count(option->words), all = count + (rest != NULL);
    for (int i = 0; i < count; ++i) {
        const char *word;
        size_t length = words_get(option->words, i, &word);
        if (i > 0) add(out, i + 1 == all ? either : comma);
        add_text(out, word, length);
        if (marked != NULL && words_find(option->words, marked, strlen(marked)) == i) {
            add(out, " (default)");
        }
    }
    if (rest == NULL) return;
    if (count > 0) add(out, either);
    add(out, rest);
}

/* What is allowed beside the words. Empty: nothing is. */
static void describe_kind(const option *option, text_out *out) {
    static const char *const starts[] = {
        [VALUE_WHOLE] = "a whole number ",
        [VALUE_NUMBER] = "a number ",
        [VALUE_SIZE] = "WxH or N ",
        [VALUE_BYTES] = "a number of bytes ",
        [VALUE_SECONDS] = "a length of time ",
        [VALUE_FILE] = "the name of a file",
        [VALUE_FOLDER] = "the name of a folder",
        [VALUE_OUTPUT] = "the name of a file or folder",
        [VALUE_WEIGHT] = "a name and a weight from 0 to 1, as NAME=W",
        [VALUE_TEXT] = "a text",
    };
    if (option->form != NULL) {
        add(out, option->form);
    } else if (option->kind == VALUE_NUMBERS) {
        add(out, "numbers as ");
        add(out, option->value);
        if (option->least >= 0.0) add(out, ", none of them negative");
    } else if (option->kind != VALUE_WORD && option->kind != VALUE_WORDS) {
        add(out, starts[option->kind]);
        if (option->most > option->least) add_range(out, option);
        if (option->kind == VALUE_BYTES) add(out, ", such as 64M");
        if (option->kind == VALUE_SECONDS) add(out, " seconds, such as 500ms, 10s or 2m");
    }
}

static void describe_allowed(const option *option, bool is_said, char *out, size_t capacity) {
    const char *several = SAY(", with commas between several of them"), *rest;
    char kind[160] = "", said[MAX_WORD];
    text_out kind_text = {kind, sizeof kind}, text = {out, capacity};
    out[0] = '\0';
    describe_kind(option, &kind_text);
    rest = !is_said               ? kind
           : option->form != NULL ? say_help(option->form)
                                  : say_numbered_words(kind, said);
    add_words(&text, option, NULL, kind[0] != '\0' ? rest : NULL, is_said);
    if (option->kind == VALUE_WORDS) add(&text, is_said ? say(several) : several);
}

void option_allowed(const option *option, char *out, size_t capacity) {
    describe_allowed(option, false, out, capacity);
}

void option_allowed_said(const option *option, char *out, size_t capacity) {
    describe_allowed(option, true, out, capacity);
}

/* In brackets at the end: before "default: …", if the text ends with that in brackets. */
static void add_bracket(char *out, size_t capacity, const char *inside) {
    static const char begin[] = " (default: ";
    char end[512] = ")";
    char *at = out, *found = NULL;
    size_t length = strlen(out);
    while ((at = strstr(at, begin)) != NULL) found = at++;
    if (found != NULL && out[length - 1] == ')' && strchr(found, ')') == out + length - 1) {
        snprintf(end, sizeof end, "; %s", found + 2);
        length = (size_t)(found - out);
    }
    snprintf(out + length, capacity - length, " (%s%s", inside, end);
}

void option_describe(const option *option, char *out, size_t capacity) {
    char bracket[512] = "";
    text_out text = {out, capacity}, inside = {bracket, sizeof bracket};
    bool is_number = option->kind == VALUE_WHOLE || option->kind == VALUE_NUMBER;
    bool has_range = is_number && option->most < 1e6;
    bool has_default = option->fallback != NULL &&
                       words_find(option->words, option->fallback, strlen(option->fallback)) < 0;
    add(&text, option->help);
    if (words_count(option->words) > 1) {
        /* If no word is the default, the text says what happens without the option. */
        text_out *words = option->fallback != NULL ? &text : &inside;
        if (option->fallback != NULL) add(&text, ": ");
        add_words(words, option, option->fallback, option->form, false);
        if (option->kind == VALUE_WORDS) add(words, ", with commas between several");
    }
    if (has_range) add_range(&inside, option);
    if (has_range && has_default) add(&inside, "; ");
    if (has_default) {
        add(&inside, "default: ");
        add(&inside, option->fallback);
    }
    if (bracket[0] != '\0') add_bracket(out, capacity, bracket);
}

/* The table of options as JSON: for programs that show or check command lines. */
#include "apps/kit/avatar/record.h"
#include "pages.h"

#include <vrm/base.h>

void json_words(json_line *line, const char *key, const char *words) {
    json_array(line, key);
    for (int i = 0; i < words_count(words); ++i) {
        const char *word;
        uint32_t length = (uint32_t)words_get(words, i, &word);
        json_string(line, NULL, (vrm_string){word, length});
    }
    json_close(line);
}

static void add_option(json_line *line, const option *row) {
    static const char *const kinds[] = {
        [VALUE_NONE] = "none",   [VALUE_WORD] = "word",       [VALUE_WORDS] = "words",
        [VALUE_WHOLE] = "whole", [VALUE_NUMBER] = "number",   [VALUE_NUMBERS] = "numbers",
        [VALUE_SIZE] = "size",   [VALUE_BYTES] = "bytes",     [VALUE_WEIGHT] = "weight",
        [VALUE_FILE] = "file",   [VALUE_FOLDER] = "folder",   [VALUE_OUTPUT] = "output",
        [VALUE_TEXT] = "text",   [VALUE_SECONDS] = "seconds",
    };
    static const char *const repeats[] = {
        [REPEAT_REPLACES] = "replaces", [REPEAT_ADDS] = "adds", [REPEAT_IS_WRONG] = "wrong"};
    char text[512], letter[2] = {row->letter, '\0'};
    json_object(line, NULL);
    json_word(line, "name", row->name);
    if (row->letter != '\0') json_word(line, "letter", letter);
    json_word(line, "group", group_heading(row->group));
    json_word(line, "kind", kinds[row->kind]);
    if (row->kind != VALUE_NONE) {
        json_word(line, "value", row->value);
        option_allowed(row, text, sizeof text);
        json_word(line, "allowed", text);
        json_word(line, "repeated", repeats[row->repeats]);
    }
    if (row->words != NULL) json_words(line, "words", row->words);
    if (row->most > row->least) {
        json_number(line, "least", row->least);
        json_number(line, "most", row->most);
    }
    if (row->fallback != NULL) json_word(line, "default", row->fallback);
    option_describe(row, text, sizeof text);
    json_word(line, "help", text);
    json_close(line);
}

static void add_items(json_line *line, const char *key, const help_item *item) {
    json_array(line, key);
    for (; item != NULL && item->term != NULL; ++item) {
        json_object(line, NULL);
        json_word(line, "term", item->term);
        json_word(line, "text", item->text);
        json_close(line);
    }
    json_close(line);
}

static void add_sections(json_line *line, const help_section *section) {
    json_array(line, "sections");
    for (; section != NULL && section->heading != NULL; ++section) {
        json_object(line, NULL);
        json_word(line, "heading", section->heading);
        if (section->text != NULL) json_word(line, "text", section->text);
        add_items(line, "items", section->items);
        json_close(line);
    }
    json_close(line);
}

static void add_command(json_line *line, const command_text *command) {
    static const char *const operands[] = {
        [OPERAND_NONE] = "none",       [OPERAND_AVATARS] = "avatars", [OPERAND_MOTIONS] = "motions",
        [OPERAND_UPLOADS] = "uploads", [OPERAND_COMMAND] = "command", [OPERAND_CODE] = "code"};
    json_object(line, NULL);
    json_word(line, "name", command->name);
    json_word(line, "summary", command->summary);
    json_word(line, "operands", command->operands);
    json_word(line, "operand", operands[command->operand]);
    json_flag(line, "needs_operand", command->needs_operand);
    json_word(line, "description", command->description);
    json_array(line, "options");
    for (const option *row = option_next(command->id, NULL); row != NULL;
         row = option_next(command->id, row)) {
        add_option(line, row);
    }
    json_close(line);
    add_sections(line, command->sections);
    add_items(line, "examples", command->examples);
    json_object(line, "exit_codes");
    json_word(line, "0", command->exit_success);
    json_word(line, "1", command->exit_failure);
    json_word(line, "2", command_exit_usage(command));
    json_close(line);
    json_close(line);
}

bool page_print_json(void) {
    json_line line;
    record_begin_alone(&line, "help");
    json_word(&line, "version", vrm_version());
    json_array(&line, "commands");
    for (int i = 0; i < COMMAND_COUNT; ++i) add_command(&line, command_of((command_id)i));
    json_close(&line);
    return json_print(&line);
}

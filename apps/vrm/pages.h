/* What is made from the table of options beside the help pages: manual pages, completions for
 * shells, and the table itself as JSON. Everything goes to standard output. */
#ifndef VRM_CLI_PAGES_H
#define VRM_CLI_PAGES_H

#include "apps/kit/json/json_line.h"
#include "apps/kit/options/options.h"

void page_print_manual(command_id command);

/* The whole table. False: there is not enough memory, and standard error says so. */
bool page_print_json(void);

/* Words of the table, "full|upper|face", as an array. */
void json_words(json_line *line, const char *key, const char *words);

/* Prints them with spaces between them. */
void print_spaced(const char *words);

void completion_print_bash(void);
void completion_print_zsh(void);
void completion_print_fish(void);

#endif

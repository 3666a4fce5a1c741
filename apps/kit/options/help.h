/* Help pages, made from the table of options. */
#ifndef VRM_KIT_HELP_H
#define VRM_KIT_HELP_H

#include "options.h"

#include <stdio.h>

/* Prints the page of a command; that of COMMAND_TOOL lists all commands. */
void help_print(FILE *stream, command_id command);

/* Prints text in lines of a page's width, of which the first begins at column `at` and all others
 * at column `indent`. Ends the last line. Empty lines between paragraphs stay. */
void print_wrapped(FILE *stream, const char *text, int at, int indent);

/* The same in lines of the terminal's width. What is no terminal gets one line. */
void print_fitted(FILE *stream, const char *text, int at, int indent);

#endif

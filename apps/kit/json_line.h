/*
 * Lines of JSON on standard output. They are valid whatever a file holds and is called: numbers
 * that JSON cannot express are null, and characters that a terminal acts upon, or that hide or
 * reverse text, are written as escapes, so that a reader gets the same text.
 */
#ifndef VRM_CLI_JSON_LINE_H
#define VRM_CLI_JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

/* The path of a file: its own text where that is UTF-8, else as it is shown on a terminal. */
void json_add_path(yyjson_mut_doc *document, yyjson_mut_val *object, const char *key,
                   const char *path);

/* Prints the document on one line, and frees it. False: there is not enough memory, and standard
 * error says so. */
bool json_print(yyjson_mut_doc *document);

/* Whether JSON can express a number. (isfinite of mingw warns about doubles.) */
bool json_has_number(double number);

/* Parts of a line: text with its quotes; the path of a file likewise; a number, with as many digits
 * as bring a float or a double back. */
void json_print_text(const char *text, size_t length);
void json_print_path(const char *path);
void json_print_float(float number);
void json_print_double(double number);

#endif

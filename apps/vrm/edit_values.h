/* Values of the command line, for files. */
#ifndef VRM_TOOL_EDIT_VALUES_H
#define VRM_TOOL_EDIT_VALUES_H

/* The text before the first of these characters, to be freed; NULL: it is not there, or nothing is
 * before it, or there is no memory. */
char *copy_before(const char *text, char end);

/* What a person writes for a value as JSON, to be freed: JSON as it is, and what does not begin
 * like JSON as a string. NULL: there is no memory. */
char *json_of_value(const char *text);

/* A text as a JSON string, to be freed. NULL: there is no memory. */
char *json_of_words(const char *text);

#endif

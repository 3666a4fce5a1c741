/*
 * A line of JSON. It is valid whatever a file holds and is called: numbers that JSON cannot express
 * are null, bytes that are not UTF-8 are U+FFFD, and characters that a terminal acts upon, or that
 * hide or reverse text, are written as escapes, so that a reader gets the same text.
 *
 * The line is written into memory and printed in one piece, so that threads do not mix their lines.
 * Without memory for it, nothing is printed, and json_print says so.
 */
#ifndef VRM_KIT_JSON_LINE_H
#define VRM_KIT_JSON_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/base.h>

typedef struct json_line {
    char *text;
    size_t length, capacity;
    uint32_t depth;
    uint32_t arrays;  /* a bit for each level: it is an array */
    bool has_members; /* the innermost object or array has some: the next one follows a comma */
    bool has_no_memory;
} json_line;

/* The line begins with the brace of an object, which json_print closes. */
void json_begin(json_line *line);

/* Prints the line on standard output, and frees it. False: there is not enough memory, and standard
 * error says so. */
bool json_print(json_line *line);

/* The line as text, to be freed with free, instead of printing it. NULL: there is not enough
 * memory. */
char *json_take(json_line *line);

/* Prints what is there already, where it is much: for lines that are longer than memory. No other
 * thread may print meanwhile. */
void json_print_some(json_line *line);
/* Whether json_print_some would print. */
bool json_is_long(const json_line *line);

/* Frees a line that is not printed. */
void json_drop(json_line *line);

/* Members. `key` is plain ASCII; NULL: an element of an array. */
void json_object(json_line *line, const char *key);
void json_array(json_line *line, const char *key);
void json_close(json_line *line); /* the object or array that was begun last */
void json_string(json_line *line, const char *key, vrm_string text);
void json_word(json_line *line, const char *key, const char *text);
void json_flag(json_line *line, const char *key, bool flag);
void json_integer(json_line *line, const char *key, int64_t number);
void json_unsigned(json_line *line, const char *key, uint64_t number);
void json_null(json_line *line, const char *key);
/* A value that is JSON already, in ASCII. */
void json_raw(json_line *line, const char *key, const char *value);
/* With as many digits as bring a float or a double back. */
void json_float(json_line *line, const char *key, float number);
void json_number(json_line *line, const char *key, double number);
/* With three decimals. */
void json_milliseconds(json_line *line, const char *key, double number);
/* An array of floats. */
void json_floats(json_line *line, const char *key, const float *numbers, size_t count);

/* A member whose key is text of a file, or a number: json_name, then a member with the key "". */
void json_name(json_line *line, vrm_string name);

/*
 * The path of a file: its bytes where they are UTF-8. Where they are not, U+FFFD stands for each
 * wrong sequence, and a second member, whose key ends in _base64, has the bytes themselves.
 */
void json_path(json_line *line, const char *key, const char *path);

#endif

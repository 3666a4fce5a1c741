/* Text on a terminal: colour where it is wanted, columns that line up, nothing that a file could
 * use to play with the terminal. */
#ifndef VRM_KIT_CONSOLE_H
#define VRM_KIT_CONSOLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <vrm/base.h>

/* Prepares standard output and error (on Windows: UTF-8 and colours). */
void console_begin(void);

/* Makes sure that all of standard output was written, and returns the exit code: `code`, or 1 where
 * it was not, with a sentence on standard error (a full disk must not look like success). */
int console_end(int code);

/* Prints a long text. */
void console_put(const char *text, size_t length);
/* Writes what has been printed so far. Returns 0, or the system's error; EIO where it is not known.
 */
int console_flush(void);
/* Says on standard error, once, that standard output cannot be written. */
void console_say_unwritten(int error);

typedef enum console_style {
    STYLE_PLAIN,
    STYLE_TITLE,
    STYLE_LABEL,
    STYLE_WARNING,
    STYLE_ERROR
} console_style;

/* What to print before and after styled text: "" unless the stream is a terminal that wants colour
 * (NO_COLOR is respected, and TERM=dumb). */
const char *style_on(FILE *stream, console_style style);
const char *style_off(FILE *stream, console_style style);

/* The first column of a line on standard output, in the language of the process. */
void print_label(const char *label);

/* A number and what there is so many of: SAY("{1} mesh"), SAY("{1} meshes"). */
void print_count(uint64_t number, const char *one, const char *many);

/* A name of the file, harmless, cut to `columns` on the screen and, where `pad`, filled up to them.
 * East Asian characters take two columns. */
void print_name(FILE *stream, vrm_string name, int columns, int pad);

/* The same into `out`, without padding. Returns the number of columns. */
int cut_name(vrm_string name, int columns, char *out, size_t capacity);

typedef enum text_align { ALIGN_LEFT, ALIGN_RIGHT } text_align;

/* A text of the program, filled up to so many columns on the screen. */
void print_columns(FILE *stream, const char *text, int columns, text_align align);

/* One character of valid UTF-8, such as texts of the program or what vrm_string_printable wrote.
 * Moves `*at` behind it. */
uint32_t next_character(const char **at);

/* How many columns on the screen the first `length` bytes of a text take. It is valid UTF-8. */
int columns_of(const char *text, size_t length);

/* 12,345 into `out`, which has room for 32 characters; returns `out`. */
const char *with_commas(uint64_t number, char *out);

#endif

/* Reads the command line of a program: options, values and files, by the table of options. Reports
 * what is wrong with it. */
#ifndef VRM_KIT_ARGUMENTS_H
#define VRM_KIT_ARGUMENTS_H

#include "apps/kit/program/program.h"
#include "options.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/types.h>

/* Prints what is wrong with the command line, and how to get help. `argument` may be NULL. Returns
 * EXIT_USAGE. */
int usage_error(command_id command, const char *problem, const char *argument);

/* An option that was given, or the default of one that has a default. What its value means has been
 * found out as far as the table says it. */
typedef struct option_value {
    const option *option;
    bool is_default;
    const char *text;  /* as it was written; "" for a flag. It stays as long as the program runs */
    int word;          /* VALUE_WORD, and wherever the table has words: which one it is, or -1 */
    uint32_t word_set; /* VALUE_WORDS: a bit for each */
    uint32_t whole;    /* VALUE_WHOLE */
    double number;     /* VALUE_NUMBER; VALUE_SECONDS */
    float numbers[3];  /* VALUE_NUMBERS */
    int number_count;
    uint32_t width, height; /* VALUE_SIZE */
    uint64_t bytes;         /* VALUE_BYTES */
    float weight;           /* VALUE_WEIGHT; `text` is then the name alone */
    const char *problem;    /* the reader says here why it refuses a value that the table allows */
} option_value;

typedef enum option_result { OPTION_TAKEN, OPTION_WRONG, OPTION_NOT_READ } option_result;

/* Takes one option into a command's own settings. The defaults of the table come first. */
typedef option_result option_reader(option_value *value, void *settings);

/* Reads the arguments that follow a command's name. Files are moved to the front of `argv`. Returns
 * how many files there are, or -1 after it has printed what is wrong to stderr. */
int read_arguments(command_id command, int argc, char **argv, option_reader *read, void *settings);

/* Whether --help is among the arguments. */
bool asks_for_help(int argc, char **argv);

/* A value of three numbers. */
vrm_vec3 value_vec3(const option_value *value);

/* --- Values --- */

/* Finds out what the text of a value means by its row. False: the row does not allow it. */
bool value_read(option_value *value);

/* Reads a number within a range. Nothing may follow it. */
bool read_number_in(const char *text, double least, double most, double *out);

#endif

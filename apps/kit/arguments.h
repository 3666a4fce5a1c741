/* Reads the command line of a program: options, values and files. Reports what is wrong with it. */
#ifndef VRM_KIT_ARGUMENTS_H
#define VRM_KIT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/types.h>

enum { EXIT_LOADED = 0, EXIT_NOT_LOADED = 1, EXIT_USAGE = 2 };

/* Prints what is wrong with the command line, and how to get help. `command_name` and `argument`
 * may be NULL. Returns EXIT_USAGE. */
int usage_error(const char *command_name, const char *problem, const char *argument);

typedef enum option_result { NOT_AN_OPTION, WRONG_VALUE, FLAG_TAKEN, VALUE_TAKEN } option_result;

/* Reads one option into a command's own settings. `value` is NULL if nothing follows the option.
 * The function may write into the value. */
typedef option_result option_reader(const char *option, char *value, void *settings);

/* Reads the arguments that follow a command's name. Files are moved to the front of `argv`. Returns
 * how many files there are, or -1 after it has printed what is wrong to stderr. */
int read_arguments(const char *command_name, int argc, char **argv, bool needs_file,
                   option_reader *read, void *settings);

/* --- Values --- */

/* Reads a number within a range. Nothing may follow it. */
bool read_number_in(const char *text, double least, double most, double *out);
bool read_whole(const char *text, uint32_t least, uint32_t most, uint32_t *out);

/* Reads numbers that are separated by commas. Returns how many there are, 0 for anything else. */
int read_list(const char *text, float *out, int most);
bool read_vec3(const char *text, vrm_vec3 *out);

/* Reads WxH in pixels, each within a range; N means NxN. The text is unchanged afterwards. */
bool read_size(char *text, uint32_t least, uint32_t most, uint32_t *out_width,
               uint32_t *out_height);

/* Reads a name and a weight from 0 to 1, such as "happy=0.5". The name may contain an equals sign.
 * Writes a NUL byte after the name. */
bool read_weight(char *text, float *out_weight);

#endif

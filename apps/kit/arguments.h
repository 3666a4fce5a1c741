/* The command line of a program: options, values and files, and what is said where they are wrong.
 */
#ifndef VRM_KIT_ARGUMENTS_H
#define VRM_KIT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/types.h>

enum { EXIT_LOADED = 0, EXIT_NOT_LOADED = 1, EXIT_USAGE = 2 };

/* Says what is wrong with the call, and where help is. `command_name` and `argument` may be NULL.
 * Returns EXIT_USAGE. */
int usage_error(const char *command_name, const char *problem, const char *argument);

typedef enum option_result { NOT_AN_OPTION, WRONG_VALUE, FLAG_TAKEN, VALUE_TAKEN } option_result;

/* Reads one option into a command's own settings. `value` NULL: there is none behind it. It may be
 * cut into parts. */
typedef option_result option_reader(const char *option, char *value, void *settings);

/* Takes what stands behind a command's name apart. Files are moved to the front of `argv`; returns
 * how many there are, or -1 after a word on stderr about what is wrong. */
int read_arguments(const char *command_name, int argc, char **argv, bool needs_file,
                   option_reader *read, void *settings);

/* --- Values --- */

/* A number within a range, and nothing behind it. */
bool read_number_in(const char *text, double least, double most, double *out);
bool read_whole(const char *text, uint32_t least, uint32_t most, uint32_t *out);

/* Numbers with commas between them; returns how many, 0 for anything else. */
int read_list(const char *text, float *out, int most);
bool read_vec3(const char *text, vrm_vec3 *out);

/* WxH in pixels, each within a range; N is NxN. The text is as it was afterwards. */
bool read_size(char *text, uint32_t least, uint32_t most, uint32_t *out_width,
               uint32_t *out_height);

/* "happy=0.5": the weight is 0 to 1; a name may have an equals sign of its own. Cuts the text after
 * the name. */
bool read_weight(char *text, float *out_weight);

#endif

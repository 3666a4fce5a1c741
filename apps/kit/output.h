/* Names of the files that a command writes. */
#ifndef VRM_CLI_OUTPUT_H
#define VRM_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_OUTPUT_PATH = 4096 };

/* Names in a folder, each for one file of the command line. */
typedef struct output_names {
    const char *folder;
    char **taken;
    size_t taken_count;
} output_names;

/* Whether the path names a folder: there is one, or it ends in a separator. */
bool is_folder(const char *path);
/* Makes it, and those above it, where they are not there. */
bool make_folder(const char *path);

/*
 * The path of a file in the folder: the name of `input` without its folder and ending, made safe
 * (ER-003), numbered where it has been given away, and `ending`. Names are compared without regard
 * to case: some systems cannot tell them apart. False: too long, or there is not enough memory.
 */
bool output_name(output_names *names, const char *input, const char *ending,
                 char out[MAX_OUTPUT_PATH]);
void output_names_release(output_names *names);

/* Whether the name of a file ends so: ".png". Case does not matter. */
bool has_ending(const char *path, const char *ending);

#endif

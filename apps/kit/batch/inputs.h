/*
 * The files that a command works on, one after the other: paths of the command line, the avatars of
 * a folder and of the folders in it, the paths of a list, and standard input. Nothing of it is
 * held in memory as a whole but the names in the folders that are being walked through: a list may
 * have millions of paths.
 */
#ifndef VRM_KIT_INPUTS_H
#define VRM_KIT_INPUTS_H

#include "apps/kit/options/arguments.h"
#include "apps/kit/system/files.h"
#include "resume.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_FOLDERS_DEEP = 64 };

/* Which files of a folder are taken. One that the command line names is taken whatever it is
 * called.
 */
typedef enum input_kind {
    INPUT_AVATARS,  /* .vrm and .glb */
    INPUT_ANY_GLTF, /* .vrma too */
    INPUT_MOTIONS,  /* .vrma, .bvh, .vmd and .glb */
    INPUT_ALL       /* avatars and motions */
} input_kind;

typedef struct input_options {
    char **paths; /* of the command line; "-" is standard input */
    int path_count;
    const char *list; /* a file with paths, or "-"; NULL: none */
    input_kind kind;
    resume *resumed; /* files that it does not want are left out; NULL: none */
} input_options;

/* One of the files. */
typedef struct input_file {
    char *path;
    uint64_t number; /* 1 and up */
    bool is_standard_input;
    const char *problem; /* there is no file: why the folder or list gives none; else NULL */
} input_file;

/* A folder that is being walked through. */
typedef struct input_folder {
    char *path;
    folder_list list;
    size_t next;
} input_folder;

typedef struct inputs {
    input_options options;
    int next_path;
    uint64_t count;           /* of the files so far */
    uint64_t found;           /* those that were left out included */
    uint64_t found_at_folder; /* when the outermost folder began */
    input_folder folders[MOST_FOLDERS_DEEP];
    int depth;
    FILE *list;
    bool list_ended;
    uint64_t list_size; /* in bytes; 0: not known */
    uint64_t list_read;
    int separator; /* of the list: NUL or newline */
    char *piece;   /* of the list, as it was read */
    size_t piece_at, piece_size;
} inputs;

/* False: standard error says why, and the exit code is `*out_code`. `command` as for usage_error.
 */
bool inputs_open(inputs *inputs, const input_options *options, command_id command, int *out_code);

/* The next file; false: that was all. One thread at a time. */
bool inputs_next(inputs *inputs, input_file *out);
void input_file_release(input_file *file);

/* Whether the command line names one file alone, and neither a folder nor a list. */
bool inputs_is_one(const input_options *options);

/* How many files there are; 0: that is not known before all are read. */
uint32_t inputs_known_count(const input_options *options);

/* What part of them has been taken, from 0 to 1, as far as the list tells; 0: not known. */
double inputs_fraction(const inputs *inputs);

void inputs_close(inputs *inputs);

#endif

/* One of the two files: its bytes and its model. */
#ifndef VRM_DIFF_FILE_H
#define VRM_DIFF_FILE_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/batch/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* What the comparison may cost: the limits of the options, and when it is given up. */
typedef struct diff_bounds {
    file_limits limits;
    double deadline; /* in seconds_now; 0: never */
} diff_bounds;

/* Whether the time is over. */
bool diff_is_late(const diff_bounds *bounds);
/* The same as a cancel callback of the library. */
int32_t diff_cancel(void *bounds);

typedef struct diff_file {
    const char *path;
    char *bytes; /* of the whole file; the model borrows them */
    size_t size;
    vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    file_notes notes;
    memory_budget budget; /* of the model, and of what is made of it */
} diff_file;

/* Reads and loads a file, an avatar or any other glTF file; "-" is standard input. False: the notes
 * and standard error say why. */
bool diff_file_open(diff_file *file, const char *path, const diff_bounds *bounds);
void diff_file_close(diff_file *file);

#endif

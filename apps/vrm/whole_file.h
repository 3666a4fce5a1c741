/* Whole files in memory. */
#ifndef VRM_TOOL_WHOLE_FILE_H
#define VRM_TOOL_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct whole_file {
    uint8_t *bytes; /* never NULL where it was read */
    size_t size;
} whole_file;

/* Reads a file of up to 4 GB. False: it cannot be read, and there is nothing to release. */
bool whole_file_read(const char *path, whole_file *out);
void whole_file_release(whole_file *file);

#endif

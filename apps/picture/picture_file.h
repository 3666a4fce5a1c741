/* Bytes into a file; for the writers of pictures. */
#ifndef VRM_KIT_PICTURE_FILE_H
#define VRM_KIT_PICTURE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Leaves no file behind where it fails. */
bool picture_write_file(const char *path, const uint8_t *bytes, size_t size,
                        const char **out_problem);

#endif

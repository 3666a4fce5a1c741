/* Files that are read where they lie, without a copy. */
#ifndef VRM_KIT_MAPPED_H
#define VRM_KIT_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether standard input is a file in memory that is sealed: nobody can write to it or cut it any
 * more (memfd_create of Linux). */
bool is_standard_input_sealed(void);

/* The bytes of such a standard input, until mapped_release. NULL: it is another file, or an empty
 * one. */
void *mapped_standard_input(size_t *out_size);

void mapped_release(void *bytes, size_t size);

#endif

/* Standard output into a file, behind what is there. */
#ifndef VRM_KIT_APPEND_H
#define VRM_KIT_APPEND_H

#include <stdbool.h>
#include <stdint.h>

/* From here on, what is printed is written at the end of this file, which is created if it is
 * missing. Where the system can lock files, no other process can do the same with it until this one
 * ends. False: the problem, in English. */
bool append_begin(const char *path, const char **out_problem);

/* Cuts the file of append_begin down to this size. False leaves errno. */
bool append_cut(uint64_t size);

#endif

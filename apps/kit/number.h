/* Numbers of the command line. */
#ifndef VRM_KIT_NUMBER_H
#define VRM_KIT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A number within a range, and nothing behind it. */
bool read_number_in(const char *text, double least, double most, double *out);
bool read_whole(const char *text, uint32_t least, uint32_t most, uint32_t *out);

/* WxH in pixels, each within a range; N is NxN. The text is as it was afterwards. */
bool read_size(char *text, uint32_t least, uint32_t most, uint32_t *out_width,
               uint32_t *out_height);

#endif

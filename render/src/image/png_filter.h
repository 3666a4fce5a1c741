/* The filters of PNG: each row of a PNG holds differences from what its neighbors predict. */
#ifndef VRMR_PNG_FILTER_H
#define VRMR_PNG_FILTER_H

#include <stdbool.h>
#include <stdint.h>

/* Rows at a time, pixels that a row needs at least, and bytes after the last row that are read. */
enum { VRMR_FILTER_ROWS = 4, VRMR_FILTER_WIDTH = 8, VRMR_FILTER_PADDING = 4 };

/* Pixels of 8 bits a channel: `channels` is 3 or 4, and what comes out is RGBA. */
typedef struct vrmr_filtered {
    const uint8_t *rows; /* each begins with the number of its filter */
    uint32_t width, channels;
} vrmr_filtered;

/* Makes pixels of the next `count` rows, VRMR_FILTER_ROWS at most. `above` has the pixels of the
 * row before the first one: zeros at the top of the picture. `out` has no gaps between rows. False:
 * there is no such filter. */
bool vrmr_unfilter(const vrmr_filtered *from, uint32_t count, const uint8_t *above, uint8_t *out);

#endif

/* Few colours for many: a palette of the colours of a picture, and the nearest of it. */
#ifndef VRM_PICTURE_PALETTE_H
#define VRM_PICTURE_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MOST = 255, PALETTE_CELLS = 1 << 15 };

/* Colours that are alike in their upper five bits are counted as one: a cell. */
typedef struct palette {
    uint32_t counts[PALETTE_CELLS];
    uint64_t sums[PALETTE_CELLS][3];
    uint16_t cells[PALETTE_CELLS];  /* those that have colours, in the order of their boxes */
    int16_t nearest[PALETTE_CELLS]; /* of the middle of a cell; -1: not looked for yet */
    uint8_t colors[PALETTE_MOST][3];
    uint32_t color_count;
} palette;

/* Begin; count colours; make the palette of at most PALETTE_MOST; then look for colours. */
void palette_begin(palette *p);
void palette_count(palette *p, const uint8_t rgb[3]);
void palette_make(palette *p);
uint8_t palette_find(palette *p, const uint8_t rgb[3]);

#endif

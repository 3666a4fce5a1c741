/* A picture in the making: framebuffers of GL with or without samples, and its pixels. */
#ifndef VRM_KIT_CANVAS_H
#define VRM_KIT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is none. */
typedef struct canvas {
    uint32_t width, height;
    uint32_t samples; /* of each pixel; 1: none */
    uint32_t framebuffer, color, depth;
    uint32_t resolved, resolved_color; /* where there are samples */
} canvas;

/* False: GL cannot do it; `c` is then none. */
bool canvas_make(canvas *c, uint32_t width, uint32_t height, uint32_t samples);
void canvas_release(canvas *c);

/* An empty picture, wholly transparent, to draw into. */
void canvas_begin(const canvas *c);
/* All is in it: makes one of the samples. They are averaged as bytes, which is to say encoded as
 * sRGB, as browsers do. */
void canvas_end(const canvas *c);

/* Pixels of red, green, blue and alpha as they were drawn, after canvas_end; GL's bottom row is the
 * first. Waits until all is drawn. And the top row to the front. */
void canvas_read(const canvas *c, uint8_t *out_pixels);
void canvas_read_rows(const canvas *c, uint32_t first, uint32_t count, uint8_t *out_pixels);
void canvas_turn_over(uint8_t *pixels, uint32_t width, uint32_t height);
/* Makes colours that were multiplied with alpha, as blending leaves them, those of files. */
void canvas_unmultiply(uint8_t *pixels, size_t count);

/* Copies the picture, after canvas_end, into the window's own framebuffer, which is bound
 * afterwards: (x, y), in pixels from the window's lower left, is where its own lower left comes. */
void canvas_show(const canvas *c, uint32_t x, uint32_t y);

#endif

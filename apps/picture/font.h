/* Letters for captions: a small proportional face of our own, ASCII alone. */
#ifndef VRM_KIT_FONT_H
#define VRM_KIT_FONT_H

#include <stdint.h>

enum { FONT_HEIGHT = 9, FONT_HEIGHT_ABOVE = 7 }; /* with two rows below the base line */

/* How wide a line of UTF-8 is, in pixels of the letters. Characters that are neither ASCII
 * nor "…" are boxes. */
uint32_t font_width(const char *text);

/* Draws a line into red, green, blue and alpha, `scale` pixels for each of a letter; what lies
 * outside of the picture is left out. */
void font_draw(uint8_t *pixels, uint32_t width, uint32_t height, uint32_t x, uint32_t y,
               uint32_t scale, const char *text, const uint8_t color[4]);

#endif

/*
 * Lines of text in any script, as pictures: with the system's fonts, which fontconfig finds, shaped
 * by HarfBuzz, ordered by FriBidi and drawn by FreeType. A build without these libraries, or a
 * system without fonts, has letters of ASCII alone (font.h), and boxes for all others.
 *
 * Text may come from a stranger's file: any bytes, of any length. What is longer than
 * TEXT_MOST_BYTES is cut and ends in "…" before anything is computed from it. Control characters,
 * characters that reverse or hide text, and bytes that are not UTF-8 are shown as escapes.
 */
#ifndef VRM_KIT_TEXT_H
#define VRM_KIT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_MOST_BYTES = 1024, TEXT_MOST_SIZE = 512, TEXT_MOST_WIDTH = 16384 };

/* The fonts, and what has been read of them. One thread at a time. */
typedef struct text_fonts text_fonts;

/* NULL: there is not enough memory. This can take some hundredths of a second, and longer where
 * fontconfig has no cache. */
text_fonts *text_fonts_open(void);
void text_fonts_close(text_fonts *fonts); /* NULL is fine */

/* Why only letters of ASCII can be drawn: one sentence, static. NULL: all that the fonts have. */
const char *text_fonts_problem(const text_fonts *fonts);

/* A picture of a line: red, green, blue and straight alpha, sRGB bytes, the top row first. */
typedef struct text_line {
    uint8_t *pixels;
    uint32_t width, height;
    uint32_t baseline; /* rows above it */
    uint32_t missing;  /* characters that no font has; they are boxes */
    bool is_cut;       /* it ends in "…" because it is too long */
} text_line;

/* Rows of every line of letters of this size, in pixels for each em. */
uint32_t text_line_height(uint32_t size);

/* How wide the line is, in pixels, if it is not cut. */
uint32_t text_width(text_fonts *fonts, const char *text, size_t length, uint32_t size);

/*
 * Draws a line. What is wider than `most_width` pixels (0: TEXT_MOST_WIDTH) is cut between
 * characters and ends in "…". The width may be 0, and then there are no pixels. False: there is not
 * enough memory. Release with text_line_release.
 */
bool text_line_make(text_fonts *fonts, const char *text, size_t length, uint32_t size,
                    uint32_t most_width, const uint8_t color[4], text_line *out);
void text_line_release(text_line *line);

/* Lays the line over a picture of the same kind, its upper left at (x, y); what lies outside of the
 * picture is left out. */
void text_line_put(const text_line *line, uint8_t *pixels, uint32_t width, uint32_t height,
                   int32_t x, int32_t y);

#endif

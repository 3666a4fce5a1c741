/* Flat pictures over the window: text on a dark ground, and the background behind all. */
#ifndef VRM_VIEW_PANEL_H
#define VRM_VIEW_PANEL_H

#include <stdbool.h>
#include <stdint.h>

/* What draws them: one program of GL. */
typedef struct panel_painter {
    uint32_t program, vertices;
    int32_t place_uniform;
    uint32_t background;
} panel_painter;

bool panels_open(panel_painter *painter);
void panels_close(panel_painter *painter);

/* Fills the viewport with the background of pictures. */
void panels_background(const panel_painter *painter);

/* Some lines of text, kept as a texture until they change. Zero-initialised is empty. */
typedef struct panel {
    uint32_t texture;
    uint32_t width, height; /* of the texture */
    uint32_t letter;        /* pixels for each of a letter's */
    char *text;
} panel;

/*
 * Lines end in '\n'; of each, what stands behind a tab starts at the panel's second column. UTF-8;
 * what the font lacks becomes a box. False: there is not enough memory.
 */
bool panel_set(panel *p, const char *text, uint32_t letter);
void panel_close(panel *p);

/* Where it is drawn, in pixels from the viewport's upper left; negative: from the lower right. */
void panel_draw(const panel_painter *painter, const panel *p, int32_t x, int32_t y,
                uint32_t viewport_width, uint32_t viewport_height);

#endif

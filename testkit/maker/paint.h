/* A picture, and shapes to paint on it. Coordinates are those of textures: 0 to 1, v downwards. */
#ifndef MAKER_PAINT_H
#define MAKER_PAINT_H

#include "list.h"
#include "number.h"

#include <stdbool.h>

typedef struct color {
    double r, g, b, a; /* sRGB, straight alpha */
} color;

typedef struct canvas {
    int width, height;
    color *pixels;
} canvas;

color hex(uint32_t rgb); /* 0xRRGGBB, opaque */
color fade(color c, double alpha);
color color_mix(color a, color b, double t);
void lay_over(color *under, color top); /* by straight alpha */
void color_to_linear(color c, double out[3]);

canvas canvas_make(int width, int height, color background);
void canvas_free(canvas *c);

typedef struct box {
    double left, top, right, bottom;
} box;

/* Edges are smoothed. */
void paint_box(canvas *c, box b, color with);
void paint_gradient(canvas *c, box b, color top, color bottom);
void paint_ellipse(canvas *c, double u, double v, double radius_u, double radius_v, color with);
/* Full in the middle, nothing at the rim. */
void paint_glow(canvas *c, double u, double v, double radius_u, double radius_v, color with);
void paint_star(canvas *c, double u, double v, double radius_u, double radius_v, color with);

/* A line through points, round at its ends; `width` in units of u, on a picture of any shape. */
typedef struct point {
    double u, v;
} point;

void paint_line(canvas *c, const point *points, size_t count, double width, color with);

/* What a function gives for the middle of each pixel of a part. */
typedef color pixel_function(double u, double v, const void *user);
void paint_pixels(canvas *c, box b, pixel_function *at, const void *user);

/* Between pixels, repeated beyond the edges. */
color canvas_sample(const canvas *c, double u, double v);

/* As a PNG of 3 channels, or 4. */
bytes canvas_png(const canvas *c, bool has_alpha);

/* As a PNG of up to 256 colours: the most frequent ones, when each channel has so many levels. */
bytes canvas_png_indexed(const canvas *c, int levels);

#endif

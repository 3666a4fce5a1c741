/* A place to draw in without a window: EGL without a surface, and a framebuffer of our own. */
#ifndef VRM_CLI_SURFACE_H
#define VRM_CLI_SURFACE_H

#include "apps/picture/canvas.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct draw_surface {
    void *display, *context;          /* of EGL */
    uint32_t width, height;           /* of the picture */
    uint32_t samples;                 /* of multisampling; 1: none */
    uint32_t supersample;             /* drawn this many times as wide and as high */
    canvas buffers[2];                /* in turn: one can be read while the next is being drawn */
    uint32_t current;                 /* the one begun last */
    uint8_t *read;                    /* as drawn, where it is supersampled */
    uint32_t most_samples, most_size; /* what GL has */
    bool is_on_processor;             /* GL is */
} draw_surface;

/*
 * Makes a context of OpenGL ES 3 (or OpenGL 3.3) that needs no screen, and makes it current. False,
 * with one sentence that says why: there is no EGL, or it cannot do that. `few_pictures`: there
 * will not be many of each avatar; the first shall come soon.
 */
bool surface_open(draw_surface *surface, bool few_pictures, const char **out_problem);
void surface_close(draw_surface *surface);

/* Finds a function of GL; for vrm_renderer_desc. */
void *surface_get_proc(const char *name, void *user);

/* The size of the pictures to come. More samples than there are become as many as there are. */
bool surface_resize(draw_surface *surface, uint32_t width, uint32_t height, uint32_t samples,
                    uint32_t supersample, const char **out_problem);

/* An empty picture, wholly transparent, to draw into. False, with one sentence that says why: GL
 * has no room for it. */
bool surface_begin(draw_surface *surface, const char **out_problem);
/* All is in it. Mesa goes on drawing it on threads of its own. */
void surface_end(draw_surface *surface);

/*
 * The picture that was begun last, or the one `before` it, as width * height pixels of red, green,
 * blue and alpha, the top row first. Colours are multiplied with alpha. Waits until it is drawn.
 */
bool surface_read(const draw_surface *surface, bool before, uint8_t *out_pixels);

#endif

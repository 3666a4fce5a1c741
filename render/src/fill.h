/*
 * How often triangles fill the viewport. Where GL runs on the processor, time goes into pixels, and
 * no count of triangles bounds it: a thousand triangles may each be as large as the picture.
 */
#ifndef VRMR_FILL_H
#define VRMR_FILL_H

#include "mesh.h"

/* A vertex in clip space, without its depth. */
typedef struct vrmr_corner {
    float x, y, w;
} vrmr_corner;

/* Moves all vertices of a geometry as its shader does. `base` has six floats a vertex, `matrices`
 * are those of the item. */
void vrmr_fill_corners(const vrmr_geometry *geometry, const float *base, const float *matrices,
                       const float view_projection[16], vrmr_corner *out);

/* What is drawn with a geometry. */
typedef struct vrmr_fill {
    const vrmr_corner *corners;
    int facing; /* 1: triangles that turn clockwise are culled; -1: the others; 0: none */
    /* Of outlines: how far a vertex may be moved, in halves of the viewport, and the same times its
     * w for what is as wide in the world. 0: nothing is moved. */
    float margin, margin_by_w;
    double left; /* viewports that may still be filled */
} vrmr_fill;

/*
 * Takes triangles until so many viewports are full. Those that may be seen go to `kept`, which has
 * room for all: where GL runs on the processor, triangles beside the picture and on the far side
 * cost as much as others until it has moved their vertices. Returns how many of `count` indices
 * there was room for.
 */
uint32_t vrmr_fill_take(vrmr_fill *of, const uint32_t *indices, uint32_t count, uint32_t *kept,
                        uint32_t *kept_count);

/* How large a texture is on triangles that are seen, whichever way they turn: the area that they
 * fill, by how much of the square of a texture a viewport of them would show. It doubles from one
 * class to the next. */
enum { VRMR_SEEN_CLASSES = 64, VRMR_SEEN_UNIT = 48 /* the class of 1 to 2 squares */ };
typedef struct vrmr_seen {
    bool any;
    double areas[VRMR_SEEN_CLASSES]; /* viewports, also where triangles hide one another */
} vrmr_seen;

/* Adds triangles; `uv` has two floats a vertex. */
void vrmr_fill_measure(const vrmr_fill *of, const uint32_t *indices, uint32_t count,
                       const float *uv, vrmr_seen *seen);
/* Squares of a texture in a viewport, with a tenth of the area showing less: a mean would blur what
 * authors gave more of the texture to. 0: nothing is filled. */
double vrmr_seen_squares(const vrmr_seen *seen);

/*
 * Puts near triangles before far ones, some at a time, as their neighbours in the file share
 * vertices: what is hidden by what was drawn before it costs no colours. Without memory for it they
 * stay as they are. Only for what is opaque.
 */
void vrmr_fill_sort(const vrmr_corner *corners, uint32_t *indices, uint32_t count,
                    vrmr_scratch *memory, const vrm_allocator *allocator);

#endif

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

/* How many of `count` indices can be drawn until `*left` viewports are full; takes them from it.
 * `facing` 1: triangles that turn clockwise are culled; -1: the others; 0: none. */
uint32_t vrmr_fill_take(const vrmr_corner *corners, const uint32_t *indices, uint32_t count,
                        int facing, double *left);

#endif

/*
 * How often triangles fill the viewport. In software rendering, time goes into pixels, and no
 * count of triangles bounds it: a thousand triangles may each be as large as the picture.
 */
#ifndef VRMR_FILL_H
#define VRMR_FILL_H

#include "corner.h"
#include "occlusion.h"
#include "render/src/base/memory.h"
#include "render/src/camera/view.h"

/* Of a point in clip space. */
vrmr_corner vrmr_fill_project(float x, float y, float z, float w);
/* Of vertices in the world, six floats each. */
void vrmr_fill_corners(const float *vertices, size_t count, const float view_projection[16],
                       vrmr_corner *out);

/* How the vertices of an outline are moved. A texture may make each way shorter. */
typedef struct vrmr_outline {
    int32_t mode; /* VRM_OUTLINE_… */
    float width;
    const float *vertices; /* in the world, six floats each */
    const vrmr_view_block *view;
} vrmr_outline;

/* What is drawn with a geometry. */
typedef struct vrmr_fill {
    const vrmr_corner *corners;
    const vrmr_outline *outline;     /* NULL: the surface */
    const vrmr_corner *widest;       /* of an outline, of all vertices; NULL: they are computed */
    const vrmr_occlusion *occlusion; /* NULL: it is not known what is hidden */
    int facing;   /* 1: triangles that turn clockwise are culled; -1: the others; 0: none */
    float margin; /* that corners may be moved in any direction, in halves of the viewport */
    double left;  /* viewports that may still be filled */
} vrmr_fill;

/* Corners of an outline where it is widest, of all vertices. */
void vrmr_fill_widest(const vrmr_outline *outline, size_t count, vrmr_corner *out);

/*
 * Takes triangles until so many viewports are full. Those that may be seen go to `kept`, which has
 * room for all: in software rendering, triangles beside the picture, on the far side and behind
 * others cost as much until it has moved their vertices or computed their pixels. Returns
 * how many of `count` indices there was room for.
 */
uint32_t vrmr_fill_take(vrmr_fill *fill, const uint32_t *indices, uint32_t count, uint32_t *kept,
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
void vrmr_fill_measure(const vrmr_fill *fill, const uint32_t *indices, uint32_t count,
                       const float *uv, vrmr_seen *seen);
/* Squares of a texture in a viewport, with a tenth of the area showing less: a mean would blur what
 * authors gave more of the texture to. 0: nothing is filled. */
double vrmr_seen_squares(const vrmr_seen *seen);

/*
 * Puts near triangles before far ones, some at a time, as their neighbors in the file share
 * vertices: what is hidden by what was drawn before it costs no colors. Without memory for it they
 * stay as they are. Only for what is opaque.
 */
void vrmr_fill_sort(const vrmr_corner *corners, uint32_t *indices, uint32_t count,
                    vrmr_scratch *memory, const vrm_allocator *allocator);

#endif

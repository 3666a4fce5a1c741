/*
 * What opaque triangles hide. Software rendering computes blocks of pixels of every triangle, and
 * finds only then that a nearer one is there: of an avatar with layers of hair that was five of six
 * blocks. Here the depths of a picture are computed first, which takes far less without colors.
 */
#ifndef VRMR_OCCLUSION_H
#define VRMR_OCCLUSION_H

#include "corner.h"
#include "render/src/base/memory.h"

#include <stdbool.h>

typedef struct vrmr_occlusion {
    uint32_t width, height;
    uint32_t columns;   /* of blocks */
    float *depths;      /* of pixels, by rows: the nearest, as GL has it before its depth range */
    float *block_depth; /* the farthest of a block */
} vrmr_occlusion;

/* Nothing is hidden yet. False: the picture is too large, or memory was refused. */
bool vrmr_occlusion_begin(vrmr_occlusion *occlusion, uint32_t width, uint32_t height,
                          vrmr_scratch *memory, const vrm_allocator *allocator);
/* Adds an opaque triangle if its front is seen; `facing` 1: that turns counter-clockwise; -1:
 * clockwise. What is seen from behind is nearly always behind a front of the same mesh. */
void vrmr_occlusion_add(vrmr_occlusion *occlusion, const vrmr_corner *const triangle[3],
                        int facing);
/* After all were added, before the first question. */
void vrmr_occlusion_finish(vrmr_occlusion *occlusion);
/* Whether nothing can be seen of a triangle: something nearer is everywhere, or it is so small that
 * it is at the center of no pixel. False where a corner is not in front of the eye. */
bool vrmr_occlusion_hides(const vrmr_occlusion *occlusion, const vrmr_triangle *triangle);

#endif

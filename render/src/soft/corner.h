/* Vertices and triangles as they are in a picture. */
#ifndef VRMR_CORNER_H
#define VRMR_CORNER_H

/* Nearer ones are cut off: the picture is in front of the eye. */
#define VRMR_LEAST_W 1e-6f

/* Where a vertex is in the picture, from -1 to 1; where w is not above VRMR_LEAST_W, in clip
 * space. */
typedef struct vrmr_corner {
    float x, y, z, w;
} vrmr_corner;

/* A triangle, of an outline both without and with its whole width. */
typedef struct vrmr_triangle {
    const vrmr_corner *at[6]; /* the second three: of outlines */
    vrmr_corner widest[3];
    int count; /* 3 or 6 */
} vrmr_triangle;

#endif

/* Shapes that meshes are made of: lofts through rings, patches, boxes. All are skinned. */
#ifndef MAKER_SHAPE_H
#define MAKER_SHAPE_H

#include "avatar.h"

/* --- Weights --- */

typedef struct skin_weights {
    int joints[WEIGHTS];
    double values[WEIGHTS]; /* their sum is 1 */
} skin_weights;

skin_weights weights_one(int node);
skin_weights weights_two(int a, int b, double part_of_b);
skin_weights weights_mix(const skin_weights *a, const skin_weights *b, double part_of_b);

/*
 * Of a point at `at` along a limb whose nodes begin at `starts` (rising): the node whose part it
 * lies in, and its neighbor within `blend` of a joint.
 */
skin_weights weights_along(const int *nodes, const double *starts, size_t count, double at,
                           double blend);

/* --- Lofts --- */

/* An ellipse whose front and back half may differ. */
typedef struct ring {
    vec3 center;
    vec3 side;  /* half axis */
    vec3 front; /* half axis, at a right angle to it */
    vec3 back;  /* likewise; zero: the opposite of front */
    double v;   /* of the texture, within the loft's own part of it */
    skin_weights weights;
} ring;

typedef struct loft {
    const ring *rings;
    size_t count;
    int segments;      /* around */
    int spans;         /* rings made for each one given, on a smooth curve */
    bool is_start_cut; /* whether the end is closed with a disc */
    bool is_end_cut;
    bool is_end_pointed; /* the last ring is only its center */
    /* The texture runs from its left at the back to its right at the front, and back again: no
     * vertex is there twice. */
    bool is_mirrored;
    double squareness;               /* 0 ellipse … 1 rectangle */
    double left, top, right, bottom; /* its part of the texture */
} loft;

/* Vertices of a seam are there twice, if the texture is not mirrored; normals are smooth over it.
 * Faces look outwards. */
void loft_add(avatar_part *p, const loft *l);

/* Recomputes the normals of all vertices after these positions; `reach`: the distance in the list
 * between vertices at the same position, the width of a ring. */
void part_smooth(avatar_part *p, size_t first_vertex, size_t first_index, size_t reach);

/* A ring on the axes of the world, around Y, X or Z. Radii: to the sides, front and back. */
ring ring_y(double x, double y, double z, double side, double front, double back);
ring ring_x(double x, double y, double z, double up, double front);
ring ring_z(double x, double y, double z, double side, double up);

/* The value at x of a smooth curve through points whose x rise; beyond them, that of the end. */
typedef struct knot {
    double x, y;
} knot;

double curve_at(const knot *knots, size_t count, double x);

/* --- Patches --- */

/* The vertex at (s, t), both 0 to 1. */
typedef avatar_vertex patch_function(double s, double t, const void *user);

/* A grid of (columns + 1) * (rows + 1) vertices that looks along their normals. First vertex. */
size_t patch_add(avatar_part *p, int columns, int rows, patch_function *at, const void *user);

/* A disc around a middle: `rings` circles of `segments` vertices. At t = 0 is the middle. */
void disc_add(avatar_part *p, int segments, int rings, patch_function *at, const void *user);

/* --- Others --- */

/* A box with sharp edges, all of it on one node. */
void box_add(avatar_part *p, vec3 low, vec3 high, int node);

/* Copies what stands behind vertex `first_vertex` and index `first_index` to the other side of
 * X = 0. Nodes whose names begin with "left" are replaced by those with "right". */
void part_mirror(const avatar *a, avatar_part *p, size_t first_vertex, size_t first_index);

#endif

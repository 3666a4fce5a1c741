/* What the triangles of a model are, whatever the order of vertices and triangles. */
#ifndef VRM_TEST_SURFACE_H
#define VRM_TEST_SURFACE_H

#include <vrm/vrm.h>

/*
 * A sum over all triangles that nodes show: of their corners with position, normal, texture
 * coordinates, joints by node, weights, and what every morph target does with them; and of the
 * material by its name. Equal sums: the same surface, though vertices may be numbered otherwise.
 */
uint64_t surface_sum(const vrm_model *model);

#endif

/* Vertices in the world, computed here instead of in the vertex shader. */
#ifndef VRMR_SKIN_H
#define VRMR_SKIN_H

#include "render/src/gl/mesh.h"

/*
 * Moves all vertices of a geometry as vertex.glsl does with a skin: once for a surface and its
 * outline, where GL would do it for each of them. `base` and `out` have six
 * floats a vertex, position and normal, and may be the same; normals get unit length. `matrices`
 * are those of the item, of which a geometry without a skin has one.
 */
void vrmr_skin_move(const vrmr_geometry *geometry, const float *base, const float *matrices,
                    float *out);

#endif

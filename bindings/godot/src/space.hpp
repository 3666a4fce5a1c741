/* Transforms of the engine as those of libvrm: the axes and units are the same. */
#ifndef VRM_GODOT_SPACE_HPP
#define VRM_GODOT_SPACE_HPP

#include "engine.hpp"

#include <vrm/vrm.h>

namespace vrm_godot {

inline vrm_vec3 to_vrm(const vec3 &v) { return vrm_vec3_make(v.x, v.y, v.z); }
/* Rotation and scale of a transform without shear. A mirroring scale becomes positive. */
vrm_trs decompose(const transform &place);
/* A matrix of libvrm, whose last row is 0 0 0 1. */
transform to_transform(const vrm_mat4 &matrix);

} // namespace vrm_godot

#endif

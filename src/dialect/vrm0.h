/* VRM 0.x. */
#ifndef VRMI_DIALECT_VRM0_H
#define VRMI_DIALECT_VRM0_H

#include "build/build.h"

/* `vrm` is the object VRM. False: the load has failed. */
bool vrmi_read_vrm0(vrmi_build *build, const vrmi_json *vrm);

/* --- For the files of 0.x --- */

/* blendShapeMaster, secondaryAnimation and materialProperties; the value is NULL where the file
 * lacks them. */
bool vrmi_read_vrm0_expressions(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_vrm0_springs(vrmi_build *build, const vrmi_json *at);
bool vrmi_read_vrm0_materials(vrmi_build *build, const vrmi_json *array, vrm_string exporter);

/* {x, y, z} in Unity's left-handed axes, or an array of three (V0-010, V0-011), in glTF's axes.
 * False: there is none, and `out` is left alone. */
bool vrmi_read_vrm0_vector(vrmi_build *build, const vrmi_json *at, vrm_vec3 *out);

#endif

/* What the dialects share about materials. */
#ifndef VRMI_DIALECT_MATERIAL_H
#define VRMI_DIALECT_MATERIAL_H

#include "base/private_api.h"
#include "build/build.h"

/* The offset of a texture whose V is counted from the bottom, counted from the top (GV-082). Always
 * finite. */
VRMI_API float vrmi_flip_v(float offset, float scale);
/* Shading of 0.x and the draft, where shift and toony mean something else (GV-085). */
VRMI_API void vrmi_convert_shading(float toony, float shift, vrm_mtoon *mtoon);
/* Emission that may exceed 1, as factor and strength (HE-003). */
void vrmi_set_emission(vrm_material *material, const float color[3]);
/* Clamps the offset to what the material's alpha mode allows, and reports that (MT-011). */
void vrmi_limit_render_queue(vrmi_build *build, const vrmi_json *at, int32_t alpha_mode,
                             vrm_mtoon *mtoon);

#endif

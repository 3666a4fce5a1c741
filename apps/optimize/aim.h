/* What a profile asks of an optimisation. */
#ifndef VRM_OPTIMIZE_AIM_H
#define VRM_OPTIMIZE_AIM_H

#include "apps/check/budget.h"

#include <vrm/optimize.h>

/* Sets what the file needs to fit the limits of a profile, where the desc asks for nothing of its
 * own: the number of triangles, the size of textures, and atlases. */
void aim_for(const profile *of, const vrm_model *model, vrm_optimize_desc *desc);

#endif

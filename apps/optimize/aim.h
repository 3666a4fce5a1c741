/* What a profile asks of an optimisation. */
#ifndef VRM_OPTIMIZE_AIM_H
#define VRM_OPTIMIZE_AIM_H

#include "apps/check/budget.h"

#include <vrm/author/optimize.h>

/* Sets what the file needs to fit the limits of a profile, where the desc asks for nothing of its
 * own: the number of triangles, the size of textures, and atlases. */
/* The number of triangles to ask for next, if a file that was made with `asked` has more than the
 * profile allows; 0: it has no more, or asking for fewer is of no use. */
uint32_t aim_lower(const profile *profile, uint64_t triangles, uint32_t asked);

void aim_for(const profile *profile, const vrm_model *model, vrm_optimize_desc *desc);

#endif

/* What the dialects share about the humanoid. */
#ifndef VRMI_DIALECT_HUMANOID_H
#define VRMI_DIALECT_HUMANOID_H

#include "build/build.h"

/* humanBones as a list of {bone, node}: 0.x, and the draft's change log. */
void vrmi_read_bone_list(vrmi_build *build, const vrmi_json *list);

/* humanoid of 1.x: an object keyed by bone, or the draft's list. `vrm` is VRMC_vrm. */
void vrmi_read_humanoid(vrmi_build *build, const vrmi_json *vrm);

#endif

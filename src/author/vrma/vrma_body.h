/*
 * The body whose T-pose a written motion has: an adult of usual proportions, in units of hips
 * height. What plays a motion takes rotations and the height of the hips from it, and no more; the
 * rest is there so that the file shows a body in any editor.
 */
#ifndef VRMI_WRITE_VRMA_BODY_H
#define VRMI_WRITE_VRMA_BODY_H

#include "vrm/tables.h"
#include "vrm/types.h"

/* Where a bone is in the T-pose; x is that of the avatar's left. The eyes have no place. */
vrm_vec3 vrmi_vrma_bone_place(vrm_bone bone);

/* From the head to between the eyes. */
vrm_vec3 vrmi_vrma_eye_offset(void);

#endif

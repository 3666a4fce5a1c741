/*
 * Families of skeletons: which joint is which bone, by the names that a program gives them. Names
 * are read by family and never one by one: LeftShoulder is the collar bone in three families and
 * the upper arm in one.
 */
#ifndef VRMI_CLIP_SKELETON_NAMES_H
#define VRMI_CLIP_SKELETON_NAMES_H

#include "base/private_api.h"
#include "clip/source.h"

/* What is known of the files of a family. */
typedef struct vrmi_skeleton_family {
    const char *name; /* "mixamo" */
    /* vrm_clip_info.skeleton, messages and docs/reference/motion-formats.md use the name. */
    int32_t first_frame_is_t_pose; /* of BVH files: 1 */
    float unit;                    /* of BVH files: meters, where the family has one; else 0 */
} vrmi_skeleton_family;

/*
 * Chooses the family that knows the most joints, and sets their bones. NULL: no family knows enough
 * of them to be a body: hips, both legs and both arms. Where joints of one file would be the same
 * bone, the first in the order of joints is.
 */
VRMI_API const vrmi_skeleton_family *vrmi_find_skeleton(vrmi_source_joint *joints, uint32_t count);

#endif

/*
 * The body of a BVH file: which joint is which bone, how it stands in the T-pose, and how the space
 * of the file lies in ours. BVH says none of this: no file says how it stands at rest, which way is
 * up, where the figure looks, or what a unit is.
 *
 * Spaces: "of the file", where the numbers are; and "ours", +Y up and the figure facing +Z
 * (TP-001). `turn` leads from one to the other. Joints of a body are indices into bvh->joints.
 */
#ifndef VRMI_CLIP_BVH_BODY_H
#define VRMI_CLIP_BVH_BODY_H

#include "base/math.h"
#include "clip/bvh.h"
#include "clip/skeleton_names.h"

/* Rotations and places of all joints at one moment, in the space of the file. */
typedef struct vrmi_bvh_figure {
    vrm_quat *rotations;
    vrm_vec3 *places;
} vrmi_bvh_figure;

typedef struct vrmi_bvh_body {
    vrmi_load *load;
    const vrmi_bvh *bvh;
    const vrmi_skeleton_family *family;
    int32_t joints[VRM_BONE_COUNT]; /* by bone; VRM_NONE: the file does not have it */
    bool *is_needed;                /* by joint: a bone is it, or below it */
    bool *is_above_hips;            /* by joint: the hips, and all joints above them */
    vrmi_bvh_figure scratch;        /* for whoever looks at a figure */

    /* Found by vrmi_bvh_find_t_pose. */
    vrm_quat *t_pose; /* T_b, in our space */
    vrm_vec3 *places; /* of the T-pose, in our space, from the root */
    vrm_quat turn;    /* from the space of the file to ours */

    /* Found by vrmi_bvh_measure. */
    float unit;
    float hips_height;
    vrm_vec3 hips_rest; /* in our space */
} vrmi_bvh_body;

/* How a body stands: with which axes of the file, and who said so. */
typedef struct vrmi_bvh_stance {
    vrm_vec3 up, left, forward; /* of unit length, at right angles */
} vrmi_bvh_stance;

enum { VRMI_BVH_OFFSETS_ALONE = -1 }; /* in place of a frame: all rotations are the identity */

/* The figure of a frame, or of the offsets alone, in the space of the file. Positions count for the
 * hips and joints above them. */
void vrmi_bvh_pose(const vrmi_bvh_body *body, int32_t frame, const vrmi_bvh_figure *out);

/* How many frames are looked at where a look at all is not needed, and which. */
enum { VRMI_BVH_MOST_SAMPLES = 256 };
uint32_t vrmi_bvh_sample_count(const vrmi_bvh_body *body);
int32_t vrmi_bvh_sample(const vrmi_bvh_body *body, uint32_t sample);

/* Sorts a few numbers. */
void vrmi_bvh_sort(float *values, uint32_t count);

/* The tip of a bone, in the space of its joint: the joint of `next`, or else whatever hangs on it
 * first, or its End Site. False: it has none, or none at a distance. */
bool vrmi_bvh_tip(const vrmi_bvh_body *body, vrm_bone bone, vrm_bone next, vrm_vec3 *out);

/* The axis of the file that is nearest to a direction. */
vrm_vec3 vrmi_bvh_nearest_axis(vrm_vec3 direction);

/* The cosine of the angle between two directions; 0 where one has no length. */
float vrmi_bvh_cosine(vrm_vec3 a, vrm_vec3 b);

/* The rotation that takes the axes of a stance to X, Y and Z. */
vrm_quat vrmi_bvh_turn_of(const vrmi_bvh_stance *stance);

/*
 * Finds the T-pose, by what the file has of it (AN-042). False: it has none, and the load has
 * failed.
 */
bool vrmi_bvh_find_t_pose(vrmi_bvh_body *body);

/*
 * The same for files whose offsets all lie along one axis of their joints and so are no figure.
 * False: this is none of them; nothing has changed.
 */
bool vrmi_bvh_find_local_t_pose(vrmi_bvh_body *body);

/* Whether the first frame is a T-pose from which the motion jumps away: not a part of it, but a
 * help for programs that read it. */
bool vrmi_bvh_jumps_from_t_pose(vrmi_bvh_body *body);

/* Finds the unit, the height of the hips, and where they are when the body stands (AN-043). False:
 * memory was refused. */
bool vrmi_bvh_measure(vrmi_bvh_body *body);

#endif

/* Limbs of two bones, and where bones of a pose are. */
#ifndef VRMI_MOTION_LIMB_H
#define VRMI_MOTION_LIMB_H

#include "motion/pose.h"
#include "vrm/limb.h"

/* A limb in the space of the model: its three joints, and how far its bones have turned. */
typedef struct vrmi_limb {
    vrm_vec3 root;
    vrm_vec3 middle;
    vrm_vec3 end;
    vrm_quat above; /* of what it hangs from */
    vrm_quat upper;
    vrm_quat lower;
    vrm_quat tip;
} vrmi_limb;

/*
 * Bends a limb so that its end is at a point, or as near as it can be. `bend` is where its middle
 * is to point, or NULL; `straight` where it points if the limb is straight now. The tip keeps its
 * rotation. Returns how far the point is out of reach.
 */
float vrmi_limb_reach(vrmi_limb *limb, vrm_vec3 target, const vrm_vec3 *bend, vrm_vec3 straight);

/* Writes the rotations of a limb into a pose, by weight, more than 0. `bone` is its upper bone, and
 * the other two follow it. */
void vrmi_limb_write(const vrmi_limb *limb, vrm_bone bone, float weight, vrm_pose *pose);

#endif

/* Bones that are turned at rest, by the rotations of their nodes: what normalizing and making an
 * avatar share. */
#ifndef VRMI_MODEL_POSER_H
#define VRMI_MODEL_POSER_H

#include "base/math.h"
#include "base/private_api.h"
#include "gltf/forest.h"
#include "vrm/gltf.h"
#include "vrm/pose.h"
#include "vrm/tables.h"

typedef struct vrmi_poser {
    const vrm_gltf *gltf;
    const vrmi_forest *forest; /* of the nodes */
    const int32_t *bones;      /* nodes by vrm_bone, or VRM_NONE */
    vrm_trs *rests;            /* by node: what is changed */
    vrm_mat4 *world;           /* by node: where the rests place it */
    vrm_quat top;              /* a rotation above all nodes */
    uint64_t turned;           /* VRM_BONE_BITs of the bones that were turned */
} vrmi_poser;

/* Computes `world` of all nodes. */
VRMI_API void vrmi_poser_place(vrmi_poser *poser);

static inline bool vrmi_poser_has(const vrmi_poser *poser, vrm_bone bone) {
    return poser->bones[bone] != VRM_NONE;
}

/* Of a bone that is there. */
static inline vrm_vec3 vrmi_poser_position(const vrmi_poser *poser, vrm_bone bone) {
    return vrmi_mat4_translation(&poser->world[poser->bones[bone]]);
}

/* From one bone to another; zero where one of them is not there. */
VRMI_API vrm_vec3 vrmi_poser_along(const vrmi_poser *poser, vrm_bone from, vrm_bone to);

/* Turns a bone, and all below it, by a rotation in the space of the model. */
VRMI_API void vrmi_poser_turn(vrmi_poser *poser, vrm_bone bone, vrm_quat turn);

/* Makes a bone point to another one in a direction by the shortest turn, if it is off by more than
 * so many degrees. Where one of the two is not there, nothing is done. */
VRMI_API void vrmi_poser_aim(vrmi_poser *poser, vrm_bone bone, vrm_bone to, vrm_vec3 should,
                             float most_degrees);

/* Between two vectors of any length; 0 where they have none. */
VRMI_API float vrmi_degrees_between(vrm_vec3 a, vrm_vec3 b);

/* The rotation that takes `up` to +Y and `forward` to +Z: unit vectors at right angles. */
VRMI_API vrm_quat vrmi_quat_upright(vrm_vec3 up, vrm_vec3 forward);

#endif

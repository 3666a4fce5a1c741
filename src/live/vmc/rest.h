/*
 * What the numbers of VMC are relative to: an avatar at rest, or none. VMC has the axes of Unity,
 * which mirror x, and rotations and positions of nodes under their parents.
 */
#ifndef VRMI_LIVE_VMC_REST_H
#define VRMI_LIVE_VMC_REST_H

#include "base/math.h"
#include "vrm/model.h"

typedef struct vrmi_vmc_rest {
    bool has_model;
    bool is_turned;                     /* it looks along -Z in its file (TP-022) */
    uint64_t turned_bones;              /* whose nodes, or whose parents, are rotated at rest */
    vrm_quat parents[VRM_BONE_COUNT];   /* rest rotations of the bones' parents in the model */
    vrm_quat bones[VRM_BONE_COUNT];     /* and of the bones */
    vrm_vec3 positions[VRM_BONE_COUNT]; /* under their parents */
    float hips_scale;                   /* of the parent of the hips in the model */
    float hips_height;                  /* 0: not known yet */
} vrmi_vmc_rest;

/* NULL: without a model. A height of 0: that of the model. */
void vrmi_vmc_rest_init(vrmi_vmc_rest *rest, const vrm_model *model, float hips_height);

/* Between the axes of Unity and ours; both ways are the same. */
static inline vrm_vec3 vrmi_vmc_position(vrm_vec3 p) { return vrm_vec3_make(-p.x, p.y, p.z); }
static inline vrm_quat vrmi_vmc_rotation(vrm_quat q) { return vrm_quat_make(q.x, -q.y, -q.z, q.w); }

/* Normalized rotations from those of nodes (AN-012), in our axes, and back. */
vrm_quat vrmi_vmc_normalized(const vrmi_vmc_rest *rest, vrm_bone bone, vrm_quat local);
vrm_quat vrmi_vmc_local(const vrmi_vmc_rest *rest, vrm_bone bone, vrm_quat normalized);

/* Hips of a pose from the position of their node, and back. The first position is where a height
 * that is not known comes from; false: there is none yet. */
bool vrmi_vmc_hips(vrmi_vmc_rest *rest, vrm_vec3 position, vrm_vec3 *out);
vrm_vec3 vrmi_vmc_hips_position(const vrmi_vmc_rest *rest, vrm_vec3 hips);

/* The position of a bone's node at rest, in our axes. */
vrm_vec3 vrmi_vmc_bone_position(const vrmi_vmc_rest *rest, vrm_bone bone);

#endif

/*
 * Normalized rotations of bones (6.8): the identity in the T-pose, about the axes of an avatar that
 * faces +Z. W0 is the rest rotation of the bone's node in the model, L0 its rest rotation under its
 * parent.
 */
#ifndef VRMI_AVATAR_BONE_H
#define VRMI_AVATAR_BONE_H

#include "avatar/avatar.h"
#include "base/math.h"

/* r q r⁻¹: the rotation q about axes that r has turned. The identity stays exactly that. */
static inline vrm_quat vrmi_quat_turn_axes(vrm_quat r, vrm_quat q) {
    vrm_vec3 axis = vrmi_quat_rotate(r, vrm_vec3_make(q.x, q.y, q.z));
    return vrm_quat_make(axis.x, axis.y, axis.z, q.w);
}

/* L0 W0⁻¹ N W0: the local rotation of the node of a bone that the avatar has (TP-020, TP-023). */
static inline vrm_quat vrmi_bone_local_from_normalised(const vrm_avatar *avatar, vrm_bone bone,
                                                       vrm_quat n) {
    vrm_quat rest = avatar->gltf->nodes[avatar->tables->humanoid.nodes[bone]].rest.rotation;
    vrm_quat to_bone = vrmi_quat_conjugate(avatar->rig->bone_rotations[bone]);
    if (vrmi_is_turned(avatar)) n = vrmi_half_turn_rotation(n);
    return vrmi_quat_normalize(vrmi_quat_multiply(rest, vrmi_quat_turn_axes(to_bone, n)));
}

/* W0 L0⁻¹ q W0⁻¹: and back. */
static inline vrm_quat vrmi_bone_normalised_from_local(const vrm_avatar *avatar, vrm_bone bone,
                                                       vrm_quat q) {
    vrm_quat rest = avatar->gltf->nodes[avatar->tables->humanoid.nodes[bone]].rest.rotation;
    vrm_quat from_rest = vrmi_quat_multiply(vrmi_quat_conjugate(rest), q);
    vrm_quat n = vrmi_quat_turn_axes(avatar->rig->bone_rotations[bone], from_rest);
    if (vrmi_is_turned(avatar)) n = vrmi_half_turn_rotation(n);
    return vrmi_quat_normalize(n);
}

#endif

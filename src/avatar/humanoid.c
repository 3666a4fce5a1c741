/* The pose by bones: what a humanoid animation writes (TP-020, HU-013). Only the pose is written;
 * the frame follows with the next update (UO-001). */
#include "avatar/bone.h"
#include "avatar/sleep.h"

/* The node of a bone, of an avatar that may be NULL. */
static int32_t find_node(const vrm_avatar *avatar, vrm_bone bone) {
    return avatar != NULL ? vrmi_bone_node(avatar, bone) : VRM_NONE;
}

static bool is_usable(const vrm_avatar *avatar, const char *function, vrm_bone bone,
                      const vrm_quat *rotation) {
    if (avatar == NULL || !vrmi_is_given(avatar, function, rotation)) return false;
    if (!vrmi_is_bone(avatar, function, bone)) return false;
    if (!vrmi_quat_is_finite(*rotation)) {
        vrmi_misuse(avatar, function, "the rotation is not finite");
        return false;
    }
    return true;
}

void vrm_avatar_set_bone_rotation(vrm_avatar *avatar, vrm_bone bone, const vrm_quat *rotation) {
    int32_t node = find_node(avatar, bone);
    if (!is_usable(avatar, __func__, bone, rotation) || node == VRM_NONE) return;
    vrmi_touch_pose(avatar);
    avatar->pose[node].rotation =
        vrmi_bone_local_from_normalised(avatar, bone, vrmi_quat_normalize(*rotation));
}

void vrm_avatar_get_bone_rotation(const vrm_avatar *avatar, vrm_bone bone, vrm_quat *out) {
    int32_t node = find_node(avatar, bone);
    if (!vrmi_is_given(avatar, __func__, out)) return;
    vrmi_is_bone(avatar, __func__, bone);
    *out = node != VRM_NONE
               ? vrmi_bone_normalised_from_local(avatar, bone, avatar->pose[node].rotation)
               : vrmi_quat_identity();
}

void vrm_avatar_set_bone_local_rotation(vrm_avatar *avatar, vrm_bone bone,
                                        const vrm_quat *rotation) {
    int32_t node = find_node(avatar, bone);
    if (!is_usable(avatar, __func__, bone, rotation) || node == VRM_NONE) return;
    vrmi_touch_pose(avatar);
    avatar->pose[node].rotation = vrmi_quat_normalize(*rotation);
}

void vrm_avatar_set_hips_position(vrm_avatar *avatar, const vrm_vec3 *position) {
    int32_t hips = find_node(avatar, VRM_BONE_HIPS);
    vrm_vec3 turned, translation;
    if (!vrmi_is_given(avatar, __func__, position) || hips == VRM_NONE) return;
    if (!vrmi_vec3_is_finite(*position)) {
        vrmi_misuse(avatar, __func__, "the position is not finite");
        return;
    }
    turned = vrmi_is_turned(avatar) ? vrmi_half_turn(*position) : *position;
    translation = vrmi_mat4_transform_point(&avatar->rig->hips_parent_inverse, turned);
    /* Not finite either: a position near the end of float's range, under a small parent. */
    vrmi_touch_pose(avatar);
    if (vrmi_vec3_is_finite(translation)) avatar->pose[hips].translation = translation;
}

void vrm_avatar_get_hips_position(const vrm_avatar *avatar, vrm_vec3 *out) {
    int32_t hips = find_node(avatar, VRM_BONE_HIPS);
    if (!vrmi_is_given(avatar, __func__, out)) return;
    *out = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    if (hips == VRM_NONE) return;
    *out = vrmi_mat4_transform_point(&avatar->rig->hips_parent, avatar->pose[hips].translation);
    if (vrmi_is_turned(avatar)) *out = vrmi_half_turn(*out);
    *out = vrmi_vec3_to_finite(*out);
}

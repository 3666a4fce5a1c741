/* What integrators need of a frame beside its arrays: matrices of skins and bones, and bounds. */
#include "avatar/avatar.h"
#include "base/math.h"

vrm_result vrm_avatar_get_skin_matrices(const vrm_avatar *avatar, int32_t skin,
                                        const vrm_mat4 *inverse_binds, vrm_mat4 *out,
                                        size_t capacity) {
    const vrm_skin *found;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, inverse_binds) ||
        !vrmi_is_given(avatar, __func__, out)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (!vrmi_is_index(skin, avatar->gltf->skin_count)) {
        vrmi_misuse_index(avatar, __func__, skin, "there is no such skin");
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    found = &avatar->gltf->skins[skin];
    if (capacity < found->joint_count) return VRM_ERROR_CAPACITY;
    for (uint32_t i = 0; i < found->joint_count; ++i) {
        out[i] = vrmi_mat4_multiply(&avatar->world[found->joints[i]], &inverse_binds[i]);
        for (int k = 0; k < 16; ++k) out[i].m[k] = vrmi_to_finite(out[i].m[k]);
    }
    return VRM_OK;
}

void vrm_avatar_get_bone_matrix(const vrm_avatar *avatar, vrm_bone bone, vrm_mat4 *out) {
    int32_t node;
    if (!vrmi_is_given(avatar, __func__, out)) return;
    *out = vrmi_mat4_identity();
    if (avatar == NULL || !vrmi_is_bone(avatar, __func__, bone)) return;
    node = vrmi_bone_node(avatar, bone);
    if (node != VRM_NONE) *out = avatar->world[node];
}

int32_t vrm_avatar_get_bounds(const vrm_avatar *avatar, vrm_vec3 *out_least, vrm_vec3 *out_most) {
    const vrmi_rig_bounds *bounds;
    vrm_vec3 least, most;
    float reach;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, out_least) ||
        !vrmi_is_given(avatar, __func__, out_most)) {
        return 0;
    }
    bounds = &avatar->rig->bounds;
    *out_least = *out_most = avatar->root.translation;
    if (bounds->node_count == 0) return 0;
    least = most = vrmi_mat4_translation(&avatar->world[bounds->nodes[0]]);
    for (uint32_t i = 1; i < bounds->node_count; ++i) {
        vrm_vec3 at = vrmi_mat4_translation(&avatar->world[bounds->nodes[i]]);
        least = vrmi_vec3_min(least, at);
        most = vrmi_vec3_max(most, at);
    }
    reach = bounds->reach * vrmi_mat4_uniform_scale(&avatar->root_world);
    if (!vrmi_is_finite(reach)) reach = 0.0f;
    /* At the end of float's range, a box stops there too (ER-014). */
    *out_least = vrmi_vec3_to_finite(vrmi_vec3_sub(least, vrm_vec3_make(reach, reach, reach)));
    *out_most = vrmi_vec3_to_finite(vrmi_vec3_add(most, vrm_vec3_make(reach, reach, reach)));
    return 1;
}

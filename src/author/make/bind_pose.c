/*
 * The pose in which the skin was bound. Files that were exported with an animation often have its
 * first frame in their nodes, while the skin still has the T-pose or A-pose in which it was made.
 */
#include "author/make/make.h"

/* --- How far a pose is from a T --- */

/* In radians; 0 if one of the bones is missing. */
static float angle_of(const vrmi_make *make, vrm_bone from, vrm_bone to, vrm_vec3 should,
                      float *count) {
    const int32_t a = vrmi_make_bone(make, from), b = vrmi_make_bone(make, to);
    vrm_vec3 is;
    if (a == VRM_NONE || b == VRM_NONE) return 0.0f;
    is = vrmi_vec3_safe_normalize(
        vrmi_vec3_sub(vrmi_make_position(make, b), vrmi_make_position(make, a)), should);
    *count += 1.0f;
    return vrmi_acos(vrmi_clamp(vrmi_vec3_dot(is, should), -1.0f, 1.0f));
}

float vrmi_make_distance_from_t_pose(const vrmi_make *make) {
    vrm_vec3 up, left, forward;
    float sum = 0.0f, count = 0.0f;
    if (!vrmi_make_axes(make, &up, &left, &forward)) return 4.0f; /* more than any angle */
    for (int side = 0; side < 2; ++side) {
        const vrm_vec3 aside = side == 0 ? left : vrmi_vec3_negate(left);
        const vrm_vec3 down = vrmi_vec3_negate(up);
        const vrm_bone arm = side == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
        const vrm_bone leg = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        sum += angle_of(make, arm, arm + 1, aside, &count);
        sum += angle_of(make, arm + 1, arm + 2, aside, &count);
        sum += angle_of(make, leg, leg + 1, down, &count);
        sum += angle_of(make, leg + 1, leg + 2, down, &count);
    }
    sum += angle_of(make, VRM_BONE_HIPS, VRM_BONE_HEAD, up, &count);
    return count > 0.0f ? sum / count : 4.0f;
}

/* --- The pose --- */

static int32_t largest_skin(const vrm_gltf *gltf) {
    int32_t best = VRM_NONE;
    uint32_t most = 0;
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        if (gltf->skins[i].inverse_binds == VRM_NONE || gltf->skins[i].joint_count <= most)
            continue;
        most = gltf->skins[i].joint_count;
        best = (int32_t)i;
    }
    return best;
}

/* The nearest rotation along the axes, if one is near: skins are bound upright. */
static vrm_quat along_axes(vrm_quat q) {
    static const float halves[] = {-1.0f, -0.70710678f, -0.5f, 0.0f, 0.5f, 0.70710678f, 1.0f};
    const float near = 0.976f; /* the cosine of half of 25 degrees */
    float values[4] = {q.x, q.y, q.z, q.w};
    vrm_quat snapped;
    for (int i = 0; i < 4; ++i) {
        float best = halves[0];
        for (size_t k = 1; k < sizeof halves / sizeof halves[0]; ++k) {
            if (fabsf(values[i] - halves[k]) < fabsf(values[i] - best)) best = halves[k];
        }
        values[i] = best;
    }
    snapped = vrmi_quat_normalize(vrm_quat_make(values[0], values[1], values[2], values[3]));
    return fabsf(vrmi_quat_dot(snapped, q)) > near ? snapped : q;
}

/* Turns the joints of a skin as its matrices define. The uppermost joint stays. */
static void apply_binds(vrmi_make *make, const vrm_skin *skin, vrm_mat4 *binds, int32_t *of_node) {
    vrm_quat space = vrmi_quat_identity();
    bool has_space = false;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) of_node[i] = VRM_NONE;
    for (uint32_t i = 0; i < skin->joint_count; ++i) of_node[skin->joints[i]] = (int32_t)i;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i], parent = make->gltf->nodes[node].parent;
        const vrm_mat4 origin = vrmi_mat4_identity();
        const vrm_mat4 *above = parent != VRM_NONE ? &make->world[parent] : &origin;
        vrm_mat4 bound;
        if (of_node[node] != VRM_NONE && vrmi_mat4_inverse(&binds[of_node[node]], &bound)) {
            const vrm_quat bound_turn = vrmi_mat4_rotation(&bound);
            vrm_quat turn = vrmi_mat4_rotation(above);
            if (!has_space) {
                const vrm_quat is = vrmi_mat4_rotation(&make->world[node]);
                space = along_axes(
                    vrmi_quat_normalize(vrmi_quat_multiply(is, vrmi_quat_conjugate(bound_turn))));
                has_space = true;
            }
            turn = vrmi_quat_multiply(vrmi_quat_conjugate(turn),
                                      vrmi_quat_multiply(space, bound_turn));
            make->pose[node].rotation = vrmi_quat_normalize(turn);
        }
        make->world[node] = vrmi_mat4_place(above, &make->pose[node]);
    }
}

bool vrmi_make_bind_pose(vrmi_make *make) {
    const int32_t index = largest_skin(make->gltf);
    const vrm_skin *skin = index != VRM_NONE ? &make->gltf->skins[index] : NULL;
    vrm_mat4 *binds;
    int32_t *of_node;
    bool is_read;
    if (skin == NULL) return false;
    binds = VRMI_TAKE(&make->arena, vrm_mat4, skin->joint_count);
    of_node = VRMI_TAKE(&make->arena, int32_t, make->gltf->node_count);
    if (binds == NULL || of_node == NULL) {
        make->is_refused = true;
        return false;
    }
    is_read = vrm_model_read_inverse_binds(make->model, index, binds, skin->joint_count) == VRM_OK;
    if (is_read) apply_binds(make, skin, binds, of_node);
    return is_read;
}

void vrmi_make_rest_pose(vrmi_make *make) {
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        make->pose[i] = make->gltf->nodes[i].rest;
    }
    vrmi_make_place_nodes(make);
}

void vrmi_make_choose_pose(vrmi_make *make) {
    /* Less than this is no other pose. */
    const float much_nearer = 0.03f;
    float rest;
    vrmi_make_rest_pose(make);
    rest = vrmi_make_distance_from_t_pose(make);
    if (make->stance.pose_is_told && !make->stance.is_bind_pose) return;
    make->stance.is_bind_pose =
        vrmi_make_bind_pose(make) &&
        (make->stance.pose_is_told || vrmi_make_distance_from_t_pose(make) < rest - much_nearer);
    if (!make->stance.is_bind_pose) vrmi_make_rest_pose(make);
}

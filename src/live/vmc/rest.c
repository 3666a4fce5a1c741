#include "live/vmc/rest.h"

#include "vrm/gltf.h"
#include "vrm/tables.h"

#include <string.h>

enum { MOST_PARENTS = 4096 }; /* beyond them, a node counts as a root */

static bool is_identity(vrm_quat q) {
    return q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f;
}

/* The rest rotation of a node in the model, and the scale that its parents multiply to. */
static vrm_quat world_rotation(const vrm_gltf *gltf, int32_t node, float *out_scale) {
    vrm_quat rotation = vrmi_quat_identity();
    float scale = 1.0f;
    for (int i = 0; i < MOST_PARENTS && node != VRM_NONE; ++i) {
        const vrm_trs *rest = &gltf->nodes[node].rest;
        if (!is_identity(rest->rotation)) {
            rotation = vrmi_quat_normalize(vrmi_quat_multiply(rest->rotation, rotation));
        }
        scale *= rest->scale.y;
        node = gltf->nodes[node].parent;
    }
    *out_scale = scale;
    return rotation;
}

static void read_bone(vrmi_vmc_rest *rest, const vrm_gltf *gltf, vrm_bone bone, int32_t node) {
    float scale, own;
    const vrm_quat parent = world_rotation(gltf, gltf->nodes[node].parent, &scale);
    rest->parents[bone] = parent;
    rest->bones[bone] = world_rotation(gltf, node, &own);
    rest->positions[bone] = gltf->nodes[node].rest.translation;
    if (bone == VRM_BONE_HIPS && scale > 1e-6f && scale < 1e6f) rest->hips_scale = scale;
    if (!is_identity(parent) || !is_identity(rest->bones[bone])) {
        rest->turned_bones |= UINT64_C(1) << bone;
    }
}

void vrmi_vmc_rest_init(vrmi_vmc_rest *rest, const vrm_model *model, float hips_height) {
    memset(rest, 0, sizeof *rest);
    rest->hips_scale = 1.0f;
    rest->hips_height = hips_height;
    if (model == NULL) return;
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    rest->has_model = true;
    rest->is_turned = tables->humanoid.faces_minus_z != 0;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = tables->humanoid.nodes[bone];
        if (node != VRM_NONE) read_bone(rest, gltf, bone, node);
    }
    if (rest->hips_height == 0.0f) {
        vrm_vec3 hips;
        vrm_model_get_bone_rest_position(model, VRM_BONE_HIPS, &hips);
        rest->hips_height = hips.y > 1e-4f ? hips.y : 1.0f; /* as AN-016 */
    }
}

static vrm_quat turned(const vrmi_vmc_rest *rest, vrm_quat q) {
    return rest->is_turned ? vrmi_half_turn_rotation(q) : q;
}

static bool has_rest(const vrmi_vmc_rest *rest, vrm_bone bone) {
    return (rest->turned_bones >> bone & 1) != 0;
}

vrm_quat vrmi_vmc_normalized(const vrmi_vmc_rest *rest, vrm_bone bone, vrm_quat local) {
    if (!has_rest(rest, bone)) return local;
    const vrm_quat from = vrmi_quat_conjugate(rest->bones[bone]);
    vrm_quat q = vrmi_quat_multiply(turned(rest, local), from);
    q = vrmi_quat_multiply(rest->parents[bone], q);
    return vrmi_quat_normalize(turned(rest, q));
}

vrm_quat vrmi_vmc_local(const vrmi_vmc_rest *rest, vrm_bone bone, vrm_quat normalized) {
    if (!has_rest(rest, bone)) return normalized;
    vrm_quat q = vrmi_quat_multiply(turned(rest, normalized), rest->bones[bone]);
    q = vrmi_quat_multiply(vrmi_quat_conjugate(rest->parents[bone]), q);
    return vrmi_quat_normalize(turned(rest, q));
}

bool vrmi_vmc_hips(vrmi_vmc_rest *rest, vrm_vec3 position, vrm_vec3 *out) {
    vrm_vec3 moved;
    if (rest->hips_height == 0.0f) {
        if (!(position.y >= 1e-3f && position.y <= 1e3f)) return false;
        rest->hips_height = position.y;
    }
    if (rest->has_model) {
        if (rest->is_turned) position = vrmi_half_turn(position);
        moved = vrmi_vec3_sub(position, rest->positions[VRM_BONE_HIPS]);
        moved = vrmi_quat_rotate(rest->parents[VRM_BONE_HIPS], moved);
        moved = vrmi_vec3_scale(moved, rest->hips_scale);
        if (rest->is_turned) moved = vrmi_half_turn(moved);
    } else {
        moved = vrm_vec3_make(position.x, position.y - rest->hips_height, position.z);
    }
    *out = vrmi_vec3_to_finite(vrmi_vec3_scale(moved, 1.0f / rest->hips_height));
    return true;
}

static vrm_vec3 hips_position(const vrmi_vmc_rest *rest, vrm_vec3 hips) {
    vrm_vec3 moved = vrmi_vec3_scale(hips, rest->hips_height);
    if (!rest->has_model) return vrm_vec3_make(moved.x, moved.y + rest->hips_height, moved.z);
    if (rest->is_turned) moved = vrmi_half_turn(moved);
    moved = vrmi_vec3_scale(moved, 1.0f / rest->hips_scale);
    moved = vrmi_quat_rotate(vrmi_quat_conjugate(rest->parents[VRM_BONE_HIPS]), moved);
    moved = vrmi_vec3_add(rest->positions[VRM_BONE_HIPS], moved);
    return rest->is_turned ? vrmi_half_turn(moved) : moved;
}

/* Finite, however far away the hips are: receivers refuse other numbers. */
vrm_vec3 vrmi_vmc_hips_position(const vrmi_vmc_rest *rest, vrm_vec3 hips) {
    return vrmi_vec3_to_finite(hips_position(rest, hips));
}

vrm_vec3 vrmi_vmc_bone_position(const vrmi_vmc_rest *rest, vrm_bone bone) {
    const vrm_vec3 position = rest->positions[bone];
    return rest->is_turned ? vrmi_half_turn(position) : position;
}

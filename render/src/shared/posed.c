#include "posed.h"
#include "render/src/base/memory.h"

#include <string.h>

static bool read_weights(const vrm_model *model, const vrm_node *n, int32_t primitive,
                         vrmr_posed *v, size_t count) {
    return n->skin != VRM_NONE &&
           vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_WEIGHTS, 0, 4,
                                   v->weights, count * 4) == VRM_OK &&
           vrm_model_read_joints(model, n->mesh, primitive, 0, n->skin, v->joints, count * 4,
                                 NULL) == VRM_OK;
}

bool vrmr_posed_read(const vrm_model *model, int32_t node, int32_t primitive,
                     const vrm_allocator *allocator, vrmr_posed *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_node *n = &gltf->nodes[node];
    size_t count = gltf->meshes[n->mesh].primitives[primitive].vertex_count;
    vrm_result result;
    memset(out, 0, sizeof *out);
    if (count == 0) return true;
    out->capacity = (uint32_t)count;
    out->positions = vrmr_allocate(allocator, count, 3 * sizeof(float));
    out->weights = vrmr_allocate(allocator, count, 4 * sizeof(float));
    out->joints = vrmr_allocate(allocator, count, 4 * sizeof(uint16_t));
    if (out->positions == NULL || out->weights == NULL || out->joints == NULL) {
        vrmr_posed_release(out, allocator);
        return false;
    }
    result = vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3,
                                     out->positions, count * 3);
    out->is_missing = result == VRM_ERROR_NO_PAYLOAD;
    if (result != VRM_OK) return true;
    out->count = (uint32_t)count;
    out->is_skinned = read_weights(model, n, primitive, out, count);
    return true;
}

void vrmr_posed_release(vrmr_posed *posed, const vrm_allocator *allocator) {
    vrmr_release(allocator, posed->positions, posed->capacity, 3 * sizeof(float));
    vrmr_release(allocator, posed->weights, posed->capacity, 4 * sizeof(float));
    vrmr_release(allocator, posed->joints, posed->capacity, 4 * sizeof(uint16_t));
    memset(posed, 0, sizeof *posed);
}

static size_t joint_count(const vrm_avatar *avatar, int32_t skin) {
    return skin == VRM_NONE ? 0 : vrm_model_gltf(vrm_avatar_model(avatar))->skins[skin].joint_count;
}

vrm_mat4 *vrmr_posed_matrices(const vrm_avatar *avatar, int32_t skin,
                              const vrm_allocator *allocator, bool *out_good) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const size_t count = joint_count(avatar, skin);
    vrm_mat4 *matrices, *binds;
    *out_good = true;
    if (count == 0) return NULL;
    matrices = vrmr_allocate(allocator, count, sizeof *matrices);
    binds = vrmr_allocate(allocator, count, sizeof *binds);
    *out_good = matrices != NULL && binds != NULL;
    if (!*out_good || vrm_model_read_inverse_binds(model, skin, binds, count) != VRM_OK ||
        vrm_avatar_get_skin_matrices(avatar, skin, binds, matrices, count) != VRM_OK) {
        vrmr_release(allocator, matrices, count, sizeof *matrices);
        matrices = NULL;
    }
    vrmr_release(allocator, binds, count, sizeof *binds);
    return matrices;
}

void vrmr_posed_release_matrices(const vrm_avatar *avatar, int32_t skin,
                                 const vrm_allocator *allocator, vrm_mat4 *matrices) {
    vrmr_release(allocator, matrices, joint_count(avatar, skin), sizeof *matrices);
}

vrm_vec3 vrmr_posed_transform(const vrm_mat4 *matrix, const float point[3]) {
    const float *m = matrix->m, *p = point;
    return vrm_vec3_make(m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
                         m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
                         m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14]);
}

bool vrmr_posed_vertex(const vrmr_posed *v, const vrm_mat4 *matrices, uint32_t index,
                       vrm_vec3 *out) {
    vrm_vec3 sum = {0.0f, 0.0f, 0.0f};
    float total = 0.0f;
    for (size_t j = (size_t)index * 4; j < (size_t)index * 4 + 4; ++j) {
        float weight = v->weights[j];
        vrm_vec3 p;
        if (!(weight > 0.0f)) continue;
        p = vrmr_posed_transform(&matrices[v->joints[j]], v->positions + (size_t)index * 3);
        sum = vrm_vec3_make(sum.x + weight * p.x, sum.y + weight * p.y, sum.z + weight * p.z);
        total += weight;
    }
    if (total <= 0.0f) return false;
    *out = vrm_vec3_make(sum.x / total, sum.y / total, sum.z / total);
    return true;
}

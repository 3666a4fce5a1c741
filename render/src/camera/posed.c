#include "posed.h"

#include <stdlib.h>
#include <string.h>

static bool read_weights(const vrm_model *model, const vrm_node *n, int32_t primitive,
                         skin_vertices *v, size_t count) {
    return n->skin != VRM_NONE &&
           vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_WEIGHTS, 0, 4,
                                   v->weights, count * 4) == VRM_OK &&
           vrm_model_read_joints(model, n->mesh, primitive, 0, n->skin, v->joints, count * 4,
                                 NULL) == VRM_OK;
}

bool skin_vertices_read(const vrm_model *model, int32_t node, int32_t primitive,
                        skin_vertices *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_node *n = &gltf->nodes[node];
    size_t count = gltf->meshes[n->mesh].primitives[primitive].vertex_count;
    memset(out, 0, sizeof *out);
    if (count == 0) return true;
    out->positions = malloc(count * 3 * sizeof(float));
    out->weights = malloc(count * 4 * sizeof(float));
    out->joints = malloc(count * 4 * sizeof(uint16_t));
    if (out->positions == NULL || out->weights == NULL || out->joints == NULL) {
        skin_vertices_release(out);
        return false;
    }
    if (vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3,
                                out->positions, count * 3) != VRM_OK) {
        return true;
    }
    out->count = (uint32_t)count;
    out->is_skinned = read_weights(model, n, primitive, out, count);
    return true;
}

void skin_vertices_release(skin_vertices *v) {
    free(v->positions);
    free(v->weights);
    free(v->joints);
    memset(v, 0, sizeof *v);
}

vrm_mat4 *skin_matrices(const vrm_avatar *avatar, int32_t skin, bool *out_good) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const vrm_gltf *gltf = vrm_model_gltf(model);
    vrm_mat4 *matrices, *binds;
    uint32_t count;
    *out_good = true;
    if (skin == VRM_NONE || gltf->skins[skin].joint_count == 0) return NULL;
    count = gltf->skins[skin].joint_count;
    matrices = malloc(count * sizeof *matrices);
    binds = malloc(count * sizeof *binds);
    *out_good = matrices != NULL && binds != NULL;
    if (!*out_good || vrm_model_read_inverse_binds(model, skin, binds, count) != VRM_OK ||
        vrm_avatar_get_skin_matrices(avatar, skin, binds, matrices, count) != VRM_OK) {
        free(matrices);
        matrices = NULL;
    }
    free(binds);
    return matrices;
}

vrm_vec3 skin_transform(const vrm_mat4 *matrix, const float point[3]) {
    const float *m = matrix->m, *p = point;
    return vrm_vec3_make(m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
                         m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
                         m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14]);
}

bool skin_vertex(const skin_vertices *v, const vrm_mat4 *matrices, uint32_t index, vrm_vec3 *out) {
    vrm_vec3 sum = {0.0f, 0.0f, 0.0f};
    float total = 0.0f;
    for (size_t j = (size_t)index * 4; j < (size_t)index * 4 + 4; ++j) {
        float weight = v->weights[j];
        vrm_vec3 p;
        if (!(weight > 0.0f)) continue;
        p = skin_transform(&matrices[v->joints[j]], v->positions + (size_t)index * 3);
        sum = vrm_vec3_make(sum.x + weight * p.x, sum.y + weight * p.y, sum.z + weight * p.z);
        total += weight;
    }
    if (total <= 0.0f) return false;
    *out = vrm_vec3_make(sum.x / total, sum.y / total, sum.z / total);
    return true;
}

/* How tall an avatar is, without reading its vertices: by the boxes that the file states for them.
 */
#include "info.h"

#include <float.h>

/* Around the vertices of a mesh; empty where `least` is above `most`. */
typedef struct box {
    float least[3], most[3];
} box;

static const box empty_box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

static void add_accessor(box *to, const vrm_accessor *positions) {
    if (!positions->has_bounds) return;
    for (int i = 0; i < 3; ++i) {
        if (positions->min[i] < to->least[i]) to->least[i] = positions->min[i];
        if (positions->max[i] > to->most[i]) to->most[i] = positions->max[i];
    }
}

static box mesh_box(const vrm_gltf *gltf, const vrm_mesh *mesh) {
    box out = empty_box;
    for (uint32_t p = 0; p < mesh->primitive_count; ++p) {
        const vrm_primitive *primitive = &mesh->primitives[p];
        for (uint32_t a = 0; a < primitive->attribute_count; ++a) {
            const vrm_attribute *attribute = &primitive->attributes[a];
            if (attribute->semantic != VRM_ATTRIBUTE_POSITION) continue;
            add_accessor(&out, &gltf->accessors[attribute->accessor]);
        }
    }
    return out;
}

/* The heights of the corners after a matrix. */
static void add_heights(const box *from, const vrm_mat4 *matrix, float *least, float *most) {
    const float *m = matrix->m;
    if (from->least[0] > from->most[0]) return;
    for (int corner = 0; corner < 8; ++corner) {
        float x = (corner & 1) != 0 ? from->most[0] : from->least[0];
        float y = (corner & 2) != 0 ? from->most[1] : from->least[1];
        float z = (corner & 4) != 0 ? from->most[2] : from->least[2];
        float height = m[1] * x + m[5] * y + m[9] * z + m[13];
        if (!(height >= -FLT_MAX && height <= FLT_MAX)) continue;
        if (height < *least) *least = height;
        if (height > *most) *most = height;
    }
}

/*
 * Where a skin puts a vertex at rest. In the pose in which a mesh was bound, all joints agree, and
 * that is the pose at rest of nearly all avatars; so the first joint answers for all.
 */
static bool read_skin(const vrm_avatar *avatar, int32_t skin, vrm_mat4 *out) {
    const vrm_model *model = vrm_avatar_model(avatar);
    uint32_t count = vrm_model_gltf(model)->skins[skin].joint_count;
    vrm_mat4 *binds = malloc((count + 1) * sizeof *binds),
             *matrices = malloc((count + 1) * sizeof *matrices);
    bool is_good = count > 0 && binds != NULL && matrices != NULL &&
                   vrm_model_read_inverse_binds(model, skin, binds, count) == VRM_OK &&
                   vrm_avatar_get_skin_matrices(avatar, skin, binds, matrices, count) == VRM_OK;
    if (is_good) *out = matrices[0];
    free(binds);
    free(matrices);
    return is_good;
}

/* Meshes and skins are looked at once each, however many nodes show them. */
typedef struct parts {
    box *boxes;         /* by mesh */
    vrm_mat4 *matrices; /* by skin */
    bool *has_matrix;   /* by skin */
} parts;

static bool read_parts(const vrm_avatar *avatar, const vrm_gltf *gltf, parts *out) {
    out->boxes = malloc((gltf->mesh_count + 1u) * sizeof *out->boxes);
    out->matrices = malloc((gltf->skin_count + 1u) * sizeof *out->matrices);
    out->has_matrix = malloc((gltf->skin_count + 1u) * sizeof *out->has_matrix);
    if (out->boxes == NULL || out->matrices == NULL || out->has_matrix == NULL) return false;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        out->boxes[i] = mesh_box(gltf, &gltf->meshes[i]);
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        out->has_matrix[i] = read_skin(avatar, (int32_t)i, &out->matrices[i]);
    }
    return true;
}

bool avatar_height(vrm_model *model, float *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    vrm_avatar *avatar = vrm_avatar_create(model, NULL);
    parts from = {NULL, NULL, NULL};
    float least = FLT_MAX, most = -FLT_MAX;
    if (avatar != NULL && read_parts(avatar, gltf, &from)) {
        const vrm_frame *frame = vrm_avatar_frame(avatar);
        for (uint32_t i = 0; i < gltf->node_count; ++i) {
            const vrm_node *node = &gltf->nodes[i];
            bool is_skinned = node->skin != VRM_NONE && from.has_matrix[node->skin];
            if (node->mesh == VRM_NONE) continue;
            add_heights(&from.boxes[node->mesh],
                        is_skinned ? &from.matrices[node->skin] : &frame->world[i], &least, &most);
        }
    }
    free(from.boxes);
    free(from.matrices);
    free(from.has_matrix);
    vrm_avatar_destroy(avatar);
    *out = most - least;
    return most > least;
}

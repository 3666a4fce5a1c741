/* How tall an avatar is, without reading its vertices: by the boxes that the file states for them.
 */
#include "info.h"

#include <float.h>

/* --- Boxes --- */

/* Around the vertices of a mesh; empty where `least` is above `most`. */
typedef struct box {
    float least[3], most[3];
} box;

static const box empty_box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

static void add_accessor(box *box, const vrm_accessor *positions) {
    if (!positions->has_bounds) return;
    for (int i = 0; i < 3; ++i) {
        if (positions->min[i] < box->least[i]) box->least[i] = positions->min[i];
        if (positions->max[i] > box->most[i]) box->most[i] = positions->max[i];
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

/* --- Heights --- */

/* How high a point of a space is in the world: along · point + offset. One row of a matrix is all
 * that this needs. */
typedef struct height_row {
    vrm_vec3 along;
    float offset;
} height_row;

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vrm_vec3 cross(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* The vector turned back. */
static vrm_vec3 turn_back(vrm_quat q, vrm_vec3 v) {
    const vrm_vec3 axis = {-q.x, -q.y, -q.z};
    vrm_vec3 once = cross(axis, v), twice = cross(axis, once);
    return vrm_vec3_make(v.x + 2.0f * (q.w * once.x + twice.x),
                         v.y + 2.0f * (q.w * once.y + twice.y),
                         v.z + 2.0f * (q.w * once.z + twice.z));
}

static height_row below(const height_row *parent, const vrm_trs *rest) {
    vrm_vec3 turned = turn_back(rest->rotation, parent->along);
    height_row row;
    row.along =
        vrm_vec3_make(rest->scale.x * turned.x, rest->scale.y * turned.y, rest->scale.z * turned.z);
    row.offset = parent->offset + dot(parent->along, rest->translation);
    return row;
}

static height_row after_matrix(const height_row *row, const float *m) {
    height_row out;
    out.along = vrm_vec3_make(dot(row->along, vrm_vec3_make(m[0], m[1], m[2])),
                              dot(row->along, vrm_vec3_make(m[4], m[5], m[6])),
                              dot(row->along, vrm_vec3_make(m[8], m[9], m[10])));
    out.offset = row->offset + dot(row->along, vrm_vec3_make(m[12], m[13], m[14]));
    return out;
}

/* The heights of the corners. */
static void add_heights(const box *from, const height_row *row, float *least, float *most) {
    if (from->least[0] > from->most[0]) return;
    for (int corner = 0; corner < 8; ++corner) {
        float x = (corner & 1) != 0 ? from->most[0] : from->least[0];
        float y = (corner & 2) != 0 ? from->most[1] : from->least[1];
        float z = (corner & 4) != 0 ? from->most[2] : from->least[2];
        float height = dot(row->along, vrm_vec3_make(x, y, z)) + row->offset;
        if (!(height >= -FLT_MAX && height <= FLT_MAX)) continue;
        if (height < *least) *least = height;
        if (height > *most) *most = height;
    }
}

/* --- The parts of a file --- */

/* Each mesh, skin and node is looked at once, however many nodes show it. */
typedef struct parts {
    box *meshes;
    height_row *nodes;
    height_row *skins;
    bool *has_skin; /* by skin: it could be read */
    int32_t *stack; /* of nodes */
} parts;

/* From the roots down; every node is put on the stack once. */
static void read_nodes(const vrm_gltf *gltf, parts *out) {
    static const height_row world = {{0.0f, 1.0f, 0.0f}, 0.0f};
    uint32_t top = 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (gltf->nodes[i].parent == VRM_NONE) out->stack[top++] = (int32_t)i;
    }
    while (top > 0) {
        int32_t at = out->stack[--top];
        const vrm_node *node = &gltf->nodes[at];
        out->nodes[at] =
            below(node->parent == VRM_NONE ? &world : &out->nodes[node->parent], &node->rest);
        for (uint32_t i = 0; i < node->child_count; ++i) out->stack[top++] = node->children[i];
    }
}

/*
 * Where a skin puts a vertex at rest. In the pose in which a mesh was bound, all joints agree, and
 * that is the pose at rest of nearly all avatars; so the first joint answers for all.
 */
static bool read_skin(const vrm_model *model, int32_t index, const height_row *nodes,
                      height_row *out) {
    const vrm_skin *skin = &vrm_model_gltf(model)->skins[index];
    vrm_mat4 *binds = malloc((skin->joint_count + 1u) * sizeof *binds);
    bool is_good = binds != NULL && skin->joint_count > 0 &&
                   vrm_model_read_inverse_binds(model, index, binds, skin->joint_count) == VRM_OK;
    if (is_good) *out = after_matrix(&nodes[skin->joints[0]], binds[0].m);
    free(binds);
    return is_good;
}

static bool take_parts(const vrm_gltf *gltf, parts *out) {
    out->meshes = calloc(gltf->mesh_count + 1u, sizeof *out->meshes);
    out->nodes = calloc(gltf->node_count + 1u, sizeof *out->nodes);
    out->skins = calloc(gltf->skin_count + 1u, sizeof *out->skins);
    out->has_skin = calloc(gltf->skin_count + 1u, sizeof *out->has_skin);
    out->stack = calloc(gltf->node_count + 1u, sizeof *out->stack);
    return out->meshes != NULL && out->nodes != NULL && out->skins != NULL &&
           out->has_skin != NULL && out->stack != NULL;
}

static void release_parts(parts *from) {
    free(from->meshes);
    free(from->nodes);
    free(from->skins);
    free(from->has_skin);
    free(from->stack);
}

static void read_parts(const vrm_model *model, parts *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    read_nodes(gltf, out);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        out->meshes[i] = mesh_box(gltf, &gltf->meshes[i]);
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        out->has_skin[i] = read_skin(model, (int32_t)i, out->nodes, &out->skins[i]);
    }
}

bool avatar_height(const vrm_model *model, float *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    parts from = {NULL, NULL, NULL, NULL, NULL};
    float least = FLT_MAX, most = -FLT_MAX;
    if (take_parts(gltf, &from)) {
        read_parts(model, &from);
        for (uint32_t i = 0; i < gltf->node_count; ++i) {
            const vrm_node *node = &gltf->nodes[i];
            bool is_skinned = node->skin != VRM_NONE && from.has_skin[node->skin];
            if (node->mesh == VRM_NONE) continue;
            add_heights(&from.meshes[node->mesh],
                        is_skinned ? &from.skins[node->skin] : &from.nodes[i], &least, &most);
        }
    }
    release_parts(&from);
    *out = most - least;
    return most > least;
}

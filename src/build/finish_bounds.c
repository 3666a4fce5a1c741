/*
 * How large an avatar is, as far as the JSON tells: nodes that draw something, or that move
 * vertices of something drawn, and how far the meshes reach beyond these nodes at rest. Accessors
 * of positions give their bounds, so that no vertex has to be read.
 */
#include "base/math.h"
#include "build/finish.h"

/* What a mesh reaches beyond its nodes where its accessors give no bounds, in meters. */
#define REACH_UNKNOWN 0.25f
/* Bounds of a hostile file may be anything. Nothing of an avatar is farther from its bones. */
#define REACH_MOST 100.0f

static void include_point(vrmi_box *b, vrm_vec3 p) {
    if (!b->has_points) {
        b->least = b->most = p;
        b->has_points = true;
        return;
    }
    b->least = vrmi_vec3_min(b->least, p);
    b->most = vrmi_vec3_max(b->most, p);
}

static const vrm_accessor *positions(const vrm_gltf *gltf, const vrm_primitive *primitive) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == VRM_ATTRIBUTE_POSITION && attribute->accessor != VRM_NONE) {
            return &gltf->accessors[attribute->accessor];
        }
    }
    return NULL;
}

/* The eight corners of what the accessor says. Vertices of a skinned mesh are taken to be where
 * they are bound, in the space of the model: the mesh node's own transform does not count (GL-020).
 */
static void include_mesh(vrmi_box *b, const vrm_gltf *gltf, const vrm_mesh *mesh,
                         const vrm_mat4 *place) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const vrm_accessor *accessor = positions(gltf, &mesh->primitives[i]);
        if (accessor == NULL || accessor->has_bounds == 0) continue;
        for (int corner = 0; corner < 8; ++corner) {
            vrm_vec3 p = vrm_vec3_make((corner & 1) != 0 ? accessor->max[0] : accessor->min[0],
                                       (corner & 2) != 0 ? accessor->max[1] : accessor->min[1],
                                       (corner & 4) != 0 ? accessor->max[2] : accessor->min[2]);
            include_point(b, place != NULL ? vrmi_mat4_transform_point(place, p) : p);
        }
    }
}

static float reach_beyond(const vrmi_box *nodes, const vrmi_box *meshes) {
    float reach = 0.0f;
    if (!meshes->has_points) return REACH_UNKNOWN;
    reach = vrmi_max(reach, nodes->least.x - meshes->least.x);
    reach = vrmi_max(reach, nodes->least.y - meshes->least.y);
    reach = vrmi_max(reach, nodes->least.z - meshes->least.z);
    reach = vrmi_max(reach, meshes->most.x - nodes->most.x);
    reach = vrmi_max(reach, meshes->most.y - nodes->most.y);
    reach = vrmi_max(reach, meshes->most.z - nodes->most.z);
    return vrmi_is_finite(reach) ? vrmi_min(reach, REACH_MOST) : REACH_UNKNOWN;
}

void vrmi_bounds_add(vrmi_bounds *bounds, const vrmi_build *build, uint32_t index) {
    const vrm_gltf *gltf = build->gltf;
    const vrm_node *node = &gltf->nodes[index];
    /* A mesh that many nodes show is looked at once, where its first node has it, and a skin
     * likewise. Else a file of many nodes and one large mesh would cost their product. */
    bool is_new = bounds->is_mesh_seen[node->mesh] == 0;
    bounds->is_mesh_seen[node->mesh] = 1;
    if (node->skin == VRM_NONE) {
        const vrm_mat4 *place = &build->rest_world[index];
        bounds->is_bounded[index] = 1;
        include_point(&bounds->nodes, vrmi_mat4_translation(place));
        if (is_new) include_mesh(&bounds->meshes, gltf, &gltf->meshes[node->mesh], place);
        return;
    }
    if (is_new) include_mesh(&bounds->meshes, gltf, &gltf->meshes[node->mesh], NULL);
    if (bounds->is_skin_seen[node->skin] != 0) return;
    bounds->is_skin_seen[node->skin] = 1;
    for (uint32_t i = 0; i < gltf->skins[node->skin].joint_count; ++i) {
        int32_t joint = gltf->skins[node->skin].joints[i];
        bounds->is_bounded[joint] = 1;
        include_point(&bounds->nodes, vrmi_mat4_translation(&build->rest_world[joint]));
    }
}

float vrmi_bounds_reach(const vrmi_bounds *bounds) {
    return bounds->nodes.has_points ? reach_beyond(&bounds->nodes, &bounds->meshes) : 0.0f;
}

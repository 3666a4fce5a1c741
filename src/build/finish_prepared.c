/* Bones at rest, and who writes which node: what questions to the model and the rig both ask. And
 * whether what an avatar takes can be borne. */
#include "base/math.h"
#include "build/finish.h"
#include "vrm/model.h"

#include <string.h>

/*
 * Where a bone is. The point is carried up from one parent to the next, and not taken from the
 * matrices of build->rest_world: these round differently, and idle motion would have other bits
 * than it had before (test/same_bits).
 */
static vrm_vec3 rest_position(const vrm_node *nodes, int32_t node) {
    vrm_vec3 point = {0.0f, 0.0f, 0.0f};
    for (; node != VRM_NONE; node = nodes[node].parent) {
        const vrm_trs *rest = &nodes[node].rest;
        point = vrm_vec3_make(point.x * rest->scale.x, point.y * rest->scale.y,
                              point.z * rest->scale.z);
        point = vrmi_vec3_add(vrmi_quat_rotate(rest->rotation, point), rest->translation);
    }
    return point;
}

static void read_bones(vrmi_build *build) {
    vrmi_prepared *prepared = &build->prepared;
    const vrm_mat4 *world = build->rest_world;
    const int32_t *bones = build->tables.humanoid.nodes;
    int32_t hips = bones[VRM_BONE_HIPS];
    int32_t parent = hips != VRM_NONE ? build->gltf->nodes[hips].parent : VRM_NONE;
    for (uint32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t node = bones[bone];
        prepared->bone_rotations[bone] =
            node != VRM_NONE ? vrmi_mat4_rotation(&world[node]) : vrmi_quat_identity();
        prepared->bone_positions[bone] = rest_position(build->gltf->nodes, node);
    }
    prepared->hips_parent = parent != VRM_NONE ? world[parent] : vrmi_mat4_identity();
}

/* How large the avatar is, and how many morph weights it will have: nodes that share a mesh have
 * weights of their own (ER-018). */
static bool read_meshes(vrmi_build *build) {
    const vrm_gltf *gltf = build->gltf;
    uint32_t limit = build->load->limits.max_morph_weights;
    size_t mark_count = (size_t)gltf->node_count + gltf->skin_count + gltf->mesh_count;
    uint64_t count = 0;
    vrmi_bounds bounds;
    memset(&bounds, 0, sizeof bounds);
    bounds.is_bounded = VRMI_TAKE(build->load->arena, uint8_t, mark_count);
    if (bounds.is_bounded == NULL) return vrmi_load_refused(build->load);
    if (mark_count != 0) memset(bounds.is_bounded, 0, mark_count);
    bounds.is_skin_seen = bounds.is_bounded + gltf->node_count;
    bounds.is_mesh_seen = bounds.is_skin_seen + gltf->skin_count;
    build->prepared.is_bounded = bounds.is_bounded;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t mesh = gltf->nodes[i].mesh;
        if (mesh == VRM_NONE) continue;
        count += gltf->meshes[mesh].target_count;
        vrmi_bounds_add(&bounds, build, i);
    }
    build->prepared.reach = vrmi_bounds_reach(&bounds);
    if (count <= limit) return true;
    vrmi_load_found(build->load, VRMI_LIMIT_AVATAR, NULL,
                    VRMI_WITH(vrmi_unsigned(limit), vrmi_words("morph weights of nodes")));
    return false;
}

bool vrmi_finish_prepared(vrmi_build *build) {
    const vrm_tables *tables = &build->tables;
    const int32_t *bones = tables->humanoid.nodes;
    const vrm_constraint *constraints = build->constraints.items;
    const vrm_spring_joint *joints = build->joints.items;
    uint32_t node_count = build->gltf->node_count;
    uint8_t *writers = VRMI_TAKE(build->load->arena, uint8_t, node_count);
    if (writers == NULL) return vrmi_load_refused(build->load);
    if (!read_meshes(build)) return false;
    if (node_count != 0) memset(writers, 0, node_count);
    if (tables->look_at.is_present && tables->look_at.type == VRM_LOOK_AT_TYPE_BONE) {
        for (int32_t bone = VRM_BONE_LEFT_EYE; bone <= VRM_BONE_RIGHT_EYE; ++bone) {
            if (bones[bone] != VRM_NONE) writers[bones[bone]] |= VRM_WRITER_LOOK_AT;
        }
    }
    for (uint32_t i = 0; i < build->constraints.count; ++i) {
        writers[constraints[i].node] |= VRM_WRITER_CONSTRAINT;
    }
    for (uint32_t i = 0; i < build->joints.count; ++i) {
        writers[joints[i].node] |= VRM_WRITER_SPRING;
    }
    build->prepared.writers = writers;
    read_bones(build);
    return true;
}

/* How high the soles are (TP-006). */
#include "author/normalize/bake_mesh.h"
#include "gltf/unpack.h"

#include <string.h>

typedef struct soles {
    vrmi_bake *bake;
    const int32_t *bones;
    uint8_t *feet; /* by node: 1 for the left foot and all below it, 2 for the right one */
    vrmi_meshes meshes;
    bool has[3]; /* of any node, of the left foot, of the right one */
    float least[3];
} soles;

static bool mark_feet(soles *s) {
    const vrm_gltf *gltf = s->bake->gltf;
    s->feet = VRMI_TAKE(&s->bake->arena, uint8_t, gltf->node_count);
    if (s->feet == NULL) return vrmi_bake_refuse(s->bake);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t node = s->bake->forest.order[i], parent = gltf->nodes[node].parent;
        s->feet[node] = node == s->bones[VRM_BONE_LEFT_FOOT]    ? 1
                        : node == s->bones[VRM_BONE_RIGHT_FOOT] ? 2
                        : parent != VRM_NONE                    ? s->feet[parent]
                                                                : 0;
    }
    return true;
}

static void include(soles *s, int which, float y) {
    if (!s->has[which] || y < s->least[which]) s->least[which] = y;
    s->has[which] = true;
}

/* Vertices that no triangle shows do not stand on the ground. */
static void measure(soles *s, int32_t node, const vrmi_skinning *skinning, const float *positions,
                    const uint32_t *corners, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const float *p = positions + (size_t)corners[i] * 3;
        vrm_mat4 room;
        int32_t joint;
        const vrm_mat4 *matrix = vrmi_skinning_matrix(skinning, corners[i], &room, &joint);
        float y = vrmi_mat4_transform_point(matrix, vrm_vec3_make(p[0], p[1], p[2])).y;
        int foot = skinning->set_count == 0 ? s->feet[node]
                   : joint == VRM_NONE      ? 0
                                            : s->feet[skinning->skin->joints[joint]];
        include(s, 0, vrmi_to_finite(y));
        if (foot != 0) include(s, foot, vrmi_to_finite(y));
    }
}

static bool measure_primitive(soles *s, int32_t node, int32_t index, vrmi_arena *arena) {
    const vrm_node *from = &s->bake->gltf->nodes[node];
    const vrm_primitive *primitive = &s->bake->gltf->meshes[from->mesh].primitives[index];
    size_t capacity = (size_t)primitive->triangle_count * 3, count = 0;
    uint32_t *corners;
    float *positions;
    vrmi_skinning skinning;
    memset(&skinning, 0, sizeof skinning);
    skinning.matrices = &s->bake->nodes[node].before;
    if (primitive->is_compressed || primitive->vertex_count == 0 || capacity == 0) return true;
    corners = VRMI_TAKE(arena, uint32_t, capacity);
    positions = VRMI_TAKE(arena, float, (size_t)primitive->vertex_count * 3);
    if (corners == NULL || positions == NULL) return vrmi_bake_refuse(s->bake);
    if (!vrmi_bake_take_steps(&s->meshes, (uint64_t)primitive->vertex_count + capacity)) {
        return false;
    }
    if (from->skin != VRM_NONE && !vrmi_bake_read_sets(&s->meshes, primitive, arena, &skinning)) {
        return false;
    }
    if (skinning.set_count > 0) {
        skinning.skin = &s->bake->gltf->skins[from->skin];
        skinning.matrices = s->meshes.skins[from->skin].matrices;
    }
    if (vrmi_unpack_floats(s->meshes.document,
                           vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_POSITION, 0),
                           primitive->vertex_count, 3, positions) != VRM_OK ||
        vrm_model_read_triangles(s->bake->edit->model, from->mesh, index, corners, capacity,
                                 &count) != VRM_OK) {
        return vrmi_bake_fail(s->bake, VRM_ERROR_NO_PAYLOAD);
    }
    measure(s, node, &skinning, positions, corners, count);
    return true;
}

static bool measure_node(soles *s, int32_t node) {
    int32_t mesh = s->bake->gltf->nodes[node].mesh;
    uint32_t count = mesh != VRM_NONE ? s->bake->gltf->meshes[mesh].primitive_count : 0;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_arena arena;
        bool is_done;
        vrmi_arena_init(&arena, &s->bake->edit->memory, 0);
        is_done = measure_primitive(s, node, (int32_t)i, &arena);
        vrmi_arena_release(&arena);
        if (!is_done) return false;
    }
    return true;
}

bool vrmi_bake_find_soles(vrmi_bake *bake, float *out_soles, float *out_lowest) {
    soles s;
    memset(&s, 0, sizeof s);
    s.bake = bake;
    s.bones = bake->desc.bones != NULL ? bake->desc.bones : bake->tables->humanoid.nodes;
    s.meshes.bake = bake;
    s.meshes.document = &bake->edit->model->document;
    s.meshes.arena = &bake->arena;
    s.meshes.steps_left = vrmi_bake_step_limit(bake->gltf);
    s.meshes.skins = VRMI_TAKE(&bake->arena, vrmi_bake_skin, bake->gltf->skin_count);
    if (s.meshes.skins == NULL) return vrmi_bake_refuse(bake);
    if (!mark_feet(&s) || !vrmi_bake_read_skins(&s.meshes)) return false;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        if (!measure_node(&s, (int32_t)i)) return false;
    }
    *out_soles = vrmi_min(s.least[1], s.least[2]);
    *out_lowest = s.least[0];
    return s.has[1] && s.has[2];
}

/*
 * Nodes without scales (MK-019). A rig in centimeters stands right with a scale above its bones.
 * But then each application reads lengths below bones in its own way: radii and forces of springs,
 * colliders, the position of the eyes. So the scales of bones go into the distances between them
 * and into the inverse bind matrices, which is exact in every pose. Vertices stay.
 */
#include "author/document/file_edit.h"
#include "author/make/make.h"
#include "model/skinning.h"

static const float SAME = 1e-5f, UNIFORM = 1e-4f, LEAST = 1e-6f, MOST = 1e6f;

static bool is_uniform(vrm_vec3 s) {
    return s.x > LEAST && s.x < MOST && fabsf(s.y - s.x) <= UNIFORM * s.x &&
           fabsf(s.z - s.x) <= UNIFORM * s.x;
}

/* Whether a part of its mesh is drawn at the node, and not at its joints. */
static bool shows_mesh(const vrmi_make *make, const vrm_node *node) {
    const vrmi_skinning none = {.set_count = 0};
    if (node->mesh == VRM_NONE) return false;
    for (uint32_t i = 0; i < make->gltf->meshes[node->mesh].primitive_count; ++i) {
        const vrm_primitive *primitive = &make->gltf->meshes[node->mesh].primitives[i];
        if (node->skin == VRM_NONE || !vrmi_skinning_has_next(&none, primitive)) return true;
    }
    return false;
}

/* The scale of each node in the world, for those that lose it; 0 for those that keep it: nodes with
 * a mesh, and all below them. False: bones would keep theirs, and so all do. */
static bool find_scales(const vrmi_make *make, float *scales) {
    bool differs = false;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i], parent = make->gltf->nodes[node].parent;
        const float above = parent != VRM_NONE ? scales[parent] : 1.0f;
        const vrm_vec3 own = make->pose[node].scale;
        const bool keeps =
            above == 0.0f || !is_uniform(own) || shows_mesh(make, &make->gltf->nodes[node]);
        if (keeps && make->bone_of[node] != VRM_NONE) return false;
        scales[node] = keeps ? 0.0f : above * own.x;
        if (!keeps && !(scales[node] > LEAST && scales[node] < MOST)) return false;
        differs = differs || (!keeps && fabsf(scales[node] - 1.0f) > SAME);
    }
    return differs;
}

/* The inverse binds of a skin, for joints without scales. NULL: memory was refused, or they cannot
 * be read. */
static vrm_mat4 *find_binds(vrmi_make *make, int32_t index, const float *scales) {
    const vrm_skin *skin = &make->gltf->skins[index];
    vrm_mat4 *binds = VRMI_TAKE(&make->arena, vrm_mat4, skin->joint_count);
    if (binds == NULL) {
        make->is_refused = true;
        return NULL;
    }
    if (vrm_model_read_inverse_binds(make->model, index, binds, skin->joint_count) != VRM_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        const float scale = scales[skin->joints[i]];
        for (int k = 0; k < 16 && scale != 0.0f; ++k) {
            if (k % 4 != 3) binds[i].m[k] = vrmi_to_finite(binds[i].m[k] * scale);
        }
    }
    return binds;
}

static void take_scales_out(vrmi_make *make, const float *scales) {
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t parent = make->gltf->nodes[i].parent;
        const float above = parent != VRM_NONE ? scales[parent] : 1.0f;
        vrm_trs *pose = &make->pose[i];
        if (above != 0.0f) pose->translation = vrmi_vec3_scale(pose->translation, above);
        if (scales[i] != 0.0f) {
            pose->scale = vrm_vec3_make(1.0f, 1.0f, 1.0f);
        } else if (above != 0.0f) {
            pose->scale = vrmi_vec3_scale(pose->scale, above);
        }
    }
    vrmi_make_place_nodes(make);
}

void vrmi_make_unscale(vrmi_make *make) {
    const uint32_t skins = make->gltf->skin_count;
    float *scales = VRMI_TAKE(&make->arena, float, make->gltf->node_count);
    const vrm_mat4 **binds = VRMI_TAKE(&make->arena, const vrm_mat4 *, skins);
    if (scales == NULL || binds == NULL) {
        make->is_refused = true;
        return;
    }
    if (!find_scales(make, scales)) return;
    for (uint32_t i = 0; i < skins; ++i) {
        binds[i] = find_binds(make, (int32_t)i, scales);
        if (binds[i] == NULL) return;
    }
    make->binds = binds;
    take_scales_out(make, scales);
}

/* Others may use the old accessors: these are removed if nobody does. */
void vrmi_make_write_binds(vrmi_make *make, vrm_edit *edit) {
    const uint32_t count = make->gltf->accessor_count;
    vrmi_value *skins = vrmi_value_get(&edit->tree, edit->tree.root, "skins");
    uint32_t *references;
    if (make->binds == NULL) return;
    references = VRMI_TAKE(&make->arena, uint32_t, count);
    if (references == NULL) {
        edit->tree.is_refused = true;
        return;
    }
    vrmi_references_count(&edit->tree, VRMI_REFERENCE_ACCESSOR, references, count);
    for (uint32_t i = 0; i < make->gltf->skin_count; ++i) {
        const uint32_t joints = make->gltf->skins[i].joint_count;
        const int32_t accessor =
            joints > 0 ? vrmi_edit_add_accessor(edit, VRM_COMPONENT_F32, VRM_ELEMENT_MAT4, false,
                                                joints, make->binds[i], 0, false)
                       : VRM_NONE;
        if (accessor == VRM_NONE) continue;
        vrmi_value_set_index(&edit->tree, vrmi_value_at(&edit->tree, skins, i),
                             "inverseBindMatrices", (uint64_t)accessor);
    }
    vrmi_edit_drop_accessors(edit, references, count);
    vrmi_edit_repack(edit);
}

#include "model/skinning.h"

#include "base/math.h"
#include "gltf/unpack.h"

#include <string.h>

int32_t vrmi_attribute_accessor(const vrm_primitive *primitive, vrm_attribute_semantic semantic,
                                int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == semantic && attribute->set == set) return attribute->accessor;
    }
    return VRM_NONE;
}

bool vrmi_skinning_has_next(const vrmi_skinning *skinning, const vrm_primitive *primitive) {
    int32_t set = skinning->set_count;
    return vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_JOINTS, set) != VRM_NONE &&
           vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_WEIGHTS, set) != VRM_NONE;
}

bool vrmi_skinning_read_next(vrmi_skinning *skinning, const vrmi_document *document,
                             const vrm_primitive *primitive, vrmi_arena *arena) {
    int32_t set = skinning->set_count;
    uint32_t count = primitive->vertex_count;
    uint16_t *joints;
    float *weights;
    if (set == VRMI_MOST_SETS) return false;
    joints = VRMI_TAKE(arena, uint16_t, (size_t)count * 4);
    weights = VRMI_TAKE(arena, float, (size_t)count * 4);
    if (joints == NULL || weights == NULL ||
        vrmi_unpack_joints(document, vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_JOINTS, set),
                           count, joints) != VRM_OK ||
        vrmi_unpack_floats(document, vrmi_attribute_accessor(primitive, VRM_ATTRIBUTE_WEIGHTS, set),
                           count, 4, weights) != VRM_OK) {
        return false;
    }
    skinning->joints[set] = joints;
    skinning->weights[set] = weights;
    skinning->set_count = set + 1;
    return true;
}

static void add_scaled(vrm_mat4 *sum, const vrm_mat4 *m, float weight) {
    for (int i = 0; i < 16; ++i) sum->m[i] += m->m[i] * weight;
}

const vrm_mat4 *vrmi_skinning_matrix(const vrmi_skinning *skinning, uint32_t vertex, vrm_mat4 *room,
                                     int32_t *out_joint) {
    float total = 0.0f, most = 0.0f;
    *out_joint = VRM_NONE;
    if (skinning->set_count == 0) return skinning->matrices;
    for (int32_t set = 0; set < skinning->set_count; ++set) {
        const uint16_t *joints = skinning->joints[set] + (size_t)vertex * 4;
        const float *weights = skinning->weights[set] + (size_t)vertex * 4;
        for (int i = 0; i < 4; ++i) {
            if (!(weights[i] > 0.0f) || joints[i] >= skinning->skin->joint_count) continue;
            if (weights[i] > most) {
                most = weights[i];
                *out_joint = joints[i];
            }
            if (weights[i] >= 1.0f) return &skinning->matrices[joints[i]];
            if (total == 0.0f) memset(room, 0, sizeof *room);
            add_scaled(room, &skinning->matrices[joints[i]], weights[i]);
            total += weights[i];
        }
    }
    if (!(total > 0.0f)) *room = vrmi_mat4_identity();
    /* Sums that are not 1 have a diagnostic of their own. */
    if (total > 0.0f && total != 1.0f) {
        for (int i = 0; i < 16; ++i) room->m[i] /= total;
    }
    return room;
}

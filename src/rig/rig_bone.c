/* What a humanoid pose needs to know of a model: its bones in lines, and its presets. */
#include "rig/rig.h"

#include <string.h>

static void fill_lane(vrmi_bone_row *row, uint32_t lane, vrm_quat rest, vrm_quat to_bone) {
    const float values[8] = {rest.x,    rest.y,    rest.z,    rest.w,
                             to_bone.x, to_bone.y, to_bone.z, to_bone.w};
    for (int i = 0; i < 8; ++i) row->v[i][lane] = values[i];
}

static void find_presets(const vrm_tables *tables, vrmi_rig_bones *out) {
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) out->preset_expressions[i] = VRM_NONE;
    for (uint32_t i = tables->expression_count; i-- > 0;) {
        vrm_preset preset = tables->expressions[i].preset;
        if (preset != VRM_NONE) out->preset_expressions[preset] = (int32_t)i;
    }
}

/* A model whose hips are on the ground, or below it, has a height of 1 m: the factor of AN-016. */
static void measure_hips(const vrm_model *model, vrmi_rig_bones *out) {
    vrm_model_get_bone_rest_position(model, VRM_BONE_HIPS, &out->hips_rest);
    out->hips_height = out->hips_rest.y > 1e-4f ? out->hips_rest.y : 1.0f;
}

void vrmi_rig_bones_build(vrmi_rig *rig, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    vrmi_rig_bones *bones = &rig->bones;
    uint32_t lane = 0;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = tables->humanoid.nodes[bone];
        vrmi_bone_row *row = &bones->rows[lane / VRMI_LANES];
        if (node == VRM_NONE) continue;
        row->nodes[lane % VRMI_LANES] = node;
        row->bones[lane % VRMI_LANES] = bone;
        fill_lane(row, lane % VRMI_LANES, gltf->nodes[node].rest.rotation,
                  vrmi_quat_conjugate(rig->bone_rotations[bone]));
        bones->has |= UINT64_C(1) << bone;
        lane += 1;
    }
    bones->row_count = (lane + VRMI_LANES - 1) / VRMI_LANES;
    for (; lane < bones->row_count * VRMI_LANES; ++lane) {
        vrmi_bone_row *row = &bones->rows[lane / VRMI_LANES];
        row->nodes[lane % VRMI_LANES] = row->bones[lane % VRMI_LANES] = VRM_NONE;
        fill_lane(row, lane % VRMI_LANES, vrmi_quat_identity(), vrmi_quat_identity());
    }
    measure_hips(model, bones);
    find_presets(tables, bones);
}

/* What the dialects share about materials. */
#include "dialect/material.h"

#include "base/math.h"

#include <float.h>

float vrmi_flip_v(float offset, float scale) {
    double flipped = 1.0 - (double)offset - (double)scale;
    if (flipped > (double)FLT_MAX) return FLT_MAX;
    return flipped < -(double)FLT_MAX ? -FLT_MAX : (float)flipped;
}

void vrmi_convert_shading(float toony, float shift, vrm_mtoon *mtoon) {
    float half_width = (1.0f - shift) * (1.0f - toony) / 2.0f;
    mtoon->shading_toony_factor = vrmi_clamp(1.0f - half_width, 0.0f, 1.0f);
    mtoon->shading_shift_factor = vrmi_clamp(-shift - half_width, -1.0f, 1.0f);
}

void vrmi_set_emission(vrm_material *material, const float color[3]) {
    float most = vrmi_max(color[0], vrmi_max(color[1], color[2]));
    float strength = most > 1 ? most : 1;
    for (int i = 0; i < 3; ++i) material->emissive_factor[i] = color[i] / strength;
    material->emissive_strength = strength;
}

void vrmi_limit_render_queue(vrmi_build *build, const vrmi_json *at, int32_t alpha_mode,
                             vrm_mtoon *mtoon) {
    bool is_blended = alpha_mode == VRM_ALPHA_BLEND;
    int32_t low = is_blended && !mtoon->transparent_with_z_write ? -9 : 0;
    int32_t high = is_blended && mtoon->transparent_with_z_write ? 9 : 0;
    int32_t offset = mtoon->render_queue_offset;
    if (offset >= low && offset <= high) return;
    mtoon->render_queue_offset = offset < low ? low : high;
    build->load->used_number = (double)mtoon->render_queue_offset;
    vrmi_json_found(build->load, VRMI_RENDER_QUEUE, at, "renderQueueOffsetNumber",
                    VRMI_WITH(vrmi_integer(offset), vrmi_integer(low), vrmi_integer(high)));
}

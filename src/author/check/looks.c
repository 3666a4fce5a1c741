/* Everything about looks, in one measure. */
#include "author/check/looks.h"

void vrmi_check_looks(vrmi_check *check) {
    vrmi_measure measure;
    if (!vrmi_measure_avatar(check, &measure)) return;
    vrmi_look_at_pose(check, &measure);
    vrmi_look_at_expressions(check, &measure);
    vrmi_look_at_face(check, &measure);
    vrmi_look_at_weights(check, &measure);
    vrmi_look_at_first_person(check, &measure);
    vrmi_look_at_materials(check, &measure);
    vrmi_look_at_textures(check, &measure);
}

size_t vrmi_find_uv_textures(const vrm_tables *tables, int32_t material,
                             const vrm_texture_info *out[VRMI_UV_TEXTURES]) {
    const vrm_material *model_material = &tables->materials[material];
    const vrm_mtoon *mtoon = &tables->mtoons[material];
    const vrm_texture_info *const textures[VRMI_UV_TEXTURES] = {
        &model_material->base_color_texture,    &model_material->metallic_roughness_texture,
        &model_material->normal_texture,        &model_material->occlusion_texture,
        &model_material->emissive_texture,      &mtoon->shade_multiply_texture,
        &mtoon->shading_shift_texture,          &mtoon->rim_multiply_texture,
        &mtoon->outline_width_multiply_texture, &mtoon->uv_animation_mask_texture};
    size_t count = mtoon->is_present ? VRMI_UV_TEXTURES : 5;
    for (size_t i = 0; i < count; ++i) out[i] = textures[i];
    return count;
}

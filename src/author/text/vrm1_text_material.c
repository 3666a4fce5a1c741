/* VRMC_materials_mtoon, and whole materials of 1.0. */
#include "author/text/vrm1_text.h"

/* Every value is written, also the default: texts and schema disagree about some (AMB-026). */
void vrmi_put_mtoon(vrmi_vrm_text *text, uint32_t material) {
    static const char *const modes[] = {"none", "worldCoordinates", "screenCoordinates"};
    const vrm_mtoon *m = &text->tables->mtoons[material];
    vrmi_json_writer *to = text->to;
    vrmi_put_object(to);
    vrmi_put_words_of(to, "specVersion", text->dialect == VRM_DIALECT_1_BETA ? "1.0-beta" : "1.0");
    vrmi_put_bool_of(to, "transparentWithZWrite", m->transparent_with_z_write != 0);
    vrmi_put_integer_of(to, "renderQueueOffsetNumber", m->render_queue_offset);
    vrmi_put_floats_of(to, "shadeColorFactor", m->shade_color_factor, 3);
    vrmi_put_texture_info(text, "shadeMultiplyTexture", &m->shade_multiply_texture, NULL, material);
    vrmi_put_float_of(to, "shadingShiftFactor", m->shading_shift_factor);
    vrmi_put_texture_info(text, "shadingShiftTexture", &m->shading_shift_texture, "scale",
                          material);
    vrmi_put_float_of(to, "shadingToonyFactor", m->shading_toony_factor);
    vrmi_put_float_of(to, "giEqualizationFactor", m->gi_equalization_factor);
    vrmi_put_floats_of(to, "matcapFactor", m->matcap_factor, 3);
    vrmi_put_texture_info(text, "matcapTexture", &m->matcap_texture, NULL, material);
    vrmi_put_floats_of(to, "parametricRimColorFactor", m->parametric_rim_color_factor, 3);
    vrmi_put_texture_info(text, "rimMultiplyTexture", &m->rim_multiply_texture, NULL, material);
    vrmi_put_float_of(to, "rimLightingMixFactor", m->rim_lighting_mix_factor);
    vrmi_put_float_of(to, "parametricRimFresnelPowerFactor",
                      m->parametric_rim_fresnel_power_factor);
    vrmi_put_float_of(to, "parametricRimLiftFactor", m->parametric_rim_lift_factor);
    vrmi_put_words_of(to, "outlineWidthMode", modes[m->outline_width_mode]);
    vrmi_put_float_of(to, "outlineWidthFactor", m->outline_width_factor);
    vrmi_put_texture_info(text, "outlineWidthMultiplyTexture", &m->outline_width_multiply_texture,
                          NULL, material);
    vrmi_put_floats_of(to, "outlineColorFactor", m->outline_color_factor, 3);
    vrmi_put_float_of(to, "outlineLightingMixFactor", m->outline_lighting_mix_factor);
    vrmi_put_texture_info(text, "uvAnimationMaskTexture", &m->uv_animation_mask_texture, NULL,
                          material);
    vrmi_put_float_of(to, "uvAnimationScrollXSpeedFactor", m->uv_animation_scroll_x_speed_factor);
    vrmi_put_float_of(to, "uvAnimationScrollYSpeedFactor", m->uv_animation_scroll_y_speed_factor);
    vrmi_put_float_of(to, "uvAnimationRotationSpeedFactor", m->uv_animation_rotation_speed_factor);
    vrmi_put_object_end(to);
    text->extensions |= VRMI_EXTENSION_MTOON;
}

void vrmi_put_vrm1_material(vrmi_vrm_text *text, uint32_t material) {
    vrmi_put_extended_material(text, material, vrmi_put_mtoon);
}

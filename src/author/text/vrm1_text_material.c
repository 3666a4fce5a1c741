/* VRMC_materials_mtoon, and whole materials of 1.0. */
#include "author/text/vrm1_text.h"

/* Every value is written, also the default: texts and schema disagree about some (AMB-026). */
void vrmi_put_mtoon(vrmi_vrm_text *text, uint32_t material) {
    static const char *const modes[] = {"none", "worldCoordinates", "screenCoordinates"};
    const vrm_mtoon *m = &text->tables->mtoons[material];
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_words_of(writer, "specVersion",
                      text->dialect == VRM_DIALECT_1_BETA ? "1.0-beta" : "1.0");
    vrmi_put_bool_of(writer, "transparentWithZWrite", m->transparent_with_z_write != 0);
    vrmi_put_integer_of(writer, "renderQueueOffsetNumber", m->render_queue_offset);
    vrmi_put_floats_of(writer, "shadeColorFactor", m->shade_color_factor, 3);
    vrmi_put_texture_info(text, "shadeMultiplyTexture", &m->shade_multiply_texture, NULL, material);
    vrmi_put_float_of(writer, "shadingShiftFactor", m->shading_shift_factor);
    vrmi_put_texture_info(text, "shadingShiftTexture", &m->shading_shift_texture, "scale",
                          material);
    vrmi_put_float_of(writer, "shadingToonyFactor", m->shading_toony_factor);
    vrmi_put_float_of(writer, "giEqualizationFactor", m->gi_equalization_factor);
    vrmi_put_floats_of(writer, "matcapFactor", m->matcap_factor, 3);
    vrmi_put_texture_info(text, "matcapTexture", &m->matcap_texture, NULL, material);
    vrmi_put_floats_of(writer, "parametricRimColorFactor", m->parametric_rim_color_factor, 3);
    vrmi_put_texture_info(text, "rimMultiplyTexture", &m->rim_multiply_texture, NULL, material);
    vrmi_put_float_of(writer, "rimLightingMixFactor", m->rim_lighting_mix_factor);
    vrmi_put_float_of(writer, "parametricRimFresnelPowerFactor",
                      m->parametric_rim_fresnel_power_factor);
    vrmi_put_float_of(writer, "parametricRimLiftFactor", m->parametric_rim_lift_factor);
    vrmi_put_words_of(writer, "outlineWidthMode", modes[m->outline_width_mode]);
    vrmi_put_float_of(writer, "outlineWidthFactor", m->outline_width_factor);
    vrmi_put_texture_info(text, "outlineWidthMultiplyTexture", &m->outline_width_multiply_texture,
                          NULL, material);
    vrmi_put_floats_of(writer, "outlineColorFactor", m->outline_color_factor, 3);
    vrmi_put_float_of(writer, "outlineLightingMixFactor", m->outline_lighting_mix_factor);
    vrmi_put_texture_info(text, "uvAnimationMaskTexture", &m->uv_animation_mask_texture, NULL,
                          material);
    vrmi_put_float_of(writer, "uvAnimationScrollXSpeedFactor",
                      m->uv_animation_scroll_x_speed_factor);
    vrmi_put_float_of(writer, "uvAnimationScrollYSpeedFactor",
                      m->uv_animation_scroll_y_speed_factor);
    vrmi_put_float_of(writer, "uvAnimationRotationSpeedFactor",
                      m->uv_animation_rotation_speed_factor);
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_MTOON;
}

void vrmi_put_vrm1_material(vrmi_vrm_text *text, uint32_t material) {
    vrmi_put_extended_material(text, material, vrmi_put_mtoon);
}

/* VRMC_materials_mtoon of the draft: the parameters of 0.x under new names, colors linear, and
 * textures by plain index (§4.10). */
#include "author/text/draft_text.h"

static void put_texture(vrmi_vrm_text *text, const char *key, const vrm_texture_info *info) {
    const int32_t texture = vrmi_mapped_texture(text, info);
    if (texture != VRM_NONE) vrmi_put_integer_of(text->writer, key, texture);
}

static const char *render_mode(const vrm_material *material, const vrm_mtoon *mtoon) {
    if (material->alpha_mode == VRM_ALPHA_OPAQUE) return "opaque";
    if (material->alpha_mode == VRM_ALPHA_MASK) return "cutout";
    return mtoon->transparent_with_z_write ? "transparentWithZWrite" : "transparent";
}

void vrmi_put_draft_mtoon(vrmi_vrm_text *text, uint32_t index) {
    static const char *const modes[] = {"none", "worldCoordinates", "screenCoordinates"};
    const vrm_material *material = &text->tables->materials[index];
    const vrm_mtoon *mtoon = &text->tables->mtoons[index];
    const vrmi_old_transform placed = vrmi_find_old_transform(text, index);
    vrmi_json_writer *writer = text->writer;
    float toony, shift, emission[3];
    vrmi_old_shading(mtoon, &toony, &shift);
    vrmi_old_emission(material, emission);
    vrmi_put_object(writer);
    vrmi_put_words_of(writer, "version", "1.0");
    vrmi_put_words_of(writer, "renderMode", render_mode(material, mtoon));
    vrmi_put_words_of(writer, "cullMode", material->is_double_sided ? "off" : "back");
    vrmi_put_integer_of(writer, "renderQueueOffsetNumber", mtoon->render_queue_offset);
    vrmi_put_floats_of(writer, "litFactor", material->base_color_factor, 4);
    put_texture(text, "litMultiplyTexture", &material->base_color_texture);
    vrmi_put_floats_of(writer, "shadeFactor", mtoon->shade_color_factor, 3);
    put_texture(text, "shadeMultiplyTexture", &mtoon->shade_multiply_texture);
    vrmi_put_float_of(writer, "cutoutThresholdFactor", material->alpha_cutoff);
    vrmi_put_float_of(writer, "shadingShiftFactor", shift);
    vrmi_put_float_of(writer, "shadingToonyFactor", toony);
    vrmi_put_float_of(writer, "giIntensityFactor", vrmi_old_gi_intensity(mtoon));
    put_texture(text, "normalTexture", &material->normal_texture);
    vrmi_put_float_of(writer, "normalScaleFactor", material->normal_texture.strength);
    vrmi_put_floats_of(writer, "emissionFactor", emission, 3);
    put_texture(text, "emissionMultiplyTexture", &material->emissive_texture);
    put_texture(text, "additiveTexture", &mtoon->matcap_texture);
    vrmi_put_floats_of(writer, "rimFactor", mtoon->parametric_rim_color_factor, 3);
    put_texture(text, "rimMultiplyTexture", &mtoon->rim_multiply_texture);
    vrmi_put_float_of(writer, "rimLightingMixFactor", mtoon->rim_lighting_mix_factor);
    vrmi_put_float_of(writer, "rimFresnelPowerFactor", mtoon->parametric_rim_fresnel_power_factor);
    vrmi_put_float_of(writer, "rimLiftFactor", mtoon->parametric_rim_lift_factor);
    vrmi_put_words_of(writer, "outlineWidthMode", modes[mtoon->outline_width_mode]);
    vrmi_put_float_of(writer, "outlineWidthFactor", vrmi_old_outline_width(mtoon));
    put_texture(text, "outlineWidthMultiplyTexture", &mtoon->outline_width_multiply_texture);
    vrmi_put_words_of(writer, "outlineColorMode", "mixedLighting");
    vrmi_put_floats_of(writer, "outlineFactor", mtoon->outline_color_factor, 3);
    vrmi_put_float_of(writer, "outlineLightingMixFactor", mtoon->outline_lighting_mix_factor);
    vrmi_put_floats_of(writer, "mainTextureLeftBottomOriginScale", placed.scale, 2);
    vrmi_put_floats_of(writer, "mainTextureLeftBottomOriginOffset", placed.offset, 2);
    put_texture(text, "uvAnimationMaskTexture", &mtoon->uv_animation_mask_texture);
    vrmi_put_float_of(writer, "uvAnimationScrollXSpeedFactor",
                      mtoon->uv_animation_scroll_x_speed_factor);
    vrmi_put_float_of(writer, "uvAnimationScrollYSpeedFactor",
                      0.0f - mtoon->uv_animation_scroll_y_speed_factor);
    vrmi_put_float_of(writer, "uvAnimationRotationSpeedFactor",
                      vrmi_old_uv_rotation(mtoon, VRM_DIALECT_1_DRAFT));
    vrmi_put_object_end(writer);
    text->extensions |= VRMI_EXTENSION_MTOON;
}

void vrmi_put_draft_material(vrmi_vrm_text *text, uint32_t material) {
    vrmi_put_extended_material(text, material, vrmi_put_draft_mtoon);
}

/* VRMC_materials_mtoon: of 1.0 and 1.0-beta, and of the draft. */
#include "write.h"

static const char *const outline_modes[] = {"none", "worldCoordinates", "screenCoordinates"};

void write_mtoon(writer *w, const avatar_material *m, json *extensions) {
    glb *file = w->file;
    json *at = put_object(file, extensions, "VRMC_materials_mtoon");
    const double matcap = m->matcap_texture != NONE ? 1 : 0;
    const double matcap_factor[3] = {matcap, matcap, matcap};
    use_extension(file, "VRMC_materials_mtoon");
    put_text(file, at, "specVersion", w->options.dialect == DIALECT_BETA ? "1.0-beta" : "1.0");
    put_bool(file, at, "transparentWithZWrite", m->writes_depth);
    put_index(file, at, "renderQueueOffsetNumber", m->queue_offset);
    put_numbers(file, at, "shadeColorFactor", m->shade_color, 3);
    put_texture(w, at, "shadeMultiplyTexture", m->shade_texture, m);
    put_number(file, at, "shadingShiftFactor", m->shading_shift);
    put_number(file, at, "shadingToonyFactor", m->shading_toony);
    put_number(file, at, "giEqualizationFactor", m->gi_equalization);
    put_numbers(file, at, "matcapFactor", matcap_factor, 3);
    if (m->matcap_texture != NONE) { /* no transform: MT-019 */
        put_index(file, put_object(file, at, "matcapTexture"), "index", m->matcap_texture);
    }
    put_numbers(file, at, "parametricRimColorFactor", m->rim_color, 3);
    put_texture(w, at, "rimMultiplyTexture", m->rim_texture, m);
    put_number(file, at, "rimLightingMixFactor", m->rim_mix);
    put_number(file, at, "parametricRimFresnelPowerFactor", m->rim_power);
    put_number(file, at, "parametricRimLiftFactor", m->rim_lift);
    put_text(file, at, "outlineWidthMode", outline_modes[m->outline_mode]);
    put_number(file, at, "outlineWidthFactor", m->outline_width);
    put_texture(w, at, "outlineWidthMultiplyTexture", m->outline_texture, m);
    put_numbers(file, at, "outlineColorFactor", m->outline_color, 3);
    put_number(file, at, "outlineLightingMixFactor", m->outline_mix);
    put_texture(w, at, "uvAnimationMaskTexture", m->uv_mask_texture, m);
    put_number(file, at, "uvAnimationScrollXSpeedFactor", m->uv_scroll_x);
    put_number(file, at, "uvAnimationScrollYSpeedFactor", m->uv_scroll_y);
    put_number(file, at, "uvAnimationRotationSpeedFactor", m->uv_rotation);
}

static void put_texture_index(writer *w, json *to, const char *key, int texture) {
    if (texture != NONE) put_index(w->file, to, key, texture);
}

/* The parameters of 0.x under new names, colours linear, textures by plain index (§4.10). */
void write_draft_mtoon(writer *w, const avatar_material *m, json *extensions) {
    glb *file = w->file;
    json *at = put_object(file, extensions, "VRMC_materials_mtoon");
    const char *render_mode = m->alpha_mode == ALPHA_OPAQUE ? "opaque"
                              : m->alpha_mode == ALPHA_MASK ? "cutout"
                              : m->writes_depth             ? "transparentWithZWrite"
                                                            : "transparent";
    const double emission[3] = {m->emissive[0] * m->emissive_strength,
                                m->emissive[1] * m->emissive_strength,
                                m->emissive[2] * m->emissive_strength};
    /* The origin of its textures is at the bottom. */
    const double uv_offset[2] = {m->uv_offset[0], 1 - m->uv_offset[1] - m->uv_scale[1]};
    double toony, shift;
    old_shading(m, &toony, &shift);
    use_extension(file, "VRMC_materials_mtoon");
    put_text(file, at, "version", "1.0");
    put_text(file, at, "renderMode", render_mode);
    put_text(file, at, "cullMode", m->is_double_sided ? "off" : "back");
    put_index(file, at, "renderQueueOffsetNumber", m->queue_offset);
    put_numbers(file, at, "litFactor", m->base_color, 4);
    put_texture_index(w, at, "litMultiplyTexture", m->base_texture);
    put_numbers(file, at, "shadeFactor", m->shade_color, 3);
    put_texture_index(w, at, "shadeMultiplyTexture", m->shade_texture);
    put_number(file, at, "cutoutThresholdFactor", m->alpha_cutoff);
    put_number(file, at, "shadingShiftFactor", shift);
    put_number(file, at, "shadingToonyFactor", toony);
    put_number(file, at, "giIntensityFactor", 1 - m->gi_equalization);
    put_texture_index(w, at, "normalTexture", m->normal_texture);
    put_number(file, at, "normalScaleFactor", m->normal_scale);
    put_numbers(file, at, "emissionFactor", emission, 3);
    put_texture_index(w, at, "emissionMultiplyTexture", m->emissive_texture);
    put_texture_index(w, at, "additiveTexture", m->matcap_texture);
    put_numbers(file, at, "rimFactor", m->rim_color, 3);
    put_texture_index(w, at, "rimMultiplyTexture", m->rim_texture);
    put_number(file, at, "rimLightingMixFactor", m->rim_mix);
    put_number(file, at, "rimFresnelPowerFactor", m->rim_power);
    put_number(file, at, "rimLiftFactor", m->rim_lift);
    put_text(file, at, "outlineWidthMode", outline_modes[m->outline_mode]);
    put_number(file, at, "outlineWidthFactor", old_outline_width(m));
    put_texture_index(w, at, "outlineWidthMultiplyTexture", m->outline_texture);
    put_text(file, at, "outlineColorMode", "mixedLighting");
    put_numbers(file, at, "outlineFactor", m->outline_color, 3);
    put_number(file, at, "outlineLightingMixFactor", m->outline_mix);
    put_numbers(file, at, "mainTextureLeftBottomOriginScale", m->uv_scale, 2);
    put_numbers(file, at, "mainTextureLeftBottomOriginOffset", uv_offset, 2);
    put_texture_index(w, at, "uvAnimationMaskTexture", m->uv_mask_texture);
    put_number(file, at, "uvAnimationScrollXSpeedFactor", m->uv_scroll_x);
    put_number(file, at, "uvAnimationScrollYSpeedFactor", -m->uv_scroll_y);
    put_number(file, at, "uvAnimationRotationSpeedFactor", m->uv_rotation / (2 * PI));
}

/* materialProperties of 0.x: settings of Unity's shaders (§4.10, V0-042 … V0-053). */
#include "author/text/vrm0_text.h"
#include "base/math.h"

enum { BLEND_OPAQUE, BLEND_CUTOUT, BLEND_TRANSPARENT, BLEND_TRANSPARENT_Z_WRITE };

static int blend_mode(const vrm_material *material, const vrm_mtoon *mtoon) {
    if (material->alpha_mode == VRM_ALPHA_OPAQUE) return BLEND_OPAQUE;
    if (material->alpha_mode == VRM_ALPHA_MASK) return BLEND_CUTOUT;
    return mtoon->is_present && mtoon->transparent_with_z_write ? BLEND_TRANSPARENT_Z_WRITE
                                                                : BLEND_TRANSPARENT;
}

static void put_floats(vrmi_json_writer *writer, const vrm_material *material,
                       const vrm_mtoon *mtoon) {
    const int mode = blend_mode(material, mtoon);
    float toony, shift;
    vrmi_old_shading(mtoon, &toony, &shift);
    vrmi_put_object_of(writer, "floatProperties");
    vrmi_put_float_of(writer, "_Cutoff", material->alpha_cutoff);
    vrmi_put_float_of(writer, "_BumpScale", material->normal_texture.strength);
    vrmi_put_integer_of(writer, "_ReceiveShadowRate", 1);
    vrmi_put_integer_of(writer, "_ShadingGradeRate", 1);
    vrmi_put_float_of(writer, "_ShadeShift", shift);
    vrmi_put_float_of(writer, "_ShadeToony", toony);
    vrmi_put_integer_of(writer, "_LightColorAttenuation", 0);
    vrmi_put_float_of(writer, "_IndirectLightIntensity", vrmi_old_gi_intensity(mtoon));
    vrmi_put_float_of(writer, "_RimLightingMix", mtoon->rim_lighting_mix_factor);
    vrmi_put_float_of(writer, "_RimFresnelPower", mtoon->parametric_rim_fresnel_power_factor);
    vrmi_put_float_of(writer, "_RimLift", mtoon->parametric_rim_lift_factor);
    vrmi_put_float_of(writer, "_OutlineWidth", vrmi_old_outline_width(mtoon));
    vrmi_put_integer_of(writer, "_OutlineScaledMaxDistance", 1);
    vrmi_put_float_of(writer, "_OutlineLightingMix", mtoon->outline_lighting_mix_factor);
    vrmi_put_float_of(writer, "_UvAnimScrollX", mtoon->uv_animation_scroll_x_speed_factor);
    vrmi_put_float_of(writer, "_UvAnimScrollY", 0.0f - mtoon->uv_animation_scroll_y_speed_factor);
    vrmi_put_float_of(writer, "_UvAnimRotation", vrmi_old_uv_rotation(mtoon, VRM_DIALECT_0));
    vrmi_put_integer_of(writer, "_MToonVersion", 38);
    vrmi_put_integer_of(writer, "_DebugMode", 0);
    vrmi_put_integer_of(writer, "_BlendMode", mode);
    vrmi_put_integer_of(writer, "_OutlineWidthMode", mtoon->outline_width_mode);
    vrmi_put_integer_of(writer, "_OutlineColorMode", 1);
    vrmi_put_integer_of(writer, "_CullMode", material->is_double_sided ? 0 : 2);
    vrmi_put_integer_of(writer, "_OutlineCullMode", 1);
    vrmi_put_integer_of(writer, "_SrcBlend", mode >= BLEND_TRANSPARENT ? 5 : 1);
    vrmi_put_integer_of(writer, "_DstBlend", mode >= BLEND_TRANSPARENT ? 10 : 0);
    vrmi_put_integer_of(writer, "_ZWrite", mode == BLEND_TRANSPARENT ? 0 : 1);
    vrmi_put_object_end(writer);
}

/* Colors are as Unity shows them; emission is not (V0-043). */
static void put_color(vrmi_json_writer *writer, const char *key, const float linear[3],
                      float alpha) {
    const float color[4] = {
        vrmi_invert((double)vrmi_linear_to_srgb(linear[0]), linear[0], vrmi_srgb_to_linear),
        vrmi_invert((double)vrmi_linear_to_srgb(linear[1]), linear[1], vrmi_srgb_to_linear),
        vrmi_invert((double)vrmi_linear_to_srgb(linear[2]), linear[2], vrmi_srgb_to_linear), alpha};
    vrmi_put_floats_of(writer, key, color, 4);
}

static void put_vectors(vrmi_vrm_text *text, uint32_t index) {
    static const char *const textures[] = {
        "_ShadeTexture",        "_BumpMap",          "_SphereAdd", "_EmissionMap", "_RimTexture",
        "_OutlineWidthTexture", "_UvAnimMaskTexture"};
    static const float whole[] = {0, 0, 1, 1};
    const vrm_material *material = &text->tables->materials[index];
    const vrm_mtoon *mtoon = &text->tables->mtoons[index];
    const vrmi_old_transform placed = vrmi_find_old_transform(text, index);
    const float main_texture[] = {placed.offset[0], placed.offset[1], placed.scale[0],
                                  placed.scale[1]};
    float emission[4] = {0, 0, 0, 1};
    vrmi_json_writer *writer = text->writer;
    vrmi_old_emission(material, emission);
    vrmi_put_object_of(writer, "vectorProperties");
    put_color(writer, "_Color", material->base_color_factor, material->base_color_factor[3]);
    put_color(writer, "_ShadeColor", mtoon->shade_color_factor, 1);
    vrmi_put_floats_of(writer, "_MainTex", main_texture, 4);
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        vrmi_put_floats_of(writer, textures[i], whole, 4);
    }
    put_color(writer, "_RimColor", mtoon->parametric_rim_color_factor, 1);
    vrmi_put_floats_of(writer, "_EmissionColor", emission, 4);
    put_color(writer, "_OutlineColor", mtoon->outline_color_factor, 1);
    vrmi_put_object_end(writer);
}

static void put_textures(vrmi_vrm_text *text, uint32_t index) {
    const vrm_material *material = &text->tables->materials[index];
    const vrm_mtoon *mtoon = &text->tables->mtoons[index];
    const struct {
        const char *key;
        const vrm_texture_info *info;
    } textures[] = {
        {"_MainTex", &material->base_color_texture},
        {"_ShadeTexture", &mtoon->shade_multiply_texture},
        {"_BumpMap", &material->normal_texture},
        {"_SphereAdd", &mtoon->matcap_texture},
        {"_EmissionMap", &material->emissive_texture},
        {"_RimTexture", &mtoon->rim_multiply_texture},
        {"_OutlineWidthTexture", &mtoon->outline_width_multiply_texture},
        {"_UvAnimMaskTexture", &mtoon->uv_animation_mask_texture},
    };
    vrmi_put_object_of(text->writer, "textureProperties");
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        const int32_t texture = vrmi_mapped_texture(text, textures[i].info);
        if (texture != VRM_NONE) vrmi_put_integer_of(text->writer, textures[i].key, texture);
    }
    vrmi_put_object_end(text->writer);
}

static void put_keywords(vrmi_json_writer *writer, const vrm_material *material,
                         const vrm_mtoon *mtoon) {
    const int mode = blend_mode(material, mtoon);
    vrmi_put_object_of(writer, "keywordMap");
    if (mode == BLEND_CUTOUT) vrmi_put_bool_of(writer, "_ALPHATEST_ON", true);
    if (mode >= BLEND_TRANSPARENT) vrmi_put_bool_of(writer, "_ALPHABLEND_ON", true);
    if (material->normal_texture.texture != VRM_NONE) vrmi_put_bool_of(writer, "_NORMALMAP", true);
    if (mtoon->outline_width_mode != VRM_OUTLINE_NONE) {
        vrmi_put_bool_of(writer,
                         mtoon->outline_width_mode == VRM_OUTLINE_WORLD_COORDINATES
                             ? "MTOON_OUTLINE_WIDTH_WORLD"
                             : "MTOON_OUTLINE_WIDTH_SCREEN",
                         true);
        vrmi_put_bool_of(writer, "MTOON_OUTLINE_COLOR_MIXED", true);
    }
    vrmi_put_object_end(writer);
}

/* What is not MToon is the glTF material itself (V0-042). */
static void put_properties(vrmi_vrm_text *text, uint32_t index) {
    static const int queues[] = {2000, 2450, 3000, 2501}; /* V0-052 */
    static const char *const tags[] = {"Opaque", "TransparentCutout", "Transparent", "Transparent"};
    const vrm_material *material = &text->tables->materials[index];
    const vrm_mtoon *mtoon = &text->tables->mtoons[index];
    const int mode = blend_mode(material, mtoon);
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "name", material->name);
    vrmi_put_words_of(writer, "shader", mtoon->is_present ? "VRM/MToon" : "VRM_USE_GLTFSHADER");
    vrmi_put_integer_of(writer, "renderQueue",
                        queues[mode] + (mtoon->is_present ? mtoon->render_queue_offset : 0));
    if (mtoon->is_present) {
        put_floats(writer, material, mtoon);
        put_vectors(text, index);
        put_textures(text, index);
        put_keywords(writer, material, mtoon);
        vrmi_put_object_of(writer, "tagMap");
        vrmi_put_words_of(writer, "RenderType", tags[mode]);
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
}

void vrmi_put_vrm0_materials(vrmi_vrm_text *text) {
    vrmi_put_array(text->writer);
    for (uint32_t i = 0; i < text->tables->material_count; ++i) {
        if (vrmi_mapped_material(text, (int32_t)i) != VRM_NONE) put_properties(text, i);
    }
    vrmi_put_array_end(text->writer);
}

void vrmi_put_vrm0_material(vrmi_vrm_text *text, uint32_t material) {
    const vrm_material *core = &text->tables->materials[material];
    vrmi_put_object(text->writer);
    vrmi_put_core_material(text, core, material);
    if (vrmi_has_core_extensions(core)) {
        vrmi_put_object_of(text->writer, "extensions");
        vrmi_put_core_extensions(text, core);
        vrmi_put_object_end(text->writer);
    }
    vrmi_put_object_end(text->writer);
}

/* What a material needs to be drawn: features, textures, uniforms. */
#include "renderer.h"

#include <math.h>
#include <string.h>

/* What glTF says of a primitive without a material. */
static const vrm_material default_material = {
    .name = {"", 0},
    .base_color_factor = {1.0f, 1.0f, 1.0f, 1.0f},
    .emissive_strength = 1.0f,
    .metallic_factor = 1.0f,
    .roughness_factor = 1.0f,
    .alpha_cutoff = 0.5f,
    .base_color_texture = {.texture = VRM_NONE},
    .metallic_roughness_texture = {.texture = VRM_NONE},
    .normal_texture = {.texture = VRM_NONE},
    .occlusion_texture = {.texture = VRM_NONE},
    .emissive_texture = {.texture = VRM_NONE},
};
static const vrm_mtoon no_mtoon = {0};

const vrm_material *vrmr_material_of(const vrm_tables *tables, int32_t index) {
    return index < 0 ? &default_material : &tables->materials[index];
}

static const vrm_mtoon *mtoon_of(const vrm_tables *tables, int32_t index) {
    return index < 0 ? &no_mtoon : &tables->mtoons[index];
}

/* The use of a texture by slot; NULL for slots that the kind of material does not have. */
static const vrm_texture_info *slot_info(const vrm_tables *tables, int32_t index, int32_t slot) {
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    bool is_mtoon = mtoon->is_present != 0, is_pbr = !is_mtoon && !material->is_unlit;
    bool is_lit = is_mtoon || is_pbr;
    switch (slot) {
    case VRM_SLOT_BASE_COLOR:
        return &material->base_color_texture;
    case VRM_SLOT_METALLIC_ROUGHNESS:
        return is_pbr ? &material->metallic_roughness_texture : NULL;
    case VRM_SLOT_NORMAL:
        return is_lit ? &material->normal_texture : NULL;
    case VRM_SLOT_OCCLUSION:
        return is_pbr ? &material->occlusion_texture : NULL;
    case VRM_SLOT_EMISSIVE:
        return is_lit ? &material->emissive_texture : NULL;
    case VRM_SLOT_SHADE_MULTIPLY:
        return is_mtoon ? &mtoon->shade_multiply_texture : NULL;
    case VRM_SLOT_SHADING_SHIFT:
        return is_mtoon ? &mtoon->shading_shift_texture : NULL;
    case VRM_SLOT_RIM_MULTIPLY:
        return is_mtoon ? &mtoon->rim_multiply_texture : NULL;
    case VRM_SLOT_OUTLINE_WIDTH_MULTIPLY:
        return is_mtoon ? &mtoon->outline_width_multiply_texture : NULL;
    case VRM_SLOT_UV_ANIMATION_MASK:
        return is_mtoon ? &mtoon->uv_animation_mask_texture : NULL;
    default:
        return NULL;
    }
}

static const struct {
    int32_t slot; /* VRM_NONE: the matcap's, which has no UV */
    uint32_t feature;
    bool is_srgb;
} units[VRMR_UNIT_COUNT] = {
    [VRMR_UNIT_MATRICES] = {VRM_SLOT_COUNT, 0, false},
    [VRMR_UNIT_BASE] = {VRM_SLOT_BASE_COLOR, VRMR_BASE_TEXTURE, true},
    [VRMR_UNIT_NORMAL] = {VRM_SLOT_NORMAL, VRMR_NORMAL_TEXTURE, false},
    [VRMR_UNIT_EMISSIVE] = {VRM_SLOT_EMISSIVE, VRMR_EMISSIVE_TEXTURE, true},
    [VRMR_UNIT_SHADE] = {VRM_SLOT_SHADE_MULTIPLY, VRMR_SHADE_TEXTURE, true},
    [VRMR_UNIT_SHIFT] = {VRM_SLOT_SHADING_SHIFT, VRMR_SHIFT_TEXTURE, false},
    [VRMR_UNIT_MATCAP] = {VRM_NONE, VRMR_MATCAP_TEXTURE, true},
    [VRMR_UNIT_RIM] = {VRM_SLOT_RIM_MULTIPLY, VRMR_RIM_TEXTURE, true},
    [VRMR_UNIT_OUTLINE] = {VRM_SLOT_OUTLINE_WIDTH_MULTIPLY, VRMR_OUTLINE_TEXTURE, false},
    [VRMR_UNIT_MASK] = {VRM_SLOT_UV_ANIMATION_MASK, VRMR_UV_ANIMATION_MASK, false},
    [VRMR_UNIT_METALLIC_ROUGHNESS] = {VRM_SLOT_METALLIC_ROUGHNESS, VRMR_METALLIC_ROUGHNESS_TEXTURE,
                                      false},
    [VRMR_UNIT_OCCLUSION] = {VRM_SLOT_OCCLUSION, VRMR_OCCLUSION_TEXTURE, false},
};

bool vrmr_unit_is_srgb(int32_t unit) { return units[unit].is_srgb; }

const vrm_texture_info *vrmr_material_texture(const vrm_tables *tables, int32_t index,
                                              int32_t unit) {
    const vrm_texture_info *info;
    if (units[unit].slot == VRM_NONE) {
        const vrm_mtoon *mtoon = mtoon_of(tables, index);
        info = mtoon->is_present ? &mtoon->matcap_texture : NULL;
    } else {
        info = slot_info(tables, index, units[unit].slot);
    }
    return info && info->texture >= 0 ? info : NULL;
}

/* --- Features --- */

static bool is_black(const float color[3]) {
    return color[0] == 0.0f && color[1] == 0.0f && color[2] == 0.0f;
}

/* Whether any expression of the model moves this color of the material. */
static bool is_bound(const vrm_tables *tables, int32_t index, int32_t type) {
    for (uint32_t e = 0; e < tables->expression_count; ++e) {
        const vrm_expression *expression = &tables->expressions[e];
        for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
            const vrm_color_bind *bind = &expression->color_binds[i];
            if (bind->material == index && bind->type == type) return true;
        }
    }
    return false;
}

/* The same texels at the same place, whatever expressions do: they move all slots alike from where
 * they are. */
static bool is_same(const vrm_texture_info *a, const vrm_texture_info *b) {
    return a->texture == b->texture && a->tex_coord == b->tex_coord && a->offset.x == b->offset.x &&
           a->offset.y == b->offset.y && a->scale.x == b->scale.x && a->scale.y == b->scale.y &&
           a->rotation == b->rotation;
}

static uint32_t texture_features(const vrm_tables *tables, int32_t index) {
    uint32_t features = 0;
    for (int32_t unit = VRMR_UNIT_BASE; unit < VRMR_UNIT_COUNT; ++unit) {
        const vrm_texture_info *info = vrmr_material_texture(tables, index, unit);
        if (info) features |= units[unit].feature;
    }
    return features;
}

static bool has_outline(const vrm_mtoon *mtoon) {
    return mtoon->is_present && mtoon->outline_width_mode != VRM_OUTLINE_NONE &&
           mtoon->outline_width_factor > 0.0f;
}

static uint32_t mtoon_features(const vrm_tables *tables, int32_t index, uint32_t features) {
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    features |= VRMR_MTOON;
    if (mtoon->uv_animation_scroll_x_speed_factor != 0.0f ||
        mtoon->uv_animation_scroll_y_speed_factor != 0.0f ||
        mtoon->uv_animation_rotation_speed_factor != 0.0f) {
        features |= VRMR_UV_ANIMATION;
    } else {
        features &= ~(uint32_t)VRMR_UV_ANIMATION_MASK;
    }
    if ((features & VRMR_SHADE_TEXTURE) && (features & VRMR_BASE_TEXTURE) &&
        is_same(&mtoon->shade_multiply_texture,
                &vrmr_material_of(tables, index)->base_color_texture)) {
        features ^= VRMR_SHADE_TEXTURE | VRMR_SHADE_IS_BASE;
    }
    if ((features & VRMR_MATCAP_TEXTURE) && is_black(mtoon->matcap_factor) &&
        !is_bound(tables, index, VRM_COLOR_MATCAP)) {
        features &= ~(uint32_t)VRMR_MATCAP_TEXTURE;
    }
    if (!(features & VRMR_MATCAP_TEXTURE) && is_black(mtoon->parametric_rim_color_factor) &&
        !is_bound(tables, index, VRM_COLOR_RIM)) {
        features &= ~(uint32_t)VRMR_RIM_TEXTURE;
    }
    if (!has_outline(mtoon)) features &= ~(uint32_t)VRMR_OUTLINE_TEXTURE;
    return features;
}

void vrmr_material_init(vrmr_material *out, const vrm_model *model, int32_t index) {
    const vrm_tables *tables = vrm_model_tables(model);
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    uint32_t features = texture_features(tables, index);
    memset(out, 0, sizeof *out);
    out->index = index;
    if (mtoon->is_present) {
        features = mtoon_features(tables, index, features);
    } else if (material->is_unlit) {
        features |= VRMR_UNLIT;
    }
    out->is_double_sided = material->is_double_sided;
    if (material->alpha_mode == VRM_ALPHA_MASK) {
        features |= VRMR_ALPHA_MASK;
        out->draw_class = VRMR_CLASS_MASK;
    } else if (material->alpha_mode == VRM_ALPHA_BLEND) {
        out->draw_class = mtoon->is_present && mtoon->transparent_with_z_write ? VRMR_CLASS_BLEND_Z
                                                                               : VRMR_CLASS_BLEND;
        /* MT-010, MT-012: of blended materials alone, and 0 for all but MToon. */
        out->queue_offset = mtoon->is_present ? mtoon->render_queue_offset : 0;
    }
    out->features = features;
    out->outline = has_outline(mtoon) ? mtoon->outline_width_mode : VRM_OUTLINE_NONE;
}

/* --- Uniforms --- */

static void fill_slot(const vrm_texture_info *info, vrm_vec2 scale, vrm_vec2 offset, float *matrix,
                      float *out_offset) {
    float c = 1.0f, s = 0.0f;
    if (info && info->rotation != 0.0f) {
        c = cosf(info->rotation);
        s = sinf(info->rotation);
    }
    /* Scale, then rotation, counter-clockwise with V down, then offset: vrm_texture_transform. */
    matrix[0] = c * scale.x;
    matrix[1] = s * scale.y;
    matrix[2] = -s * scale.x;
    matrix[3] = c * scale.y;
    out_offset[0] = offset.x;
    out_offset[1] = offset.y;
    out_offset[2] = info && info->tex_coord == 1 ? 1.0f : 0.0f;
    out_offset[3] = 0.0f;
}

/* What may change, as the file has it. */
static void file_values(const vrm_tables *tables, int32_t index, vrm_material_values *out) {
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    memset(out, 0, sizeof *out);
    memcpy(out->base_color, material->base_color_factor, sizeof out->base_color);
    memcpy(out->emissive, material->emissive_factor, sizeof out->emissive);
    memcpy(out->shade_color, mtoon->shade_color_factor, sizeof out->shade_color);
    memcpy(out->matcap, mtoon->matcap_factor, sizeof out->matcap);
    memcpy(out->rim_color, mtoon->parametric_rim_color_factor, sizeof out->rim_color);
    memcpy(out->outline_color, mtoon->outline_color_factor, sizeof out->outline_color);
    for (int32_t slot = 0; slot < VRM_SLOT_COUNT; ++slot) {
        const vrm_texture_info *info = slot_info(tables, index, slot);
        out->uv_scale[slot].x = out->uv_scale[slot].y = 1.0f;
        if (info && info->texture >= 0) {
            out->uv_scale[slot] = info->scale;
            out->uv_offset[slot] = info->offset;
        }
    }
}

void vrmr_material_fill(const vrm_tables *tables, int32_t index, const vrm_material_values *values,
                        vrmr_material_block *out) {
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    vrm_material_values own;
    if (!values || index < 0) {
        file_values(tables, index, &own);
        values = &own;
    }
    memset(out, 0, sizeof *out);
    memcpy(out->base_color, values->base_color, sizeof out->base_color);
    for (int i = 0; i < 3; ++i) {
        out->emissive[i] = values->emissive[i] * material->emissive_strength;
        out->shade_color[i] = values->shade_color[i];
        out->matcap[i] = values->matcap[i];
        out->rim_color[i] = values->rim_color[i];
        out->outline_color[i] = values->outline_color[i];
    }
    out->shading_shift = mtoon->shading_shift_factor;
    out->shading_toony = mtoon->shading_toony_factor;
    out->gi_equalization = mtoon->gi_equalization_factor;
    out->rim_power = mtoon->parametric_rim_fresnel_power_factor;
    out->outline_mix = mtoon->outline_lighting_mix_factor;
    out->rim_lift = mtoon->parametric_rim_lift_factor;
    out->rim_mix = mtoon->rim_lighting_mix_factor;
    out->shift_scale = mtoon->shading_shift_texture.strength;
    out->normal_scale = material->normal_texture.strength;
    out->outline_width = mtoon->outline_width_factor;
    out->alpha_cutoff = material->alpha_cutoff;
    out->metallic = material->metallic_factor;
    out->roughness = material->roughness_factor;
    out->opaque = material->alpha_mode == VRM_ALPHA_BLEND ? 0.0f : 1.0f;
    out->occlusion = material->occlusion_texture.strength;
    out->uv_rotation = values->uv_rotation;
    out->uv_scroll[0] = values->uv_scroll.x;
    out->uv_scroll[1] = values->uv_scroll.y;
    for (int32_t slot = 0; slot < VRM_SLOT_COUNT; ++slot) {
        fill_slot(slot_info(tables, index, slot), values->uv_scale[slot], values->uv_offset[slot],
                  out->uv_matrix[slot], out->uv_offset[slot]);
    }
}

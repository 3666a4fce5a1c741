/* What a material needs to be drawn: features, textures, uniforms. */
#include "material.h"

#include <math.h>
#include <string.h>

/* The default material, of primitives without one, needs no model. */
const vrm_material *vrmr_material_of(const vrm_tables *tables, int32_t index) {
    return index < 0 ? vrm_model_material(NULL, VRM_NONE) : &tables->materials[index];
}

static const vrm_mtoon *mtoon_of(const vrm_tables *tables, int32_t index) {
    return index < 0 ? vrm_model_mtoon(NULL, VRM_NONE) : &tables->mtoons[index];
}

/* The use of a texture by slot; NULL for slots that the kind of material does not have. */
static const vrm_texture_info *slot_info(const vrm_tables *tables, int32_t index, int32_t slot) {
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    bool is_mtoon = mtoon->is_present != 0, is_pbr = !is_mtoon && !material->is_unlit;
    bool is_lit = is_mtoon || is_pbr;
    switch (slot) {
    case VRM_TEXTURE_SLOT_BASE_COLOR:
        return &material->base_color_texture;
    case VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS:
        return is_pbr ? &material->metallic_roughness_texture : NULL;
    case VRM_TEXTURE_SLOT_NORMAL:
        return is_lit ? &material->normal_texture : NULL;
    case VRM_TEXTURE_SLOT_OCCLUSION:
        return is_pbr ? &material->occlusion_texture : NULL;
    case VRM_TEXTURE_SLOT_EMISSIVE:
        return is_lit ? &material->emissive_texture : NULL;
    case VRM_TEXTURE_SLOT_SHADE_MULTIPLY:
        return is_mtoon ? &mtoon->shade_multiply_texture : NULL;
    case VRM_TEXTURE_SLOT_SHADING_SHIFT:
        return is_mtoon ? &mtoon->shading_shift_texture : NULL;
    case VRM_TEXTURE_SLOT_RIM_MULTIPLY:
        return is_mtoon ? &mtoon->rim_multiply_texture : NULL;
    case VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY:
        return is_mtoon ? &mtoon->outline_width_multiply_texture : NULL;
    case VRM_TEXTURE_SLOT_UV_ANIMATION_MASK:
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
    [VRMR_UNIT_MATRICES] = {VRM_TEXTURE_SLOT_COUNT, 0, false},
    [VRMR_UNIT_BASE] = {VRM_TEXTURE_SLOT_BASE_COLOR, VRMR_BASE_TEXTURE, true},
    [VRMR_UNIT_NORMAL] = {VRM_TEXTURE_SLOT_NORMAL, VRMR_NORMAL_TEXTURE, false},
    [VRMR_UNIT_EMISSIVE] = {VRM_TEXTURE_SLOT_EMISSIVE, VRMR_EMISSIVE_TEXTURE, true},
    [VRMR_UNIT_SHADE] = {VRM_TEXTURE_SLOT_SHADE_MULTIPLY, VRMR_SHADE_TEXTURE, true},
    [VRMR_UNIT_SHIFT] = {VRM_TEXTURE_SLOT_SHADING_SHIFT, VRMR_SHIFT_TEXTURE, false},
    [VRMR_UNIT_MATCAP] = {VRM_NONE, VRMR_MATCAP_TEXTURE, true},
    [VRMR_UNIT_RIM] = {VRM_TEXTURE_SLOT_RIM_MULTIPLY, VRMR_RIM_TEXTURE, true},
    [VRMR_UNIT_OUTLINE] = {VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY, VRMR_OUTLINE_TEXTURE, false},
    [VRMR_UNIT_MASK] = {VRM_TEXTURE_SLOT_UV_ANIMATION_MASK, VRMR_UV_ANIMATION_MASK, false},
    [VRMR_UNIT_METALLIC_ROUGHNESS] = {VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS,
                                      VRMR_METALLIC_ROUGHNESS_TEXTURE, false},
    [VRMR_UNIT_OCCLUSION] = {VRM_TEXTURE_SLOT_OCCLUSION, VRMR_OCCLUSION_TEXTURE, false},
};

bool vrmr_unit_is_srgb(int32_t unit) { return units[unit].is_srgb; }

uint32_t vrmr_unit_feature(int32_t unit) { return units[unit].feature; }

const vrm_texture_info *vrmr_material_texture(const vrm_tables *tables, int32_t index,
                                              int32_t unit) {
    const vrm_texture_info *info;
    if (units[unit].slot == VRM_NONE) {
        const vrm_mtoon *mtoon = mtoon_of(tables, index);
        info = mtoon->is_present ? &mtoon->matcap_texture : NULL;
    } else {
        info = slot_info(tables, index, units[unit].slot);
    }
    return info != NULL && info->texture >= 0 ? info : NULL;
}

/* --- Features --- */

static bool is_black(const float color[3]) {
    return color[0] == 0.0f && color[1] == 0.0f && color[2] == 0.0f;
}

void vrmr_material_find_bound(const vrm_tables *tables, uint8_t *out) {
    for (uint32_t e = 0; e < tables->expression_count; ++e) {
        const vrm_expression *expression = &tables->expressions[e];
        for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
            const vrm_color_bind *bind = &expression->color_binds[i];
            if (bind->material >= 0) out[bind->material] |= (uint8_t)(1u << bind->type);
        }
    }
}

static bool is_bound(uint32_t bound, int32_t type) { return (bound >> type & 1) != 0; }

/* The same place, whatever expressions do: they move all slots alike from where they are. */
static bool is_same_uv(const vrm_texture_info *a, const vrm_texture_info *b) {
    return a->tex_coord == b->tex_coord && a->offset.x == b->offset.x &&
           a->offset.y == b->offset.y && a->scale.x == b->scale.x && a->scale.y == b->scale.y &&
           a->rotation == b->rotation;
}

/* The slot whose UV all textures share that fragments see; VRM_NONE: they differ. */
static int32_t shared_slot(const vrm_tables *tables, int32_t index, uint32_t features) {
    int32_t shared = VRM_NONE;
    for (int32_t unit = VRMR_UNIT_BASE; unit < VRMR_UNIT_COUNT; ++unit) {
        int32_t slot = units[unit].slot;
        if (!(features & units[unit].feature) || slot < 0) continue;
        if (unit == VRMR_UNIT_OUTLINE) continue; /* vertices see it */
        if (shared == VRM_NONE) shared = slot;
        /* The mask has its own place, but in the same set. */
        if (unit == VRMR_UNIT_MASK
                ? slot_info(tables, index, slot)->tex_coord !=
                      slot_info(tables, index, shared)->tex_coord
                : !is_same_uv(slot_info(tables, index, slot), slot_info(tables, index, shared))) {
            return VRM_NONE;
        }
    }
    return shared == VRM_NONE ? VRM_TEXTURE_SLOT_BASE_COLOR : shared;
}

static uint32_t texture_features(const vrm_tables *tables, int32_t index) {
    uint32_t features = 0;
    for (int32_t unit = VRMR_UNIT_BASE; unit < VRMR_UNIT_COUNT; ++unit) {
        const vrm_texture_info *info = vrmr_material_texture(tables, index, unit);
        if (info != NULL) features |= units[unit].feature;
    }
    return features;
}

static bool has_outline(const vrm_mtoon *mtoon) {
    return mtoon->is_present && mtoon->outline_width_mode != VRM_OUTLINE_NONE &&
           mtoon->outline_width_factor > 0.0f;
}

/* Without textures that change nothing. */
static uint32_t seen_features(const vrm_tables *tables, int32_t index, uint32_t bound,
                              uint32_t features) {
    const vrm_material *material = vrmr_material_of(tables, index);
    if (is_black(material->emissive_factor) && !is_bound(bound, VRM_COLOR_BIND_EMISSION)) {
        features &= ~(uint32_t)VRMR_EMISSIVE_TEXTURE;
    }
    if (material->normal_texture.strength == 0.0f) features &= ~(uint32_t)VRMR_NORMAL_TEXTURE;
    if (material->occlusion_texture.strength == 0.0f) features &= ~(uint32_t)VRMR_OCCLUSION_TEXTURE;
    return features;
}

static uint32_t mtoon_features(const vrm_tables *tables, int32_t index, uint32_t bound,
                               uint32_t features) {
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    features |= VRMR_MTOON;
    if (mtoon->uv_animation_scroll_x_speed_factor == 0.0f &&
        mtoon->uv_animation_scroll_y_speed_factor == 0.0f &&
        mtoon->uv_animation_rotation_speed_factor == 0.0f) {
        features &= ~(uint32_t)VRMR_UV_ANIMATION_MASK;
    }
    if ((features & VRMR_SHADE_TEXTURE) && (features & VRMR_BASE_TEXTURE) &&
        mtoon->shade_multiply_texture.texture ==
            vrmr_material_of(tables, index)->base_color_texture.texture &&
        is_same_uv(&mtoon->shade_multiply_texture,
                   &vrmr_material_of(tables, index)->base_color_texture)) {
        features &= ~(uint32_t)VRMR_SHADE_TEXTURE;
    }
    if ((features & VRMR_MATCAP_TEXTURE) && is_black(mtoon->matcap_factor) &&
        !is_bound(bound, VRM_COLOR_BIND_MATCAP)) {
        features &= ~(uint32_t)VRMR_MATCAP_TEXTURE;
    }
    if (!(features & VRMR_MATCAP_TEXTURE) && is_black(mtoon->parametric_rim_color_factor) &&
        !is_bound(bound, VRM_COLOR_BIND_RIM)) {
        features &= ~(uint32_t)VRMR_RIM_TEXTURE;
    }
    if (!has_outline(mtoon)) features &= ~(uint32_t)VRMR_OUTLINE_TEXTURE;
    return features;
}

void vrmr_material_init(vrmr_material *out, const vrm_model *model, int32_t index, uint32_t bound,
                        bool few_programs) {
    const vrm_tables *tables = vrm_model_tables(model);
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    uint32_t features = seen_features(tables, index, bound, texture_features(tables, index));
    memset(out, 0, sizeof *out);
    out->index = index;
    if (mtoon->is_present) {
        uint32_t all = features;
        features = mtoon_features(tables, index, bound, features);
        out->shade_is_base = (all & ~features & VRMR_SHADE_TEXTURE) != 0;
    } else if (material->is_unlit) {
        features |= VRMR_UNLIT;
    } else {
        /* What has no metal looks the same with the program of metals, and can share it. */
        out->is_reflecting = few_programs || material->metallic_factor > 0.0f;
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
    for (int32_t unit = 0; unit < VRMR_UNIT_COUNT; ++unit) {
        for (int c = 0; c < 4; ++c) out->colors[unit][c] = 1.0f;
    }
    out->features = features;
    vrmr_material_settle(out, tables, few_programs);
    out->outline = has_outline(mtoon) ? mtoon->outline_width_mode : VRM_OUTLINE_NONE;
}

/*
 * In software rendering, compiling a program takes as long as drawing some pictures with it. With
 * few programs, materials without a base texture have a white one, textures of one color become
 * uniforms, fragment programs share one vertex program, and uniforms take a cheaper way
 * (varying.glsl).
 */
void vrmr_material_settle(vrmr_material *material, const vrm_tables *tables, bool few_programs) {
    material->features &= ~(uint32_t)VRMR_SLOT_UV;
    material->uv_slot = shared_slot(tables, material->index, material->features);
    if (material->uv_slot == VRM_NONE) material->features |= VRMR_SLOT_UV;
    material->program = material->features;
    if (few_programs) material->program |= VRMR_BASE_TEXTURE;
}

/* --- Textures of one color --- */

static float decode(uint8_t byte) {
    float c = (float)byte / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

/* Normals would need one of their own, and occlusion another uniform. */
void vrmr_material_take_color(vrmr_material *material, int32_t unit, const uint8_t rgba[4]) {
    if (unit == VRMR_UNIT_NORMAL || unit == VRMR_UNIT_OCCLUSION) return;
    for (int c = 0; c < 4; ++c) {
        material->colors[unit][c] =
            units[unit].is_srgb && c < 3 ? decode(rgba[c]) : (float)rgba[c] / 255.0f;
    }
    material->features &= ~units[unit].feature;
    material->plain |= units[unit].feature;
}

/* --- Uniforms --- */

static void fill_slot(const vrm_texture_info *info, vrm_vec2 scale, vrm_vec2 offset, float *matrix,
                      float *out_offset) {
    float c = 1.0f, s = 0.0f;
    if (info != NULL && info->rotation != 0.0f) {
        c = cosf(info->rotation);
        s = sinf(info->rotation);
    }
    /* Scale, then rotation, counter-clockwise with V down, then offset: vrm_texture_transformed. */
    matrix[0] = c * scale.x;
    matrix[1] = s * scale.y;
    matrix[2] = -s * scale.x;
    matrix[3] = c * scale.y;
    out_offset[0] = offset.x;
    out_offset[1] = offset.y;
    out_offset[2] = info != NULL && info->tex_coord == 1 ? 1.0f : 0.0f;
    out_offset[3] = 0.0f;
}

/* Puts the UV animation before the transforms of all slots: animate_uv of common.glsl. */
static void animate_slots(const vrm_material_values *values, float mask, vrmr_material_block *out) {
    float c = cosf(values->uv_rotation * mask), s = sinf(values->uv_rotation * mask);
    float x = 0.5f - 0.5f * (c + s) + values->uv_scroll.x * mask;
    float y = 0.5f - 0.5f * (c - s) + values->uv_scroll.y * mask;
    for (int32_t slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; ++slot) {
        float *offset = out->uv_offset[slot];
        for (int row = 0; row < 2; ++row) {
            float *m = out->uv_matrix[slot] + 2 * row, a = m[0], b = m[1];
            m[0] = a * c - b * s;
            m[1] = a * s + b * c;
            offset[row] += a * x + b * y;
        }
    }
}

static void fill_mtoon(const vrm_mtoon *mtoon, const vrm_material_values *values,
                       const vrmr_material *drawn, vrmr_material_block *out) {
    const float *shade = drawn->colors[drawn->shade_is_base ? VRMR_UNIT_BASE : VRMR_UNIT_SHADE];
    const float *matcap = drawn->colors[VRMR_UNIT_MATCAP], *rim = drawn->colors[VRMR_UNIT_RIM];
    for (int i = 0; i < 3; ++i) {
        out->shade_color[i] = values->shade_color[i] * shade[i];
        if ((drawn->features | drawn->plain) & VRMR_MATCAP_TEXTURE) {
            out->matcap[i] = values->matcap[i] * matcap[i] * rim[i];
        }
        out->rim_color[i] = values->rim_color[i] * rim[i];
        out->outline_color[i] = values->outline_color[i];
    }
    out->shading_shift = mtoon->shading_shift_factor;
    if (drawn->plain & VRMR_SHIFT_TEXTURE) {
        out->shading_shift +=
            drawn->colors[VRMR_UNIT_SHIFT][0] * mtoon->shading_shift_texture.strength;
    }
    out->shading_toony = mtoon->shading_toony_factor;
    out->gi_equalization = mtoon->gi_equalization_factor;
    out->rim_power = mtoon->parametric_rim_fresnel_power_factor;
    out->outline_mix = mtoon->outline_lighting_mix_factor;
    out->rim_lift = mtoon->parametric_rim_lift_factor;
    out->rim_mix = mtoon->rim_lighting_mix_factor;
    if (drawn->features & VRMR_SHIFT_TEXTURE) {
        out->shift_scale = mtoon->shading_shift_texture.strength;
    }
    out->outline_width = mtoon->outline_width_factor * drawn->colors[VRMR_UNIT_OUTLINE][1];
    out->shade_base = drawn->shade_is_base ? 1.0f : 0.0f;
}

static void fill_pbr(const vrm_material *material, const vrmr_material *drawn,
                     vrmr_material_block *out) {
    const float *texel = drawn->colors[VRMR_UNIT_METALLIC_ROUGHNESS];
    out->shade_color[0] = material->metallic_factor * texel[2];
    out->shade_color[1] = material->roughness_factor * texel[1];
    out->shade_color[2] = material->occlusion_texture.strength;
    out->vertex_color = 1.0f;
}

void vrmr_material_fill(const vrm_tables *tables, const vrmr_material *drawn,
                        const vrm_material_values *values, vrmr_material_block *out) {
    int32_t index = drawn->index;
    const vrm_material *material = vrmr_material_of(tables, index);
    const vrm_mtoon *mtoon = mtoon_of(tables, index);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 4; ++i) {
        out->base_color[i] = values->base_color[i] * drawn->colors[VRMR_UNIT_BASE][i];
    }
    for (int i = 0; i < 3; ++i) {
        out->emissive[i] = values->emissive[i] * material->emissive_strength *
                           drawn->colors[VRMR_UNIT_EMISSIVE][i];
    }
    if (drawn->features & VRMR_NORMAL_TEXTURE) {
        out->normal_scale = material->normal_texture.strength;
    }
    /* A little less: colors lose their last bit between vertices and fragments. */
    out->alpha_cutoff = material->alpha_cutoff * 0.999999f;
    out->opaque = material->alpha_mode == VRM_ALPHA_BLEND ? 0.0f : 1.0f;
    if (mtoon->is_present) {
        fill_mtoon(mtoon, values, drawn, out);
    } else {
        fill_pbr(material, drawn, out);
    }
    for (int32_t slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; ++slot) {
        fill_slot(slot_info(tables, index, slot), values->uv_scale[slot], values->uv_offset[slot],
                  out->uv_matrix[slot], out->uv_offset[slot]);
    }
    if (drawn->features & VRMR_UV_ANIMATION_MASK) {
        out->uv_rotation = values->uv_rotation;
        out->uv_scroll[0] = values->uv_scroll.x;
        out->uv_scroll[1] = values->uv_scroll.y;
    } else if (mtoon->is_present) {
        animate_slots(values, drawn->colors[VRMR_UNIT_MASK][2], out);
    }
    if (drawn->uv_slot > 0) {
        memcpy(out->uv_matrix[0], out->uv_matrix[drawn->uv_slot], sizeof out->uv_matrix[0]);
        memcpy(out->uv_offset[0], out->uv_offset[drawn->uv_slot], sizeof out->uv_offset[0]);
    }
}

/* Materials, with MToon. */
#include "write.h"

#include <string.h>

/* All textures of a material lie alike, but for the matcap, which has no UV (MT-019). */
static vrm_texture_info to_texture(int texture, const avatar_material *m) {
    vrm_texture_info info = {VRM_NONE, 0, {0, 0}, {1, 1}, 0, 1};
    info.texture = texture;
    if (texture == NONE || m == NULL) return info;
    info.offset.x = to_float(m->uv_offset[0]);
    info.offset.y = to_float(m->uv_offset[1]);
    info.scale.x = to_float(m->uv_scale[0]);
    info.scale.y = to_float(m->uv_scale[1]);
    return info;
}

/* In 0.x colors are written as they are shown: linear is what a reader makes of that. */
static float to_channel(const writer *w, double linear) {
    if (w->dialect != DIALECT_0) return to_float(linear);
    return (float)srgb_to_linear((double)to_float(linear_to_srgb(linear)));
}

static void to_color(const writer *w, const double *linear, float *out) {
    for (int i = 0; i < 3; ++i) out[i] = to_channel(w, linear[i]);
}

static vrm_material to_material(const writer *w, const avatar_material *m) {
    vrm_material out;
    memset(&out, 0, sizeof out);
    out.name = to_string(m->name);
    if (m->is_mtoon) {
        to_color(w, m->base_color, out.base_color_factor);
    } else {
        for (int i = 0; i < 3; ++i) out.base_color_factor[i] = to_float(m->base_color[i]);
    }
    out.base_color_factor[3] = to_float(m->base_color[3]);
    for (int i = 0; i < 3; ++i) out.emissive_factor[i] = to_float(m->emissive[i]);
    out.emissive_strength = to_float(m->emissive_strength);
    out.roughness_factor = to_float(0.9);
    out.alpha_cutoff = to_float(m->alpha_cutoff);
    out.alpha_mode = m->alpha_mode;
    out.is_double_sided = m->is_double_sided;
    out.base_color_texture = to_texture(m->base_texture, m);
    out.metallic_roughness_texture = to_texture(NONE, m);
    out.normal_texture = to_texture(m->normal_texture, m);
    out.normal_texture.strength = to_float(m->normal_scale);
    out.occlusion_texture = to_texture(NONE, m);
    out.emissive_texture = to_texture(m->emissive_texture, m);
    return out;
}

/* 0.x and the draft have other numbers for shading (§4.10): those here are what a reader makes of
 * them, in floats as it does. */
static void fill_shading(const writer *w, const avatar_material *m, vrm_mtoon *out) {
    const double width = 1 - m->shading_toony, old_shift = -m->shading_shift - width;
    const float shift = to_float(old_shift), toony = to_float(1 - 2 * width / (1 - old_shift));
    const float half_width = (1.0f - shift) * (1.0f - toony) / 2.0f;
    out->shading_shift_factor = to_float(m->shading_shift);
    out->shading_toony_factor = to_float(m->shading_toony);
    if (!dialect_is_old(w->dialect)) return;
    out->shading_shift_factor = -shift - half_width;
    out->shading_toony_factor = 1.0f - half_width;
}

static vrm_mtoon to_mtoon(const writer *w, const avatar_material *m) {
    vrm_mtoon out;
    memset(&out, 0, sizeof out);
    out.is_present = m->is_mtoon;
    out.transparent_with_z_write = m->writes_depth;
    out.render_queue_offset = m->queue_offset;
    out.outline_width_mode = m->outline_mode;
    to_color(w, m->shade_color, out.shade_color_factor);
    fill_shading(w, m, &out);
    out.gi_equalization_factor = to_float(m->gi_equalization);
    for (int i = 0; i < 3; ++i) out.matcap_factor[i] = m->matcap_texture != NONE ? 1.0f : 0.0f;
    to_color(w, m->rim_color, out.parametric_rim_color_factor);
    out.rim_lighting_mix_factor = to_float(m->rim_mix);
    out.parametric_rim_fresnel_power_factor = to_float(m->rim_power);
    out.parametric_rim_lift_factor = to_float(m->rim_lift);
    out.outline_width_factor = to_float(m->outline_width);
    to_color(w, m->outline_color, out.outline_color_factor);
    out.outline_lighting_mix_factor = to_float(m->outline_mix);
    out.uv_animation_scroll_x_speed_factor = to_float(m->uv_scroll_x);
    out.uv_animation_scroll_y_speed_factor = to_float(m->uv_scroll_y);
    out.uv_animation_rotation_speed_factor = to_float(m->uv_rotation);
    out.shade_multiply_texture = to_texture(m->shade_texture, m);
    out.shading_shift_texture = to_texture(NONE, m);
    out.matcap_texture = to_texture(m->matcap_texture, NULL);
    out.rim_multiply_texture = to_texture(m->rim_texture, m);
    out.outline_width_multiply_texture = to_texture(m->outline_texture, m);
    out.uv_animation_mask_texture = to_texture(m->uv_mask_texture, m);
    return out;
}

void fill_materials(writer *w) {
    const size_t count = w->a->materials.count;
    vrm_material *materials = TAKE(w, vrm_material, count);
    vrm_mtoon *mtoons = TAKE(w, vrm_mtoon, count);
    for (size_t i = 0; i < count; ++i) {
        materials[i] = to_material(w, &w->a->materials.items[i]);
        mtoons[i] = to_mtoon(w, &w->a->materials.items[i]);
    }
    w->tables.materials = w->gltf.materials = materials;
    w->tables.mtoons = mtoons;
    w->tables.material_count = w->gltf.material_count = (uint32_t)count;
}

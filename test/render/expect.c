#include "render/expect.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vrm_vec3 scaled(vrm_vec3 v, float k) { return vrm_vec3_make(v.x * k, v.y * k, v.z * k); }

static vrm_vec3 sum(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static vrm_vec3 unit(vrm_vec3 v) { return scaled(v, 1.0f / sqrtf(dot(v, v))); }

static vrm_vec3 cross(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Of a rigid view matrix: a direction of the eye's space in the world. */
static vrm_vec3 to_world(const vrm_mat4 *view, vrm_vec3 v) {
    const float *m = view->m;
    return vrm_vec3_make(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[4] * v.x + m[5] * v.y + m[6] * v.z,
                         m[8] * v.x + m[9] * v.y + m[10] * v.z);
}

static const vrm_texture_info *slot_of(const shot *taken, int material, int slot) {
    const vrm_material *m = &taken->file.tables->materials[material];
    const vrm_mtoon *t = &taken->file.tables->mtoons[material];
    switch (slot) {
    case VRM_TEXTURE_SLOT_BASE_COLOR:
        return &m->base_color_texture;
    case VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS:
        return &m->metallic_roughness_texture;
    case VRM_TEXTURE_SLOT_NORMAL:
        return &m->normal_texture;
    case VRM_TEXTURE_SLOT_OCCLUSION:
        return &m->occlusion_texture;
    case VRM_TEXTURE_SLOT_EMISSIVE:
        return &m->emissive_texture;
    case VRM_TEXTURE_SLOT_SHADE_MULTIPLY:
        return &t->shade_multiply_texture;
    case VRM_TEXTURE_SLOT_SHADING_SHIFT:
        return &t->shading_shift_texture;
    case VRM_TEXTURE_SLOT_RIM_MULTIPLY:
        return &t->rim_multiply_texture;
    case VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY:
        return &t->outline_width_multiply_texture;
    default:
        return &t->uv_animation_mask_texture;
    }
}

static bool is_encoded(int slot) {
    return slot == VRM_TEXTURE_SLOT_BASE_COLOR || slot == VRM_TEXTURE_SLOT_EMISSIVE ||
           slot == VRM_TEXTURE_SLOT_SHADE_MULTIPLY || slot == VRM_TEXTURE_SLOT_RIM_MULTIPLY;
}

static float decode(float x) {
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

/* The nearest texel; repeated. */
static void texel_of(const shot *taken, int texture, vrm_vec2 uv, bool encoded, float out[4]) {
    const texels *t = &taken->scene->textures[texture];
    int x = (int)floorf((uv.x - floorf(uv.x)) * (float)t->width) % t->width;
    int y = (int)floorf((uv.y - floorf(uv.y)) * (float)t->height) % t->height;
    for (int i = 0; i < 4; ++i) {
        out[i] = (float)t->rgba[(y * t->width + x) * 4 + i] / 255.0f;
        if (encoded && i < 3) out[i] = decode(out[i]);
    }
}

void expect_texel(const shot *taken, int which, const point *at, int slot, float out[4]) {
    int material = taken->scene->patches[which].material;
    const vrm_material_values *values = &taken->frame.materials[material];
    const vrm_texture_info *info = slot_of(taken, material, slot);
    vrm_vec2 uv;
    float mask[4];
    out[0] = out[1] = out[2] = out[3] = 1.0f;
    if (info->texture < 0) return;
    uv = at->uv[info->tex_coord];
    if (slot != VRM_TEXTURE_SLOT_UV_ANIMATION_MASK) { /* MT-029, MT-031 */
        expect_texel(taken, which, at, VRM_TEXTURE_SLOT_UV_ANIMATION_MASK, mask);
        uv = vrm_mtoon_animated_uv(uv, values->uv_rotation, values->uv_scroll, mask[2]);
    }
    uv = vrm_texture_transformed(info, values->uv_scale[slot], values->uv_offset[slot], uv);
    texel_of(taken, info->texture, uv, is_encoded(slot), out);
}

/* MT-041: T along U, on the side that is seen. */
static vrm_vec3 mapped(const shot *taken, int which, const point *at) {
    const patch *p = &taken->scene->patches[which];
    const vrm_texture_info *info = slot_of(taken, p->material, VRM_TEXTURE_SLOT_NORMAL);
    vrm_vec3 t = vrm_vec3_make(p->is_mirrored ? -1.0f : 1.0f, 0.0f, 0.0f), b, m;
    float texel[4];
    if (info->texture < 0) return at->normal;
    expect_texel(taken, which, at, VRM_TEXTURE_SLOT_NORMAL, texel);
    m.x = (2.0f * texel[0] - 1.0f) * info->strength;
    m.y = (2.0f * texel[1] - 1.0f) * info->strength;
    m.z = 2.0f * texel[2] - 1.0f;
    b = scaled(cross(at->normal, t), p->is_mirrored ? -1.0f : 1.0f);
    return unit(sum(sum(scaled(t, m.x), scaled(b, m.y)), scaled(at->normal, m.z)));
}

static point point_at(const shot *taken, int which, int x, int y) {
    const patch *p = &taken->scene->patches[which];
    const vrm_view *view = &taken->scene->view;
    const float *m = view->view.m;
    vrm_vec3 eye = scaled(to_world(&view->view, vrm_vec3_make(m[12], m[13], m[14])), -1.0f);
    float right = (2.0f * ((float)x + 0.5f) / (float)view->width - 1.0f) / view->projection.m[0];
    float up = (1.0f - 2.0f * ((float)y + 0.5f) / (float)view->height) / view->projection.m[5];
    vrm_vec3 ray = to_world(&view->view, vrm_vec3_make(right, up, -1.0f));
    vrm_vec3 position = sum(eye, scaled(ray, (p->z - eye.z) / ray.z));
    bool sees_front = (eye.z > p->z) != p->is_back;
    point at;
    at.to_eye = unit(scaled(ray, -1.0f));
    at.normal = scaled(unit(p->normal), sees_front ? 1.0f : -1.0f);
    at.uv[0].x = (position.x - p->x0) / (p->x1 - p->x0);
    at.uv[0].y = 1.0f - (position.y - p->y0) / (p->y1 - p->y0);
    if (p->is_mirrored) at.uv[0].x = 1.0f - at.uv[0].x;
    if (p->uv != NULL) memcpy(&at.uv[0], p->uv, sizeof at.uv[0]);
    at.uv[1] = at.uv[0];
    if (p->uv1 != NULL) {
        at.uv[1].x += p->uv1[0];
        at.uv[1].y += p->uv1[1];
    }
    at.normal = mapped(taken, which, &at);
    return at;
}

void expect_mtoon(const shot *taken, int which, int x, int y, float out[4]) {
    int material = taken->scene->patches[which].material;
    const vrm_material_values *values = &taken->frame.materials[material];
    const vrm_material *m = &taken->file.tables->materials[material];
    const vrm_mtoon *t = &taken->file.tables->mtoons[material];
    const vrm_light *light = &taken->scene->view.light;
    point at = point_at(taken, which, x, y);
    float base[4], shade[4], emissive[4], rim[4], shift[4], matcap[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    vrm_mtoon_input input;
    memset(&input, 0, sizeof input);
    expect_texel(taken, which, &at, VRM_TEXTURE_SLOT_BASE_COLOR, base);
    expect_texel(taken, which, &at, VRM_TEXTURE_SLOT_SHADE_MULTIPLY, shade);
    expect_texel(taken, which, &at, VRM_TEXTURE_SLOT_EMISSIVE, emissive);
    expect_texel(taken, which, &at, VRM_TEXTURE_SLOT_RIM_MULTIPLY, rim);
    expect_texel(taken, which, &at, VRM_TEXTURE_SLOT_SHADING_SHIFT, shift);
    if (t->matcap_texture.texture >= 0) {
        texel_of(taken, t->matcap_texture.texture, vrm_mtoon_matcap_uv(at.normal, at.to_eye), true,
                 matcap);
    }
    input.normal = at.normal;
    input.to_eye = at.to_eye;
    input.to_light = unit(light->direction);
    input.shadow = 1.0f;
    input.shading_shift = t->shading_shift_factor;
    if (t->shading_shift_texture.texture >= 0) {
        input.shading_shift += shift[0] * t->shading_shift_texture.strength;
    }
    input.shading_toony = t->shading_toony_factor;
    input.gi_equalization = t->gi_equalization_factor;
    input.rim_fresnel_power = t->parametric_rim_fresnel_power_factor;
    input.rim_lift = t->parametric_rim_lift_factor;
    input.rim_lighting_mix = t->rim_lighting_mix_factor;
    for (int i = 0; i < 3; ++i) {
        input.light[i] = light->color[i];
        input.gi[i] =
            light->ground[i] + (light->sky[i] - light->ground[i]) * (0.5f + 0.5f * at.normal.y);
        input.gi_up[i] = light->sky[i];
        input.gi_down[i] = light->ground[i];
        input.base[i] = values->base_color[i] * base[i];
        input.shade[i] = values->shade_color[i] * shade[i];
        input.emissive[i] = values->emissive[i] * m->emissive_strength * emissive[i];
        input.matcap[i] = values->matcap[i] * matcap[i];
        input.rim_multiply[i] = rim[i];
        input.rim_color[i] = values->rim_color[i];
    }
    vrm_mtoon_shade(&input, out);
    out[3] = values->base_color[3] * base[3];
}

bool check_reference(const shot *taken, int which, int x, int y) {
    float color[4];
    if (taken->avatar == NULL) return false;
    expect_mtoon(taken, which, x, y, color);
    return check_linear(taken, x, y, color[0], color[1], color[2]);
}

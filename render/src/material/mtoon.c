/*
 * MToon on the CPU (MT-036): requirements 6.11, line by line. Needs no GL; the shaders are
 * held against it.
 */
#include <vrm/render.h>

#include <math.h>

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static float lerp(float a, float b, float t) { return a + (b - a) * t; }

/* NaN becomes 0. */
static float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

/* How lit the surface is: linearstep(-w, w, shading), w being 1 - toony. A width of nothing is a
 * step (MT-015). */
static float lit(const vrm_mtoon_input *input) {
    float shading = dot(input->normal, input->to_light) + input->shading_shift;
    float w = 1.0f - input->shading_toony;
    if (w <= 0.0f) return shading >= 0.0f ? input->shadow : 0.0f;
    return saturate((shading + w) / (2.0f * w)) * input->shadow;
}

void vrm_mtoon_shade(const vrm_mtoon_input *input, float out[3]) {
    const vrm_mtoon_input *mtoon_input = input;
    float t, facing, power, fresnel;
    if (mtoon_input == NULL || out == NULL) return;
    t = lit(mtoon_input);
    facing = dot(mtoon_input->normal, mtoon_input->to_eye);
    power = mtoon_input->rim_fresnel_power > 1e-5f ? mtoon_input->rim_fresnel_power : 1e-5f;
    fresnel = powf(saturate(1.0f - facing + mtoon_input->rim_lift), power);
    for (int i = 0; i < 3; ++i) {
        float uniform_gi = (mtoon_input->gi_up[i] + mtoon_input->gi_down[i]) * 0.5f;
        float gi = lerp(mtoon_input->gi[i], uniform_gi, mtoon_input->gi_equalization);
        float rim = mtoon_input->matcap[i] + fresnel * mtoon_input->rim_color[i];
        rim *= mtoon_input->rim_multiply[i];
        rim *= lerp(1.0f, mtoon_input->light[i] + gi, mtoon_input->rim_lighting_mix);
        out[i] = lerp(mtoon_input->shade[i], mtoon_input->base[i], t) * mtoon_input->light[i] +
                 gi * mtoon_input->base[i] + mtoon_input->emissive[i] + rim;
    }
}

/* The axes stay upright in the world however the camera rolls. b, of (a, b), grows upwards, texture
 * coordinates downwards (AMB-130). */
void vrm_mtoon_get_matcap_uv(const vrm_vec3 *normal, const vrm_vec3 *to_eye, vrm_vec2 *out) {
    vrm_vec3 v = *to_eye, x = {v.z, 0.0f, -v.x}, y;
    float length = sqrtf(dot(x, x));
    if (length > 1e-6f) {
        x.x /= length;
        x.z /= length;
    } else {
        x = vrm_vec3_make(1.0f, 0.0f, 0.0f); /* MT-035: seen from straight above or below */
    }
    y = vrm_vec3_make(v.y * x.z - v.z * x.y, v.z * x.x - v.x * x.z, v.x * x.y - v.y * x.x);
    out->x = dot(x, *normal) * 0.495f + 0.5f;
    out->y = 1.0f - (dot(y, *normal) * 0.495f + 0.5f);
}

void vrm_mtoon_outline(const float shaded[3], const float outline_color[3], float lighting_mix,
                       float out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = outline_color[i] * lerp(1.0f, shaded[i], lighting_mix);
    }
}

void vrm_mtoon_get_outline_position(const vrm_vec3 *position, const vrm_vec3 *normal, float width,
                                    vrm_vec3 *out) {
    vrm_vec3 p = *position, n = *normal;
    float length = sqrtf(dot(n, n));
    float k = length > 0.0f ? width / length : 0.0f;
    *out = vrm_vec3_make(p.x + n.x * k, p.y + n.y * k, p.z + n.z * k);
}

void vrm_mtoon_get_outline_clip(const vrm_mat4 *projection, const vrm_vec4 *clip,
                                const vrm_vec3 *view_normal, float width, vrm_vec4 *out) {
    vrm_vec3 n = *view_normal;
    float length = sqrtf(dot(n, n)), across = sqrtf(n.x * n.x + n.y * n.y), k;
    *out = *clip;
    if (!(length > 0.0f) || across / length < 1e-6f) return;
    /* 1 - z*z of the unit normal: nothing on the silhouette, less where the surface faces us. */
    k = 2.0f * width * out->w * (across * across) / (length * length);
    out->x += k * n.x / across * (projection->m[0] / projection->m[5]);
    out->y += k * n.y / across;
}

void vrm_mtoon_get_animated_uv(const vrm_vec2 *uv, float rotation, const vrm_vec2 *scroll,
                               float mask, vrm_vec2 *out) {
    float c = cosf(rotation * mask), s = sinf(rotation * mask);
    float x = uv->x - 0.5f, y = uv->y - 0.5f;
    out->x = c * x + s * y + 0.5f + scroll->x * mask;
    out->y = -s * x + c * y + 0.5f + scroll->y * mask;
}

/* Scale, then rotation about the origin, counter-clockwise with V down, then offset. */
void vrm_texture_get_transformed(const vrm_texture_info *info, const vrm_vec2 *scale,
                                 const vrm_vec2 *offset, const vrm_vec2 *uv, vrm_vec2 *out) {
    float c = cosf(info->rotation), s = sinf(info->rotation);
    float x = uv->x * scale->x, y = uv->y * scale->y;
    out->x = c * x + s * y + offset->x;
    out->y = -s * x + c * y + offset->y;
}

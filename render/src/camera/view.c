/* The eye and the light. */
#include "view.h"

#include <math.h>
#include <string.h>

static vrm_vec3 subtract(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vrm_vec3 cross(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* `fallback` where there is no direction. */
static vrm_vec3 unit(vrm_vec3 v, vrm_vec3 fallback) {
    float length = sqrtf(dot(v, v));
    if (!(length > 0.0f) || !isfinite(length)) return fallback;
    return vrm_vec3_make(v.x / length, v.y / length, v.z / length);
}

vrm_mat4 vrmr_multiply(const vrm_mat4 *a, const vrm_mat4 *b) {
    vrm_mat4 out;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
            out.m[c * 4 + r] = a->m[r] * b->m[c * 4] + a->m[4 + r] * b->m[c * 4 + 1] +
                               a->m[8 + r] * b->m[c * 4 + 2] + a->m[12 + r] * b->m[c * 4 + 3];
        }
    }
    return out;
}

void vrm_view_init_sized(vrm_view *view, size_t struct_size) {
    if (view == NULL || struct_size < sizeof *view || struct_size > UINT32_MAX) return;
    memset(view, 0, struct_size);
    view->struct_size = (uint32_t)struct_size;
    for (int i = 0; i < 4; ++i) view->view.m[i * 5] = view->projection.m[i * 5] = 1.0f;
    view->light.direction.z = 1.0f;
    for (int i = 0; i < 3; ++i) view->light.color[i] = 1.0f;
    view->width = view->height = 1;
}

bool vrmr_view_is_valid(const vrm_view *view) {
    return view != NULL && view->struct_size >= sizeof *view;
}

void vrm_view_look_at(vrm_view *view, const vrm_vec3 *from, const vrm_vec3 *target,
                      const vrm_vec3 *upwards, float fov, float aspect, float z_near, float z_far) {
    vrm_vec3 x, y, z, eye, up;
    float f = 1.0f / tanf(fov * 0.5f);
    float *m, *p;
    if (view == NULL || from == NULL || target == NULL || upwards == NULL) return;
    eye = *from;
    up = *upwards;
    z = unit(subtract(eye, *target), vrm_vec3_make(0.0f, 0.0f, 1.0f));
    /* Where `up` is along the direction of the view, another axis says which way is up. */
    x = cross(unit(up, vrm_vec3_make(0.0f, 1.0f, 0.0f)), z);
    if (dot(x, x) < 1e-12f) x = cross(vrm_vec3_make(0.0f, 0.0f, z.y > 0.0f ? -1.0f : 1.0f), z);
    if (dot(x, x) < 1e-12f) x = vrm_vec3_make(1.0f, 0.0f, 0.0f);
    x = unit(x, vrm_vec3_make(1.0f, 0.0f, 0.0f));
    y = cross(z, x);
    m = view->view.m;
    m[0] = x.x, m[4] = x.y, m[8] = x.z, m[12] = -dot(x, eye);
    m[1] = y.x, m[5] = y.y, m[9] = y.z, m[13] = -dot(y, eye);
    m[2] = z.x, m[6] = z.y, m[10] = z.z, m[14] = -dot(z, eye);
    m[3] = m[7] = m[11] = 0.0f;
    m[15] = 1.0f;
    p = view->projection.m;
    memset(p, 0, sizeof view->projection.m);
    p[0] = f / aspect;
    p[5] = f;
    p[10] = (z_far + z_near) / (z_near - z_far);
    p[11] = -1.0f;
    p[14] = 2.0f * z_far * z_near / (z_near - z_far);
}

vrm_vec3 vrmr_view_unproject(const vrm_mat4 *view, vrm_vec3 seen) {
    const float *m = view->m;
    vrm_vec3 a = {m[0], m[1], m[2]}, b = {m[4], m[5], m[6]}, c = {m[8], m[9], m[10]};
    vrm_vec3 t = {seen.x - m[12], seen.y - m[13], seen.z - m[14]};
    vrm_vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
    float determinant = dot(a, bc);
    if (determinant == 0.0f) determinant = 1.0f;
    return vrm_vec3_make(dot(bc, t) / determinant, dot(ca, t) / determinant,
                         dot(ab, t) / determinant);
}

void vrmr_view_fill(const vrm_view *view, vrmr_view_block *out) {
    vrm_mat4 both = vrmr_multiply(&view->projection, &view->view);
    const float *m = view->view.m, *p = view->projection.m;
    vrm_vec3 front = {0.0f, 0.0f, 1.0f}, eye, light;
    vrm_vec3 right = unit(vrm_vec3_make(m[0], m[4], m[8]), vrm_vec3_make(1.0f, 0.0f, 0.0f));
    vrm_vec3 up = unit(vrm_vec3_make(m[1], m[5], m[9]), vrm_vec3_make(0.0f, 1.0f, 0.0f));
    memset(out, 0, sizeof *out);
    memcpy(out->view_projection, both.m, sizeof both.m);
    /* Clip w is constant: orthographic, and the eye is everywhere in front. */
    if (p[3] == 0.0f && p[7] == 0.0f && p[11] == 0.0f) {
        eye = unit(vrm_vec3_make(m[2], m[6], m[10]), front);
    } else {
        eye = vrmr_view_unproject(&view->view, vrm_vec3_make(0.0f, 0.0f, 0.0f));
        out->eye[3] = 1.0f;
    }
    light = unit(view->light.direction, front);
    out->eye[0] = eye.x, out->eye[1] = eye.y, out->eye[2] = eye.z;
    out->light[0] = light.x, out->light[1] = light.y, out->light[2] = light.z;
    for (int i = 0; i < 3; ++i) {
        out->light_color[i] = view->light.color[i];
        out->sky[i] = view->light.sky[i];
        out->ground[i] = view->light.ground[i];
    }
    out->right[0] = right.x, out->right[1] = right.y, out->right[2] = right.z;
    out->up[0] = up.x, out->up[1] = up.y, out->up[2] = up.z;
    /* The viewport's shape, as the projection has it; and a projection may be upside down. */
    out->right[3] = p[5] != 0.0f ? p[0] / fabsf(p[5]) : 1.0f;
    out->up[3] = p[5] < 0.0f ? -1.0f : 1.0f;
}

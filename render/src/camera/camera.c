/* Cameras that show an avatar, and what is under a cursor. Pure geometry. */
#include "extent.h"
#include "render/src/base/limits.h"
#include "view.h"

#include <math.h>
#include <string.h>

static const float default_fov = 20.0f * 0.017453293f;

static vrm_vec3 add(vrm_vec3 a, vrm_vec3 b, float times) {
    return vrm_vec3_make(a.x + times * b.x, a.y + times * b.y, a.z + times * b.z);
}

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* --- Framing --- */

typedef struct framing_shape {
    vrm_shot shot;
    float yaw, pitch, fov, aspect;
    bool for_all_sides;
} framing_shape;

static const vrm_vec3 *points_of(const vrmr_extent *m) { return m->points.data; }

/* The axes of the picture in the world. */
typedef struct axes {
    vrm_vec3 right, up, back; /* back: to the eye */
} axes;

static axes make_axes(const framing_shape *shape) {
    float sy = sinf(shape->yaw), cy = cosf(shape->yaw);
    float sp = sinf(shape->pitch), cp = cosf(shape->pitch);
    axes a;
    a.back = vrm_vec3_make(sy * cp, sp, cy * cp);
    a.right = vrm_vec3_make(cy, 0.0f, -sy);
    a.up = vrm_vec3_make(-sy * sp, cp, -cy * sp);
    return a;
}

/* The distance from which all points above `floor` are within the picture. */
static float distance_for(const vrmr_extent *m, const framing_shape *shape, const axes *a,
                          vrm_vec3 target, float floor) {
    float up = tanf(0.5f * shape->fov), side = up * shape->aspect;
    float distance = 0.0f;
    for (uint32_t i = 0; i < m->point_count; ++i) {
        vrm_vec3 p = add(points_of(m)[i], target, -1.0f);
        float y = fabsf(dot(p, a->up)), x = fabsf(dot(p, a->right)), z = dot(p, a->back);
        if (points_of(m)[i].y < floor) continue;
        if (shape->for_all_sides) x = z = sqrtf(p.x * p.x + p.z * p.z);
        distance = fmaxf(distance, z + fmaxf(y / up, x / side));
    }
    return distance;
}

/* The planes enclose all of the avatar that is in front of the eye. */
static void place(const vrmr_extent *m, const axes *a, vrm_vec3 target, float distance,
                  vrm_camera *out) {
    vrm_vec3 corner = {
        fmaxf(fabsf(m->shown.least.x - target.x), fabsf(m->shown.most.x - target.x)),
        fmaxf(fabsf(m->shown.least.y - target.y), fabsf(m->shown.most.y - target.y)),
        fmaxf(fabsf(m->shown.least.z - target.z), fabsf(m->shown.most.z - target.z))};
    float radius = sqrtf(dot(corner, corner));
    out->target = target;
    out->eye = add(target, a->back, distance);
    out->up = a->up;
    out->z_near = fmaxf(0.02f * distance, distance - 1.2f * radius);
    out->z_far = distance + 2.0f * radius + 0.1f * distance;
}

static void frame_points(const vrmr_extent *m, const framing_shape *shape, float floor,
                         vrm_camera *out) {
    axes a = make_axes(shape);
    float low = fmaxf(floor, m->shown.least.y), left = 1e30f, right = -1e30f, distance;
    vrm_vec3 target;
    for (uint32_t i = 0; i < m->point_count; ++i) {
        if (points_of(m)[i].y < low) continue;
        left = fminf(left, points_of(m)[i].x);
        right = fmaxf(right, points_of(m)[i].x);
    }
    if (left > right) left = m->shown.least.x, right = m->shown.most.x;
    target.x = 0.5f * (left + right);
    target.y = 0.5f * (low + m->shown.most.y);
    target.z = 0.5f * (m->shown.least.z + m->shown.most.z);
    distance = 1.06f * distance_for(m, shape, &a, target, low);
    place(m, &a, target, fmaxf(distance, 1e-3f), out);
}

/* `below` and `above`: of the head bone, in heights of the head. */
static void frame_head(const vrmr_extent *m, const framing_shape *shape, float below, float above,
                       float side, vrm_camera *out) {
    axes a = make_axes(shape);
    float height = m->shown.head_height, up = tanf(0.5f * shape->fov);
    float half = 0.5f * (below + above) * height;
    vrm_vec3 target = m->shown.head;
    target.y += 0.5f * (above - below) * height;
    half = fmaxf(half, side * m->shown.head_width / shape->aspect);
    /* As wide as that at the face, which is nearer than the bone. */
    place(m, &a, target, half / up + 0.5f * m->shown.head_depth, out);
}

static void frame(const vrmr_extent *m, const framing_shape *shape, vrm_camera *out) {
    const vrm_extent *shown = &m->shown;
    out->fov = shape->fov;
    if (shape->shot == VRM_SHOT_FACE && m->has_portrait) {
        frame_head(m, shape, 0.22f, 1.1f, 1.15f, out);
    } else if (shape->shot == VRM_SHOT_PORTRAIT && m->has_portrait) {
        frame_head(m, shape, 0.5f, 1.12f, 1.25f, out);
    } else if (shape->shot == VRM_SHOT_UPPER && shown->has_hips && shown->hips.y < shown->most.y) {
        frame_points(m, shape, shown->hips.y, out);
    } else {
        frame_points(m, shape, shown->least.y, out);
    }
}

static bool read_shape(const vrm_framing *framing, float aspect, framing_shape *out) {
    const float pi = 3.14159265f;
    vrm_framing own;
    memset(&own, 0, sizeof own);
    if (framing != NULL && !vrmr_read_desc(&own, sizeof own, framing)) return false;
    out->shot = own.shot;
    out->yaw = own.yaw;
    out->pitch = own.pitch;
    out->fov = own.fov != 0.0f ? own.fov : default_fov;
    out->aspect = aspect;
    out->for_all_sides = own.for_all_sides != 0;
    return own.shot >= VRM_SHOT_FULL && own.shot <= VRM_SHOT_FACE && isfinite(own.yaw) &&
           isfinite(own.pitch) && out->fov > 0.0f && out->fov < pi && aspect > 0.0f &&
           isfinite(aspect);
}

void vrm_framing_init_sized(vrm_framing *framing, size_t struct_size) {
    if (framing == NULL || struct_size < sizeof framing->struct_size || struct_size > UINT32_MAX) {
        return;
    }
    memset(framing, 0, struct_size);
    framing->struct_size = (uint32_t)struct_size;
}

vrm_result vrm_extent_get_camera(const vrm_extent *extent, const vrm_framing *framing, float aspect,
                                 vrm_camera *out) {
    framing_shape shape;
    if (extent == NULL || out == NULL || !read_shape(framing, aspect, &shape)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    frame((const vrmr_extent *)(const void *)extent, &shape, out);
    return VRM_OK;
}

vrm_result vrm_view_frame(vrm_view *view, const vrm_avatar *avatar, const vrm_framing *framing,
                          vrm_camera *out_camera) {
    vrm_camera camera;
    vrm_extent *extent;
    framing_shape shape;
    if (!vrmr_view_is_valid(view) || avatar == NULL || view->height == 0 ||
        !read_shape(framing, (float)view->width / (float)view->height, &shape)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (vrm_extent_create(avatar, NULL, &extent, NULL) != VRM_OK) return VRM_ERROR_OUT_OF_MEMORY;
    frame((const vrmr_extent *)(const void *)extent, &shape, &camera);
    vrm_extent_destroy(extent);
    vrm_view_look_at_value(view, camera.eye, camera.target, camera.up, camera.fov, shape.aspect,
                           camera.z_near, camera.z_far);
    if (out_camera != NULL) *out_camera = camera;
    return VRM_OK;
}

/* --- The point under a cursor --- */

static bool is_finite(vrm_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

void vrm_view_get_look_at_point(const vrm_view *view, const vrm_vec3 *eyes, float x, float y,
                                vrm_vec3 *out) {
    const float share = 0.25f;
    const float *p, *v;
    vrm_vec3 camera, near, seen;
    float w;
    if (!vrmr_view_is_valid(view) || eyes == NULL || out == NULL) return;
    p = view->projection.m;
    v = view->view.m;
    camera = vrmr_view_unproject(&view->view, vrm_vec3_make(0.0f, 0.0f, 0.0f));
    near = add(*eyes, add(camera, *eyes, -1.0f), share);
    /* The plane has one depth before the camera, so that clip coordinates have one w there. */
    seen.z = v[2] * near.x + v[6] * near.y + v[10] * near.z + v[14];
    w = p[11] * seen.z + p[15];
    seen.x = ((2.0f * x / (float)view->width - 1.0f) * w - p[8] * seen.z - p[12]) / p[0];
    seen.y = ((1.0f - 2.0f * y / (float)view->height) * w - p[9] * seen.z - p[13]) / p[5];
    *out = vrmr_view_unproject(&view->view, seen);
    if (!(w > 0.0f) || !is_finite(*out)) *out = camera;
}

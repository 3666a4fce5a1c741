#include "camera.h"

#include <math.h>

static const float degree = 0.017453293f;

static vrm_vec3 add(vrm_vec3 a, vrm_vec3 b, float times) {
    return vrm_vec3_make(a.x + times * b.x, a.y + times * b.y, a.z + times * b.z);
}

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* The axes of the picture in the world. */
typedef struct axes {
    vrm_vec3 right, up, back; /* back: to the eye */
} axes;

static axes make_axes(const camera_angle *angle) {
    float sy = sinf(angle->yaw_degrees * degree), cy = cosf(angle->yaw_degrees * degree);
    float sp = sinf(angle->pitch_degrees * degree), cp = cosf(angle->pitch_degrees * degree);
    axes a;
    a.back = vrm_vec3_make(sy * cp, sp, cy * cp);
    a.right = vrm_vec3_make(cy, 0.0f, -sy);
    a.up = vrm_vec3_make(-sy * sp, cp, -cy * sp);
    return a;
}

/* The distance from which all points above `floor` are within the picture. */
static float distance_for(const measure *m, const camera_angle *angle, const axes *a,
                          vrm_vec3 target, float floor) {
    float up = tanf(0.5f * angle->fov_degrees * degree), side = up * angle->aspect;
    float distance = 0.0f;
    for (uint32_t i = 0; i < m->point_count; ++i) {
        vrm_vec3 p = add(m->points[i], target, -1.0f);
        float y = fabsf(dot(p, a->up)), x = fabsf(dot(p, a->right)), z = dot(p, a->back);
        if (m->points[i].y < floor) continue;
        if (angle->for_all_sides) x = z = sqrtf(p.x * p.x + p.z * p.z);
        distance = fmaxf(distance, z + fmaxf(y / up, x / side));
    }
    return distance;
}

/* The planes enclose all of the avatar that is in front of the eye. */
static void place(const measure *m, const axes *a, vrm_vec3 target, float distance,
                  camera_place *out) {
    vrm_vec3 corner = {fmaxf(fabsf(m->least.x - target.x), fabsf(m->most.x - target.x)),
                       fmaxf(fabsf(m->least.y - target.y), fabsf(m->most.y - target.y)),
                       fmaxf(fabsf(m->least.z - target.z), fabsf(m->most.z - target.z))};
    float radius = sqrtf(dot(corner, corner));
    out->target = target;
    out->eye = add(target, a->back, distance);
    out->up = a->up;
    out->near = fmaxf(0.02f * distance, distance - 1.2f * radius);
    out->far = distance + 2.0f * radius + 0.1f * distance;
}

static void frame_points(const measure *m, const camera_angle *angle, float floor,
                         camera_place *out) {
    axes a = make_axes(angle);
    float low = fmaxf(floor, m->least.y), left = 1e30f, right = -1e30f, distance;
    vrm_vec3 target;
    for (uint32_t i = 0; i < m->point_count; ++i) {
        if (m->points[i].y < low) continue;
        left = fminf(left, m->points[i].x);
        right = fmaxf(right, m->points[i].x);
    }
    if (left > right) left = m->least.x, right = m->most.x;
    target.x = 0.5f * (left + right);
    target.y = 0.5f * (low + m->most.y);
    target.z = 0.5f * (m->least.z + m->most.z);
    distance = 1.06f * distance_for(m, angle, &a, target, low);
    place(m, &a, target, fmaxf(distance, 1e-3f), out);
}

/* `below` and `above`: of the head bone, in heights of the head. */
static void frame_head(const measure *m, const camera_angle *angle, float below, float above,
                       float side, camera_place *out) {
    axes a = make_axes(angle);
    float height = m->head_height, up = tanf(0.5f * angle->fov_degrees * degree);
    float half = 0.5f * (below + above) * height;
    vrm_vec3 target = m->head;
    target.y += 0.5f * (above - below) * height;
    half = fmaxf(half, side * m->head_width / angle->aspect);
    /* As wide as that at the face, which is nearer than the bone. */
    place(m, &a, target, half / up + 0.5f * m->head_depth, out);
}

void camera_frame(const measure *measured, camera_view view, const camera_angle *angle,
                  camera_place *out) {
    out->fov_degrees = angle->fov_degrees;
    if (view == VIEW_FACE && measured->has_portrait) {
        frame_head(measured, angle, 0.22f, 1.1f, 1.15f, out);
    } else if (view == VIEW_PORTRAIT && measured->has_portrait) {
        frame_head(measured, angle, 0.5f, 1.12f, 1.25f, out);
    } else if (view == VIEW_UPPER && measured->has_hips && measured->hips.y < measured->most.y) {
        frame_points(measured, angle, measured->hips.y, out);
    } else {
        frame_points(measured, angle, measured->least.y, out);
    }
}

void camera_first_person(const vrm_avatar *avatar, camera_place *out) {
    vrm_vec3 hips = vrm_avatar_bone_position(avatar, VRM_BONE_HIPS);
    float tall;
    out->eye = vrm_avatar_eye_position(avatar);
    tall = fmaxf(fabsf(out->eye.y - hips.y), 1e-3f);
    out->target = add(out->eye, vrm_vec3_make(0.0f, -2.0f, 1.0f), tall);
    out->up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    out->fov_degrees = 75.0f;
    out->near = 0.02f * tall;
    out->far = 100.0f * tall;
}

#include "orbit.h"

#include <math.h>

static const float degree = 0.017453293f;

static vrm_vec3 add(vrm_vec3 a, vrm_vec3 b, float times) {
    return vrm_vec3_make(a.x + times * b.x, a.y + times * b.y, a.z + times * b.z);
}

static float dot(vrm_vec3 a, vrm_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vrm_vec3 cross(vrm_vec3 a, vrm_vec3 b) {
    return vrm_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static vrm_vec3 unit(vrm_vec3 a) {
    float length = sqrtf(dot(a, a));
    return length > 0.0f ? add(vrm_vec3_make(0.0f, 0.0f, 0.0f), a, 1.0f / length) : a;
}

/* The axes of a picture in the world. */
typedef struct axes {
    vrm_vec3 right, up, ahead;
} axes;

static axes axes_of(const camera_place *place) {
    axes a;
    a.ahead = unit(add(place->target, place->eye, -1.0f));
    a.right = unit(cross(a.ahead, place->up));
    a.up = cross(a.right, a.ahead);
    return a;
}

void orbit_frame(orbit *camera, const vrm_extent *extent, camera_view view, float aspect) {
    camera_angle angle = {camera->yaw_degrees, camera->pitch_degrees, camera->fov_degrees, aspect,
                          view == VIEW_FULL};
    camera_place place;
    vrm_vec3 away, reach = add(extent->most, extent->least, -1.0f);
    camera_frame(extent, view, &angle, &place);
    away = add(place.eye, place.target, -1.0f);
    camera->target = place.target;
    camera->distance = sqrtf(dot(away, away));
    camera->size = fmaxf(sqrtf(dot(reach, reach)), 1e-3f);
}

void orbit_turn(orbit *camera, float x, float y) {
    camera->yaw_degrees = remainderf(camera->yaw_degrees - 0.4f * x, 360.0f);
    /* Short of straight down, where there is no telling which way is up. */
    camera->pitch_degrees = fminf(fmaxf(camera->pitch_degrees + 0.3f * y, -85.0f), 85.0f);
}

vrm_vec3 orbit_follow(const camera_place *place, vrm_vec3 point, float x, float y, float height) {
    axes a = axes_of(place);
    float depth = dot(add(point, place->eye, -1.0f), a.ahead);
    float pixel = 2.0f * depth * tanf(0.5f * place->fov_degrees * degree) / height;
    return add(add(vrm_vec3_make(0.0f, 0.0f, 0.0f), a.right, x * pixel), a.up, -y * pixel);
}

void orbit_pan(orbit *camera, float x, float y, float height) {
    camera_place place;
    orbit_place(camera, &place);
    camera->target = add(camera->target, orbit_follow(&place, camera->target, x, y, height), -1.0f);
}

void orbit_zoom(orbit *camera, float notches) {
    float distance = camera->distance * powf(0.88f, notches);
    camera->distance = fminf(fmaxf(distance, 0.1f * camera->size), 30.0f * camera->size);
}

void orbit_place(const orbit *camera, camera_place *out) {
    float yaw = camera->yaw_degrees * degree, pitch = camera->pitch_degrees * degree;
    vrm_vec3 back = {sinf(yaw) * cosf(pitch), sinf(pitch), cosf(yaw) * cosf(pitch)};
    out->target = camera->target;
    out->eye = add(camera->target, back, camera->distance);
    out->up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    out->fov_degrees = camera->fov_degrees;
    out->near = fmaxf(0.03f * camera->distance, camera->distance - 3.0f * camera->size);
    out->far = camera->distance + 6.0f * camera->size;
}

#include "camera.h"

#include <math.h>

static const float degree = 0.017453293f;

void camera_frame(const vrm_extent *extent, camera_view view, const camera_angle *angle,
                  camera_place *out) {
    vrm_framing framing;
    vrm_camera camera = {0};
    vrm_framing_init(&framing);
    framing.shot = (vrm_shot)view;
    framing.fov = angle->fov_degrees * degree;
    framing.yaw = angle->yaw_degrees * degree;
    framing.pitch = angle->pitch_degrees * degree;
    framing.for_all_sides = angle->for_all_sides;
    vrm_extent_get_camera(extent, &framing, angle->aspect, &camera);
    out->eye = camera.eye;
    out->target = camera.target;
    out->up = camera.up;
    out->fov_degrees = angle->fov_degrees;
    out->near = camera.z_near;
    out->far = camera.z_far;
}

void camera_first_person(const vrm_avatar *avatar, camera_place *out) {
    vrm_vec3 hips = vrm_avatar_bone_position(avatar, VRM_BONE_HIPS);
    float tall;
    out->eye = vrm_avatar_eye_position(avatar);
    tall = fmaxf(fabsf(out->eye.y - hips.y), 1e-3f);
    out->target = vrm_vec3_make(out->eye.x, out->eye.y - 2.0f * tall, out->eye.z + tall);
    out->up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    out->fov_degrees = 75.0f;
    out->near = 0.02f * tall;
    out->far = 100.0f * tall;
}

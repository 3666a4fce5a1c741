/* Cameras of programs, whose angles are in degrees. */
#ifndef VRM_PICTURE_CAMERA_H
#define VRM_PICTURE_CAMERA_H

#include <stdbool.h>
#include <vrm/camera.h>

typedef struct camera_place {
    vrm_vec3 eye, target, up;
    float fov_degrees; /* vertical */
    float near, far;
} camera_place;

typedef enum camera_view {
    VIEW_FULL = VRM_SHOT_FULL,
    VIEW_UPPER = VRM_SHOT_UPPER,
    VIEW_PORTRAIT = VRM_SHOT_PORTRAIT,
    VIEW_FACE = VRM_SHOT_FACE
} camera_view;

/* How to look: turned about the avatar, `yaw_degrees` to its left, and from above. */
typedef struct camera_angle {
    float yaw_degrees, pitch_degrees;
    float fov_degrees;
    float aspect;       /* width by height */
    bool for_all_sides; /* far enough for any yaw */
} camera_angle;

/* Places the camera as vrm_extent_get_camera does. */
void camera_frame(const vrm_extent *extent, camera_view view, const camera_angle *angle,
                  camera_place *out);

/* Through the avatar's eyes, ahead and down at its hands and feet. */
void camera_first_person(const vrm_avatar *avatar, camera_place *out);

#endif

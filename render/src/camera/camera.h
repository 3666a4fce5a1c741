/* Where the camera stands, told from the avatar itself: tiny and huge ones fill the picture alike.
 */
#ifndef VRM_KIT_CAMERA_H
#define VRM_KIT_CAMERA_H

#include "extent.h"

#include <stdbool.h>
#include <vrm/vrm.h>

typedef struct camera_place {
    vrm_vec3 eye, target, up;
    float fov_degrees; /* vertical */
    float near, far;
} camera_place;

typedef enum camera_view {
    VIEW_FULL,     /* all of it */
    VIEW_UPPER,    /* from the hips up */
    VIEW_PORTRAIT, /* head and shoulders */
    VIEW_FACE      /* the head */
} camera_view;

/* How to look: turned about the avatar, `yaw_degrees` to its left, and from above. */
typedef struct camera_angle {
    float yaw_degrees, pitch_degrees;
    float fov_degrees;
    float aspect;       /* width by height */
    bool for_all_sides; /* far enough for any yaw */
} camera_angle;

/* A file without the bones that a view is told from, or whose head is all there is, is shown in
 * full. */
void camera_frame(const measure *measured, camera_view view, const camera_angle *angle,
                  camera_place *out);

/* Through the avatar's eyes, ahead and down at its hands and feet. */
void camera_first_person(const vrm_avatar *avatar, camera_place *out);

#endif

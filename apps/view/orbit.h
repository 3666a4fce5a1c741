/* A camera that a hand turns about a point. Pure geometry. */
#ifndef VRM_VIEW_ORBIT_H
#define VRM_VIEW_ORBIT_H

#include "apps/picture/camera.h"

typedef struct orbit {
    vrm_vec3 target;
    float yaw_degrees, pitch_degrees; /* as in camera_angle */
    float distance;
    float size; /* of what is looked at, in metres: how near and how far the eye may go */
    float fov_degrees;
} orbit;

/* Shows an avatar as `vrm render` would, from where the camera looks now. */
void orbit_frame(orbit *camera, const vrm_extent *extent, camera_view view, float aspect);

/* Turns with a hand that moved by so many pixels: what is in front goes along with it. */
void orbit_turn(orbit *camera, float x, float y);
/* Moves along the picture, so that the target stays under the hand; `height` of the picture. */
void orbit_pan(orbit *camera, float x, float y, float height);
/* Nearer by so many notches of a wheel; negative: farther. */
void orbit_zoom(orbit *camera, float notches);

void orbit_place(const orbit *camera, camera_place *out);

/* How far a point moves with a hand that moves by pixels, in a picture of that height. */
vrm_vec3 orbit_follow(const camera_place *place, vrm_vec3 point, float x, float y, float height);

#endif

/* How avatars are shown by default: light, background, wind in gusts, and hair at rest. */
#ifndef VRM_KIT_SCENE_H
#define VRM_KIT_SCENE_H

#include <vrm/render.h>
#include <vrm/spring.h>

/* From the upper left of a camera in front of the avatar, with some from all around. */
void scene_light(vrm_light *out);

/* Turns a light about the vertical, to the avatar's left: it comes along with the camera. */
void scene_turn_light(vrm_light *light, float yaw_degrees);

/* A light grey, brighter above: `down` is 0 at the top of the picture and 1 at its bottom. Bytes of
 * sRGB, as whole numbers. */
void scene_background(float down, float out[3]);

/* What is felt of a wind of this force, in the unit of vrm_avatar_set_wind, after so many seconds:
 * 0.2 to 1 times as strong. */
vrm_vec3 scene_gust(vrm_vec3 force, double seconds);

/* The widest outline, in metres, of an avatar of this height; 0: there is no limit. Widths are made
 * for people: a figurine of 14 cm would be all outline. */
float scene_widest_outline(float height);

/* Updates the frame, then lets the springs run until hair hangs still, as before a picture. */
void scene_settle(vrm_avatar *avatar);

#endif

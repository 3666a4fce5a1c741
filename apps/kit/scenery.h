/* The light and the background that avatars are shown in, unless told otherwise. */
#ifndef VRM_KIT_SCENERY_H
#define VRM_KIT_SCENERY_H

#include <vrm/render.h>

/* From the upper left of a camera in front of the avatar, with some from all around. */
void scenery_light(vrm_light *out);

/* Turns a light about the vertical, to the avatar's left: it comes along with the camera. */
void scenery_turn_light(vrm_light *light, float yaw_degrees);

/* A light grey, brighter above: `down` is 0 at the top of the picture and 1 at its bottom. Bytes of
 * sRGB, as whole numbers. */
void scenery_background(float down, float out[3]);

#endif

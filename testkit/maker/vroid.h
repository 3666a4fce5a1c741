#ifndef MAKER_VROID_H
#define MAKER_VROID_H

#include "avatar.h"

/*
 * About 18 MB: 75,000 triangles, 57 morph targets of the face, 24 springs of 144 joints, 54 bones
 * (those of VRoid Studio: the body, fingers, toes and eyes, all but the jaw), 12 textures of
 * 2048 x 2048 pixels, compressed.
 *
 * `is_light`: with 24 bones and textures of 512 x 512 that are stored without compression, byte for
 * byte as 0.1.0 made it, so that its figures can be compared.
 */
void vroid_build(avatar *a, bool is_light);

#endif

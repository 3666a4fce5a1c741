#ifndef MAKER_VROID_H
#define MAKER_VROID_H

#include "avatar.h"

/*
 * About 18 MB: 75,000 triangles, 57 morph targets of the face, 24 springs of 144 joints, 54 bones
 * (those of VRoid Studio: the body, fingers, toes and eyes, all but the jaw), 12 textures of
 * 2048 x 2048 pixels, which libpng writes: their bytes depend on its version and on zlib's.
 *
 * `is_light`: with the small textures of the sample character, about 6 MB. This needs no libpng.
 */
void vroid_build(avatar *a, bool is_light);

#endif

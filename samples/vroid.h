#ifndef MAKER_VROID_H
#define MAKER_VROID_H

#include "avatar.h"

/* About 17 MB: 57 morph targets, 24 springs of 144 joints, 12 textures. */
void vroid_build(avatar *a);

#endif

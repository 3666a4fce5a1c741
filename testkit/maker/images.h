/* PNG files that avatars are made with: the textures of samples/ame, and those of images/.
 * CMakeLists.txt embeds what is listed here. */
#ifndef MAKER_IMAGES_H
#define MAKER_IMAGES_H

#include "list.h"

/* The character's textures, in the order of its images; her thumbnail; the figure's texture;
 * images of faults, of one color. */
#define MAKER_IMAGES(X)                                                                            \
    X(skin)                                                                                        \
    X(eyes)                                                                                        \
    X(blush)                                                                                       \
    X(hair)                                                                                        \
    X(outfit)                                                                                      \
    X(sheen)                                                                                       \
    X(taper)                                                                                       \
    X(thumbnail)                                                                                   \
    X(checker)                                                                                     \
    X(square)                                                                                      \
    X(wide)                                                                                        \
    X(large)

/* A copy of the file of this name; it must exist. */
bytes image_png(const char *name);

#endif

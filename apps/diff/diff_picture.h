/* `vrm diff --pixels`: how alike two avatars look. A program that draws does it (apps/draw). */
#ifndef VRM_DIFF_PICTURE_H
#define VRM_DIFF_PICTURE_H

#include "pair.h"

enum { DIFF_VIEWS = 5 };

typedef struct diff_view {
    const char *name; /* "front"; pass it to say */
    double ssim;      /* 1: both pictures are equal */
    double lowest;    /* of the windows that it is the average of */
    uint32_t largest; /* difference of a channel of a pixel, 0 to 255 */
    uint64_t changed; /* pixels */
} diff_view;

typedef struct diff_pictures {
    diff_view views[DIFF_VIEWS];
    uint32_t count;
} diff_pictures;

/* What only a program that draws can do. */
typedef struct diff_drawing {
    /* Draws both avatars from all sides and compares the pictures; `out` is the file for a picture
     * that shows the difference, or NULL. Stops once the comparison is late. False: standard error
     * says why. */
    bool (*compare)(const diff_pair *pair, const char *out, diff_pictures *found);
} diff_drawing;

#endif

/* Pictures: read back, written as PNG, and compared with those of the golden folder. */
#ifndef VRM_TEST_RENDER_PICTURE_H
#define VRM_TEST_RENDER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct picture {
    int width, height;
    uint8_t *rgba; /* top row first; NULL: there is none */
} picture;

picture picture_make(int width, int height);
void picture_free(picture *image);
const uint8_t *picture_at(const picture *image, int x, int y);

/* PNG in memory, to be freed with free. */
uint8_t *picture_encode(const picture *image, size_t *out_size);
bool picture_write(const picture *image, const char *path);
picture picture_read(const char *path);

/* Smaller by a whole number: each pixel the mean of an area. What was drawn on nothing is
 * multiplied by its alpha; the result is not. */
picture picture_shrink(const picture *image, int factor);

/*
 * Compares two pictures on a black ground. Machines differ in the last bit and along edges: the
 * mean difference of a channel may be `mean` bytes, and `share` of the pixels may differ by more
 * than 16. A failure leaves NAME.png, NAME.golden.png and NAME.difference.png (eight times) in
 * `--data out=FOLDER`.
 */
bool check_same(const picture *image, const picture *wanted, const char *name, double mean,
                double share);
/* The same with golden/NAME.png of `--data golden=FOLDER`. `--data update=1` writes it. */
bool check_golden(const picture *image, const char *name, double mean, double share);

/* The mean difference of a channel, in bytes, of two pictures of one size on black. */
double picture_difference(const picture *a, const picture *b);

/* Leaves a picture in the folder of `out`, where there is one. */
void picture_leave(const picture *image, const char *name);

#endif

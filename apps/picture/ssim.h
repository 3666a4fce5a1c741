/* How alike two pictures of the same size are. */
#ifndef VRM_KIT_SSIM_H
#define VRM_KIT_SSIM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct picture_difference {
    /*
     * The structural similarity of the luma (Wang et al. 2004: windows of 11 x 11 pixels, Gaussian
     * with sigma 1.5, K1 0.01, K2 0.03), averaged over all windows whose centre is opaque or half
     * transparent in one of the pictures: a large background would make everything alike. 1: they
     * are equal.
     */
    double ssim;
    double lowest;    /* of all windows */
    uint32_t largest; /* difference of a channel of a pixel, 0 to 255 */
    uint64_t changed; /* pixels that differ at all */
} picture_difference;

/* Pixels are red, green, blue and straight alpha; what is behind them is grey. False: there is not
 * enough memory, or a picture is smaller than a window. */
bool picture_compare(const uint8_t *a, const uint8_t *b, uint32_t width, uint32_t height,
                     picture_difference *out);

/* One channel of a pixel over the grey, 0 to 255. */
double picture_over_grey(const uint8_t *pixel, int channel);

#endif

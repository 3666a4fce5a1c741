/* Smaller levels of a texture. */
#ifndef VRMR_MIPMAP_H
#define VRMR_MIPMAP_H

#include <stdint.h>

/* sRGB bytes as linear numbers, and back: fine enough that each byte comes back as itself. */
enum { VRMR_SRGB_STEPS = 16384 };
typedef struct vrmr_srgb {
    uint16_t decode[256];
    uint8_t encode[VRMR_SRGB_STEPS];
} vrmr_srgb;

void vrmr_srgb_init(vrmr_srgb *out);

/* RGBA8 at half the size, rounded down, at least 1. `srgb` NULL: the bytes are linear. Alpha always
 * is. Each pixel is the mean of the area that it covers. `out` may be `from`. */
void vrmr_halve(const vrmr_srgb *srgb, const uint8_t *from, uint32_t width, uint32_t height,
                uint8_t *out);

#endif

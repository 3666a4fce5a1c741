/* Smaller images: pixels that are the means of the areas that they cover. */
#ifndef VRMI_OPTIMIZE_IMAGE_SCALE_H
#define VRMI_OPTIMIZE_IMAGE_SCALE_H

#include "vrm/author/optimize.h"

#include <stdbool.h>

/* The size of an image whose longer side is to be at most `most`: as it is where it fits, else with
 * its sides in proportion. */
void vrmi_scaled_size(uint32_t width, uint32_t height, uint32_t most, uint32_t *out_width,
                      uint32_t *out_height);

/*
 * Fills `to`, which has its size and room, and no more pixels on a side than `from`. Colours are
 * summed as light, which sRGB bytes are not (`is_color`); and where alpha is seen (`has_alpha`), in
 * proportion to it, so that what is not seen does not bleed in. Data are summed as they are.
 */
void vrmi_scale_pixels(const vrm_pixels *from, bool is_color, bool has_alpha, vrm_pixels *to);

#endif

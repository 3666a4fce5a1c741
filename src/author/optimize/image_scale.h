/* Smaller images: pixels that are the means of the areas that they cover. */
#ifndef VRMI_OPTIMIZE_IMAGE_SCALE_H
#define VRMI_OPTIMIZE_IMAGE_SCALE_H

#include "vrm/author/optimize.h"

#include <stdbool.h>

/* The size of an image whose longer side may be at most `most`: unchanged if it fits, else with its
 * sides in proportion. */
void vrmi_scaled_size(uint32_t width, uint32_t height, uint32_t most, uint32_t *out_width,
                      uint32_t *out_height);

/*
 * Fills `to`, which has its size and room, and no more pixels on a side than `from`. Colors are
 * summed as light, which sRGB bytes are not (`is_color`). If alpha is visible (`has_alpha`), they
 * are weighted by it, which keeps invisible pixels from bleeding in. Data are summed as they are.
 */
void vrmi_scale_pixels(const vrm_pixels *from, bool is_color, bool has_alpha, vrm_pixels *to);

#endif

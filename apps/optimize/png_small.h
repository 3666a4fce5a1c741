/* PNG in as few bytes as libpng can do: fewer channels or a palette where that loses nothing, and
 * the better of two ways to filter rows. */
#ifndef VRM_OPTIMIZE_PNG_SMALL_H
#define VRM_OPTIMIZE_PNG_SMALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Without `has_alpha`, alpha is left out. `is_fast`: about a third larger, in a tenth of the time.
 * The bytes are to be freed with free; NULL: it cannot be encoded, or memory is short. */
uint8_t *png_small_encode(const uint8_t *pixels, uint32_t width, uint32_t height, bool has_alpha,
                          bool is_fast, size_t *out_size);

#endif

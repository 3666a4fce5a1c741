/* JPEG by libjpeg-turbo; for animation.c. */
#ifndef VRM_PICTURE_JPEG_H
#define VRM_PICTURE_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL, or what this build lacks. */
const char *picture_jpeg_problem(void);

/* As picture_encode of picture.h. Pixels are laid over white by their alpha, unless it is ignored.
 */
uint8_t *picture_encode_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height,
                             bool ignores_alpha, float quality, size_t *out_size,
                             const char **out_problem);

#endif

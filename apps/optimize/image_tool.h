/* Images for an optimisation: decoded by the renderer's decoders, encoded by image libraries. */
#ifndef VRM_OPTIMIZE_IMAGE_TOOL_H
#define VRM_OPTIMIZE_IMAGE_TOOL_H

#include <stdbool.h>
#include <vrm/optimize.h>

typedef struct image_tool {
    float jpeg_quality; /* 0: no image becomes a JPEG */
    float webp_quality; /* 0: none becomes a WebP */
    uint8_t *encoded;   /* of the last image; owned */
} image_tool;

/* NULL, or one sentence that says what this build lacks. */
const char *image_tool_problem(void);
const char *image_tool_jpeg_problem(void);
const char *image_tool_webp_problem(void);

/* The functions of vrm_optimize_tools; `user` is an image_tool. */
int32_t image_tool_decode(const void *bytes, size_t size, vrm_pixels *out, void *user);
void image_tool_release_pixels(vrm_pixels *pixels, void *user);
int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user);

void image_tool_release(image_tool *tool);

#endif

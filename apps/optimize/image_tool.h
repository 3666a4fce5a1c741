/* Images for an optimisation: decoded by the renderer's decoders, encoded by image libraries. */
#ifndef VRM_OPTIMIZE_IMAGE_TOOL_H
#define VRM_OPTIMIZE_IMAGE_TOOL_H

#ifdef VRM_HAVE_RENDER
#include "render/src/shared/image_work.h"
#endif

#include <stdbool.h>
#include <vrm/author/optimize.h>

typedef struct image_tool {
    float jpeg_quality;             /* 0: no image becomes a JPEG */
    float webp_quality;             /* 0: none becomes a WebP */
    const vrm_allocator *allocator; /* of the pixels */
#ifdef VRM_HAVE_RENDER
    vrmr_image_work work; /* of all images, decoded and encoded */
#endif
    uint64_t file_bytes; /* of the whole file */
    uint64_t read_bytes; /* of all images that were decoded */
    uint64_t new_bytes;  /* of those since the last one was encoded */
    uint8_t *encoded;    /* of the last image; owned */
} image_tool;

/* For a file of `file_bytes`, within the settings of its load. The qualities are set by the caller.
 */
void image_tool_init(image_tool *tool, const vrm_load_desc *settings, uint64_t file_bytes);

/* NULL, or one sentence that says what this build lacks. */
const char *image_tool_problem(void);
const char *image_tool_jpeg_problem(void);
const char *image_tool_webp_problem(void);

/* The functions of vrm_optimize_tools; `user` is an image_tool. */
vrm_decode_image_fn image_tool_decode;
void image_tool_release_pixels(vrm_pixels *pixels, void *user);
int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user);

void image_tool_release(image_tool *tool);

#endif

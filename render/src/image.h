/*
 * Images of a file as pixels: PNG, JPEG and WebP, each by its library, each absent where the build
 * did not find that library (VRM_HAVE_PNG, VRM_HAVE_JPEG, VRM_HAVE_WEBP).
 *
 * The bytes are a stranger's. What an image would cost is read from its header and compared with
 * the limits before anything of its size is allocated. No state is kept between calls: they may
 * come from several threads at once, with an allocator that allows it.
 *
 * Colour profiles, gamma values and EXIF orientation are ignored, as glTF demands.
 */
#ifndef VRMR_IMAGE_H
#define VRMR_IMAGE_H

#include <vrm/render.h>

/* Besides VRM_IMAGE_…: the allocator, or that of an image library, returned NULL. */
enum { VRMR_IMAGE_NO_MEMORY = -1 };

typedef struct vrmr_image {
    uint8_t *pixels; /* RGBA8, straight alpha, top row first, rows without gaps */
    uint32_t width, height;
} vrmr_image;

/* Puts the default where a field is 0. */
void vrmr_image_limits_fill(vrm_image_limits *limits);

/*
 * Decodes. Returns VRM_IMAGE_GOOD, and then `out` is to be freed; or another VRM_IMAGE_… or
 * VRMR_IMAGE_NO_MEMORY, and then `out` is all 0.
 *
 * `limits` NULL, or 0 in a field: the default. `max_bytes` is what this one image may take while it
 * is decoded: its pixels, and what else of its size the decoder must hold (all of an interlaced
 * PNG, the coefficients of a progressive JPEG). Of the limit for a model, the caller passes what
 * the images before this one left, and treats nothing left as VRM_IMAGE_TOO_LARGE itself. The
 * image takes vrmr_image_bytes of it. `allocator` NULL: malloc and free.
 *
 * An image with a side beyond `max_texture` becomes smaller by the power of two that makes it fit;
 * sizes round up. Each pixel is then the mean of the area it covers, each channel alone: colour is
 * not weighted by alpha, because an opaque material shows the colour where alpha is 0, and because
 * channels may be data. (JPEG has no alpha, and gets smaller by up to 8 within the inverse DCT.)
 */
int32_t vrmr_image_decode(const uint8_t *bytes, size_t size, const vrm_image_limits *limits,
                          const vrm_allocator *allocator, vrmr_image *out);

/* With the allocator of the decoding. An image that is all 0 is fine. */
void vrmr_image_free(vrmr_image *image, const vrm_allocator *allocator);

static inline uint64_t vrmr_image_bytes(const vrmr_image *image) {
    return (uint64_t)image->width * image->height * 4;
}

#endif

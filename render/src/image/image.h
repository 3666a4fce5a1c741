/*
 * Images of a file as pixels: PNG, JPEG and WebP, each by its library, each absent where the build
 * did not find that library (VRM_HAVE_PNG, VRM_HAVE_JPEG, VRM_HAVE_WEBP).
 *
 * The bytes are untrusted. What an image would cost is read from its header and compared with
 * the limits before anything of its size is allocated. No state is kept between calls: they may
 * come from several threads at once, with an allocator that allows it.
 *
 * Color profiles, gamma values and EXIF orientation are ignored, as glTF demands.
 */
#ifndef VRMR_IMAGE_H
#define VRMR_IMAGE_H

#include "render/src/shared/image_work.h"

#include <vrm/render.h>

/* Besides VRM_IMAGE_STATE_…: the allocator, or that of an image library, returned NULL. */
enum { VRMR_IMAGE_NO_MEMORY = -1 };

typedef struct vrmr_image {
    uint8_t *pixels; /* RGBA8, straight alpha, top row first, rows without gaps */
    uint32_t width, height;
} vrmr_image;

/* Pixels of the longer side of an image, unless a caller has another limit. */
enum { VRMR_LARGEST_SIDE = 16384 };

/* What one image may cost; 0 in any field means its default. */
typedef struct vrmr_image_limits {
    uint32_t max_size;    /* pixels of the longer side as decoded: VRMR_LARGEST_SIDE */
    uint32_t max_texture; /* larger ones are halved until they fit: 4,096 */
    uint64_t max_bytes;   /* while it is decoded: 1 GiB */
} vrmr_image_limits;

/* What the header of an image states. */
typedef struct vrmr_image_size {
    uint32_t width, height;
    uint32_t pixel_work; /* bytes of work for each pixel, before scans of a JPEG are known */
} vrmr_image_size;

/* Reads the header. Returns VRM_IMAGE_STATE_GOOD, though the rest may be damaged;
 * VRM_IMAGE_STATE_TOO_LARGE beyond the default of `max_size`; or another VRM_IMAGE_STATE_… or
 * VRMR_IMAGE_NO_MEMORY. */
int32_t vrmr_image_measure(const uint8_t *bytes, size_t size, const vrm_allocator *allocator,
                           vrmr_image_size *out);

/* What decoding costs by the header: all pixels, or reading the bytes if that takes longer. Many
 * images may share their bytes. */
uint64_t vrmr_image_cost(const vrmr_image_size *image, size_t size);

/*
 * Decodes. Returns VRM_IMAGE_STATE_GOOD, and then `out` is to be freed; or another
 * VRM_IMAGE_STATE_… or VRMR_IMAGE_NO_MEMORY, and then `out` is all 0.
 *
 * `limits` NULL, or 0 in a field: the default. `max_bytes` is what this one image may take while it
 * is decoded: its pixels, and what else of its size the decoder must hold (all of an interlaced
 * PNG, the coefficients of a progressive JPEG). `allocator` NULL: malloc and free.
 *
 * An image with a side beyond `max_texture` becomes smaller by the power of two that makes it fit;
 * sizes round up. Each pixel is then the mean of the area it covers, each channel alone: color is
 * not weighted by alpha, because an opaque material shows the color where alpha is 0, and because
 * channels may be data. (JPEG has no alpha, and gets smaller by up to 8 within the inverse DCT.)
 */
int32_t vrmr_image_decode(const uint8_t *bytes, size_t size, const vrmr_image_limits *limits,
                          const vrm_allocator *allocator, vrmr_image *out);

/* The same for an image whose vrmr_image_cost has been spent: scans of a JPEG are spent as they
 * come, and `work` may stop it, which is VRM_IMAGE_STATE_TOO_LARGE. */
int32_t vrmr_image_decode_charged(const uint8_t *bytes, size_t size,
                                  const vrmr_image_limits *limits, vrmr_image_work *work,
                                  const vrm_allocator *allocator, vrmr_image *out);

/* How often a size is halved until both sides fit `max_texture`. */
uint32_t vrmr_image_halvings(uint32_t width, uint32_t height, uint32_t max_texture);

/* A side halved so often: rounds up. */
static inline uint32_t vrmr_halved(uint32_t size, uint32_t halvings) {
    return (uint32_t)(((uint64_t)size + (UINT64_C(1) << halvings) - 1) >> halvings);
}

/* With the allocator of the decoding. An image that is all 0 is fine. */
void vrmr_image_free(vrmr_image *image, const vrm_allocator *allocator);

static inline uint64_t vrmr_image_bytes(const vrmr_image *image) {
    return (uint64_t)image->width * image->height * 4;
}

#endif

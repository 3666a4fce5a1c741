/**
 * @file image.h
 * Image formats, pixels, and the type of functions that decode images.
 *
 * libvrm and libvrm-author have no decoder: an application passes one. vrm/render.h has decoders
 * for PNG, JPEG and WebP.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_IMAGE_H
#define VRM_IMAGE_H

#include "vrm/base.h"

/** The format of an image file, detected from its first bytes. */
typedef int32_t vrm_image_format;

enum {
    VRM_IMAGE_FORMAT_UNKNOWN = 0, /**< None of the others. */
    VRM_IMAGE_FORMAT_PNG = 1,
    VRM_IMAGE_FORMAT_JPEG = 2,
    VRM_IMAGE_FORMAT_WEBP = 3,
    VRM_IMAGE_FORMAT_KTX2 = 4
};

/** Format and size of an image, from the first bytes of its file. */
typedef struct vrm_image_header {
    vrm_image_format format; /**< VRM_IMAGE_FORMAT_… */
    uint32_t width;          /**< In pixels; 0: unknown. */
    uint32_t height;         /**< In pixels; 0: unknown. */
} vrm_image_header;

/**
 * Returns the name of an image format, such as "PNG".
 *
 * @param format  A VRM_IMAGE_FORMAT_ constant.
 * @return A static string; "unknown" for any other value.
 * @task Get the name of an image format
 * @threads any
 */
VRM_API const char *vrm_image_format_name(vrm_image_format format);

/** Pixels: red, green, blue and straight alpha, one byte each, the top row first, without gaps. */
typedef struct vrm_pixels {
    uint8_t *bytes;  /**< width * height * 4 of them. */
    uint32_t width;  /**< In pixels. */
    uint32_t height; /**< In pixels. */
} vrm_pixels;

/**
 * Decodes an image file of `size` bytes, whose header has the format of a VRM_IMAGE_FORMAT_
 * constant. `out` receives the pixels.
 *
 * If `out` is NULL, no pixels are needed: the function only checks whether the image is damaged,
 * and returns 1 for a format that it does not support.
 *
 * Returns 1 on success, 0 on failure.
 */
typedef int32_t vrm_decode_image_fn(const void *bytes, size_t size, vrm_image_format format,
                                    vrm_pixels *out, void *user);

#endif

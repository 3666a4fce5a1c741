#include "image_tool.h"

#include <stdlib.h>
#include <string.h>

#ifdef VRM_HAVE_RENDER

#include "apps/picture/picture_jpeg.h"
#include "png_small.h"

#include <vrm/render.h>

#ifdef VRM_HAVE_WEBP
#include <webp/encode.h>
#endif

/* --- Decoding --- */

int32_t image_tool_decode(const void *bytes, size_t size, vrm_pixels *out, void *user) {
    vrm_decoded_image image;
    (void)user;
    if (vrm_image_decode(bytes, size, 0, NULL, &image) != VRM_IMAGE_GOOD) return 0;
    out->bytes = image.pixels;
    out->width = image.width;
    out->height = image.height;
    return 1;
}

void image_tool_release_pixels(vrm_pixels *pixels, void *user) {
    vrm_decoded_image image = {pixels->bytes, pixels->width, pixels->height};
    (void)user;
    vrm_image_release(&image, NULL);
    pixels->bytes = NULL;
}

/* --- Encoding --- */

/* An image in one of the formats. */
typedef struct candidate {
    uint8_t *bytes;
    size_t size;
    const char *mime_type;
} candidate;

/* Takes the smaller one of two, and frees the other. */
static void take_smaller(candidate *best, uint8_t *bytes, size_t size, const char *mime_type) {
    if (bytes == NULL || size == 0 || (best->bytes != NULL && best->size <= size)) {
        free(bytes);
        return;
    }
    free(best->bytes);
    best->bytes = bytes;
    best->size = size;
    best->mime_type = mime_type;
}

/* Where another format is there already, a fast try tells first whether a PNG could be smaller at
 * all: the best one takes longer than everything else. */
static void try_png(const vrm_pixels *pixels, bool has_alpha, candidate *best) {
#ifdef VRM_HAVE_PNG
    size_t size = 0;
    uint8_t *bytes;
    if (best->bytes != NULL) {
        bytes =
            png_small_encode(pixels->bytes, pixels->width, pixels->height, has_alpha, true, &size);
        free(bytes);
        if (bytes == NULL || size / 2 > best->size) return;
    }
    bytes = png_small_encode(pixels->bytes, pixels->width, pixels->height, has_alpha, false, &size);
    take_smaller(best, bytes, size, "image/png");
#else
    (void)pixels, (void)has_alpha, (void)best;
#endif
}

/* Alpha that is not seen may be anything: the encoder would mix with it. */
static uint8_t *without_alpha(const vrm_pixels *pixels) {
    size_t size = (size_t)pixels->width * pixels->height * 4;
    uint8_t *copy = malloc(size);
    for (size_t i = 0; copy != NULL && i < size; i += 4) {
        memcpy(copy + i, pixels->bytes + i, 3);
        copy[i + 3] = 0xFF;
    }
    return copy;
}

static void try_jpeg(const vrm_pixels *pixels, float quality, candidate *best) {
    const char *problem = NULL;
    size_t size = 0;
    uint8_t *opaque = without_alpha(pixels), *bytes;
    if (opaque == NULL) return;
    bytes = picture_encode_jpeg(opaque, pixels->width, pixels->height, quality, &size, &problem);
    free(opaque);
    take_smaller(best, bytes, size, "image/jpeg");
}

#ifdef VRM_HAVE_WEBP

/* libwebp has a way of its own to free. */
static void try_webp(const vrm_pixels *pixels, bool is_color, float quality, candidate *best) {
    uint8_t *encoded = NULL, *bytes = NULL;
    int width = (int)pixels->width, height = (int)pixels->height;
    size_t size;
    if (pixels->width > WEBP_MAX_DIMENSION || pixels->height > WEBP_MAX_DIMENSION) return;
    size = is_color ? WebPEncodeRGBA(pixels->bytes, width, height, width * 4, quality, &encoded)
                    : WebPEncodeLosslessRGBA(pixels->bytes, width, height, width * 4, &encoded);
    if (size > 0) bytes = malloc(size);
    if (bytes != NULL) memcpy(bytes, encoded, size);
    WebPFree(encoded);
    take_smaller(best, bytes, size, "image/webp");
}

const char *image_tool_webp_problem(void) { return NULL; }

#else

static void try_webp(const vrm_pixels *pixels, bool is_color, float quality, candidate *best) {
    (void)pixels, (void)is_color, (void)quality, (void)best;
}

const char *image_tool_webp_problem(void) { return "this program was built without libwebp"; }

#endif

const char *image_tool_jpeg_problem(void) { return picture_jpeg_problem(); }

const char *image_tool_problem(void) { return NULL; }

int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user) {
    image_tool *tool = user;
    candidate best = {NULL, 0, NULL};
    bool is_color = (use & VRM_IMAGE_USE_COLOR) != 0, has_alpha = (use & VRM_IMAGE_USE_ALPHA) != 0;
    if (tool->jpeg_quality > 0.0f && is_color && !has_alpha) {
        try_jpeg(pixels, tool->jpeg_quality, &best);
    }
    if (tool->webp_quality > 0.0f && (use & VRM_IMAGE_USE_PICTURE) == 0) {
        try_webp(pixels, is_color, tool->webp_quality, &best);
    }
    try_png(pixels, has_alpha, &best);
    free(tool->encoded);
    tool->encoded = best.bytes;
    out->bytes = best.bytes;
    out->size = best.size;
    out->mime_type = best.mime_type;
    return best.bytes != NULL;
}

#else

static const char *const nothing = "this program was built without the renderer's image decoders";

int32_t image_tool_decode(const void *bytes, size_t size, vrm_pixels *out, void *user) {
    (void)bytes, (void)size, (void)out, (void)user;
    return 0;
}

void image_tool_release_pixels(vrm_pixels *pixels, void *user) { (void)pixels, (void)user; }

int32_t image_tool_encode(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                          void *user) {
    (void)pixels, (void)use, (void)out, (void)user;
    return 0;
}

const char *image_tool_problem(void) { return nothing; }
const char *image_tool_jpeg_problem(void) { return nothing; }
const char *image_tool_webp_problem(void) { return nothing; }

#endif

void image_tool_release(image_tool *tool) {
    free(tool->encoded);
    tool->encoded = NULL;
}

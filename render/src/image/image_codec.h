/*
 * What the decoders share: the limits as they meet them, memory, and the way to a smaller picture.
 *
 * A decoder writes to `out` when it has all pixels; until then it holds what it took in its own
 * record, and gives it back on every way out. libpng and libjpeg report errors by longjmp. The
 * function that calls setjmp then has no variables of its own, and what the steps after it take is
 * in that record, in memory: nothing is lost or undefined by the jump.
 */
#ifndef VRMR_IMAGE_CODEC_H
#define VRMR_IMAGE_CODEC_H

#include "image.h"
#include "render/src/base/memory.h"

#include <stdbool.h>

/* An image to decode. Limits and allocator are filled in. */
typedef struct vrmr_source {
    const uint8_t *bytes;
    size_t size;
    uint32_t max_size, max_texture;
    uint64_t max_bytes;
    vrmr_image_work *work; /* NULL: without a bound */
    vrm_allocator allocator;
} vrmr_source;

/* What the header states. */
int32_t vrmr_png_size(const vrmr_source *source, vrmr_image_size *out);
int32_t vrmr_jpeg_size(const vrmr_source *source, vrmr_image_size *out);
int32_t vrmr_webp_size(const vrmr_source *source, vrmr_image_size *out);

int32_t vrmr_png_decode(const vrmr_source *source, vrmr_image *out);
int32_t vrmr_jpeg_decode(const vrmr_source *source, vrmr_image *out);
int32_t vrmr_webp_decode(const vrmr_source *source, vrmr_image *out);

/* A size is good if no side is 0 (VRM_IMAGE_STATE_DAMAGED) or above max_size
 * (VRM_IMAGE_STATE_TOO_LARGE). */
int32_t vrmr_source_check(const vrmr_source *source, uint32_t width, uint32_t height);

/* Whether decoding may go on: asked for each row. */
bool vrmr_source_goes_on(const vrmr_source *source);

/* Whether the allocator would give so much now: for memory that an image library takes from malloc.
 * An allocator that counts then refuses what it would refuse us. */
bool vrmr_source_has_room(const vrmr_source *source, uint64_t bytes);

static inline uint64_t vrmr_rgba_bytes(uint32_t width, uint32_t height) {
    return (uint64_t)width * height * 4;
}

/* Pixels that are not set, or false (`image` is then all 0). */
bool vrmr_image_take(vrmr_image *image, uint32_t width, uint32_t height,
                     const vrm_allocator *allocator);

/* Mean values of areas, as rows come in. */
typedef struct vrmr_shrink {
    uint32_t width, height;         /* of what comes in */
    uint32_t out_width, out_height; /* of what goes out: no larger */
    uint32_t halvings;
    uint32_t step_x, step_y;   /* weight of a pixel that comes in … */
    uint32_t whole_x, whole_y; /* … and of all in one that goes out */
    uint32_t room_y;           /* what the row that is being made still lacks of whole_y */
    uint32_t row;              /* that row */
    uint16_t *columns;         /* sums of columns by channel, where both directions halve; or … */
    uint32_t *across;          /* … sums of one row, by channel: whole_x */
    uint64_t *sums;            /* of rows: whole_x * whole_y */
    uint8_t *pixels;           /* where finished rows go */
} vrmr_shrink;

/* `out` has the size that is asked for. False: memory was refused. */
bool vrmr_shrink_begin(vrmr_shrink *shrink, uint32_t width, uint32_t height, vrmr_image *out,
                       const vrm_allocator *allocator);
/* The next row of `width` pixels, RGBA; exactly `height` of them. */
void vrmr_shrink_add(vrmr_shrink *shrink, const uint8_t *row);
/* A record that is all 0 is fine. */
void vrmr_shrink_end(vrmr_shrink *shrink, const vrm_allocator *allocator);

#endif

/* PNG: what its two decoders share. */
#ifndef VRMR_IMAGE_PNG_H
#define VRMR_IMAGE_PNG_H

#include "image_codec.h"

/* Signature, and the chunk IHDR with its length, type, 13 bytes and checksum. */
enum { VRMR_PNG_HEADER_SIZE = 8 + 25 };

enum { VRMR_PNG_RGB = 2, VRMR_PNG_RGBA = 6 };

typedef struct vrmr_png_header {
    uint32_t width, height;
    uint8_t depth, color_type;
    bool is_interlaced;
    uint32_t packed_bits;  /* of a pixel */
    uint64_t packed_bytes; /* of all pixels, at least */
} vrmr_png_header;

/* False: it does not begin as a PNG does. */
bool vrmr_png_read_header(const vrmr_source *source, vrmr_png_header *out);

/* By libpng, row by row. `out` is halved `halvings` times; its size fits the limits. Without
 * libpng: VRM_IMAGE_STATE_UNKNOWN. */
int32_t vrmr_png_decode_rows(const vrmr_source *source, const vrmr_png_header *header,
                             uint32_t halvings, vrmr_image *out);

/*
 * The same for the common kinds, in one piece by libdeflate: RGB and RGBA of 8 bits a channel, not
 * interlaced. VRM_IMAGE_STATE_UNKNOWN: libpng decides. So it is for other kinds, for whatever is
 * unusual or damaged, and where memory for all of it is refused: libdeflate changes how long an
 * image takes, and nothing else (but for deflated bytes that only zlib refuses, see ER-029).
 */
int32_t vrmr_png_decode_whole(const vrmr_source *source, const vrmr_png_header *header,
                              uint32_t halvings, vrmr_image *out);

#endif

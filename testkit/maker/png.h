/* PNG files, written with deflate of our own: no two versions of a library agree on bytes. */
#ifndef MAKER_PNG_H
#define MAKER_PNG_H

#include "list.h"

typedef enum packing {
    PACK_SMALL,  /* as small as the maker can, for files that are kept */
    PACK_QUICK,  /* as image programs do by default, for large pictures */
    PACK_STORED, /* without compression */
} packing;

/* `channels`: 1 grey, 3 RGB, 4 RGBA; rows from the top. */
bytes png_encode(const unsigned char *pixels, int width, int height, int channels, packing how);

/* One byte a pixel: its place in a palette of up to 256 colours of three bytes. */
bytes png_encode_indexed(const unsigned char *places, const unsigned char *palette,
                         size_t color_count, int width, int height);

/* A zlib stream (RFC 1950). */
void zlib_compress(bytes *to, const unsigned char *data, size_t size, packing how);

/* A zlib stream of so many zeros, about 900 of them a byte: a little less than deflate can do, as
 * readers may refuse at once a stream that is too short for what it claims to hold. */
void zlib_zeros(bytes *to, size_t size);

/* One chunk of a PNG, with its length and checksum. */
void png_add_chunk(bytes *to, const char *type, const bytes *data);

#endif

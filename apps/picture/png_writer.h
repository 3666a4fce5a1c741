/* PNG into memory by libpng, for all that write some. Only where VRM_HAVE_PNG is defined. */
#ifndef VRM_PICTURE_PNG_WRITER_H
#define VRM_PICTURE_PNG_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include <png.h>

/* Says everything of a picture to libpng, from png_set_IHDR to png_write_end. An error of libpng
 * leaves it by a jump: it must hold nothing that has to be given back. */
typedef void png_telling(png_structp png, png_infop info, void *context);

/* The bytes of the picture, to be freed with free; NULL: libpng refuses it, or memory is short. */
uint8_t *png_write_bytes(png_telling *tell, void *context, size_t *out_size);

#endif

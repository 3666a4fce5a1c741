/*
 * Images of all kinds as bytes, made by the writing halves of the image libraries. What cannot be
 * made is a mistake of the test, and ends it.
 */
#ifndef VRM_TEST_RENDER_IMAGE_MAKE_H
#define VRM_TEST_RENDER_IMAGE_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct made {
    uint8_t *bytes; /* freed by made_free */
    size_t size, capacity;
} made;

void made_append(made *made, const void *bytes, size_t size);
void made_free(made *image);

/* `type` is that of PNG: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA. `rows` is packed as
 * PNG has it (16 bits big-endian). */
typedef struct png_make {
    uint32_t width, height;
    int type, depth;
    bool is_interlaced;
    const uint8_t *rows;
    uint32_t stride;             /* 0: all rows are the same */
    const uint8_t (*palette)[3]; /* with type 3 */
    uint32_t palette_count;
    const uint8_t *palette_alpha; /* tRNS */
    uint32_t palette_alpha_count;
    const uint8_t *filters;      /* of each row, 0 to 4; NULL: libpng chooses */
    const uint16_t *transparent; /* tRNS of types 0 (one value) and 2 (three) */
    bool has_profiles;           /* gamma, a color profile, EXIF that turns, and text */
} png_make;

made make_png(const png_make *what);

enum { JPEG_GREY = 1, JPEG_RGB = 3, JPEG_CMYK = 4 };

typedef struct jpeg_make {
    uint32_t width, height;
    int channels;          /* JPEG_…; CMYK: as stored in the file */
    const uint8_t *pixels; /* `channels` bytes each */
    bool is_progressive, is_arithmetic;
    bool is_subsampled; /* 4:2:0 */
    bool is_ycck, is_adobe;
    bool has_exif; /* that turns it by 90° */
    int quality;   /* 0: 100 */
} jpeg_make;

made make_jpeg(const jpeg_make *what);

/* RGBA. `quality` 0 to 100; above: lossless and exact. */
made make_webp(const uint8_t *pixels, uint32_t width, uint32_t height, float quality);

/* An animation: a first frame at an offset (even numbers) and a second one that fills the canvas.
 */
made make_webp_frames(uint32_t width, uint32_t height, const made *first, uint32_t x, uint32_t y,
                      const made *second);

/* For chunks of PNG that are corrected by hand. */
void put_u32(uint8_t *out, uint32_t value);
uint32_t crc_of(const uint8_t *bytes, size_t size);

#endif

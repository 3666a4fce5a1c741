/* PNG by libpng; its rows are packed by libdeflate, where that is found. */
#include "picture.h"
#include "apps/kit/program/language.h"

#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool picture_write_file(const char *path, const uint8_t *bytes, size_t size,
                        const char **out_problem) {
    return output_file_put(path, bytes, size, true, out_problem);
}

#ifdef VRM_HAVE_PNG

#include "png_writer.h"
#ifdef VRM_HAVE_DEFLATE
#include <libdeflate.h>
#endif

/* ---- writing ---- */

typedef struct picture {
    const uint8_t *pixels;
    uint32_t width, height;
    int level;
} picture;

static bool is_opaque(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (pixels[4 * i + 3] != 0xFF) return false;
    }
    return true;
}

static void tell_picture(png_structp png, png_infop info, void *context) {
    const picture *picture = context;
    size_t stride = (size_t)picture->width * 4;
    bool has_alpha = !is_opaque(picture->pixels, (size_t)picture->width * picture->height);
    png_set_IHDR(png, info, picture->width, picture->height, 8,
                 has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(png, picture->level);
    png_set_compression_buffer_size(png, 65536);
    /* One filter for all rows is fast, and for drawn faces no larger than the choice of each row.
     */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_write_info(png, info);
    if (!has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < picture->height; ++y) png_write_row(png, picture->pixels + y * stride);
    png_write_end(png, NULL);
}

#ifdef VRM_HAVE_DEFLATE

/* libdeflate takes a third of zlib's time, for all rows at once. */
typedef struct whole_picture {
    const picture *picture;
    bool has_alpha;
    uint8_t *rows, *packed;
    size_t rows_size, packed_size;
} whole_picture;

/* With the filter "up", which begins each row. */
static void filter_rows(const whole_picture *whole) {
    const picture *p = whole->picture;
    const size_t stride = (size_t)p->width * 4;
    uint8_t *out = whole->rows;
    for (uint32_t y = 0; y < p->height; ++y) {
        const uint8_t *row = p->pixels + y * stride, *above = y > 0 ? row - stride : NULL;
        *out++ = PNG_FILTER_VALUE_UP;
        for (size_t i = 0; i < stride; ++i) {
            if ((i & 3) == 3 && !whole->has_alpha) continue;
            *out++ = (uint8_t)(row[i] - (above != NULL ? above[i] : 0));
        }
    }
}

/* False: memory was refused. */
static bool pack_rows(whole_picture *whole) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(whole->picture->level);
    size_t room;
    if (compressor == NULL) return false;
    room = libdeflate_zlib_compress_bound(compressor, whole->rows_size);
    whole->packed = malloc(room);
    if (whole->packed != NULL) {
        filter_rows(whole);
        whole->packed_size = libdeflate_zlib_compress(compressor, whole->rows, whole->rows_size,
                                                      whole->packed, room);
    }
    libdeflate_free_compressor(compressor);
    return whole->packed_size > 0;
}

static void tell_whole(png_structp png, png_infop info, void *context) {
    const whole_picture *whole = context;
    const png_byte intent = PNG_sRGB_INTENT_PERCEPTUAL;
    png_byte header[13] = {0};
    (void)info;
    png_save_uint_32(header, whole->picture->width);
    png_save_uint_32(header + 4, whole->picture->height);
    header[8] = 8;
    header[9] = whole->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
    png_write_sig(png);
    png_write_chunk(png, (png_const_bytep) "IHDR", header, sizeof header);
    png_write_chunk(png, (png_const_bytep) "sRGB", &intent, 1);
    png_write_chunk(png, (png_const_bytep) "IDAT", whole->packed, whole->packed_size);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

/* NULL: it has no size, or there is not enough memory for all of it. */
static uint8_t *encode_whole(const picture *picture, size_t *out_size) {
    const size_t count = (size_t)picture->width * picture->height;
    whole_picture whole = {.picture = picture};
    uint8_t *bytes = NULL;
    if (count == 0 || count > PNG_UINT_31_MAX / 8) return NULL;
    whole.has_alpha = !is_opaque(picture->pixels, count);
    whole.rows_size = count * (whole.has_alpha ? 4 : 3) + picture->height;
    whole.rows = malloc(whole.rows_size);
    if (whole.rows != NULL && pack_rows(&whole)) {
        bytes = png_write_bytes(tell_whole, &whole, out_size);
    }
    free(whole.packed);
    free(whole.rows);
    return bytes;
}

#else

static uint8_t *encode_whole(const picture *picture, size_t *out_size) {
    (void)picture, (void)out_size;
    return NULL;
}

#endif

uint8_t *picture_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, int level,
                            size_t *out_size, const char **out_problem) {
    picture picture = {pixels, width, height, level};
    uint8_t *bytes = encode_whole(&picture, out_size);
    if (bytes == NULL) bytes = png_write_bytes(tell_picture, &picture, out_size);
    if (bytes == NULL) {
        *out_problem =
            WORDS("the picture could not be encoded as PNG: its size is invalid, or memory is "
                  "short");
    }
    return bytes;
}

bool picture_can_write_png(void) { return true; }

/* ---- reading ---- */

uint8_t *picture_read_png(const char *path, uint32_t *out_width, uint32_t *out_height,
                          const char **out_problem) {
    FILE *file = open_by_path(path, "rb");
    uint8_t *pixels = NULL;
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    *out_problem = WORDS("the file cannot be read, or it is not a PNG");
    if (file == NULL) return NULL;
    if (png_image_begin_read_from_stdio(&image, file)) {
        image.format = PNG_FORMAT_RGBA;
        pixels = malloc(PNG_IMAGE_SIZE(image));
        if (pixels != NULL && !png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
            free(pixels);
            pixels = NULL;
        }
        *out_width = image.width;
        *out_height = image.height;
        png_image_free(&image);
    }
    fclose(file);
    return pixels;
}

#else

bool picture_can_write_png(void) { return false; }

uint8_t *picture_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, int level,
                            size_t *out_size, const char **out_problem) {
    (void)pixels, (void)width, (void)height, (void)level, (void)out_size;
    *out_problem = WORDS("this program was built without libpng");
    return NULL;
}

uint8_t *picture_read_png(const char *path, uint32_t *out_width, uint32_t *out_height,
                          const char **out_problem) {
    (void)path, (void)out_width, (void)out_height;
    *out_problem = WORDS("this program was built without libpng");
    return NULL;
}

#endif

bool picture_write_png(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height,
                       int level, const char **out_problem) {
    size_t size = 0;
    uint8_t *bytes = picture_encode_png(pixels, width, height, level, &size, out_problem);
    bool is_written;
    if (bytes == NULL) return false;
    is_written = picture_write_file(path, bytes, size, out_problem);
    free(bytes);
    return is_written;
}

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

#include "png_whole.h"

/* ---- writing ---- */

typedef struct picture {
    const uint8_t *pixels;
    uint32_t width, height;
    int level;
    bool has_alpha;
} picture;

static bool is_opaque(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (pixels[4 * i + 3] != 0xFF) return false;
    }
    return true;
}

static void tell_header(png_structp png, png_infop info, void *context) {
    const picture *picture = context;
    png_set_IHDR(png, info, picture->width, picture->height, 8,
                 picture->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
}

static void tell_picture(png_structp png, png_infop info, void *context) {
    const picture *picture = context;
    size_t stride = (size_t)picture->width * 4;
    png_set_compression_level(png, picture->level);
    png_set_compression_buffer_size(png, 65536);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    tell_header(png, info, context);
    if (!picture->has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < picture->height; ++y) png_write_row(png, picture->pixels + y * stride);
    png_write_end(png, NULL);
}

static void fill_row(void *context, uint32_t y, uint8_t *row) {
    const picture *picture = context;
    const uint8_t *pixel = picture->pixels + (size_t)y * picture->width * 4;
    if (picture->has_alpha) {
        memcpy(row, pixel, (size_t)picture->width * 4);
        return;
    }
    for (uint32_t x = 0; x < picture->width; ++x, pixel += 4, row += 3) memcpy(row, pixel, 3);
}

/* One filter for all rows is fast, and for drawn faces no larger than the choice of each row. */
uint8_t *picture_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, int level,
                            size_t *out_size, const char **out_problem) {
    picture picture = {pixels, width, height, level, !is_opaque(pixels, (size_t)width * height)};
    const png_whole whole = {.width = width,
                             .height = height,
                             .channels = picture.has_alpha ? 4 : 3,
                             .filters = PNG_FILTER_UP,
                             .level = level,
                             .tell_header = tell_header,
                             .fill_row = fill_row,
                             .context = &picture};
    uint8_t *bytes = png_whole_encode(&whole, out_size);
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

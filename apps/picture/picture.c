/* PNG by libpng. Errors of libpng come by longjmp: the function that calls setjmp has no variables
 * of its own, and what is taken is in a record that outlives the jump. */
#include "picture.h"

#include "apps/kit/files.h"
#include "apps/kit/output_file.h"
#include "picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool picture_write_file(const char *path, const uint8_t *bytes, size_t size,
                        const char **out_problem) {
    return output_file_put(path, bytes, size, true, out_problem);
}

#ifdef VRM_HAVE_PNG

#include <png.h>
#include <setjmp.h>

/* ---- writing ---- */

typedef struct png_writing {
    const uint8_t *pixels;
    uint32_t width, height;
    int level;
    png_structp png;
    png_infop info;
    uint8_t *bytes;
    size_t size, capacity;
    const char *problem;
    jmp_buf failed;
} png_writing;

static _Noreturn void on_write_error(png_structp png, png_const_charp message) {
    png_writing *writing = png_get_error_ptr(png);
    (void)message;
    longjmp(writing->failed, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void append(png_structp png, png_bytep bytes, size_t size) {
    png_writing *writing = png_get_io_ptr(png);
    if (size > writing->capacity - writing->size) {
        size_t capacity = (writing->size + size) * 2;
        uint8_t *larger = realloc(writing->bytes, capacity);
        if (larger == NULL) png_error(png, "memory");
        writing->bytes = larger;
        writing->capacity = capacity;
    }
    memcpy(writing->bytes + writing->size, bytes, size);
    writing->size += size;
}

static void flush(png_structp png) { (void)png; }

static bool is_opaque(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (pixels[4 * i + 3] != 0xFF) return false;
    }
    return true;
}

static void write_png(png_writing *writing) {
    size_t stride = (size_t)writing->width * 4;
    bool has_alpha = !is_opaque(writing->pixels, (size_t)writing->width * writing->height);
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, writing, on_write_error, ignore);
    if (png == NULL) longjmp(writing->failed, 1);
    writing->png = png;
    writing->info = png_create_info_struct(png);
    if (writing->info == NULL) png_error(png, "memory");
    png_set_write_fn(png, writing, append, flush);
    png_set_IHDR(png, writing->info, writing->width, writing->height, 8,
                 has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, writing->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(png, writing->level);
    png_set_compression_buffer_size(png, 65536);
    /* One filter for all rows is fast, and for drawn faces no larger than the choice of each row.
     */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_write_info(png, writing->info);
    if (!has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t y = 0; y < writing->height; ++y) png_write_row(png, writing->pixels + y * stride);
    png_write_end(png, NULL);
}

static bool run_write(png_writing *writing) {
    if (setjmp(writing->failed) != 0) return false;
    write_png(writing);
    return true;
}

uint8_t *picture_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, int level,
                            size_t *out_size, const char **out_problem) {
    png_writing writing;
    bool is_written;
    memset(&writing, 0, sizeof writing);
    writing.pixels = pixels;
    writing.width = width;
    writing.height = height;
    writing.level = level;
    is_written = run_write(&writing);
    png_destroy_write_struct(&writing.png, &writing.info);
    if (!is_written) {
        free(writing.bytes);
        *out_problem = "the picture could not be encoded as PNG: its size is invalid, or memory is "
                       "short";
        return NULL;
    }
    *out_size = writing.size;
    return writing.bytes;
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
    *out_problem = "the file cannot be read, or it is not a PNG";
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
    *out_problem = "this program was built without libpng";
    return NULL;
}

uint8_t *picture_read_png(const char *path, uint32_t *out_width, uint32_t *out_height,
                          const char **out_problem) {
    (void)path, (void)out_width, (void)out_height;
    *out_problem = "this program was built without libpng";
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

/* Errors of libjpeg come by longjmp: the function that calls setjmp has no variables of its own,
 * and what is taken is in a record that outlives the jump. */
#include "picture_jpeg.h"
#include "apps/kit/program/language.h"

#include <stdlib.h>
#include <string.h>

#ifdef VRM_HAVE_JPEG

#include <setjmp.h>
#include <stdio.h> /* jpeglib.h needs it */

#include <jpeglib.h>

typedef struct jpeg_writing {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    const uint8_t *pixels;
    uint32_t width, height;
    int quality;
    bool ignores_alpha;
    uint8_t *row;
    unsigned char *bytes;
    unsigned long size;
    jmp_buf failed;
} jpeg_writing;

const char *picture_jpeg_problem(void) { return NULL; }

static _Noreturn void on_error(j_common_ptr jpeg) {
    jpeg_writing *writing = jpeg->client_data;
    longjmp(writing->failed, 1);
}

static void say_nothing(j_common_ptr jpeg) { (void)jpeg; }

static void flatten(const uint8_t *pixels, uint32_t width, bool ignores_alpha, uint8_t *out_rgb) {
    for (uint32_t x = 0; x < width; ++x) {
        uint32_t alpha = ignores_alpha ? 255 : pixels[4 * x + 3];
        for (uint32_t c = 0; c < 3; ++c) {
            uint32_t sum = pixels[4 * x + c] * alpha + 255 * (255 - alpha);
            out_rgb[3 * x + c] = (uint8_t)((sum + 127) / 255);
        }
    }
}

static void write_jpeg(jpeg_writing *writing) {
    struct jpeg_compress_struct *jpeg = &writing->jpeg;
    jpeg_create_compress(jpeg);
    jpeg_mem_dest(jpeg, &writing->bytes, &writing->size);
    jpeg->image_width = writing->width;
    jpeg->image_height = writing->height;
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, writing->quality, TRUE);
    jpeg->optimize_coding = TRUE;
    if (writing->quality >= 90) { /* colours as sharp as brightness */
        jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < jpeg->image_height) {
        size_t stride = (size_t)writing->width * 4;
        flatten(writing->pixels + jpeg->next_scanline * stride, writing->width,
                writing->ignores_alpha, writing->row);
        jpeg_write_scanlines(jpeg, &writing->row, 1);
    }
    jpeg_finish_compress(jpeg);
}

static bool run_write(jpeg_writing *writing) {
    if (setjmp(writing->failed) != 0) return false;
    write_jpeg(writing);
    return true;
}

uint8_t *picture_encode_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height,
                             bool ignores_alpha, float quality, size_t *out_size,
                             const char **out_problem) {
    jpeg_writing writing;
    bool is_written = false;
    memset(&writing, 0, sizeof writing);
    writing.pixels = pixels;
    writing.width = width;
    writing.height = height;
    writing.ignores_alpha = ignores_alpha;
    writing.quality = (int)(quality + 0.5f);
    writing.row = malloc((size_t)width * 3);
    writing.jpeg.err = jpeg_std_error(&writing.errors);
    writing.jpeg.client_data = &writing;
    writing.errors.error_exit = on_error;
    writing.errors.output_message = say_nothing;
    if (writing.row != NULL) {
        is_written = run_write(&writing);
        jpeg_destroy_compress(&writing.jpeg);
    }
    free(writing.row);
    *out_size = writing.size;
    if (is_written) return writing.bytes;
    free(writing.bytes);
    *out_problem =
        WORDS("the picture could not be encoded as JPEG: it has more than 65,500 pixels a "
              "side, or memory is short");
    return NULL;
}

#else

const char *picture_jpeg_problem(void) {
    return WORDS("this program was built without libjpeg-turbo and cannot write .jpg files");
}

uint8_t *picture_encode_jpeg(const uint8_t *pixels, uint32_t width, uint32_t height,
                             bool ignores_alpha, float quality, size_t *out_size,
                             const char **out_problem) {
    (void)pixels, (void)width, (void)height, (void)ignores_alpha, (void)quality, (void)out_size;
    *out_problem = picture_jpeg_problem();
    return NULL;
}

#endif

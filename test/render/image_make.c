#include "render/image_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/encode.h>
#include <webp/mux.h>

static _Noreturn void give_up(const char *problem) {
    fprintf(stderr, "cannot make an image: %s\n", problem);
    abort();
}

void made_append(made *made, const void *bytes, size_t size) {
    if (size > made->capacity - made->size) {
        made->capacity = (made->size + size) * 2;
        made->bytes = realloc(made->bytes, made->capacity);
        if (made->bytes == NULL) give_up("memory");
    }
    memcpy(made->bytes + made->size, bytes, size);
    made->size += size;
}

void made_free(made *image) {
    free(image->bytes);
    memset(image, 0, sizeof *image);
}

/* Orientation 6: to be turned by 90 degrees. */
static const uint8_t exif[26] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3,
                                 0,   1,   0,  0, 0, 6, 0, 0, 0, 0, 0,    0, 0};

/* ---- PNG ---- */

static void on_png_error(png_structp png, png_const_charp message) {
    (void)png;
    give_up(message);
}

static void on_png_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void on_png_bytes(png_structp png, png_bytep bytes, size_t size) {
    made_append(png_get_io_ptr(png), bytes, size);
}

static void on_png_flush(png_structp png) { (void)png; }

static void put_palette(png_structp png, png_infop info, const png_make *what) {
    png_color palette[256];
    for (uint32_t i = 0; i < what->palette_count; ++i) {
        palette[i].red = what->palette[i][0];
        palette[i].green = what->palette[i][1];
        palette[i].blue = what->palette[i][2];
    }
    png_set_PLTE(png, info, palette, (int)what->palette_count);
    if (what->palette_alpha != NULL) {
        png_set_tRNS(png, info, what->palette_alpha, (int)what->palette_alpha_count, NULL);
    }
}

static void put_transparent(png_structp png, png_infop info, const png_make *what) {
    png_color_16 color;
    memset(&color, 0, sizeof color);
    color.gray = what->transparent[0];
    if (what->type == PNG_COLOR_TYPE_RGB) {
        color.red = what->transparent[0];
        color.green = what->transparent[1];
        color.blue = what->transparent[2];
    }
    png_set_tRNS(png, info, NULL, 1, &color);
}

static void put_profiles(png_structp png) {
    static const uint8_t gamma[4] = {0, 1, 0x86, 0xA0}; /* 1.0 */
    static const uint8_t profile[] = "name\0\0not a profile";
    static const uint8_t text[] = "Comment\0a text";
    png_write_chunk(png, (png_const_bytep) "gAMA", gamma, sizeof gamma);
    png_write_chunk(png, (png_const_bytep) "iCCP", profile, sizeof profile);
    png_write_chunk(png, (png_const_bytep) "eXIf", exif, sizeof exif);
    png_write_chunk(png, (png_const_bytep) "tEXt", text, sizeof text - 1);
}

made make_png(const png_make *what) {
    made out = {NULL, 0, 0};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_png_error, on_png_warning);
    png_infop info = png_create_info_struct(png);
    int passes;
    png_set_write_fn(png, &out, on_png_bytes, on_png_flush);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    png_set_IHDR(png, info, what->width, what->height, what->depth, what->type,
                 what->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (what->palette != NULL) put_palette(png, info, what);
    if (what->transparent != NULL) put_transparent(png, info, what);
    png_write_info_before_PLTE(png, info);
    if (what->has_profiles) put_profiles(png);
    png_write_info(png, info);
    if (what->filters != NULL) png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
    passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; ++pass) {
        for (uint32_t y = 0; y < what->height; ++y) {
            if (what->filters != NULL) {
                png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE << what->filters[y]);
            }
            png_write_row(png, what->rows + (size_t)y * what->stride);
        }
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return out;
}

/* ---- JPEG ---- */

static void on_jpeg_error(j_common_ptr jpeg) {
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    give_up(message);
}

static void set_colors(struct jpeg_compress_struct *jpeg, const jpeg_make *what) {
    if (what->channels == JPEG_CMYK) {
        jpeg_set_colorspace(jpeg, what->is_ycck ? JCS_YCCK : JCS_CMYK);
    }
    jpeg->write_Adobe_marker = what->is_adobe;
    for (int i = 0; i < jpeg->num_components; ++i) {
        bool is_full = i == 0 && what->is_subsampled;
        jpeg->comp_info[i].h_samp_factor = is_full ? 2 : 1;
        jpeg->comp_info[i].v_samp_factor = is_full ? 2 : 1;
    }
}

made make_jpeg(const jpeg_make *what) {
    made out = {NULL, 0, 0};
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    size_t stride = (size_t)what->width * (size_t)what->channels;
    memset(&jpeg, 0, sizeof jpeg);
    jpeg.err = jpeg_std_error(&errors);
    errors.error_exit = on_jpeg_error;
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = what->width;
    jpeg.image_height = what->height;
    jpeg.input_components = what->channels;
    jpeg.in_color_space = what->channels == JPEG_GREY  ? JCS_GRAYSCALE
                          : what->channels == JPEG_RGB ? JCS_RGB
                                                       : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, what->quality == 0 ? 100 : what->quality, TRUE);
    set_colors(&jpeg, what);
    jpeg.arith_code = what->is_arithmetic;
    if (what->is_progressive) jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    if (what->has_exif) {
        uint8_t marker[6 + sizeof exif] = "Exif\0";
        memcpy(marker + 6, exif, sizeof exif);
        jpeg_write_marker(&jpeg, JPEG_APP0 + 1, marker, sizeof marker);
    }
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(what->pixels + jpeg.next_scanline * stride);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    made_append(&out, bytes, size);
    free(bytes);
    return out;
}

/* ---- WebP ---- */

made make_webp(const uint8_t *pixels, uint32_t width, uint32_t height, float quality) {
    made out = {NULL, 0, 0};
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) give_up("WebP");
    config.lossless = quality > 100.0f;
    config.quality = quality > 100.0f ? 50.0f : quality;
    config.exact = 1;
    picture.use_argb = config.lossless;
    picture.width = (int)width;
    picture.height = (int)height;
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    if (!WebPPictureImportRGBA(&picture, pixels, (int)width * 4) ||
        !WebPEncode(&config, &picture)) {
        give_up("WebP");
    }
    made_append(&out, writer.mem, writer.size);
    WebPMemoryWriterClear(&writer);
    WebPPictureFree(&picture);
    return out;
}

static void push_frame(WebPMux *mux, const made *image, uint32_t x, uint32_t y) {
    WebPMuxFrameInfo frame;
    memset(&frame, 0, sizeof frame);
    frame.bitstream.bytes = image->bytes;
    frame.bitstream.size = image->size;
    frame.x_offset = (int)x;
    frame.y_offset = (int)y;
    frame.duration = 100;
    frame.id = WEBP_CHUNK_ANMF;
    if (WebPMuxPushFrame(mux, &frame, 1) != WEBP_MUX_OK) give_up("a frame of WebP");
}

made make_webp_frames(uint32_t width, uint32_t height, const made *first, uint32_t x, uint32_t y,
                      const made *second) {
    made out = {NULL, 0, 0};
    WebPMux *mux = WebPMuxNew();
    WebPMuxAnimParams params = {0xFF336699u, 0};
    WebPData data;
    push_frame(mux, first, x, y);
    push_frame(mux, second, 0, 0);
    if (WebPMuxSetAnimationParams(mux, &params) != WEBP_MUX_OK ||
        WebPMuxSetCanvasSize(mux, (int)width, (int)height) != WEBP_MUX_OK ||
        WebPMuxAssemble(mux, &data) != WEBP_MUX_OK) {
        give_up("an animation of WebP");
    }
    made_append(&out, data.bytes, data.size);
    WebPDataClear(&data);
    WebPMuxDelete(mux);
    return out;
}

void put_u32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

uint32_t crc_of(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/*
 * Writes avatars with images of all kinds into the folder of `--data files=FOLDER`, good ones and
 * bad ones, for the test of the tool (test/tool/check_images.cmake). Each is a square of two meters
 * that faces +Z and shows its image as it is.
 */
#include "render/builder.h"
#include "render/image_make.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 32 };

/* The color of the good ones. */
static const uint8_t color[4] = {200, 120, 40, 255};

static void write_file(const char *name, fixture *file) {
    const char *folder = test_option("files");
    char path[1024];
    FILE *stream;
    snprintf(path, sizeof path, "%s/%s.vrm", folder, name);
    stream = fopen(path, "wb");
    if (CHECK(stream != NULL)) {
        CHECK_INT(fwrite(file->bytes, 1, file->size, stream), file->size);
        CHECK_INT(fclose(stream), 0);
    }
    fixture_free(file);
}

/* `source`: the members of the image; NULL: a buffer view with these bytes. */
static void write_square(const char *name, const void *bytes, size_t size, const char *mime,
                         const char *source) {
    static const float positions[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const float normals[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const float uvs[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    builder b;
    fixture file;
    int accessors[4], view;
    builder_begin(&b);
    accessors[0] = builder_floats(&b, positions[0], 4, 3);
    accessors[1] = builder_floats(&b, normals[0], 4, 3);
    accessors[2] = builder_floats(&b, uvs[0], 4, 2);
    accessors[3] = builder_accessor(&b, indices, sizeof indices, 6, 5123, "SCALAR");
    view = builder_view(&b, bytes, size);
    builder_put(&b,
                "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},"
                "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                "'extensions':{'KHR_materials_unlit':{}}}],'nodes':[{'mesh':0}],"
                "'textures':[{'source':0}],'meshes':[{'primitives':[{'material':0,'indices':%d,"
                "'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d}}]}],'images':[{",
                accessors[3], accessors[0], accessors[1], accessors[2]);
    if (source != NULL) {
        builder_put(&b, "%s}]", source);
    } else {
        builder_put(&b, "'name':'%s','bufferView':%d,'mimeType':'%s'}]", name, view, mime);
    }
    file = builder_end(&b);
    write_file(name, &file);
}

static void write_made(const char *name, made *image, const char *mime) {
    write_square(name, image->bytes, image->size, mime, NULL);
    made_free(image);
}

/* The first part of it. */
static void write_cut(const char *name, made *image, const char *mime) {
    image->size = image->size * 2 / 3;
    write_made(name, image, mime);
}

/* --- PNG --- */

static made plain_png(void) {
    static uint8_t pixels[SIDE * SIDE * 4];
    png_make png = {
        .width = SIDE, .height = SIDE, .type = 6, .depth = 8, .rows = pixels, .stride = SIDE * 4};
    for (size_t i = 0; i < sizeof pixels; ++i) pixels[i] = color[i % 4];
    return make_png(&png);
}

TEST(good_pngs) {
    uint8_t row[SIDE * 8] = {0};
    static const uint8_t black[8192 / 8];
    png_make png = {.width = SIDE, .height = SIDE, .type = 6, .depth = 8, .rows = row};
    made image;
    if (test_option("files") == NULL) {
        test_skip("name a folder with --data files=FOLDER");
        return;
    }
    for (int i = 0; i < SIDE * 4; ++i) row[i] = color[i % 4];
    image = make_png(&png);
    write_made("good-png", &image, "image/png");
    image = plain_png();
    write_made("good-png-called-jpeg", &image, "image/jpeg");
    image = plain_png();
    write_made("good-png-called-gif", &image, "image/gif");
    png.is_interlaced = true;
    image = make_png(&png);
    write_made("good-png-interlaced", &image, "image/png");
    png.is_interlaced = false;
    png.width = png.height = 1;
    image = make_png(&png);
    write_made("good-png-1x1", &image, "image/png");
    png.width = png.height = SIDE;
    png.depth = 16;
    for (int i = 0; i < SIDE * 8; ++i) row[i] = color[i / 2 % 4];
    image = make_png(&png);
    write_made("good-png-16-bits", &image, "image/png");
    png.depth = 1;
    png.type = 3;
    png.palette = (const uint8_t(*)[3])color;
    png.palette_count = 1;
    memset(row, 0, sizeof row);
    image = make_png(&png);
    write_made("good-png-palette", &image, "image/png");
    /* Zeros that fit a kilobyte, and 32 MiB of RGBA: becomes smaller, and is black. */
    memset(&png, 0, sizeof png);
    png.width = 8192;
    png.height = 1024;
    png.depth = 1;
    png.rows = black;
    image = make_png(&png);
    write_made("black-png-bomb", &image, "image/png");
}

/* Says that it is larger than it is. */
static made lying_png(uint32_t width, uint32_t height) {
    made png = plain_png();
    put_u32(png.bytes + 16, width);
    put_u32(png.bytes + 20, height);
    put_u32(png.bytes + 29, crc_of(png.bytes + 12, 17));
    return png;
}

TEST(bad_pngs) {
    made image = plain_png();
    if (test_option("files") == NULL) {
        made_free(&image);
        return;
    }
    write_cut("damaged-png-cut", &image, "image/png");
    image = plain_png();
    image.bytes[image.size / 2] ^= 0x55;
    write_made("damaged-png-changed", &image, "image/png");
    image = plain_png();
    image.size = 8;
    write_made("damaged-png-signature", &image, "image/png");
    image = lying_png(0, 32);
    write_made("damaged-png-without-width", &image, "image/png");
    image = lying_png(8192, 8192);
    write_made("damaged-png-lies", &image, "image/png");
    image = lying_png(16385, 32);
    write_made("large-png-16385", &image, "image/png");
    image = lying_png(0x7FFFFFFF, 0x7FFFFFFF);
    write_made("large-png-billions", &image, "image/png");
    /* All of an interlaced one is held at once: a gigabyte, and the texture. */
    image = lying_png(16384, 16384);
    image.bytes[28] = 1;
    put_u32(image.bytes + 29, crc_of(image.bytes + 12, 17));
    write_made("large-png-interlaced", &image, "image/png");
}

/* --- JPEG and WebP --- */

static made jpeg_of(int channels, bool is_progressive) {
    static uint8_t pixels[SIDE * SIDE * 4];
    jpeg_make jpeg = {.width = SIDE, .height = SIDE, .channels = channels, .pixels = pixels};
    jpeg.is_progressive = is_progressive;
    jpeg.is_adobe = channels == JPEG_CMYK; /* inks are stored inverted, then */
    for (int i = 0; i < SIDE * SIDE * channels; ++i) pixels[i] = color[i % channels];
    return make_jpeg(&jpeg);
}

TEST(jpegs) {
    made image;
    if (test_option("files") == NULL) return;
    image = jpeg_of(JPEG_RGB, false);
    write_made("good-jpeg", &image, "image/jpeg");
    image = jpeg_of(JPEG_RGB, true);
    write_made("good-jpeg-progressive", &image, "image/jpeg");
    image = jpeg_of(JPEG_CMYK, false);
    write_made("good-jpeg-four-inks", &image, "image/jpeg");
    image = jpeg_of(JPEG_RGB, false);
    write_made("good-jpeg-called-png", &image, "image/png");
    image = jpeg_of(JPEG_RGB, false);
    write_cut("damaged-jpeg-cut", &image, "image/jpeg");
    image = jpeg_of(JPEG_RGB, true);
    write_cut("damaged-jpeg-progressive-cut", &image, "image/jpeg");
}

TEST(webps) {
    static uint8_t pixels[SIDE * SIDE * 4];
    made image;
    if (test_option("files") == NULL) return;
    for (size_t i = 0; i < sizeof pixels; ++i) pixels[i] = color[i % 4];
    image = make_webp(pixels, SIDE, SIDE, 101);
    write_made("good-webp", &image, "image/webp");
    image = make_webp(pixels, SIDE, SIDE, 90);
    write_made("good-webp-lossy", &image, "image/webp");
    image = make_webp(pixels, SIDE, SIDE, 90);
    write_cut("damaged-webp-cut", &image, "image/webp");
}

/* --- Neither --- */

TEST(others) {
    if (test_option("files") == NULL) return;
    write_square("unknown-text", "<svg/>", 6, "image/png", NULL);
    write_square("unknown-gif", "GIF89a\1\0\1\0\0\0\0;", 14, "image/gif", NULL);
    write_square("missing-bytes", "", 0, "image/png", NULL);
    write_square("missing-file", "", 0, NULL, "'uri':'nowhere.png'");
    write_square("missing-outside", "", 0, NULL, "'uri':'../../../../../../etc/passwd'");
    write_square("missing-from-afar", "", 0, NULL, "'uri':'https://example.com/a.png'");
    write_square("missing-data", "", 0, NULL, "'uri':'data:image/png;base64,!!!!'");
    write_square("damaged-data", "", 0, NULL,
                 "'uri':'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='");
}

TEST_SUITE(image_files, ENTRY(good_pngs), ENTRY(bad_pngs), ENTRY(jpegs), ENTRY(webps),
           ENTRY(others));

/* Images of all kinds become the pixels that they are. */
#include "apps/picture/animation.h"
#include "render/image_make.h"
#include "render/src/image/image.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rgba {
    uint8_t r, g, b, a;
} rgba;

static vrmr_image decode_within(const made *image, uint32_t max_texture) {
    vrmr_image_limits limits = {0, 0, 0};
    vrmr_image out;
    limits.max_texture = max_texture;
    CHECK_INT(vrmr_image_decode(image->bytes, image->size, &limits, NULL, &out),
              VRM_IMAGE_STATE_GOOD);
    return out;
}

/* Frees the bytes too. */
static vrmr_image decode(made image) {
    vrmr_image out = decode_within(&image, 0);
    made_free(&image);
    return out;
}

static void check_pixel(const vrmr_image *image, uint32_t x, uint32_t y, rgba expected,
                        int tolerance) {
    const uint8_t *pixel;
    if (!CHECK(image->pixels != NULL && x < image->width && y < image->height)) return;
    pixel = image->pixels + ((size_t)y * image->width + x) * 4;
    test_note("pixel %u, %u", x, y);
    CHECK_NEAR(pixel[0], expected.r, tolerance);
    CHECK_NEAR(pixel[1], expected.g, tolerance);
    CHECK_NEAR(pixel[2], expected.b, tolerance);
    CHECK_INT(pixel[3], expected.a);
    test_note(NULL);
}

static void check_pixels(vrmr_image *image, uint32_t width, uint32_t height, const rgba *expected,
                         int tolerance) {
    CHECK_INT(image->width, width);
    CHECK_INT(image->height, height);
    for (uint32_t i = 0; i < width * height; ++i) {
        check_pixel(image, i % width, i / width, expected[i], tolerance);
    }
    vrmr_image_free(image, NULL);
}

/* ---- PNG ---- */

static const uint8_t rgba_rows[2 * 12] = {255, 0, 0, 255, 0, 255, 0, 128, 1,  2,  3,  0,
                                          0,   0, 9, 1,   9, 9,   9, 254, 10, 20, 30, 40};
static const rgba rgba_pixels[6] = {{255, 0, 0, 255}, {0, 255, 0, 128}, {1, 2, 3, 0},
                                    {0, 0, 9, 1},     {9, 9, 9, 254},   {10, 20, 30, 40}};

TEST(png_rgba_is_kept_where_alpha_is_zero_too) {
    png_make what = {
        .width = 3, .height = 2, .type = 6, .depth = 8, .rows = rgba_rows, .stride = 12};
    vrmr_image image = decode(make_png(&what));
    check_pixels(&image, 3, 2, rgba_pixels, 0);
}

TEST(an_image_is_tried_without_keeping_it) {
    png_make what = {
        .width = 3, .height = 2, .type = 6, .depth = 8, .rows = rgba_rows, .stride = 12};
    made image = make_png(&what);
    CHECK_INT(vrm_image_try(image.bytes, image.size, 0, NULL), VRM_IMAGE_STATE_GOOD);
    CHECK_INT(vrm_image_try(image.bytes, image.size - 20, 0, NULL), VRM_IMAGE_STATE_DAMAGED);
    CHECK_INT(vrm_image_try(image.bytes, image.size, 8, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    CHECK_INT(vrm_image_try("no image", 8, 0, NULL), VRM_IMAGE_STATE_UNKNOWN);
    CHECK_INT(vrm_image_try(NULL, 0, 0, NULL), VRM_IMAGE_STATE_MISSING);
    made_free(&image);
}

TEST(png_interlaced_is_the_same) {
    uint8_t rows[13 * 11 * 4];
    png_make what = {.width = 13,
                     .height = 11,
                     .type = 6,
                     .depth = 8,
                     .is_interlaced = true,
                     .rows = rows,
                     .stride = 13 * 4};
    vrmr_image image;
    for (size_t i = 0; i < sizeof rows; ++i) rows[i] = (uint8_t)(i * 37 + 11);
    image = decode(make_png(&what));
    REQUIRE(image.pixels != NULL && image.width == 13 && image.height == 11);
    CHECK(memcmp(image.pixels, rows, sizeof rows) == 0);
    vrmr_image_free(&image, NULL);
}

TEST(png_rgb_has_no_transparency_unless_told) {
    static const uint8_t rows[6] = {1, 2, 3, 250, 251, 252};
    static const uint16_t transparent[3] = {250, 251, 252};
    static const rgba opaque[2] = {{1, 2, 3, 255}, {250, 251, 252, 255}};
    static const rgba keyed[2] = {{1, 2, 3, 255}, {250, 251, 252, 0}};
    png_make what = {.width = 2, .height = 1, .type = 2, .depth = 8, .rows = rows};
    vrmr_image image = decode(make_png(&what));
    check_pixels(&image, 2, 1, opaque, 0);
    what.transparent = transparent;
    image = decode(make_png(&what));
    check_pixels(&image, 2, 1, keyed, 0);
}

TEST(png_16_bits_are_rounded) {
    static const uint8_t rows[16] = {0xFF, 0xFF, 0x80, 0x80, 0x00, 0x7F, 0x00, 0x81,
                                     0x12, 0x34, 0xFE, 0x80, 0xFF, 0x7F, 0xFF, 0xFF};
    /* v * 255 / 65535: 127 is 0.49, 129 is 0.50…; 0x1234 is 18.13, 0xFE80 is 253.51, 0xFF7F 254.5
     */
    static const rgba expected[2] = {{255, 128, 0, 1}, {18, 254, 255, 255}};
    png_make what = {.width = 2, .height = 1, .type = 6, .depth = 16, .rows = rows};
    vrmr_image image = decode(make_png(&what));
    REQUIRE(image.pixels != NULL);
    CHECK_INT(image.pixels[2], 0);
    CHECK_INT(image.pixels[3], 1);
    CHECK_INT(image.pixels[6], (0xFF7F * 255 + 32767) / 65535);
    image.pixels[6] = 255;
    check_pixels(&image, 2, 1, expected, 0);
}

TEST(png_grey_of_all_depths) {
    static const uint8_t one[1] = {0xA0}; /* 1 0 1 */
    static const uint8_t two[1] = {0x1B}; /* 0 1 2 3 */
    static const uint8_t four[2] = {0x0F, 0x80};
    static const uint8_t eight[3] = {0, 100, 255};
    static const uint8_t sixteen[4] = {0xFF, 0xFF, 0x64, 0x64};
    static const rgba of_one[3] = {{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 255, 255, 255}};
    static const rgba of_two[4] = {
        {0, 0, 0, 255}, {85, 85, 85, 255}, {170, 170, 170, 255}, {255, 255, 255, 255}};
    static const rgba of_four[3] = {{0, 0, 0, 255}, {255, 255, 255, 255}, {136, 136, 136, 255}};
    static const rgba of_eight[3] = {{0, 0, 0, 255}, {100, 100, 100, 255}, {255, 255, 255, 255}};
    static const rgba of_sixteen[2] = {{255, 255, 255, 255}, {100, 100, 100, 255}};
    static const struct {
        uint32_t width;
        int depth;
        const uint8_t *rows;
        const rgba *expected;
    } cases[] = {{3, 1, one, of_one},
                 {4, 2, two, of_two},
                 {3, 4, four, of_four},
                 {3, 8, eight, of_eight},
                 {2, 16, sixteen, of_sixteen}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        png_make what = {.width = cases[i].width,
                         .height = 1,
                         .type = 0,
                         .depth = cases[i].depth,
                         .rows = cases[i].rows};
        vrmr_image image = decode(make_png(&what));
        check_pixels(&image, cases[i].width, 1, cases[i].expected, 0);
    }
}

TEST(png_grey_with_alpha_and_with_a_transparent_value) {
    static const uint8_t with_alpha[4] = {10, 20, 200, 0};
    static const uint8_t grey[2] = {10, 200};
    static const uint16_t transparent[1] = {200};
    static const rgba of_alpha[2] = {{10, 10, 10, 20}, {200, 200, 200, 0}};
    static const rgba of_value[2] = {{10, 10, 10, 255}, {200, 200, 200, 0}};
    png_make what = {.width = 2, .height = 1, .type = 4, .depth = 8, .rows = with_alpha};
    vrmr_image image = decode(make_png(&what));
    check_pixels(&image, 2, 1, of_alpha, 0);
    what.type = 0;
    what.rows = grey;
    what.transparent = transparent;
    image = decode(make_png(&what));
    check_pixels(&image, 2, 1, of_value, 0);
}

TEST(png_palettes_with_and_without_transparency) {
    static const uint8_t palette[4][3] = {{1, 2, 3}, {40, 50, 60}, {255, 0, 255}, {7, 7, 7}};
    static const uint8_t alpha[2] = {0, 128}; /* the others are opaque */
    static const uint8_t two[1] = {0x1B};
    static const uint8_t eight[4] = {0, 1, 2, 3};
    static const rgba opaque[4] = {
        {1, 2, 3, 255}, {40, 50, 60, 255}, {255, 0, 255, 255}, {7, 7, 7, 255}};
    static const rgba clear[4] = {
        {1, 2, 3, 0}, {40, 50, 60, 128}, {255, 0, 255, 255}, {7, 7, 7, 255}};
    png_make what = {.width = 4,
                     .height = 1,
                     .type = 3,
                     .depth = 2,
                     .rows = two,
                     .palette = palette,
                     .palette_count = 4};
    vrmr_image image = decode(make_png(&what));
    check_pixels(&image, 4, 1, opaque, 0);
    what.depth = 8;
    what.rows = eight;
    what.palette_alpha = alpha;
    what.palette_alpha_count = 2;
    image = decode(make_png(&what));
    check_pixels(&image, 4, 1, clear, 0);
}

/* "Any colorspace information from PNG or JPEG images MUST be ignored" (glTF 2.0). */
TEST(png_profiles_gamma_and_orientation_change_nothing) {
    png_make what = {.width = 3,
                     .height = 2,
                     .type = 6,
                     .depth = 8,
                     .rows = rgba_rows,
                     .stride = 12,
                     .has_profiles = true};
    vrmr_image image = decode(make_png(&what));
    check_pixels(&image, 3, 2, rgba_pixels, 0);
}

TEST(one_pixel_is_an_image) {
    static const rgba pixel = {7, 8, 9, 255};
    static const uint8_t bytes[4] = {7, 8, 9, 255};
    png_make png = {.width = 1, .height = 1, .type = 6, .depth = 8, .rows = bytes};
    jpeg_make jpeg = {.width = 1, .height = 1, .channels = JPEG_RGB, .pixels = bytes};
    vrmr_image image = decode(make_png(&png));
    check_pixels(&image, 1, 1, &pixel, 0);
    image = decode(make_jpeg(&jpeg));
    check_pixels(&image, 1, 1, &pixel, 1);
    image = decode(make_webp(bytes, 1, 1, 101));
    check_pixels(&image, 1, 1, &pixel, 0);
}

/* ---- JPEG ---- */

/* Blocks of 16 pixels, each of one color: nothing for the DCT to lose. */
enum { BLOCK = 16 };
static const rgba block_colors[6] = {{255, 255, 255, 255}, {200, 40, 40, 255},
                                     {40, 200, 40, 255},   {40, 40, 200, 255},
                                     {0, 0, 0, 255},       {128, 128, 128, 255}};

static void fill_blocks(uint8_t *out, int channels) {
    for (int i = 0; i < 3 * BLOCK * 2 * BLOCK; ++i) {
        int x = i % (3 * BLOCK) / BLOCK, y = i / (3 * BLOCK) / BLOCK;
        rgba color = block_colors[y * 3 + x];
        uint8_t values[4] = {color.r, color.g, color.b, color.a};
        memcpy(out + (ptrdiff_t)i * channels, values, (size_t)channels);
    }
}

static void check_blocks(vrmr_image *image, int tolerance) {
    CHECK_INT(image->width, 3 * BLOCK);
    CHECK_INT(image->height, 2 * BLOCK);
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t x = i % 3 * BLOCK, y = i / 3 * BLOCK;
        check_pixel(image, x + BLOCK / 2, y + BLOCK / 2, block_colors[i], tolerance);
        check_pixel(image, x + 3, y + 3, block_colors[i], tolerance);
        check_pixel(image, x + BLOCK - 4, y + BLOCK - 4, block_colors[i], tolerance);
    }
    vrmr_image_free(image, NULL);
}

TEST(jpeg_baseline_progressive_and_subsampled) {
    uint8_t pixels[3 * BLOCK * 2 * BLOCK * 3];
    fill_blocks(pixels, 3);
    for (int i = 0; i < 4; ++i) {
        jpeg_make what = {.width = 3 * BLOCK,
                          .height = 2 * BLOCK,
                          .channels = JPEG_RGB,
                          .pixels = pixels,
                          .is_progressive = (i & 1) != 0,
                          .is_subsampled = (i & 2) != 0};
        vrmr_image image = decode(make_jpeg(&what));
        check_blocks(&image, 2);
    }
}

TEST(jpeg_with_arithmetic_coding_is_read_or_called_unknown) {
    uint8_t pixels[3 * BLOCK * 2 * BLOCK * 3];
    jpeg_make what = {.width = 3 * BLOCK,
                      .height = 2 * BLOCK,
                      .channels = JPEG_RGB,
                      .pixels = pixels,
                      .is_arithmetic = true};
    made bytes;
    vrmr_image image;
    int32_t result;
    fill_blocks(pixels, 3);
    bytes = make_jpeg(&what);
    result = vrmr_image_decode(bytes.bytes, bytes.size, NULL, NULL, &image);
    made_free(&bytes);
    if (result == VRM_IMAGE_STATE_GOOD) {
        check_blocks(&image, 2);
    } else {
        CHECK_INT(result, VRM_IMAGE_STATE_UNKNOWN);
    }
}

TEST(jpeg_grey) {
    uint8_t pixels[20 * 10];
    jpeg_make what = {.width = 20, .height = 10, .channels = JPEG_GREY, .pixels = pixels};
    vrmr_image image;
    memset(pixels, 77, sizeof pixels);
    image = decode(make_jpeg(&what));
    CHECK_INT(image.width, 20);
    CHECK_INT(image.height, 10);
    for (uint32_t i = 0; i < 200; ++i) {
        rgba expected = {77, 77, 77, 255};
        check_pixel(&image, i % 20, i / 20, expected, 0);
    }
    vrmr_image_free(&image, NULL);
}

/* Inks: what is left of white after cyan 0.25, magenta 0.5, yellow 0 and black 0.2. */
TEST(jpeg_of_four_inks) {
    static const uint8_t inks[4] = {64, 128, 0, 51};
    static const rgba expected = {153, 102, 204, 255}; /* (255 - ink) * 204 / 255 */
    uint8_t pixels[16 * 16 * 4];
    for (int i = 0; i < 4; ++i) {
        bool is_adobe = (i & 1) != 0, is_ycck = (i & 2) != 0;
        jpeg_make what = {.width = 16,
                          .height = 16,
                          .channels = JPEG_CMYK,
                          .pixels = pixels,
                          .is_adobe = is_adobe,
                          .is_ycck = is_ycck};
        vrmr_image image;
        if (is_ycck && !is_adobe) continue; /* without the marker it would be read as CMYK */
        for (size_t b = 0; b < sizeof pixels; ++b) {
            pixels[b] = is_adobe ? (uint8_t)(255 - inks[b % 4]) : inks[b % 4];
        }
        image = decode(make_jpeg(&what));
        CHECK_INT(image.width, 16);
        check_pixel(&image, 0, 0, expected, 2);
        check_pixel(&image, 15, 15, expected, 2);
        vrmr_image_free(&image, NULL);
    }
}

TEST(jpeg_orientation_is_ignored) {
    uint8_t pixels[3 * BLOCK * 2 * BLOCK * 3];
    jpeg_make what = {.width = 3 * BLOCK,
                      .height = 2 * BLOCK,
                      .channels = JPEG_RGB,
                      .pixels = pixels,
                      .has_exif = true};
    vrmr_image image;
    fill_blocks(pixels, 3);
    image = decode(make_jpeg(&what));
    check_blocks(&image, 2);
}

/* ---- WebP ---- */

TEST(webp_lossless_is_exact_where_alpha_is_zero_too) {
    vrmr_image image = decode(make_webp(rgba_rows, 3, 2, 101));
    check_pixels(&image, 3, 2, rgba_pixels, 0);
}

TEST(webp_lossy_with_and_without_alpha) {
    uint8_t pixels[3 * BLOCK * 2 * BLOCK * 4];
    vrmr_image image;
    rgba expected = block_colors[1];
    fill_blocks(pixels, 4);
    image = decode(make_webp(pixels, 3 * BLOCK, 2 * BLOCK, 100));
    check_blocks(&image, 6);
    for (size_t i = 3; i < sizeof pixels; i += 4) pixels[i] = 100;
    image = decode(make_webp(pixels, 3 * BLOCK, 2 * BLOCK, 100));
    expected.a = 100;
    check_pixel(&image, BLOCK + 8, 8, expected, 6);
    vrmr_image_free(&image, NULL);
}

TEST(webp_animation_shows_its_first_frame) {
    static const uint8_t white[6 * 8 * 4] = {0};
    made first = make_webp(rgba_rows, 3, 2, 101), second = make_webp(white, 6, 8, 101);
    rgba expected[6 * 8] = {{0, 0, 0, 0}};
    vrmr_image image = decode(make_webp_frames(6, 8, &first, 2, 4, &second));
    for (size_t i = 0; i < 6; ++i) expected[(4 + i / 3) * 6 + 2 + i % 3] = rgba_pixels[i];
    check_pixels(&image, 6, 8, expected, 0);
    made_free(&first);
    made_free(&second);
}

/* ---- smaller ---- */

static const uint8_t channels_4x2[2 * 16] = {0,  10,  20, 0, 4,   10, 20, 255, 100, 0,  0,
                                             0,  0,   0,  0, 255, 8,  10, 21,  0,   12, 10,
                                             22, 255, 50, 0, 0,   1,  51, 3,   0,   0};
/* Means of 2 by 2, halves up; color is not weighted by alpha. */
static const rgba halved_4x2[2] = {{6, 10, 21, 128}, {50, 1, 0, 64}};

TEST(halving_is_the_mean_of_each_channel) {
    png_make what = {
        .width = 4, .height = 2, .type = 6, .depth = 8, .rows = channels_4x2, .stride = 16};
    made png = make_png(&what), webp = make_webp(channels_4x2, 4, 2, 101), interlaced;
    vrmr_image image = decode_within(&png, 2);
    check_pixels(&image, 2, 1, halved_4x2, 0);
    image = decode_within(&webp, 3); /* 3 does not hold 4: halved too */
    check_pixels(&image, 2, 1, halved_4x2, 0);
    what.is_interlaced = true;
    interlaced = make_png(&what);
    image = decode_within(&interlaced, 2);
    check_pixels(&image, 2, 1, halved_4x2, 0);
    image = decode_within(&png, 4);
    CHECK_INT(image.width, 4);
    vrmr_image_free(&image, NULL);
    made_free(&png);
    made_free(&webp);
    made_free(&interlaced);
}

TEST(halving_twice_rounds_once) {
    uint8_t rows[4 * 16] = {0};
    png_make what = {.width = 4, .height = 4, .type = 6, .depth = 8, .rows = rows, .stride = 16};
    rgba expected = {1, 8, 0, 255}; /* 8 / 16 is a half, up; 120 / 16 is 7.5 */
    made png;
    vrmr_image image;
    rows[0] = 8;
    for (int i = 0; i < 16; ++i) {
        rows[4 * i + 1] = (uint8_t)i;
        rows[4 * i + 2] = i == 0 ? 7 : 0; /* 7 / 16 */
        rows[4 * i + 3] = 255;
    }
    png = make_png(&what);
    image = decode_within(&png, 1);
    check_pixels(&image, 1, 1, &expected, 0);
    made_free(&png);
}

/* 5 by 3 becomes 3 by 2: a pixel covers 5/3 by 3/2 of those before. */
TEST(sizes_that_do_not_divide_are_weighted_by_area) {
    uint8_t rows[5 * 3 * 4];
    rgba expected[6];
    png_make what = {.width = 5, .height = 3, .type = 6, .depth = 8, .rows = rows, .stride = 20};
    made png;
    vrmr_image image;
    for (size_t i = 0; i < sizeof rows; ++i) rows[i] = (uint8_t)(i * i * 7 + i * 31);
    for (int i = 0; i < 6; ++i) {
        uint8_t values[4];
        for (int c = 0; c < 4; ++c) {
            double sum = 0;
            for (int y = 0; y < 3; ++y) {
                for (int x = 0; x < 5; ++x) {
                    double left = i % 3 * 5.0 / 3, top = i / 3 * 1.5;
                    double right = left + 5.0 / 3, bottom = top + 1.5;
                    double across = (right < x + 1 ? right : x + 1) - (left > x ? left : x);
                    double down = (bottom < y + 1 ? bottom : y + 1) - (top > y ? top : y);
                    if (across > 0 && down > 0) sum += across * down * rows[(y * 5 + x) * 4 + c];
                }
            }
            values[c] = (uint8_t)(sum / (5.0 / 3 * 1.5) + 0.5 + 1e-9);
        }
        memcpy(&expected[i], values, 4);
    }
    png = make_png(&what);
    image = decode_within(&png, 3);
    check_pixels(&image, 3, 2, expected, 0);
    made_free(&png);
}

TEST(one_side_may_be_short) {
    static const uint8_t row[8 * 4] = {0, 0, 0, 9, 8, 0, 0, 9, 0,  0, 0, 9, 0,  0, 0, 9,
                                       4, 0, 0, 9, 4, 0, 0, 9, 20, 0, 0, 9, 20, 0, 0, 9};
    static const rgba expected[2] = {{2, 0, 0, 9}, {12, 0, 0, 9}};
    png_make what = {.width = 8, .height = 1, .type = 6, .depth = 8, .rows = row};
    made png = make_png(&what);
    vrmr_image image = decode_within(&png, 2);
    check_pixels(&image, 2, 1, expected, 0);
    made_free(&png);
}

/* Within the DCT down to an eighth, and by means from there on. */
TEST(jpeg_gets_smaller_too) {
    uint8_t pixels[3 * BLOCK * 2 * BLOCK * 3];
    jpeg_make what = {
        .width = 3 * BLOCK, .height = 2 * BLOCK, .channels = JPEG_RGB, .pixels = pixels};
    made jpeg;
    fill_blocks(pixels, 3);
    jpeg = make_jpeg(&what);
    for (uint32_t by = 2; by <= BLOCK; by *= 2) {
        uint32_t size = BLOCK / by;
        vrmr_image image = decode_within(&jpeg, 3 * BLOCK / by);
        test_note("by %u", by);
        CHECK_INT(image.width, 3 * size);
        CHECK_INT(image.height, 2 * size);
        for (uint32_t i = 0; i < 6; ++i) {
            check_pixel(&image, i % 3 * size + size / 2, i / 3 * size + size / 2, block_colors[i],
                        2);
        }
        vrmr_image_free(&image, NULL);
    }
    made_free(&jpeg);
}

TEST(jpeg_of_four_inks_gets_smaller_too) {
    static const rgba expected = {153, 102, 204, 255};
    static const uint8_t inks[4] = {64, 128, 0, 51};
    uint8_t pixels[33 * 17 * 4];
    jpeg_make what = {.width = 33, .height = 17, .channels = JPEG_CMYK, .pixels = pixels};
    made jpeg;
    vrmr_image image;
    for (size_t b = 0; b < sizeof pixels; ++b) pixels[b] = inks[b % 4];
    jpeg = make_jpeg(&what);
    image = decode_within(&jpeg, 2); /* by 32 */
    CHECK_INT(image.width, 2);
    CHECK_INT(image.height, 1);
    check_pixel(&image, 0, 0, expected, 2);
    check_pixel(&image, 1, 0, expected, 2);
    vrmr_image_free(&image, NULL);
    made_free(&jpeg);
}

/* ---- the tool's writers ---- */

TEST(what_the_tool_writes_reads_back) {
    static const rgba opaque_pixels[2] = {{1, 2, 3, 255}, {4, 5, 6, 255}};
    static const uint8_t opaque[8] = {1, 2, 3, 255, 4, 5, 6, 255};
    const char *problem = NULL;
    made png = {NULL, 0, 0};
    vrmr_image image;
    for (int level = 0; level <= 9; ++level) {
        png.bytes = picture_encode_png(rgba_rows, 3, 2, level, &png.size, &problem);
        REQUIRE(png.bytes != NULL);
        CHECK_INT(png.bytes[25], 6);
        image = decode(png);
        check_pixels(&image, 3, 2, rgba_pixels, 0);
    }
    for (uint32_t rows = 1; rows <= 2; ++rows) {
        png.bytes = picture_encode_png(opaque, 3 - rows, rows, PICTURE_FAST, &png.size, &problem);
        REQUIRE(png.bytes != NULL);
        CHECK_INT(png.bytes[25], 2); /* RGB: nothing is transparent */
        image = decode(png);
        check_pixels(&image, 3 - rows, rows, opaque_pixels, 0);
    }
    CHECK(picture_encode_png(opaque, 0, 1, PICTURE_FAST, &png.size, &problem) == NULL);
    CHECK(problem != NULL);
}

TEST(what_the_tool_writes_as_a_file_reads_back) {
    const char *problem = NULL;
    uint32_t width = 0, height = 0;
    uint8_t *pixels;
    char path[512];
    if (test_option("out") == NULL) {
        test_skip("no folder to write in; name it with --data out=FOLDER");
        return;
    }
    snprintf(path, sizeof path, "%s/image-test.png", test_option("out"));
    REQUIRE(picture_write_png(path, rgba_rows, 3, 2, PICTURE_FAST, &problem));
    pixels = picture_read_png(path, &width, &height, &problem);
    REQUIRE(pixels != NULL);
    CHECK_INT(width, 3);
    CHECK_INT(height, 2);
    CHECK(memcmp(pixels, rgba_rows, sizeof rgba_rows) == 0);
    free(pixels);
    /* A folder that cannot be created: there is a file of that name. */
    snprintf(path, sizeof path, "%s/image-test.png/image-test.png", test_option("out"));
    problem = NULL;
    CHECK(!picture_write_png(path, rgba_rows, 3, 2, PICTURE_FAST, &problem));
    CHECK(problem != NULL);
    snprintf(path, sizeof path, "%s/image-test.png", test_option("out"));
    remove(path);
    CHECK(picture_read_png(path, &width, &height, &problem) == NULL);
}

TEST(an_animation_of_the_tool_begins_with_its_first_frame) {
    picture_animation_options options;
    const animation_writer *writer = NULL;
    void *animation;
    const char *problem = NULL;
    made webp = {NULL, 0, 0};
    uint8_t other[sizeof rgba_rows];
    vrmr_image image;
    memset(&options, 0, sizeof options);
    options.width = 3;
    options.height = 2;
    options.is_exact = true;
    animation = animation_webp_begin(&options, &writer, &problem);
    REQUIRE(animation != NULL);
    memset(other, 255, sizeof other);
    CHECK(writer->add(animation, rgba_rows, 40, &problem));
    CHECK(writer->add(animation, other, 40, &problem));
    webp.bytes = writer->encode(animation, &webp.size, &problem);
    CHECK(!writer->add(animation, other, 40, &problem)); /* it has ended */
    writer->end(animation);
    REQUIRE(webp.bytes != NULL);
    CHECK(memcmp(webp.bytes + 12, "VP8X", 4) == 0 && (webp.bytes[20] & 2) != 0); /* animated */
    image = decode(webp);
    CHECK_INT(image.width, 3);
    CHECK_INT(image.height, 2);
    check_pixel(&image, 0, 0, rgba_pixels[0], 0);
    check_pixel(&image, 1, 0, rgba_pixels[1], 0);
    check_pixel(&image, 1, 1, rgba_pixels[4], 0);
    vrmr_image_free(&image, NULL);
    options.width = 20000;
    CHECK(animation_webp_begin(&options, &writer, &problem) == NULL);
}

TEST_SUITE(image, ENTRY(png_rgba_is_kept_where_alpha_is_zero_too),
           ENTRY(an_image_is_tried_without_keeping_it), ENTRY(png_interlaced_is_the_same),
           ENTRY(png_rgb_has_no_transparency_unless_told), ENTRY(png_16_bits_are_rounded),
           ENTRY(png_grey_of_all_depths), ENTRY(png_grey_with_alpha_and_with_a_transparent_value),
           ENTRY(png_palettes_with_and_without_transparency),
           ENTRY(png_profiles_gamma_and_orientation_change_nothing), ENTRY(one_pixel_is_an_image),
           ENTRY(jpeg_baseline_progressive_and_subsampled),
           ENTRY(jpeg_with_arithmetic_coding_is_read_or_called_unknown), ENTRY(jpeg_grey),
           ENTRY(jpeg_of_four_inks), ENTRY(jpeg_orientation_is_ignored),
           ENTRY(webp_lossless_is_exact_where_alpha_is_zero_too),
           ENTRY(webp_lossy_with_and_without_alpha), ENTRY(webp_animation_shows_its_first_frame),
           ENTRY(halving_is_the_mean_of_each_channel), ENTRY(halving_twice_rounds_once),
           ENTRY(sizes_that_do_not_divide_are_weighted_by_area), ENTRY(one_side_may_be_short),
           ENTRY(jpeg_gets_smaller_too), ENTRY(jpeg_of_four_inks_gets_smaller_too),
           ENTRY(what_the_tool_writes_reads_back), ENTRY(what_the_tool_writes_as_a_file_reads_back),
           ENTRY(an_animation_of_the_tool_begins_with_its_first_frame));

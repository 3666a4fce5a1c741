/* Images that are written again as PNG keep their pixels, whatever channels, palette and filters
 * are chosen (OP-008). */
#include "apps/optimize/png_small.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

enum { MOST_SIDE = 40, ROUNDS = 600 };

static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Few or many colors, gray or not, smooth or noise. */
static void make_pixels(uint32_t *state, uint32_t count, bool has_alpha, uint8_t *pixels) {
    const uint32_t noise = 1 + next(state) % 256, slope = next(state) % 9;
    const bool is_gray = next(state) % 4 == 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t *pixel = pixels + (size_t)4 * i;
        for (int c = 0; c < 4; ++c) pixel[c] = (uint8_t)(i * slope + next(state) % noise);
        if (is_gray) pixel[1] = pixel[2] = pixel[0];
        if (!has_alpha) pixel[3] = 255;
    }
}

static bool has_same_pixels(const uint8_t *bytes, size_t size, const uint8_t *pixels,
                            uint32_t width, uint32_t height) {
    uint8_t read[MOST_SIDE * MOST_SIDE * 4];
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (bytes == NULL || !png_image_begin_read_from_memory(&image, bytes, size)) return false;
    image.format = PNG_FORMAT_RGBA;
    if (image.width != width || image.height != height ||
        !png_image_finish_read(&image, NULL, read, 0, NULL)) {
        png_image_free(&image);
        return false;
    }
    return memcmp(read, pixels, (size_t)width * height * 4) == 0;
}

TEST(op_008_a_png_that_is_written_again_has_the_same_pixels) {
    static const png_effort efforts[] = {PNG_EFFORT_FAST, PNG_EFFORT_QUICK, PNG_EFFORT_BEST};
    uint8_t pixels[MOST_SIDE * MOST_SIDE * 4];
    bool is_written[7] = {false}; /* by the type of the PNG */
    uint32_t state = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        const uint32_t width = 1 + next(&state) % MOST_SIDE, height = 1 + next(&state) % MOST_SIDE;
        const bool has_alpha = next(&state) % 2 == 0;
        const png_small_settings settings = {has_alpha, efforts[round % 3], NULL, NULL};
        size_t size = 0;
        uint8_t *bytes;
        make_pixels(&state, width * height, has_alpha, pixels);
        bytes = png_small_encode(pixels, width, height, &settings, &size);
        test_note("round %d, %u x %u", round, width, height);
        CHECK(has_same_pixels(bytes, size, pixels, width, height));
        if (bytes != NULL) is_written[bytes[25] % 7] = true;
        free(bytes);
    }
    test_note(NULL);
    CHECK(is_written[0] && is_written[2] && is_written[3] && is_written[4] && is_written[6]);
}

/* Is asked for each row. */
static int32_t stop_at_three(void *user) {
    int *calls = user;
    return ++*calls >= 3;
}

TEST(op_008_a_png_is_stopped) {
    uint8_t pixels[MOST_SIDE * MOST_SIDE * 4];
    uint32_t state = 2;
    size_t size = 0;
    int calls = 0;
    const png_small_settings settings = {true, PNG_EFFORT_QUICK, stop_at_three, &calls};
    make_pixels(&state, MOST_SIDE * MOST_SIDE, true, pixels);
    CHECK(png_small_encode(pixels, MOST_SIDE, MOST_SIDE, &settings, &size) == NULL);
    CHECK(calls < MOST_SIDE);
}

TEST_SUITE(png_small, ENTRY(op_008_a_png_that_is_written_again_has_the_same_pixels),
           ENTRY(op_008_a_png_is_stopped));

/* libdeflate changes how long a PNG takes, and nothing else (ER-029). */
#include "render/image_make.h"
#include "render/png_same.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 40, ROUNDS = 400 };

static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Pixels of a kind that each filter predicts now well and now badly. */
static made make_random(uint32_t *state, uint32_t width, uint32_t height, int channels) {
    uint8_t rows[MOST_SIDE * MOST_SIDE * 4], filters[MOST_SIDE];
    uint32_t noise = 1 + next(state) % 256, slope = next(state) % 9;
    png_make what = {.width = width,
                     .height = height,
                     .type = channels == 3 ? 2 : 6,
                     .depth = 8,
                     .rows = rows,
                     .stride = width * (uint32_t)channels,
                     .filters = filters,
                     .has_profiles = next(state) % 4 == 0};
    for (uint32_t i = 0; i < what.stride * height; ++i) {
        rows[i] = (uint8_t)(i * slope + next(state) % noise);
    }
    for (uint32_t y = 0; y < height; ++y) filters[y] = (uint8_t)(next(state) % 5);
    return make_png(&what);
}

static bool is_same(const made *image, uint32_t max_texture) {
    bool is_whole;
    const char *difference = png_difference(image->bytes, image->size, max_texture, &is_whole);
    CHECK_TEXT(difference != NULL ? difference : "same", "same");
    return is_whole;
}

TEST(er_029_png_has_the_same_pixels_with_every_filter) {
    uint32_t state = 1, whole = 0, wide = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        uint32_t width = 1 + next(&state) % MOST_SIDE, height = 1 + next(&state) % MOST_SIDE;
        made image = make_random(&state, width, height, round % 2 == 0 ? 3 : 4);
        test_note("round %d", round);
        wide += width >= 8;
        whole += is_same(&image, 1u << next(&state) % 7);
        made_free(&image);
    }
#if defined(VRM_HAVE_DEFLATE)
    CHECK_INT(whole, wide);
#else
    CHECK_INT(whole, 0);
#endif
}

/* Whatever is damaged, libpng decides about it: so no file is good with one of them alone. */
TEST(er_029_png_that_is_changed_or_cut_is_left_to_libpng) {
    uint32_t state = 2;
    for (int round = 0; round < ROUNDS; ++round) {
        made image = make_random(&state, 9 + next(&state) % 20, 5 + next(&state) % 20, 3);
        size_t size = image.size;
        for (int change = 0; change < 20; ++change) {
            size_t at = next(&state) % size;
            uint8_t old = image.bytes[at];
            test_note("round %d, change %d", round, change);
            image.bytes[at] = (uint8_t)next(&state);
            is_same(&image, MOST_SIDE);
            image.bytes[at] = old;
            image.size = at;
            is_same(&image, MOST_SIDE);
            image.size = size;
        }
        made_free(&image);
    }
}

/* Changes that keep every checksum of a chunk: of what was deflated, and in the order of chunks. */
static void mend(made *image) {
    size_t at = 8;
    while (image->size - at >= 12) {
        size_t length = (size_t)image->bytes[at + 2] << 8 | image->bytes[at + 3];
        if (length > image->size - at - 12) return;
        put_u32(image->bytes + at + 8 + length, crc_of(image->bytes + at + 4, length + 4));
        at += 12 + length;
    }
}

TEST(er_029_png_of_other_deflated_bytes_is_left_to_libpng) {
    uint32_t state = 3;
    for (int round = 0; round < ROUNDS; ++round) {
        made image = make_random(&state, 9 + next(&state) % 20, 5 + next(&state) % 20, 4);
        for (int change = 0; change < 20; ++change) {
            size_t at = 8 + next(&state) % (image.size - 8);
            uint8_t old = image.bytes[at];
            test_note("round %d, change %d at %d", round, change, (int)at);
            image.bytes[at] = (uint8_t)(old ^ 1u << next(&state) % 8);
            mend(&image);
            is_same(&image, MOST_SIDE);
            image.bytes[at] = old;
            mend(&image);
        }
        made_free(&image);
    }
}

TEST_SUITE(png_same, ENTRY(er_029_png_has_the_same_pixels_with_every_filter),
           ENTRY(er_029_png_that_is_changed_or_cut_is_left_to_libpng),
           ENTRY(er_029_png_of_other_deflated_bytes_is_left_to_libpng));

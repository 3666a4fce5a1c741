/* Images that become smaller: sizes, and what a pixel is the mean of. */
#include "author/optimize/image_scale.h"
#include "test.h"

TEST(op_008_sides_stay_in_proportion) {
    static const struct {
        uint32_t width, height, most, out_width, out_height;
    } cases[] = {{2048, 1024, 1024, 1024, 512},
                 {1024, 1024, 1024, 1024, 1024},
                 {100, 3000, 1000, 33, 1000},
                 {4000, 1, 512, 512, 1},
                 {640, 480, 0, 640, 480}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint32_t width, height;
        vrmi_scaled_size(cases[i].width, cases[i].height, cases[i].most, &width, &height);
        CHECK_INT(width, cases[i].out_width);
        CHECK_INT(height, cases[i].out_height);
    }
}

static void scale(const uint8_t *from, uint32_t width, uint32_t height, bool is_color,
                  bool has_alpha, uint8_t *to, uint32_t to_width, uint32_t to_height) {
    vrm_pixels pixels = {(uint8_t *)(uintptr_t)from, width, height},
               out = {to, to_width, to_height};
    vrmi_scale_pixels(&pixels, is_color, has_alpha, &out);
}

TEST(op_008_a_pixel_is_the_mean_of_its_area) {
    static const uint8_t row[] = {0, 10, 255, 255, 100, 30, 255, 255, 200, 50, 255, 255};
    uint8_t out[8];
    scale(row, 3, 1, false, false, out, 1, 1);
    CHECK_INT(out[0], 100);
    CHECK_INT(out[1], 30);
    CHECK_INT(out[2], 255);
    /* Three become two: the middle one counts half in each. */
    scale(row, 3, 1, false, false, out, 2, 1);
    CHECK_INT(out[0], 33);
    CHECK_INT(out[4], 167);
    CHECK_INT(out[3], 255);
}

TEST(op_008_colours_are_summed_as_light) {
    static const uint8_t pair[] = {0, 0, 0, 255, 255, 255, 255, 255};
    uint8_t out[4];
    scale(pair, 2, 1, true, false, out, 1, 1);
    CHECK_INT(out[0], 188); /* half the light of white */
    scale(pair, 2, 1, false, false, out, 1, 1);
    CHECK_INT(out[0], 128);
}

TEST(op_008_what_is_not_seen_does_not_bleed_in) {
    static const uint8_t pair[] = {255, 0, 0, 255, 0, 255, 0, 0};
    static const uint8_t unseen[] = {0, 80, 0, 0, 0, 80, 0, 0};
    uint8_t out[4];
    scale(pair, 2, 1, true, true, out, 1, 1);
    CHECK_INT(out[0], 255);
    CHECK_INT(out[1], 0);
    CHECK_INT(out[3], 128);
    scale(unseen, 2, 1, true, true, out, 1, 1); /* colors that are never seen stay nevertheless */
    CHECK_INT(out[1], 80);
    CHECK_INT(out[3], 0);
}

TEST_SUITE(image_scale, ENTRY(op_008_sides_stay_in_proportion),
           ENTRY(op_008_a_pixel_is_the_mean_of_its_area), ENTRY(op_008_colours_are_summed_as_light),
           ENTRY(op_008_what_is_not_seen_does_not_bleed_in));

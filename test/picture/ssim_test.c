/* How alike pictures are: against values that follow from the formula. */
#include "apps/picture/ssim.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 32 };

typedef struct small_picture {
    uint8_t pixels[HEIGHT][WIDTH][4];
} small_picture;

static void fill(small_picture *picture, uint8_t grey, uint8_t alpha) {
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            memset(picture->pixels[y][x], grey, 3);
            picture->pixels[y][x][3] = alpha;
        }
    }
}

static picture_difference compare(const small_picture *a, const small_picture *b) {
    picture_difference out;
    CHECK(picture_compare(&a->pixels[0][0][0], &b->pixels[0][0][0], WIDTH, HEIGHT, &out));
    return out;
}

TEST(equal_pictures_are_alike) {
    small_picture a;
    picture_difference found;
    fill(&a, 90, 255);
    for (int x = 0; x < WIDTH; ++x) a.pixels[x % HEIGHT][x][1] = 200;
    found = compare(&a, &a);
    CHECK_NEAR(found.ssim, 1.0, 1e-9);
    CHECK_NEAR(found.lowest, 1.0, 1e-9);
    CHECK_INT(found.largest, 0);
    CHECK_INT(found.changed, 0);
}

/* Plain pictures have no structure: what is left of the formula is (2ab + c1) / (a² + b² + c1). */
TEST(plain_pictures_differ_by_their_luminance) {
    const double c1 = 2.55 * 2.55;
    small_picture a, b;
    picture_difference found;
    fill(&a, 100, 255);
    fill(&b, 150, 255);
    found = compare(&a, &b);
    CHECK_NEAR(found.ssim, (2.0 * 100 * 150 + c1) / (100.0 * 100 + 150.0 * 150 + c1), 1e-6);
    CHECK_INT(found.largest, 50);
    CHECK_INT(found.changed, WIDTH * HEIGHT);
}

/* What is not there in either picture does not count, however large it is. */
TEST(the_background_makes_nothing_alike) {
    small_picture a, b;
    picture_difference found, plain;
    fill(&a, 0, 0);
    fill(&b, 77, 0);
    found = compare(&a, &b);
    CHECK_NEAR(found.ssim, 1.0, 1e-9);
    CHECK_INT(found.changed, 0);
    for (int i = 0; i < 4; ++i) { /* one pixel in the middle is there */
        a.pixels[HEIGHT / 2][WIDTH / 2][i] = 255;
        b.pixels[HEIGHT / 2][WIDTH / 2][i] = i == 3 ? 255 : 0;
    }
    found = compare(&a, &b);
    CHECK_INT(found.changed, 1);
    CHECK_INT(found.largest, 255);
    CHECK(found.ssim < 0.0 && found.ssim == found.lowest);
    fill(&a, 255, 255);
    fill(&b, 255, 255);
    memset(b.pixels[HEIGHT / 2][WIDTH / 2], 0, 3);
    plain = compare(&a, &b);
    CHECK(plain.ssim > 0.5 && plain.ssim < 1.0 && plain.lowest < plain.ssim);
}

TEST(a_picture_smaller_than_a_window_is_refused) {
    small_picture a;
    picture_difference out;
    fill(&a, 1, 255);
    CHECK(!picture_compare(&a.pixels[0][0][0], &a.pixels[0][0][0], 10, 40, &out));
    CHECK(!picture_compare(&a.pixels[0][0][0], &a.pixels[0][0][0], 40, 10, &out));
    CHECK(picture_compare(&a.pixels[0][0][0], &a.pixels[0][0][0], 11, 11, &out));
    CHECK_NEAR(out.ssim, 1.0, 1e-9);
}

TEST_SUITE(picture_ssim, ENTRY(equal_pictures_are_alike),
           ENTRY(plain_pictures_differ_by_their_luminance),
           ENTRY(the_background_makes_nothing_alike),
           ENTRY(a_picture_smaller_than_a_window_is_refused));

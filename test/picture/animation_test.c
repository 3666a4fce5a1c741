/* Moving and still pictures: written, and read back by the libraries that others read them with. */
#include "apps/picture/picture.h"
#include "picture/decode.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 36, FRAMES = 30 };

/* A ramp behind a ball that goes round. */
static void draw(uint8_t *pixels, uint32_t width, uint32_t height, int frame, bool is_transparent) {
    double angle = frame * 6.283185307179586 / FRAMES;
    double cx = width * (0.5 + 0.3 * cos(angle)), cy = height * (0.5 + 0.3 * sin(angle));
    for (uint32_t y = 0; y < height; ++y) {
        for (uint32_t x = 0; x < width; ++x) {
            uint8_t *pixel = pixels + ((size_t)y * width + x) * 4;
            double dx = x - cx, dy = y - cy;
            bool is_ball = dx * dx + dy * dy < 64.0;
            pixel[0] = (uint8_t)(is_ball ? 220 : 100 + 2 * y);
            pixel[1] = (uint8_t)(is_ball ? 40 + (uint32_t)frame : 140 + y);
            pixel[2] = (uint8_t)(is_ball ? 60 : 180);
            pixel[3] = is_ball || !is_transparent ? 255 : 0;
        }
    }
}

/* 33, 33 and 34 ms: thirty of them are a second. */
static uint32_t length_of(int frame) {
    return (uint32_t)((frame + 1) * 1000 / FRAMES - frame * 1000 / FRAMES);
}

static uint8_t *write_ball(picture_format format, uint32_t width, uint32_t height,
                           bool is_transparent, size_t *out_size) {
    picture_animation_options options;
    picture_animation *animation;
    const char *problem = "";
    uint8_t *bytes = NULL, *pixels = malloc((size_t)width * height * 4);
    picture_animation_options_init(&options);
    options.format = format;
    options.width = width;
    options.height = height;
    options.is_transparent = is_transparent;
    animation = picture_animation_begin(&options, &problem);
    if (!CHECK(animation != NULL && pixels != NULL)) test_note("%s", problem);
    for (int i = 0; i < FRAMES && animation != NULL && pixels != NULL; ++i) {
        draw(pixels, width, height, i, is_transparent);
        CHECK(picture_animation_add(animation, pixels, length_of(i), &problem));
    }
    if (animation != NULL) bytes = picture_animation_encode(animation, out_size, &problem);
    CHECK(bytes != NULL);
    picture_animation_end(animation);
    free(pixels);
    return bytes;
}

/* The mean and the greatest difference of the frames that were read from those that were drawn. */
typedef struct difference {
    double mean;
    int most;
} difference;

static difference compare(const decoded *movie, bool is_transparent) {
    uint8_t *pixels = malloc((size_t)movie->width * movie->height * 4);
    size_t count = (size_t)movie->width * movie->height;
    difference found = {0.0, 0};
    if (pixels == NULL) return found;
    for (uint32_t i = 0; i < movie->count; ++i) {
        const uint8_t *frame = movie->pixels + (size_t)i * count * 4;
        draw(pixels, movie->width, movie->height, (int)i, is_transparent);
        for (size_t k = 0; k < count * 4; ++k) {
            bool is_seen = pixels[k / 4 * 4 + 3] != 0 || k % 4 == 3;
            int off = is_seen ? abs(frame[k] - pixels[k]) : 0;
            found.mean += (double)off / (double)(count * 4 * movie->count);
            if (off > found.most) found.most = off;
        }
    }
    free(pixels);
    return found;
}

static bool is_here(picture_format format) {
    const char *problem = picture_format_problem(format);
    if (problem != NULL) test_skip(problem);
    return problem == NULL;
}

/* --- GIF --- */

TEST(gif_shows_every_frame_for_its_time) {
    for (int is_transparent = 0; is_transparent < 2; ++is_transparent) {
        decoded movie;
        difference off;
        size_t size = 0;
        uint8_t *bytes;
        if (!is_here(PICTURE_GIF)) return;
        test_note(is_transparent ? "transparent" : "opaque");
        bytes = write_ball(PICTURE_GIF, WIDTH, HEIGHT, is_transparent, &size);
        if (bytes == NULL) return;
        CHECK(decode_gif(bytes, size, &movie));
        CHECK_INT(movie.count, FRAMES);
        CHECK_INT(movie.width, WIDTH);
        CHECK_INT(movie.height, HEIGHT);
        CHECK_INT(movie.milliseconds, 1000);
        CHECK(movie.is_endless);
        off = compare(&movie, is_transparent);
        CHECK(off.mean < 2.0);
        CHECK(off.most <= 12); /* half of the pattern, and what counts as the same */
        decoded_release(&movie);
        free(bytes);
    }
    test_note(NULL);
}

TEST(gif_has_only_what_is_new) {
    picture_animation_options options;
    picture_animation *animation;
    const char *problem;
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    size_t first = 0, all = 0;
    uint8_t *bytes;
    if (!is_here(PICTURE_GIF)) return;
    draw(pixels, WIDTH, HEIGHT, 0, false);
    for (int frames = 1; frames <= 11; frames += 10) {
        picture_animation_options_init(&options);
        options.format = PICTURE_GIF;
        options.width = WIDTH;
        options.height = HEIGHT;
        animation = picture_animation_begin(&options, &problem);
        for (int i = 0; i < frames; ++i) {
            CHECK(picture_animation_add(animation, pixels, 20, &problem));
        }
        bytes = picture_animation_encode(animation, frames == 1 ? &first : &all, &problem);
        CHECK(bytes != NULL);
        picture_animation_end(animation);
        free(bytes);
    }
    CHECK((all - first) / 10 <= 800); /* a palette, and one pixel */
}

/* --- WebP --- */

TEST(webp_shows_every_frame_for_its_time) {
    decoded movie;
    size_t size = 0;
    uint8_t *bytes;
    if (!is_here(PICTURE_WEBP)) return;
    bytes = write_ball(PICTURE_WEBP, WIDTH, HEIGHT, false, &size);
    if (bytes == NULL) return;
    CHECK(decode_webp(bytes, size, &movie));
    CHECK_INT(movie.count, FRAMES);
    CHECK_INT(movie.width, WIDTH);
    CHECK_INT(movie.milliseconds, 1000);
    CHECK(compare(&movie, false).mean < 6.0);
    decoded_release(&movie);
    free(bytes);
}

/* --- MP4 --- */

TEST(mp4_shows_every_frame_for_its_time) {
    decoded movie;
    size_t size = 0;
    uint8_t *bytes;
    if (!is_here(PICTURE_MP4)) return;
    bytes = write_ball(PICTURE_MP4, WIDTH, HEIGHT, false, &size);
    if (bytes == NULL) return;
    if (!decode_mp4(bytes, size, &movie)) {
        CHECK(false);
        return;
    }
    CHECK_INT(movie.count, FRAMES);
    CHECK_INT(movie.width, WIDTH);
    CHECK_INT(movie.height, HEIGHT);
    CHECK_INT(movie.milliseconds, 1000);
    CHECK(movie.has_index_first);
    CHECK(compare(&movie, false).mean < 6.0);
    decoded_release(&movie);
    free(bytes);
}

TEST(mp4_of_odd_sizes_is_even) {
    decoded movie;
    size_t size = 0;
    uint8_t *bytes;
    if (!is_here(PICTURE_MP4)) return;
    bytes = write_ball(PICTURE_MP4, 33, 21, false, &size);
    if (bytes == NULL) return;
    if (!CHECK(decode_mp4(bytes, size, &movie))) return;
    CHECK_INT(movie.width, 34);
    CHECK_INT(movie.height, 22);
    CHECK_INT(movie.count, FRAMES);
    decoded_release(&movie);
    free(bytes);
}

/* --- Still pictures --- */

TEST(jpeg_is_what_was_drawn_on_white) {
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    decoded picture;
    const char *problem;
    size_t sizes[2] = {0, 0};
    if (!is_here(PICTURE_JPEG)) return;
    for (int i = 0; i < 2; ++i) {
        uint8_t *bytes;
        draw(pixels, WIDTH, HEIGHT, 0, true);
        bytes = picture_encode(PICTURE_JPEG, pixels, WIDTH, HEIGHT, 1, i == 0 ? 70.0f : 95.0f,
                               &sizes[i], &problem);
        if (!CHECK(bytes != NULL && decode_jpeg(bytes, sizes[i], &picture))) return;
        CHECK_INT(picture.width, WIDTH);
        CHECK_INT(picture.height, HEIGHT);
        CHECK(picture.pixels[0] >= 250 && picture.pixels[1] >= 250 && picture.pixels[2] >= 250);
        CHECK_NEAR(picture.pixels[(18 * WIDTH + 38) * 4], 220, i == 0 ? 40 : 4);
        CHECK_NEAR(picture.pixels[(18 * WIDTH + 38) * 4 + 1], 40, i == 0 ? 40 : 4);
        decoded_release(&picture);
        free(bytes);
    }
    CHECK(sizes[0] < sizes[1]);
}

TEST(formats_are_known_by_their_endings) {
    picture_format format;
    CHECK(picture_format_of("a/b.PNG", &format) && format == PICTURE_PNG);
    CHECK(picture_format_of("b.jpg", &format) && format == PICTURE_JPEG);
    CHECK(picture_format_of("b.jpeg", &format) && format == PICTURE_JPEG);
    CHECK(picture_format_of("b.webp", &format) && format == PICTURE_WEBP);
    CHECK(picture_format_of("b.gif", &format) && format == PICTURE_GIF);
    CHECK(picture_format_of("b.Mp4", &format) && format == PICTURE_MP4);
    CHECK(!picture_format_of("b.bmp", &format) && !picture_format_of("png", &format));
    CHECK(!picture_format_moves(PICTURE_JPEG) && picture_format_moves(PICTURE_WEBP));
}

TEST(what_cannot_be_begun_says_why) {
    picture_animation_options options;
    const char *problem = NULL;
    picture_animation_options_init(&options);
    for (int format = 0; format < PICTURE_FORMAT_COUNT; ++format) {
        options.format = (picture_format)format;
        problem = NULL;
        CHECK(picture_animation_begin(&options, &problem) == NULL); /* no pixels */
        CHECK(problem != NULL);
    }
}

TEST_SUITE(picture_animation, ENTRY(gif_shows_every_frame_for_its_time),
           ENTRY(gif_has_only_what_is_new), ENTRY(webp_shows_every_frame_for_its_time),
           ENTRY(mp4_shows_every_frame_for_its_time), ENTRY(mp4_of_odd_sizes_is_even),
           ENTRY(jpeg_is_what_was_drawn_on_white), ENTRY(formats_are_known_by_their_endings),
           ENTRY(what_cannot_be_begun_says_why));

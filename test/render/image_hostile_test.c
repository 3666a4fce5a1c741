/* Images that lie, break off or ask for too much, and memory that is refused. */
#include "render/image_make.h"
#include "render/src/image/image.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<dirent.h>)
#include <dirent.h>
#include <vrm/file.h>
#define HAS_DIRENT 1
#endif
#endif

/* ---- memory that is watched ---- */

typedef struct watch {
    int fail_at; /* this allocation is refused; -1: none */
    int count;
    int64_t live;
    uint64_t largest;
    bool is_wrong; /* a size given back that was not asked for */
} watch;

static void *watched_allocate(size_t size, size_t alignment, void *user) {
    watch *watched = user;
    unsigned char *block;
    if (alignment > 16) watched->is_wrong = true;
    if (watched->count++ == watched->fail_at) return NULL;
    if (size > watched->largest) watched->largest = size;
    block = malloc(size + 16);
    if (block == NULL) return NULL;
    memcpy(block, &size, sizeof size);
    watched->live += 1;
    return block + 16;
}

static void watched_release(void *memory, size_t size, size_t alignment, void *user) {
    watch *watched = user;
    unsigned char *block = (unsigned char *)memory - 16;
    size_t asked;
    memcpy(&asked, block, sizeof asked);
    if (asked != size || alignment > 16) watched->is_wrong = true;
    watched->live -= 1;
    free(block);
}

/* Decodes, checks that a failure leaves nothing and success one block, and frees. `bytes` is copied
 * to where a read past its end is seen. */
static int32_t outcome(const uint8_t *bytes, size_t size, const vrmr_image_limits *limits,
                       watch *watched) {
    watch own = {-1, 0, 0, 0, false};
    watch *with = watched != NULL ? watched : &own;
    vrm_allocator allocator = {watched_allocate, watched_release, NULL};
    uint8_t *copy = size == 0 ? NULL : malloc(size);
    vrmr_image image;
    int32_t result;
    allocator.user = with;
    if (copy != NULL) memcpy(copy, bytes, size);
    result = vrmr_image_decode(copy, size, limits, &allocator, &image);
    free(copy);
    if (result == VRM_IMAGE_STATE_GOOD) {
        CHECK_INT(with->live, 1);
        CHECK(image.pixels != NULL && image.width > 0 && image.height > 0);
        if (image.pixels != NULL) { /* all of it is there */
            image.pixels[0] ^= image.pixels[vrmr_image_bytes(&image) - 1];
        }
        vrmr_image_free(&image, &allocator);
    }
    CHECK(image.pixels == NULL && image.width == 0 && image.height == 0);
    CHECK_INT(with->live, 0);
    CHECK(!with->is_wrong);
    return result;
}

/* ---- samples: small ones of all kinds ---- */

enum { SAMPLES = 12, SIDE = 24 };

static void make_samples(made samples[SAMPLES]) {
    static const uint8_t palette[4][3] = {{1, 2, 3}, {40, 50, 60}, {255, 0, 255}, {7, 7, 7}};
    uint8_t pixels[SIDE * SIDE * 4], flat[SIDE * SIDE * 4] = {0};
    png_make png = {
        .width = SIDE, .height = SIDE, .type = 6, .depth = 8, .rows = pixels, .stride = SIDE * 4};
    jpeg_make jpeg = {
        .width = SIDE, .height = SIDE, .channels = JPEG_RGB, .pixels = pixels, .quality = 90};
    made plain;
    for (size_t i = 0; i < sizeof pixels; ++i) pixels[i] = (uint8_t)(i * i / 7 + i * 31);
    samples[0] = make_png(&png);
    png.is_interlaced = true;
    samples[1] = make_png(&png);
    png.type = 2;
    png.has_profiles = true;
    png.stride = SIDE * 3;
    samples[2] = make_png(&png);
    png.type = 3;
    png.depth = 2;
    png.stride = SIDE / 4;
    png.palette = palette;
    png.palette_count = 4;
    png.palette_alpha = palette[1];
    png.palette_alpha_count = 3;
    samples[3] = make_png(&png);
    samples[4] = make_jpeg(&jpeg);
    jpeg.is_progressive = jpeg.is_subsampled = true;
    samples[5] = make_jpeg(&jpeg);
    jpeg.is_subsampled = false;
    jpeg.channels = JPEG_CMYK;
    jpeg.is_adobe = jpeg.has_exif = true;
    samples[6] = make_jpeg(&jpeg);
    jpeg.is_progressive = false;
    jpeg.channels = JPEG_GREY;
    samples[7] = make_jpeg(&jpeg);
    samples[8] = make_webp(pixels, SIDE, SIDE, 101);
    samples[9] = make_webp(pixels, SIDE, SIDE, 40);
    for (size_t i = 3; i < sizeof pixels; i += 4) pixels[i] = 255;
    samples[10] = make_webp(pixels, SIDE, SIDE, 80);
    plain = make_webp(flat, SIDE, SIDE, 101);
    samples[11] = make_webp_frames(SIDE, SIDE, &samples[8], 0, 0, &plain);
    made_free(&plain);
}

static void free_samples(made samples[SAMPLES]) {
    for (int i = 0; i < SAMPLES; ++i) made_free(&samples[i]);
}

/* ---- bytes ---- */

TEST(no_bytes_are_a_missing_image) {
    CHECK_INT(outcome(NULL, 0, NULL, NULL), VRM_IMAGE_STATE_MISSING);
    CHECK_INT(outcome((const uint8_t *)"x", 0, NULL, NULL), VRM_IMAGE_STATE_MISSING);
}

TEST(other_formats_are_unknown) {
    static const char *const texts[] = {
        "x",       "GIF89a",   "\xABKTX 20\xBB\r\n\x1A\n", "RIFF\4\0\0\0WAVE",
        "\x89PNG", "\xFF\xD8", "RIFF\4\0\0\0WEB",          "<svg/>",
        "BM"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        test_note("%zu", i);
        CHECK_INT(outcome((const uint8_t *)texts[i], strlen(texts[i]), NULL, NULL),
                  VRM_IMAGE_STATE_UNKNOWN);
    }
}

TEST(samples_are_good) {
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        test_note("sample %d", i);
        CHECK_INT(outcome(samples[i].bytes, samples[i].size, NULL, NULL), VRM_IMAGE_STATE_GOOD);
    }
    free_samples(samples);
}

TEST(images_that_break_off_are_damaged_wherever_it_is) {
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        bool is_jpeg = samples[i].bytes[0] == 0xFF, is_webp = samples[i].bytes[0] == 'R';
        size_t signature = is_jpeg ? 3 : is_webp ? 12 : 8;
        for (size_t size = 1; size < samples[i].size; ++size) {
            int32_t result = outcome(samples[i].bytes, size, NULL, NULL);
            test_note("sample %d, %zu bytes of %zu", i, size, samples[i].size);
            if (size < signature) {
                CHECK_INT(result, VRM_IMAGE_STATE_UNKNOWN);
            } else if (is_jpeg && size + 2 >= samples[i].size && result == VRM_IMAGE_STATE_GOOD) {
                /* Only the marker of the end is missing: all pixels are there. */
            } else {
                CHECK_INT(result, VRM_IMAGE_STATE_DAMAGED);
            }
        }
    }
    free_samples(samples);
}

TEST(changed_bytes_never_harm) {
    static const uint8_t values[] = {0x00, 0xFF, 0x80};
    made samples[SAMPLES];
    int counts[5] = {0};
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (size_t at = 0; at < samples[i].size; ++at) {
            uint8_t was = samples[i].bytes[at];
            for (size_t v = 0; v < sizeof values; ++v) {
                vrmr_image_limits limits = {4096, 16, 1u << 22};
                int32_t result;
                samples[i].bytes[at] = v == 2 ? was ^ values[v] : values[v];
                result = outcome(samples[i].bytes, samples[i].size, &limits, NULL);
                test_note("sample %d, byte %zu", i, at);
                if (CHECK(result >= VRM_IMAGE_STATE_GOOD && result <= VRM_IMAGE_STATE_TOO_LARGE)) {
                    counts[result] += 1;
                }
                /* A checksum sees every change of the pixels of a PNG. Its last chunk, IEND, has no
                 * pixels, and libpng 1.6.48 does not look at the checksum of that. */
                if (i < 2 && samples[i].bytes[at] != was && at + 4 < samples[i].size) {
                    CHECK(result != VRM_IMAGE_STATE_GOOD);
                }
            }
            samples[i].bytes[at] = was;
        }
    }
    CHECK(counts[VRM_IMAGE_STATE_GOOD] > 0 && counts[VRM_IMAGE_STATE_DAMAGED] > 0);
    CHECK(counts[VRM_IMAGE_STATE_UNKNOWN] > 0 && counts[VRM_IMAGE_STATE_TOO_LARGE] > 0);
    CHECK_INT(counts[VRM_IMAGE_STATE_MISSING], 0);
    free_samples(samples);
}

/* ---- limits ---- */

/* Another size in the header of a PNG, with the checksum that belongs to it. */
static void claim_png_size(made *png, uint32_t width, uint32_t height) {
    put_u32(png->bytes + 16, width);
    put_u32(png->bytes + 20, height);
    put_u32(png->bytes + 29, crc_of(png->bytes + 12, 17));
}

TEST(the_largest_side_is_a_limit) {
    made samples[SAMPLES];
    vrmr_image_limits limits = {SIDE - 1, 0, 0};
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        watch watched = {-1, 0, 0, 0, false};
        test_note("sample %d", i);
        limits.max_size = SIDE - 1;
        CHECK_INT(outcome(samples[i].bytes, samples[i].size, &limits, &watched),
                  VRM_IMAGE_STATE_TOO_LARGE);
        CHECK_INT(watched.count, 0); /* before anything is taken */
        limits.max_size = SIDE;
        CHECK_INT(outcome(samples[i].bytes, samples[i].size, &limits, NULL), VRM_IMAGE_STATE_GOOD);
    }
    free_samples(samples);
}

/* What each sample needs at once, in images of its size; halved, in images and what is left. */
TEST(bytes_are_a_limit) {
    /* PNG, interlaced PNG three times; JPEG, with coefficients of 2 bytes twice, JPEG; lossless
     * WebP, with libwebp's own pixels; lossy (what has alpha too); an animation of what is not
     * known. */
    enum { WHOLE = SIDE * SIDE * 4, SMALL = WHOLE / 4 };
    static const uint32_t whole[SAMPLES] = {
        WHOLE,     WHOLE, WHOLE,     WHOLE, WHOLE, WHOLE + SIDE * SIDE * 2 + 2 * 4 * 128,
        WHOLE * 3, WHOLE, WHOLE * 2, WHOLE, WHOLE, WHOLE * 2};
    static const uint32_t halved[SAMPLES] = {SMALL,
                                             SMALL + WHOLE,
                                             SMALL + WHOLE,
                                             SMALL + WHOLE,
                                             SMALL,
                                             SMALL + SIDE * SIDE * 2 + 2 * 4 * 128,
                                             SMALL + WHOLE * 2,
                                             SMALL,
                                             SMALL + WHOLE * 2,
                                             SMALL + WHOLE,
                                             SMALL + WHOLE,
                                             SMALL + WHOLE * 2};
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (int is_halved = 0; is_halved < 2; ++is_halved) {
            watch watched = {-1, 0, 0, 0, false};
            uint32_t needed = is_halved ? halved[i] : whole[i];
            vrmr_image_limits limits = {0, is_halved ? SIDE / 2 : SIDE, needed - 1};
            test_note("sample %d, %s", i, is_halved ? "halved" : "whole");
            CHECK_INT(outcome(samples[i].bytes, samples[i].size, &limits, &watched),
                      VRM_IMAGE_STATE_TOO_LARGE);
            CHECK_INT(watched.count, 0);
            limits.max_bytes = needed;
            CHECK_INT(outcome(samples[i].bytes, samples[i].size, &limits, NULL),
                      VRM_IMAGE_STATE_GOOD);
        }
    }
    free_samples(samples);
}

TEST(sizes_of_a_png_that_are_claimed_cost_nothing) {
    made samples[SAMPLES];
    vrmr_image_limits limits = {0, 0, 0};
    watch watched = {-1, 0, 0, 0, false};
    made *png = &samples[0];
    make_samples(samples);
    claim_png_size(png, 0, 5);
    CHECK_INT(outcome(png->bytes, png->size, NULL, NULL), VRM_IMAGE_STATE_DAMAGED);
    claim_png_size(png, 16385, 1);
    CHECK_INT(outcome(png->bytes, png->size, NULL, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    claim_png_size(png, 0x7FFFFFFF, 0x7FFFFFFF);
    CHECK_INT(outcome(png->bytes, png->size, NULL, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    limits.max_size = 0xFFFFFFFFu;
    CHECK_INT(outcome(png->bytes, png->size, &limits, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    claim_png_size(png, 0xFFFFFFFFu, 0xFFFFFFFFu);
    CHECK_INT(outcome(png->bytes, png->size, &limits, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    /* These few bytes cannot become that many pixels. */
    claim_png_size(png, 16384, 16384);
    CHECK_INT(outcome(png->bytes, png->size, NULL, &watched), VRM_IMAGE_STATE_DAMAGED);
    CHECK_INT(watched.count, 0);
    free_samples(samples);
}

/* Gray of one bit: 8 MiB of zeros that fit 9 kB, and 256 MiB of RGBA. */
TEST(a_bomb_of_a_png_costs_what_is_kept) {
    static const uint8_t row[8192 / 8] = {0};
    png_make what = {.width = 8192, .height = 8192, .type = 0, .depth = 1, .rows = row};
    vrmr_image_limits limits = {0, 512, 512 * 512 * 4};
    watch watched = {-1, 0, 0, 0, false};
    made png = make_png(&what);
    CHECK(png.size < 25000);
    CHECK_INT(outcome(png.bytes, png.size, &limits, &watched), VRM_IMAGE_STATE_GOOD);
    CHECK_INT(watched.largest, 512 * 512 * 4);
    limits.max_size = 4096;
    CHECK_INT(outcome(png.bytes, png.size, &limits, NULL), VRM_IMAGE_STATE_TOO_LARGE);
    made_free(&png);
    /* Rows that do not come in order are all held, besides what is kept. */
    watched.count = 0;
    what.is_interlaced = true;
    limits.max_size = 0;
    limits.max_bytes = 8192u * 8192 * 4;
    png = make_png(&what);
    CHECK_INT(outcome(png.bytes, png.size, &limits, &watched), VRM_IMAGE_STATE_TOO_LARGE);
    CHECK_INT(watched.count, 0);
    made_free(&png);
}

TEST(sizes_of_a_jpeg_that_are_claimed_cost_nothing) {
    made samples[SAMPLES];
    watch watched = {-1, 0, 0, 0, false};
    vrmr_image_limits limits = {65535, 0, 1u << 28};
    make_samples(samples);
    for (int i = 4; i < 8; ++i) {
        made *jpeg = &samples[i];
        size_t frame = 2;
        while (jpeg->bytes[frame + 1] != 0xC0 && jpeg->bytes[frame + 1] != 0xC2) {
            frame += 2 + ((size_t)jpeg->bytes[frame + 2] << 8 | jpeg->bytes[frame + 3]);
            if (!CHECK(frame + 9 < jpeg->size)) break;
        }
        if (frame + 9 >= jpeg->size) break;
        test_note("sample %d", i);
        memcpy(jpeg->bytes + frame + 5, "\xFF\xD0\xFF\xD0", 4); /* 65,488 each */
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, NULL, &watched), VRM_IMAGE_STATE_TOO_LARGE);
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, &limits, &watched),
                  i == 5 || i == 6 ? VRM_IMAGE_STATE_TOO_LARGE : VRM_IMAGE_STATE_DAMAGED);
        memcpy(jpeg->bytes + frame + 5, "\xFF\xFF\xFF\xFF", 4); /* more than libjpeg takes */
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, &limits, &watched), VRM_IMAGE_STATE_TOO_LARGE);
        memcpy(jpeg->bytes + frame + 5, "\0\0\0\x10", 4);
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, &limits, NULL), VRM_IMAGE_STATE_DAMAGED);
        memcpy(jpeg->bytes + frame + 5, "\0\x18\0\x19", 4); /* another width, by 1 */
        CHECK(outcome(jpeg->bytes, jpeg->size, &limits, NULL) <= VRM_IMAGE_STATE_DAMAGED);
        jpeg->bytes[frame + 4] = 12; /* bits */
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, &limits, NULL), VRM_IMAGE_STATE_UNKNOWN);
        jpeg->bytes[frame + 4] = 8;
        jpeg->bytes[frame + 1] = 0xC3; /* lossless */
        CHECK_INT(outcome(jpeg->bytes, jpeg->size, &limits, NULL), VRM_IMAGE_STATE_UNKNOWN);
    }
    free_samples(samples);
}

/* Scans are short and each costs a pass over the image. */
TEST(a_jpeg_of_a_thousand_scans_is_given_up) {
    uint8_t pixels[SIDE * SIDE * 3] = {0};
    jpeg_make what = {.width = SIDE,
                      .height = SIDE,
                      .channels = JPEG_RGB,
                      .pixels = pixels,
                      .is_progressive = true};
    made jpeg = make_jpeg(&what), many = {NULL, 0, 0};
    size_t last = jpeg.size - 2;
    while (last > 0 && memcmp(jpeg.bytes + last, "\xFF\xDA", 2) != 0) last -= 1;
    REQUIRE(last > 0);
    made_append(&many, jpeg.bytes, jpeg.size - 2);
    for (int i = 0; i < 1000; ++i) {
        made_append(&many, jpeg.bytes + last, jpeg.size - 2 - last);
        if (i != 100 && i != 999) continue;
        made_append(&many, "\xFF\xD9", 2);
        CHECK_INT(outcome(many.bytes, many.size, NULL, NULL),
                  i == 100 ? VRM_IMAGE_STATE_GOOD : VRM_IMAGE_STATE_DAMAGED);
        many.size -= 2;
    }
    made_free(&many);
    made_free(&jpeg);
}

/* ---- work ---- */

typedef struct stop {
    int64_t asked, after; /* decoding goes on so often */
} stop;

static int32_t stops(void *user) {
    stop *when = user;
    return when->asked++ >= when->after;
}

static int32_t outcome_within(vrmr_image_work *work, const made *image) {
    watch watched = {-1, 0, 0, 0, false};
    vrm_allocator allocator = {watched_allocate, watched_release, &watched};
    vrm_pixels out = {NULL, 0, 0};
    int32_t result = vrmr_image_decode_within(work, image->bytes, image->size, 0, &allocator, &out);
    CHECK((result == VRM_IMAGE_STATE_GOOD) == (out.bytes != NULL));
    CHECK(work->spent <= work->most);
    vrm_image_release(&out, &allocator);
    CHECK_INT(watched.live, 0);
    CHECK(!watched.is_wrong);
    return result;
}

/* A JPEG of one gray square whose scans each refine all coefficients, in some 30 bytes. */
static made make_scans(uint32_t side, int count) {
    static const uint8_t tables[] = "\xFF\xC4\0\x14\x10\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xE0";
    static const uint8_t scan[] = "\xFF\xDA\0\x08\1\1\0\1\x3F\x10";
    static const uint8_t ends = 0x00; /* runs of 16,384 blocks without anything, one in two bytes */
    uint8_t frame[] = "\xFF\xC2\0\x0B\x08\0\0\0\0\1\1\x11\0", quants[64];
    uint32_t blocks = ((side + 7) / 8) * ((side + 7) / 8);
    made out = {NULL, 0, 0};
    frame[5] = frame[7] = (uint8_t)(side >> 8);
    frame[6] = frame[8] = (uint8_t)side;
    memset(quants, 1, sizeof quants);
    made_append(&out, "\xFF\xD8\xFF\xDB\0\x43\0", 7);
    made_append(&out, quants, sizeof quants);
    made_append(&out, frame, sizeof frame - 1);
    made_append(&out, tables, sizeof tables - 1);
    for (int i = 0; i < count; ++i) {
        made_append(&out, scan, sizeof scan - 1);
        for (uint32_t bits = (blocks / 16384 + 1) * 15; bits > 0; bits -= bits < 8 ? bits : 8) {
            made_append(&out, &ends, 1);
        }
    }
    made_append(&out, "\xFF\xD9", 2);
    return out;
}

/* ER-023: what an image costs is spent before it is decoded, and all images share a budget. */
TEST(er_023_images_share_a_budget) {
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        vrmr_image_work work = {UINT64_MAX, 0, NULL, NULL};
        uint64_t cost;
        test_note("sample %d", i);
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_GOOD);
        cost = work.spent;
        CHECK(cost >= SIDE * SIDE * 4 && cost < SIDE * SIDE * 4 * 8);
        work.most = 3 * cost;
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_GOOD);
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_GOOD);
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_TOO_LARGE);
        work.most = cost - 1;
        work.spent = 0;
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_TOO_LARGE);
    }
    free_samples(samples);
}

/* ER-023: deep pixels and passes cost more. */
TEST(er_023_passes_and_deep_pixels_cost_more) {
    static const uint8_t row[64 * 8] = {0};
    for (int is_deep = 0; is_deep < 2; ++is_deep) {
        for (int is_interlaced = 0; is_interlaced < 2; ++is_interlaced) {
            png_make what = {.width = 64,
                             .height = 64,
                             .type = 6,
                             .depth = is_deep ? 16 : 8,
                             .is_interlaced = is_interlaced != 0,
                             .rows = row};
            vrmr_image_work work = {UINT64_MAX, 0, NULL, NULL};
            made png = make_png(&what);
            CHECK_INT(outcome_within(&work, &png), VRM_IMAGE_STATE_GOOD);
            CHECK_INT(work.spent, 64 * 64 * 4 * (is_deep ? 2 : 1) * (is_interlaced ? 2 : 1));
            made_free(&png);
        }
    }
}

/* ER-023: each scan costs, and decoding ends where the budget does. */
TEST(er_023_scans_cost) {
    uint64_t before = 0;
    for (int count = 1; count <= 128; count *= 2) {
        vrmr_image_work work = {UINT64_MAX, 0, NULL, NULL};
        made jpeg = make_scans(512, count);
        test_note("%d scans", count);
        CHECK_INT(outcome_within(&work, &jpeg), VRM_IMAGE_STATE_GOOD);
        CHECK(work.spent >= before + (uint64_t)(count / 2) * 512 * 512 / 2);
        before = work.spent;
        work.most = before - 1;
        work.spent = 0;
        CHECK_INT(outcome_within(&work, &jpeg), VRM_IMAGE_STATE_TOO_LARGE);
        made_free(&jpeg);
    }
}

/* ER-023: the bytes of an image are read, however few pixels it has. */
TEST(er_023_bytes_cost) {
    made samples[SAMPLES], padded = {NULL, 0, 0};
    uint8_t zeros[16384] = {0};
    vrmr_image_work work = {UINT64_MAX, 0, NULL, NULL};
    make_samples(samples);
    made_append(&padded, samples[0].bytes, samples[0].size);
    made_append(&padded, zeros, sizeof zeros);
    CHECK_INT(outcome_within(&work, &padded), VRM_IMAGE_STATE_GOOD);
    CHECK_INT(work.spent, padded.size * 4);
    made_free(&padded);
    free_samples(samples);
}

/* ER-023: decoding is stopped wherever it is, and leaves nothing. WebP is asked once. */
TEST(er_023_decoding_is_stopped) {
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        stop when = {0, INT64_MAX};
        vrmr_image_work work = {UINT64_MAX, 0, stops, &when};
        int64_t asked;
        CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_GOOD);
        asked = when.asked;
        test_note("sample %d, asked %d times", i, (int)asked);
        CHECK(asked >= (i >= 8 ? 1 : i >= 4 ? SIDE / 8 : SIDE / 4));
        for (int64_t after = 0; after < asked; ++after) {
            when.asked = 0;
            when.after = after;
            CHECK_INT(outcome_within(&work, &samples[i]), VRM_IMAGE_STATE_TOO_LARGE);
            CHECK_INT(when.asked, after + 1);
        }
    }
    free_samples(samples);
}

TEST(sizes_of_a_webp_that_are_claimed_cost_nothing) {
    made samples[SAMPLES];
    watch watched = {-1, 0, 0, 0, false};
    made *animation = &samples[11];
    vrmr_image_limits limits = {0xFFFFFFFFu, 0, 0};
    make_samples(samples);
    REQUIRE(memcmp(animation->bytes + 12, "VP8X", 4) == 0);
    memset(animation->bytes + 24, 0xFF, 2);
    animation->bytes[27] = 0xFF; /* a canvas of 65,536 by 256 */
    CHECK_INT(outcome(animation->bytes, animation->size, NULL, &watched),
              VRM_IMAGE_STATE_TOO_LARGE);
    memcpy(animation->bytes + 24, "\xFF\xFF\xFF\0\0\0", 6); /* of 16,777,216 by 1 */
    CHECK_INT(outcome(animation->bytes, animation->size, &limits, &watched),
              VRM_IMAGE_STATE_TOO_LARGE);
    memset(animation->bytes + 24, 0, 6); /* of 1 by 1, and frames of more */
    CHECK_INT(outcome(animation->bytes, animation->size, &limits, NULL), VRM_IMAGE_STATE_DAMAGED);
    CHECK_INT(watched.count, 0);
    free_samples(samples);
}

TEST(memory_that_is_refused_leaves_nothing) {
    made samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (uint32_t max_texture = SIDE; max_texture >= 1; max_texture /= 3) {
            vrmr_image_limits limits = {0, max_texture, 0};
            bool is_refused = true;
            for (int fail_at = 0; is_refused && fail_at < 100; ++fail_at) {
                watch watched = {fail_at, 0, 0, 0, false};
                int32_t result = outcome(samples[i].bytes, samples[i].size, &limits, &watched);
                test_note("sample %d, allocation %d", i, fail_at);
                is_refused = watched.count > fail_at;
                /* libpng decodes with less where memory for a whole image is refused. */
                if (i == 0 && is_refused && result == VRM_IMAGE_STATE_GOOD) continue;
                CHECK_INT(result, is_refused ? VRMR_IMAGE_NO_MEMORY : VRM_IMAGE_STATE_GOOD);
            }
            CHECK(!is_refused);
        }
    }
    free_samples(samples);
}

/* ---- the corpus ---- */

#ifdef HAS_DIRENT

typedef struct tally {
    int files, images, bad;
    uint64_t pixels;
} tally;

static bool is_expected(const char *path, int32_t image, int32_t result) {
    /* What is not good in the corpus, and is right to be so. */
    static const struct {
        const char *path;
        int32_t image, result;
    } known[] = {{"", VRM_NONE, 0}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        size_t length = strlen(known[i].path), all = strlen(path);
        if (known[i].image == image && known[i].result == result && length <= all &&
            strcmp(path + all - length, known[i].path) == 0) {
            return true;
        }
    }
    return result == VRM_IMAGE_STATE_GOOD;
}

static void decode_model(const char *path, const vrm_model *model, tally *counts) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        vrmr_image image;
        int32_t result;
        if (vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size) != VRM_OK) size = 0;
        result = vrmr_image_decode(bytes, size, NULL, NULL, &image);
        test_note("%s, image %u", path, i);
        counts->images += 1;
        counts->pixels += (uint64_t)image.width * image.height;
        if (!is_expected(path, (int32_t)i, result)) CHECK_INT(result, VRM_IMAGE_STATE_GOOD);
        if (result != VRM_IMAGE_STATE_GOOD) {
            printf("  %s: image %u: %d\n", path, i, result);
            counts->bad += 1;
        }
        vrmr_image_free(&image, NULL);
    }
}

static void decode_file(const char *path, tally *counts) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (vrm_model_load_file(path, &desc, &model, &report) == VRM_OK) {
        counts->files += 1;
        decode_model(path, model, counts);
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
}

static void decode_folder(const char *path, tally *counts) {
    DIR *folder = opendir(path);
    const struct dirent *entry;
    if (folder == NULL) { /* a file */
        decode_file(path, counts);
        return;
    }
    while ((entry = readdir(folder)) != NULL) {
        char below[1024];
        if (entry->d_name[0] == '.') continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        decode_folder(below, counts);
    }
    closedir(folder);
}

TEST(images_of_the_corpus_are_good) {
    tally counts = {0, 0, 0, 0};
    const char *corpus = test_option("corpus");
    DIR *folder = corpus != NULL ? opendir(corpus) : NULL;
    if (folder == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    closedir(folder);
    decode_folder(corpus, &counts);
    test_note(NULL);
    printf("  %d images of %d files, %d not good, %.1f million pixels\n", counts.images,
           counts.files, counts.bad, (double)counts.pixels / 1e6);
    CHECK(counts.images > 100);
}

#else

TEST(images_of_the_corpus_are_good) { test_skip("cannot list folders here"); }

#endif

/* ---- what the fuzzer begins with, and what it found ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* of fuzz/fuzz_image.c */

TEST(seeds_of_the_fuzzer_run) {
#ifdef HAS_DIRENT
    char path[1024];
    int count = 0;
    const struct dirent *entry;
    DIR *folder;
    if (test_option("seeds") == NULL) {
        test_skip(NO_SEEDS);
        return;
    }
    snprintf(path, sizeof path, "%s/fuzz_image", test_option("seeds"));
    folder = opendir(path);
    REQUIRE(folder != NULL);
    while ((entry = readdir(folder)) != NULL) {
        static uint8_t bytes[1 << 16];
        FILE *file;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/fuzz_image/%s", test_option("seeds"), entry->d_name);
        file = fopen(path, "rb");
        if (!CHECK(file != NULL)) continue;
        LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, file)); /* aborts */
        fclose(file);
        count += 1;
    }
    closedir(folder);
    CHECK(count >= 18);
#else
    test_skip("cannot list folders here");
#endif
}

TEST_SUITE(image_hostile, ENTRY(no_bytes_are_a_missing_image), ENTRY(other_formats_are_unknown),
           ENTRY(samples_are_good), ENTRY(images_that_break_off_are_damaged_wherever_it_is),
           ENTRY(changed_bytes_never_harm), ENTRY(the_largest_side_is_a_limit),
           ENTRY(bytes_are_a_limit), ENTRY(sizes_of_a_png_that_are_claimed_cost_nothing),
           ENTRY(a_bomb_of_a_png_costs_what_is_kept),
           ENTRY(sizes_of_a_jpeg_that_are_claimed_cost_nothing),
           ENTRY(a_jpeg_of_a_thousand_scans_is_given_up), ENTRY(er_023_images_share_a_budget),
           ENTRY(er_023_passes_and_deep_pixels_cost_more), ENTRY(er_023_scans_cost),
           ENTRY(er_023_bytes_cost), ENTRY(er_023_decoding_is_stopped),
           ENTRY(sizes_of_a_webp_that_are_claimed_cost_nothing),
           ENTRY(memory_that_is_refused_leaves_nothing), ENTRY(images_of_the_corpus_are_good),
           ENTRY(seeds_of_the_fuzzer_run));

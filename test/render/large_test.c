/*
 * Images as large as they may be: 16,384 pixels a side become a texture of 4,096, and never take
 * more memory than that and a few rows; one pixel more, and the image is not decoded at all.
 */
#include "render/builder.h"
#include "render/create.h"
#include "render/stage.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 16384, BLOCKS = 8 };

/* --- A PNG, row by row: no more than its compressed bytes are ever held --- */

typedef struct growing {
    uint8_t *bytes;
    size_t size, capacity;
} growing;

static void on_bytes(png_structp png, png_bytep bytes, size_t size) {
    growing *growing = png_get_io_ptr(png);
    if (size > growing->capacity - growing->size) {
        growing->capacity = (growing->size + size) * 2;
        growing->bytes = realloc(growing->bytes, growing->capacity);
        if (growing->bytes == NULL) abort();
    }
    memcpy(growing->bytes + growing->size, bytes, size);
    growing->size += size;
}

static void on_flush(png_structp png) { (void)png; }

static const uint8_t palette[4][3] = {{200, 30, 20}, {20, 180, 60}, {30, 60, 220}, {250, 240, 90}};

/* The color of a pixel: blocks, eight along each side, or fewer if there are fewer pixels. */
static int color_at(uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    uint32_t column = x * BLOCKS / width, row = y * BLOCKS / height;
    return (int)((column + 3 * row + row / 4) % 4);
}

/* RGBA of 8 bits, or a palette of 2. */
static growing write_png(uint32_t width, uint32_t height, bool is_rgba) {
    growing out = {NULL, 0, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    uint8_t *row = calloc(width, 4);
    png_color colors[4];
    for (int i = 0; i < 4; ++i) {
        colors[i].red = palette[i][0];
        colors[i].green = palette[i][1];
        colors[i].blue = palette[i][2];
    }
    png_set_write_fn(png, &out, on_bytes, on_flush);
    png_set_IHDR(png, info, width, height, is_rgba ? 8 : 2,
                 is_rgba ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!is_rgba) png_set_PLTE(png, info, colors, 4);
    png_set_compression_level(png, 1);
    png_set_filter(png, 0, is_rgba ? PNG_FILTER_UP : PNG_FILTER_NONE);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; ++y) {
        bool is_new = y == 0 || y * BLOCKS / height != (y - 1) * BLOCKS / height;
        for (uint32_t x = 0; is_new && x < width; ++x) {
            int color = color_at(x, y, width, height);
            if (is_rgba) {
                memcpy(row + (size_t)x * 4, palette[color], 3);
                row[(size_t)x * 4 + 3] = 255;
            } else {
                if (x % 4 == 0) row[x / 4] = 0;
                row[x / 4] = (uint8_t)(row[x / 4] | color << (6 - 2 * (x % 4)));
            }
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(row);
    return out;
}

/* --- A square with that image, as large as the picture --- */

static fixture file_of(const growing *image, bool has_mipmaps) {
    static const float positions[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const float normals[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    static const float uvs[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    builder b;
    int accessors[4], view;
    builder_begin(&b);
    view = builder_view(&b, image->bytes, image->size);
    accessors[0] = builder_floats(&b, positions[0], 4, 3);
    accessors[1] = builder_floats(&b, normals[0], 4, 3);
    accessors[2] = builder_floats(&b, uvs[0], 4, 2);
    accessors[3] = builder_accessor(&b, indices, sizeof indices, 6, 5123, "SCALAR");
    builder_put(&b,
                "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'}},"
                "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                "'extensions':{'KHR_materials_unlit':{}}}],'nodes':[{'mesh':0}],"
                "'images':[{'bufferView':%d,'mimeType':'image/png'}],"
                "'samplers':[{%s}],'textures':[{'source':0,'sampler':0}],"
                "'meshes':[{'primitives':[{'material':0,'indices':%d,'attributes':{'POSITION':%d,"
                "'NORMAL':%d,'TEXCOORD_0':%d}}]}]",
                view, has_mipmaps ? "" : "'magFilter':9728,'minFilter':9728", accessors[3],
                accessors[0], accessors[1], accessors[2]);
    return builder_end(&b);
}

/* The result for an image. */
typedef struct large_shot {
    int32_t status;
    picture picture;
    uint64_t peak_bytes; /* of the renderer's memory */
    double decode_ms;
} large_shot;

static large_shot draw(const growing *image, bool has_mipmaps) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_renderer_desc desc;
    vrm_renderer *renderer;
    const char *problem = NULL;
    counting counter;
    large_shot out;
    loaded file = load_fixture(file_of(image, has_mipmaps), NULL);
    vrm_avatar *avatar;
    vrm_render_model *on_gpu;
    vrm_render_limits limits;
    const vrm_render_times *times;
    vrm_frame frame;
    vrm_draw draws;
    vrm_view view;
    memset(&out, 0, sizeof out);
    counting_init(&counter, -1);
    vrm_renderer_desc_init(&desc);
    desc.get_proc = stage_get_proc;
    desc.allocator = &counter.allocator;
    renderer = create_renderer(&desc, &problem);
    avatar = create_avatar(file.model, NULL);
    vrm_avatar_update(avatar, 0.0f);
    frame = *vrm_avatar_frame(avatar);
    vrm_view_init(&view);
    view.width = view.height = 64;
    /* Two meters high at three meters: the square is the picture. */
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 0.0f, 3.0f), vrm_vec3_make(0.0f, 0.0f, 0.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), 2.0f * atanf(1.0f / 3.0f), 1.0f, 0.1f,
                           10.0f);
    counter.peak_bytes = 0;
    vrm_render_limits_init(&limits);
    limits.max_image_pixels = limits.max_images_pixels = (uint64_t)MOST * MOST;
    on_gpu = create_render_model(renderer, file.model, &limits);
    if (CHECK(on_gpu != NULL)) {
        times = vrm_render_model_times(on_gpu);
        out.decode_ms = times->decode;
        out.peak_bytes = counter.peak_bytes;
        out.status = vrm_render_model_image(on_gpu, 0);
        draws.model = on_gpu;
        draws.frame = &frame;
        out.picture = stage_draw_by(renderer, &view, &draws, 1, black);
        CHECK(vrm_renderer_problem(renderer) == NULL);
    }
    vrm_render_model_destroy(on_gpu);
    vrm_avatar_destroy(avatar);
    vrm_renderer_destroy(renderer);
    CHECK_INT(counter.live, 0);
    unload(&file);
    return out;
}

/* The middle of each block; where a side has one pixel alone, there is one block. */
static void check_blocks(const large_shot *seen, uint32_t width, uint32_t height) {
    for (int i = 0; i < BLOCKS * BLOCKS && seen->picture.rgba != NULL; ++i) {
        int column = i % BLOCKS, row = i / BLOCKS;
        uint32_t x = (uint32_t)((column + 0.5) / BLOCKS * width);
        uint32_t y = (uint32_t)((row + 0.5) / BLOCKS * height);
        const uint8_t *wanted = palette[color_at(x, y, width, height)];
        const uint8_t *pixel = picture_at(&seen->picture, column * 8 + 4, row * 8 + 4);
        test_note("block %d, %d of %u by %u", column, row, width, height);
        for (int c = 0; c < 3; ++c) CHECK_NEAR(pixel[c], wanted[c], 1.0);
    }
    test_note(NULL);
}

static large_shot check_good(uint32_t width, uint32_t height, bool is_rgba, bool has_mipmaps) {
    growing png = write_png(width, height, is_rgba);
    large_shot seen = draw(&png, has_mipmaps);
    CHECK_INT(seen.status, VRM_IMAGE_STATE_GOOD);
    check_blocks(&seen, width, height);
    free(png.bytes);
    picture_free(&seen.picture);
    return seen;
}

/* Memory is that of the texture, and at most a mebibyte beside it. */
static void check_large(uint32_t width, uint32_t height, bool is_rgba, bool has_mipmaps) {
    uint64_t texture = (uint64_t)(width / 4) * (height / 4) * 4;
    large_shot seen = check_good(width, height, is_rgba, has_mipmaps);
    CHECK(seen.peak_bytes >= texture);
    CHECK(seen.peak_bytes < texture + (1u << 20));
    printf("  %u by %u, %s: decoded in %.0f ms, %.1f MB\n", width, height,
           is_rgba ? "RGBA" : "a palette", seen.decode_ms, (double)seen.peak_bytes / 1e6);
}

/* A gigabyte of pixels; a quarter of it in builds that are slow. */
TEST(an_image_of_16384_by_16384) {
    if (stage_renderer() == NULL) return;
#ifdef NDEBUG
    check_large(MOST, MOST, false, true);
    check_large(MOST, MOST, true, false);
#else
    check_large(MOST, MOST / 4, false, true);
#endif
}

/* Long and thin: both sides are halved as often, and none becomes 0. */
TEST(an_image_of_1_by_16384) {
    if (stage_renderer() == NULL) return;
    check_good(1, MOST, true, false);
    check_good(1, MOST, false, true);
    check_good(MOST, 1, true, false);
    check_good(MOST, 1, false, true);
    check_good(2, MOST, true, false);
}

/* Refused by its header; the square is gray. */
TEST(an_image_of_16385_is_too_large) {
    static const uint32_t sizes[][2] = {{MOST + 1, 1}, {1, MOST + 1}, {MOST + 1, 64}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && stage_renderer() != NULL; ++i) {
        growing png = write_png(sizes[i][0], sizes[i][1], true);
        large_shot seen = draw(&png, true);
        test_note("%u by %u", sizes[i][0], sizes[i][1]);
        CHECK_INT(seen.status, VRM_IMAGE_STATE_TOO_LARGE);
        CHECK(seen.peak_bytes < 1u << 20);
        for (int k = 0; k < 64 && seen.picture.rgba != NULL; ++k) {
            const uint8_t *pixel = picture_at(&seen.picture, k % 8 * 8 + 4, k / 8 * 8 + 4);
            for (int c = 0; c < 3; ++c) CHECK_NEAR(pixel[c], 128.0, 1.0);
        }
        picture_free(&seen.picture);
        free(png.bytes);
    }
    test_note(NULL);
}

TEST_SUITE(render_large, ENTRY(an_image_of_16384_by_16384), ENTRY(an_image_of_1_by_16384),
           ENTRY(an_image_of_16385_is_too_large));

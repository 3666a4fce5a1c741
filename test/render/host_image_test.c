/*
 * Images that the host decodes, and the clock that it gives: for pages, whose browser has decoders
 * and a clock of its own.
 */
#include "render/create.h"
#include "render/scene.h"
#include "test.h"

#include <string.h>

static const uint8_t colors[16] = {255, 0,  0,   255, 40,  220, 60,  255,
                                   120, 30, 240, 255, 190, 200, 250, 255};

static double count_calls(void *user) {
    double *calls = user;
    return *calls += 1.0;
}

static vrm_renderer *make_renderer(double *clock) {
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = stage_get_proc;
    desc.flags = VRM_RENDERER_HOST_IMAGES | VRM_RENDERER_FEW_PROGRAMS;
    if (clock != NULL) {
        desc.get_milliseconds = count_calls;
        desc.user = clock;
    }
    return create_renderer(&desc, NULL);
}

static scene textured(void) {
    scene s = scene_of("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                       "'extensions':{'KHR_materials_unlit':{}}");
    add_texture_2x2(&s, colors);
    return s;
}

static bool is_pixel(const picture *picture, int x, int y, const uint8_t *rgb) {
    const uint8_t *at = picture_at(picture, x, y);
    for (int i = 0; i < 3; ++i) {
        if (at[i] > rgb[i] + 1 || rgb[i] > at[i] + 1) return false;
    }
    return true;
}

/* WM-003: a placeholder until the pixels are given, and then what a decoder would have shown. */
TEST(wm_003_pixels_of_the_host_are_shown) {
    static const uint8_t grey[3] = {128, 128, 128};
    static const int places[4][2] = {{20, 20}, {44, 20}, {20, 44}, {44, 44}};
    scene s = textured();
    shot taken = take(&s);
    uint8_t pixels[16];
    vrm_pixels decoded = {pixels, 2, 2};
    vrm_renderer *renderer;
    vrm_render_model *model;
    picture seen;
    if (taken.avatar == NULL) {
        drop(&taken);
        return;
    }
    memcpy(pixels, colors, sizeof pixels);
    renderer = make_renderer(NULL);
    REQUIRE(renderer != NULL);
    model = create_render_model(renderer, taken.file.model, NULL);
    REQUIRE(model != NULL);
    CHECK_INT(vrm_render_model_image(model, 0), VRM_IMAGE_STATE_MISSING);
    {
        const vrm_draw draw = {model, &taken.frame};
        seen = stage_draw_by(renderer, &s.view, &draw, 1, s.background);
        CHECK(is_pixel(&seen, 32, 32, grey));
        picture_free(&seen);
        CHECK_INT(vrm_render_model_set_image(model, 0, &decoded), VRM_IMAGE_STATE_GOOD);
        CHECK_INT(vrm_render_model_image(model, 0), VRM_IMAGE_STATE_GOOD);
        CHECK(memcmp(pixels, colors, sizeof pixels) == 0); /* the host's own stay as they are */
        seen = stage_draw_by(renderer, &s.view, &draw, 1, s.background);
        for (int i = 0; i < 4; ++i) {
            CHECK(is_pixel(&seen, places[i][0], places[i][1],
                           picture_at(&taken.picture, places[i][0], places[i][1])));
        }
        picture_free(&seen);
        /* Again, and now of one color. */
        for (int i = 0; i < 4; ++i) memcpy(pixels + 4 * i, colors, 4);
        CHECK_INT(vrm_render_model_set_image(model, 0, &decoded), VRM_IMAGE_STATE_GOOD);
        CHECK_INT(vrm_render_model_image_bytes(model, 0, NULL, NULL), 0);
        seen = stage_draw_by(renderer, &s.view, &draw, 1, s.background);
        CHECK(is_pixel(&seen, 32, 32, colors));
        picture_free(&seen);
    }
    CHECK(vrm_renderer_problem(renderer) == NULL);
    vrm_render_model_destroy(model);
    vrm_renderer_destroy(renderer);
    drop(&taken);
}

/* WM-004: the limits hold for pixels of the host too. */
TEST(wm_004_pixels_of_the_host_keep_the_limits) {
    static uint8_t pixels[64 * 64 * 4];
    scene s = textured();
    shot taken = take(&s);
    vrm_pixels decoded = {pixels, 64, 64};
    vrm_render_limits limits;
    vrm_render_model *model;
    vrm_renderer *renderer;
    uint32_t width, height;
    if (taken.avatar == NULL) {
        drop(&taken);
        return;
    }
    for (size_t i = 0; i < sizeof pixels; ++i) pixels[i] = (uint8_t)(i * 7);
    renderer = make_renderer(NULL);
    REQUIRE(renderer != NULL);
    vrm_render_limits_init(&limits);
    limits.max_texture = 16;
    limits.max_image_pixels = 64 * 64;
    model = create_render_model(renderer, taken.file.model, &limits);
    REQUIRE(model != NULL);
    CHECK_INT(vrm_render_model_set_image(model, 0, &decoded), VRM_IMAGE_STATE_GOOD);
    CHECK_INT(vrm_render_model_image_bytes(model, 0, &width, &height), 16 * 16 * 4);
    CHECK_INT(width, 16);
    CHECK_INT(height, 16);
    decoded.height = 65;
    CHECK_INT(vrm_render_model_set_image(model, 0, &decoded), VRM_IMAGE_STATE_TOO_LARGE);
    decoded.height = 0;
    CHECK_INT(vrm_render_model_set_image(model, 0, &decoded), VRM_IMAGE_STATE_DAMAGED);
    CHECK_INT(vrm_render_model_set_image(model, 0, NULL), VRM_IMAGE_STATE_DAMAGED);
    CHECK_INT(vrm_render_model_set_image(model, 1, &decoded), VRM_IMAGE_STATE_MISSING);
    CHECK_INT(vrm_render_model_set_image(model, -1, &decoded), VRM_IMAGE_STATE_MISSING);
    CHECK_INT(vrm_render_model_set_image(NULL, 0, &decoded), VRM_IMAGE_STATE_MISSING);
    CHECK_INT(vrm_render_model_set_image(taken.on_gpu, 0, &decoded), VRM_IMAGE_STATE_UNKNOWN);
    CHECK_INT(vrm_render_model_image(model, 0), VRM_IMAGE_STATE_GOOD); /* what was there stays */
    vrm_render_model_destroy(model);
    vrm_renderer_destroy(renderer);
    drop(&taken);
}

/* WM-005: times are those of the host's clock, which goes on by one at each question. */
TEST(wm_005_times_come_from_the_clock_of_the_host) {
    scene s = textured();
    shot taken = take(&s);
    double clock = 0.0;
    vrm_render_model *model;
    vrm_renderer *renderer;
    if (taken.avatar == NULL) {
        drop(&taken);
        return;
    }
    renderer = make_renderer(&clock);
    REQUIRE(renderer != NULL);
    model = create_render_model(renderer, taken.file.model, NULL);
    REQUIRE(model != NULL);
    CHECK(clock == 5.0);
    CHECK(vrm_render_model_times(model)->decode == 1.0);
    CHECK(vrm_render_model_times(model)->upload == 2.0);
    vrm_render_model_destroy(model);
    vrm_renderer_destroy(renderer);
    drop(&taken);
}

TEST_SUITE(render_host_images, ENTRY(wm_003_pixels_of_the_host_are_shown),
           ENTRY(wm_004_pixels_of_the_host_keep_the_limits),
           ENTRY(wm_005_times_come_from_the_clock_of_the_host));

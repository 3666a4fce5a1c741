/* Software rendering with and without its shortcuts: the pictures are the same. */
#include "render/create.h"
#include "render/objects.h"
#include "render/scene.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 256, SHARPNESS = 2 };

static vrm_renderer *make_renderer(uint32_t flags) {
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = objects_get_proc;
    desc.flags = flags;
    return create_renderer(&desc, NULL);
}

/* A camera about the head, or about the whole avatar. */
typedef struct camera {
    const char *name;
    float turn, rise, distance; /* radians, meters */
    bool sees_face;
    uint32_t flags;
} camera;

static const camera cameras[] = {
    {"full", 0.0f, 0.0f, 4.5f, false, 0},
    {"behind-and-above", 2.6f, 2.5f, 3.5f, false, VRM_RENDER_ENVIRONMENT},
    {"face", 0.3f, 0.05f, 0.9f, true, 0},
    {"very-near", -0.9f, -0.2f, 0.25f, true, 0}, /* some of it is behind the eye */
    {"first-person", 0.1f, 0.3f, 2.0f, false, VRM_RENDER_FIRST_PERSON},
};
enum { CAMERA_COUNT = sizeof cameras / sizeof *cameras };

static vrm_view view_of(const camera *from, const vrm_avatar *avatar) {
    vrm_vec3 target = vrm_avatar_bone_position(avatar, VRM_BONE_HEAD), eye;
    vrm_view view;
    if (!from->sees_face) target.y *= 0.5f;
    eye = vrm_vec3_make(target.x + from->distance * sinf(from->turn), target.y + from->rise,
                        target.z + from->distance * cosf(from->turn));
    vrm_view_init(&view);
    view.width = view.height = SIZE * SHARPNESS;
    view.flags = from->flags;
    view.light.direction = vrm_vec3_make(0.4f, 0.6f, 1.0f);
    for (int c = 0; c < 3; ++c) view.light.sky[c] = 0.2f;
    vrm_view_look_at_value(&view, eye, target, vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.4f, 1.0f, 0.05f,
                           50.0f);
    return view;
}

/* `is_for_view`: as a portrait is made, and else as several pictures are. */
static picture draw_by(vrm_renderer *renderer, vrm_model *model, const vrm_view *view,
                       const vrm_avatar *avatar, bool is_for_view) {
    static const float nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    vrm_draw draw = {.frame = vrm_avatar_frame(avatar)};
    vrm_render_model *on_gpu =
        create_render_model_for_view(renderer, model, NULL, is_for_view ? view : NULL, draw.frame);
    picture large, small;
    draw.model = on_gpu;
    large = stage_draw_by(renderer, view, &draw, 1, nothing);
    CHECK(vrm_renderer_problem(renderer) == NULL);
    CHECK_INT(vrm_renderer_skipped(renderer), 0);
    small = picture_shrink(&large, SHARPNESS);
    picture_free(&large);
    vrm_render_model_destroy(on_gpu);
    return small;
}

static int count_drawn(const picture *image) {
    int count = 0;
    for (int i = 0; i < image->width * image->height; ++i) count += image->rgba[4 * i + 3] > 0;
    return count;
}

static void compare_ways(vrm_renderer *quick, vrm_renderer *plain, const loaded *file,
                         const vrm_avatar *avatar, const char *name) {
    for (int i = 0; i < 2 * CAMERA_COUNT; ++i) {
        const camera *from = &cameras[i / 2];
        bool is_for_view = i % 2 != 0;
        vrm_view view = view_of(from, avatar);
        picture with = draw_by(quick, file->model, &view, avatar, is_for_view);
        picture without = draw_by(plain, file->model, &view, avatar, is_for_view);
        char text[128];
        snprintf(text, sizeof text, "shortcuts-%s-%s%s", name, from->name,
                 is_for_view ? "-portrait" : "");
        test_note("%s", text);
        CHECK(count_drawn(&without) > SIZE * SIZE / 40);
        check_same(&with, &without, text, is_for_view ? 0.4 : 0.001, is_for_view ? 0.006 : 0.0);
        test_note(NULL);
        picture_free(&with);
        picture_free(&without);
    }
}

/* WK-021 */
TEST(wk_021_pictures_are_the_same_without_shortcuts) {
    static const char *const names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                        "character-1.0-draft.vrm", "character-1.0-beta.vrm"};
    vrm_renderer *quick, *plain;
    if (stage_renderer() == NULL) return;
    quick = make_renderer(0);
    plain = make_renderer(VRM_RENDERER_NO_SHORTCUTS);
    for (int i = 0; i < 4 && CHECK(quick != NULL && plain != NULL); ++i) {
        fixture sample = fixture_sample(names[i]);
        loaded file;
        vrm_avatar *avatar;
        if (sample.bytes == NULL) break;
        file = load_avatar_file(sample, NULL);
        if (!CHECK_INT(file.result, VRM_OK)) break;
        avatar = create_avatar(file.model, NULL);
        vrm_avatar_set_expression(avatar, vrm_model_find_expression(file.model, "happy"),
                                  0.3f * (float)i);
        vrm_avatar_update(avatar, 0.0f);
        compare_ways(quick, plain, &file, avatar, names[i]);
        vrm_avatar_destroy(avatar);
        unload(&file);
    }
    vrm_renderer_destroy(quick);
    vrm_renderer_destroy(plain);
}

/* Triangles that GL gets of a ball with an outline, seen from before and far beside. */
static long count_given(uint32_t flags, float eye_x) {
    scene scene = scene_of("'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
                           "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01}}");
    vrm_renderer *renderer = make_renderer(flags);
    long before = objects_triangles();
    loaded file;
    vrm_avatar *avatar;
    picture got;
    scene.patches[0].is_ball = true;
    look_from(&scene, vrm_vec3_make(eye_x, 1.0f, 3.0f), vrm_vec3_make(eye_x, 1.0f, 0.0f),
              vrm_vec3_make(0.0f, 1.0f, 0.0f));
    file = load_fixture(scene_file(&scene), NULL);
    avatar = create_avatar(file.model, NULL);
    vrm_avatar_update(avatar, 0.0f);
    got = draw_by(renderer, file.model, &scene.view, avatar, true);
    picture_free(&got);
    vrm_avatar_destroy(avatar);
    unload(&file);
    vrm_renderer_destroy(renderer);
    return objects_triangles() - before;
}

/* WK-021: without shortcuts GL gets all triangles, of the surface and of the outline. */
TEST(wk_021_gl_gets_every_triangle_without_shortcuts) {
    long all;
    if (stage_renderer() == NULL) return;
    all = count_given(VRM_RENDERER_NO_SHORTCUTS, 0.0f);
    CHECK(all > 1000);
    CHECK_INT(count_given(VRM_RENDERER_NO_SHORTCUTS, 50.0f), all);
    CHECK(count_given(0, 0.0f) < all);
    CHECK_INT(count_given(0, 50.0f), 0);
}

TEST_SUITE(render_shortcuts, ENTRY(wk_021_pictures_are_the_same_without_shortcuts),
           ENTRY(wk_021_gl_gets_every_triangle_without_shortcuts));

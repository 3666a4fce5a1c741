/*
 * What a file may cost: memory of vertices, morph targets and images, draws, and how often the
 * picture is filled. What exceeds a limit is skipped and counted; the rest is drawn.
 */
#include "render/builder.h"
#include "render/create.h"
#include "render/objects.h"
#include "render/scene.h"
#include "test.h"
#include "testkit/create.h"

#include <epoxy/gl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- Memory that counts what it holds --- */

typedef struct measured {
    vrm_allocator allocator;
    size_t held, most;
} measured;

static void *measured_allocate(size_t size, size_t alignment, void *user) {
    measured *c = user;
    void *memory = malloc(size);
    (void)alignment; /* malloc aligns to 16 where there is GL */
    if (memory == NULL) return NULL;
    c->held += size;
    if (c->held > c->most) c->most = c->held;
    return memory;
}

static void measured_release(void *memory, size_t size, size_t alignment, void *user) {
    measured *c = user;
    (void)alignment;
    c->held -= size;
    free(memory);
}

static void measured_init(measured *c) {
    memset(c, 0, sizeof *c);
    c->allocator.allocate = measured_allocate;
    c->allocator.release = measured_release;
    c->allocator.user = c;
}

static vrm_renderer *make_renderer(measured *memory, uint32_t max_overdraw) {
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = objects_get_proc;
    desc.flags = stage_flags();
    desc.max_overdraw = max_overdraw;
    if (memory != NULL) desc.allocator = &memory->allocator;
    return create_renderer(&desc, NULL);
}

/* --- Files --- */

/* A square before the camera; `nodes` of them show one mesh with `primitives`. Where `vertices` is
 * not 0, positions are zeros that cost nothing in the file; each of `targets` moves all four. */
typedef struct plan {
    int nodes, primitives, vertices, targets;
} plan;

static loaded make_file(plan what) {
    static const float corners[12] = {-1, 0, 0, 1, 0, 0, 1, 2, 0, -1, 2, 0};
    static const float normals[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const float moved[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    builder b;
    int position, normal, target, index;
    builder_begin(&b);
    position = builder_floats(&b, corners, 4, 3);
    normal = builder_floats(&b, normals, 4, 3);
    target = builder_floats(&b, moved, 4, 3);
    index = builder_accessor(&b, indices, sizeof indices, 6, 5123, "SCALAR");
    if (what.vertices > 0) position = normal = builder_zeros(&b, what.vertices, 3);
    builder_put(&b, "{'asset':{'version':'2.0'},'materials':[{'doubleSided':true}],'nodes':[");
    for (int i = 0; i < what.nodes; ++i) builder_put(&b, "%s{'mesh':0}", i > 0 ? "," : "");
    builder_put(&b, "],'meshes':[{'primitives':[");
    for (int i = 0; i < what.primitives; ++i) {
        builder_put(&b, "%s{'material':0,'attributes':{'POSITION':%d,'NORMAL':%d},'indices':%d",
                    i > 0 ? "," : "", position, normal, index);
        for (int t = 0; t < what.targets; ++t) {
            builder_put(&b, "%s{'POSITION':%d}", t > 0 ? "," : ",'targets':[", target);
        }
        builder_put(&b, what.targets > 0 ? "]}" : "}");
    }
    builder_put(&b, "]}]");
    return load_fixture(builder_end(&b), NULL);
}

static const vrm_render_skipped nothing_left_out = {0, 0, 0, 0};

static vrm_render_skipped left_out_of(loaded *file, const vrm_render_limits *limits) {
    vrm_render_skipped out = nothing_left_out;
    vrm_render_model *on_gpu = create_render_model(stage_renderer(), file->model, limits);
    CHECK(on_gpu != NULL);
    if (on_gpu != NULL) out = *vrm_render_model_skipped(on_gpu);
    vrm_render_model_destroy(on_gpu);
    return out;
}

/* --- Records of older and newer programs --- */

/* Before, a desc that was shorter than the renderer's own was refused: no program of 0.1 could have
 * used a later renderer. */
TEST(descs_of_older_and_newer_programs_are_taken) {
    struct {
        vrm_renderer_desc desc;
        uint64_t unknown[4];
    } longer;
    vrm_renderer_desc *desc = &longer.desc;
    vrm_renderer *renderer;
    const char *problem = NULL;
    if (stage_renderer() == NULL) return;
    memset(&longer, 0xA5, sizeof longer);
    vrm_renderer_desc_init_sized(desc, offsetof(vrm_renderer_desc, max_overdraw));
    CHECK_INT(desc->struct_size, offsetof(vrm_renderer_desc, max_overdraw));
    CHECK_INT(desc->max_overdraw, 0xA5A5A5A5u); /* not the renderer's to write */
    desc->get_proc = stage_get_proc;
    renderer = create_renderer(desc, &problem);
    CHECK(renderer != NULL && problem == NULL);
    vrm_renderer_destroy(renderer);

    vrm_renderer_desc_init_sized(desc, sizeof longer);
    CHECK_INT(longer.unknown[3], 0);
    desc->get_proc = stage_get_proc;
    renderer = create_renderer(desc, &problem);
    CHECK(renderer != NULL && problem == NULL);
    vrm_renderer_destroy(renderer);
    longer.unknown[3] = 7; /* a setting that this renderer cannot honour */
    CHECK(create_renderer(desc, &problem) == NULL && problem != NULL);

    desc->struct_size = (uint32_t)offsetof(vrm_renderer_desc, allocator);
    CHECK(create_renderer(desc, &problem) == NULL && problem != NULL);
    desc->struct_size = 0;
    CHECK(create_renderer(desc, &problem) == NULL && problem != NULL);
}

TEST(descs_that_cannot_be_meant_are_refused) {
    measured memory;
    vrm_renderer_desc desc;
    const char *problem = NULL;
    if (stage_renderer() == NULL) return;
    measured_init(&memory);
    vrm_renderer_desc_init(&desc);
    CHECK(create_renderer(&desc, &problem) == NULL && problem != NULL);
    desc.get_proc = stage_get_proc;
    desc.flags = 16;
    CHECK(create_renderer(&desc, &problem) == NULL && problem != NULL);
    desc.flags = VRM_RENDERER_NO_SHORTCUTS; /* WK-021 */
    desc.max_overdraw = 48;
    CHECK(create_renderer(&desc, &problem) == NULL && problem != NULL);
    desc.flags = desc.max_overdraw = 0;
    desc.allocator = &memory.allocator;
    memory.allocator.release = NULL;
    CHECK(create_renderer(&desc, &problem) == NULL && problem != NULL);
    memory.allocator.release = measured_release;
    memory.allocator.allocate = NULL;
    CHECK(create_renderer(&desc, &problem) == NULL && problem != NULL);
    CHECK(create_renderer(NULL, &problem) == NULL && problem != NULL);
    CHECK_INT(memory.most, 0);
}

TEST(limits_of_older_and_newer_programs_are_taken) {
    struct {
        vrm_render_limits limits;
        uint64_t unknown[4];
    } longer;
    vrm_render_limits *limits = &longer.limits;
    vrm_render_skipped left;
    loaded file;
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 3, .primitives = 1});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    memset(&longer, 0xA5, sizeof longer);
    vrm_render_limits_init_sized(limits, offsetof(vrm_render_limits, max_items));
    CHECK_INT(limits->max_items, 0xA5A5A5A5u);
    limits->max_items = 1; /* behind the end: not read */
    left = left_out_of(&file, limits);
    CHECK(memcmp(&left, &nothing_left_out, sizeof left) == 0);
    vrm_render_limits_init_sized(limits, sizeof longer);
    limits->max_items = 1;
    CHECK_INT(left_out_of(&file, limits).items, 2);
    longer.unknown[0] = 1;
    CHECK(create_render_model(stage_renderer(), file.model, limits) == NULL);
    limits->struct_size = 0;
    CHECK(create_render_model(stage_renderer(), file.model, limits) == NULL);
    unload(&file);
}

TEST(views_that_were_not_initialised_draw_nothing) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    scene s = scene_of("");
    shot taken = take(&s);
    vrm_draw draw = {taken.on_gpu, &taken.frame};
    vrm_view view = s.view;
    picture got;
    if (taken.avatar == NULL) return;
    CHECK_INT(view.struct_size, sizeof view);
    got = stage_draw(&view, &draw, 1, black);
    CHECK(got.rgba[4 * (32 * 64 + 32)] > 0);
    picture_free(&got);
    view.struct_size = 0;
    got = stage_draw(&view, &draw, 1, black);
    CHECK_INT(got.rgba[4 * (32 * 64 + 32)], 0);
    picture_free(&got);
    drop(&taken);
}

/* --- Meshes --- */

TEST(items_beyond_the_limit_are_left_out_in_the_order_of_the_file) {
    vrm_render_limits limits;
    loaded file;
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 5, .primitives = 4});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    CHECK_INT(left_out_of(&file, NULL).items, 0);
    vrm_render_limits_init(&limits);
    limits.max_items = 6;
    CHECK_INT(left_out_of(&file, &limits).items, 14);
    limits.max_items = 20;
    CHECK_INT(left_out_of(&file, &limits).items, 0);
    limits.max_draw_triangles = 2 * 7 + 1;
    CHECK_INT(left_out_of(&file, &limits).items, 13);
    /* Four primitives of a node share four vertices: they move once. */
    limits.max_draw_triangles = 0;
    limits.max_draw_vertices = 4 * 2;
    CHECK_INT(left_out_of(&file, &limits).items, 12);
    CHECK_INT(left_out_of(&file, &limits).primitives, 0);
    unload(&file);
}

/* Before, each primitive took 90 MB for a million zeros that cost nothing in the file. */
TEST(vertices_without_bytes_in_the_file_cost_no_more_than_the_limit) {
    enum { MEBI = 1 << 20 };
    measured memory;
    vrm_renderer *renderer;
    vrm_render_model *on_gpu;
    vrm_render_limits limits;
    loaded file;
    size_t before;
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 2, .primitives = 40, .vertices = 100000});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    measured_init(&memory);
    renderer = make_renderer(&memory, 0);
    before = memory.held;
    vrm_render_limits_init(&limits);
    limits.max_geometry_bytes = 8 * MEBI;
    memory.most = memory.held;
    on_gpu = create_render_model(renderer, file.model, &limits);
    if (CHECK(on_gpu != NULL)) {
        CHECK_INT(vrm_render_model_skipped(on_gpu)->primitives, 40);
        CHECK_INT(vrm_render_model_skipped(on_gpu)->items, 80);
        CHECK(memory.most - before < MEBI);
    }
    vrm_render_model_destroy(on_gpu);
    limits.max_geometry_bytes = 32 * MEBI;
    memory.most = memory.held;
    on_gpu = create_render_model(renderer, file.model, &limits);
    if (CHECK(on_gpu != NULL)) { /* all primitives share their vertices */
        CHECK_INT(vrm_render_model_skipped(on_gpu)->items, 0);
        CHECK(memory.most - before > 4 * MEBI && memory.most - before < 32 * MEBI);
    }
    vrm_render_model_destroy(on_gpu);
    CHECK_INT(memory.held, before);
    vrm_renderer_destroy(renderer);
    CHECK_INT(memory.held, 0);
    unload(&file);
}

TEST(morph_targets_beyond_the_limits_have_no_effect) {
    vrm_render_limits limits;
    vrm_render_skipped left;
    loaded file;
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 1, .primitives = 1, .targets = 10});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    CHECK_INT(left_out_of(&file, NULL).morph_targets, 0);
    vrm_render_limits_init(&limits);
    limits.max_morph_vertices = 4 * 7;
    CHECK_INT(left_out_of(&file, &limits).morph_targets, 3);
    limits.max_morph_vertices = 0;
    limits.max_morph_bytes = 10 * 2 * sizeof(void *) + 4 * (4 * 28) + 1; /* 28 bytes a vertex */
    left = left_out_of(&file, &limits);
    CHECK_INT(left.morph_targets, 6);
    CHECK_INT(left.items, 0);
    limits.max_morph_bytes = 1;
    CHECK_INT(left_out_of(&file, &limits).morph_targets, 10);
    unload(&file);
}

/* --- Images --- */

/* One material and square for each of `count` images that all show one bufferView, of a checkered
 * PNG; `cut` bytes are missing at its end. */
static loaded image_file(int count, size_t cut, bool is_shared) {
    static uint8_t texels_4x4[64];
    static const float corners[12] = {-1, 0, 0, 1, 0, 0, 1, 2, 0, -1, 2, 0};
    static const float normals[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    picture image = {4, 4, texels_4x4};
    builder b;
    size_t size;
    uint8_t *png;
    int position, normal, first = 0;
    for (int i = 0; i < 64; ++i) texels_4x4[i] = (uint8_t)(i % 4 == 3 ? 255 : 31 * (i / 4));
    png = picture_encode(&image, &size);
    builder_begin(&b);
    position = builder_floats(&b, corners, 4, 3);
    normal = builder_floats(&b, normals, 4, 3);
    for (int i = 0; i < (is_shared ? 1 : count); ++i) {
        int view = builder_view(&b, png, size - cut);
        if (i == 0) first = view;
    }
    builder_put(&b, "{'asset':{'version':'2.0'},'nodes':[{'mesh':0}],'images':[");
    for (int i = 0; i < count; ++i) {
        builder_put(&b, "%s{'bufferView':%d,'mimeType':'image/png'}", i > 0 ? "," : "",
                    is_shared ? first : first + i);
    }
    builder_put(&b, "],'textures':[");
    for (int i = 0; i < count; ++i) builder_put(&b, "%s{'source':%d}", i > 0 ? "," : "", i);
    builder_put(&b, "],'materials':[");
    for (int i = 0; i < count; ++i) {
        builder_put(&b, "%s{'pbrMetallicRoughness':{'baseColorTexture':{'index':%d}}}",
                    i > 0 ? "," : "", i);
    }
    builder_put(&b, "],'meshes':[{'primitives':[");
    for (int i = 0; i < count; ++i) {
        builder_put(&b, "%s{'material':%d,'mode':6,'attributes':{'POSITION':%d,'NORMAL':%d}}",
                    i > 0 ? "," : "", i, position, normal);
    }
    builder_put(&b, "]}]");
    free(png);
    return load_fixture(builder_end(&b), NULL);
}

static void check_images(loaded *file, const vrm_render_limits *limits, const int32_t *expected,
                         int count) {
    vrm_render_model *on_gpu = create_render_model(stage_renderer(), file->model, limits);
    if (!CHECK(on_gpu != NULL)) return;
    for (int i = 0; i < count; ++i) {
        test_note("image %d", i);
        CHECK_INT(vrm_render_model_image(on_gpu, i), expected[i]);
    }
    test_note(NULL);
    vrm_render_model_destroy(on_gpu);
}

/* Images with the same bytes share textures, which count once. */
TEST(bytes_of_images_on_the_gpu) {
    static const uint64_t alone[3] = {85, 85, 85}, shared[3] = {85, 0, 0};
    if (stage_renderer() == NULL) return;
    for (int has_same = 0; has_same < 2; ++has_same) {
        loaded file = image_file(3, 0, has_same != 0);
        vrm_render_model *on_gpu = create_render_model(stage_renderer(), file.model, NULL);
        REQUIRE(on_gpu != NULL);
        for (int i = 0; i < 3; ++i) {
            uint32_t width = 9, height = 9;
            uint64_t bytes = vrm_render_model_image_bytes(on_gpu, i, &width, &height);
            CHECK_INT(bytes, (has_same ? shared : alone)[i]);
            CHECK_INT(width, 4);
            CHECK_INT(height, 4);
        }
        vrm_render_model_destroy(on_gpu);
        unload(&file);
    }
}

/* Before, images that share their bytes were decoded one by one, and damaged ones without end: only
 * what could be shown was charged. */
TEST(images_are_charged_before_they_are_decoded) {
    static const int32_t good[3] = {VRM_IMAGE_STATE_GOOD, VRM_IMAGE_STATE_GOOD,
                                    VRM_IMAGE_STATE_GOOD};
    static const int32_t two[3] = {VRM_IMAGE_STATE_GOOD, VRM_IMAGE_STATE_GOOD,
                                   VRM_IMAGE_STATE_TOO_LARGE};
    static const int32_t cut[3] = {VRM_IMAGE_STATE_DAMAGED, VRM_IMAGE_STATE_DAMAGED,
                                   VRM_IMAGE_STATE_TOO_LARGE};
    static const int32_t none[3] = {VRM_IMAGE_STATE_TOO_LARGE, VRM_IMAGE_STATE_TOO_LARGE,
                                    VRM_IMAGE_STATE_TOO_LARGE};
    vrm_render_limits limits;
    loaded file;
    if (stage_renderer() == NULL) return;
    vrm_render_limits_init(&limits);
    file = image_file(3, 0, false);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    limits.max_images_pixels = 3 * 16;
    check_images(&file, &limits, good, 3);
    limits.max_images_pixels = 3 * 16 - 1;
    check_images(&file, &limits, two, 3);
    limits.max_images_pixels = 0;
    limits.max_image_pixels = 16;
    check_images(&file, &limits, good, 3);
    limits.max_image_pixels = 15;
    check_images(&file, &limits, none, 3);
    unload(&file);
    file = image_file(3, 20, false);
    vrm_render_limits_init(&limits);
    limits.max_images_pixels = 3 * 16 - 1;
    check_images(&file, &limits, cut, 3);
    unload(&file);
    file = image_file(3, 0, true); /* the same bytes: once */
    limits.max_images_pixels = 16;
    check_images(&file, &limits, good, 3);
    unload(&file);
}

TEST(images_that_share_bytes_share_textures) {
    vrm_renderer *renderer;
    loaded file;
    GLuint names[2];
    if (stage_renderer() == NULL) return;
    file = image_file(3, 0, true);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    renderer = make_renderer(NULL, 0);
    /* Names of textures are given in order. */
    for (int i = 0; i < 2; ++i) {
        vrm_render_model *on_gpu;
        glGenTextures(1, &names[0]);
        on_gpu = create_render_model(renderer, file.model, NULL);
        glGenTextures(1, &names[1]);
        CHECK_INT(names[1] - names[0], 2);
        glDeleteTextures(2, names);
        vrm_render_model_destroy(on_gpu);
    }
    vrm_renderer_destroy(renderer);
    unload(&file);
}

TEST(textures_are_halved_until_all_fit) {
    vrm_render_limits limits;
    loaded file;
    if (stage_renderer() == NULL) return;
    file = image_file(3, 0, false);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    vrm_render_limits_init(&limits);
    limits.max_texture_bytes = 3 * (64 + 21); /* with its levels, a third more */
    CHECK_INT(left_out_of(&file, &limits).halved_images, 0);
    limits.max_texture_bytes -= 1;
    CHECK_INT(left_out_of(&file, &limits).halved_images, 3);
    unload(&file);
}

/* --- Pixels --- */

static int count_not_black(const picture *picture) {
    int count = 0;
    for (int i = 0; i < picture->width * picture->height; ++i) count += picture->rgba[4 * i] > 0;
    return count;
}

static uint64_t left_out_by(vrm_renderer *renderer, loaded *file, const vrm_view *view) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_render_model *on_gpu = create_render_model(renderer, file->model, NULL);
    vrm_avatar *avatar = create_avatar(file->model, NULL);
    vrm_frame frame;
    vrm_draw draw;
    picture got;
    vrm_avatar_update(avatar, 0.0f);
    frame = *vrm_avatar_frame(avatar);
    draw.model = on_gpu;
    draw.frame = &frame;
    got = stage_draw_by(renderer, view, &draw, 1, black);
    CHECK(count_not_black(&got) > 0); /* the rest is drawn */
    picture_free(&got);
    vrm_avatar_destroy(avatar);
    vrm_render_model_destroy(on_gpu);
    CHECK_INT(vrm_renderer_drawn(renderer), 20 - vrm_renderer_skipped(renderer));
    return vrm_renderer_skipped(renderer);
}

/* Balls with outlines of both kinds. Each side of the picture cuts one; others are beside it and
 * behind the eye. */
static scene scene_around(void) {
    static const char *const materials =
        "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0','outlineWidthMode':"
        "'worldCoordinates','outlineWidthFactor':0.05,'outlineColorFactor':[1,0,0]}}},"
        "{'doubleSided':true,'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
        "'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.02}}}";
    static const float centers[SCENE_PATCHES][3] = {{-0.8f, 1, 0}, {0.8f, 1, 0},     {0, 0.2f, 0},
                                                    {0, 1.8f, 0},  {0, 1, -0.5f},    {4, 1, 0},
                                                    {0, 1, 4},     {-0.84f, 1.9f, 0}};
    scene scene = scene_of("");
    scene.materials = materials;
    scene.patch_count = 0;
    for (int i = 0; i < SCENE_PATCHES; ++i) {
        const float *at = centers[i];
        int added =
            add_patch(&scene, at[0] - 0.3f, at[1] - 0.3f, at[0] + 0.3f, at[1] + 0.3f, at[2], i % 2);
        scene.patches[added].is_ball = true;
    }
    return scene;
}

static picture draw_with(uint32_t max_overdraw, loaded *file, const scene *scene) {
    vrm_renderer *renderer = make_renderer(NULL, max_overdraw);
    vrm_render_model *on_gpu = create_render_model(renderer, file->model, NULL);
    vrm_avatar *avatar = create_avatar(file->model, NULL);
    vrm_draw draw = {.model = on_gpu};
    picture got;
    vrm_avatar_update(avatar, 0.0f);
    draw.frame = vrm_avatar_frame(avatar);
    got = stage_draw_by(renderer, &scene->view, &draw, 1, scene->background);
    vrm_avatar_destroy(avatar);
    vrm_render_model_destroy(on_gpu);
    vrm_renderer_destroy(renderer);
    return got;
}

/* WK-013: if overdraw is limited, invisible triangles are removed before GL gets them. */
TEST(wk_013_what_is_not_seen_is_not_missed) {
    scene scene;
    loaded file;
    picture all, chosen;
    if (stage_renderer() == NULL) return;
    scene = scene_around();
    file = load_fixture(scene_file(&scene), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    all = draw_with(UINT32_MAX, &file, &scene);
    chosen = draw_with(48, &file, &scene);
    CHECK(count_not_black(&all) > 500);
    CHECK(memcmp(all.rgba, chosen.rgba, (size_t)all.width * (size_t)all.height * 4) == 0);
    picture_free(&all);
    picture_free(&chosen);
    unload(&file);
}

/* A wall, four balls behind it, one of them visible beside it, and one ball in front: all with
 * outlines. `wall` are members of its material. */
static scene scene_behind(const char *wall) {
    static const float centers[5][3] = {
        {0, 1, -0.6f}, {0.1f, 0.9f, -1}, {-0.1f, 1.1f, -1.2f}, {0.6f, 1, -0.2f}, {-0.3f, 1, 0.6f}};
    scene scene = scene_of("");
    scene.materials = text("{%s'extensions':{'KHR_materials_unlit':{}}},%s", wall,
                           "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
                           "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01}}},"
                           "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
                           "'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.01}}}");
    scene.patch_count = 0;
    add_patch(&scene, -0.5f, 0.5f, 0.5f, 1.5f, 0.2f, 0);
    for (int i = 0; i < 5; ++i) {
        const float *at = centers[i];
        int added = add_patch(&scene, at[0] - 0.2f, at[1] - 0.2f, at[0] + 0.2f, at[1] + 0.2f, at[2],
                              1 + i % 2);
        scene.patches[added].is_ball = true;
    }
    return scene;
}

/* How many triangles GL is given of a scene, where overdraw is bounded; the picture must be the
 * same as without a bound. */
static long count_given(const scene *scene) {
    loaded file = load_fixture(scene_file(scene), NULL);
    picture all, chosen;
    long before, given;
    if (!CHECK_INT(file.result, VRM_OK)) return 0;
    all = draw_with(UINT32_MAX, &file, scene);
    before = objects_triangles();
    chosen = draw_with(48, &file, scene);
    given = objects_triangles() - before;
    CHECK(count_not_black(&all) > 500);
    CHECK(memcmp(all.rgba, chosen.rgba, (size_t)all.width * (size_t)all.height * 4) == 0);
    picture_free(&all);
    picture_free(&chosen);
    unload(&file);
    return given;
}

/* WK-016: hidden triangles, and culled ones of outlines, are removed before GL gets them; nothing
 * is hidden by what is not opaque. */
TEST(wk_016_what_others_hide_is_not_given_to_gl) {
    scene scene;
    long opaque, mask, blend, alone;
    if (stage_renderer() == NULL) return;
    scene = scene_behind("");
    opaque = count_given(&scene);
    scene = scene_behind("'alphaMode':'MASK',");
    mask = count_given(&scene);
    scene =
        scene_behind("'alphaMode':'BLEND','pbrMetallicRoughness':{'baseColorFactor':[1,1,1,0.5]},");
    blend = count_given(&scene);
    scene = scene_behind("");
    scene.patches[1] = scene.patches[4]; /* the two that can be seen */
    scene.patches[2] = scene.patches[5];
    scene.patch_count = 3;
    alone = count_given(&scene);
    CHECK_INT(opaque, alone);
    CHECK_INT(mask, blend);
    CHECK(opaque > 1000);
    CHECK(opaque * 2 < mask);
}

/* Two squares with a texture each; the camera sees one. */
static scene scene_of_two_textures(void) {
    static const char *const materials =
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':1}}}";
    static const texels shown = {
        2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
    scene scene = scene_of("");
    scene.materials = materials;
    scene.patches[0].material = 0;
    add_patch(&scene, 40.0f, 0.5f, 41.0f, 1.5f, 0.0f, 1);
    scene.textures[0] = scene.textures[1] = shown;
    scene.textures[1].rgba[0] = 0;
    scene.texture_count = 2;
    return scene;
}

static uint32_t width_of(const vrm_render_model *model, int32_t image) {
    uint32_t width;
    vrm_render_model_image_bytes(model, image, &width, NULL);
    return width;
}

/* The widths of both textures in a model for a view, and the picture of it. */
static picture draw_for(uint32_t max_overdraw, loaded *file, const scene *scene,
                        const vrm_view *view, uint32_t widths[2]) {
    vrm_renderer *renderer = make_renderer(NULL, max_overdraw);
    vrm_avatar *avatar = create_avatar(file->model, NULL);
    vrm_draw draw = {0};
    vrm_render_model *on_gpu;
    picture got;
    vrm_avatar_update(avatar, 0.0f);
    draw.frame = vrm_avatar_frame(avatar);
    draw.model = on_gpu =
        create_render_model_for_view(renderer, file->model, NULL, view, draw.frame);
    for (int32_t i = 0; i < 2; ++i) widths[i] = width_of(on_gpu, i);
    CHECK_INT(vrm_render_model_image(on_gpu, 1), VRM_IMAGE_STATE_GOOD);
    got = stage_draw_by(renderer, &scene->view, &draw, 1, scene->background);
    vrm_avatar_destroy(avatar);
    vrm_render_model_destroy(on_gpu);
    vrm_renderer_destroy(renderer);
    return got;
}

/* WK-015: images that a view does not show are not decoded, and others are as large as it shows
 * them. */
TEST(wk_015_a_model_for_a_view_has_what_the_view_shows) {
    scene scene;
    loaded file;
    picture any, seen, small;
    vrm_view one;
    uint32_t widths[2];
    if (stage_renderer() == NULL) return;
    scene = scene_of_two_textures();
    file = load_fixture(scene_file(&scene), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    any = draw_for(48, &file, &scene, NULL, widths);
    CHECK_INT(widths[0], 2);
    CHECK_INT(widths[1], 2);
    seen = draw_for(48, &file, &scene, &scene.view, widths);
    CHECK_INT(widths[0], 2);
    CHECK_INT(widths[1], 0);
    CHECK(count_not_black(&any) > 500);
    CHECK(memcmp(any.rgba, seen.rgba, (size_t)any.width * (size_t)any.height * 4) == 0);
    one = scene.view; /* all four texels fall on one pixel */
    one.width = one.height = 1;
    small = draw_for(48, &file, &scene, &one, widths);
    CHECK_INT(widths[0], 1);
    picture_free(&small);
    small = draw_for(UINT32_MAX, &file, &scene, &one, widths); /* as on a GPU */
    CHECK_INT(widths[0], 2);
    CHECK_INT(widths[1], 2);
    picture_free(&any);
    picture_free(&seen);
    picture_free(&small);
    unload(&file);
}

/* Before, a thousand triangles as large as the picture took seconds: nothing bounds pixels but
 * their number. A square of 2 m is seen by a camera that sees 1 m, 2 m, and 4 m of it. */
TEST(triangles_are_drawn_until_the_picture_is_full_often_enough) {
    vrm_renderer *renderer;
    vrm_view view;
    loaded file;
    const vrm_vec3 target = {0.0f, 1.0f, 0.0f}, up = {0.0f, 1.0f, 0.0f};
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 10, .primitives = 1});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    renderer = make_renderer(NULL, 3);
    vrm_view_init(&view);
    view.width = view.height = 64;
    /* Two triangles fill it once: three squares of ten. Rounding may cost the last triangle. */
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 1.0f, 1.001f), target, up, 1.5707963f, 1.0f,
                           0.1f, 9.0f);
    CHECK_INT(left_out_by(renderer, &file, &view), 14);
    /* A quarter of the picture each: twelve would fit. */
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 1.0f, 2.0f), target, up, 1.5707963f, 1.0f,
                           0.1f, 9.0f);
    CHECK_INT(left_out_by(renderer, &file, &view), 0);
    /* Triangles that are cut off count by the box of what is seen: once each. */
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, 1.0f, 0.5f), target, up, 1.5707963f, 1.0f,
                           0.1f, 9.0f);
    CHECK_INT(left_out_by(renderer, &file, &view), 17);
    /* From the side, partly behind the eye. */
    vrm_view_look_at_value(&view, vrm_vec3_make(-0.5f, 1.0f, 0.1f), vrm_vec3_make(1.0f, 1.0f, 0.0f),
                           up, 1.5707963f, 1.0f, 0.01f, 9.0f);
    CHECK(left_out_by(renderer, &file, &view) > 0);
    vrm_renderer_destroy(renderer);
    renderer = make_renderer(NULL, UINT32_MAX);
    CHECK_INT(left_out_by(renderer, &file, &view), 0);
    vrm_renderer_destroy(renderer);
    unload(&file);
}

/* --- Errors of GL --- */

/* Before, release builds did not look for them. */
TEST(errors_of_gl_are_told_in_every_build) {
    vrm_renderer *renderer;
    vrm_render_model *on_gpu;
    loaded file;
    const char *problem;
    if (stage_renderer() == NULL) return;
    file = make_file((plan){.nodes = 1, .primitives = 1});
    if (!CHECK_INT(file.result, VRM_OK)) return;
    renderer = make_renderer(NULL, 0);
    CHECK(vrm_renderer_problem(renderer) == NULL);
    glEnable(0xFFFFu); /* no such thing */
    on_gpu = create_render_model(renderer, file.model, NULL);
    problem = vrm_renderer_problem(renderer);
    CHECK(problem != NULL && strstr(problem, "GL error in vrm_render_model_create") != NULL);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    vrm_render_model_destroy(on_gpu);
    vrm_renderer_destroy(renderer);
    unload(&file);
}

TEST_SUITE(render_limits, ENTRY(descs_of_older_and_newer_programs_are_taken),
           ENTRY(descs_that_cannot_be_meant_are_refused),
           ENTRY(limits_of_older_and_newer_programs_are_taken),
           ENTRY(views_that_were_not_initialised_draw_nothing),
           ENTRY(items_beyond_the_limit_are_left_out_in_the_order_of_the_file),
           ENTRY(vertices_without_bytes_in_the_file_cost_no_more_than_the_limit),
           ENTRY(morph_targets_beyond_the_limits_have_no_effect), ENTRY(bytes_of_images_on_the_gpu),
           ENTRY(images_are_charged_before_they_are_decoded),
           ENTRY(images_that_share_bytes_share_textures), ENTRY(textures_are_halved_until_all_fit),
           ENTRY(wk_013_what_is_not_seen_is_not_missed),
           ENTRY(wk_016_what_others_hide_is_not_given_to_gl),
           ENTRY(wk_015_a_model_for_a_view_has_what_the_view_shows),
           ENTRY(triangles_are_drawn_until_the_picture_is_full_often_enough),
           ENTRY(errors_of_gl_are_told_in_every_build));

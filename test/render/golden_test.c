/*
 * Whole pictures, compared with those in golden/: what no single pixel shows. The target vrm-golden
 * writes a picture that was changed on purpose again; look at it then.
 */
#include "render/create.h"
#include "render/scene.h"

#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

enum { SHARPNESS = 4 }; /* samples of a pixel each way */

/* --- Eight balls of one picture each: what MToon can do --- */

static const char *const balls[] = {
    /* plain; hard and shifted; a soft ramp with gi; matcap */
    "'pbrMetallicRoughness':{'baseColorFactor':[0.9,0.5,0.4,1]},'extensions':{"
    "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.4,0.15,0.2]}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[0.9,0.8,0.3,1]},'extensions':{"
    "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.5,0.3,0.1],"
    "'shadingToonyFactor':1,'shadingShiftFactor':-0.3}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[0.4,0.8,0.4,1]},'extensions':{"
    "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.05,0.2,0.2],"
    "'shadingToonyFactor':0,'giEqualizationFactor':0}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[0.1,0.1,0.1,1]},'extensions':{"
    "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.1,0.1,0.1],"
    "'matcapTexture':{'index':0},'rimLightingMixFactor':0}}",
    /* rim; an outline of the world, with a texture; of the screen; see-through */
    "'pbrMetallicRoughness':{'baseColorFactor':[0.2,0.3,0.7,1]},'extensions':{"
    "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.1,0.1,0.3],"
    "'parametricRimColorFactor':[0.8,0.6,0.3],'parametricRimFresnelPowerFactor':3,"
    "'parametricRimLiftFactor':0.1,'rimLightingMixFactor':0.5}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[1,1,1,1],'baseColorTexture':{'index':1}},"
    "'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.5,0.5,0.5],"
    "'shadeMultiplyTexture':{'index':1},'outlineWidthMode':'worldCoordinates',"
    "'outlineWidthFactor':0.01,'outlineColorFactor':[0.4,0.2,0.2],"
    "'uvAnimationScrollXSpeedFactor':0.1,'uvAnimationRotationSpeedFactor':0.3}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.8,0.9,1]},'normalTexture':{'index':2,"
    "'scale':0.6},'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':"
    "[0.3,0.3,0.5],'shadingToonyFactor':0.5,'outlineWidthMode':'screenCoordinates',"
    "'outlineWidthFactor':0.01,'outlineColorFactor':[0.05,0.05,0.1],"
    "'outlineLightingMixFactor':0}}",
    "'pbrMetallicRoughness':{'baseColorFactor':[0.9,0.3,0.7,0.5]},'alphaMode':'BLEND','extensions':"
    "{'VRMC_materials_mtoon':{'specVersion':'1.0','shadeColorFactor':[0.4,0.1,0.4],"
    "'transparentWithZWrite':true,'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01}"
    "}",
};

static scene scene_of_balls(void) {
    static const uint8_t matcap[16] = {250, 250, 255, 255, 120, 140, 200, 255,
                                       60,  70,  110, 255, 20,  20,  40,  255};
    static const uint8_t checks[16] = {230, 90,  60,  255, 250, 240, 220, 255,
                                       250, 240, 220, 255, 60,  90,  200, 255};
    static const uint8_t bumps[16] = {160, 128, 250, 255, 96,  128, 250, 255,
                                      128, 160, 250, 255, 128, 96,  250, 255};
    char materials[8192] = "";
    scene s = scene_of("");
    s.patch_count = 0;
    for (int i = 0; i < 8; ++i) {
        float x = -0.75f + 0.5f * (float)(i % 4), y = i < 4 ? 1.25f : 0.75f;
        int ball = add_patch(&s, x - 0.2f, y - 0.2f, x + 0.2f, y + 0.2f, 0.0f, i);
        s.patches[ball].is_ball = true;
        strcat(strcat(strcat(materials, i ? ",{" : "{"), balls[i]), "}");
    }
    s.materials = text("%s", materials);
    add_texture_2x2(&s, matcap);
    add_texture_2x2(&s, checks);
    add_texture_2x2(&s, bumps);
    s.view.width = 256 * SHARPNESS;
    s.view.height = 128 * SHARPNESS;
    s.view.light.direction = vrm_vec3_make(0.5f, 0.8f, 0.7f);
    for (int c = 0; c < 3; ++c) {
        s.view.light.color[c] = 0.85f;
        s.view.light.sky[c] = 0.3f;
        s.view.light.ground[c] = 0.05f;
    }
    s.seconds = 1.0f;
    s.background[3] = 0.0f;
    vrm_view_look_at_value(&s.view, vrm_vec3_make(0.0f, 1.0f, 3.0f),
                           vrm_vec3_make(0.0f, 1.0f, 0.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                           0.3490659f, 2.0f, 0.1f, 100.0f);
    return s;
}

TEST(mt_014_golden_balls) {
    scene s = scene_of_balls();
    shot taken = take(&s);
    if (taken.picture.rgba != NULL) {
        picture small = picture_shrink(&taken.picture, SHARPNESS);
        check_golden(&small, "balls", 0.6, 0.004);
        picture_free(&small);
    }
    drop(&taken);
}

/* --- The character of samples/ --- */

typedef struct sitting {
    loaded file;
    vrm_avatar *avatar;
    vrm_render_model *on_gpu;
} sitting;

static sitting sit(const char *name) {
    sitting one;
    fixture file;
    memset(&one, 0, sizeof one);
    if (stage_renderer() == NULL) return one;
    file = fixture_sample(name);
    if (file.bytes == NULL) return one;
    one.file = load_avatar_file(file, NULL);
    if (!CHECK_INT(one.file.result, VRM_OK)) return one;
    one.avatar = create_avatar(one.file.model, NULL);
    one.on_gpu = create_render_model(stage_renderer(), one.file.model, NULL);
    CHECK(one.on_gpu != NULL);
    vrm_avatar_update(one.avatar, 0.0f);
    return one;
}

static void stand_up(sitting *one) {
    vrm_render_model_destroy(one->on_gpu);
    vrm_avatar_destroy(one->avatar);
    unload(&one->file);
}

/* From before the avatar, at this height; what is seen is `high` meters. */
static picture portrait(const sitting *one, float middle, float high, uint32_t flags) {
    static const float nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    vrm_view view;
    vrm_frame frame;
    vrm_draw draw;
    picture large, small;
    vrm_view_init(&view);
    view.width = view.height = 160 * SHARPNESS;
    view.flags = flags;
    view.light.direction = vrm_vec3_make(0.4f, 0.6f, 1.0f);
    for (int c = 0; c < 3; ++c) {
        view.light.color[c] = 0.9f;
        view.light.sky[c] = 0.15f;
        view.light.ground[c] = 0.05f;
    }
    vrm_view_look_at_value(&view, vrm_vec3_make(0.0f, middle, high * 2.8356f),
                           vrm_vec3_make(0.0f, middle, 0.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
                           0.3490659f, 1.0f, 0.1f, 100.0f);
    frame = *vrm_avatar_frame(one->avatar);
    draw.model = one->on_gpu;
    draw.frame = &frame;
    large = stage_draw(&view, &draw, 1, nothing);
    small = picture_shrink(&large, SHARPNESS);
    picture_free(&large);
    return small;
}

static void check_portrait(const sitting *one, float middle, float high, uint32_t flags,
                           const char *name) {
    picture image = portrait(one, middle, high, flags);
    check_golden(&image, name, 0.6, 0.006);
    picture_free(&image);
}

static float head_of(const sitting *one) {
    return vrm_avatar_bone_position(one->avatar, VRM_BONE_HEAD).y;
}

TEST(mt_014_golden_character) {
    sitting one = sit("character-1.0.vrm");
    if (one.on_gpu != NULL) {
        check_portrait(&one, head_of(&one) / 2 + 0.15f, head_of(&one) * 1.5f, 0, "character");
        check_portrait(&one, head_of(&one) + 0.1f, 0.5f, 0, "character-face");
    }
    stand_up(&one);
}

TEST(ex_023_golden_expression) {
    sitting one = sit("character-1.0.vrm");
    if (one.on_gpu != NULL) {
        vrm_avatar_set_expression(one.avatar, vrm_model_find_expression(one.file.model, "happy"),
                                  1.0f);
        vrm_avatar_update(one.avatar, 0.0f);
        check_portrait(&one, head_of(&one) + 0.1f, 0.5f, 0, "character-happy");
    }
    stand_up(&one);
}

TEST(fp_005_golden_first_person) {
    sitting one = sit("character-1.0.vrm");
    if (one.on_gpu != NULL) {
        check_portrait(&one, head_of(&one) / 2 + 0.15f, head_of(&one) * 1.5f,
                       VRM_RENDER_FIRST_PERSON, "character-first-person");
    }
    stand_up(&one);
}

/* The four dialects are one avatar: the same picture. */
TEST(di_001_golden_dialects) {
    static const char *const names[] = {"character-0.x.vrm", "character-1.0-draft.vrm",
                                        "character-1.0-beta.vrm"};
    for (int i = 0; i < 3 && test_option("update") == NULL; ++i) {
        sitting one = sit(names[i]);
        if (one.on_gpu != NULL) {
            check_portrait(&one, head_of(&one) + 0.1f, 0.5f, 0, "character-face");
        }
        stand_up(&one);
    }
}

/* The measure bites: a picture without outlines, and an empty one, are not the golden one. */
TEST(mt_023_golden_measure_bites) {
    scene s = scene_of_balls();
    shot taken;
    char path[1024];
    picture golden;
    s.view.flags |= VRM_RENDER_NO_OUTLINE;
    taken = take(&s);
    if (taken.picture.rgba != NULL && test_option("golden") != NULL) {
        picture small = picture_shrink(&taken.picture, SHARPNESS);
        double without, empty;
        strcat(strcpy(path, test_option("golden")), "/balls.png");
        golden = picture_read(path);
        if (CHECK(golden.rgba != NULL)) {
            without = picture_difference(&small, &golden);
            memset(small.rgba, 0, (size_t)small.width * (size_t)small.height * 4);
            empty = picture_difference(&small, &golden);
            CHECK(without > 0.6);
            CHECK(empty > 10.0);
        }
        picture_free(&small);
        picture_free(&golden);
    }
    drop(&taken);
}

TEST_SUITE(render_golden, ENTRY(mt_014_golden_balls), ENTRY(mt_014_golden_character),
           ENTRY(ex_023_golden_expression), ENTRY(fp_005_golden_first_person),
           ENTRY(di_001_golden_dialects), ENTRY(mt_023_golden_measure_bites));

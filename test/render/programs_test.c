/* Few programs where GL runs on the processor, one for each kind of material elsewhere: the
 * pictures are the same. */
#include "render/create.h"
#include "render/objects.h"
#include "render/scene.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 96 };

/* Eight squares beside and above each other, with materials of all kinds; some with less than the
 * program that draws them has. */
static scene all_kinds(void) {
    static const uint8_t texels_2x2[16] = {255, 0, 0,   255, 0,  255, 0,  255,
                                           0,   0, 255, 255, 90, 90,  90, 128};
    static const float color[4] = {0.5f, 1.0f, 0.25f, 1.0f}, beside[2] = {0.25f, 0.0f};
    static const char *const turned = "'extensions':{'KHR_texture_transform':{'rotation':0.7,"
                                      "'offset':[0.1,0.2],'scale':[0.5,2]}}";
    scene s = scene_of("");
    add_texture_2x2(&s, texels_2x2);
    add_texture(&s, 150, 160, 220, 255);
    s.materials = text(
        "{'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.5,0.3,1]},%s},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,%s}},%s},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'texCoord':1},"
        "'metallicFactor':0.3,'roughnessFactor':0.6}},"
        "{'pbrMetallicRoughness':{'baseColorFactor':[0.2,0.9,0.4,1],'metallicFactor':0},"
        "'normalTexture':{'index':1},'emissiveFactor':[0.1,0.2,0.3]},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
        "'extensions':{'KHR_materials_unlit':{}}},"
        "{'pbrMetallicRoughness':{'baseColorFactor':[0.2,0.3,0.9,0.5]},'alphaMode':'BLEND'},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'alphaMode':'MASK',%s},"
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,%s}},'normalTexture':{'index':1},"
        "'emissiveTexture':{'index':1},'emissiveFactor':[0.3,0.2,0.1],%s}",
        mtoon("'shadeColorFactor':[0.2,0.1,0.4]"), turned,
        mtoon(text("'shadeMultiplyTexture':{'index':0,%s},'shadeColorFactor':[1,0.5,0.5],"
                   "'uvAnimationScrollXSpeedFactor':0.3,'uvAnimationRotationSpeedFactor':0.4",
                   turned)),
        mtoon("'shadingShiftFactor':-0.4,'shadingShiftTexture':{'index':0,'scale':0.5}"), turned,
        mtoon("'matcapTexture':{'index':0},'matcapFactor':[0.4,0.4,0.4],"
              "'rimMultiplyTexture':{'index':1},'parametricRimColorFactor':[0.9,0.2,0.1],"
              "'uvAnimationScrollXSpeedFactor':0.5,'uvAnimationMaskTexture':{'index':0},"
              "'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.02,"
              "'outlineColorFactor':[1,0,0]"));
    s.patch_count = 0;
    for (int i = 0; i < 8; ++i) {
        float x = -0.72f + 0.36f * (float)(i % 4), y = 0.6f + 0.4f * (float)(i / 4);
        int at = add_patch(&s, x, y, x + 0.3f, y + 0.3f, 0.0f, i);
        s.patches[at].normal = vrm_vec3_make(0.3f, 0.2f, 0.93f);
        s.patches[at].uv1 = beside;
        if (i % 3 == 2) s.patches[at].color = color;
    }
    s.seconds = 1.0f;
    s.view.width = s.view.height = SIZE;
    s.view.light.direction = vrm_vec3_make(0.4f, 0.5f, 0.7f);
    s.view.light.sky[0] = s.view.light.sky[2] = 0.3f;
    s.view.light.ground[1] = 0.2f;
    return s;
}

/* The scene by a renderer with these flags; and how many programs and pipelines that took. */
static picture draw_with(const scene *scene, const loaded *file, uint32_t flags, int *out_programs,
                         int *out_pipelines) {
    object_counts before = objects_now(), now;
    vrm_renderer_desc desc;
    vrm_renderer *renderer;
    vrm_render_model *on_gpu;
    vrm_avatar *avatar = create_avatar(file->model, NULL);
    vrm_frame frame;
    vrm_draw draw;
    picture drawn;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = objects_get_proc;
    desc.flags = flags;
    renderer = create_renderer(&desc, NULL);
    on_gpu = create_render_model(renderer, file->model, NULL);
    vrm_avatar_update(avatar, scene->seconds);
    frame = *vrm_avatar_frame(avatar);
    draw.model = on_gpu;
    draw.frame = &frame;
    drawn = stage_draw_by(renderer, &scene->view, &draw, 1, scene->background);
    CHECK(vrm_renderer_problem(renderer) == NULL);
    now = objects_now();
    *out_programs = now.live[OBJECT_PROGRAM] - before.live[OBJECT_PROGRAM];
    *out_pipelines = now.live[OBJECT_PIPELINE] - before.live[OBJECT_PIPELINE];
    vrm_avatar_destroy(avatar);
    vrm_render_model_destroy(on_gpu);
    vrm_renderer_destroy(renderer);
    return drawn;
}

static int farthest(const picture *a, const picture *b) {
    int most = 0;
    for (int i = 0; i < a->width * a->height * 4; ++i) {
        int apart = abs(a->rgba[i] - b->rgba[i]);
        if (apart > most) most = apart;
    }
    return most;
}

TEST(few_programs_draw_what_many_draw) {
    scene s = all_kinds();
    picture few, many;
    int few_programs, few_pipelines, many_programs, many_pipelines;
    loaded file;
    if (stage_renderer() == NULL) return;
    file = load_fixture(scene_file(&s), NULL);
    if (!CHECK_INT(file.result, VRM_OK)) return;
    few = draw_with(&s, &file, VRM_RENDERER_FEW_PROGRAMS, &few_programs, &few_pipelines);
    many = draw_with(&s, &file, VRM_RENDERER_MANY_PROGRAMS, &many_programs, &many_pipelines);
    picture_leave(&few, "programs-few");
    picture_leave(&many, "programs-many");
    CHECK(farthest(&few, &many) <= 1);
    /* Each square shows what it should: none is as the ground, and no two are alike. */
    for (int i = 0; i < 8; ++i) {
        const uint8_t *here = picture_at(&many, 15 + 18 * (i % 4), i < 4 ? 60 : 40);
        CHECK(memcmp(here, picture_at(&many, 1, 1), 4) != 0);
    }
    /* MToon: plain; with a base texture, which may be the shade's too; masked; with all. Else:
     * plain; with a base texture; with a normal map; unlit. */
    CHECK_INT(many_programs, 8);
    CHECK_INT(many_pipelines, 0);
    /* Of those, plain ones are drawn as with a texture. Where there are stages, one vertex shader
     * serves all but the material whose textures have UVs of their own. */
    CHECK_INT(few_programs, few_pipelines > 0 ? 6 + 2 : 6);
    CHECK(few_pipelines == 0 || few_pipelines == 6);
    picture_free(&few);
    picture_free(&many);
    unload(&file);
}

TEST_SUITE(render_programs, ENTRY(few_programs_draw_what_many_draw));

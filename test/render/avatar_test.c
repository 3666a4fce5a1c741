/* What an avatar changes in its picture: expressions, morph targets, skins, UV binds, the
 * first-person view; and several avatars at once. */
#include "render/create.h"
#include "render/expect.h"

#include "test.h"
#include "testkit/create.h"

#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

/* --- Expressions --- */

static const char *expression(const char *members) {
    return text("'expressions':{'custom':{'x':{%s}}}", members);
}

static void set_expression(shot *taken, float weight) {
    if (taken->avatar == NULL) return;
    vrm_avatar_set_expression(taken->avatar, vrm_model_find_expression(taken->file.model, "x"),
                              weight);
    take_again(taken, 0.0f);
}

static const char *color_bind(const char *type, const char *value) {
    return expression(
        text("'materialColorBinds':[{'material':0,'type':'%s','targetValue':[%s]}]", type, value));
}

/* EX-023: base + w (target - base), for each kind of color, as the reference has it and in plain
 * numbers. EX-027: linear. MT-038. */
TEST(ex_023_ex_027_mt_038_colours_of_every_type) {
    static const struct {
        const char *type, *material, *mtoon;
        float before[3], half[3], after[3];
    } cases[] = {
        {"color",
         "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1]}",
         "",
         {0.8f, 0.4f, 0.2f},
         {0.5f, 0.45f, 0.4f},
         {0.2f, 0.5f, 0.6f}},
        {"emissionColor",
         "'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]},'emissiveFactor':[0.8,0.4,0.2]",
         "",
         {0.8f, 0.4f, 0.2f},
         {0.5f, 0.45f, 0.4f},
         {0.2f, 0.5f, 0.6f}},
        {"shadeColor",
         "'doubleSided':false",
         "'shadeColorFactor':[0.8,0.4,0.2],'shadingShiftFactor':-1,'shadingToonyFactor':1",
         {0.8f, 0.4f, 0.2f},
         {0.5f, 0.45f, 0.4f},
         {0.2f, 0.5f, 0.6f}},
        {"matcapColor",
         "'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]}",
         "'matcapFactor':[0.8,0.4,0.2],'matcapTexture':{'index':0}",
         {0.8f, 0.4f, 0.2f},
         {0.5f, 0.45f, 0.4f},
         {0.2f, 0.5f, 0.6f}},
        {"rimColor",
         "'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1]}",
         "'parametricRimColorFactor':[0.8,0.4,0.2],'parametricRimLiftFactor':1",
         {0.8f, 0.4f, 0.2f},
         {0.5f, 0.45f, 0.4f},
         {0.2f, 0.5f, 0.6f}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene s = scene_of(text("%s,%s", cases[i].material, mtoon(cases[i].mtoon)));
        const float *const steps[] = {cases[i].before, cases[i].half, cases[i].after,
                                      cases[i].before};
        static const float weights[] = {0.0f, 0.5f, 1.0f, 0.0f};
        shot taken;
        add_texture(&s, 255, 255, 255, 255);
        s.vrm = color_bind(cases[i].type, "0.2,0.5,0.6,1");
        s.view.light.direction = vrm_vec3_make(0.1f, 0.0f, 0.99f); /* below 1, for the shade */
        taken = take(&s);
        for (int step = 0; step < 4; ++step) {
            test_note("%s at %g", cases[i].type, (double)weights[step]);
            set_expression(&taken, weights[step]);
            check_linear(&taken, 32, 32, steps[step][0], steps[step][1], steps[step][2]);
            check_reference(&taken, 0, 32, 32);
        }
        drop(&taken);
    }
    test_note(NULL);
}

TEST(ex_023_outline_colour) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[0,0,1,1]},%s",
                            mtoon("'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.1,"
                                  "'outlineColorFactor':[0.8,0.4,0.2],"
                                  "'outlineLightingMixFactor':0")));
    shot taken;
    s.patches[0].is_thick = true;
    s.vrm = color_bind("outlineColor", "0.2,0.5,0.6,1");
    taken = take(&s);
    check_linear(&taken, 11, 32, 0.8f, 0.4f, 0.2f);
    set_expression(&taken, 0.5f);
    check_linear(&taken, 11, 32, 0.5f, 0.45f, 0.4f);
    drop(&taken);
}

TEST(ex_024_the_fourth_number_is_alpha_of_the_base) {
    scene s = scene_of(text(
        "'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},'alphaMode':'BLEND',%s", mtoon("")));
    shot taken;
    s.vrm = color_bind("color", "1,0,0,0");
    taken = take(&s);
    check_color(&taken, 32, 32, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    set_expression(&taken, 0.5f);
    check_color(&taken, 32, 32, (const double[3]){127.5, 0.0, 0.0}, 2.0);
    set_expression(&taken, 1.0f);
    check_color(&taken, 32, 32, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    drop(&taken);
}

/* EX-025: what the kind of material does not have changes nothing. */
TEST(ex_025_shade_of_an_unlit_material) {
    static const char *const types[] = {"shadeColor", "matcapColor", "rimColor", "outlineColor",
                                        "emissionColor"};
    for (int i = 0; i < 5; ++i) {
        scene s = scene_of("'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1]},"
                           "'extensions':{'KHR_materials_unlit':{}}");
        shot taken;
        test_note("%s", types[i]);
        s.vrm = color_bind(types[i], "1,1,1,1");
        taken = take(&s);
        set_expression(&taken, 1.0f);
        check_linear(&taken, 32, 32, 0.8f, 0.4f, 0.2f);
        drop(&taken);
    }
    test_note(NULL);
}

/* EX-028, EX-029: all textures with coordinates move, each from its own place; the matcap stays. */
TEST(ex_028_ex_029_texture_binds_move_all_but_the_matcap) {
    static const uint8_t colors[16] = {200, 0,  0,   255, 40,  180, 60,  255,
                                       20,  30, 190, 255, 180, 150, 200, 255};
    static const uint8_t rims[16] = {255, 255, 255, 255, 128, 128, 128, 255,
                                     60,  60,  60,  255, 0,   0,   0,   255};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'extensions':{"
                            "'KHR_texture_transform':{'offset':[0.1,0.05],'scale':[0.9,1]}}}},"
                            "'emissiveFactor':[0.2,0.2,0.2],'emissiveTexture':{'index':0},%s",
                            mtoon("'matcapTexture':{'index':0},'matcapFactor':[0.2,0.2,0.2],"
                                  "'rimMultiplyTexture':{'index':1},'rimLightingMixFactor':0,"
                                  "'shadingToonyFactor':0,"
                                  "'shadingShiftTexture':{'index':1,'scale':-0.5},"
                                  "'shadeColorFactor':[0.1,0.1,0.1]")));
    static const float weights[] = {0.0f, 0.5f, 1.0f};
    static const int places[][2] = {{20, 18}, {42, 20}, {24, 41}, {40, 38}, {27, 29}, {36, 26}};
    shot taken;
    uint8_t before[3] = {0, 0, 0};
    add_texture_2x2(&s, colors);
    add_texture_2x2(&s, rims);
    s.patches[0].normal = vrm_vec3_make(0.3f, 0.3f, 0.9f); /* off the seams of the matcap */
    s.vrm = expression("'textureTransformBinds':[{'material':0,'offset':[0.55,0.1],"
                       "'scale':[0.8,1.3]}]");
    taken = take(&s);
    if (taken.picture.rgba != NULL) memcpy(before, picture_at(&taken.picture, 20, 18), 3);
    for (int i = 0; i < 3; ++i) {
        set_expression(&taken, weights[i]);
        for (int k = 0; k < 6; ++k) check_reference(&taken, 0, places[k][0], places[k][1]);
    }
    if (taken.picture.rgba != NULL) {
        CHECK(memcmp(before, picture_at(&taken.picture, 20, 18), 3) != 0);
    }
    drop(&taken);
}

/* --- Morph targets --- */

/* EX-020: both primitives of the mesh move to the right by 20 cm. */
TEST(ex_020_morph_moves_all_primitives) {
    static const vrm_vec3 right = {0.4f, 0.0f, 0.0f};
    scene s = scene_of("");
    shot taken;
    s.materials =
        text("{%s,%s},{%s,%s}", "'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]}", mtoon(""),
             "'pbrMetallicRoughness':{'baseColorFactor':[0,1,0,1]}", mtoon(""));
    s.is_one_mesh = true;
    s.patch_count = 0;
    add_patch(&s, -0.6f, 1.1f, -0.2f, 1.5f, 0.0f, 0); /* red, upper left */
    add_patch(&s, -0.6f, 0.5f, -0.2f, 0.9f, 0.0f, 1); /* green, lower left */
    s.patches[0].morph = s.patches[1].morph = &right;
    s.vrm = expression("'morphTargetBinds':[{'node':0,'index':0,'weight':1}]");
    taken = take(&s);
    check_color(&taken, 16, 20, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 16, 44, (const double[3]){0.0, 255.0, 0.0}, 2.0);
    check_color(&taken, 32, 20, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    set_expression(&taken, 1.0f);
    check_color(&taken, 32, 20, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 32, 44, (const double[3]){0.0, 255.0, 0.0}, 2.0);
    check_color(&taken, 16, 20, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    drop(&taken);
}

/* --- Skin --- */

TEST(skin_moves_vertices) {
    static const uint8_t joints[4] = {0, 1, 0, 1}; /* in the mean of the two */
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    shot taken;
    s.patch_count = 0;
    add_patch(&s, -0.1f, 0.9f, 0.1f, 1.1f, 0.0f, 0);
    s.patches[0].joints = joints;
    s.patches[0].node = "'skin':0,'translation':[5,5,5]"; /* the node's own place does not count */
    s.nodes = "{'translation':[0.4,0,0]},{'translation':[0.2,0.4,0]}";
    s.members = "'skins':[{'joints':[8,9]}]";
    taken = take(&s);
    /* by (0.3, 0.2): 0.3 m are 12 pixels, 0.2 m are 8 */
    check_color(&taken, 43, 24, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 32, 32, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    if (taken.avatar != NULL) { /* and with the pose */
        vrm_avatar_locals(taken.avatar)[8].translation = vrm_vec3_make(-1.0f, 0.0f, 0.0f);
        take_again(&taken, 0.0f);
        check_color(&taken, 16, 24, (const double[3]){255.0, 0.0, 0.0}, 2.0);
        check_color(&taken, 43, 24, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    }
    drop(&taken);
}

/* Two sets of joints: the mean of eight places. */
TEST(eight_joints_for_a_vertex) {
    static const uint8_t joints[8] = {0, 0, 0, 0, 1, 1, 1, 0};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    shot taken;
    s.patch_count = 0;
    add_patch(&s, -0.1f, 0.9f, 0.1f, 1.1f, 0.0f, 0);
    s.patches[0].joints = joints;
    s.patches[0].has_eight = true;
    s.patches[0].node = "'skin':0";
    s.nodes = "{},{'translation':[0.8,0,0]}"; /* three eighths of that are 12 pixels */
    s.members = "'skins':[{'joints':[8,9]}]";
    taken = take(&s);
    check_color(&taken, 43, 32, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 32, 32, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    drop(&taken);
}

/* A skin with more joints than a block of uniforms holds; the 250th counts. */
TEST(six_hundred_joints) {
    static const uint8_t joints[4] = {250, 250, 250, 250};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    char nodes[8192] = "", members[8192] = "'skins':[{'joints':[";
    shot taken;
    for (int i = 0; i < 600; ++i) {
        strcat(strcat(nodes, i ? "," : ""), i == 250 ? "{'translation':[0.3,0.2,0]}" : "{}");
        strcat(members, text("%s%d", i ? "," : "", 8 + i));
    }
    s.nodes = nodes;
    s.members = strcat(members, "]}]");
    s.patch_count = 0;
    add_patch(&s, -0.1f, 0.9f, 0.1f, 1.1f, 0.0f, 0);
    s.materials = text("{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s}", mtoon(""));
    s.patches[0].joints = joints;
    s.patches[0].node = "'skin':0";
    taken = take(&s);
    check_color(&taken, 43, 24, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 32, 32, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    drop(&taken);
}

/* Any number of morph targets; the last of 300 counts, and two together add up. */
TEST(ex_018_three_hundred_morph_targets) {
    static const vrm_vec3 right = {0.2f, 0.0f, 0.0f};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    shot taken;
    s.patch_count = 0;
    add_patch(&s, -0.1f, 0.9f, 0.1f, 1.1f, 0.0f, 0);
    s.patches[0].morph = &right;
    s.patches[0].morph_count = 300;
    s.vrm = expression("'morphTargetBinds':[{'node':0,'index':299,'weight':1},"
                       "{'node':0,'index':0,'weight':0.5}]");
    taken = take(&s);
    check_color(&taken, 32, 32, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    set_expression(&taken, 1.0f); /* by 0.3 m: 12 pixels */
    check_color(&taken, 43, 32, (const double[3]){255.0, 0.0, 0.0}, 2.0);
    check_color(&taken, 32, 32, (const double[3]){0.0, 0.0, 0.0}, 2.0);
    drop(&taken);
}

/* --- First person --- */

static void add_four(scene *s) {
    s->patch_count = 0;
    for (int i = 0; i < 4; ++i) {
        float x = -0.7f + 0.35f * (float)i;
        add_patch(s, x, 0.9f, x + 0.3f, 1.1f, 0.0f, 0);
    }
}

/* Which of the four squares are seen, as bits. */
static int seen(const shot *taken) {
    int bits = 0;
    for (int i = 0; i < 4 && taken->picture.rgba != NULL; ++i) {
        double x = -0.7 + 0.35 * i + 0.15;
        int column = (int)(32.0 + x * 64.0 / (6.0 * 0.2679492));
        if (picture_at(&taken->picture, column, 32)[0] > 200) bits |= 1 << i;
    }
    return bits;
}

/* Each square that is seen is two triangles. */
static uint64_t triangles_of(int bits) {
    uint64_t count = 0;
    for (int i = 0; i < 4; ++i) count += 2u * (unsigned)(bits >> i & 1);
    return count;
}

static void check_views(scene *s, int third_person, int first_person) {
    shot taken = take(s);
    if (taken.picture.rgba != NULL) {
        CHECK_INT(seen(&taken), third_person);
        CHECK_INT(vrm_renderer_drawn(stage_renderer()), triangles_of(third_person));
        s->view.flags |= VRM_RENDER_FIRST_PERSON;
        take_again(&taken, 0.0f);
        CHECK_INT(seen(&taken), first_person);
        CHECK_INT(vrm_renderer_drawn(stage_renderer()), triangles_of(first_person));
    }
    drop(&taken);
}

TEST(fp_002_fp_003_fp_004_annotations) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    add_four(&s);
    s.vrm = "'firstPerson':{'meshAnnotations':[{'node':0,'type':'thirdPersonOnly'},"
            "{'node':1,'type':'firstPersonOnly'},{'node':2,'type':'both'},{'node':3,'type':'auto'}]"
            "}";
    check_views(&s, 1 | 4 | 8, 2 | 4 | 8);
}

/* FP-005, FP-008: by the triangles of a skin, and by where the node hangs. */
TEST(fp_005_fp_008_what_belongs_to_the_head) {
    static const uint8_t body[4] = {0, 0, 0, 0}, head[4] = {1, 1, 1, 1}, below[4] = {0, 0, 0, 2};
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    add_four(&s);
    s.is_one_mesh = true;
    s.patches[0].joints = body;
    s.patches[1].joints = head;
    s.patches[2].joints = below; /* a quarter of its weight is on a child of the head */
    s.patches[3].joints = body;
    s.patches[0].node = "'skin':0";
    s.nodes = "{},{'children':[10]},{}";
    s.members = "'skins':[{'joints':[8,9,10]}]";
    s.vrm = "'humanoid':{'humanBones':{'head':{'node':9}}}";
    check_views(&s, 15, 1 | 8);
    s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]},%s", mtoon("")));
    add_four(&s);
    s.nodes = "{'children':[1,9]},{'children':[2]}";
    s.vrm = "'humanoid':{'humanBones':{'head':{'node':8}}}";
    check_views(&s, 15, 1 | 8);
}

/* --- The rest --- */

/* Two avatars of one model, in one draw: sorted together. */
TEST(mt_008_several_avatars_are_sorted_together) {
    scene s = scene_of("");
    shot taken;
    s.materials = text("{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,0.5]},'alphaMode':'BLEND'"
                       ",%s},{'pbrMetallicRoughness':{'baseColorFactor':[0,1,0,1]},%s}",
                       mtoon(""), mtoon(""));
    add_patch(&s, -0.5f, 0.5f, 0.5f, 1.5f, -0.1f, 1); /* green, behind the red one */
    taken = take(&s);
    if (taken.avatar != NULL) {
        vrm_avatar *other = create_avatar(taken.file.model, NULL);
        vrm_trs root = {{0.0f, 0.0f, -0.05f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
        vrm_frame frame;
        vrm_draw draws[2];
        vrm_avatar_set_root(other, &root); /* its red is between; its green behind all */
        vrm_avatar_update(other, 0.0f);
        frame = *vrm_avatar_frame(other);
        for (int order = 0; order < 2; ++order) {
            draws[order].model = draws[1 - order].model = taken.on_gpu;
            draws[order].frame = &taken.frame;
            draws[1 - order].frame = &frame;
            picture_free(&taken.picture);
            taken.picture = stage_draw(&s.view, draws, 2, s.background);
            /* green, and two halves of red over it */
            check_color(&taken, 32, 32, (const double[3]){191.25, 63.75, 0.0}, 2.0);
        }
        vrm_avatar_destroy(other);
    }
    drop(&taken);
}

/* What render.h says about the state that a draw leaves. */
TEST(state_that_is_left) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'alphaMode':"
                            "'BLEND',%s",
                            mtoon("")));
    shot taken;
    GLint number = 0;
    GLboolean flag = GL_FALSE;
    add_texture(&s, 255, 255, 255, 255);
    taken = take(&s);
    if (taken.avatar != NULL) {
        CHECK(glIsEnabled(GL_DEPTH_TEST));
        CHECK(!glIsEnabled(GL_CULL_FACE));
        CHECK(!glIsEnabled(GL_BLEND));
        glGetBooleanv(GL_DEPTH_WRITEMASK, &flag);
        CHECK(flag);
        glGetIntegerv(GL_CURRENT_PROGRAM, &number);
        CHECK_INT(number, 0);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &number);
        CHECK_INT(number, 0);
        glGetIntegerv(GL_ACTIVE_TEXTURE, &number);
        CHECK_INT(number, GL_TEXTURE0);
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &number);
        CHECK_INT(number, 0);
    }
    drop(&taken);
}

/* NULL is harmless, as everywhere in the face. */
TEST(null_is_harmless) {
    scene s = scene_of("");
    if (stage_renderer() == NULL) return;
    vrm_renderer_draw(stage_renderer(), NULL, NULL, 0);
    vrm_renderer_draw(stage_renderer(), &s.view, NULL, 0);
    vrm_renderer_draw(NULL, &s.view, NULL, 0);
    vrm_render_model_destroy(NULL);
    CHECK(create_render_model(stage_renderer(), NULL, NULL) == NULL);
    CHECK_INT(vrm_render_model_image(NULL, 0), VRM_IMAGE_STATE_MISSING);
    CHECK_INT(vrm_render_model_image_bytes(NULL, 0, NULL, NULL), 0);
    vrm_renderer_destroy(NULL);
    CHECK_INT(glGetError(), GL_NO_ERROR);
}

/* VRM_RENDER_LINEAR leaves colors as they are. */
TEST(mt_042_linear_framebuffer) {
    scene s = scene_of(
        text("'pbrMetallicRoughness':{'baseColorFactor':[0.5,0.25,0.125,1]},%s", mtoon("")));
    shot taken;
    s.view.flags |= VRM_RENDER_LINEAR;
    taken = take(&s);
    check_color(&taken, 32, 32, (const double[3]){127.5, 63.75, 31.9}, 1.0);
    drop(&taken);
}

TEST_SUITE(render_avatar, ENTRY(ex_023_ex_027_mt_038_colours_of_every_type),
           ENTRY(ex_023_outline_colour), ENTRY(ex_024_the_fourth_number_is_alpha_of_the_base),
           ENTRY(ex_025_shade_of_an_unlit_material),
           ENTRY(ex_028_ex_029_texture_binds_move_all_but_the_matcap),
           ENTRY(ex_020_morph_moves_all_primitives), ENTRY(skin_moves_vertices),
           ENTRY(eight_joints_for_a_vertex), ENTRY(six_hundred_joints),
           ENTRY(ex_018_three_hundred_morph_targets), ENTRY(fp_002_fp_003_fp_004_annotations),
           ENTRY(fp_005_fp_008_what_belongs_to_the_head),
           ENTRY(mt_008_several_avatars_are_sorted_together), ENTRY(state_that_is_left),
           ENTRY(null_is_harmless), ENTRY(mt_042_linear_framebuffer));

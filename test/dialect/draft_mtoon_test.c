/* MToon of the draft of 2019: the parameters of 0.x under new names (§4.10). */
#include "support/avatar.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MTOON "/materials/0/extensions/VRMC_materials_mtoon"

static loaded load_material(const char *material, const char *mtoon) {
    return load_draft(NULL, format_members("'materials':[{%s%s'extensions':{"
                                           "'VRMC_materials_mtoon':{%s}}}]",
                                           material, material[0] != '\0' ? "," : "", mtoon));
}

/* litFactor makes it the draft's. */
static loaded load_mtoon(const char *members) {
    return load_material(
        "", format_members("'litFactor':[1,1,1,1]%s%s", members[0] != '\0' ? "," : "", members));
}

static const vrm_mtoon *mtoon_of(const loaded *file) {
    static const vrm_mtoon none;
    return file->tables != NULL ? &file->tables->mtoons[0] : &none;
}

static const vrm_material *material_of(const loaded *file) {
    static const vrm_material none;
    return file->tables != NULL ? &file->tables->materials[0] : &none;
}

static void check_color(const float *color, double r, double g, double b) {
    CHECK_NEAR((double)color[0], r, 1e-6);
    CHECK_NEAR((double)color[1], g, 1e-6);
    CHECK_NEAR((double)color[2], b, 1e-6);
}

/* Those of 0.x (§4.10), and what the glTF material says. */
TEST(mt_039_defaults) {
    loaded file = load_mtoon("");
    const vrm_mtoon *mtoon = mtoon_of(&file);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(mtoon->is_present, 1);
    check_color(mtoon->shade_color_factor, 0.933107, 0.620916, 0.710566); /* GV-083 */
    CHECK_NEAR((double)mtoon->shading_toony_factor, 0.95, 1e-6);
    CHECK_NEAR((double)mtoon->shading_shift_factor, -0.05, 1e-6);
    CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.9, 1e-6);
    check_color(mtoon->matcap_factor, 0, 0, 0);
    check_color(mtoon->parametric_rim_color_factor, 0, 0, 0);
    CHECK_NEAR((double)mtoon->rim_lighting_mix_factor, 0, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_fresnel_power_factor, 1, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_lift_factor, 0, 0);
    CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_NONE);
    CHECK_NEAR((double)mtoon->outline_width_factor, 0, 0);
    CHECK_NEAR((double)mtoon->outline_lighting_mix_factor, 0, 0);
    CHECK_NEAR((double)mtoon->uv_animation_scroll_y_speed_factor, 0, 0);
    CHECK_NEAR((double)mtoon->uv_animation_rotation_speed_factor, 0, 0);
    CHECK_INT(mtoon->shade_multiply_texture.texture, VRM_NONE);
    CHECK_INT(material_of(&file)->alpha_mode, VRM_ALPHA_OPAQUE);
    CHECK_NEAR((double)material_of(&file)->alpha_cutoff, 0.5, 0);
    CHECK_INT(material_of(&file)->is_double_sided, 0);
    unload(&file);
    file = load_material("'alphaMode':'MASK','alphaCutoff':0.25,'doubleSided':true,"
                         "'emissiveFactor':[0.5,0.5,0.5],'normalTexture':{'index':0,'scale':0.5},"
                         "'pbrMetallicRoughness':{'baseColorFactor':[0.1,0.2,0.3,0.4],"
                         "'baseColorTexture':{'index':1}}",
                         "'shadeFactor':[0,0,0]");
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(material_of(&file)->alpha_mode, VRM_ALPHA_MASK);
    CHECK_NEAR((double)material_of(&file)->alpha_cutoff, 0.25, 0);
    CHECK_INT(material_of(&file)->is_double_sided, 1);
    CHECK_NEAR((double)material_of(&file)->emissive_factor[0], 0.5, 0);
    CHECK_INT(material_of(&file)->normal_texture.texture, 0);
    CHECK_NEAR((double)material_of(&file)->normal_texture.strength, 0.5, 0);
    check_color(material_of(&file)->base_color_factor, 0.1, 0.2, 0.3);
    CHECK_INT(material_of(&file)->base_color_texture.texture, 1);
    unload(&file);
}

/* GV-085 */
TEST(mt_039_shading) {
    static const double cases[][4] = {{0.9, 0, 0.95, -0.05},
                                      {0.5, -0.3, 0.675, -0.025},
                                      {1, 0, 1, 0},
                                      {0, 0, 0.5, -0.5},
                                      {0.95, 0.2, 0.98, -0.22}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_mtoon(format_members("'shadingToonyFactor':%g,'shadingShiftFactor':%g",
                                                cases[i][0], cases[i][1]));
        test_note("%g %g", cases[i][0], cases[i][1]);
        CHECK_NEAR((double)mtoon_of(&file)->shading_toony_factor, cases[i][2], 1e-6);
        CHECK_NEAR((double)mtoon_of(&file)->shading_shift_factor, cases[i][3], 1e-6);
        CHECK_INT(vrm_report_count(file.report), 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(mt_039_modes) {
    static const struct {
        const char *member;
        int32_t alpha_mode, z_write, is_double_sided;
    } cases[] = {
        {"'renderMode':'opaque'", VRM_ALPHA_OPAQUE, 0, 0},
        {"'renderMode':'cutout'", VRM_ALPHA_MASK, 0, 0},
        {"'renderMode':'transparent'", VRM_ALPHA_BLEND, 0, 0},
        {"'renderMode':'transparentWithZWrite'", VRM_ALPHA_BLEND, 1, 0},
        {"'cullMode':'off'", VRM_ALPHA_OPAQUE, 0, 1},
        {"'cullMode':'front'", VRM_ALPHA_OPAQUE, 0, 1},
        {"'cullMode':'back'", VRM_ALPHA_OPAQUE, 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_material("", cases[i].member);
        test_note("%s", cases[i].member);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(material_of(&file)->alpha_mode, cases[i].alpha_mode);
        CHECK_INT(mtoon_of(&file)->transparent_with_z_write, cases[i].z_write);
        CHECK_INT(material_of(&file)->is_double_sided, cases[i].is_double_sided);
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file =
            load_mtoon("'renderMode':'transparentWithZWrite','cutoutThresholdFactor':0.75,"
                       "'renderQueueOffsetNumber':12");
        CHECK_NEAR((double)material_of(&file)->alpha_cutoff, 0.75, 0);
        CHECK_INT(mtoon_of(&file)->render_queue_offset, 9); /* MT-011 */
        CHECK(found(&file, "render-queue", MTOON "/renderQueueOffsetNumber"));
        unload(&file);
        file = load_mtoon("'renderMode':'glass'");
        CHECK(found(&file, "field-enum", MTOON "/renderMode"));
        CHECK_INT(material_of(&file)->alpha_mode, VRM_ALPHA_OPAQUE);
        unload(&file);
    }
}

/* Linear, in three numbers or in four. */
TEST(mt_039_colours) {
    loaded file = load_material(
        "", "'litFactor':[0.1,0.2,0.3,0.4],'shadeFactor':[0.5,0.6,0.7,1],'rimFactor':[0.25,0.5,1],"
            "'outlineFactor':[0.75,0.5,0.25,0],'emissionFactor':[2,1,0,1]");
    CHECK_INT(vrm_report_count(file.report), 0);
    check_color(material_of(&file)->base_color_factor, 0.1, 0.2, 0.3);
    CHECK_NEAR((double)material_of(&file)->base_color_factor[3], 0.4, 1e-7);
    check_color(mtoon_of(&file)->shade_color_factor, 0.5, 0.6, 0.7);
    check_color(mtoon_of(&file)->parametric_rim_color_factor, 0.25, 0.5, 1);
    check_color(mtoon_of(&file)->outline_color_factor, 0.75, 0.5, 0.25);
    check_color(material_of(&file)->emissive_factor, 1, 0.5, 0); /* HE-003 */
    CHECK_NEAR((double)material_of(&file)->emissive_strength, 2, 0);
    unload(&file);
    file = load_material("", "'emissionFactor':[0.5,4,0]");
    check_color(material_of(&file)->emissive_factor, 0.125, 1, 0);
    unload(&file);
    file = load_material("", "'emissionFactor':[1,0,8]");
    check_color(material_of(&file)->emissive_factor, 0.125, 0, 1);
    CHECK_NEAR((double)material_of(&file)->emissive_strength, 8, 0);
    unload(&file);
    file = load_material("", "'litFactor':[0.1,0.2,0.3],'emissionFactor':[0.5,0.25,0]");
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_NEAR((double)material_of(&file)->base_color_factor[3], 1, 0);
    check_color(material_of(&file)->emissive_factor, 0.5, 0.25, 0);
    CHECK_NEAR((double)material_of(&file)->emissive_strength, 1, 0);
    unload(&file);
}

TEST(mt_039_mt_005_colours_that_are_wrong) {
    static const struct {
        const char *member, *code, *pointer;
    } cases[] = {
        {"'shadeFactor':[2,0.5,0.5]", "field-range", "/shadeFactor/0"},
        {"'rimFactor':[1]", "field-vector-short", "/rimFactor"},
        {"'outlineFactor':'red'", "field-type", "/outlineFactor"},
        {"'emissionFactor':[-1,0,0]", "field-range", "/emissionFactor/0"},
        {"'litFactor':[1,1,1,1,1]", "field-vector-long", "/litFactor"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_material("", cases[i].member);
        test_note("%s", cases[i].member);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, cases[i].code, format_members(MTOON "%s", cases[i].pointer)));
        CHECK_INT(mtoon_of(&file)->is_present, 1);
        unload(&file);
    }
    test_note(NULL);
}

TEST(mt_039_mt_005_numbers_that_are_out_of_range) {
    static const struct {
        const char *key;
        double value;
    } cases[] = {
        {"cutoutThresholdFactor", 1.5},    {"cutoutThresholdFactor", -0.5},
        {"shadingShiftFactor", 1.5},       {"shadingShiftFactor", -1.5},
        {"shadingToonyFactor", 1.5},       {"shadingToonyFactor", -0.5},
        {"giIntensityFactor", 1.5},        {"giIntensityFactor", -0.5},
        {"rimLightingMixFactor", 1.5},     {"rimLightingMixFactor", -0.5},
        {"rimFresnelPowerFactor", -0.5},   {"outlineWidthFactor", -0.5},
        {"outlineLightingMixFactor", 1.5}, {"outlineLightingMixFactor", -0.5},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_mtoon(format_members("'%s':%g", cases[i].key, cases[i].value));
        test_note("%s %g", cases[i].key, cases[i].value);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "field-range", format_members(MTOON "/%s", cases[i].key)));
        unload(&file);
    }
    test_note(NULL);
}

/* GV-088: centimeters, and percent of half the screen. */
TEST(mt_039_outlines) {
    static const struct {
        const char *members;
        int32_t mode;
        double width, mix;
    } cases[] = {
        {"'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.5,"
         "'outlineColorMode':'mixedLighting','outlineLightingMixFactor':0.25",
         VRM_OUTLINE_WORLD_COORDINATES, 0.005, 0.25},
        {"'outlineWidthMode':'screenCoordinates','outlineWidthFactor':0.25,"
         "'outlineColorMode':'mixedLighting','outlineLightingMixFactor':0.925",
         VRM_OUTLINE_SCREEN_COORDINATES, 0.00125, 0.925},
        {"'outlineWidthMode':'none','outlineWidthFactor':0.5,'outlineColorMode':'mixedLighting'",
         VRM_OUTLINE_NONE, 0, 1},
        {"'outlineWidthMode':'worldCoordinates','outlineColorMode':'fixedColor',"
         "'outlineLightingMixFactor':0.5",
         VRM_OUTLINE_WORLD_COORDINATES, 0.005, 0},
        {"'outlineLightingMixFactor':0.5", VRM_OUTLINE_NONE, 0, 0}, /* fixed, where it is unsaid */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_mtoon(cases[i].members);
        test_note("%s", cases[i].members);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(mtoon_of(&file)->outline_width_mode, cases[i].mode);
        CHECK_NEAR((double)mtoon_of(&file)->outline_width_factor, cases[i].width, 1e-8);
        CHECK_NEAR((double)mtoon_of(&file)->outline_lighting_mix_factor, cases[i].mix, 1e-7);
        unload(&file);
    }
    test_note(NULL);
}

TEST(mt_039_rim_light_and_animation) {
    loaded file = load_mtoon("'rimLightingMixFactor':0.25,'rimFresnelPowerFactor':3,"
                             "'rimLiftFactor':0.5,'giIntensityFactor':0.25,"
                             "'normalScaleFactor':0.75,'uvAnimationScrollXSpeedFactor':0.5,"
                             "'uvAnimationScrollYSpeedFactor':0.25,"
                             "'uvAnimationRotationSpeedFactor':0.5");
    const vrm_mtoon *mtoon = mtoon_of(&file);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_NEAR((double)mtoon->rim_lighting_mix_factor, 0.25, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_fresnel_power_factor, 3, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_lift_factor, 0.5, 0);
    CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.75, 0);
    CHECK_NEAR((double)material_of(&file)->normal_texture.strength, 0.75, 0);
    CHECK_NEAR((double)mtoon->uv_animation_scroll_x_speed_factor, 0.5, 0);
    CHECK_NEAR((double)mtoon->uv_animation_scroll_y_speed_factor, -0.25, 0); /* V from the top */
    CHECK_NEAR((double)mtoon->uv_animation_rotation_speed_factor, 3.14159265, 1e-6); /* turns */
    unload(&file);
}

static const struct {
    const char *key;
    size_t offset;
    bool is_of_material;
} textures[] = {
    {"litMultiplyTexture", offsetof(vrm_material, base_color_texture), true},
    {"shadeMultiplyTexture", offsetof(vrm_mtoon, shade_multiply_texture), false},
    {"normalTexture", offsetof(vrm_material, normal_texture), true},
    {"emissionMultiplyTexture", offsetof(vrm_material, emissive_texture), true},
    {"additiveTexture", offsetof(vrm_mtoon, matcap_texture), false},
    {"rimMultiplyTexture", offsetof(vrm_mtoon, rim_multiply_texture), false},
    {"outlineWidthMultiplyTexture", offsetof(vrm_mtoon, outline_width_multiply_texture), false},
    {"uvAnimationMaskTexture", offsetof(vrm_mtoon, uv_animation_mask_texture), false},
};

static vrm_texture_info texture_of(const loaded *file, size_t which) {
    const char *from = textures[which].is_of_material ? (const char *)material_of(file)
                                                      : (const char *)mtoon_of(file);
    vrm_texture_info info;
    memcpy(&info, from + textures[which].offset, sizeof info);
    return info;
}

TEST(mt_039_textures) {
    for (size_t i = 0; i < COUNT(textures); ++i) {
        loaded file = load_mtoon(format_members("'%s':2", textures[i].key));
        loaded info = load_mtoon(format_members("'%s':{'index':2}", textures[i].key));
        loaded wrong = load_mtoon(format_members("'%s':9", textures[i].key));
        loaded moved =
            load_mtoon(format_members("'%s':2,'mainTextureLeftBottomOriginScale':[2,0.5],"
                                      "'mainTextureLeftBottomOriginOffset':[0.1,0.2]",
                                      textures[i].key));
        bool is_matcap = strcmp(textures[i].key, "additiveTexture") == 0;
        test_note("%s", textures[i].key);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(vrm_report_count(info.report), 0);
        CHECK_INT(texture_of(&file, i).texture, 2);
        CHECK_INT(texture_of(&info, i).texture, 2); /* as drafts after it have it */
        CHECK_INT(texture_of(&wrong, i).texture, VRM_NONE);
        CHECK(found(&wrong, "index-out-of-range", format_members(MTOON "/%s", textures[i].key)));
        CHECK_NEAR((double)texture_of(&file, i).scale.y, 1, 0);
        CHECK_NEAR((double)texture_of(&file, i).offset.y, 0, 0);
        /* GV-082, and not for the matcap. */
        CHECK_NEAR((double)texture_of(&moved, i).scale.x, is_matcap ? 1 : 2, 0);
        CHECK_NEAR((double)texture_of(&moved, i).scale.y, is_matcap ? 1 : 0.5, 0);
        CHECK_NEAR((double)texture_of(&moved, i).offset.x, is_matcap ? 0 : 0.1, 1e-7);
        CHECK_NEAR((double)texture_of(&moved, i).offset.y, is_matcap ? 0 : 0.3, 1e-7);
        check_color(mtoon_of(&file)->matcap_factor, is_matcap, is_matcap, is_matcap);
        unload(&moved);
        unload(&wrong);
        unload(&info);
        unload(&file);
    }
    test_note(NULL);
    {
        /* The shade is the main texture where it has none of its own. */
        loaded file = load_mtoon("'litMultiplyTexture':1");
        CHECK_INT(mtoon_of(&file)->shade_multiply_texture.texture, 1);
        unload(&file);
        /* One half of the transform is enough; it moves the textures of glTF too. */
        file = load_mtoon("'litMultiplyTexture':1,'mainTextureLeftBottomOriginOffset':[5,-2]");
        CHECK_NEAR((double)texture_of(&file, 0).offset.x, 5, 0);
        CHECK_NEAR((double)texture_of(&file, 0).offset.y, 2, 0);
        CHECK_NEAR((double)texture_of(&file, 0).scale.x, 1, 0);
        CHECK_NEAR((double)texture_of(&file, 0).scale.y, 1, 0);
        unload(&file);
        file = load_material("'pbrMetallicRoughness':{'baseColorTexture':{'index':1}}",
                             "'litFactor':[1,1,1,1],'mainTextureLeftBottomOriginScale':[3,4]");
        CHECK_NEAR((double)texture_of(&file, 0).scale.x, 3, 0);
        CHECK_NEAR((double)texture_of(&file, 0).offset.y, -3, 0);
        unload(&file);
    }
}

/* --- Whether it is the draft's --- */

TEST(mt_039_di_004_the_draft_is_told_by_its_keys) {
    static const struct {
        const char *mtoon;
        bool is_draft, is_present;
    } cases[] = {
        {"'version':'32','shadeFactor':[0,0,0],'shadingToonyFactor':0", true, true},
        {"'shadeFactor':[0,0,0],'shadingToonyFactor':0", true, true},
        {"'specVersion':'1.0-draft','shadeFactor':[0,0,0],'shadingToonyFactor':0", true, true},
        /* What calls itself final is final, whatever a vendor adds. */
        {"'specVersion':'1.0','shadeFactor':[0,0,0],'shadingToonyFactor':0", false, true},
        {"'specVersion':'1.0-beta','cullMode':'off','shadingToonyFactor':0", false, true},
        {"'version':'1.0','shadingToonyFactor':0", false, true},
        {"'shadingToonyFactor':0", false, false}, /* MT-001 */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_material("", cases[i].mtoon);
        test_note("%s", cases[i].mtoon);
        CHECK_INT(mtoon_of(&file)->is_present, cases[i].is_present);
        if (cases[i].is_present) {
            CHECK_NEAR((double)mtoon_of(&file)->shading_toony_factor, cases[i].is_draft ? 0.5 : 0,
                       1e-6);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* DI-006, DI-007: also in final files, with a word about each name. */
TEST(mt_039_di_006_di_007_names_of_the_draft_in_final_files) {
    static const char root[] =
        "'materials':[{'extensions':{'VRMC_materials_mtoon':{'version':'32',"
        "'shadeFactor':[0.25,0.5,0.75],'rimLiftFactor':0.5,'shadingToonyFactor':0}}}]";
    loaded file = load_vrm1(NULL, root), draft = load_draft(NULL, root);
    CHECK_INT(count_code(&file, "alias-used"), 2);
    CHECK_TEXT(find_diagnostic(&file, "alias-used")->message,
               "shadeFactor is an older name for shadeColorFactor");
    CHECK_INT(count_findings(&file), 0);
    CHECK_INT(vrm_report_count(draft.report), 0);
    check_color(mtoon_of(&file)->shade_color_factor, 0.25, 0.5, 0.75);
    CHECK_NEAR((double)mtoon_of(&file)->parametric_rim_lift_factor, 0.5, 0);
    unload(&draft);
    unload(&file);
}

TEST_SUITE(draft_mtoon, ENTRY(mt_039_defaults), ENTRY(mt_039_shading), ENTRY(mt_039_modes),
           ENTRY(mt_039_colours), ENTRY(mt_039_mt_005_colours_that_are_wrong),
           ENTRY(mt_039_mt_005_numbers_that_are_out_of_range), ENTRY(mt_039_outlines),
           ENTRY(mt_039_rim_light_and_animation), ENTRY(mt_039_textures),
           ENTRY(mt_039_di_004_the_draft_is_told_by_its_keys),
           ENTRY(mt_039_di_006_di_007_names_of_the_draft_in_final_files));

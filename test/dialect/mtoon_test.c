/* VRMC_materials_mtoon of 1.0, and emission beyond 1. */
#include "support/avatar.h"
#include "test.h"

#include <float.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EXTENSIONS "/materials/0/extensions"
#define MTOON EXTENSIONS "/VRMC_materials_mtoon"

/* A material with these members of its own and of its MToon. */
static loaded load_material(const char *material, const char *mtoon) {
    return load_vrm1(NULL, format_members("'materials':[{%s%s'extensions':{'VRMC_materials_mtoon':"
                                          "{'specVersion':'1.0'%s%s}}}]",
                                          material, material[0] != '\0' ? "," : "",
                                          mtoon[0] != '\0' ? "," : "", mtoon));
}

static loaded load_mtoon(const char *members) { return load_material("", members); }

static const vrm_mtoon *mtoon_of(const loaded *file) {
    static const vrm_mtoon none;
    return file->tables != NULL ? &file->tables->mtoons[0] : &none;
}

/* --- Whether it is MToon --- */

TEST(mt_001_without_a_version_it_is_no_mtoon) {
    loaded file = load_vrm1(NULL, "'materials':[{'pbrMetallicRoughness':{'metallicFactor':0.5},"
                                  "'extensions':{'VRMC_materials_mtoon':{}}}]");
    CHECK_INT(mtoon_of(&file)->is_present, 0);
    CHECK(found(&file, "spec-version-missing", MTOON));
    CHECK_INT(count_findings(&file), 1);
    REQUIRE(file.tables != NULL);
    CHECK_NEAR((double)file.tables->materials[0].metallic_factor, 0.5, 0); /* the fallback */
    unload(&file);
}

TEST(mt_001_er_009_mtoon_that_is_no_object) {
    loaded file = load_vrm1(NULL, "'materials':[{'extensions':{'VRMC_materials_mtoon':3}},"
                                  "{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'}}}]");
    CHECK(found(&file, "field-type", MTOON));
    CHECK_INT(count_findings(&file), 1);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 0);
    CHECK_INT(file.tables->mtoons[1].is_present, 1);
    unload(&file);
}

TEST(mt_002_mtoon_wins_over_unlit) {
    loaded file = load_vrm1(NULL, "'materials':[{'extensions':{'KHR_materials_unlit':{},"
                                  "'VRMC_materials_mtoon':{'specVersion':'1.0'}}},"
                                  "{'extensions':{'KHR_materials_unlit':{}}}]");
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 1);
    CHECK_INT(file.tables->mtoons[1].is_present, 0);
    CHECK_INT(file.tables->materials[1].is_unlit, 1);
    unload(&file);
}

/* --- Fields (MT-005) --- */

/* MT-003: colors are linear in the file, and as they are in the table. */
TEST(mt_003_mt_005_mt_037_defaults) {
    static const char *const versions[] = {"'specVersion':'1.0'", "'specVersion':'1.0-beta'",
                                           "'specVersion':'1.0-draft'", "'version':'1.0'"};
    for (size_t i = 0; i < COUNT(versions); ++i) {
        loaded file = load_vrm1(
            NULL, format_members("'materials':[{'extensions':{'VRMC_materials_mtoon':{%s}}}]",
                                 versions[i]));
        const vrm_mtoon *mtoon = mtoon_of(&file);
        const vrm_texture_info *textures[] = {
            &mtoon->shade_multiply_texture,
            &mtoon->shading_shift_texture,
            &mtoon->matcap_texture,
            &mtoon->rim_multiply_texture,
            &mtoon->outline_width_multiply_texture,
            &mtoon->uv_animation_mask_texture,
        };
        test_note("%s", versions[i]);
        CHECK_INT(count_findings(&file), 0);
        CHECK_INT(mtoon->is_present, 1);
        CHECK_INT(mtoon->transparent_with_z_write, 0);
        CHECK_INT(mtoon->render_queue_offset, 0);
        CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_NONE);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR((double)mtoon->shade_color_factor[k], 0, 0); /* AMB-026 */
            CHECK_NEAR((double)mtoon->matcap_factor[k], 1, 0);
            CHECK_NEAR((double)mtoon->parametric_rim_color_factor[k], 0, 0);
            CHECK_NEAR((double)mtoon->outline_color_factor[k], 0, 0);
        }
        CHECK_NEAR((double)mtoon->shading_shift_factor, 0, 0);
        CHECK_NEAR((double)mtoon->shading_toony_factor, 0.9, 1e-7);
        CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.9, 1e-7);
        CHECK_NEAR((double)mtoon->rim_lighting_mix_factor, 1, 0);
        CHECK_NEAR((double)mtoon->parametric_rim_fresnel_power_factor, 5, 0);
        CHECK_NEAR((double)mtoon->parametric_rim_lift_factor, 0, 0);
        CHECK_NEAR((double)mtoon->outline_width_factor, 0, 0);
        CHECK_NEAR((double)mtoon->outline_lighting_mix_factor, 1, 0);
        CHECK_NEAR((double)mtoon->uv_animation_scroll_x_speed_factor, 0, 0);
        CHECK_NEAR((double)mtoon->uv_animation_scroll_y_speed_factor, 0, 0);
        CHECK_NEAR((double)mtoon->uv_animation_rotation_speed_factor, 0, 0);
        for (size_t k = 0; k < COUNT(textures); ++k) {
            CHECK_INT(textures[k]->texture, VRM_NONE);
            CHECK_INT(textures[k]->tex_coord, 0);
            CHECK_NEAR((double)textures[k]->scale.x, 1, 0);
            CHECK_NEAR((double)textures[k]->strength, 1, 0);
        }
        unload(&file);
    }
    test_note(NULL);
}

typedef struct number_case {
    const char *key;
    size_t offset;
    float value, normal; /* one to write, and what is there without */
    float min, max;      /* equal: any */
} number_case;

#define NUMBER(member, key, value, normal, min, max)                                               \
    { key, offsetof(vrm_mtoon, member), value, normal, min, max }

static const number_case numbers[] = {
    NUMBER(shading_shift_factor, "shadingShiftFactor", -2.5f, 0, 0, 0),
    NUMBER(shading_toony_factor, "shadingToonyFactor", 0.25f, 0.9f, 0, 1),
    NUMBER(gi_equalization_factor, "giEqualizationFactor", 0.5f, 0.9f, 0, 1),
    NUMBER(rim_lighting_mix_factor, "rimLightingMixFactor", 0.125f, 1, 0, 1),
    NUMBER(parametric_rim_fresnel_power_factor, "parametricRimFresnelPowerFactor", 100, 5, 0,
           FLT_MAX),
    NUMBER(parametric_rim_lift_factor, "parametricRimLiftFactor", -3, 0, 0, 0),
    NUMBER(outline_width_factor, "outlineWidthFactor", 0.5f, 0, 0, FLT_MAX),
    NUMBER(outline_lighting_mix_factor, "outlineLightingMixFactor", 0.25f, 1, 0, 1),
    NUMBER(uv_animation_scroll_x_speed_factor, "uvAnimationScrollXSpeedFactor", -7, 0, 0, 0),
    NUMBER(uv_animation_scroll_y_speed_factor, "uvAnimationScrollYSpeedFactor", 8, 0, 0, 0),
    NUMBER(uv_animation_rotation_speed_factor, "uvAnimationRotationSpeedFactor", -9, 0, 0, 0),
};

/* Loads one member; its value in the table is near, and there is this code at its place. */
static void check_number(const number_case *number, const char *value, double expected,
                         const char *code) {
    loaded file = load_mtoon(format_members("'%s':%s", number->key, value));
    float read;
    memcpy(&read, (const char *)mtoon_of(&file) + number->offset, sizeof read);
    test_note("%s %s", number->key, value);
    CHECK_INT(mtoon_of(&file)->is_present, 1);
    CHECK_NEAR((double)read, expected, 0);
    CHECK_INT(count_findings(&file), code != NULL);
    if (code != NULL) CHECK(found(&file, code, format_members(MTOON "/%s", number->key)));
    test_note(NULL);
    unload(&file);
}

TEST(mt_005_numbers) {
    for (size_t i = 0; i < COUNT(numbers); ++i) {
        const number_case *number = &numbers[i];
        check_number(number, format_members("%g", (double)number->value), (double)number->value,
                     NULL);
        check_number(number, "'0.5'", (double)number->normal, "field-type");
        check_number(number, "null", (double)number->normal, "field-type");
        check_number(number, "1e999", (double)number->normal, "field-not-finite");
        if (number->min == number->max) {
            check_number(number, "-1000", -1000, NULL);
            check_number(number, "1000", 1000, NULL);
            continue;
        }
        check_number(number, "0", 0, NULL);
        check_number(number, "1", 1, NULL);
        check_number(number, "-0.5", 0, "field-range");
        if (number->max == 1) check_number(number, "1.5", 1, "field-range");
    }
}

TEST(mt_005_colours) {
    static const number_case colors[] = {
        NUMBER(shade_color_factor, "shadeColorFactor", 0, 0, 0, 1),
        NUMBER(matcap_factor, "matcapFactor", 0, 1, 0, 1),
        NUMBER(parametric_rim_color_factor, "parametricRimColorFactor", 0, 0, 0, 1),
        NUMBER(outline_color_factor, "outlineColorFactor", 0, 0, 0, 1),
    };
    for (size_t i = 0; i < COUNT(colors); ++i) {
        double normal = (double)colors[i].normal;
        const struct {
            const char *value;
            double expected[3];
            const char *code, *pointer;
        } cases[] = {
            {"[0.25,0.5,0.75]", {0.25, 0.5, 0.75}, NULL, NULL},
            {"[-1,0.5,3]", {0, 0.5, 1}, "field-range", "/0"},
            {"[0.5,0.5]", {normal, normal, normal}, "field-vector-short", ""},
            {"[0.5,0.25,0.125,1]", {0.5, 0.25, 0.125}, "field-vector-long", ""},
            {"0.5", {normal, normal, normal}, "field-type", ""},
            {"[0.5,true,0.5]", {normal, normal, normal}, "field-type", "/1"},
        };
        for (size_t k = 0; k < COUNT(cases); ++k) {
            loaded file = load_mtoon(format_members("'%s':%s", colors[i].key, cases[k].value));
            float read[3];
            memcpy(read, (const char *)mtoon_of(&file) + colors[i].offset, sizeof read);
            test_note("%s %s", colors[i].key, cases[k].value);
            for (int c = 0; c < 3; ++c) CHECK_NEAR((double)read[c], cases[k].expected[c], 0);
            CHECK_INT(count_findings(&file), k == 1 ? 2 : cases[k].code != NULL);
            if (cases[k].code != NULL) {
                CHECK(found(&file, cases[k].code,
                            format_members(MTOON "/%s%s", colors[i].key, cases[k].pointer)));
            }
            unload(&file);
        }
    }
    test_note(NULL);
}

TEST(mt_005_modes) {
    static const struct {
        const char *member;
        int32_t mode, z_write;
        const char *code;
    } cases[] = {
        {"'outlineWidthMode':'none'", VRM_OUTLINE_NONE, 0, NULL},
        {"'outlineWidthMode':'worldCoordinates'", VRM_OUTLINE_WORLD_COORDINATES, 0, NULL},
        {"'outlineWidthMode':'screenCoordinates'", VRM_OUTLINE_SCREEN_COORDINATES, 0, NULL},
        {"'outlineWidthMode':'world'", VRM_OUTLINE_NONE, 0, "field-enum"}, /* ER-012 */
        {"'outlineWidthMode':1", VRM_OUTLINE_NONE, 0, "field-type"},
        {"'transparentWithZWrite':true", VRM_OUTLINE_NONE, 1, NULL},
        {"'transparentWithZWrite':false", VRM_OUTLINE_NONE, 0, NULL},
        {"'transparentWithZWrite':'false'", VRM_OUTLINE_NONE, 0, "field-type"}, /* AMB-094 */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_material("'alphaMode':'BLEND'", cases[i].member);
        test_note("%s", cases[i].member);
        CHECK_INT(mtoon_of(&file)->outline_width_mode, cases[i].mode);
        CHECK_INT(mtoon_of(&file)->transparent_with_z_write, cases[i].z_write);
        CHECK_INT(count_findings(&file), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK_INT(count_code(&file, cases[i].code), 1);
        unload(&file);
    }
    test_note(NULL);
}

TEST(mt_011_render_queues) {
    static const struct {
        const char *material;
        bool writes_depth;
        int32_t low, high;
    } modes[] = {
        {"'alphaMode':'OPAQUE'", false, 0, 0}, {"'alphaMode':'OPAQUE'", true, 0, 0},
        {"'alphaMode':'MASK'", false, 0, 0},   {"'alphaMode':'MASK'", true, 0, 0},
        {"'alphaMode':'BLEND'", false, -9, 0}, {"'alphaMode':'BLEND'", true, 0, 9},
    };
    for (size_t i = 0; i < COUNT(modes); ++i) {
        for (int32_t offset = -11; offset <= 11; ++offset) {
            loaded file = load_material(
                modes[i].material,
                format_members("'transparentWithZWrite':%s,'renderQueueOffsetNumber':%d",
                               modes[i].writes_depth ? "true" : "false", offset));
            int32_t expected = offset < modes[i].low    ? modes[i].low
                               : offset > modes[i].high ? modes[i].high
                                                        : offset;
            test_note("%s %d %d", modes[i].material, modes[i].writes_depth, offset);
            CHECK_INT(mtoon_of(&file)->render_queue_offset, expected);
            CHECK_INT(count_findings(&file), expected != offset);
            CHECK_INT(found(&file, "render-queue", MTOON "/renderQueueOffsetNumber"),
                      expected != offset);
            unload(&file);
        }
    }
    test_note(NULL);
    {
        loaded file = load_mtoon("'renderQueueOffsetNumber':0.5");
        CHECK(found(&file, "field-not-integer", MTOON "/renderQueueOffsetNumber"));
        CHECK_INT(mtoon_of(&file)->render_queue_offset, 0);
        unload(&file);
    }
}

/* --- Textures --- */

static const struct {
    const char *key;
    size_t offset;
} textures[] = {
    {"shadeMultiplyTexture", offsetof(vrm_mtoon, shade_multiply_texture)},
    {"shadingShiftTexture", offsetof(vrm_mtoon, shading_shift_texture)},
    {"matcapTexture", offsetof(vrm_mtoon, matcap_texture)},
    {"rimMultiplyTexture", offsetof(vrm_mtoon, rim_multiply_texture)},
    {"outlineWidthMultiplyTexture", offsetof(vrm_mtoon, outline_width_multiply_texture)},
    {"uvAnimationMaskTexture", offsetof(vrm_mtoon, uv_animation_mask_texture)},
};

TEST(mt_005_gl_016_textures) {
    for (size_t i = 0; i < COUNT(textures); ++i) {
        loaded file = load_mtoon(
            format_members("'%s':{'index':2,'texCoord':1,'extensions':{'KHR_texture_transform':{"
                           "'offset':[0.25,-0.5],'scale':[2,3]}}}",
                           textures[i].key));
        vrm_texture_info info;
        memcpy(&info, (const char *)mtoon_of(&file) + textures[i].offset, sizeof info);
        test_note("%s", textures[i].key);
        CHECK_INT(count_findings(&file), 0);
        CHECK_INT(info.texture, 2);
        CHECK_INT(info.tex_coord, 1);
        CHECK_NEAR((double)info.offset.x, 0.25, 0);
        CHECK_NEAR((double)info.offset.y, -0.5, 0);
        CHECK_NEAR((double)info.scale.x, 2, 0);
        CHECK_NEAR((double)info.scale.y, 3, 0);
        for (size_t k = 0; k < COUNT(textures); ++k) { /* and no other has changed */
            memcpy(&info, (const char *)mtoon_of(&file) + textures[k].offset, sizeof info);
            CHECK_INT(info.texture, k == i ? 2 : VRM_NONE);
        }
        unload(&file);
    }
    test_note(NULL);
}

/* GL-016: and the textures of the material itself. */
TEST(gl_016_transforms_of_the_materials_own_textures) {
    static const struct {
        const char *member;
        size_t offset;
    } slots[] = {
        {"'pbrMetallicRoughness':{'baseColorTexture':%s}",
         offsetof(vrm_material, base_color_texture)},
        {"'pbrMetallicRoughness':{'metallicRoughnessTexture':%s}",
         offsetof(vrm_material, metallic_roughness_texture)},
        {"'normalTexture':%s", offsetof(vrm_material, normal_texture)},
        {"'occlusionTexture':%s", offsetof(vrm_material, occlusion_texture)},
        {"'emissiveTexture':%s", offsetof(vrm_material, emissive_texture)},
    };
    static const char transform[] = "{'index':1,'extensions':{'KHR_texture_transform':{"
                                    "'offset':[0.5,0.25],'scale':[4,5]}}}";
    for (size_t i = 0; i < COUNT(slots); ++i) {
        char member[256];
        loaded file;
        vrm_texture_info info = {VRM_NONE, 0, {0, 0}, {0, 0}, 0, 0};
        strcpy(member, format_members(slots[i].member, transform));
        file = load_material(member, "");
        test_note("%s", slots[i].member);
        CHECK_INT(count_findings(&file), 0);
        if (CHECK(file.tables != NULL)) {
            memcpy(&info, (const char *)&file.tables->materials[0] + slots[i].offset, sizeof info);
        }
        CHECK_INT(info.texture, 1);
        CHECK_NEAR((double)info.offset.y, 0.25, 0);
        CHECK_NEAR((double)info.scale.x, 4, 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(mt_034_the_texture_of_the_shift) {
    loaded file = load_mtoon("'shadingShiftTexture':{'index':3,'scale':0.25}");
    CHECK_INT(mtoon_of(&file)->shading_shift_texture.texture, 3);
    CHECK_INT(mtoon_of(&file)->shading_shift_texture.tex_coord, 0);
    CHECK_NEAR((double)mtoon_of(&file)->shading_shift_texture.strength, 0.25, 0);
    unload(&file);
    file = load_mtoon("'shadingShiftTexture':{'index':0}");
    CHECK_NEAR((double)mtoon_of(&file)->shading_shift_texture.strength, 1, 0);
    unload(&file);
    file = load_mtoon("'shadingShiftTexture':{'scale':0.25}");
    CHECK_INT(mtoon_of(&file)->shading_shift_texture.texture, VRM_NONE);
    CHECK_NEAR((double)mtoon_of(&file)->shading_shift_texture.strength, 1, 0);
    CHECK(found(&file, "field-missing", MTOON "/shadingShiftTexture"));
    CHECK_INT(mtoon_of(&file)->is_present, 1);
    unload(&file);
}

TEST(mt_034_textures_that_are_wrong) {
    for (size_t i = 0; i < COUNT(textures); ++i) {
        loaded file = load_mtoon(format_members("'%s':{'index':4}", textures[i].key));
        loaded plain = load_mtoon(format_members("'%s':0", textures[i].key));
        vrm_texture_info info;
        test_note("%s", textures[i].key);
        memcpy(&info, (const char *)mtoon_of(&file) + textures[i].offset, sizeof info);
        CHECK_INT(info.texture, VRM_NONE);
        CHECK(
            found(&file, "index-out-of-range", format_members(MTOON "/%s/index", textures[i].key)));
        memcpy(&info, (const char *)mtoon_of(&plain) + textures[i].offset, sizeof info);
        CHECK_INT(info.texture, VRM_NONE);
        CHECK(found(&plain, "field-type", format_members(MTOON "/%s", textures[i].key)));
        CHECK_INT(mtoon_of(&plain)->is_present, 1);
        unload(&plain);
        unload(&file);
    }
    test_note(NULL);
}

/* --- Emission (HE) --- */

static loaded load_emission(const char *extensions) {
    return load_vrm1(NULL, format_members("'materials':[{'emissiveFactor':[0.5,1,0],"
                                          "'extensions':{%s}}]",
                                          extensions));
}

static double strength_of(const loaded *file) {
    return file->tables != NULL ? (double)file->tables->materials[0].emissive_strength : -1;
}

TEST(he_001_the_multiplier) {
    loaded file = load_emission("'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2}");
    CHECK_NEAR(strength_of(&file), 2, 0);
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(file.tables != NULL);
    CHECK_NEAR((double)file.tables->materials[0].emissive_factor[0], 0.5, 0);
    CHECK_NEAR((double)file.tables->materials[0].emissive_factor[1], 1, 0);
    unload(&file);
    file = load_emission("");
    CHECK_NEAR(strength_of(&file), 1, 0);
    unload(&file);
    /* In 0.x too. */
    file =
        load_old_vrm(NULL, "'extensionsUsed':['VRM','VRMC_materials_hdr_emissiveMultiplier'],"
                           "'materials':[{'emissiveFactor':[1,1,1],'extensions':{"
                           "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':3}}}]");
    CHECK_NEAR(strength_of(&file), 3, 0);
    unload(&file);
}

TEST(he_002_emissive_strength_supersedes_the_multiplier) {
    loaded file = load_emission("'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2},"
                                "'KHR_materials_emissive_strength':{'emissiveStrength':5}");
    CHECK_NEAR(strength_of(&file), 5, 0);
    CHECK_INT(count_findings(&file), 0);
    unload(&file);
    file = load_emission("'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2},"
                         "'KHR_materials_emissive_strength':{}");
    CHECK_NEAR(strength_of(&file), 1, 0);
    unload(&file);
}

TEST(he_001_he_004_multipliers_that_are_wrong) {
    static const struct {
        const char *extension;
        double strength;
        const char *code, *pointer;
    } cases[] = {
        {"{'emissiveMultiplier':-1}", 0, "field-range", "/emissiveMultiplier"},
        {"{}", 1, "field-missing", ""},
        {"{'emissiveMultiplier':'2'}", 1, "field-type", "/emissiveMultiplier"},
        {"7", 1, "field-type", ""},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_emission(
            format_members("'VRMC_materials_hdr_emissiveMultiplier':%s", cases[i].extension));
        test_note("%s", cases[i].extension);
        CHECK_NEAR(strength_of(&file), cases[i].strength, 0);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, cases[i].code,
                    format_members(EXTENSIONS "/VRMC_materials_hdr_emissiveMultiplier%s",
                                   cases[i].pointer)));
        unload(&file);
    }
    test_note(NULL);
}

/* §4.11 */
TEST(he_001_di_006_di_007_the_misspelt_multiplier) {
    loaded file = load_emission("'VRMC_materials_hdr_emissiveMultiplyer':{'emissiveMultiplier':4}");
    CHECK_NEAR(strength_of(&file), 4, 0);
    CHECK(found(&file, "alias-used", EXTENSIONS "/VRMC_materials_hdr_emissiveMultiplyer"));
    CHECK_INT(count_findings(&file), 0);
    unload(&file);
    file = load_emission("'VRMC_materials_hdr_emissiveMultiplyer':{'emissiveMultiplier':4},"
                         "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2}");
    CHECK_NEAR(strength_of(&file), 2, 0);
    unload(&file);
}

TEST_SUITE(mtoon, ENTRY(mt_001_without_a_version_it_is_no_mtoon),
           ENTRY(mt_001_er_009_mtoon_that_is_no_object), ENTRY(mt_002_mtoon_wins_over_unlit),
           ENTRY(mt_003_mt_005_mt_037_defaults), ENTRY(mt_005_numbers), ENTRY(mt_005_colours),
           ENTRY(mt_005_modes), ENTRY(mt_011_render_queues), ENTRY(mt_005_gl_016_textures),
           ENTRY(gl_016_transforms_of_the_materials_own_textures),
           ENTRY(mt_034_the_texture_of_the_shift), ENTRY(mt_034_textures_that_are_wrong),
           ENTRY(he_001_the_multiplier), ENTRY(he_002_emissive_strength_supersedes_the_multiplier),
           ENTRY(he_001_he_004_multipliers_that_are_wrong),
           ENTRY(he_001_di_006_di_007_the_misspelt_multiplier));

/* VRM 0.x: materialProperties (V0-042 … V0-045, V0-051 … V0-053, §4.10). */
#include "dialect/vrm0_fixture.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void check_floats(const float *got, const double *expected, int count) {
    for (int i = 0; i < count; ++i) CHECK_NEAR((double)got[i], expected[i], 1e-6);
}

static void check_texture(const vrm_texture_info *got, int32_t texture, double offset_y) {
    CHECK_INT(got->texture, texture);
    CHECK_INT(got->tex_coord, 0);
    CHECK_NEAR((double)got->offset.y, offset_y, 1e-6);
}

/* What the file of the fixture says of its second material. */
static void check_hair_unchanged(const loaded *file) {
    static const double base[] = {0.1, 0.2, 0.3, 0.4};
    const vrm_material *hair = &file->tables->materials[1];
    check_floats(hair->base_color_factor, base, 4);
    CHECK_INT(hair->base_color_texture.texture, 1);
    CHECK_INT(hair->alpha_mode, VRM_ALPHA_BLEND);
    CHECK_INT(hair->is_double_sided, 1);
    CHECK_INT(hair->is_unlit, 0);
    CHECK_INT(file->tables->mtoons[1].is_present, 0);
}

TEST(v0_042_a_gltf_shader_changes_nothing) {
    loaded file =
        load_vrm0("'materialProperties':[{'shader':'VRM_USE_GLTFSHADER'},"
                  "{'shader':'VRM_USE_GLTFSHADER','renderQueue':2000,"
                  "'vectorProperties':{'_Color':[1,1,1,1]},'floatProperties':{'_BlendMode':0}}]");
    REQUIRE(file.tables != NULL);
    check_hair_unchanged(&file);
    CHECK_INT(found_below(&file, "/extensions/VRM/materialProperties"), 0);
    unload(&file);
}

/* The extensions of a material are read before the properties of 0.x, which may replace them. */
TEST(v0_042_extensions_of_a_gltf_material_count) {
    loaded file =
        load_json("{'asset':{'version':'2.0'},'extensionsUsed':['VRM'],'materials':["
                  "{'alphaMode':'BLEND','extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
                  "'renderQueueOffsetNumber':-4,'shadingToonyFactor':0.25}}},"
                  "{'emissiveFactor':[1,1,1],'extensions':{'VRMC_materials_hdr_emissiveMultiplier':"
                  "{'emissiveMultiplier':2}}},"
                  "{'emissiveFactor':[1,1,1],'extensions':{'VRMC_materials_hdr_emissiveMultiplier':"
                  "{'emissiveMultiplier':2},'VRMC_materials_mtoon':{'specVersion':'1.0',"
                  "'shadingToonyFactor':0.25}}}],"
                  "'extensions':{'VRM':{'exporterVersion':'UniVRM-0.100','materialProperties':["
                  "{'shader':'VRM_USE_GLTFSHADER'},{'shader':'VRM_USE_GLTFSHADER'},"
                  "{'shader':'VRM/MToon','vectorProperties':{'_EmissionColor':[1,0,0,1]}}]}}}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 1);
    CHECK_INT(file.tables->mtoons[0].render_queue_offset, -4);
    CHECK_NEAR((double)file.tables->mtoons[0].shading_toony_factor, 0.25, 0);
    CHECK_NEAR((double)file.tables->materials[1].emissive_strength, 4.594793, 1e-5); /* V0-051 */
    CHECK_NEAR((double)file.tables->mtoons[2].shading_toony_factor, 0.95, 1e-6);
    CHECK_NEAR((double)file.tables->materials[2].emissive_factor[1], 0, 0);
    CHECK_NEAR((double)file.tables->materials[2].emissive_strength, 1, 0);
    unload(&file);
}

TEST(v0_042_lists_of_other_lengths) {
    loaded file = load_vrm0("'materialProperties':[{'shader':'VRM/MToon'}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].is_present, 1);
    check_hair_unchanged(&file);
    CHECK(!found(&file, "material-properties", NULL));
    unload(&file);
    file = load_vrm0("'materialProperties':[{},{},{},{},{'shader':'VRM/MToon'}]");
    REQUIRE(file.tables != NULL);
    check_hair_unchanged(&file);
    CHECK(found(&file, "material-properties", "/extensions/VRM/materialProperties"));
    unload(&file);
}

TEST(v0_043_mtoon_row_by_row) {
    static const double base[] = {0.214041, 0, 1, 0.5};
    static const double shade[] = {0, 0.214041, 0};
    static const double rim[] = {1, 0, 0.214041};
    static const double outline[] = {0.214041, 0.214041, 0};
    static const double emission[] = {1, 0.5, 0};
    loaded file = load_vrm0(
        "'materialProperties':[{'shader':'VRM/MToon','renderQueue':2000,'floatProperties':{"
        "'_BlendMode':1,'_Cutoff':0.3,'_CullMode':0,'_BumpScale':0.7,'_ShadeShift':-0.3,"
        "'_ShadeToony':0.5,'_IndirectLightIntensity':0.2,'_RimLightingMix':0.6,"
        "'_RimFresnelPower':3,'_RimLift':0.1,'_OutlineWidthMode':1,'_OutlineWidth':0.5,"
        "'_OutlineColorMode':1,'_OutlineLightingMix':0.4,'_UvAnimScrollX':0.1,"
        "'_UvAnimScrollY':0.2,'_UvAnimRotation':0.5,'_MToonVersion':35,'_ReceiveShadowRate':1},"
        "'vectorProperties':{'_Color':[0.5,0,1,0.5],'_ShadeColor':[0,0.5,0,1],'_RimColor':"
        "[1,0,0.5,1],'_OutlineColor':[0.5,0.5,0,1],'_EmissionColor':[2,1,0,1],'_MainTex':"
        "[0.1,0.2,2,0.5],'_ShadeTexture':[0,0,9,9]},'textureProperties':{'_MainTex':0,"
        "'_ShadeTexture':1,'_BumpMap':2,'_EmissionMap':3,'_SphereAdd':4,'_RimTexture':0,"
        "'_OutlineWidthTexture':1,'_UvAnimMaskTexture':2,'_ReceiveShadowTexture':77}}]");
    const vrm_material *material;
    const vrm_mtoon *mtoon;
    REQUIRE(file.tables != NULL);
    material = &file.tables->materials[0];
    mtoon = &file.tables->mtoons[0];
    CHECK_INT(found_below(&file, "/extensions/VRM/materialProperties"), 0);
    CHECK_INT(mtoon->is_present, 1);
    CHECK_INT(material->alpha_mode, VRM_ALPHA_MASK);
    CHECK_INT(mtoon->transparent_with_z_write, 0);
    CHECK_NEAR((double)material->alpha_cutoff, 0.3, 1e-6);
    CHECK_INT(material->is_double_sided, 1);
    CHECK_INT(mtoon->render_queue_offset, 0);
    check_floats(material->base_color_factor, base, 4);
    check_floats(mtoon->shade_color_factor, shade, 3);
    check_floats(mtoon->parametric_rim_color_factor, rim, 3);
    check_floats(mtoon->outline_color_factor, outline, 3);
    check_floats(material->emissive_factor, emission, 3); /* linear, and HE-003 */
    CHECK_NEAR((double)material->emissive_strength, 2, 1e-6);
    CHECK_NEAR((double)mtoon->shading_toony_factor, 0.675, 1e-6);
    CHECK_NEAR((double)mtoon->shading_shift_factor, -0.025, 1e-6);
    CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.8, 1e-6);
    CHECK_NEAR((double)mtoon->matcap_factor[1], 1, 0);
    CHECK_NEAR((double)mtoon->rim_lighting_mix_factor, 0.6, 1e-6);
    CHECK_NEAR((double)mtoon->parametric_rim_fresnel_power_factor, 3, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_lift_factor, 0.1, 1e-6);
    CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_WORLD_COORDINATES);
    CHECK_NEAR((double)mtoon->outline_width_factor, 0.005, 1e-8);
    CHECK_NEAR((double)mtoon->outline_lighting_mix_factor, 0.4, 1e-6);
    CHECK_NEAR((double)mtoon->uv_animation_scroll_x_speed_factor, 0.1, 1e-6);
    CHECK_NEAR((double)mtoon->uv_animation_scroll_y_speed_factor, -0.2, 1e-6);
    CHECK_NEAR((double)mtoon->uv_animation_rotation_speed_factor, 3.14159265, 1e-6);
    /* GV-082: all lie as the main texture does, but the sphere map. */
    check_texture(&material->base_color_texture, 0, 0.3);
    CHECK_NEAR((double)material->base_color_texture.offset.x, 0.1, 1e-6);
    CHECK_NEAR((double)material->base_color_texture.scale.x, 2, 0);
    CHECK_NEAR((double)material->base_color_texture.scale.y, 0.5, 0);
    check_texture(&mtoon->shade_multiply_texture, 1, 0.3);
    check_texture(&material->normal_texture, 2, 0.3);
    CHECK_NEAR((double)material->normal_texture.strength, 0.7, 1e-6);
    check_texture(&material->emissive_texture, 3, 0.3);
    check_texture(&mtoon->matcap_texture, 4, 0);
    CHECK_NEAR((double)mtoon->matcap_texture.scale.x, 1, 0);
    check_texture(&mtoon->rim_multiply_texture, 0, 0.3);
    check_texture(&mtoon->outline_width_multiply_texture, 1, 0.3);
    check_texture(&mtoon->uv_animation_mask_texture, 2, 0.3);
    CHECK_INT(mtoon->shading_shift_texture.texture, VRM_NONE);
    unload(&file);
}

TEST(v0_043_mtoon_defaults) {
    static const double shade[] = {0.933107, 0.620916, 0.710566};
    loaded file = load_vrm0("'materialProperties':[{'shader':'VRM/MToon',"
                            "'textureProperties':{'_MainTex':3}},"
                            "{'shader':'VRM/MToon'}]");
    const vrm_material *material;
    const vrm_mtoon *mtoon;
    REQUIRE(file.tables != NULL);
    material = &file.tables->materials[1]; /* nothing of the glTF material is left */
    mtoon = &file.tables->mtoons[1];
    for (int i = 0; i < 4; ++i) CHECK_NEAR((double)material->base_color_factor[i], 1, 0);
    CHECK_INT(material->base_color_texture.texture, VRM_NONE);
    CHECK_INT(material->alpha_mode, VRM_ALPHA_OPAQUE);
    CHECK_INT(material->is_double_sided, 0);
    CHECK_NEAR((double)material->alpha_cutoff, 0.5, 0);
    check_floats(mtoon->shade_color_factor, shade, 3);
    CHECK_NEAR((double)mtoon->shading_toony_factor, 0.95, 1e-6);
    CHECK_NEAR((double)mtoon->shading_shift_factor, -0.05, 1e-6);
    CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.9, 1e-6);
    CHECK_NEAR((double)mtoon->matcap_factor[0], 0, 0);
    CHECK_NEAR((double)mtoon->rim_lighting_mix_factor, 0, 0);
    CHECK_NEAR((double)mtoon->parametric_rim_fresnel_power_factor, 1, 0);
    CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_NONE);
    CHECK_NEAR((double)mtoon->outline_lighting_mix_factor, 0, 0);
    /* Where there is no shade texture the main one is used. */
    CHECK_INT(file.tables->mtoons[0].shade_multiply_texture.texture, 3);
    unload(&file);
}

/* GV-085 */
TEST(v0_043_shading) {
    static const double cases[][4] = {{0.9, 0, 0.95, -0.05},
                                      {0.5, -0.3, 0.675, -0.025},
                                      {1, 0, 1, 0},
                                      {0, 0, 0.5, -0.5},
                                      {0.95, 0.2, 0.98, -0.22}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[160];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'materialProperties':[{'shader':'VRM/MToon','floatProperties':"
                 "{'_ShadeToony':%g,'_ShadeShift':%g}}]",
                 cases[i][0], cases[i][1]);
        test_note("%g, %g", cases[i][0], cases[i][1]);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        CHECK_NEAR((double)file.tables->mtoons[0].shading_toony_factor, cases[i][2], 1e-6);
        CHECK_NEAR((double)file.tables->mtoons[0].shading_shift_factor, cases[i][3], 1e-6);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_044_legacy_unlit_shaders) {
    static const struct {
        const char *shader;
        int32_t alpha_mode;
        double cutoff;
        int32_t texture;
        double red;
    } cases[] = {
        {"VRM/UnlitTexture", VRM_ALPHA_OPAQUE, 0.5, 3, 1},
        {"Unlit/Texture", VRM_ALPHA_OPAQUE, 0.5, 3, 1},
        {"VRM/UnlitCutout", VRM_ALPHA_MASK, 0.25, 3, 1},
        {"Unlit/Transparent Cutout", VRM_ALPHA_MASK, 0.25, 3, 1},
        {"VRM/UnlitTransparent", VRM_ALPHA_BLEND, 0.5, 3, 1},
        {"Unlit/Transparent", VRM_ALPHA_BLEND, 0.5, 3, 1},
        {"Unlit/Color", VRM_ALPHA_OPAQUE, 0.5, VRM_NONE, 0.214041},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[320];
        const vrm_material *material;
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'materialProperties':[{},{'shader':'%s','floatProperties':{'_Cutoff':0.25},"
                 "'vectorProperties':{'_Color':[0.5,1,1,0.75],'_MainTex':[0.1,0.2,2,0.5]},"
                 "'textureProperties':{'_MainTex':3}}]",
                 cases[i].shader);
        test_note("%s", cases[i].shader);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        material = &file.tables->materials[1];
        CHECK_INT(material->is_unlit, 1);
        CHECK_INT(file.tables->mtoons[1].is_present, 0);
        CHECK_INT(material->alpha_mode, cases[i].alpha_mode);
        CHECK_NEAR((double)material->alpha_cutoff, cases[i].cutoff, 0);
        CHECK_INT(material->base_color_texture.texture, cases[i].texture);
        CHECK_NEAR((double)material->base_color_factor[0], cases[i].red, 1e-6);
        if (cases[i].texture != VRM_NONE) {
            check_texture(&material->base_color_texture, 3, 0.3);
        } else {
            CHECK_NEAR((double)material->base_color_factor[3], 0.75, 0);
        }
        CHECK_INT(found_below(&file, "/extensions/VRM/materialProperties"), 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_044_unlit_that_writes_depth) {
    static const double black[] = {0, 0, 0, 0.75};
    static const double emission[] = {0.214041, 1, 0};
    loaded file = load_vrm0("'materialProperties':[{'shader':'VRM/UnlitTransparentZWrite',"
                            "'vectorProperties':{'_Color':[0.5,1,0,0.75]},"
                            "'textureProperties':{'_MainTex':3}}]");
    const vrm_material *material;
    const vrm_mtoon *mtoon;
    REQUIRE(file.tables != NULL);
    material = &file.tables->materials[0];
    mtoon = &file.tables->mtoons[0];
    CHECK_INT(mtoon->is_present, 1);
    CHECK_INT(material->alpha_mode, VRM_ALPHA_BLEND);
    CHECK_INT(mtoon->transparent_with_z_write, 1);
    check_floats(material->base_color_factor, black, 4);
    CHECK_INT(material->base_color_texture.texture, 3);
    check_floats(material->emissive_factor, emission, 3);
    CHECK_INT(material->emissive_texture.texture, 3);
    check_floats(mtoon->shade_color_factor, black, 3);
    check_floats(mtoon->parametric_rim_color_factor, black, 3);
    check_floats(mtoon->matcap_factor, black, 3);
    CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_NONE);
    unload(&file);
}

TEST(v0_045_other_shaders) {
    static const struct {
        const char *shader;
        bool is_said;
    } cases[] = {{"Standard", false}, {"UniGLTF/UniUnlit", false}, {"", false}, {"Foo/Bar", true}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[160];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'materialProperties':[{},{'shader':'%s','floatProperties':{'_BlendMode':0}}]",
                 cases[i].shader);
        test_note("%s", cases[i].shader);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        check_hair_unchanged(&file);
        CHECK_INT(found(&file, "material-shader", "/extensions/VRM/materialProperties/1/shader"),
                  cases[i].is_said);
        unload(&file);
    }
    test_note(NULL);
}

/* GV-086 */
TEST(v0_051_older_exporters_wrote_gamma_emission) {
    static const struct {
        const char *version;
        double third, fourth; /* red of emission, strength of the next */
    } cases[] = {
        {"UniVRM-0.106.0", 0.214041, 4.594793},
        {"UniVRM-0.46", 0.214041, 4.594793},
        {"UniVRM-0.107.0", 0.5, 2},
        {"UniVRM-1.46", 0.5, 2},
        {"UniVRM-0.", 0.5, 2},
        {"UniVRM-0.99999999999999999999999", 0.5, 2},
        {"saturday06_blender_vrm_exporter_experimental_2.3.20", 0.5, 2},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[320];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'exporterVersion':'%s','materialProperties':[{'shader':'VRM_USE_GLTFSHADER'},"
                 "{'shader':'VRM/MToon','vectorProperties':{'_EmissionColor':[0.5,0,0,1]}},"
                 "{'shader':'VRM_USE_GLTFSHADER'},{'shader':'VRM_USE_GLTFSHADER'}]",
                 cases[i].version);
        test_note("%s", cases[i].version);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        CHECK_NEAR((double)file.tables->materials[2].emissive_factor[0], cases[i].third, 1e-6);
        CHECK_NEAR((double)file.tables->materials[2].emissive_strength, 1, 0);
        CHECK_NEAR((double)file.tables->materials[3].emissive_factor[0], 1, 0);
        CHECK_NEAR((double)file.tables->materials[3].emissive_strength, cases[i].fourth, 1e-5);
        CHECK_NEAR((double)file.tables->materials[1].emissive_factor[0], 0.5, 0); /* MToon's own */
        CHECK_INT(found(&file, "material-emission", NULL), i < 2);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_051_files_of_both_exporters_load_equal) {
    loaded old = load_vrm0_corpus("univrm/EmissionMigration_v0.106.0.vrm");
    loaded new = load_vrm0_corpus("univrm/EmissionMigration_v0.107.0.vrm");
    if (old.tables == NULL || new.tables == NULL) return;
    REQUIRE(old.gltf->material_count == 6 && new.gltf->material_count == 6);
    for (uint32_t i = 0; i < 6; ++i) {
        const vrm_material *a = &old.tables->materials[i], *b = &new.tables->materials[i];
        test_note("material %u", (unsigned)i);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR((double)a->emissive_factor[k], (double)b->emissive_factor[k], 1e-6);
        }
        CHECK_NEAR((double)a->emissive_strength, (double)b->emissive_strength, 1e-5);
    }
    test_note(NULL);
    CHECK_NEAR((double)old.tables->materials[2].emissive_strength, 4.594793, 1e-5);
    unload(&old);
    unload(&new);
}

/* A file with these render queues, all of one blend mode; the offsets that come of them. */
static loaded load_queues(const int *queues, size_t count, int blend_mode) {
    char vrm[4096], materials[2048];
    size_t length = 0, listed = 0;
    for (size_t i = 0; i < count; ++i) {
        const char *comma = i + 1 < count ? "," : "";
        listed += (size_t)snprintf(materials + listed, sizeof materials - listed, "{}%s", comma);
        length += (size_t)snprintf(vrm + length, sizeof vrm - length,
                                   "{'shader':'VRM/MToon','renderQueue':%d,'floatProperties':"
                                   "{'_BlendMode':%d}}%s",
                                   queues[i], blend_mode, comma);
    }
    {
        char json[8192];
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'materials':[%s],'extensions':{'VRM':{"
                 "'materialProperties':[%s]}}}",
                 materials, vrm);
        return load_json(json);
    }
}

static void check_queues(const int *queues, const int *offsets, size_t count, int blend_mode,
                         bool is_said) {
    loaded file = load_queues(queues, count, blend_mode);
    REQUIRE(file.tables != NULL);
    for (size_t i = 0; i < count; ++i) {
        test_note("mode %d, material %zu", blend_mode, i);
        CHECK_INT(file.tables->mtoons[i].render_queue_offset, offsets[i]);
    }
    CHECK_INT(found(&file, "material-queues", "/extensions/VRM/materialProperties"), is_said);
    test_note(NULL);
    unload(&file);
}

/* GV-087 */
TEST(v0_052_render_queues) {
    static const int blend[] = {2951, 2952, 3000, -1}, blend_offsets[] = {-2, -1, 0, 0};
    static const int depth[] = {2550, 2501, -1}, depth_offsets[] = {1, 0, 0};
    static const int opaque[] = {2000, 2005, -1}, none[] = {0, 0, 0};
    static const int many[] = {5, 3, 11, 1, 4, 2, 10, 8, 6, 9, 7, 5, 12};
    static const int many_blend[] = {-7, -9, -1, -9, -8, -9, -2, -4, -6, -3, -5, -7, 0};
    static const int many_depth[] = {4, 2, 9, 0, 3, 1, 9, 7, 5, 8, 6, 4, 9};
    check_queues(blend, blend_offsets, COUNT(blend), 2, false);
    check_queues(depth, depth_offsets, COUNT(depth), 3, false);
    check_queues(opaque, none, COUNT(opaque), 0, false);
    check_queues(opaque, none, COUNT(opaque), 1, false);
    check_queues(many, many_blend, COUNT(many), 2, true);
    check_queues(many, many_depth, COUNT(many), 3, true);
}

/* All materials of a class are ranked together, whatever their shader. */
TEST(v0_052_across_shaders) {
    loaded file = load_vrm0("'materialProperties':["
                            "{'shader':'VRM/MToon','renderQueue':2999,'floatProperties':"
                            "{'_BlendMode':2}},{'shader':'VRM_USE_GLTFSHADER'},"
                            "{'shader':'VRM/UnlitTransparentZWrite','renderQueue':2600},"
                            "{'shader':'VRM/MToon','floatProperties':{'_BlendMode':3}}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->mtoons[0].render_queue_offset, -1); /* the glTF material has 3000 */
    CHECK_INT(file.tables->mtoons[1].render_queue_offset, 0);
    CHECK_INT(file.tables->mtoons[2].render_queue_offset, 1);
    CHECK_INT(file.tables->mtoons[3].render_queue_offset, 0);
    unload(&file);
}

TEST(v0_053_floats_decide_then_keywords) {
    static const struct {
        const char *properties;
        int32_t alpha_mode, z_write, outline;
        double mix;
    } cases[] = {
        {"'keywordMap':{'_ALPHATEST_ON':true}", VRM_ALPHA_MASK, 0, 0, 0},
        {"'keywordMap':{'_ALPHATEST_ON':false}", VRM_ALPHA_OPAQUE, 0, 0, 0},
        {"'keywordMap':{'_ALPHABLEND_ON':true}", VRM_ALPHA_BLEND, 0, 0, 0},
        {"'keywordMap':{'_ALPHABLEND_ON':true},'floatProperties':{'_ZWrite':1}", VRM_ALPHA_BLEND, 1,
         0, 0},
        {"'keywordMap':{'_ALPHABLEND_ON':false},'floatProperties':{'_ZWrite':1}", VRM_ALPHA_OPAQUE,
         0, 0, 0},
        {"'keywordMap':{'_ALPHABLEND_ON':true},'floatProperties':{'_BlendMode':0}",
         VRM_ALPHA_OPAQUE, 0, 0, 0},
        {"'tagMap':{'RenderType':'Transparent'}", VRM_ALPHA_OPAQUE, 0, 0, 0},
        {"'keywordMap':{'MTOON_OUTLINE_WIDTH_WORLD':true}", 0, 0, VRM_OUTLINE_WORLD_COORDINATES, 0},
        {"'keywordMap':{'MTOON_OUTLINE_WIDTH_SCREEN':true,'MTOON_OUTLINE_COLOR_MIXED':true}", 0, 0,
         VRM_OUTLINE_SCREEN_COORDINATES, 1},
        {"'keywordMap':{'MTOON_OUTLINE_WIDTH_SCREEN':true,'MTOON_OUTLINE_COLOR_FIXED':true},"
         "'floatProperties':{'_OutlineWidthMode':1}",
         0, 0, VRM_OUTLINE_WORLD_COORDINATES, 0},
        {"'keywordMap':{'MTOON_OUTLINE_COLOR_MIXED':true},'floatProperties':{'_OutlineColorMode':"
         "0,'_OutlineWidthMode':3}",
         0, 0, VRM_OUTLINE_NONE, 0},
        {"'floatProperties':{'_BlendMode':3.0,'_OutlineColorMode':1}", VRM_ALPHA_BLEND, 1, 0, 1},
        {"'floatProperties':{'_BlendMode':1e30,'_OutlineWidthMode':-1e30}", VRM_ALPHA_OPAQUE, 0, 0,
         0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[320];
        loaded file;
        snprintf(vrm, sizeof vrm, "'materialProperties':[{'shader':'VRM/MToon',%s}]",
                 cases[i].properties);
        test_note("%s", cases[i].properties);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->materials[0].alpha_mode, cases[i].alpha_mode);
        CHECK_INT(file.tables->mtoons[0].transparent_with_z_write, cases[i].z_write);
        CHECK_INT(file.tables->mtoons[0].outline_width_mode, cases[i].outline);
        CHECK_NEAR((double)file.tables->mtoons[0].outline_lighting_mix_factor, cases[i].mix, 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_053_cull_modes) {
    static const int expected[] = {1, 1, 0};
    for (int mode = 0; mode < 3; ++mode) {
        char vrm[160];
        loaded file;
        snprintf(vrm, sizeof vrm,
                 "'materialProperties':[{'shader':'VRM/MToon','floatProperties':{'_CullMode':%d}}]",
                 mode);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->materials[0].is_double_sided, expected[mode]);
        unload(&file);
    }
}

/* GV-088 */
TEST(gv_088_godette_face) {
    loaded file = load_vrm0_corpus("godette/Godette_vrm_v4.vrm");
    if (file.tables == NULL) return;
    for (uint32_t i = 0; i < file.gltf->material_count; ++i) {
        const vrm_mtoon *mtoon = &file.tables->mtoons[i];
        if (strcmp(file.tables->materials[i].name.data, "Face") != 0) continue;
        CHECK_INT(mtoon->is_present, 1);
        CHECK_INT(mtoon->outline_width_mode, VRM_OUTLINE_SCREEN_COORDINATES);
        CHECK_NEAR((double)mtoon->outline_width_factor, 0.00125, 1e-8);
        CHECK_NEAR((double)mtoon->outline_lighting_mix_factor, 0.925, 1e-6);
        CHECK_NEAR((double)mtoon->gi_equalization_factor, 0.75, 1e-6);
        CHECK_NEAR((double)mtoon->shading_toony_factor, 0.855, 1e-6);
        CHECK_NEAR((double)mtoon->shading_shift_factor, 0.305, 1e-6);
        CHECK_INT(file.tables->materials[i].is_double_sided, 0);
        CHECK_INT(file.tables->materials[i].alpha_mode, VRM_ALPHA_OPAQUE);
        unload(&file);
        return;
    }
    CHECK(false); /* there is a material Face */
    unload(&file);
}

TEST_SUITE(vrm0_material, ENTRY(v0_042_a_gltf_shader_changes_nothing),
           ENTRY(v0_042_extensions_of_a_gltf_material_count), ENTRY(v0_042_lists_of_other_lengths),
           ENTRY(v0_043_mtoon_row_by_row), ENTRY(v0_043_mtoon_defaults), ENTRY(v0_043_shading),
           ENTRY(v0_044_legacy_unlit_shaders), ENTRY(v0_044_unlit_that_writes_depth),
           ENTRY(v0_045_other_shaders), ENTRY(v0_051_older_exporters_wrote_gamma_emission),
           ENTRY(v0_051_files_of_both_exporters_load_equal), ENTRY(v0_052_render_queues),
           ENTRY(v0_052_across_shaders), ENTRY(v0_053_floats_decide_then_keywords),
           ENTRY(v0_053_cull_modes), ENTRY(gv_088_godette_face));

/* Materials, textures, samplers, images. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"
#define EXTENSIONS                                                                                 \
    "'extensionsUsed':['KHR_texture_transform','KHR_materials_unlit','EXT_texture_webp',"          \
    "'KHR_materials_emissive_strength']"
/* Five textures, one for each slot. */
#define TEXTURES                                                                                   \
    "'images':[{'uri':'data:image/png;base64,iVBORw=='}],"                                         \
    "'textures':[{'source':0},{'source':0},{'source':0},{'source':0},{'source':0}]"

static loaded load_material(const char *material) {
    char json[2048];
    snprintf(json, sizeof json, "{" ASSET "," EXTENSIONS "," TEXTURES ",'materials':[{%s}]}",
             material);
    return load_json(json);
}

static const vrm_texture_info *slot_of(const vrm_material *material, size_t slot) {
    const vrm_texture_info *const slots[] = {
        &material->base_color_texture, &material->metallic_roughness_texture,
        &material->normal_texture,     &material->occlusion_texture,
        &material->emissive_texture,
    };
    return slots[slot];
}

/* What stands before and behind the textureInfo of each slot. */
static const struct {
    const char *before, *behind, *pointer;
} slots[] = {
    {"'pbrMetallicRoughness':{'baseColorTexture':", "}",
     "/materials/0/pbrMetallicRoughness/baseColorTexture"},
    {"'pbrMetallicRoughness':{'metallicRoughnessTexture':", "}",
     "/materials/0/pbrMetallicRoughness/metallicRoughnessTexture"},
    {"'normalTexture':", "", "/materials/0/normalTexture"},
    {"'occlusionTexture':", "", "/materials/0/occlusionTexture"},
    {"'emissiveTexture':", "", "/materials/0/emissiveTexture"},
};

static loaded load_slot(size_t slot, const char *info, bool is_unlit) {
    char material[512];
    snprintf(material, sizeof material, "%s%s%s%s", slots[slot].before, info, slots[slot].behind,
             is_unlit ? ",'extensions':{'KHR_materials_unlit':{}}" : "");
    return load_material(material);
}

/* --- Materials --- */

TEST(a_material_without_anything_has_the_defaults) {
    loaded file = load_material("");
    const vrm_material *material;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    material = &file.gltf->materials[0];
    CHECK_TEXT(material->name.data, "");
    for (int i = 0; i < 4; ++i) CHECK_NEAR(material->base_color_factor[i], 1, 0);
    for (int i = 0; i < 3; ++i) CHECK_NEAR(material->emissive_factor[i], 0, 0);
    CHECK_NEAR(material->emissive_strength, 1, 0);
    CHECK_NEAR(material->metallic_factor, 1, 0);
    CHECK_NEAR(material->roughness_factor, 1, 0);
    CHECK_NEAR(material->alpha_cutoff, 0.5, 0);
    CHECK_INT(material->alpha_mode, VRM_ALPHA_OPAQUE);
    CHECK_INT(material->is_double_sided, 0);
    CHECK_INT(material->is_unlit, 0);
    for (size_t slot = 0; slot < COUNT(slots); ++slot) {
        const vrm_texture_info *info = slot_of(material, slot);
        test_note("%s", slots[slot].pointer);
        CHECK_INT(info->texture, VRM_NONE);
        CHECK_INT(info->tex_coord, 0);
        CHECK_NEAR(info->offset.x, 0, 0);
        CHECK_NEAR(info->offset.y, 0, 0);
        CHECK_NEAR(info->scale.x, 1, 0);
        CHECK_NEAR(info->scale.y, 1, 0);
        CHECK_NEAR(info->rotation, 0, 0);
        CHECK_NEAR(info->strength, 1, 0);
    }
    unload(&file);
}

/* GL-019: plain PBR, without MToon and unlit, is a good material. */
TEST(gl_019_a_pbr_material_with_everything) {
    loaded file = load_material(
        "'name':'Skin','pbrMetallicRoughness':{'baseColorFactor':[0.1,0.2,0.3,0.4],"
        "'metallicFactor':0.25,'roughnessFactor':0.75,'baseColorTexture':{'index':0},"
        "'metallicRoughnessTexture':{'index':1,'texCoord':1}},"
        "'normalTexture':{'index':2,'scale':1.5},'occlusionTexture':{'index':3,'strength':0.5},"
        "'emissiveTexture':{'index':4,'texCoord':2},'emissiveFactor':[0.5,0.6,0.7],"
        "'alphaMode':'MASK','alphaCutoff':0.3,'doubleSided':true");
    const vrm_material *material;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    material = &file.gltf->materials[0];
    CHECK_TEXT(material->name.data, "Skin");
    CHECK_NEAR(material->base_color_factor[0], 0.1f, 0);
    CHECK_NEAR(material->base_color_factor[3], 0.4f, 0);
    CHECK_NEAR(material->metallic_factor, 0.25, 0);
    CHECK_NEAR(material->roughness_factor, 0.75, 0);
    CHECK_NEAR(material->emissive_factor[0], 0.5, 0);
    CHECK_NEAR(material->emissive_factor[2], 0.7f, 0);
    CHECK_INT(material->alpha_mode, VRM_ALPHA_MASK);
    CHECK_NEAR(material->alpha_cutoff, 0.3f, 0);
    CHECK_INT(material->is_double_sided, 1);
    CHECK_INT(material->is_unlit, 0);
    for (size_t slot = 0; slot < COUNT(slots); ++slot) {
        CHECK_INT(slot_of(material, slot)->texture, slot);
    }
    CHECK_INT(material->metallic_roughness_texture.tex_coord, 1);
    CHECK_INT(material->emissive_texture.tex_coord, 2);
    CHECK_NEAR(material->normal_texture.strength, 1.5, 0);
    CHECK_NEAR(material->occlusion_texture.strength, 0.5, 0);
    unload(&file);
}

/* Only normalTexture has a scale, and only occlusionTexture a strength (GL-031). */
TEST(gl_031_scale_and_strength_belong_to_one_slot_each) {
    for (size_t slot = 0; slot < COUNT(slots); ++slot) {
        loaded scale = load_slot(slot, "{'index':0,'scale':0.25}", false);
        loaded strength = load_slot(slot, "{'index':0,'strength':0.75}", false);
        test_note("%s", slots[slot].pointer);
        REQUIRE(scale.gltf != NULL && strength.gltf != NULL);
        CHECK_NEAR(slot_of(scale.gltf->materials, slot)->strength, slot == 2 ? 0.25 : 1, 0);
        CHECK_NEAR(slot_of(strength.gltf->materials, slot)->strength, slot == 3 ? 0.75 : 1, 0);
        CHECK_INT(vrm_report_count(scale.report), 0);
        unload(&strength);
        unload(&scale);
    }
}

TEST(alpha_modes) {
    static const char *const names[] = {"OPAQUE", "MASK", "BLEND"};
    for (int i = 0; i < 3; ++i) {
        char material[64];
        loaded file;
        test_note("%s", names[i]);
        snprintf(material, sizeof material, "'alphaMode':'%s'", names[i]);
        file = load_material(material);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->materials[0].alpha_mode, i);
        CHECK_INT(vrm_report_count(file.report), 0);
        unload(&file);
    }
}

/* Factors out of range are taken to the nearest end, each with a word of its own. */
TEST(factors_out_of_range_are_clamped) {
    loaded file = load_material(
        "'pbrMetallicRoughness':{'baseColorFactor':[-1,0.5,2,1.0001],'metallicFactor':-0.5,"
        "'roughnessFactor':7},'emissiveFactor':[0,3,-3],'alphaCutoff':-1,"
        "'occlusionTexture':{'index':0,'strength':2},'normalTexture':{'index':0,'scale':-2},"
        "'extensions':{'KHR_materials_emissive_strength':{'emissiveStrength':-4}}");
    const vrm_material *material;
    REQUIRE(file.gltf != NULL);
    material = &file.gltf->materials[0];
    CHECK_NEAR(material->base_color_factor[0], 0, 0);
    CHECK_NEAR(material->base_color_factor[1], 0.5, 0);
    CHECK_NEAR(material->base_color_factor[2], 1, 0);
    CHECK_NEAR(material->base_color_factor[3], 1, 0);
    CHECK_NEAR(material->metallic_factor, 0, 0);
    CHECK_NEAR(material->roughness_factor, 1, 0);
    CHECK_NEAR(material->emissive_factor[1], 1, 0);
    CHECK_NEAR(material->emissive_factor[2], 0, 0);
    CHECK_NEAR(material->alpha_cutoff, 0, 0);
    CHECK_NEAR(material->occlusion_texture.strength, 1, 0);
    CHECK_NEAR(material->normal_texture.strength, -2, 0); /* any number is allowed */
    CHECK_NEAR(material->emissive_strength, 0, 0);
    CHECK_INT(count_code(&file, "field-range"), 10);
    CHECK(found(&file, "field-range", "/materials/0/pbrMetallicRoughness/baseColorFactor/0"));
    CHECK(found(&file, "field-range", "/materials/0/pbrMetallicRoughness/baseColorFactor/3"));
    CHECK(found(&file, "field-range", "/materials/0/emissiveFactor/2"));
    CHECK(found(&file, "field-range", "/materials/0/occlusionTexture/strength"));
    CHECK(found(&file, "field-range",
                "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength"));
    CHECK_TEXT(message_of(&file, "field-range"),
               "this should be 0 to 1 but is 3; the nearest allowed value is used");
    unload(&file);
}

TEST(gl_018_unlit_and_emissive_strength) {
    loaded file = load_material("'extensions':{'KHR_materials_unlit':{},"
                                "'KHR_materials_emissive_strength':{'emissiveStrength':12.5}}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_INT(file.gltf->materials[0].is_unlit, 1);
    CHECK_NEAR(file.gltf->materials[0].emissive_strength, 12.5, 0);
    unload(&file);
    file = load_material("'extensions':{'KHR_materials_emissive_strength':{}}");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->materials[0].emissive_strength, 1, 0);
    CHECK_INT(file.gltf->materials[0].is_unlit, 0);
    unload(&file);
}

/* GL-016: on every slot, also of an unlit material. GL-017: rotation and texCoord too. */
TEST(gl_016_gl_017_texture_transform_on_every_slot) {
    for (size_t slot = 0; slot < COUNT(slots); ++slot) {
        for (int is_unlit = 0; is_unlit < 2; ++is_unlit) {
            loaded file =
                load_slot(slot,
                          "{'index':3,'texCoord':1,'extensions':{'KHR_texture_transform':{"
                          "'offset':[0.25,-0.5],'scale':[2,3],'rotation':1.5,'texCoord':2}}}",
                          is_unlit);
            const vrm_texture_info *info;
            test_note("%s, unlit %d", slots[slot].pointer, is_unlit);
            REQUIRE(file.gltf != NULL);
            CHECK_INT(count_code(&file, "field-type"), 0);
            CHECK_INT(file.gltf->materials[0].is_unlit, is_unlit);
            for (size_t other = 0; other < COUNT(slots); ++other) {
                CHECK_INT(slot_of(file.gltf->materials, other)->texture,
                          other == slot ? 3 : VRM_NONE);
            }
            info = slot_of(file.gltf->materials, slot);
            CHECK_NEAR(info->offset.x, 0.25, 0);
            CHECK_NEAR(info->offset.y, -0.5, 0);
            CHECK_NEAR(info->scale.x, 2, 0);
            CHECK_NEAR(info->scale.y, 3, 0);
            CHECK_NEAR(info->rotation, 1.5, 0);
            CHECK_INT(info->tex_coord, 2);
            CHECK_NEAR(info->strength, 1, 0); /* the transform's scale is not the texture's */
            unload(&file);
        }
    }
}

TEST(gl_016_an_incomplete_transform_keeps_the_rest) {
    loaded file = load_slot(0,
                            "{'index':1,'texCoord':1,'extensions':{'KHR_texture_transform':"
                            "{'offset':[0.5,0.5],'scale':'big'}}}",
                            false);
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->materials[0].base_color_texture.offset.x, 0.5, 0);
    CHECK_NEAR(file.gltf->materials[0].base_color_texture.scale.x, 1, 0);
    CHECK_INT(file.gltf->materials[0].base_color_texture.tex_coord, 1);
    CHECK(found(&file, "field-type",
                "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/"
                "KHR_texture_transform/scale"));
    unload(&file);
}

/* GL-023: VRMC_materials_mtoon, and its misspelling, are no business of this layer. */
TEST(gl_023_mtoon_does_not_disturb_the_core_material) {
    loaded file = load_material("'pbrMetallicRoughness':{'metallicFactor':0.5},'extensions':{"
                                "'VMRC_materials_mtoon':{'specVersion':1},"
                                "'VRMC_materials_mtoon':'not even an object'}");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->materials[0].metallic_factor, 0.5, 0);
    CHECK_INT(file.gltf->materials[0].is_unlit, 0);
    unload(&file);
}

/* --- Samplers and textures --- */

TEST(samplers) {
    static const int mags[] = {9728, 9729};
    static const int mins[] = {9728, 9729, 9984, 9985, 9986, 9987};
    static const int wraps[] = {33071, 33648, 10497};
    for (size_t i = 0; i < COUNT(mags) * COUNT(mins) * COUNT(wraps); ++i) {
        int mag = mags[i % 2], min = mins[i / 2 % 6], wrap = wraps[i / 12];
        char json[256];
        loaded file;
        test_note("%d %d %d", mag, min, wrap);
        snprintf(json, sizeof json,
                 "{" ASSET ",'samplers':[{'magFilter':%d,'minFilter':%d,'wrapS':%d,'name':'s'},"
                 "{'wrapT':%d}]}",
                 mag, min, wrap, wrap);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(file.gltf->samplers[0].mag_filter, mag);
        CHECK_INT(file.gltf->samplers[0].min_filter, min);
        CHECK_INT(file.gltf->samplers[0].wrap_s, wrap);
        CHECK_INT(file.gltf->samplers[0].wrap_t, 10497);
        CHECK_TEXT(file.gltf->samplers[0].name.data, "s");
        CHECK_INT(file.gltf->samplers[1].mag_filter, 0);
        CHECK_INT(file.gltf->samplers[1].min_filter, 0);
        CHECK_INT(file.gltf->samplers[1].wrap_s, 10497);
        CHECK_INT(file.gltf->samplers[1].wrap_t, wrap);
        unload(&file);
    }
}

#define IMAGE "{'uri':'data:image/png;base64,AAAA'}"

TEST(textures) {
    loaded file = load_json("{" ASSET "," EXTENSIONS ",'images':[" IMAGE "," IMAGE
                            "],'samplers':[{},{}],'textures':["
                            "{'source':1,'sampler':1,'name':'t'},"
                            "{},"
                            "{'source':0,'extensions':{'EXT_texture_webp':{'source':1}}},"
                            "{'extensions':{'EXT_texture_webp':{'source':0}}},"
                            "{'source':0,'extensions':{'EXT_texture_webp':{'source':9}}},"
                            "{'source':0,'extensions':{'EXT_texture_webp':7}},"
                            "{'source':0,'extensions':{'KHR_texture_basisu':{'source':1}}}]}");
    const vrm_texture *textures;
    REQUIRE(file.gltf != NULL);
    textures = file.gltf->textures;
    CHECK_INT(textures[0].image, 1);
    CHECK_INT(textures[0].sampler, 1);
    CHECK_TEXT(textures[0].name.data, "t");
    CHECK_INT(textures[1].image, VRM_NONE);
    CHECK_INT(textures[1].sampler, VRM_NONE);
    CHECK(found(&file, "texture-source", "/textures/1"));
    CHECK_INT(textures[2].image, 1); /* the extension's goes first */
    CHECK_INT(textures[3].image, 0);
    CHECK_INT(textures[4].image, 0); /* the fallback */
    CHECK(found(&file, "index-out-of-range", "/textures/4/extensions/EXT_texture_webp/source"));
    CHECK_INT(textures[5].image, 0);
    CHECK(found(&file, "field-type", "/textures/5/extensions/EXT_texture_webp"));
    CHECK_INT(textures[6].image, 0); /* not known: the fallback */
    CHECK_INT(vrm_report_count(file.report), 3);
    unload(&file);
}

/* --- Images --- */

TEST(images_from_every_source) {
    static const unsigned char bin[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':8}],'bufferViews':[{'buffer':0,'byteLength':8}],"
        "'images':[{'bufferView':0,'mimeType':'image/png','name':'view'},"
        "{'uri':'data:image/jpeg;base64,/9j/'},"
        "{'uri':'data:image/png;base64,AAAA','mimeType':'image/webp'},"
        "{'uri':'face%20skin.png','name':'outside'},"
        "{'name':'nothing'},"
        "{'uri':'data:;base64,AAAA'}]}",
        bin, sizeof bin);
    const vrm_image *images;
    REQUIRE(file.gltf != NULL);
    images = file.gltf->images;
    CHECK_INT(images[0].buffer_view, 0);
    CHECK_INT(images[0].is_data_uri, 0);
    CHECK_TEXT(images[0].mime_type.data, "image/png");
    CHECK_TEXT(images[0].name.data, "view");
    CHECK_TEXT(images[0].uri.data, "");
    CHECK_INT(images[1].is_data_uri, 1);
    CHECK_INT(images[1].buffer_view, VRM_NONE);
    CHECK_TEXT(images[1].mime_type.data, "image/jpeg");
    CHECK_TEXT(images[1].uri.data, "");
    CHECK_TEXT(images[2].mime_type.data, "image/webp"); /* the file's own word */
    CHECK_TEXT(images[3].uri.data, "face%20skin.png");
    CHECK_INT(images[3].is_data_uri, 0);
    CHECK_TEXT(images[3].mime_type.data, "");
    CHECK_INT(images[4].buffer_view, VRM_NONE);
    CHECK_TEXT(images[5].mime_type.data, "");
    CHECK_INT(images[5].is_data_uri, 1);
    CHECK(found(&file, "image-unresolved", "/images/3/uri"));
    CHECK_TEXT(message_of(&file, "image-unresolved"),
               "the external image \"face skin.png\" was not loaded");
    CHECK(found(&file, "image-source", "/images/4"));
    CHECK_INT(vrm_report_count(file.report), 2);
    unload(&file);
}

TEST_SUITE(document_material, ENTRY(a_material_without_anything_has_the_defaults),
           ENTRY(gl_019_a_pbr_material_with_everything),
           ENTRY(gl_031_scale_and_strength_belong_to_one_slot_each), ENTRY(alpha_modes),
           ENTRY(factors_out_of_range_are_clamped), ENTRY(gl_018_unlit_and_emissive_strength),
           ENTRY(gl_016_gl_017_texture_transform_on_every_slot),
           ENTRY(gl_016_an_incomplete_transform_keeps_the_rest),
           ENTRY(gl_023_mtoon_does_not_disturb_the_core_material), ENTRY(samplers), ENTRY(textures),
           ENTRY(images_from_every_source));

/* Numbers of elements that change, and the corners of what older dialects cannot say. */
#include "author/text/draft_text.h"
#include "author/text/vrm0_text.h"
#include "author/text/vrm1_text.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "support/refusals.h"
#include "support/rewritten.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct losses {
    uint32_t counts[VRMI_LOSS_COUNT];
} losses;

static void count_loss(void *context, vrmi_loss loss, int32_t index) {
    losses *found = context;
    (void)index;
    found->counts[loss] += 1;
}

typedef void block(vrmi_vrm_text *text);

static void put_springs(vrmi_vrm_text *text) {
    if (vrmi_has_spring_bone(text)) vrmi_put_spring_bone(text);
}

static void put_material(vrmi_vrm_text *text) { vrmi_put_vrm1_material(text, 0); }

static const struct {
    vrm_dialect dialect;
    block *put;
} blocks[] = {{VRM_DIALECT_0, vrmi_put_vrm0},
              {VRM_DIALECT_1_DRAFT, vrmi_put_draft},
              {VRM_DIALECT_1, vrmi_put_vrm1},
              {VRM_DIALECT_1, put_springs},
              {VRM_DIALECT_1, put_material}};

/* The text of a block, for the caller to free. */
static char *text_of(const loaded *file, size_t which, const vrmi_index_maps *maps, losses *lost) {
    vrmi_memory memory;
    vrmi_json_writer writer;
    vrmi_vrm_text text;
    vrm_string json;
    char *copy;
    vrmi_memory_init(&memory, NULL);
    vrmi_json_writer_init(&writer, &memory);
    memset(&text, 0, sizeof text);
    text.writer = &writer;
    text.gltf = file->gltf;
    text.tables = file->tables;
    text.maps = maps;
    text.dialect = blocks[which].dialect;
    text.lost = lost != NULL ? count_loss : NULL;
    text.lost_context = lost;
    blocks[which].put(&text);
    json = vrmi_json_writer_text(&writer);
    copy = malloc((size_t)json.length + 1);
    memcpy(copy, json.data, json.length);
    copy[json.length] = '\0';
    vrmi_json_writer_release(&writer);
    CHECK_INT(memory.used_bytes, 0);
    return copy;
}

static int32_t *numbers(uint32_t count, bool is_gone) {
    int32_t *map = malloc((count + 1) * sizeof *map);
    for (uint32_t i = 0; i < count; ++i) map[i] = is_gone ? VRM_NONE : (int32_t)i;
    return map;
}

/* Maps that change nothing change no byte; where all is gone, no text names anything. */
TEST(numbers_of_elements_are_those_of_the_written_file) {
    static const char *const named[] = {
        "\"node\":",    "\"mesh\":",    "\"material\":",  "\"bones\":[0", "\"index\":",
        "\"texture\":", "materialName", "thumbnailImage", "\"center\":0"};
    loaded file = load_fixture(fixture_sample("character-1.0.vrm"), NULL);
    if (file.tables == NULL) {
        unload(&file);
        return;
    }
    for (int gone = 0; gone < 2; ++gone) {
        vrmi_index_maps maps = {numbers(file.gltf->node_count, gone != 0),
                                numbers(file.gltf->mesh_count, false),
                                numbers(file.gltf->material_count, gone != 0),
                                numbers(file.gltf->texture_count, gone != 0),
                                numbers(file.gltf->image_count, gone != 0),
                                NULL};
        for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; ++i) {
            losses lost;
            char *text, *plain = text_of(&file, i, NULL, NULL);
            memset(&lost, 0, sizeof lost);
            text = text_of(&file, i, &maps, &lost);
            test_note("block %u", (unsigned)i);
            if (gone == 0) {
                CHECK_TEXT(text, plain);
            } else {
                for (size_t k = 0; k < sizeof named / sizeof named[0]; ++k) {
                    test_note("block %u: %s", (unsigned)i, named[k]);
                    CHECK(strstr(text, named[k]) == NULL);
                }
                if (i < 3) CHECK(lost.counts[VRMI_LOSS_BIND] > 0);
                if (i < 2)
                    CHECK(lost.counts[VRMI_LOSS_COLLIDER] == file.tables->spring_collider_count);
                if (i < 2) CHECK(lost.counts[VRMI_LOSS_JOINT] == file.tables->spring_joint_count);
            }
            free(text);
            free(plain);
        }
        test_note(NULL);
        free((void *)maps.nodes);
        free((void *)maps.meshes);
        free((void *)maps.materials);
        free((void *)maps.textures);
        free((void *)maps.images);
    }
    unload(&file);
}

/* An arena takes memory by the block: each piece of it is refused on its own. */
TEST(er_008_each_piece_of_memory_may_be_refused) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT, VRM_DIALECT_1};
    loaded file = load_vrm1("'expressions':{'preset':{'aa':{'overrideBlink':'block'}}}", NULL);
    const void *buffer = file_buffer(&file);
    REQUIRE(file.tables != NULL);
    if (!refusals_work()) {
        unload(&file);
        test_skip("the linker cannot stand between");
        return;
    }
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; ++i) {
        for (int64_t number = 0; number < 100; ++number) {
            vrm_write_avatar_desc desc;
            vrm_written *written;
            vrm_result result;
            vrm_write_avatar_desc_init(&desc);
            desc.dialect = dialects[i];
            refuse_piece(number);
            result = vrm_write_avatar(file.gltf, file.tables, &buffer, &desc, &written, NULL);
            vrm_written_destroy(written);
            if (pieces_asked() <= number) {
                CHECK_INT(result, VRM_OK);
                CHECK(number >= 4);
                break;
            }
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        }
        refuse_piece(-1);
    }
    unload(&file);
}

/* Any value that differs is that of the root; and a tail that is no first child is elsewhere. */
TEST(v0_034_v0_035_each_value_is_that_of_the_root) {
    static const char *const values[] = {
        "'hitRadius':1",         "'stiffness':2",        "'gravityPower':2",     "'dragForce':0.25",
        "'gravityDir':[1,-1,0]", "'gravityDir':[0,1,0]", "'gravityDir':[0,-1,1]"};
    loaded file;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        file = load_vrm1_springs(format_members("'springs':[{'joints':[{'node':21},{'node':22,%s},"
                                                "{'node':23}]}]",
                                                values[i]));
        REQUIRE(file.tables != NULL);
        test_note("%s", values[i]);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint-values"), 1);
        unload(&file);
    }
    test_note(NULL);
    /* 21 with its tail at 23: a node between them is skipped (SB-012). */
    file = load_vrm1_springs("'springs':[{'joints':[{'node':21},{'node':23}]}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-tail"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint-added"), 2);
    unload(&file);
    /* A root above an earlier one keeps what that one has taken (V0-040). */
    file =
        load_vrm1_springs("'springs':[{'name':'a','joints':[{'node':22},{'node':23}]},{'name':'b',"
                          "'joints':[{'node':21},{'node':22}]}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint"), 0);
    unload(&file);
}

/* V0-020, V0-022: values of materials by name, and parts of a transform. */
TEST(v0_020_v0_022_values_of_materials_come_back) {
    static const char *const skip[] = {"meta.legacy_", NULL};
    const compare_options options = {0, 0, skip};
    loaded file = load_old_vrm(
        "'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':'unknown',"
        "'materialValues':[{'materialName':'same','propertyName':'_Color','targetValue':[1,0.5,0,1"
        "]},{'materialName':'same','propertyName':'_RimColor','targetValue':[1,0.5,0,1]},"
        "{'materialName':'same','propertyName':'_MainTex_ST_S','targetValue':[2,1,0.25,0]},"
        "{'materialName':'same','propertyName':'_MainTex_ST_T','targetValue':[1,2,0,0.25]},"
        "{'materialName':'same','propertyName':'_MainTex_ST','targetValue':[1,2,0.5,0.25]}],"
        "'binds':[{'mesh':0,'index':1,'weight':50},{'mesh':0,'index':0,'weight':25}]}]}",
        "'materials':[{'name':'same'},{'name':'same'}]");
    loaded again;
    compared a, b;
    char report[1024];
    REQUIRE(file.tables != NULL && file.tables->expression_count == 1);
    CHECK_INT(file.tables->expressions[0].color_bind_count, 4);
    CHECK_INT(file.tables->expressions[0].uv_bind_count, 6);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL);
    a = compared_model(file.model);
    b = compared_model(again.model);
    if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-bind"), 0);
    unload(&again);
    unload(&file);
    /* A material without a name cannot be named. */
    file = load_vrm1("'expressions':{'custom':{'Surprised':{'overrideMouth':'blend',"
                     "'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,1,1,1]}],"
                     "'textureTransformBinds':[{'material':0}]}}}",
                     "'materials':[{}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-bind"), 2);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-name"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_1_DRAFT, "expression-override"), 1);
    unload(&file);
}

/* Binds of one target add up: each is written, also where nodes share a mesh and materials a name.
 */
TEST(ex_039_binds_that_come_again_stay) {
    static const vrm_dialect dialects[] = {VRM_DIALECT_0, VRM_DIALECT_1_DRAFT};
    static const struct {
        const char *binds;
        uint32_t count, shared; /* of morph binds; changes */
    } cases[] = {
        {"{'node':18,'index':0,'weight':0.5},{'node':18,'index':0,'weight':0.5}", 2, 0},
        /* 16 and 17 have one mesh */
        {"{'node':16,'index':0,'weight':0.5},{'node':17,'index':0,'weight':0.5}", 2, 0},
        {"{'node':17,'index':0,'weight':0.5},{'node':16,'index':0,'weight':0.5}", 2, 0},
        {"{'node':16,'index':0,'weight':0.5},{'node':17,'index':0,'weight':0.5},"
         "{'node':16,'index':0,'weight':0.5},{'node':17,'index':0,'weight':0.5}",
         4, 0},
        {"{'node':16,'index':0,'weight':0.5},{'node':16,'index':0,'weight':0.5}", 4, 2},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; ++i) {
        const vrm_dialect dialect = dialects[i % 2];
        loaded again,
            file =
                load_vrm1(format_members("'expressions':{'custom':{'x':{'morphTargetBinds':[%s]}}}",
                                         cases[i / 2].binds),
                          NULL);
        REQUIRE(file.tables != NULL);
        again = rewrite_avatar(&file, dialect, NULL);
        REQUIRE(again.tables != NULL && again.tables->expression_count == 1);
        test_note("case %u", (unsigned)i);
        CHECK_INT(again.tables->expressions[0].morph_bind_count, cases[i / 2].count);
        CHECK(again.tables->expressions[0].morph_binds[0].weight == 0.5f);
        CHECK_INT(count_written_changes(&file, dialect, "shared-mesh"), cases[i / 2].shared);
        test_note(NULL);
        unload(&again);
        unload(&file);
    }
}

TEST(ex_039_values_of_materials_that_come_again_stay) {
    loaded again, file = load_old_vrm(
                      "'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':'unknown',"
                      "'materialValues':["
                      "{'materialName':'same','propertyName':'_Color','targetValue':[1,0.5,0,1]},"
                      "{'materialName':'same','propertyName':'_Color','targetValue':[1,0.5,0,1]},"
                      "{'materialName':'same','propertyName':'_MainTex_ST','targetValue':[1,2,0,0]"
                      "},{'materialName':'same','propertyName':'_MainTex_ST','targetValue':"
                      "[1,2,0,0]}]}]}",
                      "'materials':[{'name':'same'},{'name':'same'}]");
    REQUIRE(file.tables != NULL && file.tables->expression_count == 1);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL && again.tables->expression_count == 1);
    CHECK_INT(file.tables->expressions[0].color_bind_count, 4);
    CHECK_INT(again.tables->expressions[0].color_bind_count, 4);
    CHECK_INT(file.tables->expressions[0].uv_bind_count, 4);
    CHECK_INT(again.tables->expressions[0].uv_bind_count, 4);
    unload(&again);
    unload(&file);
}

/* A name stands for all materials that have it: no order of the binds makes one of them count
 * twice. */
TEST(mi_030_materials_that_share_a_name) {
#define BIND(material, type)                                                                       \
    "{'material':" #material ",'type':'" type "','targetValue':[1,0.5,0,1]}"
    static const struct {
        const char *binds;
        uint32_t count, changes;
    } cases[] = {
        {BIND(0, "color") "," BIND(1, "color"), 2, 0},
        {BIND(0, "color") "," BIND(0, "shadeColor") "," BIND(1, "color") "," BIND(1, "shadeColor"),
         4, 0},
        {BIND(1, "shadeColor") "," BIND(0, "color") "," BIND(1, "color") "," BIND(0, "shadeColor"),
         4, 0},
        {BIND(0, "color") "," BIND(0, "color") "," BIND(1, "color") "," BIND(1, "color"), 4, 0},
        {BIND(0, "color"), 2, 1},
        {BIND(1, "color"), 2, 1},
        {BIND(0, "color") "," BIND(1, "color") "," BIND(1, "color"), 4, 1},
        {BIND(0, "color") "," BIND(1, "shadeColor"), 4, 2},
        {BIND(2, "color"), 1, 0},
    };
#undef BIND
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded again,
            file = load_vrm1(format_members("'expressions':{'custom':{'x':{"
                                            "'materialColorBinds':[%s]}}}",
                                            cases[i].binds),
                             "'materials':[{'name':'same'},{'name':'same'},{'name':'b'}]");
        REQUIRE(file.tables != NULL);
        again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
        REQUIRE(again.tables != NULL && again.tables->expression_count == 1);
        test_note("case %u", (unsigned)i);
        CHECK_INT(again.tables->expressions[0].color_bind_count, cases[i].count);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-bind-materials"),
                  cases[i].changes);
        test_note(NULL);
        unload(&again);
        unload(&file);
    }
}

/* All textures lie as the main one: those that do not are reported, and UV sets and rotations. */
TEST(v0_043_textures_that_lie_otherwise) {
    static const struct {
        const char *base, *shade, *code;
        uint32_t count;
    } cases[] = {
        {"'offset':[0,0.5]", "'offset':[0,0.5]", "texture-transform", 0},
        {"'offset':[0.5,0]", "'offset':[0,0]", "texture-transform", 1},
        {"'offset':[0,0.5]", "'offset':[0,0]", "texture-transform", 1},
        {"'scale':[2,1]", "'scale':[1,1]", "texture-transform", 1},
        {"'scale':[1,2]", "'scale':[1,1]", "texture-transform", 1},
        {"'rotation':1", "'rotation':0", "texture-rotation", 2},
        {"'texCoord':1", "'texCoord':0", "texture", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        loaded file = load_vrm1(
            NULL,
            format_members("'materials':[{'name':'m','pbrMetallicRoughness':{'baseColorTexture':{"
                           "'index':0,'extensions':{'KHR_texture_transform':{%s}}}},'extensions':{"
                           "'VRMC_materials_mtoon':{'specVersion':'1.0','shadeMultiplyTexture':{"
                           "'index':1,'extensions':{'KHR_texture_transform':{%s}}}}}}]",
                           cases[i].base, cases[i].shade));
        REQUIRE(file.tables != NULL);
        test_note("case %u", (unsigned)i);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, cases[i].code), cases[i].count);
        test_note(NULL);
        unload(&file);
    }
}

/* What meta of older dialects has no field for. */
TEST(v0_005_meta_that_has_no_field) {
    static const char *const members[] = {"'copyrightInformation':'c'", "'thirdPartyLicenses':'t'",
                                          "'references':['a','b']"};
    static const char *const allowed[] = {"'allowPoliticalOrReligiousUsage':true",
                                          "'allowAntisocialOrHateUsage':true",
                                          "'commercialUsage':'corporation'"};
    for (size_t i = 0; i < 3; ++i) {
        loaded file = load_vrm1(meta_members(members[i]), NULL);
        REQUIRE(file.tables != NULL);
        test_note("%s", members[i]);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "meta-field"), 1);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_1_DRAFT, "meta-field"), 1);
        unload(&file);
        file = load_vrm1(meta_members(allowed[i]), NULL);
        REQUIRE(file.tables != NULL);
        test_note("%s", allowed[i]);
        CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "meta-permission"), 1);
        unload(&file);
    }
    test_note(NULL);
}

/* --- glTF --- */

/* Strides, offsets, sparse values, matrices, WebP and small numbers are written as they are. */
TEST(gl_001_parts_of_gltf_that_avatars_may_have) {
    static const unsigned char bytes[256];
    static const char *const parts[] = {
        "\"byteStride\":16",
        "\"byteOffset\":4,\"componentType\":5126",
        "\"indices\":{\"bufferView\":0,\"byteOffset\":8,\"componentType\":5123}",
        "\"values\":{\"bufferView\":0,\"byteOffset\":12}",
        "{\"EXT_texture_webp\":{\"source\":0}}",
        "\"wrapS\":33071",
        "\"wrapT\":33071",
        "\"extensionsRequired\":[\"KHR_mesh_quantization\"]",
        "\"EXT_texture_webp\"",
        "\"skeleton\":0",
        "\"weights\":[0.5]",
        "\"COLOR_0\":0",
        "\"copyright\":\"me\"",
        "\"occlusionTexture\":{\"index\":0,\"strength\":0.5}",
        "\"uri\":\"a.png\""};
    loaded file = load_json_bin(
        "{'asset':{'version':'2.0','copyright':'me'},'extensionsUsed':['VRMC_vrm',"
        "'EXT_texture_webp','KHR_mesh_quantization'],'extensionsRequired':["
        "'KHR_mesh_quantization'],'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':"
        "'n','authors':['a'],'licenseUrl':'https://vrm.dev/licenses/1.0/'},'humanoid':{"
        "'humanBones':{'hips':{'node':0}}}}},'scene':0,'scenes':[{'nodes':[0,1]},{'name':'none'}],"
        "'nodes':[{'mesh':0,'skin':0,'weights':[0.5]},{'rotation':[0,0,0,-1]}],"
        "'skins':[{'joints':[0],'skeleton':0}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':1,'COLOR_0':0},'targets':[{'NORMAL':1}]"
        "},{'attributes':{'POSITION':1}}],'extras':{'targetNames':['t']}}],"
        "'accessors':[{'bufferView':1,'byteOffset':4,'componentType':5126,'count':1,'type':'VEC4'},"
        "{'bufferView':0,'componentType':5126,'count':1,'type':'VEC3','min':[0,0,0],'max':[0,0,0],"
        "'sparse':{'count':1,'indices':{'bufferView':0,'byteOffset':8,'componentType':5123},"
        "'values':{'bufferView':0,'byteOffset':12}}}],"
        "'materials':[{'occlusionTexture':{'index':0,'strength':0.5}}],"
        "'textures':[{'extensions':{'EXT_texture_webp':{'source':0}}},{}],"
        "'images':[{'mimeType':'image/webp','bufferView':0},{'uri':'a.png'}],"
        "'samplers':[{'wrapS':33071,'wrapT':33071}],"
        "'bufferViews':[{'buffer':0,'byteLength':64},{'buffer':0,'byteLength':64,'byteStride':16}],"
        "'buffers':[{'byteLength':256}]}",
        bytes, sizeof bytes);
    const void *buffer = file_buffer(&file);
    vrm_written *written;
    const char *text;
    loaded again;
    compared a, b;
    char report[1024];
    size_t size;
    REQUIRE(file.tables != NULL && buffer != NULL);
    REQUIRE(vrm_write_avatar(file.gltf, file.tables, &buffer, NULL, &written, NULL) == VRM_OK);
    text = vrm_written_bytes(written, &size);
    REQUIRE(size > 300);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        test_note("%s", parts[i]);
        CHECK(strstr(text + 20, parts[i]) != NULL);
    }
    test_note(NULL);
    vrm_written_destroy(written);
    again = rewrite_avatar(&file, VRM_DIALECT_1, NULL);
    a = compared_model(file.model);
    b = compared_model(again.model);
    if (!CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0)) puts(report);
    unload(&again);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    CHECK(again.tables != NULL);
    unload(&again);
    unload(&file);
}

/* Limits of any rotation, planes without a normal, and colliders without springs. */
TEST(sb_058_corners_of_springs) {
    static const char *const rotations[] = {"[0,1,0,0]", "[0,0,1,0]", "[0,0,0,-1]"};
    loaded file;
    vrm_tables tables;
    vrm_spring_collider plane = {1, VRM_COLLIDER_PLANE, {0, 0, 0}, {0, 0, 0}, 0};
    char *text;
    for (size_t i = 0; i < 3; ++i) {
        char expected[64];
        file = load_vrm1_springs(format_members(
            "'springs':[{'joints':[{'node':21,'extensions':{'VRMC_springBone_limit':{'specVersion'"
            ":'1.0-draft','limit':{'cone':{'angle':1,'rotation':%s}}}}},{'node':22}]}]",
            rotations[i]));
        REQUIRE(file.tables != NULL);
        text = text_of(&file, 3, NULL, NULL);
        snprintf(expected, sizeof expected, "\"rotation\":%s", rotations[i]);
        CHECK(strstr(text, expected) != NULL);
        free(text);
        unload(&file);
    }
    file = load_vrm1_springs("'colliders':[{'node':1,'shape':{'sphere':{}}}]");
    REQUIRE(file.tables != NULL);
    tables = *file.tables;
    tables.spring_colliders = &plane;
    file.tables = &tables;
    text = text_of(&file, 3, NULL, NULL);
    CHECK(strstr(text, "\"normal\":[0,0,1]") != NULL);
    CHECK(strstr(text, "\"springs\"") == NULL);
    free(text);
    unload(&file);
}

TEST_SUITE(old_text, ENTRY(numbers_of_elements_are_those_of_the_written_file),
           ENTRY(er_008_each_piece_of_memory_may_be_refused),
           ENTRY(v0_034_v0_035_each_value_is_that_of_the_root),
           ENTRY(v0_020_v0_022_values_of_materials_come_back),
           ENTRY(ex_039_binds_that_come_again_stay),
           ENTRY(ex_039_values_of_materials_that_come_again_stay),
           ENTRY(mi_030_materials_that_share_a_name), ENTRY(v0_043_textures_that_lie_otherwise),
           ENTRY(v0_005_meta_that_has_no_field), ENTRY(gl_001_parts_of_gltf_that_avatars_may_have),
           ENTRY(sb_058_corners_of_springs));

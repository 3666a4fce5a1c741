/* Numbers in fields: whole, finite, in range. */
#include "support/fixture.h"
#include "test.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

TEST(gl_034_whole_numbers_may_be_written_with_a_point) {
    static const struct {
        const char *text;
        const char *code; /* NULL: it is 3 */
    } cases[] = {
        {"3", NULL},
        {"3.0", NULL},
        {"3e0", NULL},
        {"30e-1", NULL},
        {"0.3e1", NULL},
        {"3.5", "field-not-integer"},
        {"2.9999999", "field-not-integer"},
        {"-0.5", "field-not-integer"},
        {"-3.0", "index-negative"},
        {"4.0", "index-out-of-range"},
        {"4294967299", "index-out-of-range"}, /* 2^32 + 3 */
        {"18446744073709551619", "index-out-of-range"},
        {"1e300", "index-out-of-range"},
        {"-1e300", "index-negative"},
        {"'3'", "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded file;
        test_note("%s", cases[i].text);
        snprintf(json, sizeof json,
                 "{" ASSET ",'samplers':[{},{},{},{}],'textures':[{'sampler':%s}]}", cases[i].text);
        if (cases[i].code == NULL) {
            file = load_json(json);
        } else {
            file = load_repaired(json, cases[i].code, "/textures/0/sampler");
        }
        REQUIRE(file.gltf != NULL);
        CHECK_INT(vrm_report_count(file.report), cases[i].code == NULL ? 1 : 2); /* no source */
        CHECK_INT(file.gltf->textures[0].sampler, cases[i].code == NULL ? 3 : VRM_NONE);
        unload(&file);
    }
}

/* In arrays of indices too. */
TEST(gl_034_whole_numbers_in_arrays) {
    loaded file = load_json("{" ASSET ",'nodes':[{'children':[1.0,2e0,0.3e1,2.5]},{},{},{}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->nodes[0].child_count, 3);
    for (int32_t i = 0; i < 3; ++i) CHECK_INT(file.gltf->nodes[0].children[i], i + 1);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "field-not-integer", "/nodes/0/children/3"));
    unload(&file);
}

TEST(gl_034_the_message_shows_the_number) {
    loaded file = load_json("{" ASSET ",'scene':3.5,'scenes':[{}]}");
    CHECK_TEXT(message_of(&file, "field-not-integer"), "3.5 is not a whole number; it is ignored");
    CHECK_TEXT(requirement_of(&file, "field-not-integer"), "GL-034");
    unload(&file);
}

/* Strict takes what is not JSON for a syntax error; 1e300 is JSON, and not a float. */
TEST(gl_035_numbers_that_are_not_finite) {
    static const struct {
        const char *text;
        vrm_result strict;
    } cases[] = {
        {"1e999", VRM_ERROR_JSON},    {"-1e999", VRM_ERROR_JSON},    {"NaN", VRM_ERROR_JSON},
        {"Infinity", VRM_ERROR_JSON}, {"-Infinity", VRM_ERROR_JSON}, {"1e300", VRM_ERROR_GLTF},
        {"-3.5e38", VRM_ERROR_GLTF},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file, strict;
        test_note("%s", cases[i].text);
        snprintf(
            json, sizeof json,
            "{" ASSET ",'nodes':[{'translation':[1,2,%s],'scale':[3,3,3]}],"
            "'materials':[{'alphaCutoff':%s,'alphaMode':'MASK'}],"
            "'meshes':[{'primitives':[{'attributes':{},'targets':[{},{}]}],'weights':[1,%s]}]}",
            cases[i].text, cases[i].text, cases[i].text);
        file = load_json(json);
        strict = load_json_strict(json);
        CHECK_INT(strict.result, cases[i].strict);
        REQUIRE(file.gltf != NULL);
        CHECK(found(&file, "field-not-finite", "/nodes/0/translation/2"));
        CHECK(found(&file, "field-not-finite", "/materials/0/alphaCutoff"));
        CHECK(found(&file, "field-not-finite", "/meshes/0/weights/1"));
        CHECK_TEXT(requirement_of(&file, "field-not-finite"), "GL-035");
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 0, 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 0, 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.scale.x, 3, 0);
        CHECK_NEAR(file.gltf->materials[0].alpha_cutoff, 0.5, 0);
        /* One weight of several: its place stays. */
        CHECK_INT(file.gltf->meshes[0].weight_count, 2);
        CHECK_NEAR(file.gltf->meshes[0].weights[0], 1, 0);
        CHECK_NEAR(file.gltf->meshes[0].weights[1], 0, 0);
        unload(&strict);
        unload(&file);
    }
}

/* One wrong element, and the vector is not used: neither its other elements nor half of it. */
TEST(gl_035_a_matrix_that_is_not_finite) {
    loaded file =
        load_json("{" ASSET ",'nodes':[{'matrix':[2,0,0,0, 0,2,0,0, 0,0,2,0, 5,6,1e999,1],"
                  "'translation':[1,2,3]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "field-not-finite", "/nodes/0/matrix/14"));
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 1, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 3, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.scale.x, 1, 0);
    unload(&file);
}

TEST(gl_035_an_index_that_is_not_finite) {
    loaded file = load_json("{" ASSET ",'samplers':[{}],'textures':[{'sampler':1e999}]}");
    CHECK(found(&file, "field-not-finite", "/textures/0/sampler"));
    CHECK_INT(vrm_report_count(file.report), 2); /* no source */
    if (CHECK(file.gltf != NULL)) CHECK_INT(file.gltf->textures[0].sampler, VRM_NONE);
    unload(&file);
}

/* The greatest float, also as C# and printf("%.9g") round it: up. */
TEST(gl_035_the_greatest_float_is_finite) {
    loaded file =
        load_json("{" ASSET ",'nodes':[{'translation':[3.4028234663852886e38,"
                  "3.40282347e+38,-3.40282347E+38]},{'translation':[3.40282357e38,0,0]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, FLT_MAX, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.y, FLT_MAX, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, -FLT_MAX, 0);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "field-not-finite", "/nodes/1/translation/0"));
    unload(&file);
}

/* Out of range, and taken to the nearest end. */
TEST(numbers_out_of_range_are_clamped) {
    loaded file = load_json("{" ASSET ",'textures':[{}],'materials':["
                            "{'normalTexture':{'index':0,'texCoord':-1}},"
                            "{'normalTexture':{'index':0,'texCoord':65536}},"
                            "{'normalTexture':{'index':0,'texCoord':3000000000}},"
                            "{'normalTexture':{'index':0,'texCoord':-1e18}}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->materials[0].normal_texture.tex_coord, 0);
    CHECK_INT(file.gltf->materials[1].normal_texture.tex_coord, 65535);
    CHECK_INT(file.gltf->materials[2].normal_texture.tex_coord, 65535);
    CHECK_INT(file.gltf->materials[3].normal_texture.tex_coord, 0);
    CHECK_INT(count_code(&file, "field-range"), 4);
    CHECK_TEXT(message_of(&file, "field-range"),
               "this should be 0 to 65535 but is -1; the nearest allowed value is used");
    CHECK_TEXT(requirement_of(&file, "field-range"), ""); /* there is one for each field */
    CHECK(found(&file, "field-range", "/materials/2/normalTexture/texCoord"));
    unload(&file);
}

/* Most ranges have one end; FLT_MAX is not worth a word. */
TEST(ranges_with_one_end) {
    loaded file = load_json("{" ASSET ",'materials':[{'alphaCutoff':-0.5}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_NEAR(file.gltf->materials[0].alpha_cutoff, 0, 0);
    CHECK_TEXT(message_of(&file, "field-range"),
               "this should be at least 0 but is -0.5; the nearest allowed value is used");
    unload(&file);
    file = load_json("{" ASSET ",'buffers':[{'byteLength':8}],'bufferViews':[{'buffer':0,"
                     "'byteLength':8,'byteStride':3000000000}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(message_of(&file, "field-range"), "this should be a number of 32 bits but is "
                                                 "3000000000; the nearest allowed value is used");
    unload(&file);
}

TEST_SUITE(json_number, ENTRY(ranges_with_one_end),
           ENTRY(gl_034_whole_numbers_may_be_written_with_a_point),
           ENTRY(gl_034_whole_numbers_in_arrays), ENTRY(gl_034_the_message_shows_the_number),
           ENTRY(gl_035_numbers_that_are_not_finite), ENTRY(gl_035_a_matrix_that_is_not_finite),
           ENTRY(gl_035_an_index_that_is_not_finite), ENTRY(gl_035_the_greatest_float_is_finite),
           ENTRY(numbers_out_of_range_are_clamped));

/* The vrm_model_read_ functions: what they give. */
#include "support/accessors.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const double ramp[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

static void check_floats(const float *got, const double *expected, size_t count) {
    for (size_t i = 0; i < count; ++i) CHECK_NEAR(got[i], expected[i], 0);
}

/* --- Vertices --- */

TEST(components_are_cut_or_filled) {
    static const struct {
        const char *key, *type;
        int32_t semantic;
        unsigned given;
    } attributes[] = {
        {"POSITION", "VEC3", VRM_ATTRIBUTE_POSITION, 3},
        {"TANGENT", "VEC4", VRM_ATTRIBUTE_TANGENT, 4},
        {"TEXCOORD_0", "VEC2", VRM_ATTRIBUTE_TEXCOORD, 2},
        {"COLOR_0", "VEC3", VRM_ATTRIBUTE_COLOR, 3},
        {"COLOR_0", "VEC4", VRM_ATTRIBUTE_COLOR, 4},
    };
    for (size_t i = 0; i < COUNT(attributes); ++i) {
        accessor_maker make = {{0}, 0, "", "", 0};
        char rest[256];
        unsigned given = attributes[i].given;
        loaded file;
        add_floats(&make, "VEC3", 4, 12, square);
        add_floats(&make, attributes[i].type, 4, 4 * given, ramp + 1);
        snprintf(rest, sizeof rest,
                 ",'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'%s':1},'mode':0}]}]", 0,
                 attributes[i].key);
        file = load_made(&make, rest);
        for (unsigned components = 2; components <= 4; ++components) {
            float out[16];
            vrm_result result = vrm_model_read_vertices(file.model, 0, 0, attributes[i].semantic, 0,
                                                        (int32_t)components, out, 16);
            test_note("%s %s as %u", attributes[i].key, attributes[i].type, components);
            CHECK_INT(result, VRM_OK);
            for (unsigned k = 0; k < 4 * components; ++k) {
                unsigned vertex = k / components, c = k % components;
                double expected = c < given ? ramp[1 + vertex * given + c] : c == 3 ? 1 : 0;
                CHECK_NEAR(out[k], expected, 0);
            }
        }
        unload(&file);
        test_note(NULL);
    }
}

/* Zeros of an accessor without a view are the file's; what it does not have is filled all the
 * same. */
TEST(components_of_zeros_are_filled) {
    static const struct {
        const char *type;
        double expected[4];
    } cases[] = {{"VEC3", {0, 0, 0, 1}}, {"VEC4", {0, 0, 0, 0}}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        float out[8];
        loaded file;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'accessors':["
                 "{'componentType':5126,'count':2,'type':'VEC3'},"
                 "{'componentType':5126,'count':2,'type':'%s'}],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':1}}]}]}",
                 cases[i].type);
        file = load_json(json);
        test_note("%s", cases[i].type);
        CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_COLOR, 0, 4, out, 8),
                  VRM_OK);
        check_floats(out, cases[i].expected, 4);
        check_floats(out + 4, cases[i].expected, 4);
        unload(&file);
    }
}

/* Sparse colors of three components keep the alpha of 1 in the elements that they replace. */
TEST(sparse_elements_are_filled_too) {
    accessor_maker make = {{0}, 0, "", "", 0};
    const double index = 1;
    const double expected[] = {1, 2, 3, 1, 20, 21, 22, 1, 7, 8, 9, 1, 10, 11, 12, 1};
    float out[16];
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    add_accessor(&make, VRM_COMPONENT_U8, "SCALAR", 1, 1, &index, "");
    add_floats(&make, "VEC3", 1, 3, ramp + 20);
    add_accessor(&make, VRM_COMPONENT_F32, "VEC3", 4, 12, ramp + 1,
                 ",'sparse':{'count':1,'indices':{'bufferView':1,'componentType':5121},"
                 "'values':{'bufferView':2}}");
    file = load_made(
        &make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':3},'mode':0}]}]");
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_COLOR, 0, 4, out, 16),
              VRM_OK);
    check_floats(out, expected, 16);
    unload(&file);
}

/* GL-018: KHR_mesh_quantization's positions come as they are stored; the node scales them. */
TEST(quantised_positions_are_read) {
    static const struct {
        int component;
        const char *extra;
        double values[12], expected[12];
    } cases[] = {
        {VRM_COMPONENT_I8,
         "",
         {-128, 127, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
         {-128, 127, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
        {VRM_COMPONENT_U16,
         "",
         {0, 65535, 256, 1, 2, 3, 4, 5, 6, 7, 8, 9},
         {0, 65535, 256, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
        {VRM_COMPONENT_I16,
         ",'normalized':true",
         {-32768, -32767, 32767, 0, 0, 0, 0, 0, 0, 0, 0, 0},
         {-1, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
        {VRM_COMPONENT_U8,
         ",'normalized':true",
         {0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255},
         {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        accessor_maker make = {{0}, 0, "", "", 0};
        float out[12];
        loaded file;
        test_note("component type %d", cases[i].component);
        add_accessor(&make, cases[i].component, "VEC3", 4, 12, cases[i].values, cases[i].extra);
        file = load_made(&make, ",'extensionsUsed':['KHR_mesh_quantization'],"
                                "'extensionsRequired':['KHR_mesh_quantization'],"
                                "'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
                                "'mode':0}]}]");
        CHECK(!found(&file, "attribute-quantized", NULL));
        CHECK_INT(file.gltf->meshes[0].primitives[0].vertex_count, 4);
        CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, out, 12),
                  VRM_OK);
        check_floats(out, cases[i].expected, 12);
        unload(&file);
    }
}

TEST(er_002_normals_of_zero_length_point_up) {
    static const double normals[] = {0, 0, 0, 0, 0, 1, -0.0, 0, -0.0, 1, 0, 0};
    static const double expected[] = {0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0};
    accessor_maker make = {{0}, 0, "", "", 0};
    float out[16];
    uint32_t nan_bits = 0x7FC00000u;
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    add_floats(&make, "VEC3", 4, 12, normals);
    /* NaN reads as 0, and a normal of NaN so as (0, 1, 0). */
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 4; ++k) {
            make.bin[48 + 4 * i + k] = (unsigned char)(nan_bits >> (8 * k));
        }
    }
    file = load_made(&make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1},"
                            "'targets':[{'NORMAL':1}],'mode':0}]}]");
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 12),
              VRM_OK);
    check_floats(out, expected, 12);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 4, out, 16),
              VRM_OK);
    for (int i = 0; i < 4; ++i) {
        check_floats(out + 4 * i, expected + 3 * i, 3);
        CHECK_NEAR(out[4 * i + 3], 1, 0);
    }
    /* Differences of normals are not normals: no difference stays none. */
    CHECK_INT(vrm_model_read_morph_target(file.model, 0, 0, 0, VRM_ATTRIBUTE_NORMAL, out, 12),
              VRM_OK);
    CHECK_NEAR(out[1], 0, 0);
    CHECK_NEAR(out[7], 0, 0);
    CHECK_NEAR(out[9], 1, 0);
    unload(&file);
}

TEST(attributes_are_found_by_semantic_and_set) {
    accessor_maker make = {{0}, 0, "", "", 0};
    float out[16];
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    add_floats(&make, "VEC2", 4, 8, ramp);
    add_floats(&make, "VEC2", 4, 8, ramp + 8);
    file = load_made(&make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,"
                            "'TEXCOORD_0':1,'TEXCOORD_1':2},'mode':0}]}]");
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_TEXCOORD, 0, 2, out, 8),
              VRM_OK);
    check_floats(out, ramp, 8);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_TEXCOORD, 1, 2, out, 8),
              VRM_OK);
    check_floats(out, ramp + 8, 8);
    /* What the primitive does not have. */
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_TEXCOORD, 2, 2, out, 8),
              VRM_ERROR_NO_ATTRIBUTE);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 12),
              VRM_ERROR_NO_ATTRIBUTE);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, 99, 0, 3, out, 12),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION, -1, 3, out, 12),
              VRM_ERROR_NO_ATTRIBUTE);
    unload(&file);
}

/* --- Triangles --- */

typedef struct triangle_case {
    int mode;
    unsigned index_count;
    double indices[8];
    unsigned count;
    uint32_t expected[18];
} triangle_case;

static void check_triangles(const triangle_case *test, int component) {
    accessor_maker make = {{0}, 0, "", "", 0};
    static const double points[24] = {0};
    char rest[256];
    uint32_t out[24];
    size_t count = 99;
    loaded file;
    bool has_indices = component != 0;
    /* Without indices, the vertices in their order. */
    unsigned vertex_count = has_indices ? 8 : test->index_count;
    add_floats(&make, "VEC3", vertex_count, vertex_count * 3, points);
    if (has_indices) {
        add_accessor(&make, component, "SCALAR", test->index_count, test->index_count,
                     test->indices, "");
    }
    snprintf(rest, sizeof rest,
             ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}%s,'mode':%d}]}]",
             has_indices ? ",'indices':1" : "", test->mode);
    file = load_made(&make, rest);
    test_note("mode %d, %u indices of type %d", test->mode, test->index_count, component);
    memset(out, 0xEE, sizeof out);
    CHECK_INT(file.gltf->meshes[0].primitives[0].triangle_count * 3, test->count);
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, out, test->count, &count), VRM_OK);
    CHECK_INT(count, test->count);
    for (unsigned i = 0; i < test->count; ++i) CHECK_INT(out[i], test->expected[i]);
    for (size_t i = test->count; i < COUNT(out); ++i) CHECK_INT(out[i], 0xEEEEEEEEu);
    unload(&file);
    test_note(NULL);
}

/* glTF 2.0, 3.7.2.1: strips p_i = {v_i, v_(i+1+i%2), v_(i+2-i%2)}, fans {v_(i+1), v_(i+2), v_0}. */
TEST(every_mode_gives_its_triangles) {
    static const triangle_case cases[] = {
        {VRM_PRIMITIVE_MODE_POINTS, 3, {0, 1, 2}, 0, {0}},
        {VRM_PRIMITIVE_MODE_LINES, 4, {0, 1, 2, 3}, 0, {0}},
        {VRM_PRIMITIVE_MODE_LINE_LOOP, 3, {0, 1, 2}, 0, {0}},
        {VRM_PRIMITIVE_MODE_LINE_STRIP, 3, {0, 1, 2}, 0, {0}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 6, {0, 1, 2, 3, 4, 5}, 6, {0, 1, 2, 3, 4, 5}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 3, {0, 1, 2}, 3, {0, 1, 2}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 2, {0, 1}, 0, {0}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 5, {0, 1, 2, 3, 4}, 3, {0, 1, 2}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP,
         6,
         {0, 1, 2, 3, 4, 5},
         12,
         {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 3, {0, 1, 2}, 3, {0, 1, 2}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 2, {0, 1}, 0, {0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 1, {0}, 0, {0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN,
         6,
         {0, 1, 2, 3, 4, 5},
         12,
         {1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN, 3, {0, 1, 2}, 3, {1, 2, 0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN, 2, {0, 1}, 0, {0}},
    };
    static const triangle_case shuffled[] = {
        {VRM_PRIMITIVE_MODE_TRIANGLES, 6, {7, 0, 3, 3, 3, 1}, 6, {7, 0, 3, 3, 3, 1}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 5, {7, 0, 3, 2, 1}, 9, {7, 0, 3, 0, 2, 3, 3, 2, 1}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN, 5, {7, 0, 3, 2, 1}, 9, {0, 3, 7, 3, 2, 7, 2, 1, 7}},
    };
    static const int components[] = {0, VRM_COMPONENT_U8, VRM_COMPONENT_U16, VRM_COMPONENT_U32};
    for (size_t k = 0; k < COUNT(components); ++k) {
        for (size_t i = 0; i < COUNT(cases); ++i) check_triangles(&cases[i], components[k]);
        for (size_t i = 0; i < COUNT(shuffled) && components[k] != 0; ++i) {
            check_triangles(&shuffled[i], components[k]);
        }
    }
}

/* ER-008: indices are the payload's, and no load has seen them. */
TEST(triangles_with_an_index_out_of_range_are_left_out) {
    static const struct {
        int mode;
        unsigned index_count;
        double indices[6];
        size_t count;
        uint32_t expected[12];
    } cases[] = {
        {VRM_PRIMITIVE_MODE_TRIANGLES, 6, {0, 1, 4, 1, 2, 3}, 3, {1, 2, 3}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 6, {0, 1, 2, 3, 65535, 0}, 3, {0, 1, 2}},
        {VRM_PRIMITIVE_MODE_TRIANGLES, 3, {4, 4, 4}, 0, {0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 6, {0, 1, 2, 9, 3, 0}, 3, {0, 1, 2}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_STRIP, 5, {9, 1, 2, 3, 0}, 6, {1, 3, 2, 2, 3, 0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN, 6, {0, 1, 2, 9, 3, 1}, 6, {1, 2, 0, 3, 1, 0}},
        {VRM_PRIMITIVE_MODE_TRIANGLE_FAN, 5, {9, 0, 1, 2, 3}, 0, {0}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        accessor_maker make = {{0}, 0, "", "", 0};
        char rest[256];
        uint32_t out[12];
        size_t count = 99;
        loaded file;
        add_floats(&make, "VEC3", 4, 12, square);
        add_accessor(&make, VRM_COMPONENT_U16, "SCALAR", cases[i].index_count, cases[i].index_count,
                     cases[i].indices, "");
        snprintf(rest, sizeof rest,
                 ",'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1,'mode':%d}]}]",
                 cases[i].mode);
        file = load_made(&make, rest);
        test_note("case %d", (int)i);
        CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, out, 12, &count), VRM_OK);
        CHECK_INT(count, cases[i].count);
        for (size_t k = 0; k < cases[i].count; ++k) CHECK_INT(out[k], cases[i].expected[k]);
        /* Who does not want to know how many need not. */
        CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, out, 12, NULL), VRM_OK);
        unload(&file);
    }
}

/* U32 indices that would be in range if they were cut to 16 or 8 bits. */
TEST(er_008_large_indices_are_not_cut) {
    static const double indices[] = {65536,        65537, 65538, 256, 257, 258,
                                     4294967295.0, 1,     2,     0,   1,   2};
    accessor_maker make = {{0}, 0, "", "", 0};
    uint32_t out[12];
    size_t count = 0;
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    add_accessor(&make, VRM_COMPONENT_U32, "SCALAR", 12, 12, indices, "");
    file = load_made(&make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
                            "'indices':1}]}]");
    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, out, 12, &count), VRM_OK);
    CHECK_INT(count, 3);
    for (uint32_t i = 0; i < 3; ++i) CHECK_INT(out[i], i);
    unload(&file);
}

/* --- Joints --- */

TEST(er_008_joints_out_of_range_become_the_first) {
    static const double joints[] = {0, 1, 2, 3, 3, 2, 1, 0, 255, 0, 254, 1, 1, 1, 3, 200};
    static const uint16_t expected[] = {0, 1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0};
    static const int components[] = {VRM_COMPONENT_U8, VRM_COMPONENT_U16};
    for (size_t i = 0; i < COUNT(components); ++i) {
        accessor_maker make = {{0}, 0, "", "", 0};
        uint16_t out[16];
        size_t invalid = 99;
        loaded file;
        add_floats(&make, "VEC3", 4, 12, square);
        add_accessor(&make, components[i], "VEC4", 4, 16, joints, "");
        add_floats(&make, "VEC4", 4, 16, ramp);
        file = load_made(&make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0,"
                                "'JOINTS_0':1,'WEIGHTS_0':2},'mode':0}]}],"
                                "'nodes':[{},{},{}],'skins':[{'joints':[0,1,2]},{'joints':[2]}]");
        CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, out, 16, &invalid), VRM_OK);
        CHECK_INT(invalid, 6);
        for (size_t k = 0; k < 16; ++k) CHECK_INT(out[k], expected[k]);
        /* The same vertices in a smaller skin. */
        CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 1, out, 16, &invalid), VRM_OK);
        CHECK_INT(invalid, 13);
        for (size_t k = 0; k < 16; ++k) CHECK_INT(out[k], 0);
        CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, out, 16, NULL), VRM_OK);
        CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 1, 0, out, 16, NULL),
                  VRM_ERROR_NO_ATTRIBUTE);
        unload(&file);
    }
}

/* --- Morph targets, inverse binds --- */

TEST(morph_targets_without_an_attribute_are_zeros) {
    accessor_maker make = {{0}, 0, "", "", 0};
    float out[12];
    loaded file;
    add_floats(&make, "VEC3", 4, 12, square);
    add_floats(&make, "VEC3", 4, 12, ramp);
    file = load_made(&make, ",'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
                            "'targets':[{'POSITION':1},{'NORMAL':1},{}],'mode':0}]}]");
    CHECK_INT(vrm_model_read_morph_target(file.model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, out, 12),
              VRM_OK);
    check_floats(out, ramp, 12);
    for (int32_t target = 1; target < 3; ++target) {
        for (size_t i = 0; i < 12; ++i) out[i] = 9;
        CHECK_INT(
            vrm_model_read_morph_target(file.model, 0, 0, target, VRM_ATTRIBUTE_POSITION, out, 12),
            VRM_OK);
        for (size_t i = 0; i < 12; ++i) CHECK_NEAR(out[i], 0, 0);
    }
    CHECK_INT(vrm_model_read_morph_target(file.model, 0, 0, 1, VRM_ATTRIBUTE_NORMAL, out, 12),
              VRM_OK);
    check_floats(out, ramp, 12);
    unload(&file);
}

TEST(inverse_binds_default_to_identity) {
    static const double identity[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    accessor_maker make = {{0}, 0, "", "", 0};
    double matrices[32];
    vrm_mat4 out[3];
    loaded file;
    memcpy(matrices, ramp, sizeof matrices);
    add_floats(&make, "MAT4", 2, 32, matrices);
    file = load_made(&make, ",'nodes':[{},{},{}],'skins':[{'joints':[0,1]},"
                            "{'joints':[1,0],'inverseBindMatrices':0},"
                            "{'joints':[0,1,2],'inverseBindMatrices':0},"
                            "{'joints':[2],'inverseBindMatrices':0}]");
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 0, out, 2), VRM_OK);
    check_floats(out[0].m, identity, 16);
    check_floats(out[1].m, identity, 16);
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 1, out, 2), VRM_OK);
    check_floats(out[0].m, ramp, 16);
    check_floats(out[1].m, ramp + 16, 16);
    /* ER-008: two matrices for three joints are not used. */
    CHECK(found(&file, "skin-inverse-binds", NULL));
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 2, out, 3), VRM_OK);
    check_floats(out[0].m, identity, 16);
    check_floats(out[2].m, identity, 16);
    /* More matrices than joints: the first ones count. */
    out[1].m[0] = 77;
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 3, out, 1), VRM_OK);
    check_floats(out[0].m, ramp, 16);
    CHECK_NEAR(out[1].m[0], 77, 0);
    unload(&file);
}

/* --- Headers of images --- */

static vrm_image_header header_of(const void *bytes, size_t size) {
    vrm_image_header header = {99, 99, 99};
    char json[400];
    loaded file;
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[{'buffer':0,"
             "'byteLength':%zu}],'images':[{'bufferView':0,'mimeType':'image/jpeg'}]}",
             size, size);
    file = load_fixture(fixture_glb(json, bytes, size), NULL);
    CHECK_INT(vrm_model_get_image_header(file.model, 0, &header), VRM_OK);
    unload(&file);
    return header;
}

/* Markers of every kind come before the frame that has the size. Every beginning of the file is a
 * JPEG whose size is known from that frame on. */
TEST(er_008_sizes_of_jpegs_are_read_behind_other_markers) {
    static const uint8_t jpeg[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 4,    1,    2,    0xFF, 0xFF,
                                   0xFF, 0xC4, 0,    3,    0, 0xFF, 0xC8, 0,    2,    0xFF,
                                   0xCC, 0,    2,    0xFF, 1, 0,    2,    0xFF, 0xC2, 0,
                                   11,   8,    1,    2,    0, 64,   3,    1,    2,    3};
    const size_t frame_end = 40;
    for (size_t size = 4; size <= sizeof jpeg; ++size) {
        const vrm_image_header header = header_of(jpeg, size);
        test_note("%zu bytes", size);
        CHECK_INT(header.format, VRM_IMAGE_FORMAT_JPEG);
        CHECK_INT(header.width, size >= frame_end ? 64 : 0);
        CHECK_INT(header.height, size >= frame_end ? 258 : 0);
    }
    test_note(NULL);
}

TEST(er_008_images_that_are_none_have_no_size) {
    static const char riff[] = "RIFF\x20\0\0\0WAVEfmt .................";
    static const uint8_t stray[] = {0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 7, 7, 7, 7};
    static const uint8_t zeros[40];
    CHECK_INT(header_of(riff, sizeof riff).format, VRM_IMAGE_FORMAT_UNKNOWN);
    CHECK_INT(header_of(zeros, sizeof zeros).format, VRM_IMAGE_FORMAT_UNKNOWN);
    CHECK_INT(header_of(stray, sizeof stray).width, 0);
    CHECK_TEXT(vrm_image_format_name(VRM_IMAGE_FORMAT_JPEG), "JPEG");
    CHECK_TEXT(vrm_image_format_name(-1), "unknown");
    CHECK_TEXT(vrm_image_format_name(INT32_MAX), "unknown");
    CHECK_INT(vrm_model_get_image_header(NULL, 0, NULL), VRM_ERROR_INVALID_ARGUMENT);
}

TEST_SUITE(payload, ENTRY(components_are_cut_or_filled), ENTRY(components_of_zeros_are_filled),
           ENTRY(sparse_elements_are_filled_too), ENTRY(quantised_positions_are_read),
           ENTRY(er_002_normals_of_zero_length_point_up),
           ENTRY(attributes_are_found_by_semantic_and_set), ENTRY(every_mode_gives_its_triangles),
           ENTRY(triangles_with_an_index_out_of_range_are_left_out),
           ENTRY(er_008_large_indices_are_not_cut),
           ENTRY(er_008_joints_out_of_range_become_the_first),
           ENTRY(morph_targets_without_an_attribute_are_zeros),
           ENTRY(inverse_binds_default_to_identity),
           ENTRY(er_008_sizes_of_jpegs_are_read_behind_other_markers),
           ENTRY(er_008_images_that_are_none_have_no_size));

/* Rules of the payload: a skinned square with one number changed. */
#include "author/check/check.h"
#include "author/check/scan.h"
#include "support/fixture.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- A file and what a check says of it --- */

/* "code pointer: sentence" of all diagnostics, each followed by a line break. Allocation `fail_at`
 * fails. */
static vrm_result check_file(loaded *file, int64_t fail_at, char *out, size_t capacity) {
    counting counter;
    vrm_load_desc load;
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    out[0] = '\0';
    counting_init(&counter, fail_at);
    vrm_load_desc_init(&load);
    vrm_check_desc_init(&desc);
    desc.load = &load;
    load.allocator = &counter.allocator;
    result = vrm_check_model(file->model, &desc, &report);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        size_t length = strlen(out);
        snprintf(out + length, capacity - length, "%s %s: %s\n", found->code, found->pointer,
                 found->message);
    }
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    return result;
}

static void expect(const char *json, const void *bin, size_t size, const char *expected) {
    loaded file = load_json_bin(json, bin, size);
    char text[2048];
    REQUIRE(file.model != NULL);
    CHECK_INT(check_file(&file, -1, text, sizeof text), VRM_OK);
    CHECK_TEXT(text, expected);
    unload(&file);
}

/* --- The square --- */

typedef struct square {
    float positions[4][3], normals[4][3], tangents[4][4], weights[4][4], binds[2][16];
    uint8_t joints[4][4];
    uint16_t indices[6];
    uint32_t sparse_index;
    float sparse_value[3];
} square;

_Static_assert(sizeof(square) == 396, "as the JSON has it");

static square good_square(void) {
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    square bin;
    memset(&bin, 0, sizeof bin);
    memcpy(bin.positions, corners, sizeof corners);
    memcpy(bin.indices, indices, sizeof indices);
    for (int i = 0; i < 4; ++i) {
        bin.normals[i][2] = 1;
        bin.tangents[i][0] = 1;
        bin.tangents[i][3] = i % 2 == 0 ? 1.0f : -1.0f;
        bin.weights[i][0] = 0.25f;
        bin.weights[i][1] = 0.75f;
        bin.joints[i][1] = 1;
    }
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 4; ++k) bin.binds[i][k * 5] = 1;
    }
    return bin;
}

#define BEGIN                                                                                      \
    "{'asset':{'version':'2.0'},'buffers':[{'byteLength':396}],'scene':0,"                         \
    "'scenes':[{'nodes':[0,1]}],'nodes':[{'mesh':0,'skin':0},{'children':[2]},{}],"                \
    "'skins':[{'joints':[1,2],'inverseBindMatrices':4}],'bufferViews':["                           \
    "{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':48},"                   \
    "{'buffer':0,'byteOffset':96,'byteLength':64},{'buffer':0,'byteOffset':160,'byteLength':64},"  \
    "{'buffer':0,'byteOffset':224,'byteLength':128},"                                              \
    "{'buffer':0,'byteOffset':352,'byteLength':16},{'buffer':0,'byteOffset':368,'byteLength':12}"
#define MESH(attributes)                                                                           \
    "'meshes':[{'name':'body','primitives':[{'indices':6,'attributes':{" attributes "}}]}]"
#define POSITION                                                                                   \
    "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[0,0,0],'max':[1,1,0]}"
#define OTHERS                                                                                     \
    ",{'bufferView':1,'componentType':5126,'count':4,'type':'VEC3'},"                              \
    "{'bufferView':2,'componentType':5126,'count':4,'type':'VEC4'},"                               \
    "{'bufferView':3,'componentType':5126,'count':4,'type':'VEC4'},"                               \
    "{'bufferView':4,'componentType':5126,'count':2,'type':'MAT4'},"                               \
    "{'bufferView':5,'componentType':5121,'count':4,'type':'VEC4'},"                               \
    "{'bufferView':6,'componentType':5123,'count':6,'type':'SCALAR'}"
#define ALL "'POSITION':0,'NORMAL':1,'TANGENT':2,'WEIGHTS_0':3,'JOINTS_0':5"
#define SQUARE BEGIN "],'accessors':[" POSITION OTHERS "]," MESH(ALL) "}"

TEST(a_good_square_has_no_diagnostic) {
    square bin = good_square();
    expect(SQUARE, &bin, sizeof bin, "");
}

TEST(gl_037_numbers_that_are_not_finite_are_found) {
    square bin = good_square();
    bin.positions[1][1] = INFINITY;
    bin.normals[0][0] = NAN;
    bin.normals[3][2] = -INFINITY;
    bin.weights[2][3] = -NAN;
    bin.binds[1][7] = NAN;
    expect(SQUARE, &bin, sizeof bin,
           "accessor-not-finite /accessors/0: numbers that are infinite or NaN: "
           "1\naccessor-not-finite /accessors/1: numbers that are infinite or NaN: "
           "2\naccessor-not-finite /accessors/3: numbers that are infinite or NaN: "
           "1\naccessor-not-finite /accessors/4: numbers that are infinite or NaN: 1\n");
}

TEST(gl_038_bounds_are_those_of_the_values) {
    square bin = good_square();
    bin.positions[2][0] = 1.5f;
    bin.positions[0][1] = -0.25f;
    bin.positions[3][2] = 1e-6f; /* within the tolerance */
    expect(SQUARE, &bin, sizeof bin,
           "accessor-bounds /accessors/0/max: max is 1, but the values give 1.5\naccessor-bounds "
           "/accessors/0/min: min is 0, but the values give -0.25\n");
}

TEST(gl_038_positions_need_bounds) {
    square bin = good_square();
    expect(BEGIN
           "],'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'}" OTHERS
           "]," MESH(ALL) "}",
           &bin, sizeof bin, "position-no-bounds /accessors/0: positions have no min and max\n");
}

TEST(gl_038_positions_of_morph_targets_need_bounds_too) {
    square bin = good_square();
    expect(BEGIN "],'accessors':[" POSITION OTHERS
                 "],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':["
                 "{'POSITION':1},{'NORMAL':1},{'POSITION':1},{'POSITION':0}]}]}]}",
           &bin, sizeof bin, "position-no-bounds /accessors/1: positions have no min and max\n");
}

TEST(gl_038_integers_have_bounds_too) {
    static const struct {
        const char *accessor, *expected;
    } cases[] = {
        {"{'bufferView':5,'componentType':5120,'count':4,'type':'VEC2','min':[-1,0],'max':[3,1]}",
         ""},
        {"{'bufferView':5,'componentType':5121,'count':2,'type':'VEC2','min':[3,1],'max':[255,1]}",
         "accessor-bounds /accessors/7/min: min is 1, but the values give 0\n"},
        {"{'bufferView':5,'componentType':5122,'count':2,'type':'SCALAR','min':[259],'max':[511]}",
         ""},
        {"{'bufferView':5,'componentType':5123,'count':2,'type':'SCALAR','min':[258],'max':[511]}",
         "accessor-bounds /accessors/7/min: min is 258, but the values give 259\n"},
        {"{'bufferView':5,'componentType':5125,'count':1,'type':'SCALAR','min':[33489155],"
         "'max':[33489155]}",
         ""},
        {"{'bufferView':5,'componentType':5121,'normalized':true,'count':2,'type':'VEC2',"
         "'min':[3,0],'max':[255,1]}",
         ""}, /* bounds are not scaled */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        square bin = good_square();
        char json[4096];
        /* 03 01 FF 01: of bytes 3 and 1, 255 (or -1) and 1; of shorts 259 and 511. */
        static const uint8_t bytes[] = {3, 1, 255, 1};
        memcpy(bin.joints, bytes, sizeof bytes);
        if (i == 0) memset(bin.joints[1], 0, 12);
        if (i == 1) bin.joints[0][3] = 0;
        if (i == 5) bin.joints[0][3] = 0;
        snprintf(json, sizeof json,
                 BEGIN "],'accessors':[" POSITION OTHERS ",%s]," MESH("'POSITION':0") "}",
                 cases[i].accessor);
        test_note("%s", cases[i].accessor);
        expect(json, &bin, sizeof bin, cases[i].expected);
    }
    test_note(NULL);
}

TEST(gl_039_indices_are_below_the_number_of_vertices) {
    square bin = good_square();
    bin.indices[1] = 4;
    bin.indices[5] = 65535;
    expect(SQUARE, &bin, sizeof bin,
           "indices-restart /meshes/0/primitives/0/indices: indices that have the value reserved "
           "for primitive restart: 1\nindices-out-of-range /meshes/0/primitives/0/indices: indices "
           "that are out of range for 4 vertices: 1\n");
}

/* Of other sizes: the same bytes are three indices, or twelve. */
TEST(gl_039_indices_of_every_size) {
    static const struct {
        const char *indices, *expected;
    } cases[] = {
        {"{'bufferView':6,'componentType':5121,'count':12,'type':'SCALAR'}",
         "indices-restart /meshes/0/primitives/0/indices: indices that have the value reserved for "
         "primitive restart: 3\n"},
        {"{'bufferView':6,'componentType':5125,'count':3,'type':'SCALAR'}",
         "indices-restart /meshes/0/primitives/0/indices: indices that have the value reserved for "
         "primitive restart: 1\nindices-out-of-range /meshes/0/primitives/0/indices: indices that "
         "are out of range for 4 vertices: 1\n"},
        {"{'bufferView':6,'componentType':5126,'count':3,'type':'SCALAR'}",
         "accessor-not-finite /accessors/7: numbers that are infinite or NaN: 1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        square bin = good_square();
        char json[4096];
        loaded file;
        char text[2048];
        memset(bin.indices, 0, sizeof bin.indices);
        bin.indices[2] = bin.indices[3] = 65535;
        if (i == 0) bin.indices[3] = 255;
        if (i == 1) bin.indices[5] = 1;
        snprintf(json, sizeof json,
                 BEGIN
                 "],'accessors':[" POSITION OTHERS
                 ",%s],'meshes':[{'primitives':[{'indices':7,'attributes':{'POSITION':0}}]}]}",
                 cases[i].indices);
        file = load_json_bin(json, &bin, sizeof bin); /* floats have a diagnostic of the load */
        REQUIRE(file.model != NULL);
        CHECK_INT(check_file(&file, -1, text, sizeof text), VRM_OK);
        CHECK_TEXT(text, cases[i].expected);
        unload(&file);
    }
}

TEST(gl_040_joints_are_joints_of_the_skin) {
    square bin = good_square();
    bin.joints[1][1] = 2;
    bin.joints[3][1] = 255;
    expect(SQUARE, &bin, sizeof bin,
           "joints-not-in-skin /meshes/0/primitives/0/attributes/JOINTS_0: joints that are not "
           "among the 2 joints of skin 0: 2\n");
}

TEST(gl_041_weights_are_positive_and_add_up_to_1) {
    square bin = good_square();
    bin.weights[0][0] = 0.2515f; /* within the tolerance */
    bin.weights[1][0] = 0.5f;
    bin.weights[2][0] = -0.25f;
    bin.weights[2][1] = 1.25f;
    bin.weights[3][0] = bin.weights[3][1] = 0;
    expect(SQUARE, &bin, sizeof bin,
           "weights-negative /meshes/0/primitives/0/attributes/WEIGHTS_0: negative weights: "
           "1\nweights-sum /meshes/0/primitives/0/attributes/WEIGHTS_0: vertices whose weights do "
           "not add up to 1: 2; the first is vertex 1\n");
}

/* Without a buffer view, all weights are 0. */
TEST(gl_041_weights_that_are_not_there_are_zeros) {
    square bin = good_square();
    expect(BEGIN "],'accessors':[" POSITION OTHERS
                 ",{'componentType':5126,'count':4,'type':'VEC4'}]," MESH(
                     "'POSITION':0,'WEIGHTS_0':7,'JOINTS_0':5") "}",
           &bin, sizeof bin,
           "weights-sum /meshes/0/primitives/0/attributes/WEIGHTS_0: vertices whose weights do not "
           "add up to 1: 4; the first is vertex 0\n");
}

/* The weights of all sets add up to 1; here both sets are the same. */
TEST(gl_041_weights_of_all_sets_count) {
    square bin = good_square();
    const char *two =
        BEGIN "],'accessors':[" POSITION OTHERS "]," MESH(ALL ",'WEIGHTS_1':3,'JOINTS_1':5") "}";
    for (int i = 0; i < 4; ++i) {
        bin.weights[i][0] = 0.125f;
        bin.weights[i][1] = 0.375f;
    }
    expect(two, &bin, sizeof bin, "");
    bin = good_square();
    bin.joints[2][3] = 7;
    expect(two, &bin, sizeof bin,
           "weights-sum /meshes/0/primitives/0/attributes/WEIGHTS_0: vertices whose weights do not "
           "add up to 1: 4; the first is vertex 0\n"
           "joints-not-in-skin /meshes/0/primitives/0/attributes/JOINTS_0: joints that are not "
           "among the 2 joints of skin 0: 1\n");
}

TEST(gl_042_a_joint_stands_once_for_a_vertex) {
    square bin = good_square();
    bin.joints[0][1] = 0; /* joints 0 and 0, both with a weight */
    bin.joints[3][3] = 1; /* joint 1 again, without a weight */
    expect(SQUARE, &bin, sizeof bin,
           "joints-repeat /meshes/0/primitives/0/attributes/JOINTS_0: vertices that have the same "
           "joint more than once: 1\n");
}

TEST(gl_043_normals_and_tangents_have_length_1) {
    square bin = good_square();
    bin.normals[0][2] = 1.006f; /* within the tolerance, as the next */
    bin.normals[1][2] = 0.994f;
    expect(SQUARE, &bin, sizeof bin, "");
    bin.normals[2][2] = 2;
    bin.normals[3][2] = 0;
    bin.tangents[1][3] = 0.5f;
    expect(SQUARE, &bin, sizeof bin,
           "normals-length /meshes/0/primitives/0/attributes/NORMAL: normals whose length is not "
           "1: 2\n"
           "normals-length /meshes/0/primitives/0/attributes/TANGENT: tangents whose length is not "
           "1: 1\n");
}

TEST(gl_044_inverse_binds_are_affine) {
    square bin = good_square();
    bin.binds[1][7] = 0.5f;
    expect(SQUARE, &bin, sizeof bin,
           "bind-last-row /skins/0/inverseBindMatrices: inverse bind matrices whose fourth row is "
           "not 0, 0, 0, 1: 1\n");
}

/* --- Layouts --- */

/* Normalized integers: normals of one byte a component, weights of two. */
TEST(quantized_vertices_are_read_as_what_they_mean) {
    square bin = good_square();
    static const uint16_t weights[4] = {16384, 49151, 0, 0};
    const char *json =
        BEGIN "],'extensionsUsed':['KHR_mesh_quantization'],'extensionsRequired':["
              "'KHR_mesh_quantization'],'accessors':[" POSITION OTHERS
              ",{'bufferView':1,'componentType':5120,'normalized':true,'count':4,'type':'VEC3'},"
              "{'bufferView':3,'componentType':5123,'normalized':true,'count':4,'type':'VEC4'},"
              "{'bufferView':5,'componentType':5123,'count':2,'type':'VEC4'}"
              "]," MESH("'POSITION':0,'NORMAL':7,'WEIGHTS_0':8,'JOINTS_0':5") "}";
    loaded file;
    char text[2048];
    memset(bin.normals, 0, sizeof bin.normals);
    for (size_t i = 0; i < 4; ++i) {
        ((uint8_t *)bin.normals)[i * 3] = 127;
        memcpy((uint8_t *)bin.weights + i * 8, weights, sizeof weights);
    }
    ((uint8_t *)bin.normals)[9] = 64;
    /* Elements of three bytes are not aligned, which the load says. */
    file = load_json_bin(json, &bin, sizeof bin);
    REQUIRE(file.model != NULL);
    CHECK_INT(check_file(&file, -1, text, sizeof text), VRM_OK);
    CHECK_TEXT(text,
               "normals-length /meshes/0/primitives/0/attributes/NORMAL: normals whose length "
               "is not 1: 1\n");
    unload(&file);
}

/* Positions with one replacement, whose bounds are those after it. */
#define SPARSE(base, bounds)                                                                       \
    BEGIN ",{'buffer':0,'byteOffset':380,'byteLength':4},"                                         \
          "{'buffer':0,'byteOffset':384,'byteLength':12}],'accessors':[{" base                     \
          "'componentType':5126,'count':4,'type':'VEC3'," bounds ",'sparse':{'count':1,"           \
          "'indices':{'bufferView':7,'componentType':5125},'values':{'bufferView':8}}}" OTHERS     \
          "]," MESH("'POSITION':0") "}"

static square sparse_square(void) {
    square bin = good_square();
    bin.sparse_index = 2;
    bin.sparse_value[0] = bin.sparse_value[1] = 0.5f;
    bin.sparse_value[2] = 2;
    return bin;
}

TEST(gl_038_bounds_are_those_after_sparse_replacements) {
    square bin = sparse_square();
    static const char *const based = SPARSE("'bufferView':0,", "'min':[0,0,0],'max':[1,1,2]");
    static const char *const zeros = SPARSE("", "'min':[0,0,0],'max':[0.5,0.5,2]");
    expect(based, &bin, sizeof bin, "");
    expect(zeros, &bin, sizeof bin, "");
    bin.sparse_value[1] = -1;
    expect(zeros, &bin, sizeof bin,
           "accessor-bounds /accessors/0/min: min is 0, but the values give -1\naccessor-bounds "
           "/accessors/0/max: max is 0.5, but the values give 0\n");
    bin.sparse_value[1] = NAN;
    expect(based, &bin, sizeof bin,
           "accessor-not-finite /accessors/0: numbers that are infinite or NaN: 1\n");
    bin.sparse_index = 4; /* replaces nothing */
    bin.sparse_value[1] = 0;
    expect(based, &bin, sizeof bin,
           "accessor-bounds /accessors/0/max: max is 2, but the values give 0\n");
}

/* --- How much is read --- */

/* Two hundred accessors on the same 0.6 MB: no more is read than sixteen times the bytes and 1 MB.
 */
TEST(er_018_shared_bytes_are_not_read_without_end) {
    enum { VERTICES = 50000, ACCESSORS = 200 };
    size_t size = (size_t)VERTICES * 12, capacity = 65536, length;
    float *bin = calloc(VERTICES, 12);
    char *json = malloc(capacity);
    REQUIRE(bin != NULL && json != NULL);
    length = (size_t)snprintf(json, capacity,
                              "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%u}],"
                              "'bufferViews':[{'buffer':0,'byteLength':%u}],'accessors':[",
                              (unsigned)size, (unsigned)size);
    for (int i = 0; i < ACCESSORS; ++i) {
        length +=
            (size_t)snprintf(json + length, capacity - length,
                             "%s{'bufferView':0,'componentType':5126,'count':%d,'type':'VEC3'}",
                             i > 0 ? "," : "", (int)VERTICES);
    }
    snprintf(json + length, capacity - length, "]}");
    expect(json, bin, size,
           "payload-shared /accessors/17: accessors share bytes so often that each byte would be "
           "read more than 16 times; the rest of the payload was not checked\n");
    free(json);
    free(bin);
}

/* --- What the other files do not have --- */

/* A square whose accessor 7 is `accessor`, in a file with these meshes. */
static void expect_with(const char *accessor, const char *meshes, const square *bin,
                        const char *expected) {
    char json[4096], text[2048];
    loaded file;
    snprintf(json, sizeof json, BEGIN "],'accessors':[" POSITION OTHERS ",%s],'meshes':[%s]}",
             accessor, meshes);
    file = load_json_bin(json, bin, sizeof *bin); /* a load may have diagnostics of its own */
    REQUIRE(file.model != NULL);
    CHECK_INT(check_file(&file, -1, text, sizeof text), VRM_OK);
    CHECK_TEXT(text, expected);
    unload(&file);
}

TEST(gl_038_bounds_of_matrices_and_of_four_integers) {
    static const char *const plain = "{'primitives':[{'attributes':{'POSITION':0}}]}";
    square bin = good_square();
    memset(bin.joints, 7, sizeof bin.joints);
    bin.joints[3][3] = 9;
    expect_with("{'bufferView':5,'componentType':5121,'count':4,'type':'VEC4','min':[7,7,7,7],"
                "'max':[7,7,7,8]}",
                plain, &bin, "accessor-bounds /accessors/7/max: max is 8, but the values give 9\n");
    /* Bounds of matrices are not compared. */
    expect_with("{'bufferView':4,'componentType':5126,'count':2,'type':'MAT4',"
                "'min':[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9],'max':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
                plain, &bin, "");
}

/* Zeros that are all replaced leave no zero. */
TEST(gl_038_bounds_of_zeros_that_are_all_replaced) {
    square bin = sparse_square();
    bin.sparse_index = 0;
    expect(BEGIN ",{'buffer':0,'byteOffset':380,'byteLength':4},"
                 "{'buffer':0,'byteOffset':384,'byteLength':12}],'accessors':[" POSITION OTHERS
                 ",{'componentType':5126,'count':1,'type':'VEC3','min':[0.5,0.5,2],"
                 "'max':[0.5,0.5,2],'sparse':{'count':1,'indices':{'bufferView':7,"
                 "'componentType':5125},'values':{'bufferView':8}}}]," MESH("'POSITION':0") "}",
           &bin, sizeof bin, "");
}

/* 300 vertices: of bytes, the value of a restart would be the index of one of them. */
TEST(gl_039_a_restart_that_is_below_the_number_of_vertices) {
    square bin = good_square();
    memset(bin.indices, 0, sizeof bin.indices);
    bin.indices[2] = 255;
    expect_with("{'componentType':5126,'count':300,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},"
                "{'bufferView':6,'componentType':5121,'count':12,'type':'SCALAR'}",
                "{'primitives':[{'indices':8,'attributes':{'POSITION':7}}]}", &bin,
                "indices-restart /meshes/0/primitives/0/indices: indices that have the value "
                "reserved for primitive restart: 1\n");
}

TEST(gl_040_gl_042_joints_of_sixteen_bits) {
    square bin = good_square();
    static const uint16_t joints[4][4] = {{0, 1, 0, 0}, {1, 1, 0, 0}, {0, 1, 0, 0}, {0, 256, 0, 0}};
    memcpy(bin.tangents, joints, sizeof joints);
    expect_with("{'bufferView':2,'componentType':5123,'count':4,'type':'VEC4'}",
                "{'primitives':[{'attributes':{'POSITION':0,'WEIGHTS_0':3,'JOINTS_0':7}}]}", &bin,
                "joints-repeat /meshes/0/primitives/0/attributes/JOINTS_0: vertices that have the "
                "same joint more than once: 1\n"
                "joints-not-in-skin /meshes/0/primitives/0/attributes/JOINTS_0: joints that are "
                "not among the 2 joints of skin 0: 1\n");
}

/* The load says that they are no pair; their sum is looked at all the same. */
TEST(gl_041_weights_without_joints) {
    square bin = good_square();
    bin.weights[2][0] = 0.5f;
    expect_with(POSITION, "{'primitives':[{'attributes':{'POSITION':0,'WEIGHTS_0':3}}]}", &bin,
                "weights-sum /meshes/0/primitives/0/attributes/WEIGHTS_0: vertices whose weights "
                "do not add up to 1: 1; the first is vertex 2\n");
}

TEST(gl_044_every_number_of_the_last_row_counts) {
    static const int places[] = {3, 7, 11, 15};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        square bin = good_square();
        bin.binds[0][places[i]] = 0.5f;
        expect(SQUARE, &bin, sizeof bin,
               "bind-last-row /skins/0/inverseBindMatrices: inverse bind matrices whose fourth row "
               "is not 0, 0, 0, 1: 1\n");
    }
}

/* A mesh that nodes show with several skins: its joints are in all of them where they are in the
 * smallest. */
TEST(gl_040_of_several_skins_the_smallest_counts) {
#define SKINS(first, second)                                                                       \
    "{'asset':{'version':'2.0'},'buffers':[{'byteLength':396}],'scene':0,'scenes':[{'nodes':["     \
    "0,1,3]}],'nodes':[{'mesh':0,'skin':0},{'children':[2]},{},{'mesh':0,'skin':1}],"              \
    "'skins':[{'joints':[" first "]},{'joints':[" second "]}],'bufferViews':["                     \
    "{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':160,'byteLength':64},"                  \
    "{'buffer':0,'byteOffset':352,'byteLength':16}],'accessors':[" POSITION                        \
    ",{'bufferView':1,'componentType':5126,'count':4,'type':'VEC4'},"                              \
    "{'bufferView':2,'componentType':5121,'count':4,'type':'VEC4'}],"                              \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'WEIGHTS_0':1,'JOINTS_0':2}}]}]}"
    square bin = good_square();
    expect(SKINS("1,2", "1"), &bin, sizeof bin,
           "joints-not-in-skin /meshes/0/primitives/0/attributes/JOINTS_0: joints that are not "
           "among the 1 joints of skin 1: 4\n");
    expect(SKINS("1", "1,2"), &bin, sizeof bin,
           "joints-not-in-skin /meshes/0/primitives/0/attributes/JOINTS_0: joints that are not "
           "among the 1 joints of skin 0: 4\n");
    expect(SKINS("1,2", "2,1"), &bin, sizeof bin, "");
}

/* Sixteen times the 396 bytes and 1 MB may be read. The accessors take 352 bytes, and normals that
 * are all zeros the rest but 12 bytes for each of `left`. Then indices are read three times with 12
 * bytes, weights once with 64, and joints three times with 16; and the
 * matrices of the skin with 128. */
TEST(er_018_what_may_be_read_ends_anywhere) {
    static const struct {
        int left;
        bool has_indices, has_joints;
        const char *left_out;
    } cases[] = {{0, false, false, "/accessors/6:"}, {1, false, false, "/accessors/6:"},
                 {2, false, false, "/accessors/6:"}, {3, true, false, "/accessors/3:"},
                 {9, true, false, "/accessors/5:"},  {10, true, false, "/accessors/5:"},
                 {11, true, false, "/accessors/5:"}, {12, true, false, "/accessors/5:"},
                 {13, true, true, "/accessors/4:"},  {23, true, true, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        square bin = good_square();
        char json[4096], text[2048];
        const char *left_out;
        loaded file;
        bin.joints[1][1] = 2;
        bin.indices[1] = 9;
        snprintf(json, sizeof json,
                 BEGIN "],'accessors':[" POSITION OTHERS
                       ",{'componentType':5126,'count':%d,'type':'VEC3','min':[0,0,0],"
                       "'max':[0,0,0]}],'meshes':[{'primitives':["
                       "{'mode':0,'attributes':{'POSITION':7,'NORMAL':7}},"
                       "{'indices':6,'attributes':{'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':3}}]}]}",
                 (396 * 16 + (1 << 20) - 352) / 12 - cases[i].left);
        file = load_json_bin(json, &bin, sizeof bin);
        REQUIRE(file.model != NULL);
        CHECK_INT(check_file(&file, -1, text, sizeof text), VRM_OK);
        left_out = strstr(text, "payload-shared ");
        test_note("%d", cases[i].left);
        CHECK(strstr(text, "normals-length /meshes/0/primitives/0/") != NULL);
        CHECK((strstr(text, "indices-out-of-range /meshes/0/primitives/1/") != NULL) ==
              cases[i].has_indices);
        CHECK((strstr(text, "joints-not-in-skin /meshes/0/primitives/1/") != NULL) ==
              cases[i].has_joints);
        CHECK((left_out == NULL) == (cases[i].left_out[0] == '\0'));
        if (left_out != NULL) CHECK(strstr(left_out, cases[i].left_out) == left_out + 15);
        unload(&file);
    }
    test_note(NULL);
}

TEST(every_refused_allocation_is_survived) {
    square bin = sparse_square();
    bool has_failed = false, is_done = false;
    loaded file =
        load_json_bin(SPARSE("'bufferView':0,", "'min':[0,0,0],'max':[1,1,2]"), &bin, sizeof bin);
    REQUIRE(file.model != NULL);
    for (int64_t i = 0; i < 20; ++i) {
        char text[2048];
        bool is_whole = check_file(&file, i, text, sizeof text) == VRM_OK;
        CHECK_TEXT(text, is_whole ? "" : "out-of-memory : there is not enough memory\n");
        has_failed = has_failed || !is_whole;
        is_done = is_done || is_whole;
    }
    CHECK(has_failed && is_done);
    unload(&file);
}

/* --- Scans --- */

/* Of every width and count, behind each other and apart: as a plain loop finds it. */
TEST(scans_of_floats_find_what_a_loop_finds) {
    uint8_t bytes[40 * 80];
    uint32_t state = 1;
    for (uint32_t width = 1; width <= 4; ++width) {
        for (uint32_t count = 1; count <= 40; ++count) {
            for (size_t gap = 0; gap <= 4; gap += 4) {
                const vrmi_elements elements = {bytes, width * 4 + gap, count, width,
                                                VRM_COMPONENT_F32};
                vrmi_range range;
                float least[4] = {9, 9, 9, 9}, most[4] = {-9, -9, -9, -9};
                memset(bytes, 0xFF, sizeof bytes); /* NaN, in the gaps */
                for (uint32_t i = 0; i < count * width; ++i) {
                    float value;
                    state = state * 1664525u + 1013904223u;
                    value = (float)((int32_t)(state >> 16) % 2001 - 1000) / 128.0f;
                    memcpy(bytes + i / width * elements.stride + i % width * 4, &value, 4);
                    least[i % width] = value < least[i % width] ? value : least[i % width];
                    most[i % width] = value > most[i % width] ? value : most[i % width];
                }
                range = vrmi_scan_floats(&elements);
                CHECK(range.is_finite);
                for (uint32_t k = 0; k < width; ++k) {
                    CHECK(range.least[k] == least[k] && range.most[k] == most[k]);
                }
            }
        }
    }
}

TEST(the_largest_of_integers_is_found_in_every_layout) {
    static const uint8_t bytes[] = {1, 2, 9, 3, 4, 9, 200, 1, 9, 0, 0, 9};
    const vrmi_elements apart = {bytes, 3, 4, 2, VRM_COMPONENT_U8};
    const vrmi_elements shorts = {bytes, 2, 6, 1, VRM_COMPONENT_U16};
    const vrmi_elements words = {bytes, 4, 3, 1, VRM_COMPONENT_U32};
    CHECK_INT(vrmi_scan_largest(&apart), 200);
    CHECK_INT(vrmi_scan_largest(&shorts), 0x0904);
    CHECK_INT(vrmi_scan_largest(&words), 0x09000009);
    CHECK_INT(vrmi_count_between(&apart, 3, 4), 2);
    CHECK_INT(vrmi_count_between(&shorts, 0x0904, UINT32_MAX), 1);
}

TEST_SUITE(check_payload, ENTRY(a_good_square_has_no_diagnostic),
           ENTRY(gl_037_numbers_that_are_not_finite_are_found),
           ENTRY(gl_038_bounds_are_those_of_the_values), ENTRY(gl_038_positions_need_bounds),
           ENTRY(gl_038_positions_of_morph_targets_need_bounds_too),
           ENTRY(gl_038_integers_have_bounds_too),
           ENTRY(gl_039_indices_are_below_the_number_of_vertices),
           ENTRY(gl_039_indices_of_every_size), ENTRY(gl_040_joints_are_joints_of_the_skin),
           ENTRY(gl_041_weights_are_positive_and_add_up_to_1),
           ENTRY(gl_041_weights_that_are_not_there_are_zeros),
           ENTRY(gl_041_weights_of_all_sets_count), ENTRY(gl_042_a_joint_stands_once_for_a_vertex),
           ENTRY(gl_043_normals_and_tangents_have_length_1), ENTRY(gl_044_inverse_binds_are_affine),
           ENTRY(quantized_vertices_are_read_as_what_they_mean),
           ENTRY(gl_038_bounds_are_those_after_sparse_replacements),
           ENTRY(er_018_shared_bytes_are_not_read_without_end),
           ENTRY(gl_038_bounds_of_matrices_and_of_four_integers),
           ENTRY(gl_038_bounds_of_zeros_that_are_all_replaced),
           ENTRY(gl_039_a_restart_that_is_below_the_number_of_vertices),
           ENTRY(gl_040_gl_042_joints_of_sixteen_bits), ENTRY(gl_041_weights_without_joints),
           ENTRY(gl_044_every_number_of_the_last_row_counts),
           ENTRY(gl_040_of_several_skins_the_smallest_counts),
           ENTRY(er_018_what_may_be_read_ends_anywhere),
           ENTRY(every_refused_allocation_is_survived),
           ENTRY(scans_of_floats_find_what_a_loop_finds),
           ENTRY(the_largest_of_integers_is_found_in_every_layout));

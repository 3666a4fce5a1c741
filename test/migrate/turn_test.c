/* An avatar that is turned about Y: exact, whatever its nodes are and however its numbers lie. */
#include "migrate/migrated.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { ACCEPT = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING };

/* --- A file with everything that can be turned --- */

enum {
    PLACE_INTERLEAVED = 0, /* positions and normals of three vertices, one after the other */
    PLACE_BINDS = 72,      /* a matrix */
    PLACE_SHORTS = 136,    /* normals in normalised integers, 8 bytes each */
    PLACE_SHARED = 160,    /* three vectors that are places and colours */
    PLACE_INDEX = 196,     /* of a sparse replacement */
    PLACE_VALUE = 200,     /* likewise */
    PLACE_KEYS = 212,      /* two times, a rotation each */
    BIN_SIZE = 252
};

#define ACCESSOR(view, offset, component, count, type, more)                                       \
    "{'bufferView':" #view ",'byteOffset':" #offset ",'componentType':" #component                 \
    ",'count':" #count ",'type':'" type "'" more "}"

static const char json[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRM','VRMC_node_constraint'],'scene':0,"
    "'scenes':[{'nodes':[0,1]}],'nodes':["
    "{'name':'a','children':[2],'translation':[1.50,2,-3],'rotation':[0.5,-0.5,0.5,0.5],"
    "'scale':[1,2,3],'mesh':0,'skin':0},"
    "{'name':'b','matrix':[0,0,-1,0, 1,0,0,0, 0,-1,0,0, 4,5,6,1]},"
    "{'name':'c','extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'aim':{"
    "'source':1,'aimAxis':'PositiveX'}}}}}],"
    "'skins':[{'joints':[0],'inverseBindMatrices':2}],"
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'NORMAL':1},'targets':[{'POSITION':6}]},"
    "{'attributes':{'POSITION':5,'NORMAL':3,'COLOR_0':4},'targets':[{'POSITION':6}]}]}],"
    "'animations':[{'samplers':[{'input':7,'output':8}],'channels':[{'sampler':0,'target':{"
    "'node':0,'path':'rotation'}}]}],"
    "'accessors':[" ACCESSOR(0, 0, 5126, 3, "VEC3", ",'min':[-1,2,3.0],'max':[7,8,9]") "," ACCESSOR(0, 12, 5126, 3, "VEC3", "") "," ACCESSOR(
        1, 0, 5126, 1, "MAT4",
        "") "," ACCESSOR(2, 0, 5122, 3, "VEC3",
                         ",'normalized':true") "," ACCESSOR(3, 0, 5126, 3, "VEC3",
                                                            "") "," ACCESSOR(3, 0, 5126, 3, "VEC3",
                                                                             ",'min':[0,0,0],'max':"
                                                                             "[1,1,1]") ","
                                                                                        "{'"
                                                                                        "componentT"
                                                                                        "ype':5126,"
                                                                                        "'count':3,"
                                                                                        "'type':'"
                                                                                        "VEC3','"
                                                                                        "min':[0,0,"
                                                                                        "0],'max':["
                                                                                        "1,2,3],'"
                                                                                        "sparse':{"
                                                                                        "'count':1,"
                                                                                        "'indices':"
                                                                                        "{'"
                                                                                        "bufferView"
                                                                                        "':4,'"
                                                                                        "componentT"
                                                                                        "ype':5123}"
                                                                                        ",'values':"
                                                                                        "{'"
                                                                                        "bufferView"
                                                                                        "':5}}}"
                                                                                        "," ACCESSOR(6, 0, 5126, 2, "SCALAR", ",'min':[0],'max':[1]") "," ACCESSOR(
                                                                                            6, 8,
                                                                                            5126, 2,
                                                                                            "VEC4",
                                                                                            "") "],"
                                                                                                "'b"
                                                                                                "uf"
                                                                                                "fe"
                                                                                                "rV"
                                                                                                "ie"
                                                                                                "ws"
                                                                                                "':"
                                                                                                "[{"
                                                                                                "'b"
                                                                                                "uf"
                                                                                                "fe"
                                                                                                "r'"
                                                                                                ":0"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "72"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "St"
                                                                                                "ri"
                                                                                                "de"
                                                                                                "':"
                                                                                                "24"
                                                                                                ",'"
                                                                                                "ta"
                                                                                                "rg"
                                                                                                "et"
                                                                                                "':"
                                                                                                "34"
                                                                                                "96"
                                                                                                "2}"
                                                                                                ","
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":7"
                                                                                                "2,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eL"
                                                                                                "en"
                                                                                                "gt"
                                                                                                "h'"
                                                                                                ":6"
                                                                                                "4}"
                                                                                                ","
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":1"
                                                                                                "36"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "24"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "St"
                                                                                                "ri"
                                                                                                "de"
                                                                                                "':"
                                                                                                "8,"
                                                                                                "'t"
                                                                                                "ar"
                                                                                                "ge"
                                                                                                "t'"
                                                                                                ":3"
                                                                                                "49"
                                                                                                "62"
                                                                                                "},"
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":1"
                                                                                                "60"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "36"
                                                                                                ",'"
                                                                                                "ta"
                                                                                                "rg"
                                                                                                "et"
                                                                                                "':"
                                                                                                "34"
                                                                                                "96"
                                                                                                "2}"
                                                                                                ","
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":1"
                                                                                                "96"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "2}"
                                                                                                ","
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":2"
                                                                                                "00"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "12"
                                                                                                "},"
                                                                                                "{'"
                                                                                                "bu"
                                                                                                "ff"
                                                                                                "er"
                                                                                                "':"
                                                                                                "0,"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eO"
                                                                                                "ff"
                                                                                                "se"
                                                                                                "t'"
                                                                                                ":2"
                                                                                                "12"
                                                                                                ",'"
                                                                                                "by"
                                                                                                "te"
                                                                                                "Le"
                                                                                                "ng"
                                                                                                "th"
                                                                                                "':"
                                                                                                "40"
                                                                                                "}]"
                                                                                                ","
                                                                                                "'b"
                                                                                                "uf"
                                                                                                "fe"
                                                                                                "rs"
                                                                                                "':"
                                                                                                "[{"
                                                                                                "'b"
                                                                                                "yt"
                                                                                                "eL"
                                                                                                "en"
                                                                                                "gt"
                                                                                                "h'"
                                                                                                ":2"
                                                                                                "52"
                                                                                                "}]"
                                                                                                ","
                                                                                                "'e"
                                                                                                "xt"
                                                                                                "en"
                                                                                                "si"
                                                                                                "on"
                                                                                                "s'"
                                                                                                ":{"
                                                                                                "'V"
                                                                                                "RM"
                                                                                                "':"
                                                                                                "{'"
                                                                                                "sp"
                                                                                                "ec"
                                                                                                "Ve"
                                                                                                "rs"
                                                                                                "io"
                                                                                                "n'"
                                                                                                ":'"
                                                                                                "0."
                                                                                                "0'"
                                                                                                ",'"
                                                                                                "me"
                                                                                                "ta"
                                                                                                "':"
                                                                                                "{'"
                                                                                                "ti"
                                                                                                "tl"
                                                                                                "e'"
                                                                                                ":'"
                                                                                                "T'"
                                                                                                ",'"
                                                                                                "au"
                                                                                                "th"
                                                                                                "or"
                                                                                                "':"
                                                                                                "'A"
                                                                                                "'}"
                                                                                                "}}"
                                                                                                "}";

static void put_floats(uint8_t *to, const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k) *to++ = (uint8_t)(bits >> (8 * k));
    }
}

static const float vertices[18] = {-1, 2, 3,   0,     1, 0, 7, 5,    9,
                                   1,  0, 0.f, 0.25f, 8, 4, 0, 0.6f, 0.8f};
static const float binds[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1};
static const float shared[9] = {0, 0, 1, 0.5f, 1, 0.25f, 1, 0, 0.125f};
static const float delta[3] = {1, 2, 3};
static const float keys[10] = {0, 1, 0.5f, -0.5f, 0.5f, 0.5f, 0, 1, 0, 0};
static const int16_t shorts[9] = {32767, 0, 0, 0, 32767, 0, 0, 0, -32768};

static fixture make_file(void) {
    uint8_t bin[BIN_SIZE];
    memset(bin, 0, sizeof bin);
    put_floats(bin + PLACE_INTERLEAVED, vertices, 18);
    put_floats(bin + PLACE_BINDS, binds, 16);
    for (int i = 0; i < 9; ++i) {
        uint8_t *at = bin + PLACE_SHORTS + 8 * (i / 3) + 2 * (i % 3);
        at[0] = (uint8_t)((uint16_t)shorts[i] & 0xFF);
        at[1] = (uint8_t)((uint16_t)shorts[i] >> 8);
    }
    put_floats(bin + PLACE_SHARED, shared, 9);
    bin[PLACE_INDEX] = 2;
    put_floats(bin + PLACE_VALUE, delta, 3);
    put_floats(bin + PLACE_KEYS, keys, 10);
    return fixture_glb(json, bin, sizeof bin);
}

/* `now` are vectors of `count`, turned from `before`, `stride` floats from one to the next. */
static void check_turned(const float *now, const float *before, int count, int stride) {
    for (int i = 0; i < count; ++i) {
        CHECK_NEAR(now[3 * i], 0 - before[stride * i], 0);
        CHECK_NEAR(now[3 * i + 1], before[stride * i + 1], 0);
        CHECK_NEAR(now[3 * i + 2], 0 - before[stride * i + 2], 0);
    }
}

TEST(mi_003_vertices_turn_wherever_they_lie) {
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    const vrm_model *model = file.now.model;
    const vrm_accessor *bounds;
    float out[16];
    REQUIRE(file.result == VRM_OK);
    /* Interleaved, in place. */
    REQUIRE(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, out, 9) == VRM_OK);
    check_turned(out, vertices, 3, 6);
    REQUIRE(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 9) == VRM_OK);
    check_turned(out, vertices + 3, 3, 6);
    /* Bytes that are colours too stay as they are for these. */
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_COLOR, 0, 3, out, 9) == VRM_OK);
    for (int i = 0; i < 9; ++i) CHECK_NEAR(out[i], shared[i], 0);
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_POSITION, 0, 3, out, 9) == VRM_OK);
    check_turned(out, shared, 3, 3);
    /* Integers become floats: -32768 has no negative. */
    REQUIRE(vrm_model_read_vertices(model, 0, 1, VRM_ATTRIBUTE_NORMAL, 0, 3, out, 9) == VRM_OK);
    CHECK_NEAR(out[0], -1, 0);
    CHECK_NEAR(out[4], 1, 0);
    CHECK_NEAR(out[8], 1, 0);
    /* Sparse. */
    REQUIRE(vrm_model_read_morph_target(model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, out, 9) == VRM_OK);
    CHECK_NEAR(out[0], 0, 0);
    check_turned(out + 6, delta, 1, 3);
    /* The bounds go along. */
    bounds = &file.now.gltf->accessors[0];
    CHECK_NEAR(bounds->min[0], -7, 0);
    CHECK_NEAR(bounds->max[0], 1, 0);
    CHECK_NEAR(bounds->min[1], 2, 0);
    CHECK_NEAR(bounds->min[2], -9, 0);
    CHECK_NEAR(bounds->max[2], -3, 0);
    migrated_free(&file);
}

TEST(mi_003_binds_and_keys_turn) {
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    vrm_mat4 bind;
    float out[8];
    REQUIRE(file.result == VRM_OK);
    REQUIRE(vrm_model_read_inverse_binds(file.now.model, 0, &bind, 1) == VRM_OK);
    for (int i = 0; i < 16; ++i) {
        bool is_negated = (i % 2 != 0) != (i / 4 % 2 != 0);
        CHECK_NEAR(bind.m[i], is_negated ? 0 - binds[i] : binds[i], 0);
    }
    REQUIRE(vrm_model_read_floats(file.now.model, 8, out, 8) == VRM_OK);
    for (int i = 0; i < 8; ++i) {
        CHECK_NEAR(out[i], i % 4 % 2 == 0 && i % 4 != 3 ? 0 - keys[2 + i] : keys[2 + i], 0);
    }
    migrated_free(&file);
}

/* Nodes with rotations, scales and matrices need no baking: R L R⁻¹ is exact. */
TEST(mi_003_nodes_turn_with_their_digits) {
    static const char *const texts[] = {
        "\"translation\":[-1.50,2,3]", "\"rotation\":[-0.5,-0.5,-0.5,0.5]",
        "\"scale\":[1,2,3]",           "\"matrix\":[0,0,-1,0, -1,0,0,0, 0,1,0,0, -4,5,-6,1]",
        "\"aimAxis\":\"NegativeX\"",
    };
    migrated file = migrate(make_file(), VRM_DIALECT_1, ACCEPT);
    char *now;
    REQUIRE(file.result == VRM_OK);
    now = json_of_written(file.file);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        test_note("%s", texts[i]);
        CHECK(strstr(now, texts[i]) != NULL);
    }
    test_note(NULL);
    free(now);
    migrated_free(&file);
}

TEST_SUITE(migrate_turn, ENTRY(mi_003_vertices_turn_wherever_they_lie),
           ENTRY(mi_003_binds_and_keys_turn), ENTRY(mi_003_nodes_turn_with_their_digits));

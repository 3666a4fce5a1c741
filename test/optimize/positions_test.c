/*
 * Rounded positions and the filter EXPONENTIAL (OP-016), with a codec of the test: runs of equal
 * bytes, for each byte of an element by itself. test/tool/check_optimize.py has the real one.
 */
#include "author/optimize/vertices.h"
#include "base/bytes.h"
#include "optimize/optimized.h"

#include <math.h>
#include <stdlib.h>

static const double bound = 0.00006; /* in meters */

/* --- The codec --- */

static size_t encode_runs(const vrm_meshopt_task *task, uint8_t *out, size_t capacity, void *user) {
    const uint8_t *from = task->elements;
    size_t size = 0;
    (void)user;
    for (size_t lane = 0; lane < task->stride; ++lane) {
        for (size_t i = 0, end; i < task->count; i = end) {
            const uint8_t value = from[i * task->stride + lane];
            for (end = i + 1; end < task->count && end - i < 255; ++end) {
                if (from[end * task->stride + lane] != value) break;
            }
            if (size + 2 > capacity) return 0;
            out[size++] = (uint8_t)(end - i);
            out[size++] = value;
        }
    }
    return size;
}

static int32_t decode_runs(void *out, size_t count, size_t stride, const uint8_t *bytes,
                           size_t size) {
    uint8_t *decoded = out;
    size_t at = 0, total = count * stride;
    for (; size >= 2; bytes += 2, size -= 2) {
        for (uint8_t i = 0; i < bytes[0]; ++i, ++at) {
            if (at == total) return -2;
            decoded[at % count * stride + at / count] = bytes[1];
        }
    }
    return at == total ? 0 : -2;
}

static void filter_exponential(void *elements, size_t count, size_t stride) {
    uint8_t *element = elements;
    for (size_t i = 0; i < count * stride / 4; ++i, element += 4) {
        const uint32_t word = vrmi_load_u32(element);
        vrmi_store_f32(element, ldexpf((float)((int32_t)(word << 8) >> 8), (int32_t)word >> 24));
    }
}

/* Settings that last as long as a test. */
typedef struct chain {
    vrm_meshopt_decoder decoder;
    vrm_optimize_tools tools;
    vrm_load_desc load;
    vrm_optimize_desc desc;
} chain;

static void chain_init(chain *chain, vrm_optimize_flags flags) {
    memset(chain, 0, sizeof *chain);
    vrm_meshopt_decoder_init(&chain->decoder);
    chain->decoder.decode_vertices = decode_runs;
    chain->decoder.decode_triangles = decode_runs;
    chain->decoder.decode_indices = decode_runs;
    chain->decoder.filter_exponential = filter_exponential;
    chain->tools.compress = encode_runs;
    vrm_load_desc_init(&chain->load);
    chain->load.meshopt = &chain->decoder;
    chain->load.flags = VRM_LOAD_ANY_GLTF;
    vrm_optimize_desc_init(&chain->desc);
    chain->desc.flags = flags;
    chain->desc.tools = &chain->tools;
    chain->desc.load = &chain->load;
}

static optimized run(const chain *chain, fixture file) {
    optimized out;
    const void *bytes;
    memset(&out, 0, sizeof out);
    CHECK_INT(vrm_optimize(file.bytes, file.size, &chain->desc, &out.file, NULL), VRM_OK);
    bytes = vrm_written_bytes(out.file, &out.size);
    if (bytes != NULL) out.after = load_fixture(fixture_bytes(bytes, out.size), &chain->load);
    out.before = load_fixture(file, &chain->load);
    CHECK(out.before.gltf != NULL && out.after.gltf != NULL);
    return out;
}

static bool has_text(const optimized *optimized, const char *text) {
    size_t size, length = strlen(text);
    const char *bytes = vrm_written_bytes(optimized->file, &size);
    for (size_t i = 0; bytes != NULL && i + length <= size; ++i) {
        if (memcmp(bytes + i, text, length) == 0) return true;
    }
    return false;
}

/* The distance of the last sentence, in meters. */
static double stated(const optimized *optimized) {
    const char *text = said(optimized, "positions-rounded"), *words = "at most ";
    const char *number = strstr(text, words);
    return number != NULL ? strtod(number + strlen(words), NULL) : -1;
}

/* --- An avatar --- */

enum { BOTH = VRM_OPTIMIZE_QUANTIZE | VRM_OPTIMIZE_COMPRESS };

/* What a file has at the corners of its triangles, in their order: the base, and with its target.
 */
typedef struct corners {
    float base[GRID_INDICES][3], moved[GRID_INDICES][3];
} corners;

static void read_corners(const loaded *file, int32_t target, corners *out) {
    static float base[2 * GRID_VERTICES][3], moves[2 * GRID_VERTICES][3];
    static uint32_t indices[GRID_INDICES];
    const size_t count = (size_t)file->gltf->meshes[0].primitives[0].vertex_count * 3;
    size_t found = 0;
    CHECK_INT(vrm_model_read_triangles(file->model, 0, 0, indices, GRID_INDICES, &found), VRM_OK);
    CHECK_INT(found, GRID_INDICES);
    CHECK_INT(
        vrm_model_read_vertices(file->model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, base[0], count),
        VRM_OK);
    CHECK_INT(vrm_model_read_morph_target(file->model, 0, 0, target, VRM_ATTRIBUTE_POSITION,
                                          moves[0], count),
              VRM_OK);
    for (uint32_t i = 0; i < GRID_INDICES; ++i) {
        for (int c = 0; c < 3; ++c) {
            out->base[i][c] = base[indices[i]][c];
            out->moved[i][c] = base[indices[i]][c] + moves[indices[i]][c];
        }
    }
}

static double farthest(float (*a)[3], float (*b)[3]) {
    double most = 0;
    for (uint32_t i = 0; i < GRID_INDICES; ++i) {
        double sum = 0;
        for (int c = 0; c < 3; ++c)
            sum += ((double)a[i][c] - b[i][c]) * ((double)a[i][c] - b[i][c]);
        if (sqrt(sum) > most) most = sqrt(sum);
    }
    return most;
}

TEST(op_016_positions_stay_within_the_distance_that_is_stated) {
    static corners before, after;
    chain chain;
    optimized it;
    double base, moved;
    size_t size;
    const void *bytes;
    chain_init(&chain, BOTH);
    it = run(&chain, grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL));
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(vrm_report_count(it.after.report), vrm_report_count(it.before.report));
    read_corners(&it.before, 1, &before);
    read_corners(&it.after, 0, &after); /* the empty one is gone */
    base = farthest(before.base, after.base);
    moved = farthest(before.moved, after.moved);
    test_note("%g and %g, stated %g", base, moved, stated(&it));
    CHECK(base > 0 && base <= stated(&it) && moved <= stated(&it) && stated(&it) <= bound);
    CHECK(stated(&it) < (base > moved ? base : moved) + 2e-6);
    for (uint32_t i = 0; i < GRID_INDICES; ++i) {
        CHECK_NEAR(fmod(after.moved[i][0] * 16384.0, 1.0), 0, 0);
        CHECK_NEAR(fmod(after.moved[i][1] * 16384.0, 1.0), 0, 0);
    }
    CHECK(has_text(&it, "\"filter\":\"EXPONENTIAL\""));
    /* Once more: nothing is left to round. */
    bytes = vrm_written_bytes(it.file, &size);
    {
        optimized again = run(&chain, fixture_bytes(bytes, size));
        CHECK_INT(stated(&again), -1);
        CHECK_INT(again.size, it.size);
        done(&again);
    }
    done(&it);
}

/* Both are needed: rounded positions are shorter only in their compressed form. */
TEST(op_016_positions_stay_unless_both_are_asked_for) {
    static const vrm_optimize_flags flags[] = {VRM_OPTIMIZE_QUANTIZE, VRM_OPTIMIZE_COMPRESS,
                                               BOTH | VRM_OPTIMIZE_KEEP_VERTICES};
    static corners before, after;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
        chain chain;
        optimized it;
        chain_init(&chain, flags[i] | VRM_OPTIMIZE_KEEP_TARGETS);
        it = run(&chain, grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL));
        REQUIRE(it.after.gltf != NULL);
        read_corners(&it.before, 1, &before);
        read_corners(&it.after, 1, &after);
        CHECK_INT(stated(&it), -1);
        CHECK(memcmp(&before, &after, sizeof before) == 0);
        CHECK((flags[i] & BOTH) == BOTH || !has_text(&it, "EXPONENTIAL"));
        done(&it);
    }
}

/* What an older decoder lacks is not used. */
TEST(op_016_a_decoder_without_the_filter_gets_plain_floats) {
    chain chain;
    optimized it;
    chain_init(&chain, BOTH);
    chain.decoder.filter_exponential = NULL;
    it = run(&chain, grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL));
    REQUIRE(it.after.gltf != NULL);
    CHECK(stated(&it) > 0 && stated(&it) <= bound);
    CHECK(!has_text(&it, "EXPONENTIAL") && has_text(&it, "EXT_meshopt_compression"));
    done(&it);
}

/* --- Grids --- */

/* A triangle of a node with such a scale. Its positions lie far apart in BIN, so the file becomes
 * smaller. */
static optimized run_scaled(const char *scale, float positions[3][3]) {
    enum { STRIDE = 252 };
    unsigned char bin[3 * STRIDE] = {0};
    char json[1000];
    chain chain;
    chain_init(&chain, BOTH);
    for (size_t i = 0; i < 3; ++i) memcpy(bin + i * STRIDE, positions[i], sizeof positions[i]);
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0,"
             "'scale':[%s]}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
             "'min':[0,0,0],'max':[1,1,1]}],'bufferViews':[{'buffer':0,'byteLength':756,'"
             "byteStride':252}],"
             "'buffers':[{'byteLength':756}]}",
             scale);
    return run(&chain, fixture_glb(json, bin, sizeof bin));
}

TEST(op_016_meters_are_those_of_the_rest_pose) {
    static float positions[3][3] = {{0, 0, 0}, {0.3f, 0.7f, 0.1f}, {0.1f, 0.2f, 0.9f}};
    static const struct {
        const char *scale;
        float factor; /* of the error in units of the mesh; 0: they stay */
    } cases[] = {{"1,1,1", 1},       {"100,100,100", 100}, {"0.01,0.01,0.01", 0.01f},
                 {"1,8,1", 8},       {"-3,-3,-3", 3},      {"0,0,0", 1.0f / 128},
                 {"1e9,1e9,1e9", 0}, {"1e30,1,1", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        optimized it = run_scaled(cases[i].scale, positions);
        float now[3][3];
        double most = 0;
        test_note("scale %s: %s", cases[i].scale, said(&it, "positions-rounded"));
        REQUIRE(it.after.gltf != NULL);
        CHECK_INT(
            vrm_model_read_vertices(it.after.model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, now[0], 9),
            VRM_OK);
        for (int k = 0; k < 9; ++k) {
            const double off = fabs((double)now[k / 3][k % 3] - positions[k / 3][k % 3]);
            if (off > most) most = off;
        }
        CHECK(most * cases[i].factor <= bound);
        CHECK((most > 0) == (cases[i].factor > 0));
        CHECK((stated(&it) > 0) == (cases[i].factor > 0) && stated(&it) <= bound);
        done(&it);
    }
}

TEST(op_016_positions_that_no_integer_holds_stay) {
    static float far[3][3] = {{0.1f, 0, 0}, {0, 600.3f, 0}, {0, 0, 0.3f}};
    float bad[3][3] = {{0.1f, 0, 0}, {0, NAN, 0}, {0, 0, INFINITY}};
    optimized it = run_scaled("1,1,1", far);
    CHECK_INT(stated(&it), -1);
    done(&it);
    it = run_scaled("1,1,1", bad);
    CHECK_INT(stated(&it), -1);
    done(&it);
}

/* --- The filter --- */

TEST(op_016_the_filter_holds_multiples_of_a_step) {
    static const struct {
        float values[4];
        bool is_good;
    } cases[] = {
        {{0, 0, 0, 0}, true},
        {{1, -1, 0.5f, 1024}, true},
        {{8388607, -8388607, 1, 0}, true},
        {{8388608, 1, 0, 0}, false},
        {{8388608, 2, 0, 0}, true},
        {{0.1f, 1, 0, 0}, false}, /* 0.1 needs 27 bits beside 1 */
        {{-0.0f, 1, 0, 0}, true}, /* the caller sees that it comes back as 0 */
        {{1e-40f, 1, 0, 0}, false},
        {{1e-36f, 0, 0, 0}, false},
        {{1e36f, 0, 0, 0}, true},
        {{NAN, 1, 0, 0}, false},
        {{INFINITY, 1, 0, 0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint8_t from[16], out[16];
        for (size_t k = 0; k < 4; ++k) vrmi_store_f32(from + 4 * k, cases[i].values[k]);
        test_note("case %zu", i);
        CHECK_INT(vrmi_filter_exponential(from, 4, out), cases[i].is_good);
        if (!cases[i].is_good) continue;
        filter_exponential(out, 1, 16);
        for (size_t k = 0; k < 4; ++k) {
            CHECK_NEAR(vrmi_load_f32(out + 4 * k), cases[i].values[k], 0);
        }
    }
    test_note(NULL);
}

/* -0 becomes 0 by the filter: its view is compressed without it. */
TEST(op_016_a_view_that_the_filter_changes_has_none) {
    enum { STRIDE = 252, VERTICES = 60 };
    static const char json[] =
        "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':60,'type':'VEC3','min':[0,0,0],"
        "'max':[1,1,1]}],'bufferViews':[{'buffer':0,'byteLength':15120,'byteStride':252}],"
        "'buffers':[{'byteLength':15120}]}";
    for (int i = 0; i < 2; ++i) {
        unsigned char bin[VERTICES * STRIDE] = {0};
        chain chain;
        optimized it;
        chain_init(&chain, BOTH | VRM_OPTIMIZE_KEEP_VERTICES);
        vrmi_store_f32(bin, 0.5f);
        vrmi_store_f32(bin + STRIDE, i == 0 ? 0.0f : -0.0f);
        it = run(&chain, fixture_glb(json, bin, sizeof bin));
        test_note("case %d", i);
        CHECK(has_text(&it, "EXT_meshopt_compression"));
        CHECK_INT(has_text(&it, "EXPONENTIAL"), i == 0);
        done(&it);
    }
    test_note(NULL);
}

/* --- Fallbacks --- */

/* Also if it has the bytes without compression, for readers that have no decoder. */
TEST(op_015_a_fallback_goes_with_the_compression) {
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['EXT_meshopt_compression'],'scene':0,"
        "'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{"
        "'POSITION':0}}]}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':"
        "'VEC3','min':[0,0,0],'max':[0,0,0]}],'bufferViews':[{'buffer':1,'byteLength':36,"
        "'extensions':{'EXT_meshopt_compression':{'buffer':0,'byteLength':24,'byteStride':12,"
        "'mode':'ATTRIBUTES','count':3}}}],'buffers':[{'byteLength':24},{'byteLength':36,'uri':"
        "'data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA','extensions':{"
        "'EXT_meshopt_compression':{'fallback':true}}}]}";
    unsigned char bin[24] = {0};
    chain chain;
    optimized it;
    for (size_t i = 0; i < sizeof bin; i += 2) bin[i] = 3;
    chain_init(&chain, VRM_OPTIMIZE_DECOMPRESS | VRM_OPTIMIZE_KEEP_VERTICES);
    it = run(&chain, fixture_glb(json, bin, sizeof bin));
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->buffer_count, 1);
    CHECK(!has_text(&it, "EXT_meshopt_compression"));
    CHECK_TEXT(said(&it, "views-decoded"), "1 compressed array is stored without compression");
    done(&it);
}

/* --- What cannot be read --- */

/* Views of a buffer that is not there, as compressed ones without a decoder, hold no zeros. */
TEST(op_015_without_an_encoder_compressed_views_stay) {
    chain chain;
    optimized it, again;
    const void *bytes;
    chain_init(&chain, VRM_OPTIMIZE_COMPRESS);
    it = run(&chain, grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL));
    bytes = vrm_written_bytes(it.file, &it.size);
    CHECK(has_text(&it, "EXT_meshopt_compression"));
    chain.tools.compress = NULL;
    again = run(&chain, fixture_bytes(bytes, it.size));
    CHECK(has_text(&again, "EXT_meshopt_compression") && again.size <= it.size);
    done(&again);
    done(&it);
}

TEST(op_005_targets_that_cannot_be_read_stay) {
    static const struct {
        const char *base;
        int base_buffer, sparse_buffer;
    } cases[] = {{"", 0, 1}, {"'bufferView':3,", 1, 0}};
    static const unsigned char bin[52] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char json[1000];
        chain chain;
        optimized it;
        chain_init(&chain, 0);
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}"
                 "],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':1}"
                 "]}]}],'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3',"
                 "'min':[0,0,0],'max':[0,0,0]},{%s'componentType':5126,'count':3,'type':'VEC3',"
                 "'sparse':{'count':1,'indices':{'bufferView':1,'componentType':5121},'values':{"
                 "'bufferView':2}}}],'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':%d,"
                 "'byteLength':1},{'buffer':%d,'byteOffset':4,'byteLength':12},{'buffer':%d,"
                 "'byteLength':36}],'buffers':[{'byteLength':52},{'byteLength':52,'uri':"
                 "'elsewhere.bin'}]}",
                 cases[i].base, cases[i].sparse_buffer, cases[i].sparse_buffer,
                 cases[i].base_buffer);
        it = run(&chain, fixture_glb(json, bin, sizeof bin));
        test_note("case %zu", i);
        REQUIRE(it.after.gltf != NULL);
        CHECK_INT(it.after.gltf->meshes[0].target_count, 1);
        CHECK_TEXT(said(&it, "targets-empty"), "");
        done(&it);
    }
    test_note(NULL);
}

/* --- Memory --- */

TEST(er_012_refused_memory_ends_a_quantization) {
    fixture file = grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL);
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    for (int64_t n = 0; n < 4000 && result != VRM_OK; ++n) {
        counting counter;
        vrm_written *written = NULL;
        chain chain;
        chain_init(&chain, BOTH);
        counting_init(&counter, n);
        chain.load.allocator = &counter.allocator;
        result = vrm_optimize(file.bytes, file.size, &chain.desc, &written, NULL);
        CHECK((result == VRM_OK) == (written != NULL));
        if (result != VRM_OK) CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        vrm_written_destroy(written);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK_INT(result, VRM_OK);
    fixture_free(&file);
}

TEST_SUITE(positions, ENTRY(op_016_positions_stay_within_the_distance_that_is_stated),
           ENTRY(op_016_positions_stay_unless_both_are_asked_for),
           ENTRY(op_016_a_decoder_without_the_filter_gets_plain_floats),
           ENTRY(op_016_meters_are_those_of_the_rest_pose),
           ENTRY(op_016_positions_that_no_integer_holds_stay),
           ENTRY(op_016_the_filter_holds_multiples_of_a_step),
           ENTRY(op_016_a_view_that_the_filter_changes_has_none),
           ENTRY(op_015_a_fallback_goes_with_the_compression),
           ENTRY(op_015_without_an_encoder_compressed_views_stay),
           ENTRY(op_005_targets_that_cannot_be_read_stay),
           ENTRY(er_012_refused_memory_ends_a_quantization));

/* Ends of ranges and of tables that other tests of files do not come to. */
#include "gltf/document.h"
#include "gltf/external.h"
#include "gltf/glb.h"
#include "gltf/unpack.h"
#include "model/model.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* A version has one digit and a dot. */
TEST(versions_that_are_none) {
    static const char *const versions[] = {"2", "", "/.0", ":.0", "20", "-2.0"};
    for (size_t i = 0; i < COUNT(versions); ++i) {
        char json[128];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{'version':'%s'}}", versions[i]);
        file = load_json(json);
        test_note("'%s'", versions[i]);
        CHECK_INT(file.model != NULL, file.result == VRM_OK);
        CHECK(vrm_report_count(file.report) >= 1);
        CHECK(vrm_report_count(file.report) >= 1 &&
              strncmp(vrm_report_get(file.report, 0)->code, "asset-", 6) == 0);
        unload(&file);
    }
    test_note(NULL);
}

/* ER-017: what can stand behind a backslash, and halves of pairs at every place. */
TEST(er_017_escapes_of_every_kind) {
    static const struct {
        const char *text;  /* inside of a string */
        const char *means; /* NULL: it is no JSON at all */
    } cases[] = {
        {"\\u00e9\\u00E9", "\xC3\xA9\xC3\xA9"},
        {"\\u0041\\u006F", "Ao"},
        {"\\uD83D\\uDE00", "\xF0\x9F\x98\x80"},
        {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"},
        {"\\uD83D", "\xEF\xBF\xBD"},
        {"\\uD83Dxuvwxyz", "\xEF\xBF\xBDxuvwxyz"},
        {"\\uD83D\\nuvwxyz", "\xEF\xBF\xBD\nuvwxyz"},
        {"\\uD83D\\u0041", "\xEF\xBF\xBD"
                           "A"},
        {"\\uD83D\\uE000", "\xEF\xBF\xBD\xEE\x80\x80"},
        {"\\uD83D\\uD83D\\uDE00", "\xEF\xBF\xBD\xF0\x9F\x98\x80"},
        {"\\uDE00x", "\xEF\xBF\xBDx"},
        {"\\uFFFD\\uD800", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\\uD83D\\u00", NULL},
        {"\\uD83D\\u00:0zz", NULL},
        {"\\uD83D\\u00g0zz", NULL},
        {"\\uD83D\\u00G0zz", NULL},
        {"\\uD83D\\u00@0zz", NULL},
        {"\\uD83D\\u00/0zz", NULL},
        {"\\u00/0 \\uD83D", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded file;
        snprintf(json, sizeof json, "{'asset':{'version':'2.0','generator':'%s'}}", cases[i].text);
        file = load_json(json);
        test_note("case %d", (int)i);
        CHECK_INT(file.model != NULL, cases[i].means != NULL);
        if (file.model != NULL && cases[i].means != NULL) {
            CHECK_TEXT(file.gltf->generator.data, cases[i].means);
        }
        if (cases[i].means == NULL) CHECK_INT(file.result, VRM_ERROR_JSON);
        unload(&file);
    }
    /* A half at the very end of the text. */
    {
        static const char cut[] = "{\"asset\":{\"version\":\"2.0\"},\"a\":\"\\uD83D";
        loaded file = load_fixture(fixture_bytes(cut, sizeof cut - 1), NULL);
        CHECK_INT(file.result, VRM_ERROR_JSON);
        unload(&file);
    }
    test_note(NULL);
}

/* ER-005: text that is too long for its budget of values is counted by hand; strings with
 * brackets and quotes in them do not count as depth, and it may close what it never opened. */
TEST(er_005_why_a_text_did_not_fit) {
    enum { VALUES = 4000 };
    static const struct {
        const char *begin, *each, *end, *code;
    } cases[] = {
        {"{'asset':{'version':'2.0'},'a':[", "0,", "0]}", "limit-json-values"},
        {"{'asset':{'version':'2.0','generator':'[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\\\\'{'},'a':"
         "[",
         "0,", "0]}", "limit-json-values"},
        {"{'asset':{'version':'2.0'},'a':[", "[", "]}", "limit-json-depth"},
        {"{'asset':{'version':'2.0'}}]}'a':[", "0,", "0]}", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        size_t begin = strlen(cases[i].begin), each = strlen(cases[i].each);
        char *json = malloc(begin + each * VALUES + strlen(cases[i].end) + 1);
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        memcpy(json, cases[i].begin, begin);
        for (size_t k = 0; k < VALUES; ++k) memcpy(json + begin + k * each, cases[i].each, each);
        strcpy(json + begin + each * VALUES, cases[i].end);
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        limits.max_json_values = 16;
        limits.max_json_depth = 20;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        test_note("case %d", (int)i);
        CHECK(file.model == NULL);
        if (cases[i].code != NULL) {
            CHECK_INT(file.result, VRM_ERROR_LIMIT);
            CHECK(found(&file, cases[i].code, NULL));
        }
        unload(&file);
        free(json);
    }
    test_note(NULL);
}

/* GL-035, GL-034: numbers at the ends, in fields of each kind. */
TEST(gl_034_numbers_that_are_no_index) {
    static const struct {
        const char *members, *code, *pointer;
    } cases[] = {
        {"'nodes':[{'mesh':-Infinity}]", "field-not-finite", "/nodes/0/mesh"},
        {"'nodes':[{'mesh':Infinity}]", "field-not-finite", "/nodes/0/mesh"},
        {"'nodes':[{'mesh':-1}]", "index-negative", "/nodes/0/mesh"},
        {"'nodes':[{'mesh':-2.0}]", "index-negative", "/nodes/0/mesh"},
        {"'nodes':[{'mesh':1e300}]", "index-out-of-range", "/nodes/0/mesh"},
        {"'nodes':[{'mesh':-1e300}]", "index-negative", "/nodes/0/mesh"},
        {"'materials':[{'alphaMode':'BLEND\\u0000'}]", "field-enum", "/materials/0/alphaMode"},
        {"'materials':[{'alphaMode':'\\u0000'}]", "field-enum", "/materials/0/alphaMode"},
        {"'samplers':[{'wrapS':33072.0}]", "field-enum", "/samplers/0/wrapS"},
        {"'samplers':[{'wrapS':1.5}]", "field-not-integer", "/samplers/0/wrapS"},
        {"'nodes':[{'matrix':[1,0,0,0,0,1,0,1,0,0,1,0,0,0,0,1]}]", "node-matrix-row", NULL},
        {"'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,1,0,0,0,1]}]", "node-matrix-row", NULL},
        {"'nodes':[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]", "node-matrix-row", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        snprintf(json, sizeof json, "{" ASSET ",%s}", cases[i].members);
        test_note("%s", cases[i].members);
        file = load_json(json);
        CHECK(file.model != NULL);
        if (!CHECK(found(&file, cases[i].code, cases[i].pointer)) && file.report != NULL) {
            vrm_report_print(file.report, stdout);
        }
        unload(&file);
    }
    /* 4.0 is 4, in a field of numbers with names too. */
    {
        loaded file = load_json("{" ASSET ",'samplers':[{'wrapS':33071.0}],'materials':[{}]}");
        REQUIRE(file.model != NULL);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(file.gltf->samplers[0].wrap_s, 33071);
        unload(&file);
    }
    test_note(NULL);
}

/* A BIN chunk that is empty, or that the file does not have, can be copied too. */
TEST(copies_of_no_payload) {
    static const char json[] = "{" ASSET ",'buffers':[{'byteLength':4}]}";
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_COPY_PAYLOAD;
    for (int i = 0; i < 2; ++i) {
        loaded file = load_fixture(fixture_glb(json, i == 0 ? NULL : "", 0), &desc);
        test_note("%s", i == 0 ? "no BIN" : "an empty BIN");
        CHECK(file.model != NULL);
        CHECK(vrm_report_count(file.report) > 0);
        unload(&file);
    }
    test_note(NULL);
}

/* What is read no further: bytes that begin neither a GLB nor JSON. */
TEST(beginnings_of_files) {
    static const struct {
        const char *bytes;
        bool may;
    } cases[] = {{"", true},     {"{", true},    {" \n", true},   {"x", false},
                 {"glT", false}, {"glTF", true}, {"xyzw", false}, {"  {", true}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        test_note("'%s'", cases[i].bytes);
        CHECK_INT(vrmi_glb_may_begin((const uint8_t *)cases[i].bytes, strlen(cases[i].bytes)),
                  cases[i].may);
    }
    test_note(NULL);
}

typedef struct shelf {
    int asked, released;
    uint64_t most;
    size_t size; /* of what it gives */
} shelf;

static vrm_result take_from(const char *path, uint64_t most, const void **out_bytes,
                            size_t *out_size, void *user) {
    shelf *files = user;
    (void)path;
    files->asked += 1;
    files->most = most;
    *out_bytes = "01234567";
    *out_size = files->size;
    return VRM_OK;
}

static void put_back(const void *bytes, size_t size, void *user) {
    shelf *files = user;
    (void)bytes;
    (void)size;
    files->released += 1;
}

/* Each path is asked for once, whatever they have in common. */
TEST(files_are_asked_for_once) {
    static const char json[] =
        "{" ASSET ",'images':[{'uri':'a'},{'uri':'ab'},{'uri':'b'},{'uri':'aB'},{'uri':'abc'},"
        "{'uri':'ab'},{'uri':'a'},{'uri':'q'},{'uri':'ac'},{'uri':'A'},{'uri':'..a/b.'},"
        "{'uri':'.x/y'}]}";
    shelf files = {0, 0, 0, 4};
    vrm_resolver resolver = {take_from, put_back, &files};
    vrm_load_desc desc;
    loaded file;
    vrm_load_desc_init(&desc);
    desc.resolver = &resolver;
    file = load_fixture(fixture_glb(json, NULL, 0), &desc);
    REQUIRE(file.model != NULL);
    CHECK_INT(files.asked, 10);
    for (int32_t i = 0; i < 12; ++i) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        CHECK_INT(vrm_model_get_image_bytes(file.model, i, &bytes, &size), VRM_OK);
        CHECK_INT(size, 4);
    }
    unload(&file);
    CHECK_INT(files.released, 10);
}

/* A resolver that gives more than it may, and does not want it back. */
TEST(too_much_of_a_file) {
    static const char json[] = "{" ASSET ",'images':[{'uri':'a'}]}";
    for (int keeps = 0; keeps < 2; ++keeps) {
        shelf files = {0, 0, 0, 8};
        vrm_resolver resolver = {take_from, NULL, &files};
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        if (keeps) resolver.release = put_back;
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.resolver = &resolver;
        limits.max_external_bytes = 7;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        CHECK_INT(files.most, 7);
        CHECK_INT(files.released, keeps);
        unload(&file);
    }
    {
        shelf files = {0, 0, 0, 8};
        vrm_resolver resolver = {take_from, NULL, &files};
        vrm_load_desc desc;
        vrm_limits limits;
        loaded file;
        vrm_load_desc_init(&desc);
        vrm_limits_init(&limits);
        desc.limits = &limits;
        desc.resolver = &resolver;
        limits.max_external_bytes = UINT64_MAX;
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        CHECK(file.model != NULL);
        CHECK(files.most == SIZE_MAX);
        unload(&file);
    }
}

/* Bytes of a path and of base64 next to the ones that are meant. */
TEST(characters_that_are_no_digits) {
    static const struct {
        const char *uri;
        bool is_asked;
    } cases[] = {{"a%4", false},  {"a%4g", false},   {"a%4/", false}, {"a%4:", false},
                 {"a%4@", false}, {"a%4G", false},   {"a%4`", false}, {"a%g4", false},
                 {"a%6f", true},  {"a%6F", true},    {"a%00", false}, {"a/..", false},
                 {"a/.b", true},  {"data:,", false}, {"..", false},   {".a", true},
                 {"a%41", true},  {"%2e%2e", false}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        shelf files = {0, 0, 0, 4};
        vrm_resolver resolver = {take_from, NULL, &files};
        vrm_load_desc desc;
        char json[256];
        loaded file;
        vrm_load_desc_init(&desc);
        desc.resolver = &resolver;
        snprintf(json, sizeof json, "{" ASSET ",'images':[{'uri':'%s'}]}", cases[i].uri);
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        test_note("%s", cases[i].uri);
        CHECK_INT(files.asked, cases[i].is_asked);
        CHECK(file.model != NULL);
        unload(&file);
    }
    {
        static const char *const codes[] = {"AA{A", "AA[A", "AA@A", "AA`A", "AA:A", "AA.A"};
        for (size_t i = 0; i < COUNT(codes); ++i) {
            char json[256];
            const uint8_t *bytes = NULL;
            size_t size = 0;
            loaded file;
            snprintf(json, sizeof json, "{" ASSET ",'images':[{'uri':'data:image/png;base64,%s'}]}",
                     codes[i]);
            file = load_json(json);
            test_note("%s", codes[i]);
            REQUIRE(file.model != NULL);
            CHECK(vrm_report_count(file.report) > 0);
            CHECK(vrm_model_get_image_bytes(file.model, 0, &bytes, &size) != VRM_OK);
            unload(&file);
        }
    }
    test_note(NULL);
}

/* ER-008: reads check what a load has checked: of a document whose tables do not hold. */
TEST(er_008_reads_do_not_trust_the_tables) {
    static const unsigned char bin[64] = {0};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':48},"
        "{'buffer':0,'byteOffset':48,'byteLength':16}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','sparse':{"
        "'count':1,'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':1,"
        "'byteOffset':4}}},{'bufferView':1,'componentType':5121,'count':4,'type':'VEC4'},"
        "{'componentType':5123,'count':3,'type':'SCALAR'}]}",
        bin, sizeof bin);
    vrmi_document *document;
    vrm_accessor *accessors;
    vrm_buffer_view *views;
    vrm_accessor kept;
    vrm_buffer_view kept_view;
    float floats[12];
    uint32_t indices[4] = {9, 9, 9, 9};
    uint16_t joints[16];
    REQUIRE(file.model != NULL);
    document = &file.model->document;
    accessors = (vrm_accessor *)(uintptr_t)document->gltf.accessors;
    views = (vrm_buffer_view *)(uintptr_t)document->gltf.buffer_views;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_OK);
    CHECK_INT(vrmi_unpack_floats(document, 0, 5, 3, floats), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrmi_unpack_indices(document, 2, 3, indices), VRM_OK); /* no view: zeros */
    CHECK_INT(indices[0] | indices[1] | indices[2], 0);
    CHECK_INT(indices[3], 9);
    CHECK_INT(vrmi_unpack_indices(document, 2, 4, indices), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrmi_unpack_indices(document, 0, 1, indices), VRM_ERROR_PAYLOAD); /* floats */
    CHECK_INT(vrmi_unpack_indices(document, 3, 1, indices), VRM_ERROR_PAYLOAD); /* none */
    CHECK_INT(vrmi_unpack_joints(document, 1, 4, joints), VRM_OK);
    CHECK_INT(vrmi_unpack_joints(document, 1, 5, joints), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrmi_unpack_joints(document, 0, 1, joints), VRM_ERROR_PAYLOAD);
    CHECK_INT(vrmi_unpack_joints(document, 3, 1, joints), VRM_ERROR_PAYLOAD);
    kept = accessors[1];
    accessors[1].component = VRM_COMPONENT_U32;
    CHECK_INT(vrmi_unpack_joints(document, 1, 1, joints), VRM_ERROR_PAYLOAD);
    accessors[1] = kept;
    kept = accessors[0];
    accessors[0].byte_offset = 4;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_ERROR_PAYLOAD);
    accessors[0] = kept;
    accessors[0].sparse_index_offset = 16;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_ERROR_PAYLOAD);
    accessors[0] = kept;
    accessors[0].sparse_value_offset = 5;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_ERROR_PAYLOAD);
    accessors[0] = kept;
    kept_view = views[1];
    views[1].buffer = VRM_NONE;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_ERROR_PAYLOAD);
    views[1] = kept_view;
    accessors[0].sparse_value_view = 0;
    views[0].byte_length = 48;
    CHECK_INT(vrmi_unpack_floats(document, 0, 4, 3, floats), VRM_OK);
    accessors[0] = kept;
    unload(&file);
}

/* Animations: normalized weights, an input that cannot be used, and pointers. */
TEST(animations_at_the_ends) {
    static const unsigned char bin[64] = {0};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],"
        "'max':[0]},{'bufferView':0,'componentType':5121,'normalized':true,'count':2,"
        "'type':'SCALAR'},{'bufferView':7,'componentType':5126,'count':2,'type':'SCALAR'},"
        "{'bufferView':0,'componentType':5126,'count':2,'type':'VEC3','min':[0,0,0],"
        "'max':[0,0,0]},{'bufferView':0,'componentType':5121,'normalized':true,'count':2,"
        "'type':'VEC3'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':3},'targets':[{'POSITION':3}]}]}],"
        "'nodes':[{'mesh':0}],'extensionsUsed':['KHR_animation_pointer'],"
        "'animations':[{'samplers':[{'input':0,'output':1},{'input':2,'output':1},"
        "{'input':0,'output':4}],'channels':["
        "{'sampler':0,'target':{'node':0,'path':'weights'}},"
        "{'sampler':1,'target':{'node':0,'path':'weights'}},"
        "{'sampler':0,'target':{'node':0,'path':'pointer'}},"
        "{'sampler':2,'target':{'node':0,'path':'translation'}},"
        "{'sampler':0,'target':{'path':'weights'}}]}]}",
        bin, sizeof bin);
    REQUIRE(file.model != NULL);
    CHECK_INT(file.gltf->animation_count, 1);
    CHECK_INT(file.gltf->animations[0].channel_count, 1);
    CHECK_INT(file.gltf->animations[0].channels[0].output, 1);
    CHECK_INT(count_code(&file, "channel-unusable"), 2);
    unload(&file);
}

/* Names of extensions that are too long to be compared; limits of a size that is none. */
TEST(limits_and_long_names) {
    char name[400], json[512];
    vrm_limits limits;
    vrm_load_desc desc;
    loaded file;
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    snprintf(json, sizeof json, "{" ASSET ",'extensionsRequired':['%s']}", name);
    file = load_json(json);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "extension-required", "/extensionsRequired/0"));
    CHECK(found(&file, "extension-unlisted", "/extensionsRequired/0"));
    unload(&file);
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    limits.struct_size = 1;
    desc.limits = &limits;
    file = load_fixture(fixture_glb("{" ASSET "}", NULL, 0), &desc);
    CHECK_INT(file.result, VRM_ERROR_INVALID_ARGUMENT);
    unload(&file);
}

/* An offset that is not a multiple of the component's size is reported once, for the accessor. */
TEST(misaligned_attributes) {
    static const unsigned char bin[64] = {0};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64}],"
        "'accessors':[{'bufferView':0,'byteOffset':2,'componentType':5126,'count':3,"
        "'type':'VEC3'},{'bufferView':0,'byteOffset':1,'componentType':5121,'normalized':true,"
        "'count':3,'type':'VEC4'}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':1}}]}]}",
        bin, sizeof bin);
    REQUIRE(file.model != NULL);
    CHECK_INT(count_code(&file, "attribute-alignment"), 1);
    CHECK(found(&file, "attribute-alignment", "/meshes/0/primitives/0/attributes/COLOR_0"));
    unload(&file);
}

/* Matrices have more bounds than there is room for: the first four are compared. */
TEST(bounds_of_matrices) {
    static const unsigned char bin[64] = {0};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'MAT4',"
        "'min':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],'max':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}",
        bin, sizeof bin);
    REQUIRE(file.model != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
}

/* Times of an animation and sparse values may share a view; values without their payload fail. */
TEST(views_of_times_and_sparse_values) {
    static const unsigned char bin[64] = {0};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64},{'byteLength':64,'uri':'gone.bin'}],"
        "'bufferViews':[{'buffer':0,'byteLength':64},{'buffer':1,'byteLength':64}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'SCALAR','min':[0],"
        "'max':[0]},{'componentType':5126,'count':2,'type':'VEC3','sparse':{'count':1,'indices':{"
        "'bufferView':0,'componentType':5121},'values':{'bufferView':0,'byteOffset':4}}},"
        "{'componentType':5126,'count':2,'type':'VEC3','sparse':{'count':1,'indices':{"
        "'bufferView':0,'componentType':5121},'values':{'bufferView':1}}}],"
        "'nodes':[{}],'animations':[{'samplers':[{'input':0,'output':1}],'channels':[{'sampler':0,"
        "'target':{'node':0,'path':'translation'}}]}]}",
        bin, sizeof bin);
    float floats[6];
    REQUIRE(file.model != NULL);
    CHECK(!found(&file, "view-mixed", NULL));
    CHECK_INT(file.gltf->animations[0].channel_count, 1);
    CHECK_INT(vrm_model_read_floats(file.model, 1, floats, 6), VRM_OK);
    CHECK_INT(vrm_model_read_floats(file.model, 2, floats, 6), VRM_ERROR_NO_PAYLOAD);
    unload(&file);
}

/* Limits beyond what an index can say are taken to its end. */
TEST(limits_without_an_end) {
    vrm_load_desc desc;
    vrm_limits limits;
    loaded file;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.limits = &limits;
    limits.max_nodes = limits.max_elements = UINT32_MAX;
    file = load_fixture(fixture_glb("{" ASSET ",'nodes':[{},{}]}", NULL, 0), &desc);
    REQUIRE(file.model != NULL);
    CHECK_INT(file.gltf->node_count, 2);
    unload(&file);
}

/* Numbers beyond 64 bits are shown as the file has them. */
TEST(gl_034_numbers_beyond_64_bits_are_shown) {
    static const struct {
        const char *members, *code, *number;
    } cases[] = {
        {"'nodes':[{'mesh':1e300}]", "index-out-of-range", "1e+300"},
        {"'nodes':[{'mesh':-1e300}]", "index-negative", "-1e+300"},
        {"'nodes':[{'mesh':99999999999999999999}]", "index-out-of-range", "100000000000000000000"},
        {"'nodes':[{'mesh':18446744073709551615}]", "index-out-of-range",
         "18,446,744,073,709,551,615"},
        {"'nodes':[{'mesh':-9223372036854775807}]", "index-negative", "-9223372036854775807"},
        {"'samplers':[{'wrapS':-1e19}]", "field-enum", "-10000000000000000000"},
        {"'materials':[{'normalTexture':{'index':0,'texCoord':1e19}}]", "field-range",
         "10000000000000000000"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        bool is_shown = false;
        snprintf(json, sizeof json, "{" ASSET ",%s}", cases[i].members);
        test_note("%s", cases[i].members);
        file = load_json(json);
        for (uint32_t k = 0; k < vrm_report_count(file.report); ++k) {
            const vrm_diagnostic *entry = vrm_report_get(file.report, k);
            is_shown = is_shown || (strcmp(entry->code, cases[i].code) == 0 &&
                                    strstr(entry->message, cases[i].number) != NULL);
        }
        if (!CHECK(is_shown)) vrm_report_print(file.report, stdout);
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(gltf_corners, ENTRY(versions_that_are_none), ENTRY(er_017_escapes_of_every_kind),
           ENTRY(er_005_why_a_text_did_not_fit), ENTRY(gl_034_numbers_that_are_no_index),
           ENTRY(gl_034_numbers_beyond_64_bits_are_shown), ENTRY(copies_of_no_payload),
           ENTRY(beginnings_of_files), ENTRY(files_are_asked_for_once), ENTRY(too_much_of_a_file),
           ENTRY(characters_that_are_no_digits), ENTRY(er_008_reads_do_not_trust_the_tables),
           ENTRY(animations_at_the_ends), ENTRY(limits_and_long_names),
           ENTRY(misaligned_attributes), ENTRY(bounds_of_matrices),
           ENTRY(views_of_times_and_sparse_values), ENTRY(limits_without_an_end));

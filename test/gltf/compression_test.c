/*
 * Compressed buffer views (GL-048): which of them a load gives to the decoder, what it does with
 * the result, and what it reports. The decoder here is a host's own: a header byte, and then the
 * elements as they are. test/tool/check_compress.py has the real one.
 */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- A decoder --- */

enum { PLAIN = 0x7E, DAMAGED = -2, OTHER_HEADER = -1 };

static int32_t decode_plain(void *out, size_t count, size_t stride, const uint8_t *bytes,
                            size_t size) {
    if (size == 0 || bytes[0] != PLAIN) return OTHER_HEADER;
    if (size != count * stride + 1) return DAMAGED;
    memcpy(out, bytes + 1, count * stride);
    return 0;
}

static void double_bytes(void *elements, size_t count, size_t stride) {
    unsigned char *bytes = elements;
    for (size_t i = 0; i < count * stride; ++i) bytes[i] = (unsigned char)(bytes[i] * 2);
}

static vrm_meshopt_decoder make_decoder(void) {
    vrm_meshopt_decoder decoder;
    vrm_meshopt_decoder_init(&decoder);
    decoder.decode_vertices = decode_plain;
    decoder.decode_triangles = decode_plain;
    decoder.decode_indices = decode_plain;
    decoder.filter_octahedral = double_bytes;
    decoder.filter_quaternion = double_bytes;
    decoder.filter_exponential = double_bytes;
    return decoder;
}

/* --- Files: three floats, compressed into 13 bytes of a BIN of 64 --- */

static fixture make_file(const char *extension, const char *members, const char *fallback,
                         unsigned char header) {
    static const float floats[] = {1, 2, 3};
    unsigned char bin[64] = {0};
    char json[1500];
    bin[0] = header;
    memcpy(bin + 1, floats, sizeof floats);
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'extensionsUsed':['%s'],'extensionsRequired':['%s'],"
             "'buffers':[{'byteLength':64},%s],"
             "'bufferViews':[{'buffer':1,'byteLength':12,'extensions':{'%s':{%s}}}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'SCALAR'}]}",
             extension, extension, fallback, extension, members);
    return fixture_glb(json, bin, sizeof bin);
}

#define EXT "EXT_meshopt_compression"
#define KHR "KHR_meshopt_compression"
#define STAND_IN "{'byteLength':12,'extensions':{'" EXT "':{'fallback':true}}}"
#define RANGE "'buffer':0,'byteLength':13,"
#define GOOD RANGE "'byteStride':4,'count':3,'mode':'ATTRIBUTES'"

static loaded load_compressed(fixture file, const vrm_meshopt_decoder *decoder,
                              const vrm_limits *limits, vrm_load_flags flags) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.meshopt = decoder;
    desc.limits = limits;
    desc.flags = flags;
    return load_fixture(file, &desc);
}

static void check_read(const loaded *file, vrm_result expected, float scale) {
    float values[3] = {0, 0, 0};
    REQUIRE(file->model != NULL);
    CHECK_INT(vrm_model_read_floats(file->model, 0, values, 3), expected);
    for (int i = 0; i < 3 && expected == VRM_OK; ++i) {
        CHECK_NEAR(values[i], scale * (float)(i + 1), 0);
    }
}

TEST(gl_048_a_load_decodes_compressed_views) {
    static const char *const names[] = {EXT, KHR};
    const vrm_meshopt_decoder decoder = make_decoder();
    for (size_t i = 0; i < COUNT(names); ++i) {
        /* With and without the mark of a fallback. */
        const char *fallback = i == 0 ? STAND_IN : "{'byteLength':12}";
        loaded file = load_compressed(make_file(names[i], GOOD, fallback, PLAIN), &decoder, NULL,
                                      VRM_LOAD_STRICT);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 0);
        check_read(&file, VRM_OK, 1);
        CHECK_INT(file.gltf->buffers[1].is_available, 0);
        vrm_model_drop_payload(file.model);
        check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

TEST(gl_048_without_a_decoder_a_diagnostic_says_what_to_do) {
    vrm_meshopt_decoder empty;
    const vrm_meshopt_decoder *decoders[] = {NULL, &empty};
    vrm_meshopt_decoder_init(&empty);
    for (size_t i = 0; i < COUNT(decoders); ++i) {
        loaded file =
            load_compressed(make_file(KHR, GOOD, "{'byteLength':12}", PLAIN), decoders[i], NULL, 0);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK(found(&file, "buffer-compressed", "/buffers/1"));
        CHECK_TEXT(message_of(&file, "buffer-compressed"),
                   "the meshes are compressed with " KHR
                   ", and no decoder was given; they are not drawn");
        check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

/* A view behind the compressed one, whose three objects the file closes. */
#define PLAIN_VIEW "}}},{'buffer':1,'byteLength':12,'extras':{'a':{"

/* With a decoder, compressed views are read; without one, both are named. */
TEST(gl_048_views_without_compression_find_nothing_in_a_stand_in) {
    const vrm_meshopt_decoder decoder = make_decoder();
    for (int has_decoder = 0; has_decoder < 2; ++has_decoder) {
        loaded file = load_compressed(make_file(EXT, GOOD PLAIN_VIEW, STAND_IN, PLAIN),
                                      has_decoder ? &decoder : NULL, NULL, 0);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), has_decoder ? 1 : 2);
        CHECK(found(&file, "buffer-fallback", "/buffers/1"));
        CHECK(found(&file, "buffer-compressed", "/buffers/1") == !has_decoder);
        check_read(&file, has_decoder ? VRM_OK : VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

/* The bytes of a view without compression, beside the compressed ones. */
TEST(gl_048_a_fallback_with_bytes_is_read_instead) {
    static const char fallback[] =
        "{'byteLength':12,'uri':'data:application/octet-stream;base64,AAAAQAAAgEAAAMBA'}";
    vrm_meshopt_decoder decoder = make_decoder();
    loaded file = load_compressed(make_file(EXT, GOOD, fallback, PLAIN), NULL, NULL, 0);
    CHECK_INT(vrm_report_count(file.report), 0);
    check_read(&file, VRM_OK, 2); /* 2, 4, 6 */
    unload(&file);
    file = load_compressed(make_file(EXT, GOOD, fallback, PLAIN), &decoder, NULL, 0);
    check_read(&file, VRM_OK, 1);
    unload(&file);
    enum { NEWER = 0xA1 }; /* a format version that the decoder does not know */
    file = load_compressed(make_file(EXT, GOOD, fallback, NEWER), &decoder, NULL, 0);
    CHECK_INT(vrm_report_count(file.report), 0);
    check_read(&file, VRM_OK, 2);
    unload(&file);
    decoder.decode_vertices = NULL;
    file = load_compressed(make_file(EXT, GOOD, fallback, PLAIN), &decoder, NULL, 0);
    CHECK_INT(vrm_report_count(file.report), 0);
    check_read(&file, VRM_OK, 2);
    unload(&file);
}

TEST(gl_048_rules_of_the_extension) {
    static const struct {
        const char *name, *members, *problem;
    } cases[] = {
        {EXT, RANGE "'byteStride':4,'count':2,'mode':'ATTRIBUTES'",
         "its count times its byteStride is not the byteLength of the view"},
        {EXT, RANGE "'byteStride':4,'count':4611686018427387907,'mode':'ATTRIBUTES'",
         "its count times its byteStride is not the byteLength of the view"},
        {EXT, RANGE "'byteStride':4,'count':0,'mode':'ATTRIBUTES'",
         "its count times its byteStride is not the byteLength of the view"},
        {EXT, RANGE "'byteStride':6,'count':2,'mode':'ATTRIBUTES'",
         "its byteStride is not allowed for its mode"},
        {EXT, RANGE "'byteStride':260,'count':3,'mode':'ATTRIBUTES'",
         "its byteStride is not allowed for its mode"},
        {EXT, RANGE "'byteStride':0,'count':3,'mode':'ATTRIBUTES'",
         "its byteStride is not allowed for its mode"},
        {EXT, RANGE "'byteStride':12,'count':1,'mode':'TRIANGLES'",
         "its byteStride is not allowed for its mode"},
        {EXT, RANGE "'byteStride':1,'count':12,'mode':'INDICES'",
         "its byteStride is not allowed for its mode"},
        {EXT, RANGE "'byteStride':4,'count':3,'mode':'INDICES','filter':'OCTAHEDRAL'",
         "only the mode ATTRIBUTES can have a filter"},
        {EXT, RANGE "'byteStride':12,'count':1,'mode':'ATTRIBUTES','filter':'OCTAHEDRAL'",
         "its byteStride is not allowed for its filter"},
        {EXT, RANGE "'byteStride':4,'count':3,'mode':'ATTRIBUTES','filter':'QUATERNION'",
         "its byteStride is not allowed for its filter"},
        {EXT, RANGE "'byteStride':4,'count':3,'mode':'ATTRIBUTES','filter':'COLOR'",
         "only " KHR " has the filter COLOR"},
        {EXT,
         "'buffer':0,'byteOffset':60,'byteLength':13,'byteStride':4,'count':3,"
         "'mode':'ATTRIBUTES'",
         "its bytes are not within the buffer"},
        {EXT,
         RANGE "'byteStride':12,'count':1,'mode':'ATTRIBUTES'}},'byteStride':4,'extras':{'a':{",
         "its byteStride is not that of the view"},
        {EXT, "'buffer':0,'byteLength':12,'byteStride':4,'count':3,'mode':'ATTRIBUTES'",
         "its bytes are damaged"},
        {EXT, "'buffer':0,'byteLength':0,'byteStride':4,'count':3,'mode':'ATTRIBUTES'",
         "its bytes are damaged"},
    };
    const vrm_meshopt_decoder decoder = make_decoder();
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const fixture bytes = make_file(cases[i].name, cases[i].members, STAND_IN, PLAIN);
        loaded file;
        char expected[200];
        test_note("%s", cases[i].members);
        snprintf(expected, sizeof expected, "the compressed bytes of the view cannot be used: %s",
                 cases[i].problem);
        file = load_compressed(bytes, &decoder, NULL, 0);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK_TEXT(message_of(&file, "view-compression"), expected);
        check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

/* What is missing or not known is reported as in every other object. */
TEST(gl_048_fields_of_the_extension) {
    static const struct {
        const char *members, *code;
    } cases[] = {
        {"'byteLength':13,'byteStride':4,'count':3,'mode':'ATTRIBUTES'", "field-missing"},
        {RANGE "'byteStride':4,'count':3", "field-missing"},
        {RANGE "'byteStride':4,'count':3,'mode':'POINTS'", "field-enum"},
        {GOOD ",'filter':'GAUSS'", "field-enum"},
        {"'buffer':7,'byteLength':13,'byteStride':4,'count':3,'mode':'ATTRIBUTES'",
         "index-out-of-range"},
        {"'buffer':0,'byteLength':-1,'byteStride':4,'count':3,'mode':'ATTRIBUTES'", "field-type"},
    };
    const vrm_meshopt_decoder decoder = make_decoder();
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_compressed(make_file(EXT, cases[i].members, STAND_IN, PLAIN), &decoder, NULL, 0);
        test_note("%s", cases[i].members);
        CHECK_INT(file.result, VRM_OK);
        CHECK(found(&file, cases[i].code, NULL));
        check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

TEST(gl_048_what_the_decoder_lacks) {
    static const struct {
        const char *name, *members;
        unsigned char header;
        const char *lack;
    } cases[] = {
        {KHR, GOOD ",'filter':'COLOR'", PLAIN, "filter COLOR"},
        {EXT, GOOD, 0xA1, "format version 1"},
        {EXT, RANGE "'byteStride':4,'count':3,'mode':'INDICES'", PLAIN, "mode INDICES"},
    };
    vrm_meshopt_decoder decoder = make_decoder();
    decoder.decode_indices = NULL;
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_compressed(make_file(cases[i].name, cases[i].members, STAND_IN, cases[i].header),
                            &decoder, NULL, VRM_LOAD_STRICT); /* the file is good */
        char expected[200];
        snprintf(expected, sizeof expected,
                 "the decoder for compressed meshes lacks %s; what uses the view is not drawn",
                 cases[i].lack);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK_TEXT(message_of(&file, "view-decoder"), expected);
        check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
        unload(&file);
    }
}

TEST(gl_048_filters_follow_the_decoder) {
    static const char *const members[] = {
        GOOD ",'filter':'OCTAHEDRAL'",
        GOOD ",'filter':'EXPONENTIAL'",
    };
    const vrm_meshopt_decoder decoder = make_decoder();
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file =
            load_compressed(make_file(EXT, members[i], STAND_IN, PLAIN), &decoder, NULL, 0);
        float values[3];
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(vrm_model_read_floats(file.model, 0, values, 3), VRM_OK);
        CHECK(values[0] > 1e37f); /* 1 is 00 00 80 3F; doubled byte by byte 00 00 00 7E */
        unload(&file);
    }
}

/* The size is known before anything is decoded, and counts as memory of the model. */
TEST(er_018_decoded_bytes_have_a_limit) {
    const vrm_meshopt_decoder decoder = make_decoder();
    const uint64_t most[] = {11, 12};
    for (size_t i = 0; i < COUNT(most); ++i) {
        vrm_limits limits;
        loaded file;
        vrm_limits_init(&limits);
        limits.max_decoded_bytes = most[i];
        file = load_compressed(make_file(EXT, GOOD, STAND_IN, PLAIN), &decoder, &limits, 0);
        CHECK_INT(file.result, most[i] < 12 ? VRM_ERROR_LIMIT : VRM_OK);
        CHECK_INT(found(&file, "limit-decoded-bytes", "/bufferViews"), most[i] < 12);
        unload(&file);
    }
}

/* Thirty bytes that claim 2^40, and a million views of 1 MB each: nothing is allocated. */
TEST(er_018_claims_of_compressed_views_cost_nothing) {
    static const char many[] = "{'buffer':1,'byteLength':1048576,'extensions':{'" EXT
                               "':{'buffer':0,'byteLength':13,'byteStride':256,'count':4096,"
                               "'mode':'ATTRIBUTES'}}},";
    static char json[40000];
    unsigned char bin[16] = {PLAIN};
    const vrm_meshopt_decoder decoder = make_decoder();
    counting counter;
    vrm_load_desc desc;
    size_t length =
        (size_t)snprintf(json, sizeof json,
                         "{'asset':{'version':'2.0'},'extensionsUsed':['" EXT "'],"
                         "'buffers':[{'byteLength':16},{'byteLength':1099511627776}],"
                         "'bufferViews':[{'buffer':1,'byteLength':1099511627776,"
                         "'extensions':{'" EXT "':{'buffer':0,'byteLength':13,"
                         "'byteStride':256,'count':4294967296,'mode':'ATTRIBUTES'}}}]}");
    loaded file;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    desc.meshopt = &decoder;
    CHECK(length < sizeof json);
    file = load_fixture(fixture_glb(json, bin, sizeof bin), &desc);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    CHECK(found(&file, "limit-decoded-bytes", NULL));
    CHECK(counter.peak_bytes < 200000);
    unload(&file);
    length = (size_t)snprintf(json, sizeof json,
                              "{'asset':{'version':'2.0'},'extensionsUsed':['" EXT "'],"
                              "'buffers':[{'byteLength':16},{'byteLength':1048576}],"
                              "'bufferViews':[");
    for (int i = 0; i < 100; ++i) {
        memcpy(json + length, many, sizeof many);
        length += sizeof many - 1;
    }
    strcpy(json + length - 1, "]}");
    file = load_fixture(fixture_glb(json, bin, sizeof bin), &desc);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    CHECK(counter.peak_bytes < 1000000);
    unload(&file);
    CHECK_INT(counter.live, 0);
}

/* Whichever allocation fails, the load ends and nothing is left. */
TEST(er_020_refused_memory_while_views_are_decoded) {
    const vrm_meshopt_decoder decoder = make_decoder();
    bool has_loaded = false;
    for (int64_t fail_at = 0; fail_at < 100 && !has_loaded; ++fail_at) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        counting_init(&counter, fail_at);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.meshopt = &decoder;
        file = load_fixture(make_file(EXT, GOOD, STAND_IN, PLAIN), &desc);
        has_loaded = file.result == VRM_OK;
        CHECK(has_loaded || file.result == VRM_ERROR_OUT_OF_MEMORY);
        unload(&file);
        CHECK_INT(counter.live, 0);
    }
    CHECK(has_loaded);
}

/* The beginning of a file has no bytes to decode, and says nothing of them. */
TEST(gl_048_a_peek_decodes_nothing) {
    const fixture bytes = make_file(EXT, GOOD, STAND_IN, PLAIN);
    const vrm_meshopt_decoder decoder = make_decoder();
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.meshopt = &decoder;
    CHECK_INT(vrm_model_peek(bytes.bytes, bytes.size - 72, &desc, NULL, &model, &report), VRM_OK);
    CHECK_INT(vrm_report_count(report), 0);
    vrm_model_release(model);
    vrm_report_destroy(report);
    fixture_free((fixture *)(uintptr_t)&bytes);
}

/* A view may have one of the two extensions; a buffer without bytes is for compressed views. */
TEST(gl_048_extensions_do_not_mix) {
    static const char both[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['" EXT "','" KHR "'],"
        "'buffers':[{'byteLength':16},{'byteLength':12}],'bufferViews':[{'buffer':1,"
        "'byteLength':12,'extensions':{'" EXT "':{" GOOD "},'" KHR "':{" GOOD "}}},"
        "{'buffer':1,'byteLength':4}]}";
    const vrm_meshopt_decoder decoder = make_decoder();
    unsigned char bin[16] = {PLAIN};
    loaded file =
        load_compressed(fixture_glb(both, bin, sizeof bin), &decoder, NULL, VRM_LOAD_ANY_GLTF);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, "view-compression", "/bufferViews/0/extensions/" KHR));
    CHECK(found(&file, "buffer-missing", "/buffers/1"));
    unload(&file);
}

/* Compressed bytes cannot be in a buffer that only stands in for decoded ones. */
TEST(gl_048_a_stand_in_has_no_compressed_bytes) {
    static const char members[] =
        "'buffer':1,'byteLength':12,'byteStride':4,'count':3,'mode':'ATTRIBUTES'";
    const vrm_meshopt_decoder decoder = make_decoder();
    loaded file = load_compressed(make_file(EXT, members, STAND_IN, PLAIN), &decoder, NULL, 0);
    CHECK_INT(file.result, VRM_OK);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK_TEXT(message_of(&file, "view-compression"),
               "the compressed bytes of the view cannot be used: its buffer has no bytes");
    check_read(&file, VRM_ERROR_NO_PAYLOAD, 1);
    unload(&file);
}

/* A decoder of another size is read by the rule of descs. */
TEST(gl_048_the_decoder_is_a_desc) {
    vrm_meshopt_decoder decoder = make_decoder();
    loaded file;
    decoder.struct_size = 4;
    file = load_compressed(make_file(EXT, GOOD, STAND_IN, PLAIN), &decoder, NULL, 0);
    CHECK_INT(file.result, VRM_ERROR_INVALID_ARGUMENT);
    unload(&file);
}

TEST_SUITE(compression, ENTRY(gl_048_a_load_decodes_compressed_views),
           ENTRY(gl_048_without_a_decoder_a_diagnostic_says_what_to_do),
           ENTRY(gl_048_views_without_compression_find_nothing_in_a_stand_in),
           ENTRY(gl_048_a_fallback_with_bytes_is_read_instead),
           ENTRY(gl_048_rules_of_the_extension), ENTRY(gl_048_fields_of_the_extension),
           ENTRY(gl_048_what_the_decoder_lacks), ENTRY(gl_048_filters_follow_the_decoder),
           ENTRY(er_018_decoded_bytes_have_a_limit),
           ENTRY(er_018_claims_of_compressed_views_cost_nothing),
           ENTRY(er_020_refused_memory_while_views_are_decoded),
           ENTRY(gl_048_a_peek_decodes_nothing), ENTRY(gl_048_extensions_do_not_mix),
           ENTRY(gl_048_a_stand_in_has_no_compressed_bytes), ENTRY(gl_048_the_decoder_is_a_desc));

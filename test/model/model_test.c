/* The life of a model: descs, references, memory. */
#include "support/fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char small_json[] =
    "{'asset':{'version':'2.0','generator':'a test'},'buffers':[{'byteLength':16}],"
    "'bufferViews':[{'buffer':0,'byteLength':16}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'SCALAR'}],"
    "'nodes':[{'name':'root','children':[1]},{'name':'leaf'}],'scenes':[{'nodes':[0]}],"
    "'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{'specVersion':'1.0'}}}";

static fixture small_file(void) { return fixture_glb(small_json, "0123456789ABCDEF", 16); }

/* --- Desc --- */

static vrm_result load_with(const vrm_load_desc *desc) {
    vrm_model *model = NULL;
    fixture file = small_file();
    vrm_result result = vrm_model_load(file.bytes, file.size, desc, &model, NULL);
    CHECK((result == VRM_OK) == (model != NULL));
    vrm_model_release(model);
    fixture_free(&file);
    return result;
}

TEST(a_desc_that_was_not_initialised_is_refused) {
    vrm_load_desc desc;
    memset(&desc, 0, sizeof desc);
    CHECK_INT(load_with(&desc), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&desc);
    CHECK_INT(desc.struct_size, sizeof desc);
    CHECK_INT(load_with(&desc), VRM_OK);
    /* The first version had everything before `user`. */
    desc.struct_size = (uint32_t)offsetof(vrm_load_desc, user) - 1;
    CHECK_INT(load_with(&desc), VRM_ERROR_INVALID_ARGUMENT);
    desc.struct_size = 4;
    CHECK_INT(load_with(&desc), VRM_ERROR_INVALID_ARGUMENT);
}

TEST(every_unknown_flag_is_refused) {
    const uint32_t known = VRM_LOAD_COPY_PAYLOAD | VRM_LOAD_ANY_GLTF;
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    for (int bit = 0; bit < 32; ++bit) {
        desc.flags = UINT32_C(1) << bit;
        if (desc.flags == VRM_LOAD_STRICT) continue; /* the file is not that good */
        CHECK_INT(load_with(&desc),
                  (desc.flags & known) != 0 ? VRM_OK : VRM_ERROR_INVALID_ARGUMENT);
    }
    desc.flags = known;
    CHECK_INT(load_with(&desc), VRM_OK);
}

/* An older caller's desc ends earlier; what lies behind it is not the desc's. */
TEST(an_older_desc_is_accepted) {
    vrm_load_desc *desc;
    uint32_t written;
    for (size_t size = offsetof(vrm_load_desc, user); size <= sizeof *desc; size += 8) {
        desc = malloc(size); /* exactly: ASan sees a read behind it */
        vrm_load_desc_init_sized(desc, size);
        test_note("%d bytes", (int)size);
        /* By its bytes: there is no whole vrm_load_desc in this memory. */
        memcpy(&written, desc, sizeof written);
        CHECK_INT(written, size);
        CHECK_INT(load_with(desc), VRM_OK);
        free(desc);
    }
}

/* A newer caller's desc is longer. */
TEST(a_newer_desc_is_accepted) {
    struct {
        vrm_load_desc desc;
        uint64_t future[4];
    } newer;
    memset(&newer, 0xEE, sizeof newer);
    vrm_load_desc_init_sized(&newer.desc, sizeof newer);
    CHECK_INT(newer.desc.struct_size, sizeof newer);
    CHECK_INT(newer.future[3], 0);
    CHECK_INT(load_with(&newer.desc), VRM_OK);
    newer.future[3] = 99; /* a setting that this library does not know */
    CHECK_INT(load_with(&newer.desc), VRM_ERROR_INVALID_ARGUMENT);
}

TEST(init_leaves_impossible_sizes_alone) {
    vrm_load_desc desc;
    memset(&desc, 0xEE, sizeof desc);
    vrm_load_desc_init_sized(&desc, 3);
    CHECK_INT(desc.struct_size, 0xEEEEEEEEu);
    vrm_load_desc_init_sized(NULL, sizeof desc);
}

/* --- Limits --- */

/* Loads a file of two nodes with these limits. */
static vrm_result load_limited(const vrm_limits *limits) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.limits = limits;
    return load_with(&desc);
}

TEST(limits_have_their_defaults) {
    vrm_limits limits;
    memset(&limits, 0xEE, sizeof limits);
    vrm_limits_init(&limits);
    CHECK_INT(limits.struct_size, sizeof limits);
    CHECK_INT(limits.max_file_bytes, UINT64_C(2) << 30);
    CHECK_INT(limits.max_json_bytes, 256 << 20);
    CHECK_INT(limits.max_memory_bytes, 1 << 30);
    CHECK_INT(limits.max_external_bytes, 1 << 30);
    CHECK_INT(limits.max_allocations, 1000000);
    CHECK_INT(limits.max_json_depth, 128);
    CHECK_INT(limits.max_json_values, 4 << 20);
    CHECK_INT(limits.max_nodes, 1 << 20);
    CHECK_INT(limits.max_elements, 1 << 20);
    CHECK_INT(limits.max_diagnostics, 256);
    CHECK_INT(limits.max_expressions, 4096);
    CHECK_INT(limits.max_binds, 262144);
    CHECK_INT(limits.max_joints, 1 << 20);
    CHECK_INT(limits.max_colliders, 1 << 20);
    CHECK_INT(limits.max_collider_tests, 1000000);
    CHECK_INT(limits.max_morph_weights, 1 << 20);
    CHECK_INT(limits.max_materials, 16384);
    CHECK_INT(limits.reserved, 0);
    CHECK_INT(load_limited(&limits), VRM_OK);
    limits.max_nodes = 1;
    CHECK_INT(load_limited(&limits), VRM_ERROR_LIMIT);
    limits.max_nodes = 0; /* the default */
    CHECK_INT(load_limited(&limits), VRM_OK);
    CHECK_INT(load_limited(NULL), VRM_OK);
    vrm_limits_init_sized(NULL, sizeof limits);
}

/* Limits of an older program end earlier; what they lack has its default. */
TEST(older_limits_are_accepted) {
    for (size_t size = offsetof(vrm_limits, max_json_depth); size <= sizeof(vrm_limits);
         size += 4) {
        vrm_limits *limits = malloc(size); /* exactly: ASan sees a read or write behind it */
        test_note("%d bytes", (int)size);
        vrm_limits_init_sized(limits, size);
        CHECK_INT(limits->struct_size, size);
        CHECK_INT(limits->max_file_bytes, UINT64_C(2) << 30);
        CHECK_INT(load_limited(limits), VRM_OK);
        limits->max_file_bytes = 100;
        CHECK_INT(load_limited(limits), VRM_ERROR_LIMIT);
        free(limits);
    }
    test_note(NULL);
}

TEST(newer_limits_are_accepted_unless_they_set_what_is_not_known) {
    struct {
        vrm_limits limits;
        uint64_t future[2];
    } newer;
    memset(&newer, 0xEE, sizeof newer);
    vrm_limits_init_sized(&newer.limits, sizeof newer);
    CHECK_INT(newer.limits.struct_size, sizeof newer);
    CHECK_INT(newer.limits.max_nodes, 1 << 20);
    CHECK(newer.future[0] == 0 && newer.future[1] == 0);
    CHECK_INT(load_limited(&newer.limits), VRM_OK);
    newer.limits.max_nodes = 1;
    CHECK_INT(load_limited(&newer.limits), VRM_ERROR_LIMIT);
    newer.limits.max_nodes = 0;
    newer.future[1] = 1;
    CHECK_INT(load_limited(&newer.limits), VRM_ERROR_INVALID_ARGUMENT);
    newer.future[1] = UINT64_C(1) << 63;
    CHECK_INT(load_limited(&newer.limits), VRM_ERROR_INVALID_ARGUMENT);
}

TEST(limits_that_were_not_initialised_are_refused) {
    vrm_limits limits;
    static const uint32_t bad[] = {0, 4, 7, 4097, UINT32_MAX};
    vrm_limits_init(&limits);
    for (size_t i = 0; i < COUNT(bad); ++i) {
        limits.struct_size = bad[i];
        test_note("%u", (unsigned)bad[i]);
        CHECK_INT(load_limited(&limits), VRM_ERROR_INVALID_ARGUMENT);
    }
    test_note(NULL);
    memset(&limits, 0xEE, sizeof limits);
    vrm_limits_init_sized(&limits, 3);
    CHECK_INT(limits.struct_size, 0xEEEEEEEEu);
}

static void *never_allocate(size_t size, size_t alignment, void *user) {
    (void)size;
    (void)alignment;
    (void)user;
    return NULL;
}

TEST(half_an_allocator_or_resolver_is_refused) {
    const vrm_allocator half = {never_allocate, NULL, NULL};
    const vrm_resolver empty = {NULL, NULL, NULL};
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.allocator = &half;
    CHECK_INT(load_with(&desc), VRM_ERROR_INVALID_ARGUMENT);
    vrm_load_desc_init(&desc);
    desc.resolver = &empty;
    CHECK_INT(load_with(&desc), VRM_ERROR_INVALID_ARGUMENT);
}

TEST(arguments_of_load) {
    vrm_model *model = (vrm_model *)&model;
    vrm_report *report = (vrm_report *)&report;
    vrm_load_desc desc;
    fixture file = small_file();
    CHECK_INT(vrm_model_load(file.bytes, file.size, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_model_load(NULL, 10, NULL, &model, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(model == NULL);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_report_destroy(report);
    memset(&desc, 0, sizeof desc);
    model = (vrm_model *)&model;
    report = (vrm_report *)&report;
    CHECK_INT(vrm_model_load(file.bytes, file.size, &desc, &model, &report),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK(model == NULL);
    CHECK_TEXT(vrm_report_failure(report)->code, "invalid-argument");
    vrm_report_destroy(report);
    /* No bytes at all are a file, and a bad one. */
    CHECK_INT(vrm_model_load(NULL, 0, NULL, &model, &report), VRM_ERROR_CONTAINER);
    CHECK(model == NULL);
    CHECK_TEXT(vrm_report_failure(report)->code, "file-empty");
    vrm_report_destroy(report);
    fixture_free(&file);
}

/* --- References --- */

TEST(a_model_lives_until_its_last_release) {
    counting counter;
    vrm_load_desc desc;
    loaded file;
    vrm_model *model;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    file = load_fixture(small_file(), &desc);
    model = file.model;
    CHECK(vrm_model_retain(model) == model);
    CHECK(vrm_model_retain(model) == model);
    vrm_model_release(model);
    vrm_model_release(model);
    CHECK(counter.live > 0);
    CHECK_TEXT(vrm_model_gltf(model)->nodes[1].name.data, "leaf");
    CHECK_INT(vrm_model_gltf(model)->nodes[1].parent, 0);
    unload(&file);
    CHECK_INT(counter.live, 0);
    CHECK_INT(counter.live_bytes, 0);
    CHECK(!counter.is_size_wrong);
}

TEST(null_models_are_harmless) {
    CHECK(vrm_model_retain(NULL) == NULL);
    vrm_model_release(NULL);
    vrm_model_drop_payload(NULL);
    CHECK(vrm_model_gltf(NULL) == NULL);
    CHECK_INT(vrm_model_memory_size(NULL), 0);
    vrm_report_destroy(NULL);
    CHECK_INT(vrm_report_count(NULL), 0);
    CHECK(vrm_report_get(NULL, 0) == NULL);
    CHECK(vrm_report_failure(NULL) == NULL);
    CHECK_INT(vrm_report_found(NULL, VRM_SEVERITY_ERROR), 0);
}

/* The tables do not need the file's bytes, and the report needs neither the file nor the model. */
TEST(tables_and_report_outlive_the_bytes) {
    loaded file = load_fixture(small_file(), NULL);
    vrm_report *report;
    loaded bad;
    memset(file.file.bytes, 0xEE, file.file.size);
    fixture_free(&file.file);
    CHECK_TEXT(file.gltf->generator.data, "a test");
    CHECK_TEXT(file.gltf->nodes[0].name.data, "root");
    CHECK_INT(file.gltf->scenes[0].roots[0], 0);
    vrm_model_drop_payload(file.model);
    unload(&file);
    bad = load_json("{'asset':{'version':'2.0'},'nodes':[{'mesh':7,'name':5}]}");
    report = bad.report;
    bad.report = NULL;
    unload(&bad);
    CHECK_INT(vrm_report_count(report), 2);
    CHECK_TEXT(vrm_report_get(report, 0)->pointer, "/nodes/0/mesh");
    CHECK_TEXT(vrm_report_get(report, 1)->pointer, "/nodes/0/name");
    vrm_report_destroy(report);
}

/* --- Memory --- */

/* Each way of loading, without a report, whose memory is its own. */
TEST(model_memory_is_what_the_model_holds) {
    static const uint32_t flags[] = {0, VRM_LOAD_COPY_PAYLOAD};
    uint64_t memory[COUNT(flags)];
    fixture bytes = small_file();
    for (size_t i = 0; i < COUNT(flags); ++i) {
        counting counter;
        vrm_load_desc desc;
        vrm_model *model = NULL;
        counting_init(&counter, -1);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.flags = flags[i];
        CHECK_INT(vrm_model_load(bytes.bytes, bytes.size, &desc, &model, NULL), VRM_OK);
        memory[i] = vrm_model_memory_size(model);
        CHECK_INT(memory[i], counter.live_bytes);
        vrm_model_drop_payload(model);
        CHECK_INT(vrm_model_memory_size(model), counter.live_bytes);
        CHECK_INT(memory[i] - counter.live_bytes, (flags[i] & VRM_LOAD_COPY_PAYLOAD) != 0 ? 16 : 0);
        vrm_model_release(model);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK_INT(memory[1], memory[0] + 16);
    fixture_free(&bytes);
}

/* ER-020 */
TEST(failed_loads_hold_nothing) {
    static const char *const files[] = {
        "",
        "{",
        "[]",
        "{'asset':{'version':'1.0'}}",
        "{'asset':{'version':'2.0'},'nodes':[{'name':'\xFF\xFE'}",
    };
    for (size_t i = 0; i < COUNT(files); ++i) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        test_note("%s", files[i]);
        counting_init(&counter, -1);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        file = load_fixture(fixture_glb(files[i], NULL, 0), &desc);
        CHECK(file.result != VRM_OK && file.model == NULL);
        CHECK(vrm_report_failure(file.report) != NULL);
        unload(&file);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
}

/* Every allocator is asked for memory aligned for any type, and its own user is passed. */
TEST(the_allocator_is_copied) {
    counting counter;
    vrm_allocator allocator;
    vrm_load_desc desc;
    loaded file;
    counting_init(&counter, -1);
    allocator = counter.allocator;
    vrm_load_desc_init(&desc);
    desc.allocator = &allocator;
    file = load_fixture(small_file(), &desc);
    memset(&allocator, 0, sizeof allocator);
    memset(&desc, 0xEE, sizeof desc);
    CHECK_INT(file.result, VRM_OK);
    unload(&file);
    CHECK_INT(counter.live, 0);
}

TEST_SUITE(model, ENTRY(a_desc_that_was_not_initialised_is_refused),
           ENTRY(every_unknown_flag_is_refused), ENTRY(an_older_desc_is_accepted),
           ENTRY(a_newer_desc_is_accepted), ENTRY(init_leaves_impossible_sizes_alone),
           ENTRY(limits_have_their_defaults), ENTRY(older_limits_are_accepted),
           ENTRY(newer_limits_are_accepted_unless_they_set_what_is_not_known),
           ENTRY(limits_that_were_not_initialised_are_refused),
           ENTRY(half_an_allocator_or_resolver_is_refused), ENTRY(arguments_of_load),
           ENTRY(a_model_lives_until_its_last_release), ENTRY(null_models_are_harmless),
           ENTRY(tables_and_report_outlive_the_bytes), ENTRY(model_memory_is_what_the_model_holds),
           ENTRY(failed_loads_hold_nothing), ENTRY(the_allocator_is_copied));

/* Memory that runs out, calls that are cancelled, limits that are met: always clean, never late. */
#include "hostile/hostile_files.h"
#include "test.h"
#include "testkit/read_everything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Failing allocations (ER-020) --- */

/* Fails one allocation alone, where the counting allocator fails all from one on. */
typedef struct failing_once {
    counting counter;
    int64_t fail_at;
    int64_t asked;
} failing_once;

static void *allocate_once(size_t size, size_t alignment, void *user) {
    failing_once *once = user;
    if (once->asked++ == once->fail_at) return NULL;
    return once->counter.allocator.allocate(size, alignment, once->counter.allocator.user);
}

static void release_once(void *memory, size_t size, size_t alignment, void *user) {
    failing_once *once = user;
    once->counter.allocator.release(memory, size, alignment, once->counter.allocator.user);
}

static bool is_failure(const vrm_report *report, const char *code) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    return failure != NULL && strcmp(failure->code, code) == 0;
}

/* Whether nothing is left behind, and every size was right. */
static bool is_clean(const counting *counter) {
    return CHECK_INT(counter->live, 0) && CHECK_INT(counter->live_bytes, 0) &&
           CHECK(!counter->is_size_wrong);
}

/* All allocations fail from the n-th on, for every n until the load succeeds. */
static void fail_from(const unsigned char *bytes, size_t size, uint32_t flags, bool has_report) {
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    int64_t n = 0;
    for (; result != VRM_OK && n < 10000; ++n) {
        counting counter;
        vrm_load_desc desc;
        vrm_model *model = NULL;
        vrm_report *report = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.flags = VRM_LOAD_ANY_GLTF | flags;
        result = vrm_model_load(bytes, size, &desc, &model, has_report ? &report : NULL);
        if (result != VRM_OK) {
            CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
            CHECK(model == NULL);
            CHECK(!has_report || is_failure(report, "out-of-memory"));
            CHECK(!has_report || check_report(report, result) == NULL);
        }
        vrm_model_release(model);
        vrm_report_destroy(report);
        if (!is_clean(&counter)) return;
    }
    CHECK(n > 4);
    CHECK_INT(result, VRM_OK);
}

/* The n-th allocation fails and all others do not. What the report cannot hold it counts. */
static void fail_once(const unsigned char *bytes, size_t size, uint32_t flags, bool has_report) {
    int64_t n = 0;
    bool has_failed = true; /* an allocation did; behind the last one, none does */
    for (; has_failed && n < 10000; ++n) {
        failing_once once;
        vrm_allocator allocator = {allocate_once, release_once, NULL};
        vrm_load_desc desc;
        vrm_model *model = NULL;
        vrm_report *report = NULL;
        vrm_result result;
        counting_init(&once.counter, -1);
        once.fail_at = n;
        once.asked = 0;
        allocator.user = &once;
        vrm_load_desc_init(&desc);
        desc.allocator = &allocator;
        desc.flags = VRM_LOAD_ANY_GLTF | flags;
        result = vrm_model_load(bytes, size, &desc, &model, has_report ? &report : NULL);
        has_failed = once.asked > n;
        if (!has_failed) CHECK_INT(result, VRM_OK);
        if (has_failed && !has_report) CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        CHECK(result == VRM_ERROR_OUT_OF_MEMORY || result == VRM_OK);
        CHECK((result == VRM_OK) == (model != NULL));
        CHECK(!has_report || check_report(report, result) == NULL);
        if (model != NULL) CHECK(check_invariants(vrm_model_gltf(model)) == NULL);
        vrm_model_release(model);
        vrm_report_destroy(report);
        if (!is_clean(&once.counter)) return;
    }
    CHECK(n > 4);
}

static void fail_every_way(const unsigned char *bytes, size_t size) {
    static const uint32_t flags[] = {0, VRM_LOAD_COPY_PAYLOAD};
    for (size_t i = 0; i < COUNT(flags); ++i) {
        for (int has_report = 0; has_report < 2; ++has_report) {
            fail_from(bytes, size, flags[i], has_report != 0);
        }
    }
    fail_once(bytes, size, VRM_LOAD_COPY_PAYLOAD, true);
    fail_once(bytes, size, VRM_LOAD_COPY_PAYLOAD, false);
}

TEST(er_020_every_failing_allocation_is_reported_and_clean) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        test_note("%s", made.name);
        if (made.file.bytes != NULL) fail_every_way(made.file.bytes, made.file.size);
        hostile_file_free(&made);
    }
}

/* Text that has to be repaired is copied once more; the arena fills up in the middle of it. */
TEST(er_020_rare_allocations_fail_cleanly_too) {
    char *media = malloc(9000), *json = malloc(20000);
    fixture files[4];
    memset(media, 'm', 8999);
    media[8999] = '\0';
    snprintf(json, 20000,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':3,'uri':'data:%s;base64,AAAA'}],"
             "'images':[{'uri':'data:%s;base64,AAAA'}]}",
             media, media);
    files[0] = fixture_glb(json, NULL, 0);
    files[1] = fixture_glb("{'asset':{'version':'2.0'},'nodes':[{'name':'\xFF\xFE'}]}", NULL, 0);
    files[2] = fixture_glb("\xEF\xBB\xBF{'asset':{'version':'2.0'},'nodes':[{'name':'\\ud800'}]}",
                           NULL, 0);
    /* More diagnostics than a report has room for at first. */
    strcpy(json, "{'asset':{'version':'2.0'},'nodes':[{'mesh':1}");
    for (int i = 0; i < 300; ++i) strcat(json, ",{'mesh':1}");
    strcat(json, "]}");
    files[3] = fixture_glb(json, NULL, 0);
    for (size_t i = 0; i < COUNT(files); ++i) {
        test_note("file %d", (int)i);
        fail_every_way(files[i].bytes, files[i].size);
        fixture_free(&files[i]);
    }
    free(media);
    free(json);
}

/* --- Cancelling (ER-018) --- */

typedef struct cancelling {
    int asked;
    int stop_at; /* 0: never */
} cancelling;

static int32_t cancel(void *user) {
    cancelling *state = user;
    state->asked += 1;
    return state->stop_at != 0 && state->asked >= state->stop_at;
}

/* Enough of everything that the callback is asked in the midst of it. */
static fixture make_long(void) {
    static const struct {
        const char *key, *element;
    } tables[] = {
        {"buffers", "{'byteLength':1,'uri':'data:;base64,AA=='}"},
        {"bufferViews", "{'buffer':0,'byteLength':1}"},
        {"accessors", "{'componentType':5126,'count':3,'type':'VEC3'}"},
        {"images", "{'uri':'data:;base64,AAAA'}"},
        {"samplers", "{}"},
        {"textures", "{'source':0}"},
        {"materials", "{}"},
        {"meshes", "{'primitives':[{'attributes':{'POSITION':0}}]}"},
        {"skins", "{'joints':[0]}"},
        {"nodes", "{}"},
        {"scenes", "{'nodes':[0]}"},
        {"animations", "{'channels':[{'sampler':0,'target':{'node':0,'path':'scale'}}],"
                       "'samplers':[{'input':0,'output':0}]}"},
    };
    char *json = malloc(1 << 20), *at = json;
    fixture file;
    at += sprintf(at, "{'asset':{'version':'2.0'}");
    for (size_t i = 0; i < COUNT(tables); ++i) {
        at += sprintf(at, ",'%s':[", tables[i].key);
        for (int k = 0; k < 400; ++k) at += sprintf(at, "%s%s", k ? "," : "", tables[i].element);
        at += sprintf(at, "]");
    }
    strcpy(at, "}");
    file = fixture_glb(json, NULL, 0);
    free(json);
    return file;
}

static vrm_result load_cancelling(const fixture *file, cancelling *state, uint32_t flags) {
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.allocator = &counter.allocator;
    desc.cancel = cancel;
    desc.cancel_user = state;
    desc.flags = VRM_LOAD_ANY_GLTF | flags;
    state->asked = 0;
    result = vrm_model_load(file->bytes, file->size, &desc, &model, &report);
    CHECK((result == VRM_OK) == (model != NULL));
    CHECK(check_report(report, result) == NULL);
    if (result == VRM_ERROR_CANCELLED && flags == 0) CHECK(is_failure(report, "cancelled"));
    vrm_model_release(model);
    vrm_report_destroy(report);
    is_clean(&counter);
    return result;
}

TEST(er_018_a_load_can_be_cancelled_whenever_it_asks) {
    fixture file = make_long();
    cancelling state = {0, 0};
    int asked;
    CHECK_INT(load_cancelling(&file, &state, 0), VRM_OK);
    asked = state.asked;
    CHECK(asked >= 15); /* in every table and in between */
    for (int k = 1; k <= asked; ++k) {
        test_note("at question %d of %d", k, asked);
        state.stop_at = k;
        CHECK_INT(load_cancelling(&file, &state, 0), VRM_ERROR_CANCELLED);
        CHECK_INT(state.asked, k); /* it is not asked again */
    }
    state.stop_at = asked + 1;
    CHECK_INT(load_cancelling(&file, &state, 0), VRM_OK);
    fixture_free(&file);
}

/* A strict load goes on behind its first error, to name all; it can be cancelled there too. */
TEST(er_018_a_strict_load_can_be_cancelled) {
    cancelling state = {0, 2};
    char *json = malloc(20000);
    fixture file;
    strcpy(json, "{'asset':{'version':'2.0'},'nodes':[{'mesh':1}");
    for (int i = 0; i < 600; ++i) strcat(json, ",{'mesh':1}");
    strcat(json, "]}");
    file = fixture_glb(json, NULL, 0);
    free(json);
    CHECK_INT(load_cancelling(&file, &state, VRM_LOAD_STRICT), VRM_ERROR_CANCELLED);
    CHECK_INT(state.asked, 2);
    fixture_free(&file);
}

/* --- Limits (ER-018) --- */

/* The peak that a load takes with this limit on memory; the report is not counted. */
static vrm_result load_limited(const hostile_file *made, const vrm_limits *limits, uint32_t flags,
                               counting *counter) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_result result;
    counting_init(counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter->allocator;
    desc.flags = VRM_LOAD_ANY_GLTF | flags;
    desc.limits = limits;
    result = vrm_model_load(made->file.bytes, made->file.size, &desc, &model, NULL);
    CHECK((result == VRM_OK) == (model != NULL));
    vrm_model_release(model);
    is_clean(counter);
    return result;
}

TEST(er_018_memory_stays_below_its_limit) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        vrm_limits limits;
        counting counter;
        uint64_t enough, needed = 0;
        vrm_limits_init(&limits);
        if (made.file.bytes == NULL) continue;
        test_note("%s", made.name);
        CHECK_INT(load_limited(&made, &limits, VRM_LOAD_COPY_PAYLOAD, &counter), VRM_OK);
        enough = counter.peak_bytes;
        for (uint64_t bytes = 1; bytes <= enough; bytes += bytes / 50 + 1) {
            vrm_result result;
            limits.max_memory_bytes = bytes;
            result = load_limited(&made, &limits, VRM_LOAD_COPY_PAYLOAD, &counter);
            test_note("%s, %d bytes", made.name, (int)bytes);
            CHECK(result == VRM_OK || result == VRM_ERROR_LIMIT);
            CHECK(counter.peak_bytes <= bytes);
            CHECK(result == VRM_OK || needed == 0); /* what was enough stays enough */
            if (result == VRM_OK && needed == 0) needed = bytes;
        }
        limits.max_memory_bytes = enough;
        CHECK_INT(load_limited(&made, &limits, VRM_LOAD_COPY_PAYLOAD, &counter), VRM_OK);
        hostile_file_free(&made);
    }
}

TEST(er_018_allocations_stay_below_their_limit) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        vrm_limits limits;
        counting counter;
        int64_t enough;
        vrm_limits_init(&limits);
        if (made.file.bytes == NULL) continue;
        CHECK_INT(load_limited(&made, &limits, VRM_LOAD_COPY_PAYLOAD, &counter), VRM_OK);
        enough = counter.count;
        for (int64_t count = 1; count <= enough; ++count) {
            test_note("%s, %d of %d", made.name, (int)count, (int)enough);
            limits.max_allocations = (uint64_t)count;
            CHECK_INT(load_limited(&made, &limits, VRM_LOAD_COPY_PAYLOAD, &counter),
                      count < enough ? VRM_ERROR_LIMIT : VRM_OK);
            CHECK(counter.count <= count);
        }
        hostile_file_free(&made);
    }
}

/* Loads the first made file; the limit at `offset` in vrm_limits, of 4 or 8 bytes, is `value`. */
static loaded load_skinned(size_t offset, size_t size, uint64_t value) {
    hostile_file made = hostile_file_make(0);
    vrm_load_desc desc;
    vrm_limits limits;
    uint32_t narrow = (uint32_t)value;
    vrm_load_desc_init(&desc);
    vrm_limits_init(&limits);
    desc.flags = VRM_LOAD_ANY_GLTF;
    desc.limits = &limits;
    memcpy((char *)&limits + offset, size == 8 ? (void *)&value : (void *)&narrow, size);
    return load_fixture(made.file, &desc);
}

#define LIMIT(member) offsetof(vrm_limits, member), sizeof(((vrm_limits *)0)->member)

TEST(er_018_every_limit_is_met_exactly) {
    hostile_file made = hostile_file_make(0);
    const struct {
        size_t offset, size;
        uint64_t enough;
        const char *code, *pointer;
    } cases[] = {
        {LIMIT(max_file_bytes), made.file.size, "limit-file-bytes", ""},
        {LIMIT(max_json_bytes), made.json_end - made.json_begin, "limit-json-bytes", ""},
        {LIMIT(max_nodes), 5, "limit-count", "/nodes"},
        {LIMIT(max_elements), 11, "limit-count", "/accessors"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_skinned(cases[i].offset, cases[i].size, cases[i].enough);
        test_note("%s %d", cases[i].code, (int)cases[i].enough);
        CHECK_INT(file.result, VRM_OK);
        unload(&file);
        file = load_skinned(cases[i].offset, cases[i].size, cases[i].enough - 1);
        CHECK_INT(file.result, VRM_ERROR_LIMIT);
        CHECK(is_failure(file.report, cases[i].code));
        CHECK(found(&file, cases[i].code, cases[i].pointer));
        unload(&file);
    }
    hostile_file_free(&made);
}

/* Keys count as values: they cost the same. */
TEST(er_018_json_values_have_a_limit) {
    static const uint32_t limits[] = {10, 100, 1000, 20000};
    char *json = malloc(100000);
    for (size_t i = 0; i < COUNT(limits); ++i) {
        /* 7 values: the root, asset and its object, version and its string, nodes and its array */
        for (int more = 0; more < 2; ++more) {
            vrm_load_desc desc;
            vrm_limits own;
            loaded file;
            char *at = json + sprintf(json, "{'asset':{'version':'2.0'},'nodes':[{}");
            for (uint32_t k = 8; k < limits[i] + (uint32_t)more; ++k) {
                memcpy(at, ",{}", 3);
                at += 3;
            }
            strcpy(at, "]}");
            vrm_load_desc_init(&desc);
            desc.flags = VRM_LOAD_ANY_GLTF;
            vrm_limits_init(&own);
            own.max_json_values = limits[i];
            desc.limits = &own;
            file = load_fixture(fixture_glb(json, NULL, 0), &desc);
            test_note("%d values, %d allowed", (int)limits[i] + more, (int)limits[i]);
            CHECK_INT(file.result, more ? VRM_ERROR_LIMIT : VRM_OK);
            CHECK(!more || is_failure(file.report, "limit-json-values"));
            unload(&file);
        }
    }
    free(json);
}

/* ER-005: 20 levels are always allowed, whatever is asked for. */
TEST(er_005_json_depth_has_a_limit) {
    static const struct {
        uint32_t limit, allowed;
    } cases[] = {{0, 128},   {1, 20},      {20, 20},          {21, 21},
                 {500, 500}, {1024, 1024}, {UINT32_MAX, 1024}};
    char *json = malloc(8000);
    for (size_t i = 0; i < COUNT(cases); ++i) {
        for (uint32_t more = 0; more < 2; ++more) {
            for (int is_object = 0; is_object < 2; ++is_object) {
                uint32_t depth = cases[i].allowed + more - 1; /* below the root */
                vrm_load_desc desc;
                vrm_limits own;
                loaded file;
                char *at = json + sprintf(json, "{'asset':{'version':'2.0'},'extras':");
                for (uint32_t k = 0; k < depth; ++k) {
                    at += sprintf(at, is_object && k + 1 < depth ? "{'':" : "[");
                }
                for (uint32_t k = depth; k > 0; --k) *at++ = is_object && k < depth ? '}' : ']';
                strcpy(at, "}");
                vrm_load_desc_init(&desc);
                desc.flags = VRM_LOAD_ANY_GLTF;
                vrm_limits_init(&own);
                own.max_json_depth = cases[i].limit;
                desc.limits = &own;
                file = load_fixture(fixture_glb(json, NULL, 0), &desc);
                test_note("%u levels, limit %u", (unsigned)depth + 1, (unsigned)cases[i].limit);
                CHECK_INT(file.result, more ? VRM_ERROR_LIMIT : VRM_OK);
                CHECK(!more || is_failure(file.report, "limit-json-depth"));
                unload(&file);
            }
        }
    }
    free(json);
}

/* A report holds this many and counts the rest; the failure is held beyond that. */
TEST(er_018_diagnostics_have_a_limit) {
    static const uint32_t limits[] = {1, 2, 16, 17, 256, 1000};
    char *json = malloc(20000);
    fixture bytes;
    strcpy(json, "{'asset':{'version':'2.0'},'nodes':[{'mesh':1}");
    for (int i = 1; i < 500; ++i) strcat(json, ",{'mesh':1}");
    strcat(json, "]}");
    bytes = fixture_glb(json, NULL, 0);
    for (size_t i = 0; i < COUNT(limits); ++i) {
        uint32_t held = limits[i] < 500 ? limits[i] : 500;
        vrm_load_desc desc;
        vrm_limits own;
        loaded file;
        test_note("%d", (int)limits[i]);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        vrm_limits_init(&own);
        own.max_diagnostics = limits[i];
        desc.limits = &own;
        file = load_fixture(fixture_bytes(bytes.bytes, bytes.size), &desc);
        CHECK_INT(vrm_report_count(file.report), held);
        CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_WARNING), 500);
        CHECK_TEXT(vrm_report_get(file.report, held - 1)->code, "index-out-of-range");
        unload(&file);
        desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_STRICT;
        file = load_fixture(fixture_bytes(bytes.bytes, bytes.size), &desc);
        CHECK_INT(vrm_report_count(file.report), held);
        CHECK_INT(vrm_report_found(file.report, VRM_SEVERITY_ERROR), 500);
        CHECK(vrm_report_failure(file.report) == vrm_report_get(file.report, 0));
        unload(&file);
    }
    fixture_free(&bytes);
    free(json);
}

TEST_SUITE(hostile_limits, ENTRY(er_020_every_failing_allocation_is_reported_and_clean),
           ENTRY(er_020_rare_allocations_fail_cleanly_too),
           ENTRY(er_018_a_load_can_be_cancelled_whenever_it_asks),
           ENTRY(er_018_a_strict_load_can_be_cancelled), ENTRY(er_018_memory_stays_below_its_limit),
           ENTRY(er_018_allocations_stay_below_their_limit),
           ENTRY(er_018_every_limit_is_met_exactly), ENTRY(er_018_json_values_have_a_limit),
           ENTRY(er_005_json_depth_has_a_limit), ENTRY(er_018_diagnostics_have_a_limit));

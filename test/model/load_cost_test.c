/*
 * What a load may touch and hold: the JSON, and memory in proportion to it. The payload is the
 * caller's, however large, and neither copied nor read; a peek does not read it either.
 */
#if defined(__unix__) || defined(__APPLE__)
#define HAS_PAGES
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "support/fixture.h"
#include "test.h"
#include "testkit/joints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *const samples[] = {"character-1.0.vrm", "character-1.0-beta.vrm",
                                      "character-1.0-draft.vrm", "character-0.x.vrm"};

static size_t json_bytes(const fixture *file) {
    size_t length = 0;
    for (int i = 3; i >= 0; --i) length = length << 8 | file->bytes[12 + i];
    return length;
}

/* --- Memory --- */

typedef struct cost {
    uint64_t peak_bytes;
    int64_t count;
} cost;

static cost load_and_count(const fixture *file, uint32_t flags) {
    counting counter;
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    cost result;
    counting_init(&counter, -1);
    vrm_load_desc_init(&desc);
    desc.allocator = &counter.allocator;
    desc.flags = flags;
    CHECK_INT(vrm_model_load(file->bytes, file->size, &desc, &model, &report), VRM_OK);
    vrm_model_release(model);
    vrm_report_destroy(report);
    CHECK_INT(counter.live, 0);
    result.peak_bytes = counter.peak_bytes;
    result.count = counter.count;
    return result;
}

/* An avatar with a mesh, a skin and an image in a BIN of this size, its JSON always as long. */
static fixture make_bin(uint32_t bin_bytes) {
    static const char format[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"
        "'specVersion':'1.0','meta':{'name':'n','authors':['a'],'thumbnailImage':0,"
        "'licenseUrl':'https://vrm.dev/licenses/1.0/'}}},'scenes':[{'nodes':[0]}],"
        "'nodes':[{'mesh':0,'skin':0}],'skins':[{'joints':[0],'inverseBindMatrices':0}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':1}}]}],"
        "'buffers':[{'byteLength':%9u}],'bufferViews':[{'buffer':0,'byteLength':64},"
        "{'buffer':0,'byteOffset':64,'byteLength':%9u}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':1,'type':'MAT4'},"
        "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"
        "'max':[0,0,0]}],'images':[{'bufferView':1,'mimeType':'image/png'}]}";
    char json[1200];
    void *bin = calloc(1, bin_bytes);
    fixture file;
    snprintf(json, sizeof json, format, bin_bytes, bin_bytes - 64);
    file = fixture_glb(json, bin, bin_bytes);
    free(bin);
    return file;
}

TEST(memory_does_not_depend_on_the_payload) {
    enum { SMALL = 1024, LARGE = 16 << 20 };
    fixture small = make_bin(SMALL), large = make_bin(LARGE);
    cost a = load_and_count(&small, 0), b = load_and_count(&large, 0);
    cost copied = load_and_count(&large, VRM_LOAD_COPY_PAYLOAD);
    CHECK_INT(json_bytes(&small), json_bytes(&large));
    CHECK_INT(a.peak_bytes, b.peak_bytes);
    CHECK_INT(a.count, b.count);
    /* And where a copy is asked for, it is seen. */
    CHECK(copied.peak_bytes >= b.peak_bytes + LARGE);
    fixture_free(&small);
    fixture_free(&large);
}

TEST(payload_is_given_where_it_stands) {
    fixture file = make_bin(16 << 20);
    const unsigned char *bin = file.bytes + 20 + json_bytes(&file) + 8;
    loaded got = load_avatar_file(file, NULL);
    const uint8_t *bytes = NULL;
    size_t size = 0;
    CHECK_INT(got.result, VRM_OK);
    CHECK_INT(vrm_model_get_image_bytes(got.model, 0, &bytes, &size), VRM_OK);
    CHECK(bytes == bin + 64);
    CHECK_INT(size, (16 << 20) - 64);
    unload(&got);
}

/* At once, without the payload, which is borrowed. */
enum { HEAP_BYTES_PER_JSON_BYTE = 6 };

static void check_heap(const fixture *file) {
    cost used = load_and_count(file, 0);
    double ratio = (double)used.peak_bytes / (double)json_bytes(file);
    test_note("%.2f bytes for each byte of JSON", ratio);
    CHECK(ratio <= HEAP_BYTES_PER_JSON_BYTE);
    test_note(NULL);
}

TEST(memory_of_many_joints) {
    bench_bytes made = make_joints();
    fixture file = {made.data, made.size};
    check_heap(&file);
    fixture_free(&file);
}

TEST(memory_of_the_largest_of_the_corpus) {
    fixture file = fixture_corpus("blender-addon/5.2/blend_custom_normal.vrm");
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    check_heap(&file);
    fixture_free(&file);
}

TEST(memory_of_the_samples) {
    for (size_t i = 0; i < COUNT(samples); ++i) {
        fixture file = fixture_sample(samples[i]);
        if (file.bytes == NULL) return;
        check_heap(&file);
        fixture_free(&file);
    }
}

/* --- Pages that nobody may read --- */

#ifdef HAS_PAGES

/* A file in memory whose second part can be taken away and given back. */
typedef struct paged {
    unsigned char *mapping;
    size_t mapping_bytes;
    unsigned char *bytes; /* of the file */
    size_t size;
    unsigned char *second; /* begins with a page */
} paged;

/* The second part begins `boundary` bytes into the file. */
static paged make_paged(const fixture *file, size_t boundary) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t before = (boundary + page - 1) / page * page;
    size_t behind = (file->size - boundary + page - 1) / page * page;
    paged out = {NULL, before + behind, NULL, file->size, NULL};
    void *mapping =
        mmap(NULL, out.mapping_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!CHECK(mapping != MAP_FAILED)) return out;
    out.mapping = mapping;
    out.second = out.mapping + before;
    out.bytes = out.second - boundary;
    memcpy(out.bytes, file->bytes, file->size);
    return out;
}

static void protect(const paged *file, int rights) {
    size_t before = (size_t)(file->second - file->mapping);
    CHECK_INT(mprotect(file->second, file->mapping_bytes - before, rights), 0);
}

static void free_paged(paged *file) {
    if (file->mapping != NULL) munmap(file->mapping, file->mapping_bytes);
}

/* Every image stands in the BIN where the tables say. */
static void check_images(const vrm_model *model, const unsigned char *bin) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        const vrm_buffer_view *view = &gltf->buffer_views[gltf->images[i].buffer_view];
        const uint8_t *bytes = NULL;
        size_t size = 0;
        CHECK_INT(vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size), VRM_OK);
        CHECK(bytes == bin + view->byte_offset);
        CHECK_INT(size, view->byte_length);
    }
}

/* Whoever reads the BIN ends this program here. */
static void load_without_reading(const fixture *file, uint32_t flags) {
    paged kept = make_paged(file, 20 + json_bytes(file) + 8);
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_mat4 binds[256];
    if (kept.bytes == NULL) return;
    vrm_load_desc_init(&desc);
    desc.flags = flags;
    protect(&kept, PROT_NONE);
    if (CHECK_INT(vrm_model_load(kept.bytes, kept.size, &desc, &model, NULL), VRM_OK)) {
        check_images(model, kept.second);
    }
    /* Inverse binds are read when they are asked for. */
    protect(&kept, PROT_READ);
    CHECK_INT(vrm_model_read_inverse_binds(model, 0, binds, COUNT(binds)), VRM_OK);
    vrm_model_release(model);
    free_paged(&kept);
}

/* With `has_more`, the caller holds the whole file; else its bytes end with the JSON. */
static void peek_without_reading(const fixture *file, bool has_more) {
    size_t json_end = 20 + json_bytes(file);
    /* Of what follows the JSON, only the length and type of the chunk are looked at. */
    paged kept = make_paged(file, has_more ? json_end + 8 : json_end);
    vrm_model *model = NULL;
    vrm_peek peek;
    if (kept.bytes == NULL) return;
    vrm_peek_init(&peek);
    protect(&kept, PROT_NONE);
    CHECK_INT(
        vrm_model_peek(kept.bytes, has_more ? kept.size : json_end, NULL, &peek, &model, NULL),
        VRM_OK);
    CHECK_INT(peek.needed_bytes, 0);
    CHECK(peek.thumbnail_bytes > 0);
    vrm_model_release(model);
    free_paged(&kept);
}

TEST(load_does_not_read_the_payload) {
    fixture file = make_bin(16 << 20);
    load_without_reading(&file, 0);
    fixture_free(&file);
    for (size_t i = 0; i < COUNT(samples); ++i) {
        file = fixture_sample(samples[i]);
        if (file.bytes == NULL) return;
        test_note("%s", samples[i]);
        load_without_reading(&file, 0);
        load_without_reading(&file, VRM_LOAD_STRICT);
        load_without_reading(&file, VRM_LOAD_STRICT);
        fixture_free(&file);
    }
    test_note(NULL);
}

TEST(peek_does_not_read_the_payload) {
    fixture file = make_bin(16 << 20);
    peek_without_reading(&file, true);
    peek_without_reading(&file, false);
    fixture_free(&file);
    for (size_t i = 0; i < COUNT(samples); ++i) {
        file = fixture_sample(samples[i]);
        if (file.bytes == NULL) return;
        test_note("%s", samples[i]);
        peek_without_reading(&file, true);
        peek_without_reading(&file, false);
        fixture_free(&file);
    }
    test_note(NULL);
}

#else

TEST(load_does_not_read_the_payload) { test_skip("no pages to take away on this system"); }
TEST(peek_does_not_read_the_payload) { test_skip("no pages to take away on this system"); }

#endif

TEST_SUITE(load_cost, ENTRY(memory_does_not_depend_on_the_payload),
           ENTRY(payload_is_given_where_it_stands), ENTRY(memory_of_many_joints),
           ENTRY(memory_of_the_largest_of_the_corpus), ENTRY(memory_of_the_samples),
           ENTRY(load_does_not_read_the_payload), ENTRY(peek_does_not_read_the_payload));

/* What an optimization costs: accessors may share their bytes or have none, so that a small file
 * describes gigabytes. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/fix.h>
#include <vrm/author/optimize.h>

enum { VERTICES = 20000, MB = 1 << 20 };

/* One mesh whose JSON is given, with accessors and views; BIN has VERTICES positions. */
static fixture mesh_file(const char *mesh, const char *accessors) {
    size_t capacity = strlen(mesh) + strlen(accessors) + 1024, size = (size_t)VERTICES * 12;
    char *json = malloc(capacity);
    float *bin = malloc(size);
    fixture file;
    for (size_t i = 0; i < size / 4; ++i) bin[i] = (float)(i % 977) * 0.001f;
    snprintf(json, capacity,
             "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],"
             "'meshes':[%s],'accessors':[%s],'bufferViews':[{'buffer':0,'byteLength':%u}],"
             "'buffers':[{'byteLength':%u}],'extensionsUsed':['VRMC_vrm'],'extensions':"
             "{'VRMC_vrm':{'specVersion':'1.0'}}}",
             mesh, accessors, (unsigned)size, (unsigned)size);
    file = fixture_glb(json, bin, size);
    free(json);
    free(bin);
    return file;
}

#define REAL "{'bufferView':0,'componentType':5126,'count':20000,'type':'VEC3'}"
#define VOID "{'componentType':5126,'count':1000000,'type':'VEC3'}"

/* `count` times the text, between commas. */
static char *repeated(const char *before, const char *text, uint32_t count, const char *after) {
    size_t length = strlen(text);
    char *out = malloc(strlen(before) + strlen(after) + (size_t)count * (length + 1) + 1),
         *at = out;
    at += sprintf(at, "%s", before);
    for (uint32_t i = 0; i < count; ++i) at += sprintf(at, "%s%s", i > 0 ? "," : "", text);
    sprintf(at, "%s", after);
    return out;
}

/* Morph targets that share one accessor would be written once for each. */
static fixture shared_targets(uint32_t count) {
    char *mesh = repeated("{'primitives':[{'attributes':{'POSITION':0},'targets':[",
                          "{'POSITION':0}", count, "]}]}");
    fixture file = mesh_file(mesh, REAL);
    free(mesh);
    return file;
}

/* Attributes that share one accessor are written once for each. */
static fixture shared_attributes(uint32_t count) {
    char *mesh = malloc((size_t)count * 16 + 64), *at = mesh;
    fixture file;
    at += sprintf(at, "{'primitives':[{'attributes':{'POSITION':0");
    for (uint32_t i = 0; i < count; ++i) at += sprintf(at, ",'_A%u':0", i);
    sprintf(at, "}}]}");
    file = mesh_file(mesh, REAL);
    free(mesh);
    return file;
}

/* Each primitive has a million vertices of its own, and no byte. */
static fixture void_primitives(uint32_t count) {
    char *accessors = repeated("", VOID, count, "");
    char *mesh = malloc((size_t)count * 64 + 64), *at = mesh;
    fixture file;
    at += sprintf(at, "{'primitives':[");
    for (uint32_t i = 0; i < count; ++i) {
        at += sprintf(at, "%s{'attributes':{'POSITION':%u}}", i > 0 ? "," : "", i);
    }
    sprintf(at, "]}");
    file = mesh_file(mesh, accessors);
    free(accessors);
    free(mesh);
    return file;
}

static bool is_said(const vrm_written *file, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        if (strcmp(vrm_written_change(file, i)->code, code) == 0) return true;
    }
    return false;
}

/* Returns what it took at most. */
static uint64_t optimize_counted(const fixture *file, uint64_t max_memory, vrm_result expected) {
    counting counter;
    vrm_limits limits;
    vrm_load_desc load;
    vrm_optimize_desc desc;
    vrm_written *written = NULL;
    counting_init(&counter, -1);
    vrm_limits_init(&limits);
    if (max_memory != 0) limits.max_memory_bytes = max_memory;
    vrm_load_desc_init(&load);
    load.limits = &limits;
    vrm_optimize_desc_init(&desc);
    load.allocator = &counter.allocator;
    desc.load = &load;
    CHECK_INT(vrm_optimize(file->bytes, file->size, &desc, &written, NULL), expected);
    if (written != NULL) {
        size_t size;
        vrm_written_bytes(written, &size);
        CHECK(size <= file->size);
        if (max_memory == 0) CHECK(is_said(written, "primitives-left"));
    }
    vrm_written_destroy(written);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    return counter.peak_bytes;
}

TEST(op_014_what_has_far_more_vertices_than_bytes_stays) {
    fixture files[] = {shared_targets(3000), void_primitives(100), void_primitives(1000)};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        test_note("file %d of %d bytes", (int)i, (int)files[i].size);
        CHECK(optimize_counted(&files[i], 0, VRM_OK) <= 40 * files[i].size + (uint64_t)320 * MB);
        fixture_free(&files[i]);
    }
    test_note(NULL);
}

/* The limit is that of the model, the edit, the scratch and both files together. */
TEST(op_014_the_limit_of_memory_holds_for_all_parts_together) {
    fixture file = shared_attributes(40);
    uint64_t all = optimize_counted(&file, (uint64_t)1024 * MB, VRM_OK);
    CHECK(all > (uint64_t)20 * MB);
    for (uint64_t limit = all / 16; limit < all / 4 * 3; limit += all / 16) {
        test_note("%d bytes", (int)limit);
        CHECK(optimize_counted(&file, limit, VRM_ERROR_LIMIT) <= limit + file.size + MB / 4);
    }
    test_note(NULL);
    fixture_free(&file);
}

/* ER-022: the same bounds are written the first time and the second. */
TEST(op_014_a_fix_measures_no_more_accessors_than_a_check_reads) {
    fixture file = void_primitives(1000);
    vrm_written *once = NULL, *twice = NULL;
    const uint8_t *bytes;
    size_t size, again;
    REQUIRE(vrm_fix(file.bytes, file.size, NULL, &once, NULL) == VRM_OK);
    bytes = vrm_written_bytes(once, &size);
    REQUIRE(vrm_fix(bytes, size, NULL, &twice, NULL) == VRM_OK);
    CHECK_INT(vrm_written_change_count(twice), 0);
    CHECK(vrm_written_bytes(twice, &again) != NULL && again == size);
    CHECK(size < file.size + 1000); /* of a thousand, some have got bounds */
    vrm_written_destroy(once);
    vrm_written_destroy(twice);
    fixture_free(&file);
}

TEST_SUITE(optimize_limit, ENTRY(op_014_what_has_far_more_vertices_than_bytes_stays),
           ENTRY(op_014_the_limit_of_memory_holds_for_all_parts_together),
           ENTRY(op_014_a_fix_measures_no_more_accessors_than_a_check_reads));

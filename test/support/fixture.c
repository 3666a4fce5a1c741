#include "support/fixture.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_u32(unsigned char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

fixture fixture_glb(const char *json, const void *bin, size_t bin_size) {
    size_t json_size = strlen(json), json_padded = (json_size + 3) / 4 * 4;
    size_t bin_padded = (bin_size + 3) / 4 * 4;
    fixture file;
    unsigned char *at;
    file.size = 20 + json_padded + (bin != NULL ? 8 + bin_padded : 0);
    file.bytes = malloc(file.size);
    memcpy(file.bytes, "glTF\2\0\0\0", 8);
    put_u32(file.bytes + 8, file.size);
    put_u32(file.bytes + 12, json_padded);
    memcpy(file.bytes + 16, "JSON", 4);
    at = file.bytes + 20;
    for (size_t i = 0; i < json_padded; ++i) {
        at[i] = i < json_size ? (unsigned char)json[i] : ' ';
        if (at[i] == '\'') at[i] = '"';
    }
    if (bin != NULL) {
        at += json_padded;
        put_u32(at, bin_padded);
        memcpy(at + 4, "BIN\0", 4);
        memset(at + 8, 0, bin_padded);
        memcpy(at + 8, bin, bin_size);
    }
    return file;
}

fixture fixture_bytes(const void *bytes, size_t size) {
    fixture file;
    file.size = size;
    file.bytes = malloc(size != 0 ? size : 1);
    if (size != 0) memcpy(file.bytes, bytes, size);
    return file;
}

static fixture fixture_of(const char *folder, const char *path) {
    fixture file = {NULL, 0};
    char full[1024];
    FILE *stream;
    long size;
    if (folder == NULL) return file;
    snprintf(full, sizeof full, "%s/%s", folder, path);
    stream = fopen(full, "rb");
    if (stream == NULL) return file;
    fseek(stream, 0, SEEK_END);
    size = ftell(stream);
    fseek(stream, 0, SEEK_SET);
    file.bytes = malloc(size > 0 ? (size_t)size : 1);
    file.size = fread(file.bytes, 1, size > 0 ? (size_t)size : 0, stream);
    fclose(stream);
    return file;
}

fixture fixture_corpus(const char *path) { return fixture_of(test_option("corpus"), path); }

fixture fixture_sample(const char *path) {
    fixture file = fixture_of(test_option("samples"), path);
    if (file.bytes == NULL) test_skip(NO_SAMPLES);
    return file;
}

void fixture_free(fixture *file) {
    free(file->bytes);
    file->bytes = NULL;
    file->size = 0;
}

loaded load_avatar_file(fixture file, const vrm_load_desc *desc) {
    loaded result = {NULL, NULL, VRM_OK, NULL, {NULL, 0}, NULL};
    result.file = file;
    result.result = vrm_model_load(file.bytes, file.size, desc, &result.model, &result.report);
    result.gltf = vrm_model_gltf(result.model);
    result.tables = vrm_model_tables(result.model);
    return result;
}

void load_again(loaded *file, const vrm_load_desc *desc) {
    vrm_model_release(file->model);
    vrm_report_destroy(file->report);
    *file = load_fixture(file->file, desc);
}

loaded load_fixture(fixture file, const vrm_load_desc *desc) {
    vrm_load_desc any_gltf;
    vrm_load_desc_init(&any_gltf);
    if (desc != NULL) any_gltf = *desc;
    any_gltf.flags |= VRM_LOAD_ANY_GLTF;
    return load_avatar_file(file, &any_gltf);
}

loaded load_json(const char *json) { return load_fixture(fixture_glb(json, NULL, 0), NULL); }

loaded load_json_strict(const char *json) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_STRICT;
    return load_fixture(fixture_glb(json, NULL, 0), &desc);
}

loaded load_json_bin(const char *json, const void *bin, size_t bin_size) {
    return load_fixture(fixture_glb(json, bin, bin_size), NULL);
}

void unload(loaded *file) {
    vrm_model_release(file->model);
    vrm_report_destroy(file->report);
    fixture_free(&file->file);
    memset(file, 0, sizeof *file);
}

bool found(const loaded *file, const char *code, const char *pointer) {
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(file->report, i);
        if (strcmp(entry->code, code) == 0 &&
            (pointer == NULL || strcmp(entry->pointer, pointer) == 0)) {
            return true;
        }
    }
    return false;
}

const vrm_diagnostic *find_diagnostic(const loaded *file, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(file->report, i);
        if (strcmp(entry->code, code) == 0) return entry;
    }
    return NULL;
}

int count_code(const loaded *file, const char *code) {
    int count = 0;
    for (uint32_t i = 0; i < vrm_report_count(file->report); ++i) {
        count += strcmp(vrm_report_get(file->report, i)->code, code) == 0;
    }
    return count;
}

const char *message_of(const loaded *file, const char *code) {
    const vrm_diagnostic *entry = find_diagnostic(file, code);
    return entry != NULL ? entry->message : "(no such finding)";
}

const char *requirement_of(const loaded *file, const char *code) {
    const vrm_diagnostic *entry = find_diagnostic(file, code);
    return entry != NULL ? entry->requirement : "(no such finding)";
}

loaded load_repaired(const char *json, const char *code, const char *pointer) {
    loaded strict = load_json_strict(json);
    loaded file = load_json(json);
    CHECK_INT(file.result, VRM_OK);
    CHECK(found(&file, code, pointer));
    CHECK_INT(count_code(&file, code), 1);
    CHECK_INT(strict.result, VRM_ERROR_GLTF);
    CHECK(found(&strict, code, pointer));
    unload(&strict);
    return file;
}

/* Stands before each block, so that a release can be held against it. */
typedef struct block_header {
    void *block; /* what malloc gave */
    size_t size, alignment;
} block_header;

static void *counting_allocate(size_t size, size_t alignment, void *user) {
    counting *counter = user;
    block_header header = {NULL, size, alignment};
    unsigned char *memory;
    counter->count += 1;
    if (counter->fail_at >= 0 && counter->count > counter->fail_at) return NULL;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) counter->is_size_wrong = true;
    header.block = malloc(size + sizeof header + alignment);
    if (header.block == NULL) return NULL;
    memory = (unsigned char *)header.block + sizeof header;
    memory += -(uintptr_t)memory & (alignment - 1);
    memcpy(memory - sizeof header, &header, sizeof header);
    counter->live += 1;
    counter->live_bytes += size;
    if (counter->live_bytes > counter->peak_bytes) counter->peak_bytes = counter->live_bytes;
    return memory;
}

static void counting_release(void *memory, size_t size, size_t alignment, void *user) {
    counting *counter = user;
    block_header header;
    memcpy(&header, (unsigned char *)memory - sizeof header, sizeof header);
    if (header.size != size || header.alignment != alignment) counter->is_size_wrong = true;
    counter->live -= 1;
    counter->live_bytes -= header.size;
    free(header.block);
}

void counting_init(counting *counter, int64_t fail_at) {
    memset(counter, 0, sizeof *counter);
    counter->allocator.allocate = counting_allocate;
    counter->allocator.release = counting_release;
    counter->allocator.user = counter;
    counter->fail_at = fail_at;
}

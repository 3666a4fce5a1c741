/*
 * What the fuzz targets share: an allocator that counts and can fail, and a load with everything
 * checked that can be checked. What must not happen ends in abort().
 */
#ifndef VRM_FUZZ_H
#define VRM_FUZZ_H

#include "testkit/check_tables.h"
#include "testkit/read_everything.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

typedef struct fuzz_memory {
    int64_t fail_at; /* this allocation fails; negative: none */
    int64_t count;
    int64_t live;
} fuzz_memory;

enum { FUZZ_BLOCK_HEADER = 16, FUZZ_READ_BUDGET = 200000 };

static inline void fuzz_fail(const char *problem) {
    fprintf(stderr, "does not hold: %s\n", problem);
    abort();
}

static inline void *fuzz_allocate(size_t size, size_t alignment, void *user) {
    fuzz_memory *memory = user;
    unsigned char *block;
    if (alignment > FUZZ_BLOCK_HEADER) fuzz_fail("memory is aligned to 16 at most");
    if (memory->count++ == memory->fail_at) return NULL;
    block = malloc(size + FUZZ_BLOCK_HEADER);
    if (block == NULL) return NULL;
    memcpy(block, &size, sizeof size);
    memory->live += 1;
    return block + FUZZ_BLOCK_HEADER;
}

static inline void fuzz_release(void *pointer, size_t size, size_t alignment, void *user) {
    fuzz_memory *memory = user;
    unsigned char *block = (unsigned char *)pointer - FUZZ_BLOCK_HEADER;
    size_t asked;
    memcpy(&asked, block, sizeof asked);
    if (alignment > FUZZ_BLOCK_HEADER) fuzz_fail("memory is aligned to 16 at most");
    if (asked != size) fuzz_fail("memory is released with the size that it was asked for");
    memory->live -= 1;
    free(block);
}

/* Checks what a verb has given that had trouble (an allocation that failed, a limit, a cancel): a
 * file or a failure, a report of it, and no memory that is left when both are gone. */
static inline void fuzz_end_trouble(const fuzz_memory *memory, vrm_result result,
                                    vrm_written *written, vrm_report *report) {
    if ((result == VRM_OK) != (written != NULL)) fuzz_fail("a file or a failure");
    if (report == NULL) fuzz_fail("there is a report");
    vrm_written_destroy(written);
    vrm_report_destroy(report);
    if (memory->live != 0) fuzz_fail("all memory is released");
}

/* What every target allows a file; to be changed before fuzz_load. */
static inline void fuzz_desc_init(vrm_load_desc *desc, vrm_limits *limits) {
    vrm_load_desc_init(desc);
    vrm_limits_init(limits);
    desc->limits = limits;
    desc->flags = VRM_LOAD_ANY_GLTF;
    limits->max_memory_bytes = UINT64_C(256) << 20;
    limits->max_elements = 100000;
}

/* Loads and checks. `fail_at` negative: no allocation fails. */
static inline void fuzz_load(const uint8_t *bytes, size_t size, const vrm_load_desc *given,
                             int64_t fail_at) {
    fuzz_memory memory = {0, 0, 0};
    vrm_allocator allocator = {fuzz_allocate, fuzz_release, NULL};
    vrm_load_desc desc = *given;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    const char *problem;
    memory.fail_at = fail_at;
    allocator.user = &memory;
    desc.allocator = &allocator;
    result = vrm_model_load(bytes, size, &desc, &model, &report);
    problem = check_report(report, result);
    if (problem == NULL && (result == VRM_OK) != (model != NULL)) problem = "a model or a failure";
    if (problem == NULL && model != NULL) problem = check_invariants(vrm_model_gltf(model));
    if (problem == NULL && model != NULL) {
        problem = check_tables(vrm_model_gltf(model), vrm_model_tables(model));
    }
    if (problem == NULL && model != NULL) {
        uint64_t first = 0, second = 0;
        problem = read_everything(model, FUZZ_READ_BUDGET, &first);
        /* Reading changes nothing; and what is read is used. */
        if (problem == NULL) problem = read_everything(model, FUZZ_READ_BUDGET, &second);
        if (problem == NULL && first != second) problem = "two reads give the same";
        vrm_model_drop_payload(model);
        if (problem == NULL) problem = read_everything(model, FUZZ_READ_BUDGET, NULL);
    }
    if (problem != NULL) fuzz_fail(problem);
    vrm_model_release(model);
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

/* Whether a load repairs nothing. */
static inline bool fuzz_is_whole(const void *bytes, size_t size) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_model *model = NULL;
    vrm_result result;
    fuzz_desc_init(&desc, &limits);
    desc.flags |= VRM_LOAD_STRICT;
    result = vrm_model_load(bytes, size, &desc, &model, NULL);
    vrm_model_release(model);
    return result == VRM_OK;
}

static inline void fuzz_put_u32(uint8_t *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (8 * i));
}

/* A GLB of both, in a block of exactly its size. */
static inline uint8_t *fuzz_glb(const uint8_t *json, size_t json_size, const uint8_t *bin,
                                size_t bin_size, size_t *out_size) {
    size_t json_padded = (json_size + 3) / 4 * 4, bin_padded = (bin_size + 3) / 4 * 4;
    size_t size = 20 + json_padded + 8 + bin_padded;
    uint8_t *glb = malloc(size);
    if (glb == NULL) abort();
    memcpy(glb, "glTF\2\0\0\0", 8);
    fuzz_put_u32(glb + 8, size);
    fuzz_put_u32(glb + 12, json_padded);
    memcpy(glb + 16, "JSON", 4);
    memset(glb + 20, ' ', json_padded);
    if (json_size != 0) memcpy(glb + 20, json, json_size);
    fuzz_put_u32(glb + 20 + json_padded, bin_padded);
    memcpy(glb + 24 + json_padded, "BIN\0", 4);
    memset(glb + 28 + json_padded, 0, bin_padded);
    if (bin_size != 0) memcpy(glb + 28 + json_padded, bin, bin_size);
    *out_size = size;
    return glb;
}

#endif

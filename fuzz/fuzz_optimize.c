/*
 * An optimisation of any file; fuzz_file.h says what the input is. A file that loads can be
 * optimised, what comes of it loads, is no larger where nothing was asked for, and its tables hold.
 */
#include "fuzz_file.h"
#include "testkit/check_tables.h"

#include <vrm/author/optimize.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first half of the triangles. */
static uint32_t fuzz_simplify(const vrm_simplify_task *task, uint32_t *out, void *user) {
    uint32_t count = task->index_count / 6 * 3;
    (void)user;
    memcpy(out, task->indices, (size_t)count * sizeof *out);
    return count;
}

/* The last triangle first. */
static void fuzz_order(uint32_t *indices, uint32_t count, uint32_t vertex_count, void *user) {
    (void)vertex_count, (void)user;
    for (uint32_t i = 0, k = count; i + 3 < k; i += 3) {
        k -= 3;
        for (uint32_t c = 0; c < 3; ++c) {
            uint32_t index = indices[i + c];
            indices[i + c] = indices[k + c];
            indices[k + c] = index;
        }
    }
}

static void optimize_check(const vrm_written *file) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(file, &size);
    const char *wrong;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (vrm_model_load(bytes, size, &desc, &model, NULL) != VRM_OK) {
        fuzz_fail("an optimised file loads");
    }
    wrong = check_tables(vrm_model_gltf(model), vrm_model_tables(model));
    if (wrong != NULL) fuzz_fail(wrong);
    read_everything(model, FUZZ_READ_BUDGET, NULL);
    vrm_model_release(model);
}

/* Without a failing allocation, a limit or a cancel. */
static void optimize_whole(const fuzz_file *file, bool asks) {
    const vrm_optimize_tools tools = {.simplify = fuzz_simplify, .order_triangles = fuzz_order};
    vrm_optimize_desc desc;
    vrm_written *written = NULL;
    size_t size;
    vrm_optimize_desc_init(&desc);
    if (asks) {
        desc.tools = &tools;
        desc.triangles = 1;
        desc.flags = VRM_OPTIMIZE_QUANTIZE;
    }
    if (vrm_optimize(file->bytes, file->size, &desc, &written, NULL) != VRM_OK) return;
    vrm_written_bytes(written, &size);
    if (!asks && vrm_written_change_count(written) == 0 && size > file->size) {
        fuzz_fail("a file of which nothing was changed is no larger");
    }
    optimize_check(written);
    vrm_written_destroy(written);
}

static void optimize_with_trouble(fuzz_file *file) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_optimize_desc desc;
    vrm_load_desc load;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = file->fail_at;
    vrm_load_desc_init(&load);
    load.limits = &file->limits;
    load.cancel = file->load.cancel;
    load.cancel_user = file->load.cancel_user;
    vrm_optimize_desc_init(&desc);
    load.allocator = &allocator;
    desc.load = &load;
    result = vrm_optimize(file->bytes, file->size, &desc, &written, &report);
    fuzz_end_trouble(&memory, result, written, report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    optimize_with_trouble(&file);
    optimize_whole(&file, false);
    optimize_whole(&file, true);
    free(file.bytes);
    return 0;
}

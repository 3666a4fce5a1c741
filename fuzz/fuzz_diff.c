/*
 * A comparison of two files. The input: how (1 byte: without the files 1, small limits 2, cancel
 * 4), which allocation fails (1 byte; 0: none), the length of the first JSON (2 bytes,
 * little-endian), the first JSON, the second JSON. Both files have the same BIN of 64 bytes. What
 * is listed holds, and a file does not differ from itself.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DIFF_HEADER = 4, DIFF_BIN = 64, DIFF_WITHOUT_FILES = 1, DIFF_LIMITS = 2, DIFF_CANCEL = 4 };

typedef struct diff_side {
    uint8_t *bytes;
    size_t size;
    vrm_model *model; /* NULL: the file does not load */
} diff_side;

static size_t diff_first_json(const uint8_t *data, size_t size) {
    size_t length = data[2] | (size_t)data[3] << 8;
    return length < size - DIFF_HEADER ? length : size - DIFF_HEADER;
}

static diff_side diff_load(const uint8_t *json, size_t size) {
    uint8_t bin[DIFF_BIN];
    diff_side side = {NULL, 0, NULL};
    vrm_load_desc desc;
    vrm_limits limits;
    for (int i = 0; i < DIFF_BIN; ++i) bin[i] = (uint8_t)i;
    side.bytes = fuzz_glb(json, size, bin, sizeof bin, &side.size);
    fuzz_desc_init(&desc, &limits);
    vrm_model_load(side.bytes, side.size, &desc, &side.model, NULL);
    return side;
}

static void diff_free(diff_side *side) {
    vrm_model_release(side->model);
    free(side->bytes);
}

/* Stops at the second question. */
static int32_t diff_cancel(void *user) {
    int *asked = user;
    return ++*asked == 2;
}

static void diff_count(const char *path, const char *value, void *user) {
    uint64_t *count = user;
    if (path == NULL || (path[0] != '\0' && path[0] != '/'))
        fuzz_fail("an operation has a pointer");
    if (value != NULL && value[0] == '\0') fuzz_fail("a value is JSON");
    *count += 1;
}

static void diff_check_match(const vrm_diff *diff, const vrm_gltf *a, const vrm_gltf *b) {
    for (uint32_t i = 0; i < a->node_count; ++i) {
        int32_t other = vrm_diff_match(diff, VRM_DIFF_TABLE_NODES, (int32_t)i);
        if (other != VRM_NONE && (other < 0 || (uint32_t)other >= b->node_count)) {
            fuzz_fail("a node is matched with a node");
        }
    }
}

static void diff_check(vrm_diff *diff, const diff_side *a, const diff_side *b) {
    uint64_t operations = 0, found = 0;
    const vrm_diff_visitor visitor = {&operations, diff_count};
    vrm_diff_info info;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(diff, &info);
    for (int part = 0; part < VRM_DIFF_PART_COUNT; ++part) found += info.part_counts[part];
    if (found != info.found || info.count > info.found)
        fuzz_fail("the numbers of differences add up");
    for (uint32_t i = 0; i < info.count; ++i) {
        const vrm_difference *one = vrm_diff_get(diff, i);
        if (one == NULL || one->name == NULL || one->field == NULL || one->from == NULL ||
            one->to == NULL || one->unit == NULL || one->effect == NULL ||
            vrm_diff_part_name(one->part)[0] == '\0' || vrm_diff_kind_name(one->kind)[0] == '\0') {
            fuzz_fail("a difference is whole");
        }
    }
    if (vrm_diff_get(diff, info.count) != NULL)
        fuzz_fail("there is no difference behind the last one");
    if (vrm_diff_operations(diff, &visitor) == VRM_OK && operations != info.operation_count) {
        fuzz_fail("the operations are as many as their number");
    }
    diff_check_match(diff, vrm_model_gltf(a->model), vrm_model_gltf(b->model));
}

static void diff_set_files(vrm_diff_desc *desc, const diff_side *a, const diff_side *b) {
    desc->a_file = a->bytes;
    desc->a_size = a->size;
    desc->b_file = b->bytes;
    desc->b_size = b->size;
}

static void diff_with_trouble(const uint8_t *data, const diff_side *a, const diff_side *b) {
    fuzz_memory memory = {data[1] != 0 ? data[1] - 1 : -1, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    int asked = 0;
    vrm_limits limits;
    vrm_load_desc load;
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_limits_init(&limits);
    vrm_load_desc_init(&load);
    load.allocator = &allocator;
    load.limits = &limits;
    vrm_diff_desc_init(&desc);
    desc.load = &load;
    if ((data[0] & DIFF_LIMITS) != 0) limits.max_memory_bytes = 100000;
    if ((data[0] & DIFF_CANCEL) != 0) {
        load.cancel = diff_cancel;
        load.cancel_user = &asked;
    }
    if ((data[0] & DIFF_WITHOUT_FILES) == 0) diff_set_files(&desc, a, b);
    result = vrm_diff_create(a->model, b->model, &desc, &diff, &report);
    if ((result == VRM_OK) != (diff != NULL)) fuzz_fail("a comparison or a failure");
    if (check_report(report, result) != NULL) fuzz_fail("the report is that of the result");
    if (diff != NULL) diff_check(diff, a, b);
    vrm_diff_destroy(diff);
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

static void diff_with_itself(const diff_side *side) {
    vrm_diff_desc desc;
    vrm_diff_info info;
    vrm_diff *diff = NULL;
    vrm_diff_desc_init(&desc);
    diff_set_files(&desc, side, side);
    if (vrm_diff_create(side->model, side->model, &desc, &diff, NULL) != VRM_OK) return;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(diff, &info);
    if (info.found != 0 || info.operation_count != 0 || info.has_other_payload != 0) {
        fuzz_fail("a file does not differ from itself");
    }
    diff_check(diff, side, side);
    vrm_diff_destroy(diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    diff_side a, b;
    size_t first;
    if (size < DIFF_HEADER) return 0;
    first = diff_first_json(data, size);
    a = diff_load(data + DIFF_HEADER, first);
    b = diff_load(data + DIFF_HEADER + first, size - DIFF_HEADER - first);
    if (a.model != NULL && b.model != NULL) diff_with_trouble(data, &a, &b);
    if (a.model != NULL) diff_with_itself(&a);
    if (b.model != NULL) diff_with_itself(&b);
    diff_free(&a);
    diff_free(&b);
    return 0;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    size_t first, changed;
    if (size <= DIFF_HEADER) return LLVMFuzzerMutate(data, size, max_size);
    first = diff_first_json(data, size);
    if ((seed & 1) != 0 && DIFF_HEADER + first < size) {
        return mutator_change(data, size, max_size, DIFF_HEADER + first, size, seed >> 1);
    }
    if (max_size > DIFF_HEADER + 0xFFFF) max_size = DIFF_HEADER + 0xFFFF;
    if (size > max_size) return LLVMFuzzerMutate(data, size, max_size);
    changed = mutator_change(data, size, max_size, DIFF_HEADER, DIFF_HEADER + first, seed >> 1);
    first = first + changed - size;
    data[2] = (uint8_t)first;
    data[3] = (uint8_t)(first >> 8);
    return changed;
}
#endif

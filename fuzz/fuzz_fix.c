/*
 * A fix of any file; fuzz_file.h says what the input is. A file that loads can be fixed, what comes
 * of it loads and has the same payload, and to fix it again changes nothing.
 */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A hash of all that can be read of the payload; 0: the file does not load. */
static uint64_t fix_payload(const void *bytes, size_t size) {
    vrm_model *model = NULL;
    uint64_t hash = 0;
    if (vrm_model_load(bytes, size, NULL, &model, NULL) != VRM_OK) return 0;
    read_everything(model, FUZZ_READ_BUDGET, &hash);
    vrm_model_release(model);
    return hash | 1;
}

static void fix_again(const void *bytes, size_t size, const vrm_check_desc *desc) {
    vrm_written *fixed = NULL;
    size_t again_size;
    const void *again;
    if (vrm_fix(bytes, size, desc, &fixed, NULL) != VRM_OK) fuzz_fail("a fixed file can be fixed");
    again = vrm_written_bytes(fixed, &again_size);
    if (again_size != size || memcmp(again, bytes, size) != 0) {
        fuzz_fail("to fix a file again changes nothing");
    }
    if (vrm_written_change_count(fixed) != 0) fuzz_fail("nothing is left to fix");
    vrm_written_destroy(fixed);
}

/* Without a failing allocation, a limit or a cancel. */
static void fix_whole(const fuzz_file *file) {
    vrm_check_desc desc;
    vrm_written *fixed = NULL;
    uint64_t before = fix_payload(file->bytes, file->size);
    const void *bytes;
    size_t size;
    vrm_check_desc_init(&desc);
    desc.flags = VRM_CHECK_NO_BEHAVIOR;
    if (vrm_fix(file->bytes, file->size, &desc, &fixed, NULL) != VRM_OK) {
        if (before != 0) fuzz_fail("a file that loads can be fixed");
        return;
    }
    bytes = vrm_written_bytes(fixed, &size);
    if (fix_payload(bytes, size) != before) fuzz_fail("a fixed file has the same payload");
    fix_again(bytes, size, &desc);
    vrm_written_destroy(fixed);
}

static void fix_with_trouble(fuzz_file *file) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_written *fixed = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = file->fail_at;
    file->load.allocator = &allocator;
    result = vrm_fix(file->bytes, file->size, &file->desc, &fixed, &report);
    if ((result == VRM_OK) != (fixed != NULL)) fuzz_fail("a file or a failure");
    if (report == NULL) fuzz_fail("a fix has a report");
    vrm_written_destroy(fixed);
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    fix_with_trouble(&file);
    fix_whole(&file);
    free(file.bytes);
    return 0;
}

/* A check of any file, with all rules or with some; fuzz_file.h says what the input is. */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_file(fuzz_file *file, int64_t fail_at) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = fail_at;
    file->load.allocator = &allocator;
    result = vrm_check(file->bytes, file->size, &file->desc, &report);
    if (report == NULL) fuzz_fail("a check has a report");
    if (result != VRM_OK && vrm_report_failure(report) == NULL) {
        fuzz_fail("the report of a failure says why");
    }
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        if (entry->message[0] == '\0') fuzz_fail("a diagnostic has a message");
        if (entry->pointer[0] != '\0' && entry->pointer[0] != '/') fuzz_fail("a JSON pointer");
    }
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    check_file(&file, file.fail_at);
    free(file.bytes);
    return 0;
}

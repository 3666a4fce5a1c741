/*
 * Any avatar, written out of its tables in each dialect; fuzz_file.h says what the input is. What
 * is written loads, and writing it again gives the same bytes.
 */
#include "fuzz_file.h"
#include "testkit/check_rewritten.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* With an allocation that fails: a file or a failure, and nothing is left behind. */
static void write_with_trouble(const fuzz_file *file, const vrm_model *model) {
    const void *buffer = only_buffer(file->bytes, file->size, vrm_model_gltf(model));
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_load_desc load;
    vrm_write_avatar_desc desc;
    vrm_written *written;
    vrm_result result;
    memory.fail_at = file->fail_at;
    vrm_write_avatar_desc_init(&desc);
    vrm_load_desc_init(&load);
    load.allocator = &allocator;
    load.limits = &file->limits;
    desc.load = &load;
    desc.dialect = VRM_DIALECT_0;
    result = vrm_write_avatar(vrm_model_gltf(model), vrm_model_tables(model), &buffer, &desc,
                              &written, NULL);
    if ((result == VRM_OK) != (written != NULL)) fuzz_fail("a file or a failure");
    vrm_written_destroy(written);
    if (memory.live != 0) fuzz_fail("a written file leaves no memory behind");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_model *model = NULL;
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    vrm_model_load(file.bytes, file.size, NULL, &model, NULL);
    if (model != NULL) {
        const char *problem = check_rewritten(file.bytes, file.size, model);
        if (problem != NULL) fuzz_fail(problem);
        write_with_trouble(&file, model);
    }
    vrm_model_release(model);
    free(file.bytes);
    return 0;
}

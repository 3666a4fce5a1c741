/*
 * Any avatar, normalised; fuzz_file.h says what the input is. What is written loads, has nodes
 * without rotations and scales, and to normalise it again changes nothing if the file was whole.
 */
#include "fuzz_file.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void normalize_again(const void *bytes, size_t size, const vrm_normalize_desc *desc) {
    vrm_written *written = NULL;
    size_t again_size;
    const void *again;
    if (vrm_normalize(bytes, size, desc, &written, NULL) != VRM_OK) {
        fuzz_fail("a normalised file can be normalised");
    }
    again = vrm_written_bytes(written, &again_size);
    if (again_size != size || memcmp(again, bytes, size) != 0) {
        fuzz_fail("to normalise a file again changes nothing");
    }
    vrm_written_destroy(written);
}

static void check_nodes(const void *bytes, size_t size) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    const vrm_gltf *gltf;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (vrm_model_load(bytes, size, &desc, &model, NULL) != VRM_OK) {
        fuzz_fail("a normalised file loads");
    }
    gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_trs *rest = &gltf->nodes[i].rest;
        if (!(fabsf(rest->scale.x - 1.0f) <= 1e-5f && fabsf(rest->scale.y - 1.0f) <= 1e-5f &&
              fabsf(rest->scale.z - 1.0f) <= 1e-5f && fabsf(rest->rotation.x) <= 1e-5f &&
              fabsf(rest->rotation.y) <= 1e-5f && fabsf(rest->rotation.z) <= 1e-5f)) {
            fuzz_fail("no node has a rotation or a scale");
        }
    }
    vrm_model_release(model);
}

/* Without a failing allocation, a limit or a cancel. */
static void normalize_whole(const fuzz_file *file, vrm_normalize_flags flags) {
    vrm_normalize_desc desc;
    vrm_written *written = NULL;
    const void *bytes;
    size_t size;
    vrm_normalize_desc_init(&desc);
    desc.flags = flags | VRM_NORMALIZE_LOSE_CONSTRAINTS;
    if (vrm_normalize(file->bytes, file->size, &desc, &written, NULL) != VRM_OK) return;
    bytes = vrm_written_bytes(written, &size);
    check_nodes(bytes, size);
    /* What a load repairs can become another thing when it is written: only of whole files is it
     * said that the second time changes nothing. */
    if (flags == 0 && fuzz_is_whole(file->bytes, file->size)) normalize_again(bytes, size, &desc);
    vrm_written_destroy(written);
}

static void normalize_with_trouble(fuzz_file *file) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_normalize_desc desc;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = file->fail_at;
    vrm_normalize_desc_init(&desc);
    file->load.allocator = &allocator;
    desc.load = &file->load;
    desc.flags = VRM_NORMALIZE_T_POSE | VRM_NORMALIZE_GROUND;
    result = vrm_normalize(file->bytes, file->size, &desc, &written, &report);
    fuzz_end_trouble(&memory, result, written, report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    normalize_with_trouble(&file);
    normalize_whole(&file, 0);
    normalize_whole(&file, VRM_NORMALIZE_T_POSE | VRM_NORMALIZE_GROUND);
    free(file.bytes);
    return 0;
}

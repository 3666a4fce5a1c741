/*
 * An avatar made of any file; fuzz_file.h says what the input is. What is made loads, and its
 * guesses, given back, make the same file. With bit 32 of the first byte, the input is a file of
 * guesses for a body that is known.
 */
#include "fuzz_file.h"

enum { MAKE_GUESSES = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char make_body[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
    "{\"name\":\"Hips\",\"translation\":[0,0.9,0],\"children\":[1,9,12]},"
    "{\"name\":\"Spine\",\"translation\":[0,0.2,0],\"children\":[2,3,6]},"
    "{\"name\":\"Head\",\"translation\":[0,0.3,0],\"children\":[15,16]},"
    "{\"name\":\"LeftArm\",\"translation\":[0.2,0.2,0],\"children\":[4]},"
    "{\"name\":\"LeftForeArm\",\"translation\":[0.2,-0.2,0],\"children\":[5]},"
    "{\"name\":\"LeftHand\",\"translation\":[0.2,0,0]},"
    "{\"name\":\"RightArm\",\"translation\":[-0.2,0.2,0],\"children\":[7]},"
    "{\"name\":\"RightForeArm\",\"translation\":[-0.2,-0.2,0],\"children\":[8]},"
    "{\"name\":\"RightHand\",\"translation\":[-0.2,0,0]},"
    "{\"name\":\"LeftUpLeg\",\"translation\":[0.1,0,0],\"children\":[10]},"
    "{\"name\":\"LeftLeg\",\"translation\":[0,-0.4,0],\"children\":[11]},"
    "{\"name\":\"LeftFoot\",\"translation\":[0,-0.4,0]},"
    "{\"name\":\"RightUpLeg\",\"translation\":[-0.1,0,0],\"children\":[13]},"
    "{\"name\":\"RightLeg\",\"translation\":[0,-0.4,0],\"children\":[14]},"
    "{\"name\":\"RightFoot\",\"translation\":[0,-0.4,0]},"
    "{\"name\":\"Face\",\"mesh\":0},"
    "{\"name\":\"Hair\",\"translation\":[0,0.1,-0.1],\"children\":[17]},"
    "{\"name\":\"Hair2\",\"translation\":[0,-0.1,0]}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{},\"targets\":[{},{}]}],"
    "\"extras\":{\"targetNames\":[\"aa\",\"Blink\"]}}]}";

/* What has been made is a file that loads. */
static void make_load(const vrm_written *file) {
    vrm_model *model = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(file, &size);
    if (vrm_model_load(bytes, size, NULL, &model, NULL) != VRM_OK) {
        fuzz_fail("an avatar that was made loads");
    }
    vrm_model_release(model);
}

static void make_again(const void *bytes, size_t size, const vrm_written *file,
                       const vrm_written *guesses) {
    vrm_make_desc desc;
    vrm_written *again = NULL;
    size_t first_size, again_size;
    const void *first = vrm_written_bytes(file, &first_size), *second;
    vrm_make_desc_init(&desc);
    desc.guesses = vrm_written_bytes(guesses, &desc.guesses_size);
    if (vrm_make(bytes, size, &desc, &again, NULL, NULL) != VRM_OK) {
        fuzz_fail("guesses are taken back");
    }
    second = vrm_written_bytes(again, &again_size);
    if (again_size != first_size || memcmp(first, second, first_size) != 0) {
        fuzz_fail("guesses that are given back make the same file");
    }
    vrm_written_destroy(again);
}

/* Without a failing allocation, a limit or a cancel. */
static void make_whole(const void *bytes, size_t size) {
    vrm_written *file = NULL, *guesses = NULL;
    if (vrm_make(bytes, size, NULL, &file, &guesses, NULL) == VRM_OK) {
        make_load(file);
        make_again(bytes, size, file, guesses);
    }
    vrm_written_destroy(file);
    vrm_written_destroy(guesses);
}

static void make_with_trouble(const fuzz_file *from) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_load_desc load;
    vrm_make_desc desc;
    vrm_written *file = NULL, *guesses = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = from->fail_at;
    vrm_load_desc_init(&load);
    load.limits = &from->limits;
    vrm_make_desc_init(&desc);
    load.allocator = &allocator;
    desc.load = &load;
    result = vrm_make(from->bytes, from->size, &desc, &file, &guesses, &report);
    vrm_written_destroy(guesses);
    fuzz_end_trouble(&memory, result, file, report);
}

static void make_guessing(const uint8_t *data, size_t size) {
    vrm_make_desc desc;
    vrm_written *file = NULL;
    vrm_make_desc_init(&desc);
    desc.guesses = (const char *)data;
    desc.guesses_size = size;
    if (vrm_make(make_body, sizeof make_body - 1, &desc, &file, NULL, NULL) == VRM_OK) {
        make_load(file);
    }
    vrm_written_destroy(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (size > FILE_HEADER && (data[0] & MAKE_GUESSES) != 0) {
        make_guessing(data + FILE_HEADER, size - FILE_HEADER);
        return 0;
    }
    if (!fuzz_file_read(data, size, &file)) return 0;
    make_with_trouble(&file);
    make_whole(file.bytes, file.size);
    free(file.bytes);
    return 0;
}

/*
 * A motion of any file, sampled at many times, played on a small avatar, and written as a .vrma
 * file that must give the same motion. fuzz_file.h says what the input is; the bits 1 and 2 of its
 * first byte are those of vrm_clip_desc.
 */
#include "fuzz_file.h"
#include "testkit/check_clip.h"
#include "testkit/check_written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A few bones, so that motions have some that the avatar lacks. */
static const char fuzz_actor[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{"
    "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},"
    "\"spine\":{\"node\":1},\"head\":{\"node\":2},\"leftEye\":{\"node\":3},\"leftFoot\":{\"node\":4"
    "}}},\"lookAt\":{\"type\":\"bone\"},\"expressions\":{\"preset\":{\"happy\":{}},\"custom\":{"
    "\"own\":{}}}}},\"nodes\":[{\"translation\":[0,0.8,0],\"children\":[1,4]},{\"translation\":"
    "[0,0.2,0],\"rotation\":[0.6,0,0,0.8],\"children\":[2]},{\"translation\":[0,0.4,0],\"children\""
    ":[3]},{\"translation\":[0.03,0.06,0.02]},{\"translation\":[0.1,-0.8,0]}]}";

static const char *play_clip(const vrm_clip *clip) {
    const char *problem = "an avatar can be made";
    vrm_model *model = NULL;
    vrm_avatar *avatar;
    size_t size;
    uint8_t *file = fuzz_glb((const uint8_t *)fuzz_actor, sizeof fuzz_actor - 1, NULL, 0, &size);
    vrm_model_load(file, size, NULL, &model, NULL);
    vrm_avatar_create(model, NULL, &avatar, NULL);
    if (avatar != NULL) problem = check_clip_on(clip, avatar);
    vrm_avatar_destroy(avatar);
    vrm_model_release(model);
    free(file);
    return problem;
}

static void load_clip_file(fuzz_file *file, vrm_clip_flags flags) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_clip_desc desc;
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    const char *problem;
    memory.fail_at = file->fail_at;
    vrm_clip_desc_init(&desc);
    desc.flags = flags;
    desc.load = &file->load;
    file->load.allocator = &allocator;
    result = vrm_clip_load(file->bytes, file->size, &desc, &clip, &report);
    problem = check_report(report, result);
    if (problem == NULL && (result == VRM_OK) != (clip != NULL)) problem = "a clip or a failure";
    if (problem == NULL && clip != NULL) problem = check_clip(clip);
    if (problem == NULL && clip != NULL) problem = play_clip(clip);
    if (problem == NULL && clip != NULL) problem = check_written(clip);
    if (problem != NULL) fuzz_fail(problem);
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    file.load.flags = data[0] & VRM_LOAD_STRICT;
    load_clip_file(&file, data[0] >> 1 & VRM_CLIP_MAPPED_JOINTS_ONLY);
    free(file.bytes);
    return 0;
}

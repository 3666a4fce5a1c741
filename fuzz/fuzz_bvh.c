/*
 * BVH as text. The first byte says how to load (strict 1, small limits 2, cancel 4, without the
 * first word 8), the second which allocation fails (0: none).
 */
#include "fuzz.h"

#include <stdbool.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BVH_STRICT = 1, BVH_LIMITS = 2, BVH_CANCEL = 4, BVH_RAW = 8, BVH_HEADER = 2 };

/* Stops at the third question. */
static int32_t bvh_cancel(void *user) {
    int *asked = user;
    return ++*asked == 3;
}

static bool bvh_is_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(values[i] >= -3.4e38f && values[i] <= 3.4e38f)) return false;
    }
    return true;
}

/* Before, within and behind the clip. */
static void bvh_sample(const vrm_clip *clip) {
    vrm_clip_info info;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    if (info.duration < 0) fuzz_fail("a clip lasts no less than nothing");
    for (int i = -1; i <= 4; ++i) {
        vrm_pose pose;
        vrm_pose_init(&pose);
        vrm_clip_sample(clip, info.duration / 3 * i, &pose);
        if (!bvh_is_finite((const float[]){pose.hips.x, pose.hips.y, pose.hips.z}, 3)) {
            fuzz_fail("hips are finite");
        }
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            vrm_quat q = pose.rotations[bone];
            float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
            if (!(square > 0.99f && square < 1.01f)) fuzz_fail("rotations have length 1");
        }
    }
}

static void bvh_load(const uint8_t *text, size_t size, uint8_t how, int64_t fail_at) {
    fuzz_memory memory = {0, 0, 0};
    vrm_allocator allocator = {fuzz_allocate, fuzz_release, NULL};
    vrm_load_desc load;
    vrm_clip_desc desc;
    vrm_limits limits;
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    const char *problem;
    int asked = 0;
    vrm_load_desc_init(&load);
    vrm_clip_desc_init(&desc);
    vrm_limits_init(&limits);
    memory.fail_at = fail_at;
    allocator.user = &memory;
    load.allocator = &allocator;
    load.limits = &limits;
    desc.load = &load;
    limits.max_memory_bytes = UINT64_C(256) << 20;
    if ((how & BVH_STRICT) != 0) load.flags = VRM_LOAD_STRICT;
    if ((how & BVH_LIMITS) != 0) {
        limits.max_memory_bytes = 30000;
        limits.max_nodes = 25;
        limits.max_elements = 5;
    }
    if ((how & BVH_CANCEL) != 0) {
        load.cancel = bvh_cancel;
        load.cancel_user = &asked;
    }
    result = vrm_clip_load(text, size, &desc, &clip, &report);
    problem = check_report(report, result);
    if (problem == NULL && (result == VRM_OK) != (clip != NULL)) problem = "a clip or a failure";
    if (problem != NULL) fuzz_fail(problem);
    if (clip != NULL) bvh_sample(clip);
    vrm_clip_release(clip);
    vrm_report_destroy(report);
    if (memory.live != 0) fuzz_fail("all memory is released");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char word[] = "HIERARCHY\n";
    size_t start, bytes;
    uint8_t *text;
    if (size < BVH_HEADER) return 0;
    start = (data[0] & BVH_RAW) != 0 ? 0 : sizeof word - 1;
    bytes = start + size - BVH_HEADER;
    text = malloc(bytes != 0 ? bytes : 1); /* of its size: a read behind it is seen */
    if (text == NULL) abort();
    memcpy(text, word, start);
    if (size != BVH_HEADER) memcpy(text + start, data + BVH_HEADER, size - BVH_HEADER);
    bvh_load(text, bytes, data[0], data[1] != 0 ? data[1] - 1 : -1);
    free(text);
    return 0;
}

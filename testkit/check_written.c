#include "testkit/check_written.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Damaged files may ask for hours of samples, which would take most of the time of a test. */
static const uint64_t MOST_MEMORY = UINT64_C(1) << 19;

static vrm_result write_clip(const vrm_clip *clip, const vrm_write_desc *settings,
                             vrm_written **out) {
    vrm_write_desc desc = *settings;
    vrm_load_desc load;
    vrm_limits limits;
    vrm_limits_init(&limits);
    limits.max_memory_bytes = MOST_MEMORY;
    vrm_load_desc_init(&load);
    load.limits = &limits;
    desc.load = &load;
    return vrm_clip_write_vrma(clip, &desc, out, NULL);
}

static bool is_near(float a, float b) {
    return fabs((double)a - (double)b) <= 1e-5 * (1 + fabs((double)a));
}

static const char *compare_at(const vrm_clip *a, const vrm_clip *b, int64_t time, uint64_t bones) {
    vrm_pose one, two;
    vrm_pose_init(&one);
    vrm_pose_init(&two);
    vrm_clip_sample(a, time, &one);
    vrm_clip_sample(b, time, &two);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((bones >> bone & 1) != 0 &&
            memcmp(&one.rotations[bone], &two.rotations[bone], sizeof one.rotations[bone]) != 0) {
            return "a written rotation has the same bits";
        }
    }
    if (memcmp(one.weights, two.weights, sizeof one.weights) != 0) {
        return "a written weight has the same bits";
    }
    if (!is_near(one.hips.x, two.hips.x) || !is_near(one.hips.y, two.hips.y) ||
        !is_near(one.hips.z, two.hips.z)) {
        return "written hips are where they were";
    }
    if (one.yaw_degrees != two.yaw_degrees || one.pitch_degrees != two.pitch_degrees) {
        return "written eyes look where they looked";
    }
    return NULL;
}

static const char *compare(const vrm_clip *a, const vrm_clip *b) {
    enum { TIMES = 13 };
    const char *problem = NULL;
    vrm_clip_info one, two;
    vrm_clip_info_init(&one);
    vrm_clip_info_init(&two);
    vrm_clip_get_info(a, &one);
    vrm_clip_get_info(b, &two);
    if (one.duration != two.duration) return "a written clip lasts as long";
    if (one.custom_count != two.custom_count) return "a written clip has its customs";
    for (int64_t i = 0; problem == NULL && i <= TIMES; ++i) {
        problem = compare_at(a, b, one.duration / TIMES * i, one.bones);
    }
    return problem;
}

/* A file that was written as it is gives the same bytes once more. */
static const char *write_again(const vrm_written *file, const vrm_clip *clip) {
    const char *problem = NULL;
    vrm_write_desc plain;
    vrm_written *again = NULL;
    size_t size, again_size;
    const void *bytes = vrm_written_bytes(file, &size), *again_bytes;
    vrm_write_desc_init(&plain);
    plain.flags = VRM_WRITE_ANIMATED_BONES_ONLY;
    if (write_clip(clip, &plain, &again) != VRM_OK) return "a written file can be written again";
    again_bytes = vrm_written_bytes(again, &again_size);
    if (size != again_size || memcmp(bytes, again_bytes, size) != 0) {
        problem = "a written file, written again, has the same bytes";
    }
    vrm_written_destroy(again);
    return problem;
}

static const char *check_file(const vrm_clip *clip, const vrm_written *file, bool is_whole) {
    const vrm_written_changes added = VRM_WRITTEN_BONES_ADDED;
    const char *problem = NULL;
    vrm_written_info info;
    vrm_report *report = NULL;
    vrm_clip *loaded = NULL;
    size_t size;
    const void *bytes = vrm_written_bytes(file, &size);
    vrm_written_info_init(&info);
    vrm_written_get_info(file, &info);
    if (vrm_clip_load(bytes, size, NULL, &loaded, &report) != VRM_OK) {
        /* A clip that says nothing but what the format does not allow leaves nothing. */
        if (info.channel_count != 0) problem = "a written file can be loaded";
    } else if (info.channel_count != 0) {
        if (vrm_report_found(report, VRM_SEVERITY_ERROR) != 0) problem = "a written file is good";
        if (problem == NULL && is_whole) problem = write_again(file, loaded);
        if (problem == NULL && is_whole && (info.changes | added) == added) {
            problem = compare(clip, loaded);
        }
    }
    vrm_report_destroy(report);
    vrm_clip_release(loaded);
    return problem;
}

const char *check_written(const vrm_clip *clip) {
    const char *problem = NULL;
    for (int mode = 0; problem == NULL && mode < 3; ++mode) {
        vrm_write_desc desc;
        vrm_written *file = NULL;
        vrm_result result;
        vrm_write_desc_init(&desc);
        if (mode == 1) desc.flags = VRM_WRITE_ANIMATED_BONES_ONLY;
        if (mode == 2) {
            desc.flags = VRM_WRITE_SHORT_ROTATIONS;
            desc.max_degrees = 0.1f;
            desc.max_meters = 0.001f;
            desc.max_weight = 0.01f;
        }
        result = write_clip(clip, &desc, &file);
        if (result == VRM_OK) {
            problem = check_file(clip, file, mode < 2);
        } else if (result != VRM_ERROR_LIMIT) {
            problem = "a clip can be written";
        }
        vrm_written_destroy(file);
    }
    return problem;
}

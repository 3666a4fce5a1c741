#include "testkit/check_clip.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_CUSTOMS = 64 };

static bool is_vec3_finite(vrm_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

static bool is_unit(vrm_quat q) {
    double square = (double)q.x * (double)q.x + (double)q.y * (double)q.y +
                    (double)q.z * (double)q.z + (double)q.w * (double)q.w;
    return square > 0.99998 && square < 1.00002;
}

static bool is_weight(float weight) { return weight >= 0.0f && weight <= 1.0f; }

static const char *check_info(const vrm_clip_info *info) {
    if (info->duration < 0) return "the duration of a clip is not negative";
    if (!isfinite(info->keys_per_second) || info->keys_per_second < 0) return "keys per second";
    if (!isfinite(info->hips_height) || info->hips_height <= 0) return "the hips have a height";
    if (!isfinite(info->unit) || info->unit <= 0) return "a clip has a unit";
    if (!isfinite(info->seam_degrees) || !isfinite(info->seam_hips)) return "the seam is finite";
    if (!is_vec3_finite(info->eye_offset)) return "the place of the eyes is finite";
    if ((info->bones & ~VRM_ALL_BONES) != 0 || (info->moving_bones & ~info->bones) != 0) {
        return "the bones of a clip are bones";
    }
    if ((info->presets & ~VRM_ALL_PRESETS) != 0) return "the presets of a clip are presets";
    if (info->name.data[info->name.length] != '\0') return "the name of a clip ends";
    if (info->memory == 0) return "a clip takes memory";
    return NULL;
}

static const char *check_pose(const vrm_clip_info *info, const vrm_pose *pose) {
    const vrm_pose_parts both = VRM_POSE_LOOK_AT_DEGREES | VRM_POSE_LOOK_AT_POINT;
    if (pose->bones != info->bones || pose->presets != info->presets ||
        pose->parts != info->parts) {
        return "a pose says what its clip says";
    }
    if ((pose->parts & both) == both) return "the eyes look at one thing";
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (!is_unit(pose->rotations[bone])) return "a rotation has length 1";
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (!is_weight(pose->weights[i])) return "a weight is from 0 to 1";
    }
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        if (!is_weight(pose->customs[i].weight)) return "the weight of a custom is from 0 to 1";
        if (pose->customs[i].custom != (int32_t)i) return "a custom knows its place";
    }
    if (!is_vec3_finite(pose->hips)) return "the hips are finite";
    if (!is_vec3_finite(pose->look_at)) return "the point of the eyes is finite";
    if (!(fabsf(pose->yaw_degrees) <= 180.01f) || !(fabsf(pose->pitch_degrees) <= 90.01f)) {
        return "the angles of the eyes are within a turn";
    }
    return NULL;
}

/* Times at which keys are likely to meet, and some that no clip has. */
static int64_t time_of(const vrm_clip_info *info, int i) {
    const int64_t d = info->duration;
    const int64_t times[] = {0, 1,     d / 7, d / 3,     d / 2 + 1, d - 1,
                             d, d + 1, -1000, INT64_MIN, INT64_MAX};
    return times[i];
}

enum { TIMES = 11 };

const char *check_clip(const vrm_clip *clip) {
    vrm_clip_info info;
    const char *problem;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    problem = check_info(&info);
    for (uint32_t i = 0; problem == NULL && i < info.custom_count; ++i) {
        if (strlen(vrm_clip_custom_name(clip, i)) >= 1u << 20) problem = "a custom has a name";
    }
    for (int i = 0; problem == NULL && i < TIMES; ++i) {
        vrm_custom_weight customs[MOST_CUSTOMS];
        const int64_t time = time_of(&info, i), wrapped = vrm_clip_wrap(clip, time);
        vrm_pose pose, again;
        vrm_pose_init(&pose);
        pose.customs = customs;
        pose.custom_capacity = MOST_CUSTOMS;
        vrm_clip_sample(clip, time, &pose);
        problem = check_pose(&info, &pose);
        vrm_pose_init(&again);
        vrm_clip_sample(clip, time, &again);
        pose.customs = NULL;
        pose.custom_count = pose.custom_capacity = 0;
        if (problem == NULL && memcmp(&pose, &again, sizeof pose) != 0) {
            problem = "a pose has the same bits when it is asked for again";
        }
        if (problem == NULL && (wrapped < 0 || (wrapped != 0 && wrapped >= info.duration))) {
            problem = "a wrapped time is within the clip";
        }
    }
    return problem;
}

const char *check_clip_on(const vrm_clip *clip, vrm_avatar *avatar) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    vrm_custom_weight customs[MOST_CUSTOMS];
    vrm_clip_info info;
    vrm_pose pose;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    vrm_pose_init(&pose);
    pose.customs = customs;
    pose.custom_capacity = MOST_CUSTOMS;
    for (int i = 0; i < TIMES; ++i) {
        vrm_clip_sample(clip, time_of(&info, i), &pose);
        vrm_avatar_apply_pose(avatar, &pose, NULL);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        for (uint32_t node = 0; node < frame->node_count; ++node) {
            for (int k = 0; k < 16; ++k) {
                if (!isfinite(frame->world[node].m[k])) return "the frame of a motion is finite";
            }
        }
    }
    return NULL;
}

#include "check_motion.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Is it a motion? --- */

/* A model without an animation is no motion, though it has a pose at rest; and what a reader of
 * motions has not understood either may as well be anything else. */
static bool is_motion(vrm_result result, const vrm_clip *clip, const vrm_report *report) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    vrm_clip_info info;
    if (result == VRM_OK) {
        vrm_clip_info_init(&info);
        vrm_clip_get_info(clip, &info);
        return info.format == VRM_CLIP_FORMAT_VRMA || info.animation_count > 0;
    }
    return result != VRM_ERROR_CONTAINER && result != VRM_ERROR_FILE && failure != NULL &&
           strcmp(failure->code, "no-motion") != 0;
}

/* --- The loop --- */

/* A motion that ends far from where it begins is not meant to be repeated. */
static void check_seam(const vrm_clip_info *info, file_notes *notes) {
    const float most_degrees = 30.0f, most_metres = 0.15f;
    float metres = clip_seam_metres(info);
    vrm_diagnostic_argument arguments[2];
    if (clip_loops(info) || info->duration == 0 || info->seam_degrees > most_degrees ||
        metres > most_metres) {
        return;
    }
    arguments[0] = note_count((uint64_t)lroundf(info->seam_degrees));
    arguments[1] = note_count((uint64_t)lroundf(100.0f * metres));
    notes_keep(notes, TOOL_MOTION_SEAM, VRM_SEVERITY_NOTE, arguments);
}

/* --- The feet --- */

/* Lengths of a body of usual proportions, in units of the height of its hips. Those of VRoid's and
 * other avatars differ by less than what is reported. */
#define HIP_SIDE 0.09f
#define HIP_BELOW 0.05f
#define UPPER_LEG 0.45f
#define LOWER_LEG 0.42f
#define ANKLE 0.08f
#define HEEL_BEHIND 0.05f
#define BALL_AHEAD 0.13f
/* Less than this is a matter of proportions; in hips heights. */
#define FEET_TOLERANCE 0.06f

enum { MOST_MOMENTS = 4000 };

static vrm_vec3 turn(vrm_quat q, vrm_vec3 v) {
    vrm_vec3 c = vrm_vec3_make(q.y * v.z - q.z * v.y + q.w * v.x, q.z * v.x - q.x * v.z + q.w * v.y,
                               q.x * v.y - q.y * v.x + q.w * v.z);
    return vrm_vec3_make(v.x + 2.0f * (q.y * c.z - q.z * c.y), v.y + 2.0f * (q.z * c.x - q.x * c.z),
                         v.z + 2.0f * (q.x * c.y - q.y * c.x));
}

static vrm_quat multiply(vrm_quat a, vrm_quat b) {
    return vrm_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                         a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                         a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                         a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

/* Height of the lower of heel and ball of a foot. Rotations are normalised: all bones of the T-pose
 * have the axes of the world. */
static float lowest_of_leg(const vrm_pose *pose, float side, const vrm_bone bones[3]) {
    const vrm_vec3 offsets[3] = {vrm_vec3_make(side * HIP_SIDE, -HIP_BELOW, 0.0f),
                                 vrm_vec3_make(0.0f, -UPPER_LEG, 0.0f),
                                 vrm_vec3_make(0.0f, -LOWER_LEG, 0.0f)};
    vrm_quat rotation = pose->rotations[VRM_BONE_HIPS];
    float height = 1.0f + pose->hips.y;
    for (int i = 0; i < 3; ++i) {
        height += turn(rotation, offsets[i]).y;
        rotation = multiply(rotation, pose->rotations[bones[i]]);
    }
    return height + fminf(turn(rotation, vrm_vec3_make(0.0f, -ANKLE, -HEEL_BEHIND)).y,
                          turn(rotation, vrm_vec3_make(0.0f, -ANKLE, BALL_AHEAD)).y);
}

static float lowest_sole(const vrm_pose *pose) {
    static const vrm_bone left[] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG,
                                    VRM_BONE_LEFT_FOOT};
    static const vrm_bone right[] = {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG,
                                     VRM_BONE_RIGHT_FOOT};
    return fminf(lowest_of_leg(pose, 1.0f, left), lowest_of_leg(pose, -1.0f, right));
}

static uint64_t centimetres(float hips_heights, const vrm_clip_info *info) {
    return (uint64_t)lroundf(100.0f * fabsf(hips_heights) * info->hips_height);
}

static void check_feet(const vrm_clip *clip, const vrm_clip_info *info, file_notes *notes) {
    const uint64_t legs =
        VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG) | VRM_BONE_BIT(VRM_BONE_RIGHT_LOWER_LEG);
    double length = clip_seconds(info), moment = 0.0;
    uint32_t count =
        length * 30.0 < (double)MOST_MOMENTS ? (uint32_t)(length * 30.0) + 1 : MOST_MOMENTS;
    float lowest = 1e30f;
    vrm_diagnostic_argument arguments[2];
    char seconds[32];
    if ((info->bones & legs) != legs || (info->parts & VRM_POSE_HIPS) == 0) return;
    for (uint32_t i = 0; i < count; ++i) {
        double at = count > 1 ? length * i / (count - 1) : 0.0;
        vrm_pose pose;
        float sole;
        vrm_pose_init(&pose);
        vrm_clip_sample(clip, (int64_t)(at * 1e9), &pose);
        sole = lowest_sole(&pose);
        if (sole < lowest) {
            lowest = sole;
            moment = at;
        }
    }
    snprintf(seconds, sizeof seconds, "%.2f", moment);
    arguments[0] = note_count(centimetres(lowest, info));
    arguments[1] = note_words(seconds);
    if (lowest < -FEET_TOLERANCE) {
        notes_keep(notes, TOOL_MOTION_FEET_BELOW, VRM_SEVERITY_NOTE, arguments);
    } else if (lowest > FEET_TOLERANCE) {
        notes_keep(notes, TOOL_MOTION_FEET_ABOVE, VRM_SEVERITY_NOTE, arguments);
    }
}

/* --- The file --- */

bool check_motion(batch_file *file, const load_bounds *bounds, file_notes *notes) {
    vrm_clip_info info;
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result = load_clip_of(file, bounds, 0, 0, &clip, &report);
    bool is_one = is_motion(result, clip, report);
    if (is_one) {
        notes_set_report(notes, result, report);
        report = NULL;
    }
    if (is_one && result == VRM_OK) {
        vrm_clip_info_init(&info);
        vrm_clip_get_info(clip, &info);
        check_seam(&info, notes);
        check_feet(clip, &info, notes);
    }
    vrm_report_destroy(report);
    vrm_clip_release(clip);
    return is_one;
}

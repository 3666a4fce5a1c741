#include "clip/source.h"

#include "base/math.h"

#include <string.h>

void vrmi_source_init(vrmi_source_motion *motion, vrm_clip_format format) {
    memset(motion, 0, sizeof *motion);
    motion->format = format;
    motion->name.data = motion->skeleton.data = "";
    motion->unit = motion->hips_height = 1.0f;
    motion->look_at_rotation = motion->look_at_point = motion->look_at_parent = VRM_NONE;
}

void vrmi_source_joint_init(vrmi_source_joint *joint) {
    memset(joint, 0, sizeof *joint);
    joint->name.data = "";
    joint->parent = joint->bone = VRM_NONE;
    joint->rest = vrmi_trs_identity();
    joint->t_pose = vrmi_mat4_identity();
    joint->rotation = vrmi_quat_identity();
    joint->rotation_track = joint->translation_track = VRM_NONE;
}

int32_t vrmi_source_find_bone(const vrmi_source_motion *motion, vrm_bone bone) {
    for (uint32_t i = 0; i < motion->joint_count; ++i) {
        if (motion->joints[i].bone == bone) return (int32_t)i;
    }
    return VRM_NONE;
}

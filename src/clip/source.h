/*
 * A motion as its file has it: joints with a T-pose, and what moves them. Each format has a reader
 * that fills this in, and clip_build.c makes a clip of it, the same way for all.
 *
 * W_b(t) is the rotation of joint b in the space of the file, T_b the same in the T-pose. Then
 * G_b(t) = W_b(t) T_b⁻¹ is how far the joint has turned from the T-pose, and for a joint under
 * another, N_b = G_parent⁻¹ G_b = T_parent L_b(t) T_b⁻¹, where L_b is its local rotation. Such N
 * can be multiplied along a chain of joints, whichever of them are bones (6.8).
 *
 * Everything here lives in the scratch arena of a load, until the clip is made.
 */
#ifndef VRMI_CLIP_SOURCE_H
#define VRMI_CLIP_SOURCE_H

#include "base/memory.h"
#include "base/private_api.h"
#include "gltf/session.h"
#include "vrm/clip.h"

/* One property over time. Values are finite. Times are finite seconds that rise strictly, from 0 or
 * later. With VRM_INTERPOLATION_CUBIC_SPLINE a key is three values: the tangent before it, the
 * value, and the tangent behind it. */
typedef struct vrmi_source_track {
    const float *times;
    const float *values; /* rotations: x y z w, not yet normalized; positions: x y z; weights: 1 */
    uint32_t count;      /* of the keys, at least 1 */
    int32_t interpolation; /* VRM_INTERPOLATION_ */
} vrmi_source_track;

typedef struct vrmi_source_joint {
    vrm_string name;
    int32_t parent;         /* a joint before this one; VRM_NONE: it is a root */
    vrm_bone bone;          /* VRM_NONE: none. A bone has one joint; vrmi_source_find_bone */
    vrm_trs rest;           /* under its parent: what it has where no track says otherwise */
    vrm_mat4 t_pose;        /* in the space of the file, in the T-pose; with scale, without shear */
    vrm_quat rotation;      /* T_b: that of t_pose */
    int32_t rotation_track; /* into `tracks`; VRM_NONE: its rotation is that of rest */
    int32_t translation_track; /* likewise. It counts for the hips and joints above them alone */
} vrmi_source_joint;

/* The weight of an expression over time. */
typedef struct vrmi_source_expression {
    vrm_preset preset; /* VRM_NONE: a custom one */
    vrm_string name;   /* of a custom one */
    int32_t track;
} vrmi_source_expression;

typedef struct vrmi_source_motion {
    vrm_clip_format format;
    vrm_string name;
    vrm_string skeleton; /* the family of names, such as "mixamo" */
    vrmi_source_joint *joints;
    vrmi_source_track *tracks;
    vrmi_source_expression *expressions;
    uint32_t joint_count;
    uint32_t track_count;
    uint32_t expression_count;
    uint32_t animation_count;
    float unit;          /* meters of one unit of the file */
    float hips_height;   /* in units of the file: what is one hips height */
    vrm_vec3 hips_rest;  /* in units of the file: where the hips of a pose at rest are */
    vrm_vec3 eye_offset; /* offsetFromHeadBone */
    bool has_eye_offset;
    int32_t look_at_rotation; /* track; VRM_NONE: none */
    int32_t look_at_point;    /* track: a point in the space of the file; VRM_NONE: none */
    int32_t look_at_parent;   /* the joint in whose space that point is; VRM_NONE: none */
} vrmi_source_motion;

/* An empty motion of a format: one unit is a meter, nothing looks anywhere. */
void vrmi_source_init(vrmi_source_motion *motion, vrm_clip_format format);

/* A joint at rest under its parent, without tracks, and no bone. */
VRMI_API void vrmi_source_joint_init(vrmi_source_joint *joint);

/* The joint of a bone; VRM_NONE: there is none. */
int32_t vrmi_source_find_bone(const vrmi_source_motion *motion, vrm_bone bone);

#endif

/*
 * Small motion files made in memory.
 *
 *   static const motion_track tracks[] = {{1, "rotation", "LINEAR", 2, turn_times, turn_values}};
 *   clip_file file = load_motion(&(motion_file){NULL, NULL, NULL, tracks, 1}, NULL);
 *   …
 *   unload_motion(&file);
 *
 * The body is that of support/avatar.h: a root, and the 15 required bones as nodes 1 to 15 in their
 * T-pose, hips at a height of 1 m. Nodes from 16 on are the test's own.
 */
#ifndef VRM_TEST_MOTION_FIXTURE_H
#define VRM_TEST_MOTION_FIXTURE_H

#include "support/fixture.h"

typedef struct motion_track {
    int32_t node;
    const char *path;          /* "rotation" */
    const char *interpolation; /* NULL: not said */
    uint32_t count;            /* of keys */
    const float *times;
    const float *values; /* 3 or 4 numbers a value, three values a key of a spline */
} motion_track;

typedef struct motion_file {
    const char *nodes;     /* all of them; NULL: the body */
    const char *more;      /* further nodes, from 16 on */
    const char *extension; /* members of VRMC_vrm_animation; NULL: the body's humanoid. "": no such
                              extension at all. It has specVersion 1.0 unless it names the word */
    const motion_track *tracks;
    size_t track_count;
} motion_file;

#define MOTION_BODY                                                                                \
    "'hips':{'node':1},'spine':{'node':2},'head':{'node':3},'leftUpperLeg':{'node':4},"            \
    "'leftLowerLeg':{'node':5},'leftFoot':{'node':6},'rightUpperLeg':{'node':7},"                  \
    "'rightLowerLeg':{'node':8},'rightFoot':{'node':9},'leftUpperArm':{'node':10},"                \
    "'leftLowerArm':{'node':11},'leftHand':{'node':12},'rightUpperArm':{'node':13},"               \
    "'rightLowerArm':{'node':14},'rightHand':{'node':15}"
#define MOTION_HUMANOID "'humanoid':{'humanBones':{" MOTION_BODY "}}"

typedef struct clip_file {
    vrm_clip *clip;
    vrm_report *report;
    vrm_result result;
    vrm_clip_info info;
    fixture file;
} clip_file;

fixture motion_bytes(const motion_file *from);
clip_file load_clip(fixture file, const vrm_clip_desc *desc);
clip_file load_motion(const motion_file *from, const vrm_clip_desc *desc);
void unload_motion(clip_file *file);

/* Whether the report has this code. */
bool motion_found(const clip_file *file, const char *code);
/* The pose at a time in seconds. */
vrm_pose pose_at(const clip_file *file, double seconds);

#endif

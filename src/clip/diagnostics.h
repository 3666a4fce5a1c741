/*
 * The diagnostics of motions: .vrma, other glTF animations, BVH and VMD. gltf/diagnostics.h says
 * what an entry is.
 */
#ifndef VRMI_CLIP_DIAGNOSTICS_H
#define VRMI_CLIP_DIAGNOSTICS_H

#include "base/report.h"

/* clang-format off */
#define VRMI_CLIP_DIAGNOSTICS(X)                                                                                       \
    /* all formats */                                                                                                  \
    X(NO_MOTION, "no-motion", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-001", 0,                                      \
      "this file has no humanoid motion",                                                                         \
      "choose a .vrma, glTF, BVH or VMD file with an animated body")                                                   \
    X(RECORDER_EMPTY, "recorder-empty", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "", 0,                                  \
      "no recorded pose sets a bone, an expression or the eyes",                                                       \
      "record poses that set something")                                                                               \
    X(MOTION_ANIMATION, "motion-animation", REPAIR, VISIBLE, VRM_ERROR_GLTF, "AN-004", 2,                              \
      "the file has {} animations and none with the index {}; the first one is used",                                  \
      "choose an animation that the file has")                                                                         \
    X(MOTION_NO_ANIMATION, "motion-no-animation", WARNING, VISIBLE, VRM_OK, "AN-003", 0,                               \
      "the file has no animation; the motion is its rest pose",                                                        \
      "export the file again with its animation")                                                                      \
    X(MOTION_TIMES, "motion-times", REPAIR, VISIBLE, VRM_ERROR_GLTF, "AN-036", 1,                                      \
      "keys whose times do not increase: {}; of several keys at one time, the last is used",                                        \
      "the exporter should sort keys by time")                                                    \
    X(MOTION_KEYS, "motion-keys", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 0,                                       \
      "tracks share keys so often that together they are too large; the rest is skipped",               \
      "export the file again with a current exporter")                                                                 \
    X(MOTION_JOINTS, "motion-joints", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                                   \
      "more than {} joints that are not bones move bones; the others stay at rest",                                     \
      "use a simpler skeleton")                                                                                        \
    X(MOTION_HIPS_HEIGHT, "motion-hips-height", WARNING, VISIBLE, VRM_OK, "AN-031", 1,                                 \
      "the hips are {} m high at rest, which is not a T-pose; their height above the feet is used instead",     \
      "the exporter should write a T-pose with the feet on the ground as the rest pose")                             \
    X(MOTION_CENTIMETRES, "motion-centimetres", NOTE, ELSEWHERE, VRM_OK, "AN-035", 1,                                  \
      "the hips are at a height of {}, so the file is read in centimeters",                                            \
      "the exporter should write meters")                                                                              \
    X(MOTION_BETWEEN, "motion-between", NOTE, ELSEWHERE, VRM_OK, "AN-026", 1,                                          \
      "joints that are not bones move bones; their motion is added to the bones: {}",                   \
      "other applications may ignore these joints; the exporter should bake the motion into the bones")               \
    X(MOTION_UNUSED, "motion-unused", NOTE, ELSEWHERE, VRM_OK, "AN-026", 1,                                            \
      "ignored channels, which move no bone, expression or lookAt: {}",                                  \
      "the exporter can omit them")                                                                               \
    /* VRMC_vrm_animation */                                                                                           \
    X(MOTION_WITH_AVATAR, "motion-with-avatar", WARNING, ELSEWHERE, VRM_OK, "AN-002", 0,                               \
      "the file contains an avatar besides its motion",                                                                      \
      "the exporter should write the motion to its own file")                                                   \
    X(MOTION_EYES, "motion-eyes", WARNING, ELSEWHERE, VRM_OK, "AN-006", 0,                                             \
      "eye bones are not allowed in a motion; this one is ignored",                                         \
      "the exporter should write the eye direction as lookAt")                                                 \
    X(MOTION_BONE_UNKNOWN, "motion-bone-unknown", WARNING, ELSEWHERE, VRM_OK, "AN-006", 1,                             \
      "the unknown bone {} is ignored",                                                                            \
      "the exporter should use the names of the specification")                                                        \
    X(MOTION_BONE_MISSING, "motion-bone-missing", WARNING, ELSEWHERE, VRM_OK, "AN-007", 1,                             \
      "required bones that the motion lacks: {}",                                                              \
      "the exporter should write all required bones")                                                                  \
    X(MOTION_NO_BONES, "motion-no-bones", NOTE, ELSEWHERE, VRM_OK, "AN-007", 0,                                        \
      "the motion has no humanoid: it moves only the face",                                                           \
      "")                                                                                                              \
    X(MOTION_SCALE, "motion-scale", WARNING, ELSEWHERE, VRM_OK, "AN-009", 1,                                           \
      "the channel that scales node {} is ignored",                                                                    \
      "remove the animation of scale")                                                                                 \
    X(MOTION_TRANSLATION, "motion-translation", WARNING, ELSEWHERE, VRM_OK, "AN-010", 1,                               \
      "the channel that moves node {} is ignored: only the hips may be translated",                               \
      "remove the animation of its translation")                                                                             \
    X(MOTION_REST_SCALE, "motion-rest-scale", WARNING, ELSEWHERE, VRM_OK, "AN-011", 1,                                 \
      "node {} is scaled at rest",                                                                                     \
      "apply the scale before the export")                                                                             \
    X(MOTION_LOOK_PRESET, "motion-look-preset", WARNING, ELSEWHERE, VRM_OK, "AN-019", 0,                               \
      "this preset is not allowed in a motion; it is ignored",                                                         \
      "the exporter should write the eye direction as lookAt")                                                 \
    X(MOTION_PRESET_UNKNOWN, "motion-preset-unknown", WARNING, ELSEWHERE, VRM_OK, "AN-017", 1,                         \
      "the unknown preset {} is ignored",                                                                          \
      "the exporter should write it as a custom expression")                                                           \
    X(MOTION_CUSTOM_PRESET, "motion-custom-preset", WARNING, ELSEWHERE, VRM_OK, "AN-020", 1,                           \
      "a custom expression must not have the preset name {}; it is ignored",                                      \
      "the exporter should write it as a preset")                                                                      \
    X(MOTION_SHARED_NODE, "motion-shared-node", WARNING, ELSEWHERE, VRM_OK, "AN-032", 1,                               \
      "node {} stands for several bones or expressions; it moves all of them",                                         \
      "the exporter should use one node for each")                                                                       \
    X(MOTION_OTHER_CHANNEL, "motion-other-channel", WARNING, ELSEWHERE, VRM_OK, "AN-033", 1,                           \
      "a channel of node {} has no meaning in a motion and is ignored",                                          \
      "the exporter should omit it")                                                                              \
    X(MOTION_LOOK_AT_POINT, "motion-look-at-point", NOTE, ELSEWHERE, VRM_OK, "AN-033", 0,                              \
      "lookAt has a position instead of a rotation; the eyes look at that point",                                      \
      "the exporter should write the eye direction as a rotation")                                             \
    /* BVH */                                                                                                          \
    X(BVH_SYNTAX, "bvh-syntax", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 2,                                      \
      "this BVH file cannot be read from here on: expected {}, found {}", "export the motion again")        \
    X(BVH_DEPTH, "bvh-depth", FATAL, VISIBLE, VRM_ERROR_LIMIT, "AN-040", 1,                                            \
      "the joints are nested more than {} deep", "export the skeleton of one body")                                    \
    X(BVH_NO_FRAMES, "bvh-no-frames", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-040", 0,                              \
      "this BVH file has a skeleton but no frames", "export the motion with its frames")                   \
    X(BVH_FRAMES, "bvh-frames", WARNING, VISIBLE, VRM_OK, "AN-040", 2,                                                 \
      "the file should have {} frames, but has {}; these are played",                                 \
      "export the motion again if some of it is missing")                                                              \
    X(BVH_NUMBERS, "bvh-numbers", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 1,                                   \
      "values that are not numbers: {}; the value of the previous frame is used", "export the motion again")         \
    X(BVH_FRAME_TIME, "bvh-frame-time", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 1,                             \
      "a frame lasts {} seconds; 1/30 is used", "write the duration of a frame, in seconds, after Frame Time")                      \
    X(BVH_ROOTS, "bvh-roots", WARNING, VISIBLE, VRM_OK, "AN-040", 2,                                                   \
      "the file has {} skeletons; the one of {} is used", "export each body to its own file")                     \
    X(BVH_SKELETON, "bvh-skeleton", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-041", 2,                                \
      "the skeleton of {} joints is not recognized; its first joints are {}",                                         \
      "rename the joints as one of the families of docs/reference/motion-formats.md does; hips, arms and legs "        \
      "are needed")                                                                                                    \
    X(BVH_NO_T_POSE, "bvh-no-t-pose", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-042", 2,                              \
      "no T-pose was found for the skeleton of {} joints; joints that are not bones: {}",                         \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_NO_REST, "bvh-no-rest", WARNING, VISIBLE, VRM_OK, "AN-042", 0,                                               \
      "the joint offsets are not a pose; limb orientation is derived from how elbows and knees bend",           \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_STIFF_LIMBS, "bvh-stiff-limbs", WARNING, VISIBLE, VRM_OK, "AN-042", 1,                                       \
      "limbs that do not bend in this motion: {}; they may be twisted",                      \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_T_FRAME, "bvh-t-frame", NOTE, ELSEWHERE, VRM_OK, "AN-042", 0,                                                \
      "the first frame is a T-pose from which the motion jumps away; it is not played",                                \
      "other applications may show it")                                                                                \
    X(BVH_MIRRORED, "bvh-mirrored", REPAIR, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-044", 0,                               \
      "the joints named left are on the right, as toes and knees show; left and right are swapped",                  \
      "name the joints by their own side")                                                                  \
    X(BVH_UNIT, "bvh-unit", WARNING, ELSEWHERE, VRM_OK, "AN-043", 1,                                                   \
      "a leg is {} units long, which matches a person in no common unit",                                   \
      "scale the motion to meters or centimeters")                                                                     \
    X(BVH_POSITIONS_RESTATED, "bvh-positions-restated", NOTE, EXPORTER, VRM_OK, "AN-045", 1,                           \
      "joints whose positions only repeat their offsets: {}",                                               \
      "the exporter should write positions only for the hips")                                            \
    X(BVH_POSITIONS_DROPPED, "bvh-positions-dropped", REPAIR, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-045", 1,             \
      "joints below the hips whose positions differ from their offsets: {}; they are ignored, because avatars have their own bone lengths",                                                                             \
      "export only rotations")                                                                                        \
    /* VMD */                                                                                                          \
    X(VMD_CUT, "vmd-cut", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 0,                                           \
      "the file is truncated; the available part is played",                                                                \
      "download or copy it again")                                                                                     \
    X(VMD_NO_KEYS, "vmd-no-keys", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-046", 0,                                  \
      "this VMD file moves no body and no face",                                                                       \
      "choose a body motion: some VMD files move only the camera")                                \
    X(VMD_NUMBERS, "vmd-numbers", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 1,                                   \
      "keys with values that are not numbers: {}; they are set to rest",                                          \
      "export the motion again")                                                                                       \
    X(VMD_LATE_KEYS, "vmd-late-keys", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 1,                               \
      "keys after more than a day: {}; they are skipped",                                         \
      "remove the keys far after the end of the motion")                                                                \
    X(VMD_CURVES, "vmd-curves", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "AN-046", 0,                                         \
      "the curves of this motion need too many keys; some are approximated",               \
      "remove keys that are far apart")                                                                                \
    X(VMD_UNKNOWN, "vmd-unknown", NOTE, ELSEWHERE, VRM_OK, "AN-046", 1,                                                \
      "keys for bones and morphs that avatars lack: {}; they are ignored",                            \
      "")                                                                                                              \
    X(VMD_LEGS, "vmd-legs", NOTE, ELSEWHERE, VRM_OK, "AN-047", 0,                                                      \
      "the legs follow IK targets of a model that is not in the file; they bend as in a typical model",               \
      "")
/* clang-format on */

enum {
    VRMI_CLIP_FIRST = 3000,
    VRMI_CLIP_BEFORE = VRMI_CLIP_FIRST - 1,
#define X(name, ...) VRMI_##name,
    VRMI_CLIP_DIAGNOSTICS(X)
#undef X
        VRMI_CLIP_END
};

extern const vrmi_diagnostics vrmi_clip_diagnostics;

#endif

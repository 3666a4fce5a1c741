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
      "this file has no motion of a humanoid",                                                                         \
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
      "keys whose times do not rise; of keys at one time the last is used: {}",                                        \
      "the exporter should write keys in the order of their times")                                                    \
    X(MOTION_KEYS, "motion-keys", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 0,                                       \
      "tracks share their keys so often that together they are too large; the rest of them is left out",               \
      "export the file again with a current exporter")                                                                 \
    X(MOTION_JOINTS, "motion-joints", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                                   \
      "more than {} joints that are no bones move bones; the others stay at rest",                                     \
      "use a simpler skeleton")                                                                                        \
    X(MOTION_HIPS_HEIGHT, "motion-hips-height", WARNING, VISIBLE, VRM_OK, "AN-031", 1,                                 \
      "the hips are at a height of {} m at rest, which is no T-pose; their height above the feet is used instead",     \
      "the exporter should write the T-pose with the feet on the ground as the rest pose")                             \
    X(MOTION_CENTIMETRES, "motion-centimetres", NOTE, ELSEWHERE, VRM_OK, "AN-035", 1,                                  \
      "the hips are at a height of {}, so the file is read in centimetres",                                            \
      "the exporter should write metres")                                                                              \
    X(MOTION_BETWEEN, "motion-between", NOTE, ELSEWHERE, VRM_OK, "AN-026", 1,                                          \
      "joints that are no bones turn or move bones; their motion is added to that of the bones: {}",                   \
      "other applications may ignore these joints; the exporter should write the motion into the bones")               \
    X(MOTION_UNUSED, "motion-unused", NOTE, ELSEWHERE, VRM_OK, "AN-026", 1,                                            \
      "channels that move no bone, no expression and no lookAt, and are ignored: {}",                                  \
      "the exporter may leave them out")                                                                               \
    /* VRMC_vrm_animation */                                                                                           \
    X(MOTION_WITH_AVATAR, "motion-with-avatar", WARNING, ELSEWHERE, VRM_OK, "AN-002", 0,                               \
      "the file has an avatar beside its motion",                                                                      \
      "the exporter should write the motion into a file of its own")                                                   \
    X(MOTION_EYES, "motion-eyes", WARNING, ELSEWHERE, VRM_OK, "AN-006", 0,                                             \
      "eyes are not allowed among the bones of a motion; this one is ignored",                                         \
      "the exporter should write the direction of the eyes as lookAt")                                                 \
    X(MOTION_BONE_UNKNOWN, "motion-bone-unknown", WARNING, ELSEWHERE, VRM_OK, "AN-006", 1,                             \
      "there is no bone {}; it is ignored",                                                                            \
      "the exporter should use the names of the specification")                                                        \
    X(MOTION_BONE_MISSING, "motion-bone-missing", WARNING, ELSEWHERE, VRM_OK, "AN-007", 1,                             \
      "required bones that the motion does not have: {}",                                                              \
      "the exporter should write all required bones")                                                                  \
    X(MOTION_NO_BONES, "motion-no-bones", NOTE, ELSEWHERE, VRM_OK, "AN-007", 0,                                        \
      "the motion has no humanoid: it moves the face alone",                                                           \
      "")                                                                                                              \
    X(MOTION_SCALE, "motion-scale", WARNING, ELSEWHERE, VRM_OK, "AN-009", 1,                                           \
      "the channel that scales node {} is ignored",                                                                    \
      "remove the animation of scale")                                                                                 \
    X(MOTION_TRANSLATION, "motion-translation", WARNING, ELSEWHERE, VRM_OK, "AN-010", 1,                               \
      "the channel that moves node {} is ignored: of all bones, only the hips may move",                               \
      "remove the animation of its place")                                                                             \
    X(MOTION_REST_SCALE, "motion-rest-scale", WARNING, ELSEWHERE, VRM_OK, "AN-011", 1,                                 \
      "node {} is scaled at rest",                                                                                     \
      "apply the scale before the export")                                                                             \
    X(MOTION_LOOK_PRESET, "motion-look-preset", WARNING, ELSEWHERE, VRM_OK, "AN-019", 0,                               \
      "this preset is not allowed in a motion; it is ignored",                                                         \
      "the exporter should write the direction of the eyes as lookAt")                                                 \
    X(MOTION_PRESET_UNKNOWN, "motion-preset-unknown", WARNING, ELSEWHERE, VRM_OK, "AN-017", 1,                         \
      "there is no preset {}; it is ignored",                                                                          \
      "the exporter should write it as a custom expression")                                                           \
    X(MOTION_CUSTOM_PRESET, "motion-custom-preset", WARNING, ELSEWHERE, VRM_OK, "AN-020", 1,                           \
      "a custom expression must not have the name {} of a preset; it is ignored",                                      \
      "the exporter should write it as a preset")                                                                      \
    X(MOTION_SHARED_NODE, "motion-shared-node", WARNING, ELSEWHERE, VRM_OK, "AN-032", 1,                               \
      "node {} stands for several bones or expressions; it moves all of them",                                         \
      "the exporter should use a node for each")                                                                       \
    X(MOTION_OTHER_CHANNEL, "motion-other-channel", WARNING, ELSEWHERE, VRM_OK, "AN-033", 1,                           \
      "a channel of node {} says nothing that a motion uses, and is ignored",                                          \
      "the exporter should leave it out")                                                                              \
    X(MOTION_LOOK_AT_POINT, "motion-look-at-point", NOTE, ELSEWHERE, VRM_OK, "AN-033", 0,                              \
      "lookAt has a position instead of a rotation; the eyes look at that point",                                      \
      "the exporter should write the direction of the eyes as a rotation")                                             \
    /* BVH */                                                                                                          \
    X(BVH_SYNTAX, "bvh-syntax", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 2,                                      \
      "this BVH file cannot be read from here on: {} was expected, and {} is there", "export the motion again")        \
    X(BVH_DEPTH, "bvh-depth", FATAL, VISIBLE, VRM_ERROR_LIMIT, "AN-040", 1,                                            \
      "the joints are nested more than {} deep", "export the skeleton of one body")                                    \
    X(BVH_NO_FRAMES, "bvh-no-frames", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-040", 0,                              \
      "this BVH file has a skeleton, but no frame of a motion", "export the motion with its frames")                   \
    X(BVH_FRAMES, "bvh-frames", WARNING, VISIBLE, VRM_OK, "AN-040", 2,                                                 \
      "the number of frames should be {}, and is {}: those that are there are played",                                 \
      "export the motion again if some of it is missing")                                                              \
    X(BVH_NUMBERS, "bvh-numbers", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 1,                                   \
      "number of values that are no numbers: {}; that of the frame before is used", "export the motion again")         \
    X(BVH_FRAME_TIME, "bvh-frame-time", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-040", 1,                             \
      "a frame lasts {} seconds; 1/30 is used", "write the seconds of a frame behind Frame Time")                      \
    X(BVH_ROOTS, "bvh-roots", WARNING, VISIBLE, VRM_OK, "AN-040", 2,                                                   \
      "the file has {} skeletons; the one of {} is used", "export each body to a file of its own")                     \
    X(BVH_SKELETON, "bvh-skeleton", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-041", 2,                                \
      "the skeleton of {} joints is not understood; its joints begin with {}",                                         \
      "rename the joints as one of the families of docs/reference/motion-formats.md does; hips, arms and legs "        \
      "are needed")                                                                                                    \
    X(BVH_NO_T_POSE, "bvh-no-t-pose", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-042", 2,                              \
      "no T-pose can be found for the skeleton of {} joints; joints that are no bones are {}",                         \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_NO_REST, "bvh-no-rest", WARNING, VISIBLE, VRM_OK, "AN-042", 0,                                               \
      "the offsets of the joints are no pose; how limbs are turned is taken from how elbows and knees bend",           \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_STIFF_LIMBS, "bvh-stiff-limbs", WARNING, VISIBLE, VRM_OK, "AN-042", 1,                                       \
      "number of limbs that do not bend in this motion: {}; they may be turned about themselves",                      \
      "export the motion with a T-pose as its first frame")                                                            \
    X(BVH_T_FRAME, "bvh-t-frame", NOTE, ELSEWHERE, VRM_OK, "AN-042", 0,                                                \
      "the first frame is a T-pose from which the motion jumps away; it is not played",                                \
      "other applications may show it")                                                                                \
    X(BVH_MIRRORED, "bvh-mirrored", REPAIR, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-044", 0,                               \
      "the joints that are called left are on the right, as toes and knees show; they are exchanged",                  \
      "give the joints the names of their own sides")                                                                  \
    X(BVH_UNIT, "bvh-unit", WARNING, ELSEWHERE, VRM_OK, "AN-043", 1,                                                   \
      "a leg has a length of {} units, which is that of a person in no common unit",                                   \
      "scale the motion to metres or centimetres")                                                                     \
    X(BVH_POSITIONS_RESTATED, "bvh-positions-restated", NOTE, EXPORTER, VRM_OK, "AN-045", 1,                           \
      "number of joints whose positions say what their offsets say: {}",                                               \
      "the exporter should leave out positions of all joints but the hips")                                            \
    X(BVH_POSITIONS_DROPPED, "bvh-positions-dropped", REPAIR, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-045", 1,             \
      "number of joints below the hips whose positions differ from their offsets: {}; they are ignored, as bones of "  \
      "avatars have lengths of their own",                                                                             \
      "export rotations alone")                                                                                        \
    /* VMD */                                                                                                          \
    X(VMD_CUT, "vmd-cut", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 0,                                           \
      "the file is cut short; what is there is played",                                                                \
      "download or copy it again")                                                                                     \
    X(VMD_NO_KEYS, "vmd-no-keys", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "AN-046", 0,                                  \
      "this VMD file moves no body and no face",                                                                       \
      "choose a motion of a dancer: there are files of VMD that move the camera alone")                                \
    X(VMD_NUMBERS, "vmd-numbers", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 1,                                   \
      "number of keys with values that are no numbers: {}; they are at rest",                                          \
      "export the motion again")                                                                                       \
    X(VMD_LATE_KEYS, "vmd-late-keys", REPAIR, VISIBLE, VRM_ERROR_CONTAINER, "AN-046", 1,                               \
      "number of keys that come after more than a day: {}; they are left out",                                         \
      "remove the keys that are far behind the motion")                                                                \
    X(VMD_CURVES, "vmd-curves", REPAIR, VISIBLE, VRM_ERROR_LIMIT, "AN-046", 0,                                         \
      "the curves of this motion need more keys than any dance; some of them are followed less closely",               \
      "remove keys that are far apart")                                                                                \
    X(VMD_UNKNOWN, "vmd-unknown", NOTE, ELSEWHERE, VRM_OK, "AN-046", 1,                                                \
      "number of keys for bones and morphs that avatars do not have: {}; they are ignored",                            \
      "")                                                                                                              \
    X(VMD_LEGS, "vmd-legs", NOTE, ELSEWHERE, VRM_OK, "AN-047", 0,                                                      \
      "the legs follow targets of a model that is not in the file; they bend as those of a usual model",               \
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

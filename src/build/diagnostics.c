#include "build/diagnostics.h"

static const vrmi_message messages[] = {VRMI_BUILD_DIAGNOSTICS(VRMI_MESSAGE)};

/* 1.0 and beta, the draft and 0.x have these elements in different places, and some of them by key
 * in one and in a list in the other. The order does not matter: a place is that of one subject. */
static const vrmi_subject subjects[] = {
    {"extensions/*/humanoid/humanBones/*", "bone", "bone", NULL},
    {"extensions/VRMC_vrm/expressions/preset/*", "expression", "name", NULL},
    {"extensions/VRMC_vrm/expressions/custom/*", "expression", "name", NULL},
    {"extensions/VRMC_vrm/expression/preset/*", "expression", "name", NULL},
    {"extensions/VRMC_vrm/expression/custom/*", "expression", "name", NULL},
    {"extensions/VRMC_vrm/expressions/#", "expression", "name", "preset"},
    {"extensions/VRMC_vrm/*/blendShapeGroups/*", "expression", "name", "preset"},
    {"extensions/VRM/blendShapeMaster/blendShapeGroups/*", "expression", "name", "presetName"},
    {"extensions/VRMC_springBone/springs/*", "spring", "name", NULL},
    {"extensions/VRMC_springBone/colliderGroups/*", "collider group", "name", NULL},
    {"extensions/VRMC_springBone/colliders/*", "collider", "name", NULL},
    {"extensions/VRMC_springBone/boneGroups/*", "spring", "name", "comment"},
    {"extensions/VRMC_vrm/springBone/boneGroups/*", "spring", "name", "comment"},
    {"extensions/VRMC_vrm/springBone/colliderGroups/*", "collider group", "name", NULL},
    {"extensions/VRM/secondaryAnimation/boneGroups/*", "spring", "comment", NULL},
    {"extensions/VRM/secondaryAnimation/colliderGroups/*", "collider group", NULL, NULL},
    {"extensions/VRM/materialProperties/*", "material", "name", NULL},
    {NULL, NULL, NULL, NULL},
};

const vrmi_diagnostics vrmi_build_diagnostics = {messages, subjects, VRMI_BUILD_FIRST,
                                                 VRMI_BUILD_END};

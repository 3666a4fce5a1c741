#include "clip/diagnostics.h"

static const vrmi_message messages[] = {VRMI_CLIP_DIAGNOSTICS(VRMI_MESSAGE)};

static const vrmi_subject subjects[] = {
    {"extensions/VRMC_vrm_animation/humanoid/humanBones/*", "bone", NULL, NULL},
    {"extensions/VRMC_vrm_animation/expressions/preset/*", "expression", NULL, NULL},
    {"extensions/VRMC_vrm_animation/expressions/custom/*", "expression", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const vrmi_diagnostics vrmi_clip_diagnostics = {messages, subjects, VRMI_CLIP_FIRST, VRMI_CLIP_END};

#include "clip/diagnostics.h"

#include "model/diagnostics.h"

static const vrmi_message messages[] = {VRMI_CLIP_DIAGNOSTICS(VRMI_MESSAGE)};

static const vrmi_subject subjects[] = {
    {"extensions/VRMC_vrm_animation/humanoid/humanBones/*", "bone", NULL, NULL},
    {"extensions/VRMC_vrm_animation/expressions/preset/*", "expression", NULL, NULL},
    {"extensions/VRMC_vrm_animation/expressions/custom/*", "expression", NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const vrmi_diagnostics vrmi_clip_diagnostics = {messages, subjects, VRMI_CLIP_FIRST, VRMI_CLIP_END};

/* --- The diagnostics of the runtime: those of a model, then those of clips --- */

static uint32_t count_of(const vrmi_diagnostics *room) {
    return (uint32_t)(room->end - room->first);
}

uint32_t vrm_diagnostic_info_count(void) {
    uint32_t count = count_of(&vrmi_clip_diagnostics);
    for (const vrmi_diagnostics *const *room = vrmi_model_diagnostics; *room != NULL; ++room) {
        count += count_of(*room);
    }
    return count;
}

const vrm_diagnostic_info *vrm_diagnostic_info_get(uint32_t index) {
    for (const vrmi_diagnostics *const *room = vrmi_model_diagnostics; *room != NULL; ++room) {
        if (index < count_of(*room)) return &(*room)->messages[index].info;
        index -= count_of(*room);
    }
    return index < count_of(&vrmi_clip_diagnostics) ? &messages[index].info : NULL;
}

#include "clip/diagnostics.h"

#include "model/diagnostics.h"

#include <string.h>

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

static const vrmi_message *find_error(const vrmi_diagnostics *room, const char *code) {
    for (vrmi_diagnostic_id id = room->first; id < room->end; ++id) {
        const vrmi_message *message = &room->messages[id - room->first];
        if (message->kind == VRMI_FATAL && strcmp(message->info.code, code) == 0) return message;
    }
    return NULL;
}

vrm_result vrm_report_create(const char *error, const char *text, const vrm_allocator *allocator,
                             vrm_report **out_report) {
    const vrmi_message *message = NULL;
    if (error == NULL) return vrmi_report_end(out_report, VRM_OK);
    for (const vrmi_diagnostics *const *room = vrmi_model_diagnostics; *room != NULL; ++room) {
        if (message == NULL) message = find_error(*room, error);
    }
    if (message == NULL) message = find_error(&vrmi_clip_diagnostics, error);
    if (message == NULL) return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    if (out_report == NULL) return message->result;
    *out_report = vrmi_report_create(allocator, 1);
    if (*out_report == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    vrmi_report_add(*out_report, message, false, NULL,
                    text != NULL ? VRMI_WITH(vrmi_words(text)) : NULL);
    return message->result;
}

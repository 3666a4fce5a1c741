/* The names of VMC: bones of Unity, and expressions of VRM 0.x and 1.0. */
#ifndef VRMI_LIVE_VMC_NAMES_H
#define VRMI_LIVE_VMC_NAMES_H

#include "vrm/tables.h"

#include <stddef.h>
#include <stdint.h>

/* A bone and its name in Unity. */
typedef struct vrmi_unity_bone {
    vrm_bone bone;
    uint32_t length;
    char name[24];
} vrmi_unity_bone;

/* In Unity's order, which senders follow. */
extern const vrmi_unity_bone vrmi_unity_bones[VRM_BONE_COUNT];

/* The index in vrmi_unity_bones, in any case; VRM_NONE: it is the name of no bone. `guess`: the
 * index that is likely, tried first; any value. */
int32_t vrmi_unity_bone_find(const char *name, size_t length, int32_t guess);

/* A preset by its name in VRM 0.x or 1.0, in any case; VRM_NONE: it is another expression. */
vrm_preset vrmi_vmc_preset_find(const char *name, size_t length);

/* Its name in VRM 0.x, as senders write it. */
const char *vrmi_vmc_preset_old_name(vrm_preset preset);

#endif

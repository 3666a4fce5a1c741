/* Names of the specification: dialects, bones, presets. */
#include "base/text.h"
#include "build/build.h"

#include <string.h>

#define X(name, text) {text, sizeof(text) - 1},
static const vrm_string bone_names[VRM_BONE_COUNT] = {VRM_BONES(X)};
static const vrm_string preset_names[VRM_PRESET_COUNT] = {VRM_PRESETS(X)};
#undef X

static bool is_same(vrm_string a, vrm_string b) {
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

const char *vrm_dialect_name(vrm_dialect dialect) {
    switch (dialect) {
    case VRM_DIALECT_NONE:
        return "none";
    case VRM_DIALECT_0:
        return "0.x";
    case VRM_DIALECT_1_DRAFT:
        return "1.0-draft";
    case VRM_DIALECT_1_BETA:
        return "1.0-beta";
    case VRM_DIALECT_1:
        return "1.0";
    case VRM_DIALECT_ANIMATION:
        return "animation";
    }
    return "none";
}

const char *vrm_bone_name(vrm_bone bone) {
    return (uint32_t)bone < VRM_BONE_COUNT ? bone_names[bone].data : "";
}

int32_t vrmi_bone_find(vrm_string name) {
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        if (is_same(name, bone_names[i])) return i;
    }
    return VRM_NONE;
}

int32_t vrm_bone_find(const char *name) { return vrmi_bone_find(vrmi_string_from(name)); }

const char *vrm_preset_name(vrm_preset preset) {
    return (uint32_t)preset < VRM_PRESET_COUNT ? preset_names[preset].data : "";
}

int32_t vrmi_preset_find(vrm_string name, bool any_case) {
    for (int32_t i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (any_case ? vrmi_string_equals_no_case(name, preset_names[i].data)
                     : is_same(name, preset_names[i])) {
            return i;
        }
    }
    return VRM_NONE;
}

/* Names of the specification: dialects, bones, presets. */
#include "base/text.h"
#include "model/build.h"

static const char *const bone_names[VRM_BONE_COUNT] = {
#define X(name, text) text,
    VRM_BONES(X)
#undef X
};

static const char *const preset_names[VRM_PRESET_COUNT] = {
#define X(name, text) text,
    VRM_PRESETS(X)
#undef X
};

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
    return (uint32_t)bone < VRM_BONE_COUNT ? bone_names[bone] : "";
}

int32_t vrmi_bone_find(vrm_string name) {
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        if (vrmi_string_equals(name, bone_names[i])) return i;
    }
    return VRM_NONE;
}

int32_t vrm_bone_find(const char *name) { return vrmi_bone_find(vrmi_string_from(name)); }

const char *vrm_preset_name(vrm_preset preset) {
    return (uint32_t)preset < VRM_PRESET_COUNT ? preset_names[preset] : "";
}

int32_t vrmi_preset_find(vrm_string name, bool any_case) {
    for (int32_t i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (any_case ? vrmi_string_equals_no_case(name, preset_names[i])
                     : vrmi_string_equals(name, preset_names[i])) {
            return i;
        }
    }
    return VRM_NONE;
}

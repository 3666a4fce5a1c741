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

vrm_preset vrm_preset_find(const char *name) {
    return name != NULL ? vrmi_preset_find(vrmi_string_from(name), false) : VRM_NONE;
}

/* Names of presets in 0.x (V0). */
static const struct {
    const char *name;
    vrm_preset preset;
} old_presets[] = {
    {"neutral", VRM_PRESET_NEUTRAL},
    {"a", VRM_PRESET_AA},
    {"i", VRM_PRESET_IH},
    {"u", VRM_PRESET_OU},
    {"e", VRM_PRESET_EE},
    {"o", VRM_PRESET_OH},
    {"blink", VRM_PRESET_BLINK},
    {"joy", VRM_PRESET_HAPPY},
    {"angry", VRM_PRESET_ANGRY},
    {"sorrow", VRM_PRESET_SAD},
    {"fun", VRM_PRESET_RELAXED},
    {"lookup", VRM_PRESET_LOOK_UP},
    {"lookdown", VRM_PRESET_LOOK_DOWN},
    {"lookleft", VRM_PRESET_LOOK_LEFT},
    {"lookright", VRM_PRESET_LOOK_RIGHT},
    {"blink_l", VRM_PRESET_BLINK_LEFT},
    {"blink_r", VRM_PRESET_BLINK_RIGHT},
};

int32_t vrmi_preset_find_old(vrm_string name) {
    for (size_t i = 0; i < sizeof old_presets / sizeof old_presets[0]; ++i) {
        if (vrmi_string_equals_no_case(name, old_presets[i].name)) {
            return (int32_t)old_presets[i].preset;
        }
    }
    return VRM_NONE;
}

int32_t vrmi_preset_find_draft(vrm_string name) {
    static const vrm_preset renamed[] = {VRM_PRESET_HAPPY, VRM_PRESET_SAD, VRM_PRESET_RELAXED};
    const int32_t old = vrmi_preset_find_old(name);
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; ++i) {
        if (old == (int32_t)renamed[i]) return old;
    }
    return vrmi_preset_find(name, true);
}

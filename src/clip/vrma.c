/* VRMC_vrm_animation: which nodes stand for bones, expressions and lookAt. */
#include "base/text.h"
#include "clip/diagnostics.h"
#include "clip/gltf_motion.h"

#include <string.h>

/* The member `node` of an entry; VRM_NONE: there is none that can be used, and the reason has been
 * reported. */
static int32_t read_node(vrmi_load *load, const vrmi_json *entry) {
    typedef struct record {
        int32_t node;
    } record;
    static const vrmi_json_field fields[] = {
        VRMI_FIELD_INDEX(record, node, "node", VRMI_TABLE_NODES, 1)};
    record own = {VRM_NONE};
    VRMI_JSON_READ(load, entry, fields, &own);
    return own.node;
}

/* --- Bones --- */

static void read_bones(vrmi_load *load, const vrmi_json *bones, vrmi_motion_map *out) {
    vrmi_json_each each = vrmi_json_begin(bones);
    while (vrmi_json_next(&each)) {
        vrm_bone bone = each.item.key != NULL ? vrm_bone_find(each.item.key) : VRM_NONE;
        if (bone == VRM_NONE) {
            vrmi_load_found(load, VRMI_MOTION_BONE_UNKNOWN, &each.item,
                            VRMI_WITH(vrmi_quoted(vrmi_json_key(&each.item))));
        } else if (bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE) {
            vrmi_load_found(load, VRMI_MOTION_EYES, &each.item, NULL);
        } else {
            out->bone_nodes[bone] = read_node(load, &each.item);
        }
    }
}

/* Names the bones that a humanoid must have (HU-003) and this one has not. */
static void check_required(vrmi_load *load, const vrmi_json *humanoid, const vrmi_motion_map *map) {
    char names[400];
    vrmi_text text;
    bool is_missing = false;
    text = vrmi_text_make(names, sizeof names);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((VRM_REQUIRED_BONES & VRM_BONE_BIT(bone)) == 0 || map->bone_nodes[bone] != VRM_NONE) {
            continue;
        }
        if (is_missing) vrmi_text_append(&text, ", ");
        vrmi_text_append(&text, vrm_bone_name(bone));
        is_missing = true;
    }
    if (is_missing) {
        vrmi_load_found(load, VRMI_MOTION_BONE_MISSING, humanoid, VRMI_WITH(vrmi_words(names)));
    }
}

/* --- Expressions --- */

bool vrmi_vrma_may_say(vrm_preset preset) {
    return preset != VRM_PRESET_LOOK_UP && preset != VRM_PRESET_LOOK_DOWN &&
           preset != VRM_PRESET_LOOK_LEFT && preset != VRM_PRESET_LOOK_RIGHT;
}

static bool is_usable(vrmi_load *load, const vrmi_json *item, bool is_custom, vrm_preset preset) {
    vrmi_diagnostic_id problem;
    if (is_custom) {
        if (preset == VRM_NONE) return true;
        problem = VRMI_MOTION_CUSTOM_PRESET;
    } else {
        if (preset != VRM_NONE && vrmi_vrma_may_say(preset)) return true;
        problem = preset != VRM_NONE ? VRMI_MOTION_LOOK_PRESET : VRMI_MOTION_PRESET_UNKNOWN;
    }
    vrmi_load_found(
        load, problem, item,
        problem == VRMI_MOTION_LOOK_PRESET ? NULL : VRMI_WITH(vrmi_quoted(vrmi_json_key(item))));
    return false;
}

static void read_expressions(vrmi_load *load, const vrmi_json *list, bool is_custom,
                             vrmi_motion_map *out) {
    vrmi_json_each each = vrmi_json_begin(list);
    while (vrmi_json_next(&each)) {
        vrm_preset preset = each.item.key != NULL ? vrm_preset_find(each.item.key) : VRM_NONE;
        vrmi_motion_expression *expression = &out->expressions[out->expression_count];
        if (each.item.key == NULL || !vrmi_load_goes_on(load)) return;
        if (!is_usable(load, &each.item, is_custom, preset)) continue;
        expression->preset = is_custom ? VRM_NONE : preset;
        expression->name = vrmi_json_key(&each.item);
        expression->node = read_node(load, &each.item);
        if (expression->node != VRM_NONE) out->expression_count += 1;
    }
}

static uint32_t size_of(const vrmi_json *object) {
    return yyjson_is_obj(object->value) ? (uint32_t)yyjson_obj_size(object->value) : 0;
}

/* --- The whole --- */

static bool has_bones(const vrmi_motion_map *map) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (map->bone_nodes[bone] != VRM_NONE) return true;
    }
    return false;
}

static void read_look_at(vrmi_load *load, const vrmi_json *look_at, vrmi_motion_map *out) {
    typedef struct record {
        int32_t node;
        vrm_vec3 offset;
    } record;
    enum { NODE, OFFSET };
    static const vrmi_json_field fields[] = {
        [NODE] = VRMI_FIELD_INDEX(record, node, "node", VRMI_TABLE_NODES, 0),
        [OFFSET] = VRMI_FIELD_FLOATS(record, offset, "offsetFromHeadBone", 3, 0, 0),
    };
    record own = {VRM_NONE, {0.0f, 0.0f, 0.0f}};
    uint64_t found;
    if (look_at->value == NULL) return;
    found = VRMI_JSON_READ(load, look_at, fields, &own);
    out->look_at_node = own.node;
    out->eye_offset = own.offset;
    out->has_eye_offset = vrmi_json_has(found, OFFSET);
}

bool vrmi_read_vrma(vrmi_load *load, const vrmi_json *extension, vrmi_motion_map *out) {
    const vrmi_json humanoid = vrmi_json_member(extension, "humanoid");
    const vrmi_json bones = vrmi_json_member(&humanoid, "humanBones");
    const vrmi_json expressions = vrmi_json_member(extension, "expressions");
    const vrmi_json presets = vrmi_json_member(&expressions, "preset");
    const vrmi_json customs = vrmi_json_member(&expressions, "custom");
    const vrmi_json look_at = vrmi_json_member(extension, "lookAt");
    const uint64_t count = (uint64_t)size_of(&presets) + size_of(&customs);
    if (count > load->limits.max_expressions) {
        vrmi_load_found(
            load, VRMI_LIMIT_COUNT, &expressions,
            VRMI_WITH(vrmi_unsigned(count), vrmi_unsigned(load->limits.max_expressions)));
        return false;
    }
    out->expressions = VRMI_TAKE(load->scratch, vrmi_motion_expression, (size_t)count);
    if (out->expressions == NULL) return false;
    read_bones(load, &bones, out);
    if (has_bones(out)) {
        check_required(load, &humanoid, out);
    } else {
        vrmi_load_found(load, VRMI_MOTION_NO_BONES, extension, NULL);
    }
    read_expressions(load, &presets, false, out);
    read_expressions(load, &customs, true, out);
    read_look_at(load, &look_at, out);
    return true;
}

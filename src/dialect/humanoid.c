/* The humanoid: names of bones, and humanBones as a list (0.x, draft) and as an object (1.x). */
#include "dialect/humanoid.h"

#include "base/text.h"
#include "dialect/check.h"

#include <string.h>

static int32_t find_bone_name(vrm_string name, bool old_thumbs) {
    static const struct {
        const char *name;
        vrm_bone bone;
    } thumbs[] = {
        {"leftThumbProximal", VRM_BONE_LEFT_THUMB_METACARPAL},
        {"leftThumbIntermediate", VRM_BONE_LEFT_THUMB_PROXIMAL},
        {"rightThumbProximal", VRM_BONE_RIGHT_THUMB_METACARPAL},
        {"rightThumbIntermediate", VRM_BONE_RIGHT_THUMB_PROXIMAL},
    };
    for (size_t i = 0; old_thumbs && i < sizeof thumbs / sizeof thumbs[0]; ++i) {
        if (vrmi_string_equals(name, thumbs[i].name)) return (int32_t)thumbs[i].bone;
    }
    return vrmi_bone_find(name);
}

static void set_bone(vrmi_build *build, const vrmi_json *at, int32_t bone, int32_t node) {
    int32_t *bone_node = &build->tables.humanoid.nodes[bone];
    if (*bone_node != VRM_NONE) { /* the first is used (HU-021, V0-008) */
        vrmi_load_found(build->load, VRMI_BONE_TWICE, at,
                        VRMI_WITH(vrmi_words(vrm_bone_name((vrm_bone)bone))));
        return;
    }
    *bone_node = node;
}

/* --- A list (V0-008) --- */

/* Names that end with Tail are hints for an editor, which the draft knew (HU-015). */
static bool is_hint(const vrmi_build *build, const char *name, size_t length) {
    const size_t end = strlen("Tail");
    return build->tables.dialect == VRM_DIALECT_1_DRAFT && length >= end &&
           memcmp(name + length - end, "Tail", end) == 0;
}

static bool is_hint_item(const vrmi_build *build, const vrmi_json *item) {
    yyjson_val *bone = yyjson_obj_get(item->value, "bone");
    return yyjson_is_str(bone) && is_hint(build, yyjson_get_str(bone), yyjson_get_len(bone));
}

typedef struct list_record {
    vrm_string bone;
    int32_t node;
} list_record;

static const vrmi_json_field list_fields[] = {
    VRMI_FIELD_REQUIRED(list_record, bone, "bone", STRING),
    VRMI_FIELD_INDEX(list_record, node, "node", VRMI_TABLE_NODES, 1),
};

/* humanBones as a list of {bone, node}: 0.x, and the change log of the draft. */
void vrmi_read_bone_list(vrmi_build *build, const vrmi_json *list) {
    vrmi_json_each each = vrmi_json_begin(list);
    while (vrmi_json_next(&each)) {
        list_record record = {{"", 0}, VRM_NONE};
        uint64_t found;
        int32_t bone;
        if (is_hint_item(build, &each.item)) continue;
        found = VRMI_JSON_READ(build->load, &each.item, list_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        /* The names of the thumb bones are those of 0.x (V0-009). */
        bone = find_bone_name(record.bone, true);
        if (bone == VRM_NONE) {
            vrmi_load_found(build->load, VRMI_BONE_UNKNOWN, &each.item,
                            VRMI_WITH(vrmi_quoted(record.bone)));
        } else {
            set_bone(build, &each.item, bone, record.node);
        }
    }
}

/* --- An object (§3.2) --- */

typedef struct map_record {
    int32_t node;
} map_record;

static const vrmi_json_field map_fields[] = {
    VRMI_FIELD_INDEX(map_record, node, "node", VRMI_TABLE_NODES, 1),
};

/* The thumb rule of §4.6: whether this file numbers thumbs as 0.x does. */
static bool has_old_thumbs(const vrmi_build *build, const vrmi_json *bones) {
    bool has_metacarpal = yyjson_obj_get(bones->value, "leftThumbMetacarpal") != NULL ||
                          yyjson_obj_get(bones->value, "rightThumbMetacarpal") != NULL;
    bool has_intermediate = yyjson_obj_get(bones->value, "leftThumbIntermediate") != NULL ||
                            yyjson_obj_get(bones->value, "rightThumbIntermediate") != NULL;
    bool has_proximal = yyjson_obj_get(bones->value, "leftThumbProximal") != NULL ||
                        yyjson_obj_get(bones->value, "rightThumbProximal") != NULL;
    if (has_intermediate) return true;
    if (has_metacarpal || !has_proximal) return false;
    return build->tables.dialect != VRM_DIALECT_1;
}

/* And so on: ThumbIntermediate for ThumbProximal (§4.6). */
static void note_old_thumbs(vrmi_build *build, const vrmi_json *bones) {
    vrmi_note_alias(build, bones, "ThumbProximal", "ThumbMetacarpal");
}

static void read_bone_map(vrmi_build *build, const vrmi_json *bones) {
    bool old_thumbs = has_old_thumbs(build, bones);
    vrmi_json_each each = vrmi_json_begin(bones);
    if (old_thumbs) note_old_thumbs(build, bones);
    while (vrmi_json_next(&each)) {
        vrm_string key = vrmi_json_key(&each.item);
        map_record record = {VRM_NONE};
        int32_t bone = find_bone_name(key, old_thumbs);
        uint64_t found;
        if (bone == VRM_NONE) {
            if (!is_hint(build, key.data, key.length)) {
                vrmi_load_found(build->load, VRMI_BONE_UNKNOWN, &each.item,
                                VRMI_WITH(vrmi_quoted(key)));
            }
            continue;
        }
        if (yyjson_is_null(each.item.value)) continue;
        found = VRMI_JSON_READ(build->load, &each.item, map_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        set_bone(build, &each.item, bone, record.node);
    }
}

void vrmi_read_humanoid(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "humanoid");
    vrmi_json bones = vrmi_json_member(&at, "humanBones");
    if (yyjson_is_obj(bones.value)) {
        read_bone_map(build, &bones);
    } else if (yyjson_is_arr(bones.value) && build->tables.dialect == VRM_DIALECT_1_DRAFT) {
        vrmi_read_bone_list(build, &bones); /* §4.4 */
        if (build->tables.humanoid.nodes[VRM_BONE_LEFT_THUMB_METACARPAL] != VRM_NONE ||
            build->tables.humanoid.nodes[VRM_BONE_RIGHT_THUMB_METACARPAL] != VRM_NONE) {
            note_old_thumbs(build, &bones);
        }
    } else {
        /* A file must have a humanoid with humanBones (HU-001, HU-002). */
        vrmi_load_found(build->load, VRMI_HUMANOID_MISSING, vrm, NULL);
    }
}

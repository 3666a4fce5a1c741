/*
 * lookAt of 1.x. The draft had other names, two sets of them, and two units (LA-028 … LA-030);
 * drafts after it kept some of the names (§4.11).
 */
#include "base/math.h"
#include "base/text.h"
#include "dialect/check.h"
#include "dialect/vrm1.h"

static bool is_draft(const vrmi_build *build) {
    return build->tables.dialect == VRM_DIALECT_1_DRAFT;
}

/* --- Type (LA-001) --- */

static const vrmi_json_choice types[] = {
    {"bone", VRM_LOOK_AT_TYPE_BONE}, {"expression", VRM_LOOK_AT_TYPE_EXPRESSION}, {NULL, 0}};

static const vrmi_json_field type_fields[] = {
    VRMI_FIELD_CHOICE(vrm_look_at, type, "type", TEXT, types, 0),
};

/* "bone", "Bone", "blendShape", "BlendShape", and final's "expression" (§4.4). */
static bool read_old_type(vrmi_build *build, const vrmi_json *type, int32_t *out) {
    vrm_string text;
    if (!yyjson_is_str(type->value)) {
        vrmi_load_found(build->load, VRMI_FIELD_TYPE, type,
                        VRMI_WITH(vrmi_words("a string"), vrmi_words("something else")));
        return false;
    }
    text.data = yyjson_get_str(type->value);
    text.length = (uint32_t)yyjson_get_len(type->value);
    if (vrmi_string_equals_no_case(text, "bone")) {
        *out = VRM_LOOK_AT_TYPE_BONE;
    } else if (vrmi_string_equals_no_case(text, "blendShape") ||
               vrmi_string_equals_no_case(text, "expression")) {
        *out = VRM_LOOK_AT_TYPE_EXPRESSION;
    } else {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, type, VRMI_WITH(vrmi_quoted(text)));
        return false;
    }
    return true;
}

static int32_t read_type(vrmi_build *build, const vrmi_json *at) {
    vrm_look_at record;
    vrmi_json_each each = vrmi_json_begin(at);
    uint64_t found;
    record.type = VRM_LOOK_AT_TYPE_BONE;
    found = VRMI_JSON_READ(build->load, at, type_fields, &record);
    if (vrmi_json_has(found, 0)) return record.type;
    while (vrmi_json_next(&each)) {
        if (!vrmi_string_equals_no_case(vrmi_json_key(&each.item), "lookAtType")) continue;
        if (!read_old_type(build, &each.item, &record.type)) continue;
        if (!is_draft(build)) vrmi_note_alias(build, at, "lookAtType", "type");
        break;
    }
    return record.type;
}

/* --- Offset (LA-002) --- */

static const vrmi_json_field offset_fields[] = {
    VRMI_FIELD_FLOATS(vrm_look_at, offset_from_head_bone, "offsetFromHeadBone", 3, 0, 0),
};

static const vrmi_json_field old_offset_fields[] = {
    VRMI_FIELD_FLOATS(vrm_look_at, offset_from_head_bone, "firstPersonBoneOffset", 3, 0, 0),
};

/* §4.4: the draft's algorithm has another name for it, and its change log another place. */
static void read_offset(vrmi_build *build, const vrmi_json *vrm, const vrmi_json *at) {
    vrmi_json first_person = vrmi_json_member(vrm, "firstPerson");
    const vrmi_json *const places[3] = {at, at, &first_person};
    uint64_t found = 0;
    for (int i = 0; i < 3 && !vrmi_json_has(found, 0); ++i) {
        const vrmi_json_field *field = i == 0 ? offset_fields : old_offset_fields;
        if (!yyjson_is_obj(places[i]->value)) continue; /* said elsewhere */
        found = vrmi_json_read(build->load, places[i], field, 1, &build->tables.look_at);
        if (i != 0 && vrmi_json_has(found, 0) && !is_draft(build)) {
            vrmi_note_alias(build, places[i], "firstPersonBoneOffset", "offsetFromHeadBone");
        }
    }
    build->has_look_at_offset = vrmi_json_has(found, 0);
}

/* --- Range maps --- */

/* Angles are clamped to [0, 180] (LA-012). */
static const vrmi_json_field range_map_fields[] = {
    VRMI_FIELD_RANGE(vrm_range_map, input_max_degrees, "inputMaxValue", FLOAT, 0, 180),
    VRMI_FIELD(vrm_range_map, output_scale, "outputScale", FLOAT),
};

enum { MAP_COUNT = 4, NAME_COUNT = 3 };

static const char *const map_names[MAP_COUNT][NAME_COUNT] = {
    {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner"},
    {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter"},
    {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown"},
    {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp"},
};

/* Returns whether an outputScale is given. */
static bool read_map(vrmi_build *build, const vrmi_json *at, const char *const *names,
                     vrm_range_map *map) {
    vrmi_json from = {NULL, NULL, NULL, 0, 0};
    uint64_t found;
    for (int i = 0; i < NAME_COUNT && from.value == NULL; ++i) {
        from = vrmi_json_member(at, names[i]);
        if (i != 0 && from.value != NULL && !is_draft(build)) {
            vrmi_note_alias(build, at, names[i], names[0]);
        }
    }
    found = VRMI_JSON_READ(build->load, &from, range_map_fields, map);
    /* With the type expression, outputScale is a weight (LA-031). */
    if (build->tables.look_at.type == VRM_LOOK_AT_TYPE_EXPRESSION &&
        !(map->output_scale >= 0 && map->output_scale <= 1)) {
        vrmi_json_found(build->load, VRMI_LOOK_AT_WEIGHT, &from, "outputScale",
                        VRMI_WITH(vrmi_number((double)map->output_scale)));
    }
    return vrmi_json_has(found, 1);
}

/* A draft whose angles are all at most a quarter turn in radians is in radians, as its text says
 * (LA-029). */
static void convert_radians(vrmi_build *build, const vrmi_json *at, vrm_range_map *const *maps,
                            const bool *is_given) {
    bool any = false;
    for (int i = 0; i < MAP_COUNT; ++i) {
        if (!is_given[i]) continue;
        if (maps[i]->output_scale > VRMI_PI / 2) return;
        if (maps[i]->output_scale != 0) any = true; /* 0 is 0 in both */
    }
    if (!any) return;
    vrmi_load_found(build->load, VRMI_LOOK_AT_RADIANS, at, NULL);
    for (int i = 0; i < MAP_COUNT; ++i) {
        if (is_given[i]) maps[i]->output_scale = vrmi_degrees(maps[i]->output_scale);
    }
}

void vrmi_read_look_at(vrmi_build *build, const vrmi_json *vrm) {
    vrm_look_at *look_at = &build->tables.look_at;
    vrm_range_map *maps[MAP_COUNT] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                                      &look_at->vertical_down, &look_at->vertical_up};
    bool is_given[MAP_COUNT];
    vrmi_json at = vrmi_json_member(vrm, "lookAt");
    look_at->is_present = at.value != NULL && vrmi_check_object(build, &at);
    vrmi_default_look_at(look_at,
                         look_at->is_present ? read_type(build, &at) : VRM_LOOK_AT_TYPE_BONE);
    read_offset(build, vrm, &at);
    if (!look_at->is_present) return;
    for (int i = 0; i < MAP_COUNT; ++i) {
        is_given[i] = read_map(build, &at, map_names[i], maps[i]);
    }
    if (is_draft(build) && look_at->type == VRM_LOOK_AT_TYPE_BONE) {
        convert_radians(build, &at, maps, is_given);
    }
}

/*
 * Expressions as 1.0 writes them (§3.5). Drafts had them as a list and not as two objects, with the
 * same bodies (§4.11): those are read here for them too.
 */
#include "dialect/check.h"
#include "dialect/expression.h"

#include <string.h>

/* --- Binds --- */

static const vrmi_json_choice color_types[] = {
    {"color", VRM_COLOR_BIND_COLOR},
    {"emissionColor", VRM_COLOR_BIND_EMISSION},
    {"shadeColor", VRM_COLOR_BIND_SHADE},
    {"matcapColor", VRM_COLOR_BIND_MATCAP},
    {"rimColor", VRM_COLOR_BIND_RIM},
    {"outlineColor", VRM_COLOR_BIND_OUTLINE},
    {NULL, 0},
};

typedef struct color_record {
    vrm_color_bind bind;
    yyjson_val *target;
} color_record;

static const vrmi_json_field color_fields[] = {
    VRMI_FIELD_INDEX(color_record, bind.material, "material", VRMI_TABLE_MATERIALS, 1),
    VRMI_FIELD_CHOICE(color_record, bind.type, "type", TEXT, color_types, 1),
    VRMI_FIELD_REQUIRED(color_record, target, "targetValue", ARRAY),
};

static bool read_color_binds(vrmi_build *build, const vrmi_json *array, vrmi_binds *binds) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        color_record record;
        vrm_color_bind *added;
        vrmi_json target;
        uint64_t found;
        if (!vrmi_load_goes_on(build->load)) return false;
        memset(&record, 0, sizeof record);
        found = VRMI_JSON_READ(build->load, &each.item, color_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        target = vrmi_json_at(&each.item, "targetValue", record.target);
        if (!vrmi_read_bind_color(build, &target, record.bind.target)) continue;
        added = VRMI_ADD(build->load, &binds->colors, vrm_color_bind);
        if (added == NULL) return false;
        *added = record.bind;
    }
    return true;
}

static const vrmi_json_field uv_fields[] = {
    VRMI_FIELD_INDEX(vrm_uv_bind, material, "material", VRMI_TABLE_MATERIALS, 1),
    VRMI_FIELD_FLOATS(vrm_uv_bind, scale, "scale", 2, 0, 0),
    VRMI_FIELD_FLOATS(vrm_uv_bind, offset, "offset", 2, 0, 0),
};

static bool read_uv_binds(vrmi_build *build, const vrmi_json *array, vrmi_binds *binds) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        /* What is not given is a target of 1 and 0, not "leave it" (EX-030). */
        vrm_uv_bind bind = {VRM_NONE,
                            VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y,
                            {1, 1},
                            {0, 0}},
                    *added;
        uint64_t found;
        if (!vrmi_load_goes_on(build->load)) return false;
        found = VRMI_JSON_READ(build->load, &each.item, uv_fields, &bind);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        added = VRMI_ADD(build->load, &binds->uvs, vrm_uv_bind);
        if (added == NULL) return false;
        *added = bind;
    }
    return true;
}

/* --- Bodies --- */

static const vrmi_json_choice overrides[] = {{"none", VRM_OVERRIDE_NONE},
                                             {"block", VRM_OVERRIDE_BLOCK},
                                             {"blend", VRM_OVERRIDE_BLEND},
                                             {NULL, 0}};

typedef struct body_record {
    int32_t is_binary, is_binary_prose;
    int32_t ignores[3];
    int32_t overrides[3];
    yyjson_val *morphs, *colors, *uvs;
} body_record;

enum { BODY_IGNORE = 0, BODY_OVERRIDE = 3, BODY_IS_BINARY = 6, BODY_IS_BINARY_PROSE = 7 };

static const vrmi_json_field body_fields[] = {
    [BODY_IGNORE] = VRMI_FIELD(body_record, ignores[0], "ignoreBlink", BOOL), /* §4.11 */
    [BODY_IGNORE + 1] = VRMI_FIELD(body_record, ignores[1], "ignoreLookAt", BOOL),
    [BODY_IGNORE + 2] = VRMI_FIELD(body_record, ignores[2], "ignoreMouth", BOOL),
    [BODY_OVERRIDE] =
        VRMI_FIELD_CHOICE(body_record, overrides[0], "overrideBlink", TEXT, overrides, 0),
    [BODY_OVERRIDE + 1] =
        VRMI_FIELD_CHOICE(body_record, overrides[1], "overrideLookAt", TEXT, overrides, 0),
    [BODY_OVERRIDE + 2] =
        VRMI_FIELD_CHOICE(body_record, overrides[2], "overrideMouth", TEXT, overrides, 0),
    [BODY_IS_BINARY] = VRMI_FIELD(body_record, is_binary, "isBinary", BOOL),
    [BODY_IS_BINARY_PROSE] = VRMI_FIELD(body_record, is_binary_prose, "is_binary", BOOL),
    VRMI_FIELD(body_record, morphs, "morphTargetBinds", ARRAY),
    VRMI_FIELD(body_record, colors, "materialColorBinds", ARRAY),
    VRMI_FIELD(body_record, uvs, "textureTransformBinds", ARRAY),
};

/* Older names, where the final one is absent (DI-006). They are the draft's own, and are
 * reported in other files (DI-007). */
static void use_old_names(vrmi_build *build, const vrmi_json *at, uint64_t found,
                          body_record *record) {
    static const char *const names[][2] = {{"ignoreBlink", "overrideBlink"},
                                           {"ignoreLookAt", "overrideLookAt"},
                                           {"ignoreMouth", "overrideMouth"}};
    bool is_draft = build->tables.dialect == VRM_DIALECT_1_DRAFT;
    for (uint32_t i = 0; i < 3; ++i) {
        if (!vrmi_json_has(found, BODY_IGNORE + i)) continue;
        if (!is_draft) vrmi_note_alias(build, at, names[i][0], names[i][1]);
        if (vrmi_json_has(found, BODY_OVERRIDE + i)) continue;
        record->overrides[i] = record->ignores[i] ? VRM_OVERRIDE_BLOCK : VRM_OVERRIDE_NONE;
    }
    if (vrmi_json_has(found, BODY_IS_BINARY_PROSE)) {
        if (!is_draft) vrmi_note_alias(build, at, "is_binary", "isBinary");
        if (!vrmi_json_has(found, BODY_IS_BINARY)) record->is_binary = record->is_binary_prose;
    }
}

bool vrmi_read_expression_body(vrmi_build *build, const vrmi_json *at, vrm_expression *out,
                               vrmi_binds *binds) {
    body_record record;
    vrmi_json morphs, colors, uvs;
    uint64_t found;
    memset(&record, 0, sizeof record);
    found = VRMI_JSON_READ(build->load, at, body_fields, &record);
    use_old_names(build, at, found, &record);
    out->is_binary = record.is_binary;
    out->override_blink = record.overrides[0];
    out->override_look_at = record.overrides[1];
    out->override_mouth = record.overrides[2];
    morphs = vrmi_json_at(at, "morphTargetBinds", record.morphs);
    colors = vrmi_json_at(at, "materialColorBinds", record.colors);
    uvs = vrmi_json_at(at, "textureTransformBinds", record.uvs);
    return vrmi_read_morph_binds(build, &morphs, 1, &binds->morphs) &&
           read_color_binds(build, &colors, binds) && read_uv_binds(build, &uvs, binds);
}

static bool read_expression(vrmi_build *build, const vrmi_json *at, int32_t preset,
                            vrm_string name) {
    vrm_expression *expression;
    vrmi_binds binds;
    if (!vrmi_load_goes_on(build->load)) return false;
    if (yyjson_is_null(at->value)) return true; /* some exporters write all presets */
    if (!vrmi_check_object(build, at)) return true;
    expression = vrmi_build_expression(build, at, preset, name);
    if (expression == NULL) return !build->load->has_stopped;
    vrmi_binds_begin(build, &binds);
    if (!vrmi_read_expression_body(build, at, expression, &binds)) return false;
    vrmi_binds_store(&binds, expression);
    return true;
}

/* --- Presets and custom ones --- */

typedef struct expressions_record {
    yyjson_val *preset, *custom;
} expressions_record;

static const vrmi_json_field expressions_fields[] = {
    VRMI_FIELD(expressions_record, preset, "preset", OBJECT),
    VRMI_FIELD(expressions_record, custom, "custom", OBJECT),
};

bool vrmi_read_expressions(vrmi_build *build, const vrmi_json *at) {
    expressions_record record = {NULL, NULL};
    vrmi_json presets, customs;
    vrmi_json_each each;
    VRMI_JSON_READ(build->load, at, expressions_fields, &record);
    presets = vrmi_json_at(at, "preset", record.preset);
    customs = vrmi_json_at(at, "custom", record.custom);
    each = vrmi_json_begin(&presets);
    while (vrmi_json_next(&each)) {
        vrm_string key = vrmi_json_key(&each.item);
        int32_t preset = vrmi_preset_find(key, false);
        if (preset == VRM_NONE) {
            vrmi_load_found(build->load, VRMI_PRESET_UNKNOWN, &each.item,
                            VRMI_WITH(vrmi_quoted(key)));
        } else if (!read_expression(build, &each.item, preset, key)) {
            return false;
        }
    }
    each = vrmi_json_begin(&customs);
    while (vrmi_json_next(&each)) {
        vrm_string key = vrmi_json_key(&each.item);
        /* A custom expression with the name of a preset is ignored (EX-004). */
        if (vrmi_preset_find(key, false) != VRM_NONE) {
            vrmi_load_found(build->load, VRMI_CUSTOM_IS_PRESET, &each.item,
                            VRMI_WITH(vrmi_quoted(key)));
        } else if (!read_expression(build, &each.item, VRM_NONE, key)) {
            return false;
        }
    }
    return true;
}

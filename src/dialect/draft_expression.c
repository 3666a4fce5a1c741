/* Expressions as a list of groups, which drafts have (§4.4, §4.11; EX-034 … EX-037, EX-042). */
#include "base/text.h"
#include "dialect/check.h"
#include "dialect/expression.h"

#include <string.h>

typedef struct group_record {
    vrm_string name, preset, preset_name;
    yyjson_val *binds, *values;              /* §4.4: either name */
    yyjson_val *material_values, *materials; /* likewise */
} group_record;

static const vrmi_json_field group_fields[] = {
    VRMI_FIELD(group_record, name, "name", STRING),
    VRMI_FIELD(group_record, preset, "preset", STRING),
    VRMI_FIELD(group_record, preset_name, "presetName", STRING),
    VRMI_FIELD(group_record, binds, "binds", ARRAY),
    VRMI_FIELD(group_record, values, "values", ARRAY),
    VRMI_FIELD(group_record, material_values, "materialValues", ARRAY),
    VRMI_FIELD(group_record, materials, "materials", ARRAY),
};

enum { VALUE_COLOR, VALUE_UV_SCALE, VALUE_UV_OFFSET };

static const vrmi_json_choice value_types[] = {
    {"color", VALUE_COLOR}, {"uvScale", VALUE_UV_SCALE}, {"uvOffset", VALUE_UV_OFFSET}, {NULL, 0}};

typedef struct value_record {
    int32_t material;
    yyjson_val *target_value;
    int32_t type, target_type; /* `target` in the prose's table */
} value_record;

enum { VALUE_MATERIAL, VALUE_TARGET_VALUE, VALUE_TYPE, VALUE_TARGET_TYPE };

static const vrmi_json_field value_fields[] = {
    [VALUE_MATERIAL] =
        VRMI_FIELD_INDEX(value_record, material, "material", VRMI_TABLE_MATERIALS, 1),
    [VALUE_TARGET_VALUE] = VRMI_FIELD_REQUIRED(value_record, target_value, "targetValue", ARRAY),
    [VALUE_TYPE] = VRMI_FIELD_CHOICE(value_record, type, "type", TEXT, value_types, 0),
    [VALUE_TARGET_TYPE] =
        VRMI_FIELD_CHOICE(value_record, target_type, "target", TEXT, value_types, 0),
};

static bool add_color(vrmi_build *build, const vrmi_json *target, int32_t material,
                      vrmi_binds *binds) {
    vrm_color_bind color = {material, VRM_COLOR_BIND_COLOR, {0, 0, 0, 1}}, *bind;
    if (!vrmi_read_bind_color(build, target, color.target)) return true;
    bind = VRMI_ADD(build->load, &binds->colors, vrm_color_bind);
    if (bind == NULL) return false;
    *bind = color;
    return true;
}

/* Of two numbers, or of four as colors have, the first two are used (EX-037). What a value does
 * not name stays as it is, which the components of a bind say. */
static bool add_transform(vrmi_build *build, const vrmi_json *target, int32_t material,
                          int32_t type, vrmi_binds *binds) {
    vrm_uv_bind uv = {material, 0, {1, 1}, {0, 0}}, *bind;
    float numbers[4];
    if (!vrmi_json_vector(build->load, target, vrmi_json_size(target) == 4 ? 4 : 2, numbers)) {
        return true;
    }
    if (type == VALUE_UV_SCALE) {
        uv.components = VRM_UV_SCALE_X | VRM_UV_SCALE_Y;
        uv.scale.x = numbers[0];
        uv.scale.y = numbers[1];
    } else {
        uv.components = VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y;
        uv.offset.x = numbers[0];
        uv.offset.y = numbers[1];
    }
    bind = VRMI_ADD(build->load, &binds->uvs, vrm_uv_bind);
    if (bind == NULL) return false;
    *bind = uv;
    return true;
}

static bool read_value(vrmi_build *build, const vrmi_json *at, vrmi_binds *binds) {
    value_record record = {VRM_NONE, NULL, VALUE_COLOR, VALUE_COLOR};
    uint64_t found = VRMI_JSON_READ(build->load, at, value_fields, &record);
    vrmi_json target = vrmi_json_at(at, "targetValue", record.target_value);
    int32_t type = vrmi_json_has(found, VALUE_TYPE) ? record.type : record.target_type;
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    if (!vrmi_json_has(found, VALUE_TYPE) && !vrmi_json_has(found, VALUE_TARGET_TYPE)) {
        vrmi_report_absent(build, at, "type", "target");
        return true;
    }
    return type == VALUE_COLOR ? add_color(build, &target, record.material, binds)
                               : add_transform(build, &target, record.material, type, binds);
}

static bool read_values(vrmi_build *build, const vrmi_json *array, vrmi_binds *binds) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_value(build, &each.item, binds)) return false;
    }
    return true;
}

/* A custom group without a name is custom_<index> (EX-042). */
static bool name_group(vrmi_build *build, uint32_t index, vrm_string *name) {
    char buffer[32];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    if (name->length != 0) return true;
    vrmi_text_append(&text, "custom_");
    vrmi_text_append_u64(&text, index);
    *name = vrmi_arena_copy_string(build->load->arena, text.data, text.length);
    return name->data != NULL || vrmi_load_refused(build->load);
}

/* --- Which expression a group is (EX-034, EX-042) --- */

/* How a group comes to be a preset. The first group of the best kind is the preset; others with its
 * name stay custom. */
typedef enum claim {
    CLAIM_NONE,
    CLAIM_SIMILAR, /* by a name that the draft has for it, or that differs in case */
    CLAIM_NAME,    /* by the name of the preset in 1.0 */
    CLAIM_PRESET   /* its preset says so */
} claim;

typedef struct preset_owners {
    claim claims[VRM_PRESET_COUNT];
    uint32_t groups[VRM_PRESET_COUNT];
} preset_owners;

static vrm_string text_member(const vrmi_json *group, const char *key) {
    yyjson_val *value = yyjson_obj_get(group->value, key);
    if (!yyjson_is_str(value)) return vrmi_string_from("");
    return (vrm_string){yyjson_get_str(value), (uint32_t)yyjson_get_len(value)};
}

static claim find_claim(const vrmi_json *group, int32_t *preset) {
    vrm_string name = text_member(group, "preset");
    if (name.length == 0) name = text_member(group, "presetName");
    *preset = vrmi_preset_find_draft(name);
    if (*preset != VRM_NONE) return CLAIM_PRESET;
    name = text_member(group, "name");
    *preset = vrmi_preset_find_draft(name);
    if (*preset == VRM_NONE) return CLAIM_NONE;
    return vrmi_preset_find(name, false) != VRM_NONE ? CLAIM_NAME : CLAIM_SIMILAR;
}

static preset_owners find_owners(const vrmi_json *list) {
    preset_owners owners;
    vrmi_json_each each = vrmi_json_begin(list);
    memset(&owners, 0, sizeof owners);
    while (vrmi_json_next(&each)) {
        int32_t preset;
        claim own = find_claim(&each.item, &preset);
        if (own == CLAIM_NONE || own <= owners.claims[preset]) continue;
        owners.claims[preset] = own;
        owners.groups[preset] = each.item.index;
    }
    return owners;
}

static int32_t identify(vrmi_build *build, const vrmi_json *at, const group_record *record,
                        const preset_owners *owners) {
    bool has_preset = record->preset.length != 0;
    vrm_string name = has_preset ? record->preset : record->preset_name;
    vrmi_json field = vrmi_json_at(at, has_preset ? "preset" : "presetName", NULL);
    int32_t preset = vrmi_preset_find_draft(name);
    if (preset != VRM_NONE) return preset;
    if (name.length != 0 && !vrmi_string_equals_no_case(name, "custom")) {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, &field, VRMI_WITH(vrmi_quoted(name)));
    }
    preset = vrmi_preset_find_draft(record->name);
    return preset != VRM_NONE && owners->groups[preset] == at->index ? preset : VRM_NONE;
}

static bool read_group(vrmi_build *build, const vrmi_json *at, float divisor,
                       const preset_owners *owners) {
    const vrm_string empty = {"", 0};
    group_record record;
    vrm_expression *expression;
    vrmi_binds binds;
    vrmi_json morphs, values;
    int32_t preset;
    uint64_t found;
    memset(&record, 0, sizeof record);
    record.name = record.preset = record.preset_name = empty;
    found = VRMI_JSON_READ(build->load, at, group_fields, &record);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    preset = identify(build, at, &record, owners);
    if (preset == VRM_NONE && !name_group(build, at->index, &record.name)) return false;
    expression = vrmi_build_expression(build, at, preset, record.name);
    if (expression == NULL) return !build->load->has_stopped;
    morphs = record.binds != NULL ? vrmi_json_at(at, "binds", record.binds)
                                  : vrmi_json_at(at, "values", record.values);
    values = record.material_values != NULL
                 ? vrmi_json_at(at, "materialValues", record.material_values)
                 : vrmi_json_at(at, "materials", record.materials);
    vrmi_binds_begin(build, &binds);
    if (!vrmi_read_expression_body(build, at, expression, &binds) ||
        !vrmi_read_morph_binds(build, &morphs, divisor, &binds.morphs) ||
        !read_values(build, &values, &binds)) {
        return false;
    }
    vrmi_binds_store(&binds, expression);
    return true;
}

/* Whether the weights of the file are written in percent: one is too great for anything else
 * (EX-022). */
static bool has_percent_weights(const vrmi_json *groups) {
    vrmi_json_each group = vrmi_json_begin(groups);
    while (vrmi_json_next(&group)) {
        vrmi_json binds = vrmi_json_member(&group.item, "binds");
        vrmi_json_each each;
        if (binds.value == NULL) binds = vrmi_json_member(&group.item, "values");
        each = vrmi_json_begin(&binds);
        while (vrmi_json_next(&each)) {
            yyjson_val *weight = yyjson_obj_get(each.item.value, "weight");
            if (yyjson_is_num(weight) && yyjson_get_num(weight) > (double)VRMI_DRAFT_MAX_WEIGHT) {
                return true;
            }
        }
    }
    return false;
}

bool vrmi_read_expression_list(vrmi_build *build, const vrmi_json *list) {
    const preset_owners owners = find_owners(list);
    vrmi_json_each each = vrmi_json_begin(list);
    float divisor = 1;
    if (build->tables.dialect == VRM_DIALECT_1_DRAFT && has_percent_weights(list)) {
        vrmi_load_found(build->load, VRMI_BIND_PERCENT, list, NULL);
        divisor = 100;
    }
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_group(build, &each.item, divisor, &owners)) {
            return false;
        }
    }
    return true;
}

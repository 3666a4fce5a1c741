/*
 * VRMC_vrm as the draft of December 2019 had it. Its prose and its schema contradict each other in
 * their keys: both are read (§4.4).
 */
#include "base/math.h"
#include "base/text.h"
#include "dialect/dialect.h"

#include <string.h>

/* --- Meta (ME-026 … ME-032) --- */

static const vrmi_json_choice allowed_users[] = {
    {"OnlyAuthor", VRM_AVATAR_PERMISSION_ONLY_AUTHOR},
    {"ExplicitlyLicensedPerson", VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON},
    {"Everyone", VRM_AVATAR_PERMISSION_EVERYONE},
    {NULL, 0},
};

static const vrmi_json_choice usages[] = {{"Disallow", 0}, {"Allow", 1}, {NULL, 0}};

typedef struct permission_record {
    int32_t allowed_user, violent, sexual;
} permission_record;

enum { PERMISSION_ALLOWED_USER, PERMISSION_VIOLENT, PERMISSION_SEXUAL };

static const vrmi_json_field permission_fields[] = {
    [PERMISSION_ALLOWED_USER] =
        VRMI_FIELD_CHOICE(permission_record, allowed_user, "allowedUser", TEXT, allowed_users, 0),
    [PERMISSION_VIOLENT] =
        VRMI_FIELD_CHOICE(permission_record, violent, "violentUsage", TEXT, usages, 0),
    [PERMISSION_SEXUAL] =
        VRMI_FIELD_CHOICE(permission_record, sexual, "sexualUsage", TEXT, usages, 0),
};

typedef struct text_record {
    vrm_string title, author, reference, license, other_permission_url;
} text_record;

static const vrmi_json_field text_fields[] = {
    VRMI_FIELD(text_record, title, "title", STRING),
    VRMI_FIELD(text_record, author, "author", STRING),
    VRMI_FIELD(text_record, reference, "reference", STRING),
    VRMI_FIELD(text_record, license, "license", STRING),
    VRMI_FIELD(text_record, other_permission_url, "otherPermissionUrl", STRING),
};

/* A value as the file writes it; what else it may be was said where it is understood. */
static vrm_string get_text(const vrmi_json *at, const char *key) {
    yyjson_val *value = yyjson_obj_get(at->value, key);
    vrm_string text = {"", 0};
    if (yyjson_is_str(value)) {
        text.data = yyjson_get_str(value);
        text.length = (uint32_t)yyjson_get_len(value);
    }
    return text;
}

/* ME-030, AMB-092. */
static void check_license(vrmi_build *build, const vrmi_json *at, vrm_string license) {
    static const char *const names[] = {
        "Redistribution Prohibited",
        "Redistribution_Prohibited",
        "CC0",
        "CC_BY",
        "CC_BY_NC",
        "CC_BY_SA",
        "CC_BY_NC_SA",
        "CC_BY_ND",
        "CC_BY_NC_ND",
        "Other",
    };
    vrmi_json field = vrmi_json_at(at, "license", NULL);
    if (license.length == 0) return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (vrmi_string_equals(license, names[i])) return;
    }
    vrmi_load_found(build->load, VRMI_META_LICENSE_NAME, &field, VRMI_WITH(vrmi_quoted(license)));
}

static bool set_only_string(vrmi_build *build, vrm_string text, const vrm_string **out,
                            uint32_t *out_count) {
    vrm_string *list = VRMI_TAKE(build->load->arena, vrm_string, 1);
    if (list == NULL) return vrmi_load_refused(build->load);
    list[0] = text;
    *out = list;
    *out_count = 1;
    return true;
}

/* §4.5: what 1.0 requires and a file does not have. Shared with 0.x. */
bool vrmi_set_legacy_names(vrmi_build *build, const vrmi_json *at, vrm_string title,
                           vrm_string author, vrm_string reference) {
    vrm_meta *meta = &build->tables.meta;
    if (meta->name.length == 0) {
        if (title.length == 0) {
            vrmi_load_found(build->load, VRMI_META_NAME, at, NULL);
            title = vrmi_string_from("(untitled)");
        }
        meta->name = title;
    }
    if (meta->author_count == 0) {
        if (author.length == 0) {
            vrmi_load_found(build->load, VRMI_META_AUTHORS, at, NULL);
            author = vrmi_string_from("(unknown)");
        }
        if (!set_only_string(build, author, &meta->authors, &meta->author_count)) return false;
    }
    if (reference.length != 0 && meta->reference_count == 0 &&
        !set_only_string(build, reference, &meta->references, &meta->reference_count)) {
        return false;
    }
    /* The draft has otherPermissionUrl; it stands in for an empty otherLicenseUrl (ME-032). */
    if (meta->other_license_url.length == 0) {
        meta->other_license_url = meta->legacy_other_permission_url;
    }
    return true;
}

/* Names of 1.0 count before the draft's own (DI-006). */
static void set_permissions(vrmi_build *build, const vrmi_json *at, int32_t given) {
    vrm_meta *meta = &build->tables.meta;
    permission_record record = {VRM_AVATAR_PERMISSION_ONLY_AUTHOR, 0, 0};
    VRMI_JSON_READ(build->load, at, permission_fields, &record);
    if ((given & VRMI_META_AVATAR) == 0) meta->permissions.avatar_permission = record.allowed_user;
    if ((given & VRMI_META_VIOLENT) == 0)
        meta->permissions.allow_excessively_violent_usage = record.violent;
    if ((given & VRMI_META_SEXUAL) == 0)
        meta->permissions.allow_excessively_sexual_usage = record.sexual;
    meta->legacy_allowed_user = get_text(at, "allowedUser");
    meta->legacy_violent_usage = get_text(at, "violentUsage");
    meta->legacy_sexual_usage = get_text(at, "sexualUsage");
    meta->legacy_commercial_usage = get_text(at, "commercialUsage");
}

static bool read_meta(vrmi_build *build, const vrmi_json *vrm) {
    const vrm_string empty = {"", 0};
    text_record texts = {empty, empty, empty, empty, empty};
    vrmi_json at = vrmi_json_member(vrm, "meta");
    int32_t given;
    if (!yyjson_is_obj(at.value)) {
        vrmi_load_found(build->load, VRMI_META_MISSING, vrm, NULL);
        return true;
    }
    if (!vrmi_read_meta(build, &at, &given)) return false;
    set_permissions(build, &at, given);
    VRMI_JSON_READ(build->load, &at, text_fields, &texts);
    check_license(build, &at, texts.license);
    build->tables.meta.legacy_license_name = texts.license;
    build->tables.meta.legacy_other_permission_url = texts.other_permission_url;
    return vrmi_set_legacy_names(build, &at, texts.title, texts.author, texts.reference);
}

/* --- Humanoid --- */

typedef struct bone_record {
    vrm_string bone;
    int32_t node;
} bone_record;

static const vrmi_json_field bone_fields[] = {
    VRMI_FIELD_REQUIRED(bone_record, bone, "bone", STRING),
    VRMI_FIELD_INDEX(bone_record, node, "node", VRMI_TABLE_NODES, 1),
};

/* humanBones as a list of {bone, node}: 0.x, and the change log of the draft. */
void vrmi_read_bone_list(vrmi_build *build, const vrmi_json *list) {
    vrmi_json_each each = vrmi_json_begin(list);
    while (vrmi_json_next(&each)) {
        bone_record record = {{"", 0}, VRM_NONE};
        uint64_t found = VRMI_JSON_READ(build->load, &each.item, bone_fields, &record);
        int32_t bone;
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        /* The names of the thumb bones are those of 0.x (V0-009). */
        bone = vrmi_find_bone_name(record.bone, true);
        if (bone == VRM_NONE) {
            vrmi_load_found(build->load, VRMI_BONE_UNKNOWN, &each.item,
                            VRMI_WITH(vrmi_quoted(record.bone)));
        } else {
            vrmi_set_bone(build, &each.item, bone, record.node);
        }
    }
}

/* --- Expressions (EX-034 … EX-037, EX-042) --- */

static const struct {
    const char *name;
    vrm_preset preset;
} old_presets[] = {
    {"joy", VRM_PRESET_HAPPY}, {"sorrow", VRM_PRESET_SAD}, {"fun", VRM_PRESET_RELAXED}};

static int32_t find_preset(vrm_string name) {
    for (size_t i = 0; i < sizeof old_presets / sizeof old_presets[0]; ++i) {
        if (vrmi_string_equals_no_case(name, old_presets[i].name)) {
            return (int32_t)old_presets[i].preset;
        }
    }
    return vrmi_preset_find(name, true);
}

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

/* EX-037: the first two numbers, of two or of four as colours have. What a value does not name
 * stays as it is, which the components of a bind say. */
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

/* EX-034, EX-042: by its preset; else by its name, which may also be that of a preset. */
static int32_t identify(vrmi_build *build, const vrmi_json *at, const group_record *record) {
    bool has_preset = record->preset.length != 0;
    vrm_string name = has_preset ? record->preset : record->preset_name;
    vrmi_json field = vrmi_json_at(at, has_preset ? "preset" : "presetName", NULL);
    int32_t preset = find_preset(name);
    if (preset != VRM_NONE) return preset;
    if (name.length != 0 && !vrmi_string_equals_no_case(name, "custom")) {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, &field, VRMI_WITH(vrmi_quoted(name)));
    }
    return find_preset(record->name);
}

static bool read_group(vrmi_build *build, const vrmi_json *at, float divisor) {
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
    preset = identify(build, at, &record);
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

/* EX-022: whether any weight of the file is written in percent. */
static bool has_percent_weights(const vrmi_json *groups) {
    vrmi_json_each group = vrmi_json_begin(groups);
    while (vrmi_json_next(&group)) {
        vrmi_json binds = vrmi_json_member(&group.item, "binds");
        vrmi_json_each each;
        if (binds.value == NULL) binds = vrmi_json_member(&group.item, "values");
        each = vrmi_json_begin(&binds);
        while (vrmi_json_next(&each)) {
            yyjson_val *weight = yyjson_obj_get(each.item.value, "weight");
            if (yyjson_is_num(weight) && yyjson_get_num(weight) > 1) return true;
        }
    }
    return false;
}

bool vrmi_read_expression_list(vrmi_build *build, const vrmi_json *list) {
    vrmi_json_each each = vrmi_json_begin(list);
    float divisor = 1;
    if (build->tables.dialect == VRM_DIALECT_1_DRAFT && has_percent_weights(list)) {
        vrmi_load_found(build->load, VRMI_BIND_PERCENT, list, NULL);
        divisor = 100;
    }
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_group(build, &each.item, divisor)) {
            return false;
        }
    }
    return true;
}

typedef struct blend_shape_record {
    yyjson_val *groups;
} blend_shape_record;

static const vrmi_json_field blend_shape_fields[] = {
    VRMI_FIELD(blend_shape_record, groups, "blendShapeGroups", ARRAY),
};

/* §4.4: an object with a list, or the list itself; and what later drafts have. */
static bool read_expressions(vrmi_build *build, const vrmi_json *vrm) {
    static const char *const names[] = {"expressions", "expression", "blendShape", "blendshape"};
    vrmi_json at = {NULL, NULL, NULL, 0, 0}, groups;
    blend_shape_record record = {NULL};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && at.value == NULL; ++i) {
        at = vrmi_json_member(vrm, names[i]);
        if (i == 1 && at.value != NULL) vrmi_note_alias(build, &at, names[1], names[0]);
        if (i < 2 && yyjson_is_obj(at.value)) return vrmi_read_expressions(build, &at);
    }
    if (yyjson_is_arr(at.value)) return vrmi_read_expression_list(build, &at);
    VRMI_JSON_READ(build->load, &at, blend_shape_fields, &record);
    groups = vrmi_json_at(&at, "blendShapeGroups", record.groups);
    return vrmi_read_expression_list(build, &groups);
}

bool vrmi_read_draft(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json springs = vrmi_json_member(vrm, "springBone");
    if (!read_meta(build, vrm) || !read_expressions(build, vrm) ||
        !vrmi_read_first_person(build, vrm)) {
        return false;
    }
    vrmi_read_humanoid(build, vrm);
    vrmi_read_look_at(build, vrm);
    return springs.value == NULL || vrmi_read_draft_springs(build, &springs);
}

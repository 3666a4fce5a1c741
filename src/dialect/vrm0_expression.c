/*
 * blendShapeMaster of 0.x: expressions (V0-013 … V0-023).
 *
 * Groups and materials are found by name. Names are sorted once, so that a file cannot make that
 * slow, however many it has and whatever they are.
 */
#include "base/math.h"
#include "base/sort.h"
#include "base/text.h"
#include "dialect/expression.h"
#include "dialect/material.h"
#include "dialect/vrm0.h"

#include <string.h>

typedef struct expression_reader {
    vrmi_build *build;
    const uint32_t *materials; /* sorted by name; NULL until a value of a material is met */
} expression_reader;

/* --- Morph binds (V0-016, V0-017) --- */

typedef struct bind_record {
    int32_t mesh;
    int32_t index;
    float weight;
} bind_record;

static const vrmi_json_field bind_fields[] = {
    VRMI_FIELD_INDEX(bind_record, mesh, "mesh", VRMI_TABLE_MESHES, 0),
    VRMI_FIELD(bind_record, index, "index", INTEGER),
    VRMI_FIELD(bind_record, weight, "weight", FLOAT),
};

static bool read_morph_binds(vrmi_build *build, const vrmi_json *array, vrmi_list *binds) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        bind_record record = {VRM_NONE, VRM_NONE, 100};
        VRMI_JSON_READ(build->load, &each.item, bind_fields, &record);
        if (record.mesh == VRM_NONE || record.index == VRM_NONE) continue;
        vrmi_check_bind_weight(build, &each.item, record.weight, 100);
        record.weight /= 100;
        if (!vrmi_load_goes_on(build->load) ||
            !vrmi_build_mesh_bind(build, &each.item, binds, record.mesh, record.index,
                                  record.weight)) {
            return false;
        }
    }
    return true;
}

/* --- Values of materials (V0-020 … V0-023) --- */

static bool material_comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_material *materials = context;
    return vrmi_string_compare(materials[a].name, materials[b].name) < 0;
}

/* The place, in the order of names, of the first material whose name is not before `name`. */
static uint32_t find_material(const expression_reader *reader, vrm_string name) {
    const vrm_gltf *gltf = reader->build->gltf;
    uint32_t low = 0, high = gltf->material_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vrmi_string_compare(gltf->materials[reader->materials[middle]].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* What a value drives. */
enum { PROPERTY_COLOR, PROPERTY_LINEAR_COLOR, PROPERTY_UV };

typedef struct property {
    const char *name;
    int32_t kind;
    int32_t target; /* VRM_COLOR_…, or VRM_UV_… bits */
} property;

/* Emission is linear, the other colors are gamma (V0-023, AMB-103). */
static const property properties[] = {
    {"_Color", PROPERTY_COLOR, VRM_COLOR_BIND_COLOR},
    {"_ShadeColor", PROPERTY_COLOR, VRM_COLOR_BIND_SHADE},
    {"_RimColor", PROPERTY_COLOR, VRM_COLOR_BIND_RIM},
    {"_OutlineColor", PROPERTY_COLOR, VRM_COLOR_BIND_OUTLINE},
    {"_EmissionColor", PROPERTY_LINEAR_COLOR, VRM_COLOR_BIND_EMISSION},
    {"_MainTex_ST", PROPERTY_UV,
     VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y},
    {"_MainTex_ST_S", PROPERTY_UV, VRM_UV_SCALE_X | VRM_UV_OFFSET_X},
    {"_MainTex_ST_T", PROPERTY_UV, VRM_UV_SCALE_Y | VRM_UV_OFFSET_Y},
};

static const property *find_property(vrm_string name) {
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; ++i) {
        if (vrmi_string_equals(name, properties[i].name)) return &properties[i];
    }
    return NULL;
}

static bool add_color_bind(vrmi_build *build, const property *what, const float *value,
                           int32_t material, vrmi_list *binds) {
    vrm_color_bind *bind = VRMI_ADD(build->load, binds, vrm_color_bind);
    if (bind == NULL) return false;
    bind->material = material;
    bind->type = what->target;
    for (int i = 0; i < 4; ++i) {
        bool is_gamma = what->kind == PROPERTY_COLOR && i < 3;
        bind->target[i] = is_gamma ? vrmi_srgb_to_linear(value[i]) : value[i];
    }
    return true;
}

/* V0-022: scale x, y, offset x, y, with V counted from the bottom. A component that the value does
 * not drive is at rest. */
static bool add_uv_bind(vrmi_build *build, const property *what, const float *value,
                        int32_t material, vrmi_list *binds) {
    vrm_uv_bind *bind = VRMI_ADD(build->load, binds, vrm_uv_bind);
    if (bind == NULL) return false;
    bind->material = material;
    bind->components = what->target;
    bind->scale.x = (what->target & VRM_UV_SCALE_X) != 0 ? value[0] : 1;
    bind->scale.y = (what->target & VRM_UV_SCALE_Y) != 0 ? value[1] : 1;
    bind->offset.x = (what->target & VRM_UV_OFFSET_X) != 0 ? value[2] : 0;
    bind->offset.y = (what->target & VRM_UV_OFFSET_Y) != 0 ? vrmi_flip_v(value[3], value[1]) : 0;
    return true;
}

typedef struct value_record {
    vrm_string material_name;
    vrm_string property_name;
    yyjson_val *target;
} value_record;

static const vrmi_json_field value_fields[] = {
    VRMI_FIELD(value_record, material_name, "materialName", STRING),
    VRMI_FIELD(value_record, property_name, "propertyName", STRING),
    VRMI_FIELD(value_record, target, "targetValue", ARRAY),
};

static bool add_value(expression_reader *reader, const vrmi_json *at, const value_record *record,
                      vrmi_binds *binds) {
    vrmi_build *build = reader->build;
    const vrm_gltf *gltf = build->gltf;
    const property *what = find_property(record->property_name);
    vrmi_json target = vrmi_json_at(at, "targetValue", record->target);
    float value[4];
    uint32_t first, place;
    /* Only the colors that 1.0 knows can be driven (V0-021). */
    if (what == NULL) {
        vrmi_load_found(build->load, VRMI_MATERIAL_VALUE_PROPERTY, at,
                        VRMI_WITH(vrmi_quoted(record->property_name)));
        return true;
    }
    if (what->kind == PROPERTY_UV ? !vrmi_json_vector(build->load, &target, 4, value)
                                  : !vrmi_read_bind_color(build, &target, value)) {
        return true;
    }
    first = find_material(reader, record->material_name);
    for (place = first; place < gltf->material_count; ++place) {
        uint32_t material = reader->materials[place];
        if (vrmi_string_compare(gltf->materials[material].name, record->material_name) != 0) break;
        if (what->kind == PROPERTY_UV
                ? !add_uv_bind(build, what, value, (int32_t)material, &binds->uvs)
                : !add_color_bind(build, what, value, (int32_t)material, &binds->colors)) {
            return false;
        }
    }
    /* Materials are found by name, and none has this one (V0-020). */
    if (place == first) {
        vrmi_load_found(build->load, VRMI_MATERIAL_VALUE_NAME, at,
                        VRMI_WITH(vrmi_quoted(record->material_name)));
    }
    return true;
}

static bool read_values(expression_reader *reader, const vrmi_json *array, vrmi_binds *binds) {
    vrmi_build *build = reader->build;
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        value_record record = {{"", 0}, {"", 0}, NULL};
        uint64_t found = VRMI_JSON_READ(build->load, &each.item, value_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE) || record.material_name.length == 0 ||
            record.property_name.length == 0 || record.target == NULL) {
            continue; /* it says nothing */
        }
        if (reader->materials == NULL) {
            reader->materials = vrmi_sort_order(build->load->arena, build->gltf->material_count,
                                                material_comes_before, build->gltf->materials);
            if (reader->materials == NULL) return vrmi_load_refused(build->load);
        }
        if (!vrmi_load_goes_on(build->load) || !add_value(reader, &each.item, &record, binds)) {
            return false;
        }
    }
    return true;
}

/* --- Which expression a group is (V0-013 … V0-015) --- */

typedef struct group_record {
    vrm_string name;
    vrm_string preset_name;
    yyjson_val *binds;
    yyjson_val *values;
    int32_t is_binary;
    int32_t preset; /* VRM_NONE: custom */
    int32_t is_usable;
    int32_t is_again; /* an earlier custom one has the same name */
} group_record;

static const vrmi_json_field group_fields[] = {
    VRMI_FIELD(group_record, name, "name", STRING),
    VRMI_FIELD(group_record, preset_name, "presetName", STRING),
    VRMI_FIELD(group_record, is_binary, "isBinary", BOOL),
    VRMI_FIELD(group_record, binds, "binds", ARRAY),
    VRMI_FIELD(group_record, values, "materialValues", ARRAY),
};

/* A custom group without a name is custom_<index>, as in the draft (EX-042). */
static bool name_group(vrmi_build *build, uint32_t index, vrm_string *name) {
    char buffer[32];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrmi_text_append(&text, "custom_");
    vrmi_text_append_u64(&text, index);
    *name = vrmi_arena_copy_string(build->load->arena, text.data, text.length);
    return name->data != NULL || vrmi_load_refused(build->load);
}

static bool identify(vrmi_build *build, const vrmi_json *at, group_record *group) {
    vrmi_json preset = vrmi_json_at(at, "presetName", NULL);
    group->preset = vrmi_preset_find_old(group->preset_name);
    if (group->preset != VRM_NONE) return true;
    if (group->preset_name.length != 0 &&
        !vrmi_string_equals_no_case(group->preset_name, "unknown")) {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, &preset,
                        VRMI_WITH(vrmi_quoted(group->preset_name)));
    }
    group->preset = vrmi_string_equals_no_case(group->name, "surprised")
                        ? VRM_PRESET_SURPRISED
                        : vrmi_preset_find_old(group->name);
    if (group->preset != VRM_NONE || group->name.length != 0) return true;
    return name_group(build, at->index, &group->name);
}

static bool group_comes_before(const void *context, uint32_t a, uint32_t b) {
    const group_record *groups = context;
    return vrmi_string_compare_no_case(groups[a].name, groups[b].name) < 0;
}

/* V0-015: names of custom groups are the same whatever their case, and the first group wins. (Of
 * presets vrmi_build_expression keeps the first.) */
static bool mark_repeated_names(vrmi_build *build, group_record *groups, uint32_t count) {
    const uint32_t *order = vrmi_sort_order(build->load->arena, count, group_comes_before, groups);
    const group_record *first = NULL;
    if (order == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < count; ++i) {
        group_record *next = &groups[order[i]];
        if (!next->is_usable || next->preset != VRM_NONE) continue;
        if (first != NULL && vrmi_string_compare_no_case(first->name, next->name) == 0) {
            next->is_again = 1;
        } else {
            first = next;
        }
    }
    return true;
}

/* --- Expressions --- */

static bool add_expression(expression_reader *reader, const vrmi_json *at,
                           const group_record *group) {
    vrmi_build *build = reader->build;
    vrmi_json morphs = vrmi_json_at(at, "binds", group->binds);
    vrmi_json values = vrmi_json_at(at, "materialValues", group->values);
    vrm_expression *expression;
    vrmi_binds binds;
    if (group->is_again) {
        vrmi_load_found(build->load, VRMI_EXPRESSION_TWICE, at,
                        VRMI_WITH(vrmi_quoted(group->name)));
        return true;
    }
    expression = vrmi_build_expression(build, at, group->preset, group->name);
    if (expression == NULL) return !build->load->has_stopped;
    vrmi_binds_begin(build, &binds);
    if (!read_morph_binds(build, &morphs, &binds.morphs) || !read_values(reader, &values, &binds)) {
        return false;
    }
    expression->is_binary = group->is_binary;
    vrmi_binds_store(&binds, expression);
    return true;
}

typedef struct master_record {
    yyjson_val *groups;
} master_record;

static const vrmi_json_field master_fields[] = {
    VRMI_FIELD(master_record, groups, "blendShapeGroups", ARRAY),
};

bool vrmi_read_vrm0_expressions(vrmi_build *build, const vrmi_json *at) {
    master_record record = {NULL};
    vrmi_json array;
    expression_reader reader = {build, NULL};
    vrmi_json_each each;
    group_record *groups;
    uint32_t count;
    VRMI_JSON_READ(build->load, at, master_fields, &record);
    array = vrmi_json_at(at, "blendShapeGroups", record.groups);
    count = vrmi_json_size(&array);
    groups = VRMI_TAKE(build->load->arena, group_record, count);
    if (groups == NULL) return vrmi_load_refused(build->load);
    if (count != 0) memset(groups, 0, count * sizeof *groups);
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        group_record *next = &groups[each.item.index];
        uint64_t found;
        next->name = next->preset_name = vrmi_string_from("");
        found = VRMI_JSON_READ(build->load, &each.item, group_fields, next);
        next->is_usable = !vrmi_json_has(found, VRMI_JSON_INCOMPLETE);
        if (next->is_usable && !identify(build, &each.item, next)) return false;
    }
    if (!mark_repeated_names(build, groups, count)) return false;
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        const group_record *next = &groups[each.item.index];
        if (next->is_usable && !add_expression(&reader, &each.item, next)) return false;
    }
    return true;
}

/* Expressions: other names, and binds. 1.0 has maps of them, 0.x a list of groups. */
#include "author/document/edit_operation.h"
#include "author/json/json_writer.h"
#include "base/math.h"
#include "base/text.h"

#include <string.h>

/* --- Find expressions --- */

typedef struct expression {
    vrmi_value *object; /* NULL: there is none */
    vrmi_value *owner;  /* of 1.0: the object `expressions`; of 0.x: the list of groups */
    bool is_0;
} expression;

/* The group of 0.x that has this name, or this preset. */
static vrmi_value *find_group(vrmi_tree *tree, vrmi_value *groups, const char *name) {
    static const char *const keys[] = {"name", "presetName"};
    for (size_t k = 0; k < 2; ++k) {
        for (uint32_t i = 0; i < vrmi_value_count(tree, groups); ++i) {
            vrmi_value *group = vrmi_value_at(tree, groups, i);
            vrmi_value *given = vrmi_value_get(tree, group, keys[k]);
            if (vrmi_string_equals(vrmi_value_string(tree, given), name)) return group;
        }
    }
    return NULL;
}

static expression find_expression(vrm_edit *edit, const char *name) {
    static const char *const groups[] = {"blendShapeMaster", "blendShapeGroups", NULL};
    vrmi_tree *tree = &edit->tree;
    expression at = {NULL, NULL, false};
    vrmi_value *vrm = vrmi_edit_vrm(edit, &at.is_0);
    if (at.is_0) {
        at.owner = vrmi_value_below(tree, vrm, groups);
        at.object = find_group(tree, at.owner, name);
    } else {
        at.owner = vrmi_value_get(tree, vrm, "expressions");
        at.object = vrmi_value_get(tree, vrmi_value_get(tree, at.owner, "preset"), name);
        if (at.object == NULL) {
            at.object = vrmi_value_get(tree, vrmi_value_get(tree, at.owner, "custom"), name);
        }
    }
    if (vrmi_value_get_kind(at.object) != VRMI_VALUE_OBJECT) at.object = NULL;
    return at;
}

static vrm_result refuse_name(vrm_edit *edit, const char *name) {
    return vrmi_operation_refuse(edit, "there is no expression ", vrmi_string_from(name),
                                 " in an avatar of 0.x, 1.0-beta or 1.0");
}

/* --- Names --- */

static bool is_preset_0(const char *name) {
    static const char *const presets[] = {"neutral", "a",      "i",        "u",        "e",
                                          "o",       "blink",  "joy",      "angry",    "sorrow",
                                          "fun",     "lookup", "lookdown", "lookleft", "lookright",
                                          "blink_l", "blink_r"};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; ++i) {
        if (strcmp(presets[i], name) == 0) return true;
    }
    return false;
}

static vrmi_value *rename_0(vrm_edit *edit, const expression *at, const char *to) {
    vrmi_value_set_words(&edit->tree, at->object, "name", vrmi_string_from(to));
    vrmi_value_set_words(&edit->tree, at->object, "presetName",
                         vrmi_string_from(is_preset_0(to) ? to : "unknown"));
    return at->object;
}

static vrmi_value *rename_1(vrm_edit *edit, const expression *at, const char *to) {
    vrmi_tree *tree = &edit->tree;
    const bool is_preset = vrm_preset_find(to) != VRM_NONE;
    vrmi_value *map = vrmi_value_parent(at->object);
    vrm_string text;
    if (vrmi_string_equals(vrmi_value_key(tree, map), is_preset ? "preset" : "custom")) {
        vrmi_value_rename(tree, at->object, vrmi_string_from(to));
        return at->object;
    }
    text = vrmi_value_text(tree, at->object);
    vrmi_value_remove(tree, at->object);
    map = vrmi_value_make(tree, at->owner, is_preset ? "preset" : "custom", VRMI_VALUE_OBJECT);
    return vrmi_value_set(tree, map, to, text);
}

vrm_result vrm_edit_rename_expression(vrm_edit *edit, const char *from, const char *to) {
    vrm_result result;
    expression at;
    if (!vrmi_operation_begin(edit, from != NULL && to != NULL, &result)) return result;
    at = find_expression(edit, from);
    if (at.object == NULL) return refuse_name(edit, from);
    if (to[0] == '\0' || !vrmi_utf8_is_valid(to, strlen(to), NULL)) {
        return vrmi_operation_refuse(edit, "", vrmi_string_from(to), " is no name");
    }
    if (find_expression(edit, to).object != NULL) {
        return vrmi_operation_refuse(edit, "there is an expression ", vrmi_string_from(to),
                                     " already");
    }
    return vrmi_operation_end(edit, VRM_CHANGE_SET, "expression-name",
                              at.is_0 ? rename_0(edit, &at, to) : rename_1(edit, &at, to),
                              "An expression has another name");
}

/* --- Binds --- */

static const char *list_of(vrm_bind_kind kind, bool is_0) {
    static const char *const lists[] = {"morphTargetBinds", "materialColorBinds",
                                        "textureTransformBinds"};
    if (is_0) return kind == VRM_BIND_MORPH ? "binds" : "materialValues";
    return lists[kind];
}

/* Puts a bind into its list: it replaces an old one, or follows the others. */
static vrm_result put_bind(vrm_edit *edit, const expression *at, vrm_bind_kind kind,
                           vrmi_value *old, vrmi_json_writer *json) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *bind = old;
    if (json->is_refused) {
        tree->is_refused = true;
    } else if (old != NULL) {
        vrmi_value_replace(tree, old, vrmi_json_writer_text(json));
    } else {
        vrmi_value *list =
            vrmi_value_make(tree, at->object, list_of(kind, at->is_0), VRMI_VALUE_ARRAY);
        bind = vrmi_value_append(tree, list, vrmi_json_writer_text(json));
    }
    vrmi_json_writer_release(json);
    return vrmi_operation_end(edit, old != NULL ? VRM_CHANGE_SET : VRM_CHANGE_ADDED, "bind", bind,
                              "An expression has another bind");
}

static bool is_index(vrmi_tree *tree, vrmi_value *bind, const char *key, int32_t index) {
    return vrmi_value_to_index(tree, vrmi_value_get(tree, bind, key)) == index;
}

/* The bind of the list whose members are these; NULL: there is none. */
static vrmi_value *find_bind(vrm_edit *edit, const expression *at, vrm_bind_kind kind,
                             const char *key, int32_t index, const char *second, int32_t which) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *list = vrmi_value_get(tree, at->object, list_of(kind, at->is_0));
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        vrmi_value *bind = vrmi_value_at(tree, list, i);
        if (is_index(tree, bind, key, index) &&
            (second == NULL || is_index(tree, bind, second, which))) {
            return bind;
        }
    }
    return NULL;
}

/* How many morph targets a mesh has; all of its primitives have the same. */
static uint32_t count_morphs(vrm_edit *edit, int32_t mesh) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *object = vrmi_edit_element(edit, VRMI_REFERENCE_MESH, mesh);
    vrmi_value *first = vrmi_value_at(tree, vrmi_value_get(tree, object, "primitives"), 0);
    return vrmi_value_count(tree, vrmi_value_get(tree, first, "targets"));
}

vrm_result vrm_edit_bind_morph(vrm_edit *edit, const char *name, int32_t node, int32_t morph,
                               float weight) {
    vrm_result result;
    vrmi_tree *tree;
    vrmi_value *old;
    vrmi_json_writer json;
    expression at;
    int32_t mesh;
    if (!vrmi_operation_begin(edit, name != NULL, &result)) return result;
    tree = &edit->tree;
    at = find_expression(edit, name);
    if (at.object == NULL) return refuse_name(edit, name);
    mesh = vrmi_value_to_index(
        tree, vrmi_value_get(tree, vrmi_edit_element(edit, VRMI_REFERENCE_NODE, node), "mesh"));
    if (morph < 0 || (uint32_t)morph >= count_morphs(edit, mesh)) {
        return vrmi_operation_refuse_index(edit, "node ", node,
                                           " has no mesh with that morph target");
    }
    if (!(weight >= 0 && weight <= 1)) {
        return vrmi_operation_refuse(edit, "the weight of a bind of ", vrmi_string_from(name),
                                     " is not from 0 to 1");
    }
    old = find_bind(edit, &at, VRM_BIND_MORPH, at.is_0 ? "mesh" : "node", at.is_0 ? mesh : node,
                    "index", morph);
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, at.is_0 ? "mesh" : "node", at.is_0 ? mesh : node);
    vrmi_put_integer_of(&json, "index", morph);
    vrmi_put_float_of(&json, "weight", at.is_0 ? weight * 100 : weight);
    vrmi_put_object_end(&json);
    return put_bind(edit, &at, VRM_BIND_MORPH, old, &json);
}

/* --- Materials --- */

static const char *const color_types[] = {"color",       "emissionColor", "shadeColor",
                                          "matcapColor", "rimColor",      "outlineColor"};
static const char *const color_properties[] = {"_Color", "_EmissionColor", "_ShadeColor",
                                               NULL,     "_RimColor",      "_OutlineColor"};

/* In 0.x a material is bound by its name, which has to be its own. */
static vrm_result name_material(vrm_edit *edit, int32_t material, bool is_0, vrm_string *out) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *table = vrmi_reference_table(tree, VRMI_REFERENCE_MATERIAL);
    vrmi_value *object = vrmi_edit_element(edit, VRMI_REFERENCE_MATERIAL, material);
    if (object == NULL)
        return vrmi_operation_refuse_index(edit, "there is no material ", material, "");
    *out = vrmi_value_string(tree, vrmi_value_get(tree, object, "name"));
    for (uint32_t i = 0; is_0 && i < vrmi_value_count(tree, table); ++i) {
        vrmi_value *other = vrmi_value_at(tree, table, i);
        vrm_string name = vrmi_value_string(tree, vrmi_value_get(tree, other, "name"));
        bool is_same = name.length == out->length && memcmp(name.data, out->data, name.length) == 0;
        if (out->length == 0 || (is_same && other != object)) {
            return vrmi_operation_refuse_index(edit, "0.x binds materials by name, and material ",
                                               material, " has none of its own");
        }
    }
    return VRM_OK;
}

/* The value of 0.x for a property of a material; NULL: there is none. */
static vrmi_value *find_value_0(vrm_edit *edit, const expression *at, vrm_string material,
                                const char *property) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *list = vrmi_value_get(tree, at->object, "materialValues");
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        vrmi_value *value = vrmi_value_at(tree, list, i);
        vrm_string name = vrmi_value_string(tree, vrmi_value_get(tree, value, "materialName"));
        vrm_string given = vrmi_value_string(tree, vrmi_value_get(tree, value, "propertyName"));
        if (name.length == material.length && memcmp(name.data, material.data, name.length) == 0 &&
            vrmi_string_equals(given, property)) {
            return value;
        }
    }
    return NULL;
}

static vrm_result put_value_0(vrm_edit *edit, const expression *at, vrm_bind_kind kind,
                              vrm_string material, const char *property, const float value[4]) {
    vrmi_json_writer json;
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_string_of(&json, "materialName", material);
    vrmi_put_words_of(&json, "propertyName", property);
    vrmi_put_floats_of(&json, "targetValue", value, 4);
    vrmi_put_object_end(&json);
    return put_bind(edit, at, kind, find_value_0(edit, at, material, property), &json);
}

static bool are_finite(const float *numbers, int count) {
    for (int i = 0; i < count; ++i) {
        if (!vrmi_is_finite(numbers[i])) return false;
    }
    return true;
}

/* What both binds of materials ask for first. */
static vrm_result find_bound(vrm_edit *edit, const char *name, int32_t material, expression *out,
                             vrm_string *out_material) {
    *out = find_expression(edit, name);
    if (out->object == NULL) return refuse_name(edit, name);
    return name_material(edit, material, out->is_0, out_material);
}

static vrmi_value *find_color(vrm_edit *edit, const expression *at, int32_t material,
                              const char *type) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *list = vrmi_value_get(tree, at->object, list_of(VRM_BIND_COLOR, false));
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        vrmi_value *bind = vrmi_value_at(tree, list, i);
        if (is_index(tree, bind, "material", material) &&
            vrmi_string_equals(vrmi_value_string(tree, vrmi_value_get(tree, bind, "type")), type)) {
            return bind;
        }
    }
    return NULL;
}

vrm_result vrm_edit_bind_color(vrm_edit *edit, const char *name, int32_t material,
                               vrm_color_bind_type type, const float color[4]) {
    vrm_result result;
    vrm_string material_name = {"", 0};
    vrmi_json_writer json;
    expression at;
    float value[4];
    if (!vrmi_operation_begin(edit, name != NULL && color != NULL, &result)) return result;
    result = find_bound(edit, name, material, &at, &material_name);
    if (result != VRM_OK) return result;
    if (type < 0 || type > VRM_COLOR_BIND_OUTLINE || (at.is_0 && color_properties[type] == NULL)) {
        return vrmi_operation_refuse_index(edit, "the VRM version has no color of type ", type, "");
    }
    if (!are_finite(color, 4)) {
        return vrmi_operation_refuse(edit, "a color of ", vrmi_string_from(name),
                                     " is not a number");
    }
    if (at.is_0) {
        /* Emission is linear, the other colors are gamma (V0-023). */
        for (int i = 0; i < 4; ++i) {
            bool is_gamma = type != VRM_COLOR_BIND_EMISSION && i < 3;
            value[i] = is_gamma ? vrmi_linear_to_srgb(color[i]) : color[i];
        }
        return put_value_0(edit, &at, VRM_BIND_COLOR, material_name, color_properties[type], value);
    }
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "material", material);
    vrmi_put_words_of(&json, "type", color_types[type]);
    vrmi_put_floats_of(&json, "targetValue", color, 4);
    vrmi_put_object_end(&json);
    return put_bind(edit, &at, VRM_BIND_COLOR, find_color(edit, &at, material, color_types[type]),
                    &json);
}

vrm_result vrm_edit_bind_uv(vrm_edit *edit, const char *name, int32_t material,
                            const vrm_vec2 *scale, const vrm_vec2 *offset) {
    vrm_result result;
    vrm_string material_name = {"", 0};
    vrmi_json_writer json;
    expression at;
    float value[4];
    if (!vrmi_operation_begin(edit, name != NULL && scale != NULL && offset != NULL, &result)) {
        return result;
    }
    result = find_bound(edit, name, material, &at, &material_name);
    if (result != VRM_OK) return result;
    value[0] = scale->x;
    value[1] = scale->y;
    value[2] = offset->x;
    value[3] = offset->y;
    if (!are_finite(value, 4)) {
        return vrmi_operation_refuse(edit, "a texture transform of ", vrmi_string_from(name),
                                     " is not a number");
    }
    if (at.is_0) {
        value[3] = 1.0f - offset->y - scale->y; /* V is counted from the bottom (V0-022) */
        return put_value_0(edit, &at, VRM_BIND_UV, material_name, "_MainTex_ST", value);
    }
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_object(&json);
    vrmi_put_integer_of(&json, "material", material);
    vrmi_put_floats_of(&json, "scale", value, 2);
    vrmi_put_floats_of(&json, "offset", value + 2, 2);
    vrmi_put_object_end(&json);
    return put_bind(edit, &at, VRM_BIND_UV,
                    find_bind(edit, &at, VRM_BIND_UV, "material", material, NULL, 0), &json);
}

vrm_result vrm_edit_unbind(vrm_edit *edit, const char *name, vrm_bind_kind kind, int32_t index) {
    vrm_result result;
    vrmi_tree *tree;
    vrmi_value *list, *bind;
    expression at;
    if (!vrmi_operation_begin(edit, name != NULL, &result)) return result;
    tree = &edit->tree;
    at = find_expression(edit, name);
    if (at.object == NULL) return refuse_name(edit, name);
    if (kind < VRM_BIND_MORPH || kind > VRM_BIND_UV) {
        return vrmi_operation_refuse_index(edit, "there is no kind of binds ", kind, "");
    }
    list = vrmi_value_get(tree, at.object, list_of(kind, at.is_0));
    bind = index == VRM_ALL ? list : index >= 0 ? vrmi_value_at(tree, list, (uint32_t)index) : NULL;
    if (bind == NULL || vrmi_value_get_kind(list) != VRMI_VALUE_ARRAY) {
        return vrmi_operation_refuse(edit, "", vrmi_string_from(name), " has no such bind");
    }
    result = vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "bind", bind, "A bind was removed");
    if (result != VRM_OK) return result;
    vrmi_value_remove(tree, bind);
    /* 1.0 has no empty lists of binds (EX-038). */
    if (!at.is_0 && bind != list && vrmi_value_count(tree, list) == 0)
        vrmi_value_remove(tree, list);
    return vrmi_operation_result(edit);
}

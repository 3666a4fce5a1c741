/* How a rule is reported: where, in which words, and how bad. */
#include "author/check/check.h"
#include "author/check/levels.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* --- Places --- */

vrmi_check_place vrmi_make_place(const char *subject, vrm_string name, int32_t index) {
    vrmi_check_place place;
    memset(&place, 0, sizeof place);
    place.subject = subject;
    place.name = name;
    place.index = index;
    return place;
}

vrmi_check_place vrmi_at_element(const char *table, const char *subject, int32_t index,
                                 vrm_string name, const char *member) {
    vrmi_check_place place = vrmi_make_place(subject, name, index);
    vrmi_text text = vrmi_text_make(place.pointer, sizeof place.pointer);
    vrmi_text_append(&text, "/");
    vrmi_text_append(&text, table);
    vrmi_text_append(&text, "/");
    vrmi_text_append_i64(&text, index);
    if (member != NULL) {
        vrmi_text_append(&text, "/");
        vrmi_text_append(&text, member);
    }
    return place;
}

static vrmi_text rest_of(vrmi_check_place *place) {
    size_t length = strlen(place->pointer);
    return vrmi_text_make(place->pointer + length, sizeof place->pointer - length);
}

void vrmi_add_member(vrmi_check_place *place, const char *key) {
    vrmi_text text = rest_of(place);
    if (key == NULL) return;
    vrmi_text_append(&text, "/");
    vrmi_text_append(&text, key);
}

void vrmi_add_index(vrmi_check_place *place, uint32_t index) {
    vrmi_text text = rest_of(place);
    vrmi_text_append(&text, "/");
    vrmi_text_append_i64(&text, index);
}

vrmi_check_place vrmi_at_node(const vrmi_check *check, int32_t node, const char *member) {
    return vrmi_at_element("nodes", "node", node, check->gltf->nodes[node].name, member);
}

vrmi_check_place vrmi_at_bone(const vrmi_check *check, vrm_bone bone) {
    const char *name = vrm_bone_name(bone);
    vrm_string text_name = {name, (uint32_t)strlen(name)};
    vrmi_check_place place = vrmi_make_place("bone", text_name, VRM_NONE);
    vrmi_text text = vrmi_text_make(place.pointer, sizeof place.pointer);
    vrmi_text_append(&text, check->tables->dialect == VRM_DIALECT_0
                                ? "/extensions/VRM/humanoid/humanBones/"
                                : "/extensions/VRMC_vrm/humanoid/humanBones/");
    if (check->bone_entries[bone] != VRM_NONE) {
        vrmi_text_append_i64(&text, check->bone_entries[bone]);
    } else {
        vrmi_text_append(&text, name);
    }
    return place;
}

/* Of a model that was loaded before the check, the groups of older dialects are known by their list
 * alone. */
static void append_expression_pointer(const vrmi_check *check, uint32_t index, vrmi_text *text) {
    const vrm_string *pointers = check->model->prepared->expression_pointers;
    const vrm_expression *expression = &check->tables->expressions[index];
    if (pointers != NULL) {
        vrmi_text_append_string(text, pointers[index]);
    } else if (check->tables->dialect == VRM_DIALECT_0) {
        vrmi_text_append(text, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    } else if (check->tables->dialect == VRM_DIALECT_1_DRAFT) {
        vrmi_text_append(text, "/extensions/VRMC_vrm/expressions");
    } else {
        vrmi_text_append(text, "/extensions/VRMC_vrm/expressions/");
        vrmi_text_append(text, expression->preset != VRM_NONE ? "preset/" : "custom/");
        vrmi_text_append_pointer_token(text, expression->name);
    }
}

vrmi_check_place vrmi_at_expression(const vrmi_check *check, uint32_t expression) {
    vrmi_check_place place =
        vrmi_make_place("expression", check->tables->expressions[expression].name, VRM_NONE);
    vrmi_text text = vrmi_text_make(place.pointer, sizeof place.pointer);
    append_expression_pointer(check, expression, &text);
    return place;
}

/* --- Arguments --- */

vrmi_argument vrmi_node_argument(const vrmi_check *check, int32_t node) {
    return vrmi_reference("node", node, check->gltf->nodes[node].name);
}

/* The library does without floor of libm, which clang calls. */
static double rounded(double value) {
    static const double MOST = 1e15;
    double whole;
    if (value != value) return 0.0; /* isnan of mingw-w64 converts to float, with a warning */
    if (value > MOST || value < -MOST) return value > 0.0 ? MOST : -MOST;
    whole = (double)(int64_t)(value + 0.5);
    return whole > value + 0.5 ? whole - 1.0 : whole;
}

vrmi_argument vrmi_parts(float value, double parts) {
    return vrmi_number(rounded((double)value * parts) / parts);
}

vrmi_argument vrmi_meters(float meters) { return vrmi_parts(meters, 1000.0); }

vrmi_argument vrmi_whole(double value) { return vrmi_integer((int64_t)rounded(value)); }

vrmi_argument vrmi_whole_degrees(float degrees) { return vrmi_whole((double)degrees); }

/* --- Levels --- */

vrmi_level vrmi_requirement_level(const char *requirement) {
    static const struct {
        const char *requirement;
        vrmi_level level;
    } levels[] = {
#define X(requirement, level) {requirement, VRMI_##level},
        VRMI_REQUIREMENT_LEVELS(X)
#undef X
    };
    size_t low = 0, high = sizeof levels / sizeof levels[0];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(levels[middle].requirement, requirement);
        if (order == 0) return levels[middle].level;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return VRMI_ENG;
}

static bool is_among(const char *text, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(text, list[i]) == 0) return true;
    }
    return false;
}
#define IS_AMONG(text, list) is_among((text), (list), sizeof(list) / sizeof(list)[0])

/* Rows that say what a load does with a file that breaks a MUST of glTF or of a schema. What has no
 * row is a number that is out of its range [GL-046]. */
static bool breaks_must_of_gltf(const char *requirement) {
    static const char *const rows[] = {"",       "DI-004", "DI-005", "ER-006", "ER-008", "ER-011",
                                       "ER-012", "ER-013", "ER-015", "ER-016", "ER-017", "GL-034"};
    return IS_AMONG(requirement, rows);
}

/* Where the row of a MUST asks for a warning in words, or where the MUST is one for readers and the
 * file does nothing wrong. */
static bool is_warning_by_its_row(const char *code, const vrmi_json *where) {
    static const char *const codes[] = {"asset-min-version",    "bone-unknown",
                                        "buffer-compressed",    "collider-extended-draft",
                                        "constraint-of-2020",   "constraint-source-below",
                                        "extension-required",   "image-mime",
                                        "look-at-weight",       "meta-author-empty",
                                        "preset-unknown",       "primitive-attributes",
                                        "primitive-compressed", "primitive-index-count",
                                        "spring-shared-node",   "texture-compressed",
                                        "texture-source"};
    if (IS_AMONG(code, codes)) return true;
    if (where == NULL) return false;
    /* A shape that is unknown may be one of a later version; none at all is an error [EC-004]. */
    if (strcmp(code, "collider-extended-shape") == 0) return yyjson_obj_size(where->value) != 0;
    /* Of the empty arrays, which all have a place, references are the exception [ME-008]. */
    return strcmp(code, "array-empty") == 0 &&
           vrmi_string_equals(vrmi_json_key(where), "references");
}

bool vrmi_check_is_error(const vrmi_message *message, const vrmi_json *where) {
    const char *requirement = message->info.requirement;
    if (message->kind == VRMI_NOTE) return false;
    return (vrmi_requirement_level(requirement) == VRMI_MUST || breaks_must_of_gltf(requirement)) &&
           !is_warning_by_its_row(message->info.code, where);
}

void vrmi_check_raise(vrmi_check *check) {
    if (check->tables->dialect == VRM_DIALECT_1_DRAFT) {
        vrmi_report_raise(check->load->report, "primitive-attributes");
    }
}

/* --- Reporting --- */

static void add(vrmi_check *check, vrmi_diagnostic_id id, bool is_error,
                const vrmi_check_place *place, const vrmi_argument *arguments) {
    const vrmi_message *message = &vrmi_check_diagnostics.messages[id - VRMI_CHECK_FIRST];
    const vrmi_place at = {{place->pointer, (uint32_t)strlen(place->pointer)},
                           VRM_NO_OFFSET,
                           place->subject,
                           place->name,
                           place->index};
    vrmi_load_tell(check->load, id, &at);
    vrmi_report_add(check->load->report, message, is_error, &at, arguments);
}

void vrmi_check_found(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_check_place *place,
                      const vrmi_argument *arguments) {
    const vrmi_message *message = &vrmi_check_diagnostics.messages[id - VRMI_CHECK_FIRST];
    add(check, id, vrmi_check_is_error(message, NULL), place, arguments);
}

void vrmi_check_warn(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_check_place *place,
                     const vrmi_argument *arguments) {
    add(check, id, false, place, arguments);
}

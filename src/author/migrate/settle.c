/* Adapts the tables to what the new dialect can express. */
#include "author/migrate/migration.h"
#include "base/math.h"
#include "base/text.h"

#include <string.h>

/* --- Expressions --- */

/* What the new dialect reads as the name of a preset: 0.x by any case, and by its old names. */
static bool is_preset_name(const vrmi_migration *m, vrm_string name) {
    static const char *const old[] = {"a",      "i",        "u",         "e",         "o",
                                      "joy",    "sorrow",   "fun",       "blink_l",   "blink_r",
                                      "lookup", "lookdown", "lookleft",  "lookright", "angry",
                                      "blink",  "neutral",  "surprised", "unknown"};
    if (m->to == VRM_DIALECT_0) {
        if (name.length == 0) return true; /* which 0.x takes for no expression at all */
        for (size_t i = 0; i < sizeof old / sizeof old[0]; ++i) {
            if (vrmi_string_equals_no_case(name, old[i])) return true;
        }
        return false;
    }
    for (vrm_preset i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (vrmi_string_equals(name, vrm_preset_name(i))) return true;
    }
    return false;
}

/* Readers of 0.x compare names without case (V0-014). */
static bool is_same_name(const vrmi_migration *m, vrm_string a, vrm_string b) {
    if (m->to == VRM_DIALECT_0) return vrmi_string_compare_no_case(a, b) == 0;
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

/* Equal for names that differ in the case of letters alone. */
static uint32_t hash_name(vrm_string name) {
    uint32_t hash = 0;
    for (uint32_t i = 0; i < name.length; ++i) {
        hash = hash * 31 + ((unsigned char)name.data[i] | 0x20);
    }
    return hash;
}

/* Custom expressions, and the hashes of their names. */
typedef struct custom_names {
    const vrm_expression *expressions;
    const uint32_t *hashes;
    uint32_t count;
} custom_names;

/* The limit of expressions bounds how many hashes are compared. */
static bool is_taken(const vrmi_migration *m, custom_names names, vrm_string name) {
    const uint32_t hash = hash_name(name);
    for (uint32_t i = 0; i < names.count; ++i) {
        if (names.hashes[i] == hash && names.expressions[i].preset == VRM_NONE &&
            is_same_name(m, names.expressions[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* `number` 0: without one. An empty string without memory. */
static vrm_string with_ending(vrmi_migration *m, vrm_string name, uint32_t number) {
    char ending[32];
    vrmi_text text = vrmi_text_make(ending, sizeof ending);
    char *copy;
    vrmi_text_append(&text, "_custom");
    if (number != 0) vrmi_text_append_i64(&text, number);
    copy = name.length < UINT32_MAX - sizeof ending
               ? VRMI_TAKE(&m->arena, char, name.length + text.length)
               : NULL;
    if (copy == NULL) {
        m->is_refused = true;
        return (vrm_string){"", 0};
    }
    memcpy(copy, name.data, name.length);
    memcpy(copy + name.length, ending, text.length);
    return (vrm_string){copy, (uint32_t)(name.length + text.length)};
}

/* A name that no other expression has or had. Numbers are never used twice (`last`), so all
 * expressions together try each number once. */
static vrm_string find_free_name(vrmi_migration *m, custom_names old, custom_names renamed,
                                 uint32_t *last) {
    const vrm_string wanted = old.expressions[renamed.count].name;
    vrm_string name = with_ending(m, wanted, 0);
    while (!m->is_refused && (is_taken(m, old, name) || is_taken(m, renamed, name))) {
        name = with_ending(m, wanted, ++*last);
    }
    return name;
}

/* Why a custom expression cannot have its name; NULL: it can. */
static const char *explain_rename(const vrmi_migration *m, custom_names before,
                                  const vrm_expression *expression) {
    if (expression->preset != VRM_NONE) return NULL;
    if (is_preset_name(m, expression->name)) {
        return "custom expression with a preset name: _custom was appended";
    }
    return is_taken(m, before, expression->name)
               ? "VRM 0.x ignores case in names: _custom was appended to a custom expression with "
                 "a duplicate name"
               : NULL;
}

void vrmi_rename_expressions(vrmi_migration *m) {
    const uint32_t count = m->tables.expression_count;
    vrm_expression *expressions = VRMI_TAKE(&m->arena, vrm_expression, count);
    uint32_t *old_hashes = VRMI_TAKE(&m->arena, uint32_t, count), last = 1;
    uint32_t *hashes = VRMI_TAKE(&m->arena, uint32_t, count);
    const custom_names old = {m->tables.expressions, old_hashes, count};
    char out[VRMI_SENTENCE];
    if (expressions == NULL || old_hashes == NULL || hashes == NULL) {
        m->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < count; ++i) old_hashes[i] = hash_name(old.expressions[i].name);
    for (uint32_t i = 0; i < count && !m->is_refused; ++i) {
        const custom_names before = {expressions, hashes, i};
        const char *reason = explain_rename(m, before, &old.expressions[i]);
        expressions[i] = old.expressions[i];
        if (reason != NULL) {
            expressions[i].name = find_free_name(m, old, before, &last);
            vrmi_say_change(m, VRM_CHANGE_CONVERTED, "expression-name", "",
                            vrmi_point_at_expression(m, &expressions[i], i, out), reason);
        }
        hashes[i] = hash_name(expressions[i].name);
    }
    m->tables.expressions = expressions;
}

/* --- firstPerson --- */

void vrmi_settle_first_person(vrmi_migration *m) {
    const vrm_first_person *old = &m->tables.first_person;
    vrm_first_person_type *types, shown;
    char at[VRMI_SENTENCE];
    if (old->head_node == VRM_NONE || old->head_node == m->tables.humanoid.nodes[VRM_BONE_HEAD]) {
        return;
    }
    types = VRMI_TAKE(&m->arena, vrm_first_person_type, m->gltf.node_count);
    if (types == NULL) {
        m->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < m->gltf.node_count; ++i) {
        types[i] = old->types[i];
        if (m->gltf.nodes[i].mesh == VRM_NONE || types[i] != VRM_FIRST_PERSON_AUTO) continue;
        shown = vrm_model_first_person(m->edit.model, (int32_t)i);
        if (shown != VRM_FIRST_PERSON_SPLIT) {
            types[i] = shown;
            continue;
        }
        vrmi_say_change(m, VRM_CHANGE_LOST, "first-person-bone",
                        "/extensions/VRM/firstPerson/firstPersonBone",
                        vrmi_point_at(at, "/nodes", (int64_t)i, NULL),
                        "`auto` now hides what is attached to the head, not to another bone");
    }
    m->tables.first_person.types = types;
}

/* --- lookAt --- */

/* Cubic Hermite between the keys, and the end values outside of them (§6.4.4). */
static float curve_at(const vrm_range_map *map, float t) {
    const vrm_curve_key *keys = map->curve, *a, *b;
    uint32_t count = map->curve_key_count, next = 0;
    float d, s, s2, s3;
    while (next < count && keys[next].time <= t) ++next;
    if (next == 0) return keys[0].value;
    if (next == count) return keys[count - 1].value;
    a = &keys[next - 1];
    b = &keys[next];
    d = b->time - a->time;
    s = (t - a->time) / d;
    s2 = s * s;
    s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * a->value + (s3 - 2 * s2 + s) * d * a->out_tangent +
           (3 * s2 - 2 * s3) * b->value + (s3 - s2) * d * b->in_tangent;
}

/* The end of a range map of expressions. Weights above 1 count as 1 (LA-021), so a line that ends
 * at 1 has the same effect as one that goes on. */
static float end_of(const vrm_range_map *map, bool is_weight) {
    enum { STEPS = 1024 };
    if (!is_weight) return 1;
    if (map->curve_key_count == 0) return map->output_scale > 1 ? 1 / map->output_scale : 1;
    for (int k = 1; k < STEPS; ++k) {
        float t = (float)k / (float)STEPS;
        if (map->output_scale * curve_at(map, t) >= 1) return t;
    }
    return 1;
}

static float value_of(const vrm_range_map *map, float t, bool is_weight) {
    float value = map->output_scale * (map->curve_key_count != 0 ? curve_at(map, t) : t);
    return is_weight ? vrmi_saturate(value) : value;
}

void vrmi_straighten_look_at(vrmi_migration *m) {
    static const char *const names[4] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                         "lookAtVerticalDown", "lookAtVerticalUp"};
    vrm_look_at *look_at = &m->tables.look_at;
    vrm_range_map *maps[4] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                              &look_at->vertical_down, &look_at->vertical_up};
    bool is_weight = look_at->type == VRM_LOOK_AT_TYPE_EXPRESSION;
    char from[VRMI_SENTENCE];
    for (int i = 0; i < 4; ++i) {
        const vrm_range_map old = *maps[i];
        float end = end_of(&old, is_weight), scale = vrmi_to_finite(value_of(&old, end, is_weight));
        float most = 0;
        if (old.curve_key_count == 0 && end == 1) continue;
        for (int k = 0; k <= 64; ++k) {
            float t = (float)k / 64;
            float line = scale * vrmi_min(t / end, 1);
            most = vrmi_max(most, fabsf(value_of(&old, t, is_weight) - line));
        }
        *maps[i] = (vrm_range_map){NULL, 0, old.input_max_degrees * end, scale};
        vrmi_point_at(from, "/extensions/VRM/firstPerson", VRM_NONE, names[i]);
        if (old.curve_key_count != 0 && most > 1e-4f) {
            vrmi_say_change(
                m, VRM_CHANGE_LOST, "look-at-curve", from, "",
                "curve replaced by a straight line to the same end (VRM 1.0 has no curves)");
        } else if (end != 1) {
            vrmi_say_change(m, VRM_CHANGE_CONVERTED, "look-at-weight", from, "",
                            "range shortened to the point where the weight reaches 1");
        }
    }
}

/* Expressions, lookAt, first person. */
#include "author/diff/diff.h"

#include <string.h>

/* More new expressions than these are not compared with all that are gone: a file can have
 * thousands. */
enum { MOST_RENAMED = 64 };

static const char *const overrides[] = {"none", "block", "blend"};
static const char *const color_types[] = {"color",       "emissionColor", "shadeColor",
                                          "matcapColor", "rimColor",      "outlineColor"};

/* --- What an expression moves --- */

/* Two expressions. Their binds are matched by their targets, in any order. */
typedef struct expression_pair {
    const vrm_diff *pair;
    const vrm_expression *a, *b;
} expression_pair;

static const vrm_expression *expression_of(const expression_pair *pair, vrmi_diff_side side) {
    return side == VRMI_SIDE_A ? pair->a : pair->b;
}

/* The name of the morph target of a bind; empty: it has none. */
static vrm_string target_name(const vrmi_diff_file *file, const vrm_morph_bind *bind) {
    static const vrm_string nothing = {"", 0};
    int32_t mesh = file->gltf->nodes[bind->node].mesh;
    if (mesh == VRM_NONE || bind->target < 0 ||
        (uint32_t)bind->target >= file->gltf->meshes[mesh].target_name_count) {
        return nothing;
    }
    return file->gltf->meshes[mesh].target_names[bind->target];
}

static bool has_morph(const void *context, vrmi_diff_side side, uint32_t index,
                      vrmi_match_key *out) {
    const expression_pair *pair = context;
    const vrm_morph_bind *bind = &expression_of(pair, side)->morph_binds[index];
    out->text = target_name(side == VRMI_SIDE_A ? &pair->pair->a : &pair->pair->b, bind);
    out->number = vrmi_match_in_second(&pair->pair->nodes, side, bind->node) * (1 << 20);
    if (out->text.length == 0) out->number += bind->target + 1;
    return true;
}

static bool has_color(const void *context, vrmi_diff_side side, uint32_t index,
                      vrmi_match_key *out) {
    const expression_pair *pair = context;
    const vrm_color_bind *bind = &expression_of(pair, side)->color_binds[index];
    out->number =
        vrmi_match_in_second(&pair->pair->materials, side, bind->material) * 8 + bind->type;
    return true;
}

static bool has_uv(const void *context, vrmi_diff_side side, uint32_t index, vrmi_match_key *out) {
    const expression_pair *pair = context;
    const vrm_uv_bind *bind = &expression_of(pair, side)->uv_binds[index];
    /* The draft has a bind for each component, and 1.0 one for all of them. */
    out->number =
        vrmi_match_in_second(&pair->pair->materials, side, bind->material) * 16 + bind->components;
    return true;
}

/* A bind as a field: what it moves, with its numbers. */
typedef struct bind_text {
    vrmi_diff_subject field;
    float numbers[4];
    uint32_t count;
} bind_text;

static void describe_morph(const vrmi_diff_file *file, const vrm_morph_bind *bind, bind_text *out) {
    vrm_string node = file->gltf->nodes[bind->node].name, target = target_name(file, bind);
    vrmi_subject_words(&out->field, VRM_DIFF_PART_EXPRESSIONS, "morphTargetBinds ");
    vrmi_subject_add_name(&out->field, node);
    vrmi_subject_add(&out->field, " / ");
    if (target.length != 0) {
        vrmi_subject_add_name(&out->field, target);
    } else {
        vrmi_subject_add_number(&out->field, (uint32_t)bind->target);
    }
    out->numbers[0] = bind->weight;
    out->count = 1;
}

static void describe_color(const vrmi_diff_file *file, const vrm_color_bind *bind, bind_text *out) {
    vrm_string material = file->gltf->materials[bind->material].name;
    vrmi_subject_words(&out->field, VRM_DIFF_PART_EXPRESSIONS, "materialColorBinds ");
    vrmi_subject_add_name(&out->field, material);
    vrmi_subject_add(&out->field, " / ");
    vrmi_subject_add(&out->field, color_types[bind->type]);
    memcpy(out->numbers, bind->target, sizeof out->numbers);
    out->count = 4;
}

static void describe_uv(const vrmi_diff_file *file, const vrm_uv_bind *bind, bind_text *out) {
    vrm_string material = file->gltf->materials[bind->material].name;
    vrmi_subject_words(&out->field, VRM_DIFF_PART_EXPRESSIONS, "textureTransformBinds ");
    vrmi_subject_add_name(&out->field, material);
    out->numbers[0] = bind->scale.x;
    out->numbers[1] = bind->scale.y;
    out->numbers[2] = bind->offset.x;
    out->numbers[3] = bind->offset.y;
    out->count = 4;
}

typedef enum bind_kind { BIND_MORPH, BIND_COLOR, BIND_UV, BIND_KIND_COUNT } bind_kind;

static uint32_t bind_count(const vrm_expression *expression, bind_kind kind) {
    return kind == BIND_MORPH   ? expression->morph_bind_count
           : kind == BIND_COLOR ? expression->color_bind_count
                                : expression->uv_bind_count;
}

static void describe_bind(const expression_pair *pair, vrmi_diff_side side, bind_kind kind,
                          uint32_t index, bind_text *out) {
    const vrmi_diff_file *file = side == VRMI_SIDE_A ? &pair->pair->a : &pair->pair->b;
    const vrm_expression *expression = expression_of(pair, side);
    if (kind == BIND_MORPH) describe_morph(file, &expression->morph_binds[index], out);
    if (kind == BIND_COLOR) describe_color(file, &expression->color_binds[index], out);
    if (kind == BIND_UV) describe_uv(file, &expression->uv_binds[index], out);
}

static void add_bind(vrmi_diff_list *list, const vrmi_diff_subject *subject, vrm_diff_kind kind,
                     const bind_text *text) {
    char numbers[96];
    vrmi_diff_write_numbers(text->numbers, text->count, 6, numbers, sizeof numbers);
    vrmi_diff_add(list, subject, kind, text->field.name, kind == VRM_DIFF_REMOVED ? numbers : "",
                  kind == VRM_DIFF_ADDED ? numbers : "");
}

static void compare_binds(const expression_pair *pair, vrmi_diff_list *list,
                          const vrmi_diff_subject *subject, bind_kind kind) {
    static vrmi_match_key_of *const ways[BIND_KIND_COUNT] = {has_morph, has_color, has_uv};
    vrmi_diff_match match = {0};
    bind_text a, b;
    if (!vrmi_match_open(&match, list->memory, bind_count(pair->a, kind),
                         bind_count(pair->b, kind)) ||
        !vrmi_match_by(&match, ways[kind], pair)) {
        list->is_refused = true;
        vrmi_match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < match.a_count; ++i) {
        describe_bind(pair, VRMI_SIDE_A, kind, i, &a);
        if (match.to_b[i] == VRM_NONE) {
            add_bind(list, subject, VRM_DIFF_REMOVED, &a);
        } else {
            describe_bind(pair, VRMI_SIDE_B, kind, (uint32_t)match.to_b[i], &b);
            vrmi_compare_numbers(list, subject, a.field.name, a.numbers, b.numbers, a.count);
        }
    }
    for (uint32_t i = 0; i < match.b_count; ++i) {
        if (match.to_a[i] != VRM_NONE) continue;
        describe_bind(pair, VRMI_SIDE_B, kind, i, &b);
        add_bind(list, subject, VRM_DIFF_ADDED, &b);
    }
    vrmi_match_close(&match);
}

/* --- Expressions --- */

static void compare_expressions(const vrm_diff *pair, vrmi_diff_list *list,
                                const vrmi_diff_subject *subject, const vrm_expression *a,
                                const vrm_expression *b) {
    const expression_pair expression_pair = {pair, a, b};
    vrmi_compare_flags(list, subject, "isBinary", a->is_binary != 0, b->is_binary != 0);
    /* The draft is on above 0, and all others above a half: it is seen only if it is binary. */
    if (a->is_binary && b->is_binary) {
        vrmi_compare_number(list, subject, "binary threshold", a->binary_threshold,
                            b->binary_threshold);
    }
    vrmi_compare_words(list, subject, "overrideBlink", overrides[a->override_blink],
                       overrides[b->override_blink]);
    vrmi_compare_words(list, subject, "overrideLookAt", overrides[a->override_look_at],
                       overrides[b->override_look_at]);
    vrmi_compare_words(list, subject, "overrideMouth", overrides[a->override_mouth],
                       overrides[b->override_mouth]);
    for (int kind = 0; kind < BIND_KIND_COUNT; ++kind) {
        compare_binds(&expression_pair, list, subject, (bind_kind)kind);
    }
}

/* Whether two expressions differ in nothing but their names. */
static bool is_renamed(const vrm_diff *pair, const vrm_expression *a, const vrm_expression *b) {
    vrmi_diff_list found;
    vrmi_diff_subject subject;
    bool is_same;
    if (a->morph_bind_count + a->color_bind_count + a->uv_bind_count == 0) return false;
    for (int kind = 0; kind < BIND_KIND_COUNT; ++kind) {
        if (bind_count(a, (bind_kind)kind) != bind_count(b, (bind_kind)kind)) return false;
    }
    vrmi_diff_list_init(&found, pair->list.memory);
    found.tolerance = pair->list.tolerance;
    vrmi_subject_words(&subject, VRM_DIFF_PART_EXPRESSIONS, "");
    compare_expressions(pair, &found, &subject, a, b);
    is_same = found.found == 0 && !found.is_refused;
    vrmi_diff_list_release(&found);
    return is_same;
}

static void match_renamed(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    uint32_t compared = 0;
    for (uint32_t i = 0; i < a->expression_count; ++i) {
        if (pair->expressions.to_b[i] != VRM_NONE) continue;
        for (uint32_t j = 0; j < b->expression_count; ++j) {
            if (pair->expressions.to_a[j] != VRM_NONE) continue;
            if (++compared > MOST_RENAMED * MOST_RENAMED) return;
            if (!is_renamed(pair, &a->expressions[i], &b->expressions[j])) continue;
            vrmi_match_set(&pair->expressions, i, j);
            break;
        }
    }
}

void vrmi_diff_expressions(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    vrmi_diff_subject subject;
    match_renamed(pair);
    for (uint32_t i = 0; i < a->expression_count; ++i) {
        const vrm_expression *from = &a->expressions[i], *to;
        vrmi_subject_name(&subject, VRM_DIFF_PART_EXPRESSIONS, from->name);
        if (pair->expressions.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(&pair->list, &subject);
            continue;
        }
        to = &b->expressions[pair->expressions.to_b[i]];
        vrmi_compare_names(&pair->list, &subject, from->name, to->name);
        compare_expressions(pair, &pair->list, &subject, from, to);
    }
    for (uint32_t i = 0; i < b->expression_count; ++i) {
        if (pair->expressions.to_a[i] != VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_EXPRESSIONS, b->expressions[i].name);
        vrmi_diff_added(&pair->list, &subject);
    }
}

/* --- lookAt --- */

static void compare_ranges(vrm_diff *pair, const char *name, const vrm_range_map *a,
                           const vrm_range_map *b) {
    vrmi_diff_list *list = &pair->list;
    vrmi_diff_subject subject;
    vrmi_subject_words(&subject, VRM_DIFF_PART_LOOK_AT, name);
    vrmi_compare_number(list, &subject, "inputMaxValue", a->input_max_degrees,
                        b->input_max_degrees);
    vrmi_compare_number(list, &subject, "outputScale", a->output_scale, b->output_scale);
    if (a->curve_key_count != b->curve_key_count) {
        vrmi_compare_wholes(list, &subject, "curve", a->curve_key_count, b->curve_key_count);
        return;
    }
    for (uint32_t i = 0; i < a->curve_key_count; ++i) {
        const vrm_curve_key *k = &a->curve[i], *l = &b->curve[i];
        const float from[] = {k->time, k->value, k->in_tangent, k->out_tangent};
        const float to[] = {l->time, l->value, l->in_tangent, l->out_tangent};
        vrmi_compare_numbers(list, &subject, "curve", from, to, 4);
    }
}

void vrmi_diff_look_at(vrm_diff *pair) {
    static const char *const types[] = {"bone", "expression"};
    const vrm_look_at *a = &pair->a.tables->look_at, *b = &pair->b.tables->look_at;
    vrm_vec3 offset = vrmi_diff_turn(pair, a->offset_from_head_bone);
    const float from[] = {offset.x, offset.y, offset.z};
    const float to[] = {b->offset_from_head_bone.x, b->offset_from_head_bone.y,
                        b->offset_from_head_bone.z};
    vrmi_diff_subject subject;
    vrmi_subject_words(&subject, VRM_DIFF_PART_LOOK_AT, "");
    if (a->is_present != b->is_present) {
        (a->is_present ? vrmi_diff_removed : vrmi_diff_added)(&pair->list, &subject);
        return;
    }
    vrmi_compare_words(&pair->list, &subject, "type", types[a->type], types[b->type]);
    vrmi_compare_numbers(&pair->list, &subject, "offsetFromHeadBone", from, to, 3);
    compare_ranges(pair, "rangeMapHorizontalInner", &a->horizontal_inner, &b->horizontal_inner);
    compare_ranges(pair, "rangeMapHorizontalOuter", &a->horizontal_outer, &b->horizontal_outer);
    compare_ranges(pair, "rangeMapVerticalDown", &a->vertical_down, &b->vertical_down);
    compare_ranges(pair, "rangeMapVerticalUp", &a->vertical_up, &b->vertical_up);
}

/* --- First person --- */

void vrmi_diff_first_person(vrm_diff *pair) {
    static const char *const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    const vrm_first_person *a = &pair->a.tables->first_person, *b = &pair->b.tables->first_person;
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        const vrm_node *node = &pair->a.gltf->nodes[i];
        int32_t other = pair->nodes.to_b[i];
        if (other == VRM_NONE || node->mesh == VRM_NONE ||
            pair->b.gltf->nodes[other].mesh == VRM_NONE || a->types == NULL || b->types == NULL) {
            continue;
        }
        vrmi_subject_name(&subject, VRM_DIFF_PART_FIRST_PERSON, node->name);
        vrmi_compare_words(&pair->list, &subject, "type", types[a->types[i]],
                           types[b->types[other]]);
    }
    if (!vrmi_diff_same_index(&pair->nodes, a->head_node, b->head_node)) {
        vrmi_subject_words(&subject, VRM_DIFF_PART_FIRST_PERSON, "");
        vrmi_diff_add(&pair->list, &subject, VRM_DIFF_CHANGED, "head",
                      vrmi_diff_node_text(&pair->list, &pair->a, a->head_node),
                      vrmi_diff_node_text(&pair->list, &pair->b, b->head_node));
    }
}

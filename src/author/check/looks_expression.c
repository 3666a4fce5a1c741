/*
 * Expressions that do nothing [BH-030, BH-031], that differ only in name [BH-032], that push a
 * morph target beyond 1 together [BH-033], that override their own kind [BH-054], and that bind a
 * morph target twice [BH-055].
 */
#include "author/check/looks.h"
#include "base/hash.h"
#include "base/math.h"
#include "base/sort.h"

#include <string.h>

/* A smaller change of a color or a texture is not seen; and a smaller excess of a weight. */
static const float SAME = 1e-4f, EXCESS = 1e-3f;

/* --- What an expression does --- */

static bool bind_moves(const vrmi_measure *measure, const vrm_morph_bind *bind) {
    return bind->weight != 0.0f &&
           measure->is_moving[measure->first_target[bind->node] + (uint32_t)bind->target];
}

static bool differs(const float *a, const float *b, int count) {
    for (int i = 0; i < count; ++i) {
        if (!(fabsf(a[i] - b[i]) <= SAME)) return true;
    }
    return false;
}

/* A color that the material has at rest already, or does not have at all [EX-025], is no change.
 */
static bool bind_colors(const vrm_tables *tables, const vrm_color_bind *bind) {
    const vrm_material *material = &tables->materials[bind->material];
    const vrm_mtoon *mtoon = &tables->mtoons[bind->material];
    float emission[3];
    if (bind->type == VRM_COLOR_BIND_COLOR) {
        return differs(bind->target, material->base_color_factor, 4);
    }
    if (bind->type == VRM_COLOR_BIND_EMISSION) {
        for (int i = 0; i < 3; ++i) {
            emission[i] = material->emissive_factor[i] * material->emissive_strength;
        }
        if (material->is_unlit && !mtoon->is_present) return false;
        return differs(bind->target, emission, 3);
    }
    if (!mtoon->is_present) return false;
    return differs(bind->target,
                   bind->type == VRM_COLOR_BIND_SHADE    ? mtoon->shade_color_factor
                   : bind->type == VRM_COLOR_BIND_MATCAP ? mtoon->matcap_factor
                   : bind->type == VRM_COLOR_BIND_RIM    ? mtoon->parametric_rim_color_factor
                                                         : mtoon->outline_color_factor,
                   3);
}

static bool uv_changes(const vrm_texture_info *texture, const vrm_uv_bind *bind) {
    if (texture->texture == VRM_NONE) return false;
    return ((bind->components & VRM_UV_SCALE_X) != 0 &&
            differs(&bind->scale.x, &texture->scale.x, 1)) ||
           ((bind->components & VRM_UV_SCALE_Y) != 0 &&
            differs(&bind->scale.y, &texture->scale.y, 1)) ||
           ((bind->components & VRM_UV_OFFSET_X) != 0 &&
            differs(&bind->offset.x, &texture->offset.x, 1)) ||
           ((bind->components & VRM_UV_OFFSET_Y) != 0 &&
            differs(&bind->offset.y, &texture->offset.y, 1));
}

static bool bind_textures(const vrm_tables *tables, const vrm_uv_bind *bind) {
    const vrm_texture_info *textures[VRMI_UV_TEXTURES];
    size_t count = vrmi_find_uv_textures(tables, bind->material, textures);
    for (size_t i = 0; i < count; ++i) {
        if (uv_changes(textures[i], bind)) return true;
    }
    return false;
}

static bool has_effect(const vrmi_measure *measure, const vrm_expression *expression) {
    const vrm_tables *tables = measure->check->tables;
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        if (bind_moves(measure, &expression->morph_binds[i])) return true;
    }
    for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
        if (bind_colors(tables, &expression->color_binds[i])) return true;
    }
    for (uint32_t i = 0; i < expression->uv_bind_count; ++i) {
        if (bind_textures(tables, &expression->uv_binds[i])) return true;
    }
    return false;
}

static bool is_look(vrm_preset preset) {
    return preset >= VRM_PRESET_LOOK_UP && preset <= VRM_PRESET_LOOK_RIGHT;
}

/* Applications show one expression of each of these at a time, and several of them together. */
typedef enum kind { EMOTION, MOUTH, BLINK, LOOK, NO_KIND } kind;

static kind kind_of(vrm_preset preset) {
    return preset == VRM_NONE                 ? NO_KIND
           : preset <= VRM_PRESET_SURPRISED   ? EMOTION
           : preset <= VRM_PRESET_OH          ? MOUTH
           : preset <= VRM_PRESET_BLINK_RIGHT ? BLINK
           : is_look(preset)                  ? LOOK
                                              : NO_KIND;
}

/* Eyes that bones turn need no expression, and one that overrides others does that. */
static bool may_do_nothing(const vrm_tables *tables, const vrm_expression *expression) {
    return (is_look(expression->preset) && tables->look_at.type == VRM_LOOK_AT_TYPE_BONE) ||
           expression->override_blink != VRM_OVERRIDE_NONE ||
           expression->override_look_at != VRM_OVERRIDE_NONE ||
           expression->override_mouth != VRM_OVERRIDE_NONE;
}

static uint32_t bind_count(const vrm_expression *expression) {
    return expression->morph_bind_count + expression->color_bind_count + expression->uv_bind_count;
}

/* Neutral is the face at rest, and of no kind. Some exporters write all presets, so that one
 * without binds is as good as none; but not where others of its kind have some. Custom ones without
 * binds are signals to applications. */
static void check_effect(vrmi_check *check, const vrmi_measure *measure, uint32_t index,
                         const bool *is_kind_used) {
    const vrm_expression *expression = &check->tables->expressions[index];
    uint32_t binds = bind_count(expression);
    vrmi_check_place place;
    if (binds == 0) {
        if (!is_kind_used[kind_of(expression->preset)] ||
            may_do_nothing(check->tables, expression)) {
            return;
        }
        place = vrmi_at_expression(check, index);
        vrmi_check_found(check, VRMI_EXPRESSION_EMPTY, &place,
                         VRMI_WITH(vrmi_quoted(expression->name)));
    } else if (measure->is_complete && !has_effect(measure, expression)) {
        place = vrmi_at_expression(check, index);
        vrmi_check_found(check, VRMI_EXPRESSION_NO_EFFECT, &place,
                         VRMI_WITH(vrmi_quoted(expression->name), vrmi_unsigned(binds)));
    }
}

/* --- Expressions that differ only in name --- */

/* `size` is that of whole words. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)bytes + i, sizeof word);
        hash = vrmi_hash_mixed(hash, word);
    }
    return hash;
}

static const uint64_t SEED = VRMI_HASH_START;

/* The same whatever order the binds have. */
static uint64_t hash_binds(const vrm_expression *expression) {
    const int32_t flags[] = {expression->is_binary, expression->override_blink,
                             expression->override_look_at, expression->override_mouth};
    uint64_t sum = mix(SEED, flags, sizeof flags);
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        sum += mix(SEED + 1, &expression->morph_binds[i], sizeof expression->morph_binds[i]);
    }
    for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
        sum += mix(SEED + 2, &expression->color_binds[i], sizeof expression->color_binds[i]);
    }
    for (uint32_t i = 0; i < expression->uv_bind_count; ++i) {
        sum += mix(SEED + 3, &expression->uv_binds[i], sizeof expression->uv_binds[i]);
    }
    return sum;
}

typedef struct hashed {
    const vrm_expression *expressions;
    uint64_t *hashes;
} hashed;

static bool hash_comes_before(const void *context, uint32_t a, uint32_t b) {
    const hashed *hashed = context;
    return hashed->hashes[a] < hashed->hashes[b];
}

static bool is_equal(const hashed *hashed, uint32_t a, uint32_t b) {
    const vrm_expression *first = &hashed->expressions[a], *second = &hashed->expressions[b];
    return hashed->hashes[a] == hashed->hashes[b] && bind_count(first) != 0 &&
           first->morph_bind_count == second->morph_bind_count &&
           first->color_bind_count == second->color_bind_count &&
           first->uv_bind_count == second->uv_bind_count;
}

static void check_equal(vrmi_check *check) {
    uint32_t count = check->tables->expression_count;
    hashed hashed = {check->tables->expressions, VRMI_TAKE(check->scratch, uint64_t, count)};
    const uint32_t *order;
    if (hashed.hashes == NULL) return;
    for (uint32_t i = 0; i < count; ++i) hashed.hashes[i] = hash_binds(&hashed.expressions[i]);
    order = vrmi_sort_order(check->scratch, count, hash_comes_before, &hashed);
    for (uint32_t i = 1; order != NULL && i < count; ++i) {
        vrmi_check_place place;
        if (!is_equal(&hashed, order[i - 1], order[i])) continue;
        place = vrmi_at_expression(check, order[i]);
        vrmi_check_found(check, VRMI_EXPRESSIONS_EQUAL, &place,
                         VRMI_WITH(vrmi_quoted(hashed.expressions[order[i]].name),
                                   vrmi_quoted(hashed.expressions[order[i - 1]].name)));
    }
}

/* --- Expressions that add up --- */

static bool overrides(const vrm_expression *expression, kind other) {
    return (other == MOUTH && expression->override_mouth != VRM_OVERRIDE_NONE) ||
           (other == BLINK && expression->override_blink != VRM_OVERRIDE_NONE) ||
           (other == LOOK && expression->override_look_at != VRM_OVERRIDE_NONE);
}

/* The draft has other names for these fields: there, the place is the expression. */
static vrmi_check_place at_override(const vrmi_check *check, uint32_t index, kind kind) {
    static const char *const fields[] = {
        [MOUTH] = "overrideMouth", [BLINK] = "overrideBlink", [LOOK] = "overrideLookAt"};
    vrmi_check_place place = vrmi_at_expression(check, index);
    if (check->tables->dialect != VRM_DIALECT_1_DRAFT) vrmi_add_member(&place, fields[kind]);
    return place;
}

static void check_own_kind(vrmi_check *check, uint32_t index) {
    const vrm_expression *expression = &check->tables->expressions[index];
    kind kind = kind_of(expression->preset);
    vrmi_check_place place;
    if (!overrides(expression, kind)) return;
    place = at_override(check, index, kind);
    vrmi_check_found(check, VRMI_OVERRIDE_OWN_KIND, &place,
                     VRMI_WITH(vrmi_quoted(expression->name)));
}

/* `a` comes before `b`, and with it its kind. One that blocks another leaves no sum; and one that
 * blends takes as much as it gives. */
static bool may_meet(const vrm_tables *tables, const vrm_expression *a, const vrm_expression *b) {
    kind first = kind_of(a->preset), second = kind_of(b->preset);
    if (second == NO_KIND || first == second) return false;
    /* Expressions for looking are not used where bones turn the eyes. */
    if (second == LOOK && tables->look_at.type == VRM_LOOK_AT_TYPE_BONE) return false;
    return !overrides(a, second) && !overrides(b, first);
}

/* The weights of an expression, by morph target of all nodes. */
static void add_weights(const vrmi_measure *measure, const vrm_expression *expression,
                        float *sums) {
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        sums[measure->first_target[bind->node] + (uint32_t)bind->target] += bind->weight;
    }
}

static void clear_weights(const vrmi_measure *measure, const vrm_expression *expression,
                          float *sums) {
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        sums[measure->first_target[bind->node] + (uint32_t)bind->target] = 0.0f;
    }
}

/* The farthest that an expression and one of another kind drive a target together. */
typedef struct excess {
    const vrm_morph_bind *bind; /* of the other; NULL: nothing is beyond 1 */
    float weight;
    uint32_t other;
} excess;

static void find_excess(const vrmi_measure *measure, const float *sums, uint32_t other,
                        excess *worst) {
    const vrm_expression *expression = &measure->check->tables->expressions[other];
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        float on = sums[measure->first_target[bind->node] + (uint32_t)bind->target];
        if (!(on > EXCESS) || !(on + bind->weight > worst->weight) || !bind_moves(measure, bind)) {
            continue;
        }
        worst->weight = on + bind->weight;
        worst->bind = bind;
        worst->other = other;
    }
}

static void report_excess(vrmi_check *check, uint32_t index, const excess *worst) {
    const vrm_expression *expressions = check->tables->expressions;
    vrmi_check_place place;
    if (worst->bind == NULL) return;
    place = vrmi_at_expression(check, index);
    vrmi_check_found(
        check, VRMI_EXPRESSIONS_ADD_UP, &place,
        VRMI_WITH(vrmi_quoted(expressions[index].name), vrmi_quoted(expressions[worst->other].name),
                  vrmi_integer(worst->bind->target), vrmi_node_argument(check, worst->bind->node),
                  vrmi_number((double)worst->weight)));
}

/* The worst partner of each kind: two blinks that share a target are one fault. Presets come first
 * in the tables. */
static void check_partners(vrmi_check *check, vrmi_measure *measure, const float *sums,
                           uint32_t index) {
    const vrm_tables *tables = check->tables;
    excess worst[NO_KIND];
    for (int i = 0; i < NO_KIND; ++i) worst[i] = (excess){NULL, 1.0f + EXCESS, 0};
    for (uint32_t other = index + 1; other < tables->expression_count; ++other) {
        const vrm_expression *expression = &tables->expressions[other];
        if (expression->preset == VRM_NONE) break;
        if (!may_meet(tables, &tables->expressions[index], expression)) continue;
        if (!vrmi_take_steps(measure, expression->morph_bind_count)) return;
        find_excess(measure, sums, other, &worst[kind_of(expression->preset)]);
    }
    for (int i = 0; i < NO_KIND; ++i) report_excess(check, index, &worst[i]);
}

static void check_sums(vrmi_check *check, vrmi_measure *measure) {
    const vrm_tables *tables = check->tables;
    uint32_t targets = measure->first_target[check->gltf->node_count];
    float *sums = VRMI_TAKE(check->scratch, float, targets);
    if (sums == NULL) return;
    memset(sums, 0, targets * sizeof *sums);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        if (tables->expressions[i].preset == VRM_NONE) break;
        add_weights(measure, &tables->expressions[i], sums);
        check_partners(check, measure, sums, i);
        clear_weights(measure, &tables->expressions[i], sums);
    }
}

/* --- Morph targets that an expression binds twice --- */

/* `last_user` has, by morph target of all nodes, the last expression that binds it, plus one. */
static void check_repeats(vrmi_check *check, const vrmi_measure *measure, uint32_t *last_user,
                          uint32_t index) {
    const vrm_expression *expression = &check->tables->expressions[index];
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        uint32_t *last = &last_user[measure->first_target[bind->node] + (uint32_t)bind->target];
        vrmi_check_place place;
        if (*last != index + 1) {
            *last = index + 1;
            continue;
        }
        place = vrmi_at_expression(check, index);
        vrmi_check_found(check, VRMI_BIND_TWICE, &place,
                         VRMI_WITH(vrmi_quoted(expression->name), vrmi_integer(bind->target),
                                   vrmi_node_argument(check, bind->node)));
        return;
    }
}

static void check_binds(vrmi_check *check, const vrmi_measure *measure) {
    uint32_t targets = measure->first_target[check->gltf->node_count];
    uint32_t *last_user = VRMI_TAKE(check->scratch, uint32_t, targets);
    if (last_user == NULL) return;
    memset(last_user, 0, targets * sizeof *last_user);
    for (uint32_t i = 0; i < check->tables->expression_count; ++i) {
        check_repeats(check, measure, last_user, i);
    }
}

void vrmi_look_at_expressions(vrmi_check *check, vrmi_measure *measure) {
    bool is_kind_used[NO_KIND + 1] = {false};
    for (uint32_t i = 0; i < check->tables->expression_count; ++i) {
        const vrm_expression *expression = &check->tables->expressions[i];
        kind kind = kind_of(expression->preset);
        if (bind_count(expression) != 0) is_kind_used[kind] = kind != NO_KIND;
    }
    for (uint32_t i = 0; i < check->tables->expression_count; ++i) {
        check_effect(check, measure, i, is_kind_used);
        check_own_kind(check, i);
    }
    check_binds(check, measure);
    check_equal(check);
    if (measure->is_complete) check_sums(check, measure);
}

/* blendShapeMaster of 0.x (§4.6, §4.7). */
#include "author/text/vrm0_text.h"
#include "base/math.h"
#include "base/sort.h"
#include "base/text.h"
#include "build/build.h"

#include <string.h>

/* presetName, and the name that Unity's assets have. */
static const char *const presets[VRM_PRESET_COUNT][2] = {
    [VRM_PRESET_HAPPY] = {"joy", "Joy"},
    [VRM_PRESET_ANGRY] = {"angry", "Angry"},
    [VRM_PRESET_SAD] = {"sorrow", "Sorrow"},
    [VRM_PRESET_RELAXED] = {"fun", "Fun"},
    [VRM_PRESET_SURPRISED] = {"unknown", "Surprised"}, /* V0-014 */
    [VRM_PRESET_AA] = {"a", "A"},
    [VRM_PRESET_IH] = {"i", "I"},
    [VRM_PRESET_OU] = {"u", "U"},
    [VRM_PRESET_EE] = {"e", "E"},
    [VRM_PRESET_OH] = {"o", "O"},
    [VRM_PRESET_BLINK] = {"blink", "Blink"},
    [VRM_PRESET_BLINK_LEFT] = {"blink_l", "Blink_L"},
    [VRM_PRESET_BLINK_RIGHT] = {"blink_r", "Blink_R"},
    [VRM_PRESET_LOOK_UP] = {"lookup", "LookUp"},
    [VRM_PRESET_LOOK_DOWN] = {"lookdown", "LookDown"},
    [VRM_PRESET_LOOK_LEFT] = {"lookleft", "LookLeft"},
    [VRM_PRESET_LOOK_RIGHT] = {"lookright", "LookRight"},
    [VRM_PRESET_NEUTRAL] = {"neutral", "Neutral"},
};

static float from_percent(float value) { return value / 100; }

static void put_binds(vrmi_vrm_text *text, const vrmi_old_text *old, const vrm_expression *e,
                      int32_t index) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array_of(writer, "binds");
    for (uint32_t i = 0; i < e->morph_bind_count;) {
        const vrm_morph_bind *bind = &e->morph_binds[i];
        if (vrmi_mapped_node(text, bind->node) == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            ++i;
            continue;
        }
        i = vrmi_mesh_bind_end(text, old, e, i);
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "mesh",
                            vrmi_mapped(text->maps != NULL ? text->maps->meshes : NULL,
                                        text->gltf->nodes[bind->node].mesh));
        vrmi_put_integer_of(writer, "index", bind->target);
        vrmi_put_float_of(writer, "weight",
                          vrmi_invert((double)bind->weight * 100, bind->weight, from_percent));
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/*
 * --- Values of materials, which are found by name (V0-020) ---
 *
 * A reader makes a bind of each material with the name. Binds of such materials that are equal
 * become one value. A bind that comes again becomes another value, because binds add up (EX-039).
 */

typedef struct material_value {
    int32_t material;
    uint32_t position; /* in the expression */
    const char *property;
    float target[4];
    uint32_t occurrence; /* how many equal values of this material come before it */
} material_value;

typedef struct value_list {
    const vrmi_old_text *old;
    material_value *values;
    uint32_t count;
} value_list;

static bool can_be_named(const vrmi_vrm_text *text, int32_t material) {
    return text->tables->materials[material].name.length != 0 &&
           vrmi_mapped_material(text, material) != VRM_NONE;
}

static void add_value(value_list *list, int32_t material, const char *property,
                      const float target[4]) {
    material_value *value = &list->values[list->count];
    *value = (material_value){.material = material, .position = list->count, .property = property};
    memcpy(value->target, target, sizeof value->target);
    list->count += 1;
}

/* Colors as Unity shows them, except emission (V0-023). */
static void add_color_values(vrmi_vrm_text *text, const vrm_expression *e, int32_t index,
                             value_list *list) {
    static const char *const properties[] = {"_Color", "_EmissionColor", "_ShadeColor",
                                             NULL,     "_RimColor",      "_OutlineColor"};
    for (uint32_t i = 0; i < e->color_bind_count; ++i) {
        const vrm_color_bind *bind = &e->color_binds[i];
        float target[4];
        if (properties[bind->type] == NULL || !can_be_named(text, bind->material)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        memcpy(target, bind->target, sizeof target);
        for (int k = 0; k < 3 && bind->type != VRM_COLOR_BIND_EMISSION; ++k) {
            target[k] =
                vrmi_invert((double)vrmi_linear_to_srgb(target[k]), target[k], vrmi_srgb_to_linear);
        }
        add_value(list, bind->material, properties[bind->type], target);
    }
}

/* V0-022. A bind of other components than 0.x can name moves all of them. */
static void add_uv_values(vrmi_vrm_text *text, const vrm_expression *e, int32_t index,
                          value_list *list) {
    enum { ALONG_X = VRM_UV_SCALE_X | VRM_UV_OFFSET_X, ALONG_Y = VRM_UV_SCALE_Y | VRM_UV_OFFSET_Y };
    for (uint32_t i = 0; i < e->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &e->uv_binds[i];
        const float target[4] = {bind->scale.x, bind->scale.y, bind->offset.x,
                                 vrmi_old_offset_y(bind->offset.y, bind->scale.y)};
        const char *property = bind->components == ALONG_X   ? "_MainTex_ST_S"
                               : bind->components == ALONG_Y ? "_MainTex_ST_T"
                                                             : "_MainTex_ST";
        if (!can_be_named(text, bind->material)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        if (bind->components != ALONG_X && bind->components != ALONG_Y &&
            bind->components != (ALONG_X | ALONG_Y)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND_COMPONENTS, index);
        }
        add_value(list, bind->material, property, target);
    }
}

static int compare_numbers(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

/* Zero if a reader takes them for the same value. */
static int compare_values(const value_list *list, const material_value *a,
                          const material_value *b) {
    const uint32_t *names = list->old->material_names;
    int order = compare_numbers(names[a->material], names[b->material]);
    if (order == 0) order = strcmp(a->property, b->property);
    for (int i = 0; i < 4 && order == 0; ++i) {
        order = (a->target[i] > b->target[i]) - (a->target[i] < b->target[i]);
    }
    return order;
}

static bool comes_before_by_material(const void *context, uint32_t a, uint32_t b) {
    const value_list *list = context;
    const material_value *x = &list->values[a], *y = &list->values[b];
    const int order = compare_values(list, x, y);
    return order != 0 ? order < 0 : x->material < y->material;
}

static bool comes_before_by_occurrence(const void *context, uint32_t a, uint32_t b) {
    const value_list *list = context;
    const material_value *x = &list->values[a], *y = &list->values[b];
    const int order = compare_values(list, x, y);
    return order != 0 ? order < 0 : x->occurrence < y->occurrence;
}

static void count_occurrences(value_list *list, const uint32_t *order) {
    for (uint32_t i = 1; i < list->count; ++i) {
        const material_value *last = &list->values[order[i - 1]];
        material_value *value = &list->values[order[i]];
        if (value->material == last->material && compare_values(list, value, last) == 0) {
            value->occurrence = last->occurrence + 1;
        }
    }
}

/* Marks the first of the values that a name stands for. Reports a value that not all materials of
 * the name have: a reader gives it to all of them. */
static void choose_values(const vrmi_vrm_text *text, const value_list *list, const uint32_t *order,
                          int32_t index, uint8_t *is_written) {
    for (uint32_t i = 0, end; i < list->count; i = end) {
        const material_value *first = &list->values[order[i]];
        for (end = i + 1; end < list->count; ++end) {
            const material_value *value = &list->values[order[end]];
            if (value->occurrence != first->occurrence || compare_values(list, value, first) != 0) {
                break;
            }
        }
        is_written[first->position] = 1;
        if (end - i != list->old->material_name_counts[first->material]) {
            vrmi_note_loss(text, VRMI_LOSS_BIND_MATERIALS, index);
        }
    }
}

static void put_value(vrmi_vrm_text *text, const material_value *value) {
    vrmi_put_object(text->writer);
    vrmi_put_string_of(text->writer, "materialName", text->tables->materials[value->material].name);
    vrmi_put_words_of(text->writer, "propertyName", value->property);
    vrmi_put_floats_of(text->writer, "targetValue", value->target, 4);
    vrmi_put_object_end(text->writer);
}

/* False: memory was refused. */
static bool put_value_list(vrmi_vrm_text *text, const vrmi_old_text *old, int32_t index,
                           vrmi_arena *arena) {
    const vrm_expression *e = &text->tables->expressions[index];
    const size_t capacity = (size_t)e->color_bind_count + e->uv_bind_count;
    value_list list = {old, VRMI_TAKE(arena, material_value, capacity), 0};
    uint8_t *is_written = VRMI_TAKE(arena, uint8_t, capacity);
    const uint32_t *order;
    if (list.values == NULL || is_written == NULL) return false;
    add_color_values(text, e, index, &list);
    add_uv_values(text, e, index, &list);
    order = vrmi_sort_order(arena, list.count, comes_before_by_material, &list);
    if (order == NULL) return false;
    count_occurrences(&list, order);
    order = vrmi_sort_order(arena, list.count, comes_before_by_occurrence, &list);
    if (order == NULL) return false;
    memset(is_written, 0, capacity);
    choose_values(text, &list, order, index, is_written);
    for (uint32_t i = 0; i < list.count; ++i) {
        if (is_written[i]) put_value(text, &list.values[i]);
    }
    return true;
}

static void put_values(vrmi_vrm_text *text, const vrmi_old_text *old, int32_t index) {
    vrmi_arena arena;
    vrmi_arena_init(&arena, text->writer->memory, 0);
    vrmi_put_array_of(text->writer, "materialValues");
    if (!put_value_list(text, old, index, &arena)) text->writer->is_refused = true;
    vrmi_put_array_end(text->writer);
    vrmi_arena_release(&arena);
}

/* --- Groups --- */

static void report_expression(const vrmi_vrm_text *text, const vrmi_old_text *old, int32_t index) {
    const vrm_expression *e = &text->tables->expressions[index];
    if (e->override_blink || e->override_look_at || e->override_mouth) {
        vrmi_note_loss(text, VRMI_LOSS_OVERRIDE, index);
    }
    if (e->is_binary && e->binary_threshold != 0.5f) {
        vrmi_note_loss(text, VRMI_LOSS_BINARY_THRESHOLD, index);
    }
    /* A reader takes the first alone (V0-015). */
    if (old->is_repeated[index]) vrmi_note_loss(text, VRMI_LOSS_EXPRESSION_NAME, index);
}

/* What a reader takes for another expression than a custom one (V0-014). */
static bool is_taken_for_preset(vrm_string name) {
    return vrmi_preset_find_old(name) != VRM_NONE || vrmi_string_equals_no_case(name, "surprised");
}

static void put_custom_name(vrmi_vrm_text *text, uint32_t index) {
    const vrm_string name = text->tables->expressions[index].name;
    const bool is_other = name.length == 0 || is_taken_for_preset(name);
    char buffer[VRMI_CUSTOM_NAME];
    vrmi_put_string_of(text->writer, "name",
                       is_other ? vrmi_renamed_custom(text, (int32_t)index, buffer) : name);
}

void vrmi_put_vrm0_blend_shapes(vrmi_vrm_text *text, const vrmi_old_text *old) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_array_of(writer, "blendShapeGroups");
    for (uint32_t i = 0; i < text->tables->expression_count; ++i) {
        const vrm_expression *e = &text->tables->expressions[i];
        vrmi_put_object(writer);
        if (e->preset != VRM_NONE) {
            vrmi_put_words_of(writer, "name", presets[e->preset][1]);
            vrmi_put_words_of(writer, "presetName", presets[e->preset][0]);
        } else {
            put_custom_name(text, i);
            vrmi_put_words_of(writer, "presetName", "unknown");
        }
        put_binds(text, old, e, (int32_t)i);
        put_values(text, old, (int32_t)i);
        vrmi_put_bool_of(writer, "isBinary", e->is_binary != 0);
        vrmi_put_object_end(writer);
        report_expression(text, old, (int32_t)i);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

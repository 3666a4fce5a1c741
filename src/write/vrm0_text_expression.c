/* blendShapeMaster of 0.x (§4.6, §4.7). */
#include "base/math.h"
#include "base/text.h"
#include "build/build.h"
#include "write/vrm0_text.h"

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
    vrmi_json_writer *to = text->to;
    vrmi_put_array_of(to, "binds");
    for (uint32_t i = 0; i < e->morph_bind_count;) {
        const vrm_morph_bind *bind = &e->morph_binds[i];
        if (vrmi_mapped_node(text, bind->node) == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            ++i;
            continue;
        }
        i = vrmi_mesh_bind_end(text, old, e, i);
        vrmi_put_object(to);
        vrmi_put_integer_of(to, "mesh",
                            vrmi_mapped(text->maps != NULL ? text->maps->meshes : NULL,
                                        text->gltf->nodes[bind->node].mesh));
        vrmi_put_integer_of(to, "index", bind->target);
        vrmi_put_float_of(to, "weight",
                          vrmi_invert((double)bind->weight * 100, bind->weight, from_percent));
        vrmi_put_object_end(to);
    }
    vrmi_put_array_end(to);
}

/*
 * --- Values of materials, which are found by name (V0-020) ---
 *
 * A reader makes a value of each material with the name, one behind the other: of those, the first
 * is written. A material that comes again has another value, which adds to the one before (EX-039).
 */

static bool is_same_name(const vrmi_vrm_text *text, int32_t a, int32_t b) {
    const vrm_string x = text->tables->materials[a].name, y = text->tables->materials[b].name;
    return x.length == y.length && (x.length == 0 || memcmp(x.data, y.data, x.length) == 0);
}

static bool can_be_named(const vrmi_vrm_text *text, int32_t material) {
    return text->tables->materials[material].name.length != 0 &&
           vrmi_mapped_material(text, material) != VRM_NONE;
}

static void put_value(vrmi_vrm_text *text, int32_t material, const char *property,
                      const float target[4]) {
    vrmi_put_object(text->to);
    vrmi_put_string_of(text->to, "materialName", text->tables->materials[material].name);
    vrmi_put_words_of(text->to, "propertyName", property);
    vrmi_put_floats_of(text->to, "targetValue", target, 4);
    vrmi_put_object_end(text->to);
}

static bool is_same_target(const float *a, const float *b, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

/* Colours as Unity shows them, but for emission (V0-023). */
static void put_color_values(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    static const char *const properties[] = {"_Color", "_EmissionColor", "_ShadeColor",
                                             NULL,     "_RimColor",      "_OutlineColor"};
    const vrm_color_bind *last = NULL; /* that was written */
    for (uint32_t i = 0; i < e->color_bind_count; ++i) {
        const vrm_color_bind *bind = &e->color_binds[i];
        float target[4];
        if (properties[bind->type] == NULL || !can_be_named(text, bind->material)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        if (last != NULL && last->material != bind->material && last->type == bind->type &&
            is_same_name(text, last->material, bind->material) &&
            is_same_target(last->target, bind->target, 4)) {
            continue; /* the name stands for both */
        }
        last = bind;
        memcpy(target, bind->target, sizeof target);
        for (int k = 0; k < 3 && bind->type != VRM_COLOR_BIND_EMISSION; ++k) {
            target[k] =
                vrmi_invert((double)vrmi_linear_to_srgb(target[k]), target[k], vrmi_srgb_to_linear);
        }
        put_value(text, bind->material, properties[bind->type], target);
    }
}

/* V0-022. A bind of other components than 0.x can name moves all of them. */
static void put_uv_values(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    enum { ALONG_X = VRM_UV_SCALE_X | VRM_UV_OFFSET_X, ALONG_Y = VRM_UV_SCALE_Y | VRM_UV_OFFSET_Y };
    const vrm_uv_bind *last = NULL; /* that was written */
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
        if (last != NULL && last->material != bind->material &&
            last->components == bind->components &&
            is_same_name(text, last->material, bind->material) && last->scale.x == bind->scale.x &&
            last->scale.y == bind->scale.y && last->offset.x == bind->offset.x &&
            last->offset.y == bind->offset.y) {
            continue;
        }
        last = bind;
        if (bind->components != ALONG_X && bind->components != ALONG_Y &&
            bind->components != (ALONG_X | ALONG_Y)) {
            vrmi_note_loss(text, VRMI_LOSS_BIND_COMPONENTS, index);
        }
        put_value(text, bind->material, property, target);
    }
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
    vrmi_put_string_of(text->to, "name",
                       is_other ? vrmi_renamed_custom(text, (int32_t)index, buffer) : name);
}

void vrmi_put_vrm0_blend_shapes(vrmi_vrm_text *text, const vrmi_old_text *old) {
    vrmi_json_writer *to = text->to;
    vrmi_put_object(to);
    vrmi_put_array_of(to, "blendShapeGroups");
    for (uint32_t i = 0; i < text->tables->expression_count; ++i) {
        const vrm_expression *e = &text->tables->expressions[i];
        vrmi_put_object(to);
        if (e->preset != VRM_NONE) {
            vrmi_put_words_of(to, "name", presets[e->preset][1]);
            vrmi_put_words_of(to, "presetName", presets[e->preset][0]);
        } else {
            put_custom_name(text, i);
            vrmi_put_words_of(to, "presetName", "unknown");
        }
        put_binds(text, old, e, (int32_t)i);
        vrmi_put_array_of(to, "materialValues");
        put_color_values(text, e, (int32_t)i);
        put_uv_values(text, e, (int32_t)i);
        vrmi_put_array_end(to);
        vrmi_put_bool_of(to, "isBinary", e->is_binary != 0);
        vrmi_put_object_end(to);
        report_expression(text, old, (int32_t)i);
    }
    vrmi_put_array_end(to);
    vrmi_put_object_end(to);
}

/* Expressions: their inputs, and what they make of morph weights and materials. */
#include "avatar/override.h"
#include "avatar/sleep.h"

#include <stddef.h>
#include <string.h>

static int32_t class_of(int32_t preset) {
    switch (preset) {
    case VRM_PRESET_BLINK:
    case VRM_PRESET_BLINK_LEFT:
    case VRM_PRESET_BLINK_RIGHT:
        return VRM_EXPRESSION_CLASS_BLINK;
    case VRM_PRESET_LOOK_UP:
    case VRM_PRESET_LOOK_DOWN:
    case VRM_PRESET_LOOK_LEFT:
    case VRM_PRESET_LOOK_RIGHT:
        return VRM_EXPRESSION_CLASS_LOOK_AT;
    case VRM_PRESET_AA:
    case VRM_PRESET_IH:
    case VRM_PRESET_OU:
    case VRM_PRESET_EE:
    case VRM_PRESET_OH:
        return VRM_EXPRESSION_CLASS_MOUTH;
    default:
        return VRM_EXPRESSION_CLASS_NONE;
    }
}

void vrmi_expressions_start(vrm_avatar *avatar) {
    const vrmi_rig_expressions *rig = &avatar->rig->expressions;
    vrmi_face *face = &avatar->face;
    uint32_t materials = avatar->gltf->material_count;
    for (int32_t i = 0; i < VRM_EXPRESSION_LAYER_COUNT; ++i) face->layer_weights[i] = 1.0f;
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        face->classes[i] = class_of(avatar->tables->expressions[i].preset);
    }
    if (rig->morph_count != 0) {
        memcpy(face->morphs, rig->rest_morphs, sizeof *face->morphs * rig->morph_count);
    }
    if (materials != 0) {
        memcpy(face->materials, rig->rest_materials, sizeof *face->materials * materials);
    }
}

/* --- Inputs --- */

/* Whether there is such a layer or expression; if not, it is reported as misuse. */
static bool is_layer(const vrm_avatar *avatar, const char *function, vrm_expression_layer layer) {
    if (avatar == NULL) return false;
    if (vrmi_is_index(layer, VRM_EXPRESSION_LAYER_COUNT)) return true;
    vrmi_misuse(avatar, function, "there is no such layer");
    return false;
}

static bool is_expression(const vrm_avatar *avatar, const char *function, int32_t expression) {
    if (avatar == NULL) return false;
    if (vrmi_is_index(expression, avatar->tables->expression_count)) return true;
    vrmi_misuse_index(avatar, function, expression, "there is no such expression");
    return false;
}

/* The layer of lookAt is the stage's own. */
static bool is_free_layer(const vrm_avatar *avatar, const char *function,
                          vrm_expression_layer layer) {
    if (!is_layer(avatar, function, layer)) return false;
    if (layer != VRM_EXPRESSION_LAYER_LOOK_AT) return true;
    vrmi_misuse(avatar, function,
                "only the lookAt stage writes the layer VRM_EXPRESSION_LAYER_LOOK_AT");
    return false;
}

void vrm_avatar_set_layer_expression(vrm_avatar *avatar, vrm_expression_layer layer,
                                     int32_t expression, float weight) {
    if (!is_free_layer(avatar, __func__, layer)) return;
    if (!is_expression(avatar, __func__, expression)) return;
    weight = vrmi_saturate(weight);
    vrmi_set_input(avatar, vrmi_face_input(avatar, layer, expression), &weight, sizeof weight);
}

void vrm_avatar_set_expression(vrm_avatar *avatar, int32_t expression, float weight) {
    if (!is_expression(avatar, __func__, expression)) return;
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_APPLICATION, expression, weight);
}

float vrm_avatar_layer_expression(const vrm_avatar *avatar, vrm_expression_layer layer,
                                  int32_t expression) {
    if (!is_layer(avatar, __func__, layer) || !is_expression(avatar, __func__, expression)) {
        return 0.0f;
    }
    return *vrmi_face_input(avatar, layer, expression);
}

void vrm_avatar_set_expression_layer_weight(vrm_avatar *avatar, vrm_expression_layer layer,
                                            float weight) {
    if (!is_layer(avatar, __func__, layer)) return;
    if (!vrmi_is_finite(weight)) {
        vrmi_misuse(avatar, __func__, "the weight is not finite");
        return;
    }
    weight = vrmi_saturate(weight);
    vrmi_set_input(avatar, &avatar->face.layer_weights[layer], &weight, sizeof weight);
}

float vrm_avatar_expression_layer_weight(const vrm_avatar *avatar, vrm_expression_layer layer) {
    if (!is_layer(avatar, __func__, layer)) return 0.0f;
    return avatar->face.layer_weights[layer];
}

void vrm_avatar_clear_expression_layer(vrm_avatar *avatar, vrm_expression_layer layer) {
    const float zero = 0.0f;
    if (!is_free_layer(avatar, __func__, layer)) return;
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        vrmi_set_input(avatar, vrmi_face_input(avatar, layer, (int32_t)i), &zero, sizeof zero);
    }
}

float vrm_avatar_expression_weight(const vrm_avatar *avatar, int32_t expression) {
    if (!is_expression(avatar, __func__, expression)) return 0.0f;
    return avatar->face.weights[expression];
}

void vrm_avatar_set_expression_class(vrm_avatar *avatar, int32_t expression,
                                     vrm_expression_class expression_class) {
    if (!is_expression(avatar, __func__, expression)) return;
    if (!vrmi_is_index(expression_class, VRM_EXPRESSION_CLASS_MOUTH + 1)) {
        vrmi_misuse(avatar, __func__, "there is no such class");
        return;
    }
    /* Presets keep the class that the specification gives them (EX-017). */
    if (avatar->tables->expressions[expression].preset != VRM_NONE) return;
    vrmi_set_input(avatar, &avatar->face.classes[expression], &expression_class,
                   sizeof expression_class);
}

/* --- What an expression changes --- */

/* Adds one contribution. A file may have any finite numbers, so that it may be infinite; a frame
 * has nothing but finite ones. The weight is not 0. */
static void add(float *sum, float weight, float contribution) {
    *sum = vrmi_clamp(*sum + weight * contribution, -FLT_MAX, FLT_MAX);
}

static void add_morphs(vrm_avatar *avatar, const vrm_expression *expression, float weight) {
    const uint32_t *offsets = avatar->rig->expressions.morph_offsets;
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        const vrm_morph_bind *bind = &expression->morph_binds[i];
        add(&avatar->face.morphs[offsets[bind->node] + (uint32_t)bind->target], weight,
            bind->weight);
    }
}

/* Which colors a material has, by its kind (EX-025). MToon goes before unlit (MT-002). */
static bool has_color(const vrm_avatar *avatar, int32_t material, int32_t type) {
    if (type == VRM_COLOR_BIND_COLOR || avatar->tables->mtoons[material].is_present) return true;
    return type == VRM_COLOR_BIND_EMISSION && !avatar->tables->materials[material].is_unlit;
}

static const size_t color_offsets[] = {
    [VRM_COLOR_BIND_COLOR] = offsetof(vrm_material_values, base_color),
    [VRM_COLOR_BIND_EMISSION] = offsetof(vrm_material_values, emissive),
    [VRM_COLOR_BIND_SHADE] = offsetof(vrm_material_values, shade_color),
    [VRM_COLOR_BIND_MATCAP] = offsetof(vrm_material_values, matcap),
    [VRM_COLOR_BIND_RIM] = offsetof(vrm_material_values, rim_color),
    [VRM_COLOR_BIND_OUTLINE] = offsetof(vrm_material_values, outline_color),
};

/* Adds w (target - base), with the file's own color as the base. Only `color` has an alpha that
 * can be driven (EX-023, EX-024). */
static void add_colors(vrm_avatar *avatar, const vrm_expression *expression, float weight) {
    for (uint32_t i = 0; i < expression->color_bind_count; ++i) {
        const vrm_color_bind *bind = &expression->color_binds[i];
        const void *base = &avatar->rig->expressions.rest_materials[bind->material];
        void *values = &avatar->face.materials[bind->material];
        size_t offset = color_offsets[bind->type];
        const float *from = (const void *)((const char *)base + offset);
        float *color = (void *)((char *)values + offset);
        int count = bind->type == VRM_COLOR_BIND_COLOR ? 4 : 3;
        if (!has_color(avatar, bind->material, bind->type)) continue;
        for (int k = 0; k < count; ++k) add(&color[k], weight, bind->target[k] - from[k]);
    }
}

/* A bind has the same target for all textures of a material, each from its own base (EX-028,
 * EX-029). */
static void add_uvs(vrm_avatar *avatar, const vrm_expression *expression, float weight) {
    for (uint32_t i = 0; i < expression->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &expression->uv_binds[i];
        const vrm_material_values *base = &avatar->rig->expressions.rest_materials[bind->material];
        vrm_material_values *values = &avatar->face.materials[bind->material];
        for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; ++slot) {
            vrm_vec2 scale = vrmi_vec2_sub(bind->scale, base->uv_scale[slot]);
            vrm_vec2 offset = vrmi_vec2_sub(bind->offset, base->uv_offset[slot]);
            if (bind->components & VRM_UV_SCALE_X) add(&values->uv_scale[slot].x, weight, scale.x);
            if (bind->components & VRM_UV_SCALE_Y) add(&values->uv_scale[slot].y, weight, scale.y);
            if (bind->components & VRM_UV_OFFSET_X) {
                add(&values->uv_offset[slot].x, weight, offset.x);
            }
            if (bind->components & VRM_UV_OFFSET_Y) {
                add(&values->uv_offset[slot].y, weight, offset.y);
            }
        }
    }
}

/* Everything that any expression binds, as it is without them (EX-018). */
static void reset_bound(vrm_avatar *avatar) {
    const vrmi_rig_expressions *rig = &avatar->rig->expressions;
    for (uint32_t i = 0; i < rig->bound_morph_count; ++i) {
        avatar->face.morphs[rig->bound_morphs[i]] = 0.0f;
    }
    for (uint32_t i = 0; i < rig->bound_material_count; ++i) {
        uint32_t material = rig->bound_materials[i];
        avatar->face.materials[material] = rig->rest_materials[material];
    }
}

/* Contributions add up in the order of the tables, whatever the order of the inputs (EX-031). */
static void apply_binds(vrm_avatar *avatar) {
    const vrmi_rig_expressions *rig = &avatar->rig->expressions;
    vrmi_face *face = &avatar->face;
    vrmi_expressions_weigh(avatar, face->weights);
    reset_bound(avatar);
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        const vrm_expression *expression = &avatar->tables->expressions[i];
        if (face->weights[i] == 0.0f) continue;
        add_morphs(avatar, expression, face->weights[i]);
        add_colors(avatar, expression, face->weights[i]);
        add_uvs(avatar, expression, face->weights[i]);
    }
    /* Sums of morph weights are clamped only if the application asks for it (EX-040). */
    if ((avatar->flags & VRM_AVATAR_FLAG_CLAMP_MORPHS) == 0) return;
    for (uint32_t i = 0; i < rig->bound_morph_count; ++i) {
        float *morph = &face->morphs[rig->bound_morphs[i]];
        *morph = vrmi_saturate(*morph);
    }
}

/* --- The UV animation of MToon --- */

/* Each parameter has a phase of its own, from which the transform is made anew (MT-032). */
static void advance_phases(vrm_avatar *avatar, float dt) {
    const vrmi_rig_expressions *rig = &avatar->rig->expressions;
    if (!(dt > 0.0f) || !vrmi_is_finite(dt)) return;
    for (uint32_t i = 0; i < rig->animated_material_count; ++i) {
        uint32_t material = rig->animated_materials[i];
        const vrm_mtoon *mtoon = &avatar->tables->mtoons[material];
        double *phases = avatar->face.uv_phases + (size_t)material * 3;
        phases[0] += (double)mtoon->uv_animation_scroll_x_speed_factor * (double)dt;
        phases[1] += (double)mtoon->uv_animation_scroll_y_speed_factor * (double)dt;
        phases[2] += (double)mtoon->uv_animation_rotation_speed_factor * (double)dt;
    }
}

/* From 0 to less than `period`. */
static double wrap(double phase, double period) {
    double turns = phase / period;
    if (!(turns > -1e15 && turns < 1e15)) return 0.0; /* no digits are left for the rest */
    phase -= (double)(int64_t)turns * period;
    if (phase < 0.0) phase += period;
    return phase >= 0.0 && phase < period ? phase : 0.0;
}

/*
 * A whole turn is not seen. With a mask, which multiplies the angle (MT-027), it would be: there
 * the angle goes on to 255 turns, which an image of 8 bits makes a whole number of turns again.
 */
static double rotation_period(const vrm_mtoon *mtoon) {
    const double turn = 6.283185307179586;
    return mtoon->uv_animation_mask_texture.texture != VRM_NONE ? 255.0 * turn : turn;
}

static float to_float(double x) {
    const double most = (double)FLT_MAX;
    return (float)(x < -most ? -most : x > most ? most : x);
}

static void write_phases(vrm_avatar *avatar) {
    const vrmi_rig_expressions *rig = &avatar->rig->expressions;
    for (uint32_t i = 0; i < rig->animated_material_count; ++i) {
        uint32_t material = rig->animated_materials[i];
        double period = rotation_period(&avatar->tables->mtoons[material]);
        double *phases = avatar->face.uv_phases + (size_t)material * 3;
        vrm_material_values *values = &avatar->face.materials[material];
        phases[2] = wrap(phases[2], period);
        values->uv_scroll.x = to_float(phases[0]);
        values->uv_scroll.y = to_float(phases[1]);
        values->uv_rotation = (float)phases[2];
        if (values->uv_rotation >= (float)period) values->uv_rotation = 0.0f; /* it was rounded */
    }
}

/* --- The stage --- */

void vrmi_expressions_apply(vrm_avatar *avatar) {
    apply_binds(avatar);
    write_phases(avatar);
}

void vrm_avatar_update_expressions(vrm_avatar *avatar, float dt) {
    if (avatar == NULL) return;
    if (!avatar->sleep.is_asleep) apply_binds(avatar);
    advance_phases(avatar, dt); /* once an update, after expressions (UO-010) */
    write_phases(avatar);
}

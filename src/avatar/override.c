#include "avatar/override.h"

enum { CLASS_COUNT = VRM_EXPRESSION_CLASS_MOUTH + 1 };

float vrmi_expression_input(const vrm_avatar *avatar, int32_t expression) {
    float input = 0.0f;
    for (int32_t layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer) {
        /* Inputs may be anything; NaN counts as 0 (EX-005). */
        float value = vrmi_saturate(*vrmi_face_input(avatar, layer, expression));
        input = vrmi_max(input, value * avatar->face.layer_weights[layer]);
    }
    return vrmi_saturate(input);
}

float vrmi_expression_output(const vrm_avatar *avatar, int32_t expression) {
    const vrm_expression *it = &avatar->tables->expressions[expression];
    float input = vrmi_expression_input(avatar, expression);
    if (!it->is_binary) return input;
    return input > it->binary_threshold ? 1.0f : 0.0f; /* the threshold itself gives 0 (EX-006) */
}

static int32_t override_of(const vrm_expression *expression, int32_t expression_class) {
    switch (expression_class) {
    case VRM_EXPRESSION_CLASS_BLINK:
        return expression->override_blink;
    case VRM_EXPRESSION_CLASS_LOOK_AT:
        return expression->override_look_at;
    case VRM_EXPRESSION_CLASS_MOUTH:
        return expression->override_mouth;
    default:
        return VRM_OVERRIDE_NONE;
    }
}

/* What an expression with this output takes from a class: all of it (block, EX-009), or as much as
 * its output (blend, EX-010). Nothing from its own class (EX-012). */
static float taken(const vrm_avatar *avatar, uint32_t expression, int32_t expression_class,
                   float output) {
    if (avatar->face.classes[expression] == expression_class) return 0.0f;
    switch (override_of(&avatar->tables->expressions[expression], expression_class)) {
    case VRM_OVERRIDE_BLOCK:
        return output > 0.0f ? 1.0f : 0.0f;
    case VRM_OVERRIDE_BLEND:
        return output;
    default:
        return 0.0f;
    }
}

float vrmi_override_rate(const vrm_avatar *avatar, int32_t expression_class) {
    float rate = 0.0f;
    for (uint32_t i = 0; i < avatar->tables->expression_count; ++i) {
        if (override_of(&avatar->tables->expressions[i], expression_class) == VRM_OVERRIDE_NONE) {
            continue;
        }
        rate += taken(avatar, i, expression_class, vrmi_expression_output(avatar, (int32_t)i));
    }
    return vrmi_saturate(rate);
}

void vrmi_expressions_weigh(const vrm_avatar *avatar, float *weights) {
    uint32_t count = avatar->tables->expression_count;
    float rates[CLASS_COUNT] = {0.0f};
    for (uint32_t i = 0; i < count; ++i) {
        weights[i] = vrmi_expression_output(avatar, (int32_t)i);
        if (weights[i] == 0.0f) continue;
        /* From what it is before it is overridden itself (EX-016). */
        for (int32_t k = VRM_EXPRESSION_CLASS_BLINK; k < CLASS_COUNT; ++k) {
            rates[k] += taken(avatar, i, k, weights[i]);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        float rate = vrmi_saturate(rates[avatar->face.classes[i]]); /* of no class: 0 */
        if (avatar->tables->expressions[i].is_binary) {
            if (rate > 0.0f) weights[i] = 0.0f; /* any override is a whole one (EX-015) */
        } else {
            weights[i] *= 1.0f - rate;
        }
    }
}

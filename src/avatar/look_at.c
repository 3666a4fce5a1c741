/*
 * lookAt (requirements 6.4): where the eyes look, and what turns them: bones, or expressions.
 *
 * The stage runs behind the pose, so that the angles are those of this frame's
 * head (LA-026), and before expressions, whose inputs it writes.
 */
#include "avatar/bone.h"
#include "avatar/override.h"
#include "avatar/sleep.h"
#include "base/desc.h"

/* --- What the application wants --- */

static void set_mode(vrm_avatar *avatar, int32_t mode) {
    if (mode == VRM_LOOK_AT_MODE_OFF && avatar->look_at.mode != mode) avatar->look_at_was_on = 1;
    vrmi_set_input(avatar, &avatar->look_at.mode, &mode, sizeof mode);
}

void vrm_avatar_set_look_at_target(vrm_avatar *avatar, const vrm_vec3 *target) {
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, target)) return;
    if (!vrmi_vec3_is_finite(*target)) {
        vrmi_misuse(avatar, __func__, "the target is not finite");
        return;
    }
    set_mode(avatar, VRM_LOOK_AT_MODE_TARGET);
    vrmi_set_input(avatar, &avatar->look_at.target, target, sizeof *target);
}

void vrm_avatar_set_look_at_degrees(vrm_avatar *avatar, float yaw_degrees, float pitch_degrees) {
    if (avatar == NULL) return;
    if (!vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees)) {
        vrmi_misuse(avatar, __func__, "the angles are not finite");
        return;
    }
    set_mode(avatar, VRM_LOOK_AT_MODE_DEGREES);
    vrmi_set_input(avatar, &avatar->look_at.yaw_degrees, &yaw_degrees, sizeof yaw_degrees);
    vrmi_set_input(avatar, &avatar->look_at.pitch_degrees, &pitch_degrees, sizeof pitch_degrees);
}

void vrm_avatar_set_look_at_off(vrm_avatar *avatar) {
    if (avatar != NULL) set_mode(avatar, VRM_LOOK_AT_MODE_OFF);
}

void vrm_avatar_get_look_at(const vrm_avatar *avatar, vrm_look_at_state *out) {
    vrm_look_at_state state;
    if (!vrmi_is_given(avatar, __func__, out)) return;
    memset(&state, 0, sizeof state);
    if (avatar != NULL) {
        state.mode = avatar->look_at.mode;
        state.target = avatar->look_at.target;
        state.yaw_degrees = avatar->look_at.yaw_degrees;
        state.pitch_degrees = avatar->look_at.pitch_degrees;
        if (state.mode == VRM_LOOK_AT_MODE_DEGREES) { /* an update leaves them as they were set */
            state.set_yaw_degrees = state.yaw_degrees;
            state.set_pitch_degrees = state.pitch_degrees;
        }
    }
    if (!vrmi_sized_write(out, VRMI_SIZE_UP_TO(vrm_look_at_state, pitch_degrees), &state,
                          sizeof state)) {
        vrmi_misuse(avatar, __func__, "the state was not prepared with vrm_look_at_state_init");
    }
}

void vrm_avatar_get_eye_position(const vrm_avatar *avatar, vrm_vec3 *out) {
    int32_t head = avatar != NULL ? vrmi_bone_node(avatar, VRM_BONE_HEAD) : VRM_NONE;
    if (!vrmi_is_given(avatar, __func__, out)) return;
    *out = head != VRM_NONE
               ? vrmi_vec3_to_finite(vrmi_mat4_transform_point(
                     &avatar->world[head], avatar->tables->look_at.offset_from_head_bone))
               : vrm_vec3_make(0.0f, 0.0f, 0.0f);
}

/* --- Angles (6.4.1, 6.4.2) --- */

/*
 * A direction of the world in the space of lookAt: x to the avatar's left, y
 * up, z forward.
 *
 * The head's world rotation holds the half turn under the root where there is
 * one, and its rest rotation does not. So, without the half turn, a model that
 * faces -Z is turned here alone; with it, the two make a whole turn, and
 * forward is the root's +Z. In both cases it is where the avatar looks.
 */
static vrm_vec3 to_look_at_space(const vrm_avatar *avatar, int32_t head, vrm_vec3 v) {
    vrm_quat now = vrmi_mat4_rotation(&avatar->world[head]);
    vrm_quat rest = avatar->rig->bone_rotations[VRM_BONE_HEAD];
    vrm_quat space = vrmi_quat_normalize(vrmi_quat_multiply(now, vrmi_quat_conjugate(rest)));
    v = vrmi_quat_rotate(vrmi_quat_conjugate(space), v);
    return vrmi_is_turned(avatar) ? vrmi_half_turn(v) : v;
}

/* A point that is so far away that squares overflow is a direction: shorter, it
 * is the same one. */
static vrm_vec3 bring_near(vrm_vec3 v) {
    float largest = vrmi_max(fabsf(v.x), vrmi_max(fabsf(v.y), fabsf(v.z)));
    return largest > 1e18f ? vrmi_vec3_scale(v, 1e-20f) : v;
}

static void find_angles(vrm_avatar *avatar) {
    vrmi_look_at *look_at = &avatar->look_at;
    int32_t head = vrmi_bone_node(avatar, VRM_BONE_HEAD);
    vrm_vec3 way = vrmi_vec3_sub(look_at->target, vrm_avatar_eye_position(avatar));
    float level;
    if (head == VRM_NONE || !vrmi_vec3_is_finite(way)) return;
    way = to_look_at_space(avatar, head, bring_near(way));
    /* A target in the eye has no direction, and the angles stay (LA-023). */
    if (!(vrmi_vec3_length(way) > VRMI_EPSILON_LENGTH)) return;
    level = sqrtf(way.x * way.x + way.z * way.z);
    /* Straight above or below, there is no yaw: it is 0 (LA-024). */
    look_at->yaw_degrees =
        level > VRMI_EPSILON_LENGTH ? vrmi_degrees(vrmi_atan2(way.x, way.z)) : 0.0f;
    look_at->pitch_degrees = vrmi_degrees(vrmi_atan2(-way.y, level));
}

/* --- Range maps (6.4.3, 6.4.4) --- */

/* An infinite tangent; files can only write it as the end of float's range. */
static bool is_step(float tangent) { return !(fabsf(tangent) < FLT_MAX); }

/* A curve of 0.x at x, which is 0 to 1; keys are sorted by time. */
static float evaluate(const vrm_range_map *map, float x) {
    const vrm_curve_key *a = map->curve, *b = a + 1;
    const vrm_curve_key *last = a + map->curve_key_count - 1;
    float h, s, s2, s3;
    if (x <= a->time) return a->value;
    if (x >= last->time) return last->value;
    while (x >= b->time) b++;
    a = b - 1;
    /* a->time <= x < b->time: no division by 0. */
    if (is_step(a->out_tangent) || is_step(b->in_tangent)) return a->value;
    h = b->time - a->time;
    s = (x - a->time) / h;
    s2 = s * s;
    s3 = s2 * s;
    return (2.0f * s3 - 3.0f * s2 + 1.0f) * a->value + (s3 - 2.0f * s2 + s) * h * a->out_tangent +
           (3.0f * s2 - 2.0f * s3) * b->value + (s3 - s2) * h * b->in_tangent;
}

/* How much of a map's output an angle gives: 0 to 1, but for curves. Its sign
 * does not matter. */
static float ratio(const vrm_range_map *map, float degrees) {
    float angle = fabsf(degrees);
    if (map->curve_key_count > 1) {
        return evaluate(map, vrmi_saturate(angle / vrmi_max(map->input_max_degrees, 0.001f)));
    }
    /* A range of 0 is exceeded by every angle (LA-011). */
    if (!(map->input_max_degrees > 0.0f)) return 1.0f;
    return vrmi_min(angle, map->input_max_degrees) / map->input_max_degrees;
}

/* The map's output with the sign of the angle (LA-010). */
static float map_signed(const vrm_range_map *positive, const vrm_range_map *negative,
                        float degrees) {
    if (degrees > 0.0f) return ratio(positive, degrees) * positive->output_scale;
    if (degrees < 0.0f) return -(ratio(negative, degrees) * negative->output_scale);
    return 0.0f;
}

/* --- Bones --- */

/* Ry(yaw) Rx(pitch): roll is 0 (LA-016). */
static vrm_quat turn_eye(float yaw_degrees, float pitch_degrees) {
    float sin_yaw, cos_yaw, sin_pitch, cos_pitch;
    vrmi_sincos(vrmi_radians(yaw_degrees) * 0.5f, &sin_yaw, &cos_yaw);
    vrmi_sincos(vrmi_radians(pitch_degrees) * 0.5f, &sin_pitch, &cos_pitch);
    return vrm_quat_make(cos_yaw * sin_pitch, sin_yaw * cos_pitch, -sin_yaw * sin_pitch,
                         cos_yaw * cos_pitch);
}

static void drive_eye(vrm_avatar *avatar, vrm_bone bone, const vrm_range_map *left,
                      const vrm_range_map *right, float yaw, float pitch) {
    const vrm_look_at *look_at = &avatar->tables->look_at;
    int32_t node = vrmi_bone_node(avatar, bone);
    vrm_quat turn;
    if (node == VRM_NONE) return;
    turn = turn_eye(map_signed(left, right, yaw),
                    map_signed(&look_at->vertical_down, &look_at->vertical_up, pitch));
    avatar->local[node].rotation = vrmi_bone_local_from_normalised(avatar, bone, turn);
    vrmi_place_below(avatar, node);
}

static void drive_bones(vrm_avatar *avatar) {
    const vrm_look_at *look_at = &avatar->tables->look_at;
    const vrm_range_map *inner = &look_at->horizontal_inner, *outer = &look_at->horizontal_outer;
    float yaw = avatar->look_at.yaw_degrees, pitch = avatar->look_at.pitch_degrees;
    /* By default overrides weaken expressions alone (LA-027). */
    if ((avatar->flags & VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT) != 0) {
        float left_over = 1.0f - vrmi_override_rate(avatar, VRM_EXPRESSION_CLASS_LOOK_AT);
        yaw *= left_over;
        pitch *= left_over;
    }
    /* To the left, the left eye turns outwards and the right one inwards (LA-013, LA-014). */
    drive_eye(avatar, VRM_BONE_LEFT_EYE, outer, inner, yaw, pitch);
    drive_eye(avatar, VRM_BONE_RIGHT_EYE, inner, outer, yaw, pitch);
}

/* --- Expressions --- */

typedef struct look_weights {
    float up, down, left, right;
} look_weights;

/* The weights of the four expressions (LA-018, LA-019). Where expressions stand in for bones, the
 * outputs of the maps are degrees and no weights: a map's whole range then gives the whole weight.
 */
static look_weights weigh(const vrm_avatar *avatar) {
    const vrm_look_at *look_at = &avatar->tables->look_at;
    float yaw = avatar->look_at.yaw_degrees, pitch = avatar->look_at.pitch_degrees;
    const vrm_range_map *level = &look_at->horizontal_outer;
    const vrm_range_map *steep = pitch > 0.0f ? &look_at->vertical_down : &look_at->vertical_up;
    float across = ratio(level, yaw), along = ratio(steep, pitch);
    look_weights weights;
    if (look_at->type == VRM_LOOK_AT_TYPE_EXPRESSION) {
        across *= level->output_scale;
        along *= steep->output_scale;
    }
    weights.left = yaw > 0.0f ? vrmi_saturate(across) : 0.0f;
    weights.right = yaw < 0.0f ? vrmi_saturate(across) : 0.0f;
    weights.down = pitch > 0.0f ? vrmi_saturate(along) : 0.0f;
    weights.up = pitch < 0.0f ? vrmi_saturate(along) : 0.0f;
    return weights;
}

/* All four every time (LA-020). Presets come first in the table. */
static void drive_expressions(vrm_avatar *avatar, look_weights weights) {
    const vrm_tables *tables = avatar->tables;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        float *input = vrmi_face_input(avatar, VRM_EXPRESSION_LAYER_LOOK_AT, (int32_t)i);
        switch (tables->expressions[i].preset) {
        case VRM_PRESET_LOOK_UP:
            *input = weights.up;
            break;
        case VRM_PRESET_LOOK_DOWN:
            *input = weights.down;
            break;
        case VRM_PRESET_LOOK_LEFT:
            *input = weights.left;
            break;
        case VRM_PRESET_LOOK_RIGHT:
            *input = weights.right;
            break;
        case VRM_NONE:
            return;
        default:
            break;
        }
    }
}

/* --- The stage --- */

static bool has_eye(const vrm_avatar *avatar) {
    return vrmi_bone_node(avatar, VRM_BONE_LEFT_EYE) != VRM_NONE ||
           vrmi_bone_node(avatar, VRM_BONE_RIGHT_EYE) != VRM_NONE;
}

/* Whether expressions show where the eyes look (LA-025). */
static bool is_by_expression(const vrm_avatar *avatar) {
    return avatar->tables->look_at.type == VRM_LOOK_AT_TYPE_EXPRESSION ||
           (!has_eye(avatar) && (avatar->flags & VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION) != 0);
}

void vrm_avatar_update_look_at(vrm_avatar *avatar) {
    look_weights weights = {0.0f, 0.0f, 0.0f, 0.0f};
    vrmi_look_at *look_at;
    bool is_on;
    if (avatar == NULL || avatar->sleep.is_asleep) return;
    look_at = &avatar->look_at;
    avatar->look_at_was_on = 0;
    if (look_at->mode == VRM_LOOK_AT_MODE_TARGET) find_angles(avatar);
    if (look_at->mode == VRM_LOOK_AT_MODE_OFF) look_at->yaw_degrees = look_at->pitch_degrees = 0.0f;
    /* Without lookAt in the file there is no look_at control (3.1), but the angles
     * are there for an application that turns the head by itself. Off: LA-033. */
    is_on = look_at->mode != VRM_LOOK_AT_MODE_OFF && avatar->tables->look_at.is_present != 0;
    if (is_on && is_by_expression(avatar)) weights = weigh(avatar);
    if (is_on && avatar->tables->look_at.type == VRM_LOOK_AT_TYPE_BONE) drive_bones(avatar);
    drive_expressions(avatar, weights);
}

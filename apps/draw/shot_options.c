#include "shot_options.h"
#include "apps/kit/program/language.h"

#include <stdlib.h>
#include <string.h>

static option_result take_point(const option_value *value, bool *out_has, vrm_vec3 *out) {
    *out_has = true;
    *out = value_vec3(value);
    return OPTION_TAKEN;
}

static option_result take_light(const option_value *value, float out[3]) {
    memcpy(out, value->numbers, 3 * sizeof *out);
    return OPTION_TAKEN;
}

/* --- One function an option, where there is more to do than to keep the value --- */

static option_result read_background(const option_value *value, shot_settings *out) {
    static const background_kind kinds[] = {BACKGROUND_SOFT, BACKGROUND_TRANSPARENT};
    const char *digits = value->text;
    unsigned long number;
    out->has_background = !value->is_default;
    if (value->word >= 0) {
        out->background = kinds[value->word];
        return OPTION_TAKEN;
    }
    if (*digits == '#') ++digits;
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6) return OPTION_WRONG;
    number = strtoul(digits, NULL, 16);
    out->background = BACKGROUND_COLOR;
    out->color[0] = (uint8_t)(number >> 16);
    out->color[1] = (uint8_t)(number >> 8 & 0xFF);
    out->color[2] = (uint8_t)(number & 0xFF);
    return OPTION_TAKEN;
}

static option_result read_view(const option_value *value, shot_settings *out) {
    static const camera_view views[] = {VIEW_FULL, VIEW_UPPER, VIEW_PORTRAIT, VIEW_FACE};
    out->view = views[value->word];
    out->has_view = !value->is_default;
    return OPTION_TAKEN;
}

static option_result read_turn(const option_value *value, shot_settings *out) {
    float pitch = value->number_count > 1 ? value->numbers[1] : 0.0f;
    if (!(pitch >= -85.0f) || !(pitch <= 85.0f)) return OPTION_WRONG;
    out->yaw_degrees = value->numbers[0];
    out->pitch_degrees = pitch;
    return OPTION_TAKEN;
}

static option_result read_light_direction(const option_value *value, shot_settings *out) {
    const float *n = value->numbers;
    if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) return OPTION_WRONG;
    return take_point(value, &out->has_light, &out->light.direction);
}

static option_result read_expression(option_value *value, shot_settings *out) {
    if (out->expression_count == STUDIO_EXPRESSIONS) {
        value->problem = SAY("no more expressions can be set");
        return OPTION_WRONG;
    }
    out->names[out->expression_count] = value->text;
    out->weights[out->expression_count++] = value->weight;
    return OPTION_TAKEN;
}

static option_result read_look(const option_value *value, shot_settings *out) {
    static const look_kind kinds[] = {LOOK_CAMERA, LOOK_OFF};
    out->look = value->word >= 0 ? kinds[value->word] : LOOK_POINT;
    if (value->word < 0) out->look_at = value_vec3(value);
    return OPTION_TAKEN;
}

static option_result read_camera(option_value *value, shot_settings *shot) {
    switch (value->option->id) {
    case OPTION_VIEW:
        return read_view(value, shot);
    case OPTION_TURN:
        return read_turn(value, shot);
    case OPTION_EYE:
        return take_point(value, &shot->has_eye, &shot->eye);
    case OPTION_TARGET:
        return take_point(value, &shot->has_target, &shot->target);
    case OPTION_UP:
        return take_point(value, &shot->has_up, &shot->up);
    case OPTION_FOV:
        shot->fov_degrees = (float)value->number;
        break;
    case OPTION_NEAR:
        shot->near = (float)value->number;
        break;
    case OPTION_FAR:
        shot->far = (float)value->number;
        break;
    case OPTION_FIRST_PERSON:
        shot->flags |= VRM_RENDER_FIRST_PERSON;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static option_result read_light(option_value *value, shot_settings *shot) {
    switch (value->option->id) {
    case OPTION_LIGHT:
        return read_light_direction(value, shot);
    case OPTION_LIGHT_COLOR:
        return take_light(value, shot->light.color);
    case OPTION_SKY:
        return take_light(value, shot->light.sky);
    case OPTION_GROUND:
        return take_light(value, shot->light.ground);
    case OPTION_AMBIENT:
        take_light(value, shot->light.sky);
        return take_light(value, shot->light.ground);
    case OPTION_ENVIRONMENT:
        shot->flags &= ~(uint32_t)VRM_RENDER_ENVIRONMENT;
        if (value->word == 0) shot->flags |= VRM_RENDER_ENVIRONMENT;
        return OPTION_TAKEN;
    case OPTION_NO_OUTLINE:
        shot->flags |= VRM_RENDER_NO_OUTLINE;
        return OPTION_TAKEN;
    default:
        return OPTION_NOT_READ;
    }
}

static option_result read_avatar(option_value *value, shot_settings *shot) {
    switch (value->option->id) {
    case OPTION_POSE:
        shot->is_rest_pose = value->word == 1;
        break;
    case OPTION_EXPRESSION:
        return read_expression(value, shot);
    case OPTION_LOOK:
        return read_look(value, shot);
    case OPTION_SPRINGS:
        shot->has_springs = value->word == 0;
        break;
    case OPTION_ACT:
        shot->act = (act_kind)value->word;
        break;
    case OPTION_WIND:
        shot->wind = value_vec3(value);
        break;
    case OPTION_TIME:
        shot->seconds = value->number;
        break;
    case OPTION_UV_TIME:
        shot->uv_seconds = value->number;
        break;
    case OPTION_AT:
        shot->at = value->number;
        break;
    case OPTION_IN_PLACE:
        shot->in_place = true;
        break;
    case OPTION_FOLLOW:
        shot->follows = true;
        break;
    case OPTION_SHOW:
        shot->show |= value->word_set;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

option_result shot_read_option(option_value *value, shot_settings *shot) {
    option_result result;
    switch (value->option->id) {
    case OPTION_SIZE:
        shot->width = value->width;
        shot->height = value->height;
        return OPTION_TAKEN;
    case OPTION_SAMPLES:
        shot->samples = value->whole;
        return OPTION_TAKEN;
    case OPTION_SUPERSAMPLE:
        shot->supersample = value->whole;
        return OPTION_TAKEN;
    case OPTION_SHORTCUTS:
        shot->renderer_flags = value->word == 0 ? 0 : VRM_RENDERER_NO_SHORTCUTS;
        return OPTION_TAKEN;
    case OPTION_BACKGROUND:
        return read_background(value, shot);
    case OPTION_ANY:
        shot->takes_any = true;
        return OPTION_TAKEN;
    default:
        break;
    }
    result = read_camera(value, shot);
    if (result == OPTION_NOT_READ) result = read_light(value, shot);
    if (result == OPTION_NOT_READ) result = read_avatar(value, shot);
    return result;
}

#include "shot_options.h"

#include <stdlib.h>
#include <string.h>

static bool read_light(const char *text, float out[3]) {
    return read_list(text, out, 3) == 3 && out[0] >= 0.0f && out[1] >= 0.0f && out[2] >= 0.0f;
}

static bool read_float(const char *text, double least, double most, float *out) {
    double number;
    if (!read_number_in(text, least, most, &number)) return false;
    *out = (float)number;
    return true;
}

/* Which of the names it is; -1 for none. */
static int find_name(const char *text, const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0) return i;
    }
    return -1;
}

/* --- One function an option --- */

static bool read_picture_size(char *value, shot_settings *out) {
    return read_size(value, 1, STUDIO_MOST_PIXELS, &out->width, &out->height);
}

static bool read_samples(char *value, shot_settings *out) {
    return read_whole(value, 1, 64, &out->samples);
}

static bool read_supersample(char *value, shot_settings *out) {
    return read_whole(value, 1, 8, &out->supersample);
}

static bool read_background(char *value, shot_settings *out) {
    static const char *const names[] = {"soft", "transparent"};
    static const background_kind kinds[] = {BACKGROUND_SOFT, BACKGROUND_TRANSPARENT};
    int name = find_name(value, names, 2);
    unsigned long number;
    if (name >= 0) {
        out->background = kinds[name];
        return true;
    }
    if (*value == '#') ++value;
    if (strlen(value) != 6 || strspn(value, "0123456789abcdefABCDEF") != 6) return false;
    number = strtoul(value, NULL, 16);
    out->background = BACKGROUND_COLOR;
    out->color[0] = (uint8_t)(number >> 16);
    out->color[1] = (uint8_t)(number >> 8 & 0xFF);
    out->color[2] = (uint8_t)(number & 0xFF);
    return true;
}

static bool read_view(char *value, shot_settings *out) {
    static const char *const names[] = {"full", "upper", "portrait", "face"};
    static const camera_view views[] = {VIEW_FULL, VIEW_UPPER, VIEW_PORTRAIT, VIEW_FACE};
    int name = find_name(value, names, 4);
    if (name < 0) return false;
    out->view = views[name];
    out->has_view = true;
    return true;
}

static bool read_turn(char *value, shot_settings *out) {
    float angles[2] = {0.0f, 0.0f};
    if (read_list(value, angles, 2) == 0 || !(angles[1] >= -85.0f) || !(angles[1] <= 85.0f)) {
        return false;
    }
    out->yaw_degrees = angles[0];
    out->pitch_degrees = angles[1];
    return true;
}

static bool read_eye(char *value, shot_settings *out) {
    return out->has_eye = read_vec3(value, &out->eye);
}

static bool read_target(char *value, shot_settings *out) {
    return out->has_target = read_vec3(value, &out->target);
}

static bool read_up(char *value, shot_settings *out) {
    return out->has_up = read_vec3(value, &out->up);
}

static bool read_fov(char *value, shot_settings *out) {
    return read_float(value, 0.1, 170.0, &out->fov_degrees);
}

static bool read_near(char *value, shot_settings *out) {
    return read_float(value, 1e-6, 1e6, &out->near);
}

static bool read_far(char *value, shot_settings *out) {
    return read_float(value, 1e-6, 1e6, &out->far);
}

static bool read_light_direction(char *value, shot_settings *out) {
    vrm_vec3 *d = &out->light.direction;
    out->has_light = read_vec3(value, d);
    return out->has_light && (d->x != 0.0f || d->y != 0.0f || d->z != 0.0f);
}

static bool read_light_color(char *value, shot_settings *out) {
    return read_light(value, out->light.color);
}

static bool read_sky(char *value, shot_settings *out) { return read_light(value, out->light.sky); }

static bool read_ground(char *value, shot_settings *out) {
    return read_light(value, out->light.ground);
}

static bool read_ambient(char *value, shot_settings *out) {
    return read_sky(value, out) && read_ground(value, out);
}

static bool read_pose(char *value, shot_settings *out) {
    static const char *const names[] = {"relaxed", "rest"};
    int name = find_name(value, names, 2);
    out->is_rest_pose = name == 1;
    return name >= 0;
}

/* "happy=0.5"; a name may have an equals sign of its own. */
static bool read_expression(char *value, shot_settings *out) {
    if (out->expression_count == STUDIO_EXPRESSIONS) return false;
    out->names[out->expression_count] = value;
    return read_weight(value, &out->weights[out->expression_count++]);
}

static bool read_look(char *value, shot_settings *out) {
    static const char *const names[] = {"camera", "off"};
    static const look_kind kinds[] = {LOOK_CAMERA, LOOK_OFF};
    int name = find_name(value, names, 2);
    out->look = name >= 0 ? kinds[name] : LOOK_POINT;
    return name >= 0 || read_vec3(value, &out->look_at);
}

static bool read_act(char *value, shot_settings *out) {
    static const char *const names[] = {"stand", "turn", "step"};
    int name = find_name(value, names, 3);
    out->act = name >= 0 ? (act_kind)name : ACT_STAND;
    return name >= 0;
}

static bool read_wind(char *value, shot_settings *out) { return read_vec3(value, &out->wind); }

static bool read_springs(char *value, shot_settings *out) {
    static const char *const names[] = {"on", "off"};
    int name = find_name(value, names, 2);
    out->has_springs = name == 0;
    return name >= 0;
}

static bool read_time(char *value, shot_settings *out) {
    return read_number_in(value, 0.0, 3600.0, &out->seconds);
}

static bool read_uv_time(char *value, shot_settings *out) {
    return read_number_in(value, 0.0, 1e6, &out->uv_seconds);
}

/* "skeleton,joints" */
static bool read_show(char *value, shot_settings *out) {
    static const char *const names[] = {"skeleton", "colliders", "joints"};
    for (char *part = strtok(value, ","); part != NULL; part = strtok(NULL, ",")) {
        int name = find_name(part, names, 3);
        if (name < 0) return false;
        out->show |= 1u << name;
    }
    return out->show != 0;
}

option_result shot_read_option(const char *option, char *value, shot_settings *shot) {
    static const struct {
        const char *name;
        bool (*read)(char *value, struct shot_settings *out);
    } values[] = {{"--size", read_picture_size},
                  {"--samples", read_samples},
                  {"--supersample", read_supersample},
                  {"--background", read_background},
                  {"--view", read_view},
                  {"--turn", read_turn},
                  {"--eye", read_eye},
                  {"--target", read_target},
                  {"--up", read_up},
                  {"--fov", read_fov},
                  {"--near", read_near},
                  {"--far", read_far},
                  {"--light", read_light_direction},
                  {"--light-color", read_light_color},
                  {"--sky", read_sky},
                  {"--ground", read_ground},
                  {"--ambient", read_ambient},
                  {"--pose", read_pose},
                  {"--expression", read_expression},
                  {"--look", read_look},
                  {"--springs", read_springs},
                  {"--act", read_act},
                  {"--wind", read_wind},
                  {"--time", read_time},
                  {"--uv-time", read_uv_time},
                  {"--show", read_show}};
    if (strcmp(option, "--first-person") == 0) {
        shot->flags |= VRM_RENDER_FIRST_PERSON;
        return FLAG_TAKEN;
    }
    if (strcmp(option, "--no-outline") == 0) {
        shot->flags |= VRM_RENDER_NO_OUTLINE;
        return FLAG_TAKEN;
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        if (strcmp(option, values[i].name) != 0) continue;
        return value != NULL && values[i].read(value, shot) ? VALUE_TAKEN : WRONG_VALUE;
    }
    return NOT_AN_OPTION;
}

#include "springs.h"
#include "apps/kit/json/json_line.h"

#include <stdlib.h>

const char *spring_setting_key(spring_setting setting) {
    static const char *const keys[SPRING_SETTING_COUNT] = {"stiffness", "gravityPower", "dragForce",
                                                           "hitRadius"};
    return keys[setting];
}

/* Values of files may be larger: a slider that cannot show them would change them. */
float spring_setting_most(const actor *a, spring_setting setting) {
    static const float most[SPRING_SETTING_COUNT] = {4.0f, 2.0f, 1.0f, 0.0f};
    return setting == SPRING_HIT_RADIUS ? 0.1f * a->size : most[setting];
}

static float *field_of(vrm_spring_joint_settings *settings, spring_setting setting) {
    float *const fields[SPRING_SETTING_COUNT] = {&settings->stiffness, &settings->gravity_power,
                                                 &settings->drag_force, &settings->hit_radius};
    return fields[setting];
}

float spring_setting_get(const actor *a, int32_t joint, spring_setting setting) {
    vrm_spring_joint_settings settings;
    vrm_avatar_get_spring_joint(a->avatar, joint, &settings);
    return *field_of(&settings, setting);
}

static void set_one(actor *a, int32_t joint, spring_setting setting, float value) {
    vrm_spring_joint_settings settings;
    vrm_avatar_get_spring_joint(a->avatar, joint, &settings);
    *field_of(&settings, setting) = value;
    vrm_avatar_set_spring_joint(a->avatar, joint, &settings);
}

static const vrm_spring *spring_of(const actor *a, int32_t spring) {
    return &vrm_model_tables(a->model)->springs[spring];
}

void spring_setting_set(actor *a, int32_t spring, int32_t joint, spring_setting setting,
                        float value) {
    const vrm_spring *s = spring_of(a, spring);
    if (joint != VRM_ALL) {
        set_one(a, joint, setting, value);
        return;
    }
    for (uint32_t i = 0; i < s->joint_count; ++i) {
        set_one(a, (int32_t)(s->first_joint + i), setting, value);
    }
}

void spring_settings_reset(actor *a, int32_t spring) {
    const vrm_spring *s = spring_of(a, spring);
    for (uint32_t i = 0; i < s->joint_count; ++i) {
        vrm_avatar_set_spring_joint(a->avatar, (int32_t)(s->first_joint + i), NULL);
    }
}

bool spring_settings_changed(const actor *a, int32_t spring) {
    const vrm_spring *s = spring_of(a, spring);
    for (uint32_t i = 0; i < s->joint_count; ++i) {
        if (actor_joint_is_changed(a, (int32_t)(s->first_joint + i))) return true;
    }
    return false;
}

char *spring_settings_json(const actor *a, int32_t spring) {
    const vrm_tables *tables = vrm_model_tables(a->model);
    const vrm_spring *s = spring_of(a, spring);
    json_line line;
    json_begin(&line);
    json_string(&line, "name", s->name);
    json_array(&line, "joints");
    for (uint32_t i = 0; i < s->joint_count; ++i) {
        int32_t joint = (int32_t)(s->first_joint + i);
        json_object(&line, NULL);
        json_integer(&line, "node", tables->spring_joints[joint].node);
        for (int k = 0; k < SPRING_SETTING_COUNT; ++k) {
            json_float(&line, spring_setting_key((spring_setting)k),
                       spring_setting_get(a, joint, (spring_setting)k));
        }
        json_close(&line);
    }
    json_close(&line);
    return json_take(&line);
}

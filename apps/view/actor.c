#include "actor.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/picture/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float degree = 0.017453293f;

static const vrm_trs origin = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};

/* --- Coming and going --- */

static void describe_failure(vrm_result result, const vrm_report *report, char *out, size_t size) {
    const vrm_diagnostic *failure = vrm_report_failure(report);
    if (failure != NULL) {
        say_message(failure, out, size);
    } else {
        snprintf(out, size, "%s", vrm_result_name(result));
    }
}

static bool prepare(actor *a, vrm_renderer *renderer) {
    const vrm_tables *tables = vrm_model_tables(a->model);
    vrm_render_limits limits;
    vrm_extent *extent;
    vrm_render_limits_init(&limits);
    limits.max_texture_bytes = UINT64_C(768) << 20; /* a window may be large, and one may go near */
    limits.max_bytes = UINT64_C(1) << 30;
    vrm_avatar_create(a->model, NULL, &a->avatar, NULL);
    a->wanted = calloc((size_t)tables->expression_count + 1, sizeof *a->wanted);
    a->weights = calloc((size_t)tables->expression_count + 1, sizeof *a->weights);
    if (a->avatar == NULL || a->wanted == NULL || a->weights == NULL) return false;
    if (vrm_render_model_create(renderer, a->model, &limits, &a->gpu, NULL) != VRM_OK) return false;
    vrm_pose_relaxed(a->model, &a->relaxed);
    vrm_avatar_apply_pose(a->avatar, &a->relaxed, NULL);
    vrm_idle_init(&a->idle, 1);
    a->root = origin;
    a->expression = VRM_NONE;
    a->is_idle = true;
    scene_settle(a->avatar);
    if (vrm_extent_create(a->avatar, NULL, &extent, NULL) != VRM_OK) return false;
    a->size = fmaxf(extent->most.y - extent->least.y, 1e-3f);
    vrm_render_model_limit_outlines(a->gpu, scene_widest_outline(a->size));
    vrm_extent_destroy(extent);
    return true;
}

/* The report of the load is replaced by that of a check, which contains it. A file that holds no
 * avatar is not checked. */
static void check_file(actor *a, const char *path) {
    vrm_check_desc desc;
    vrm_report *report = NULL;
    vrm_check_desc_init(&desc);
    if (check_path(path, &desc, NULL, &report) == VRM_OK) {
        vrm_report *of_load = a->report;
        a->report = report;
        report = of_load;
    }
    vrm_report_destroy(report);
}

bool actor_open(actor *out, vrm_renderer *renderer, const char *path, char *out_problem,
                size_t problem_size) {
    actor a;
    vrm_result result;
    bool is_good = false;
    memset(&a, 0, sizeof a);
    result = load_path(path, VRM_LOAD_ANY_GLTF, &a.model, &a.report);
    if (result != VRM_OK) {
        describe_failure(result, a.report, out_problem, problem_size);
    } else {
        is_good = prepare(&a, renderer);
        if (!is_good) snprintf(out_problem, problem_size, "%s", say("there is not enough memory"));
        check_file(&a, path);
    }
    if (is_good) {
        *out = a;
    } else {
        actor_close(&a);
    }
    return is_good;
}

void actor_close(actor *a) {
    vrm_render_model_destroy(a->gpu);
    vrm_avatar_destroy(a->avatar);
    vrm_model_release(a->model);
    vrm_report_destroy(a->report);
    free(a->wanted);
    free(a->weights);
    memset(a, 0, sizeof *a);
}

uint32_t actor_bad_images(const actor *a) {
    uint32_t count = vrm_model_gltf(a->model)->image_count, bad = 0;
    for (uint32_t i = 0; i < count; ++i) {
        bad += vrm_render_model_image(a->gpu, (int32_t)i) != VRM_IMAGE_STATE_GOOD;
    }
    return bad;
}

/* --- In the place of another --- */

static void carry_expressions(actor *to, const actor *from) {
    const vrm_tables *tables = vrm_model_tables(from->model);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        int32_t same = vrm_model_find_expression(to->model, tables->expressions[i].name.data);
        if (same == VRM_NONE) continue;
        to->wanted[same] = from->wanted[i];
        to->weights[same] = from->weights[i];
        if (from->expression == (int32_t)i) to->expression = same;
    }
}

int32_t actor_same_spring(const actor *to, const actor *from, int32_t spring) {
    const vrm_tables *a = vrm_model_tables(from->model), *b = vrm_model_tables(to->model);
    vrm_string name = a->springs[spring].name;
    /* Many files have springs without names, or with one name for all. */
    if ((uint32_t)spring < b->spring_count && b->springs[spring].name.length == name.length &&
        memcmp(b->springs[spring].name.data, name.data, name.length) == 0) {
        return spring;
    }
    return name.length > 0 ? vrm_model_find_spring(to->model, name.data) : VRM_NONE;
}

/* What a person has changed: settings that are not those of the file. */
static void carry_joints(actor *to, const actor *from, int32_t spring) {
    const vrm_tables *a = vrm_model_tables(from->model), *b = vrm_model_tables(to->model);
    int32_t same = actor_same_spring(to, from, spring);
    uint32_t first = a->springs[spring].first_joint, count = a->springs[spring].joint_count;
    if (same == VRM_NONE || b->springs[same].joint_count != count) return;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_spring_joint_settings settings;
        if (!actor_joint_is_changed(from, (int32_t)(first + i))) continue;
        vrm_avatar_get_spring_joint(from->avatar, (int32_t)(first + i), &settings);
        vrm_avatar_set_spring_joint(to->avatar, (int32_t)(b->springs[same].first_joint + i),
                                    &settings);
    }
}

bool actor_joint_is_changed(const actor *a, int32_t joint) {
    const vrm_spring_joint *file = &vrm_model_tables(a->model)->spring_joints[joint];
    vrm_spring_joint_settings now;
    vrm_avatar_get_spring_joint(a->avatar, joint, &now);
    return now.stiffness != file->stiffness || now.gravity_power != file->gravity_power ||
           now.drag_force != file->drag_force || now.hit_radius != file->hit_radius;
}

void actor_carry_over(actor *to, const actor *from) {
    uint32_t springs = vrm_model_tables(from->model)->spring_count;
    vrm_avatar_carry_over(to->avatar, from->avatar);
    carry_expressions(to, from);
    for (uint32_t i = 0; i < springs; ++i) carry_joints(to, from, (int32_t)i);
    to->idle = from->idle;
    to->is_idle = from->is_idle;
    to->wind = from->wind;
    to->wind_time = from->wind_time;
    to->root = from->root;
    to->head_yaw = from->head_yaw;
    to->head_pitch = from->head_pitch;
    scene_settle(to->avatar);
}

/* --- Life --- */

static float toward(float from, float to, float step) {
    return from < to ? fminf(from + step, to) : fmaxf(from - step, to);
}

static void fade_expressions(actor *a, float dt) {
    uint32_t count = vrm_model_tables(a->model)->expression_count;
    for (uint32_t i = 0; i < count; ++i) {
        if (a->weights[i] == a->wanted[i]) continue;
        a->weights[i] = toward(a->weights[i], a->wanted[i], 6.0f * dt);
        vrm_avatar_set_layer_expression(a->avatar, VRM_EXPRESSION_LAYER_EMOTION, (int32_t)i,
                                        a->weights[i]);
    }
}

static void blow(actor *a, float dt) {
    static const vrm_vec3 winds[WIND_COUNT] = {
        {0.0f, 0.0f, 0.0f}, {0.35f, 0.0f, -0.1f}, {1.0f, 0.05f, -0.3f}};
    a->wind_time += dt;
    vrm_avatar_set_wind_value(a->avatar, scene_gust(winds[a->wind], a->wind_time));
}

static vrm_quat turn_of(float yaw_degrees, float pitch_degrees) {
    float y = 0.5f * yaw_degrees * degree, x = 0.5f * pitch_degrees * degree;
    return vrm_quat_make(cosf(y) * sinf(x), sinf(y) * cosf(x), -sinf(y) * sinf(x),
                         cosf(y) * cosf(x));
}

/* Angles from the head to a point, as the body stands: to its left, and down. */
static void angles_to(const actor *a, vrm_vec3 target, float *out_yaw, float *out_pitch) {
    vrm_vec3 eye = vrm_avatar_eye_position(a->avatar);
    vrm_vec3 d = vrm_vec3_make(target.x - eye.x, target.y - eye.y, target.z - eye.z);
    float turned = 2.0f * atan2f(a->root.rotation.y, a->root.rotation.w) / degree;
    *out_yaw = remainderf(atan2f(d.x, d.z) / degree - turned, 360.0f);
    *out_pitch = -atan2f(d.y, sqrtf(d.x * d.x + d.z * d.z)) / degree;
}

/* People turn their head after their eyes: later, and not as far. */
static void look(actor *a, const vrm_vec3 *target, float dt) {
    float yaw = 0.0f, pitch = 0.0f, share = 1.0f - expf(-6.0f * dt);
    if (target != NULL) angles_to(a, *target, &yaw, &pitch);
    if (target == NULL || fabsf(yaw) > 110.0f) { /* behind: nobody looks there */
        vrm_avatar_set_look_at_degrees(a->avatar, 0.0f, 0.0f);
        yaw = pitch = 0.0f;
    } else {
        vrm_avatar_look_at(a->avatar, *target);
    }
    yaw = fminf(fmaxf(0.7f * yaw, -50.0f), 50.0f);
    pitch = fminf(fmaxf(0.6f * pitch, -30.0f), 30.0f);
    a->head_yaw += share * (yaw - a->head_yaw);
    a->head_pitch += share * (pitch - a->head_pitch);
    vrm_avatar_set_bone_rotation_value(a->avatar, VRM_BONE_NECK,
                                       turn_of(0.4f * a->head_yaw, 0.4f * a->head_pitch));
    vrm_avatar_set_bone_rotation_value(a->avatar, VRM_BONE_HEAD,
                                       turn_of(0.6f * a->head_yaw, 0.6f * a->head_pitch));
}

static void set_idle(actor *a) {
    float amount = a->is_idle ? 1.0f : 0.0f;
    a->idle.blink = a->idle.breath = a->idle.sway = a->idle.look_at = amount;
}

/* The body is the motion's, and so are eyes and lids if it says so. */
static void set_idle_with_motion(actor *a, const vrm_pose *shown) {
    const uint32_t blinks = (uint32_t)1 << VRM_PRESET_BLINK | (uint32_t)1 << VRM_PRESET_BLINK_LEFT |
                            (uint32_t)1 << VRM_PRESET_BLINK_RIGHT;
    a->idle.breath = a->idle.sway = 0.0f;
    a->idle.blink = a->is_idle && (shown->presets & blinks) == 0 ? 1.0f : 0.0f;
    a->idle.look_at = 0.0f;
}

/* Eyes look where the motion does not say it. The head belongs to the motion. Trackers turn eyes as
 * bones, which lookAt would turn too. */
static void look_beside_motion(actor *a, const playing *play, const vrm_vec3 *target) {
    const vrm_pose_parts look_at = VRM_POSE_LOOK_AT_DEGREES | VRM_POSE_LOOK_AT_POINT;
    if (playing_tracks(play, VRM_BONE_LEFT_EYE) || playing_tracks(play, VRM_BONE_RIGHT_EYE)) {
        vrm_avatar_set_look_at_off(a->avatar);
        return;
    }
    if ((play->shown.parts & look_at) != 0) return;
    if (target != NULL) {
        vrm_avatar_look_at(a->avatar, *target);
    } else {
        vrm_avatar_set_look_at_degrees(a->avatar, 0.0f, 0.0f);
    }
}

static void play_motion(actor *a, playing *play, const vrm_vec3 *target, float dt) {
    playing_apply(play, a->avatar, dt);
    look_beside_motion(a, play, target);
    set_idle_with_motion(a, &play->shown);
    a->head_yaw = a->head_pitch = 0.0f;
    if (!playing_is_on(play)) { /* it has faded away */
        vrm_avatar_apply_pose(a->avatar, &a->relaxed, NULL);
    }
}

void actor_live(actor *a, playing *play, const vrm_vec3 *target, float dt) {
    fade_expressions(a, dt);
    blow(a, dt);
    if (playing_is_on(play)) {
        play_motion(a, play, target, dt);
    } else {
        look(a, target, dt);
        set_idle(a);
    }
    vrm_idle_update(&a->idle, a->avatar, dt);
    vrm_avatar_update(a->avatar, dt);
}

void actor_express(actor *a, int32_t expression) {
    uint32_t count = vrm_model_tables(a->model)->expression_count;
    for (uint32_t i = 0; i < count; ++i) a->wanted[i] = (int32_t)i == expression ? 1.0f : 0.0f;
    a->expression = expression;
}

void actor_set_expression(actor *a, int32_t expression, float weight) {
    a->wanted[expression] = a->weights[expression] = weight;
    a->expression = expression;
    vrm_avatar_set_layer_expression(a->avatar, VRM_EXPRESSION_LAYER_EMOTION, expression, weight);
}

/* --- Being moved --- */

void actor_move(actor *a, vrm_vec3 offset) {
    a->root.translation.x += offset.x;
    a->root.translation.y += offset.y;
    a->root.translation.z += offset.z;
    vrm_avatar_set_root(a->avatar, &a->root);
}

void actor_teleport(actor *a, vrm_vec3 to) {
    a->root.translation = to;
    vrm_avatar_teleport(a->avatar, &a->root, 1);
}

void actor_turn(actor *a, float degrees) {
    vrm_quat turn = turn_of(degrees, 0.0f), old = a->root.rotation;
    /* Both about the vertical; renormalised, for it is done in every frame. */
    float y = turn.w * old.y + turn.y * old.w, w = turn.w * old.w - turn.y * old.y;
    float length = sqrtf(y * y + w * w);
    a->root.rotation = vrm_quat_make(0.0f, y / length, 0.0f, w / length);
    vrm_avatar_set_root(a->avatar, &a->root);
}

void actor_reset(actor *a) {
    a->root = origin;
    vrm_avatar_teleport(a->avatar, &a->root, 0);
    scene_settle(a->avatar);
}

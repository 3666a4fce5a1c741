/* Motions: scripted ones, and inputs that were written down frame by frame. */
#include "apps/kit/avatar/player.h"
#include "apps/kit/program/language.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The sine of a number of turns. Our own, of + - * alone: hashes of a run are compared between
 * machines, and no two systems' libm agree in the last bit.
 */
static double sine_of_turns(double turns) {
    static const double factors[] = {1.0,
                                     -1.0 / 6.0,
                                     1.0 / 120.0,
                                     -1.0 / 5040.0,
                                     1.0 / 362880.0,
                                     -1.0 / 39916800.0,
                                     1.0 / 6227020800.0,
                                     -1.0 / 1307674368000.0};
    double part = turns - (double)(int64_t)turns, x, square, power, sum = 0.0;
    if (part > 0.5) part -= 1.0;
    if (part < -0.5) part += 1.0;
    if (part > 0.25) part = 0.5 - part;
    if (part < -0.25) part = -0.5 - part;
    x = 6.283185307179586 * part;
    square = x * x;
    power = x;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; ++i) {
        sum += factors[i] * power;
        power *= square;
    }
    return sum;
}

/* Radians about x, y and z: Ry * Rx * Rz. */
static vrm_quat from_euler(double x, double y, double z) {
    const double half_turns = 0.5 / 6.283185307179586;
    double sx = sine_of_turns(x * half_turns), cx = sine_of_turns(x * half_turns + 0.25);
    double sy = sine_of_turns(y * half_turns), cy = sine_of_turns(y * half_turns + 0.25);
    double sz = sine_of_turns(z * half_turns), cz = sine_of_turns(z * half_turns + 0.25);
    return vrm_quat_make((float)(cy * sx * cz + sy * cx * sz), (float)(sy * cx * cz - cy * sx * sz),
                         (float)(cy * cx * sz - sy * sx * cz),
                         (float)(cy * cx * cz + sy * sx * sz));
}

static void set_named(sim_run *run, const char *name, double weight) {
    sim_set_expression(run, vrm_model_find_expression(run->model, name), (float)weight);
}

/* The whole body, lookAt and the face, so that every stage has something to do. */
static void apply_sway(sim_run *run, uint32_t frame) {
    vrm_avatar *avatar = run->avatar;
    double t = frame * run->dt;
    vrm_trs root = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_vec3 hips;
    double smile = sine_of_turns(0.4 * t);
    vrm_model_get_bone_rest_position(run->model, VRM_BONE_HIPS, &hips);
    root.translation.x = (float)(0.5 * sine_of_turns(0.5 * t));
    vrm_avatar_set_root(avatar, &root);
    hips.y = (float)((double)hips.y + 0.05 * sine_of_turns(t));
    vrm_avatar_set_hips_position_value(avatar, hips);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HIPS,
                                       from_euler(0.0, 0.4 * sine_of_turns(0.5 * t), 0.0));
    vrm_avatar_set_bone_rotation_value(
        avatar, VRM_BONE_HEAD,
        from_euler(0.3 * sine_of_turns(0.7 * t), 0.5 * sine_of_turns(t), 0.0));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_LEFT_UPPER_ARM,
                                       from_euler(0.0, 0.0, -0.8 * sine_of_turns(0.8 * t)));
    vrm_avatar_set_bone_rotation_value(
        avatar, VRM_BONE_LEFT_LOWER_ARM,
        from_euler(0.6 * sine_of_turns(1.1 * t), 0.5 * sine_of_turns(0.9 * t), 0.0));
    if (!run->options->has_look) {
        sim_look_at(run, vrm_vec3_make((float)(2.0 * sine_of_turns(0.3 * t)),
                                       (float)(1.5 + sine_of_turns(0.45 * t)), 2.0f));
    }
    if (run->options->expression_count == 0) {
        set_named(run, "aa", 0.5 + 0.5 * sine_of_turns(1.3 * t));
        set_named(run, "happy", smile > 0.0 ? smile : 0.0);
        set_named(run, "blink", frame % 40 < 6 ? 1.0 : 0.0);
    }
}

/* Stands at ease, breathes, blinks and looks about. */
static void apply_idle(sim_run *run, uint32_t frame) {
    if (frame == 1) {
        avatar_relax(run->avatar);
        vrm_idle_init(&run->idle, 1);
    }
    vrm_idle_update(&run->idle, run->avatar, (float)run->dt);
}

/* --- A file --- */

static bool read_numbers(yyjson_val *array, double *out, size_t count) {
    if (!yyjson_is_arr(array) || yyjson_arr_size(array) != count) return false;
    for (size_t i = 0; i < count; ++i) {
        yyjson_val *number = yyjson_arr_get(array, i);
        if (!yyjson_is_num(number)) return false;
        out[i] = yyjson_get_num(number);
    }
    return true;
}

static bool read_vec3(yyjson_val *array, vrm_vec3 *out) {
    double n[3];
    if (!read_numbers(array, n, 3)) return false;
    *out = vrm_vec3_make((float)n[0], (float)n[1], (float)n[2]);
    return true;
}

static bool read_rotation(yyjson_val *array, vrm_quat *out) {
    double n[4], square;
    if (!read_numbers(array, n, 4)) return false;
    square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3];
    /* Floats that were written down have a length that is off by some 1e-7. */
    if (!(square > 0.999 && square < 1.001)) return false;
    *out = vrm_quat_make((float)n[0], (float)n[1], (float)n[2], (float)n[3]);
    return true;
}

/* "12" to 12; VRM_NONE where it is no node of the avatar. */
static int32_t find_node(const sim_run *run, const char *key) {
    char *end;
    unsigned long node = strtoul(key, &end, 10);
    if (key[0] < '0' || key[0] > '9' || *end != '\0' || node >= run->gltf->node_count) {
        return VRM_NONE;
    }
    return (int32_t)node;
}

static const char *apply_nodes(sim_run *run, yyjson_val *nodes) {
    vrm_trs *pose = vrm_avatar_locals(run->avatar);
    yyjson_obj_iter iter = yyjson_obj_iter_with(nodes);
    yyjson_val *key;
    while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
        yyjson_val *value = yyjson_obj_iter_get_val(key);
        yyjson_val *rotation = yyjson_obj_get(value, "r"),
                   *translation = yyjson_obj_get(value, "t");
        int32_t node = find_node(run, yyjson_get_str(key));
        if (node == VRM_NONE) return WORDS("the motion moves a node that the avatar does not have");
        if (rotation != NULL && !read_rotation(rotation, &pose[node].rotation)) {
            return WORDS("a rotation of the motion is not a unit quaternion");
        }
        if (translation != NULL && !read_vec3(translation, &pose[node].translation)) {
            return WORDS("a translation of the motion is not three numbers");
        }
    }
    return NULL;
}

/* What an avatar does not have is left out: a motion may be for many. */
static const char *apply_expressions(sim_run *run, yyjson_val *weights) {
    yyjson_obj_iter iter = yyjson_obj_iter_with(weights);
    yyjson_val *key;
    while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
        yyjson_val *weight = yyjson_obj_iter_get_val(key);
        if (!yyjson_is_num(weight)) return WORDS("a weight of the motion is not a number");
        set_named(run, yyjson_get_str(key), yyjson_get_num(weight));
    }
    return NULL;
}

static const char *apply_file(sim_run *run, uint32_t frame) {
    const motion *from = run->motion;
    yyjson_val *object = from->frames[(frame - 1) % from->frame_count];
    yyjson_val *root = yyjson_obj_get(object, "root"), *look = yyjson_obj_get(object, "look");
    vrm_trs trs = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    vrm_vec3 target;
    const char *problem = apply_nodes(run, yyjson_obj_get(object, "in"));
    if (problem == NULL) problem = apply_expressions(run, yyjson_obj_get(object, "expression"));
    if (problem != NULL) return problem;
    if (root != NULL) {
        if (!read_vec3(root, &trs.translation))
            return WORDS("a root of the motion is not three numbers");
        vrm_avatar_set_root(run->avatar, &trs);
    }
    if (look != NULL && !run->options->has_look) {
        if (!read_vec3(look, &target)) return WORDS("a look of the motion is not three numbers");
        sim_look_at(run, target);
    }
    return NULL;
}

static const char *open_file(const char *path, motion *out) {
    yyjson_val *root, *frames, *frame;
    yyjson_arr_iter iter;
    double dt;
    yyjson_read_err error;
    out->document = yyjson_read_file(path, YYJSON_READ_NOFLAG, NULL, &error);
    if (out->document == NULL) {
        return error.code == YYJSON_READ_ERROR_FILE_OPEN
                   ? WORDS("there is no such motion file")
                   : WORDS("the motion file is not valid JSON");
    }
    root = yyjson_doc_get_root(out->document);
    frames = yyjson_obj_get(root, "frames");
    if (!yyjson_is_arr(frames) || yyjson_arr_size(frames) == 0)
        return WORDS("the motion has no frames");
    if (yyjson_arr_size(frames) > MAX_FRAMES) return WORDS("the motion has too many frames");
    dt = yyjson_get_num(yyjson_obj_get(root, "dt"));
    out->dt = dt > 0.0 ? dt : 0.0;
    out->frames = malloc(yyjson_arr_size(frames) * sizeof(yyjson_val *));
    if (out->frames == NULL) return WORDS("there is not enough memory");
    iter = yyjson_arr_iter_with(frames);
    while ((frame = yyjson_arr_iter_next(&iter)) != NULL) {
        if (!yyjson_is_obj(frame)) return WORDS("a frame of the motion is not an object");
        out->frames[out->frame_count++] = frame;
    }
    return NULL;
}

/* --- The face --- */

bool motion_open(const char *name, motion *out, const char **out_problem) {
    memset(out, 0, sizeof *out);
    *out_problem = NULL;
    if (strcmp(name, "still") == 0) {
        out->kind = MOTION_STILL;
    } else if (strcmp(name, "sway") == 0) {
        out->kind = MOTION_SWAY;
    } else if (strcmp(name, "idle") == 0) {
        out->kind = MOTION_IDLE;
    } else {
        out->kind = MOTION_FILE;
        *out_problem = open_file(name, out);
    }
    if (*out_problem != NULL) motion_close(out);
    return *out_problem == NULL;
}

void motion_close(motion *opened) {
    free(opened->frames);
    yyjson_doc_free(opened->document);
    memset(opened, 0, sizeof *opened);
}

bool motion_apply(sim_run *run, uint32_t frame, const char **out_problem) {
    *out_problem = NULL;
    if (run->motion->kind == MOTION_SWAY) apply_sway(run, frame);
    if (run->motion->kind == MOTION_IDLE) apply_idle(run, frame);
    if (run->motion->kind == MOTION_FILE) *out_problem = apply_file(run, frame);
    return *out_problem == NULL;
}

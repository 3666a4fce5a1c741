#include "diff_motion.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/player.h"
#include "apps/kit/avatar/turned.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_PER_SECOND 60.0
/* Of what is built in, and the longest part of a file. */
#define BUILT_IN_SECONDS 10.0
#define MOST_SECONDS 60.0
/* Places and weights count as different from here on: a bone of a metre that is off by 0.05 degrees
 * is off by a millimetre. */
#define MOST_METRES 1e-3
#define MOST_WEIGHT 1e-4

/* Nodes times frames: a file of a million nodes is not run for as long as others. */
#define MOST_STEPS 2e8

const char *measure_word(motion_measure which) {
    static const char *const words[MEASURE_COUNT] = {
        SAY("bones"), SAY("joints"), SAY("constraints"), SAY("places"), SAY("weights")};
    return words[which];
}

const char *measure_unit(motion_measure which) {
    return which <= MEASURE_CONSTRAINTS ? "degrees" : which == MEASURE_PLACES ? "m" : "";
}

/* --- What is followed --- */

/* A node of both avatars, with its rotation at rest in the world. */
typedef struct followed {
    int32_t a, b;
    motion_measure measure;
    vrm_quat rest_a, rest_b;
} followed;

typedef struct motion_run {
    diff_pair *pair;
    motion_driver driver;
    followed *nodes;
    uint32_t node_count;
    float dt;
} motion_run;

/* The rotation of a matrix whose axes may be scaled. */
static vrm_quat rotation_of(const vrm_mat4 *matrix) {
    double axes[3][3], x, y, z, w;
    for (int i = 0; i < 3; ++i) {
        const float *column = &matrix->m[i * 4];
        double length =
            sqrt((double)column[0] * (double)column[0] + (double)column[1] * (double)column[1] +
                 (double)column[2] * (double)column[2]);
        for (int k = 0; k < 3; ++k) axes[i][k] = length > 0.0 ? (double)column[k] / length : i == k;
    }
    /* The largest of the four first: no digits are lost where others are near 0. */
    w = 1.0 + axes[0][0] + axes[1][1] + axes[2][2];
    x = 1.0 + axes[0][0] - axes[1][1] - axes[2][2];
    y = 1.0 - axes[0][0] + axes[1][1] - axes[2][2];
    z = 1.0 - axes[0][0] - axes[1][1] + axes[2][2];
    if (w >= x && w >= y && w >= z) {
        x = axes[1][2] - axes[2][1];
        y = axes[2][0] - axes[0][2];
        z = axes[0][1] - axes[1][0];
    } else if (x >= y && x >= z) {
        w = axes[1][2] - axes[2][1];
        y = axes[0][1] + axes[1][0];
        z = axes[2][0] + axes[0][2];
    } else if (y >= z) {
        w = axes[2][0] - axes[0][2];
        x = axes[0][1] + axes[1][0];
        z = axes[1][2] + axes[2][1];
    } else {
        w = axes[0][1] - axes[1][0];
        x = axes[2][0] + axes[0][2];
        y = axes[1][2] + axes[2][1];
    }
    {
        double length = sqrt(x * x + y * y + z * z + w * w);
        if (!(length > 0.0)) return vrm_quat_identity();
        return vrm_quat_make((float)(x / length), (float)(y / length), (float)(z / length),
                             (float)(w / length));
    }
}

/* now * rest^-1: how the node has turned since rest, in the world. */
static vrm_quat since_rest(vrm_quat now, vrm_quat rest) {
    vrm_quat r = vrm_quat_make(-rest.x, -rest.y, -rest.z, rest.w);
    return vrm_quat_make(now.w * r.x + now.x * r.w + now.y * r.z - now.z * r.y,
                         now.w * r.y - now.x * r.z + now.y * r.w + now.z * r.x,
                         now.w * r.z + now.x * r.y - now.y * r.x + now.z * r.w,
                         now.w * r.w - now.x * r.x - now.y * r.y - now.z * r.z);
}

static void follow(motion_run *run, int32_t a, int32_t b, motion_measure measure) {
    followed *node = &run->nodes[run->node_count++];
    node->a = a;
    node->b = b;
    node->measure = measure;
    node->rest_a = rotation_of(&vrm_avatar_frame(run->driver.a)->world[a]);
    node->rest_b = rotation_of(&vrm_avatar_frame(run->driver.b)->world[b]);
}

static bool is_written(const vrm_model *model, int32_t node, vrm_writers writers) {
    return (vrm_model_node_writers(model, node) & writers) != 0;
}

/* Bones by their names; of other nodes, those that a spring or a constraint of both moves. */
static void follow_all(motion_run *run) {
    const diff_pair *pair = run->pair;
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t a = vrm_model_bone_node(pair->a.model, bone);
        int32_t b = vrm_model_bone_node(pair->b.model, bone);
        if (a != VRM_NONE && b != VRM_NONE) follow(run, a, b, MEASURE_BONES);
    }
    for (uint32_t i = 0; i < pair->a.gltf->node_count; ++i) {
        int32_t a = (int32_t)i, b = vrm_diff_match(pair->diff, VRM_DIFF_TABLE_NODES, (int32_t)i);
        if (b == VRM_NONE || vrm_model_bone_of_node(pair->a.model, a) != VRM_NONE) continue;
        if (is_written(pair->a.model, a, VRM_WRITER_SPRING) &&
            is_written(pair->b.model, b, VRM_WRITER_SPRING)) {
            follow(run, a, b, MEASURE_JOINTS);
        } else if (is_written(pair->a.model, a, VRM_WRITER_CONSTRAINT) &&
                   is_written(pair->b.model, b, VRM_WRITER_CONSTRAINT)) {
            follow(run, a, b, MEASURE_CONSTRAINTS);
        }
    }
}

/* --- Measuring --- */

static void set_worst(motion_result *out, motion_measure measure, double amount, double time,
                      vrm_string name) {
    motion_worst *worst = &out->worst[measure];
    worst->is_there = true;
    if (!(amount > worst->amount)) return;
    worst->amount = amount;
    worst->time = time;
    snprintf(worst->name, sizeof worst->name, "%.*s", (int)(name.length < 120 ? name.length : 120),
             name.data);
}

static vrm_string followed_name(const motion_run *run, const followed *node) {
    vrm_bone bone = vrm_model_bone_of_node(run->pair->a.model, node->a);
    if (node->measure == MEASURE_BONES && bone != VRM_NONE) return from_text(vrm_bone_name(bone));
    return run->pair->a.gltf->nodes[node->a].name;
}

static void measure_nodes(const motion_run *run, double time, motion_result *out) {
    const vrm_frame *a = vrm_avatar_frame(run->driver.a), *b = vrm_avatar_frame(run->driver.b);
    for (uint32_t i = 0; i < run->node_count; ++i) {
        const followed *node = &run->nodes[i];
        const vrm_mat4 *in_a = &a->world[node->a], *in_b = &b->world[node->b];
        vrm_string name = followed_name(run, node);
        set_worst(out, node->measure,
                  degrees_between(since_rest(rotation_of(in_a), node->rest_a),
                                  since_rest(rotation_of(in_b), node->rest_b)),
                  time, name);
        if (node->measure != MEASURE_BONES) continue;
        set_worst(out, MEASURE_PLACES,
                  vrmi_metres_between(vrm_vec3_make(in_a->m[12], in_a->m[13], in_a->m[14]),
                                      vrm_vec3_make(in_b->m[12], in_b->m[13], in_b->m[14])),
                  time, name);
    }
}

static void measure_weights(const motion_run *run, double time, motion_result *out) {
    const vrm_tables *tables = run->pair->a.tables;
    const vrm_frame *a = vrm_avatar_frame(run->driver.a), *b = vrm_avatar_frame(run->driver.b);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const int32_t other =
            vrm_diff_match(run->pair->diff, VRM_DIFF_TABLE_EXPRESSIONS, (int32_t)i);
        if (other == VRM_NONE) continue;
        set_worst(out, MEASURE_WEIGHTS,
                  fabs((double)a->expression_weights[i] - (double)b->expression_weights[other]),
                  time, tables->expressions[i].name);
    }
}

/* --- A motion --- */

static void put_at_rest(vrm_avatar *avatar) {
    vrm_trs root = vrm_trs_identity();
    vrm_avatar_reset_pose(avatar);
    vrm_avatar_set_look_at_off(avatar);
    for (int layer = 0; layer < VRM_EXPRESSION_LAYER_COUNT; ++layer)
        vrm_avatar_clear_expression_layer(avatar, layer);
    vrm_avatar_teleport(avatar, &root, 0);
    vrm_avatar_update_pose(avatar);
    vrm_avatar_reset_springs(avatar, VRM_ALL);
}

static void run_motion(motion_run *run, const char *name, double seconds, motion_result *out) {
    motion_driver *driver = &run->driver;
    double steps = seconds * FRAMES_PER_SECOND;
    double nodes =
        1.0 + (double)run->pair->a.gltf->node_count + (double)run->pair->b.gltf->node_count;
    if (steps > MOST_STEPS / nodes) steps = MOST_STEPS / nodes;
    memset(out, 0, sizeof *out);
    snprintf(out->name, sizeof out->name, "%s", name);
    put_at_rest(driver->a);
    put_at_rest(driver->b);
    for (out->frames = 0; (double)out->frames <= steps; out->frames += 1) {
        const double time = (double)out->frames / FRAMES_PER_SECOND;
        if (diff_is_late(run->pair->bounds)) return;
        driver->move(driver, time, run->dt);
        vrm_avatar_update(driver->a, run->dt);
        vrm_avatar_update(driver->b, run->dt);
        measure_nodes(run, time, out);
        measure_weights(run, time, out);
        out->seconds = time;
    }
}

/* Says what is beyond the limits. */
static void add_differences(diff_pair *pair, const motion_result *result, double max_degrees) {
    const double limits[MEASURE_COUNT] = {max_degrees, max_degrees, max_degrees, MOST_METRES,
                                          MOST_WEIGHT};
    for (int i = 0; i < MEASURE_COUNT; ++i) {
        const motion_worst *worst = &result->worst[i];
        char field[160];
        if (!(worst->amount > limits[i])) continue;
        snprintf(field, sizeof field, "%s, %.2f s", result->name, worst->time);
        change_add_amount(&pair->changes, PART_MOTION, worst->name, field, worst->amount,
                          measure_unit((motion_measure)i));
    }
}

static bool run_file(motion_run *run, const char *path, motion_result *out) {
    clip_player a = {0}, b = {0};
    vrm_report *report = NULL;
    vrm_clip *clip = NULL;
    vrm_clip_desc desc;
    vrm_clip_info info;
    vrm_result result;
    double seconds;
    bool is_good;
    vrm_clip_desc_init(&desc);
    result = load_clip_with(path, &desc, &clip, &report);
    if (result != VRM_OK) print_failure(path, result, report);
    vrm_report_destroy(report);
    if (result != VRM_OK) return false;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(clip, &info);
    seconds = clip_seconds(&info);
    is_good = clip_player_open(&a, clip, run->pair->a.model) &&
              clip_player_open(&b, clip, run->pair->b.model);
    if (is_good) {
        run->driver.player_a = &a;
        run->driver.player_b = &b;
        run->driver.move = drive_clip;
        run_motion(run, base_name(path), seconds < MOST_SECONDS ? seconds : MOST_SECONDS, out);
    } else {
        print_problem(path, say("there is not enough memory"));
    }
    run->driver.player_a = run->driver.player_b = NULL;
    clip_player_close(&a);
    clip_player_close(&b);
    vrm_clip_release(clip);
    return is_good;
}

/* --- All motions --- */

static vrm_avatar *create_avatar(diff_file *file) {
    const vrm_allocator allocator = memory_budget_allocator(&file->budget);
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    vrm_avatar_desc_init(&desc);
    desc.allocator = &allocator;
    vrm_avatar_create(file->model, &desc, &avatar, NULL);
    return avatar;
}

static bool open_run(motion_run *run, diff_pair *pair) {
    size_t most = (size_t)VRM_BONE_COUNT + pair->a.gltf->node_count + 1;
    memset(run, 0, sizeof *run);
    run->pair = pair;
    run->driver.pair = pair;
    run->dt = (float)(1.0 / FRAMES_PER_SECOND);
    run->driver.a = create_avatar(&pair->a);
    run->driver.b = create_avatar(&pair->b);
    run->nodes = malloc(most * sizeof *run->nodes);
    if (run->driver.a == NULL || run->driver.b == NULL || run->nodes == NULL) {
        pair->changes.has_no_memory = true; /* or more than the limit is needed */
        return false;
    }
    put_at_rest(run->driver.a);
    put_at_rest(run->driver.b);
    follow_all(run);
    return true;
}

static bool has_avatar(const diff_file *file) {
    if (file->tables->dialect != VRM_DIALECT_NONE &&
        file->tables->dialect != VRM_DIALECT_ANIMATION) {
        return true;
    }
    print_problem(file->path, say("the file has no avatar that a motion can move"));
    return false;
}

bool diff_motion(diff_pair *pair, const motion_settings *settings, motion_results *out) {
    motion_run run;
    bool is_good;
    memset(out, 0, sizeof *out);
    if (!has_avatar(&pair->a) || !has_avatar(&pair->b)) return false;
    out->items = calloc((size_t)settings->file_count + 2, sizeof *out->items);
    is_good = open_run(&run, pair) && out->items != NULL;
    if (is_good) {
        run.driver.move = drive_idle;
        run_motion(&run, "idle", BUILT_IN_SECONDS, &out->items[out->count++]);
        run.driver.move = drive_random;
        run_motion(&run, "random", BUILT_IN_SECONDS, &out->items[out->count++]);
    }
    for (int i = 0; is_good && i < settings->file_count; ++i) {
        is_good = run_file(&run, settings->files[i], &out->items[out->count]);
        out->count += is_good;
    }
    for (uint32_t i = 0; is_good && i < out->count; ++i) {
        add_differences(pair, &out->items[i], settings->max_degrees);
    }
    vrm_avatar_destroy(run.driver.a);
    vrm_avatar_destroy(run.driver.b);
    free(run.nodes);
    return is_good;
}

void motion_results_release(motion_results *results) {
    free(results->items);
    memset(results, 0, sizeof *results);
}

/*
 * vrm sim --json: one object a file, on one line: inputs and results of every frame. Written as it
 * goes, because a run may be long.
 */
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>

static void add_rotation(json_line *line, const char *key, vrm_quat q) {
    const float numbers[4] = {q.x, q.y, q.z, q.w};
    json_floats(line, key, numbers, 4);
}

static void add_point(json_line *line, const char *key, vrm_vec3 v) {
    const float numbers[3] = {v.x, v.y, v.z};
    json_floats(line, key, numbers, 3);
}

/* An index as a key. */
static const char *index_key(int32_t index, char out[16]) {
    snprintf(out, 16, "%d", index);
    return out;
}

static void add_node_rotation(json_line *line, int32_t node, vrm_quat rotation) {
    char key[16];
    if (node != VRM_NONE) add_rotation(line, index_key(node, key), rotation);
}

/* --- Morph weights --- */

/*
 * Weights are listed by mesh object, as three-vrm has them: in the order of a walk of the scene
 * that takes a node before its children, one for each primitive with morph targets.
 */
typedef struct morph_list {
    int32_t *nodes;
    uint32_t count;
} morph_list;

static uint32_t count_objects(const vrm_gltf *gltf, int32_t node) {
    uint32_t count = 0;
    const vrm_mesh *mesh;
    if (gltf->nodes[node].mesh == VRM_NONE) return 0;
    mesh = &gltf->meshes[gltf->nodes[node].mesh];
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        count += mesh->primitives[i].target_count != 0;
    }
    return count;
}

/* A walk that has room for each node once: a scene may name one that hangs below another. */
typedef struct walk {
    int32_t *stack;
    uint8_t *seen;
    uint32_t top;
} walk;

static void push_nodes(walk *walk, const int32_t *nodes, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) {
        if (walk->seen[nodes[i]]) continue;
        walk->seen[nodes[i]] = 1;
        walk->stack[walk->top++] = nodes[i];
    }
}

static bool list_morphs(const vrm_gltf *gltf, morph_list *out) {
    walk over = {malloc((gltf->node_count + 1) * sizeof *over.stack),
                 calloc(gltf->node_count + 1, 1), 0};
    uint32_t room = 1;
    bool is_good;
    for (uint32_t i = 0; i < gltf->node_count; ++i) room += count_objects(gltf, (int32_t)i);
    out->count = 0;
    out->nodes = malloc(room * sizeof *out->nodes);
    is_good = over.stack != NULL && over.seen != NULL && out->nodes != NULL;
    if (is_good && gltf->scene != VRM_NONE) {
        const vrm_scene *scene = &gltf->scenes[gltf->scene];
        push_nodes(&over, scene->roots, scene->root_count);
    }
    while (is_good && over.top > 0) {
        int32_t node = over.stack[--over.top];
        uint32_t objects = count_objects(gltf, node);
        for (uint32_t i = 0; i < objects; ++i) out->nodes[out->count++] = node;
        push_nodes(&over, gltf->nodes[node].children, gltf->nodes[node].child_count);
    }
    free(over.stack);
    free(over.seen);
    return is_good;
}

static void add_morphs(json_line *line, const vrm_frame *frame, const morph_list *list) {
    json_object(line, "morph");
    for (uint32_t i = 0; i < list->count; ++i) {
        uint32_t first = frame->morph_offsets[list->nodes[i]];
        char key[16];
        json_floats(line, index_key((int32_t)i, key), frame->morph_weights + first,
                    frame->morph_offsets[list->nodes[i] + 1] - first);
    }
    json_close(line);
}

/* --- A frame --- */

static void add_inputs(json_line *line, const sim_run *run) {
    const vrm_trs *pose = vrm_avatar_locals(run->avatar);
    json_object(line, "in");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        int32_t node = run->tables->humanoid.nodes[i];
        char key[16];
        if (node == VRM_NONE) continue;
        json_object(line, index_key(node, key));
        add_rotation(line, "r", pose[node].rotation);
        add_point(line, "t", pose[node].translation);
        json_close(line);
    }
    json_close(line);
    json_object(line, "expression");
    for (uint32_t i = 0; i < run->tables->expression_count; ++i) {
        if (run->expressions[i] < 0.0f) continue;
        json_name(line, run->tables->expressions[i].name);
        json_float(line, "", run->expressions[i]);
    }
    json_close(line);
    if (run->has_look) add_point(line, "look", run->look);
}

static void add_look_at(json_line *line, const sim_run *run) {
    vrm_look_at_state look_at;
    if (!run->tables->look_at.is_present) return;
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(run->avatar, &look_at);
    json_object(line, "lookAt");
    json_float(line, "yaw", look_at.yaw_degrees);
    json_float(line, "pitch", look_at.pitch_degrees);
    json_close(line);
}

static void add_results(json_line *line, const sim_run *run, const vrm_frame *frame,
                        const morph_list *morphs) {
    static const vrm_bone eyes[] = {VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE};
    json_object(line, "spring");
    for (uint32_t i = 0; i < run->tables->spring_joint_count; ++i) {
        int32_t node = run->tables->spring_joints[i].node;
        add_node_rotation(line, node, frame->local[node].rotation);
    }
    json_close(line);
    json_object(line, "constraint");
    for (uint32_t i = 0; i < run->tables->constraint_count; ++i) {
        int32_t node = run->tables->constraints[i].node;
        add_node_rotation(line, node, frame->local[node].rotation);
    }
    json_close(line);
    json_object(line, "eye");
    for (int i = 0; i < 2; ++i) {
        int32_t node = run->tables->humanoid.nodes[eyes[i]];
        if (node != VRM_NONE) add_node_rotation(line, node, frame->local[node].rotation);
    }
    json_close(line);
    add_look_at(line, run);
    json_floats(line, "weight", frame->expression_weights, frame->expression_count);
    add_morphs(line, frame, morphs);
    json_array(line, "world");
    for (uint32_t i = 0; i < frame->node_count; ++i) {
        json_floats(line, NULL, &frame->world[i].m[12], 3);
    }
    json_close(line);
}

static void add_frame(json_line *line, const sim_run *run, uint32_t index,
                      const morph_list *morphs) {
    vrm_frame frame;
    vrm_trs root;
    frame = *vrm_avatar_frame(run->avatar);
    vrm_avatar_get_root(run->avatar, &root);
    json_object(line, NULL);
    json_unsigned(line, "f", index);
    json_number(line, "t", index * run->dt);
    add_point(line, "root", root.translation);
    add_inputs(line, run);
    add_results(line, run, &frame, morphs);
    json_close(line);
}

static void add_head(json_line *line, const sim_run *run, const morph_list *morphs) {
    const vrm_tables *tables = run->tables;
    record_begin(line, "sim", run->path);
    json_word(line, "dialect", vrm_dialect_name((vrm_dialect)tables->dialect));
    json_number(line, "dt", run->dt);
    json_unsigned(line, "N", run->frame_count);
    json_array(line, "expressions");
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        json_string(line, NULL, tables->expressions[i].name);
    }
    json_close(line);
    json_array(line, "morph_nodes");
    for (uint32_t i = 0; i < morphs->count; ++i) json_integer(line, NULL, morphs->nodes[i]);
    json_close(line);
}

/* The result comes last, because it is known only then. */
static bool print_frames(sim_run *run, const morph_list *morphs, const char **out_problem) {
    json_line line;
    bool is_good, is_late = false;
    /* What does not fit is found before anything is written, as far as the first frame tells. */
    if (!motion_apply(run, 1, out_problem)) return false;
    run->has_record = true;
    add_head(&line, run, morphs);
    json_array(&line, "frames");
    for (uint32_t i = 1; i <= run->frame_count; ++i) {
        if (sim_is_late(run)) {
            is_late = true;
            break;
        }
        if (i > 1 && !motion_apply(run, i, out_problem)) break;
        vrm_avatar_update(run->avatar, (float)run->dt);
        add_frame(&line, run, i, morphs);
        if (json_is_long(&line) && sim_begin_report(run)) json_print_some(&line);
    }
    if (!sim_begin_report(run)) {
        json_drop(&line);
        return false;
    }
    json_close(&line);
    is_good = *out_problem == NULL && !is_late;
    if (is_late) note_late(&run->notes, run->path, &run->options->files.batch.limits);
    if (!is_good) sim_note_failure(run, *out_problem);
    record_result(&line, &run->notes);
    record_diagnostics(&line, &run->notes);
    return json_print(&line) && is_good;
}

bool sim_print_json(sim_run *run, const char **out_problem) {
    morph_list morphs;
    bool is_good = list_morphs(run->gltf, &morphs);
    if (is_good) is_good = print_frames(run, &morphs, out_problem);
    free(morphs.nodes);
    return is_good;
}

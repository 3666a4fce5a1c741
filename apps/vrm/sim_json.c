/*
 * vrm sim --json: one object a file, on one line: inputs and results of every frame. Written as it
 * goes, because a run may be long.
 */
#include "apps/kit/json_line.h"
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>

static void print_numbers(const float *numbers, size_t count) {
    putchar('[');
    for (size_t i = 0; i < count; ++i) {
        if (i != 0) putchar(',');
        json_print_float(numbers[i]);
    }
    putchar(']');
}

static void print_rotation(vrm_quat q) {
    const float numbers[4] = {q.x, q.y, q.z, q.w};
    print_numbers(numbers, 4);
}

static void print_point(vrm_vec3 v) {
    const float numbers[3] = {v.x, v.y, v.z};
    print_numbers(numbers, 3);
}

/* A list of "key":value, of which the first has no comma before it. */
typedef struct members {
    bool has_any;
} members;

static void next_member(members *list) {
    if (list->has_any) putchar(',');
    list->has_any = true;
}

static void print_node_rotation(members *list, int32_t node, vrm_quat rotation) {
    if (node == VRM_NONE) return;
    next_member(list);
    printf("\"%d\":", node);
    print_rotation(rotation);
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

static void push_nodes(walk *to, const int32_t *nodes, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) {
        if (to->seen[nodes[i]]) continue;
        to->seen[nodes[i]] = 1;
        to->stack[to->top++] = nodes[i];
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

static void print_morphs(const vrm_frame *frame, const morph_list *list) {
    members some = {false};
    for (uint32_t i = 0; i < list->count; ++i) {
        uint32_t first = frame->morph_offsets[list->nodes[i]];
        next_member(&some);
        printf("\"%u\":", i);
        print_numbers(frame->morph_weights + first,
                      frame->morph_offsets[list->nodes[i] + 1] - first);
    }
}

/* --- A frame --- */

static void print_inputs(const sim_run *run) {
    const vrm_trs *pose = vrm_avatar_pose(run->avatar);
    members bones = {false}, weights = {false};
    printf(",\"in\":{");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        int32_t node = run->tables->humanoid.nodes[i];
        if (node == VRM_NONE) continue;
        next_member(&bones);
        printf("\"%d\":{\"r\":", node);
        print_rotation(pose[node].rotation);
        printf(",\"t\":");
        print_point(pose[node].translation);
        putchar('}');
    }
    printf("},\"expression\":{");
    for (uint32_t i = 0; i < run->tables->expression_count; ++i) {
        vrm_string name = run->tables->expressions[i].name;
        if (run->expressions[i] < 0.0f) continue;
        next_member(&weights);
        json_print_text(name.data, name.length);
        putchar(':');
        json_print_float(run->expressions[i]);
    }
    putchar('}');
    if (run->has_look) {
        printf(",\"look\":");
        print_point(run->look);
    }
}

static void print_results(const sim_run *run, const vrm_frame *frame, const morph_list *morphs) {
    static const vrm_bone eyes[] = {VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE};
    members some[3] = {{false}, {false}, {false}};
    printf(",\"spring\":{");
    for (uint32_t i = 0; i < run->tables->spring_joint_count; ++i) {
        int32_t node = run->tables->spring_joints[i].node;
        print_node_rotation(&some[0], node, frame->local[node].rotation);
    }
    printf("},\"constraint\":{");
    for (uint32_t i = 0; i < run->tables->constraint_count; ++i) {
        int32_t node = run->tables->constraints[i].node;
        print_node_rotation(&some[1], node, frame->local[node].rotation);
    }
    printf("},\"eye\":{");
    for (int i = 0; i < 2; ++i) {
        int32_t node = run->tables->humanoid.nodes[eyes[i]];
        if (node != VRM_NONE) print_node_rotation(&some[2], node, frame->local[node].rotation);
    }
    putchar('}');
    if (run->tables->look_at.is_present) {
        vrm_look_at_state look_at;
        vrm_look_at_state_init(&look_at);
        vrm_avatar_get_look_at(run->avatar, &look_at);
        printf(",\"lookAt\":{\"yaw\":");
        json_print_float(look_at.yaw_degrees);
        printf(",\"pitch\":");
        json_print_float(look_at.pitch_degrees);
        putchar('}');
    }
    printf(",\"weight\":");
    print_numbers(frame->expression_weights, frame->expression_count);
    printf(",\"morph\":{");
    print_morphs(frame, morphs);
    printf("},\"world\":[");
    for (uint32_t i = 0; i < frame->node_count; ++i) {
        if (i != 0) putchar(',');
        print_numbers(&frame->world[i].m[12], 3);
    }
    putchar(']');
}

static void print_frame(const sim_run *run, uint32_t index, const morph_list *morphs) {
    vrm_frame frame;
    vrm_trs root;
    frame = *vrm_avatar_frame(run->avatar);
    vrm_avatar_get_root(run->avatar, &root);
    printf("{\"f\":%u,\"t\":", index);
    json_print_double(index * run->dt);
    printf(",\"root\":");
    print_point(root.translation);
    print_inputs(run);
    print_results(run, &frame, morphs);
    putchar('}');
}

static void print_head(const sim_run *run, const morph_list *morphs) {
    const vrm_tables *tables = run->tables;
    printf("{\"file\":");
    json_print_path(run->path);
    printf(",\"dialect\":\"%s\",\"dt\":", vrm_dialect_name((vrm_dialect)tables->dialect));
    json_print_double(run->dt);
    printf(",\"N\":%u,\"expressions\":[", run->frame_count);
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        if (i != 0) putchar(',');
        json_print_text(tables->expressions[i].name.data, tables->expressions[i].name.length);
    }
    printf("],\"morph_nodes\":[");
    for (uint32_t i = 0; i < morphs->count; ++i) printf(i == 0 ? "%d" : ",%d", morphs->nodes[i]);
    printf("],\"frames\":[");
}

static bool print_frames(sim_run *run, const morph_list *morphs, const char **out_problem) {
    /* What does not fit is found before anything is written, as far as the first frame tells. */
    if (!motion_apply(run, 1, out_problem)) return false;
    print_head(run, morphs);
    for (uint32_t i = 1; i <= run->frame_count; ++i) {
        if (i > 1 && !motion_apply(run, i, out_problem)) break;
        vrm_avatar_update(run->avatar, (float)run->dt);
        if (i > 1) putchar(',');
        print_frame(run, i, morphs);
    }
    printf("]}\n");
    return *out_problem == NULL;
}

bool sim_print_json(sim_run *run, const char **out_problem) {
    morph_list morphs;
    bool is_good = list_morphs(run->gltf, &morphs);
    if (!is_good) *out_problem = "there is not enough memory";
    if (is_good) is_good = print_frames(run, &morphs, out_problem);
    free(morphs.nodes);
    return is_good;
}

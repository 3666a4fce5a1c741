/*
 * scene_graph: an engine that owns the transforms. The nodes here stand for an engine's own scene
 * graph in a left-handed space (Unity's). Each frame the engine animates the neck, hands its local
 * transforms to the avatar (gather), and takes back the nodes that lookAt, constraints and springs
 * moved (scatter). At the end, positions of the engine's graph are compared with the avatar's.
 *
 * usage: scene_graph FILE.vrm
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vrm/vrm.h>

/* A node of the engine: the library reads and writes these fields where they are. */
typedef struct engine_node {
    vrm_vec3 position;
    vrm_quat rotation;
    vrm_vec3 scale;
    int32_t parent;
} engine_node;

static vrm_vec3 rotate(vrm_quat q, vrm_vec3 v) {
    const float tx = 2.0f * (q.y * v.z - q.z * v.y);
    const float ty = 2.0f * (q.z * v.x - q.x * v.z);
    const float tz = 2.0f * (q.x * v.y - q.y * v.x);
    return vrm_vec3_make(v.x + q.w * tx + q.y * tz - q.z * ty, v.y + q.w * ty + q.z * tx - q.x * tz,
                         v.z + q.w * tz + q.x * ty - q.y * tx);
}

/* Where a node is in the engine's world. The engine's root has no transform of its own here. (The
 * half turn of a model that faces -Z is in the transforms of its nodes without a parent.) */
static vrm_vec3 world_position(const engine_node *nodes, int32_t node) {
    vrm_vec3 p = vrm_vec3_make(0.0f, 0.0f, 0.0f);
    for (; node != VRM_NONE; node = nodes[node].parent) {
        const engine_node *n = &nodes[node];
        p = rotate(n->rotation,
                   vrm_vec3_make(p.x * n->scale.x, p.y * n->scale.y, p.z * n->scale.z));
        p = vrm_vec3_make(p.x + n->position.x, p.y + n->position.y, p.z + n->position.z);
    }
    return p;
}

/* Which way the z axis of a node points in the engine's world. */
static vrm_vec3 world_front(const engine_node *nodes, int32_t node) {
    vrm_vec3 front = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    for (; node != VRM_NONE; node = nodes[node].parent) front = rotate(nodes[node].rotation, front);
    return front;
}

static int run(vrm_model *model, vrm_avatar *avatar, engine_node *nodes, uint32_t count) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const int32_t neck = vrm_model_bone_node(model, VRM_BONE_NECK);
    const vrm_space space = vrm_space_unity();
    const vrm_writers stages = VRM_WRITER_LOOK_AT | VRM_WRITER_CONSTRAINT | VRM_WRITER_SPRING;
    vrm_node_array array;
    float worst = 0.0f;
    uint32_t i;
    int frame;

    vrm_node_array_init(&array);
    array.count = count;
    array.translation = &nodes[0].position;
    array.rotation = &nodes[0].rotation;
    array.scale = &nodes[0].scale;
    array.stride = sizeof *nodes;
    array.space = &space;
    for (i = 0; i < count; ++i) nodes[i].parent = gltf->nodes[i].parent;
    vrm_avatar_update(avatar, 0.0f);
    vrm_avatar_scatter(avatar, &array,
                       VRM_WRITER_ALL); /* once: the rest pose in the engine's space */

    for (frame = 0; frame < 60; ++frame) {
        const float half = 0.3f * sinf((float)frame * 0.1f);
        /* A sample avatar's neck has no rest rotation; an engine multiplies with its own. */
        if (neck != VRM_NONE)
            nodes[neck].rotation = vrm_quat_make(0.0f, sinf(half), 0.0f, cosf(half));
        vrm_avatar_gather(avatar, &array);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        vrm_avatar_scatter(avatar, &array, stages);
    }
    for (i = 0; i < count; ++i) {
        const float *m = vrm_avatar_frame(avatar)->world[i].m;
        const vrm_vec3 p = world_position(nodes, (int32_t)i);
        const float x = p.x + m[12], y = p.y - m[13], z = p.z - m[14]; /* Unity's x is our -x */
        const float d = sqrtf(x * x + y * y + z * z);
        if (d > worst) worst = d;
    }
    printf("%u nodes, head at %.3f m, graphs differ by %s\n", (unsigned)count,
           vrm_avatar_bone_position(avatar, VRM_BONE_HEAD).y,
           worst < 1e-4f ? "less than 0.1 mm" : "too much");
    /* Both spaces have an avatar that faces +Z, and its left is +X here, but -X in Unity. The last
     * turn of the neck was 2 * 0.3 * sin(5.9) = -0.224 radians about Unity's up: to the left. */
    if (neck != VRM_NONE) {
        const vrm_vec3 left = world_position(nodes, vrm_model_bone_node(model, VRM_BONE_LEFT_HAND));
        vrm_mat4 matrix;
        vrm_avatar_get_bone_matrix(avatar, VRM_BONE_NECK, &matrix);
        printf("left hand at x = %.3f in the engine, %.3f in the library\n", left.x,
               vrm_avatar_bone_position(avatar, VRM_BONE_LEFT_HAND).x);
        printf("neck turned to x = %.3f in the engine, %.3f in the library\n",
               world_front(nodes, neck).x, matrix.m[8]);
    }
    return worst < 1e-4f ? 0 : 1;
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    int status = 1;
    if (argc > 1 && vrm_model_load_file(argv[1], NULL, &model, &report) == VRM_OK) {
        const uint32_t count = vrm_model_gltf(model)->node_count;
        vrm_avatar *avatar = NULL;
        engine_node *nodes = (engine_node *)calloc(count ? count : 1, sizeof *nodes);
        vrm_avatar_create(model, NULL, &avatar, NULL);
        if (avatar != NULL && nodes != NULL) status = run(model, avatar, nodes, count);
        free(nodes);
        vrm_avatar_destroy(avatar);
    } else {
        vrm_report_print(report, stderr);
    }
    vrm_report_destroy(report);
    vrm_model_release(model);
    return status;
}

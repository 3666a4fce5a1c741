/*
 * own_renderer: what a renderer of its own does with a model and a frame, on the processor: morph
 * targets, then skinning, then the triangles of both cameras, then the values of materials. Prints
 * the size of the box around all vertices. docs/guides/own-renderer.md explains each step.
 *
 * usage: own_renderer FILE.vrm
 */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <vrm/vrm.h>

static float least[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, most[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX};

static void *reserve(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) exit(1);
    return memory;
}

/* Adds weight * (m * p) to out. */
static void add_point(float out[3], const vrm_mat4 *m, const float *p, float weight) {
    int i;
    for (i = 0; i < 3; ++i) {
        out[i] +=
            weight * (m->m[i] * p[0] + m->m[4 + i] * p[1] + m->m[8 + i] * p[2] + m->m[12 + i]);
    }
}

/* Positions of a primitive with its morph targets applied. */
static float *morphed(const vrm_model *model, const vrm_frame *frame, int32_t node, int32_t mesh,
                      int32_t index) {
    const vrm_primitive *primitive = &vrm_model_gltf(model)->meshes[mesh].primitives[index];
    const float *weights = frame->morph_weights + frame->morph_offsets[node];
    const size_t floats = (size_t)primitive->vertex_count * 3;
    float *positions = (float *)reserve(floats, sizeof *positions);
    float *target = (float *)reserve(floats, sizeof *target);
    size_t i;
    uint32_t t;
    vrm_model_read_vertices(model, mesh, index, VRM_ATTRIBUTE_POSITION, 0, 3, positions, floats);
    for (t = 0; t < primitive->target_count; ++t) {
        if (weights[t] == 0.0f) continue;
        vrm_model_read_morph_target(model, mesh, index, (int32_t)t, VRM_ATTRIBUTE_POSITION, target,
                                    floats);
        for (i = 0; i < floats; ++i) positions[i] += weights[t] * target[i];
    }
    free(target);
    return positions;
}

/* Takes the vertices of a primitive into the world, and the box around them. */
static void place(const vrm_model *model, const vrm_frame *frame, int32_t node, int32_t index,
                  const vrm_mat4 *bones) {
    const vrm_node *n = &vrm_model_gltf(model)->nodes[node];
    const uint32_t count = vrm_model_gltf(model)->meshes[n->mesh].primitives[index].vertex_count;
    const size_t size = (size_t)count * 4;
    float *positions = morphed(model, frame, node, n->mesh, index);
    float *world = (float *)reserve((size_t)count * 3, sizeof *world);
    uint16_t *joints = (uint16_t *)reserve(size, sizeof *joints);
    float *weights = (float *)reserve(size, sizeof *weights);
    int32_t set = 0;
    size_t v, i;
    /* Without a skin, the node's own matrix. With one, the node's matrix plays no part, and there
     * may be more than one set of four influences. */
    for (v = 0; v < count && n->skin == VRM_NONE; ++v) {
        add_point(world + v * 3, &frame->world[node], positions + v * 3, 1.0f);
    }
    while (n->skin != VRM_NONE &&
           vrm_model_read_joints(model, n->mesh, index, set, n->skin, joints, size, NULL) ==
               VRM_OK &&
           vrm_model_read_vertices(model, n->mesh, index, VRM_ATTRIBUTE_WEIGHTS, set, 4, weights,
                                   size) == VRM_OK) {
        for (v = 0; v < size; ++v) {
            if (weights[v] == 0.0f) continue;
            add_point(world + v / 4 * 3, &bones[joints[v]], positions + v / 4 * 3, weights[v]);
        }
        ++set;
    }
    for (v = 0; v < count; ++v) {
        for (i = 0; i < 3; ++i) {
            if (world[v * 3 + i] < least[i]) least[i] = world[v * 3 + i];
            if (world[v * 3 + i] > most[i]) most[i] = world[v * 3 + i];
        }
    }
    free(weights);
    free(joints);
    free(world);
    free(positions);
}

static void draw(const vrm_model *model, const vrm_avatar *avatar) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    size_t triangles = 0, seen_by_itself = 0;
    uint32_t node, p, mtoons = 0;
    for (node = 0; node < gltf->node_count; ++node) {
        const vrm_node *n = &gltf->nodes[node];
        const uint32_t joints = n->skin == VRM_NONE ? 0 : gltf->skins[n->skin].joint_count;
        vrm_mat4 *inverse = (vrm_mat4 *)reserve(joints, sizeof *inverse);
        vrm_mat4 *bones = (vrm_mat4 *)reserve(joints, sizeof *bones);
        if (joints != 0) {
            vrm_model_read_inverse_binds(model, n->skin, inverse, joints); /* once, in a renderer */
            vrm_avatar_get_skin_matrices(avatar, n->skin, inverse, bones, joints);
        }
        for (p = 0; n->mesh != VRM_NONE && p < gltf->meshes[n->mesh].primitive_count; ++p) {
            const size_t most_indices =
                (size_t)gltf->meshes[n->mesh].primitives[p].triangle_count * 3;
            uint32_t *indices = (uint32_t *)reserve(most_indices, sizeof *indices);
            size_t count = 0;
            place(model, frame, (int32_t)node, (int32_t)p, bones);
            vrm_model_read_triangles(model, n->mesh, (int32_t)p, indices, most_indices, &count);
            triangles += count / 3;
            count = 0;
            vrm_model_read_first_person_triangles(model, (int32_t)node, (int32_t)p, indices,
                                                  most_indices, &count);
            seen_by_itself += count / 3;
            free(indices);
        }
        free(inverse);
        free(bones);
    }
    for (p = 0; p < tables->material_count; ++p) mtoons += tables->mtoons[p].is_present ? 1 : 0;
    printf("%u triangles, %u in first person\n", (unsigned)triangles, (unsigned)seen_by_itself);
    printf("%u materials, %u of them MToon\n", (unsigned)tables->material_count, (unsigned)mtoons);
    printf("box of %.2f by %.2f by %.2f metres\n", most[0] - least[0], most[1] - least[1],
           most[2] - least[2]);
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    vrm_avatar_set_expression(avatar, vrm_model_find_preset(model, VRM_PRESET_HAPPY), 1.0f);
    vrm_avatar_update(avatar, 0.0f);
    draw(model, avatar);
    vrm_avatar_destroy(avatar);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}

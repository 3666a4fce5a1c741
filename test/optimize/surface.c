#include "optimize/surface.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static void mix_floats(uint64_t *hashes, const float *values, uint32_t count, uint32_t each) {
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t c = 0; c < each; ++c) {
            float value = values[(size_t)i * each + c] + 0.0f; /* -0 is 0 */
            hashes[i] = mix(hashes[i], &value, sizeof value);
        }
    }
}

static void mix_attribute(const vrm_model *model, int32_t mesh, int32_t primitive,
                          vrm_attribute_semantic semantic, int32_t components, uint32_t count,
                          uint64_t *hashes) {
    float *values = calloc((size_t)count * (size_t)components + 1, sizeof *values);
    if (vrm_model_read_vertices(model, mesh, primitive, semantic, 0, components, values,
                                (size_t)count * (size_t)components) == VRM_OK) {
        mix_floats(hashes, values, count, (uint32_t)components);
    }
    free(values);
}

static void mix_joints(const vrm_model *model, const vrm_node *node, int32_t primitive,
                       uint32_t count, uint64_t *hashes) {
    const vrm_skin *skin;
    uint16_t *joints;
    if (node->skin == VRM_NONE) return;
    skin = &vrm_model_gltf(model)->skins[node->skin];
    joints = calloc((size_t)count * 4 + 1, sizeof *joints);
    if (vrm_model_read_joints(model, node->mesh, primitive, 0, node->skin, joints,
                              (size_t)count * 4, NULL) == VRM_OK) {
        for (uint32_t i = 0; i < count * 4; ++i) {
            int32_t joint = skin->joints[joints[i]];
            hashes[i / 4] = mix(hashes[i / 4], &joint, sizeof joint);
        }
    }
    free(joints);
}

static void mix_targets(const vrm_model *model, int32_t mesh, int32_t primitive, uint32_t targets,
                        uint32_t count, uint64_t *hashes) {
    float *moves = calloc((size_t)count * 3 + 1, sizeof *moves);
    for (uint32_t t = 0; t < targets; ++t) {
        if (vrm_model_read_morph_target(model, mesh, primitive, (int32_t)t, VRM_ATTRIBUTE_POSITION,
                                        moves, (size_t)count * 3) == VRM_OK) {
            mix_floats(hashes, moves, count, 3);
        }
    }
    free(moves);
}

/* A triangle that begins with another corner is the same. */
static uint64_t triangle_sum(const uint64_t *hashes, const uint32_t *corners, uint64_t material) {
    uint64_t turned[3];
    uint32_t first = 0;
    for (uint32_t i = 1; i < 3; ++i) {
        if (hashes[corners[i]] < hashes[corners[first]]) first = i;
    }
    for (uint32_t i = 0; i < 3; ++i) turned[i] = hashes[corners[(first + i) % 3]];
    return mix(material, turned, sizeof turned);
}

static uint64_t primitive_sum(const vrm_model *model, const vrm_node *node, int32_t index) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_primitive *primitive = &gltf->meshes[node->mesh].primitives[index];
    uint64_t *hashes = calloc((size_t)primitive->vertex_count + 1, sizeof *hashes), sum = 0,
             material = 7;
    uint32_t *corners = calloc((size_t)primitive->triangle_count * 3 + 1, sizeof *corners);
    size_t count = 0;
    if (primitive->material != VRM_NONE) {
        vrm_string name = gltf->materials[primitive->material].name;
        material = mix(material, name.data, name.length);
    }
    mix_attribute(model, node->mesh, index, VRM_ATTRIBUTE_POSITION, 3, primitive->vertex_count,
                  hashes);
    mix_attribute(model, node->mesh, index, VRM_ATTRIBUTE_NORMAL, 3, primitive->vertex_count,
                  hashes);
    mix_attribute(model, node->mesh, index, VRM_ATTRIBUTE_TEXCOORD, 2, primitive->vertex_count,
                  hashes);
    mix_attribute(model, node->mesh, index, VRM_ATTRIBUTE_WEIGHTS, 4, primitive->vertex_count,
                  hashes);
    mix_joints(model, node, index, primitive->vertex_count, hashes);
    mix_targets(model, node->mesh, index, primitive->target_count, primitive->vertex_count, hashes);
    vrm_model_read_triangles(model, node->mesh, index, corners,
                             (size_t)primitive->triangle_count * 3, &count);
    for (size_t i = 0; i + 2 < count; i += 3) sum += triangle_sum(hashes, corners + i, material);
    free(corners);
    free(hashes);
    return sum;
}

uint64_t surface_sum(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        if (node->mesh == VRM_NONE) continue;
        for (uint32_t k = 0; k < gltf->meshes[node->mesh].primitive_count; ++k) {
            sum += primitive_sum(model, node, (int32_t)k) * (2 * (uint64_t)i + 1);
        }
    }
    return sum;
}

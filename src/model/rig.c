#include "model/rig.h"

#include "base/math.h"

#include <string.h>

/* FNV-1a over words: no secret, just unlikely to agree by accident. */
static uint64_t mix(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *next = data;
    for (; bytes >= 4; bytes -= 4, next += 4) {
        uint32_t word = (uint32_t)next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 |
                        (uint32_t)next[3] << 24;
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

static uint64_t mix_floats(uint64_t hash, const float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits = vrmi_float_bits(values[i]);
        unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                                  (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
        hash = mix(hash, bytes, 4);
    }
    return hash;
}

static uint64_t mix_index(uint64_t hash, int32_t index) {
    uint32_t bits = (uint32_t)index;
    unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                              (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
    return mix(hash, bytes, 4);
}

static uint64_t fingerprint(const vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables) {
    uint64_t hash = 0xcbf29ce484222325u;
    hash = mix_index(hash, (int32_t)gltf->node_count);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        hash = mix_index(hash, gltf->nodes[i].parent);
        hash = mix_floats(hash, &gltf->nodes[i].rest.translation.x, 3);
        hash = mix_floats(hash, &gltf->nodes[i].rest.rotation.x, 4);
        hash = mix_floats(hash, &gltf->nodes[i].rest.scale.x, 3);
    }
    for (uint32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        hash = mix_index(hash, tables->humanoid.nodes[i]);
    }
    hash = mix_index(hash, (int32_t)tables->joint_count);
    for (uint32_t i = 0; i < tables->joint_count; ++i) {
        hash = mix_index(hash, tables->joints[i].node);
        hash = mix_index(hash, tables->joints[i].spring);
        hash = mix_floats(hash, &tables->joints[i].tail_offset.x, 3);
    }
    hash = mix_index(hash, (int32_t)tables->spring_count);
    hash = mix_index(hash, (int32_t)tables->collider_count);
    hash = mix_index(hash, (int32_t)tables->constraint_count);
    hash = mix_index(hash, (int32_t)tables->expression_count);
    hash = mix_index(hash, (int32_t)gltf->material_count);
    return mix_index(hash, (int32_t)rig->expressions.morph_count);
}

static bool build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                  const vrmi_prepared *prepared, vrmi_arena *scratch) {
    uint32_t count = gltf->node_count;
    rig->forest.order = VRMI_TAKE(&rig->arena, int32_t, count);
    rig->forest.place = VRMI_TAKE(&rig->arena, uint32_t, count);
    rig->forest.end = VRMI_TAKE(&rig->arena, uint32_t, count);
    rig->forest.root = VRMI_TAKE(&rig->arena, int32_t, count);
    if (rig->forest.order == NULL || rig->forest.place == NULL || rig->forest.end == NULL ||
        rig->forest.root == NULL) {
        return false;
    }
    vrmi_forest_walk(gltf->nodes, count, &rig->forest);
    rig->bone_rotations = prepared->bone_rotations;
    rig->writers = prepared->writers;
    rig->hips_parent = prepared->hips_parent;
    vrmi_mat4_inverse(&rig->hips_parent, &rig->hips_parent_inverse);
    if (!vrmi_rig_expressions_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_constraints_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_springs_build(rig, gltf, tables, prepared, scratch)) return false;
    if (!vrmi_rig_lanes_build(rig, gltf, tables, prepared, scratch)) return false;
    rig->fingerprint = fingerprint(rig, gltf, tables);
    return true;
}

void vrmi_rig_release(vrmi_rig *rig) {
    vrmi_memory memory;
    if (rig == NULL) return;
    vrmi_arena_release(&rig->arena);
    memory = rig->memory;
    vrmi_memory_release(&memory, rig, sizeof *rig);
}

static vrmi_rig *create(const vrm_model *model) {
    vrmi_memory memory;
    vrmi_arena scratch;
    vrmi_rig *rig;
    bool ok;
    /* A budget of its own: several threads may make their first avatar at once. */
    vrmi_memory_init(&memory, &model->memory.allocator);
    rig = vrmi_memory_allocate(&memory, sizeof *rig);
    if (rig == NULL) return NULL;
    memset(rig, 0, sizeof *rig);
    rig->memory = memory;
    vrmi_arena_init(&rig->arena, &rig->memory, (size_t)1 << 14);
    vrmi_arena_init(&scratch, &rig->memory, (size_t)1 << 14);
    ok = build(rig, &model->document.gltf, model->tables, model->prepared, &scratch);
    vrmi_arena_release(&scratch);
    if (ok) return rig;
    vrmi_rig_release(rig);
    return NULL;
}

static const vrmi_rig *existing_rig(const vrm_model *model) {
    return atomic_load_explicit(&model->rig, memory_order_acquire);
}

const vrmi_rig *vrmi_model_rig(vrm_model *model) {
    vrmi_rig *mine, *found = NULL;
    if (existing_rig(model) != NULL) return existing_rig(model);
    mine = create(model);
    if (mine == NULL) return NULL;
    if (atomic_compare_exchange_strong_explicit(&model->rig, &found, mine, memory_order_acq_rel,
                                                memory_order_acquire)) {
        return mine;
    }
    vrmi_rig_release(mine); /* another thread was quicker */
    return found;
}

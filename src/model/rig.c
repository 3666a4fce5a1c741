#include "model/rig.h"

#include "base/math.h"

#include <string.h>

/* Rest places of all nodes in the model's space. */
static void place_nodes(const vrmi_forest *forest, const vrm_gltf *gltf, vrm_mat4 *world) {
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t node = forest->order[i], parent = gltf->nodes[node].parent;
        vrm_mat4 local = vrmi_mat4_from_trs(&gltf->nodes[node].rest);
        world[node] = parent != VRM_NONE ? vrmi_mat4_multiply(&world[parent], &local) : local;
    }
}

static void read_bones(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                       const vrm_mat4 *world) {
    int32_t hips = tables->humanoid.nodes[VRM_BONE_HIPS];
    int32_t parent = hips != VRM_NONE ? gltf->nodes[hips].parent : VRM_NONE;
    for (uint32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t node = tables->humanoid.nodes[bone];
        rig->bone_rotations[bone] =
            node != VRM_NONE ? vrmi_mat4_rotation(&world[node]) : vrmi_quat_identity();
        rig->bone_positions[bone] = node != VRM_NONE ? vrmi_mat4_translation(&world[node])
                                                     : vrm_vec3_make(0.0f, 0.0f, 0.0f);
    }
    rig->hips_parent = parent != VRM_NONE ? world[parent] : vrmi_mat4_identity();
    vrmi_mat4_inverse(&rig->hips_parent, &rig->hips_parent_inverse);
}

static bool read_writers(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables) {
    const int32_t *bones = tables->humanoid.nodes;
    uint8_t *writers = VRMI_TAKE(&rig->arena, uint8_t, gltf->node_count);
    if (writers == NULL) return false;
    if (gltf->node_count != 0) memset(writers, 0, gltf->node_count);
    if (tables->look_at.is_present && tables->look_at.type == VRM_LOOK_AT_BONE) {
        for (int32_t bone = VRM_BONE_LEFT_EYE; bone <= VRM_BONE_RIGHT_EYE; ++bone) {
            if (bones[bone] != VRM_NONE) writers[bones[bone]] |= VRM_WRITER_LOOK_AT;
        }
    }
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        writers[tables->constraints[i].node] |= VRM_WRITER_CONSTRAINT;
    }
    for (uint32_t i = 0; i < tables->joint_count; ++i) {
        writers[tables->joints[i].node] |= VRM_WRITER_SPRING;
    }
    rig->writers = writers;
    return true;
}

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
                  vrmi_arena *scratch) {
    uint32_t count = gltf->node_count;
    vrm_mat4 *world = VRMI_TAKE(scratch, vrm_mat4, count);
    rig->forest.order = VRMI_TAKE(&rig->arena, int32_t, count);
    rig->forest.place = VRMI_TAKE(&rig->arena, uint32_t, count);
    rig->forest.end = VRMI_TAKE(&rig->arena, uint32_t, count);
    rig->forest.root = VRMI_TAKE(&rig->arena, int32_t, count);
    if (world == NULL || rig->forest.order == NULL || rig->forest.place == NULL ||
        rig->forest.end == NULL || rig->forest.root == NULL) {
        return false;
    }
    vrmi_forest_walk(gltf->nodes, count, &rig->forest);
    place_nodes(&rig->forest, gltf, world);
    read_bones(rig, gltf, tables, world);
    if (!read_writers(rig, gltf, tables)) return false;
    if (!vrmi_rig_expressions_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_constraints_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_springs_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_lanes_build(rig, gltf, tables, scratch)) return false;
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
    ok = build(rig, &model->document.gltf, model->tables, &scratch);
    vrmi_arena_release(&scratch);
    if (ok) return rig;
    vrmi_rig_release(rig);
    return NULL;
}

const vrmi_rig *vrmi_model_existing_rig(const vrm_model *model) {
    return vrmi_atomic_pointer_get(&model->rig);
}

const vrmi_rig *vrmi_model_rig(vrm_model *model) {
    vrmi_rig *mine, *found;
    if (vrmi_model_existing_rig(model) != NULL) return vrmi_model_existing_rig(model);
    mine = create(model);
    if (mine == NULL) return NULL;
    found = vrmi_atomic_pointer_offer(&model->rig, mine);
    if (found == NULL) return mine;
    vrmi_rig_release(mine); /* another thread was quicker */
    return found;
}

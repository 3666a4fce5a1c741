#include "rig/rig.h"

#include "base/math.h"

#include <string.h>

static bool list_leaves(vrmi_rig *rig, uint32_t node_count) {
    const vrmi_forest *forest = &rig->forest;
    int32_t *leaves;
    uint32_t count = 0;
    for (uint32_t i = 0; i < node_count; ++i) count += forest->end[i] == forest->place[i] + 1;
    leaves = VRMI_TAKE(&rig->arena, int32_t, count);
    if (leaves == NULL) return false;
    rig->leaf_nodes = leaves;
    for (uint32_t i = 0; i < node_count; ++i) {
        if (forest->end[i] == forest->place[i] + 1) leaves[rig->leaf_count++] = (int32_t)i;
    }
    return true;
}

static bool list_bounded_nodes(vrmi_rig *rig, const uint8_t *is_bounded, uint32_t node_count) {
    int32_t *nodes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < node_count; ++i) count += is_bounded[i];
    nodes = VRMI_TAKE(&rig->arena, int32_t, count);
    if (nodes == NULL) return false;
    rig->bounds.nodes = nodes;
    rig->bounds.node_count = count;
    for (uint32_t i = 0; i < node_count; ++i) {
        if (is_bounded[i] != 0) *nodes++ = (int32_t)i;
    }
    return true;
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
    if (!list_leaves(rig, count) || !list_bounded_nodes(rig, prepared->is_bounded, count))
        return false;
    rig->bounds.reach = prepared->reach;
    rig->bone_rotations = prepared->bone_rotations;
    rig->writers = prepared->writers;
    rig->hips_parent = prepared->hips_parent;
    vrmi_mat4_inverse(&rig->hips_parent, &rig->hips_parent_inverse);
    if (!vrmi_rig_expressions_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_constraints_build(rig, gltf, tables, scratch)) return false;
    if (!vrmi_rig_springs_build(rig, gltf, tables, prepared, scratch)) return false;
    if (!vrmi_rig_limits_build(rig, tables)) return false;
    if (!vrmi_rig_lanes_build(rig, gltf, tables, prepared, scratch)) return false;
    if (!vrmi_rig_reach_build(rig, gltf, tables, scratch)) return false;
    rig->fingerprint = vrmi_rig_fingerprint(rig, gltf, tables);
    return true;
}

static void release_rig(vrmi_shared *shared) {
    vrmi_rig *rig = (vrmi_rig *)(void *)shared;
    vrmi_memory memory;
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
    rig->shared.release = release_rig;
    rig->memory = memory;
    vrmi_arena_init(&rig->arena, &rig->memory, (size_t)1 << 14);
    vrmi_arena_init(&scratch, &rig->memory, (size_t)1 << 14);
    ok = build(rig, &model->document.gltf, model->tables, model->prepared, &scratch);
    if (ok) vrmi_rig_bones_build(rig, model);
    vrmi_arena_release(&scratch);
    if (ok) return rig;
    release_rig(&rig->shared);
    return NULL;
}

static const vrmi_rig *existing_rig(const vrm_model *model) {
    return vrmi_atomic_pointer_get(&model->shared);
}

const vrmi_rig *vrmi_model_rig(vrm_model *model) {
    vrmi_rig *mine, *found;
    if (existing_rig(model) != NULL) return existing_rig(model);
    mine = create(model);
    if (mine == NULL) return NULL;
    found = vrmi_atomic_pointer_offer(&model->shared, mine);
    if (found == NULL) return mine;
    release_rig(&mine->shared); /* another thread was quicker */
    return found;
}

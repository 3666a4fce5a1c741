/*
 * When the nodes that constraints move are placed (6.5.4).
 *
 * An aim reads where its source is, and where the parent of its own node is and how it is turned.
 * By then the constraints of all nodes above these have been evaluated (NC-018), so that their
 * places are final. So each node that a constraint moves is placed once: right before the first aim
 * that reads it, or, as most are, when all constraints are done. Placing all that lies below a node
 * after each constraint instead would take the square of the nodes in a chain of aims.
 */
#include "rig/rig.h"

#include <string.h>

typedef struct place_list {
    const vrm_gltf *gltf;
    uint8_t *is_waiting; /* by node: moved by a constraint and not yet in the list */
    int32_t *nodes;
    uint32_t count;
} place_list;

static uint32_t find_moved(place_list *list, const vrmi_forest *forest, const vrm_tables *tables) {
    uint32_t moved = 0;
    if (list->gltf->node_count != 0) memset(list->is_waiting, 0, list->gltf->node_count);
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        list->is_waiting[tables->constraints[i].node] = 1;
    }
    for (uint32_t i = 0; i < list->gltf->node_count; ++i) {
        int32_t node = forest->order[i], parent = list->gltf->nodes[node].parent;
        if (parent != VRM_NONE && list->is_waiting[parent]) list->is_waiting[node] = 1;
        moved += list->is_waiting[node];
    }
    return moved;
}

/* Adds a node and what is above it. What is above a node that does not wait does not wait either:
 * it is in the list, or no constraint moves it. */
static void add_path(place_list *list, int32_t node) {
    uint32_t first = list->count, last;
    for (; node != VRM_NONE && list->is_waiting[node]; node = list->gltf->nodes[node].parent) {
        list->is_waiting[node] = 0;
        list->nodes[list->count++] = node;
    }
    /* What is above first. */
    for (last = list->count; first + 1 < last; ++first) {
        int32_t lower = list->nodes[first];
        list->nodes[first] = list->nodes[--last];
        list->nodes[last] = lower;
    }
}

bool vrmi_rig_constraints_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                                vrmi_arena *scratch) {
    place_list list = {gltf, NULL, NULL, 0};
    uint32_t *placed_before = VRMI_TAKE(&rig->arena, uint32_t, tables->constraint_count);
    list.is_waiting = VRMI_TAKE(scratch, uint8_t, gltf->node_count);
    if (placed_before == NULL || list.is_waiting == NULL) return false;
    rig->constrained_count = find_moved(&list, &rig->forest, tables);
    list.nodes = VRMI_TAKE(&rig->arena, int32_t, rig->constrained_count);
    if (list.nodes == NULL) return false;
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *one = &tables->constraints[i];
        if (one->kind == VRM_CONSTRAINT_AIM) {
            add_path(&list, gltf->nodes[one->node].parent);
            /* A source below its own destination is found without its world place (NC-006). */
            if (!vrmi_forest_is_within(&rig->forest, one->source, one->node)) {
                add_path(&list, one->source);
            }
        }
        placed_before[i] = list.count;
    }
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t node = rig->forest.order[i];
        if (list.is_waiting[node]) list.nodes[list.count++] = node;
    }
    rig->constrained_nodes = list.nodes;
    rig->placed_before = placed_before;
    return true;
}

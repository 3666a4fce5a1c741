#include "gltf/forest.h"

/* Down to the first child that has not been visited, else back up. Until a node is done, its `end`
 * holds which child is next. */
static uint32_t walk_tree(const vrm_node *nodes, int32_t root, uint32_t placed,
                          const vrmi_forest *out) {
    int32_t at = root;
    out->place[at] = placed;
    out->order[placed++] = at;
    out->root[at] = root;
    out->end[at] = 0;
    while (at != VRM_NONE) {
        if (out->end[at] < nodes[at].child_count) {
            at = nodes[at].children[out->end[at]++];
            out->place[at] = placed;
            out->order[placed++] = at;
            out->root[at] = root;
            out->end[at] = 0;
        } else {
            out->end[at] = placed;
            at = nodes[at].parent;
        }
    }
    return placed;
}

void vrmi_forest_walk(const vrm_node *nodes, uint32_t count, const vrmi_forest *out) {
    uint32_t placed = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (nodes[i].parent == VRM_NONE) placed = walk_tree(nodes, (int32_t)i, placed, out);
    }
}

bool vrmi_forest_take(vrmi_arena *arena, const vrm_node *nodes, uint32_t count, vrmi_forest *out) {
    out->order = VRMI_TAKE(arena, int32_t, count);
    out->place = VRMI_TAKE(arena, uint32_t, count);
    out->end = VRMI_TAKE(arena, uint32_t, count);
    out->root = VRMI_TAKE(arena, int32_t, count);
    if (out->order == NULL || out->place == NULL || out->end == NULL || out->root == NULL) {
        return false;
    }
    vrmi_forest_walk(nodes, count, out);
    return true;
}

/* One walk over the node tree answers what is above what, in constant time a question. */
#ifndef VRMI_GLTF_FOREST_H
#define VRMI_GLTF_FOREST_H

#include "base/private_api.h"
#include "gltf/session.h"

/* Arrays with an element for each node. Of the caller's memory. */
typedef struct vrmi_forest {
    int32_t *order;  /* the nodes, each followed by all below it, in the order of children */
    uint32_t *place; /* of each node in that order */
    uint32_t *end;   /* the place behind the last node below it */
    int32_t *root;   /* the node above it that has no parent */
} vrmi_forest;

/* The nodes are a forest: no rings, no second parents (ER-006). Does not recurse (ER-007). */
VRMI_API void vrmi_forest_walk(const vrm_node *nodes, uint32_t count, const vrmi_forest *out);

/* The same, with arrays of an arena. False: memory was refused. */
VRMI_API bool vrmi_forest_take(vrmi_arena *arena, const vrm_node *nodes, uint32_t count,
                               vrmi_forest *out);

/* Whether `node` is `upper` or lies below it. */
static inline bool vrmi_forest_is_within(const vrmi_forest *forest, int32_t node, int32_t upper) {
    return forest->place[node] >= forest->place[upper] && forest->place[node] < forest->end[upper];
}

#endif

/*
 * Constraints: circles are left out, and the rest is put in the order in which it is evaluated
 * (NC-005, NC-018, NC-020, §6.5.4).
 *
 * A roll or a rotation waits for the constraint of its source. An aim waits for the constraints of
 * its source, of all nodes above its source, and of all nodes above its own node; but not for
 * itself, where its source lies below it (NC-006). Listed one by one, that can be the square of the
 * file's size: a hundred thousand aims in a chain as deep. So each constraint has a way-point
 * beside it, "this one and all above it", which waits for the constraint and for the way-point of
 * the nearest constraint above. An aim waits for two way-points, and the graph has at most two
 * vertices and five edges for each constraint.
 *
 * A source below its own node is the one case that way-points do not fit: the way-point of the
 * source includes the aim itself.
 *
 * To find circles that does no harm. A way between two constraints falls into steps from one to the
 * next over way-points; each step is a true dependency, but for the one from such an aim to
 * itself, which can be left out of any way. So two constraints reach each other exactly when they
 * truly do, and more than one constraint in a component is a circle.
 *
 * For the order the constraints between such an aim and its source are listed one by one. That is
 * cheap, as no constraint that is left can lie between two aims and their sources. Let x lie below
 * the nodes a and b of two such aims and at or above the sources of both. One of the nodes, say b,
 * lies below the other. Then b lies above the source of a's aim, which so waits for b's; and b's
 * aim waits for a's, as a lies above b. That is a circle, and both have been left out.
 */
#include "build/finish.h"
#include "build/graph.h"

#include <string.h>

/* Constraints are numbered by their nodes: the order of ties (NC-020). */
typedef struct constraint_set {
    vrmi_build *build;
    vrm_constraint *items;
    int32_t *nearest; /* by node: the constraint of the node, or of the nearest node above it */
    uint32_t count;
} constraint_set;

static bool is_on(const constraint_set *set, int32_t constraint, int32_t node) {
    return constraint != VRM_NONE && set->items[constraint].node == node;
}

static int32_t nearest_above(const constraint_set *set, int32_t node) {
    int32_t parent = set->build->gltf->nodes[node].parent;
    return parent == VRM_NONE ? VRM_NONE : set->nearest[parent];
}

static void find_nearest(constraint_set *set) {
    const vrmi_build *build = set->build;
    for (uint32_t i = 0; i < build->gltf->node_count; ++i) set->nearest[i] = VRM_NONE;
    for (uint32_t i = 0; i < set->count; ++i) set->nearest[set->items[i].node] = (int32_t)i;
    for (uint32_t i = 0; i < build->gltf->node_count; ++i) {
        int32_t node = build->forest.order[i]; /* parents first */
        if (set->nearest[node] == VRM_NONE) set->nearest[node] = nearest_above(set, node);
    }
}

/* By node; of several on one node the first is kept, which readers see to already. */
static bool sort_by_node(constraint_set *set) {
    vrmi_build *build = set->build;
    const vrm_constraint *found = build->constraints.items;
    uint32_t node_count = build->gltf->node_count;
    set->items = VRMI_TAKE(build->load->arena, vrm_constraint, build->constraints.count);
    set->nearest = VRMI_TAKE(build->load->arena, int32_t, node_count);
    if (set->items == NULL || set->nearest == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < node_count; ++i) set->nearest[i] = VRM_NONE;
    for (uint32_t i = build->constraints.count; i-- > 0;) {
        set->nearest[found[i].node] = (int32_t)i;
    }
    for (uint32_t i = 0; i < node_count; ++i) {
        if (set->nearest[i] != VRM_NONE) set->items[set->count++] = found[set->nearest[i]];
    }
    find_nearest(set);
    return true;
}

static bool is_source_below(const constraint_set *set, const vrm_constraint *constraint) {
    return vrmi_build_is_within(set->build, constraint->source, constraint->node);
}

static bool aims_below_itself(const constraint_set *set, const vrm_constraint *constraint) {
    return constraint->kind == VRM_CONSTRAINT_AIM && is_source_below(set, constraint);
}

/* --- Who waits for whom --- */

static void wait_for_all_above(const constraint_set *set, vrmi_graph *graph, uint32_t vertex,
                               int32_t constraint) {
    if (constraint != VRM_NONE) vrmi_graph_wait(graph, vertex, set->count + (uint32_t)constraint);
}

/* The constraints between an aim and a source below it. */
static void wait_for_those_between(const constraint_set *set, vrmi_graph *graph, uint32_t aim) {
    int32_t at = set->nearest[set->items[aim].source];
    while (at != (int32_t)aim) {
        vrmi_graph_wait(graph, aim, (uint32_t)at);
        at = nearest_above(set, set->items[at].node);
    }
}

static bool list_dependencies(const constraint_set *set, bool in_full, vrmi_graph *graph) {
    if (!vrmi_graph_begin(graph, set->build->load, 2 * set->count, 5 * (size_t)set->count)) {
        return false;
    }
    for (uint32_t i = 0; i < set->count; ++i) {
        const vrm_constraint *one = &set->items[i];
        int32_t of_source = set->nearest[one->source];
        int32_t above = nearest_above(set, one->node);
        vrmi_graph_wait(graph, set->count + i, i);
        wait_for_all_above(set, graph, set->count + i, above);
        if (one->kind != VRM_CONSTRAINT_AIM) {
            if (is_on(set, of_source, one->source)) vrmi_graph_wait(graph, i, (uint32_t)of_source);
            continue;
        }
        wait_for_all_above(set, graph, i, above);
        if (in_full && aims_below_itself(set, one)) {
            wait_for_those_between(set, graph, i);
        } else {
            wait_for_all_above(set, graph, i, of_source);
        }
    }
    return true;
}

/* --- Diagnostics of one --- */

static void found(const constraint_set *set, const vrm_constraint *one, vrmi_diagnostic_id id,
                  const vrmi_argument *arguments) {
    vrmi_element node;
    const vrmi_json *extensions = vrmi_build_node(set->build, (uint32_t)one->node, &node);
    vrmi_json at = vrmi_json_at(extensions, "VRMC_node_constraint", NULL);
    vrmi_load_found(set->build->load, id, &at, arguments);
}

static bool warn(const constraint_set *set) {
    vrmi_build *build = set->build;
    const vrm_spring_joint *joints = build->joints.items;
    uint32_t node_count = build->gltf->node_count;
    int32_t *bones = VRMI_TAKE(build->load->arena, int32_t, node_count);
    int32_t *springs = VRMI_TAKE(build->load->arena, int32_t, node_count);
    if (bones == NULL || springs == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < node_count; ++i) bones[i] = springs[i] = VRM_NONE;
    for (uint32_t i = 0; i < build->joints.count; ++i) springs[joints[i].node] = joints[i].spring;
    for (int32_t i = VRM_BONE_COUNT; i-- > 0;) {
        int32_t node = build->tables.humanoid.nodes[i];
        if (node != VRM_NONE) bones[node] = i;
    }
    for (uint32_t i = 0; i < set->count; ++i) {
        const vrm_constraint *one = &set->items[i];
        /* An aim at what it turns itself is kept and reported. The others are too: the text allows
         * them, and some applications refuse the file (NC-006). */
        if (is_source_below(set, one)) {
            found(set, one, VRMI_CONSTRAINT_SOURCE_BELOW,
                  VRMI_WITH(vrmi_node_reference(build->gltf, one->source)));
        }
        /* Another stage writes the node too (NC-027). */
        if (bones[one->node] != VRM_NONE) {
            found(set, one, VRMI_CONSTRAINT_ON_BONE,
                  VRMI_WITH(vrmi_words(vrm_bone_name((vrm_bone)bones[one->node]))));
        }
        if (springs[one->node] != VRM_NONE) {
            found(set, one, VRMI_CONSTRAINT_ON_JOINT,
                  VRMI_WITH(vrmi_spring_reference(build, (uint32_t)springs[one->node])));
        }
    }
    return true;
}

/* --- Circles and order --- */

/* All constraints of a circle are left out; others no longer wait for them (NC-005). */
static bool leave_out_circles(constraint_set *set) {
    vrmi_load *load = set->build->load;
    vrmi_graph graph;
    uint32_t component_count, kept = 0;
    uint32_t *components, *sizes;
    if (!list_dependencies(set, false, &graph)) return false;
    components = vrmi_graph_components(&graph, load, &component_count);
    if (components == NULL) return false;
    sizes = VRMI_TAKE(load->arena, uint32_t, component_count);
    if (sizes == NULL) return vrmi_load_refused(load);
    memset(sizes, 0, component_count * sizeof sizes[0]);
    for (uint32_t i = 0; i < set->count; ++i) sizes[components[i]] += 1;
    for (uint32_t i = 0; i < set->count; ++i) {
        if (sizes[components[i]] > 1) {
            found(set, &set->items[i], VRMI_CONSTRAINT_CYCLE,
                  VRMI_WITH(vrmi_node_reference(set->build->gltf, set->items[i].source)));
        } else {
            set->items[kept++] = set->items[i];
        }
    }
    if (kept == set->count) return true;
    set->count = kept;
    find_nearest(set);
    return true;
}

static bool put_in_order(const constraint_set *set) {
    vrmi_load *load = set->build->load;
    vrm_constraint *sorted = VRMI_TAKE(load->arena, vrm_constraint, set->count);
    vrmi_graph graph;
    const int32_t *order;
    if (sorted == NULL) return vrmi_load_refused(load);
    if (!list_dependencies(set, true, &graph)) return false;
    order = vrmi_graph_order(&graph, load, set->count);
    if (order == NULL) return false;
    for (uint32_t i = 0; i < set->count; ++i) sorted[i] = set->items[order[i]];
    set->build->constraints.items = sorted;
    set->build->constraints.count = set->count;
    set->build->constraints.capacity = set->count;
    return true;
}

bool vrmi_finish_constraints(vrmi_build *build) {
    constraint_set set = {build, NULL, NULL, 0};
    if (build->constraints.count == 0) return true;
    return sort_by_node(&set) && leave_out_circles(&set) && warn(&set) && put_in_order(&set);
}

/*
 * The order in which joints are updated (SB-015, SB-025, SB-040, §6.2), and the level of each: how
 * many others have to be done before it, one behind the other. This is the one place that works out
 * who waits for whom; the rig reads what it prepares.
 *
 * A joint waits for the joints whose heads lie above its own, and for those whose heads lie at or
 * above a collider of its spring. It is enough to wait for the nearest of them: that one waits for
 * those above it.
 *
 * Springs share collider groups, and groups colliders; listed one by one, who waits for whom would
 * be the product of their numbers. So lists of groups, groups and colliders are way-points: a joint
 * waits for the list of its spring, the list for its groups, a group for its colliders, and a
 * collider for the nearest joint. That is as large as the file.
 *
 * Colliders can make circles of joints; that joints lie above each other cannot. Where a joint
 * waits for another and that one for it, it is not to wait for it because of a collider any more,
 * but for everybody else still (§6.2). Let K be the component of a joint. The joints above a
 * collider that belong to K follow each other from the nearest on: if the nearest, q, and a joint r
 * above it are of K, so is any between them, as q waits for it and it for r. So the joint waits for
 * the first one above that is not of K, the exit of q, instead of q. Others that use the same
 * collider and are not of K wait for q as before. That is why each way-point is there twice: in
 * full, for those outside of its component, and reduced, for those inside. A way-point in full
 * stands for what it stood for. A reduced one of K leads to reduced ones of K, to others in full,
 * and to exits.
 *
 * The result has no circles. Those would lie within one component K, as no way is new. From
 * a joint of K a way-point in full leads out of K for good, and so does a reduced one; what is left
 * are joints above each other.
 */
#include "build/finish_spring.h"
#include "build/graph.h"

#include <string.h>

/*
 * Vertices: joints, by depth, spring and place in the spring, which is the order of ties; behind
 * them the way-points in full, lists first, then groups, then colliders; behind those, the reduced
 * ones.
 */
typedef struct joint_graph {
    vrmi_build *build;
    const vrm_spring_collider *colliders;
    const vrm_spring_collider_group *groups;
    const vrm_spring *springs;
    const vrm_spring_joint *joints;
    const int32_t *nearest; /* by node: a joint */
    const vrmi_group_lists *lists;
    uint32_t joint_count;
    uint32_t way_point_count;
    bool colliders_sway;  /* a joint moves at least one of them */
    int32_t *joint_of;    /* by vertex */
    uint32_t *vertex_of;  /* by joint */
    size_t edge_count;    /* at most, with each way-point once */
    uint32_t *components; /* by vertex */
    int32_t *exits;       /* by vertex of a joint: a vertex, or VRM_NONE */
} joint_graph;

/* --- Vertices --- */

/* Counting sort: joints stand in the order of their springs already. */
static bool number_joints(joint_graph *joint_graph) {
    vrmi_build *build = joint_graph->build;
    vrmi_arena *arena = build->load->arena;
    uint32_t node_count = build->gltf->node_count;
    uint32_t *depths = VRMI_TAKE(arena, uint32_t, node_count);
    uint32_t *next = VRMI_TAKE(arena, uint32_t, (size_t)node_count + 2);
    uint32_t deepest = 0;
    joint_graph->joint_of = VRMI_TAKE(arena, int32_t, joint_graph->joint_count);
    if (depths == NULL || next == NULL || joint_graph->joint_of == NULL) {
        return vrmi_load_refused(build->load);
    }
    for (uint32_t i = 0; i < node_count; ++i) {
        int32_t node = build->forest.order[i], parent = build->gltf->nodes[node].parent;
        depths[node] = parent == VRM_NONE ? 0 : depths[parent] + 1;
        if (depths[node] > deepest) deepest = depths[node];
    }
    memset(next, 0, ((size_t)deepest + 2) * sizeof next[0]);
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i)
        next[depths[joint_graph->joints[i].node] + 1] += 1;
    for (uint32_t i = 1; i <= deepest; ++i) next[i] += next[i - 1];
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i) {
        joint_graph->joint_of[next[depths[joint_graph->joints[i].node]]++] = (int32_t)i;
    }
    return true;
}

static bool begin(joint_graph *joint_graph, vrmi_build *build, const int32_t *nearest,
                  const vrmi_group_lists *lists) {
    uint64_t way_points;
    memset(joint_graph, 0, sizeof *joint_graph);
    joint_graph->build = build;
    joint_graph->colliders = build->colliders.items;
    joint_graph->groups = build->collider_groups.items;
    joint_graph->springs = build->springs.items;
    joint_graph->joints = build->joints.items;
    joint_graph->nearest = nearest;
    joint_graph->joint_count = build->joints.count;
    joint_graph->lists = lists;
    if (!number_joints(joint_graph)) return false;
    way_points =
        (uint64_t)joint_graph->lists->count + build->collider_groups.count + build->colliders.count;
    if (joint_graph->joint_count + 2 * way_points > INT32_MAX) { /* no memory holds so many */
        build->load->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return vrmi_load_refused(build->load);
    }
    joint_graph->way_point_count = (uint32_t)way_points;
    for (uint32_t i = 0; i < lists->count; ++i) {
        joint_graph->edge_count += joint_graph->springs[lists->first_user[i]].collider_group_count;
    }
    for (uint32_t i = 0; i < build->collider_groups.count; ++i) {
        joint_graph->edge_count += joint_graph->groups[i].collider_count;
    }
    joint_graph->edge_count += (size_t)joint_graph->joint_count * 2 + build->colliders.count;
    return true;
}

/* Vertices of joints; VRM_NONE for none. */
static int32_t joint_above(const joint_graph *joint_graph, uint32_t vertex) {
    int32_t node = joint_graph->joints[joint_graph->joint_of[vertex]].node;
    int32_t parent = joint_graph->build->gltf->nodes[node].parent;
    int32_t joint = parent == VRM_NONE ? VRM_NONE : joint_graph->nearest[parent];
    return joint == VRM_NONE ? VRM_NONE : (int32_t)joint_graph->vertex_of[joint];
}

static int32_t joint_of_collider(const joint_graph *joint_graph, uint32_t collider) {
    const vrm_spring_collider *one = &joint_graph->colliders[collider];
    int32_t joint = one->shape == VRM_COLLIDER_NONE || one->node == VRM_NONE
                        ? VRM_NONE
                        : joint_graph->nearest[one->node];
    return joint == VRM_NONE ? VRM_NONE : (int32_t)joint_graph->vertex_of[joint];
}

static bool has_swaying_collider(const joint_graph *joint_graph) {
    for (uint32_t i = 0; i < joint_graph->build->colliders.count; ++i) {
        const vrm_spring_collider *one = &joint_graph->colliders[i];
        if (one->shape != VRM_COLLIDER_NONE && joint_graph->nearest[one->node] != VRM_NONE)
            return true;
    }
    return false;
}

/* Way-points in full. */
static uint32_t list_point(const joint_graph *joint_graph, uint32_t list) {
    return joint_graph->joint_count + list;
}
static uint32_t group_point(const joint_graph *joint_graph, uint32_t group) {
    return list_point(joint_graph, joint_graph->lists->count) + group;
}
static uint32_t collider_point(const joint_graph *joint_graph, uint32_t collider) {
    return group_point(joint_graph, joint_graph->build->collider_groups.count) + collider;
}

/* --- Edges --- */

/* `reduced`: from the reduced way-point, which leads to the reduced ones of its own component. */
static void wait_for_point(const joint_graph *joint_graph, vrmi_graph *graph, uint32_t vertex,
                           uint32_t point, bool reduced) {
    bool stays = reduced && joint_graph->components[vertex] == joint_graph->components[point];
    bool is_joint = vertex < joint_graph->joint_count;
    vrmi_graph_wait(graph, vertex + (reduced && !is_joint ? joint_graph->way_point_count : 0),
                    point + (stays ? joint_graph->way_point_count : 0));
}

static void wait_for_joint(const joint_graph *joint_graph, vrmi_graph *graph, uint32_t point,
                           int32_t joint, bool reduced) {
    if (joint == VRM_NONE) return;
    if (reduced && joint_graph->components[point] == joint_graph->components[joint])
        joint = joint_graph->exits[joint];
    if (joint == VRM_NONE) return;
    vrmi_graph_wait(graph, point + (reduced ? joint_graph->way_point_count : 0), (uint32_t)joint);
}

static void add_way_points(const joint_graph *joint_graph, vrmi_graph *graph, bool reduced) {
    for (uint32_t i = 0; i < joint_graph->lists->count; ++i) {
        const vrm_spring *spring = &joint_graph->springs[joint_graph->lists->first_user[i]];
        for (uint32_t k = 0; k < spring->collider_group_count; ++k) {
            uint32_t group = (uint32_t)spring->collider_groups[k];
            wait_for_point(joint_graph, graph, list_point(joint_graph, i),
                           group_point(joint_graph, group), reduced);
        }
    }
    for (uint32_t i = 0; i < joint_graph->build->collider_groups.count; ++i) {
        for (uint32_t k = 0; k < joint_graph->groups[i].collider_count; ++k) {
            uint32_t collider = (uint32_t)joint_graph->groups[i].colliders[k];
            wait_for_point(joint_graph, graph, group_point(joint_graph, i),
                           collider_point(joint_graph, collider), reduced);
        }
    }
    for (uint32_t i = 0; i < joint_graph->build->colliders.count; ++i) {
        wait_for_joint(joint_graph, graph, collider_point(joint_graph, i),
                       joint_of_collider(joint_graph, i), reduced);
    }
}

static void add_joints(const joint_graph *joint_graph, vrmi_graph *graph) {
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i) {
        int32_t above = joint_above(joint_graph, i);
        int32_t spring = joint_graph->joints[joint_graph->joint_of[i]].spring;
        if (above != VRM_NONE) vrmi_graph_wait(graph, i, (uint32_t)above);
        if (joint_graph->springs[spring].collider_group_count == 0) continue;
        wait_for_point(joint_graph, graph, i,
                       list_point(joint_graph, joint_graph->lists->list_of[spring]),
                       joint_graph->components != NULL);
    }
}

/* --- Circles --- */

/* A joint in the component of its own list waits for itself, over a collider. */
static bool say_circles(const joint_graph *joint_graph, uint32_t component_count) {
    vrmi_load *load = joint_graph->build->load;
    uint8_t *is_said = VRMI_TAKE(load->arena, uint8_t, component_count);
    if (is_said == NULL) return vrmi_load_refused(load);
    memset(is_said, 0, component_count);
    for (uint32_t i = 0; i < joint_graph->joint_count;
         ++i) { /* by joint: the first spring speaks */
        uint32_t spring = (uint32_t)joint_graph->joints[i].spring;
        uint32_t component = joint_graph->components[joint_graph->vertex_of[i]];
        if (joint_graph->springs[spring].collider_group_count == 0) continue;
        if (component !=
            joint_graph->components[list_point(joint_graph, joint_graph->lists->list_of[spring])])
            continue;
        if (is_said[component]) continue;
        is_said[component] = 1;
        vrmi_found_spring(joint_graph->build, spring, VRMI_SPRING_COLLIDER_CYCLE, NULL);
    }
    return true;
}

static bool find_circles(joint_graph *joint_graph) {
    vrmi_load *load = joint_graph->build->load;
    vrmi_graph graph;
    uint32_t component_count;
    if (!vrmi_graph_begin(&graph, load, joint_graph->joint_count + joint_graph->way_point_count,
                          joint_graph->edge_count)) {
        return false;
    }
    add_joints(joint_graph, &graph);
    add_way_points(joint_graph, &graph, false);
    joint_graph->components = vrmi_graph_components(&graph, load, &component_count);
    if (joint_graph->components == NULL || !say_circles(joint_graph, component_count)) return false;
    joint_graph->exits = VRMI_TAKE(load->arena, int32_t, joint_graph->joint_count);
    if (joint_graph->exits == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i) { /* by depth: those above are done */
        int32_t above = joint_above(joint_graph, i);
        bool stays =
            above != VRM_NONE && joint_graph->components[above] == joint_graph->components[i];
        joint_graph->exits[i] = stays ? joint_graph->exits[above] : above;
    }
    return true;
}

static int32_t *order_around_circles(joint_graph *joint_graph) {
    vrmi_graph graph;
    uint32_t vertex_count = joint_graph->joint_count + 2 * joint_graph->way_point_count;
    int32_t *order;
    joint_graph->vertex_of =
        VRMI_TAKE(joint_graph->build->load->arena, uint32_t, joint_graph->joint_count);
    if (joint_graph->vertex_of == NULL) {
        vrmi_load_refused(joint_graph->build->load);
        return NULL;
    }
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i)
        joint_graph->vertex_of[joint_graph->joint_of[i]] = i;
    if (!find_circles(joint_graph)) return NULL;
    if (!vrmi_graph_begin(&graph, joint_graph->build->load, vertex_count,
                          2 * joint_graph->edge_count))
        return NULL;
    add_joints(joint_graph, &graph);
    add_way_points(joint_graph, &graph, false);
    add_way_points(joint_graph, &graph, true);
    order = vrmi_graph_order(&graph, joint_graph->build->load, joint_graph->joint_count);
    for (uint32_t i = 0; order != NULL && i < joint_graph->joint_count; ++i) {
        order[i] = joint_graph->joint_of[order[i]];
    }
    return order;
}

/* --- Levels --- */

#define UNKNOWN UINT32_MAX

/* The level behind the joint that moves a node; 0: none does. UNKNOWN: its turn is still to come.
 */
static uint32_t level_behind(const joint_graph *joint_graph, const uint32_t *levels, int32_t node) {
    int32_t mover = joint_graph->nearest[node];
    if (mover == VRM_NONE) return 0;
    return levels[mover] == UNKNOWN ? UNKNOWN : levels[mover] + 1;
}

/* The level behind all that a spring reads, but for what is above its joints. */
static uint32_t level_of_inputs(const joint_graph *joint_graph, const uint32_t *levels,
                                uint32_t index) {
    const vrm_spring *spring = &joint_graph->springs[index];
    const vrmi_met *met = &joint_graph->build->prepared.met[index];
    /* A chain's own first joint as its center is taken at rest, and awaits only its parent
     * (AMB-040). */
    bool is_own = spring->center == joint_graph->joints[spring->first_joint].node;
    uint32_t level = spring->center == VRM_NONE || is_own
                         ? 0
                         : level_behind(joint_graph, levels, spring->center);
    for (uint32_t i = 0; joint_graph->colliders_sway && i < met->count && level != UNKNOWN; ++i) {
        int32_t collider = joint_graph->build->prepared.met_colliders[met->first + i];
        uint32_t behind = level_behind(joint_graph, levels, joint_graph->colliders[collider].node);
        if (behind > level) level = behind;
    }
    return level;
}

/* One pass in the order of updates: what a joint waits for has its level by then, or there is a
 * circle. */
static bool find_levels(const joint_graph *joint_graph, const int32_t *order) {
    vrmi_prepared *prepared = &joint_graph->build->prepared;
    vrmi_arena *arena = joint_graph->build->load->arena;
    uint32_t spring_count = joint_graph->build->springs.count;
    uint32_t *levels = VRMI_TAKE(arena, uint32_t, joint_graph->joint_count);
    uint32_t *inputs = VRMI_TAKE(arena, uint32_t, spring_count); /* UNKNOWN: not asked yet */
    if (levels == NULL || inputs == NULL) return vrmi_load_refused(joint_graph->build->load);
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i) levels[i] = UNKNOWN;
    for (uint32_t i = 0; i < spring_count; ++i) inputs[i] = UNKNOWN;
    for (uint32_t i = 0; i < joint_graph->joint_count; ++i) {
        const vrm_spring_joint *joint = &joint_graph->joints[order[i]];
        uint32_t *level = &levels[order[i]], *behind = &inputs[joint->spring];
        int32_t parent = joint_graph->build->gltf->nodes[joint->node].parent;
        /* The heads of a spring lie below each other: only the one before can be the parent. */
        if (order[i] != 0 && joint[-1].node == parent && joint[-1].spring == joint->spring) {
            *level = level[-1]; /* it goes on the chain of its parent */
            continue;
        }
        if (*behind == UNKNOWN)
            *behind = level_of_inputs(joint_graph, levels, (uint32_t)joint->spring);
        if (*behind == UNKNOWN) {
            prepared->has_circle = true;
            return true;
        }
        *level = parent == VRM_NONE ? 0 : level_behind(joint_graph, levels, parent);
        if (*behind > *level) *level = *behind;
    }
    prepared->joint_levels = levels;
    return true;
}

bool vrmi_order_joints(vrmi_build *build, const int32_t *nearest, const vrmi_group_lists *lists) {
    joint_graph joint_graph;
    const int32_t *order;
    if (!begin(&joint_graph, build, nearest, lists)) return false;
    /* Where no joint moves a collider, joints wait for those above them alone, and these have
     * smaller numbers: the order is there. */
    joint_graph.colliders_sway = has_swaying_collider(&joint_graph);
    order = joint_graph.colliders_sway ? order_around_circles(&joint_graph) : joint_graph.joint_of;
    build->tables.spring_joint_order = order;
    return order != NULL && find_levels(&joint_graph, order);
}

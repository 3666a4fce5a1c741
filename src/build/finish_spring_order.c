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
 * What comes of it has no circles. Those would lie within one component K, as no way is new. From
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
static bool number_joints(joint_graph *of) {
    vrmi_build *build = of->build;
    vrmi_arena *arena = build->load->arena;
    uint32_t node_count = build->gltf->node_count;
    uint32_t *depths = VRMI_TAKE(arena, uint32_t, node_count);
    uint32_t *next = VRMI_TAKE(arena, uint32_t, (size_t)node_count + 2);
    uint32_t deepest = 0;
    of->joint_of = VRMI_TAKE(arena, int32_t, of->joint_count);
    if (depths == NULL || next == NULL || of->joint_of == NULL) {
        return vrmi_load_refused(build->load);
    }
    for (uint32_t i = 0; i < node_count; ++i) {
        int32_t node = build->forest.order[i], parent = build->gltf->nodes[node].parent;
        depths[node] = parent == VRM_NONE ? 0 : depths[parent] + 1;
        if (depths[node] > deepest) deepest = depths[node];
    }
    memset(next, 0, ((size_t)deepest + 2) * sizeof next[0]);
    for (uint32_t i = 0; i < of->joint_count; ++i) next[depths[of->joints[i].node] + 1] += 1;
    for (uint32_t i = 1; i <= deepest; ++i) next[i] += next[i - 1];
    for (uint32_t i = 0; i < of->joint_count; ++i) {
        of->joint_of[next[depths[of->joints[i].node]]++] = (int32_t)i;
    }
    return true;
}

static bool begin(joint_graph *of, vrmi_build *build, const int32_t *nearest,
                  const vrmi_group_lists *lists) {
    uint64_t way_points;
    memset(of, 0, sizeof *of);
    of->build = build;
    of->colliders = build->colliders.items;
    of->groups = build->collider_groups.items;
    of->springs = build->springs.items;
    of->joints = build->joints.items;
    of->nearest = nearest;
    of->joint_count = build->joints.count;
    of->lists = lists;
    if (!number_joints(of)) return false;
    way_points = (uint64_t)of->lists->count + build->collider_groups.count + build->colliders.count;
    if (of->joint_count + 2 * way_points > INT32_MAX) { /* no memory holds so many */
        build->load->memory->refusal = VRMI_REFUSAL_ALLOCATOR;
        return vrmi_load_refused(build->load);
    }
    of->way_point_count = (uint32_t)way_points;
    for (uint32_t i = 0; i < lists->count; ++i) {
        of->edge_count += of->springs[lists->first_user[i]].collider_group_count;
    }
    for (uint32_t i = 0; i < build->collider_groups.count; ++i) {
        of->edge_count += of->groups[i].collider_count;
    }
    of->edge_count += (size_t)of->joint_count * 2 + build->colliders.count;
    return true;
}

/* Vertices of joints; VRM_NONE for none. */
static int32_t joint_above(const joint_graph *of, uint32_t vertex) {
    int32_t node = of->joints[of->joint_of[vertex]].node;
    int32_t parent = of->build->gltf->nodes[node].parent;
    int32_t joint = parent == VRM_NONE ? VRM_NONE : of->nearest[parent];
    return joint == VRM_NONE ? VRM_NONE : (int32_t)of->vertex_of[joint];
}

static int32_t joint_of_collider(const joint_graph *of, uint32_t collider) {
    const vrm_spring_collider *one = &of->colliders[collider];
    int32_t joint = one->shape == VRM_COLLIDER_NONE || one->node == VRM_NONE
                        ? VRM_NONE
                        : of->nearest[one->node];
    return joint == VRM_NONE ? VRM_NONE : (int32_t)of->vertex_of[joint];
}

static bool has_swaying_collider(const joint_graph *of) {
    for (uint32_t i = 0; i < of->build->colliders.count; ++i) {
        const vrm_spring_collider *one = &of->colliders[i];
        if (one->shape != VRM_COLLIDER_NONE && of->nearest[one->node] != VRM_NONE) return true;
    }
    return false;
}

/* Way-points in full. */
static uint32_t list_point(const joint_graph *of, uint32_t list) { return of->joint_count + list; }
static uint32_t group_point(const joint_graph *of, uint32_t group) {
    return list_point(of, of->lists->count) + group;
}
static uint32_t collider_point(const joint_graph *of, uint32_t collider) {
    return group_point(of, of->build->collider_groups.count) + collider;
}

/* --- Edges --- */

/* `reduced`: from the reduced way-point, which leads to the reduced ones of its own component. */
static void wait_for_point(const joint_graph *of, vrmi_graph *graph, uint32_t vertex,
                           uint32_t point, bool reduced) {
    bool stays = reduced && of->components[vertex] == of->components[point];
    bool is_joint = vertex < of->joint_count;
    vrmi_graph_wait(graph, vertex + (reduced && !is_joint ? of->way_point_count : 0),
                    point + (stays ? of->way_point_count : 0));
}

static void wait_for_joint(const joint_graph *of, vrmi_graph *graph, uint32_t point, int32_t joint,
                           bool reduced) {
    if (joint == VRM_NONE) return;
    if (reduced && of->components[point] == of->components[joint]) joint = of->exits[joint];
    if (joint == VRM_NONE) return;
    vrmi_graph_wait(graph, point + (reduced ? of->way_point_count : 0), (uint32_t)joint);
}

static void add_way_points(const joint_graph *of, vrmi_graph *graph, bool reduced) {
    for (uint32_t i = 0; i < of->lists->count; ++i) {
        const vrm_spring *spring = &of->springs[of->lists->first_user[i]];
        for (uint32_t k = 0; k < spring->collider_group_count; ++k) {
            uint32_t group = (uint32_t)spring->collider_groups[k];
            wait_for_point(of, graph, list_point(of, i), group_point(of, group), reduced);
        }
    }
    for (uint32_t i = 0; i < of->build->collider_groups.count; ++i) {
        for (uint32_t k = 0; k < of->groups[i].collider_count; ++k) {
            uint32_t collider = (uint32_t)of->groups[i].colliders[k];
            wait_for_point(of, graph, group_point(of, i), collider_point(of, collider), reduced);
        }
    }
    for (uint32_t i = 0; i < of->build->colliders.count; ++i) {
        wait_for_joint(of, graph, collider_point(of, i), joint_of_collider(of, i), reduced);
    }
}

static void add_joints(const joint_graph *of, vrmi_graph *graph) {
    for (uint32_t i = 0; i < of->joint_count; ++i) {
        int32_t above = joint_above(of, i);
        int32_t spring = of->joints[of->joint_of[i]].spring;
        if (above != VRM_NONE) vrmi_graph_wait(graph, i, (uint32_t)above);
        if (of->springs[spring].collider_group_count == 0) continue;
        wait_for_point(of, graph, i, list_point(of, of->lists->list_of[spring]),
                       of->components != NULL);
    }
}

/* --- Circles --- */

/* A joint in the component of its own list waits for itself, over a collider. */
static bool say_circles(const joint_graph *of, uint32_t component_count) {
    vrmi_load *load = of->build->load;
    uint8_t *is_said = VRMI_TAKE(load->arena, uint8_t, component_count);
    if (is_said == NULL) return vrmi_load_refused(load);
    memset(is_said, 0, component_count);
    for (uint32_t i = 0; i < of->joint_count; ++i) { /* by joint: the first spring speaks */
        uint32_t spring = (uint32_t)of->joints[i].spring;
        uint32_t component = of->components[of->vertex_of[i]];
        if (of->springs[spring].collider_group_count == 0) continue;
        if (component != of->components[list_point(of, of->lists->list_of[spring])]) continue;
        if (is_said[component]) continue;
        is_said[component] = 1;
        vrmi_found_spring(of->build, spring, VRMI_SPRING_COLLIDER_CYCLE, NULL);
    }
    return true;
}

static bool find_circles(joint_graph *of) {
    vrmi_load *load = of->build->load;
    vrmi_graph graph;
    uint32_t component_count;
    if (!vrmi_graph_begin(&graph, load, of->joint_count + of->way_point_count, of->edge_count)) {
        return false;
    }
    add_joints(of, &graph);
    add_way_points(of, &graph, false);
    of->components = vrmi_graph_components(&graph, load, &component_count);
    if (of->components == NULL || !say_circles(of, component_count)) return false;
    of->exits = VRMI_TAKE(load->arena, int32_t, of->joint_count);
    if (of->exits == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < of->joint_count; ++i) { /* by depth: those above are done */
        int32_t above = joint_above(of, i);
        bool stays = above != VRM_NONE && of->components[above] == of->components[i];
        of->exits[i] = stays ? of->exits[above] : above;
    }
    return true;
}

static int32_t *order_around_circles(joint_graph *of) {
    vrmi_graph graph;
    uint32_t vertex_count = of->joint_count + 2 * of->way_point_count;
    int32_t *order;
    of->vertex_of = VRMI_TAKE(of->build->load->arena, uint32_t, of->joint_count);
    if (of->vertex_of == NULL) {
        vrmi_load_refused(of->build->load);
        return NULL;
    }
    for (uint32_t i = 0; i < of->joint_count; ++i) of->vertex_of[of->joint_of[i]] = i;
    if (!find_circles(of)) return NULL;
    if (!vrmi_graph_begin(&graph, of->build->load, vertex_count, 2 * of->edge_count)) return NULL;
    add_joints(of, &graph);
    add_way_points(of, &graph, false);
    add_way_points(of, &graph, true);
    order = vrmi_graph_order(&graph, of->build->load, of->joint_count);
    for (uint32_t i = 0; order != NULL && i < of->joint_count; ++i) {
        order[i] = of->joint_of[order[i]];
    }
    return order;
}

/* --- Levels --- */

#define UNKNOWN UINT32_MAX

/* The level behind the joint that moves a node; 0: none does. UNKNOWN: its turn is still to come.
 */
static uint32_t level_behind(const joint_graph *of, const uint32_t *levels, int32_t node) {
    int32_t mover = of->nearest[node];
    if (mover == VRM_NONE) return 0;
    return levels[mover] == UNKNOWN ? UNKNOWN : levels[mover] + 1;
}

/* The level behind all that a spring reads, but for what is above its joints. */
static uint32_t level_of_inputs(const joint_graph *of, const uint32_t *levels, uint32_t index) {
    const vrm_spring *spring = &of->springs[index];
    const vrmi_met *met = &of->build->prepared.met[index];
    /* A chain's own first joint as its center is taken at rest, and awaits only its parent
     * (AMB-040). */
    bool is_own = spring->center == of->joints[spring->first_joint].node;
    uint32_t level =
        spring->center == VRM_NONE || is_own ? 0 : level_behind(of, levels, spring->center);
    for (uint32_t i = 0; of->colliders_sway && i < met->count && level != UNKNOWN; ++i) {
        int32_t collider = of->build->prepared.met_colliders[met->first + i];
        uint32_t behind = level_behind(of, levels, of->colliders[collider].node);
        if (behind > level) level = behind;
    }
    return level;
}

/* One pass in the order of updates: what a joint waits for has its level by then, or there is a
 * circle. */
static bool find_levels(const joint_graph *of, const int32_t *order) {
    vrmi_prepared *prepared = &of->build->prepared;
    vrmi_arena *arena = of->build->load->arena;
    uint32_t spring_count = of->build->springs.count;
    uint32_t *levels = VRMI_TAKE(arena, uint32_t, of->joint_count);
    uint32_t *inputs = VRMI_TAKE(arena, uint32_t, spring_count); /* UNKNOWN: not asked yet */
    if (levels == NULL || inputs == NULL) return vrmi_load_refused(of->build->load);
    for (uint32_t i = 0; i < of->joint_count; ++i) levels[i] = UNKNOWN;
    for (uint32_t i = 0; i < spring_count; ++i) inputs[i] = UNKNOWN;
    for (uint32_t i = 0; i < of->joint_count; ++i) {
        const vrm_spring_joint *joint = &of->joints[order[i]];
        uint32_t *level = &levels[order[i]], *behind = &inputs[joint->spring];
        int32_t parent = of->build->gltf->nodes[joint->node].parent;
        /* The heads of a spring lie below each other: only the one before can be the parent. */
        if (order[i] != 0 && joint[-1].node == parent && joint[-1].spring == joint->spring) {
            *level = level[-1]; /* it goes on the chain of its parent */
            continue;
        }
        if (*behind == UNKNOWN) *behind = level_of_inputs(of, levels, (uint32_t)joint->spring);
        if (*behind == UNKNOWN) {
            prepared->has_circle = true;
            return true;
        }
        *level = parent == VRM_NONE ? 0 : level_behind(of, levels, parent);
        if (*behind > *level) *level = *behind;
    }
    prepared->joint_levels = levels;
    return true;
}

bool vrmi_order_joints(vrmi_build *build, const int32_t *nearest, const vrmi_group_lists *lists) {
    joint_graph of;
    const int32_t *order;
    if (!begin(&of, build, nearest, lists)) return false;
    /* Where no joint moves a collider, joints wait for those above them alone, and these have
     * smaller numbers: the order is there. */
    of.colliders_sway = has_swaying_collider(&of);
    order = of.colliders_sway ? order_around_circles(&of) : of.joint_of;
    build->tables.spring_joint_order = order;
    return order != NULL && find_levels(&of, order);
}

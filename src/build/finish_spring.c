/* Chains against the node tree and against each other (SB-011, SB-014, SB-022, SB-023). The order
 * in which they are updated is the matter of finish_spring_order.c. */
#include "build/finish_spring.h"

#include "base/math.h"

#include <assert.h>
#include <float.h>
#include <string.h>

static vrmi_json place_of_spring(const vrmi_build *build, uint32_t spring) {
    const uint32_t *sources = build->spring_sources.items;
    const vrmi_json at = {&build->spring_path[0], NULL, NULL, 0, sources[spring]};
    return at;
}

void vrmi_found_spring(const vrmi_build *build, uint32_t spring, vrmi_diagnostic_id id,
                       const vrmi_argument *arguments) {
    const vrmi_json at = place_of_spring(build, spring);
    vrmi_load_found(build->load, id, &at, arguments);
}

/* At the joint that is this node, behind that of the node `after` (VRM_NONE: the first); where the
 * file does not list joints, at the spring. */
static void found_joint(const vrmi_build *build, uint32_t spring, int32_t after, int32_t node,
                        vrmi_diagnostic_id id, const vrmi_argument *arguments) {
    const vrmi_json at = place_of_spring(build, spring);
    const vrmi_json joints = vrmi_json_at(&at, "joints", NULL);
    vrmi_json joint, field;
    if (!vrmi_load_find_element(build->load, &joints, "node", after, node, &joint)) {
        vrmi_load_found(build->load, id, &at, arguments);
        return;
    }
    field = vrmi_json_at(&joint, "node", NULL);
    vrmi_load_found(build->load, id, &field, arguments);
}

/* --- Chains --- */

/*
 * Which nodes belong to chains: heads, and nodes skipped between a head and its tail (SB-014).
 * `counts` is a Fenwick tree over the order of nodes. A node that is taken counts for its whole
 * subtree, which is a range there; so the count at a node is the number of taken nodes at and above
 * it, and whether any lies between a head and its tail is a difference. Walking instead would take
 * the square of the file's size when many long pairs are refused.
 */
typedef struct taken_nodes {
    const vrmi_build *build;
    uint8_t *is_taken;
    uint32_t *counts; /* NULL if no joint skips nodes: the tree is then never queried */
} taken_nodes;

static void add_from(taken_nodes *taken, uint32_t place, uint32_t amount) {
    for (uint32_t i = place + 1; i <= taken->build->gltf->node_count; i += i & (0u - i)) {
        taken->counts[i] += amount; /* also of -1, as UINT32_MAX: sums wrap around and are right */
    }
}

static uint32_t count_from_root(const taken_nodes *taken, int32_t node) {
    uint32_t sum = 0;
    for (uint32_t i = taken->build->forest.place[node] + 1; i != 0; i &= i - 1) {
        sum += taken->counts[i];
    }
    return sum;
}

static void take(taken_nodes *taken, int32_t node) {
    taken->is_taken[node] = 1;
    if (taken->counts == NULL) return;
    add_from(taken, taken->build->forest.place[node], 1);
    add_from(taken, taken->build->forest.end[node], UINT32_MAX);
}

/* Takes what a pair needs. False: something of it is taken already. Each node is taken once, so
 * that all pairs together walk over no more nodes than there are. */
static bool take_pair(taken_nodes *taken, const vrm_spring_joint *joint) {
    const vrm_node *nodes = taken->build->gltf->nodes;
    if (taken->is_taken[joint->node]) return false;
    if (joint->tail_node != VRM_NONE) {
        int32_t last = nodes[joint->tail_node].parent;
        if (last != joint->node &&
            count_from_root(taken, last) != count_from_root(taken, joint->node))
            return false;
        for (; last != joint->node; last = nodes[last].parent) take(taken, last);
    }
    take(taken, joint->node);
    return true;
}

/* A tail must lie below its head, and the chain ends where it does not (SB-011). So each head of a
 * spring lies below the one before it. */
static uint32_t cut_chain(const vrmi_build *build, const vrm_spring *spring, uint32_t index) {
    const vrm_spring_joint *joints = build->joints.items;
    for (uint32_t i = 0; i < spring->joint_count; ++i) {
        const vrm_spring_joint *joint = &joints[spring->first_joint + i];
        int32_t head = joint->node, tail = joint->tail_node;
        if (tail == VRM_NONE || (tail != head && vrmi_build_is_within(build, tail, head))) continue;
        found_joint(build, index, head, tail, VRMI_SPRING_CHAIN,
                    VRMI_WITH(vrmi_node_reference(build->gltf, tail),
                              vrmi_node_reference(build->gltf, head)));
        return i;
    }
    return spring->joint_count;
}

/* Moves the joints that are kept to `*end`, and reports that others were not. */
static void keep_free_pairs(vrmi_build *build, uint32_t index, uint32_t count, taken_nodes *taken,
                            uint32_t *end) {
    vrm_spring *spring = (vrm_spring *)build->springs.items + index;
    vrm_spring_joint *joints = build->joints.items;
    int32_t first_refused = VRM_NONE;
    uint32_t begin = *end;
    assert(spring->first_joint >= begin); /* readers add springs and their joints side by side */
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_spring_joint *joint = &joints[spring->first_joint + i];
        if (take_pair(taken, joint)) {
            if (&joints[*end] != joint) joints[*end] = *joint;
            *end += 1;
        } else if (first_refused == VRM_NONE) {
            first_refused = joint->node;
        }
    }
    spring->first_joint = begin;
    spring->joint_count = *end - begin;
    if (first_refused == VRM_NONE) return;
    found_joint(build, index, VRM_NONE, first_refused, VRMI_SPRING_OVERLAP,
                VRMI_WITH(vrmi_node_reference(build->gltf, first_refused),
                          vrmi_unsigned(count - spring->joint_count)));
}

static bool skips_nodes(const vrmi_build *build) {
    const vrm_spring_joint *joints = build->joints.items;
    for (uint32_t i = 0; i < build->joints.count; ++i) {
        if (joints[i].tail_node != VRM_NONE &&
            build->gltf->nodes[joints[i].tail_node].parent != joints[i].node) {
            return true;
        }
    }
    return false;
}

static bool keep_joints(vrmi_build *build) {
    vrm_spring *springs = build->springs.items;
    size_t node_count = build->gltf->node_count;
    taken_nodes taken = {build, NULL, NULL};
    uint32_t end = 0;
    taken.is_taken = VRMI_TAKE(build->load->arena, uint8_t, node_count);
    if (taken.is_taken == NULL) return vrmi_load_refused(build->load);
    memset(taken.is_taken, 0, node_count);
    if (skips_nodes(build)) {
        taken.counts = VRMI_TAKE(build->load->arena, uint32_t, node_count + 1);
        if (taken.counts == NULL) return vrmi_load_refused(build->load);
        memset(taken.counts, 0, (node_count + 1) * sizeof taken.counts[0]);
    }
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        if (!vrmi_load_goes_on(build->load)) return false;
        keep_free_pairs(build, i, cut_chain(build, &springs[i], i), &taken, &end);
    }
    build->joints.count = end;
    return true;
}

/* --- Centers --- */

static void found_center(const vrmi_build *build, uint32_t index, vrmi_diagnostic_id id) {
    const vrm_spring *springs = build->springs.items;
    const vrmi_json spring = place_of_spring(build, index);
    const vrmi_json at = vrmi_json_at(&spring, "center", NULL);
    vrmi_load_found(build->load, id, &at,
                    VRMI_WITH(vrmi_node_reference(build->gltf, springs[index].center)));
}

/* The center must be the first joint or lie above it (SB-022). This is checked before joints are
 * dropped, while the first joint is still the file's. */
static void check_centers(vrmi_build *build) {
    vrm_spring *springs = build->springs.items;
    const vrm_spring_joint *joints = build->joints.items;
    if (!build->rules.checks_centers) return;
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        if (springs[i].center == VRM_NONE || springs[i].joint_count == 0 ||
            vrmi_build_is_within(build, joints[springs[i].first_joint].node, springs[i].center)) {
            continue;
        }
        found_center(build, i, VRMI_SPRING_CENTER);
        springs[i].center = VRM_NONE;
    }
}

/* Whether another spring moves the center (SB-023). It lies at joint 0 or above it, so any head at
 * or above it is another spring's, but for joint 0 itself. */
static bool center_sways(const vrmi_build *build, const int32_t *nearest, uint32_t index) {
    const vrm_spring_joint *joints = build->joints.items;
    int32_t center = ((const vrm_spring *)build->springs.items)[index].center;
    int32_t joint = nearest[center];
    if (joint != VRM_NONE && joints[joint].spring == (int32_t)index) {
        int32_t parent = build->gltf->nodes[center].parent;
        joint = parent == VRM_NONE ? VRM_NONE : nearest[parent];
    }
    return joint != VRM_NONE && joints[joint].spring != (int32_t)index;
}

/* --- Checks of the joints that are left --- */

/* How many joints of a spring have no length. A tail that is farther away than floats can measure
 * is nowhere: such a joint has none either, from now on. */
static uint32_t mend_lengths(vrm_spring_joint *joints, const vrm_spring *spring) {
    uint32_t found = 0;
    for (uint32_t i = spring->first_joint; i < spring->first_joint + spring->joint_count; ++i) {
        vrm_vec3 tail = joints[i].tail_offset;
        float square = vrmi_vec3_dot(tail, tail);
        /* Few are near enough to need the root. */
        if (square > 2 * VRMI_EPSILON_LENGTH * VRMI_EPSILON_LENGTH && square <= FLT_MAX) continue;
        if (!(square <= FLT_MAX)) joints[i].tail_offset = vrm_vec3_make(0, 0, 0); /* also NaN */
        found += vrmi_vec3_length(joints[i].tail_offset) <= VRMI_EPSILON_LENGTH;
    }
    return found;
}

static void check_springs(const vrmi_build *build, const int32_t *nearest) {
    const vrm_spring *springs = build->springs.items;
    vrm_spring_joint *joints = build->joints.items;
    for (uint32_t i = 0; i < build->springs.count; ++i) {
        const vrm_spring *spring = &springs[i];
        uint32_t without_length = mend_lengths(joints, spring);
        int32_t last_tail = spring->joint_count == 0
                                ? VRM_NONE
                                : joints[spring->first_joint + spring->joint_count - 1].tail_node;
        /* Joints without length do not sway (SB-043). */
        if (without_length != 0) {
            vrmi_found_spring(build, i, VRMI_SPRING_NO_LENGTH,
                              VRMI_WITH(vrmi_unsigned(without_length)));
        }
        /* The last tail of a spring may be the head of another one (AMB-041). */
        if (build->rules.reports_sharing && last_tail != VRM_NONE &&
            nearest[last_tail] != VRM_NONE && joints[nearest[last_tail]].node == last_tail) {
            vrmi_found_spring(build, i, VRMI_SPRING_SHARED_NODE,
                              VRMI_WITH(vrmi_node_reference(build->gltf, last_tail),
                                        vrmi_spring_reference(
                                            build, (uint32_t)joints[nearest[last_tail]].spring)));
        }
        if (build->rules.checks_centers && spring->center != VRM_NONE &&
            center_sways(build, nearest, i)) {
            found_center(build, i, VRMI_SPRING_CENTER_SWAYS);
        }
    }
}

static int32_t *find_nearest_joints(const vrmi_build *build) {
    const vrm_spring_joint *joints = build->joints.items;
    uint32_t node_count = build->gltf->node_count;
    int32_t *nearest = VRMI_TAKE(build->load->arena, int32_t, node_count);
    if (nearest == NULL) {
        vrmi_load_refused(build->load);
        return NULL;
    }
    for (uint32_t i = 0; i < node_count; ++i) nearest[i] = VRM_NONE;
    for (uint32_t i = 0; i < build->joints.count; ++i) nearest[joints[i].node] = (int32_t)i;
    for (uint32_t i = 0; i < node_count; ++i) {
        int32_t node = build->forest.order[i], parent = build->gltf->nodes[node].parent;
        if (nearest[node] == VRM_NONE && parent != VRM_NONE) nearest[node] = nearest[parent];
    }
    return nearest;
}

bool vrmi_finish_springs(vrmi_build *build) {
    vrmi_group_lists lists;
    int32_t *nearest;
    check_centers(build);
    if (!keep_joints(build) || !vrmi_finish_collider_lists(build, &lists)) return false;
    nearest = find_nearest_joints(build);
    if (nearest == NULL) return false;
    check_springs(build, nearest);
    return vrmi_order_joints(build, nearest, &lists);
}

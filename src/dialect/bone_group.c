/*
 * What 0.x and the draft have in common about springs.
 *
 * Bone groups: a group names root nodes, and everything below them sways. The canonical form is
 * chains of heads and tails (§6.12, step 6).
 *
 * A chain follows first children; each other child begins a chain of its own. That is the order in
 * which the nodes of a build stand: behind a node follows its first child, and behind a leaf a node
 * that is no first child. So the chains of a subtree lie in that order one behind the other, and
 * one pass without recursion makes them (ER-007).
 */
#include "dialect/bone_group.h"

#include "base/math.h"
#include "dialect/check.h"
#include "dialect/spring_bone.h"

#include <string.h>

#define LEAF_LENGTH 0.07f /* meters (SB-055) */

vrm_vec3 vrmi_place_virtual_tail(const vrmi_build *build, int32_t leaf) {
    const vrm_vec3 down = {0, -1, 0};
    const vrm_mat4 *world = &build->rest_world[leaf];
    int32_t parent = build->gltf->nodes[leaf].parent;
    vrm_vec3 direction = down;
    vrm_mat4 inverse;
    if (parent != VRM_NONE) {
        direction = vrmi_vec3_safe_normalize(vrmi_vec3_sub(vrmi_build_rest_position(build, leaf),
                                                           vrmi_build_rest_position(build, parent)),
                                             down);
    }
    /* Where the world is flattened there is no way back; nothing sways there either (SB-047). */
    if (!vrmi_mat4_inverse(world, &inverse)) return vrmi_vec3_scale(down, LEAF_LENGTH);
    return vrmi_mat4_transform_vector(
        &inverse, vrmi_vec3_scale(direction, LEAF_LENGTH * vrmi_mat4_uniform_scale(world)));
}

static bool add_joint(vrmi_build *build, const vrmi_bone_group *group, int32_t node) {
    const vrm_node *head = &build->gltf->nodes[node];
    vrm_spring *springs = build->springs.items;
    vrm_spring_joint *joint = VRMI_ADD(build->load, &build->joints, vrm_spring_joint);
    if (joint == NULL) return false;
    *joint = vrmi_default_joint;
    joint->node = node;
    /* The tail of a node is its first child (V0-035). */
    if (head->child_count != 0) {
        joint->tail_node = head->children[0];
        joint->tail_offset = build->gltf->nodes[joint->tail_node].rest.translation;
    } else {
        joint->tail_node = VRM_NONE;
        joint->tail_offset = vrmi_place_virtual_tail(build, node);
    }
    joint->hit_radius = group->hit_radius;
    joint->stiffness = group->stiffness;
    joint->gravity_power = group->gravity_power;
    joint->drag_force = group->drag_force;
    joint->gravity_dir = group->gravity_dir;
    joint->spring = (int32_t)build->springs.count - 1;
    springs[joint->spring].joint_count += 1;
    return true;
}

static bool begin_chain(vrmi_build *build, const vrmi_json *at, const vrmi_bone_group *group) {
    vrm_spring *spring = vrmi_build_spring(build, at);
    if (spring == NULL) return false;
    spring->name = group->name;
    spring->collider_groups = group->collider_groups;
    spring->collider_group_count = group->collider_group_count;
    spring->center = group->center;
    return true;
}

static bool is_first_child(const vrmi_build *build, int32_t node) {
    int32_t parent = build->gltf->nodes[node].parent;
    return parent != VRM_NONE && build->gltf->nodes[parent].children[0] == node;
}

/* Each node is taken once, and what was taken is stepped over as a whole: all groups of a file
 * together cost no more than its nodes and their roots. */
static bool add_subtree(vrmi_build *build, const vrmi_json *at, const vrmi_bone_group *group,
                        int32_t root, uint8_t *taken) {
    bool meets_taken = false;
    for (uint32_t place = build->forest.place[root]; place < build->forest.end[root];) {
        int32_t node = build->forest.order[place];
        if (taken[node]) { /* perhaps the tail of a head, but no head of this group (V0-040) */
            meets_taken = true;
            place = build->forest.end[node];
            continue;
        }
        taken[node] = 1;
        ++place;
        if ((node == root || !is_first_child(build, node)) && !begin_chain(build, at, group)) {
            return false;
        }
        if (!add_joint(build, group, node)) return false;
    }
    if (meets_taken) {
        vrmi_load_found(build->load, VRMI_SPRING_ROOT_ABOVE, at,
                        VRMI_WITH(vrmi_node_reference(build->gltf, root)));
    }
    return true;
}

bool vrmi_add_bone_group(vrmi_build *build, const vrmi_json *at, const vrmi_bone_group *group,
                         uint8_t *taken) {
    for (uint32_t i = 0; i < group->root_count; ++i) {
        int32_t root = group->roots[i];
        if (!vrmi_load_goes_on(build->load)) return false;
        if (taken[root]) {
            vrmi_load_found(build->load, VRMI_SPRING_ROOT_TWICE, at,
                            VRMI_WITH(vrmi_node_reference(build->gltf, root)));
        } else if (!add_subtree(build, at, group, root, taken)) {
            return false;
        }
    }
    return true;
}

/* --- Groups of colliders --- */

typedef struct collider_group_record {
    int32_t node;
    yyjson_val *colliders;
} collider_group_record;

static const vrmi_json_field collider_group_fields[] = {
    VRMI_FIELD_INDEX(collider_group_record, node, "node", VRMI_TABLE_NODES, 0),
    VRMI_FIELD(collider_group_record, colliders, "colliders", ARRAY),
};

/* A group keeps its place, whatever is in it: springs name it by index. Without a node its
 * colliders are inert; in 0.x that is no mistake (V0-012), and the group is empty. */
static bool read_collider_group(vrmi_build *build, const vrmi_json *at,
                                vrmi_collider_reader *read) {
    collider_group_record record = {VRM_NONE, NULL};
    vrm_spring_collider_group *group =
        VRMI_ADD(build->load, &build->collider_groups, vrm_spring_collider_group);
    vrmi_json array;
    vrmi_json_each each;
    int32_t *members;
    if (group == NULL) return false;
    memset(group, 0, sizeof *group);
    group->name.data = "";
    VRMI_JSON_READ(build->load, at, collider_group_fields, &record);
    if (build->tables.dialect == VRM_DIALECT_0) {
        if (record.node == VRM_NONE) record.colliders = NULL;
    } else if (yyjson_is_obj(at->value)) {
        vrmi_report_absent(build, at, "node", "node");
    }
    array = vrmi_json_at(at, "colliders", record.colliders);
    members = VRMI_TAKE(build->load->arena, int32_t, vrmi_json_size(&array));
    if (members == NULL) return vrmi_load_refused(build->load);
    group->colliders = members;
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        vrm_spring_collider one, *collider;
        memset(&one, 0, sizeof one);
        one.node = record.node;
        if (!read(build, &each.item, &one)) continue;
        if (record.node == VRM_NONE) one.shape = VRM_COLLIDER_NONE;
        members[group->collider_count++] = (int32_t)build->colliders.count;
        collider = VRMI_ADD(build->load, &build->colliders, vrm_spring_collider);
        if (collider == NULL) return false;
        *collider = one;
    }
    return true;
}

bool vrmi_read_node_collider_groups(vrmi_build *build, const vrmi_json *array,
                                    vrmi_collider_reader *read) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_collider_group(build, &each.item, read)) {
            return false;
        }
    }
    return true;
}

bool vrmi_read_group_indices(vrmi_build *build, const vrmi_json *array, const int32_t **out,
                             uint32_t *out_count) {
    int32_t *indices = VRMI_TAKE(build->load->arena, int32_t, vrmi_json_size(array));
    vrmi_json_each each = vrmi_json_begin(array);
    uint32_t count = 0;
    if (indices == NULL) return vrmi_load_refused(build->load);
    while (vrmi_json_next(&each)) {
        if (vrmi_json_index_below(build->load, &each.item, build->collider_groups.count,
                                  "colliderGroups", &indices[count])) {
            ++count;
        }
    }
    *out = indices;
    *out_count = count;
    return true;
}

/*
 * VRMC_springBone as drafts had it between July 2020 and June 2021 (§4.11), as far as it is
 * known. Springs share `settings`; instead of joints they may name a root, below which everything
 * sways as in 0.x; their colliders are nodes with the extension VRMC_node_collider.
 */
#include "dialect/bone_group.h"
#include "dialect/check.h"
#include "dialect/spring_bone.h"

#include <float.h>
#include <string.h>

bool vrmi_read_old_settings(vrmi_build *build, const vrmi_json *array, vrmi_old_springs *old) {
    vrm_spring_joint *settings =
        VRMI_TAKE(build->load->arena, vrm_spring_joint, vrmi_json_size(array));
    vrmi_json_each each = vrmi_json_begin(array);
    if (settings == NULL) return vrmi_load_refused(build->load);
    if (array->value != NULL) vrmi_note_alias(build, array, "settings", "joints");
    while (vrmi_json_next(&each)) {
        settings[each.item.index] = vrmi_default_joint;
        vrmi_read_joint_values(build, &each.item, &settings[each.item.index]);
    }
    old->settings = settings;
    old->setting_count = vrmi_json_size(array);
    return true;
}

/* --- VRMC_node_collider --- */

/* The colliders of a node make a group: however many springs name the node, they are read once. */
static bool read_node_colliders(vrmi_build *build, const vrmi_json *shapes, int32_t node) {
    vrm_spring_collider_group *group =
        VRMI_ADD(build->load, &build->collider_groups, vrm_spring_collider_group);
    int32_t *members = VRMI_TAKE(build->load->arena, int32_t, vrmi_json_size(shapes));
    vrmi_json_each each = vrmi_json_begin(shapes);
    if (group == NULL) return false;
    if (members == NULL) return vrmi_load_refused(build->load);
    group->name.data = "";
    group->name.length = 0;
    group->colliders = members;
    group->collider_count = vrmi_json_size(shapes);
    while (vrmi_json_next(&each)) {
        vrm_spring_collider *collider;
        members[each.item.index] = (int32_t)build->colliders.count;
        collider = VRMI_ADD(build->load, &build->colliders, vrm_spring_collider);
        if (collider == NULL) return false;
        memset(collider, 0, sizeof *collider);
        collider->node = node;
        if (!vrmi_read_collider_shape(build, &each.item, collider)) {
            vrmi_load_found(build->load, VRMI_COLLIDER_NO_SHAPE, &each.item, NULL);
        }
    }
    return true;
}

static bool read_all_node_colliders(vrmi_build *build, vrmi_old_springs *old) {
    uint32_t node_count = build->gltf->node_count;
    bool is_said = false;
    old->node_groups = VRMI_TAKE(build->load->arena, int32_t, node_count);
    if (old->node_groups == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < node_count; ++i) {
        vrmi_element node;
        const vrmi_json *extensions = vrmi_build_node(build, i, &node);
        vrmi_json collider = vrmi_json_member(extensions, "VRMC_node_collider");
        vrmi_json shapes = vrmi_json_member(&collider, "shapes");
        old->node_groups[i] = VRM_NONE;
        if (vrmi_json_size(&shapes) == 0) continue;
        if (!is_said) {
            vrmi_note_alias(build, &collider, "VRMC_node_collider", "VRMC_springBone.colliders");
        }
        is_said = true;
        old->node_groups[i] = (int32_t)build->collider_groups.count;
        if (!read_node_colliders(build, &shapes, (int32_t)i)) return false;
    }
    return true;
}

/* --- Springs --- */

typedef struct spring_record {
    int32_t root, other_root; /* the schema and the text have different names for it */
    float hit_radius;
    yyjson_val *setting;
    yyjson_val *colliders;
} spring_record;

enum { SPRING_ROOT, ROOT_SPRING, SPRING_HIT_RADIUS };

static const vrmi_json_field spring_fields[] = {
    [SPRING_ROOT] = VRMI_FIELD_INDEX(spring_record, root, "springRoot", VRMI_TABLE_NODES, 0),
    [ROOT_SPRING] = VRMI_FIELD_INDEX(spring_record, other_root, "rootSpring", VRMI_TABLE_NODES, 0),
    [SPRING_HIT_RADIUS] =
        VRMI_FIELD_RANGE(spring_record, hit_radius, "hitRadius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(spring_record, setting, "setting", ANY),
    VRMI_FIELD(spring_record, colliders, "colliders", ARRAY),
};

/* Nodes to the groups of their colliders; nodes without are left out. */
static bool read_collider_nodes(vrmi_build *build, const vrmi_json *array, vrmi_old_springs *old,
                                vrmi_old_spring *out) {
    const int32_t *nodes;
    int32_t *groups;
    uint32_t node_count;
    if (old->node_groups == NULL && !read_all_node_colliders(build, old)) return false;
    if (!vrmi_json_read_indices(build->load, array, VRMI_TABLE_NODES, &nodes, &node_count)) {
        return false;
    }
    groups = VRMI_TAKE(build->load->arena, int32_t, node_count);
    if (groups == NULL) return vrmi_load_refused(build->load);
    out->collider_groups = groups;
    for (uint32_t i = 0; i < node_count; ++i) {
        int32_t group = old->node_groups[nodes[i]];
        if (group != VRM_NONE) groups[out->collider_group_count++] = group;
    }
    return true;
}

bool vrmi_read_old_spring(vrmi_build *build, const vrmi_json *at, vrmi_old_springs *old,
                          vrmi_old_spring *out) {
    spring_record record = {VRM_NONE, VRM_NONE, 0, NULL, NULL};
    vrmi_json setting, colliders;
    uint64_t found;
    int32_t index;
    if (!yyjson_is_obj(at->value)) return true; /* said already */
    found = VRMI_JSON_READ(build->load, at, spring_fields, &record);
    setting = vrmi_json_at(at, "setting", record.setting);
    colliders = vrmi_json_at(at, "colliders", record.colliders);
    if (record.setting != NULL &&
        vrmi_json_index_below(build->load, &setting, old->setting_count, "settings", &index)) {
        out->values = old->settings[index];
    }
    out->root = record.root != VRM_NONE ? record.root : record.other_root;
    if (vrmi_json_has(found, SPRING_HIT_RADIUS)) out->values.hit_radius = record.hit_radius;
    return record.colliders == NULL || read_collider_nodes(build, &colliders, old, out);
}

bool vrmi_add_old_chains(vrmi_build *build, const vrmi_json *at, vrm_string name,
                         vrmi_old_springs *old, const vrmi_old_spring *spring) {
    vrmi_bone_group group;
    vrmi_note_alias(build, at, "springRoot", "joints");
    if (old->taken == NULL) {
        old->taken = VRMI_TAKE(build->load->arena, uint8_t, build->gltf->node_count);
        if (old->taken == NULL) return vrmi_load_refused(build->load);
        memset(old->taken, 0, build->gltf->node_count);
    }
    memset(&group, 0, sizeof group);
    group.name = name;
    group.hit_radius = spring->values.hit_radius;
    group.stiffness = spring->values.stiffness;
    group.gravity_power = spring->values.gravity_power;
    group.drag_force = spring->values.drag_force;
    group.gravity_dir = spring->values.gravity_dir;
    group.center = VRM_NONE;
    group.collider_groups = spring->collider_groups;
    group.collider_group_count = spring->collider_group_count;
    group.roots = &spring->root;
    group.root_count = 1;
    return vrmi_add_bone_group(build, at, &group, old->taken);
}

/*
 * Springs of 0.x and of the draft: groups of root bones that share their values, and colliders by
 * node, in the new axes of their nodes (requirements 6.9, step 7).
 *
 * A group has one radius, stiffness and gravity for all bones below its roots. If these have
 * several scales, no value has the same effect as before (NO-005).
 */
#include "author/normalize/bake_parts.h"
#include "base/text.h"

/* --- Colliders --- */

/* An offset that is not there is the origin of the node. */
static bool write_offset(vrmi_bake *bake, vrmi_value *collider, int32_t node, bool is_0) {
    vrm_vec3 before = {0.0f, 0.0f, 0.0f}, after;
    if (is_0) {
        vrmi_bake_read_vec3_of_0(bake, collider, "offset", &before);
    } else {
        vrmi_bake_read_vec3(bake, collider, "offset", &before);
    }
    after = vrmi_mat4_transform_point(&bake->nodes[node].change, before);
    return is_0 ? vrmi_bake_write_vec3_of_0(bake, collider, "offset", before, after)
                : vrmi_bake_write_vec3(bake, collider, "offset", before, after);
}

/* Radius and length of the draft. The length is visible, even if radii stay. */
static bool write_sizes(vrmi_bake *bake, vrmi_value *collider, int32_t node) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *sizes = vrmi_value_get(tree, collider, "size");
    const float factors[2] = {vrmi_bake_spring_scale(bake, node), bake->nodes[node].scale};
    float numbers[2];
    uint32_t count = vrmi_value_count(tree, sizes);
    if (vrmi_value_get_kind(sizes) != VRMI_VALUE_ARRAY || bake->nodes[node].scale == 1.0f ||
        count == 0 || count > 2) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        numbers[i] = vrmi_to_finite(
            (float)vrmi_value_number(tree, vrmi_value_at(tree, sizes, i), 0.0) * factors[i]);
    }
    vrmi_value_set_floats(tree, collider, "size", numbers, count);
    return true;
}

/* A capsule of the draft lies along its +Y, turned by Ry * Rx * Rz (AMB-045). Its own roll is not
 * visible, so two angles define its new direction. */
static bool write_capsule(vrmi_bake *bake, vrmi_value *collider, int32_t node) {
    const vrm_vec3 up = {0.0f, 1.0f, 0.0f};
    vrm_vec3 angles = {0.0f, 0.0f, 0.0f}, way;
    vrm_quat rotation;
    vrmi_bake_read_vec3(bake, collider, "rotation", &angles);
    rotation = vrmi_quat_multiply(
        vrmi_quat_from_axis_angle(up, angles.y),
        vrmi_quat_multiply(vrmi_quat_from_axis_angle(vrm_vec3_make(1, 0, 0), angles.x),
                           vrmi_quat_from_axis_angle(vrm_vec3_make(0, 0, 1), angles.z)));
    way = vrmi_mat4_transform_vector(&bake->nodes[node].change, vrmi_quat_rotate(rotation, up));
    way = vrmi_vec3_safe_normalize(way, up);
    return vrmi_bake_write_vec3(
        bake, collider, "rotation", angles,
        vrm_vec3_make(vrmi_atan2(sqrtf(way.x * way.x + way.z * way.z), way.y),
                      vrmi_atan2(way.x, way.z), 0.0f));
}

static bool write_collider(vrmi_bake *bake, vrmi_value *collider, int32_t node, bool is_0) {
    vrmi_tree *tree = &bake->edit->tree;
    vrm_string shape = vrmi_value_string(tree, vrmi_value_get(tree, collider, "shapeType"));
    bool changes;
    if (vrmi_value_get_kind(collider) != VRMI_VALUE_OBJECT) return false;
    changes = write_offset(bake, collider, node, is_0);
    changes = vrmi_bake_scale(bake, collider, "radius", 0.0f, vrmi_bake_spring_scale(bake, node)) ||
              changes;
    if (is_0) return changes;
    changes = write_sizes(bake, collider, node) || changes;
    if (vrmi_string_equals_no_case(shape, "capsule")) {
        changes = write_capsule(bake, collider, node) || changes;
    }
    return changes;
}

static uint32_t write_colliders(vrmi_bake *bake, vrmi_value *group, bool is_0) {
    vrmi_tree *tree = &bake->edit->tree;
    int32_t node = vrmi_bake_node_index(bake, group, "node");
    vrmi_value *colliders = vrmi_value_get(tree, group, "colliders");
    uint32_t changed = 0;
    if (node == VRM_NONE || bake->nodes[node].is_same) return 0;
    for (uint32_t i = 0; i < vrmi_value_count(tree, colliders); ++i) {
        changed += write_collider(bake, vrmi_value_at(tree, colliders, i), node, is_0) ? 1 : 0;
    }
    return changed;
}

/* --- Groups --- */

/* What the bones of a group have in common. */
typedef struct group_scale {
    float factor;   /* of radii and forces; 0: no bone was looked at */
    bool is_one;    /* all bones have that one */
    bool is_scaled; /* at least one bone loses a scale */
} group_scale;

/* Looks at all nodes below a root. Groups may name one node again and again: it is looked at once.
 */
static void add_scales(vrmi_bake *bake, int32_t root, uint8_t *seen, group_scale *out) {
    for (uint32_t place = bake->forest.place[root]; place < bake->forest.end[root];) {
        int32_t node = bake->forest.order[place];
        float factor = vrmi_bake_spring_scale(bake, node);
        if (seen[node]) { /* and all below it */
            place = bake->forest.end[node];
            continue;
        }
        seen[node] = 1;
        ++place;
        if (out->factor == 0.0f) out->factor = factor;
        out->is_one = out->is_one && fabsf(factor - out->factor) <= 1e-4f * out->factor;
        out->is_scaled = out->is_scaled || bake->nodes[node].scale != 1.0f;
    }
}

static void write_gravity(vrmi_bake *bake, vrmi_value *group, bool is_0) {
    vrm_vec3 before = {0.0f, -1.0f, 0.0f}, after;
    bool is_there = is_0 ? vrmi_bake_read_vec3_of_0(bake, group, "gravityDir", &before)
                         : vrmi_bake_read_vec3(bake, group, "gravityDir", &before);
    after = vrmi_quat_rotate(vrmi_bake_heading(bake), before);
    if (!is_there || vrmi_value_get_kind(group) != VRMI_VALUE_OBJECT) return;
    if (is_0) {
        vrmi_bake_write_vec3_of_0(bake, group, "gravityDir", before, after);
    } else {
        vrmi_bake_write_vec3(bake, group, "gravityDir", before, after);
    }
}

/* How many groups there are of each sort. */
typedef struct group_counts {
    uint32_t colliders, changed, lost, scaled;
} group_counts;

static void write_group(vrmi_bake *bake, vrmi_value *group, uint8_t *seen, bool is_0,
                        group_counts *done) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *bones = vrmi_value_get(tree, group, "bones");
    /* The key is misspelt in 0.x, and both are read (V0-038). */
    const char *stiffness =
        is_0 && vrmi_value_get(tree, group, "stiffness") == NULL ? "stiffiness" : "stiffness";
    group_scale scale = {0.0f, true, false};
    for (uint32_t i = 0; i < vrmi_value_count(tree, bones); ++i) {
        int32_t node = vrmi_value_to_index(tree, vrmi_value_at(tree, bones, i));
        if (vrmi_is_index(node, bake->gltf->node_count)) add_scales(bake, node, seen, &scale);
    }
    write_gravity(bake, group, is_0);
    done->scaled += scale.is_scaled ? 1 : 0;
    if (!scale.is_one) {
        ++done->lost;
    } else if (scale.factor != 0.0f && scale.factor != 1.0f) {
        done->changed +=
            vrmi_bake_joint_values(bake, group, stiffness, 0.02f, scale.factor) ? 1 : 0;
    }
}

static void say(vrmi_bake *bake, const char *pointer, const group_counts *done) {
    const struct {
        uint32_t count;
        vrm_change_kind kind;
        const char *code, *sentence;
    } lines[] = {
        {done->colliders, VRM_CHANGE_CONVERTED, "spring-colliders",
         "{} colliders were converted to the new axes of their nodes, with their positions and "
         "radii"},
        {done->changed, VRM_CHANGE_CONVERTED, "spring-joints",
         "the scales of the bones of {} groups are multiplied into their radius, stiffness and "
         "gravity"},
        {done->lost, VRM_CHANGE_LOST, "spring-scale",
         "the bones of {} groups have several scales, which one value for all of them cannot "
         "follow"},
        {done->scaled, VRM_CHANGE_NARROWED, "spring-ends",
         "the ends of the chains of {} groups are 7 cm long, and cannot follow the scales of their "
         "bones"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        if (lines[i].count == 0) continue;
        vrmi_bake_say(bake->edit, lines[i].kind, lines[i].code, pointer, lines[i].sentence,
                      VRMI_WITH(vrmi_unsigned(lines[i].count)));
    }
}

void vrmi_bake_bone_groups(vrmi_bake *bake, vrmi_value *springs, const char *pointer, bool is_0) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *list = vrmi_value_get(tree, springs, "colliderGroups");
    group_counts done = {0, 0, 0, 0};
    uint8_t *seen;
    if (springs == NULL) return;
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        done.colliders += write_colliders(bake, vrmi_value_at(tree, list, i), is_0);
    }
    seen = vrmi_arena_take(&bake->arena, bake->gltf->node_count, 1, 1);
    if (seen == NULL) {
        bake->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) seen[i] = 0;
    list = vrmi_value_get(tree, springs, "boneGroups");
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        write_group(bake, vrmi_value_at(tree, list, i), seen, is_0, &done);
    }
    say(bake, pointer, &done);
}

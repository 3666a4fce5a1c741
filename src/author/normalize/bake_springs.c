/*
 * VRMC_springBone: colliders, joints and limits in the new axes of their nodes (requirements 6.9,
 * step 7). Elements that a file has twice, as the draft and as 1.0, are written twice.
 *
 * Scales that are removed are multiplied into lengths, and into the forces of joints, because these
 * grow with the scale of their node (SB-046).
 */
#include "author/normalize/bake_parts.h"
#include "base/text.h"

typedef struct counts {
    uint32_t colliders, joints, limits;
} counts;

/* --- Colliders --- */

/* A position in the space of the node. Without the member it is the origin of the node. */
static bool write_place(vrmi_bake *bake, vrmi_value *shape, const char *key, int32_t node) {
    vrm_vec3 before = {0.0f, 0.0f, 0.0f};
    vrmi_bake_read_vec3(bake, shape, key, &before);
    return vrmi_bake_write_vec3(bake, shape, key, before,
                                vrmi_mat4_transform_point(&bake->nodes[node].change, before));
}

/* A normal stays at a right angle to its plane: it goes by the transposed inverse (GV-018). */
static bool write_normal(vrmi_bake *bake, vrmi_value *plane, int32_t node) {
    vrm_vec3 before = {0.0f, 0.0f, 1.0f};
    vrmi_bake_read_vec3(bake, plane, "normal", &before);
    return vrmi_bake_write_vec3(
        bake, plane, "normal", before,
        vrmi_vec3_safe_normalize(vrmi_bake_normal(&bake->nodes[node].change, before), before));
}

static bool write_round(vrmi_bake *bake, vrmi_value *shape, int32_t node) {
    bool changes;
    if (vrmi_value_get_kind(shape) != VRMI_VALUE_OBJECT) return false;
    changes = write_place(bake, shape, "offset", node);
    return vrmi_bake_scale(bake, shape, "radius", 0.0f, vrmi_bake_spring_scale(bake, node)) ||
           changes;
}

/* The two ends move alike, also if they are missing: neither is at the origin then. */
static bool write_shape(vrmi_bake *bake, vrmi_value *shape, int32_t node) {
    static const char *const planes[] = {"plane", "palne"}; /* EC-022 */
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *capsule = vrmi_value_get(tree, shape, "capsule");
    bool changes = write_round(bake, vrmi_value_get(tree, shape, "sphere"), node);
    if (vrmi_value_get_kind(capsule) == VRMI_VALUE_OBJECT) {
        changes = write_round(bake, capsule, node) || changes;
        changes = write_place(bake, capsule, "tail", node) || changes;
    }
    for (int i = 0; i < 2; ++i) {
        vrmi_value *plane = vrmi_value_get(tree, shape, planes[i]);
        if (vrmi_value_get_kind(plane) != VRMI_VALUE_OBJECT) continue;
        changes = write_place(bake, plane, "offset", node) || changes;
        changes = write_normal(bake, plane, node) || changes;
    }
    return changes;
}

/* The shape, and the extended one that replaces it. */
static void write_collider(vrmi_bake *bake, vrmi_value *collider, counts *done) {
    vrmi_tree *tree = &bake->edit->tree;
    int32_t node = vrmi_bake_node_index(bake, collider, "node");
    vrmi_value *extended = vrmi_value_get(tree, vrmi_value_get(tree, collider, "extensions"),
                                          "VRMC_springBone_extended_collider");
    bool changes;
    if (node == VRM_NONE || bake->nodes[node].is_same) return;
    changes = write_shape(bake, vrmi_value_get(tree, collider, "shape"), node);
    changes = write_shape(bake, vrmi_value_get(tree, extended, "shape"), node) || changes;
    done->colliders += changes ? 1 : 0;
}

/* VRMC_node_collider, of drafts between 2020 and 2021. */
static void write_node_colliders(vrmi_bake *bake, counts *done) {
    vrmi_tree *tree = &bake->edit->tree;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        vrmi_value *shapes;
        if (bake->nodes[i].is_same) continue;
        shapes = vrmi_value_get(
            tree, vrmi_bake_node_extension(bake, (int32_t)i, "VRMC_node_collider"), "shapes");
        for (uint32_t k = 0; k < vrmi_value_count(tree, shapes); ++k) {
            done->colliders +=
                write_shape(bake, vrmi_value_at(tree, shapes, k), (int32_t)i) ? 1 : 0;
        }
    }
}

/* --- Joints --- */

/* The direction from a head to its tail at rest, in the axes of the head. */
static vrm_vec3 axis_in(const vrm_mat4 *head, const vrm_mat4 *tail) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    vrm_mat4 inverse;
    if (!vrmi_mat4_inverse(head, &inverse)) return zero;
    return vrmi_vec3_safe_normalize(
        vrmi_mat4_transform_point(&inverse, vrmi_mat4_translation(tail)), zero);
}

/* The rotation of a limit is relative to its bone, whose axes change; the directions that it allows
 * do not (SL-006). */
static void write_limit_rotation(vrmi_bake *bake, vrmi_value *kind, int32_t head, int32_t tail) {
    const vrmi_bake_node *node = &bake->nodes[head], *end = &bake->nodes[tail];
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *array = vrmi_value_get(tree, kind, "rotation");
    vrm_vec3 axis = axis_in(&node->before, &end->before);
    vrm_vec3 axis_after = axis_in(&node->after, &end->after);
    vrm_quat turn = vrmi_mat4_rotation(&node->change), rotation;
    float numbers[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    for (uint32_t i = 0; i < 4 && vrmi_value_count(tree, array) == 4; ++i) {
        numbers[i] = (float)vrmi_value_number(tree, vrmi_value_at(tree, array, i), 0.0);
    }
    rotation = vrmi_quat_normalize(vrm_quat_make(numbers[0], numbers[1], numbers[2], numbers[3]));
    rotation = vrmi_quat_multiply(vrmi_quat_from_up(axis), rotation);
    rotation = vrmi_quat_multiply(turn, rotation);
    rotation = vrmi_quat_normalize(
        vrmi_quat_multiply(vrmi_quat_conjugate(vrmi_quat_from_up(axis_after)), rotation));
    numbers[0] = rotation.x;
    numbers[1] = rotation.y;
    numbers[2] = rotation.z;
    numbers[3] = rotation.w;
    vrmi_value_set_floats(tree, kind, "rotation", numbers, 4);
}

static void write_limit(vrmi_bake *bake, vrmi_value *joint, int32_t head, int32_t tail,
                        counts *done) {
    static const char *const kinds[] = {"cone", "hinge", "spherical"};
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *limit = vrmi_value_get(
        tree,
        vrmi_value_get(tree, vrmi_value_get(tree, joint, "extensions"), "VRMC_springBone_limit"),
        "limit");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && limit != NULL; ++i) {
        vrmi_value *kind = vrmi_value_get(tree, limit, kinds[i]);
        if (vrmi_value_get_kind(kind) != VRMI_VALUE_OBJECT) continue;
        write_limit_rotation(bake, kind, head, tail);
        ++done->limits;
    }
}

bool vrmi_bake_joint_values(vrmi_bake *bake, vrmi_value *values, const char *stiffness,
                            float hit_radius, float factor) {
    bool changes = vrmi_bake_scale(bake, values, "hitRadius", hit_radius, factor);
    changes = vrmi_bake_scale(bake, values, stiffness, 1.0f, factor) || changes;
    return vrmi_bake_scale(bake, values, "gravityPower", 0.0f, factor) || changes;
}

/* Gravity is that of the world, and turns only with the whole model (TP-024). */
static void write_gravity(vrmi_bake *bake, vrmi_value *values) {
    vrm_vec3 before = {0.0f, -1.0f, 0.0f};
    if (vrmi_value_get_kind(values) != VRMI_VALUE_OBJECT) return;
    vrmi_bake_read_vec3(bake, values, "gravityDir", &before);
    vrmi_bake_write_vec3(bake, values, "gravityDir", before,
                         vrmi_quat_rotate(vrmi_bake_heading(bake), before));
}

static void write_joints(vrmi_bake *bake, vrmi_value *joints, counts *done) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *head = NULL;
    int32_t head_node = VRM_NONE;
    for (uint32_t i = 0; i < vrmi_value_count(tree, joints); ++i) {
        vrmi_value *joint = vrmi_value_at(tree, joints, i);
        int32_t node = vrmi_bake_node_index(bake, joint, "node");
        if (node == VRM_NONE) continue;
        if (head != NULL && !bake->nodes[head_node].is_same) {
            write_limit(bake, head, head_node, node, done);
        }
        done->joints += vrmi_bake_joint_values(bake, joint, "stiffness", 0.0f,
                                               vrmi_bake_spring_scale(bake, node))
                            ? 1
                            : 0;
        write_gravity(bake, joint);
        head = joint;
        head_node = node;
    }
}

/* Springs of 2020 and 2021 share settings, which cannot follow the scales of their nodes. */
static bool has_scales(const vrmi_bake *bake) {
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        if (vrmi_bake_spring_scale(bake, (int32_t)i) != 1.0f) return true;
    }
    return false;
}

static void write_settings(vrmi_bake *bake, vrmi_value *settings) {
    vrmi_tree *tree = &bake->edit->tree;
    uint32_t count = vrmi_value_count(tree, settings);
    for (uint32_t i = 0; i < count; ++i) write_gravity(bake, vrmi_value_at(tree, settings, i));
    if (count == 0 || !has_scales(bake)) return;
    vrmi_bake_say(bake->edit, VRM_CHANGE_LOST, "spring-scale",
                  "/extensions/VRMC_springBone/settings",
                  "settings that springs share are those of nodes with scales, and cannot follow "
                  "them",
                  NULL);
}

/* --- All of it --- */

static void write_spring_bone(vrmi_bake *bake, counts *done) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *springs = vrmi_bake_extension(bake, "VRMC_springBone"), *list;
    list = vrmi_value_get(tree, springs, "colliders");
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        write_collider(bake, vrmi_value_at(tree, list, i), done);
    }
    list = vrmi_value_get(tree, springs, "springs");
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        write_joints(bake, vrmi_value_get(tree, vrmi_value_at(tree, list, i), "joints"), done);
    }
    write_settings(bake, vrmi_value_get(tree, springs, "settings"));
    write_node_colliders(bake, done);
    if (vrmi_value_get(tree, springs, "boneGroups") != NULL) {
        vrmi_bake_bone_groups(bake, springs, "/extensions/VRMC_springBone", false);
    }
}

void vrmi_bake_springs(vrmi_bake *bake) {
    vrmi_tree *tree = &bake->edit->tree;
    counts done = {0, 0, 0};
    write_spring_bone(bake, &done);
    if (done.colliders != 0) {
        vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "spring-colliders",
                      "/extensions/VRMC_springBone",
                      "{} colliders were converted to the new axes of their nodes, with their "
                      "positions, ends, normals and radii",
                      VRMI_WITH(vrmi_unsigned(done.colliders)));
    }
    if (done.joints != 0) {
        vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "spring-joints",
                      "/extensions/VRMC_springBone",
                      "the scales of {} joints are multiplied into their radius, stiffness and "
                      "gravity",
                      VRMI_WITH(vrmi_unsigned(done.joints)));
    }
    if (done.limits != 0) {
        vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "spring-limits",
                      "/extensions/VRMC_springBone",
                      "{} limits have other rotations, and allow the same directions",
                      VRMI_WITH(vrmi_unsigned(done.limits)));
    }
    vrmi_bake_bone_groups(bake,
                          vrmi_value_get(tree, vrmi_bake_extension(bake, "VRMC_vrm"), "springBone"),
                          "/extensions/VRMC_vrm/springBone", false);
    vrmi_bake_bone_groups(
        bake, vrmi_value_get(tree, vrmi_bake_extension(bake, "VRM"), "secondaryAnimation"),
        "/extensions/VRM/secondaryAnimation", true);
}

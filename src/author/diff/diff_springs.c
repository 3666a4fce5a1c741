/* Springs, their joints, colliders and groups; constraints. */
#include "author/diff/diff.h"

/* --- Joints --- */

static void compare_points(vrm_diff *pair, const vrmi_diff_subject *subject, const char *field,
                           vrm_vec3 a, vrm_vec3 b) {
    vrm_vec3 turned = vrmi_diff_turn(pair, a);
    const float from[] = {turned.x, turned.y, turned.z}, to[] = {b.x, b.y, b.z};
    vrmi_compare_numbers(&pair->list, subject, field, from, to, 3);
}

static void compare_limits(vrm_diff *pair, const vrmi_diff_subject *subject,
                           const vrm_spring_limit *a, const vrm_spring_limit *b) {
    static const char *const kinds[] = {"none", "cone", "hinge", "spherical"};
    vrmi_diff_list *list = &pair->list;
    const float from[] = {a->rotation.x, a->rotation.y, a->rotation.z, a->rotation.w};
    const float to[] = {b->rotation.x, b->rotation.y, b->rotation.z, b->rotation.w};
    vrmi_compare_words(list, subject, "limit", kinds[a->kind], kinds[b->kind]);
    if (a->kind != b->kind || a->kind == VRM_SPRING_LIMIT_NONE) return;
    vrmi_compare_number(list, subject,
                        a->kind == VRM_SPRING_LIMIT_SPHERICAL ? "limit.pitch" : "limit.angle",
                        a->angle, b->angle);
    vrmi_compare_number(list, subject, "limit.yaw", a->yaw, b->yaw);
    vrmi_compare_numbers(list, subject, "limit.rotation", from, to, 4);
}

/* The end of a chain of 0.x is a point, and not a node. */
static const char *tail_text(vrmi_diff_list *list, const vrmi_diff_file *file,
                             const vrm_spring_joint *joint) {
    return joint->tail_node != VRM_NONE ? vrmi_diff_node_text(list, file, joint->tail_node)
                                        : VRMI_DIFF_TEXT("a point");
}

static void compare_joints(vrm_diff *pair, vrm_string spring, const vrm_spring_joint *a,
                           const vrm_spring_joint *b) {
    vrmi_diff_list *list = &pair->list;
    vrm_string node = pair->a.gltf->nodes[a->node].name;
    /* Gravity is a direction of the world, and the world is not turned with the avatar. */
    const float from[] = {a->gravity_dir.x, a->gravity_dir.y, a->gravity_dir.z};
    const float to[] = {b->gravity_dir.x, b->gravity_dir.y, b->gravity_dir.z};
    vrmi_diff_subject subject;
    vrmi_subject_name(&subject, VRM_DIFF_PART_SPRINGS, spring);
    if (spring.length != 0) vrmi_subject_add(&subject, " / ");
    vrmi_subject_add_name(&subject, node);
    vrmi_compare_number(list, &subject, "hitRadius", a->hit_radius, b->hit_radius);
    vrmi_compare_number(list, &subject, "stiffness", a->stiffness, b->stiffness);
    vrmi_compare_number(list, &subject, "gravityPower", a->gravity_power, b->gravity_power);
    vrmi_compare_numbers(list, &subject, "gravityDir", from, to, 3);
    vrmi_compare_number(list, &subject, "dragForce", a->drag_force, b->drag_force);
    if (!vrmi_diff_same_index(&pair->nodes, a->tail_node, b->tail_node)) {
        vrmi_diff_add(list, &subject, VRM_DIFF_CHANGED, "tail", tail_text(list, &pair->a, a),
                      tail_text(list, &pair->b, b));
    }
    /* If the tail is a node, its position is compared as that of the node. */
    if (a->tail_node == VRM_NONE && b->tail_node == VRM_NONE) {
        compare_points(pair, &subject, "tail", a->tail_offset, b->tail_offset);
    }
    compare_limits(pair, &subject, &a->limit, &b->limit);
}

/* The joints of two springs, which are matched by their nodes. */
typedef struct spring_pair {
    const vrm_diff *pair;
    const vrm_spring_joint *a, *b;
} spring_pair;

static bool has_joint_node(const void *context, vrmi_diff_side side, uint32_t index,
                           vrmi_match_key *out) {
    const spring_pair *pair = context;
    const vrm_spring_joint *joint = side == VRMI_SIDE_A ? &pair->a[index] : &pair->b[index];
    out->number = vrmi_match_in_second(&pair->pair->nodes, side, joint->node);
    return true;
}

static void joint_subject(vrm_string spring, vrm_string node, vrmi_diff_subject *out) {
    vrmi_subject_name(out, VRM_DIFF_PART_SPRINGS, spring);
    vrmi_subject_add(out, " / ");
    vrmi_subject_add_name(out, node);
}

static void compare_chains(vrm_diff *pair, const vrm_spring *a, const vrm_spring *b) {
    const spring_pair expression_pair = {pair, pair->a.tables->spring_joints + a->first_joint,
                                         pair->b.tables->spring_joints + b->first_joint};
    vrmi_diff_match match = {0};
    vrmi_diff_subject subject;
    if (!vrmi_match_open(&match, pair->list.memory, a->joint_count, b->joint_count) ||
        !vrmi_match_by(&match, has_joint_node, &expression_pair)) {
        pair->list.is_refused = true;
        vrmi_match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < match.a_count; ++i) {
        vrm_string node = pair->a.gltf->nodes[expression_pair.a[i].node].name;
        if (match.to_b[i] != VRM_NONE) {
            compare_joints(pair, a->name, &expression_pair.a[i], &expression_pair.b[match.to_b[i]]);
        } else {
            joint_subject(a->name, node, &subject);
            vrmi_diff_removed(&pair->list, &subject);
        }
    }
    for (uint32_t i = 0; i < match.b_count; ++i) {
        vrm_string node = pair->b.gltf->nodes[expression_pair.b[i].node].name;
        if (match.to_a[i] != VRM_NONE) continue;
        joint_subject(b->name, node, &subject);
        vrmi_diff_added(&pair->list, &subject);
    }
    vrmi_match_close(&match);
}

/* --- Springs --- */

/* The label of a spring: its name, or the node at which it begins. */
static void spring_subject(const vrmi_diff_file *file, const vrm_spring *spring,
                           vrmi_diff_subject *out) {
    vrm_string name = spring->name;
    if (name.length == 0 && spring->joint_count > 0) {
        name = file->gltf->nodes[file->tables->spring_joints[spring->first_joint].node].name;
    }
    vrmi_subject_name(out, VRM_DIFF_PART_SPRINGS, name);
}

static const char *group_text(vrmi_diff_list *list, const vrmi_diff_file *file, int32_t group) {
    const vrm_spring_collider_group *spring_collider_group =
        &file->tables->spring_collider_groups[group];
    vrmi_diff_subject number;
    if (spring_collider_group->name.length != 0)
        return vrmi_diff_quote(list, spring_collider_group->name);
    vrmi_subject_number(&number, VRM_DIFF_PART_COLLIDERS, "group ", (uint32_t)group);
    return vrmi_diff_copy(list, number.name);
}

static bool has_group(const int32_t *groups, uint32_t count, int32_t group) {
    for (uint32_t i = 0; i < count; ++i) {
        if (groups[i] == group) return true;
    }
    return false;
}

/* A spring has a handful of groups; one that has more is compared by their number. */
enum { MOST_GROUPS = 256 };

static void compare_groups_of(vrm_diff *pair, const vrmi_diff_subject *subject, const vrm_spring *a,
                              const vrm_spring *b) {
    vrmi_diff_list *list = &pair->list;
    if (a->collider_group_count > MOST_GROUPS || b->collider_group_count > MOST_GROUPS) {
        vrmi_compare_wholes(list, subject, "colliderGroups", a->collider_group_count,
                            b->collider_group_count);
        return;
    }
    for (uint32_t i = 0; i < a->collider_group_count; ++i) {
        int32_t other = pair->groups.to_b[a->collider_groups[i]];
        if (other != VRM_NONE && has_group(b->collider_groups, b->collider_group_count, other)) {
            continue;
        }
        vrmi_diff_add(list, subject, VRM_DIFF_REMOVED, "colliderGroups",
                      group_text(list, &pair->a, a->collider_groups[i]), "");
    }
    for (uint32_t i = 0; i < b->collider_group_count; ++i) {
        int32_t other = pair->groups.to_a[b->collider_groups[i]];
        if (other != VRM_NONE && has_group(a->collider_groups, a->collider_group_count, other)) {
            continue;
        }
        vrmi_diff_add(list, subject, VRM_DIFF_ADDED, "colliderGroups", "",
                      group_text(list, &pair->b, b->collider_groups[i]));
    }
}

void vrmi_diff_springs(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    vrmi_diff_list *list = &pair->list;
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < a->spring_count; ++i) {
        const vrm_spring *from = &a->springs[i], *to;
        spring_subject(&pair->a, from, &subject);
        if (pair->springs.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(list, &subject);
            continue;
        }
        to = &b->springs[pair->springs.to_b[i]];
        vrmi_compare_names(list, &subject, from->name, to->name);
        if (!vrmi_diff_same_index(&pair->nodes, from->center, to->center)) {
            vrmi_diff_add(list, &subject, VRM_DIFF_CHANGED, "center",
                          vrmi_diff_node_text(list, &pair->a, from->center),
                          vrmi_diff_node_text(list, &pair->b, to->center));
        }
        compare_groups_of(pair, &subject, from, to);
        compare_chains(pair, from, to);
    }
    for (uint32_t i = 0; i < b->spring_count; ++i) {
        if (pair->springs.to_a[i] != VRM_NONE) continue;
        spring_subject(&pair->b, &b->springs[i], &subject);
        vrmi_diff_added(list, &subject);
    }
}

/* --- Colliders --- */

static void collider_subject(const vrmi_diff_file *file, uint32_t index, vrmi_diff_subject *out) {
    int32_t node = file->tables->spring_colliders[index].node;
    if (node == VRM_NONE) {
        vrmi_subject_number(out, VRM_DIFF_PART_COLLIDERS, "collider ", index);
    } else {
        vrmi_subject_name(out, VRM_DIFF_PART_COLLIDERS, file->gltf->nodes[node].name);
    }
}

static void compare_collider(vrm_diff *pair, uint32_t index, int32_t other) {
    static const char *const shapes[] = {"none",          "sphere",         "capsule",
                                         "inside sphere", "inside capsule", "plane"};
    const vrm_spring_collider *a = &pair->a.tables->spring_colliders[index];
    const vrm_spring_collider *b = &pair->b.tables->spring_colliders[other];
    vrmi_diff_subject subject;
    collider_subject(&pair->a, index, &subject);
    vrmi_compare_words(&pair->list, &subject, "shape", shapes[a->shape], shapes[b->shape]);
    compare_points(pair, &subject, "offset", a->offset, b->offset);
    vrmi_compare_number(&pair->list, &subject, "radius", a->radius, b->radius);
    if (a->shape == b->shape && a->shape != VRM_COLLIDER_SPHERE &&
        a->shape != VRM_COLLIDER_INSIDE_SPHERE) {
        compare_points(pair, &subject, a->shape == VRM_COLLIDER_PLANE ? "normal" : "tail", a->tail,
                       b->tail);
    }
}

static void group_subject(const vrmi_diff_file *file, uint32_t index, vrmi_diff_subject *out) {
    vrm_string name = file->tables->spring_collider_groups[index].name;
    if (name.length != 0) {
        vrmi_subject_words(out, VRM_DIFF_PART_COLLIDERS, "group ");
        vrmi_subject_add_name(out, name);
    } else {
        vrmi_subject_number(out, VRM_DIFF_PART_COLLIDERS, "group ", index);
    }
}

/* The colliders of a group in the order of the file; the list names each once. */
static void compare_group(vrm_diff *pair, uint32_t index, int32_t other) {
    const vrm_spring_collider_group *a = &pair->a.tables->spring_collider_groups[index];
    const vrm_spring_collider_group *b = &pair->b.tables->spring_collider_groups[other];
    uint32_t same = 0;
    vrmi_diff_subject subject;
    group_subject(&pair->a, index, &subject);
    vrmi_compare_names(&pair->list, &subject, a->name, b->name);
    vrmi_compare_wholes(&pair->list, &subject, "colliders", a->collider_count, b->collider_count);
    if (a->collider_count != b->collider_count) return;
    while (same < a->collider_count &&
           vrmi_diff_same_index(&pair->colliders, a->colliders[same], b->colliders[same])) {
        ++same;
    }
    if (same < a->collider_count) {
        vrmi_diff_subject from, to;
        collider_subject(&pair->a, (uint32_t)a->colliders[same], &from);
        collider_subject(&pair->b, (uint32_t)b->colliders[same], &to);
        vrmi_diff_add(&pair->list, &subject, VRM_DIFF_CHANGED, "colliders", from.name, to.name);
    }
}

void vrmi_diff_colliders(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    vrmi_diff_subject subject;
    for (uint32_t i = 0; i < a->spring_collider_count; ++i) {
        collider_subject(&pair->a, i, &subject);
        if (pair->colliders.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(&pair->list, &subject);
        } else {
            compare_collider(pair, i, pair->colliders.to_b[i]);
        }
    }
    for (uint32_t i = 0; i < b->spring_collider_count; ++i) {
        if (pair->colliders.to_a[i] != VRM_NONE) continue;
        collider_subject(&pair->b, i, &subject);
        vrmi_diff_added(&pair->list, &subject);
    }
    for (uint32_t i = 0; i < a->spring_collider_group_count; ++i) {
        group_subject(&pair->a, i, &subject);
        if (pair->groups.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(&pair->list, &subject);
        } else {
            compare_group(pair, i, pair->groups.to_b[i]);
        }
    }
    for (uint32_t i = 0; i < b->spring_collider_group_count; ++i) {
        if (pair->groups.to_a[i] != VRM_NONE) continue;
        group_subject(&pair->b, i, &subject);
        vrmi_diff_added(&pair->list, &subject);
    }
}

/* --- Constraints --- */

static bool has_constrained(const void *context, vrmi_diff_side side, uint32_t index,
                            vrmi_match_key *out) {
    const vrm_diff *pair = context;
    const vrm_tables *tables = side == VRMI_SIDE_A ? pair->a.tables : pair->b.tables;
    out->number = vrmi_match_in_second(&pair->nodes, side, tables->constraints[index].node);
    return true;
}

static void compare_constraints(vrm_diff *pair, const vrmi_diff_subject *subject,
                                const vrm_constraint *a, const vrm_constraint *b) {
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    static const char *const axes[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    static const vrm_axis turned[] = {VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_X,
                                      VRM_AXIS_POSITIVE_Y, VRM_AXIS_NEGATIVE_Y,
                                      VRM_AXIS_NEGATIVE_Z, VRM_AXIS_POSITIVE_Z};
    vrmi_diff_list *list = &pair->list;
    /* A roll has an axis without a sign; an aim points along one. */
    vrm_axis axis = pair->turns && a->kind == VRM_CONSTRAINT_AIM ? turned[a->axis] : a->axis;
    vrmi_compare_words(list, subject, "kind", kinds[a->kind], kinds[b->kind]);
    if (!vrmi_diff_same_index(&pair->nodes, a->source, b->source)) {
        vrmi_diff_add(list, subject, VRM_DIFF_CHANGED, "source",
                      vrmi_diff_node_text(list, &pair->a, a->source),
                      vrmi_diff_node_text(list, &pair->b, b->source));
    }
    if (a->kind == b->kind && a->kind != VRM_CONSTRAINT_ROTATION) {
        vrmi_compare_words(list, subject, "axis", axes[axis], axes[b->axis]);
    }
    vrmi_compare_number(list, subject, "weight", a->weight, b->weight);
}

void vrmi_diff_constraints(vrm_diff *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    vrmi_diff_match match = {0};
    vrmi_diff_subject subject;
    if (!vrmi_match_open(&match, pair->list.memory, a->constraint_count, b->constraint_count) ||
        !vrmi_match_by(&match, has_constrained, pair)) {
        pair->list.is_refused = true;
        vrmi_match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < a->constraint_count; ++i) {
        vrmi_subject_name(&subject, VRM_DIFF_PART_CONSTRAINTS,
                          pair->a.gltf->nodes[a->constraints[i].node].name);
        if (match.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(&pair->list, &subject);
        } else {
            compare_constraints(pair, &subject, &a->constraints[i], &b->constraints[match.to_b[i]]);
        }
    }
    for (uint32_t i = 0; i < b->constraint_count; ++i) {
        if (match.to_a[i] != VRM_NONE) continue;
        vrmi_subject_name(&subject, VRM_DIFF_PART_CONSTRAINTS,
                          pair->b.gltf->nodes[b->constraints[i].node].name);
        vrmi_diff_added(&pair->list, &subject);
    }
    vrmi_match_close(&match);
}

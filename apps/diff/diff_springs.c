/* Springs, their joints, colliders and groups; constraints. */
#include "apps/kit/language.h"
#include "pair.h"

#include <stdio.h>

/* --- Joints --- */

static void compare_points(diff_pair *pair, const diff_subject *subject, const char *field,
                           vrm_vec3 a, vrm_vec3 b) {
    vrm_vec3 turned = pair_turn(pair, a);
    const float from[] = {turned.x, turned.y, turned.z}, to[] = {b.x, b.y, b.z};
    compare_numbers(&pair->changes, subject, field, from, to, 3);
}

static void compare_limits(diff_pair *pair, const diff_subject *subject, const vrm_spring_limit *a,
                           const vrm_spring_limit *b) {
    static const char *const kinds[] = {"none", "cone", "hinge", "spherical"};
    diff_changes *list = &pair->changes;
    const float from[] = {a->rotation.x, a->rotation.y, a->rotation.z, a->rotation.w};
    const float to[] = {b->rotation.x, b->rotation.y, b->rotation.z, b->rotation.w};
    compare_words(list, subject, "limit", kinds[a->kind], kinds[b->kind]);
    if (a->kind != b->kind || a->kind == VRM_SPRING_LIMIT_NONE) return;
    compare_number(list, subject,
                   a->kind == VRM_SPRING_LIMIT_SPHERICAL ? "limit.pitch" : "limit.angle", a->angle,
                   b->angle);
    compare_number(list, subject, "limit.yaw", a->yaw, b->yaw);
    compare_numbers(list, subject, "limit.rotation", from, to, 4);
}

/* The end of a chain of 0.x is a point, and not a node. */
static const char *tail_text(diff_changes *list, const diff_file *file,
                             const vrm_spring_joint *of) {
    return of->tail_node != VRM_NONE ? node_text(list, file, of->tail_node) : SAY("a point");
}

static void compare_joints(diff_pair *pair, vrm_string spring, const vrm_spring_joint *a,
                           const vrm_spring_joint *b) {
    diff_changes *list = &pair->changes;
    vrm_string node = pair->a.gltf->nodes[a->node].name;
    /* Gravity is a direction of the world, and the world is not turned with the avatar. */
    const float from[] = {a->gravity_dir.x, a->gravity_dir.y, a->gravity_dir.z};
    const float to[] = {b->gravity_dir.x, b->gravity_dir.y, b->gravity_dir.z};
    diff_subject subject;
    subject_set(&subject, PART_SPRINGS, "%.*s%s%.*s", SUBJECT_NAME(spring),
                spring.length != 0 ? " / " : "", SUBJECT_NAME(node));
    compare_number(list, &subject, "hitRadius", a->hit_radius, b->hit_radius);
    compare_number(list, &subject, "stiffness", a->stiffness, b->stiffness);
    compare_number(list, &subject, "gravityPower", a->gravity_power, b->gravity_power);
    compare_numbers(list, &subject, "gravityDir", from, to, 3);
    compare_number(list, &subject, "dragForce", a->drag_force, b->drag_force);
    if (!is_same_index(&pair->nodes, a->tail_node, b->tail_node)) {
        change_add(list, &subject, CHANGE_CHANGED, "tail", tail_text(list, &pair->a, a),
                   tail_text(list, &pair->b, b));
    }
    /* Where the tail is a node, its place is that of the node, which says it itself. */
    if (a->tail_node == VRM_NONE && b->tail_node == VRM_NONE) {
        compare_points(pair, &subject, "tail", a->tail_offset, b->tail_offset);
    }
    compare_limits(pair, &subject, &a->limit, &b->limit);
}

/* The joints of two springs, which are matched by their nodes. */
typedef struct spring_pair {
    const diff_pair *pair;
    const vrm_spring_joint *a, *b;
} spring_pair;

static bool has_joint_node(const void *context, diff_side side, uint32_t index, match_key *out) {
    const spring_pair *of = context;
    const vrm_spring_joint *joint = side == SIDE_A ? &of->a[index] : &of->b[index];
    out->number = match_in_second(&of->pair->nodes, side, joint->node);
    return true;
}

static void compare_chains(diff_pair *pair, const vrm_spring *a, const vrm_spring *b) {
    const spring_pair of = {pair, pair->a.tables->spring_joints + a->first_joint,
                            pair->b.tables->spring_joints + b->first_joint};
    diff_match match = {0};
    diff_subject subject;
    if (!match_open(&match, a->joint_count, b->joint_count) ||
        !match_by(&match, has_joint_node, &of)) {
        pair->changes.has_no_memory = true;
        match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < match.a_count; ++i) {
        vrm_string node = pair->a.gltf->nodes[of.a[i].node].name;
        if (match.to_b[i] != VRM_NONE) {
            compare_joints(pair, a->name, &of.a[i], &of.b[match.to_b[i]]);
        } else {
            subject_set(&subject, PART_SPRINGS, "%.*s / %.*s", SUBJECT_NAME(a->name),
                        SUBJECT_NAME(node));
            change_removed(&pair->changes, &subject);
        }
    }
    for (uint32_t i = 0; i < match.b_count; ++i) {
        vrm_string node = pair->b.gltf->nodes[of.b[i].node].name;
        if (match.to_a[i] != VRM_NONE) continue;
        subject_set(&subject, PART_SPRINGS, "%.*s / %.*s", SUBJECT_NAME(b->name),
                    SUBJECT_NAME(node));
        change_added(&pair->changes, &subject);
    }
    match_close(&match);
}

/* --- Springs --- */

/* What a spring is called: its name, or the node where it begins. */
static void spring_subject(const diff_file *file, const vrm_spring *spring, diff_subject *out) {
    vrm_string name = spring->name;
    if (name.length == 0 && spring->joint_count > 0) {
        name = file->gltf->nodes[file->tables->spring_joints[spring->first_joint].node].name;
    }
    subject_set(out, PART_SPRINGS, "%.*s", SUBJECT_NAME(name));
}

static const char *group_text(diff_changes *list, const diff_file *file, int32_t group) {
    const vrm_spring_collider_group *of = &file->tables->spring_collider_groups[group];
    char number[32];
    if (of->name.length != 0) return changes_quote(list, of->name);
    snprintf(number, sizeof number, "group %d", (int)group);
    return changes_copy(list, number);
}

static bool has_group(const int32_t *groups, uint32_t count, int32_t group) {
    for (uint32_t i = 0; i < count; ++i) {
        if (groups[i] == group) return true;
    }
    return false;
}

/* A spring has a handful of groups; one that has more is compared by their number. */
enum { MOST_GROUPS = 256 };

static void compare_groups_of(diff_pair *pair, const diff_subject *subject, const vrm_spring *a,
                              const vrm_spring *b) {
    diff_changes *list = &pair->changes;
    if (a->collider_group_count > MOST_GROUPS || b->collider_group_count > MOST_GROUPS) {
        compare_wholes(list, subject, "colliderGroups", a->collider_group_count,
                       b->collider_group_count);
        return;
    }
    for (uint32_t i = 0; i < a->collider_group_count; ++i) {
        int32_t other = pair->groups.to_b[a->collider_groups[i]];
        if (other != VRM_NONE && has_group(b->collider_groups, b->collider_group_count, other)) {
            continue;
        }
        change_add(list, subject, CHANGE_REMOVED, "colliderGroups",
                   group_text(list, &pair->a, a->collider_groups[i]), "");
    }
    for (uint32_t i = 0; i < b->collider_group_count; ++i) {
        int32_t other = pair->groups.to_a[b->collider_groups[i]];
        if (other != VRM_NONE && has_group(a->collider_groups, a->collider_group_count, other)) {
            continue;
        }
        change_add(list, subject, CHANGE_ADDED, "colliderGroups", "",
                   group_text(list, &pair->b, b->collider_groups[i]));
    }
}

void diff_springs(diff_pair *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    diff_changes *list = &pair->changes;
    diff_subject subject;
    for (uint32_t i = 0; i < a->spring_count; ++i) {
        const vrm_spring *from = &a->springs[i], *to;
        spring_subject(&pair->a, from, &subject);
        if (pair->springs.to_b[i] == VRM_NONE) {
            change_removed(list, &subject);
            continue;
        }
        to = &b->springs[pair->springs.to_b[i]];
        compare_names(list, &subject, from->name, to->name);
        if (!is_same_index(&pair->nodes, from->center, to->center)) {
            change_add(list, &subject, CHANGE_CHANGED, "center",
                       node_text(list, &pair->a, from->center),
                       node_text(list, &pair->b, to->center));
        }
        compare_groups_of(pair, &subject, from, to);
        compare_chains(pair, from, to);
    }
    for (uint32_t i = 0; i < b->spring_count; ++i) {
        if (pair->springs.to_a[i] != VRM_NONE) continue;
        spring_subject(&pair->b, &b->springs[i], &subject);
        change_added(list, &subject);
    }
}

/* --- Colliders --- */

static void collider_subject(const diff_file *file, uint32_t index, diff_subject *out) {
    int32_t node = file->tables->spring_colliders[index].node;
    if (node == VRM_NONE) {
        subject_set(out, PART_COLLIDERS, "collider %u", (unsigned)index);
    } else {
        subject_set(out, PART_COLLIDERS, "%.*s", SUBJECT_NAME(file->gltf->nodes[node].name));
    }
}

static void compare_collider(diff_pair *pair, uint32_t index, int32_t other) {
    static const char *const shapes[] = {"none",          "sphere",         "capsule",
                                         "inside sphere", "inside capsule", "plane"};
    const vrm_spring_collider *a = &pair->a.tables->spring_colliders[index];
    const vrm_spring_collider *b = &pair->b.tables->spring_colliders[other];
    diff_subject subject;
    collider_subject(&pair->a, index, &subject);
    compare_words(&pair->changes, &subject, "shape", shapes[a->shape], shapes[b->shape]);
    compare_points(pair, &subject, "offset", a->offset, b->offset);
    compare_number(&pair->changes, &subject, "radius", a->radius, b->radius);
    if (a->shape == b->shape && a->shape != VRM_COLLIDER_SPHERE &&
        a->shape != VRM_COLLIDER_INSIDE_SPHERE) {
        compare_points(pair, &subject, a->shape == VRM_COLLIDER_PLANE ? "normal" : "tail", a->tail,
                       b->tail);
    }
}

static void group_subject(const diff_file *file, uint32_t index, diff_subject *out) {
    vrm_string name = file->tables->spring_collider_groups[index].name;
    if (name.length != 0) {
        subject_set(out, PART_COLLIDERS, "group %.*s", SUBJECT_NAME(name));
    } else {
        subject_set(out, PART_COLLIDERS, "group %u", (unsigned)index);
    }
}

/* The colliders of a group in the order of the file; the list names each once. */
static void compare_group(diff_pair *pair, uint32_t index, int32_t other) {
    const vrm_spring_collider_group *a = &pair->a.tables->spring_collider_groups[index];
    const vrm_spring_collider_group *b = &pair->b.tables->spring_collider_groups[other];
    uint32_t same = 0;
    diff_subject subject;
    group_subject(&pair->a, index, &subject);
    compare_names(&pair->changes, &subject, a->name, b->name);
    compare_wholes(&pair->changes, &subject, "colliders", a->collider_count, b->collider_count);
    if (a->collider_count != b->collider_count) return;
    while (same < a->collider_count &&
           is_same_index(&pair->colliders, a->colliders[same], b->colliders[same])) {
        ++same;
    }
    if (same < a->collider_count) {
        diff_subject from, to;
        collider_subject(&pair->a, (uint32_t)a->colliders[same], &from);
        collider_subject(&pair->b, (uint32_t)b->colliders[same], &to);
        change_add(&pair->changes, &subject, CHANGE_CHANGED, "colliders", from.name, to.name);
    }
}

void diff_colliders(diff_pair *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    diff_subject subject;
    for (uint32_t i = 0; i < a->spring_collider_count; ++i) {
        collider_subject(&pair->a, i, &subject);
        if (pair->colliders.to_b[i] == VRM_NONE) {
            change_removed(&pair->changes, &subject);
        } else {
            compare_collider(pair, i, pair->colliders.to_b[i]);
        }
    }
    for (uint32_t i = 0; i < b->spring_collider_count; ++i) {
        if (pair->colliders.to_a[i] != VRM_NONE) continue;
        collider_subject(&pair->b, i, &subject);
        change_added(&pair->changes, &subject);
    }
    for (uint32_t i = 0; i < a->spring_collider_group_count; ++i) {
        group_subject(&pair->a, i, &subject);
        if (pair->groups.to_b[i] == VRM_NONE) {
            change_removed(&pair->changes, &subject);
        } else {
            compare_group(pair, i, pair->groups.to_b[i]);
        }
    }
    for (uint32_t i = 0; i < b->spring_collider_group_count; ++i) {
        if (pair->groups.to_a[i] != VRM_NONE) continue;
        group_subject(&pair->b, i, &subject);
        change_added(&pair->changes, &subject);
    }
}

/* --- Constraints --- */

static bool has_constrained(const void *context, diff_side side, uint32_t index, match_key *out) {
    const diff_pair *pair = context;
    const vrm_tables *tables = side == SIDE_A ? pair->a.tables : pair->b.tables;
    out->number = match_in_second(&pair->nodes, side, tables->constraints[index].node);
    return true;
}

static void compare_constraints(diff_pair *pair, const diff_subject *subject,
                                const vrm_constraint *a, const vrm_constraint *b) {
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    static const char *const axes[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    static const vrm_axis turned[] = {VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_X,
                                      VRM_AXIS_POSITIVE_Y, VRM_AXIS_NEGATIVE_Y,
                                      VRM_AXIS_NEGATIVE_Z, VRM_AXIS_POSITIVE_Z};
    diff_changes *list = &pair->changes;
    /* A roll has an axis without a sign; an aim points along one. */
    vrm_axis axis = pair->turns && a->kind == VRM_CONSTRAINT_AIM ? turned[a->axis] : a->axis;
    compare_words(list, subject, "kind", kinds[a->kind], kinds[b->kind]);
    if (!is_same_index(&pair->nodes, a->source, b->source)) {
        change_add(list, subject, CHANGE_CHANGED, "source", node_text(list, &pair->a, a->source),
                   node_text(list, &pair->b, b->source));
    }
    if (a->kind == b->kind && a->kind != VRM_CONSTRAINT_ROTATION) {
        compare_words(list, subject, "axis", axes[axis], axes[b->axis]);
    }
    compare_number(list, subject, "weight", a->weight, b->weight);
}

void diff_constraints(diff_pair *pair) {
    const vrm_tables *a = pair->a.tables, *b = pair->b.tables;
    diff_match match = {0};
    diff_subject subject;
    if (!match_open(&match, a->constraint_count, b->constraint_count) ||
        !match_by(&match, has_constrained, pair)) {
        pair->changes.has_no_memory = true;
        match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < a->constraint_count; ++i) {
        subject_set(&subject, PART_CONSTRAINTS, "%.*s",
                    SUBJECT_NAME(pair->a.gltf->nodes[a->constraints[i].node].name));
        if (match.to_b[i] == VRM_NONE) {
            change_removed(&pair->changes, &subject);
        } else {
            compare_constraints(pair, &subject, &a->constraints[i], &b->constraints[match.to_b[i]]);
        }
    }
    for (uint32_t i = 0; i < b->constraint_count; ++i) {
        if (match.to_a[i] != VRM_NONE) continue;
        subject_set(&subject, PART_CONSTRAINTS, "%.*s",
                    SUBJECT_NAME(pair->b.gltf->nodes[b->constraints[i].node].name));
        change_added(&pair->changes, &subject);
    }
    match_close(&match);
}

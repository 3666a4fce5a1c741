/*
 * Constraints in the axes of nodes that no longer have a rotation (requirements 6.9, step 8).
 *
 * - An aim turns one axis of its node. It can be expressed if the new axes have one in the same
 *   direction.
 * - A roll takes the turn of its source in the axes of the source's parent, as one in the axes of
 *   its own parent. It needs these two to be oriented to each other as before, and an axis.
 * - A rotation takes the turn of its source in the source's own axes, as one in those of its node.
 *
 * If that does not hold, the nodes keep their rotation (NO-006).
 */
#include "author/normalize/bake_parts.h"
#include "base/text.h"

#include <string.h>

static const float AXIS_TOLERANCE = 1e-3f; /* of each number of a direction: 6.9, step 8 */
static const float TURN_TOLERANCE = 1e-4f; /* of the vector of a rotation */

static const vrm_vec3 axes[] = {
    [VRM_AXIS_POSITIVE_X] = {1.0f, 0.0f, 0.0f}, [VRM_AXIS_NEGATIVE_X] = {-1.0f, 0.0f, 0.0f},
    [VRM_AXIS_POSITIVE_Y] = {0.0f, 1.0f, 0.0f}, [VRM_AXIS_NEGATIVE_Y] = {0.0f, -1.0f, 0.0f},
    [VRM_AXIS_POSITIVE_Z] = {0.0f, 0.0f, 1.0f}, [VRM_AXIS_NEGATIVE_Z] = {0.0f, 0.0f, -1.0f},
};

/* Before and after; if there is no node, that of the model. */
static vrm_quat rotation_before(const vrmi_bake *bake, int32_t node) {
    return node != VRM_NONE ? vrmi_mat4_rotation(&bake->nodes[node].before) : bake->desc.turn;
}
static vrm_quat rotation_after(const vrmi_bake *bake, int32_t node) {
    return node != VRM_NONE && bake->nodes[node].keeps_rotation ? rotation_before(bake, node)
                                                                : vrmi_quat_identity();
}

/* Whether two nodes lie to each other afterwards as they did before. */
static bool keeps_relation(const vrmi_bake *bake, int32_t a, int32_t b) {
    vrm_quat before =
        vrmi_quat_multiply(rotation_before(bake, a), vrmi_quat_conjugate(rotation_before(bake, b)));
    vrm_quat after =
        vrmi_quat_multiply(rotation_after(bake, a), vrmi_quat_conjugate(rotation_after(bake, b)));
    vrm_quat off = vrmi_quat_multiply(before, vrmi_quat_conjugate(after));
    return vrmi_vec3_length(vrm_vec3_make(off.x, off.y, off.z)) <= TURN_TOLERANCE;
}

/* The axis of the node that has the direction of the constraint's old one; VRM_NONE: none. */
static int32_t axis_after(const vrmi_bake *bake, const vrm_constraint *constraint) {
    vrm_quat turn = vrmi_quat_multiply(vrmi_quat_conjugate(rotation_after(bake, constraint->node)),
                                       rotation_before(bake, constraint->node));
    vrm_vec3 is = vrmi_quat_rotate(turn, axes[constraint->axis]);
    for (int32_t i = 0; i < (int32_t)(sizeof axes / sizeof axes[0]); ++i) {
        vrm_vec3 off = vrmi_vec3_sub(is, axes[i]);
        if (fabsf(off.x) <= AXIS_TOLERANCE && fabsf(off.y) <= AXIS_TOLERANCE &&
            fabsf(off.z) <= AXIS_TOLERANCE) {
            return i;
        }
    }
    return VRM_NONE;
}

/* The two nodes whose relation a constraint needs; false: it needs none. */
static bool related_nodes(const vrmi_bake *bake, const vrm_constraint *constraint, int32_t out[2]) {
    out[0] = constraint->source;
    out[1] = constraint->node;
    if (constraint->kind == VRM_CONSTRAINT_AIM) return false;
    for (int i = 0; i < 2 && constraint->kind == VRM_CONSTRAINT_ROLL; ++i) {
        out[i] = bake->gltf->nodes[out[i]].parent;
    }
    return true;
}

static bool can_be_said(const vrmi_bake *bake, const vrm_constraint *constraint) {
    int32_t related[2];
    if (related_nodes(bake, constraint, related) && !keeps_relation(bake, related[0], related[1])) {
        return false;
    }
    return constraint->kind == VRM_CONSTRAINT_ROTATION || axis_after(bake, constraint) != VRM_NONE;
}

/* --- Which nodes keep their rotation --- */

static void keep(vrmi_bake *bake, int32_t node) {
    if (node != VRM_NONE) bake->nodes[node].keeps_rotation = true;
}

/* Keeps what this constraint lacks, or all that it could need. */
static void keep_for(vrmi_bake *bake, const vrm_constraint *constraint, bool keeps_all) {
    int32_t related[2];
    if (related_nodes(bake, constraint, related) &&
        (keeps_all || !keeps_relation(bake, related[0], related[1]))) {
        keep(bake, related[0]);
        keep(bake, related[1]);
    }
    if (constraint->kind != VRM_CONSTRAINT_ROTATION &&
        (keeps_all || axis_after(bake, constraint) == VRM_NONE)) {
        keep(bake, constraint->node);
    }
}

/* What one constraint needs can disturb another that shares a node with it. A few rounds settle
 * that for real files; a chain that takes longer keeps all of its nodes. */
void vrmi_bake_keep_rotations(vrmi_bake *bake) {
    enum { ROUNDS = 8 };
    bool is_settled = false;
    for (int round = 0; round <= ROUNDS && !is_settled; ++round) {
        is_settled = true;
        for (uint32_t i = 0; i < bake->tables->constraint_count; ++i) {
            const vrm_constraint *constraint = &bake->tables->constraints[i];
            if (can_be_said(bake, constraint)) continue;
            keep_for(bake, constraint, false);
            is_settled = false;
        }
    }
    for (uint32_t i = 0; i < bake->tables->constraint_count && !is_settled; ++i) {
        keep_for(bake, &bake->tables->constraints[i], true);
    }
}

/* --- Writing --- */

static const char *const kind_names[] = {"roll", "aim", "rotation"};

static void write_axis(vrmi_bake *bake, vrmi_value *extension, const vrm_constraint *constraint,
                       const char *place) {
    static const char *const roll_names[] = {"X", "X", "Y", "Y", "Z", "Z"};
    static const char *const aim_names[] = {"PositiveX", "NegativeX", "PositiveY",
                                            "NegativeY", "PositiveZ", "NegativeZ"};
    bool is_roll = constraint->kind == VRM_CONSTRAINT_ROLL;
    const char *const *names = is_roll ? roll_names : aim_names;
    int32_t axis = axis_after(bake, constraint);
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *kind = vrmi_value_get(tree, vrmi_value_get(tree, extension, "constraint"),
                                      kind_names[constraint->kind]);
    if (axis == VRM_NONE || strcmp(names[axis], names[constraint->axis]) == 0) return;
    vrmi_value_set_words(tree, kind, is_roll ? "rollAxis" : "aimAxis",
                         vrmi_string_from(names[axis]));
    vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "constraint-axis", place,
                  "the axis of the {} constraint is {} instead of {}, because the node has other "
                  "axes now",
                  VRMI_WITH(vrmi_words(kind_names[constraint->kind]), vrmi_words(names[axis]),
                            vrmi_words(names[constraint->axis])));
}

/* With the object around it, if that is empty then. */
static void remove_extension(vrmi_bake *bake, vrmi_value *extension) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *extensions = vrmi_value_parent(extension);
    bake->drops_extensions = true;
    vrmi_value_remove(tree, extension);
    if (vrmi_value_count(tree, extensions) == 0) vrmi_value_remove(tree, extensions);
}

static void write_constraint(vrmi_bake *bake, const vrm_constraint *constraint) {
    vrmi_value *extension =
        vrmi_bake_node_extension(bake, constraint->node, "VRMC_node_constraint");
    char place[64];
    vrmi_text text = vrmi_text_make(place, sizeof place);
    if (extension == NULL) return;
    vrmi_text_append(&text, "/nodes/");
    vrmi_text_append_i64(&text, constraint->node);
    if (can_be_said(bake, constraint)) {
        if (constraint->kind != VRM_CONSTRAINT_ROTATION) {
            write_axis(bake, extension, constraint, place);
        }
        return;
    }
    remove_extension(bake, extension);
    vrmi_bake_say(bake->edit, VRM_CHANGE_LOST, "constraint-lost", place,
                  "the {} constraint was removed: it needs the rotations of its nodes",
                  VRMI_WITH(vrmi_words(kind_names[constraint->kind])));
}

static void say_kept(vrmi_bake *bake) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        count += bake->nodes[i].keeps_rotation ? 1 : 0;
    }
    if (count == 0) return;
    vrmi_bake_say(bake->edit, VRM_CHANGE_KEPT, "constraint-rotation", "/nodes",
                  "{} nodes keep their rotations, which constraints need",
                  VRMI_WITH(vrmi_unsigned(count)));
}

void vrmi_bake_constraints(vrmi_bake *bake) {
    for (uint32_t i = 0; i < bake->tables->constraint_count; ++i) {
        write_constraint(bake, &bake->tables->constraints[i]);
    }
    say_kept(bake);
}

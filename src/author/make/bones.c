/* Which node is which bone: the ways of telling, one after the other, and what they share. */
#include "author/make/make.h"
#include "model/model.h"

#include <string.h>

enum { MOST_TRUNK = 64 };

void vrmi_make_set_bone(vrmi_make *make, vrm_bone bone, int32_t node, vrmi_sureness sureness) {
    if (node == VRM_NONE || make->bones[bone].sureness != VRMI_SURE_NOTHING ||
        make->bone_of[node] != VRM_NONE) {
        return;
    }
    make->bones[bone] = (vrmi_bone_guess){node, sureness};
    make->bone_of[node] = bone;
}

static void clear_bone(vrmi_make *make, vrm_bone bone) {
    if (make->bones[bone].node != VRM_NONE) make->bone_of[make->bones[bone].node] = VRM_NONE;
    make->bones[bone] = (vrmi_bone_guess){VRM_NONE, VRMI_SURE_NOTHING};
}

uint64_t vrmi_make_missing_bones(const vrmi_make *make) {
    uint64_t found = 0;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (make->bones[bone].node != VRM_NONE) found |= VRM_BONE_BIT(bone);
    }
    return VRM_REQUIRED_BONES & ~found;
}

void vrmi_make_set_finger(vrmi_make *make, vrm_bone first, const int32_t *nodes, uint32_t count,
                          vrmi_sureness sureness) {
    const bool is_thumb =
        first == VRM_BONE_LEFT_THUMB_METACARPAL || first == VRM_BONE_RIGHT_THUMB_METACARPAL;
    /* Of four joints the last is the fingertip, unless it moves something: then the first is in the
     * palm. */
    if (count >= 4 && !is_thumb && make->weights[nodes[3]] > 0.0f) ++nodes;
    for (uint32_t i = 0; i < count && i < 3; ++i) {
        vrmi_make_set_bone(make, first + (vrm_bone)i, nodes[i], sureness);
    }
}

void vrmi_make_set_trunk(vrmi_make *make, const int32_t *nodes, uint32_t count,
                         vrmi_sureness sureness) {
    if (count == 0) return;
    vrmi_make_set_bone(make, VRM_BONE_SPINE, nodes[0], sureness);
    if (count == 2) vrmi_make_set_bone(make, VRM_BONE_CHEST, nodes[1], sureness);
    if (count < 3) return;
    vrmi_make_set_bone(make, VRM_BONE_CHEST, nodes[count / 2], sureness);
    vrmi_make_set_bone(make, VRM_BONE_UPPER_CHEST, nodes[count - 1], sureness);
}

/* --- The tree --- */

/* The nearest bone above that is set. */
static vrm_bone set_parent(const vrmi_make *make, vrm_bone bone) {
    do bone = vrmi_bone_parent(bone);
    while (bone != VRM_NONE && make->bones[bone].node == VRM_NONE);
    return bone;
}

/* The lowest node that both are below. */
static int32_t common_node(const vrmi_make *make, int32_t a, int32_t b) {
    while (a != VRM_NONE && !vrmi_make_is_below(make, b, a)) a = make->gltf->nodes[a].parent;
    return a;
}

/* Whether a node, or a node below it, moves vertices. */
static bool moves_any(const vrmi_make *make, int32_t node) {
    for (uint32_t i = make->forest.place[node]; i < make->forest.end[node]; ++i) {
        if (make->weights[make->forest.order[i]] > 0.0f) return true;
    }
    return false;
}

/* A bone that a name or a person identifies, and that has another parent, can be moved below the
 * right parent: feet of rigs with inverse kinematics, legs beside the hips. It has to be a joint
 * that moves something, has a parent, and is not above its new parent. */
static bool can_move(vrmi_make *make, vrm_bone bone, int32_t parent) {
    const vrmi_bone_guess *guess = &make->bones[bone];
    uint32_t i = 0;
    if ((VRM_REQUIRED_BONES & VRM_BONE_BIT(bone)) == 0 || guess->node == VRM_NONE ||
        guess->sureness == VRMI_SURE_SHAPE || !moves_any(make, guess->node) || parent == VRM_NONE ||
        make->gltf->nodes[guess->node].parent == VRM_NONE ||
        vrmi_make_is_below(make, parent, guess->node)) {
        return false;
    }
    while (i < make->move_count && make->moves[i].bone != bone) ++i;
    if (i == VRMI_MOST_MOVES) return false;
    /* A later way of telling may have found another node, or another bone above it. */
    make->moves[i] = (vrmi_move){bone, guess->node, parent};
    if (i == make->move_count) make->move_count += 1;
    return true;
}

/* Whether a node is clearly nearer to the middle of the legs than another: a root on the ground is
 * no hips. */
static bool is_nearer(const vrmi_make *make, int32_t node, int32_t other, int32_t left,
                      int32_t right) {
    const vrm_vec3 middle =
        vrmi_vec3_lerp(vrmi_make_position(make, left), vrmi_make_position(make, right), 0.5f);
    float own, others;
    if (other == VRM_NONE) return true;
    own = vrmi_vec3_length(vrmi_vec3_sub(vrmi_make_position(make, node), middle));
    others = vrmi_vec3_length(vrmi_vec3_sub(vrmi_make_position(make, other), middle));
    return own < 0.8f * others;
}

/* If the head is below the hips and the legs are not, the legs are moved below them. */
static bool legs_can_move(vrmi_make *make) {
    const vrmi_bone_guess *hips = &make->bones[VRM_BONE_HIPS];
    const int32_t head = make->bones[VRM_BONE_HEAD].node;
    const int32_t left = make->bones[VRM_BONE_LEFT_UPPER_LEG].node;
    const int32_t right = make->bones[VRM_BONE_RIGHT_UPPER_LEG].node;
    if (hips->node == VRM_NONE || head == VRM_NONE || left == VRM_NONE || right == VRM_NONE ||
        hips->sureness == VRMI_SURE_SHAPE || !vrmi_make_is_below(make, head, hips->node)) {
        return false;
    }
    return !vrmi_make_is_below(make, left, hips->node) &&
           !vrmi_make_is_below(make, right, hips->node) &&
           is_nearer(make, hips->node, common_node(make, hips->node, left), left, right) &&
           can_move(make, VRM_BONE_LEFT_UPPER_LEG, hips->node) &&
           can_move(make, VRM_BONE_RIGHT_UPPER_LEG, hips->node);
}

/* Hips that legs or spine do not hang on are none: what all hang on is. */
static void correct_hips(vrmi_make *make) {
    static const vrm_bone below[] = {VRM_BONE_SPINE, VRM_BONE_LEFT_UPPER_LEG,
                                     VRM_BONE_RIGHT_UPPER_LEG};
    int32_t hips = make->bones[VRM_BONE_HIPS].node;
    vrmi_sureness sureness = make->bones[VRM_BONE_HIPS].sureness;
    if (sureness == VRMI_SURE_TOLD) return;
    if (legs_can_move(make)) return;
    for (size_t i = 0; i < sizeof below / sizeof below[0]; ++i) {
        const int32_t node = make->bones[below[i]].node;
        if (node == VRM_NONE) continue;
        hips = hips == VRM_NONE ? make->gltf->nodes[node].parent : common_node(make, hips, node);
        if (hips == node) hips = make->gltf->nodes[node].parent;
        if (hips == VRM_NONE) return;
    }
    if (hips == make->bones[VRM_BONE_HIPS].node || hips == VRM_NONE) return;
    clear_bone(make, VRM_BONE_HIPS);
    vrmi_make_set_bone(make, VRM_BONE_HIPS, hips,
                       sureness != VRMI_SURE_NOTHING ? sureness : VRMI_SURE_SHAPE);
}

/* Bones must lie below each other as those of a body do (HU-005). What does not is no bone. */
static void correct_tree(vrmi_make *make) {
    correct_hips(make);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = make->bones[bone].node;
        vrm_bone above;
        if (node == VRM_NONE) continue;
        above = set_parent(make, bone);
        if (above == VRM_NONE) continue;
        if (make->bones[above].node != node &&
            vrmi_make_is_below(make, node, make->bones[above].node)) {
            continue;
        }
        if (can_move(make, bone, make->bones[above].node)) continue;
        if (make->bones[bone].sureness != VRMI_SURE_TOLD) clear_bone(make, bone);
    }
    /* The upper chest is above a chest, and the outer bones of a finger follow its inner ones. */
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const bool needs_parent =
            bone == VRM_BONE_UPPER_CHEST || bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
        const bool is_first = bone >= VRM_BONE_LEFT_THUMB_METACARPAL &&
                              (bone - VRM_BONE_LEFT_THUMB_METACARPAL) % 3 == 0;
        if (!needs_parent || is_first || make->bones[bone].sureness == VRMI_SURE_TOLD) continue;
        if (make->bones[vrmi_bone_parent(bone)].node == VRM_NONE) clear_bone(make, bone);
    }
}

/* If names identify the arms and nothing of the trunk: the trunk is what lies between hips and
 * arms. */
static void complete_trunk(vrmi_make *make) {
    const int32_t hips = make->bones[VRM_BONE_HIPS].node;
    int32_t path[MOST_TRUNK], attach;
    uint32_t count = 0;
    vrm_bone arms[2] = {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER};
    if (hips == VRM_NONE || make->bones[VRM_BONE_SPINE].node != VRM_NONE) return;
    for (int i = 0; i < 2; ++i) {
        if (make->bones[arms[i]].node == VRM_NONE) arms[i] += 1;
        if (make->bones[arms[i]].node == VRM_NONE) return;
    }
    attach = common_node(make, make->bones[arms[0]].node, make->bones[arms[1]].node);
    for (; attach != VRM_NONE && attach != hips; attach = make->gltf->nodes[attach].parent) {
        if (count == MOST_TRUNK) return;
        path[count++] = attach;
    }
    if (attach != hips) return;
    for (uint32_t i = 0; i < count / 2; ++i) {
        const int32_t swap = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = swap;
    }
    vrmi_make_set_trunk(make, path, count, VRMI_SURE_WORDS);
}

/* --- All ways --- */

/* If shape identifies all required bones and names do not, shape wins, except for bones that a
 * person set. */
static void try_shape(vrmi_make *make) {
    vrmi_bone_guess before[VRM_BONE_COUNT];
    bool has_names = false;
    memcpy(before, make->bones, sizeof before);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (before[bone].sureness == VRMI_SURE_TOLD) continue;
        has_names = has_names || before[bone].node != VRM_NONE;
        clear_bone(make, bone);
    }
    vrmi_make_bones_by_shape(make);
    correct_tree(make);
    /* Bones by shape are better than none. */
    if (vrmi_make_missing_bones(make) == 0 || !has_names) return;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (make->bones[bone].sureness != VRMI_SURE_TOLD) clear_bone(make, bone);
    }
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (before[bone].sureness == VRMI_SURE_TOLD) continue;
        vrmi_make_set_bone(make, bone, before[bone].node, before[bone].sureness);
    }
}

/* A later method may have found another node for a bone: the node that was to be moved for it
 * stays. */
static void forget_moves(vrmi_make *make) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < make->move_count; ++i) {
        const vrmi_move move = make->moves[i];
        const vrm_bone above = set_parent(make, move.bone);
        if (make->bones[move.bone].node != move.node || above == VRM_NONE) continue;
        if (make->bones[above].node == move.parent) make->moves[count++] = move;
    }
    make->move_count = count;
}

void vrmi_make_keep_bones(vrmi_make *make, const vrmi_bone_guess *bones) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) clear_bone(make, bone);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        make->bones[bone] = bones[bone];
        if (bones[bone].node != VRM_NONE) make->bone_of[bones[bone].node] = bone;
    }
    correct_tree(make);
}

bool vrmi_make_find_bones(vrmi_make *make) {
    if (!vrmi_make_bones_by_names(make)) return false;
    correct_tree(make);
    vrmi_make_bones_by_words(make);
    correct_hips(make);
    complete_trunk(make);
    correct_tree(make);
    if (vrmi_make_missing_bones(make) != 0) try_shape(make);
    /* A body in motion has no mirror images; the pose in which its skin was bound has. */
    if (vrmi_make_missing_bones(make) != 0 && vrmi_make_bind_pose(make)) {
        try_shape(make);
        vrmi_make_rest_pose(make);
    }
    if (vrmi_make_missing_bones(make) == 0) vrmi_make_fingers_by_shape(make);
    forget_moves(make);
    return !make->is_refused;
}

/* The bones: their tree, their scale, and that each has a length. */
#include "author/check/check.h"
#include "base/math.h"

static int32_t node_of(const vrmi_check *check, vrm_bone bone) {
    return check->tables->humanoid.nodes[bone];
}

static vrmi_argument bone_argument(vrm_bone bone) { return vrmi_words(vrm_bone_name(bone)); }

static bool is_below(const vrmi_check *check, int32_t node, int32_t ancestor) {
    for (node = check->gltf->nodes[node].parent; node != VRM_NONE;
         node = check->gltf->nodes[node].parent) {
        if (node == ancestor) return true;
    }
    return false;
}

/* The node of a bone is below that of the nearest bone above it. Two bones of one node have a
 * diagnostic of their own [HU-007]. */
static void check_tree(vrmi_check *check, vrm_bone bone) {
    vrm_bone parent = vrm_model_bone_parent(check->model, bone);
    vrmi_check_place place;
    if (parent == VRM_NONE || node_of(check, parent) == node_of(check, bone) ||
        is_below(check, node_of(check, bone), node_of(check, parent))) {
        return;
    }
    place = vrmi_at_bone(check, bone);
    vrmi_check_found(check, VRMI_BONE_NOT_BELOW, &place,
                     VRMI_WITH(bone_argument(bone), bone_argument(parent)));
}

/* The bone without which this one may not be there; VRM_NONE: it needs none. */
static vrm_bone needed_parent(vrm_bone bone) {
    if (bone == VRM_BONE_UPPER_CHEST) return VRM_BONE_CHEST;
    if (bone < VRM_BONE_LEFT_THUMB_METACARPAL) return VRM_NONE;
    /* Three bones of each finger follow each other; the first needs no other. */
    return (bone - VRM_BONE_LEFT_THUMB_METACARPAL) % 3 != 0 ? bone - 1 : VRM_NONE;
}

/* An error in 1.0 alone: older dialects did not have the rule [HU-009]. */
static void check_parent(vrmi_check *check, vrm_bone bone) {
    vrm_bone parent = needed_parent(bone);
    vrmi_check_place place;
    if (parent == VRM_NONE || node_of(check, parent) != VRM_NONE) return;
    place = vrmi_at_bone(check, bone);
    if (check->tables->dialect == VRM_DIALECT_1) {
        vrmi_check_found(check, VRMI_BONE_NEEDS_PARENT, &place,
                         VRMI_WITH(bone_argument(bone), bone_argument(parent)));
    } else {
        vrmi_check_warn(check, VRMI_BONE_NEEDS_PARENT, &place,
                        VRMI_WITH(bone_argument(bone), bone_argument(parent)));
    }
}

static void check_scale(vrmi_check *check, vrm_bone bone) {
    vrm_vec3 scale = check->gltf->nodes[node_of(check, bone)].rest.scale;
    vrmi_check_place place;
    if (scale.x > 0.0f && scale.y > 0.0f && scale.z > 0.0f) return;
    place = vrmi_at_node(check, node_of(check, bone), "scale");
    vrmi_check_found(check, VRMI_BONE_SCALE, &place, VRMI_WITH(bone_argument(bone)));
}

/* A bone without a length has no direction [HU-014]. */
static void check_length(vrmi_check *check, vrm_bone bone) {
    static const float least = 1e-5f;
    vrm_bone parent = vrm_model_bone_parent(check->model, bone);
    vrm_vec3 between;
    vrmi_check_place place;
    if (parent == VRM_NONE || node_of(check, parent) == node_of(check, bone)) return;
    between = vrmi_vec3_sub(vrm_model_bone_rest_position(check->model, bone),
                            vrm_model_bone_rest_position(check->model, parent));
    if (!(vrmi_vec3_length(between) < least)) return;
    place = vrmi_at_node(check, node_of(check, bone), "translation");
    vrmi_check_found(check, VRMI_BONES_COINCIDE, &place,
                     VRMI_WITH(bone_argument(bone), bone_argument(parent)));
}

static uint32_t depth_of(const vrmi_check *check, int32_t node) {
    uint32_t depth = 0;
    for (; node != VRM_NONE; node = check->gltf->nodes[node].parent) ++depth;
    return depth;
}

/* The lowest node that is above both, or is one of them; VRM_NONE: they are in different trees. */
static int32_t common_ancestor(const vrmi_check *check, int32_t a, int32_t b) {
    uint32_t depth_a = depth_of(check, a), depth_b = depth_of(check, b);
    for (; depth_a > depth_b; --depth_a) a = check->gltf->nodes[a].parent;
    for (; depth_b > depth_a; --depth_b) b = check->gltf->nodes[b].parent;
    while (a != b) {
        a = check->gltf->nodes[a].parent;
        b = check->gltf->nodes[b].parent;
    }
    return a;
}

/* A bone of a pelvis that points down from hips, and has both legs below it, is of an old way of
 * building avatars [HU-012]. Translations are added up on the way to hips: rotations and scales
 * there are what a pelvis seldom has, and the rule is advice. */
static void check_pelvis(vrmi_check *check) {
    static const float least = 1e-3f;
    const vrm_node *nodes = check->gltf->nodes;
    int32_t hips = node_of(check, VRM_BONE_HIPS), left = node_of(check, VRM_BONE_LEFT_UPPER_LEG);
    int32_t right = node_of(check, VRM_BONE_RIGHT_UPPER_LEG), pelvis;
    vrmi_check_place place;
    float y = 0.0f;
    if (hips == VRM_NONE || left == VRM_NONE || right == VRM_NONE) return;
    pelvis = common_ancestor(check, left, right);
    if (pelvis == left || pelvis == right) pelvis = nodes[pelvis].parent;
    if (pelvis == VRM_NONE || !is_below(check, pelvis, hips)) return;
    for (int32_t node = pelvis; node != hips; node = nodes[node].parent) {
        y += nodes[node].rest.translation.y;
    }
    for (; pelvis != hips; pelvis = nodes[pelvis].parent) {
        if (-y >= least) break;
        y -= nodes[pelvis].rest.translation.y;
    }
    if (pelvis == hips) return;
    place = vrmi_at_node(check, pelvis, "translation");
    vrmi_check_found(check, VRMI_PELVIS_INVERTED, &place,
                     VRMI_WITH(vrmi_node_argument(check, pelvis)));
}

void vrmi_check_humanoid(vrmi_check *check) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (node_of(check, bone) == VRM_NONE) continue;
        check_tree(check, bone);
        check_parent(check, bone);
        check_scale(check, bone);
        check_length(check, bone);
    }
    check_pelvis(check);
}

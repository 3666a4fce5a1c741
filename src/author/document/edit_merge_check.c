/* Who needs a node that is to be merged into its parent, and cannot have the parent instead. */
#include "author/document/edit_merge.h"
#include "author/document/node_binds.h"
#include "author/document/reference_places.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* --- References --- */

typedef struct need {
    vrmi_merge *merge;
    const vrmi_value *at;     /* the first location that needs the node; NULL */
    const vrmi_value *shown;  /* the first that would mean the mesh, though it names the parent */
    const vrmi_value *moving; /* the first of an animation that moves a child */
    const vrmi_value *bound;  /* the first of an expression that does */
    uint32_t parent_count;
} need;

/* Weights of morph targets are the same wherever the node is. */
static bool is_of_weights(vrmi_tree *tree, const vrmi_value *value) {
    vrmi_value *path = vrmi_value_get(tree, vrmi_value_parent(value), "path");
    return vrmi_string_equals(vrmi_value_string(tree, path), "weights");
}

static void look(vrmi_tree *tree, const vrmi_reference_place *place, vrmi_value *value,
                 int32_t index, void *user) {
    need *need = user;
    const vrmi_merge *merge = need->merge;
    const bool is_child = (uint32_t)index < merge->gltf->node_count &&
                          merge->gltf->nodes[index].parent == merge->node;
    if (index == merge->node) {
        if ((place->flags & (VRMI_PLACE_TREE | VRMI_PLACE_SHOWN)) == 0 && need->at == NULL) {
            need->at = value;
        }
        need->parent_count += strcmp(place->path, "nodes/*/children/*") == 0;
    } else if (index == merge->parent) {
        if ((place->flags & VRMI_PLACE_SHOWN) != 0 && need->shown == NULL) need->shown = value;
    } else if (is_child && need->moving == NULL && strncmp(place->path, "animations/", 11) == 0 &&
               !is_of_weights(tree, value)) {
        need->moving = value;
    } else if (is_child && need->bound == NULL && strstr(place->path, VRMI_NODE_BINDS) != NULL) {
        need->bound = value;
    }
}

static vrm_result refuse_place(vrmi_merge *merge, const char *before, const vrmi_value *value) {
    return vrmi_operation_refuse(merge->edit, before, vrmi_value_pointer(&merge->edit->tree, value),
                                 "");
}

static vrm_result check_references(vrmi_merge *merge) {
    need need = {.merge = merge};
    vrmi_places_find(&merge->edit->tree, VRMI_REFERENCE_NODE, look, &need);
    if (need.parent_count != 1) {
        return vrmi_merge_refuse(merge, "", " is not the child of just one node");
    }
    if (need.at != NULL) return refuse_place(merge, "the node is needed at ", need.at);
    if (need.shown != NULL && merge->has_mesh) {
        return refuse_place(merge, "the mesh would get another meaning at ", need.shown);
    }
    if (need.moving != NULL && !merge->is_identity) {
        return refuse_place(merge, "a node below it is moved by the animation at ", need.moving);
    }
    if (need.bound != NULL && !merge->is_identity) {
        return refuse_place(merge, "a node below it is moved by the expression at ", need.bound);
    }
    return VRM_OK;
}

/* --- The avatar --- */

static vrm_result check_bones(vrmi_merge *merge) {
    const vrm_tables *tables = vrm_model_tables(merge->model);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (tables->humanoid.nodes[bone] != merge->node) continue;
        return vrmi_operation_refuse(merge->edit, "the node is the bone ",
                                     vrmi_string_from(vrm_bone_name(bone)), "");
    }
    return VRM_OK;
}

/* Springs of 0.x and the draft name roots alone: the tables have all that sways below them. */
static vrm_result check_springs(vrmi_merge *merge) {
    const vrm_tables *tables = vrm_model_tables(merge->model);
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        if (joint->node == merge->node || joint->tail_node == merge->node) {
            return vrmi_merge_refuse(merge, "a spring moves ", "");
        }
        /* The tail of a leaf lies on from its parent (V0-041). */
        if (joint->tail_node == VRM_NONE && merge->gltf->nodes[joint->node].parent == merge->node) {
            return vrmi_merge_refuse(merge, "the end of a spring has its direction from ", "");
        }
    }
    return VRM_OK;
}

/* A roll is measured in the spaces of two parents (6.5.1); aims and rotations are not. */
static vrm_result check_constraints(vrmi_merge *merge) {
    const vrm_tables *tables = vrm_model_tables(merge->model);
    for (uint32_t i = 0; i < tables->constraint_count && merge->is_turned; ++i) {
        const vrm_constraint *constraint = &tables->constraints[i];
        if (constraint->kind != VRM_CONSTRAINT_ROLL) continue;
        if (merge->gltf->nodes[constraint->node].parent == merge->node ||
            merge->gltf->nodes[constraint->source].parent == merge->node) {
            return vrmi_merge_refuse(merge, "a roll constraint depends on the rotation of ", "");
        }
    }
    return VRM_OK;
}

/* --- The node itself --- */

/* What the parent would have to have too. Extensions may mean anything. */
static vrm_result check_parts(vrmi_merge *merge) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *extensions = vrmi_value_get(tree, merge->object, "extensions");
    const bool has_camera = vrmi_value_get(tree, merge->object, "camera") != NULL;
    const bool has_skin = vrmi_value_get(tree, merge->object, "skin") != NULL;
    if (vrmi_value_count(tree, extensions) > 0) {
        vrm_string name = vrmi_value_key(tree, vrmi_value_at(tree, extensions, 0));
        return vrmi_operation_refuse(merge->edit, "the node has the extension ", name, "");
    }
    if (merge->has_mesh && vrmi_value_get(tree, merge->above, "mesh") != NULL) {
        return vrmi_merge_refuse(merge, "there is a mesh already on the parent of ", "");
    }
    if (has_camera && vrmi_value_get(tree, merge->above, "camera") != NULL) {
        return vrmi_merge_refuse(merge, "there is a camera already on the parent of ", "");
    }
    if ((merge->has_mesh || has_camera) &&
        vrmi_value_get(tree, merge->above, "extensions") != NULL) {
        return vrmi_merge_refuse(
            merge, "there are extensions, which may change what is shown, on the parent of ", "");
    }
    /* The position of a skinned mesh is that of its joints. */
    if (merge->has_mesh && !has_skin && !merge->is_identity) {
        return vrmi_merge_refuse(merge, "there is no skin, and so the mesh would move, on ", "");
    }
    if (has_camera && !merge->is_identity) {
        return vrmi_merge_refuse(merge, "the camera would move on ", "");
    }
    return VRM_OK;
}

static bool is_even(vrm_vec3 scale) {
    const float most = 1e-6f * fabsf(scale.x);
    return scale.x > 0.0f && fabsf(scale.y - scale.x) <= most && fabsf(scale.z - scale.x) <= most;
}

/* Two transforms can be combined if the first scales evenly. Springs, constraints and bones remove
 * the rotation of their ancestors, which stays the same if all scales there are even. */
static vrm_result check_scales(vrmi_merge *merge) {
    const vrm_node *nodes = merge->gltf->nodes;
    if (nodes[merge->node].child_count == 0 || merge->is_identity) return VRM_OK;
    if (!is_even(merge->local.scale)) {
        return vrmi_merge_refuse(merge, "the scale is not the same along all axes of ", "");
    }
    for (int32_t at = merge->parent; at != VRM_NONE && merge->is_turned; at = nodes[at].parent) {
        if (is_even(nodes[at].rest.scale)) continue;
        return vrmi_merge_refuse(merge, "a scale is not the same along all axes above ", "");
    }
    return VRM_OK;
}

vrm_result vrmi_merge_check(vrmi_merge *merge) {
    vrm_result result = check_bones(merge);
    if (result == VRM_OK) result = check_springs(merge);
    if (result == VRM_OK) result = check_references(merge);
    if (result == VRM_OK) result = check_parts(merge);
    if (result == VRM_OK) result = check_constraints(merge);
    return result == VRM_OK ? check_scales(merge) : result;
}

/*
 * Turns the values in the JSON: nodes, the bounds of accessors, and the axes of constraints.
 * Numbers change their sign as text and keep the digits of the file.
 */
#include "author/migrate/turn.h"

#include "author/document/node_binds.h"
#include "author/migrate/turn_parts.h"
#include "base/text.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

static vrmi_value *root_member(vrm_edit *edit, const char *key) {
    return vrmi_value_get(&edit->tree, edit->tree.root, key);
}

/* --- Numbers as text --- */

/* The same digits with the other sign; a zero has none. */
static vrm_string negated(vrmi_turning *turning, vrmi_value *number) {
    vrmi_tree *tree = &turning->edit->tree;
    vrm_string text = vrmi_value_text(tree, number);
    char *copy;
    if (text.length == 0) return text;
    if (text.data[0] == '-') return (vrm_string){text.data + 1, text.length - 1};
    if (vrmi_value_number(tree, number, 0.0) == 0.0) return text;
    copy = VRMI_TAKE(&turning->arena, char, (size_t)text.length + 1);
    if (copy == NULL) {
        turning->result = VRM_ERROR_OUT_OF_MEMORY;
        return text;
    }
    copy[0] = '-';
    memcpy(copy + 1, text.data, text.length);
    return (vrm_string){copy, text.length + 1};
}

static void negate(vrmi_turning *turning, vrmi_value *number) {
    if (vrmi_value_get_kind(number) != VRMI_VALUE_NUMBER) return;
    vrmi_value_replace(&turning->edit->tree, number, negated(turning, number));
}

/* The first and third number of an array: of a vector, or of a quaternion. */
static void negate_x_and_z(vrmi_turning *turning, vrmi_value *array) {
    vrmi_tree *tree = &turning->edit->tree;
    if (vrmi_value_get_kind(array) != VRMI_VALUE_ARRAY) return;
    negate(turning, vrmi_value_at(tree, array, 0));
    negate(turning, vrmi_value_at(tree, array, 2));
}

static void turn_matrix(vrmi_turning *turning, vrmi_value *matrix) {
    for (uint32_t i = 0; i < 16; ++i) {
        bool is_odd = ((i ^ (i / 4)) & 1) != 0; /* x or z in one of column and row */
        if (is_odd) negate(turning, vrmi_value_at(&turning->edit->tree, matrix, i));
    }
}

/* --- Nodes and constraints --- */

/* An aim along X or Z of the node points the other way; a roll about them is the same. */
static void turn_aim(vrmi_turning *turning, vrmi_value *node) {
    static const char *const axes[][2] = {{"PositiveX", "NegativeX"}, {"PositiveZ", "NegativeZ"}};
    vrmi_tree *tree = &turning->edit->tree;
    vrmi_value *at = vrmi_value_get(tree, node, "extensions");
    vrm_string axis;
    at = vrmi_value_get(tree, at, "VRMC_node_constraint");
    at = vrmi_value_get(tree, vrmi_value_get(tree, at, "constraint"), "aim");
    if (at == NULL) return;
    axis = vrmi_value_string(tree, vrmi_value_get(tree, at, "aimAxis"));
    for (int i = 0; i < 4; ++i) {
        if (vrmi_string_equals(axis, axes[i / 2][i % 2])) {
            vrmi_value_set_words(tree, at, "aimAxis", vrmi_string_from(axes[i / 2][1 - i % 2]));
            return;
        }
    }
}

static void turn_nodes(vrmi_turning *turning) {
    vrmi_tree *tree = &turning->edit->tree;
    vrmi_value *nodes = root_member(turning->edit, "nodes");
    uint32_t count = vrmi_value_count(tree, nodes);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *node = vrmi_value_at(tree, nodes, i);
        negate_x_and_z(turning, vrmi_value_get(tree, node, "translation"));
        negate_x_and_z(turning, vrmi_value_get(tree, node, "rotation"));
        turn_matrix(turning, vrmi_value_get(tree, node, "matrix"));
        turn_aim(turning, node);
    }
}

/* --- Accessors --- */

static void mark(vrmi_turning *turning, vrmi_value *index) {
    int32_t accessor = vrmi_value_to_index(&turning->edit->tree, index);
    if (!vrmi_accessor_is_usable(turning->gltf, accessor)) return;
    turning->is_turned[accessor] = 1;
}

static void mark_attributes(vrmi_turning *turning, vrmi_value *attributes) {
    static const char *const names[] = {"POSITION", "NORMAL", "TANGENT"};
    for (int i = 0; i < 3; ++i) {
        mark(turning, vrmi_value_get(&turning->edit->tree, attributes, names[i]));
    }
}

static void mark_meshes(vrmi_turning *turning) {
    vrmi_tree *tree = &turning->edit->tree;
    vrmi_value *meshes = root_member(turning->edit, "meshes");
    for (uint32_t i = 0; i < vrmi_value_count(tree, meshes); ++i) {
        vrmi_value *primitives = vrmi_value_get(tree, vrmi_value_at(tree, meshes, i), "primitives");
        for (uint32_t k = 0; k < vrmi_value_count(tree, primitives); ++k) {
            vrmi_value *primitive = vrmi_value_at(tree, primitives, k);
            vrmi_value *targets = vrmi_value_get(tree, primitive, "targets");
            mark_attributes(turning, vrmi_value_get(tree, primitive, "attributes"));
            for (uint32_t t = 0; t < vrmi_value_count(tree, targets); ++t) {
                mark_attributes(turning, vrmi_value_at(tree, targets, t));
            }
        }
    }
}

static void mark_skins(vrmi_turning *turning) {
    vrmi_tree *tree = &turning->edit->tree;
    vrmi_value *skins = root_member(turning->edit, "skins");
    for (uint32_t i = 0; i < vrmi_value_count(tree, skins); ++i) {
        mark(turning, vrmi_value_get(tree, vrmi_value_at(tree, skins, i), "inverseBindMatrices"));
    }
}

/* VRM gives animations of an avatar no meaning (GL-008), but they should still fit the nodes. */
static void mark_animations(vrmi_turning *turning) {
    const vrm_gltf *gltf = turning->gltf;
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        for (uint32_t k = 0; k < gltf->animations[i].channel_count; ++k) {
            const vrm_channel *channel = &gltf->animations[i].channels[k];
            if ((channel->path == VRM_ANIMATION_PATH_TRANSLATION ||
                 channel->path == VRM_ANIMATION_PATH_ROTATION) &&
                vrmi_accessor_is_usable(gltf, channel->output)) {
                turning->is_turned[channel->output] = 1;
            }
        }
    }
}

/* The least value of x and z is now the negative of the greatest. */
static void turn_bounds(vrmi_turning *turning) {
    vrmi_tree *tree = &turning->edit->tree;
    vrmi_value *accessors = root_member(turning->edit, "accessors");
    for (uint32_t i = 0; i < turning->gltf->accessor_count; ++i) {
        vrmi_value *accessor = vrmi_value_at(tree, accessors, i);
        vrmi_value *min = vrmi_value_get(tree, accessor, "min");
        vrmi_value *max = vrmi_value_get(tree, accessor, "max");
        if (!turning->is_turned[i] || min == NULL || max == NULL) continue;
        if (vrmi_value_count(tree, min) > 4) { /* of matrices: nobody needs them */
            vrmi_value_remove(tree, min);
            vrmi_value_remove(tree, vrmi_value_get(tree, accessor, "max"));
            continue;
        }
        for (uint32_t k = 0; k <= 2; k += 2) {
            vrmi_value *low = vrmi_value_at(tree, min, k), *high = vrmi_value_at(tree, max, k);
            vrm_string new_low = negated(turning, high), new_high = negated(turning, low);
            if (vrmi_value_get_kind(low) != VRMI_VALUE_NUMBER ||
                vrmi_value_get_kind(high) != VRMI_VALUE_NUMBER) {
                continue;
            }
            new_low = vrmi_arena_copy_string(&turning->arena, new_low.data, new_low.length);
            if (new_low.data == NULL) {
                turning->result = VRM_ERROR_OUT_OF_MEMORY;
                return;
            }
            vrmi_value_replace(tree, high, new_high);
            vrmi_value_replace(tree, low, new_low);
        }
    }
}

static bool has_compressed(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            if (gltf->meshes[i].primitives[k].is_compressed) return true;
        }
    }
    return false;
}

vrm_result vrmi_turn_geometry(vrm_edit *edit) {
    vrmi_turning turning = {.edit = edit, .gltf = vrm_model_gltf(edit->model), .result = VRM_OK};
    if (has_compressed(turning.gltf)) return VRM_ERROR_UNSUPPORTED;
    vrmi_arena_init(&turning.arena, &edit->memory, 4096);
    turning.is_turned = VRMI_TAKE(&turning.arena, uint8_t, turning.gltf->accessor_count);
    if (turning.is_turned == NULL) {
        turning.result = VRM_ERROR_OUT_OF_MEMORY;
    } else {
        if (turning.gltf->accessor_count != 0) {
            memset(turning.is_turned, 0, turning.gltf->accessor_count);
        }
        mark_meshes(&turning);
        mark_skins(&turning);
        mark_animations(&turning);
        if (vrmi_turn_payload(&turning)) {
            turn_bounds(&turning);
            turn_nodes(&turning);
        }
    }
    vrmi_arena_release(&turning.arena);
    return turning.result;
}

/* --- Expressions --- */

static void turn_node_bind(vrmi_tree *tree, vrmi_value *bind, void *user) {
    vrmi_turning *turning = user;
    negate_x_and_z(turning, vrmi_value_get(tree, bind, "translation"));
    negate_x_and_z(turning, vrmi_value_get(tree, bind, "rotation"));
}

bool vrmi_turn_node_binds(vrm_edit *edit) {
    vrmi_turning turning = {.edit = edit, .result = VRM_OK};
    vrmi_arena_init(&turning.arena, &edit->memory, 0);
    vrmi_node_binds_visit(&edit->tree, turn_node_bind, &turning);
    vrmi_arena_release(&turning.arena);
    return turning.result == VRM_OK;
}

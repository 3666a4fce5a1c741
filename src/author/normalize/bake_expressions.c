/*
 * Node transforms of expressions in the axes of the new nodes (EX-043). A translation is one in the
 * axes of the parent. A rotation is a turn about an axis in those of the node. A scale is relative
 * to that of the node at rest, which becomes 1.
 */
#include "author/document/node_binds.h"
#include "author/normalize/bake_parts.h"

#include <math.h>

static const float SKEW_TOLERANCE = 1e-4f; /* as of scales that are not uniform: TP-013 */

typedef struct binds {
    vrmi_bake *bake;
    uint32_t changed, skewed;
} binds;

static vrm_mat4 change_above(const vrmi_bake *bake, int32_t node) {
    const int32_t parent = bake->gltf->nodes[node].parent;
    const vrm_trs top = {{0.0f, 0.0f, 0.0f}, bake->desc.turn, {1.0f, 1.0f, 1.0f}};
    return parent != VRM_NONE ? bake->nodes[parent].change : vrmi_mat4_from_trs(&top);
}

static float element(vrm_vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

/* Where the axes of the node point in the new ones, each of length 1. Its own scale comes after its
 * rotation, and so after that of a bind: only what is above the node mirrors them. */
static void directions_of(const vrmi_bake *bake, int32_t node, vrm_vec3 out[3]) {
    static const vrm_vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    const vrm_vec3 rest = bake->gltf->nodes[node].rest.scale;
    for (int i = 0; i < 3; ++i) {
        const vrm_vec3 column = vrmi_mat4_transform_vector(&bake->nodes[node].change, axes[i]);
        const float length = vrmi_vec3_length(column) * (element(rest, i) < 0.0f ? -1.0f : 1.0f);
        out[i] = length != 0.0f ? vrmi_vec3_scale(column, 1.0f / length) : axes[i];
    }
}

static bool bake_translation(binds *all, vrmi_value *bind, int32_t node) {
    const vrm_mat4 change = change_above(all->bake, node);
    vrm_vec3 before;
    return vrmi_bake_read_vec3(all->bake, bind, "translation", &before) &&
           vrmi_bake_write_vec3(all->bake, bind, "translation", before,
                                vrmi_mat4_transform_vector(&change, before));
}

/* A mirror turns the direction of the axis, and the sense of the turn too. */
static bool bake_rotation(binds *all, vrmi_value *bind, int32_t node) {
    vrmi_tree *tree = &all->bake->edit->tree;
    vrmi_value *array = vrmi_value_get(tree, bind, "rotation");
    vrm_vec3 d[3], turned = {0.0f, 0.0f, 0.0f};
    float numbers[4], sense;
    if (vrmi_value_get_kind(array) != VRMI_VALUE_ARRAY || vrmi_value_count(tree, array) != 4) {
        return false;
    }
    directions_of(all->bake, node, d);
    sense = vrmi_vec3_dot(vrmi_vec3_cross(d[0], d[1]), d[2]) < 0.0f ? -1.0f : 1.0f;
    for (uint32_t i = 0; i < 4; ++i) {
        numbers[i] = (float)vrmi_value_number(tree, vrmi_value_at(tree, array, i), 0.0);
    }
    for (int i = 0; i < 3; ++i) {
        turned = vrmi_vec3_add(turned, vrmi_vec3_scale(d[i], sense * numbers[i]));
    }
    turned = vrmi_vec3_to_finite(turned);
    if (turned.x == numbers[0] && turned.y == numbers[1] && turned.z == numbers[2]) return false;
    numbers[0] = turned.x;
    numbers[1] = turned.y;
    numbers[2] = turned.z;
    vrmi_value_set_floats(tree, bind, "rotation", numbers, 4);
    return true;
}

static float relative(float scale, float rest) { return rest != 0.0f ? scale / rest : scale; }

static float largest(float a, float b, float c) {
    return vrmi_max(fabsf(a), vrmi_max(fabsf(b), fabsf(c)));
}

/* D diag(s) Dᵀ in the new axes. What is not on its diagonal cannot be expressed. */
static bool bake_scale(binds *all, vrmi_value *bind, int32_t node) {
    const vrm_vec3 rest = all->bake->gltf->nodes[node].rest.scale;
    vrm_vec3 before, d[3];
    float s[3], sum[3][3] = {{0}};
    if (!vrmi_bake_read_vec3(all->bake, bind, "scale", &before)) return false;
    directions_of(all->bake, node, d);
    for (int k = 0; k < 3; ++k) {
        s[k] = relative(element(before, k), element(rest, k));
        for (int i = 0; i < 9; ++i) {
            sum[i / 3][i % 3] += element(d[k], i / 3) * element(d[k], i % 3) * s[k];
        }
    }
    if (largest(sum[0][1], sum[0][2], sum[1][2]) > SKEW_TOLERANCE * largest(s[0], s[1], s[2])) {
        all->skewed += 1;
    }
    return vrmi_bake_write_vec3(all->bake, bind, "scale", before,
                                vrm_vec3_make(sum[0][0], sum[1][1], sum[2][2]));
}

static void bake_bind(vrmi_tree *tree, vrmi_value *bind, void *user) {
    binds *all = user;
    const int32_t node = vrmi_bake_node_index(all->bake, bind, "node");
    bool is_changed;
    (void)tree;
    if (node == VRM_NONE) return;
    is_changed = bake_translation(all, bind, node);
    if (!all->bake->nodes[node].is_same) {
        is_changed |= bake_rotation(all, bind, node);
        is_changed |= bake_scale(all, bind, node);
    }
    all->changed += is_changed ? 1 : 0;
}

void vrmi_bake_expressions(vrmi_bake *bake) {
    binds all = {bake, 0, 0};
    vrmi_node_binds_visit(&bake->edit->tree, bake_bind, &all);
    if (all.changed > 0) {
        vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "expression-nodes", "/extensions",
                      "{} node transforms of expressions kept, in the new axes",
                      VRMI_WITH(vrmi_unsigned(all.changed)));
    }
    if (all.skewed > 0) {
        vrmi_bake_say(bake->edit, VRM_CHANGE_NARROWED, "expression-scale", "/extensions",
                      "{} expressions scale a node along axes that it no longer has: the nearest "
                      "scale was written",
                      VRMI_WITH(vrmi_unsigned(all.skewed)));
    }
}

/* A node, merged into its parent: what is below it, what it shows, and what refers to it. */
#include "author/document/edit_merge.h"

#include "author/json/json_writer.h"
#include "base/floats.h"
#include "base/text.h"

#include <string.h>

void *vrmi_merge_take(vrmi_merge *merge, size_t count, size_t size) {
    void *taken = vrmi_arena_take(&merge->arena, count, size, VRMI_MEMORY_ALIGNMENT);
    if (taken == NULL) merge->edit->tree.is_refused = true;
    return taken;
}

vrm_result vrmi_merge_refuse(vrmi_merge *merge, const char *before, const char *after) {
    char sentence[128];
    vrmi_text text = vrmi_text_make(sentence, sizeof sentence);
    vrmi_text_append(&text, before);
    vrmi_text_append(&text, "node ");
    return vrmi_operation_refuse_index(merge->edit, sentence, merge->node, after);
}

/* --- Transforms --- */

static bool is_same(const float *a, const float *b, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (a[i] != b[i]) return false;
    }
    return true;
}

/* The matrix of a node, and the transform that it is. False: it is none. */
static bool read_matrix(vrmi_tree *tree, vrmi_value *value, vrm_trs *out) {
    vrm_mat4 matrix;
    const unsigned fatal =
        VRMI_TRS_SHEARED | VRMI_TRS_SINGULAR | VRMI_TRS_NOT_FINITE | VRMI_TRS_NOT_AFFINE;
    if (vrmi_value_count(tree, value) != 16) return false;
    for (uint32_t i = 0; i < 16; ++i) {
        matrix.m[i] = (float)vrmi_value_number(tree, vrmi_value_at(tree, value, i), 0.0);
    }
    return (vrmi_trs_from_mat4(&matrix, out) & fatal) == 0;
}

/* False: its matrix is more than a transform. */
static bool read_local(const vrmi_merge *merge, int32_t node, vrm_trs *out) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_NODE, node);
    vrmi_value *matrix = vrmi_value_get(tree, object, "matrix");
    *out = merge->gltf->nodes[node].rest;
    return matrix == NULL || read_matrix(tree, matrix, out);
}

static vrm_trs place_below(const vrm_trs *above, const vrm_trs *local) {
    const float scale = above->scale.x; /* which is even */
    vrm_trs out;
    out.translation = vrmi_quat_rotate(above->rotation, vrmi_vec3_scale(local->translation, scale));
    out.translation = vrmi_vec3_add(above->translation, out.translation);
    out.rotation = vrmi_quat_normalize(vrmi_quat_multiply(above->rotation, local->rotation));
    out.scale = vrmi_vec3_scale(local->scale, scale);
    return out;
}

/* Members that do not change stay as they are spelled. */
static void put_part(vrmi_merge *merge, vrmi_value *object, const char *key, const float *before,
                     const float *after, uint32_t count) {
    if (!is_same(before, after, count)) {
        vrmi_value_set_floats(&merge->edit->tree, object, key, after, count);
    }
}

static void move_child(vrmi_merge *merge, int32_t child) {
    static const vrm_trs rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_NODE, child);
    vrmi_value *matrix = vrmi_value_get(tree, object, "matrix");
    vrm_trs before, after;
    read_local(merge, child, &before);
    after = place_below(&merge->local, &before);
    if (matrix != NULL) {
        vrmi_value_remove(tree, matrix);
        before = rest;
    }
    put_part(merge, object, "translation", vrmi_vec3_floats(&before.translation),
             vrmi_vec3_floats(&after.translation), 3);
    if (merge->is_turned || matrix != NULL) {
        put_part(merge, object, "rotation", vrmi_quat_floats(&before.rotation),
                 vrmi_quat_floats(&after.rotation), 4);
    }
    put_part(merge, object, "scale", vrmi_vec3_floats(&before.scale),
             vrmi_vec3_floats(&after.scale), 3);
}

static vrm_result check_children(vrmi_merge *merge) {
    const vrm_node *node = &merge->gltf->nodes[merge->node];
    vrm_trs local;
    for (uint32_t i = 0; i < node->child_count && !merge->is_identity; ++i) {
        if (read_local(merge, node->children[i], &local)) continue;
        return vrmi_operation_refuse_index(
            merge->edit, "the matrix is no translation, rotation and scale of node ",
            node->children[i], "");
    }
    return VRM_OK;
}

/* --- The tree of nodes --- */

static vrmi_value *find_in(vrmi_tree *tree, vrmi_value *list, int32_t index) {
    const uint32_t count = vrmi_value_count(tree, list);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *value = vrmi_value_at(tree, list, i);
        if (vrmi_value_to_index(tree, value) == index) return value;
    }
    return NULL;
}

/* A list in which other elements replace one. */
static void replace_by_many(vrmi_merge *merge, vrmi_value *list, const vrmi_value *one,
                            vrmi_value *many) {
    vrmi_tree *tree = &merge->edit->tree;
    const uint32_t count = vrmi_value_count(tree, list), more = vrmi_value_count(tree, many);
    vrmi_json_writer json;
    vrmi_json_writer_init(&json, &merge->edit->memory);
    vrmi_put_array(&json);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *element = vrmi_value_at(tree, list, i);
        if (element != one) vrmi_put_raw(&json, vrmi_value_text(tree, element));
        for (uint32_t k = 0; k < more && element == one; ++k) {
            vrmi_put_raw(&json, vrmi_value_text(tree, vrmi_value_at(tree, many, k)));
        }
    }
    vrmi_put_array_end(&json);
    tree->is_refused |= json.is_refused;
    if (!tree->is_refused) vrmi_value_replace(tree, list, vrmi_json_writer_text(&json));
    vrmi_json_writer_release(&json);
}

/* The children of the node replace the node. */
static void write_children(vrmi_merge *merge) {
    vrmi_tree *tree = &merge->edit->tree;
    vrmi_value *list = vrmi_value_get(tree, merge->above, "children");
    vrmi_value *below = vrmi_value_get(tree, merge->object, "children");
    vrmi_value *element = find_in(tree, list, merge->node);
    const uint32_t count = vrmi_value_count(tree, below);
    if (count > 1) {
        replace_by_many(merge, list, element, below);
    } else if (count == 1) {
        vrmi_value_replace(tree, element, vrmi_value_text(tree, vrmi_value_at(tree, below, 0)));
    } else if (vrmi_value_count(tree, list) > 1) {
        vrmi_value_remove(tree, element);
    } else {
        vrmi_value_remove(tree, list); /* an empty one is not allowed */
    }
}

/* What the node shows, the parent shows. */
static void move_parts(vrmi_merge *merge) {
    static const char *const keys[] = {"mesh", "skin", "weights", "camera"};
    vrmi_tree *tree = &merge->edit->tree;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        vrmi_value *part = vrmi_value_get(tree, merge->object, keys[i]);
        if (part == NULL || (!merge->has_mesh && i < 3)) continue;
        vrmi_value_set(tree, merge->above, keys[i], vrmi_value_text(tree, part));
    }
}

/* Binds and annotations follow the mesh; if there was none, they meant nothing, and are removed. */
static void remove_node(vrmi_merge *merge) {
    vrmi_tree *tree = &merge->edit->tree;
    const uint32_t count = merge->gltf->node_count;
    uint8_t *keeps = VRMI_MERGE_TAKE(merge, uint8_t, count);
    int32_t *map = VRMI_MERGE_TAKE(merge, int32_t, count);
    if (keeps == NULL || map == NULL) return;
    memset(keeps, 1, count);
    for (uint32_t i = 0; i < count; ++i) map[i] = (int32_t)i;
    keeps[merge->node] = 0;
    map[merge->node] = merge->parent;
    if (merge->has_mesh) vrmi_references_rewrite(tree, VRMI_REFERENCE_NODE, map, count);
    vrmi_references_keep(tree, VRMI_REFERENCE_NODE, keeps, NULL);
}

/* --- The operation --- */

static bool read_node(vrmi_merge *merge) {
    static const vrm_trs rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    vrmi_tree *tree = &merge->edit->tree;
    merge->object = vrmi_edit_element(merge->edit, VRMI_REFERENCE_NODE, merge->node);
    merge->above = vrmi_edit_element(merge->edit, VRMI_REFERENCE_NODE, merge->parent);
    merge->has_mesh = vrmi_value_get(tree, merge->object, "mesh") != NULL;
    if (!read_local(merge, merge->node, &merge->local)) return false;
    merge->matrix = vrmi_mat4_from_trs(&merge->local);
    merge->is_turned =
        !is_same(vrmi_quat_floats(&merge->local.rotation), vrmi_quat_floats(&rest.rotation), 4);
    merge->is_identity =
        !merge->is_turned &&
        is_same(vrmi_vec3_floats(&merge->local.translation), vrmi_vec3_floats(&rest.translation),
                3) &&
        is_same(vrmi_vec3_floats(&merge->local.scale), vrmi_vec3_floats(&rest.scale), 3);
    return true;
}

static vrm_result check(vrmi_merge *merge) {
    vrm_result result;
    if (!read_node(merge)) {
        return vrmi_merge_refuse(merge, "the matrix is no translation, rotation and scale of ", "");
    }
    result = vrmi_merge_check(merge);
    if (result == VRM_OK) result = check_children(merge);
    return result == VRM_OK ? vrmi_merge_check_skins(merge) : result;
}

static vrm_result merge_into_parent(vrmi_merge *merge) {
    vrm_edit *edit = merge->edit;
    const vrm_node *node = &merge->gltf->nodes[merge->node];
    vrm_result result = check(merge);
    if (edit->tree.is_refused) return vrmi_edit_refusal(edit);
    if (result != VRM_OK) return result;
    result = vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "node-merged", merge->object,
                                "A node was merged into its parent");
    if (result != VRM_OK) return result;
    edit->names_changed = true;
    for (uint32_t i = 0; i < node->child_count && !merge->is_identity; ++i) {
        move_child(merge, node->children[i]);
    }
    write_children(merge);
    move_parts(merge);
    vrmi_merge_write_skins(merge);
    if (!edit->tree.is_refused) remove_node(merge);
    return vrmi_operation_result(edit);
}

vrm_result vrm_edit_merge_node(vrm_edit *edit, int32_t node) {
    vrmi_edit_now now;
    vrm_result result;
    if (!vrmi_operation_begin(edit, true, &result)) return result;
    if (vrmi_edit_element(edit, VRMI_REFERENCE_NODE, node) == NULL) {
        return vrmi_operation_refuse_index(edit, "there is no node ", node, "");
    }
    result = vrmi_edit_load_now(edit, &now);
    if (result == VRM_OK) {
        vrmi_merge merge = {.edit = edit, .model = now.model, .node = node};
        merge.gltf = vrm_model_gltf(now.model);
        merge.parent =
            (uint32_t)node < merge.gltf->node_count ? merge.gltf->nodes[node].parent : VRM_NONE;
        vrmi_arena_init(&merge.arena, &edit->memory, 0);
        result = merge.parent != VRM_NONE ? merge_into_parent(&merge)
                                          : vrmi_merge_refuse(&merge, "there is no parent of ", "");
        vrmi_arena_release(&merge.arena);
    } else if (result != VRM_ERROR_OUT_OF_MEMORY && result != VRM_ERROR_LIMIT) {
        result = vrmi_operation_refuse_index(
            edit, "the file cannot be loaded as it is now, to merge node ", node, "");
    }
    vrmi_edit_now_release(&now);
    return result;
}

/* Nodes: translations alone, but for rotations that are kept (requirements 6.9, step 5). */
#include "author/normalize/bake_parts.h"
#include "base/text.h"

#include <string.h>

static bool is_uniform(vrm_vec3 scale) {
    float most = 1e-4f * fabsf(scale.x); /* TP-013 */
    return fabsf(fabsf(scale.y) - fabsf(scale.x)) <= most &&
           fabsf(fabsf(scale.z) - fabsf(scale.x)) <= most;
}

static void remove_member(vrmi_bake *bake, vrmi_value *object, const char *key) {
    vrmi_value *member = vrmi_value_get(&bake->edit->tree, object, key);
    if (member != NULL) vrmi_value_remove(&bake->edit->tree, member);
}

/* A position that the file has already keeps its spelling. */
static void write_translation(vrmi_bake *bake, vrmi_value *node, vrm_vec3 translation) {
    vrmi_tree *tree = &bake->edit->tree;
    vrm_vec3 before = {0.0f, 0.0f, 0.0f};
    vrmi_bake_read_vec3(bake, node, "translation", &before);
    if (translation.x == 0.0f && translation.y == 0.0f && translation.z == 0.0f &&
        vrmi_value_get(tree, node, "translation") == NULL) {
        return;
    }
    vrmi_bake_write_vec3(bake, node, "translation", before, translation);
}

static void write_rotation(vrmi_bake *bake, vrmi_value *node, vrm_quat rotation) {
    const float numbers[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    if (rotation.x == 0.0f && rotation.y == 0.0f && rotation.z == 0.0f) {
        remove_member(bake, node, "rotation");
    } else {
        vrmi_value_set_floats(&bake->edit->tree, node, "rotation", numbers, 4);
    }
}

static void write_node(vrmi_bake *bake, int32_t index) {
    const vrmi_bake_node *node = &bake->nodes[index];
    vrmi_value *value = vrmi_bake_element(bake, "nodes", index);
    if (vrmi_value_get_kind(value) != VRMI_VALUE_OBJECT) return;
    remove_member(bake, value, "matrix");
    remove_member(bake, value, "scale");
    write_rotation(bake, value, node->rest.rotation);
    write_translation(bake, value, node->rest.translation);
}

/* --- What hangs on nodes and has a direction (NO-009) --- */

static void say_of_node(vrmi_bake *bake, int32_t index, const char *code, const char *what) {
    char place[32];
    vrmi_text text = vrmi_text_make(place, sizeof place);
    vrmi_text_append(&text, "/nodes/");
    vrmi_text_append_i64(&text, index);
    vrmi_bake_say(bake->edit, VRM_CHANGE_LOST, code, place,
                  "the {} of the node looks in another direction, because the node has lost its "
                  "rotation",
                  VRMI_WITH(vrmi_words(what)));
}

static bool loses_rotation(const vrmi_bake_node *node) {
    vrm_quat turn = vrmi_mat4_rotation(&node->change);
    return !node->is_same && vrmi_vec3_length(vrm_vec3_make(turn.x, turn.y, turn.z)) > 1e-4f;
}

static void say_directions(vrmi_bake *bake, int32_t index) {
    vrmi_value *node = vrmi_bake_element(bake, "nodes", index);
    if (!loses_rotation(&bake->nodes[index])) return;
    if (vrmi_value_get(&bake->edit->tree, node, "camera") != NULL) {
        say_of_node(bake, index, "node-camera", "camera");
    }
    if (vrmi_bake_node_extension(bake, index, "KHR_lights_punctual") != NULL) {
        say_of_node(bake, index, "node-light", "light");
    }
}

/* --- All of them --- */

static void say_scales(vrmi_bake *bake) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        count += is_uniform(bake->gltf->nodes[i].rest.scale) ? 0 : 1;
    }
    if (count == 0) return;
    vrmi_bake_say(bake->edit, VRM_CHANGE_NARROWED, "scale-not-uniform", "/nodes",
                  "{} nodes have scales that are not the same along all axes: what hangs on them "
                  "looks as before at rest, and differs in other poses",
                  VRMI_WITH(vrmi_unsigned(count)));
}

/* They have rotations and scales in axes that are gone, and no meaning in an avatar (GL-008). */
static void remove_animations(vrmi_bake *bake) {
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *animations = vrmi_value_get(tree, tree->root, "animations");
    uint32_t count = vrmi_value_count(tree, animations);
    if (animations == NULL) return;
    bake->drops_extensions = true;
    vrmi_value_remove(tree, animations);
    vrmi_bake_say(
        bake->edit, VRM_CHANGE_REMOVED, "animations", "/animations",
        "{} animations were removed: they use the old axes and have no meaning in an avatar",
        VRMI_WITH(vrmi_unsigned(count)));
}

void vrmi_bake_nodes(vrmi_bake *bake) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < bake->gltf->node_count; ++i) {
        if (bake->nodes[i].is_same) continue;
        ++count;
        say_directions(bake, (int32_t)i);
        write_node(bake, (int32_t)i);
    }
    if (count == 0) return;
    vrmi_bake_say(bake->edit, VRM_CHANGE_CONVERTED, "node-rests", "/nodes",
                  "{} nodes have new positions, without rotation and scale",
                  VRMI_WITH(vrmi_unsigned(count)));
    say_scales(bake);
    remove_animations(bake);
}

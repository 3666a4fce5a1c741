/* Nodes that a dialect requires, and those that it does without. */
#include "author/json/json_writer.h"
#include "author/migrate/migration.h"
#include "base/math.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

static vrmi_value *node_of(vrmi_migration *m, int32_t node) {
    vrmi_tree *tree = &m->edit.tree;
    return vrmi_value_at(tree, vrmi_value_get(tree, tree->root, "nodes"), (uint32_t)node);
}

static vrm_string index_text(char out[VRMI_SENTENCE], int32_t index) {
    vrmi_text text = vrmi_text_make(out, VRMI_SENTENCE);
    vrmi_text_append_i64(&text, index);
    return vrmi_string_from(out);
}

/* A node with a name made of another one's. VRM_NONE: memory was refused. */
static int32_t add_node(vrmi_migration *m, vrm_string name, const char *ending, vrm_vec3 place,
                        int32_t child) {
    vrmi_json_writer json;
    int32_t index = VRM_NONE;
    char buffer[VRMI_SENTENCE];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrmi_text_append_string(&text, name);
    vrmi_text_append(&text, ending);
    vrmi_json_writer_init(&json, &m->edit.memory);
    vrmi_put_object(&json);
    vrmi_put_words_of(&json, "name", buffer);
    vrmi_put_vec3_of(&json, "translation", place);
    if (child != VRM_NONE) {
        vrmi_put_key(&json, "children");
        vrmi_put_integers(&json, &child, 1);
    }
    vrmi_put_object_end(&json);
    if (!json.is_refused) {
        index = vrmi_edit_add_element(&m->edit, VRMI_REFERENCE_NODE, vrmi_json_writer_text(&json));
    }
    if (index == VRM_NONE) m->is_refused = true;
    vrmi_json_writer_release(&json);
    return index;
}

/* --- Tails --- */

void vrmi_add_tail_nodes(vrmi_migration *m) {
    const vrm_tables *tables = &m->tables;
    int32_t *tails = VRMI_TAKE(&m->arena, int32_t, tables->spring_joint_count);
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE], number[VRMI_SENTENCE];
    if (tails == NULL) {
        m->is_refused = true;
        return;
    }
    m->maps.joint_tails = tails;
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        vrmi_value *children;
        tails[i] = VRM_NONE;
        if (joint->tail_node != VRM_NONE) continue;
        tails[i] =
            add_node(m, m->gltf.nodes[joint->node].name, "_end", joint->tail_offset, VRM_NONE);
        if (tails[i] == VRM_NONE) return;
        children =
            vrmi_value_make(&m->edit.tree, node_of(m, joint->node), "children", VRMI_VALUE_ARRAY);
        vrmi_value_append(&m->edit.tree, children, index_text(number, tails[i]));
        vrmi_say_change(m, VRM_CHANGE_ADDED, "spring-tail",
                        vrmi_point_at(from, "/nodes", joint->node, NULL),
                        vrmi_point_at(to, "/nodes", tails[i], NULL),
                        "node added at the tail of a chain, 7 cm away");
    }
}

/* --- Chest and neck --- */

/* Room in the tables for the nodes that are added: all that goes by node grows by two. */
static bool make_room(vrmi_migration *m) {
    uint32_t count = m->gltf.node_count;
    vrm_node *nodes = VRMI_TAKE(&m->arena, vrm_node, (size_t)count + 2);
    vrm_first_person_type *types = VRMI_TAKE(&m->arena, vrm_first_person_type, (size_t)count + 2);
    if (nodes == NULL || types == NULL) {
        m->is_refused = true;
        return false;
    }
    if (count != 0) {
        memcpy(nodes, m->gltf.nodes, count * sizeof *nodes);
        memcpy(types, m->tables.first_person.types, count * sizeof *types);
    }
    m->gltf.nodes = m->nodes = nodes;
    m->tables.first_person.types = types;
    types[count] = types[count + 1] = VRM_FIRST_PERSON_AUTO;
    return true;
}

/* The node of the tables that stands for one that was added to the file. */
static vrm_node *add_table_node(vrmi_migration *m, int32_t index, int32_t parent) {
    vrm_node *node = &m->nodes[index];
    memset(node, 0, sizeof *node);
    node->name = vrmi_string_from("");
    node->rest = vrm_trs_identity();
    node->parent = parent;
    node->mesh = node->skin = VRM_NONE;
    m->gltf.node_count += 1;
    return node;
}

static int32_t *copy_children(vrmi_migration *m, const vrm_node *node) {
    int32_t *children = VRMI_TAKE(&m->arena, int32_t, (size_t)node->child_count + 1);
    if (children == NULL) {
        m->is_refused = true;
    } else if (node->child_count != 0) {
        memcpy(children, node->children, node->child_count * sizeof *children);
    }
    return children;
}

/* Puts a node between the head and its parent, at the position of the head. */
static void add_neck(vrmi_migration *m, int32_t head) {
    static const float origin[3] = {0, 0, 0};
    vrmi_tree *tree = &m->edit.tree;
    int32_t parent = m->gltf.nodes[head].parent, neck;
    vrmi_value *list = vrmi_value_get(tree, node_of(m, parent), "children");
    int32_t *children = copy_children(m, &m->nodes[parent]), *own;
    vrm_node *node;
    char out[VRMI_SENTENCE];
    if (children == NULL || vrmi_value_get(tree, node_of(m, head), "matrix") != NULL) return;
    own = VRMI_TAKE(&m->arena, int32_t, 1);
    neck = add_node(m, vrmi_string_from("neck"), "", m->nodes[head].rest.translation, head);
    if (neck == VRM_NONE || own == NULL || (uint32_t)neck != m->gltf.node_count) return;
    for (uint32_t i = 0; i < m->nodes[parent].child_count; ++i) {
        if (children[i] == head) children[i] = neck;
    }
    for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
        vrmi_value *child = vrmi_value_at(tree, list, i);
        if (vrmi_value_to_index(tree, child) == head) {
            vrmi_value_replace_index(tree, child, (uint64_t)neck);
        }
    }
    vrmi_value_set_floats(tree, node_of(m, head), "translation", origin, 3);
    m->nodes[parent].children = children;
    node = add_table_node(m, neck, parent);
    own[0] = head;
    node->children = own;
    node->child_count = 1;
    node->rest.translation = m->nodes[head].rest.translation;
    m->nodes[head].rest.translation = vrm_vec3_make(0, 0, 0);
    m->nodes[head].parent = neck;
    m->tables.humanoid.nodes[VRM_BONE_NECK] = neck;
    vrmi_say_change(m, VRM_CHANGE_ADDED, "bone-neck", "", vrmi_point_at(out, "/nodes", neck, NULL),
                    "VRM 0.x requires a neck: node added at the position of the head");
}

/* Puts a node below the spine, at the same position. It becomes the parent of the spine's children.
 * */
static void add_chest(vrmi_migration *m, int32_t spine) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *list = vrmi_value_get(tree, node_of(m, spine), "children");
    vrm_string old = vrmi_value_text(tree, list);
    int32_t *own = VRMI_TAKE(&m->arena, int32_t, 1), chest;
    vrm_node *node;
    char out[VRMI_SENTENCE];
    old = vrmi_arena_copy_string(&m->arena, old.data, list != NULL ? old.length : 0);
    chest = add_node(m, vrmi_string_from("chest"), "", vrm_vec3_make(0, 0, 0), VRM_NONE);
    if (chest == VRM_NONE || own == NULL || old.data == NULL ||
        (uint32_t)chest != m->gltf.node_count) {
        m->is_refused = true;
        return;
    }
    if (list != NULL) vrmi_value_set(tree, node_of(m, chest), "children", old);
    list = vrmi_value_set(tree, node_of(m, spine), "children", vrmi_string_from("[]"));
    vrmi_value_append(tree, list, index_text(out, chest));
    node = add_table_node(m, chest, spine);
    node->children = m->nodes[spine].children;
    node->child_count = m->nodes[spine].child_count;
    for (uint32_t i = 0; i < node->child_count; ++i) m->nodes[node->children[i]].parent = chest;
    own[0] = chest;
    m->nodes[spine].children = own;
    m->nodes[spine].child_count = 1;
    m->tables.humanoid.nodes[VRM_BONE_CHEST] = chest;
    vrmi_say_change(m, VRM_CHANGE_ADDED, "bone-chest", "",
                    vrmi_point_at(out, "/nodes", chest, NULL),
                    "VRM 0.x requires a chest: node added at the position of the spine");
}

/* A spring turns this node, or its tail hangs on it: another node in between would be the tail. */
static bool is_swaying(const vrmi_migration *m, int32_t node) {
    for (uint32_t i = 0; i < m->tables.spring_joint_count; ++i) {
        if (m->tables.spring_joints[i].node == node) return true;
    }
    return false;
}

/* Springs and skins refer to nodes, which keep their positions: everything moves as before. */
void vrmi_add_bones(vrmi_migration *m) {
    const int32_t *bones = m->tables.humanoid.nodes;
    int32_t head = bones[VRM_BONE_HEAD], spine = bones[VRM_BONE_SPINE], parent = VRM_NONE;
    if (!make_room(m)) return;
    if (head != VRM_NONE) parent = m->nodes[head].parent;
    if (bones[VRM_BONE_NECK] == VRM_NONE && parent != VRM_NONE && !is_swaying(m, parent)) {
        add_neck(m, head);
    }
    if (bones[VRM_BONE_CHEST] == VRM_NONE && spine != VRM_NONE && !is_swaying(m, spine)) {
        add_chest(m, spine);
    }
}

/* --- Tails that 0.x has without a node --- */

/* The tail of a leaf as 0.x defines it, in the space of the leaf (V0-041). */
static bool find_old_tail(const vrmi_migration *m, int32_t leaf, vrm_vec3 *out) {
    const vrm_node *nodes = m->gltf.nodes;
    int32_t parent = nodes[leaf].parent;
    vrm_mat4 above = vrmi_mat4_identity(), world, inverse;
    vrm_vec3 direction;
    if (parent == VRM_NONE) return false;
    for (int32_t at = parent; at != VRM_NONE; at = nodes[at].parent) {
        const vrm_mat4 local = vrmi_mat4_from_trs(&nodes[at].rest);
        above = vrmi_mat4_multiply(&local, &above);
    }
    world = vrmi_mat4_place(&above, &nodes[leaf].rest);
    direction = vrmi_vec3_safe_normalize(
        vrmi_vec3_sub(vrmi_mat4_translation(&world), vrmi_mat4_translation(&above)),
        vrm_vec3_make(0, -1, 0));
    if (!vrmi_mat4_inverse(&world, &inverse)) return false;
    *out = vrmi_mat4_transform_vector(
        &inverse, vrmi_vec3_scale(direction, 0.07f * vrmi_mat4_uniform_scale(&world)));
    return true;
}

/* A node that is the tail of one joint and nothing else, at the position that 0.x defines. */
static bool is_old_tail(const vrmi_migration *m, const vrm_spring_joint *joint,
                        const uint32_t *references) {
    const vrm_node *tail;
    vrm_vec3 place;
    if (joint->tail_node == VRM_NONE) return false;
    tail = &m->gltf.nodes[joint->tail_node];
    return tail->child_count == 0 && tail->mesh == VRM_NONE &&
           references[joint->tail_node] == 2 && /* its parent, and the last joint of a spring */
           m->gltf.nodes[joint->node].child_count == 1 && find_old_tail(m, joint->node, &place) &&
           vrmi_vec3_length(vrmi_vec3_sub(place, joint->tail_offset)) < 1e-5f;
}

/* Removes the only child of a node. Unknown extensions may contain indices of nodes, so no index
 * may change. */
static void detach_tail(vrmi_migration *m, int32_t parent) {
    char at[VRMI_SENTENCE];
    vrmi_point_at(at, "/nodes", parent, "children");
    vrmi_value_remove(&m->edit.tree, vrmi_tree_find(&m->edit.tree, vrmi_string_from(at)));
}

static void say_tail(vrmi_migration *m, int32_t tail, bool stays) {
    char at[VRMI_SENTENCE];
    vrmi_point_at(at, "/nodes", tail, NULL);
    vrmi_say_change(m, stays ? VRM_CHANGE_CONVERTED : VRM_CHANGE_REMOVED, "spring-tail", at,
                    stays ? at : "",
                    stays ? "tail node, which VRM 0.x does not need at this position; kept outside "
                            "the scene, because extensions may refer to nodes"
                          : "tail node, which VRM 0.x does not need at this position");
}

void vrmi_remove_tail_nodes(vrmi_migration *m) {
    uint32_t count = m->gltf.node_count, joint_count = m->tables.spring_joint_count, removed = 0;
    const bool stays = m->keeps_numbers;
    vrm_spring_joint *joints = VRMI_TAKE(&m->arena, vrm_spring_joint, joint_count);
    uint32_t *references = VRMI_TAKE(&m->arena, uint32_t, count);
    uint8_t *keeps = VRMI_TAKE(&m->arena, uint8_t, count);
    int32_t *map = VRMI_TAKE(&m->arena, int32_t, count);
    if (joints == NULL || references == NULL || keeps == NULL || map == NULL) {
        m->is_refused = true;
        return;
    }
    memset(keeps, 1, count);
    vrmi_references_count(&m->edit.tree, VRMI_REFERENCE_NODE, references, count);
    for (uint32_t i = 0; i < joint_count; ++i) {
        joints[i] = m->tables.spring_joints[i];
        if (!is_old_tail(m, &joints[i], references)) continue;
        keeps[joints[i].tail_node] = 0;
        m->nodes[joints[i].tail_node].parent = VRM_NONE;
        m->nodes[joints[i].node].child_count = 0;
        if (stays) detach_tail(m, joints[i].node);
        say_tail(m, joints[i].tail_node, stays);
        joints[i].tail_node = VRM_NONE;
        ++removed;
    }
    m->tables.spring_joints = joints;
    if (removed == 0 || stays) return;
    vrmi_edit_keep_elements(&m->edit, VRMI_REFERENCE_NODE, keeps, map);
    m->maps.nodes = map;
}

/* The last stage: nodes that nothing needs, and elements that nothing refers to. */
#include "author/optimize/optimize.h"

#include <string.h>

/* --- Nodes --- */

typedef struct needs {
    const vrm_gltf *gltf;
    uint8_t *is_needed; /* by node */
} needs;

static void need(needs *needs, int32_t node) {
    if (node != VRM_NONE && (uint32_t)node < needs->gltf->node_count) needs->is_needed[node] = 1;
}

static void need_for_springs(needs *needs, const vrm_tables *tables) {
    for (uint32_t i = 0; i < tables->spring_joint_count; ++i) {
        need(needs, tables->spring_joints[i].node);
        need(needs, tables->spring_joints[i].tail_node);
    }
    for (uint32_t i = 0; i < tables->spring_count; ++i) need(needs, tables->springs[i].center);
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        need(needs, tables->spring_colliders[i].node);
    }
}

static void need_for_avatar(needs *needs, const vrm_tables *tables) {
    for (uint32_t i = 0; i < VRM_BONE_COUNT; ++i) need(needs, tables->humanoid.nodes[i]);
    need(needs, tables->first_person.head_node);
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        need(needs, tables->constraints[i].node);
        need(needs, tables->constraints[i].source);
    }
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        for (uint32_t k = 0; k < tables->expressions[i].morph_bind_count; ++k) {
            need(needs, tables->expressions[i].morph_binds[k].node);
        }
    }
    need_for_springs(needs, tables);
}

/* References that the tables do not show: all references to a node but those of its parent and its
 * scene. */
static void need_referred(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind,
                          void *user) {
    vrmi_value *list = vrmi_value_parent(index);
    bool is_scene = false;
    (void)kind;
    if (vrmi_value_get_kind(list) == VRMI_VALUE_ARRAY) {
        vrm_string key = vrmi_value_key(tree, list);
        vrmi_value *table = vrmi_value_parent(vrmi_value_parent(list));
        is_scene = table != NULL && vrmi_value_parent(table) == tree->root &&
                   ((key.length == 8 && memcmp(key.data, "children", 8) == 0) ||
                    (key.length == 5 && memcmp(key.data, "nodes", 5) == 0));
    }
    if (!is_scene) need(user, vrmi_value_to_index(tree, index));
}

/* What a node holds itself. Its name, transform and children are needed only by what is below it.
 * */
static bool holds_something(vrmi_tree *tree, vrmi_value *node) {
    static const char *const keys[] = {"mesh", "skin", "camera", "extras", "extensions", "weights"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        if (vrmi_value_get(tree, node, keys[i]) != NULL) return true;
    }
    return false;
}

/* All ancestors of needed nodes. A walk ends at a node that another walk has visited. */
static void need_parents(needs *needs) {
    for (uint32_t i = 0; i < needs->gltf->node_count; ++i) {
        int32_t at = needs->is_needed[i] == 1 ? needs->gltf->nodes[i].parent : VRM_NONE;
        while (at != VRM_NONE && needs->is_needed[at] == 0) {
            needs->is_needed[at] = 2;
            at = needs->gltf->nodes[at].parent;
        }
    }
}

static uint32_t drop(vrmi_tree *tree, vrmi_reference_kind kind, uint8_t *keeps, uint32_t count) {
    uint32_t dropped = 0;
    for (uint32_t i = 0; i < count; ++i) dropped += keeps[i] == 0;
    if (dropped > 0) vrmi_references_keep(tree, kind, keeps, NULL);
    return dropped;
}

static void drop_nodes(vrmi_optimize *work) {
    vrmi_tree *tree = &work->edit->tree;
    needs all = {vrm_model_gltf(work->edit->model), NULL};
    vrmi_value *nodes = vrmi_reference_table(tree, VRMI_REFERENCE_NODE);
    uint32_t count = all.gltf->node_count;
    if (vrmi_value_count(tree, nodes) != count) return;
    all.is_needed = VRMI_OPTIMIZE_TAKE(work, uint8_t, count);
    if (all.is_needed == NULL) return;
    need_for_avatar(&all, vrm_model_tables(work->edit->model));
    vrmi_references_visit(tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_NODE), need_referred, &all);
    for (uint32_t i = 0; i < count; ++i) {
        if (holds_something(tree, vrmi_value_at(tree, nodes, i))) need(&all, (int32_t)i);
    }
    need_parents(&all);
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "nodes-unused",
                             drop(tree, VRMI_REFERENCE_NODE, all.is_needed, count),
                             "node was needed by nothing", "nodes were needed by nothing");
}

/* --- Everything else --- */

typedef struct use_state {
    uint8_t *keeps;
    uint32_t count;
    bool skips_vrm;
} use_state;

static void use(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind, void *user) {
    use_state *state = user;
    int32_t element = vrmi_value_to_index(tree, index);
    (void)kind;
    if (element < 0 || (uint32_t)element >= state->count) return;
    if (state->skips_vrm && vrmi_optimize_is_of_vrm(tree, index)) return;
    state->keeps[element] = 1;
}

/* A bind or an annotation of VRM does not make a mesh or material seen. */
static const struct {
    vrmi_reference_kind kind;
    bool skips_vrm;
    const char *code, *one, *many;
} tables[] = {
    {VRMI_REFERENCE_SKIN, false, "skins-unused", "skin was used by nothing",
     "skins were used by nothing"},
    {VRMI_REFERENCE_MESH, true, "meshes-unused", "mesh was shown by no node",
     "meshes were shown by no node"},
    {VRMI_REFERENCE_MATERIAL, true, "materials-unused", "material was used by no mesh",
     "materials were used by no mesh"},
    {VRMI_REFERENCE_TEXTURE, false, "textures-unused", "texture was used by nothing",
     "textures were used by nothing"},
    {VRMI_REFERENCE_SAMPLER, false, "samplers-unused", "sampler was used by nothing",
     "samplers were used by nothing"},
    {VRMI_REFERENCE_IMAGE, false, "images-unused", "image was used by nothing",
     "images were used by nothing"},
    {VRMI_REFERENCE_ACCESSOR, false, "accessors-unused", "accessor was used by nothing",
     "accessors were used by nothing"},
    {VRMI_REFERENCE_BUFFER_VIEW, false, "views-unused", "buffer view was used by nothing",
     "buffer views were used by nothing"},
};

enum { TABLES = sizeof tables / sizeof tables[0], FIRST_BEHIND_SKINS = 1 };

static void drop_elements(vrmi_optimize *work, size_t first, size_t end) {
    vrmi_tree *tree = &work->edit->tree;
    if ((work->desc.flags & VRM_OPTIMIZE_KEEP_UNUSED) != 0) return;
    for (size_t i = first; i < end && !work->is_refused; ++i) {
        uint32_t count = vrmi_value_count(tree, vrmi_reference_table(tree, tables[i].kind));
        use_state state = {VRMI_OPTIMIZE_TAKE(work, uint8_t, count), count, tables[i].skips_vrm};
        if (state.keeps == NULL) return;
        vrmi_references_visit(tree, VRMI_REFERENCE_BIT(tables[i].kind), use, &state);
        vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, tables[i].code,
                                 drop(tree, tables[i].kind, state.keeps, count), tables[i].one,
                                 tables[i].many);
    }
}

void vrmi_optimize_unused(vrmi_optimize *work) {
    drop_elements(work, 0, FIRST_BEHIND_SKINS); /* then their joints are not needed */
    if ((work->desc.flags & VRM_OPTIMIZE_KEEP_NODES) == 0) drop_nodes(work);
    drop_elements(work, FIRST_BEHIND_SKINS, TABLES);
    vrmi_edit_complete_extensions(work->edit);
}

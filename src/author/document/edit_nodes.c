/* Nodes: out of a file, with everything that refers to them. */
#include "author/document/edit_operation.h"
#include "base/text.h"

#include <string.h>

typedef struct marks {
    uint8_t *keeps; /* of each node */
    uint32_t count;
    int32_t *open; /* nodes whose children are still to be marked */
    uint32_t open_count;
} marks;

static bool take_marks(vrm_edit *edit, marks *out) {
    vrmi_tree *tree = &edit->tree;
    out->count = vrmi_value_count(tree, vrmi_reference_table(tree, VRMI_REFERENCE_NODE));
    out->keeps = VRMI_TAKE(&tree->arena, uint8_t, out->count);
    out->open = VRMI_TAKE(&tree->arena, int32_t, out->count);
    out->open_count = 0;
    if (out->keeps == NULL || out->open == NULL) {
        tree->is_refused = true;
        return false;
    }
    memset(out->keeps, 1, out->count);
    return true;
}

static void mark(marks *m, int32_t node) {
    if (node < 0 || (uint32_t)node >= m->count || m->keeps[node] == 0) return;
    m->keeps[node] = 0;
    m->open[m->open_count++] = node;
}

/* Each node is visited once, also if the file has cycles. */
static void mark_below(vrm_edit *edit, marks *m) {
    vrmi_tree *tree = &edit->tree;
    while (m->open_count > 0) {
        vrmi_value *node = vrmi_edit_element(edit, VRMI_REFERENCE_NODE, m->open[--m->open_count]);
        vrmi_value *children = vrmi_value_get(tree, node, "children");
        uint32_t count = vrmi_value_count(tree, children);
        for (uint32_t i = 0; i < count; ++i) {
            mark(m, vrmi_value_to_index(tree, vrmi_value_at(tree, children, i)));
        }
    }
}

static bool is_required(vrm_string bone, bool is_0) {
    static const char *const bones[] = {
        "hips",          "spine",         "head",      "leftUpperLeg", "leftLowerLeg", "leftFoot",
        "rightUpperLeg", "rightLowerLeg", "rightFoot", "leftUpperArm", "leftLowerArm", "leftHand",
        "rightUpperArm", "rightLowerArm", "rightHand", "chest",        "neck"};
    const size_t count = sizeof bones / sizeof bones[0] - (is_0 ? 0 : 2);
    for (size_t i = 0; i < count; ++i) {
        if (vrmi_string_equals(bone, bones[i])) return true;
    }
    return false;
}

/* Without these bones the file would be no avatar any longer. */
static vrm_result check_bones(vrm_edit *edit, const marks *m) {
    static const char *const keys[] = {"humanoid", "humanBones", NULL};
    vrmi_tree *tree = &edit->tree;
    bool is_0;
    vrmi_value *bones = vrmi_value_below(tree, vrmi_edit_vrm(edit, &is_0), keys);
    uint32_t count = vrmi_value_count(tree, bones);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *bone = vrmi_value_at(tree, bones, i);
        vrm_string name = is_0 ? vrmi_value_string(tree, vrmi_value_get(tree, bone, "bone"))
                               : vrmi_value_key(tree, bone);
        int32_t node = vrmi_value_to_index(tree, vrmi_value_get(tree, bone, "node"));
        if (node < 0 || (uint32_t)node >= m->count || m->keeps[node] != 0) continue;
        if (is_required(name, is_0)) {
            return vrmi_operation_refuse(edit, "one of the nodes is the required bone ", name, "");
        }
    }
    return VRM_OK;
}

static vrm_result check_skins(vrm_edit *edit, const marks *m) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *skins = vrmi_reference_table(tree, VRMI_REFERENCE_SKIN);
    uint32_t skin_count = vrmi_value_count(tree, skins);
    for (uint32_t s = 0; s < skin_count; ++s) {
        vrmi_value *joints = vrmi_value_get(tree, vrmi_value_at(tree, skins, s), "joints");
        uint32_t count = vrmi_value_count(tree, joints);
        for (uint32_t i = 0; i < count; ++i) {
            int32_t node = vrmi_value_to_index(tree, vrmi_value_at(tree, joints, i));
            if (node >= 0 && (uint32_t)node < m->count && m->keeps[node] == 0) {
                return vrmi_operation_refuse_index(edit, "a skin has joints in node ", node, "");
            }
        }
    }
    return VRM_OK;
}

vrm_result vrm_edit_remove_nodes(vrm_edit *edit, const int32_t *nodes, uint32_t count) {
    vrm_result result;
    marks m;
    if (!vrmi_operation_begin(edit, nodes != NULL || count == 0, &result)) return result;
    if (!take_marks(edit, &m)) return vrmi_edit_refusal(edit);
    for (uint32_t i = 0; i < count; ++i) {
        if (vrmi_edit_element(edit, VRMI_REFERENCE_NODE, nodes[i]) == NULL) {
            return vrmi_operation_refuse_index(edit, "there is no node ", nodes[i], "");
        }
        mark(&m, nodes[i]);
    }
    mark_below(edit, &m);
    result = check_bones(edit, &m);
    if (result == VRM_OK) result = check_skins(edit, &m);
    for (uint32_t i = 0; i < count && result == VRM_OK; ++i) {
        result = vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "node",
                                    vrmi_edit_element(edit, VRMI_REFERENCE_NODE, nodes[i]),
                                    "A node was removed, with all that are below it");
    }
    if (result != VRM_OK) return result;
    edit->names_changed = true;
    vrmi_references_keep(&edit->tree, VRMI_REFERENCE_NODE, m.keeps, NULL);
    return vrmi_operation_result(edit);
}

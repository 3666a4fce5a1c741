#include "author/document/node_binds.h"

#include "base/text.h"

static const char *const lists[] = {"/extensions/VRMC_vrm/expressions/preset",
                                    "/extensions/VRMC_vrm/expressions/custom",
                                    "/extensions/VRM/blendShapeMaster/blendShapeGroups"};

void vrmi_node_binds_visit(vrmi_tree *tree, vrmi_node_bind_visit *visit, void *user) {
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
        vrmi_value *list = vrmi_tree_find(tree, vrmi_string_from(lists[i]));
        for (uint32_t k = 0; k < vrmi_value_count(tree, list); ++k) {
            vrmi_value *at = vrmi_value_get(tree, vrmi_value_at(tree, list, k), "extensions");
            at = vrmi_value_get(tree, vrmi_value_get(tree, at, VRMI_NODE_BINDS),
                                "nodeTransformBinds");
            for (uint32_t b = 0; b < vrmi_value_count(tree, at); ++b) {
                visit(tree, vrmi_value_at(tree, at, b), user);
            }
        }
    }
}

static void found(vrmi_tree *tree, vrmi_value *bind, void *user) {
    bool *exists = user;
    (void)tree;
    (void)bind;
    *exists = true;
}

bool vrmi_node_binds_exist(vrmi_tree *tree) {
    bool exists = false;
    vrmi_node_binds_visit(tree, found, &exists);
    return exists;
}

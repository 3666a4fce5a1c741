/*
 * Node transforms of expressions (VRMC_vrm_expressions_node_transform, UniVRM): with an expression,
 * a node moves by `translation` in the axes of its parent, turns by `rotation` in its own, and its
 * scale becomes `scale`. No load reads them. What is written keeps them (EX-043).
 */
#ifndef VRMI_WRITE_NODE_BINDS_H
#define VRMI_WRITE_NODE_BINDS_H

#include "author/json/json_tree.h"

#define VRMI_NODE_BINDS "VRMC_vrm_expressions_node_transform"

/* Calls `visit` for the object of each bind, in 1.0 and where a migration to 0.x keeps them. It may
 * change the members of the bind, and nothing else. */
typedef void vrmi_node_bind_visit(vrmi_tree *tree, vrmi_value *bind, void *user);
void vrmi_node_binds_visit(vrmi_tree *tree, vrmi_node_bind_visit *visit, void *user);

bool vrmi_node_binds_exist(vrmi_tree *tree);

#endif

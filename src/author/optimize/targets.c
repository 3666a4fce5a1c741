/*
 * Morph targets that move nothing: all of their differences are 0, in all primitives of the mesh.
 * Binds of expressions that name them go with them, in all dialects, and later targets move up.
 */
#include "author/optimize/optimize.h"

#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* The targets of a mesh that stay. */
typedef struct mesh_targets {
    uint8_t *keeps;  /* by target; NULL: all of them stay */
    int32_t *places; /* by target: its new index, VRM_NONE if it is removed */
    uint32_t count;
} mesh_targets;

typedef struct all_targets {
    vrmi_optimize *work;
    mesh_targets *meshes;
    uint32_t mesh_count;
    uint8_t *states;    /* by accessor: its content, as far as it was read */
    vrmi_value **binds; /* those that go */
    uint32_t bind_count, bind_capacity;
} all_targets;

/* --- Which are empty --- */

static bool is_all_zero(const vrmi_elements *elements) {
    for (uint32_t i = 0; i < elements->count; ++i) {
        const uint8_t *at = elements->bytes + (size_t)i * elements->stride;
        for (uint32_t c = 0; c < elements->components; ++c) {
            if (vrmi_load_component(at + (size_t)c * 4, VRM_COMPONENT_F32, false) != 0.0f) {
                return false;
            }
        }
    }
    return true;
}

/* Primitives of a mesh often share their accessors: each is read once. */
static bool is_empty_accessor(all_targets *all, int32_t accessor) {
    enum { UNKNOWN, EMPTY, MOVES };
    const vrm_gltf *gltf = vrm_model_gltf(all->work->edit->model);
    vrmi_elements elements;
    if (accessor < 0 || (uint32_t)accessor >= gltf->accessor_count ||
        gltf->accessors[accessor].component != VRM_COMPONENT_F32 ||
        gltf->accessors[accessor].element > VRM_ELEMENT_VEC4) {
        return false;
    }
    if (all->states[accessor] == UNKNOWN) {
        bool is_empty =
            vrmi_optimize_read(all->work, accessor, &elements) && is_all_zero(&elements);
        all->states[accessor] = is_empty ? EMPTY : MOVES;
    }
    return all->states[accessor] == EMPTY;
}

static bool is_empty_target(all_targets *all, vrmi_value *target) {
    vrmi_tree *tree = &all->work->edit->tree;
    for (uint32_t i = 0; i < vrmi_value_count(tree, target); ++i) {
        if (!is_empty_accessor(all, vrmi_value_to_index(tree, vrmi_value_at(tree, target, i)))) {
            return false;
        }
    }
    return true;
}

/* All primitives of a mesh must have the same number of targets. Otherwise none of them counts as
 * empty. */
static bool agrees(vrmi_tree *tree, vrmi_value *primitives, uint32_t count) {
    for (uint32_t i = 0; i < vrmi_value_count(tree, primitives); ++i) {
        vrmi_value *primitive = vrmi_value_at(tree, primitives, i);
        if (vrmi_value_count(tree, vrmi_value_get(tree, primitive, "targets")) != count ||
            vrmi_value_get(tree, primitive, "extensions") != NULL) {
            return false;
        }
    }
    return count > 0;
}

static uint32_t find_empty(all_targets *all, vrmi_value *mesh, mesh_targets *out) {
    vrmi_tree *tree = &all->work->edit->tree;
    vrmi_value *primitives = vrmi_value_get(tree, mesh, "primitives");
    vrmi_value *first = vrmi_value_get(tree, vrmi_value_at(tree, primitives, 0), "targets");
    uint32_t empty = 0, next = 0;
    out->count = vrmi_value_count(tree, first);
    if (!agrees(tree, primitives, out->count)) return 0;
    out->keeps = VRMI_OPTIMIZE_TAKE(all->work, uint8_t, out->count);
    out->places = VRMI_OPTIMIZE_TAKE(all->work, int32_t, out->count);
    if (out->keeps == NULL || out->places == NULL) return 0;
    for (uint32_t t = 0; t < out->count; ++t) {
        for (uint32_t i = 0; i < vrmi_value_count(tree, primitives) && out->keeps[t] == 0; ++i) {
            vrmi_value *targets =
                vrmi_value_get(tree, vrmi_value_at(tree, primitives, i), "targets");
            out->keeps[t] = !is_empty_target(all, vrmi_value_at(tree, targets, t));
        }
        out->places[t] = out->keeps[t] != 0 ? (int32_t)next++ : VRM_NONE;
        empty += out->keeps[t] == 0;
    }
    if (empty == 0) out->keeps = NULL;
    return empty;
}

/* Keys of an animation hold the weights of all targets: such a mesh keeps them. */
static void leave_animated(all_targets *all) {
    const vrm_gltf *gltf = vrm_model_gltf(all->work->edit->model);
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        for (uint32_t k = 0; k < gltf->animations[i].channel_count; ++k) {
            const vrm_channel *channel = &gltf->animations[i].channels[k];
            int32_t mesh = channel->node != VRM_NONE && channel->path == VRM_ANIMATION_PATH_WEIGHTS
                               ? gltf->nodes[channel->node].mesh
                               : VRM_NONE;
            if (mesh != VRM_NONE) all->meshes[mesh].keeps = NULL;
        }
    }
}

/* --- Removing them --- */

static void keep_list(vrmi_tree *tree, vrmi_value *list, const mesh_targets *targets) {
    if (vrmi_value_get_kind(list) != VRMI_VALUE_ARRAY ||
        vrmi_value_count(tree, list) != targets->count) {
        return;
    }
    vrmi_value_keep(tree, list, targets->keeps);
    if (vrmi_value_count(tree, list) == 0) vrmi_value_remove(tree, list);
}

static void keep_names(vrmi_tree *tree, vrmi_value *holder, const mesh_targets *targets) {
    vrmi_value *extras = vrmi_value_get(tree, holder, "extras");
    keep_list(tree, vrmi_value_get(tree, extras, "targetNames"), targets);
}

static void keep_mesh(vrmi_tree *tree, vrmi_value *mesh, const mesh_targets *targets) {
    vrmi_value *primitives = vrmi_value_get(tree, mesh, "primitives");
    for (uint32_t i = 0; i < vrmi_value_count(tree, primitives); ++i) {
        vrmi_value *primitive = vrmi_value_at(tree, primitives, i);
        keep_list(tree, vrmi_value_get(tree, primitive, "targets"), targets);
        keep_names(tree, primitive, targets);
    }
    keep_list(tree, vrmi_value_get(tree, mesh, "weights"), targets);
    keep_names(tree, mesh, targets);
}

/* --- Binds --- */

static void add_bind(all_targets *all, vrmi_value *bind) {
    if (all->bind_count == all->bind_capacity) {
        uint32_t capacity = all->bind_capacity != 0 ? all->bind_capacity * 2 : 32;
        vrmi_value **grown = VRMI_OPTIMIZE_TAKE(all->work, vrmi_value *, capacity);
        if (grown == NULL) return;
        if (all->bind_count > 0) memcpy(grown, all->binds, all->bind_count * sizeof(vrmi_value *));
        all->binds = grown;
        all->bind_capacity = capacity;
    }
    all->binds[all->bind_count++] = bind;
}

/* A node or a mesh beside an index, in a block of VRM: a bind of an expression. */
static void visit_bind(vrmi_tree *tree, vrmi_value *value, vrmi_reference_kind kind, void *user) {
    all_targets *all = user;
    const vrm_gltf *gltf = vrm_model_gltf(all->work->edit->model);
    vrmi_value *bind = vrmi_value_parent(value), *index;
    int32_t element = vrmi_value_to_index(tree, value), target;
    const mesh_targets *targets;
    if (!vrmi_optimize_is_of_vrm(tree, value) || element < 0) return;
    index = vrmi_value_get(tree, bind, "index");
    if (kind == VRMI_REFERENCE_NODE) {
        element = (uint32_t)element < gltf->node_count ? gltf->nodes[element].mesh : VRM_NONE;
    }
    target = vrmi_value_to_index(tree, index);
    if (element < 0 || (uint32_t)element >= all->mesh_count || target < 0) return;
    targets = &all->meshes[element];
    if (targets->keeps == NULL || (uint32_t)target >= targets->count) return;
    if (targets->places[target] == VRM_NONE) {
        add_bind(all, bind);
    } else if (targets->places[target] != target) {
        vrmi_value_replace_index(tree, index, (uint64_t)targets->places[target]);
    }
}

/* Those of one list at once: lists may be long. */
static void remove_binds(all_targets *all) {
    vrmi_tree *tree = &all->work->edit->tree;
    uint32_t i = 0;
    while (i < all->bind_count && !all->work->is_refused) {
        vrmi_value *list = vrmi_value_parent(all->binds[i]);
        uint32_t count = vrmi_value_count(tree, list);
        uint8_t *keeps = VRMI_OPTIMIZE_TAKE(all->work, uint8_t, count);
        if (keeps == NULL) return;
        memset(keeps, 1, count);
        for (; i < all->bind_count && vrmi_value_parent(all->binds[i]) == list; ++i) {
            keeps[vrmi_value_index(all->binds[i])] = 0;
        }
        vrmi_value_keep(tree, list, keeps);
        if (vrmi_value_count(tree, list) == 0 &&
            vrmi_string_equals(vrmi_value_key(tree, list), "morphTargetBinds")) {
            vrmi_value_remove(tree, list); /* 1.0 has no empty one */
        }
    }
}

void vrmi_optimize_targets(vrmi_optimize *work) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *meshes = vrmi_reference_table(tree, VRMI_REFERENCE_MESH);
    vrmi_value *nodes = vrmi_reference_table(tree, VRMI_REFERENCE_NODE);
    all_targets all = {.work = work, .mesh_count = gltf->mesh_count};
    uint32_t removed = 0;
    all.meshes = VRMI_OPTIMIZE_TAKE(work, mesh_targets, all.mesh_count);
    all.states = VRMI_OPTIMIZE_TAKE(work, uint8_t, gltf->accessor_count);
    if (all.meshes == NULL || all.states == NULL ||
        vrmi_value_count(tree, meshes) != all.mesh_count)
        return;
    for (uint32_t i = 0; i < all.mesh_count; ++i) {
        find_empty(&all, vrmi_value_at(tree, meshes, i), &all.meshes[i]);
    }
    leave_animated(&all);
    vrmi_references_visit(
        tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_NODE) | VRMI_REFERENCE_BIT(VRMI_REFERENCE_MESH),
        visit_bind, &all);
    remove_binds(&all);
    for (uint32_t i = 0; i < all.mesh_count && !work->is_refused; ++i) {
        const mesh_targets *mesh = &all.meshes[i];
        if (mesh->keeps == NULL) continue;
        keep_mesh(tree, vrmi_value_at(tree, meshes, i), mesh);
        for (uint32_t t = 0; t < mesh->count; ++t) removed += mesh->keeps[t] == 0;
    }
    for (uint32_t i = 0; i < gltf->node_count && !work->is_refused; ++i) {
        int32_t mesh = gltf->nodes[i].mesh;
        if (mesh == VRM_NONE || all.meshes[mesh].keeps == NULL) continue;
        keep_list(tree, vrmi_value_get(tree, vrmi_value_at(tree, nodes, i), "weights"),
                  &all.meshes[mesh]);
    }
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "targets-empty", removed,
                             "morph target moved nothing", "morph targets moved nothing");
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "binds-empty", all.bind_count,
                             "bind of an expression to it was removed",
                             "binds of expressions to them were removed");
}

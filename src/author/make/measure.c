#include "author/make/make.h"
#include "model/model.h"
#include "model/skinning.h"

#include <string.h>

enum {
    /* Nodes that share meshes multiply: this many vertices are enough for any honest avatar. */
    MOST_VERTICES = 8000000
};

/* --- Tables by node --- */

static void mark_joints(vrmi_make *make) {
    const vrm_gltf *gltf = make->gltf;
    bool has_joints = false;
    memset(make->is_joint, 0, gltf->node_count);
    memset(make->is_above, 0, gltf->node_count);
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        for (uint32_t k = 0; k < gltf->skins[i].joint_count; ++k) {
            make->is_joint[gltf->skins[i].joints[k]] = 1;
            has_joints = true;
        }
    }
    /* Toys of rigid parts have no skin. */
    if (!has_joints) memset(make->is_joint, 1, gltf->node_count);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        if (!make->is_joint[i]) continue;
        for (int32_t at = (int32_t)i; at != VRM_NONE && !make->is_above[at];
             at = gltf->nodes[at].parent) {
            make->is_above[at] = 1;
        }
    }
}

static void add_weights(void *user, const vrmi_make_vertex *vertex) {
    vrmi_make *make = user;
    if (vertex->nodes == NULL) {
        make->weights[vertex->mesh_node] += 1.0f;
        return;
    }
    for (uint32_t i = 0; i < vertex->count; ++i)
        make->weights[vertex->nodes[i]] += vertex->weights[i];
}

/* Vertices that are compressed cannot be read: every joint may move some. */
static void assume_weights(vrmi_make *make) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) sum += make->weights[i];
    for (uint32_t i = 0; i < make->gltf->node_count && !(sum > 0.0f); ++i) {
        if (make->is_joint[i]) make->weights[i] = 1.0f;
    }
}

bool vrmi_make_measure(vrmi_make *make) {
    const uint32_t count = make->gltf->node_count;
    make->forest.order = VRMI_TAKE(&make->arena, int32_t, count);
    make->forest.place = VRMI_TAKE(&make->arena, uint32_t, count);
    make->forest.end = VRMI_TAKE(&make->arena, uint32_t, count);
    make->forest.root = VRMI_TAKE(&make->arena, int32_t, count);
    make->pose = VRMI_TAKE(&make->arena, vrm_trs, count);
    make->world = VRMI_TAKE(&make->arena, vrm_mat4, count);
    make->is_joint = VRMI_TAKE(&make->arena, uint8_t, count);
    make->is_above = VRMI_TAKE(&make->arena, uint8_t, count);
    make->is_spring = VRMI_TAKE(&make->arena, uint8_t, count);
    make->weights = VRMI_TAKE(&make->arena, float, count);
    make->bone_of = VRMI_TAKE(&make->arena, vrm_bone, count);
    make->first_person = VRMI_TAKE(&make->arena, vrm_first_person_type, count);
    if (make->forest.order == NULL || make->forest.place == NULL || make->forest.end == NULL ||
        make->forest.root == NULL || make->pose == NULL || make->world == NULL ||
        make->is_joint == NULL || make->is_above == NULL || make->is_spring == NULL ||
        make->weights == NULL || make->bone_of == NULL || make->first_person == NULL) {
        return false;
    }
    vrmi_forest_walk(make->gltf->nodes, count, &make->forest);
    memset(make->is_spring, 0, count);
    for (uint32_t i = 0; i < count; ++i) {
        make->pose[i] = make->gltf->nodes[i].rest;
        make->weights[i] = 0.0f;
        make->bone_of[i] = VRM_NONE;
        make->first_person[i] = VRM_FIRST_PERSON_AUTO;
    }
    mark_joints(make);
    vrmi_make_place_nodes(make);
    vrmi_make_vertices(make, add_weights, make);
    assume_weights(make);
    return !make->is_refused;
}

void vrmi_make_place_nodes(vrmi_make *make) {
    const vrm_mat4 origin = vrmi_mat4_identity();
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i], parent = make->gltf->nodes[node].parent;
        make->world[node] =
            vrmi_mat4_place(parent != VRM_NONE ? &make->world[parent] : &origin, &make->pose[node]);
    }
}

/* --- Vertices --- */

typedef struct visitor {
    vrmi_make *make;
    vrmi_make_visit *visit;
    void *user;
    int32_t node;
    const vrm_skin *skin;     /* NULL: the node alone moves it */
    const vrm_mat4 *matrices; /* to the space of the file, by joint */
    uint32_t left;            /* vertices that may still be looked at */
} visitor;

/* One vertex: its position in the pose, and the joints that move it. */
static void visit_vertex(const visitor *v, const vrmi_skinning *skinning, const float *at,
                         uint32_t index) {
    vrmi_make_vertex vertex = {.mesh_node = v->node};
    int32_t nodes[VRMI_MOST_SETS * 4], joint;
    float weights[VRMI_MOST_SETS * 4];
    vrm_mat4 room;
    const vrm_mat4 *matrix = vrmi_skinning_matrix(skinning, index, &room, &joint);
    vertex.place = vrmi_mat4_transform_point(matrix, vrm_vec3_make(at[0], at[1], at[2]));
    for (int32_t set = 0; set < skinning->set_count; ++set) {
        for (uint32_t i = 0; i < 4; ++i) {
            const float weight = skinning->weights[set][(size_t)index * 4 + i];
            const uint16_t spring_joint = skinning->joints[set][(size_t)index * 4 + i];
            if (!(weight > 0.0f) || spring_joint >= v->skin->joint_count) continue;
            nodes[vertex.count] = v->skin->joints[spring_joint];
            weights[vertex.count++] = weight;
        }
    }
    if (vertex.count > 0) {
        vertex.nodes = nodes;
        vertex.weights = weights;
    }
    if (vrmi_vec3_is_finite(vertex.place)) v->visit(v->user, &vertex);
}

/* False: memory was refused. */
static bool visit_primitive(const visitor *v, int32_t index, vrmi_arena *arena) {
    const vrm_gltf *gltf = v->make->gltf;
    const int32_t mesh = gltf->nodes[v->node].mesh;
    const vrm_primitive *primitive = &gltf->meshes[mesh].primitives[index];
    const uint32_t count = primitive->vertex_count;
    vrmi_skinning skinning = {.matrices = v->matrices, .skin = v->skin};
    float *places = VRMI_TAKE(arena, float, (size_t)count * 3);
    if (places == NULL) return false;
    if (vrm_model_read_vertices(v->make->model, mesh, index, VRM_ATTRIBUTE_POSITION, 0, 3, places,
                                (size_t)count * 3) != VRM_OK) {
        return true; /* compressed, or not there */
    }
    while (v->skin != NULL && vrmi_skinning_has_next(&skinning, primitive) &&
           skinning.set_count < VRMI_MOST_SETS &&
           vrmi_skinning_read_next(&skinning, &v->make->model->document, primitive, arena)) {
    }
    if (skinning.set_count == 0) skinning.matrices = &v->make->world[v->node];
    for (uint32_t i = 0; i < count; ++i) {
        visit_vertex(v, &skinning, places + (size_t)i * 3, i);
    }
    return true;
}

static void visit_mesh(visitor *v) {
    const vrm_mesh *mesh = &v->make->gltf->meshes[v->make->gltf->nodes[v->node].mesh];
    for (uint32_t i = 0; i < mesh->primitive_count && !v->make->is_refused; ++i) {
        const uint32_t count = mesh->primitives[i].vertex_count;
        vrmi_arena arena;
        if (count == 0 || count > v->left) continue;
        v->left -= count;
        vrmi_arena_init(&arena, v->make->memory, (size_t)count * 3 * sizeof(float));
        if (!visit_primitive(v, (int32_t)i, &arena)) v->make->is_refused = true;
        vrmi_arena_release(&arena);
    }
}

/* The matrices of a skin in the pose; NULL: memory was refused. */
static vrm_mat4 *skin_matrices(vrmi_make *make, int32_t index) {
    const vrm_skin *skin = &make->gltf->skins[index];
    vrm_mat4 *matrices = vrmi_memory_allocate(make->memory, skin->joint_count * sizeof *matrices);
    if (matrices == NULL) {
        make->is_refused = true;
        return NULL;
    }
    if (make->binds != NULL) {
        memcpy(matrices, make->binds[index], skin->joint_count * sizeof *matrices);
    } else if (vrm_model_read_inverse_binds(make->model, index, matrices, skin->joint_count) !=
               VRM_OK) {
        for (uint32_t k = 0; k < skin->joint_count; ++k) matrices[k] = vrmi_mat4_identity();
    }
    for (uint32_t k = 0; k < skin->joint_count; ++k) {
        matrices[k] = vrmi_mat4_multiply(&make->world[skin->joints[k]], &matrices[k]);
    }
    return matrices;
}

void vrmi_make_vertices(vrmi_make *make, vrmi_make_visit *visit, void *user) {
    const vrm_gltf *gltf = make->gltf;
    visitor v = {make, visit, user, 0, NULL, NULL, MOST_VERTICES};
    for (uint32_t i = 0; i < gltf->node_count && !make->is_refused; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        const vrm_skin *skin = node->skin != VRM_NONE ? &gltf->skins[node->skin] : NULL;
        vrm_mat4 *matrices = NULL;
        if (node->mesh == VRM_NONE) continue;
        v.node = (int32_t)i;
        v.skin = skin != NULL && skin->joint_count > 0 ? skin : NULL;
        v.matrices = &make->world[i];
        if (v.skin != NULL) {
            /* Nodes that share a skin multiply too. */
            if (skin->joint_count > v.left) continue;
            v.left -= skin->joint_count;
            matrices = skin_matrices(make, node->skin);
            if (matrices == NULL) return;
            v.matrices = matrices;
        }
        visit_mesh(&v);
        if (matrices != NULL) {
            vrmi_memory_release(make->memory, matrices, skin->joint_count * sizeof *matrices);
        }
    }
}

#include "make/make.h"

#include <string.h>

enum {
    /* Nodes that share meshes multiply: so many vertices tell enough of any honest avatar. */
    MOST_VERTICES = 8000000,
    MOST_SETS = 2 /* of four joints a vertex */
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
    vrm_mat4 *skin; /* from the space of the mesh, by joint; NULL: no skin */
    uint32_t left;  /* vertices that may still be looked at */
} visitor;

/* What a primitive has, in one block of memory. */
typedef struct vertices {
    float *places;               /* 3 a vertex */
    float *weights[MOST_SETS];   /* 4 a vertex */
    uint16_t *joints[MOST_SETS]; /* likewise */
    uint32_t sets;
    void *block;
    size_t size;
} vertices;

static bool take_vertices(visitor *v, uint32_t count, vertices *out) {
    vrmi_layout layout = {0, false};
    size_t places = vrmi_layout_add(&layout, count, 3 * sizeof(float), 16);
    size_t weights[MOST_SETS], joints[MOST_SETS];
    for (int i = 0; i < MOST_SETS; ++i) {
        weights[i] = vrmi_layout_add(&layout, count, 4 * sizeof(float), 16);
        joints[i] = vrmi_layout_add(&layout, count, 4 * sizeof(uint16_t), 16);
    }
    if (layout.overflow) return false;
    out->size = layout.size;
    out->block = vrmi_memory_allocate(v->make->memory, layout.size);
    if (out->block == NULL) return false;
    out->places = (float *)(void *)((char *)out->block + places);
    for (int i = 0; i < MOST_SETS; ++i) {
        out->weights[i] = (float *)(void *)((char *)out->block + weights[i]);
        out->joints[i] = (uint16_t *)(void *)((char *)out->block + joints[i]);
    }
    return true;
}

static bool read_vertices(visitor *v, int32_t mesh, int32_t primitive, uint32_t count,
                          vertices *out) {
    const vrm_model *model = v->make->model;
    out->sets = 0;
    if (vrm_model_read_vertices(model, mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3, out->places,
                                (size_t)count * 3) != VRM_OK) {
        return false;
    }
    if (v->skin == NULL) return true;
    while (out->sets < MOST_SETS &&
           vrm_model_read_joints(model, mesh, primitive, (int32_t)out->sets,
                                 v->make->gltf->nodes[v->node].skin, out->joints[out->sets],
                                 (size_t)count * 4, NULL) == VRM_OK &&
           vrm_model_read_vertices(model, mesh, primitive, VRM_ATTRIBUTE_WEIGHTS,
                                   (int32_t)out->sets, 4, out->weights[out->sets],
                                   (size_t)count * 4) == VRM_OK) {
        out->sets += 1;
    }
    return true;
}

/* One vertex: where it is in the pose, and what moves it. */
static void visit_vertex(visitor *v, const vertices *from, uint32_t index) {
    const vrm_gltf *gltf = v->make->gltf;
    const vrm_vec3 at = {from->places[index * 3], from->places[index * 3 + 1],
                         from->places[index * 3 + 2]};
    vrmi_make_vertex vertex = {{0.0f, 0.0f, 0.0f}, v->node, NULL, NULL, 0};
    int32_t nodes[MOST_SETS * 4];
    float weights[MOST_SETS * 4], sum = 0.0f;
    uint32_t count = 0;
    for (uint32_t set = 0; set < from->sets; ++set) {
        for (uint32_t i = 0; i < 4; ++i) {
            const float weight = from->weights[set][index * 4 + i];
            const uint16_t joint = from->joints[set][index * 4 + i];
            vrm_vec3 moved;
            if (!(weight > 0.0f)) continue;
            moved = vrmi_mat4_transform_point(&v->skin[joint], at);
            vertex.place = vrmi_vec3_add(vertex.place, vrmi_vec3_scale(moved, weight));
            nodes[count] = gltf->skins[gltf->nodes[v->node].skin].joints[joint];
            weights[count++] = weight;
            sum += weight;
        }
    }
    if (sum > 0.0f) {
        vertex.place = vrmi_vec3_scale(vertex.place, 1.0f / sum);
        vertex.nodes = nodes;
        vertex.weights = weights;
        vertex.count = count;
    } else {
        vertex.place = vrmi_mat4_transform_point(&v->make->world[v->node], at);
    }
    if (vrmi_vec3_is_finite(vertex.place)) v->visit(v->user, &vertex);
}

static void visit_mesh(visitor *v) {
    const vrm_mesh *mesh = &v->make->gltf->meshes[v->make->gltf->nodes[v->node].mesh];
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const uint32_t count = mesh->primitives[i].vertex_count;
        vertices from;
        if (count == 0 || count > v->left) continue;
        v->left -= count;
        if (!take_vertices(v, count, &from)) {
            v->make->is_refused = true;
            return;
        }
        if (read_vertices(v, v->make->gltf->nodes[v->node].mesh, (int32_t)i, count, &from)) {
            for (uint32_t k = 0; k < count; ++k) visit_vertex(v, &from, k);
        }
        vrmi_memory_release(v->make->memory, from.block, from.size);
    }
}

void vrmi_make_vertices(vrmi_make *make, vrmi_make_visit *visit, void *user) {
    const vrm_gltf *gltf = make->gltf;
    visitor v = {make, visit, user, 0, NULL, MOST_VERTICES};
    for (uint32_t i = 0; i < gltf->node_count && !make->is_refused; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        uint32_t joints = 0;
        if (node->mesh == VRM_NONE) continue;
        v.node = (int32_t)i;
        v.skin = NULL;
        if (node->skin != VRM_NONE) joints = gltf->skins[node->skin].joint_count;
        if (joints > 0) {
            /* Nodes that share a skin multiply too. */
            if (joints > v.left) continue;
            v.left -= joints;
            v.skin = vrmi_memory_allocate(make->memory, joints * sizeof *v.skin);
            if (v.skin == NULL) {
                make->is_refused = true;
                return;
            }
            if (vrm_model_read_inverse_binds(make->model, node->skin, v.skin, joints) != VRM_OK) {
                for (uint32_t k = 0; k < joints; ++k) v.skin[k] = vrmi_mat4_identity();
            }
            for (uint32_t k = 0; k < joints; ++k) {
                v.skin[k] =
                    vrmi_mat4_multiply(&make->world[gltf->skins[node->skin].joints[k]], &v.skin[k]);
            }
        }
        visit_mesh(&v);
        if (v.skin != NULL) vrmi_memory_release(make->memory, v.skin, joints * sizeof *v.skin);
    }
}

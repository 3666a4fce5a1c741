/* Vertices: each attribute of a primitive through the matrix that takes its vertex to its new
 * position (requirements 6.9, steps 2 and 3). */
#include "author/normalize/bake_mesh.h"
#include "gltf/unpack.h"

#include <string.h>

/* What an accessor is: the same one may be used for several. */
typedef enum role {
    ROLE_POSITION,
    ROLE_NORMAL,
    ROLE_TANGENT,
    ROLE_POSITION_DELTA,
    ROLE_NORMAL_DELTA,
    ROLE_TANGENT_DELTA,
    ROLE_JOINTS,
    ROLE_WEIGHTS
} role;

/* The vertices of one primitive. */
typedef struct vertices {
    vrmi_meshes *meshes;
    vrmi_arena *arena; /* of what is needed for this primitive alone */
    const vrm_primitive *primitive;
    uint32_t count;
    const vrm_mat4 *matrices;    /* take them to their new positions */
    uint32_t matrix_step;        /* 1: one matrix for each vertex; 0: one for all */
    const float *normal_lengths; /* by vertex: of the normal before it is normalized; or NULL */
    vrmi_bake_key key;           /* of the accessors that depend on the same things */
} vertices;

static const vrm_mat4 *matrix_of(const vertices *v, uint32_t vertex) {
    return &v->matrices[(size_t)vertex * v->matrix_step];
}

/* --- Directions --- */

vrm_vec3 vrmi_bake_normal(const vrm_mat4 *m, vrm_vec3 normal) {
    vrm_vec3 a = {m->m[0], m->m[1], m->m[2]}, b = {m->m[4], m->m[5], m->m[6]},
             c = {m->m[8], m->m[9], m->m[10]};
    vrm_vec3 bc = vrmi_vec3_cross(b, c), ca = vrmi_vec3_cross(c, a), ab = vrmi_vec3_cross(a, b);
    float sign = vrmi_vec3_dot(a, bc) < 0.0f ? -1.0f : 1.0f;
    vrm_vec3 sum = vrmi_vec3_add(vrmi_vec3_scale(bc, normal.x), vrmi_vec3_scale(ca, normal.y));
    return vrmi_vec3_scale(vrmi_vec3_add(sum, vrmi_vec3_scale(ab, normal.z)), sign);
}

/* In double, because the cofactors of a scale in centimeters are very small. */
static float length_of(vrm_vec3 v) {
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return (float)sqrt(x * x + y * y + z * z);
}

static vrm_vec3 shorten(vrm_vec3 v, float length) {
    return length > 0.0f ? vrm_vec3_make(v.x / length, v.y / length, v.z / length) : v;
}

/* What normals and their deltas are divided by. A normal without a length stays so, and its deltas
 * go by the length that another would have. */
static float divisor_at(const vertices *v, uint32_t vertex) {
    const vrm_vec3 up = {0.0f, 1.0f, 0.0f};
    float length = v->normal_lengths != NULL ? v->normal_lengths[vertex] : 0.0f;
    return length > 0.0f ? length : length_of(vrmi_bake_normal(matrix_of(v, vertex), up));
}

static vrm_vec3 turn_vector(const vertices *v, role as, uint32_t vertex, vrm_vec3 value) {
    const vrm_mat4 *m = matrix_of(v, vertex);
    switch (as) {
    case ROLE_POSITION:
        return vrmi_mat4_transform_point(m, value);
    case ROLE_POSITION_DELTA:
        return vrmi_mat4_transform_vector(m, value);
    case ROLE_NORMAL:
    case ROLE_NORMAL_DELTA:
        return shorten(vrmi_bake_normal(m, value), divisor_at(v, vertex));
    case ROLE_TANGENT:
        value = vrmi_mat4_transform_vector(m, value);
        return shorten(value, length_of(value));
    default:
        return shorten(vrmi_mat4_transform_vector(m, value), vrmi_mat4_uniform_scale(m));
    }
}

static void turn_vectors(const vertices *v, role as, uint32_t components, float *values) {
    for (uint32_t i = 0; i < v->count; ++i) {
        float *at = values + (size_t)i * components;
        vrm_vec3 turned = vrm_vec3_make(at[0], at[1], at[2]);
        if (as > ROLE_TANGENT && turned.x == 0.0f && turned.y == 0.0f && turned.z == 0.0f) continue;
        turned = vrmi_vec3_to_finite(turn_vector(v, as, i, turned));
        at[0] = turned.x;
        at[1] = turned.y;
        at[2] = turned.z;
        if (as == ROLE_TANGENT && vrmi_mat4_determinant(matrix_of(v, i)) < 0.0f) at[3] = -at[3];
    }
}

/* --- Attributes --- */

/* Points an attribute at what its accessor has become. */
static void set_accessor(vertices *v, vrmi_value *attributes, const char *name, int32_t before,
                         int32_t after) {
    if (after == before || after == VRM_NONE) return;
    vrmi_value_set_index(&v->meshes->bake->edit->tree, attributes, name, (uint64_t)after);
}

static bool find_claim(vertices *v, role as, int32_t accessor, uint32_t *out) {
    v->key.words[0] = accessor;
    v->key.words[1] = (int32_t)as;
    return vrmi_bake_find_claim(v->meshes, &v->key, out);
}

/* Reads an attribute, turns it and writes it. What is shared is written once. */
static void bake_attribute(vertices *v, role as, int32_t accessor, vrmi_value *attributes,
                           const char *name) {
    uint32_t components = as == ROLE_TANGENT ? 4 : 3, claim;
    bool has_bounds = as == ROLE_POSITION || as == ROLE_POSITION_DELTA;
    vrmi_bake *bake = v->meshes->bake;
    vrmi_arena arena;
    float *values;
    if (accessor == VRM_NONE || bake->result != VRM_OK || bake->is_refused) return;
    if (find_claim(v, as, accessor, &claim)) {
        set_accessor(v, attributes, name, accessor, (int32_t)claim);
        return;
    }
    if (!vrmi_bake_take_steps(v->meshes, v->count)) return;
    vrmi_arena_init(&arena, &bake->edit->memory, 0);
    values = VRMI_TAKE(&arena, float, (size_t)v->count *components);
    if (values == NULL) {
        vrmi_bake_refuse(bake);
    } else if (vrmi_unpack_floats(v->meshes->document, accessor, v->count, components, values) !=
               VRM_OK) {
        vrmi_bake_fail(bake, VRM_ERROR_NO_PAYLOAD);
    } else {
        int32_t after;
        turn_vectors(v, as, components, values);
        after = vrmi_bake_put_floats(v->meshes, accessor, values, v->count, components, has_bounds);
        v->meshes->claims[claim].accessor = after;
        set_accessor(v, attributes, name, accessor, after);
    }
    vrmi_arena_release(&arena);
}

/* --- Matrices --- */

bool vrmi_bake_has_weights(const vrmi_skinning *skinning, uint32_t vertex) {
    for (int32_t set = 0; set < skinning->set_count; ++set) {
        const uint16_t *joints = skinning->joints[set] + (size_t)vertex * 4;
        const float *weights = skinning->weights[set] + (size_t)vertex * 4;
        for (int i = 0; i < 4; ++i) {
            if (weights[i] > 0.0f && joints[i] < skinning->skin->joint_count) return true;
        }
    }
    return false;
}

bool vrmi_bake_read_sets(vrmi_meshes *meshes, const vrm_primitive *primitive, vrmi_arena *arena,
                         vrmi_skinning *out) {
    while (vrmi_skinning_has_next(out, primitive)) {
        if (!vrmi_bake_take_steps(meshes, primitive->vertex_count)) return false;
        if (out->set_count == VRMI_MOST_SETS) {
            return vrmi_bake_fail(meshes->bake, VRM_ERROR_UNSUPPORTED);
        }
        if (!vrmi_skinning_read_next(out, meshes->document, primitive, arena)) {
            bool is_refused = meshes->bake->edit->memory.refusal != VRMI_REFUSAL_NONE;
            return is_refused ? vrmi_bake_refuse(meshes->bake)
                              : vrmi_bake_fail(meshes->bake, VRM_ERROR_NO_PAYLOAD);
        }
    }
    return true;
}

static void make_key(vertices *v, const vrmi_bake_use *use, const vrmi_skinning *skinning) {
    int32_t *words = v->key.words;
    memset(&v->key, 0xff, sizeof v->key); /* all of them VRM_NONE */
    words[2] = skinning->set_count > 0 ? use->skin : -2 - use->node;
    words[3] = vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_NORMAL, 0);
    for (int32_t i = 0; i < skinning->set_count; ++i) {
        words[4 + 2 * i] = vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_JOINTS, i);
        words[5 + 2 * i] = vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_WEIGHTS, i);
    }
}

static bool make_matrices(vertices *v, const vrmi_bake_skin *skin, const vrmi_skinning *skinning) {
    vrm_mat4 *each = VRMI_TAKE(v->arena, vrm_mat4, v->count);
    if (each == NULL) return vrmi_bake_refuse(v->meshes->bake);
    for (uint32_t i = 0; i < v->count; ++i) {
        int32_t joint;
        vrm_mat4 room;
        each[i] = *vrmi_skinning_matrix(skinning, i, &room, &joint);
        if (joint == VRM_NONE) each[i] = skin->without;
    }
    v->matrices = each;
    v->matrix_step = 1;
    return true;
}

/* A mesh that was bound in another pose than the rest pose: each of its joints takes a vertex to
 * another position, and only their mean is visible (NO-007). */
static void measure_binding(vertices *v, const vrmi_skinning *skinning, const float *positions) {
    float most = v->meshes->bind_error;
    for (uint32_t i = 0; i < v->count; ++i) {
        const float *p = positions + (size_t)i * 3;
        vrm_vec3 at = {p[0], p[1], p[2]}, place = vrmi_mat4_transform_point(matrix_of(v, i), at);
        for (int32_t k = 0; k < skinning->set_count * 4; ++k) {
            size_t index = (size_t)i * 4 + (size_t)(k % 4);
            float weight = skinning->weights[k / 4][index];
            uint16_t joint = skinning->joints[k / 4][index];
            vrm_vec3 own;
            if (!(weight > 0.0f) || joint >= skinning->skin->joint_count) continue;
            own = vrmi_mat4_transform_point(&skinning->matrices[joint], at);
            most = vrmi_max(most, weight * vrmi_vec3_length(vrmi_vec3_sub(own, place)));
        }
    }
    v->meshes->bind_error = most;
}

static bool read_positions(vertices *v, const vrmi_skinning *skinning) {
    int32_t accessor = vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_POSITION, 0);
    float *positions = VRMI_TAKE(v->arena, float, (size_t)v->count * 3);
    if (positions == NULL) return vrmi_bake_refuse(v->meshes->bake);
    if (vrmi_unpack_floats(v->meshes->document, accessor, v->count, 3, positions) != VRM_OK) {
        return vrmi_bake_fail(v->meshes->bake, VRM_ERROR_NO_PAYLOAD);
    }
    measure_binding(v, skinning, positions);
    return true;
}

static bool measure_normals(vertices *v) {
    int32_t accessor = vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_NORMAL, 0);
    float *lengths, *normals;
    if (accessor == VRM_NONE) return true;
    lengths = VRMI_TAKE(v->arena, float, v->count);
    normals = VRMI_TAKE(v->arena, float, (size_t)v->count * 3);
    if (lengths == NULL || normals == NULL) return vrmi_bake_refuse(v->meshes->bake);
    if (vrmi_unpack_floats(v->meshes->document, accessor, v->count, 3, normals) != VRM_OK) {
        return vrmi_bake_fail(v->meshes->bake, VRM_ERROR_NO_PAYLOAD);
    }
    for (uint32_t i = 0; i < v->count; ++i) {
        const float *n = normals + (size_t)i * 3;
        lengths[i] = length_of(vrmi_bake_normal(matrix_of(v, i), vrm_vec3_make(n[0], n[1], n[2])));
    }
    v->normal_lengths = lengths;
    return true;
}

/* --- Primitives --- */

/* TANGENT of a target is not in the tables (GL-012): it is read from the file. */
static void bake_targets(vertices *v, vrmi_value *primitive) {
    vrmi_bake *bake = v->meshes->bake;
    vrmi_tree *tree = &bake->edit->tree;
    vrmi_value *targets = vrmi_value_get(tree, primitive, "targets");
    for (uint32_t i = 0; i < v->primitive->target_count; ++i) {
        const vrm_morph_target *target = &v->primitive->targets[i];
        vrmi_value *own = vrmi_value_at(tree, targets, i);
        int32_t tangent = vrmi_value_to_index(tree, vrmi_value_get(tree, own, "TANGENT"));
        bake_attribute(v, ROLE_POSITION_DELTA, target->position, own, "POSITION");
        bake_attribute(v, ROLE_NORMAL_DELTA, target->normal, own, "NORMAL");
        if (vrmi_is_index(tangent, bake->gltf->accessor_count)) {
            bake_attribute(v, ROLE_TANGENT_DELTA, tangent, own, "TANGENT");
        }
    }
}

static void bake_places(vertices *v, vrmi_value *primitive) {
    static const struct {
        vrm_attribute_semantic semantic;
        role as;
        const char *name;
    } attributes[] = {{VRM_ATTRIBUTE_POSITION, ROLE_POSITION, "POSITION"},
                      {VRM_ATTRIBUTE_NORMAL, ROLE_NORMAL, "NORMAL"},
                      {VRM_ATTRIBUTE_TANGENT, ROLE_TANGENT, "TANGENT"}};
    vrmi_value *own = vrmi_value_get(&v->meshes->bake->edit->tree, primitive, "attributes");
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; ++i) {
        int32_t accessor = vrmi_attribute_accessor(v->primitive, attributes[i].semantic, 0);
        bake_attribute(v, attributes[i].as, accessor, own, attributes[i].name);
    }
    bake_targets(v, primitive);
}

/* Vertices without weights get weight 1 on the root (TP-019). */
static void bake_weights(vertices *v, const vrmi_bake_skin *skin, const vrmi_skinning *skinning,
                         vrmi_value *primitive) {
    vrmi_meshes *meshes = v->meshes;
    vrmi_value *own = vrmi_value_get(&meshes->bake->edit->tree, primitive, "attributes");
    int32_t from[2] = {vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_JOINTS, 0),
                       vrmi_attribute_accessor(v->primitive, VRM_ATTRIBUTE_WEIGHTS, 0)};
    uint16_t *joints = VRMI_TAKE(v->arena, uint16_t, (size_t)v->count * 4);
    float *weights = VRMI_TAKE(v->arena, float, (size_t)v->count * 4);
    uint32_t claim, changed = 0;
    if (joints == NULL || weights == NULL) {
        vrmi_bake_refuse(meshes->bake);
        return;
    }
    memcpy(joints, skinning->joints[0], (size_t)v->count * 4 * sizeof *joints);
    memcpy(weights, skinning->weights[0], (size_t)v->count * 4 * sizeof *weights);
    for (uint32_t i = 0; i < v->count; ++i) {
        if (vrmi_bake_has_weights(skinning, i)) continue;
        memset(&joints[(size_t)i * 4], 0, 4 * sizeof *joints);
        memset(&weights[(size_t)i * 4], 0, 4 * sizeof *weights);
        joints[(size_t)i * 4] = (uint16_t)skin->root;
        weights[(size_t)i * 4] = 1.0f;
        ++changed;
    }
    if (changed == 0) return;
    if (!find_claim(v, ROLE_JOINTS, from[0], &claim)) {
        int32_t after = vrmi_bake_put_joints(meshes, from[0], joints, v->count);
        meshes->claims[claim].accessor = after;
        claim = (uint32_t)after;
    }
    set_accessor(v, own, "JOINTS_0", from[0], (int32_t)claim);
    if (!find_claim(v, ROLE_WEIGHTS, from[1], &claim)) {
        int32_t after = vrmi_bake_put_floats(meshes, from[1], weights, v->count, 4, false);
        meshes->claims[claim].accessor = after;
        claim = (uint32_t)after;
    }
    set_accessor(v, own, "WEIGHTS_0", from[1], (int32_t)claim);
}

static void bake_vertices(vertices *v, const vrmi_bake_group *group, vrmi_value *primitive) {
    const vrmi_bake_use *use = group->uses;
    vrmi_bake *bake = v->meshes->bake;
    const vrmi_bake_skin *skin = use->skin != VRM_NONE ? &v->meshes->skins[use->skin] : NULL;
    vrmi_skinning skinning;
    memset(&skinning, 0, sizeof skinning);
    v->matrices = &bake->nodes[use->node].change;
    if (skin != NULL) {
        if (!vrmi_bake_read_sets(v->meshes, v->primitive, v->arena, &skinning)) return;
        skinning.skin = &bake->gltf->skins[use->skin];
        skinning.matrices = skin->matrices;
    }
    make_key(v, use, &skinning);
    if (skinning.set_count > 0) {
        if (group->gets_joints) bake_weights(v, skin, &skinning, primitive);
        if (skin->is_same) return;
        if (!make_matrices(v, skin, &skinning) || !read_positions(v, &skinning)) return;
    } else if (bake->nodes[use->node].is_same) {
        return;
    }
    if (measure_normals(v)) bake_places(v, primitive);
}

void vrmi_bake_primitive(vrmi_meshes *meshes, const vrmi_bake_group *group, uint32_t index,
                         vrmi_value *primitive) {
    vrmi_arena arena;
    vertices v = {.meshes = meshes, .arena = &arena};
    v.primitive = &meshes->bake->gltf->meshes[group->uses[0].mesh].primitives[index];
    v.count = v.primitive->vertex_count;
    if (v.primitive->is_compressed) {
        vrmi_bake_fail(meshes->bake, VRM_ERROR_UNSUPPORTED);
        return;
    }
    if (v.count == 0) return;
    vrmi_arena_init(&arena, &meshes->bake->edit->memory, 0);
    bake_vertices(&v, group, primitive);
    vrmi_arena_release(&arena);
}

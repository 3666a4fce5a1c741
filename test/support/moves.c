#include "support/moves.h"
#include "testkit/create.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The same numbers on every machine. */
typedef struct chance {
    uint32_t state;
} chance;

static float next(chance *c) { /* from -1 to 1 */
    c->state = c->state * 1664525u + 1013904223u;
    return (float)(c->state >> 8) / 8388608.0f - 1.0f;
}

static vrm_quat next_turn(chance *c, float most) {
    float x = next(c), y = next(c), z = next(c), angle = next(c) * most;
    float length = sqrtf(x * x + y * y + z * z) + 1e-6f, s = sinf(angle / 2) / length;
    return vrm_quat_make(x * s, y * s, z * s, cosf(angle / 2));
}

/* --- Vertices --- */

typedef struct vertex {
    double place[3], normal[3];
} vertex;

static void transform(const vrm_mat4 *m, const float *v, double weight, double w, double *sum) {
    for (int i = 0; i < 3; ++i) {
        sum[i] += weight * ((double)m->m[i] * (double)v[0] + (double)m->m[4 + i] * (double)v[1] +
                            (double)m->m[8 + i] * (double)v[2] + (double)m->m[12 + i] * w);
    }
}

typedef struct primitive_data {
    float *positions, *normals, *weights[4];
    uint16_t *joints[4];
    int32_t sets;
    uint32_t count;
} primitive_data;

static void release(primitive_data *data) {
    free(data->positions);
    free(data->normals);
    for (int i = 0; i < 4; ++i) {
        free(data->weights[i]);
        free(data->joints[i]);
    }
}

static void add_targets(const vrm_model *model, const vrm_frame *frame, int32_t node,
                        int32_t primitive, primitive_data *data) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    int32_t mesh = gltf->nodes[node].mesh;
    uint32_t count = gltf->meshes[mesh].primitives[primitive].target_count;
    float *delta = malloc((size_t)data->count * 3 * sizeof *delta);
    for (uint32_t t = 0; t < count && delta != NULL; ++t) {
        float weight = frame->morph_weights[frame->morph_offsets[node] + t];
        for (int k = 0; k < 2 && weight != 0.0f; ++k) {
            float *out = k == 0 ? data->positions : data->normals;
            if (vrm_model_read_morph_target(model, mesh, primitive, (int32_t)t,
                                            k == 0 ? VRM_ATTRIBUTE_POSITION : VRM_ATTRIBUTE_NORMAL,
                                            delta, (size_t)data->count * 3) != VRM_OK) {
                continue;
            }
            for (size_t i = 0; i < (size_t)data->count * 3; ++i) out[i] += weight * delta[i];
        }
    }
    free(delta);
}

static bool read_primitive(const vrm_model *model, int32_t node, int32_t primitive,
                           primitive_data *out) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_node *n = &gltf->nodes[node];
    size_t count = gltf->meshes[n->mesh].primitives[primitive].vertex_count;
    memset(out, 0, sizeof *out);
    out->count = (uint32_t)count;
    out->positions = calloc(count * 3 + 1, sizeof(float));
    out->normals = calloc(count * 3 + 1, sizeof(float));
    if (out->positions == NULL || out->normals == NULL ||
        vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3,
                                out->positions, count * 3) != VRM_OK) {
        return false;
    }
    vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_NORMAL, 0, 3, out->normals,
                            count * 3);
    for (; n->skin != VRM_NONE && out->sets < 4; ++out->sets) {
        int32_t set = out->sets;
        out->weights[set] = calloc(count * 4 + 1, sizeof(float));
        out->joints[set] = calloc(count * 4 + 1, sizeof(uint16_t));
        if (out->weights[set] == NULL || out->joints[set] == NULL ||
            vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_WEIGHTS, set, 4,
                                    out->weights[set], count * 4) != VRM_OK ||
            vrm_model_read_joints(model, n->mesh, primitive, set, n->skin, out->joints[set],
                                  count * 4, NULL) != VRM_OK) {
            break;
        }
    }
    return true;
}

/* What the skin of a node does with a vertex; a vertex without weights stays where it is in the
 * model (TP-019). */
static void place_vertex(const primitive_data *data, const vrm_mat4 *matrices, const vrm_mat4 *node,
                         const vrm_mat4 *model, uint32_t index, vertex *out) {
    const float *p = data->positions + (size_t)index * 3, *n = data->normals + (size_t)index * 3;
    double total = 0;
    memset(out, 0, sizeof *out);
    for (int32_t set = 0; set < data->sets; ++set) {
        for (size_t k = (size_t)index * 4; k < (size_t)index * 4 + 4; ++k) {
            double weight = (double)data->weights[set][k];
            if (!(weight > 0)) continue;
            transform(&matrices[data->joints[set][k]], p, weight, 1, out->place);
            transform(&matrices[data->joints[set][k]], n, weight, 0, out->normal);
            total += weight;
        }
    }
    if (data->sets == 0 || total == 0) {
        transform(data->sets == 0 ? node : model, p, 1, 1, out->place);
        transform(data->sets == 0 ? node : model, n, 1, 0, out->normal);
        total = 1;
    }
    for (int i = 0; i < 3; ++i) out->place[i] /= total;
}

static vrm_mat4 *skin_matrices(const vrm_avatar *avatar, int32_t skin) {
    const vrm_model *model = vrm_avatar_model(avatar);
    uint32_t count = vrm_model_gltf(model)->skins[skin].joint_count;
    vrm_mat4 *binds = malloc((count + 1) * sizeof *binds), *out = malloc((count + 1) * sizeof *out);
    if (binds == NULL || out == NULL ||
        vrm_model_read_inverse_binds(model, skin, binds, count) != VRM_OK ||
        vrm_avatar_get_skin_matrices(avatar, skin, binds, out, count) != VRM_OK) {
        free(out);
        out = NULL;
    }
    free(binds);
    return out;
}

/* The matrix from the model to the world. */
static vrm_mat4 model_matrix(const vrm_avatar *avatar) {
    vrm_mat4 m = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    if (vrm_model_tables(vrm_avatar_model(avatar))->humanoid.faces_minus_z) {
        m.m[0] = m.m[10] = -1.0f; /* it is turned to face +Z */
    }
    return m;
}

/* All vertices of a primitive as a node shows it; NULL: they cannot be read. */
static vertex *place_vertices(const vrm_avatar *avatar, int32_t node, int32_t primitive,
                              uint32_t *out_count) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    int32_t skin = vrm_model_gltf(model)->nodes[node].skin;
    vrm_mat4 *matrices = skin != VRM_NONE ? skin_matrices(avatar, skin) : NULL;
    vrm_mat4 whole = model_matrix(avatar);
    primitive_data data;
    vertex *out = NULL;
    if (read_primitive(model, node, primitive, &data) && (data.sets == 0 || matrices != NULL)) {
        out = calloc((size_t)data.count + 1, sizeof *out);
        add_targets(model, frame, node, primitive, &data);
        for (uint32_t i = 0; i < data.count && out != NULL; ++i) {
            place_vertex(&data, matrices, &frame->world[node], &whole, i, &out[i]);
        }
    }
    *out_count = data.count;
    release(&data);
    free(matrices);
    return out;
}

static double degrees_between(const double *a, const double *b) {
    double dot = 0, across = 0, aa = 0, bb = 0;
    for (int i = 0; i < 3; ++i) {
        int k = (i + 1) % 3;
        double cross = a[i] * b[k] - a[k] * b[i];
        dot += a[i] * b[i];
        across += cross * cross;
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    if (aa < 1e-30 || bb < 1e-30) return 0;
    return atan2(sqrt(across), dot) * 57.29577951308232;
}

static bool compare_primitive(const vrm_avatar *a, const vrm_avatar *b, int32_t node,
                              int32_t primitive, double *apart, moves *out) {
    uint32_t count, other;
    vertex *va = place_vertices(a, node, primitive, &count);
    vertex *vb = place_vertices(b, node, primitive, &other);
    bool is_good = (va == NULL) == (vb == NULL) && count == other;
    for (uint32_t i = 0; i < count && va != NULL && is_good; ++i) {
        double sum = 0, angle = degrees_between(va[i].normal, vb[i].normal);
        for (int k = 0; k < 3; ++k) {
            sum += (va[i].place[k] - vb[i].place[k]) * (va[i].place[k] - vb[i].place[k]);
        }
        if (!(sqrt(sum) <= *apart)) *apart = sqrt(sum);
        if (!(angle <= out->normals)) out->normals = angle;
        ++out->vertices;
    }
    free(va);
    free(vb);
    return is_good;
}

static bool compare_vertices(const vrm_avatar *a, const vrm_avatar *b, double *apart, moves *out) {
    const vrm_gltf *ga = vrm_model_gltf(vrm_avatar_model(a));
    const vrm_gltf *gb = vrm_model_gltf(vrm_avatar_model(b));
    out->vertices = 0;
    for (uint32_t i = 0; i < ga->node_count; ++i) {
        int32_t mesh = ga->nodes[i].mesh, other = gb->nodes[i].mesh;
        if ((mesh == VRM_NONE) != (other == VRM_NONE)) return false;
        if (mesh == VRM_NONE) continue;
        if (ga->meshes[mesh].primitive_count != gb->meshes[other].primitive_count) return false;
        for (uint32_t k = 0; k < ga->meshes[mesh].primitive_count; ++k) {
            if (ga->meshes[mesh].primitives[k].is_compressed) continue;
            if (!compare_primitive(a, b, (int32_t)i, (int32_t)k, apart, out)) return false;
        }
    }
    return true;
}

/* --- Poses --- */

static void pose(vrm_avatar *avatar, uint32_t number) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    chance c = {number * 7919u};
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_quat turn = next_turn(&c, 1.2f);
        if (number != 0) vrm_avatar_set_bone_rotation(avatar, bone, &turn);
    }
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        float weight = next(&c);
        vrm_avatar_set_expression(avatar, (int32_t)i, number != 0 && weight > 0.5f ? weight : 0.0f);
    }
    vrm_avatar_update_pose(avatar);
    vrm_avatar_update_look_at(avatar);
    vrm_avatar_update_expressions(avatar, 0.0f);
    vrm_avatar_update_constraints(avatar);
}

static void compare_eyes(const vrm_avatar *a, const vrm_avatar *b, moves *out) {
    vrm_vec3 ea = vrm_avatar_eye_position(a), eb = vrm_avatar_eye_position(b);
    double x = (double)ea.x - (double)eb.x, y = (double)ea.y - (double)eb.y,
           z = (double)ea.z - (double)eb.z;
    double apart = sqrt(x * x + y * y + z * z);
    if (!(apart <= out->eyes)) out->eyes = apart;
}

/* --- Nodes --- */

/* The axes of a matrix without its scale; a mirrored or sheared one is not compared. */
static bool unit_axes(const vrm_mat4 *m, double out[3][3]) {
    for (int k = 0; k < 3; ++k) {
        double length = 0;
        for (int i = 0; i < 3; ++i) length += (double)m->m[4 * k + i] * (double)m->m[4 * k + i];
        if (!(length > 1e-30)) return false;
        for (int i = 0; i < 3; ++i) out[k][i] = (double)m->m[4 * k + i] / sqrt(length);
    }
    return true;
}

/* Where a turn from rest takes an axis of the model. */
static void turned_axis(double rest[3][3], double now[3][3], int axis, double *out) {
    for (int i = 0; i < 3; ++i) {
        out[i] = 0;
        for (int k = 0; k < 3; ++k) out[i] += now[k][i] * rest[k][axis];
    }
}

static void compare_nodes(const vrm_avatar *a, const vrm_avatar *b, const vrm_mat4 *rest_a,
                          const vrm_mat4 *rest_b, moves *out) {
    const vrm_frame *fa = vrm_avatar_frame(a), *fb = vrm_avatar_frame(b);
    for (uint32_t i = 0; i < fa->node_count; ++i) {
        double ra[3][3], rb[3][3], na[3][3], nb[3][3], apart = 0;
        for (int k = 12; k < 15; ++k) {
            double off = (double)fa->world[i].m[k] - (double)fb->world[i].m[k];
            apart += off * off;
        }
        if (!(sqrt(apart) <= out->nodes)) out->nodes = sqrt(apart);
        if (!unit_axes(&rest_a[i], ra) || !unit_axes(&rest_b[i], rb) ||
            !unit_axes(&fa->world[i], na) || !unit_axes(&fb->world[i], nb)) {
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            double ta[3], tb[3], angle;
            turned_axis(ra, na, axis, ta);
            turned_axis(rb, nb, axis, tb);
            angle = degrees_between(ta, tb);
            if (!(angle <= out->turns)) out->turns = angle;
        }
    }
}

static vrm_mat4 *copy_world(const vrm_avatar *avatar) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    vrm_mat4 *out = malloc(((size_t)frame->node_count + 1) * sizeof *out);
    if (out != NULL) memcpy(out, frame->world, frame->node_count * sizeof *out);
    return out;
}

/* --- Springs --- */

static void bone_direction(const vrm_avatar *avatar, const vrm_spring_joint *joint, double *out) {
    const vrm_mat4 *m = &vrm_avatar_frame(avatar)->world[joint->node];
    const float tail[3] = {joint->tail_offset.x, joint->tail_offset.y, joint->tail_offset.z};
    memset(out, 0, 3 * sizeof *out);
    transform(m, tail, 1, 0, out);
}

static bool compare_springs(vrm_avatar *a, vrm_avatar *b, moves *out) {
    const vrm_tables *ta = vrm_model_tables(vrm_avatar_model(a));
    const vrm_tables *tb = vrm_model_tables(vrm_avatar_model(b));
    enum { FRAMES = 180 };
    if (ta->spring_joint_count != tb->spring_joint_count) return false;
    out->joints = ta->spring_joint_count;
    vrm_avatar_reset_pose(a);
    vrm_avatar_reset_pose(b);
    for (int frame = 0; frame < FRAMES && out->joints > 0; ++frame) {
        float t = (float)frame / 60.0f;
        vrm_trs root = {{0.2f * sinf(4 * t), 0.05f * sinf(7 * t), 0.1f * sinf(3 * t)},
                        {0, sinf(0.4f * sinf(2 * t)), 0, cosf(0.4f * sinf(2 * t))},
                        {1, 1, 1}};
        vrm_quat nod = {sinf(0.2f * sinf(5 * t)), 0, 0, cosf(0.2f * sinf(5 * t))};
        vrm_avatar *both[2] = {a, b};
        for (int k = 0; k < 2; ++k) {
            vrm_avatar_set_root(both[k], &root);
            vrm_avatar_set_bone_rotation(both[k], VRM_BONE_HEAD, &nod);
            vrm_avatar_set_bone_rotation(both[k], VRM_BONE_SPINE, &nod);
            vrm_avatar_update(both[k], 1.0f / 60.0f);
        }
        for (uint32_t i = 0; i < out->joints; ++i) {
            double da[3], db[3], angle;
            bone_direction(a, &ta->spring_joints[i], da);
            bone_direction(b, &tb->spring_joints[i], db);
            angle = degrees_between(da, db);
            if (!(angle <= out->springs)) out->springs = angle;
        }
    }
    return true;
}

bool compare_moves(vrm_model *a, vrm_model *b, uint32_t poses, moves *out) {
    vrm_avatar *va = create_avatar(a, NULL), *vb = create_avatar(b, NULL);
    vrm_mat4 *rest_a = NULL, *rest_b = NULL;
    bool is_good =
        va != NULL && vb != NULL && vrm_model_gltf(a)->node_count == vrm_model_gltf(b)->node_count;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i <= poses && is_good; ++i) {
        pose(va, i);
        pose(vb, i);
        if (i == 0) {
            rest_a = copy_world(va);
            rest_b = copy_world(vb);
        }
        is_good = rest_a != NULL && rest_b != NULL;
        if (is_good) compare_nodes(va, vb, rest_a, rest_b, out);
        compare_eyes(va, vb, out);
        is_good = is_good && compare_vertices(va, vb, i == 0 ? &out->rest : &out->posed, out);
    }
    is_good = is_good && compare_springs(va, vb, out);
    free(rest_a);
    free(rest_b);
    vrm_avatar_destroy(va);
    vrm_avatar_destroy(vb);
    return is_good;
}

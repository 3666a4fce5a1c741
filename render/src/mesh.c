/*
 * Vertices, triangles and morph targets of a model.
 *
 * A vertex has two parts: position and normal, which morph targets move, and the rest. Both have
 * the same form in every mesh, with zeros for what a file does not have: drivers that run shaders
 * on the processor compile a vertex shader anew for every other form.
 */
#include "renderer.h"

#include <math.h>
#include <string.h>

static bool has(const vrm_primitive *primitive, int32_t semantic, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        if (attribute->semantic == semantic && attribute->set == set) return true;
    }
    return false;
}

/* --- Joints and weights --- */

/* Weights of a vertex add up to 1; a vertex without any follows its first joint. */
static void normalize(float *weights, uint32_t count) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        if (!(weights[i] > 0.0f)) weights[i] = 0.0f;
        sum += weights[i];
    }
    if (sum > 0.0f && isfinite(sum)) {
        for (uint32_t i = 0; i < count; ++i) weights[i] /= sum;
    } else {
        memset(weights, 0, count * sizeof *weights);
        weights[0] = 1.0f;
    }
}

/* The strongest influences of one vertex into `out_…`, at most 4 * VRMR_MAX_SKIN_SETS. */
static uint32_t strongest(const uint16_t *joints, const float *weights, size_t stride,
                          uint32_t sets, uint16_t *out_joints, float *out_weights) {
    uint32_t count = 0;
    const uint32_t most = 4 * VRMR_MAX_SKIN_SETS;
    for (uint32_t i = 0; i < sets * 4; ++i) {
        size_t from = (i / 4) * stride + i % 4;
        uint32_t at = count < most ? count : most - 1;
        float weight = weights[from];
        if (!(weight > 0.0f)) continue;
        if (count == most && out_weights[at] >= weight) continue;
        for (; at > 0 && out_weights[at - 1] < weight; --at) {
            out_weights[at] = out_weights[at - 1];
            out_joints[at] = out_joints[at - 1];
        }
        out_weights[at] = weight;
        out_joints[at] = joints[from];
        if (count < most) ++count;
    }
    return count;
}

/* Reads all sets and keeps what has weight: as few sets as the vertices need, the strongest
 * influences where there are more than 16. Writes them set by set; says how many a vertex has. */
static vrmr_made read_influences(vrm_render_model *model, int32_t mesh, int32_t primitive,
                                 int32_t skin, uint32_t sets, size_t vertex_count,
                                 uint16_t *out_joints, float *out_weights, uint32_t *out_most) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t stride = vertex_count * 4, total = stride * sets;
    uint16_t *joints = vrmr_allocate(allocator, total, sizeof *joints);
    float *weights = vrmr_allocate(allocator, total, sizeof *weights);
    vrmr_made made = joints && weights ? VRMR_MADE : VRMR_NO_MEMORY;
    uint32_t most = 1;
    for (uint32_t s = 0; made == VRMR_MADE && s < sets; ++s) {
        if (vrm_model_read_joints(model->model, mesh, primitive, (int32_t)s, skin,
                                  joints + s * stride, stride, NULL) != VRM_OK ||
            vrm_model_read_vertices(model->model, mesh, primitive, VRM_ATTRIBUTE_WEIGHTS,
                                    (int32_t)s, 4, weights + s * stride, stride) != VRM_OK) {
            memset(weights + s * stride, 0, stride * sizeof *weights);
        }
    }
    for (size_t v = 0; made == VRMR_MADE && v < vertex_count; ++v) {
        uint16_t kept_joints[4 * VRMR_MAX_SKIN_SETS] = {0};
        float kept[4 * VRMR_MAX_SKIN_SETS] = {0};
        uint32_t count =
            strongest(joints + v * 4, weights + v * 4, stride, sets, kept_joints, kept);
        if (count == 0) kept_joints[0] = joints[v * 4];
        if (count > most) most = count;
        normalize(kept, 4 * VRMR_MAX_SKIN_SETS);
        for (uint32_t s = 0; s < VRMR_MAX_SKIN_SETS; ++s) {
            memcpy(out_joints + s * stride + v * 4, kept_joints + s * 4, 4 * sizeof *joints);
            memcpy(out_weights + s * stride + v * 4, kept + s * 4, 4 * sizeof *weights);
        }
    }
    *out_most = most;
    vrmr_release(allocator, joints, total, sizeof *joints);
    vrmr_release(allocator, weights, total, sizeof *weights);
    return made;
}

/* --- Normals --- */

/* Smooth normals for outlines of a mesh that has none; its surface is drawn flat. */
static void make_normals(const float *positions, const uint32_t *triangles, size_t count,
                         float *out, size_t vertex_count) {
    memset(out, 0, vertex_count * 3 * sizeof *out);
    for (size_t i = 0; i + 2 < count; i += 3) {
        const float *a = positions + 3 * (size_t)triangles[i];
        const float *b = positions + 3 * (size_t)triangles[i + 1];
        const float *c = positions + 3 * (size_t)triangles[i + 2];
        float u[3], v[3], n[3];
        for (int k = 0; k < 3; ++k) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        n[0] = u[1] * v[2] - u[2] * v[1];
        n[1] = u[2] * v[0] - u[0] * v[2];
        n[2] = u[0] * v[1] - u[1] * v[0];
        for (int corner = 0; corner < 3; ++corner) {
            float *to = out + 3 * (size_t)triangles[i + (size_t)corner];
            for (int k = 0; k < 3; ++k) to[k] += n[k];
        }
    }
}

/* --- Morph targets --- */

static bool is_still(const float *d) { return d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f; }

/* The deltas of one target, of the vertices that it moves. */
static bool add_target(vrm_render_model *model, vrmr_geometry *geometry, const float *positions,
                       const float *normals, uint32_t *count) {
    for (uint32_t v = 0; v < geometry->vertex_count; ++v) {
        const float *p = positions + 3 * (size_t)v, *n = normals + 3 * (size_t)v;
        vrmr_delta *delta;
        if (is_still(p) && is_still(n)) continue;
        delta =
            vrmr_scratch_need(&geometry->deltas, &model->renderer->allocator,
                              ((size_t)*count + 1) * sizeof *delta, (size_t)*count * sizeof *delta);
        if (!delta) return false;
        delta += (*count)++;
        delta->vertex = v;
        memcpy(delta->change, p, 3 * sizeof *p);
        memcpy(delta->change + 3, n, 3 * sizeof *n);
    }
    return true;
}

static bool read_targets(vrm_render_model *model, int32_t mesh, int32_t primitive,
                         vrmr_geometry *geometry) {
    const vrm_primitive *file = &model->gltf->meshes[mesh].primitives[primitive];
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t floats = (size_t)geometry->vertex_count * 3;
    float *positions, *normals;
    uint32_t count = 0;
    bool good;
    if (file->target_count == 0) return true;
    positions = vrmr_allocate(allocator, floats, sizeof *positions);
    normals = vrmr_allocate(allocator, floats, sizeof *normals);
    geometry->delta_ends = vrmr_allocate(allocator, file->target_count, sizeof(uint32_t));
    geometry->target_count = geometry->delta_ends ? file->target_count : 0;
    good = positions && normals && geometry->delta_ends;
    for (uint32_t t = 0; good && t < file->target_count; ++t) {
        const vrm_morph_target *target = &file->targets[t];
        bool is_read = target->position >= 0 || target->normal >= 0;
        is_read = is_read && model->morphed + geometry->vertex_count <= VRMR_MAX_MORPHED;
        if (is_read) {
            model->morphed += geometry->vertex_count;
            is_read =
                vrm_model_read_morph_target(model->model, mesh, primitive, (int32_t)t,
                                            VRM_ATTRIBUTE_POSITION, positions, floats) == VRM_OK &&
                vrm_model_read_morph_target(model->model, mesh, primitive, (int32_t)t,
                                            VRM_ATTRIBUTE_NORMAL, normals, floats) == VRM_OK;
        }
        if (is_read) good = add_target(model, geometry, positions, normals, &count);
        geometry->delta_ends[t] = count;
    }
    vrmr_release(allocator, positions, floats, sizeof *positions);
    vrmr_release(allocator, normals, floats, sizeof *normals);
    if (good) vrmr_scratch_trim(&geometry->deltas, allocator, (size_t)count * sizeof(vrmr_delta));
    return good;
}

bool vrmr_geometry_moves(const vrmr_geometry *geometry, const float *weights, uint32_t count) {
    uint32_t from = 0;
    if (count > geometry->target_count) count = geometry->target_count;
    for (uint32_t t = 0; t < count; from = geometry->delta_ends[t++]) {
        if (weights[t] != 0.0f && geometry->delta_ends[t] > from) return true;
    }
    return false;
}

void vrmr_geometry_morph(const vrmr_geometry *geometry, const float *weights, uint32_t count,
                         float *out) {
    const vrmr_delta *deltas = geometry->deltas.data;
    memcpy(out, geometry->base, (size_t)geometry->vertex_count * 6 * sizeof *out);
    if (count > geometry->target_count) count = geometry->target_count;
    for (uint32_t t = 0, i = 0; t < count; ++t) {
        uint32_t end = geometry->delta_ends[t];
        if (weights[t] == 0.0f) i = end;
        for (; i < end; ++i) {
            float *to = out + 6 * (size_t)deltas[i].vertex;
            for (int k = 0; k < 6; ++k) to[k] += deltas[i].change[k] * weights[t];
        }
    }
}

/* --- Vertices --- */

/* The rest of a vertex; sets of joints beyond the first follow. */
typedef struct vertex_rest {
    float uv[2][2];
    float color[4];
    float weights[4];
    uint16_t joints[4];
} vertex_rest;

typedef struct skin_set {
    float weights[4];
    uint16_t joints[4];
} skin_set;

/* What is read into, of one primitive. */
typedef struct vertex_arrays {
    float *positions, *normals, *uv[2], *colors, *weights;
    uint16_t *joints;
    uint32_t sets;
} vertex_arrays;

static size_t rest_size(const vertex_arrays *arrays) {
    return sizeof(vertex_rest) + (arrays->sets > 1 ? (arrays->sets - 1) * sizeof(skin_set) : 0);
}

static bool read_floats(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t semantic,
                        int32_t set, int32_t components, float *out, size_t vertex_count) {
    return vrm_model_read_vertices(model->model, mesh, primitive, semantic, set, components, out,
                                   vertex_count * (size_t)components) == VRM_OK;
}

static vrmr_made read_arrays(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t skin,
                             vrmr_geometry *geometry, vertex_arrays *out) {
    size_t n = geometry->vertex_count;
    if (!read_floats(model, mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3, out->positions, n)) {
        return VRMR_NOTHING;
    }
    if (!read_floats(model, mesh, primitive, VRM_ATTRIBUTE_NORMAL, 0, 3, out->normals, n)) {
        uint32_t first, count;
        vrmr_made made =
            vrmr_geometry_add(model, geometry, mesh, primitive, VRM_NONE, &first, &count);
        if (made != VRMR_MADE) return made;
        geometry->is_flat = 1;
        make_normals(out->positions, geometry->triangles.data, count, out->normals, n);
        geometry->index_count = 0;
    }
    for (int32_t set = 0; set < 2; ++set) {
        if (!read_floats(model, mesh, primitive, VRM_ATTRIBUTE_TEXCOORD, set, 2, out->uv[set], n)) {
            memset(out->uv[set], 0, n * 2 * sizeof(float));
        }
    }
    if (!read_floats(model, mesh, primitive, VRM_ATTRIBUTE_COLOR, 0, 4, out->colors, n)) {
        out->colors = NULL;
    }
    if (geometry->skin_sets > 0) {
        vrmr_made made = read_influences(model, mesh, primitive, skin, geometry->skin_sets, n,
                                         out->joints, out->weights, &geometry->influences);
        out->sets = (geometry->influences + 3) / 4;
        return made;
    }
    return VRMR_MADE;
}

static void pack(const vertex_arrays *arrays, size_t n, float *out_base, uint8_t *out_rest) {
    size_t size = rest_size(arrays);
    for (size_t v = 0; v < n; ++v, out_base += 6, out_rest += size) {
        vertex_rest rest = {.color = {1.0f, 1.0f, 1.0f, 1.0f}, .weights = {1.0f}};
        uint8_t *more = out_rest + sizeof rest;
        memcpy(out_base, arrays->positions + v * 3, 3 * sizeof(float));
        memcpy(out_base + 3, arrays->normals + v * 3, 3 * sizeof(float));
        memcpy(rest.uv[0], arrays->uv[0] + v * 2, sizeof rest.uv[0]);
        memcpy(rest.uv[1], arrays->uv[1] + v * 2, sizeof rest.uv[1]);
        if (arrays->colors) memcpy(rest.color, arrays->colors + v * 4, sizeof rest.color);
        if (arrays->sets > 0) {
            memcpy(rest.weights, arrays->weights + v * 4, sizeof rest.weights);
            memcpy(rest.joints, arrays->joints + v * 4, sizeof rest.joints);
        }
        memcpy(out_rest, &rest, sizeof rest);
        for (uint32_t s = 1; s < arrays->sets; ++s, more += sizeof(skin_set)) {
            skin_set set;
            memcpy(set.weights, arrays->weights + (s * n + v) * 4, sizeof set.weights);
            memcpy(set.joints, arrays->joints + (s * n + v) * 4, sizeof set.joints);
            memcpy(more, &set, sizeof set);
        }
    }
}

static void point(const vrmr_gl *gl, uint32_t location, int32_t components, size_t stride,
                  size_t offset) {
    gl->EnableVertexAttribArray(location);
    gl->VertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, (gl_int)stride,
                            (const void *)(uintptr_t)offset);
}

void vrmr_geometry_point_base(const vrmr_gl *gl, gl_uint buffer, size_t offset) {
    gl->BindBuffer(GL_ARRAY_BUFFER, buffer);
    point(gl, VRMR_ATTRIBUTE_POSITION, 3, 6 * sizeof(float), offset);
    point(gl, VRMR_ATTRIBUTE_NORMAL, 3, 6 * sizeof(float), offset + 3 * sizeof(float));
}

static void upload(const vrmr_gl *gl, vrmr_geometry *out, const vertex_arrays *arrays,
                   const float *base, const uint8_t *rest) {
    size_t stride = rest_size(arrays), offset = offsetof(vertex_rest, weights);
    gl->GenVertexArrays(1, &out->array);
    gl->GenBuffers(2, out->vertices);
    gl->BindVertexArray(out->array);
    gl->BindBuffer(GL_ARRAY_BUFFER, out->vertices[0]);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)(out->vertex_count * 6 * sizeof(float)), base,
                   GL_STATIC_DRAW);
    vrmr_geometry_point_base(gl, out->vertices[0], 0);
    gl->BindBuffer(GL_ARRAY_BUFFER, out->vertices[1]);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)(out->vertex_count * stride), rest, GL_STATIC_DRAW);
    point(gl, VRMR_ATTRIBUTE_UV, 4, stride, offsetof(vertex_rest, uv));
    point(gl, VRMR_ATTRIBUTE_COLOR, 4, stride, offsetof(vertex_rest, color));
    for (uint32_t s = 0; s == 0 || s < arrays->sets; ++s, offset += sizeof(skin_set)) {
        uint32_t location = VRMR_ATTRIBUTE_JOINTS + 2 * s;
        point(gl, location + 1, 4, stride, offset);
        gl->EnableVertexAttribArray(location);
        gl->VertexAttribIPointer(location, 4, GL_UNSIGNED_SHORT, (gl_int)stride,
                                 (const void *)(uintptr_t)(offset + offsetof(skin_set, joints)));
    }
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

/* Memory for all arrays, in one block. */
static float *take_arrays(const vrm_allocator *allocator, size_t n, uint32_t sets,
                          vertex_arrays *out, size_t *out_floats) {
    size_t kept = sets ? n * 4 * VRMR_MAX_SKIN_SETS : 0;
    float *block;
    *out_floats = n * (3 + 3 + 2 + 2 + 4) + kept + (kept + 1) / 2;
    block = vrmr_allocate(allocator, *out_floats, sizeof *block);
    if (!block) return NULL;
    out->positions = block;
    out->normals = out->positions + n * 3;
    out->uv[0] = out->normals + n * 3;
    out->uv[1] = out->uv[0] + n * 2;
    out->colors = out->uv[1] + n * 2;
    out->weights = out->colors + n * 4;
    out->joints = (uint16_t *)(void *)(out->weights + kept);
    return block;
}

/* The base stays where there are targets to move it. */
static vrmr_made make(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t skin,
                      vrmr_geometry *out) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t n = out->vertex_count, floats = 0;
    vertex_arrays arrays = {0};
    float *block = take_arrays(allocator, n, out->skin_sets, &arrays, &floats), *base;
    uint8_t *rest = NULL;
    vrmr_made made =
        block ? read_arrays(model, mesh, primitive, skin, out, &arrays) : VRMR_NO_MEMORY;
    out->base = base = made == VRMR_MADE ? vrmr_allocate(allocator, n * 6, sizeof *base) : NULL;
    if (base) rest = vrmr_allocate(allocator, n, rest_size(&arrays));
    if (made == VRMR_MADE && !rest) made = VRMR_NO_MEMORY;
    if (made == VRMR_MADE) {
        out->skin_sets = arrays.sets;
        pack(&arrays, n, base, rest);
        upload(&model->renderer->gl, out, &arrays, base, rest);
        if (!read_targets(model, mesh, primitive, out)) made = VRMR_NO_MEMORY;
    }
    vrmr_release(allocator, rest, n, rest_size(&arrays));
    vrmr_release(allocator, block, floats, sizeof *block);
    if (out->target_count == 0) {
        vrmr_release(allocator, out->base, n * 6, sizeof *base);
        out->base = NULL;
    }
    return made;
}

vrmr_made vrmr_geometry_create(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, vrmr_geometry *out) {
    const vrm_primitive *p = &model->gltf->meshes[mesh].primitives[primitive];
    vrmr_made made;
    memset(out, 0, sizeof *out);
    if (p->vertex_count == 0 || p->vertex_count > VRMR_MAX_VERTICES) return VRMR_NOTHING;
    out->vertex_count = p->vertex_count;
    out->influences = 1;
    if (skin >= 0) {
        while (out->skin_sets < 64 && has(p, VRM_ATTRIBUTE_JOINTS, (int32_t)out->skin_sets) &&
               has(p, VRM_ATTRIBUTE_WEIGHTS, (int32_t)out->skin_sets)) {
            ++out->skin_sets;
        }
        if (out->skin_sets) out->joint_count = model->gltf->skins[skin].joint_count;
    }
    made = make(model, mesh, primitive, skin, out);
    if (made != VRMR_MADE) vrmr_geometry_release(model, out);
    return made;
}

/* --- Triangles --- */

vrmr_made vrmr_geometry_add(vrm_render_model *model, vrmr_geometry *geometry, int32_t mesh,
                            int32_t primitive, int32_t node, uint32_t *out_first,
                            uint32_t *out_count) {
    const vrm_primitive *p = &model->gltf->meshes[mesh].primitives[primitive];
    size_t have = geometry->index_count, most = (size_t)p->triangle_count * 3, count = 0;
    uint32_t *out;
    vrm_result result;
    *out_first = geometry->index_count;
    *out_count = 0;
    if (p->triangle_count == 0) return VRMR_NOTHING;
    if (p->triangle_count > VRMR_MAX_TRIANGLES || have + most > INT32_MAX / 4) return VRMR_NOTHING;
    out = vrmr_scratch_need(&geometry->triangles, &model->renderer->allocator,
                            (have + most) * sizeof *out, have * sizeof *out);
    if (!out) return VRMR_NO_MEMORY;
    result = node < 0
                 ? vrm_model_read_triangles(model->model, mesh, primitive, out + have, most, &count)
                 : vrm_model_read_first_person_triangles(model->model, node, primitive, out + have,
                                                         most, &count);
    if (result == VRM_ERROR_OUT_OF_MEMORY) return VRMR_NO_MEMORY;
    if (result != VRM_OK || count == 0) return VRMR_NOTHING;
    *out_count = (uint32_t)count;
    geometry->index_count += (uint32_t)count;
    return VRMR_MADE;
}

bool vrmr_geometry_finish(vrm_render_model *model, vrmr_geometry *geometry) {
    const vrmr_gl *gl = &model->renderer->gl;
    uint32_t *indices = geometry->triangles.data;
    geometry->index_size = geometry->vertex_count <= 65536 ? 2 : 4;
    if (geometry->index_size == 2) {
        uint16_t *narrow = geometry->triangles.data; /* in place, from the beginning */
        for (uint32_t i = 0; i < geometry->index_count; ++i) {
            uint16_t index = (uint16_t)indices[i];
            memcpy(narrow + i, &index, sizeof index);
        }
    }
    gl->GenBuffers(1, &geometry->indices);
    gl->BindVertexArray(geometry->array);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, geometry->indices);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                   (intptr_t)((size_t)geometry->index_count * geometry->index_size),
                   geometry->triangles.data, GL_STATIC_DRAW);
    gl->BindVertexArray(0);
    vrmr_scratch_release(&geometry->triangles, &model->renderer->allocator);
    return true;
}

void vrmr_geometry_release(vrm_render_model *model, vrmr_geometry *geometry) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    const vrmr_gl *gl = &model->renderer->gl;
    if (geometry->array) gl->DeleteVertexArrays(1, &geometry->array);
    if (geometry->vertices[0]) gl->DeleteBuffers(2, geometry->vertices);
    if (geometry->indices) gl->DeleteBuffers(1, &geometry->indices);
    vrmr_scratch_release(&geometry->deltas, allocator);
    vrmr_scratch_release(&geometry->triangles, allocator);
    vrmr_release(allocator, geometry->base, (size_t)geometry->vertex_count * 6, sizeof(float));
    vrmr_release(allocator, geometry->delta_ends, geometry->target_count, sizeof(uint32_t));
    memset(geometry, 0, sizeof *geometry);
}

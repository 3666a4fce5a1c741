/* Vertices, triangles and morph targets of a model. Attributes stand one after the other in a
 * buffer, each as the library reads it. */
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
 * influences where there are more than 16. Writes them set by set; returns how many sets. */
static vrmr_made read_influences(vrm_render_model *model, int32_t mesh, int32_t primitive,
                                 int32_t skin, uint32_t sets, size_t vertex_count,
                                 uint16_t *out_joints, float *out_weights, uint32_t *out_sets) {
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
    *out_sets = (most + 3) / 4;
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
        memcpy(delta->position, p, sizeof delta->position);
        memcpy(delta->normal, n, sizeof delta->normal);
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
    memset(out, 0, (size_t)geometry->vertex_count * 6 * sizeof *out);
    if (count > geometry->target_count) count = geometry->target_count;
    for (uint32_t t = 0, i = 0; t < count; ++t) {
        uint32_t end = geometry->delta_ends[t];
        if (weights[t] == 0.0f) i = end;
        for (; i < end; ++i) {
            float *to = out + 6 * (size_t)deltas[i].vertex;
            for (int k = 0; k < 3; ++k) {
                to[k] += deltas[i].position[k] * weights[t];
                to[3 + k] += deltas[i].normal[k] * weights[t];
            }
        }
    }
}

/* --- Vertices --- */

typedef struct attribute_place {
    uint32_t location;
    int32_t components;
    size_t offset;
    bool is_joints;
} attribute_place;

typedef struct layout {
    attribute_place places[8 + 2 * VRMR_MAX_SKIN_SETS];
    uint32_t count;
    size_t size;
} layout;

static size_t place(layout *to, uint32_t location, int32_t components, size_t vertex_count,
                    bool is_joints) {
    attribute_place *next = &to->places[to->count++];
    next->location = location;
    next->components = components;
    next->offset = to->size;
    next->is_joints = is_joints;
    to->size += vertex_count * (size_t)components * (is_joints ? sizeof(uint16_t) : sizeof(float));
    return next->offset;
}

/* The buffer is read into as a whole; sets of joints that were not needed stay behind its end. */
static vrmr_made fill(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t skin,
                      vrmr_geometry *out, layout *to, uint8_t *buffer) {
    const vrm_model *file = model->model;
    const vrm_primitive *p = &model->gltf->meshes[mesh].primitives[primitive];
    size_t n = out->vertex_count, at;
    float *positions = (float *)(void *)(buffer + place(to, VRMR_ATTRIBUTE_POSITION, 3, n, false));
    float *normals = (float *)(void *)(buffer + place(to, VRMR_ATTRIBUTE_NORMAL, 3, n, false));
    if (vrm_model_read_vertices(file, mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3, positions,
                                n * 3) != VRM_OK) {
        return VRMR_NOTHING;
    }
    if (vrm_model_read_vertices(file, mesh, primitive, VRM_ATTRIBUTE_NORMAL, 0, 3, normals,
                                n * 3) != VRM_OK) {
        uint32_t first, count;
        vrmr_made made = vrmr_geometry_add(model, out, mesh, primitive, VRM_NONE, &first, &count);
        if (made != VRMR_MADE) return made;
        out->is_flat = 1;
        make_normals(positions, (const uint32_t *)out->triangles.data, count, normals, n);
        out->index_count = 0;
    }
    for (int32_t set = 0; set < 2; ++set) {
        if (!has(p, VRM_ATTRIBUTE_TEXCOORD, set)) continue;
        at = place(to, set ? VRMR_ATTRIBUTE_UV_1 : VRMR_ATTRIBUTE_UV, 2, n, false);
        if (vrm_model_read_vertices(file, mesh, primitive, VRM_ATTRIBUTE_TEXCOORD, set, 2,
                                    (float *)(void *)(buffer + at), n * 2) != VRM_OK) {
            memset(buffer + at, 0, n * 2 * sizeof(float));
        }
    }
    if (has(p, VRM_ATTRIBUTE_COLOR, 0)) {
        at = place(to, VRMR_ATTRIBUTE_COLOR, 4, n, false);
        if (vrm_model_read_vertices(file, mesh, primitive, VRM_ATTRIBUTE_COLOR, 0, 4,
                                    (float *)(void *)(buffer + at), n * 4) != VRM_OK) {
            --to->count;
            to->size = at;
        }
    }
    if (out->skin_sets > 0) {
        uint32_t sets = 1;
        float *weights = (float *)(void *)(buffer + to->size);
        uint16_t *joints = (uint16_t *)(void *)(weights + n * 4 * VRMR_MAX_SKIN_SETS);
        vrmr_made made = read_influences(model, mesh, primitive, skin, out->skin_sets, n, joints,
                                         weights, &sets);
        if (made != VRMR_MADE) return made;
        out->skin_sets = sets;
        for (uint32_t s = 0; s < sets; ++s) {
            place(to, VRMR_ATTRIBUTE_JOINTS + 2 * s + 1, 4, n, false);
        }
        memmove(buffer + to->size, joints, n * 4 * sizeof *joints * sets);
        for (uint32_t s = 0; s < sets; ++s) place(to, VRMR_ATTRIBUTE_JOINTS + 2 * s, 4, n, true);
    }
    return VRMR_MADE;
}

static void upload(const vrmr_gl *gl, vrmr_geometry *out, const layout *from,
                   const uint8_t *buffer) {
    gl->GenVertexArrays(1, &out->array);
    gl->GenBuffers(1, &out->vertices);
    gl->BindVertexArray(out->array);
    gl->BindBuffer(GL_ARRAY_BUFFER, out->vertices);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)from->size, buffer, GL_STATIC_DRAW);
    for (uint32_t i = 0; i < from->count; ++i) {
        const attribute_place *p = &from->places[i];
        const void *offset = (const void *)(uintptr_t)p->offset;
        gl->EnableVertexAttribArray(p->location);
        if (p->is_joints) {
            gl->VertexAttribIPointer(p->location, p->components, GL_UNSIGNED_SHORT, 0, offset);
        } else {
            gl->VertexAttribPointer(p->location, p->components, GL_FLOAT, GL_FALSE, 0, offset);
        }
    }
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

vrmr_made vrmr_geometry_create(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, vrmr_geometry *out) {
    const vrm_primitive *p = &model->gltf->meshes[mesh].primitives[primitive];
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t size, n = p->vertex_count;
    layout places = {0};
    uint8_t *buffer;
    vrmr_made made;
    memset(out, 0, sizeof *out);
    if (n == 0 || n > VRMR_MAX_VERTICES) return VRMR_NOTHING;
    out->vertex_count = p->vertex_count;
    if (skin >= 0) {
        while (out->skin_sets < 64 && has(p, VRM_ATTRIBUTE_JOINTS, (int32_t)out->skin_sets) &&
               has(p, VRM_ATTRIBUTE_WEIGHTS, (int32_t)out->skin_sets)) {
            ++out->skin_sets;
        }
    }
    size = n * (3 + 3 + 2 + 2 + 4) * sizeof(float);
    if (out->skin_sets) size += n * 4 * VRMR_MAX_SKIN_SETS * (sizeof(float) + sizeof(uint16_t));
    buffer = vrmr_allocate(allocator, size, 1);
    if (!buffer) return VRMR_NO_MEMORY;
    made = fill(model, mesh, primitive, skin, out, &places, buffer);
    if (made == VRMR_MADE && !read_targets(model, mesh, primitive, out)) made = VRMR_NO_MEMORY;
    if (made == VRMR_MADE) upload(&model->renderer->gl, out, &places, buffer);
    vrmr_release(allocator, buffer, size, 1);
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
    if (geometry->vertices) gl->DeleteBuffers(1, &geometry->vertices);
    if (geometry->indices) gl->DeleteBuffers(1, &geometry->indices);
    vrmr_scratch_release(&geometry->deltas, allocator);
    vrmr_scratch_release(&geometry->triangles, allocator);
    vrmr_release(allocator, geometry->delta_ends, geometry->target_count, sizeof(uint32_t));
    memset(geometry, 0, sizeof *geometry);
}

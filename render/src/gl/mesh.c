/*
 * Vertices, triangles and morph targets of a model.
 *
 * A vertex has two parts: position and normal, which morph targets move, and the rest. Both have
 * the same form in every mesh, with zeros for what a file does not have: in software
 * rendering, drivers compile a vertex shader again for every other form.
 */
#include "mesh.h"
#include "model.h"
#include "render/src/base/limits.h"
#include "renderer.h"
#include "shortcuts.h"

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

enum { MOST_FILE_SETS = 64 };

/* Influences of a vertex: what has weight of all sets of a file, the strongest, in falling order.
 */

static float *weight_at(vrmr_influences *sets, uint32_t i) { return &sets[i / 4].weights[i % 4]; }

static uint32_t count_influences(vrmr_influences *sets, uint32_t most) {
    uint32_t count = 0;
    while (count<most && * weight_at(sets, count)> 0.0f) ++count;
    return count;
}

/* Weights of a vertex add up to 1; a vertex without any follows its first joint. */
static void normalize(vrmr_influences *sets, uint32_t count) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; ++i) sum += *weight_at(sets, i);
    if (sum > 0.0f && isfinite(sum)) {
        for (uint32_t i = 0; i < count; ++i) *weight_at(sets, i) /= sum;
    } else {
        for (uint32_t i = 0; i < count; ++i) *weight_at(sets, i) = 0.0f;
        sets->weights[0] = 1.0f;
    }
}

static void add_influences(vrmr_influences *out, uint32_t most, const uint16_t *joints,
                           const float *weights) {
    uint32_t count = count_influences(out, most);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t at = count < most ? count : most - 1;
        float weight = weights[i];
        if (!(weight > 0.0f)) continue;
        if (count == most && *weight_at(out, at) >= weight) continue;
        for (; at > 0 && *weight_at(out, at - 1) < weight; --at) {
            *weight_at(out, at) = *weight_at(out, at - 1);
            out[at / 4].joints[at % 4] = out[(at - 1) / 4].joints[(at - 1) % 4];
        }
        *weight_at(out, at) = weight;
        out[at / 4].joints[at % 4] = joints[i];
        if (count < most) ++count;
    }
}

static uint32_t kept_sets(uint32_t file_sets) {
    return file_sets < VRMR_MAX_SKIN_SETS ? file_sets : VRMR_MAX_SKIN_SETS;
}

/* Reads all sets of the file, one at a time, for it may have many, into `kept` sets a vertex.
 * `out_most` is how many influences a vertex has. */
static vrmr_made read_influences(vrm_render_model *model, int32_t mesh, int32_t primitive,
                                 int32_t skin, uint32_t sets, size_t vertex_count, uint32_t kept,
                                 vrmr_influences *out, uint32_t *out_most) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t total = vertex_count * 4;
    uint16_t *joints = vrmr_allocate(allocator, total, sizeof *joints);
    float *weights = vrmr_allocate(allocator, total, sizeof *weights);
    vrmr_made made = joints != NULL && weights != NULL ? VRMR_MADE : VRMR_NO_MEMORY;
    uint32_t most = 1;
    for (uint32_t s = 0; made == VRMR_MADE && s < sets; ++s) {
        if (vrm_model_read_joints(model->model, mesh, primitive, (int32_t)s, skin, joints, total,
                                  NULL) != VRM_OK) {
            continue;
        }
        /* A vertex without any weight follows its first joint. */
        for (size_t v = 0; s == 0 && v < vertex_count; ++v) {
            out[v * kept].joints[0] = joints[v * 4];
        }
        if (vrm_model_read_vertices(model->model, mesh, primitive, VRM_ATTRIBUTE_WEIGHTS,
                                    (int32_t)s, 4, weights, total) != VRM_OK) {
            continue;
        }
        for (size_t v = 0; v < vertex_count; ++v) {
            add_influences(&out[v * kept], 4 * kept, joints + v * 4, weights + v * 4);
        }
    }
    for (size_t v = 0; made == VRMR_MADE && v < vertex_count; ++v) {
        uint32_t count = count_influences(&out[v * kept], 4 * kept);
        if (count > most) most = count;
        normalize(&out[v * kept], count);
    }
    *out_most = most;
    vrmr_release(allocator, joints, total, sizeof *joints);
    vrmr_release(allocator, weights, total, sizeof *weights);
    return made;
}

/* --- Normals --- */

/* Smooth normals for outlines of a mesh that has none; its surface is drawn flat. `base` has six
 * floats a vertex, positions first. */
static void make_normals(float *base, const uint32_t *triangles, size_t count) {
    for (size_t i = 0; i + 2 < count; i += 3) {
        const float *a = base + 6 * (size_t)triangles[i];
        const float *b = base + 6 * (size_t)triangles[i + 1];
        const float *c = base + 6 * (size_t)triangles[i + 2];
        float u[3], v[3], n[3];
        for (int k = 0; k < 3; ++k) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        n[0] = u[1] * v[2] - u[2] * v[1];
        n[1] = u[2] * v[0] - u[0] * v[2];
        n[2] = u[0] * v[1] - u[1] * v[0];
        for (int corner = 0; corner < 3; ++corner) {
            float *out = base + 6 * (size_t)triangles[i + (size_t)corner] + 3;
            for (int k = 0; k < 3; ++k) out[k] += n[k];
        }
    }
}

/* --- Morph targets --- */

static bool is_still(const float *d) { return d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f; }

/* The deltas of one target, of the vertices that it moves. They are counted first: memory that
 * grew by doubling would need twice the budget. */
static vrmr_made add_target(vrm_render_model *model, vrmr_geometry *geometry, vrmr_target *target,
                            const float *positions, const float *normals) {
    uint32_t count = 0;
    vrmr_delta *delta;
    uint64_t bytes;
    for (size_t v = 0; v < geometry->vertex_count; ++v) {
        if (!is_still(positions + 3 * v) || !is_still(normals + 3 * v)) ++count;
    }
    if (count == 0) return VRMR_MADE;
    bytes = (uint64_t)count * sizeof *delta;
    if (!vrmr_fits(model->costs.morph_bytes, bytes, model->limits.max_morph_bytes) ||
        !vrmr_take(&model->costs.geometry_bytes, bytes, model->limits.max_geometry_bytes)) {
        return VRMR_LEFT_OUT;
    }
    model->costs.morph_bytes += bytes;
    target->deltas = delta = vrmr_allocate(&model->renderer->allocator, count, sizeof *delta);
    if (delta == NULL) return VRMR_NO_MEMORY;
    target->count = count;
    geometry->delta_count += count;
    for (uint32_t v = 0; v < geometry->vertex_count; ++v) {
        const float *p = positions + 3 * (size_t)v, *n = normals + 3 * (size_t)v;
        if (is_still(p) && is_still(n)) continue;
        delta->vertex = v;
        memcpy(delta->change, p, 3 * sizeof *p);
        memcpy(delta->change + 3, n, 3 * sizeof *n);
        ++delta;
    }
    return VRMR_MADE;
}

static vrmr_made read_target(vrm_render_model *model, int32_t mesh, int32_t primitive, uint32_t t,
                             vrmr_geometry *geometry, float *positions, float *normals) {
    const vrm_morph_target *file = &model->gltf->meshes[mesh].primitives[primitive].targets[t];
    size_t floats = (size_t)geometry->vertex_count * 3;
    if (file->position < 0 && file->normal < 0) return VRMR_NOTHING;
    if (!vrmr_take(&model->costs.morph_vertices, geometry->vertex_count,
                   model->limits.max_morph_vertices)) {
        return VRMR_LEFT_OUT;
    }
    if (vrm_model_read_morph_target(model->model, mesh, primitive, (int32_t)t,
                                    VRM_ATTRIBUTE_POSITION, positions, floats) != VRM_OK ||
        vrm_model_read_morph_target(model->model, mesh, primitive, (int32_t)t, VRM_ATTRIBUTE_NORMAL,
                                    normals, floats) != VRM_OK) {
        return VRMR_NOTHING;
    }
    return add_target(model, geometry, &geometry->targets[t], positions, normals);
}

static bool read_targets(vrm_render_model *model, int32_t mesh, int32_t primitive,
                         vrmr_geometry *geometry) {
    const vrm_primitive *file = &model->gltf->meshes[mesh].primitives[primitive];
    const vrm_allocator *allocator = &model->renderer->allocator;
    size_t floats = (size_t)geometry->vertex_count * 3;
    uint64_t room = (uint64_t)file->target_count * sizeof *geometry->targets;
    float *positions, *normals;
    bool good;
    if (file->target_count == 0) return true;
    /* What is read into is given back at once, and only has to fit. */
    if (!vrmr_fits(model->costs.geometry_bytes, room + floats * 2 * sizeof *positions,
                   model->limits.max_geometry_bytes) ||
        !vrmr_take(&model->costs.morph_bytes, room, model->limits.max_morph_bytes)) {
        model->left_out.morph_targets += file->target_count;
        return true;
    }
    model->costs.geometry_bytes += room;
    positions = vrmr_allocate(allocator, floats, sizeof *positions);
    normals = vrmr_allocate(allocator, floats, sizeof *normals);
    geometry->targets = vrmr_allocate(allocator, file->target_count, sizeof *geometry->targets);
    geometry->target_count = geometry->targets != NULL ? file->target_count : 0;
    good = positions != NULL && normals != NULL && geometry->targets != NULL;
    for (uint32_t t = 0; good && t < file->target_count; ++t) {
        vrmr_made made = read_target(model, mesh, primitive, t, geometry, positions, normals);
        if (made == VRMR_LEFT_OUT) ++model->left_out.morph_targets;
        good = made != VRMR_NO_MEMORY;
    }
    vrmr_release(allocator, positions, floats, sizeof *positions);
    vrmr_release(allocator, normals, floats, sizeof *normals);
    return good;
}

bool vrmr_geometry_moves(const vrmr_geometry *geometry, const float *weights, uint32_t count) {
    if (count > geometry->target_count) count = geometry->target_count;
    for (uint32_t t = 0; t < count; ++t) {
        if (weights[t] != 0.0f && geometry->targets[t].count > 0) return true;
    }
    return false;
}

void vrmr_geometry_morph(const vrmr_geometry *geometry, const float *weights, uint32_t count,
                         float *out) {
    memcpy(out, geometry->base, (size_t)geometry->vertex_count * 6 * sizeof *out);
    if (count > geometry->target_count) count = geometry->target_count;
    for (uint32_t t = 0; t < count; ++t) {
        const vrmr_target *target = &geometry->targets[t];
        if (weights[t] == 0.0f) continue;
        for (uint32_t i = 0; i < target->count; ++i) {
            const vrmr_delta *delta = &target->deltas[i];
            float *vertex = out + 6 * (size_t)delta->vertex;
            for (int k = 0; k < 6; ++k) vertex[k] += delta->change[k] * weights[t];
        }
    }
}

/* --- Vertices --- */

/* The rest of a vertex; sets of joints follow, where the vertex shader has a skin. */
typedef struct vertex_rest {
    float uv[2][2];
    float color[4];
} vertex_rest;

/* A primitive that is being read. */
typedef struct reading {
    vrm_render_model *model;
    int32_t mesh, primitive, skin;
    vrmr_geometry *out;
    size_t count;                /* of vertices */
    uint32_t kept_sets;          /* a vertex */
    vrmr_influences *influences; /* NULL: without a skin */
    float *numbers;              /* one attribute, up to four floats a vertex */
    uint8_t *rest;
    size_t stride; /* of `rest` */
} reading;

uint32_t vrmr_gl_sets(const vrm_renderer *renderer, uint32_t sets) {
    if (renderer->shortcuts != NULL) return 0;
    return sets > 1 ? sets : 1;
}

static size_t rest_size(const vrm_renderer *renderer, uint32_t sets) {
    return sizeof(vertex_rest) + vrmr_gl_sets(renderer, sets) * sizeof(vrmr_influences);
}

/* Reads an attribute into every `stride` bytes of `out`; there, zeros stay where it is missing. */
static bool read_into(const reading *r, int32_t semantic, int32_t set, int32_t components,
                      void *out, size_t stride) {
    size_t size = (size_t)components * sizeof(float);
    uint8_t *target = out;
    if (vrm_model_read_vertices(r->model->model, r->mesh, r->primitive, semantic, set, components,
                                r->numbers, r->count * (size_t)components) != VRM_OK) {
        return false;
    }
    for (size_t v = 0; v < r->count; ++v, target += stride) {
        memcpy(target, r->numbers + v * (size_t)components, size);
    }
    return true;
}

static vrmr_made read_base(const reading *r) {
    vrmr_geometry *out = r->out;
    if (!read_into(r, VRM_ATTRIBUTE_POSITION, 0, 3, out->base, 6 * sizeof(float))) {
        return VRMR_NOTHING;
    }
    if (!read_into(r, VRM_ATTRIBUTE_NORMAL, 0, 3, out->base + 3, 6 * sizeof(float))) {
        uint32_t first, count;
        vrmr_made made =
            vrmr_geometry_add(r->model, out, r->mesh, r->primitive, VRM_NONE, &first, &count);
        if (made != VRMR_MADE) return made;
        out->is_flat = 1;
        make_normals(out->base, out->triangles.data, count);
        out->index_count = 0;
    }
    return VRMR_MADE;
}

static void read_rest(const reading *r) {
    static const float white[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    uint8_t *color = r->rest + offsetof(vertex_rest, color);
    uint8_t *influences = r->rest + sizeof(vertex_rest);
    uint32_t sets = vrmr_gl_sets(r->model->renderer, r->out->skin_sets);
    for (int32_t set = 0; set < 2; ++set) {
        read_into(r, VRM_ATTRIBUTE_TEXCOORD, set, 2,
                  r->rest + offsetof(vertex_rest, uv) + (size_t)set * 2 * sizeof(float), r->stride);
    }
    if (!read_into(r, VRM_ATTRIBUTE_COLOR, 0, 4, color, r->stride)) {
        for (size_t v = 0; v < r->count; ++v) memcpy(color + v * r->stride, white, sizeof white);
    }
    for (size_t v = 0; v < r->count; ++v) {
        for (uint32_t s = 0; s < sets; ++s) {
            vrmr_influences set = {.weights = {1.0f}};
            if (r->influences != NULL) set = r->influences[v * r->kept_sets + s];
            memcpy(influences + v * r->stride + s * sizeof set, &set, sizeof set);
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

static void upload_base(const vrmr_gl *gl, const vrmr_geometry *geometry) {
    gl->BindVertexArray(geometry->array);
    gl->BindBuffer(GL_ARRAY_BUFFER, geometry->vertices[0]);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)(geometry->vertex_count * 6 * sizeof(float)),
                   geometry->base, GL_STATIC_DRAW);
    vrmr_geometry_point_base(gl, geometry->vertices[0], 0);
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

static void upload_rest(const vrm_renderer *renderer, vrmr_geometry *out, const uint8_t *rest) {
    const vrmr_gl *gl = &renderer->gl;
    uint32_t sets = vrmr_gl_sets(renderer, out->skin_sets);
    size_t stride = rest_size(renderer, out->skin_sets), offset = sizeof(vertex_rest);
    gl->GenVertexArrays(1, &out->array);
    gl->GenBuffers(2, out->vertices);
    gl->BindVertexArray(out->array);
    gl->BindBuffer(GL_ARRAY_BUFFER, out->vertices[1]);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)(out->vertex_count * stride), rest, GL_STATIC_DRAW);
    point(gl, VRMR_ATTRIBUTE_UV, 4, stride, offsetof(vertex_rest, uv));
    point(gl, VRMR_ATTRIBUTE_COLOR, 4, stride, offsetof(vertex_rest, color));
    for (uint32_t s = 0; s < sets; ++s, offset += sizeof(vrmr_influences)) {
        uint32_t location = VRMR_ATTRIBUTE_JOINTS + 2 * s;
        point(gl, location + 1, 4, stride, offset);
        gl->EnableVertexAttribArray(location);
        gl->VertexAttribIPointer(
            location, 4, GL_UNSIGNED_SHORT, (gl_int)stride,
            (const void *)(uintptr_t)(offset + offsetof(vrmr_influences, joints)));
    }
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

static void release_base(vrm_render_model *model, vrmr_geometry *geometry) {
    vrmr_release(&model->renderer->allocator, geometry->base, (size_t)geometry->vertex_count * 6,
                 sizeof(float));
    geometry->base = NULL;
}

/* Positions and normals, where what moves them finds them. */
static vrmr_made place_base(const reading *r) {
    const vrm_renderer *renderer = r->model->renderer;
    const vrmr_vertices vertices = {r->rest + offsetof(vertex_rest, uv), r->stride, r->influences,
                                    r->kept_sets};
    if (renderer->shortcuts == NULL) {
        upload_base(&renderer->gl, r->out);
        return VRMR_MADE;
    }
    return renderer->shortcuts->keep(&renderer->allocator, &vertices, r->out) ? VRMR_MADE
                                                                              : VRMR_NO_MEMORY;
}

static vrmr_made read_geometry(reading *r) {
    vrm_render_model *model = r->model;
    const vrm_allocator *allocator = &model->renderer->allocator;
    vrmr_geometry *out = r->out;
    vrmr_made made = VRMR_MADE;
    if (out->skin_sets > 0) {
        r->kept_sets = kept_sets(out->skin_sets);
        r->influences = vrmr_allocate(allocator, r->count * r->kept_sets, sizeof *r->influences);
        if (r->influences == NULL) return VRMR_NO_MEMORY;
        made = read_influences(model, r->mesh, r->primitive, r->skin, out->skin_sets, r->count,
                               r->kept_sets, r->influences, &out->influences);
        if (made != VRMR_MADE) return made;
        out->skin_sets = (out->influences + 3) / 4;
    }
    r->stride = rest_size(model->renderer, out->skin_sets);
    r->numbers = vrmr_allocate(allocator, r->count * 4, sizeof(float));
    r->rest = vrmr_allocate(allocator, r->count, r->stride);
    out->base = vrmr_allocate(allocator, r->count * 6, sizeof(float));
    if (r->numbers == NULL || r->rest == NULL || out->base == NULL) return VRMR_NO_MEMORY;
    made = read_base(r);
    if (made != VRMR_MADE) return made;
    read_rest(r);
    upload_rest(model->renderer, out, r->rest);
    return place_base(r);
}

static vrmr_made make(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t skin,
                      vrmr_geometry *out) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    reading r = {.model = model, .mesh = mesh, .primitive = primitive, .skin = skin, .out = out};
    vrmr_made made;
    r.count = out->vertex_count;
    made = read_geometry(&r);
    vrmr_release(allocator, r.influences, r.count * r.kept_sets, sizeof *r.influences);
    vrmr_release(allocator, r.numbers, r.count * 4, sizeof(float));
    vrmr_release(allocator, r.rest, r.count, r.stride);
    if (made == VRMR_MADE && !read_targets(model, mesh, primitive, out)) made = VRMR_NO_MEMORY;
    if (out->is_kept) return made;
    if (out->target_count > 0) {
        out->moved_bytes = VRMR_MOVED_BYTES;
    } else {
        release_base(model, out);
    }
    return made;
}

/* Takes the memory of vertices from the budget: what stays, and, for the moment, what is needed
 * beside it while they are read. */
static bool take_vertices(vrm_render_model *model, const vrm_primitive *primitive, uint32_t sets) {
    uint64_t n = primitive->vertex_count;
    uint32_t kept = kept_sets(sets);
    const vrmr_shortcuts *shortcuts = model->renderer->shortcuts;
    size_t base = 6 * sizeof(float), rest = rest_size(model->renderer, kept), copies = 0;
    size_t reading_size = base + rest + 4 * sizeof(float);
    uint64_t bytes;
    if (n > VRMR_MAX_VERTICES) return false;
    if (primitive->target_count > 0) copies = base;
    if (shortcuts != NULL) copies = shortcuts->vertex_bytes(kept);
    /* And a set of the file as it is read. */
    if (sets > 0) reading_size += (kept + 1) * sizeof(vrmr_influences);
    bytes = n * (base + rest + copies);
    if (!vrmr_fits(model->costs.geometry_bytes, bytes + n * reading_size,
                   model->limits.max_geometry_bytes) ||
        !vrmr_take(&model->costs.vertex_bytes, bytes, model->limits.max_vertex_bytes)) {
        return false;
    }
    model->costs.geometry_bytes += bytes;
    return true;
}

vrmr_made vrmr_geometry_create(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, vrmr_geometry *out) {
    const vrm_primitive *p = &model->gltf->meshes[mesh].primitives[primitive];
    uint32_t sets = 0;
    vrmr_made made;
    memset(out, 0, sizeof *out);
    if (p->vertex_count == 0) return VRMR_NOTHING;
    while (skin >= 0 && sets < MOST_FILE_SETS && has(p, VRM_ATTRIBUTE_JOINTS, (int32_t)sets) &&
           has(p, VRM_ATTRIBUTE_WEIGHTS, (int32_t)sets)) {
        ++sets;
    }
    if (!take_vertices(model, p, sets)) return VRMR_LEFT_OUT;
    out->vertex_count = p->vertex_count;
    out->influences = 1;
    out->skin_sets = sets;
    if (sets > 0) out->joint_count = model->gltf->skins[skin].joint_count;
    made = make(model, mesh, primitive, skin, out);
    if (made != VRMR_MADE) vrmr_geometry_release(model, out);
    return made;
}

/* --- Triangles --- */

/* An index as it is read, and as GL has it. Memory that grows is twice there for a moment. */
enum { INDEX_BYTES = 2 * sizeof(uint32_t) + sizeof(uint32_t) };

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
    if (p->triangle_count > VRMR_MAX_TRIANGLES || have + most > INT32_MAX / 4 ||
        !vrmr_take(&model->costs.geometry_bytes, (uint64_t)most * INDEX_BYTES,
                   model->limits.max_geometry_bytes)) {
        return VRMR_LEFT_OUT;
    }
    out = vrmr_scratch_need(&geometry->triangles, &model->renderer->allocator,
                            (have + most) * sizeof *out, have * sizeof *out);
    if (out == NULL) return VRMR_NO_MEMORY;
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

/* As 16 bits, in a buffer of GL's size at a time: the numbers themselves may still be needed. */
static void upload_narrow(const vrmr_gl *gl, const vrmr_geometry *geometry) {
    enum { AT_ONCE = 4096 };
    const uint32_t *indices = geometry->triangles.data;
    uint16_t narrow[AT_ONCE];
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                   (intptr_t)((size_t)geometry->index_count * sizeof *narrow), NULL,
                   GL_STATIC_DRAW);
    for (size_t at = 0; at < geometry->index_count; at += AT_ONCE) {
        size_t count = geometry->index_count - at < AT_ONCE ? geometry->index_count - at : AT_ONCE;
        for (size_t i = 0; i < count; ++i) narrow[i] = (uint16_t)indices[at + i];
        gl->BufferSubData(GL_ELEMENT_ARRAY_BUFFER, (intptr_t)(at * sizeof *narrow),
                          (intptr_t)(count * sizeof *narrow), narrow);
    }
}

void vrmr_geometry_finish(vrm_render_model *model, vrmr_geometry *geometry) {
    const vrmr_gl *gl = &model->renderer->gl;
    if (geometry->is_kept) return; /* those that are chosen go to GL */
    geometry->index_size = geometry->vertex_count <= 65536 ? 2 : 4;
    gl->GenBuffers(1, &geometry->indices);
    gl->BindVertexArray(geometry->array);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, geometry->indices);
    if (geometry->index_size == 2) {
        upload_narrow(gl, geometry);
    } else {
        gl->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                       (intptr_t)((size_t)geometry->index_count * sizeof(uint32_t)),
                       geometry->triangles.data, GL_STATIC_DRAW);
    }
    gl->BindVertexArray(0);
    vrmr_scratch_release(&geometry->triangles, &model->renderer->allocator);
}

void vrmr_geometry_release(vrm_render_model *model, vrmr_geometry *geometry) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    const vrmr_gl *gl = &model->renderer->gl;
    if (geometry->array != 0) gl->DeleteVertexArrays(1, &geometry->array);
    if (geometry->vertices[0] != 0) gl->DeleteBuffers(2, geometry->vertices);
    if (geometry->indices != 0) gl->DeleteBuffers(1, &geometry->indices);
    vrmr_scratch_release(&geometry->triangles, allocator);
    for (uint32_t t = 0; t < geometry->target_count; ++t) {
        vrmr_release(allocator, geometry->targets[t].deltas, geometry->targets[t].count,
                     sizeof(vrmr_delta));
    }
    vrmr_release(allocator, geometry->targets, geometry->target_count, sizeof *geometry->targets);
    release_base(model, geometry);
    vrmr_release(allocator, geometry->uv, (size_t)geometry->vertex_count * 2, sizeof(float));
    vrmr_release(allocator, geometry->skin, (size_t)geometry->vertex_count * geometry->skin_sets,
                 sizeof *geometry->skin);
    memset(geometry, 0, sizeof *geometry);
}

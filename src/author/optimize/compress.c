/*
 * Meshes and keyframes with EXT_meshopt_compression. Each view is decoded again: what does not come
 * back byte for byte stays as it is. The encoder of triangles may begin one with another of its
 * corners, which draws the same; vertices that are to stay get an encoder that keeps the order.
 */
#include "author/document/compression_edit.h"
#include "author/document/glb_write.h"
#include "author/optimize/optimize.h"
#include "base/text.h"
#include "gltf/accessor.h"
#include "model/model.h"

#include <string.h>

/* The text of the extension, of which a view that is compressed has so much more. */
enum { EXTENSION_TEXT = 144 };

/* What the elements of a view are, as far as all of its accessors agree. */
typedef struct plan {
    uint32_t stride; /* 0: nothing is known to be in the view */
    int32_t mode;
    bool is_mixed;
    bool has_integers;     /* not all elements are floats */
    bool splits_triangles; /* what the encoder takes as a triangle is none of an accessor */
} plan;

static void set_plan(plan *plans, int32_t view, uint32_t stride, int32_t mode, int32_t component) {
    plan *p;
    if (view == VRM_NONE) return;
    p = &plans[view];
    p->has_integers |= component != VRM_COMPONENT_F32;
    p->is_mixed |= p->stride != 0 && (p->stride != stride || p->mode != mode);
    p->stride = stride;
    p->mode = mode;
}

/* The mode of each accessor that holds indices of a primitive; of others that of attributes. */
static void find_modes(const vrm_gltf *gltf, int32_t *modes) {
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            const vrm_primitive *primitive = &gltf->meshes[i].primitives[k];
            const bool is_list = primitive->mode == VRM_PRIMITIVE_MODE_TRIANGLES;
            if (!vrmi_accessor_is_usable(gltf, primitive->indices)) continue;
            if (modes[primitive->indices] == VRM_MESHOPT_MODE_INDICES) continue;
            modes[primitive->indices] =
                is_list && gltf->accessors[primitive->indices].count % 3 == 0
                    ? VRM_MESHOPT_MODE_TRIANGLES
                    : VRM_MESHOPT_MODE_INDICES;
        }
    }
}

static void find_plans(const vrm_gltf *gltf, const int32_t *modes, plan *plans) {
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        const vrm_accessor *accessor = &gltf->accessors[i];
        const uint32_t size = vrmi_element_size(accessor->element, accessor->component);
        if (!vrmi_accessor_is_usable(gltf, (int32_t)i)) continue;
        if (accessor->buffer_view != VRM_NONE) {
            const uint32_t stride = gltf->buffer_views[accessor->buffer_view].byte_stride;
            plan *p = &plans[accessor->buffer_view];
            set_plan(plans, accessor->buffer_view, stride != 0 ? stride : size, modes[i],
                     accessor->component);
            p->splits_triangles |=
                accessor->byte_offset % (UINT64_C(3) * size) != 0 || accessor->sparse_count != 0;
        }
        if (accessor->sparse_count == 0) continue;
        set_plan(plans, accessor->sparse_index_view,
                 vrmi_component_size(accessor->sparse_index_component), VRM_MESHOPT_MODE_INDICES,
                 accessor->sparse_index_component);
        set_plan(plans, accessor->sparse_value_view, size, VRM_MESHOPT_MODE_ATTRIBUTES,
                 accessor->component);
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        if (gltf->images[i].buffer_view != VRM_NONE) {
            plans[gltf->images[i].buffer_view].is_mixed = true;
        }
    }
}

/* A stride that the mode allows, for the whole view. False: there is none. */
static bool find_task(const plan *from, const uint8_t *bytes, size_t size, vrm_meshopt_task *out) {
    size_t stride = from->stride;
    out->mode = from->mode;
    if (stride == 0 || from->is_mixed) return false;
    if (out->mode != VRM_MESHOPT_MODE_ATTRIBUTES && stride == 1) {
        out->mode = VRM_MESHOPT_MODE_ATTRIBUTES;
    }
    if (out->mode == VRM_MESHOPT_MODE_ATTRIBUTES) {
        while (stride % 4 != 0) stride *= 2;
        if (stride > 256) return false;
    }
    if (size % stride != 0) return false;
    out->elements = bytes;
    out->stride = stride;
    out->count = size / stride;
    if (out->mode == VRM_MESHOPT_MODE_TRIANGLES &&
        (from->splits_triangles || out->count % 3 != 0)) {
        out->mode = VRM_MESHOPT_MODE_INDICES;
    }
    return true;
}

/* --- One view --- */

static bool is_turned(const uint8_t *was, const uint8_t *is, size_t stride, size_t turn) {
    for (size_t k = 0; k < 3; ++k) {
        if (memcmp(was + (k + turn) % 3 * stride, is + k * stride, stride) != 0) return false;
    }
    return true;
}

/* Whether all triangles are the same, each from any of its corners on. */
static bool are_same_triangles(const vrm_meshopt_task *task, const uint8_t *decoded) {
    const uint8_t *was = task->elements;
    for (size_t i = 0; i < task->count; i += 3) {
        const size_t at = i * task->stride;
        if (!is_turned(was + at, decoded + at, task->stride, 0) &&
            !is_turned(was + at, decoded + at, task->stride, 1) &&
            !is_turned(was + at, decoded + at, task->stride, 2)) {
            return false;
        }
    }
    return true;
}

static bool decode(const vrm_meshopt_decoder *decoder, const vrm_meshopt_task *task,
                   const uint8_t *bytes, size_t size, uint8_t *out) {
    int32_t (*const functions[])(void *, size_t, size_t, const uint8_t *, size_t) = {
        decoder->decode_vertices, decoder->decode_triangles, decoder->decode_indices};
    return functions[task->mode] != NULL &&
           functions[task->mode](out, task->count, task->stride, bytes, size) == 0;
}

typedef struct compression {
    vrmi_optimize *work;
    vrm_meshopt_decoder decoder;
    vrmi_compressed *views; /* of each; without bytes: it stays */
    uint32_t count;
} compression;

/* Whether what a decoder made is what was to be compressed. */
static bool is_good(const compression *c, const vrm_meshopt_task *task, const uint8_t *decoded) {
    const bool keeps_order =
        (c->work->desc.flags & VRM_OPTIMIZE_KEEP_VERTICES) != 0 || c->work->keeps_places;
    if (memcmp(decoded, task->elements, task->count * task->stride) == 0) return true;
    return task->mode == VRM_MESHOPT_MODE_TRIANGLES && !keeps_order &&
           are_same_triangles(task, decoded);
}

/* Compresses a task, or what the filter EXPONENTIAL takes back to it. Returns the size in `out`; 0:
 * it is more than `capacity`, or does not come back. */
static size_t encode(compression *c, const vrm_meshopt_task *task, const uint8_t *filtered,
                     uint8_t *out, size_t capacity, uint8_t *decoded) {
    vrm_meshopt_task given = *task;
    size_t found;
    if (filtered != NULL) given.elements = filtered;
    found = c->work->tools.compress(&given, out, capacity, c->work->tools.user);
    if (found == 0 || found > capacity || !decode(&c->decoder, &given, out, found, decoded)) {
        return 0;
    }
    if (filtered != NULL) c->decoder.filter_exponential(decoded, task->count, task->stride);
    return is_good(c, task, decoded) ? found : 0;
}

/* The floats of a view for the filter EXPONENTIAL, which makes the multiples of a large step
 * shorter; NULL: they are none. Those of a file that is not quantized are not tried. */
static uint8_t *filter(compression *c, const plan *from, const vrm_meshopt_task *task) {
    const size_t size = task->count * task->stride;
    uint8_t *out;
    if ((c->work->desc.flags & VRM_OPTIMIZE_QUANTIZE) == 0 || from->has_integers ||
        task->mode != VRM_MESHOPT_MODE_ATTRIBUTES || c->decoder.filter_exponential == NULL) {
        return NULL;
    }
    out = VRMI_OPTIMIZE_TAKE(c->work, uint8_t, size);
    return out != NULL && vrmi_filter_exponential(task->elements, size / 4, out) ? out : NULL;
}

static void compress_view(compression *c, uint32_t view, const plan *from, vrm_meshopt_task *task) {
    static const char *const names[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    const size_t size = task->count * task->stride;
    uint8_t *out, *decoded, *filtered;
    vrmi_arena_mark mark;
    size_t capacity, found;
    if (size <= EXTENSION_TEXT || !vrmi_optimize_spend(c->work, size)) return;
    capacity = size - EXTENSION_TEXT;
    out = VRMI_OPTIMIZE_TAKE(c->work, uint8_t, capacity);
    mark = vrmi_arena_get_mark(&c->work->arena);
    decoded = VRMI_OPTIMIZE_TAKE(c->work, uint8_t, size);
    if (out == NULL || decoded == NULL) return;
    filtered = filter(c, from, task);
    found = encode(c, task, filtered, out, capacity, decoded);
    if (found == 0 && filtered != NULL) { /* such as -0, which the filter makes 0 */
        filtered = NULL;
        found = encode(c, task, NULL, out, capacity, decoded);
    }
    if (found == 0 && task->mode == VRM_MESHOPT_MODE_TRIANGLES) {
        task->mode = VRM_MESHOPT_MODE_INDICES;
        found = encode(c, task, NULL, out, capacity, decoded);
    }
    vrmi_arena_rewind(&c->work->arena, &mark);
    if (found == 0) return;
    c->views[view] = (vrmi_compressed){.mode = names[task->mode],
                                       .filter = filtered != NULL ? "EXPONENTIAL" : NULL,
                                       .bytes = out,
                                       .size = found,
                                       .count = task->count,
                                       .stride = task->stride};
    c->count += 1;
}

/* --- All views --- */

static void compress_views(compression *c, const plan *plans) {
    const vrmi_document *document = &c->work->edit->model->document;
    for (uint32_t i = 0; i < document->gltf.buffer_view_count && !c->work->is_refused; ++i) {
        const uint8_t *bytes;
        size_t size;
        vrm_meshopt_task task;
        if (document->gltf.buffer_views[i].buffer != 0 ||
            vrmi_view_bytes(document, (int32_t)i, &bytes, &size) != VRM_OK) {
            continue;
        }
        if (find_task(&plans[i], bytes, size, &task)) compress_view(c, i, &plans[i], &task);
    }
}

static void put_views(compression *c) {
    vrm_edit *edit = c->work->edit;
    const vrm_gltf *gltf = vrm_model_gltf(edit->model);
    size_t offset = 0;
    int32_t stand_in;
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) {
        const vrmi_compressed *view = &c->views[i];
        if (view->bytes != NULL) offset += (view->count * view->stride + 3) / 4 * 4;
    }
    stand_in = vrmi_edit_add_stand_in(edit, offset);
    offset = 0;
    for (uint32_t i = 0; i < gltf->buffer_view_count && stand_in != VRM_NONE; ++i) {
        const vrmi_compressed *view = &c->views[i];
        if (view->bytes == NULL) continue;
        vrmi_edit_compress_view(edit, (int32_t)i, stand_in, offset, view);
        offset += (view->count * view->stride + 3) / 4 * 4;
    }
    vrmi_optimize_require(c->work, vrmi_string_from("\"EXT_meshopt_compression\""));
    if (edit->names_changed) vrmi_edit_complete_extensions(edit);
    vrmi_edit_repack(edit);
    vrmi_optimize_note_count(c->work, VRM_CHANGE_KEPT, "views-compressed", c->count,
                             "array of a mesh or an animation is compressed without loss",
                             "arrays of meshes and animations are compressed without loss");
}

void vrmi_optimize_compress(vrmi_optimize *work) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    compression c = {.work = work};
    int32_t *modes = VRMI_OPTIMIZE_TAKE(work, int32_t, gltf->accessor_count);
    plan *plans = VRMI_OPTIMIZE_TAKE(work, plan, gltf->buffer_view_count);
    vrmi_load_settings settings;
    c.views = VRMI_OPTIMIZE_TAKE(work, vrmi_compressed, gltf->buffer_view_count);
    if (work->is_refused || work->tools.compress == NULL ||
        !vrmi_load_settings_read(&settings, &work->load)) {
        return;
    }
    c.decoder = settings.meshopt;
    find_modes(gltf, modes);
    find_plans(gltf, modes, plans);
    compress_views(&c, plans);
    if (c.count != 0 && !work->is_refused) put_views(&c);
}

/* What is in no BIN chunk stays as it is. */
static bool can_compress(const vrmi_optimize *work) {
    return work->tools.compress != NULL && vrmi_is_glb(work->edit->bytes, work->edit->size);
}

void vrmi_optimize_decode(vrmi_optimize *work) {
    const uint32_t count = vrmi_edit_count_compressed(work->edit);
    const bool is_on_the_way = (work->desc.flags & VRM_OPTIMIZE_COMPRESS) != 0;
    if (count == 0 || (is_on_the_way && !can_compress(work))) return;
    work->is_asked = true;
    vrmi_edit_decode_views(work->edit);
    if (is_on_the_way) return;
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "views-decoded", count,
                             "compressed array is stored without compression",
                             "compressed arrays are stored without compression");
}

/* The list of draw calls of a picture. */
#include "call.h"
#include "renderer.h"
#include "shortcuts.h"

#include <stdlib.h>
#include <string.h>

size_t vrmr_material_stride(const vrm_renderer *renderer) {
    return vrmr_aligned(sizeof(vrmr_material_block), (size_t)renderer->gl.uniform_alignment);
}

static int32_t is_mirrored(const float *m) {
    float x = m[5] * m[10] - m[6] * m[9], y = m[6] * m[8] - m[4] * m[10];
    float z = m[4] * m[9] - m[5] * m[8];
    return m[0] * x + m[1] * y + m[2] * z < 0.0f;
}

/* What a camera sees of an item; nothing: false. */
static bool find_indices(const vrmr_item *item, bool first_person, vrmr_call *out) {
    out->first = item->first;
    out->count = item->count;
    if (!first_person) return item->show != VRM_FIRST_PERSON_FIRST_PERSON_ONLY; /* FP-003 */
    if (item->show == VRM_FIRST_PERSON_THIRD_PERSON_ONLY) return false;         /* FP-002 */
    if (item->show == VRM_FIRST_PERSON_SPLIT) {                                 /* FP-005 */
        out->first = item->first_person_first;
        out->count = item->first_person_count;
    }
    return out->count > 0;
}

/* Six floats a vertex, behind what is there; the same for all items of a node that share vertices.
 * Without memory for them the mesh stands unmorphed. */
static vrmr_moved add_morphs(vrm_renderer *renderer, vrmr_call_list *list,
                             const vrmr_geometry *geometry, const float *weights, uint32_t count) {
    size_t size = (size_t)geometry->vertex_count * 6 * sizeof(float), at = list->moved_bytes;
    const vrmr_moved none = {0};
    uint8_t *data;
    if (!vrmr_geometry_moves(geometry, weights, count)) return none;
    data = vrmr_scratch_need(&renderer->moved, &renderer->allocator, at + size, at);
    if (data == NULL) return none;
    vrmr_geometry_morph(geometry, weights, count, (float *)(void *)(data + at));
    list->moved_bytes = at + size;
    return (vrmr_moved){.is_there = true, .offset = at};
}

/* Moves the vertices of an item as far as shaders do not. False: memory was refused, and nothing of
 * it is drawn. */
static bool move_vertices(vrm_renderer *renderer, vrmr_call_list *list, const vrm_frame *frame,
                          const vrmr_item *item, const vrmr_geometry *geometry,
                          const float *matrices, vrmr_moved *out) {
    uint32_t from = frame->morph_offsets[item->node];
    *out = add_morphs(renderer, list, geometry, frame->morph_weights + from,
                      frame->morph_offsets[item->node + 1] - from);
    return renderer->shortcuts == NULL ||
           renderer->shortcuts->move(renderer, list, geometry, matrices, out);
}

static uint32_t features_of(const vrm_renderer *renderer, const vrm_view *view,
                            const vrm_render_model *model, const vrmr_geometry *geometry,
                            const vrmr_material *material) {
    uint32_t sets = vrmr_gl_sets(renderer, geometry->skin_sets);
    uint32_t features = material->program | VRMR_SKIN_SETS * sets;
    if (sets > 0 && geometry->joint_count > VRMR_BLOCK_MATRICES) features |= VRMR_MATRIX_TEXTURE;
    if (geometry->is_flat) features |= VRMR_FLAT;
    if (view->flags & VRM_RENDER_LINEAR) features |= VRMR_LINEAR_OUTPUT;
    if (model->decodes_colors) features |= VRMR_ENCODED_COLORS;
    if ((view->flags & VRM_RENDER_ENVIRONMENT) && material->is_reflecting) {
        features |= VRMR_ENVIRONMENT;
    }
    return features;
}

static float depth_of(const vrm_view *view, const vrm_mat4 *world) {
    const float *v = view->view.m, *w = world->m;
    return -(v[2] * w[12] + v[6] * w[13] + v[10] * w[14] + v[14]);
}

/* The outline of the call that was added last. */
static void add_outline(vrmr_call_list *list) {
    vrmr_call *outline = &list->calls[list->count];
    *outline = list->calls[list->count - 1];
    outline->outline = outline->material->outline;
    ++outline->order;
    ++list->count;
}

void vrmr_calls_add(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draw,
                    const vrmr_avatar_base *base, vrmr_call_list *list) {
    const vrm_render_model *model = draw->model;
    const size_t stride = vrmr_material_stride(renderer);
    const vrmr_item *before = NULL;
    vrmr_moved moved = {0};
    bool is_there = true;
    for (uint32_t i = 0; i < model->item_count; ++i) {
        const vrmr_item *item = &model->items[i];
        const vrmr_geometry *geometry = &model->geometries[item->geometry];
        const vrmr_material *material = &model->materials[item->material];
        uint32_t matrix = base->matrix + item->matrix;
        const float *matrices =
            (const float *)renderer->matrices.data + (size_t)matrix * VRMR_MATRIX_FLOATS;
        vrmr_call call = {.model = model, .item = item, .material = material, .matrix = matrix};
        if (!find_indices(item, (view->flags & VRM_RENDER_FIRST_PERSON) != 0, &call)) continue;
        if (before == NULL || before->node != item->node || before->geometry != item->geometry) {
            is_there = move_vertices(renderer, list, draw->frame, item, geometry, matrices, &moved);
        }
        before = item;
        if (!is_there) continue;
        call.features = features_of(renderer, view, model, geometry, material);
        if (call.features & VRMR_MATRIX_TEXTURE) list->matrix_texture = true;
        call.draw_class = material->draw_class;
        call.queue_offset = material->queue_offset;
        call.order = list->count;
        call.uniforms = base->uniforms + item->material * stride;
        call.moved = moved;
        call.is_mirrored = is_mirrored(matrices);
        if (material->draw_class >= VRMR_CLASS_BLEND_Z) {
            call.depth = depth_of(view, &draw->frame->world[item->node]);
        }
        list->calls[list->count++] = call;
        list->drawn += call.count / 3;
        if (material->outline && !(view->flags & VRM_RENDER_NO_OUTLINE)) add_outline(list);
    }
}

/* Among equals farther ones first, then as in the file. Outlines come after their surface; those of
 * opaque ones after all surfaces, which hide most of them. */
static int compare(const void *left, const void *right) {
    const vrmr_call *a = left, *b = right;
    if (a->draw_class != b->draw_class) return a->draw_class < b->draw_class ? -1 : 1;
    if (a->draw_class >= VRMR_CLASS_BLEND_Z) {
        if (a->queue_offset != b->queue_offset) return a->queue_offset < b->queue_offset ? -1 : 1;
        if (a->depth > b->depth) return -1;
        if (a->depth < b->depth) return 1;
    } else if (!a->outline != !b->outline) {
        return a->outline ? 1 : -1;
    }
    return a->order < b->order ? -1 : 1;
}

void vrmr_calls_sort(vrmr_call_list *list) {
    qsort(list->calls, list->count, sizeof *list->calls, compare);
}

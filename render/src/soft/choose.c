#include "choose.h"
#include "fill.h"
#include "occlusion.h"
#include "render/src/gl/renderer.h"

#include <string.h>

static const vrmr_geometry *geometry_of(const vrmr_call *call) {
    return &call->model->geometries[call->item->geometry];
}

/* The sides of triangles that a call culls: see vrmr_fill. */
static int facing_of(const vrmr_call *call) {
    int facing = call->is_mirrored ? -1 : 1;
    if (call->outline) return -facing;
    return call->material->is_double_sided ? 0 : facing;
}

/* What is drawn with a call; `outline` has its memory. */
static vrmr_fill fill_of(const vrm_renderer *renderer, const vrmr_call_list *list,
                         const vrmr_call *call, vrmr_outline *outline) {
    const uint8_t *moved = renderer->moved.data, *uniforms = renderer->uniforms.data;
    const vrmr_material_block *values = (const void *)(uniforms + call->uniforms);
    vrmr_fill fill = {.corners = (const vrmr_corner *)renderer->corners.data + call->corners,
                      .facing = facing_of(call)};
    if (call->outline != VRM_OUTLINE_NONE) {
        outline->mode = call->outline;
        outline->width = values->outline_width;
        outline->vertices = (const float *)(const void *)(moved + call->moved.offset);
        outline->view = list->view;
        fill.outline = outline;
    }
    return fill;
}

/* Corners of an outline are computed once for all of its triangles where it has as many corners as
 * there are vertices, which other calls may share. NULL: for each triangle. */
static const vrmr_corner *find_widest(vrm_renderer *renderer, const vrmr_call *call,
                                      const vrmr_outline *outline) {
    size_t count = geometry_of(call)->vertex_count;
    vrmr_corner *out;
    if (outline == NULL || call->count < count) return NULL;
    out = vrmr_scratch_need(&renderer->outlines, &renderer->allocator, count * sizeof *out, 0);
    if (out != NULL) vrmr_fill_widest(outline, count, out);
    return out;
}

/* Takes triangles of a call that may be seen, until the bound on overdraw is reached. False: memory
 * was refused. */
static bool take_triangles(vrm_renderer *renderer, vrmr_call_list *list, vrmr_call *call,
                           const vrmr_occlusion *occlusion) {
    const uint32_t *indices = geometry_of(call)->triangles.data;
    size_t have = list->index_count;
    vrmr_outline outline;
    vrmr_fill fill = fill_of(renderer, list, call, &outline);
    uint32_t taken, kept_count;
    uint32_t *kept = vrmr_scratch_need(&renderer->indices, &renderer->allocator,
                                       (have + call->count) * sizeof *kept, have * sizeof *kept);
    if (kept == NULL) return false;
    fill.widest = find_widest(renderer, call, fill.outline);
    fill.left = list->overdraw_left;
    fill.occlusion = occlusion;
    taken = vrmr_fill_take(&fill, indices + call->first, call->count, kept + have, &kept_count);
    list->overdraw_left = fill.left;
    list->left_out += (call->count - taken) / 3;
    if (call->outline == VRM_OUTLINE_NONE) list->drawn += taken / 3;
    call->first = list->index_count;
    call->count = kept_count;
    list->index_count += kept_count;
    return true;
}

/* Whether all pixels of a call are opaque. Those of outlines are too, but where they are may be in
 * a texture. */
static bool hides_others(const vrmr_call *call) {
    return call->draw_class == VRMR_CLASS_OPAQUE && call->outline == VRM_OUTLINE_NONE;
}

/* Takes those of all calls that hide others, or of the other calls. */
static bool take_calls(vrm_renderer *renderer, vrmr_call_list *list, bool hiding,
                       const vrmr_occlusion *occlusion) {
    for (uint32_t i = 0; i < list->count; ++i) {
        vrmr_call *call = &list->calls[i];
        if (hides_others(call) == hiding && !take_triangles(renderer, list, call, occlusion)) {
            return false;
        }
    }
    return true;
}

static void find_triangle(const vrm_renderer *renderer, const vrmr_call *call, uint32_t at,
                          vrmr_triangle *out) {
    const vrmr_corner *corners = (const vrmr_corner *)renderer->corners.data + call->corners;
    const uint32_t *indices = renderer->indices.data;
    for (int i = 0; i < 3; ++i) out->at[i] = &corners[indices[at + (uint32_t)i]];
    out->count = 3;
}

/* Finds what triangles that were taken hide, and leaves those out that are hidden themselves. */
static void hide_triangles(vrm_renderer *renderer, vrmr_call_list *list,
                           vrmr_occlusion *occlusion) {
    uint32_t *indices = renderer->indices.data, to = 0;
    vrmr_triangle triangle;
    for (uint32_t i = 0; i < list->count; ++i) {
        const vrmr_call *call = &list->calls[i];
        if (!hides_others(call)) continue;
        for (uint32_t k = call->first; k < call->first + call->count; k += 3) {
            find_triangle(renderer, call, k, &triangle);
            vrmr_occlusion_add(occlusion, triangle.at, call->is_mirrored ? -1 : 1);
        }
    }
    vrmr_occlusion_finish(occlusion);
    for (uint32_t i = 0; i < list->count; ++i) {
        vrmr_call *call = &list->calls[i];
        uint32_t first = to;
        if (!hides_others(call)) continue;
        for (uint32_t k = call->first; k < call->first + call->count; k += 3) {
            find_triangle(renderer, call, k, &triangle);
            if (vrmr_occlusion_hides(occlusion, &triangle)) continue;
            memmove(indices + to, indices + k, 3 * sizeof *indices);
            to += 3;
        }
        call->first = first;
        call->count = to - first;
    }
    list->index_count = to;
}

/* Whether each pixel has one sample, at its centre; and the size of the viewport. */
static bool has_centres(const vrm_renderer *renderer, gl_int viewport[4]) {
    gl_int samples = 0;
    renderer->gl.GetIntegerv(GL_SAMPLES, &samples);
    renderer->gl.GetIntegerv(GL_VIEWPORT, viewport);
    return samples <= 1 && viewport[2] > 0 && viewport[3] > 0;
}

/* To compute the depths of a picture takes as long as GL needs for so many triangles less. */
static bool is_worth_it(const vrmr_call_list *list, const gl_int viewport[4]) {
    enum { PIXELS_OF_A_TRIANGLE = 512 };
    return (uint64_t)list->index_count / 3 * PIXELS_OF_A_TRIANGLE >
           (uint64_t)viewport[2] * (uint64_t)viewport[3];
}

void vrmr_choose(vrm_renderer *renderer, vrmr_call_list *list) {
    const vrm_allocator *allocator = &renderer->allocator;
    vrmr_occlusion occlusion, *hidden = NULL;
    gl_int viewport[4] = {0};
    bool good;
    list->overdraw_left = (double)renderer->max_overdraw;
    good = take_calls(renderer, list, true, NULL);
    if (good && has_centres(renderer, viewport) && is_worth_it(list, viewport) &&
        vrmr_occlusion_begin(&occlusion, (uint32_t)viewport[2], (uint32_t)viewport[3],
                             &renderer->depths, allocator)) {
        hide_triangles(renderer, list, &occlusion);
        hidden = &occlusion;
    }
    good = good && take_calls(renderer, list, false, hidden);
    if (!good) list->count = list->index_count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const vrmr_call *call = &list->calls[i];
        if (call->draw_class >= VRMR_CLASS_BLEND_Z) continue;
        vrmr_fill_sort((const vrmr_corner *)renderer->corners.data + call->corners,
                       (uint32_t *)renderer->indices.data + call->first, call->count,
                       &renderer->clusters, allocator);
    }
}

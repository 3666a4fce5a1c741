#include "choose.h"
#include "fill.h"
#include "occlusion.h"
#include "render/src/gl/renderer.h"

#include <string.h>

static const vrmr_geometry *geometry_of(const vrmr_call *call) {
    return &call->model->geometries[call->item->geometry];
}

/* A choice that is being made. */
typedef struct choice {
    vrm_renderer *renderer;
    vrmr_call_list *list;
    uint32_t index_count;      /* of triangles that were taken */
    double overdraw_left;      /* viewports that may still be filled */
    vrmr_occlusion *occlusion; /* NULL: it is not known what is hidden */
} choice;

static const vrmr_corner *corners_of(const choice *all, const vrmr_call *call) {
    return (const vrmr_corner *)all->renderer->corners.data + call->moved.corners;
}

/* The sides of triangles that a call culls: see vrmr_fill. */
static int facing_of(const vrmr_call *call) {
    int facing = call->is_mirrored ? -1 : 1;
    if (call->outline) return -facing;
    return call->material->is_double_sided ? 0 : facing;
}

/* What is drawn with a call; `outline` has its memory. */
static vrmr_fill fill_of(const choice *all, const vrmr_call *call, vrmr_outline *outline) {
    const uint8_t *moved = all->renderer->moved.data, *uniforms = all->renderer->uniforms.data;
    const vrmr_material_block *values = (const void *)(uniforms + call->uniforms);
    vrmr_fill fill = {.corners = corners_of(all, call), .facing = facing_of(call)};
    if (call->outline != VRM_OUTLINE_NONE) {
        outline->mode = call->outline;
        outline->width = values->outline_width;
        outline->vertices = (const float *)(const void *)(moved + call->moved.offset);
        outline->view = all->list->view;
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
static bool take_triangles(choice *all, vrmr_call *call) {
    vrm_renderer *renderer = all->renderer;
    const uint32_t *indices = geometry_of(call)->triangles.data;
    size_t have = all->index_count;
    vrmr_outline outline;
    vrmr_fill fill = fill_of(all, call, &outline);
    uint32_t taken, kept_count;
    uint32_t *kept = vrmr_scratch_need(&renderer->indices, &renderer->allocator,
                                       (have + call->count) * sizeof *kept, have * sizeof *kept);
    if (kept == NULL) return false;
    fill.widest = find_widest(renderer, call, fill.outline);
    fill.left = all->overdraw_left;
    fill.occlusion = all->occlusion;
    taken = vrmr_fill_take(&fill, indices + call->first, call->count, kept + have, &kept_count);
    all->overdraw_left = fill.left;
    all->list->left_out += (call->count - taken) / 3;
    if (call->outline == VRM_OUTLINE_NONE) all->list->drawn -= (call->count - taken) / 3;
    call->first = all->index_count;
    call->count = kept_count;
    all->index_count += kept_count;
    return true;
}

/* Whether all pixels of a call are opaque. Those of outlines are too, but where they are may be in
 * a texture. */
static bool hides_others(const vrmr_call *call) {
    return call->draw_class == VRMR_CLASS_OPAQUE && call->outline == VRM_OUTLINE_NONE;
}

/* Takes those of all calls that hide others, or of the other calls. */
static bool take_calls(choice *all, bool hiding) {
    for (uint32_t i = 0; i < all->list->count; ++i) {
        vrmr_call *call = &all->list->calls[i];
        if (hides_others(call) == hiding && !take_triangles(all, call)) return false;
    }
    return true;
}

static void find_triangle(const choice *all, const vrmr_call *call, uint32_t at,
                          vrmr_triangle *out) {
    const vrmr_corner *corners = corners_of(all, call);
    const uint32_t *indices = all->renderer->indices.data;
    for (int i = 0; i < 3; ++i) out->at[i] = &corners[indices[at + (uint32_t)i]];
    out->count = 3;
}

/* Finds what triangles that were taken hide. */
static void add_hiding(const choice *all, vrmr_occlusion *occlusion) {
    vrmr_triangle triangle;
    for (uint32_t i = 0; i < all->list->count; ++i) {
        const vrmr_call *call = &all->list->calls[i];
        if (!hides_others(call)) continue;
        for (uint32_t k = call->first; k < call->first + call->count; k += 3) {
            find_triangle(all, call, k, &triangle);
            vrmr_occlusion_add(occlusion, triangle.at, call->is_mirrored ? -1 : 1);
        }
    }
    vrmr_occlusion_finish(occlusion);
}

/* Of those, leaves out the ones that are hidden themselves. */
static void drop_hidden(choice *all) {
    uint32_t *indices = all->renderer->indices.data, to = 0;
    vrmr_triangle triangle;
    for (uint32_t i = 0; i < all->list->count; ++i) {
        vrmr_call *call = &all->list->calls[i];
        uint32_t first = to;
        if (!hides_others(call)) continue;
        for (uint32_t k = call->first; k < call->first + call->count; k += 3) {
            find_triangle(all, call, k, &triangle);
            if (vrmr_occlusion_hides(all->occlusion, &triangle)) continue;
            memmove(indices + to, indices + k, 3 * sizeof *indices);
            to += 3;
        }
        call->first = first;
        call->count = to - first;
    }
    all->index_count = to;
}

/* Whether each pixel has one sample, at its center; and the size of the viewport. */
static bool has_centres(const vrm_renderer *renderer, gl_int viewport[4]) {
    gl_int samples = 0;
    renderer->gl.GetIntegerv(GL_SAMPLES, &samples);
    renderer->gl.GetIntegerv(GL_VIEWPORT, viewport);
    return samples <= 1 && viewport[2] > 0 && viewport[3] > 0;
}

/* Break-even: computing the depths of a picture costs what GL needs for this many triangles. */
static bool is_worth_it(const choice *all, const gl_int viewport[4]) {
    enum { PIXELS_OF_A_TRIANGLE = 512 };
    return (uint64_t)all->index_count / 3 * PIXELS_OF_A_TRIANGLE >
           (uint64_t)viewport[2] * (uint64_t)viewport[3];
}

/* Of what was taken, leaves out what is hidden, where finding it pays. */
static void hide_triangles(choice *all, vrmr_occlusion *occlusion) {
    vrm_renderer *renderer = all->renderer;
    gl_int viewport[4] = {0};
    if (!has_centres(renderer, viewport) || !is_worth_it(all, viewport) ||
        !vrmr_occlusion_begin(occlusion, (uint32_t)viewport[2], (uint32_t)viewport[3],
                              &renderer->depths, &renderer->allocator)) {
        return;
    }
    add_hiding(all, occlusion);
    all->occlusion = occlusion;
    drop_hidden(all);
}

static void sort_triangles(const choice *all) {
    vrm_renderer *renderer = all->renderer;
    for (uint32_t i = 0; i < all->list->count; ++i) {
        const vrmr_call *call = &all->list->calls[i];
        if (call->draw_class >= VRMR_CLASS_BLEND_Z) continue;
        vrmr_fill_sort(corners_of(all, call), (uint32_t *)renderer->indices.data + call->first,
                       call->count, &renderer->clusters, &renderer->allocator);
    }
}

static void upload_indices(const choice *all) {
    const vrmr_gl *gl = &all->renderer->gl;
    if (all->index_count == 0) return;
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, all->renderer->index_buffer);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (intptr_t)((size_t)all->index_count * sizeof(uint32_t)),
                   all->renderer->indices.data, GL_STREAM_DRAW);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

void vrmr_choose(vrm_renderer *renderer, vrmr_call_list *list) {
    choice all = {
        .renderer = renderer, .list = list, .overdraw_left = (double)renderer->max_overdraw};
    vrmr_occlusion occlusion;
    bool good = take_calls(&all, true);
    if (good) hide_triangles(&all, &occlusion);
    good = good && take_calls(&all, false);
    if (!good) {
        list->count = all.index_count = 0;
        list->drawn = 0;
    }
    sort_triangles(&all);
    upload_indices(&all);
}

#include "seen.h"
#include "fill.h"
#include "render/src/camera/view.h"
#include "render/src/gl/matrices.h"
#include "render/src/gl/renderer.h"
#include "skin.h"

#include <math.h>
#include <string.h>

/* Outlines reach into the picture from beside it, in halves of the viewport. */
#define MARGIN 0.05f

/* Where the vertices of an item are in the picture; NULL: memory was refused. */
static const vrmr_corner *find_corners(vrm_render_model *model, const vrmr_item *item,
                                       const vrm_frame *frame, const float *matrices,
                                       const vrmr_view_block *view) {
    vrm_renderer *renderer = model->renderer;
    const vrmr_geometry *geometry = &model->geometries[item->geometry];
    uint32_t from = frame->morph_offsets[item->node];
    uint32_t count = frame->morph_offsets[item->node + 1] - from;
    const float *weights = frame->morph_weights + from, *base = geometry->base;
    vrmr_corner *corners = vrmr_scratch_need(&renderer->corners, &renderer->allocator,
                                             geometry->vertex_count * sizeof *corners, 0);
    float *moved = vrmr_scratch_need(&renderer->moved, &renderer->allocator,
                                     (size_t)geometry->vertex_count * 6 * sizeof *moved, 0);
    if (corners == NULL || moved == NULL) return NULL;
    if (vrmr_geometry_moves(geometry, weights, count)) {
        vrmr_geometry_morph(geometry, weights, count, moved);
        base = moved;
    }
    vrmr_skin_move(geometry, base, matrices + (size_t)item->matrix * VRMR_MATRIX_FLOATS, moved);
    vrmr_fill_corners(moved, geometry->vertex_count, view->view_projection, corners);
    return corners;
}

/* Adds what an item shows to its material: of several items, the one that shows a texture largest
 * counts. */
static void add_item(vrm_render_model *model, const vrmr_item *item, const vrmr_corner *corners,
                     double pixels) {
    const vrmr_geometry *geometry = &model->geometries[item->geometry];
    const uint32_t *indices = geometry->triangles.data;
    vrmr_material *material = &model->materials[item->material];
    vrmr_fill fill = {.corners = corners, .margin = MARGIN};
    vrmr_seen seen = {0};
    double share;
    vrmr_fill_measure(&fill, indices + item->first, item->count, geometry->uv, &seen);
    if (!seen.any) return;
    share = vrmr_seen_squares(&seen) / pixels;
    if (material->is_unseen || (float)share < material->uv_per_pixel) {
        material->uv_per_pixel = (float)share;
    }
    material->is_unseen = 0;
}

static void forget(vrm_render_model *model) {
    for (uint32_t m = 0; m < model->material_count; ++m) {
        model->materials[m].is_unseen = 0;
        model->materials[m].uv_per_pixel = 0.0f;
    }
}

bool vrmr_seen_find(vrm_render_model *model, const vrm_view *view, const vrm_frame *frame) {
    vrm_renderer *renderer = model->renderer;
    double pixels = (double)view->width * view->height;
    vrmr_view_block block;
    const vrmr_corner *corners = NULL;
    float *matrices;
    if (!vrmr_frame_fits(model, frame) || pixels <= 0.0) return false;
    matrices =
        vrmr_scratch_need(&renderer->matrices, &renderer->allocator,
                          (size_t)model->matrix_count * VRMR_MATRIX_FLOATS * sizeof *matrices, 0);
    if (matrices == NULL) return false;
    memset(matrices, 0, (size_t)model->matrix_count * VRMR_MATRIX_FLOATS * sizeof *matrices);
    vrmr_matrices_fill(model, frame, matrices);
    vrmr_view_fill(view, &block);
    for (uint32_t m = 0; m < model->material_count; ++m) model->materials[m].is_unseen = 1;
    for (uint32_t i = 0; i < model->item_count; ++i) {
        const vrmr_item *item = &model->items[i], *before = i > 0 ? item - 1 : NULL;
        if (before == NULL || before->node != item->node || before->geometry != item->geometry) {
            corners = find_corners(model, item, frame, matrices, &block);
        }
        if (corners == NULL) {
            forget(model);
            return false;
        }
        add_item(model, item, corners, pixels);
    }
    return true;
}

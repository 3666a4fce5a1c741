/* The table of all shortcuts, and what the others need: geometries that are kept and moved. */
#include "choose.h"
#include "fill.h"
#include "render/src/gl/renderer.h"
#include "render/src/gl/shortcuts.h"
#include "seen.h"
#include "skin.h"

#include <string.h>

static size_t vertex_bytes(uint32_t skin_sets) {
    return 6 * sizeof(float) + 2 * sizeof(float) + skin_sets * sizeof(vrmr_influences);
}

static bool keep(const vrm_allocator *allocator, const vrmr_vertices *vertices,
                 vrmr_geometry *geometry) {
    size_t count = geometry->vertex_count, sets = geometry->skin_sets;
    geometry->is_kept = true;
    geometry->moved_bytes = VRMR_MOVED_BYTES + sizeof(vrmr_corner);
    geometry->uv = vrmr_allocate(allocator, count * 2, sizeof *geometry->uv);
    if (geometry->uv == NULL) return false;
    for (size_t v = 0; v < count; ++v) {
        memcpy(geometry->uv + 2 * v, vertices->uv + v * vertices->uv_stride, 2 * sizeof(float));
    }
    if (sets == 0) return true;
    geometry->skin = vrmr_allocate(allocator, count * sets, sizeof *geometry->skin);
    if (geometry->skin == NULL) return false;
    for (size_t v = 0; v < count; ++v) {
        memcpy(geometry->skin + v * sets, vertices->influences + v * vertices->kept_sets,
               sets * sizeof *geometry->skin);
    }
    return true;
}

static bool move(vrm_renderer *renderer, vrmr_call_list *list, const vrmr_geometry *geometry,
                 const float *matrices, vrmr_moved *moved) {
    const vrm_allocator *allocator = &renderer->allocator;
    size_t vertex_count = geometry->vertex_count, at = list->moved_bytes;
    size_t size = vertex_count * 6 * sizeof(float);
    const float *base = geometry->base;
    vrmr_corner *corners;
    float *out;
    if (!moved->is_there) {
        if (vrmr_scratch_need(&renderer->moved, allocator, at + size, at) == NULL) return false;
        *moved = (vrmr_moved){.is_there = true, .offset = at};
        list->moved_bytes = at + size;
    } else {
        base = NULL; /* morphed already, in their place */
    }
    corners = vrmr_scratch_need(&renderer->corners, allocator,
                                (list->corner_count + vertex_count) * sizeof *corners,
                                list->corner_count * sizeof *corners);
    if (corners == NULL) return false;
    out = (float *)(void *)((uint8_t *)renderer->moved.data + moved->offset);
    vrmr_skin_move(geometry, base != NULL ? base : out, matrices, out);
    moved->corners = list->corner_count;
    vrmr_fill_corners(out, vertex_count, list->view->view_projection, corners + moved->corners);
    list->corner_count += vertex_count;
    return true;
}

const vrmr_shortcuts vrmr_soft_shortcuts = {.vertex_bytes = vertex_bytes,
                                            .keep = keep,
                                            .find_seen = vrmr_seen_find,
                                            .move = move,
                                            .choose = vrmr_choose};

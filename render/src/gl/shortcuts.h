/*
 * The one table between the renderer and soft/, which has what pays in software rendering alone. A
 * renderer takes it when it is created, or NULL: then shaders skin, and GL gets every triangle.
 */
#ifndef VRMR_SHORTCUTS_H
#define VRMR_SHORTCUTS_H

#include "call.h"

/* The vertices of a geometry as they were read. */
typedef struct vrmr_vertices {
    const uint8_t *uv; /* the first set, two floats every `uv_stride` bytes */
    size_t uv_stride;
    const vrmr_influences *influences; /* `kept_sets` a vertex; NULL: without a skin */
    uint32_t kept_sets;
} vrmr_vertices;

typedef struct vrmr_shortcuts {
    /* Bytes of what `keep` keeps of a vertex, with the geometry's base. */
    size_t (*vertex_bytes)(uint32_t skin_sets);
    /* Keeps what the other functions need of a geometry. False: memory was refused. */
    bool (*keep)(const vrm_allocator *allocator, const vrmr_vertices *vertices,
                 vrmr_geometry *geometry);
    /*
     * Finds which materials a view shows, and how much of a texture falls on a pixel, before images
     * are decoded. False: memory was refused or the frame is another model's, and all materials may
     * be seen, at any size.
     */
    bool (*find_seen)(vrm_render_model *model, const vrm_view *view, const vrm_frame *frame);
    /* Moves the vertices of an item into the world, and finds where they are in the picture: for
     * surfaces and outlines of all items that share them. `matrices` are the item's. False: memory
     * was refused, and nothing of it is drawn. */
    bool (*move)(vrm_renderer *renderer, vrmr_call_list *list, const vrmr_geometry *geometry,
                 const float *matrices, vrmr_moved *moved);
    /* Chooses the triangles of all calls that the picture needs, as many as the bound on overdraw
     * allows, and gives GL their indices, to which the calls then point. Without memory for it
     * nothing is drawn. */
    void (*choose)(vrm_renderer *renderer, vrmr_call_list *list);
} vrmr_shortcuts;

/* Of soft/. */
extern const vrmr_shortcuts vrmr_soft_shortcuts;

#endif

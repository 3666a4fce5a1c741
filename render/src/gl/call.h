/* A draw call to come, and the list of all of a picture. */
#ifndef VRMR_CALL_H
#define VRMR_CALL_H

#include "model.h"
#include "render/src/camera/view.h"

#include <stdbool.h>

/* Vertices that were moved for this picture. */
typedef struct vrmr_moved {
    bool is_there;
    size_t offset;  /* bytes, in the buffer of moved vertices */
    size_t corners; /* the first of their corners, if triangles are chosen */
} vrmr_moved;

typedef struct vrmr_call {
    const vrm_render_model *model;
    const vrmr_item *item;
    const vrmr_material *material;
    uint32_t features;
    int32_t outline; /* VRM_OUTLINE_…; none: the surface */
    int32_t draw_class, queue_offset;
    float depth; /* of the node's origin from the eye; of blended ones */
    uint32_t order;
    uint32_t first, count; /* indices: of the geometry, or among those that were chosen */
    uint32_t matrix;
    size_t uniforms;
    vrmr_moved moved;
    int32_t is_mirrored;
} vrmr_call;

typedef struct vrmr_call_list {
    vrmr_call *calls;
    uint32_t count;
    size_t moved_bytes;
    size_t corner_count;
    bool matrix_texture; /* some mesh has more matrices than a block */
    uint64_t drawn;      /* triangles of surfaces */
    uint64_t left_out;   /* triangles that would fill more than the bound */
    const vrmr_view_block *view;
} vrmr_call_list;

/* Where the matrices and the uniforms of an avatar's materials begin. */
typedef struct vrmr_avatar_base {
    uint32_t matrix;
    size_t uniforms;
} vrmr_avatar_base;

/* Bytes from one material's uniforms to the next. */
size_t vrmr_material_stride(const vrm_renderer *renderer);

/* Adds the calls of an avatar, for which there is room, and moves its vertices. */
void vrmr_calls_add(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draw,
                    const vrmr_avatar_base *base, vrmr_call_list *list);
/* Puts all calls in the order of MT-008 and MT-009. */
void vrmr_calls_sort(vrmr_call_list *list);

#endif

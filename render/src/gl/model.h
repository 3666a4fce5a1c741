/* A model on the GPU: what its scene shows, put together. */
#ifndef VRMR_MODEL_H
#define VRMR_MODEL_H

#include "mesh.h"
#include "render/src/base/limits.h"
#include "render/src/material/material.h"
#include "texture.h"

#include <vrm/render.h>

/* Triangles of a primitive, with the skin of the nodes that show it. */
typedef struct vrmr_part {
    int32_t mesh, primitive, skin;
    uint32_t geometry;
    vrmr_made made;        /* VRMR_NOTHING, VRMR_LEFT_OUT: it cannot be drawn */
    uint32_t first, count; /* indices */
    int32_t next;          /* part of the same mesh */
    uint64_t vertex_hash;  /* of which accessors its vertices are */
} vrmr_part;

/* Something to draw: a primitive of a node. */
typedef struct vrmr_item {
    int32_t node;
    uint32_t geometry;
    uint32_t material; /* of the render model */
    uint32_t matrix;   /* the first of its matrices, among those of the model */
    uint32_t first, count;
    int32_t show; /* VRM_FIRST_PERSON_… */
    uint32_t first_person_first, first_person_count;
} vrmr_item;

/* Whatever the limits say: indices of GL stay within their types. */
enum { VRMR_MAX_VERTICES = 1 << 26, VRMR_MAX_TRIANGLES = 1 << 26 };

typedef struct vrmr_skin {
    vrm_mat4 *inverse_binds; /* NULL: not used */
    uint32_t matrix;
} vrmr_skin;

struct vrm_render_model {
    vrm_renderer *renderer;
    vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrmr_geometry *geometries;
    vrmr_part *parts;
    vrmr_item *items;
    vrmr_material *materials;
    int32_t *mesh_parts;      /* by mesh: its first part, or VRM_NONE */
    uint8_t *bound_colors;    /* by material: see vrmr_material_find_bound; the last: without */
    uint32_t *material_slots; /* by material: 1 + its place in `materials`; the last: without */
    uint32_t *node_matrices;  /* by node: 1 + the matrix of an unskinned mesh; 0: none */
    vrmr_skin *skins;         /* by skin */
    vrmr_image_slot *images;  /* by image */
    gl_uint
        *samplers; /* by sampler, the last one for textures without; then of those of one level */
    uint32_t geometry_count, part_count, item_count, material_count, matrix_count;
    uint32_t item_capacity; /* of items, parts and geometries */
    uint32_t material_capacity;
    uint64_t moved_vertices; /* of all items, where there are targets or all are moved here */
    bool is_for_view;        /* materials know what a view shows of them */
    bool decodes_colors;     /* shaders do, and not the units of textures (color.glsl) */
    vrm_render_limits limits;
    vrmr_costs costs;
    vrmr_image_work image_work;
    float max_outline; /* in meters; 0: without a limit */
    vrm_render_skipped left_out;
    vrm_render_times times;
};

#endif

/* Vertices, triangles and morph targets of a model. */
#ifndef VRMR_MESH_H
#define VRMR_MESH_H

#include "gl.h"
#include "render/src/base/memory.h"

#include <stdbool.h>
#include <vrm/render.h>

/* What one morph target does to one vertex. */
typedef struct vrmr_delta {
    uint32_t vertex;
    float change[6]; /* of position and normal */
} vrmr_delta;

/* A morph target: the vertices that it moves. */
typedef struct vrmr_target {
    vrmr_delta *deltas;
    uint32_t count;
} vrmr_target;

/* Four influences of a vertex. */
typedef struct vrmr_influences {
    float weights[4];
    uint16_t joints[4];
} vrmr_influences;

/* Vertices, which several primitives of a mesh may share. */
typedef struct vrmr_geometry {
    gl_uint array, indices;
    gl_uint vertices[2]; /* positions and normals; the rest */
    uint32_t vertex_count;
    uint32_t index_size; /* bytes: 2 or 4 */
    uint32_t skin_sets;
    uint32_t influences;  /* the most joints of a vertex */
    uint32_t joint_count; /* of its skin */
    int32_t is_flat;      /* 1: the file has no normals */
    float *base;  /* positions and normals, six floats a vertex; NULL: they are not needed */
    bool is_kept; /* by the shortcuts, which move and choose it for each picture */
    float *uv;    /* the first set, two floats a vertex; kept */
    vrmr_influences *skin; /* skin_sets of them a vertex; kept; NULL: without a skin */
    size_t moved_bytes;    /* of a vertex that is moved for a picture; 0: shaders do all */
    vrmr_target *targets;
    uint32_t target_count;
    uint64_t delta_count; /* of all targets */
    uint32_t index_count;
    vrmr_scratch triangles; /* uint32_t; until the geometry is finished, or for good if kept */
} vrmr_geometry;

/* Of positions and normals that are moved: here, and in the buffer of GL. */
enum { VRMR_MOVED_BYTES = 2 * 6 * sizeof(float) };

typedef enum vrmr_made {
    VRMR_MADE,
    VRMR_NOTHING,  /* it cannot be read */
    VRMR_LEFT_OUT, /* a limit does not allow it */
    VRMR_NO_MEMORY
} vrmr_made;

/* Sets of joints that a vertex of a geometry with `sets` has in GL: one without a skin, and none if
 * the shortcuts move vertices. */
uint32_t vrmr_gl_sets(const vrm_renderer *renderer, uint32_t sets);
/* Reads the vertices of a primitive. */
vrmr_made vrmr_geometry_create(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, vrmr_geometry *out);
/* Appends triangles of a primitive; or, with a node, what the first-person camera sees of them. */
vrmr_made vrmr_geometry_add(vrm_render_model *model, vrmr_geometry *geometry, int32_t mesh,
                            int32_t primitive, int32_t node, uint32_t *out_first,
                            uint32_t *out_count);
void vrmr_geometry_finish(vrm_render_model *model, vrmr_geometry *geometry);
void vrmr_geometry_release(vrm_render_model *model, vrmr_geometry *geometry);
/* Whether any target has a weight. And the vertices: six floats each, moved by all targets. */
bool vrmr_geometry_moves(const vrmr_geometry *geometry, const float *weights, uint32_t count);
void vrmr_geometry_morph(const vrmr_geometry *geometry, const float *weights, uint32_t count,
                         float *out);
/* Where the vertex array that is bound finds positions and normals. */
void vrmr_geometry_point_base(const vrmr_gl *gl, gl_uint buffer, size_t offset);

#endif

/* Programs of GL, compiled when they are first needed, one for each set of features. */
#ifndef VRMR_PROGRAM_H
#define VRMR_PROGRAM_H

#include "gl.h"
#include "render/src/material/features.h"

#include <vrm/render.h>

/* Bindings of uniform buffers, and attributes of vertices, as the shaders have them. */
enum { VRMR_BINDING_VIEW = 0, VRMR_BINDING_MATERIAL = 1, VRMR_BINDING_MATRICES = 2 };
/* Matrices: three rows of four floats each. As many as the smallest uniform block that GL must have
 * can hold; meshes with more take them from a texture. */
enum { VRMR_MATRIX_FLOATS = 12, VRMR_BLOCK_MATRICES = 341, VRMR_ROW_MATRICES = 512 };
enum {
    VRMR_ATTRIBUTE_POSITION = 0,
    VRMR_ATTRIBUTE_NORMAL = 1,
    VRMR_ATTRIBUTE_UV = 2,
    VRMR_ATTRIBUTE_COLOR = 3,
    VRMR_ATTRIBUTE_JOINTS = 4 /* and weights behind each: 4 to 11 */
};

typedef struct vrmr_program {
    uint32_t features;
    gl_uint program;  /* 0: does not compile; what needs it is not drawn */
    gl_uint pipeline; /* 0: the program has both stages; else this has two programs */
    gl_uint vertex;   /* the program that has the uniforms of vertices */
    gl_int matrix, outline, influences; /* their locations, where there are any */
} vrmr_program;

/* A program of one stage, which several pipelines share. */
typedef struct vrmr_stage {
    uint32_t features; /* that matter to it */
    gl_uint program;
} vrmr_stage;

/* NULL: memory was refused, or it does not compile (vrm_renderer_problem). Valid until the next
 * call. */
vrmr_program *vrmr_program_get(vrm_renderer *renderer, uint32_t features);
void vrmr_programs_release(vrm_renderer *renderer);
gl_uint vrmr_program_build(vrm_renderer *renderer, const char *const *vertex, gl_int vertex_count,
                           const char *const *fragment, gl_int fragment_count);
/* "#version …" and precisions. */
const char *vrmr_shader_header(const vrm_renderer *renderer);

#endif

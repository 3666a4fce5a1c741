/* The renderer: what all models of a context share. */
#ifndef VRMR_RENDERER_H
#define VRMR_RENDERER_H

#include "gl.h"
#include "program.h"
#include "render/src/base/memory.h"
#include "render/src/image/mipmap.h"

#include <stdbool.h>
#include <vrm/render.h>

struct vrm_renderer {
    vrmr_gl gl;
    vrm_allocator allocator;
    vrmr_srgb srgb;
    vrmr_scratch programs;  /* vrmr_program */
    vrmr_scratch stages[2]; /* vrmr_stage: of vertices, of fragments */
    uint32_t program_count, stage_counts[2];
    bool few_programs;             /* a program draws more than what asks for it */
    int32_t is_on_processor;       /* 1: GL is */
    int32_t has_host_images;       /* 1: the host decodes */
    int32_t (*cancel)(void *user); /* of vrmr_renderer_set_cancel */
    void *cancel_user;
    double (*get_milliseconds)(void *user);
    void *user;              /* of the desc */
    uint32_t max_overdraw;   /* UINT32_MAX: no bound */
    uint64_t left_out;       /* triangles, of the last draw */
    uint64_t drawn;          /* likewise */
    gl_uint placeholders[2]; /* for textures without an image: of colours, of normals */
    gl_uint white[2];        /* for textures that a program has and a material has not: also sRGB */
    gl_uint plain_sampler;   /* of those, and of images of one colour: the cheapest */
    gl_uint matrix_texture;
    uint32_t matrix_rows;
    gl_uint uniform_buffer, matrix_buffer, moved_buffer, index_buffer;
    gl_uint line_program, line_array, line_buffer;
    vrmr_scratch matrices, uniforms, moved, calls, corners, outlines, indices, clusters, depths,
        line_vertices;
    char problem[512];
    int32_t has_problem;
};

/* Whether vertices are moved and triangles chosen before GL has them: overdraw is bounded, as it is
 * wherever GL runs on the processor. Then geometries keep what that needs. */
static inline bool vrmr_moves_vertices(const vrm_renderer *renderer) {
    return renderer->max_overdraw != UINT32_MAX;
}

/* Of the host's clock, or a wall clock. */
double vrmr_milliseconds(const vrm_renderer *renderer);

#endif

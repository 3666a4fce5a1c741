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
    bool few_programs; /* a program draws more than what asks for it */
    /* NULL: none, as on a GPU. */
    const struct vrmr_shortcuts *shortcuts;
    /* Of both, how many GL may have before it is waited for. Mesa's llvmpipe keeps 38 KB for each
     * call until it has drawn it, and takes more calls while its threads draw: 16,000 of them took
     * 600 MB. An avatar has fewer. */
    uint32_t max_queued_calls, max_queued_triangles;
    int32_t has_host_images;       /* 1: the host decodes */
    int32_t (*cancel)(void *user); /* of vrmr_renderer_set_cancel */
    void *cancel_user;
    double (*get_milliseconds)(void *user);
    void *user;              /* of the desc */
    uint32_t max_overdraw;   /* of the shortcuts */
    uint64_t left_out;       /* triangles, of the last draw */
    uint64_t drawn;          /* likewise */
    gl_uint placeholders[2]; /* for textures without an image: of colors, of normals */
    gl_uint white[2];        /* for textures that a program has and a material has not: also sRGB */
    gl_uint plain_sampler;   /* of those, and of images of one color: the cheapest */
    gl_uint matrix_texture;
    uint32_t matrix_rows;
    gl_uint uniform_buffer, matrix_buffer, moved_buffer, index_buffer;
    gl_uint line_program, line_array, line_buffer;
    vrmr_scratch matrices, uniforms, moved, calls, line_vertices;
    vrmr_scratch corners, outlines, indices, clusters, depths; /* of the shortcuts */
    char problem[512];
    int32_t has_problem;
};

/* Of the host's clock, or a wall clock. */
double vrmr_milliseconds(const vrm_renderer *renderer);

#endif

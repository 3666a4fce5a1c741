/* The renderer: what all models of a context share. */
#include "renderer.h"

#include "problem.h"
#include "render/src/base/limits.h"
#include "shortcuts.h"
#include "texture.h"

#include <stddef.h>
#include <string.h>
#if !defined(VRM_RENDER_NO_CLOCK)
#include <time.h>
#endif

static double wall_milliseconds(void) {
#if defined(VRM_RENDER_NO_CLOCK)
    return 0.0;
#elif defined(TIME_UTC)
    struct timespec now;
    if (!timespec_get(&now, TIME_UTC)) return 0.0;
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
#else /* the older C library of Windows, whose clock() is the wall's */
    return (double)clock() * (1e3 / CLOCKS_PER_SEC);
#endif
}

double vrmr_milliseconds(const vrm_renderer *renderer) {
    return renderer->get_milliseconds != NULL ? renderer->get_milliseconds(renderer->user)
                                              : wall_milliseconds();
}

/* --- Making one --- */

void vrm_renderer_desc_init_sized(vrm_renderer_desc *desc, size_t struct_size) {
    if (desc == NULL || struct_size < sizeof desc->struct_size || struct_size > UINT32_MAX) return;
    memset(desc, 0, struct_size);
    desc->struct_size = (uint32_t)struct_size;
}

/* A portrait of 512 by 512 pixels with four samples then takes Mesa's llvmpipe up to 2 seconds,
 * with all textures of MToon. Of 172 files that were tried, all below a megabyte, none needs 16 in
 * a portrait. */
enum { DEFAULT_OVERDRAW = 48 };

enum { MOST_QUEUED_CALLS = 1024, MOST_QUEUED_TRIANGLES = 1 << 19 };

/* All that depends on whether GL draws in software is decided here, once. */
static void choose_way(vrm_renderer *renderer, const vrm_renderer_desc *desc) {
    const bool is_software = vrmr_gl_is_software(&renderer->gl);
    const bool takes_shortcuts = (desc->flags & VRM_RENDERER_NO_SHORTCUTS) == 0;
    renderer->few_programs = (desc->flags & VRM_RENDERER_FEW_PROGRAMS) != 0;
    if ((desc->flags & (VRM_RENDERER_FEW_PROGRAMS | VRM_RENDERER_MANY_PROGRAMS)) == 0) {
        renderer->few_programs = is_software && takes_shortcuts;
    }
    renderer->max_overdraw = desc->max_overdraw;
    if (renderer->max_overdraw == 0) {
        renderer->max_overdraw = is_software ? DEFAULT_OVERDRAW : UINT32_MAX;
    }
    if (takes_shortcuts && renderer->max_overdraw != UINT32_MAX) {
        renderer->shortcuts = &vrmr_soft_shortcuts;
    }
    renderer->max_queued_calls = is_software ? MOST_QUEUED_CALLS : UINT32_MAX;
    renderer->max_queued_triangles = is_software ? MOST_QUEUED_TRIANGLES : UINT32_MAX;
}

static const char *prepare(vrm_renderer *renderer, const vrm_renderer_desc *desc) {
    const vrmr_gl *gl = &renderer->gl;
    const char *problem = vrmr_gl_load(&renderer->gl, desc->get_proc, desc->user);
    uint32_t features;
    if (problem != NULL) return problem;
    choose_way(renderer, desc);
    renderer->has_host_images = (desc->flags & VRM_RENDERER_HOST_IMAGES) != 0;
    renderer->get_milliseconds = desc->get_milliseconds;
    renderer->user = desc->user;
    gl->GenTextures(1, &renderer->matrix_texture);
    gl->GenBuffers(1, &renderer->uniform_buffer);
    gl->GenBuffers(1, &renderer->matrix_buffer);
    gl->GenBuffers(1, &renderer->moved_buffer);
    gl->GenBuffers(1, &renderer->index_buffer);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, renderer->matrix_texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    vrmr_srgb_init(&renderer->srgb);
    vrmr_placeholders_create(renderer);
    /* The most common one of all, to see that shaders compile here. */
    features = VRMR_MTOON | VRMR_BASE_TEXTURE | VRMR_SKIN_SETS * vrmr_gl_sets(renderer, 1);
    if (vrmr_program_get(renderer, features) == NULL) {
        return "the shaders do not compile with this GL";
    }
    gl->UseProgram(0);
    vrmr_check(renderer, "vrm_renderer_create");
    return NULL;
}

/* NULL, or what is wrong with the desc. */
static const char *complete(vrm_renderer_desc *out, const vrm_renderer_desc *desc) {
    const uint32_t known = VRM_RENDERER_FEW_PROGRAMS | VRM_RENDERER_MANY_PROGRAMS |
                           VRM_RENDERER_HOST_IMAGES | VRM_RENDERER_NO_SHORTCUTS;
    memset(out, 0, sizeof *out);
    if (desc == NULL || desc->struct_size < offsetof(vrm_renderer_desc, max_overdraw)) {
        return "the desc was not initialised";
    }
    if (!vrmr_read_desc(out, sizeof *out, desc)) return "the desc has settings that are not known";
    if (out->get_proc == NULL) return "the desc has no get_proc";
    if ((out->flags & ~known) != 0) return "the desc has flags that are not known";
    if ((out->flags & VRM_RENDERER_NO_SHORTCUTS) != 0 && out->max_overdraw != 0 &&
        out->max_overdraw != UINT32_MAX) {
        return "the desc bounds overdraw, which needs the shortcuts";
    }
    if (out->allocator != NULL &&
        (out->allocator->allocate == NULL || out->allocator->release == NULL)) {
        return "the allocator has only one of its functions";
    }
    return NULL;
}

vrm_result vrm_renderer_create(const vrm_renderer_desc *desc, vrm_renderer **out_renderer,
                               vrm_report **out_report) {
    vrm_renderer_desc wanted;
    vrm_allocator allocator;
    vrm_renderer *renderer;
    const char *problem = complete(&wanted, desc);
    if (out_renderer == NULL) problem = "out_renderer is NULL";
    if (out_renderer != NULL) *out_renderer = NULL;
    if (problem != NULL) return vrm_report_create("renderer-desc", problem, NULL, out_report);
    allocator = wanted.allocator != NULL ? *wanted.allocator : vrmr_default_allocator();
    renderer = vrmr_allocate(&allocator, 1, sizeof *renderer);
    if (renderer == NULL) return vrm_report_create("out-of-memory", NULL, NULL, out_report);
    renderer->allocator = allocator;
    problem = prepare(renderer, &wanted);
    if (problem != NULL) {
        vrm_renderer_destroy(renderer);
        return vrm_report_create("gl-unsupported", problem, wanted.allocator, out_report);
    }
    *out_renderer = renderer;
    return vrm_report_create(NULL, NULL, NULL, out_report);
}

void vrmr_renderer_set_cancel(vrm_renderer *renderer, int32_t (*cancel)(void *user), void *user) {
    renderer->cancel = cancel;
    renderer->cancel_user = user;
}

uint64_t vrm_renderer_skipped(const vrm_renderer *renderer) {
    return renderer != NULL ? renderer->left_out : 0;
}

uint64_t vrm_renderer_drawn(const vrm_renderer *renderer) {
    return renderer != NULL ? renderer->drawn : 0;
}

void vrm_renderer_destroy(vrm_renderer *renderer) {
    vrm_allocator allocator;
    const vrmr_gl *gl;
    if (renderer == NULL) return;
    allocator = renderer->allocator;
    gl = &renderer->gl;
    vrmr_programs_release(renderer);
    if (renderer->line_program != 0) gl->DeleteProgram(renderer->line_program);
    if (renderer->line_array != 0) gl->DeleteVertexArrays(1, &renderer->line_array);
    if (renderer->line_buffer != 0) gl->DeleteBuffers(1, &renderer->line_buffer);
    vrmr_placeholders_release(renderer);
    if (renderer->matrix_texture != 0) gl->DeleteTextures(1, &renderer->matrix_texture);
    if (renderer->uniform_buffer != 0) gl->DeleteBuffers(1, &renderer->uniform_buffer);
    if (renderer->matrix_buffer != 0) gl->DeleteBuffers(1, &renderer->matrix_buffer);
    if (renderer->moved_buffer != 0) gl->DeleteBuffers(1, &renderer->moved_buffer);
    if (renderer->index_buffer != 0) gl->DeleteBuffers(1, &renderer->index_buffer);
    vrmr_scratch_release(&renderer->matrices, &allocator);
    vrmr_scratch_release(&renderer->uniforms, &allocator);
    vrmr_scratch_release(&renderer->moved, &allocator);
    vrmr_scratch_release(&renderer->calls, &allocator);
    vrmr_scratch_release(&renderer->corners, &allocator);
    vrmr_scratch_release(&renderer->outlines, &allocator);
    vrmr_scratch_release(&renderer->depths, &allocator);
    vrmr_scratch_release(&renderer->indices, &allocator);
    vrmr_scratch_release(&renderer->clusters, &allocator);
    vrmr_scratch_release(&renderer->line_vertices, &allocator);
    vrmr_release(&allocator, renderer, 1, sizeof *renderer);
}
